//! *May this crawler fetch this URL, and why?*
//!
//! maycrawl reads robots.txt exactly as Google's own parser does, or to the letter of RFC 9309. An answer is more than
//! yes or no: it tells which line decided and why.
//!
//! ```
//! use maycrawl::{Crawler, RequestUrl, RobotsTxt, is_allowed};
//!
//! let file = b"User-agent: *\nDisallow: /checkout\nAllow: /checkout/help\n";
//!
//! // One URL: a single pass over the file, usually without allocation.
//! let url = RequestUrl::parse("https://example.com/a/../checkout?id=1").unwrap();
//! assert!(!is_allowed(file, &Crawler::GOOGLEBOT, &url));
//!
//! // Many URLs: parse once, compile once for each crawler, then check in tens of nanoseconds.
//! let robots = RobotsTxt::parse(file);
//! let rules = robots.rules_for(&Crawler::GOOGLEBOT);
//! let help = RequestUrl::parse("https://example.com/checkout/help/returns").unwrap();
//! let verdict = rules.check(&help);
//! assert_eq!(verdict.to_string(), "allowed: line 3: allow: /checkout/help");
//!
//! // Why? Every group and every matching rule, and what became of it.
//! println!("{}", robots.explain(&Crawler::GOOGLEBOT, &url));
//! ```
//!
//! # From bytes to a verdict
//!
//! Bytes become lines ([`Lines`](line::Lines)), lines become a document with groups ([`RobotsTxt`]), a document and a
//! [`Crawler`] give the rules of that crawler ([`RuleSet`]), and the rules and a URL give a [`Verdict`].
//! Data flows in this direction only.
//!
//! # A verdict is about the URL that a client requests
//!
//! Rules are compared with a URL byte for byte, and clients change what is written: they resolve dot segments, turn `\`
//! into `/`, and drop TAB, LF and CR. So a text alone cannot be checked: its type says who has read it ([`Requested`]).
//! [`RequestUrl`] is what a client requests for a link of a page. [`AskedUrl`] is for texts from people, tables and other
//! programs: it refuses what a client would repair silently. [`as_written`] is for a text that is to be compared byte for
//! byte, as google/robotstxt does.
//!
//! ```
//! use maycrawl::{Crawler, RequestUrl, as_written, is_allowed};
//!
//! let file = b"User-agent: *\nDisallow: /private\n";
//! let written = "https://example.com/a/../private/x";
//! assert!(!is_allowed(file, &Crawler::GOOGLEBOT, &RequestUrl::parse(written).unwrap()));
//! assert!(is_allowed(file, &Crawler::GOOGLEBOT, as_written(written)));
//! ```
//!
//! # Guarantees
//!
//! - Any bytes are accepted as a robots.txt and any text as a URL, without an error or a panic.
//! - Time is linear: in the file to parse, in path plus patterns to check. No backtracking, no regular
//!   expressions, no recursion. A check of a hostile file of 500 KiB with a path of 8 KiB takes 50 ms at most.
//! - No I/O, no clock, no locale, no `unsafe`; `no_std` with `alloc`.
//!
//! # Profiles
//!
//! [`Profile::GOOGLE`], the default, gives the verdict and the deciding line of google/robotstxt for every
//! input; [`Profile::GOOGLE_2019`] is Google's text before July 2019; [`Profile::RFC9309`] is the published text.
//! [`Profile`] lists every difference.
//!
//! # Features
//!
//! - `origin` (default): [`Origin`], the location of a robots.txt and the URLs that it applies to, and
//!   [`RequestUrl`]; adds the dependency `url`.
//! - `serde`: `Serialize` for verdicts, explanations and documents, and the module `answer`.
//! - `schema`: OpenAPI schemas of the types in `answer`.

// Tests, and the code that utoipa's derive generates, need the prelude of `std`.
#![cfg_attr(not(any(test, feature = "schema")), no_std)]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[cfg(feature = "serde")]
pub mod answer;
#[cfg(feature = "origin")]
pub mod asked_url;
mod budget;
mod conflict;
pub mod consequence;
pub mod crawler;
mod decide;
mod edit_distance;
pub mod effect;
mod escape;
#[cfg(feature = "serde")]
pub mod expectation;
pub mod explain;
pub mod field;
mod format;
mod group;
mod group_index;
mod inclusion;
#[cfg(feature = "serde")]
mod json;
pub mod line;
mod line_filter;
pub mod lint;
mod name;
mod one_pass;
#[cfg(feature = "origin")]
mod origin;
mod path_search;
pub mod pattern;
#[cfg(feature = "origin")]
mod plain_url;
mod printable;
pub mod profile;
pub mod recipe;
#[cfg(feature = "origin")]
mod request_url;
mod requested;
pub mod robots_txt;
mod rule;
mod rule_set;
mod scan;
pub mod suggestion;
mod suspicion;
#[cfg(test)]
mod test_words;
mod text_edit;
mod url_path;
pub mod verdict;
mod verdict_location;
#[cfg(feature = "origin")]
pub mod written_url;

#[cfg(feature = "origin")]
pub use asked_url::AskedUrl;
#[doc(inline)]
pub use crawler::Crawler;
pub use escape::escape_url;
pub use format::format;
pub use group_index::{FollowedGroups, GroupClass, GroupIndex};
pub use name::UnknownName;
pub use one_pass::{check_once, check_once_tokens, is_allowed};
#[cfg(feature = "origin")]
pub use origin::{Origin, OriginError};
pub use printable::Printable;
#[doc(inline)]
pub use profile::Profile;
#[cfg(feature = "origin")]
pub use request_url::RequestUrl;
pub use requested::{AsWritten, Requested, as_written};
#[doc(inline)]
pub use robots_txt::RobotsTxt;
pub use rule_set::{RuleSet, RuleSets};
pub use suspicion::{Suspicion, SuspicionKind};
pub use url_path::UrlPath;
#[doc(inline)]
pub use verdict::{Decision, Reason, Verdict};
