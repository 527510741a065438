//! The state that all clones of a fetcher share, and the flight: from the store to the site and back.

use std::future::pending;
use std::hash::RandomState;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::{Origin, Profile};
use moka::sync::Cache;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout};

use crate::cached_origin::CachedOrigin;
use crate::clock::{Clock, ClockReading};
use crate::keyed_semaphore::KeyedSemaphore;
use crate::origin_robots::OriginRobots;
use crate::outcome::{Failure, FailureKind, FetchResult, Outcome};
use crate::policy::{Fetch, MAX_CLOCK_SKEW, Policy, PolicyEvent, SiteProbe, State};
use crate::robots_fetch::RobotsFetch;
use crate::single_flight::{FlightLeader, FlightWaiter, Permit, Progress, SingleFlight};
use crate::site_cache::SiteCache;
use crate::store::entry::{Content, Entry, LastFetch};
use crate::store::{Lease, Store};

/// Time until a lease expires without renewal. The holder renews it three times in that time.
const LEASE_DURATION: Duration = Duration::from_secs(3);
/// Interval between checks of the store while another process fetches.
const LEASE_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Lease timeout: how long a store may take to grant or deny a lease.
const LEASE_TIMEOUT: Duration = Duration::from_millis(500);
/// Store write timeout: how long the answer waits for the store to save an entry.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// When the fetcher fetches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FetchMode {
    /// When the policy requires it. Where the policy allows, the fetcher returns a stale answer and fetches again in the
    /// background.
    #[default]
    Policy,
    /// When the policy requires it, but a lookup always waits for a fetch that is due. For short-lived processes.
    Wait,
    /// Never: the store alone gives the answer.
    Offline,
}

pub(crate) struct Inner {
    pub(crate) policy: Policy,
    pub(crate) profile: Profile,
    pub(crate) clock: Clock,
    pub(crate) transport: RobotsFetch,
    pub(crate) store: Store,
    pub(crate) cache: SiteCache,
    pub(crate) flights: SingleFlight,
    /// Slots for fetches at a time, all clients together.
    pub(crate) slots: Arc<Semaphore>,
    /// Slots for fetches at a time, for each client.
    pub(crate) shares: KeyedSemaphore<u64>,
    pub(crate) client_keys: RandomState,
    /// Start of the last fetch of each origin, by the steady clock. An abandoned fetch leaves no other trace.
    pub(crate) attempts: Cache<Arc<str>, Duration>,
    pub(crate) min_refresh_interval: Duration,
    /// Lookup timeout.
    pub(crate) deadline: Duration,
    pub(crate) mode: FetchMode,
    pub(crate) probe_failing_sites: bool,
    /// Whether failures of origins that never answered are stored.
    pub(crate) store_unreached: bool,
}

/// The input of a flight.
pub(crate) struct FlightRequest {
    pub(crate) leader: FlightLeader,
    pub(crate) forced: bool,
    /// The client that started the flight.
    pub(crate) client: Option<u64>,
    pub(crate) known: Option<Arc<CachedOrigin>>,
    /// A waiter that the flight itself holds, so that it continues without others.
    pub(crate) keeper: Option<FlightWaiter>,
}

impl Inner {
    pub(crate) fn standing(&self, site: &CachedOrigin, now: ClockReading) -> Fetch {
        match (self.mode, site.due(self.policy, now)) {
            (FetchMode::Offline, _) => Fetch::No,
            (FetchMode::Wait, Fetch::Background) => Fetch::First,
            (_, fetch) => fetch,
        }
    }

    pub(crate) fn robots(&self, site: &Arc<CachedOrigin>) -> OriginRobots {
        let now = self.clock.now();
        OriginRobots {
            site: Arc::clone(site),
            policy: self.policy,
            basis: site.basis(self.policy, now),
            now: now.no_earlier_than(site.loaded),
            cache: self.cache.clone(),
        }
    }

    fn site(&self, entry: Entry, refusal: Option<State>) -> Arc<CachedOrigin> {
        Arc::new(CachedOrigin::new(entry, refusal, self.clock.now(), self.profile))
    }

