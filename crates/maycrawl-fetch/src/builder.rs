//! The configuration of a fetcher.

use std::collections::HashMap;
use std::fmt;
use std::hash::RandomState;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use hyper::header::HeaderValue;
use maycrawl::Profile;
use maycrawl_policy::Policy;
use maycrawl_policy::internals::MAX_FILE_BYTES;
use moka::sync::Cache;
use rustls::pki_types::CertificateDer;

use crate::address_guard::AddressGuard;
use crate::clock::Clock;
use crate::dns::Resolver;
use crate::fetcher::Fetcher;
use crate::http::Requester;
use crate::http::connect::{Connector, Spacing, Visits};
use crate::ledger::Resource;
use crate::lookup::{FetchMode, Inner};
use crate::robots_fetch::RobotsFetch;
use crate::single_flight::SingleFlight;
use crate::site_cache::SiteCache;
use crate::store::Store;
use crate::tls;

/// The default of [`FetcherBuilder::user_agent`].
const DEFAULT_USER_AGENT: &str = concat!("maycrawl/", env!("CARGO_PKG_VERSION"));

/// Maximum number of origins whose last fetch is remembered for [`FetcherBuilder::min_refresh_interval`].
const MAX_ATTEMPTS: u64 = 65_536;

/// Configures and builds a [`Fetcher`].
#[derive(Clone, Debug)]
pub struct FetcherBuilder {
    policy: Policy,
    profile: Profile,
    store: Option<Store>,
    user_agent: String,
    guard: AddressGuard,
    deadline: Duration,
    connect_timeout: Duration,
    first_byte_timeout: Duration,
    max_concurrent: usize,
    fetches_per_client: Option<usize>,
    max_per_address: usize,
    fetches_per_address: Option<(NonZeroU32, NonZeroU32)>,
    visits_per_address: Option<(NonZeroU32, NonZeroU32)>,
    slot_timeout: Option<Duration>,
    min_refresh_interval: Duration,
    store_unreached: bool,
    cache_bytes: u64,
    name_server: Option<SocketAddr>,
    fixed_addresses: HashMap<String, Vec<IpAddr>>,
    root_certificates: Vec<CertificateDer<'static>>,
    mode: FetchMode,
    probe_failing_sites: bool,
    confirm_refusals: bool,
    clock: Clock,
    #[cfg(feature = "simulation")]
    network: Option<std::sync::Arc<dyn crate::simulation::Network>>,
}

impl Default for FetcherBuilder {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            profile: Profile::GOOGLE,
            store: None,
            user_agent: DEFAULT_USER_AGENT.to_owned(),
            guard: AddressGuard::public_only(),
            deadline: Duration::from_secs(30),
            connect_timeout: Duration::from_secs(5),
            first_byte_timeout: Duration::from_secs(15),
            max_concurrent: Resource::Fetches.spec().capacity as usize,
            fetches_per_client: None,
            max_per_address: Resource::AddressSlots.spec().capacity as usize,
            fetches_per_address: None,
            visits_per_address: None,
            // A program without clients waits for its own fetches only. With a limit it would have to handle `is_busy`.
            slot_timeout: None,
            min_refresh_interval: Duration::from_secs(10),
            store_unreached: true,
            cache_bytes: 128 << 20,
            name_server: None,
            fixed_addresses: HashMap::new(),
            root_certificates: Vec::new(),
            mode: FetchMode::default(),
            probe_failing_sites: false,
            // By the documents a refusal means *no file*. Services turn this on, because strangers can provoke one.
            confirm_refusals: false,
            clock: Clock::system(),
            #[cfg(feature = "simulation")]
            network: None,
        }
    }
}

impl FetcherBuilder {
    /// The policy that interprets fetch results. Default: [`Policy::Google2021`].
    ///
    /// ```
    /// use maycrawl_fetch::{Fetcher, Policy};
    ///
    /// let fetcher = Fetcher::builder().policy(Policy::Rfc9309).build()?;
    /// assert_eq!(fetcher.policy(), Policy::Rfc9309);
    /// # Ok::<(), maycrawl_fetch::BuildError>(())
    /// ```
    #[must_use]
    pub fn policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// The profile that parses and matches files. Default: [`Profile::GOOGLE`].
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// The store for entries. Default: 256 MiB of memory.
    #[must_use]
    pub fn store(self, store: Store) -> Self {
        Self { store: Some(store), ..self }
    }

