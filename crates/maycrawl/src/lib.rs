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
//! [`RequestUrl`] is what a client requests for a link of a page. [`AskedUrl`] is for texts from people, tables and
//! other programs: it refuses what a client would repair silently. [`as_written`] is for a text that is to be compared
//! byte for byte, as google/robotstxt does.
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
pub mod crawler;
mod deciding;
mod explaining;
#[doc(hidden)]
pub mod internals;
mod matching;
pub mod profile;
mod reading;
mod text;
mod urls;

pub use deciding::verdict;
pub use explaining::{consequence, explain};
pub use matching::pattern;
pub use reading::{field, line, pace, robots_txt};
#[cfg(feature = "origin")]
pub use urls::{asked_url, written_url};

#[doc(inline)]
pub use crawler::Crawler;
pub use deciding::one_pass::{check_once, check_once_tokens, is_allowed};
pub use deciding::rule_set::{RuleSet, RuleSets};
#[cfg(feature = "origin")]
pub use deciding::site_rules::{SiteBasis, SiteRules, UrlVerdict};
#[doc(inline)]
pub use deciding::verdict::{Decision, Reason, Verdict};
pub use matching::budget::Budget;
#[doc(inline)]
pub use profile::Profile;
pub use reading::group_index::{FollowedGroups, GroupClass, GroupIndex};
#[doc(inline)]
pub use reading::robots_txt::RobotsTxt;
pub use reading::suspicion::{Suspicion, SuspicionKind};
pub use text::html_text::HtmlText;
pub use text::name::UnknownName;
pub use text::printable::Printable;
#[cfg(feature = "origin")]
pub use urls::asked_url::AskedUrl;
pub use urls::escape::escape_url;
#[cfg(feature = "origin")]
pub use urls::origin::{Origin, OriginError};
pub use urls::plain_url::requested_as_written;
#[cfg(feature = "origin")]
pub use urls::request_url::RequestUrl;
pub use urls::requested::{AsWritten, Requested, as_written};
pub use urls::url_path::UrlPath;