    /// Waits for a permit from a client's share.
    pub(crate) async fn permit(&self, client: Option<u64>) -> Permit {
        match client {
            Some(client) => Some(self.shares.acquire(client).await),
            None => None,
        }
    }

    /// The newer one of the cached and the stored state of `origin`.
    pub(crate) async fn last_known(
        &self,
        origin: &Origin,
        known: Option<Arc<CachedOrigin>>,
    ) -> Option<Arc<CachedOrigin>> {
        let stored = self.load(origin).await;
        match (stored, known.or_else(|| self.cache.get(origin.as_str()))) {
            (Some(stored), Some(known)) if stored.last_fetch.at > known.entry.last_fetch.at => {
                Some(self.site(stored, None))
            }
            // The store may be unavailable or out of date.
            (_, Some(known)) => {
                known.mark_compared(self.clock.now());
                Some(known)
            }
            (stored, None) => stored.map(|stored| self.site(stored, None)),
        }
    }

    /// Whether a forced fetch is allowed although the policy does not require one.
    pub(crate) fn may_force(&self, origin: &str, before: &CachedOrigin) -> bool {
        let interval = self.min_refresh_interval;
        if interval.is_zero() {
            return true;
        }
        let moment = self.clock.now();
        let now = moment.no_earlier_than(before.loaded);
        let last = before.entry.last_fetch.at;
        // A fetch in the future was recorded by another clock.
        let is_recent = now.after(MAX_CLOCK_SKEW) >= last && now.since(last) < interval;
        let was_begun = self
            .attempts
            .get(origin)
            .is_some_and(|began| moment.steady.saturating_sub(began) < interval);
        !is_recent && !was_begun && !before.entry.state.is_paused(now)
    }

    /// Runs the flight: the store, then the site.
    pub(crate) async fn run_flight(&self, request: FlightRequest) {
        let FlightRequest { leader, forced, client, known, mut keeper } = request;
        let Ok(origin) = Origin::parse(leader.origin()) else { return };
        let before = self.last_known(&origin, known).await;
        let mut due = Fetch::First;
        if let Some(site) = &before {
            due = self.standing(site, self.clock.now());
            let is_forced = forced && self.may_force(origin.as_str(), site);
            if due == Fetch::No && !is_forced {
                metrics::counter!("maycrawl_answers_total", "from" => "store").increment(1);
                self.cache.insert(site);
                return leader.report(Progress::Done(Arc::clone(site)));
            }
            if due == Fetch::Background {
                self.cache.insert(site);
                keeper = keeper.or_else(|| leader.keep());
            }
            leader.report(Progress::Known(Arc::clone(site)));
        }
        if self.mode == FetchMode::Offline {
            let what = "nothing is stored, and fetching is switched off";
            let site = before.unwrap_or_else(|| {
                self.failed_site(&origin, Failure::new(FailureKind::Connect, what))
            });
            return leader.report(Progress::Done(site));
        }
        let flight = Flight {
            inner: self,
            leader: &leader,
            origin: &origin,
            before: before.as_ref(),
            forced: due == Fetch::No,
            own_client: keeper.is_some().then_some(client),
        };
        if let Some(site) = flight.fetch_with_lease().await {
            leader.report(Progress::Done(site));
        }
    }

    async fn lease(&self, origin: &str) -> Lease {
        // A store that fails or is slow does not prevent a fetch.
        match timeout(LEASE_TIMEOUT, self.store.lease(origin, LEASE_DURATION)).await {
            Ok(Ok(lease)) => lease,
            Ok(Err(_)) | Err(_) => Lease::Granted(None),
        }
    }

    async fn load(&self, origin: &Origin) -> Option<Entry> {
        match self.store.entry(origin).await {
            Ok(entry) => entry,
            Err(error) => {
                metrics::counter!("maycrawl_store_errors_total").increment(1);
                tracing::debug!(%error, "the store was not read");
                None
            }
        }
    }

