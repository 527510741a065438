//! *May this crawler fetch this URL, and why?*
//!
//! maycrawl reads robots.txt exactly as Google's own parser does, or to the letter of RFC 9309. An answer is more than
//! yes or no: it tells which line decided and why.
//!
//! ```
//! use maycrawl::{Crawler, RobotsTxt, is_allowed};
//!
//! let file = b"User-agent: *\nDisallow: /checkout\nAllow: /checkout/help\n";
//!
//! // One URL: a single pass over the file, usually without allocation.
//! assert!(!is_allowed(file, &Crawler::GOOGLEBOT, "https://example.com/checkout?id=1"));
//!
//! // Many URLs: parse once, compile once for each crawler, then check in tens of nanoseconds.
//! let robots = RobotsTxt::parse(file);
//! let rules = robots.rules_for(&Crawler::GOOGLEBOT);
//! let verdict = rules.check("https://example.com/checkout/help/returns");
//! assert_eq!(verdict.to_string(), "allowed: line 3: allow: /checkout/help");
//!
//! // Why? Every group and every matching rule, and what became of it.
//! println!("{}", robots.explain(&Crawler::GOOGLEBOT, "https://example.com/checkout"));
//! ```
//!
//! # From bytes to a verdict
//!
//! Bytes become lines ([`Lines`](line::Lines)), lines become a document with groups ([`RobotsTxt`]), a document and a
//! [`Crawler`] give the rules of that crawler ([`RuleSet`]), and the rules and a URL give a [`Verdict`].
//! Data flows in this direction only.
//!
//! # URLs are taken as given
//!
//! Rules are compared with the URL as it is passed, as in google/robotstxt and RFC 9309: dot segments, `\`, TAB, LF
//! and CR are not resolved. Clients resolve them. So convert a URL from a person or a page to the URL that a client
//! requests before you check it: [`RequestUrl`].
//!
//! ```
//! use maycrawl::{Crawler, RequestUrl, is_allowed};
//!
//! let file = b"User-agent: *\nDisallow: /private\n";
//! let written = "https://example.com/a/../private/x";
//! assert!(is_allowed(file, &Crawler::GOOGLEBOT, written));
//! assert!(!is_allowed(file, &Crawler::GOOGLEBOT, &RequestUrl::parse(written).unwrap()));
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
#[doc(inline)]
pub use robots_txt::RobotsTxt;
pub use rule_set::{RuleSet, RuleSets};
pub use suspicion::{Suspicion, SuspicionKind};
pub use url_path::UrlPath;
#[doc(inline)]
pub use verdict::{Decision, Reason, Verdict};
