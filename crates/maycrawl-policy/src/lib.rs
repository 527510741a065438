//! What the results of fetching robots.txt mean over time: when a file is in force, when a failure closes a site, and
//! for how long. A pure function of what was observed; no sockets, no clock, no async.
//!
//! ```
//! use std::time::Duration;
//!
//! use maycrawl_policy::{Basis, HttpAnswer, NextStep, Policy, RobotsRequest, State, Timestamp};
//!
//! let policy = Policy::Google2026;
//! let hours = |hours: u64| Timestamp::from_millis(0).after(Duration::from_secs(hours * 3600));
//!
//! // The first answer that a program gets for robots.txt.
//! let mut request = RobotsRequest::new("https://example.com/robots.txt").unwrap();
//! let answer = HttpAnswer::new(503, &[], b"");
//! let NextStep::Done { event, .. } = request.answered(&answer, hours(0)) else { panic!() };
//! let state = policy.after_fetch(&State::default(), &event, hours(0));
//! // Google's document of 2026 closes a failing site for twelve hours.
//! assert_eq!(policy.decide(&state, hours(1)).basis, Basis::Disallowed);
//! // RFC 9309 closes it for thirty days.
//! assert_eq!(Policy::Rfc9309.decide(&state, hours(300)).basis, Basis::Disallowed);
//! ```
//!
//! # The parts
//!
//! - What was observed: [`StatusClass`], [`Outcome`], [`Missing`], [`Failure`]. [`RobotsRequest`] reads the answers of
//!   a program that makes its own requests. With the feature `archive`, `ArchivedResponse` reads recorded ones.
//! - What it means: a [`Policy`] computes the next [`State`] from a [`PolicyEvent`], and from a state what a verdict
//!   rests on ([`Basis`]) and whether to [`Fetch`].
//! - What other crawlers may do while a file fails: [`FailureLadder`].
//!
//! # Guarantees
//!
//! - A failure is never an answer: a broken transfer is not a shorter file.
//! - No single jump of a clock opens a site.
//! - All readers of answers give one judgement.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod announced_body;
mod answer;
#[cfg(feature = "archive")]
mod archived;
#[cfg(feature = "archive")]
mod body;
mod evidence;
#[doc(hidden)]
pub mod internals;
mod outcome;
mod policy;
mod redirects;
mod status;
mod timestamp;

pub use announced_body::BodyEnd;
pub use answer::{HttpAnswer, NextStep, RobotsRequest};
#[cfg(feature = "archive")]
pub use archived::ArchivedResponse;
/// A byte buffer that clones share without copying. Bodies have this type.
pub use bytes::Bytes;
pub use outcome::{Body, Failure, FailureKind, FetchResult, Hop, Missing, Outcome, RedirectError};
pub use policy::{
    Basis, DAY, FIRST_FAILURE, FailureLadder, Fetch, LONG_FAILURE, Outlook, Policy,
    PolicyDifference, PolicyEvent, SiteProbe, Standing, State, TransitionOptions,
};
pub use redirects::{MAX_REDIRECTS, RedirectChain};
pub use status::StatusClass;
pub use timestamp::{HumanDuration, Timestamp};