    /// The state of `origin` that another process has stored since `before`.
    async fn load_newer(
        &self,
        origin: &Origin,
        before: Option<&Arc<CachedOrigin>>,
    ) -> Option<Arc<CachedOrigin>> {
        let entry = self.load(origin).await?;
        let is_newer = before.is_none_or(|before| entry.last_fetch.at > before.entry.last_fetch.at);
        is_newer.then(|| self.site(entry, None))
    }

    /// Waits for a slot, fetches, and probes the site's other pages if the result may mean a missing file.
    pub(crate) async fn request(
        &self,
        origin: &Origin,
        before: Option<&Arc<CachedOrigin>>,
    ) -> (FetchResult, Option<SiteProbe>) {
        // The semaphore is never closed. If it were, fetching without a slot would still be right.
        let _slot = self.slots.acquire().await;
        self.attempts.insert(origin.as_str().into(), self.clock.now().steady);
        let fetched = self.transport.fetch(origin).await;
        // The counters do not distinguish a refused address from a dead one.
        let is_unreached = fetched.is_unreached();
        let outcome = if is_unreached { "unreached" } else { fetched.outcome.name() };
        metrics::counter!("maycrawl_fetches_total", "outcome" => outcome).increment(1);
        if !is_unreached {
            metrics::histogram!("maycrawl_fetch_seconds").record(fetched.took.as_secs_f64());
        }
        tracing::debug!(outcome = %fetched.outcome, took = ?fetched.took, "fetched");
        let may_mean_missing = matches!(
            &fetched.outcome,
            Outcome::Failed(Failure { kind: FailureKind::Status(500..), .. })
        );
        let probe = if self.probe_failing_sites && may_mean_missing {
            Some(self.probe(origin, before).await)
        } else {
            None
        };
        (fetched, probe)
    }

    /// Probes the site's other pages. If a file was ever seen, the result cannot mean that there is none.
    async fn probe(&self, origin: &Origin, before: Option<&Arc<CachedOrigin>>) -> SiteProbe {
        let found = self.transport.probe(origin).await;
        if found != SiteProbe::ErrorsForMissingPages {
            return found;
        }
        let is_file = |version: &crate::store::entry::Version| {
            matches!(version.content, Content::File { .. })
        };
        let current = before.and_then(|before| before.entry.version.as_ref());
        let old = self.store.old_versions(origin).await;
        // A store that fails counts as one that has seen a file.
        let saw_file = current.is_some_and(is_file)
            || old.map_or(true, |versions| versions.iter().any(is_file));
        if saw_file { SiteProbe::Answers } else { found }
    }

    /// Applies the policy to a fetch, and stores the new state. `forced`: the policy did not require the fetch.
    pub(crate) async fn record(
        &self,
        origin: &Origin,
        before: Option<&CachedOrigin>,
        fetched: &FetchResult,
        probe: Option<SiteProbe>,
        forced: bool,
    ) -> Arc<CachedOrigin> {
        let is_unreached = fetched.is_unreached();
        // A refusal takes no time, a dead address takes seconds. The next try is computed from the start of the fetch, so
        // that clients cannot distinguish the two by it.
        let now = if is_unreached { fetched.at } else { self.clock.now().wall };
        let transition =
            |state: &State, event: &PolicyEvent| self.policy.transition(state, event, forced, now);
        let entry = Entry::with_transition(
            before.map(|it| &it.entry),
            origin,
            fetched,
            probe,
            now,
            transition,
        );
        let refusal = matches!(fetched.outcome, Outcome::Refused).then(|| {
            let failure = Failure::new(FailureKind::Connect, "");
            let failed = PolicyEvent::Failed { failure, retry_after: None, site: None };
            let state = before.map(|before| before.refusal.as_ref().unwrap_or(&before.entry.state));
            transition(state.unwrap_or(&State::default()), &failed)
        });
        let site = self.site(entry, refusal);
        self.cache.insert(&site);
        let is_hidden = is_unreached && !self.store_unreached && site.entry.state.answer.is_none();
        if site.refusal.is_none() && !is_hidden {
            self.save(&site.entry, before.map(|before| &before.entry)).await;
        }
        metrics::counter!("maycrawl_answers_total", "from" => "site").increment(1);
        site
    }

