//! The watched sites of a store, the worst first, one page at a time.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use maycrawl::Origin;
use maycrawl_fetch::{Store, StoreError, Timestamp};
use serde::Serialize;
use serde::ser::SerializeStruct as _;

use super::{MAX_SITES, PREFIX, Status, WatchedSite};

/// Sites on a page.
pub(crate) const PAGE_SITES: usize = 100;

/// Keys that are read from the store at a time.
const KEYS_PER_READ: usize = 1000;

/// Notes that are read at a time. A store on another machine answers each after a while.
const READS: usize = 16;

/// How long a site stays in the list that is not asked any more, while others are.
const FORGOTTEN: Duration = Duration::from_secs(30 * 86_400);

/// One page of the list.
pub(crate) struct List {
    /// When the list was made.
    pub(crate) at: Timestamp,
    /// The number of this page, from 1.
    pub(crate) page: usize,
    /// The sites on all pages.
    pub(crate) total: usize,
    /// The sites on all pages by their states.
    pub(crate) counts: BTreeMap<Status, usize>,
    /// Sites on all pages that were not asked in time, whatever else they are.
    pub(crate) stale: usize,
    /// Time of the last look at any site.
    pub(crate) looked: Option<Timestamp>,
    /// True if a look is not older than the interval of its watcher.
    pub(crate) is_running: bool,
    /// Notes that cannot be read: damaged, or of a later release.
    pub(crate) unreadable: usize,
    /// Sites that are left out, because they were not asked for 30 days while others were.
    pub(crate) forgotten: usize,
    /// True if the store has more sites than are read.
    pub(crate) is_cut: bool,
    pub(crate) sites: Vec<(Origin, WatchedSite)>,
}

/// What the order of a site needs: the worst first, then the latest change, then by name.
type Place = (Status, Reverse<Option<Timestamp>>, Origin);

impl List {
    pub(crate) fn pages(&self) -> usize {
        self.total.div_ceil(PAGE_SITES).max(1)
    }

    /// Reads page `page` of the list from a store. Cost: a read of each note, up to [`MAX_SITES`], and memory for the
    /// names.
    ///
    /// # Errors
    /// If the store does not answer.
    pub(crate) async fn read(
        store: &Store,
        now: Timestamp,
        page: usize,
    ) -> Result<Self, StoreError> {
        let mut list = Self::empty(now, page);
        let mut places = list.read_places(store).await?;
        list.forget(&mut places);
        list.total = places.len();
        for ((status, ..), _, is_stale) in &places {
            *list.counts.entry(*status).or_default() += 1;
            list.stale += usize::from(*is_stale);
        }
        places.sort_unstable();
        let first = page.saturating_sub(1).saturating_mul(PAGE_SITES);
        for ((.., origin), ..) in places.into_iter().skip(first).take(PAGE_SITES) {
            // Read again: all notes together are too large to keep.
            if let Note::Site(origin, site) = read(store, WatchedSite::key(&origin)).await? {
                list.sites.push((origin, site));
            }
        }
        Ok(list)
    }

    fn empty(at: Timestamp, page: usize) -> Self {
        Self {
            at,
            page,
            total: 0,
            counts: BTreeMap::new(),
            stale: 0,
            looked: None,
            is_running: false,
            unreadable: 0,
            forgotten: 0,
            is_cut: false,
            sites: Vec::new(),
        }
    }

    /// Reads every note of the store, up to [`MAX_SITES`], and keeps what the order needs: the place of the site, the
    /// time of the last look at it, and whether it is stale.
    async fn read_places(
        &mut self,
        store: &Store,
    ) -> Result<Vec<(Place, Timestamp, bool)>, StoreError> {
        let mut places = Vec::new();
        let (mut after, mut seen) = (String::new(), 0);
        loop {
            let keys = store.note_keys(PREFIX, &after, KEYS_PER_READ).await?;
            let Some(last) = keys.last() else { break };
            after.clone_from(last);
            seen += keys.len();
            if seen > MAX_SITES {
                self.is_cut = true;
                break;
            }
            let mut notes = stream::iter(keys).map(|key| read(store, key)).buffered(READS);
            while let Some(note) = notes.try_next().await? {
                match note {
                    Note::Site(origin, site) => {
                        self.looked = self.looked.max(Some(site.looked));
                        self.is_running |= site.proves_a_watcher(self.at);
                        let changed = site.change.as_ref().map(|change| change.at);
                        let place = (site.status(self.at), Reverse(changed), origin);
                        places.push((place, site.looked, site.is_stale(self.at)));
                    }
                    Note::Unreadable => self.unreadable += 1,
                    Note::Gone => {}
                }
            }
        }
        Ok(places)
    }

