//! *Do crawlers obey your robots.txt?* This crate judges the requests of an access log by the copy of robots.txt that
//! each crawler had read, and keeps what proves each answer. It has no network, no clock and no threads.
//!
//! A crawler's own requests for `/robots.txt` are in the same log as its other requests. So the copy that it had is
//! known, or at least the few copies that it may have had. A request is judged under each of them: if all give the same
//! answer, the answer is certain, and else it *cannot be known*.
//!
//! ```
//! use maycrawl_audit::history::History;
//! use maycrawl_audit::identity::{Claim, Identities};
//! use maycrawl_audit::judge::{Class, Histories, Hit, Judge, Options, Place};
//!
//! let history = History::from_file(b"User-agent: *\nDisallow: /private\n");
//! let mut judge = Judge::new(Options::default(), Histories::for_all_sites(history), Identities::new());
//! let mut found = Vec::new();
//! for (at, target) in [("2026-11-25T08:00:00Z", "/robots.txt"), ("2026-11-25T08:05:00Z", "/private/a")] {
//!     let hit = Hit {
//!         at: at.parse().unwrap(),
//!         time_is_end: Some(true),
//!         client: None,
//!         origin: Some("https://example.com".into()),
//!         claim: Claim::from_user_agent("Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)"),
//!         method: "GET".into(),
//!         target: target.into(),
//!         is_target_inexact: false,
//!         status: Some(200),
//!         bytes: None,
//!         signed: None,
//!         place: Place { file: 0, offset: 0, length: 0 },
//!     };
//!     judge.push(hit, &mut |judged| found.push(judged));
//! }
//! judge.finish(&mut |judged| found.push(judged));
//! assert_eq!(found[0].decision.class, Class::DisobeyedAfterReading);
//! ```
//!
//! # The parts
//!
//! - [`log`]: lines of access logs, each read as one request or refused with a reason.
//! - [`identity`]: who sent the request: proved, forged, or not known, by published address lists, the DNS and
//!   signatures.
//! - [`history`]: the versions of robots.txt, and when each may have been in force.
//! - [`judge`]: requests in, classes out. Its memory depends on crawlers, sites and reads of robots.txt, not on lines.
//! - [`intake`]: lines to requests for the judge, and a tally of what was read.
//! - [`summary`]: what is told of a log: by crawler, the worst first.
//! - [`evidence`]: a class with all that it rests on, as JSON, and the replay that decides it again.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod evidence;
pub mod history;
pub mod identity;
pub mod intake;
pub mod judge;
pub mod log;
pub mod summary;
