//! Reads the sitemaps of a site and checks every URL, one by one.
//!
//! A sitemap is valid for the site that serves it, and for a site whose robots.txt names it (sitemaps.org,
//! *Sitemaps & cross submits*). URLs of these sites are checked against their robots.txt. Other URLs are foreign and
//! not checked: a list of a million hosts does not cause a million requests. An index lists sitemaps, never another
//! index, so every walk ends. The caller limits the number of files and URLs.

mod event;
mod fetching;
mod reader;
mod resources;

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::{Crawler, Origin, RequestUrl, RobotsTxt, RuleSets, Verdict, escape_url};
use maycrawl_fetch::{Fetcher, OriginRobots, OriginRules};
use tokio::sync::mpsc;

pub use self::event::{Location, WalkEvent};
use self::reader::{Batch, More, items};
use self::resources::readers_of_resources;
use crate::sitemap::{SitemapItem, SitemapKind, SitemapProblemKind, SitemapUrl};

/// The limits of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkLimits {
    /// Maximum number of files, indexes included.
    pub files: usize,
    /// Maximum number of URLs.
    pub urls: u64,
    /// Fetch timeout of each file.
    pub deadline: Duration,
}

impl Default for WalkLimits {
    /// 50,001 files, the number for one full index; any number of URLs; five minutes.
    fn default() -> Self {
        Self { files: 50_001, urls: u64::MAX, deadline: Duration::from_secs(300) }
    }
}

/// The start of a walk.
pub enum WalkStart {
    /// The sitemaps that a site's robots.txt names; if it names none, `/sitemap.xml`.
    Site(Origin),
    /// The sitemap at this URL.
    Url(String),
    /// A local sitemap: its name and its bytes. Its site is the site of its first URL.
    File(String, Box<dyn Read + Send>),
}

impl WalkStart {
    /// The start for a user's `url`, a URL of `origin`: the sitemap at `url`, or the whole site if `url` has no path.
    #[must_use]
    pub fn at(url: &str, origin: Origin) -> Self {
        let path = url.split_once("://").and_then(|(_, rest)| rest.split_once(['/', '?', '#']));
        match path {
            Some((_, path)) if !path.is_empty() => Self::Url(url.to_owned()),
            _ => Self::Site(origin),
        }
    }
}

/// The counters of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkSummary {
    /// Sitemaps read, without indexes.
    pub sitemaps: u64,
    /// Indexes read.
    pub indexes: u64,
    /// All URLs.
    pub urls: u64,
    /// URLs that all the crawlers may fetch.
    pub allowed: u64,
    /// URLs that one crawler or more may not fetch.
    pub blocked: u64,
    /// URLs of other sites.
    pub foreign: u64,
    /// Texts that are not valid URLs, and entries without a URL.
    pub malformed: u64,
    /// Other problems of sitemaps.
    pub problems: u64,
    /// Sitemaps that were not read: disallowed or unavailable.
    pub unread: u64,
    /// URLs and sitemaps that were skipped because of the limits, as far as they were counted.
    pub left_out: u64,
    /// Other languages, images and videos of pages, where they are [checked](SitemapWalk::checking_resources).
    pub resources: u64,
    /// Those that a crawler may not fetch.
    pub blocked_resources: u64,
    /// Those that were not looked at: of other sites, malformed, or too many for one page.
    pub unchecked_resources: u64,
}

/// A walk through the sitemaps of a site.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use std::ops::ControlFlow;
///
/// use maycrawl::{Crawler, Origin};
/// use maycrawl_fetch::Fetcher;
/// use maycrawl_site::{SitemapWalk, WalkEvent, WalkLimits, WalkStart};
///
/// let fetcher = Fetcher::builder().build()?;
/// let crawlers = [Crawler::GOOGLEBOT];
/// let walk = SitemapWalk::new(&fetcher, &crawlers, WalkLimits::default());
/// let start = WalkStart::Site(Origin::parse("https://shop.example/")?);
/// let summary = walk
///     .run(start, |event| {
///         if let WalkEvent::Url { url, verdicts, .. } = event {
///             println!("{}: {}", url.loc, verdicts[0]);
///         }
///         ControlFlow::Continue(())
///     })
///     .await;
/// println!("{} of {} URLs are disallowed", summary.blocked, summary.urls);
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct SitemapWalk<'w> {
    fetcher: &'w Fetcher,
    crawlers: &'w [Crawler],
    /// The crawlers, and those that read images and videos for them.
    readers: Vec<Crawler>,
    limits: WalkLimits,
    given: Option<RuleSets>,
    same_origin_only: bool,
    more: More,
}

