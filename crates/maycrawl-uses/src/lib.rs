//! What a site says its content may be used for, as opposed to what may be fetched.
//!
//! ```
//! use maycrawl::{Crawler, RobotsTxt, as_written};
//! use maycrawl_uses::{Evidence, Outcome, Readings, Use};
//!
//! let robots = RobotsTxt::parse(b"User-agent: *\nContent-Usage: train-ai=n\nContent-Signal: ai-train=yes\n");
//! let evidence = Evidence { robots: Some(&robots), ..Evidence::default() };
//! let gptbot = Crawler::from_token("GPTBot");
//! let answer = maycrawl_uses::ask(&evidence, &gptbot, as_written("/news"), Use::Train, Readings::DEFAULT);
//! // Two documents, and none rules over the other.
//! assert_eq!((answer.outcome, answer.strictest), (Outcome::Conflict, Some(Outcome::Refused)));
//! assert_eq!(answer.families[0].statements[0].text, "train-ai=n");
//! // Nothing is said about search, which is neither a yes nor a no.
//! let search = maycrawl_uses::ask(&evidence, &gptbot, as_written("/news"), Use::Search, Readings::DEFAULT);
//! assert_eq!(search.outcome, Outcome::NotSaid);
//! ```
//!
//! Each [`Family`] of signals is combined as its own document says. Between families no document rules: a refusal and a
//! grant are a conflict. Most documents are drafts: [`Family::document`] names each with its revision.
//!
//! This crate reads robots.txt. What stands elsewhere is in [`Evidence`], and `maycrawl-site` has the readers of pages,
//! fields, `tdmrep.json` and licences. *Granted* means that no signal of the evidence refuses; a program that shows it
//! says where it looked. A signal that exists and could not be read is in [`Evidence::unread`], and makes no grant.
//!
//! An answer says what a site states. It says neither what has legal effect nor who obeys.
//!
//! Cost: linear in the file and the fields, and for `Content-Usage` in the path times at most [`MAX_STATEMENTS`]
//! patterns.

// Tests, and the code that utoipa's derive generates, need the prelude of `std`.
#![cfg_attr(not(any(test, feature = "schema")), no_std)]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod answer;
mod content_signal;
mod content_usage;
mod dictionary;
mod license;
mod page;
mod place_report;
mod preferences;
mod repeated;
mod signal_lines;
mod statement;
mod tdm;
mod token;
#[cfg(feature = "serde")]
pub mod use_answer;
mod vocabulary;

pub use answer::{Answer, Evidence, FamilyAnswer, Unread, ask};
pub use content_usage::for_silent_file;
pub use license::{LicenseDocument, LicenseTerms, PageLicense, license_urls};
pub use page::{PageRule, PageWord};
pub use place_report::{PlaceReport, PlaceState};
pub use preferences::speaks_of_uses;
pub use statement::{Condition, Finding, FindingKind, MAX_STATEMENTS, Outcome, Place, Statement};
pub use tdm::{TdmReservation, TdmRule};
pub use vocabulary::{Family, Label, Readings, Source, Use};

/// What the crates above share with this one. Not part of what versions promise.
#[doc(hidden)]
pub mod internals {
    pub use crate::content_usage::parts as usage_parts;
    pub use crate::dictionary::{Value, read as read_dictionary};
    pub use crate::preferences::{FileUses, Patterns, Preferences};
    pub use crate::repeated::lines_to_repeat;
    pub use crate::signal_lines::has_signal_lines;
    pub use crate::token::{all as control_tokens, source as control_token};
}