    /// Leaves out the sites that were not asked for a long time, if a watcher runs. If none runs, no site is asked, and
    /// the list would become empty.
    fn forget(&mut self, places: &mut Vec<(Place, Timestamp, bool)>) {
        let all = places.len();
        places.retain(|(_, looked, _)| !self.is_running || self.at.since(*looked) <= FORGOTTEN);
        self.forgotten = all - places.len();
    }
}

/// A note of the store.
enum Note {
    Site(Origin, WatchedSite),
    Unreadable,
    /// It was removed a moment ago.
    Gone,
}

async fn read(store: &Store, key: String) -> Result<Note, StoreError> {
    let Some(note) = store.note(&key).await? else { return Ok(Note::Gone) };
    let origin = key.strip_prefix(PREFIX).and_then(|origin| Origin::parse(origin).ok());
    let site = serde_json::from_slice(&note).ok();
    Ok(origin.zip(site).map_or(Note::Unreadable, |(origin, site)| Note::Site(origin, site)))
}

/// A site as JSON.
#[derive(Serialize)]
struct SiteAnswer<'a> {
    site: &'a str,
    robots_url: String,
    status: Status,
    is_stale: bool,
    rung: super::Rung,
    effect: &'static str,
    state: &'a str,
    watched_since: String,
    last_asked: String,
    interval_seconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable_since: Option<String>,
    is_flapping: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_change: Option<ChangeAnswer<'a>>,
    expectations: &'a super::Expected,
}

/// A change as JSON.
#[derive(Serialize)]
struct ChangeAnswer<'a> {
    at: String,
    severity: maycrawl_lint::Severity,
    summary: &'a str,
}

impl<'a> SiteAnswer<'a> {
    fn new(origin: &'a Origin, site: &'a WatchedSite, now: Timestamp) -> Self {
        Self {
            site: origin.as_str(),
            robots_url: origin.robots_url(),
            status: site.status(now),
            is_stale: site.is_stale(now),
            rung: site.rung,
            effect: site.rung.effect(),
            state: &site.state,
            watched_since: site.since.to_string(),
            last_asked: site.looked.to_string(),
            interval_seconds: site.interval.map(|interval| interval.as_secs()),
            unreadable_since: site.failing_since.map(|since| since.to_string()),
            is_flapping: site.flaps,
            last_change: site.change.as_ref().map(|change| ChangeAnswer {
                at: change.at.to_string(),
                severity: change.severity,
                summary: &change.summary,
            }),
            expectations: &site.expected,
        }
    }
}

impl Serialize for List {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut out = to.serialize_struct("WatchedList", 12)?;
        out.serialize_field("at", &self.at.to_string())?;
        out.serialize_field("watcher_is_running", &self.is_running)?;
        out.serialize_field("last_asked", &self.looked.map(|looked| looked.to_string()))?;
        out.serialize_field("total", &self.total)?;
        out.serialize_field("stale", &self.stale)?;
        out.serialize_field("counts", &self.counts)?;
        out.serialize_field("unreadable_records", &self.unreadable)?;
        out.serialize_field("left_out", &self.forgotten)?;
        out.serialize_field("is_cut", &self.is_cut)?;
        out.serialize_field("page", &self.page)?;
        out.serialize_field("pages", &self.pages())?;
        let sites: Vec<_> = self
            .sites
            .iter()
            .map(|(origin, site)| SiteAnswer::new(origin, site, self.at))
            .collect();
        out.serialize_field("sites", &sites)?;
        out.end()
    }
}