/// A site for which a sitemap speaks, and its rules, one for each crawler.
struct WalkSite {
    origin: Origin,
    robots: Option<OriginRobots>,
    rules: Vec<OriginRules>,
}

/// A sitemap that is not read yet.
struct PendingSitemap {
    from: SitemapSource,
    /// The site whose robots.txt names it.
    named_by: Option<Arc<WalkSite>>,
    in_index: bool,
}

enum SitemapSource {
    Url(String),
    File(String, Box<dyn Read + Send>),
}

/// The state of a walk.
struct Progress<F> {
    report: F,
    summary: WalkSummary,
    sites: Vec<Arc<WalkSite>>,
    seen: HashSet<u64>,
    hasher: RandomState,
    files: usize,
    stopped: bool,
    /// The origin where the walk starts.
    start_origin: Option<Origin>,
}

/// Maximum number of sites whose rules are cached during a walk.
const MAX_SITES: usize = 16;

impl<'w> SitemapWalk<'w> {
    /// A walk for these crawlers.
    #[must_use]
    pub fn new(fetcher: &'w Fetcher, crawlers: &'w [Crawler], limits: WalkLimits) -> Self {
        let (given, same_origin_only, more) = (None, false, More::default());
        let readers = crawlers.to_vec();
        Self { fetcher, crawlers, readers, limits, given, same_origin_only, more }
    }

    /// Also tells what is wrong with the form of the sitemaps alone, as [`Sitemap::checking_form`](crate::Sitemap).
    #[must_use]
    pub fn checking_form(mut self) -> Self {
        self.more.form = true;
        self
    }

    /// Also checks what the sitemaps list beside the URLs: other languages, images and videos. Of other sites they are
    /// counted only. Before [`with_robots`](Self::with_robots).
    #[must_use]
    pub fn checking_resources(mut self) -> Self {
        self.more.resources = true;
        self.readers = readers_of_resources(self.crawlers);
        self
    }

    /// Uses this robots.txt for all sites, instead of their own.
    #[must_use]
    pub fn with_robots(mut self, robots: &RobotsTxt<'_>) -> Self {
        self.given = Some(robots.rules_for_each(&self.readers));
        self
    }

    /// Fetches only sitemaps of the site where the walk starts: neither a file nor a redirect can lead to another site.
    #[must_use]
    pub fn same_origin_only(mut self) -> Self {
        self.same_origin_only = true;
        self
    }

