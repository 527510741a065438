//! The places beside robots.txt where a site speaks of uses: fetched on request, and read.
//!
//! Each is requested as a page is: through the fetcher with its address guard, its slots and its limits, and only if
//! the robots.txt of its origin lets the crawler of the fetcher's own `User-Agent` fetch exactly this URL, redirect
//! targets too. A place ends as read, as absent by a status that says so, or as not read with the reason. What was not
//! read makes no grant and no *not said*.

mod kept_files;
mod places;
mod request;

use std::time::Duration;

use maycrawl::{Crawler, Origin, RequestUrl};
use maycrawl_fetch::{Fetcher, OriginRobots};
use maycrawl_uses::{PlaceReport, PlaceState, Source};

use crate::live::inspect::{self, PageAnswer};
use crate::page::MAX_PAGE_BYTES;
use crate::rsl::{MAX_RSL_BYTES, RslDocument};
use crate::tdmrep::{MAX_TDMREP_BYTES, TdmrepFile};
use crate::use_signals::UseSignals;
use crate::well_known::WellKnownFile;

use kept_files::KeptFiles;
pub use places::{ReadPlaces, UsePlaces, robots_place};
use request::{Requests, Trouble};

/// Maximum number of licences of one question. A site may name thousands.
const MAX_LICENSES: usize = 4;

/// The limits of the reading for one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseReadLimits {
    /// Fetch timeout of each request.
    pub deadline: Duration,
    /// The time for all places of a question together; `None` for as long as they take.
    pub total: Option<Duration>,
    /// Maximum number of bytes that are read of a page.
    pub page_bytes: u64,
    /// Maximum size of a `tdmrep.json` and of a licence in bytes, if it is less than that of their readers. A larger
    /// file is not read in part.
    pub file_bytes: usize,
    /// For strangers, who must not learn why a host does not answer: the shortest time of such a request, and the text
    /// in place of the reason.
    pub masked: Option<(Duration, &'static str)>,
}

impl UseReadLimits {
    /// 15 MiB of a page, the files that the readers take, and `deadline` for each request.
    #[must_use]
    pub const fn new(deadline: Duration) -> Self {
        let page_bytes = MAX_PAGE_BYTES;
        Self { deadline, total: None, page_bytes, file_bytes: usize::MAX, masked: None }
    }
}

/// Reads the places of sites on request. Files at well-known places and licences are kept for a few minutes, so that a
/// list of URLs of one site costs one request for each file.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::Duration;
///
/// use maycrawl::{Crawler, RequestUrl};
/// use maycrawl_uses::{Readings, Use};
/// use maycrawl_fetch::Fetcher;
/// use maycrawl_site::{UsePlaces, UseReadLimits, UseReader, UseSources};
///
/// let (fetcher, crawler) = (Fetcher::builder().build()?, Crawler::GOOGLEBOT);
/// let url = RequestUrl::parse("https://example.com/a")?;
/// let robots = fetcher.robots_for(url.as_str()).await?;
/// let reader = UseReader::new(UseReadLimits::new(Duration::from_secs(30)));
/// let asked = (&url, &robots, &[crawler.clone()][..]);
/// let read = reader.read(&fetcher, asked, UsePlaces::ALL, &|_| Ok(())).await;
/// let file = robots.has_file().then(|| robots.parse());
/// let site = UseSources { robots: file.as_ref(), ..UseSources::default() };
/// let answer = read.ask(site, &crawler, &url, Use::Train, Readings::DEFAULT);
/// println!("{}, and {:?}", answer.outcome.name(), read.reports());
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct UseReader {
    limits: UseReadLimits,
    kept: KeptFiles,
}

impl UseReader {
    /// A reader with these limits.
    #[must_use]
    pub fn new(limits: UseReadLimits) -> Self {
        Self { limits, kept: KeptFiles::default() }
    }

    /// Fetches and reads `places` for a question about a URL, the robots.txt of its site and some crawlers. `permit` is
    /// asked before each request to an origin; its error is the reason why that place is not read.
    pub async fn read(
        &self,
        fetcher: &Fetcher,
        (url, robots, crawlers): (&RequestUrl, &OriginRobots, &[Crawler]),
        places: UsePlaces,
        permit: &(dyn Fn(&Origin) -> Result<(), String> + Sync),
    ) -> ReadPlaces {
        let mut read = ReadPlaces::default();
        let mut requests = Requests::new(fetcher, self.limits, permit);
        if places.page {
            self.read_page(&mut requests, url, &mut read).await;
        }
        let named = NamedLicenses::of(robots, crawlers, read.page.as_ref());
        self.read_files(&mut requests, url, (named, places), &mut read).await;
        read
    }

    /// As [`read`](Self::read), where the page was read already.
    pub async fn read_around(
        &self,
        fetcher: &Fetcher,
        (url, robots, crawlers): (&RequestUrl, &OriginRobots, &[Crawler]),
        page: &PageAnswer,
        places: UsePlaces,
    ) -> ReadPlaces {
        let mut read = ReadPlaces::from_page(url.as_str(), page);
        let mut requests = Requests::new(fetcher, self.limits, &|_| Ok(()));
        let named = NamedLicenses::of(robots, crawlers, Some(page));
        self.read_files(&mut requests, url, (named, places), &mut read).await;
        read
    }