    /// The `User-Agent` of requests. An honest one names a web page or an e-mail address. (RFC 9309 section 2.2.1: the
    /// product token should be part of it.) Default: `maycrawl/` and the version.
    ///
    /// ```
    /// use maycrawl_fetch::Fetcher;
    ///
    /// let name = "ExampleBot/1.0 (+https://bot.example/)";
    /// let fetcher = Fetcher::builder().user_agent(name).build()?;
    /// assert_eq!(fetcher.user_agent(), name);
    /// # Ok::<(), maycrawl_fetch::BuildError>(())
    /// ```
    #[must_use]
    pub fn user_agent(self, user_agent: impl Into<String>) -> Self {
        Self { user_agent: user_agent.into(), ..self }
    }

    /// The addresses that may be connected to. Default: public ones.
    #[must_use]
    pub fn guard(self, guard: AddressGuard) -> Self {
        Self { guard, ..self }
    }

    /// Lookup timeout: the time for one lookup, all hops together. Default: 30 s.
    #[must_use]
    pub fn deadline(self, deadline: Duration) -> Self {
        Self { deadline, ..self }
    }

    /// Connect timeout: the time for a TCP connection. The TLS timeout is twice as long. Default: 5 s.
    #[must_use]
    pub fn connect_timeout(self, connect_timeout: Duration) -> Self {
        Self { connect_timeout, ..self }
    }

    /// First-byte timeout: the time from a request to the head of its answer. Default: 15 s.
    #[must_use]
    pub fn first_byte_timeout(self, first_byte_timeout: Duration) -> Self {
        Self { first_byte_timeout, ..self }
    }

    /// Maximum number of fetches at a time, all origins together. Default: 512.
    #[must_use]
    pub fn max_concurrent(self, max_concurrent: usize) -> Self {
        Self { max_concurrent, ..self }
    }

    /// Maximum number of fetches at a time for one client of [`Fetcher::for_client`]. Default: an eighth of
    /// [`max_concurrent`](Self::max_concurrent).
    #[must_use]
    pub fn fetches_per_client(self, fetches_per_client: usize) -> Self {
        Self { fetches_per_client: Some(fetches_per_client), ..self }
    }

    /// Rate limit for connections to one address, whatever host names resolve to it: `rate` a second, after a burst of
    /// `burst`. An IPv6 /64 counts as one address. One client of [`Fetcher::for_client`], or one network of
    /// [`Fetcher::for_address`], has half of it. A fetch over the limit waits, for
    /// [`slot_timeout`](Self::slot_timeout). For services that fetch URLs of strangers. Default: no limit.
    #[must_use]
    pub fn fetches_per_address(self, rate: NonZeroU32, burst: NonZeroU32) -> Self {
        Self { fetches_per_address: Some((rate, burst)), ..self }
    }

    /// Rate limit for requests to one address that clients want now, whatever host names resolve to it: `rate` a
    /// second, after a burst of `burst`. These are pages and sitemaps, fetches with another user agent, and fetches of
    /// robots.txt that no policy requires ([`Fetcher::refresh`]). A request over the limit is busy at once. What the
    /// program asks for itself, without [`Fetcher::for_client`] or [`Fetcher::for_address`], is not counted. For
    /// services that strangers ask to look at a site: without it, one who points many names to a site could make its
    /// firewall block the service. Default: no limit.
    #[must_use]
    pub fn visits_per_address(self, rate: NonZeroU32, burst: NonZeroU32) -> Self {
        Self { visits_per_address: Some((rate, burst)), ..self }
    }