    /// Runs the walk: passes each event to `report` and counts. `ControlFlow::Break` stops the walk. Memory does not
    /// grow with the number of URLs. Never fails: failures are events.
    pub async fn run(
        &self,
        start: WalkStart,
        report: impl FnMut(WalkEvent<'_>) -> ControlFlow<()>,
    ) -> WalkSummary {
        let mut progress = Progress {
            report,
            summary: WalkSummary::default(),
            sites: Vec::new(),
            seen: HashSet::new(),
            hasher: RandomState::new(),
            files: 0,
            stopped: false,
            start_origin: match &start {
                WalkStart::Site(origin) => Some(origin.clone()),
                WalkStart::Url(url) => Origin::parse(url).ok(),
                WalkStart::File(..) => None,
            },
        };
        let named = match start {
            WalkStart::Site(origin) => self.named_by(&origin, &mut progress).await,
            WalkStart::Url(url) => {
                vec![PendingSitemap {
                    from: SitemapSource::Url(url),
                    named_by: None,
                    in_index: false,
                }]
            }
            WalkStart::File(name, bytes) => {
                vec![PendingSitemap {
                    from: SitemapSource::File(name, bytes),
                    named_by: None,
                    in_index: false,
                }]
            }
        };
        for next in named {
            let named_by = next.named_by.clone();
            let children = self.read(next, &mut progress).await;
            for url in children {
                let named_by = named_by.clone();
                let child =
                    PendingSitemap { from: SitemapSource::Url(url), named_by, in_index: true };
                // What a child lists is not read: an index lists sitemaps and no indexes. So a walk ends, even if two
                // indexes list each other.
                self.read(child, &mut progress).await;
            }
        }
        progress.summary
    }

    /// The sitemaps that a site's robots.txt names.
    async fn named_by<F>(&self, origin: &Origin, progress: &mut Progress<F>) -> Vec<PendingSitemap>
    where
        F: FnMut(WalkEvent<'_>) -> ControlFlow<()>,
    {
        let site = self.site(origin, progress).await;
        let Some(robots) = &site.robots else { return Vec::new() };
        let parsed = robots.parse();
        let mut urls: Vec<String> = parsed
            .sitemaps()
            .map(|sitemap| String::from_utf8_lossy(&escape_url(sitemap.url)).into_owned())
            .collect();
        progress.report(WalkEvent::Site { robots, named: urls.len() });
        if urls.is_empty() {
            urls.push(format!("{origin}/sitemap.xml"));
        }
        let next = |url| PendingSitemap {
            from: SitemapSource::Url(url),
            named_by: Some(Arc::clone(&site)),
            in_index: false,
        };
        urls.into_iter().map(next).collect()
    }

    async fn site<F>(&self, origin: &Origin, progress: &mut Progress<F>) -> Arc<WalkSite> {
        if let Some(site) = progress.sites.iter().find(|site| site.origin == *origin) {
            return Arc::clone(site);
        }
        let (robots, rules) = if self.given.is_some() {
            (None, Vec::new())
        } else {
            let robots = self.fetcher.robots_of(origin).await;
            let rules = robots.rules_for_each(&self.readers);
            (Some(robots), rules)
        };
        let site = Arc::new(WalkSite { origin: origin.clone(), robots, rules });
        if progress.sites.len() == MAX_SITES {
            progress.sites.remove(0);
        }
        progress.sites.push(Arc::clone(&site));
        site
    }

    /// Reads one sitemap, and returns the sitemaps that it lists if it is an index.
    async fn read<F>(&self, next: PendingSitemap, progress: &mut Progress<F>) -> Vec<String>
    where
        F: FnMut(WalkEvent<'_>) -> ControlFlow<()>,
    {
        if progress.stopped {
            return Vec::new();
        }
        if progress.files == self.limits.files || progress.summary.urls >= self.limits.urls {
            progress.summary.left_out += 1;
            return Vec::new();
        }
        let PendingSitemap { from, named_by, in_index } = next;
        let mut sites: Vec<Arc<WalkSite>> = named_by.into_iter().collect();
        let (name, items) = match from {
            SitemapSource::File(name, bytes) => (name, items(bytes, self.more)),
            SitemapSource::Url(url) => {
                // Indexes repeat sitemaps, whose URLs would be counted twice. Hashes of a random key bound the memory,
                // and no author can make two of them equal.
                let hash = progress.hasher.hash_one(&url);
                if !progress.seen.insert(hash) {
                    return Vec::new();
                }
                match self.open(&url, &mut sites, progress).await {
                    Some(items) => (url, items),
                    None => {
                        progress.summary.unread += 1;
                        return Vec::new();
                    }
                }
            }
        };
        progress.files += 1;
        progress.report(WalkEvent::Begin { sitemap: &name });
        self.report_items(&name, items, sites, in_index, progress).await
    }

    async fn report_items<F>(
        &self,
        name: &str,
        mut items: mpsc::Receiver<Batch>,
        mut sites: Vec<Arc<WalkSite>>,
        in_index: bool,
        progress: &mut Progress<F>,
    ) -> Vec<String>
    where
        F: FnMut(WalkEvent<'_>) -> ControlFlow<()>,
    {
        let mut children = Vec::new();
        let (mut kind, mut listed) = (None, 0);
        while let Some(batch) = items.recv().await {
            (kind, listed) = (batch.kind, batch.listed);
            if in_index && kind == Some(SitemapKind::Index) {
                let at = Location { sitemap: name, position: None };
                progress.problem(at, &SitemapProblemKind::IndexInIndex);
                progress.summary.unread += 1;
                progress.report(WalkEvent::End { sitemap: name, kind, listed });
                return Vec::new();
            }
            for item in batch.items {
                children.extend(self.report_item(name, item, &mut sites, progress).await);
            }
            if progress.stopped {
                return Vec::new();
            }
        }
        match kind {
            Some(SitemapKind::Index) => progress.summary.indexes += 1,
            Some(_) => progress.summary.sitemaps += 1,
            None => {}
        }
        progress.report(WalkEvent::End { sitemap: name, kind, listed });
        children
    }

    /// Reports one item of a sitemap, and returns the sitemap that the item names.
    async fn report_item<F>(
        &self,
        name: &str,
        item: SitemapItem,
        sites: &mut Vec<Arc<WalkSite>>,
        progress: &mut Progress<F>,
    ) -> Option<String>
    where
        F: FnMut(WalkEvent<'_>) -> ControlFlow<()>,
    {
        match item {
            SitemapItem::Sitemap(sitemap) => return Some(sitemap.loc),
            SitemapItem::Problem(problem) => {
                let at = Location { sitemap: name, position: problem.position };
                progress.problem(at, &problem.trouble);
            }
            SitemapItem::Url(_) if progress.summary.urls >= self.limits.urls => {
                progress.summary.left_out += 1;
            }
            SitemapItem::Url(url) => {
                // A file of this machine belongs to no site that is known, so its first URL names the site.
                if sites.is_empty()
                    && let Ok(origin) = Origin::parse(&url.loc)
                {
                    sites.push(self.site(&origin, progress).await);
                }
                let at = Location { sitemap: name, position: Some(url.position) };
                self.check(at, &url, sites, progress);
            }
        }
        None
    }

    /// Checks one URL: malformed, foreign, or with verdicts.
    fn check<F>(
        &self,
        at: Location<'_>,
        url: &SitemapUrl,
        sites: &[Arc<WalkSite>],
        progress: &mut Progress<F>,
    ) where
        F: FnMut(WalkEvent<'_>) -> ControlFlow<()>,
    {
        progress.summary.urls += 1;
        let asked = site_of(&url.loc, sites).and_then(|site| {
            let asked = RequestUrl::parse(&url.loc).map_err(|error| error.to_string())?;
            Ok(site.map(|site| (site, asked)))
        });
        let (site, asked) = match asked {
            Ok(Some(found)) => found,
            Ok(None) => {
                progress.summary.foreign += 1;
                let home = sites.first().map_or("", |site| site.origin.as_str());
                return progress.report(WalkEvent::Foreign { at, url, home });
            }
            Err(why) => {
                progress.summary.malformed += 1;
                return progress.report(WalkEvent::Malformed { at, url, why: &why });
            }
        };
        let verdicts = &self.verdicts(site, &asked)[..self.crawlers.len()];
        if verdicts.iter().all(Verdict::is_allowed) {
            progress.summary.allowed += 1;
        } else {
            progress.summary.blocked += 1;
        }
        let robots = site.robots.as_ref();
        progress.report(WalkEvent::Url { at, url, asked: &asked, verdicts, robots });
        self.check_resources(at.sitemap, url, sites, progress);
    }

    /// The verdicts about a URL, one for each reader.
    fn verdicts<'s>(&'s self, site: &'s WalkSite, asked: &RequestUrl) -> Vec<Verdict<'s>> {
        match &self.given {
            Some(rules) => rules.check(asked).collect(),
            None => site.rules.iter().map(|rules| rules.check_request(asked)).collect(),
        }
    }
}

impl<F: FnMut(WalkEvent<'_>) -> ControlFlow<()>> Progress<F> {
    fn report(&mut self, event: WalkEvent<'_>) {
        if !self.stopped {
            self.stopped = (self.report)(event).is_break();
        }
    }

    fn report_unfetched(&mut self, sitemap: &str, status: Option<u16>, why: &str) {
        self.report(WalkEvent::Unfetched { sitemap, status, why });
    }

    fn problem(&mut self, at: Location<'_>, trouble: &SitemapProblemKind) {
        match trouble {
            SitemapProblemKind::NoUrl
            | SitemapProblemKind::UrlTooLong(_)
            | SitemapProblemKind::Entity(_)
            | SitemapProblemKind::SeveralUrls(_)
            | SitemapProblemKind::NotUtf8(_) => {
                self.summary.urls += 1;
                self.summary.malformed += 1;
            }
            SitemapProblemKind::Beyond(count) => {
                self.summary.problems += 1;
                self.summary.left_out += count;
            }
            _ => self.summary.problems += 1,
        }
        self.report(WalkEvent::Problem { at, trouble });
    }
}

/// The site of `url` among `sites`; an error if it is not a URL that a sitemap may list.
fn site_of<'s>(url: &str, sites: &'s [Arc<WalkSite>]) -> Result<Option<&'s WalkSite>, String> {
    if let Some(byte) = url.bytes().find(|byte| byte.is_ascii_control() || *byte == b' ') {
        return Err(format!("the URL contains a byte that must be written %{byte:02X}"));
    }
    let is_of = |site: &&Arc<WalkSite>| {
        let rest = url.strip_prefix(site.origin.as_str());
        rest.is_some_and(|rest| matches!(rest.as_bytes().first(), None | Some(b'/' | b'?' | b'#')))
    };
    if let Some(site) = sites.iter().find(is_of) {
        return Ok(Some(site));
    }
    let origin = Origin::parse(url).map_err(|error| error.to_string())?;
    if !Origin::has_plain_authority(url) {
        return Err(format!("it is not written scheme://host/path; write {origin}/ and the path"));
    }
    Ok(sites.iter().find(|site| site.origin == origin).map(|site| &**site))
}