    async fn save(&self, entry: &Entry, before: Option<&Entry>) {
        let old = before
            .and_then(|before| before.version.as_ref())
            .filter(|old| entry.version.as_ref().is_some_and(|new| !new.has_same_content_as(old)));
        let kept = timeout(STORE_TIMEOUT, self.store.put(entry, old)).await;
        let error = match kept {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the store did not answer in time".to_owned(),
        };
        metrics::counter!("maycrawl_store_errors_total").increment(1);
        tracing::warn!(origin = %entry.origin, error, "the store did not save an entry");
    }

    /// The state of a site of which only this failure is known.
    pub(crate) fn failed_site(&self, origin: &Origin, failure: Failure) -> Arc<CachedOrigin> {
        let now = self.clock.now().wall;
        let result = failure.to_string();
        let event = PolicyEvent::Failed { failure, retry_after: None, site: None };
        let entry = Entry {
            origin: origin.clone(),
            state: self.policy.after_fetch(&State::default(), &event, now),
            version: None,
            last_fetch: LastFetch { at: now, millis: 0, hops: Vec::new(), result },
        };
        self.site(entry, None)
    }
}

/// A fetch on behalf of its waiters.
struct Flight<'f> {
    inner: &'f Inner,
    leader: &'f FlightLeader,
    origin: &'f Origin,
    before: Option<&'f Arc<CachedOrigin>>,
    /// True if the policy does not require the fetch.
    forced: bool,
    /// For a flight that continues without waiters: the client that lends it a permit.
    own_client: Option<Option<u64>>,
}

impl Flight<'_> {
    /// Fetches while it holds the lease, or returns what another process fetched. `None` after the last waiter left.
    async fn fetch_with_lease(&self) -> Option<Arc<CachedOrigin>> {
        let Self { inner, origin, before, forced, .. } = *self;
        let name = origin.as_str();
        let is_fresh = |site: &CachedOrigin| inner.standing(site, inner.clock.now()) == Fetch::No;
        let until = Instant::now() + inner.deadline;
        let mut lease = inner.lease(name).await;
        while matches!(lease, Lease::Taken) && Instant::now() < until {
            sleep(LEASE_POLL_INTERVAL).await;
            if let Some(site) = inner.load_newer(self.origin, before).await
                && (forced || is_fresh(&site))
            {
                inner.cache.insert(&site);
                return Some(site);
            }
            if self.leader.is_abandoned() {
                return None;
            }
            lease = inner.lease(name).await;
        }
        let Lease::Granted(Some(token)) = lease else { return self.fetch().await };
        // Between the first check and the lease another process may have stored a result.
        if let Some(site) = inner.load_newer(self.origin, before).await
            && is_fresh(&site)
            && !forced
        {
            inner.store.release(name, &token).await;
            inner.cache.insert(&site);
            return Some(site);
        }
        let mut fetching = pin!(self.fetch());
        let site = loop {
            match timeout(LEASE_DURATION / 3, &mut fetching).await {
                Ok(site) => break site,
                Err(_) => inner.store.renew(name, &token, LEASE_DURATION).await,
            }
        };
        inner.store.release(name, &token).await;
        site
    }

    /// Fetches with the permit of a waiter, and stores the result. Only the fetch itself is cancelled: a store command
    /// always completes.
    async fn fetch(&self) -> Option<Arc<CachedOrigin>> {
        let Self { inner, leader, origin, before, forced, own_client } = *self;
        let permit = match own_client {
            None => leader.permit(pending()).await?,
            Some(client) => {
                let either = leader.permit(inner.permit(client));
                timeout(inner.deadline, either).await.ok()??
            }
        };
        let (fetched, probe) = tokio::select! {
            biased;
            fetched = inner.request(origin, before) => fetched,
            () = leader.abandoned() => return None,
        };
        drop(permit);
        let before = before.map(|before| &**before);
        Some(inner.record(origin, before, &fetched, probe, forced).await)
    }
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fetcher")
            .field("policy", &self.policy)
            .field("store", &self.store)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}
