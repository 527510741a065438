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
//! Programs that make their own requests need [`maycrawl_policy`] alone.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod address_guard;
mod ask_as;
#[cfg(feature = "blocking")]
pub mod blocking;
mod builder;
mod cached_origin;
mod clock;
mod dns;
mod fetch_pass;
mod fetcher;
#[cfg(feature = "ftp")]
mod ftp;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod http;
pub mod ledger;
mod line_difference;
mod lookup;
mod origin_robots;
mod origin_rules;
mod post;
mod resource;
mod robots_fetch;
mod sent_as;
#[cfg(feature = "simulation")]
#[doc(hidden)]
pub mod simulation;
mod single_flight;
mod site_cache;
mod site_state;
mod store;
mod tls;
mod user_agents;

pub use address_guard::{AddressGuard, Protocol, Range, Refusal};
pub use ask_as::{
    ASK_AS_LIMITS, AnswerAs, AnswerDifference, AnswerKind, AskAs, AskAsError, AskAsFinding,
    AskAsReport, AskedSite, FindingKind, NotAsked, ProtectionField, UserAgent, UserAgentError,
    UserAgentRole, WhyNotAsked,
};
pub use builder::{BuildError, FetcherBuilder};
pub use clock::{Clock, ClockReading};
pub use dns::HostNames;
pub use fetcher::Fetcher;
pub use line_difference::LineDifference;
pub use lookup::FetchMode;
/// What results mean, and for how long, is in [`maycrawl_policy`]; these types appear in the interface of this crate.
pub use maycrawl_policy::{
    Basis, Body, Bytes, Failure, FailureKind, FetchResult, Hop, HumanDuration, Missing, Outcome,
    Outlook, Policy, PolicyDifference, RedirectError, Timestamp,
};
pub use origin_robots::{OldCopy, OriginRobots};
pub use origin_rules::OriginRules;
pub use resource::{ResourceError, ResourceLimits, Response};
pub use site_state::{DifferenceState, FetchState, RefusalState, SiteState};
#[cfg(feature = "sqlite")]
pub use store::Opened;
pub use store::entry::{Content, Entry, LastFetch, Version};
pub use store::{CustomStore, LostWrites, Store, StoreError, StoreFuture};

/// A certificate in DER form, the argument of [`FetcherBuilder::add_root_certificate`].
pub use rustls::pki_types::CertificateDer;
