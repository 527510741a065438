//! The sentences of maycrawl in the languages of people: verdicts, explanations, suggestions, one sentence for each
//! lint, and the texts of the recipes.
//!
//! ```
//! use maycrawl::{Crawler, RequestUrl, RobotsTxt};
//! use maycrawl_language::Language;
//!
//! let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
//! let rules = robots.rules_for(&Crawler::GOOGLEBOT);
//! let verdict = rules.check(&RequestUrl::parse("https://example.com/a").unwrap());
//! assert_eq!(Language::English.verdict(&verdict), "disallowed: line 2: disallow: /a");
//! assert_eq!(Language::Indonesian.verdict(&verdict), "dilarang: baris 2: disallow: /a");
//! ```
//!
//! The library `maycrawl` has no locale: its results are typed, and their `Display` is English. A [`Language`] writes
//! the same results in another language. In English it writes what `Display` writes: English has a message only for
//! what the library does not say.
//!
//! A language is chosen from a tag ([`FromStr`](std::str::FromStr)), from the name of a POSIX locale
//! ([`Language::from_locale`]) or from the header `Accept-Language` ([`Language::from_accept_language`]).
//!
//! **Untrusted values.** Patterns, names and URLs are values of a message, never a part of its syntax. They are written
//! as [`maycrawl::Printable`] writes them. The messages have no isolation marks (U+2068, U+2069) around values:
//! the marks are invisible, a terminal shows some of them as boxes, and a person who copies a pattern would copy
//! them too. A value cannot change the direction of the text around it, because `Printable` escapes every character
//! that does so.

#![forbid(unsafe_code)]

mod catalogue;
mod explanation;
mod language;
mod lint;
mod negotiation;
mod recipe;
mod sentences;
mod suggestion;
mod verdict;

pub use catalogue::Value;
pub use explanation::ExplanationText;
pub use language::{Language, UnknownLanguage};
pub use lint::FindingWords;
