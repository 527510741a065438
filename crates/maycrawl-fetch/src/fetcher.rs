//! The fetcher: asks the cache, the store and the site, in this order. It fetches one origin at most once at a time.

use std::hash::{BuildHasher as _, Hash};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, StreamExt as _, stream};
use maycrawl::{Origin, OriginError};
use tokio::time::{Instant, timeout_at};
use tracing::Instrument as _;

use crate::cached_origin::CachedOrigin;
use crate::lookup::{FlightRequest, Inner};
use crate::origin_robots::OriginRobots;
use crate::outcome::{Failure, FailureKind, FetchResult};
use crate::policy::{Fetch, Policy};
use crate::robots_fetch::RobotsFetch;
use crate::single_flight::{FlightWaiter, Permit, Progress};
use crate::store::{Store, StoreError};

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
/// let crawler = Crawler::from_name("ExampleBot");
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
    /// The client whose share of the fetches is used; `None` without a share.
    client: Option<u64>,
}

impl Fetcher {
    pub(crate) fn from_inner(inner: Inner) -> Self {
        Self { inner: Arc::new(inner), client: None }
    }

    /// Returns the same fetcher on behalf of `client`, such as an IP address. Its fetches, of robots.txt and of other URLs,
    /// use the client's share only ([`fetches_per_client`](crate::FetcherBuilder::fetches_per_client)), so that slow sites of one client do not delay
    /// another client. Costs one hash.
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
        let client = Some(self.inner.client_keys.hash_one(client));
        Self { inner: Arc::clone(&self.inner), client }
    }

    /// Returns what the robots.txt of `url`'s origin means now. Waits for a fetch only where the policy requires one
    /// first, and never longer than the deadline. (RFC 9309 section 2.3: one robots.txt for each scheme, host and port.)
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
            None => self.look_up(origin, false).await,
        }
    }

    /// Fetches the robots.txt of `origin` even if the policy does not require a fetch, and returns what it means now.
    ///
    /// Does not fetch sooner than [`min_refresh_interval`](crate::FetcherBuilder::min_refresh_interval) after the last fetch, nor during the pause after
    /// a 401, 403 or 429 that left a fresh file in force. It then returns what is known; the sentence of the result says
    /// when that was fetched.
    pub async fn refresh(&self, origin: &Origin) -> OriginRobots {
        self.look_up(origin, true).await
    }

    /// Returns what the robots.txt files of many origins mean, in the order in which the results arrive. Looks up at most
    /// `at_once` origins at a time, and at least one.
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

    /// Fetches once, without store and policy. Never fails: a failure is an outcome of the result.
    pub async fn fetch_only(&self, origin: &Origin) -> FetchResult {
        let _permit = self.permit().await;
        self.inner.request(origin, None).await.0
    }

    /// Fetches, stores the outcome, and returns both: the fetch and what it means. Where [`refresh`](Self::refresh) would
    /// not fetch, this function does not fetch either, and the [`FetchResult`] is `None`.
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
        let permit = self.permit().await;
        let (fetched, probe) = inner.request(origin, before.as_ref()).await;
        drop(permit);
        let forced = due == Some(Fetch::No);
        let site = inner.record(origin, before.as_deref(), &fetched, probe, forced).await;
        (Some(fetched), inner.robots(&site))
    }

    /// Removes `origin` from the cache and from the store. True if the store had an entry.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn forget(&self, origin: &Origin) -> Result<bool, StoreError> {
        self.inner.cache.remove(origin.as_str());
        self.inner.store.remove(origin).await
    }

    /// The store of this fetcher.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// The policy that interprets fetch results.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.inner.policy
    }

    /// The transport that fetches robots.txt files.
    pub(crate) fn transport(&self) -> &RobotsFetch {
        &self.inner.transport
    }

    /// Waits for a permit from the client's share.
    pub(crate) async fn permit(&self) -> Permit {
        self.inner.permit(self.client).await
    }

    /// Waits for one of the slots that all clients share.
    pub(crate) async fn slot(&self) -> Permit {
        // The semaphore is never closed. If it were, fetching without a slot would still be right.
        Arc::clone(&self.inner.slots).acquire_owned().await.ok()
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
        Some(self.inner.robots(&site))
    }

    /// Joins the flight of `origin`, or starts one.
    async fn look_up(&self, origin: &Origin, forced: bool) -> OriginRobots {
        let deadline = self.inner.deadline;
        let until = Instant::now() + deadline + FLIGHT_GRACE_PERIOD;
        // A flight ends early only if its task panicked. Then this function tries another one.
        for _ in 0..2 {
            let mut waiter = self.join(origin.as_str(), forced);
            match timeout_at(until, self.wait(&mut waiter, forced)).await {
                Ok(Some(site)) => return self.inner.robots(&site),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        let known = self.inner.cache.get(origin.as_str()).filter(|_| !forced);
        let site = known.unwrap_or_else(|| {
            let what = format!("no answer within {} s", deadline.as_secs_f64());
            self.inner.failed_site(origin, Failure::new(FailureKind::Timeout, what))
        });
        self.inner.robots(&site)
    }

    /// Waits until the flight has progressed far enough to answer, and lends it a permit if it needs one. `None` if the
    /// flight ended early.
    async fn wait(&self, waiter: &mut FlightWaiter, forced: bool) -> Option<Arc<CachedOrigin>> {
        loop {
            let status = waiter.status();
            match status.progress {
                Progress::Done(site) => return Some(site),
                Progress::Known(site)
                    if !forced
                        && self.inner.standing(&site, self.inner.clock.now()) != Fetch::First =>
                {
                    return Some(site);
                }
                _ => {}
            }
            if status.needs_permit {
                tokio::select! {
                    changed = waiter.changed() => changed?,
                    permit = self.permit() => {
                        waiter.offer(permit);
                        waiter.changed().await?;
                    }
                }
            } else {
                waiter.changed().await?;
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
    let start = url.find("://").map_or(0, |scheme| scheme + 3);
    let end = url[start..].find(['/', '?', '#', '\\']).map_or(url.len(), |end| start + end);
    &url[..end]
}
