//! Live robots.txt: fetched, judged by result code, cached, shared.
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
//! let rules = robots.rules_for(&Crawler::named("ExampleBot"));
//! println!("{}", rules.check(url)); // allowed: no rule of the crawler's group matches
//! println!("{robots}"); // https://www.example.com/robots.txt was fetched 3 h ago
//! # Ok(()) }
//! ```
//!
//! # The way of an answer
//!
//! The entries in use, then the [`Store`], then the site. A fetch is a walk along redirects ([`Fetched`]),
//! each connection judged by the [`Guard`]; the [`Policy`] says what its outcome means and for how long; the
//! store keeps it as an [`Entry`], for this process or a fleet.
//!
//! # What it promises
//!
//! - One fetch of an origin at a time, in a process and among those that share a store file or a Redis.
//! - A verdict is about the URL that is requested ([`Checked`]).
//! - One client's slow sites delay no other ([`Fetcher::for_client`]), and a fetch that nobody waits for ends.
//! - A failure is never an answer: a broken transfer is no shorter file, a blocked address no missing file,
//!   and a store that fails is gone without.
//! - Nothing is unbounded: time (one deadline for all hops), bytes (500 KiB decoded), hops, header fields,
//!   addresses, connections, memory.

#![forbid(unsafe_code)]

pub mod blocking;
mod builder;
mod checked;
mod dns;
mod entry;
mod fetcher;
mod flight;
pub mod ftp;
mod get;
mod guard;
mod hot;
mod http;
mod keyed_semaphore;
mod outcome;
mod policy;
mod redirects;
mod robots;
mod store;
mod time;
mod tls;
mod transport;

pub use builder::{BuildError, Builder};
pub use checked::{Checked, Rules};
pub use entry::{Content, Entry, LastFetch, Version};
pub use fetcher::{Fetcher, Mode};
pub use get::{GetError, GetLimits, Response};
pub use guard::{Guard, Protocol, Range, Refusal};
pub use outcome::{Body, Failure, FailureKind, Fetched, Hop, Missing, Outcome};
pub use policy::{Basis, Event, Fetch, Policy, PolicyDifference, Site, Standing, State};
pub use redirects::{MAX_REDIRECTS, RedirectChain, RedirectError};
pub use robots::Robots;
pub use store::{Store, StoreError};
pub use time::{Clock, Moment, Time};

/// Bytes that are shared, not copied: bodies.
pub use bytes::Bytes;
/// A certificate in DER, as [`Builder::trust`] takes it.
pub use rustls::pki_types::CertificateDer;
