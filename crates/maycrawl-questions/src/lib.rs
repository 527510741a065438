//! What people ask about a draft of a robots.txt, with answers as JSON: verdicts, explanations, findings, effects of a
//! change, a summary, recipes. Nothing is fetched.
//!
//! This is the one room of questions. The service asks here for each request about a draft, the tester page asks here
//! in the browser, and so their answers are the same: [`ask`] takes a [`Question`] and gives its typed [`Answer`].
//!
//! ```
//! use maycrawl_language::Language;
//! use maycrawl_questions::{Question, ask};
//!
//! let values = br#"{"robots": "User-agent: *\nDisallow: /a\n", "urls": ["/a"]}"#;
//! let answer = ask(Question::from_json("check", values)?, Language::English, &mut || true)?;
//! let answer = serde_json::to_value(&answer).unwrap();
//! assert_eq!((&answer[0]["decision"], &answer[0]["line"]), (&"disallowed".into(), &2.into()));
//! # Ok::<(), maycrawl_questions::refusal::Refusal>(())
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod answers;
pub mod card;
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
pub mod outlook;
pub mod parse;
mod questions;
pub mod refusal;
pub mod screen_safe;
pub mod summary;
pub mod text_range;
pub mod written_url;

pub use questions::{Answer, Question, ask};

/// Asked about once in a millisecond of work: whether it may go on.
pub type Pause<'p> = &'p mut dyn FnMut() -> bool;

/// The steps of one question: about half a second.
pub const MAX_STEPS: u64 = 30_000_000;

/// The URLs that are asked between two pauses. A check of a hostile file may take long.
const URLS_BETWEEN_PAUSES: usize = 16;