    /// Slot timeout: how long a lookup waits for a slot of this fetcher, and then for one of the address of the site.
    /// That time is no part of the deadline, and a lookup without a slot is no failure of the site: its result
    /// [is busy](crate::OriginRobots::is_busy), and nothing is stored. Default: as long as it takes.
    #[must_use]
    pub fn slot_timeout(self, slot_timeout: Duration) -> Self {
        Self { slot_timeout: Some(slot_timeout), ..self }
    }

    /// Minimum interval between the start of a fetch and the next forced fetch of the same origin
    /// ([`Fetcher::refresh`], [`Fetcher::fetch`]). An earlier forced fetch returns what is known. Without this limit, a
    /// stranger who may force fetches could make this fetcher hit a site's rate limit. Zero disables it, together with
    /// the pause after a 401, 403 or 429. Default: 10 s.
    #[must_use]
    pub fn min_refresh_interval(self, min_refresh_interval: Duration) -> Self {
        Self { min_refresh_interval, ..self }
    }

    /// Whether to store the failure of an origin that never answered. Refusals of the guard are never stored. A service
    /// that hides its network from strangers sets this to false: after a restart both kinds are fetched again. Default:
    /// true.
    #[must_use]
    pub fn store_unreached(self, store_unreached: bool) -> Self {
        Self { store_unreached, ..self }
    }

    /// Maximum number of connections at a time to one address, whatever host names resolve to it. Default: 64.
    #[must_use]
    pub fn max_per_address(self, max_per_address: usize) -> Self {
        Self { max_per_address, ..self }
    }

    /// Size of the cache in bytes of memory, in addition to the store. Default: 128 MiB.
    #[must_use]
    pub fn cache_bytes(self, cache_bytes: u64) -> Self {
        Self { cache_bytes, ..self }
    }

    /// The DNS server. Default: the system's.
    #[must_use]
    pub fn name_server(self, name_server: SocketAddr) -> Self {
        Self { name_server: Some(name_server), ..self }
    }

    /// Sets the addresses of a host; DNS is not asked for it. The guard still checks them.
    ///
    /// ```
    /// use maycrawl_fetch::Fetcher;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let fetcher = Fetcher::builder().resolve("example.com", &["127.0.0.1".parse()?]).build()?;
    /// // The guard is asked about these addresses too.
    /// assert!(fetcher.robots_for("https://example.com/").await?.is_refused());
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn resolve(mut self, host: &str, addresses: &[IpAddr]) -> Self {
        // The look-up leaves out the final dot of a full name too.
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        self.fixed_addresses.insert(host, addresses.to_vec());
        self
    }

    /// Adds a trusted root certificate, in DER form, to Mozilla's.
    #[must_use]
    pub fn add_root_certificate(mut self, authority: CertificateDer<'static>) -> Self {
        self.root_certificates.push(authority);
        self
    }

    /// When to fetch. Default: [`FetchMode::Policy`].
    ///
    /// ```
    /// use maycrawl_fetch::{Basis, FetchMode, Fetcher};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let fetcher = Fetcher::builder().mode(FetchMode::Offline).build()?;
    /// // Nothing is stored, and nothing is fetched. What is not known is not allowed.
    /// assert_eq!(fetcher.robots_for("https://example.com/").await?.basis(), Basis::Disallowed);
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn mode(self, mode: FetchMode) -> Self {
        Self { mode, ..self }
    }

    /// Whether to probe a site whose robots.txt answers 5xx: request the front page and a page that cannot exist. A
    /// site that answers 5xx for missing pages has no robots.txt, and `google-2026` needs to know whether the site
    /// answers at all. The first conclusion holds only for a site without a known file, never for 503 or with
    /// `Retry-After`, and only after two probes a day apart. Costs two more requests to a failing site. (Google,
    /// *Handling HTTP result codes*.) Default: false.
    #[must_use]
    pub fn probe_failing_sites(self, probe: bool) -> Self {
        Self { probe_failing_sites: probe, ..self }
    }

