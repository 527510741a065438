//! The state that all clones of a fetcher share, and the flight: from the store to the site and back.

use std::future::pending;
use std::hash::RandomState;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::{Origin, Profile};
use maycrawl_policy::internals::MAX_CLOCK_SKEW;
use maycrawl_policy::{
    Basis, Failure, FailureKind, Fetch, FetchResult, Outcome, Policy, PolicyEvent, SiteProbe,
    State, Timestamp, TransitionOptions,
};
use moka::sync::Cache;
use tokio::time::{Instant, sleep, timeout};

use crate::cached_origin::CachedOrigin;
use crate::clock::{Clock, ClockReading};
use crate::fetch_pass::{FetchPass, within};
use crate::ledger::{Account, Busy, Client};
use crate::origin_robots::OriginRobots;
use crate::robots_fetch::RobotsFetch;
use crate::single_flight::{FetchSlot, FlightLeader, FlightWaiter, Progress, SingleFlight};
use crate::site_cache::SiteCache;
use crate::store::entry::{Content, Entry, LastFetch};
use crate::store::known::KnownSite;
use crate::store::{Lease, Store};

/// Time until a lease expires without renewal. The holder renews it three times in that time.
const LEASE_DURATION: Duration = Duration::from_secs(3);
/// Interval between checks of the store while another process fetches.
const LEASE_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Lease timeout: how long a store may take to grant or deny a lease.
const LEASE_TIMEOUT: Duration = Duration::from_millis(500);
/// Store write timeout: how long the answer waits for the store to save an entry.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// Fetches of one flight that may lose their slot to another client.
const MAX_REVOKED_FETCHES: u32 = 2;

/// When the fetcher fetches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FetchMode {
    /// When the policy requires it. Where the policy allows, the fetcher returns a stale answer and fetches again in
    /// the background.
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
    /// Slots for fetches at a time.
    pub(crate) slots: Account,
    /// How long to wait for a slot.
    pub(crate) slot_timeout: Option<Duration>,
    pub(crate) client_keys: RandomState,
    /// Start of the last fetch of each origin, by the steady clock. An abandoned fetch leaves no other trace.
    pub(crate) attempts: Cache<Arc<str>, Duration>,
    pub(crate) min_refresh_interval: Duration,
    /// Lookup timeout.
    pub(crate) deadline: Duration,
    pub(crate) mode: FetchMode,
    pub(crate) probe_failing_sites: bool,
    pub(crate) confirm_refusals: bool,
    /// Whether failures of origins that never answered are stored.
    pub(crate) store_unreached: bool,
}

/// The input of a flight.
pub(crate) struct FlightRequest {
    pub(crate) leader: FlightLeader,
    pub(crate) forced: bool,
    /// The client that started the flight.
    pub(crate) client: Client,
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

    /// Whether what is known of a site may be the answer without a fetch first.
    pub(crate) fn is_usable(&self, site: &CachedOrigin) -> bool {
        self.standing(site, self.clock.now()) != Fetch::First
    }

    pub(crate) fn robots(&self, site: &Arc<CachedOrigin>) -> OriginRobots {
        self.robots_at(site, self.clock.now())
    }

    /// What the robots.txt of `site` means `now`.
    pub(crate) fn robots_at(&self, site: &Arc<CachedOrigin>, now: ClockReading) -> OriginRobots {
        OriginRobots {
            site: Arc::clone(site),
            policy: self.policy,
            basis: site.basis(self.policy, now),
            now: now.no_earlier_than(site.loaded),
            cache: self.cache.clone(),
            is_busy: false,
        }
    }

    /// The answer of a lookup that got no slot: what is known, if the policy allows that now.
    pub(crate) fn busy_robots(
        &self,
        origin: &Origin,
        known: Option<Arc<CachedOrigin>>,
    ) -> OriginRobots {
        let known = known.or_else(|| self.cache.get(origin.as_str()));
        if let Some(site) = known.filter(|site| self.is_usable(site)) {
            return self.robots(&site);
        }
        metrics::counter!("maycrawl_answers_total", "from" => "busy").increment(1);
        let site = self.failed_site(origin, Failure::new(FailureKind::Timeout, Busy.to_string()));
        OriginRobots { basis: Basis::Nothing, is_busy: true, ..self.robots(&site) }
    }

    fn site(&self, entry: Entry, refusal: Option<State>) -> Arc<CachedOrigin> {
        Arc::new(CachedOrigin::new(entry, refusal, self.clock.now(), self.profile))
    }

    /// Waits for a slot of a client.
    pub(crate) async fn slot(&self, client: Client) -> Result<FetchSlot, Busy> {
        let permit = within(self.slot_timeout, self.slots.wait(client, 1)).await?;
        Ok(FetchSlot { client, permit })
    }

