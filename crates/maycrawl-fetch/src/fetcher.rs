//! The fetcher: asks the cache, the store and the site, in this order. It fetches one origin at most once at a time.

use std::hash::{BuildHasher as _, Hash};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, StreamExt as _, stream};
use maycrawl::{Origin, OriginError};
use maycrawl_policy::{
    Failure, FailureKind, Fetch, FetchResult, Outcome, Policy, SiteProbe, TransitionOptions,
};
use tracing::Instrument as _;

use crate::cached_origin::CachedOrigin;
use crate::fetch_pass::FetchPass;
use crate::ledger::{Busy, Client, Permit};
use crate::lookup::{FetchMode, FlightRequest, Inner};
use crate::origin_robots::OriginRobots;
use crate::robots_fetch::RobotsFetch;
use crate::sent_as::SentAs;
use crate::single_flight::{FlightWaiter, Progress};
use crate::store::{Store, StoreError};
use crate::user_agents::UserAgent;

/// Interval after which a cached entry is compared with the store, if other processes write there too.
const STORE_CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// Extra time that a lookup waits for its flight. The fetch has the same deadline as the lookup but begins a little
/// later. Its own report of a failure has the hops and is stored, so it is worth the wait.
const FLIGHT_GRACE_PERIOD: Duration = Duration::from_millis(100);

/// Fetches robots.txt files, stores them, and returns what they mean now. Cheap to clone: clones share all state.
///
/// A lookup of an origin that is cached costs about half a microsecond.
///
/// A lookup that is dropped stops waiting. A fetch ends when its last waiter is gone.
///
/// # Example: the loop of a crawler
///
/// ```no_run
/// # async fn example(queue: Vec<String>) -> Result<(), Box<dyn std::error::Error>> {
/// use maycrawl::Crawler;
/// use maycrawl_fetch::{Fetcher, ResourceLimits};
///
/// let fetcher = Fetcher::builder()
///     .user_agent("ExampleBot/1.0 (+https://example.com/bot)")
///     .build()?;
/// let crawler = Crawler::parse("ExampleBot").unwrap();
/// for url in queue {
///     let robots = fetcher.robots_for(&url).await?;
///     let answer = robots.check(&crawler, &url);
///     let Some(request) = answer.url.as_ref().filter(|_| answer.is_allowed()) else {
///         println!("{url}: {answer}; {robots}");
///         continue;
///     };
///     let limits = ResourceLimits { redirects: 0, ..ResourceLimits::default() };
///     let mut page = fetcher.get_request(request, limits).await?;
///     while let Some(piece) = page.chunk().await? {
///         println!("{url}: {} bytes", piece.len());
///     }
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct Fetcher {
    inner: Arc<Inner>,
    /// The client whose slots are used.
    client: Client,
}

impl Fetcher {
    pub(crate) fn from_inner(inner: Inner) -> Self {
        Self { inner: Arc::new(inner), client: Client::OWN }
    }

    /// Returns the same fetcher on behalf of `client`, such as the name of a user. Its fetches, of robots.txt and of
    /// other URLs, are shared fairly with those of other clients ([`ledger`](crate::ledger)), so that slow sites of one
    /// client do not delay another client: if all slots are in use, a fetch of the client that has most of them ends.
    /// Costs one hash. For clients with an address there is [`for_address`](Self::for_address).
    ///
    /// ```
    /// # fn main() -> Result<(), maycrawl_fetch::BuildError> {
    /// use std::net::IpAddr;
    ///
    /// let fetcher = maycrawl_fetch::Fetcher::builder().fetches_per_client(8).build()?;
    /// let of_client = fetcher.for_client(&IpAddr::from([192, 0, 2, 7]));
    /// # let _ = of_client; Ok(()) }
    /// ```
    #[must_use]
    pub fn for_client(&self, client: &impl Hash) -> Self {
        let client = Client::from_key(self.inner.client_keys.hash_one(client));
        Self { inner: Arc::clone(&self.inner), client }
    }

