//! The sitemaps of a site, walked: every URL checked, one by one.
//!
//! A sitemap speaks for the site it lies on, and for a site whose robots.txt names it (sitemaps.org,
//! *Sitemaps & cross submits*). URLs of these are asked of their robots.txt; others are foreign, and nobody is
//! asked about them: a list of a million hosts makes no million requests. An index lists sitemaps, never
//! an index, so no walk is endless; how many files and URLs it may take is the caller's to say.

mod fetching;
mod reader;

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::{Crawler, Origin, RequestUrl, RobotsTxt, RuleSet, Verdict, escape_url};
use maycrawl_fetch::{Fetcher, OriginRobots, OriginRules};
use tokio::sync::mpsc;

use self::reader::{Batch, items};
use crate::sitemap::{SitemapItem, SitemapKind, SitemapProblemKind, SitemapUrl};

/// What a walk may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkLimits {
    /// Files, indexes too.
    pub files: usize,
    /// URLs.
    pub urls: u64,
    /// For each file.
    pub deadline: Duration,
}

impl Default for WalkLimits {
    /// 50,001 files, as many as one full index brings; URLs without end; five minutes.
    fn default() -> Self {
        Self { files: 50_001, urls: u64::MAX, deadline: Duration::from_secs(300) }
    }
}

/// Where a walk begins.
pub enum WalkStart {
    /// The sitemaps that a site's robots.txt names; if it names none, `/sitemap.xml`.
    Site(Origin),
    /// The sitemap at this URL.
    Url(String),
    /// A sitemap at hand: its name, and its bytes as they come. It is taken to be of the site of its first URL.
    File(String, Box<dyn Read + Send>),
}

impl WalkStart {
    /// Where somebody means to begin who wrote `url`, a URL of `origin`: the sitemap there, or the whole site if it has
    /// no path.
    #[must_use]
    pub fn at(url: &str, origin: Origin) -> Self {
        let path = url.split_once("://").and_then(|(_, rest)| rest.split_once(['/', '?', '#']));
        match path {
            Some((_, path)) if !path.is_empty() => Self::Url(url.to_owned()),
            _ => Self::Site(origin),
        }
    }
}

/// A line of a sitemap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    /// The sitemap's URL, or the file's name.
    pub sitemap: &'a str,
    /// The line, uncompressed; 0 for the whole.
    pub line: u64,
}

/// What a walk comes by.
#[derive(Debug)]
pub enum WalkEvent<'a> {
    /// The robots.txt of a site, and how many sitemaps it names.
    Site {
        /// What its robots.txt says.
        robots: &'a OriginRobots,
        /// How many sitemaps it names.
        named: usize,
    },
    /// A sitemap begins.
    Begin {
        /// Its URL, or the file's name.
        sitemap: &'a str,
    },
    /// A URL of the site, with a verdict for each crawler, in order.
    Url {
        /// Where it stands.
        at: Location<'a>,
        /// The URL.
        url: &'a SitemapUrl,
        /// What is requested for it: what the verdicts are about.
        asked: &'a RequestUrl,
        /// One for each crawler.
        verdicts: &'a [Verdict<'a>],
        /// What the verdicts rest on; `None` where a file was given instead.
        robots: Option<&'a OriginRobots>,
    },
    /// A URL that is of none of the sites for which the sitemap speaks.
    Foreign {
        /// Where it stands.
        at: Location<'a>,
        /// The URL.
        url: &'a SitemapUrl,
        /// The first site for which the sitemap speaks.
        home: &'a str,
    },
    /// A URL that is none.
    Malformed {
        /// Where it stands.
        at: Location<'a>,
        /// The text.
        url: &'a SitemapUrl,
        /// Why it is none.
        why: &'a str,
    },
    /// Something is wrong with the sitemap.
    Problem {
        /// Where.
        at: Location<'a>,
        /// What.
        trouble: &'a SitemapProblemKind,
    },
    /// A sitemap that every crawler is kept from, so it was not fetched.
    Closed {
        /// Its URL.
        sitemap: &'a str,
        /// The first crawler's verdict.
        verdict: Verdict<'a>,
        /// What that rests on.
        robots: &'a OriginRobots,
    },
    /// A sitemap that was not asked for: its URL is none, or the walk same_origin_only where it began.
    Unasked {
        /// Its URL.
        sitemap: &'a str,
        /// Why.
        why: &'a str,
    },
    /// A sitemap that could not be fetched.
    Unfetched {
        /// Its URL.
        sitemap: &'a str,
        /// The status of the answer, if one came.
        status: Option<u16>,
        /// Why.
        why: &'a str,
    },
    /// A sitemap ends.
    End {
        /// Its URL, or the file's name.
        sitemap: &'a str,
        /// What it was.
        kind: Option<SitemapKind>,
        /// How many URLs it listed, or sitemaps.
        listed: u64,
    },
}