    /// The pass of a fetch for `client`. `before`: what is known about the site.
    pub(crate) fn pass(&self, client: Client, before: Option<&CachedOrigin>) -> FetchPass {
        let version = before.and_then(|before| before.entry.version.as_ref());
        let is_known = version.is_some_and(|it| matches!(it.content, Content::File { .. }));
        FetchPass::new(client, is_known, self.slot_timeout)
    }

    /// The newer one of the cached and the stored state of `origin`.
    pub(crate) async fn last_known(
        &self,
        origin: &Origin,
        known: Option<Arc<CachedOrigin>>,
    ) -> Option<Arc<CachedOrigin>> {
        let stored = self.load(origin).await;
        let found = match (stored, known.or_else(|| self.cache.get(origin.as_str()))) {
            (Some(stored), Some(known)) if self.replaces(&stored, &known.entry) => {
                Some(self.site(stored, None))
            }
            // The store may be unavailable or out of date.
            (_, Some(known)) => {
                known.mark_compared(self.clock.now());
                Some(known)
            }
            (stored, None) => stored.map(|stored| self.site(stored, None)),
        };
        let has_answer = found.as_ref().is_some_and(|found| found.entry.state.answer().is_some());
        if has_answer || !self.confirm_refusals {
            return found;
        }
        // What the store had to remove for its size is not unknown.
        match self.store.known_site(origin.as_str()).await {
            Ok(Some(site)) => {
                Some(self.site(Entry::from_lost_file(origin, site.last_seen()), None))
            }
            Ok(None) | Err(_) => found,
        }
    }

    /// Keeps in a few bytes that the site forbids something, or that it does not any more.
    async fn remember(&self, entry: &Entry, client: Client, now: Timestamp) {
        let is_believed = entry.state.refusal().is_none() && entry.state.trouble().is_none();
        if !self.confirm_refusals || !is_believed {
            return;
        }
        let origin = entry.origin.as_str();
        let kept = async {
            let before = self.store.known_site(origin).await?;
            let site = entry.is_restrictive().then(|| KnownSite::after(before, client, now));
            if site == before { Ok(()) } else { self.store.keep_known_site(origin, site).await }
        };
        if !matches!(timeout(STORE_TIMEOUT, kept).await, Ok(Ok(()))) {
            metrics::counter!("maycrawl_store_errors_total").increment(1);
        }
    }

    /// Whether what another process has stored replaces what this one knows.
    fn replaces(&self, stored: &Entry, known: &Entry) -> bool {
        // A process that did not know the file had nothing to confirm, and took one refusal as the answer. This process
        // asks the site itself and counts its own day.
        stored.is_newer_than(known) && !(self.confirm_refusals && stored.opens(known))
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
                // The waiters take the known answer and leave. A flight ends with its last waiter, and this fetch has
                // to go on.
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
        let flight = LedFlight {
            inner: self,
            leader: &leader,
            origin: &origin,
            before: before.as_ref(),
            // A fetch that is due anyway is not forced: a refusal that it meets counts for as long as the policy says.
            forced: due == Fetch::No,
            client,
            is_kept: keeper.is_some(),
        };
        match flight.fetch_with_lease().await {
            Ok(site) => leader.report(Progress::Done(site)),
            Err(Interruption::Busy) => leader.report(Progress::Busy(before.clone())),
            Err(Interruption::Abandoned) => {}
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
        let is_newer = before.is_none_or(|before| self.replaces(&entry, &before.entry));
        is_newer.then(|| self.site(entry, None))
    }

    /// Fetches with a slot, and probes the site's other pages if the result may mean a missing file.
    ///
    /// # Errors
    /// If the slot is revoked, or if the address of the site has no slot.
    pub(crate) async fn request(
        &self,
        origin: &Origin,
        before: Option<&Arc<CachedOrigin>>,
        slot: &FetchSlot,
        pass: FetchPass,
    ) -> Result<(FetchResult, Option<SiteProbe>), Busy> {
        let fetching = self.request_with(origin, before, &pass);
        tokio::select! {
            biased;
            fetched = fetching => fetched,
            () = slot.permit.revoked() => Err(Busy),
        }
    }

    async fn request_with(
        &self,
        origin: &Origin,
        before: Option<&Arc<CachedOrigin>>,
        pass: &FetchPass,
    ) -> Result<(FetchResult, Option<SiteProbe>), Busy> {
        self.attempts.insert(origin.as_str().into(), self.clock.now().steady);
        let fetched = self.transport.fetch(origin, pass).await?;
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
            // Without a slot for it, the answer is judged as without a probe.
            self.probe(origin, before, pass).await.ok()
        } else {
            None
        };
        Ok((fetched, probe))
    }

    /// Probes the site's other pages. If a file was ever seen, the result cannot mean that there is none.
    async fn probe(
        &self,
        origin: &Origin,
        before: Option<&Arc<CachedOrigin>>,
        pass: &FetchPass,
    ) -> Result<SiteProbe, Busy> {
        let found = self.transport.probe(origin, pass).await?;
        if found != SiteProbe::ErrorsForMissingPages {
            return Ok(found);
        }
        let is_file = |version: &crate::store::entry::Version| {
            matches!(version.content, Content::File { .. })
        };
        let current = before.and_then(|before| before.entry.version.as_ref());
        let old = self.store.old_versions(origin).await;
        // A store that fails counts as one that has seen a file.
        let saw_file = current.is_some_and(is_file)
            || old.map_or(true, |versions| versions.iter().any(is_file));
        Ok(if saw_file { SiteProbe::Answers } else { found })
    }