    /// As [`for_client`](Self::for_client), for a client with an address. It also counts in the networks of the
    /// address, so that many addresses of one network do not get more than one address of another network.
    #[must_use]
    pub fn for_address(&self, address: IpAddr) -> Self {
        Self { inner: Arc::clone(&self.inner), client: Client::from_address(address) }
    }

    /// Returns what the robots.txt of `url`'s origin means now. Waits for a fetch only where the policy requires one
    /// first, and never longer than the deadline, without the time that it waits for a slot of this fetcher. If it gets
    /// no slot within [`slot_timeout`](crate::FetcherBuilder::slot_timeout), the result [is
    /// busy](OriginRobots::is_busy). (RFC 9309 section 2.3: one robots.txt for each scheme, host and port.)
    ///
    /// ```
    /// use maycrawl_fetch::{FetchMode, Fetcher};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let fetcher = Fetcher::builder().mode(FetchMode::Offline).build()?;
    /// let robots = fetcher.robots_for("https://Example.com:443/a?b").await?;
    /// assert_eq!(robots.origin().robots_url(), "https://example.com/robots.txt");
    /// assert!(fetcher.robots_for("/a").await.is_err());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If `url` is not an absolute http, https or ftp URL. A failure of the site is not an error: it is a possible
    /// [`Basis`](crate::Basis) of the result.
    pub async fn robots_for(&self, url: &str) -> Result<OriginRobots, OriginError> {
        if let Some(robots) = self.known(written_origin(url)) {
            return Ok(robots);
        }
        Ok(self.robots_of(&Origin::parse(url)?).await)
    }

    /// Returns what the robots.txt of `origin` means now. As [`robots_for`](Self::robots_for), without parsing a URL.
    pub async fn robots_of(&self, origin: &Origin) -> OriginRobots {
        match self.known(origin.as_str()) {
            Some(robots) => robots,
            // In a box: nearly every caller has its answer already, and would carry the room of a fetch with it.
            None => Box::pin(self.look_up(origin, false)).await,
        }
    }

    /// Fetches the robots.txt of `origin` even if the policy does not require a fetch, and returns what it means now.
    ///
    /// Does not fetch sooner than [`min_refresh_interval`](crate::FetcherBuilder::min_refresh_interval) after the last
    /// fetch, nor during the pause after a 401, 403 or 429 that left a fresh file in force. It then returns what is
    /// known; the sentence of the result says when that was fetched.
    pub async fn refresh(&self, origin: &Origin) -> OriginRobots {
        self.look_up(origin, true).await
    }

    /// Returns what the robots.txt files of many origins mean, in the order in which the results arrive. Looks up at
    /// most `at_once` origins at a time, and at least one.
    pub fn robots_of_many<I>(
        &self,
        origins: I,
        at_once: usize,
    ) -> impl Stream<Item = (Origin, OriginRobots)> + use<I>
    where
        I: IntoIterator<Item = Origin>,
    {
        let fetcher = self.clone();
        stream::iter(origins)
            .map(move |origin| {
                let fetcher = fetcher.clone();
                async move {
                    let robots = fetcher.robots_of(&origin).await;
                    (origin, robots)
                }
            })
            .buffer_unordered(at_once.max(1))
    }

    /// Fetches once, without store and policy. Never fails: a failure is an outcome of the result, also that no slot
    /// was free within [`slot_timeout`](crate::FetcherBuilder::slot_timeout).
    pub async fn fetch_only(&self, origin: &Origin) -> FetchResult {
        self.request(origin, None, true).await.map_or_else(
            |busy| {
                let failure = Failure::new(FailureKind::Timeout, busy.to_string());
                let at = self.inner.clock.now().wall;
                FetchResult::new(at, Duration::ZERO, Outcome::Failed(failure))
            },
            |(fetched, _)| fetched,
        )
    }