/// What a walk came by, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkSummary {
    /// Sitemaps read, without indexes.
    pub sitemaps: u64,
    /// Indexes read.
    pub indexes: u64,
    /// URLs, whatever became of them.
    pub urls: u64,
    /// URLs that all the crawlers may fetch.
    pub allowed: u64,
    /// URLs that one crawler or more may not fetch.
    pub blocked: u64,
    /// URLs of other sites.
    pub foreign: u64,
    /// URLs that are none, and entries without.
    pub malformed: u64,
    /// Other things wrong with sitemaps.
    pub problems: u64,
    /// Sitemaps that were not read: closed to crawlers, or not to be had.
    pub unread: u64,
    /// URLs and sitemaps left out because of the limits, as far as they were counted.
    pub left_out: u64,
}

/// A walk along sitemaps.
#[derive(Debug)]
pub struct SitemapWalk<'w> {
    fetcher: &'w Fetcher,
    crawlers: &'w [Crawler],
    limits: WalkLimits,
    given: Option<Vec<RuleSet>>,
    same_origin_only: bool,
}

/// A site for which a sitemap speaks, and its rules, one for each crawler.
struct WalkSite {
    origin: Origin,
    robots: Option<OriginRobots>,
    rules: Vec<OriginRules>,
}

/// A sitemap that is to be read.
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

/// What the walk carries along.
struct Progress<F> {
    report: F,
    summary: WalkSummary,
    sites: Vec<Arc<WalkSite>>,
    seen: HashSet<u64>,
    hasher: RandomState,
    files: usize,
    stopped: bool,
    /// The site where the walk begins.
    start_origin: Option<Origin>,
}

/// Sites whose rules are kept during a walk.
const MAX_SITES: usize = 16;

impl<'w> SitemapWalk<'w> {
    /// A walk on behalf of these crawlers.
    #[must_use]
    pub fn new(fetcher: &'w Fetcher, crawlers: &'w [Crawler], limits: WalkLimits) -> Self {
        Self { fetcher, crawlers, limits, given: None, same_origin_only: false }
    }

    /// Asks this robots.txt, for all sites, instead of theirs.
    #[must_use]
    pub fn with_robots(mut self, robots: &RobotsTxt<'_>) -> Self {
        self.given = Some(self.crawlers.iter().map(|crawler| robots.rules_for(crawler)).collect());
        self
    }

    /// Fetches sitemaps of the site where the walk begins, and no others: what a stranger's file names is asked
    /// for nowhere else, and no redirect leads away.
    #[must_use]
    pub fn same_origin_only(mut self) -> Self {
        self.same_origin_only = true;
        self
    }

    /// Walks, telling everything as it comes, and counts. Memory does not grow with the number of URLs.
    /// Who has heard enough breaks off.
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
            let rules = self.crawlers.iter().map(|crawler| robots.rules_for(crawler)).collect();
            (Some(robots), rules)
        };
        let site = Arc::new(WalkSite { origin: origin.clone(), robots, rules });
        if progress.sites.len() == MAX_SITES {
            progress.sites.remove(0);
        }
        progress.sites.push(Arc::clone(&site));
        site
    }

    /// Reads one sitemap, and gives the sitemaps that it lists if it is an index.
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
            SitemapSource::File(name, bytes) => (name, items(bytes)),
            SitemapSource::Url(url) => {
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
                let at = Location { sitemap: name, line: 0 };
                progress.problem(at, &SitemapProblemKind::IndexInIndex);
                progress.summary.unread += 1;
                progress.report(WalkEvent::End { sitemap: name, kind, listed });
                return Vec::new();
            }
            for item in batch.items {
                match item {
                    SitemapItem::Sitemap(sitemap) => children.push(sitemap.loc),
                    SitemapItem::Problem(problem) => {
                        progress.problem(
                            Location { sitemap: name, line: problem.line },
                            &problem.trouble,
                        );
                    }
                    SitemapItem::Url(_) if progress.summary.urls >= self.limits.urls => {
                        progress.summary.left_out += 1;
                    }
                    SitemapItem::Url(url) => {
                        if sites.is_empty()
                            && let Ok(origin) = Origin::parse(&url.loc)
                        {
                            sites.push(self.site(&origin, progress).await);
                        }
                        self.check(
                            Location { sitemap: name, line: url.line },
                            &url,
                            &sites,
                            progress,
                        );
                    }
                }
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

    /// One URL: malformed, foreign, or asked.
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
        let verdicts: Vec<Verdict<'_>> = match &self.given {
            Some(rules) => rules.iter().map(|rules| rules.check(&asked)).collect(),
            None => site.rules.iter().map(|rules| rules.check_request(&asked)).collect(),
        };
        if verdicts.iter().all(Verdict::is_allowed) {
            progress.summary.allowed += 1;
        } else {
            progress.summary.blocked += 1;
        }
        let robots = site.robots.as_ref();
        progress.report(WalkEvent::Url { at, url, asked: &asked, verdicts: &verdicts, robots });
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

/// The site of `url` among those that are at site; an error if it is no URL that a sitemap may list.
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