    /// How a fetch for lookups is treated. `forced`: the policy did not require it.
    pub(crate) fn options(&self, forced: bool) -> TransitionOptions {
        TransitionOptions { forced, confirm_refusals: self.confirm_refusals }
    }

    /// Applies the policy to a fetch, and stores the new state.
    pub(crate) async fn record(
        &self,
        origin: &Origin,
        before: Option<&CachedOrigin>,
        fetched: &FetchResult,
        probe: Option<SiteProbe>,
        options: TransitionOptions,
        client: Client,
    ) -> Arc<CachedOrigin> {
        let is_unreached = fetched.is_unreached();
        // A refusal takes no time, a dead address takes seconds. The next try is computed from the start of the fetch,
        // so that clients cannot distinguish the two by it.
        let now = if is_unreached { fetched.at } else { self.clock.now().wall };
        let transition =
            |state: &State, event: &PolicyEvent| self.policy.next_state(state, event, options, now);
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
        let is_hidden =
            is_unreached && !self.store_unreached && site.entry.state.answer().is_none();
        if site.refusal.is_none() && !is_hidden {
            self.save(&site.entry, before.map(|before| &before.entry)).await;
            self.remember(&site.entry, client, now).await;
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
            last_fetch: LastFetch {
                at: now,
                millis: 0,
                hops: Vec::new(),
                result,
                age: None,
                fresh_for: None,
            },
        };
        self.site(entry, None)
    }
}

/// A fetch on behalf of its waiters.
struct LedFlight<'f> {
    inner: &'f Inner,
    leader: &'f FlightLeader,
    origin: &'f Origin,
    before: Option<&'f Arc<CachedOrigin>>,
    /// True if the policy does not require the fetch.
    forced: bool,
    /// The client that began the flight.
    client: Client,
    /// Whether the flight continues without waiters. Then its client lends it a slot.
    is_kept: bool,
}

/// Why a flight has no result.
enum Interruption {
    /// The last waiter left.
    Abandoned,
    /// It got no slot.
    Busy,
}

impl LedFlight<'_> {
    /// Fetches while it holds the lease, or returns what another process fetched.
    async fn fetch_with_lease(&self) -> Result<Arc<CachedOrigin>, Interruption> {
        let Self { inner, origin, before, forced, .. } = *self;
        let name = origin.as_str();
        let is_fresh = |site: &CachedOrigin| inner.standing(site, inner.clock.now()) == Fetch::No;
        let until = Instant::now() + inner.deadline;
        let mut lease = inner.lease(name).await;
        while matches!(lease, Lease::Taken) && Instant::now() < until {
            self.leader.waited().during(sleep(LEASE_POLL_INTERVAL)).await;
            if let Some(site) = inner.load_newer(self.origin, before).await
                && (forced || is_fresh(&site))
            {
                inner.cache.insert(&site);
                return Ok(site);
            }
            if self.leader.is_abandoned() {
                return Err(Interruption::Abandoned);
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
            return Ok(site);
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

    /// Fetches with the slot of a waiter, and stores the result. Only the fetch itself is cancelled: a store command
    /// always completes. A fetch whose slot is revoked is begun again with another slot.
    async fn fetch(&self) -> Result<Arc<CachedOrigin>, Interruption> {
        let Self { inner, leader, origin, before, forced, client, is_kept } = *self;
        // Nearly always there is one at once for whoever began the flight, and nobody has to be asked.
        let mut at_once = inner.slots.try_take(client, 1).filter(|_| !leader.is_abandoned());
        for _ in 0..=MAX_REVOKED_FETCHES {
            let slot = match at_once.take() {
                Some(permit) => Some(Ok(FetchSlot { client, permit })),
                None if is_kept => leader.slot(inner.slot(client)).await,
                None => leader.slot(pending()).await,
            };
            let slot = slot.ok_or(Interruption::Abandoned)?.map_err(|_| Interruption::Busy)?;
            let mut pass = inner.pass(slot.client, before.map(|before| &**before));
            (pass.is_visit, pass.waited) = (forced, leader.waited().clone());
            let requested = tokio::select! {
                biased;
                fetched = inner.request(origin, before, &slot, pass) => fetched,
                () = leader.abandoned() => return Err(Interruption::Abandoned),
            };
            drop(slot);
            if let Ok((fetched, probe)) = requested {
                let before = before.map(|before| &**before);
                return Ok(inner
                    .record(origin, before, &fetched, probe, inner.options(forced), client)
                    .await);
            }
        }
        Err(Interruption::Busy)
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