    /// Fetches once under another User-Agent, without cache, store and policy.
    pub(crate) async fn fetch_as(
        &self,
        origin: &Origin,
        sent_as: SentAs,
    ) -> Result<(FetchResult, SentAs), Busy> {
        let slot = self.permit().await?;
        let mut pass = self.pass(origin.as_str());
        pass.sent_as = Some(sent_as);
        let fetched = tokio::select! {
            biased;
            fetched = self.transport().fetch(origin, &pass) => fetched?,
            () = slot.revoked() => return Err(Busy),
        };
        pass.sent_as.map(|sent_as| (fetched, sent_as)).ok_or(Busy)
    }

    /// Waits for a slot, and fetches.
    async fn request(
        &self,
        origin: &Origin,
        before: Option<&Arc<CachedOrigin>>,
        is_visit: bool,
    ) -> Result<(FetchResult, Option<SiteProbe>), Busy> {
        let slot = self.inner.slot(self.client).await?;
        let mut pass = self.inner.pass(slot.client, before.map(|before| &**before));
        pass.is_visit = is_visit;
        self.inner.request(origin, before, &slot, pass).await
    }

    /// Fetches, stores the outcome, and returns both: the fetch and what it means. Where [`refresh`](Self::refresh)
    /// would not fetch, this function does not fetch either, and the [`FetchResult`] is `None`. So it is if no slot was
    /// free.
    pub async fn fetch(&self, origin: &Origin) -> (Option<FetchResult>, OriginRobots) {
        let inner = &self.inner;
        let before = inner.last_known(origin, None).await;
        let due = before.as_ref().map(|site| inner.standing(site, inner.clock.now()));
        if let Some(site) = &before
            && due == Some(Fetch::No)
            && !inner.may_force(origin.as_str(), site)
        {
            return (None, inner.robots(site));
        }
        let forced = due == Some(Fetch::No);
        let Ok((fetched, probe)) = self.request(origin, before.as_ref(), forced).await else {
            return (None, inner.busy_robots(origin, before));
        };
        let site = inner
            .record(origin, before.as_deref(), &fetched, probe, inner.options(forced), self.client)
            .await;
        (Some(fetched), inner.robots(&site))
    }

    /// Fetches now, and believes an answer that would otherwise have to wait for a confirmation
    /// ([`confirm_refusals`](crate::FetcherBuilder::confirm_refusals)): the word of an operator, such as for an owner
    /// who has deleted the file. Other processes that know the file still count their own time. `None` if no slot was
    /// free.
    ///
    /// ```no_run
    /// # async fn example(fetcher: maycrawl_fetch::Fetcher) -> Result<(), Box<dyn std::error::Error>> {
    /// let origin = maycrawl::Origin::parse("https://example.com")?;
    /// if let Some(robots) = fetcher.believe(&origin).await {
    ///     println!("{robots}");
    /// }
    /// # Ok(()) }
    /// ```
    pub async fn believe(&self, origin: &Origin) -> Option<OriginRobots> {
        let inner = &self.inner;
        let before = inner.last_known(origin, None).await;
        let (fetched, probe) = self.request(origin, before.as_ref(), true).await.ok()?;
        let (before, options) = (before.as_deref(), TransitionOptions::default());
        let site = inner.record(origin, before, &fetched, probe, options, self.client).await;
        Some(inner.robots(&site))
    }

