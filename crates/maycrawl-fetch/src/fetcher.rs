//! The whole: asks the entries in use, the store, and the site, in this order, and no site twice at a time.

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

/// After this long an entry in use is compared with the store, if others write there too.
const STORE_CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// A fetch has the same deadline as the question but begins a little later. Its own word on what went wrong
/// has the hops, and is kept: worth a moment.
const FLIGHT_GRACE_PERIOD: Duration = Duration::from_millis(100);

/// Fetches robots.txt files, keeps them, and says what they mean now. Cheap to clone; clones share all.
///
/// Cost of a question about an origin that is known: about half a microsecond.
///
/// A question that is dropped stops waiting, and a fetch that nobody waits for any more ends.
#[derive(Clone, Debug)]
pub struct Fetcher {
    inner: Arc<Inner>,
    /// Whose share of the fetches questions take.
    client: Option<u64>,
}

impl Fetcher {
    pub(crate) fn from_inner(inner: Inner) -> Self {
        Self { inner: Arc::new(inner), client: None }
    }

    /// The same fetcher on behalf of `client`, such as an IP address: its fetches, of robots.txt and of other URLs,
    /// take slots of the client's share only ([`FetcherBuilder::fetches_per_client`]), so that one client's slow sites do
    /// not delay another's. Costs a hash.
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

    /// What the robots.txt of `url`'s origin says now. Waits for a fetch only where the policy wants one
    /// first, and never longer than the deadline.
    ///
    /// # Errors
    /// If `url` is no absolute http, https or ftp URL. What goes wrong with the site is no error: it is
    /// what the answer rests on.
    pub async fn robots_for(&self, url: &str) -> Result<OriginRobots, OriginError> {
        if let Some(robots) = self.known(written_origin(url)) {
            return Ok(robots);
        }
        Ok(self.robots_of(&Origin::parse(url)?).await)
    }

    /// What the robots.txt of `origin` says now.
    pub async fn robots_of(&self, origin: &Origin) -> OriginRobots {
        match self.known(origin.as_str()) {
            Some(robots) => robots,
            None => self.look_up(origin, false).await,
        }
    }

    /// Fetches the robots.txt of `origin` even if the policy wants no fetch, and says what it says now.
    ///
    /// Not sooner than [`FetcherBuilder::min_refresh_interval`] after the last fetch, nor while a 401, 403 or 429 is remembered
    /// beside a fresh file: then the answer is what is known, and its sentence says when that was fetched.
    pub async fn refresh(&self, origin: &Origin) -> OriginRobots {
        self.look_up(origin, true).await
    }

    /// What many origins' robots.txt files say, in the order in which the answers come; `at_once` of them
    /// are asked for at a time.
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

    /// Fetches once, asking and telling nobody: no store, no policy.
    pub async fn fetch_only(&self, origin: &Origin) -> FetchResult {
        let _permit = self.permit().await;
        self.inner.request(origin, None).await.0
    }

    /// Fetches, keeps what came, and gives both: what the fetch was like and what it means. Where
    /// [`refresh`](Self::refresh) would not fetch, neither does this: then there is no [`FetchResult`].
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

    /// Forgets `origin`, here and in the store.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn forget(&self, origin: &Origin) -> Result<bool, StoreError> {
        self.inner.cache.remove(origin.as_str());
        self.inner.store.remove(origin).await
    }

    /// The store, for those who look through it.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// The policy that judges results.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.inner.policy
    }

    /// What fetches.
    pub(crate) fn transport(&self) -> &RobotsFetch {
        &self.inner.transport
    }

    /// Waits for a permit of the client's share.
    pub(crate) async fn permit(&self) -> Permit {
        self.inner.permit(self.client).await
    }

    /// Waits for one of all slots.
    pub(crate) async fn slot(&self) -> Permit {
        // Never closed; if it were, fetching on would still be right.
        Arc::clone(&self.inner.slots).acquire_owned().await.ok()
    }

    /// What is known of `origin`, if that is enough to answer at once.
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

    /// Joins the flight of `origin`, or begins one.
    async fn look_up(&self, origin: &Origin, forced: bool) -> OriginRobots {
        let deadline = self.inner.deadline;
        let until = Instant::now() + deadline + FLIGHT_GRACE_PERIOD;
        // A flight ends early only if its task panicked: then another one is tried.
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

    /// Waits until the flight is far enough to answer, and lends it a permit if it wants one; `None` if it ended on
    /// the way.
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

    /// Begins a flight that nobody waits for, unless there is one: the answer goes out without it.
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

/// The beginning of `url` that is its origin, if it is written in the one spelling of origins.
fn written_origin(url: &str) -> &str {
    let start = url.find("://").map_or(0, |scheme| scheme + 3);
    let end = url[start..].find(['/', '?', '#', '\\']).map_or(url.len(), |end| start + end);
    &url[..end]
}