    /// Whether an answer that is no robots.txt opens a site with a known file only after it was seen for a day, in at
    /// least two fetches without a file in between; 404 and 410 after an hour. It may be a refusal, a web page, or an
    /// empty body. Until then the last copy is in force, also after it has expired. The documents say that such an
    /// answer means *no file*, or a file without rules, so this is stricter than they are. For services: a stranger who
    /// makes a firewall block the service would otherwise open the site for everybody.
    /// ([`TransitionOptions::confirm_refusals`](maycrawl_policy::TransitionOptions::confirm_refusals).) Default: false.
    #[must_use]
    pub fn confirm_refusals(self, confirm_refusals: bool) -> Self {
        Self { confirm_refusals, ..self }
    }

    /// The clock. Default: [`Clock::system`].
    #[must_use]
    pub fn clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// The network in place of the machine's.
    #[cfg(feature = "simulation")]
    #[doc(hidden)]
    #[must_use]
    pub fn network(self, network: std::sync::Arc<dyn crate::simulation::Network>) -> Self {
        Self { network: Some(network), ..self }
    }

    /// Builds the fetcher.
    ///
    /// ```
    /// use maycrawl_fetch::{BuildError, Fetcher};
    ///
    /// let user_agent = "ExampleBot\r\nHost: example.org";
    /// let error = Fetcher::builder().user_agent(user_agent).build().unwrap_err();
    /// assert_eq!(error, BuildError::UserAgent(user_agent.to_owned()));
    /// ```
    ///
    /// # Errors
    /// If the user agent cannot be sent, or a root certificate is not valid.
    pub fn build(self) -> Result<Fetcher, BuildError> {
        let user_agent = HeaderValue::from_str(&self.user_agent)
            .map_err(|_| BuildError::UserAgent(self.user_agent.clone()))?;
        let tls = tls::config(&self.root_certificates)
            .map_err(|error| BuildError::Tls(error.to_string()))?;
        let resolver = Resolver::new(self.name_server, self.fixed_addresses);
        #[cfg(feature = "simulation")]
        let resolver = resolver.with_network(self.network);
        let connector = Connector::new(
            self.guard,
            resolver,
            self.connect_timeout,
            self.max_per_address,
            self.fetches_per_address.map(|(rate, burst)| Spacing::new(rate, burst)),
            self.visits_per_address.map(|(rate, burst)| Visits::new(rate, burst)),
        );
        let requester = Requester {
            connector,
            tls,
            user_agent,
            tls_timeout: self.connect_timeout * 2,
            first_byte_timeout: self.first_byte_timeout,
            limit: MAX_FILE_BYTES,
        };
        let transport =
            RobotsFetch { requester, deadline: self.deadline, clock: self.clock.clone() };
        let of_client = self.fetches_per_client.unwrap_or(self.max_concurrent / 8);
        Ok(Fetcher::from_inner(Inner {
            policy: self.policy,
            profile: self.profile,
            clock: self.clock,
            transport,
            store: self.store.unwrap_or_else(|| Store::memory(256 << 20)),
            cache: SiteCache::new(self.cache_bytes),
            flights: SingleFlight::default(),
            client_keys: RandomState::new(),
            attempts: Cache::new(MAX_ATTEMPTS),
            min_refresh_interval: self.min_refresh_interval,
            store_unreached: self.store_unreached,
            slots: Resource::Fetches
                .account(self.max_concurrent as u64)
                .with_limit_per_client(of_client.max(1) as u64),
            slot_timeout: self.slot_timeout,
            deadline: self.deadline,
            mode: self.mode,
            probe_failing_sites: self.probe_failing_sites,
            confirm_refusals: self.confirm_refusals,
        }))
    }
}

/// The reason why a fetcher cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The user agent contains bytes that a header field cannot carry.
    UserAgent(String),
    /// A root certificate is not valid.
    Tls(String),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UserAgent(text) => {
                write!(
                    f,
                    "the user agent {text:?} cannot be sent; use only visible ASCII characters and spaces"
                )
            }
            Self::Tls(why) => write!(f, "a root certificate is not valid: {why}"),
        }
    }
}

impl std::error::Error for BuildError {}

impl Fetcher {
    /// A builder with the default configuration.
    #[must_use]
    pub fn builder() -> FetcherBuilder {
        FetcherBuilder::default()
    }
}
