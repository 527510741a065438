//! What people ask about a draft of a robots.txt, with answers as JSON: verdicts, explanations, findings, effects of a
//! change, a summary, recipes. Nothing is fetched.
//!
//! The service answers these questions at `/v1/draft/…`, and the tester page answers them in the browser: both ask this
//! crate, so their answers are the same. [`ask`] takes a question as the service does, as a path and a body:
//!
//! ```
//! use maycrawl_draft::ask;
//! use maycrawl_language::Language;
//!
//! let body = br#"{"robots": "User-agent: *\nDisallow: /a\n", "urls": ["/a"]}"#;
//! let answer = ask("/v1/draft/check", body, Language::English, &mut || true)?;
//! assert!(String::from_utf8_lossy(&answer).contains(r#""decision":"disallowed""#));
//! # Ok::<(), maycrawl_draft::refusal::Refusal>(())
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod answers;
pub mod change;
pub mod check;
pub mod compose;
pub mod crawlers;
pub mod explain;
pub mod inputs;
pub mod lint;
pub mod lint_page;
#[cfg(all(test, feature = "schema"))]
mod names;
pub mod options;
pub mod parse;
mod questions;
pub mod refusal;
pub mod summary;
pub mod text_range;
pub mod written_url;

pub use questions::ask;

/// Asked about once in a millisecond of work: whether it may go on.
pub type Pause<'p> = &'p mut dyn FnMut() -> bool;

/// The steps of one question: about half a second.
pub const MAX_STEPS: u64 = 30_000_000;

/// The URLs that are asked between two pauses. A check of a hostile file may take long.
const URLS_BETWEEN_PAUSES: usize = 16;
