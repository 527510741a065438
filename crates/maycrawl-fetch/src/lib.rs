//! Live robots.txt files: fetches them, interprets the result code, caches them, and shares them between processes.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use maycrawl::Crawler;
//! use maycrawl_fetch::Fetcher;
//!
//! let fetcher = Fetcher::builder()
//!     .user_agent("ExampleBot/1.0 (+https://example.com/bot)")
//!     .build()?;
//! let url = "https://www.example.com/page";
//! let robots = fetcher.robots_for(url).await?;
//! let rules = robots.rules_for(&Crawler::parse("ExampleBot").unwrap());
//! println!("{}", rules.check(url)); // allowed: no rule of the crawler's group matches
//! println!("{robots}"); // https://www.example.com/robots.txt was fetched 3 h ago
//! # Ok(()) }
//! ```
//!
//! # How a lookup works
//!
//! A lookup asks the cache of this process, then the [`Store`], then the site. A fetch follows redirects
//! ([`FetchResult`]), and the [`AddressGuard`] checks each connection. The [`Policy`] decides what the outcome means
//! and for how long. The store keeps it as an [`Entry`], for this process or for many.
//!
//! # Guarantees
//!
//! - Each origin is fetched at most once at a time, in one process and among processes that share a store file or a
//!   Redis.
//! - A verdict is about the URL that is requested ([`UrlVerdict`](maycrawl::UrlVerdict)).
//! - Slow sites of one client do not delay another client ([`Fetcher::for_client`]). A fetch without waiters ends.
//!   Waiting for a slot is never a failure of a site ([`OriginRobots::is_busy`]).
//! - A failure is never an answer. A broken transfer is not a shorter file, and a blocked address is not a missing
//!   file. If the store fails, the fetcher continues without it.
//! - Everything is bounded: time (one deadline for all hops), bytes (500 KiB decoded), hops, header fields, addresses,
//!   connections, memory.

//!
//! # Features
//!
//! `network` (default): everything that connects. Without it there are the policies and [`RobotsRequest`], for programs
//! that make their own requests: 43 crates instead of 147. `archive` adds [`ArchivedResponse`], without what connects.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The network half uses the rest of these modules.
#![cfg_attr(not(feature = "network"), allow(dead_code))]

#[cfg(feature = "network")]
mod address_guard;
mod announced_body;
mod answer;
#[cfg(feature = "archive")]
mod archived;
#[cfg(feature = "network")]
mod ask_as;
#[cfg(feature = "blocking")]
pub mod blocking;
#[cfg(feature = "archive")]
mod body;
#[cfg(feature = "network")]
mod builder;
#[cfg(feature = "network")]
mod cached_origin;
mod clock;
#[cfg(feature = "network")]
mod dns;
mod evidence;
#[cfg(feature = "network")]
mod fetch_pass;
#[cfg(feature = "network")]
mod fetcher;
#[cfg(feature = "ftp")]
mod ftp;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
#[cfg(feature = "network")]
mod http;
#[cfg(feature = "network")]
pub mod ledger;
#[cfg(feature = "network")]
mod line_difference;
#[cfg(feature = "network")]
mod lookup;
#[cfg(feature = "network")]
mod origin_robots;
#[cfg(feature = "network")]
mod origin_rules;
mod outcome;
mod policy;
#[cfg(feature = "network")]
mod post;
mod redirects;
#[cfg(feature = "network")]
mod resource;
#[cfg(feature = "network")]
mod robots_fetch;
#[cfg(feature = "network")]
mod sent_as;
#[cfg(feature = "simulation")]
#[doc(hidden)]
pub mod simulation;
#[cfg(feature = "network")]
mod single_flight;
#[cfg(feature = "network")]
mod site_cache;
#[cfg(feature = "network")]
mod site_state;
#[cfg(feature = "network")]
mod store;
#[cfg(feature = "network")]
mod tls;
#[cfg(feature = "network")]
mod user_agents;

#[cfg(feature = "network")]
pub use address_guard::{AddressGuard, Protocol, Range, Refusal};
pub use announced_body::BodyEnd;
pub use answer::{HttpAnswer, NextStep, RobotsRequest};
#[cfg(feature = "archive")]
pub use archived::ArchivedResponse;
#[cfg(feature = "network")]
pub use ask_as::{
    ASK_AS_LIMITS, AnswerAs, AnswerDifference, AnswerKind, AskAs, AskAsError, AskAsFinding,
    AskAsReport, AskedSite, FindingKind, NotAsked, ProtectionField, UserAgent, UserAgentError,
    UserAgentRole, WhyNotAsked,
};
#[cfg(feature = "network")]
pub use builder::{BuildError, FetcherBuilder};
pub use clock::{Clock, ClockReading, HumanDuration, Timestamp};
#[cfg(feature = "network")]
pub use dns::HostNames;
#[cfg(feature = "network")]
pub use fetcher::Fetcher;
#[cfg(feature = "network")]
pub use line_difference::LineDifference;
#[cfg(feature = "network")]
pub use lookup::FetchMode;
#[cfg(feature = "network")]
pub use origin_robots::OriginRobots;
#[cfg(feature = "network")]
pub use origin_rules::OriginRules;
pub use outcome::{Body, Failure, FailureKind, FetchResult, Hop, Missing, Outcome, RedirectError};
pub use policy::{
    Basis, Fetch, Policy, PolicyDifference, PolicyEvent, SiteProbe, Standing, State,
    TransitionOptions,
};
pub use redirects::{MAX_REDIRECTS, RedirectChain};
#[cfg(feature = "network")]
pub use resource::{ResourceError, ResourceLimits, Response};
#[cfg(feature = "network")]
pub use site_state::{DifferenceState, FetchState, RefusalState, SiteState};
#[cfg(feature = "sqlite")]
pub use store::Opened;
#[cfg(feature = "network")]
pub use store::entry::{Content, Entry, LastFetch, Version};
#[cfg(feature = "network")]
pub use store::{CustomStore, LostWrites, Store, StoreError, StoreFuture};

/// A byte buffer that clones share without copying. Bodies have this type.
pub use bytes::Bytes;
#[cfg(feature = "network")]
/// A certificate in DER form, the argument of [`FetcherBuilder::add_root_certificate`].
pub use rustls::pki_types::CertificateDer;
