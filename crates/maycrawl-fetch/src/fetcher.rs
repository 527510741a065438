//! The whole: asks the entries in use, the store, and the site, in this order, and no site twice at a time.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, StreamExt as _, stream};
use maycrawl::{Origin, OriginError, Profile};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tracing::Instrument as _;

use crate::builder::Builder;
use crate::entry::{Entry, LastFetch};
use crate::flight::{Flights, Pilot, Progress};
use crate::hot::Hot;
use crate::outcome::{Failure, FailureKind, Fetched, Outcome};
use crate::policy::{Event, Fetch, Policy, State};
use crate::robots::{Robots, Site};
use crate::store::{Lease, Store};
use crate::time::{Clock, Moment};
use crate::transport::Transport;

/// After this long an entry in use is compared with the store, if others write there too.
const RECHECK: Duration = Duration::from_secs(30);
/// A lease lives this long unless it is renewed, and is renewed three times in that time.
const LEASE: Duration = Duration::from_secs(3);
/// Who waits for somebody else's fetch looks this often.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// A fetch has the same deadline as the question but begins a little later. Its own word on what went wrong
/// has the hops, and is kept: worth a moment.
const LANDING: Duration = Duration::from_millis(100);
/// What a store may take to keep an entry before the answer goes out without it.
const STORE_PATIENCE: Duration = Duration::from_secs(5);

/// Fetches robots.txt files, keeps them, and says what they mean now. Cheap to clone; clones share all.
///
/// Cost of a question about an origin that is known: about half a microsecond.
#[derive(Clone, Debug)]
pub struct Fetcher(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) policy: Policy,
    pub(crate) profile: Profile,
    pub(crate) clock: Clock,
    pub(crate) transport: Transport,
    pub(crate) store: Store,
    pub(crate) hot: Hot,
    pub(crate) flights: Flights,
    pub(crate) slots: Arc<Semaphore>,
    /// For one question.
    pub(crate) deadline: Duration,
    pub(crate) mode: Mode,
    pub(crate) look_at_failing_sites: bool,
}

/// How willing the fetcher is to fetch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// As the policy has it; where it allows, a stale answer is given and fetched anew behind it.
    #[default]
    Policy,
    /// As the policy has it, but a fetch that is due is always waited for. For processes that soon end.
    Wait,
    /// Never fetch: what the store knows is the answer.
    Offline,
}

impl Fetcher {
    /// A fetcher to be set up: what is not said has a sensible default.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) fn from_inner(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    /// What the robots.txt of `url`'s origin says now. Waits for a fetch only where the policy wants one
    /// first, and never longer than the deadline.
    ///
    /// # Errors
    /// If `url` is no absolute http, https or ftp URL. What goes wrong with the site is no error: it is
    /// what the answer rests on.
    pub async fn robots_for(&self, url: &str) -> Result<Robots, OriginError> {
        if let Some(robots) = self.known(written_origin(url)) {
            return Ok(robots);
        }
        Ok(self.robots_of(&Origin::of(url)?).await)
    }

    /// What the robots.txt of `origin` says now.
    pub async fn robots_of(&self, origin: &Origin) -> Robots {
        match self.known(origin.as_str()) {
            Some(robots) => robots,
            None => self.ask(origin, false).await,
        }
    }

    /// Fetches the robots.txt of `origin` in any case, and says what it says now.
    pub async fn refresh(&self, origin: &Origin) -> Robots {
        self.ask(origin, true).await
    }

    /// What many origins' robots.txt files say, in the order in which the answers come; `at_once` of them
    /// are asked for at a time.
    pub fn robots_of_many<I>(
        &self,
        origins: I,
        at_once: usize,
    ) -> impl Stream<Item = (Origin, Robots)> + use<I>
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
    pub async fn fetch_only(&self, origin: &Origin) -> Fetched {
        self.0.fetch(origin).await
    }

    /// Fetches, keeps what came, and gives both: what the fetch was like and what it means.
    pub async fn fetch(&self, origin: &Origin) -> (Fetched, Robots) {
        let before = self.0.stored(origin.as_str()).await;
        let (fetched, site) = self.0.fetch_and_keep(origin, before.as_ref()).await;
        (fetched, self.0.robots(&site))
    }