    /// The page. Its redirects are not followed: no document says for which URL a statement of another URL counts.
    async fn read_page(
        &self,
        requests: &mut Requests<'_>,
        url: &RequestUrl,
        read: &mut ReadPlaces,
    ) {
        let answer = async {
            let mut response = requests.open(url.clone(), 0, self.limits.page_bytes).await?;
            let answer = requests.within(inspect::answer(&mut response)).await?;
            answer.map_err(|failure| Trouble::for_site(failure.to_string()))
        };
        match answer.await {
            Ok(answer) => {
                read.report_page(url.as_str(), &answer);
                read.page = Some(answer);
            }
            Err(trouble) => {
                for place in [Source::Response, Source::Page] {
                    read.reports.push(trouble.report(place).at(url.as_str()));
                }
            }
        }
    }

    async fn read_files(
        &self,
        requests: &mut Requests<'_>,
        url: &RequestUrl,
        (named, places): (NamedLicenses, UsePlaces),
        read: &mut ReadPlaces,
    ) {
        if places.tdmrep
            && let Some(origin) = url.origin()
        {
            let file = format!("{origin}{}", WellKnownFile::TDMREP.path);
            let bytes = self.file(requests, &file, MAX_TDMREP_BYTES).await;
            let parsed = bytes.and_then(|bytes| {
                TdmrepFile::read(&bytes).map_err(|error| Trouble::for_site(error.to_string()))
            });
            let report = match parsed {
                Ok(parsed) => {
                    read.tdmrep = Some(parsed);
                    PlaceReport::new(Source::TdmrepFile, PlaceState::Read)
                }
                Err(trouble) => trouble.report(Source::TdmrepFile),
            };
            read.reports.push(report.at(file));
        }
        if places.licenses {
            self.read_licenses(requests, named, read).await;
        }
    }

    async fn read_licenses(
        &self,
        requests: &mut Requests<'_>,
        named: NamedLicenses,
        read: &mut ReadPlaces,
    ) {
        let without_url = |state, why| PlaceReport::new(Source::Licences, state).because(why);
        if !named.is_file_known || !read.is_page_known() {
            let place = if named.is_file_known { "the page" } else { "robots.txt" };
            let why = format!("{place} was not read, and may name a licence");
            read.reports.push(without_url(PlaceState::NotRead, why));
        } else if named.urls.is_empty() {
            let why = "neither robots.txt nor the page names a licence".to_owned();
            read.reports.push(without_url(PlaceState::Absent, why));
        }
        for (number, name) in named.urls.into_iter().enumerate() {
            let document = if number < MAX_LICENSES {
                let bytes = self.file(requests, &name, MAX_RSL_BYTES).await;
                bytes.and_then(|bytes| {
                    RslDocument::read(&bytes).map_err(|error| Trouble::for_site(error.to_string()))
                })
            } else {
                let why = format!("a question reads at most {MAX_LICENSES} licences");
                Err(Trouble::of_question(why))
            };
            let state = if document.is_ok() { PlaceState::Read } else { PlaceState::NotRead };
            let report = PlaceReport::new(Source::Licences, state).at(name.as_str());
            match document {
                Ok(document) => {
                    read.licenses.push((name, document));
                    read.reports.push(report);
                }
                // A licence that is named and does not exist is none that says nothing. (RSL 1.0 section 4.3: content
                // without a valid document is unlicensed.)
                Err(trouble) => read.reports.push(report.because(trouble.reason)),
            }
        }
    }

    /// The bytes of a file, kept or fetched.
    async fn file(
        &self,
        requests: &mut Requests<'_>,
        url: &str,
        most: usize,
    ) -> Result<bytes::Bytes, Trouble> {
        let most = most.min(self.limits.file_bytes);
        let request = RequestUrl::parse(url).map_err(|it| Trouble::of_question(it.to_string()))?;
        let cell = self.kept.cell(request.as_str());
        let kept = cell.get_or_try_init(async || match requests.body(request, most).await {
            Err(trouble) if !trouble.is_of_site => Err(trouble),
            answer => Ok(answer),
        });
        kept.await?.clone()
    }
}

/// The licences that robots.txt has for the crawlers, and those of the page.
struct NamedLicenses {
    /// Their URLs, each once.
    urls: Vec<String>,
    /// True if it is known what robots.txt says.
    is_file_known: bool,
}

impl NamedLicenses {
    fn of(robots: &OriginRobots, crawlers: &[Crawler], page: Option<&PageAnswer>) -> Self {
        let mut urls: Vec<String> = Vec::new();
        let mut add = |url: String| {
            // A file of 500 KiB has 50,000 of these lines, and each is compared with the others.
            if urls.len() < 4 * MAX_LICENSES && !urls.contains(&url) {
                urls.push(url);
            }
        };
        let signals = page.into_iter().flat_map(|answer| {
            [Some(&answer.uses), answer.page.as_ref().map(|page| &page.uses)].into_iter().flatten()
        });
        signals.flat_map(UseSignals::license_urls).for_each(|url| add(url.to_owned()));
        if robots.has_file() {
            let file = robots.parse();
            let of = |crawler| maycrawl_uses::license_urls(&file, crawler);
            crawlers.iter().flat_map(of).for_each(add);
        }
        Self { urls, is_file_known: robots.is_known() }
    }
}