    /// Removes `origin` from the cache and from the store. True if the store had an entry.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl_fetch::{Basis, Outcome};
    ///
    /// let outcome = Outcome::from_status(404, b"");
    /// # let (origin, now) = (maycrawl::Origin::parse("https://example.com")?, std::time::SystemTime::now().into());
    /// # let fetched = maycrawl_fetch::FetchResult::new(now, std::time::Duration::ZERO, outcome);
    /// # let entry = maycrawl_fetch::Entry::after(None, &origin, &fetched, None, Default::default(), now);
    /// # let store = maycrawl_fetch::Store::memory(1 << 20);
    /// # store.put(&entry, None).await?;
    /// # let builder = maycrawl_fetch::Fetcher::builder().store(store).mode(maycrawl_fetch::FetchMode::Offline);
    /// # let fetcher = builder.build()?;
    /// // The store of this fetcher has that outcome.
    /// let robots = fetcher.robots_for("https://example.com/").await?;
    /// assert_eq!(robots.basis(), Basis::NoFile);
    /// assert!(fetcher.forget(robots.origin()).await?);
    /// assert_eq!(fetcher.robots_of(robots.origin()).await.basis(), Basis::Disallowed);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn forget(&self, origin: &Origin) -> Result<bool, StoreError> {
        self.inner.cache.remove(origin.as_str());
        self.inner.store.remove(origin).await
    }

    /// What the fetcher holds now.
    #[cfg(feature = "simulation")]
    #[doc(hidden)]
    #[must_use]
    pub fn size(&self) -> crate::simulation::Size {
        let (addresses, address_slots) = self.inner.transport.requester.connector.size();
        crate::simulation::Size {
            flights: self.inner.flights.len(),
            fetches: self.inner.slots.held(),
            clients: self.inner.slots.size(),
            addresses,
            address_slots,
        }
    }

    /// The store of this fetcher.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// The policy that interprets fetch results.
    ///
    /// ```
    /// use maycrawl_fetch::{Fetcher, Policy};
    ///
    /// assert_eq!(Fetcher::builder().build()?.policy(), Policy::Google2021);
    /// # Ok::<(), maycrawl_fetch::BuildError>(())
    /// ```
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.inner.policy
    }

    /// The `User-Agent` of requests.
    ///
    /// ```
    /// use maycrawl_fetch::Fetcher;
    ///
    /// assert!(Fetcher::builder().build()?.user_agent().starts_with("maycrawl/"));
    /// # Ok::<(), maycrawl_fetch::BuildError>(())
    /// ```
    #[must_use]
    pub fn user_agent(&self) -> &str {
        // The builder accepts visible ASCII alone.
        self.transport().requester.user_agent.to_str().unwrap_or_default()
    }

    /// That header as a [`UserAgent`], the first one to ask a site with.
    #[must_use]
    pub fn own_user_agent(&self) -> UserAgent {
        UserAgent::own(self.user_agent())
    }

    /// True if it makes no requests ([`FetchMode::Offline`](crate::FetchMode::Offline)).
    ///
    /// ```
    /// use maycrawl_fetch::{FetchMode, Fetcher};
    ///
    /// let fetcher = Fetcher::builder().mode(FetchMode::Offline).build()?;
    /// assert!(fetcher.is_offline());
    /// # Ok::<(), maycrawl_fetch::BuildError>(())
    /// ```
    #[must_use]
    pub fn is_offline(&self) -> bool {
        self.inner.mode == FetchMode::Offline
    }

    /// The transport that fetches robots.txt files.
    pub(crate) fn transport(&self) -> &RobotsFetch {
        &self.inner.transport
    }

    /// Waits for a slot of the client.
    pub(crate) async fn permit(&self) -> Result<Permit, Busy> {
        self.inner.slot(self.client).await.map(|slot| slot.permit)
    }

    /// The pass for URLs of `origin` that are not its robots.txt.
    pub(crate) fn pass(&self, origin: &str) -> FetchPass {
        let known = self.inner.cache.get(origin);
        let mut pass = self.inner.pass(self.client, known.as_deref());
        pass.is_visit = true;
        pass
    }

    /// The cached state of `origin`, if that is enough to answer immediately.
    fn known(&self, origin: &str) -> Option<OriginRobots> {
        let site = self.inner.cache.get(origin)?;
        let now = self.inner.clock.now();
        let shared_and_old =
            self.inner.store.is_shared() && site.since_comparison(now) > STORE_CHECK_INTERVAL;
        match self.inner.standing(&site, now) {
            Fetch::No if !shared_and_old => {}
            Fetch::No | Fetch::Background => self.fetch_in_background(origin, &site),
            Fetch::First => return None,
        }
        metrics::counter!("maycrawl_answers_total", "from" => "memory").increment(1);
        Some(self.inner.robots_at(&site, now))
    }

    /// Joins the flight of `origin`, or starts one.
    async fn look_up(&self, origin: &Origin, forced: bool) -> OriginRobots {
        let deadline = self.inner.deadline;
        // A flight ends early only if its task panicked. Then this function tries another one.
        for _ in 0..2 {
            let mut waiter = self.join(origin.as_str(), forced);
            let waited = waiter.waited();
            let wait = waited.limit(deadline + FLIGHT_GRACE_PERIOD, self.wait(&mut waiter, forced));
            match wait.await {
                Ok(Some(Ok(site))) => return self.inner.robots(&site),
                Ok(Some(Err(known))) => return self.inner.busy_robots(origin, known),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        // A flight that is late waits for the store. What has expired is no answer then either.
        let known = self.inner.cache.get(origin.as_str());
        let known = known.filter(|site| !forced && self.inner.is_usable(site));
        let site = known.unwrap_or_else(|| {
            let what = format!("no answer within {} s", deadline.as_secs_f64());
            self.inner.failed_site(origin, Failure::new(FailureKind::Timeout, what))
        });
        self.inner.robots(&site)
    }

    /// Waits until the flight has progressed far enough to answer, and lends it a slot if it needs one. `None` if the
    /// flight ended early; an error, with what is known, if there is no slot.
    async fn wait(
        &self,
        waiter: &mut FlightWaiter,
        forced: bool,
    ) -> Option<Result<Arc<CachedOrigin>, Option<Arc<CachedOrigin>>>> {
        let mut known = None;
        loop {
            let status = waiter.status();
            match status.progress {
                Progress::Started => {}
                Progress::Done(site) => return Some(Ok(site)),
                Progress::Busy(site) => return Some(Err(site)),
                Progress::Known(site) if !forced && self.inner.is_usable(&site) => {
                    return Some(Ok(site));
                }
                Progress::Known(site) => known = Some(site),
            }
            if !status.needs_slot {
                waiter.changed().await?;
                continue;
            }
            tokio::select! {
                // With an answer at hand a slot is better left to others, so progress is asked first.
                biased;
                changed = waiter.changed() => changed?,
                slot = self.inner.slot(self.client) => match slot {
                    Ok(slot) => {
                        // The flight reports a change when it has a slot. Without waiting for that, this loop would ask
                        // for a second one.
                        waiter.offer(slot);
                        waiter.changed().await?;
                    }
                    Err(Busy) => return Some(Err(known)),
                }
            }
        }
    }

    fn join(&self, origin: &str, forced: bool) -> FlightWaiter {
        let (waiter, leader) = self.inner.flights.join(origin, forced);
        if let Some(leader) = leader {
            let request =
                FlightRequest { leader, forced, client: self.client, known: None, keeper: None };
            self.spawn_flight(request);
        }
        waiter
    }

    /// Starts a flight without waiters, unless one is running. The current answer is returned without it.
    fn fetch_in_background(&self, origin: &str, known: &Arc<CachedOrigin>) {
        if self.inner.flights.is_running(origin) {
            return;
        }
        let (waiter, leader) = self.inner.flights.join(origin, false);
        if let Some(leader) = leader {
            let known = Some(Arc::clone(known));
            let keeper = Some(waiter);
            self.spawn_flight(FlightRequest {
                leader,
                forced: false,
                client: self.client,
                known,
                keeper,
            });
        }
    }

    fn spawn_flight(&self, request: FlightRequest) {
        let inner = Arc::clone(&self.inner);
        let span = tracing::info_span!("robots", origin = request.leader.origin());
        tokio::spawn(async move { inner.run_flight(request).await }.instrument(span));
    }
}

/// The prefix of `url` that is its origin, if it is written in the normal form of origins.
fn written_origin(url: &str) -> &str {
    let bytes = url.as_bytes();
    // Of any other spelling the prefix is the origin of nothing, and is not found.
    let scheme = bytes.iter().position(|&byte| byte == b':').unwrap_or(bytes.len());
    let host = bytes.len().min(scheme + 3);
    let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b'#' | b'\\');
    let end = bytes[host..].iter().position(is_end).map_or(bytes.len(), |end| host + end);
    url.get(..end).unwrap_or_default()
}