    /// Forgets `origin`, here and in the store.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn forget(&self, origin: &Origin) -> Result<bool, crate::StoreError> {
        self.0.hot.remove(origin.as_str());
        self.0.store.remove(origin.as_str()).await
    }

    /// The store, for those who look through it.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The policy that judges results.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.0.policy
    }

    /// What fetches.
    pub(crate) fn transport(&self) -> &Transport {
        &self.0.transport
    }

    /// What is known of `origin`, if that is enough to answer at once.
    fn known(&self, origin: &str) -> Option<Robots> {
        let site = self.0.hot.get(origin)?;
        let now = self.0.clock.now();
        let standing = self.0.standing(&site, now);
        let shared_and_old = self.0.store.is_shared() && site.unchecked_for(now) > RECHECK;
        match standing {
            Fetch::No if !shared_and_old => {}
            Fetch::No | Fetch::Behind => drop(self.join(origin, false, Some(&site))),
            Fetch::First => return None,
        }
        metrics::counter!("maycrawl_answers_total", "from" => "memory").increment(1);
        Some(self.0.robots(&site))
    }

    /// Joins the flight of `origin`, or begins one.
    async fn ask(&self, origin: &Origin, forced: bool) -> Robots {
        let until = Instant::now() + self.0.deadline + LANDING;
        // A flight ends early only if its task panicked: then another one is tried.
        for _ in 0..2 {
            let mut progress = self.join(origin.as_str(), forced, None);
            match timeout_at(until, self.0.wait(&mut progress, forced)).await {
                Ok(Some(site)) => return self.0.robots(&site),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        let known = self.0.hot.get(origin.as_str()).filter(|_| !forced);
        let site = known.unwrap_or_else(|| {
            let what = format!("no answer within {} s", self.0.deadline.as_secs_f64());
            self.0.site_in_trouble(origin, Failure::new(FailureKind::Timeout, what))
        });
        self.0.robots(&site)
    }

    fn join(
        &self,
        origin: &str,
        forced: bool,
        known: Option<&Arc<Site>>,
    ) -> watch::Receiver<Progress> {
        let (progress, pilot) = self.0.flights.join(origin, forced);
        if let Some(pilot) = pilot {
            let inner = Arc::clone(&self.0);
            let known = known.cloned();
            let span = tracing::info_span!("robots", origin);
            tokio::spawn(async move { inner.pilot(&pilot, forced, known).await }.instrument(span));
        }
        progress
    }
}

/// The beginning of `url` that is its origin, if it is written in the one spelling of origins.
fn written_origin(url: &str) -> &str {
    let start = url.find("://").map_or(0, |scheme| scheme + 3);
    let end = url[start..].find(['/', '?', '#', '\\']).map_or(url.len(), |end| start + end);
    &url[..end]
}

impl Inner {
    fn standing(&self, site: &Site, now: Moment) -> Fetch {
        match (self.mode, site.asked(self.policy, now).fetch) {
            (Mode::Offline, _) => Fetch::No,
            (Mode::Wait, Fetch::Behind) => Fetch::First,
            (_, fetch) => fetch,
        }
    }

    fn robots(&self, site: &Arc<Site>) -> Robots {
        let now = self.clock.now();
        Robots {
            site: Arc::clone(site),
            basis: site.asked(self.policy, now).basis,
            now: now.no_earlier_than(site.loaded),
            hot: self.hot.clone(),
        }
    }

    fn site(&self, entry: Entry, refused: bool) -> Arc<Site> {
        Arc::new(Site::new(entry, refused, self.clock.now(), self.profile))
    }

    /// Waits until the flight is far enough to answer; `None` if it ended on the way.
    async fn wait(
        &self,
        progress: &mut watch::Receiver<Progress>,
        forced: bool,
    ) -> Option<Arc<Site>> {
        loop {
            match &*progress.borrow_and_update() {
                Progress::Landed(site) => return Some(Arc::clone(site)),
                Progress::Known(site)
                    if !forced && self.standing(site, self.clock.now()) != Fetch::First =>
                {
                    return Some(Arc::clone(site));
                }
                _ => {}
            }
            progress.changed().await.ok()?;
        }
    }

    /// The flight: the store, then the site.
    async fn pilot(&self, pilot: &Pilot, forced: bool, known: Option<Arc<Site>>) {
        let Ok(origin) = Origin::of(pilot.origin()) else { return };
        let stored = self.stored(origin.as_str()).await;
        let before = match (stored, known.or_else(|| self.hot.get(origin.as_str()))) {
            (Some(stored), Some(known)) if stored.last_fetch.at > known.entry.last_fetch.at => {
                Some(self.site(stored, false))
            }
            // The store may be away, or behind.
            (_, Some(known)) => {
                known.is_checked(self.clock.now());
                Some(known)
            }
            (stored, None) => stored.map(|stored| self.site(stored, false)),
        };
        if let Some(site) = &before {
            let standing = self.standing(site, self.clock.now());
            if !forced && standing == Fetch::No {
                metrics::counter!("maycrawl_answers_total", "from" => "store").increment(1);
                self.hot.insert(site);
                return pilot.report(Progress::Landed(Arc::clone(site)));
            }
            if standing == Fetch::Behind {
                self.hot.insert(site);
            }
            pilot.report(Progress::Known(Arc::clone(site)));
        }
        if self.mode == Mode::Offline {
            if let Some(site) = before {
                return pilot.report(Progress::Landed(site));
            }
            let what = "nothing is stored, and fetching is switched off";
            return pilot.report(Progress::Landed(
                self.site_in_trouble(&origin, Failure::new(FailureKind::Connect, what)),
            ));
        }
        let before = before.as_ref().map(|before| &before.entry);
        let site = self.fetch_alone(&origin, before, forced).await;
        pilot.report(Progress::Landed(site));
    }

    /// Fetches while no other process does, or takes what the other fetched.
    async fn fetch_alone(
        &self,
        origin: &Origin,
        before: Option<&Entry>,
        forced: bool,
    ) -> Arc<Site> {
        let name = origin.as_str();
        let until = Instant::now() + self.deadline;
        let mut lease = self.lease(name).await;
        while matches!(lease, Lease::Taken) && Instant::now() < until {
            sleep(LOOK_AGAIN).await;
            if let Some(site) = self.stored_since(name, before).await
                && (forced || self.standing(&site, self.clock.now()) == Fetch::No)
            {
                self.hot.insert(&site);
                return site;
            }
            lease = self.lease(name).await;
        }
        let Lease::Granted(Some(token)) = lease else {
            return self.fetch_and_keep(origin, before).await.1;
        };
        // Between the first look and the lease another process may have been here.
        if let Some(site) = self.stored_since(name, before).await
            && self.standing(&site, self.clock.now()) == Fetch::No
            && !forced
        {
            self.store.release(name, &token).await;
            self.hot.insert(&site);
            return site;
        }
        let mut fetching = pin!(self.fetch_and_keep(origin, before));
        let site = loop {
            match timeout(LEASE / 3, &mut fetching).await {
                Ok((_, site)) => break site,
                Err(_) => self.store.renew(name, &token, LEASE).await,
            }
        };
        self.store.release(name, &token).await;
        site
    }

    async fn lease(&self, origin: &str) -> Lease {
        // A store that does not answer keeps nobody from fetching.
        self.store.lease(origin, LEASE).await.unwrap_or(Lease::Granted(None))
    }

    async fn stored(&self, origin: &str) -> Option<Entry> {
        match self.store.entry(origin).await {
            Ok(entry) => entry,
            Err(error) => {
                metrics::counter!("maycrawl_store_errors_total").increment(1);
                tracing::debug!(%error, "the store was not read");
                None
            }
        }
    }

    /// What another process has stored of `origin` since `before`.
    async fn stored_since(&self, origin: &str, before: Option<&Entry>) -> Option<Arc<Site>> {
        let entry = self.stored(origin).await?;
        let is_newer = before.is_none_or(|before| entry.last_fetch.at > before.last_fetch.at);
        is_newer.then(|| self.site(entry, false))
    }

    async fn fetch(&self, origin: &Origin) -> Fetched {
        // Never closed; if it were, fetching on would still be right.
        let _slot = self.slots.acquire().await;
        let fetched = self.transport.fetch(origin).await;
        metrics::counter!("maycrawl_fetches_total", "outcome" => fetched.outcome.name())
            .increment(1);
        metrics::histogram!("maycrawl_fetch_seconds").record(fetched.took.as_secs_f64());
        tracing::debug!(outcome = %fetched.outcome, took = ?fetched.took, "fetched");
        fetched
    }

    /// Fetches, judges, keeps.
    async fn fetch_and_keep(
        &self,
        origin: &Origin,
        before: Option<&Entry>,
    ) -> (Fetched, Arc<Site>) {
        let fetched = self.fetch(origin).await;
        let look = match &fetched.outcome {
            Outcome::Failed(Failure { kind: FailureKind::Status(500..), .. })
                if self.look_at_failing_sites =>
            {
                Some(self.transport.look_at(origin).await)
            }
            _ => None,
        };
        let now = self.clock.now().wall;
        let entry = Entry::after(before, origin, &fetched, look, self.policy, now);
        let site = self.site(entry, matches!(fetched.outcome, Outcome::Refused));
        self.hot.insert(&site);
        if !site.refused {
            self.keep(&site.entry, before).await;
        }
        metrics::counter!("maycrawl_answers_total", "from" => "site").increment(1);
        (fetched, site)
    }

    async fn keep(&self, entry: &Entry, before: Option<&Entry>) {
        let old = before
            .and_then(|before| before.version.as_ref())
            .filter(|old| entry.version.as_ref().is_some_and(|new| !new.says_the_same_as(old)));
        let kept = timeout(STORE_PATIENCE, self.store.put(entry, old)).await;
        let error = match kept {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it took too long".to_owned(),
        };
        metrics::counter!("maycrawl_store_errors_total").increment(1);
        tracing::warn!(origin = entry.origin, error, "the store did not keep an entry");
    }

    /// A site of which nothing is known but that it could not be asked.
    fn site_in_trouble(&self, origin: &Origin, failure: Failure) -> Arc<Site> {
        let now = self.clock.now().wall;
        let result = failure.to_string();
        let event = Event::Failed { failure, retry_after: None, site: None };
        let entry = Entry {
            origin: origin.as_str().to_owned(),
            state: self.policy.fetched(&State::default(), &event, now),
            version: None,
            last_fetch: LastFetch { at: now, millis: 0, hops: Vec::new(), result },
        };
        self.site(entry, false)
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
