//! Inspection of a live page: whether crawlers may fetch and index it, and why.
//!
//! The robots.txt is checked before every request, for a redirect target too, and for exactly the URL that is
//! requested: one [`RequestUrl`] is used for both. A page that no crawler may fetch is not fetched, and none of them
//! sees a `noindex` on it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use maycrawl::consequence::FileKind;
use maycrawl::crawler::KnownCrawler;
use maycrawl::{
    Crawler, Origin, OriginError, Profile, RequestUrl, RobotsTxt, RuleSet, SiteBasis, SiteRules,
    Verdict,
};
use maycrawl_fetch::{
    Fetcher, OriginRobots, OriginRules, Policy, ResourceError, ResourceLimits, Timestamp,
};
use maycrawl_policy::RedirectChain;

use crate::near_miss::NearMiss;
use crate::page::{Canonical, MAX_PAGE_BYTES, Page, canonical_of_link};
use crate::robots_meta::{DirectiveSource, Directives, EffectiveDirectives};
use crate::use_signals::{USE_FIELDS, UseSignals};

/// Maximum number of redirects of a page. Google follows up to ten.
const MAX_PAGE_REDIRECTS: usize = 10;
/// Maximum number of header fields of one name.
const MAX_HEADER_FIELDS: usize = 100;

/// The result of an inspection: the page, and the assessment for each crawler.
#[derive(Debug)]
pub struct Inspection {
    /// The requested URLs, in order, each with its robots.txt verdicts.
    pub steps: Vec<InspectionStep>,
    /// The outcome of the last step.
    pub found: PageOutcome,
    /// The assessments, one for each crawler, in order.
    pub judged: Vec<CrawlerAssessment>,
    /// Start of the last request, for a page or for a robots.txt before it.
    pub last_request: Instant,
}

/// One URL of the redirect chain to a page.
#[derive(Debug)]
pub struct InspectionStep {
    /// The URL that is checked and requested; empty for a local page without one.
    pub url: String,
    /// The URL as written, if its path differs from the requested one.
    pub written: Option<String>,
    /// The robots.txt of its origin; `None` where the caller gave a file instead.
    pub robots: Option<OriginRobots>,
    /// The status of the answer; `None` if the URL was not fetched.
    pub status: Option<u16>,
    request: Option<RequestUrl>,
    verdicts: Vec<StepRules>,
}

/// The limits and options of an inspection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InspectLimits {
    /// Fetch timeout of each request, for a page and for a redirect.
    pub deadline: Duration,
    /// Maximum number of bytes that are read of a page.
    pub page_bytes: u64,
    /// The policy that interprets robots.txt files; `None` for the fetcher's.
    pub policy: Option<Policy>,
    /// The profile that parses robots.txt files; `None` for the fetcher's.
    pub profile: Option<Profile>,
}

/// The outcome of an inspection.
#[derive(Debug)]
pub enum PageOutcome {
    /// An answer, with its directives for crawlers.
    Answer(Box<PageAnswer>),
    /// No crawler may fetch the URL, so it was not fetched.
    NotFetched,
    /// The fetch failed.
    Failed(ResourceError),
    /// A redirect to a URL whose scheme has no robots.txt.
    NoWeb(OriginError),
}

/// An answer: the directives in its header fields and in its page.
#[derive(Debug, Default)]
pub struct PageAnswer {
    /// The status; 200 for a local page.
    pub status: u16,
    /// `Content-Type`.
    pub content_type: Option<String>,
    /// The directives of its `X-Robots-Tag` fields.
    pub fields: Vec<Directives>,
    /// Fields that look like `X-Robots-Tag` and have no effect.
    pub near_fields: Vec<NearMiss>,
    /// The canonical URLs of its `Link` fields.
    pub link_canonical: Vec<Canonical>,
    /// What its other fields say about the use of its content.
    pub uses: UseSignals,
    /// The page, if it is HTML.
    pub page: Option<Page>,
    /// True if the page is longer than the limit.
    pub cut: bool,
}

/// The assessment for one crawler.
#[derive(Debug)]
pub struct CrawlerAssessment {
    /// The crawler.
    pub crawler: Crawler,
    /// Whether the page may be indexed.
    pub index: IndexState,
    /// The directives for the crawler; empty if it cannot see them.
    pub rules: EffectiveDirectives,
}

/// Whether a page may be indexed, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexState {
    /// No rule prevents it.
    Yes,
    /// The crawler may not fetch this image, video or audio, so it is not shown.
    Excluded,
    /// The crawler may not fetch this script, style sheet or font, so pages are rendered without it.
    NotRendered,
    /// The crawler may not fetch it. The URL may still be indexed, without its content.
    Unseen {
        /// A `noindex` that exists and that this crawler cannot see.
        no_index: Option<DirectiveSource>,
    },
    /// The crawler may not fetch this PDF or other document. Google's texts say both that its URL may be listed and
    /// that it is excluded.
    Unclear,
    /// The crawler may not fetch it, and is not used for search results.
    NotUsed,
    /// `noindex`.
    NoIndex(DirectiveSource),
    /// `noindex`, but embedded in another page it may be indexed.
    OnlyEmbedded(DirectiveSource),
    /// `unavailable_after` has passed.
    Unavailable(Timestamp, DirectiveSource),
    /// Pages with this status are not indexed.
    Status(u16),
    /// Unknown: the page or its robots.txt could not be fetched.
    Unknown,
}

impl IndexState {
    /// The names of all states.
    pub const NAMES: [&'static str; 11] = [
        "yes",
        "excluded",
        "not_rendered",
        "unseen",
        "unclear",
        "not_used",
        "noindex",
        "only_embedded",
        "unavailable",
        "status",
        "unknown",
    ];

    /// A stable short name for machines, one of [`NAMES`](Self::NAMES).
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Excluded => "excluded",
            Self::NotRendered => "not_rendered",
            Self::Unseen { .. } => "unseen",
            Self::Unclear => "unclear",
            Self::NotUsed => "not_used",
            Self::NoIndex(_) => "noindex",
            Self::OnlyEmbedded(_) => "only_embedded",
            Self::Unavailable(..) => "unavailable",
            Self::Status(_) => "status",
            Self::Unknown => "unknown",
        }
    }
}

/// The rules of a step, for one crawler.
#[derive(Debug)]
enum StepRules {
    Live(OriginRules),
    Given(Arc<RuleSet>),
}

impl Inspection {
    /// The first step that the `index`th crawler may not fetch, or the last step, with its verdict.
    #[must_use]
    pub fn deciding(&self, index: usize) -> Option<(&InspectionStep, Verdict<'_>)> {
        let closed = self
            .steps
            .iter()
            .find(|step| step.verdict(index).is_some_and(|verdict| !verdict.is_allowed()));
        let step = closed.or(self.steps.last()).filter(|step| !step.url.is_empty())?;
        Some((step, step.verdict(index)?))
    }
}

impl Inspection {
    /// The step that ended the chain because its robots.txt was unreachable, for the first such crawler.
    #[must_use]
    pub fn unreachable(&self) -> Option<&InspectionStep> {
        let deciding = (0..self.judged.len()).filter_map(|index| self.deciding(index));
        deciding.filter(|(_, verdict)| verdict.is_unreachable()).map(|(step, _)| step).next()
    }
}

impl InspectionStep {
    /// The verdict for the `index`th crawler and this URL. Costs one check.
    #[must_use]
    pub fn verdict(&self, index: usize) -> Option<Verdict<'_>> {
        self.verdicts.get(index).map(|rules| self.check(rules))
    }

    /// The verdict for the `index`th crawler and another URL.
    pub(crate) fn verdict_about(&self, index: usize, url: &RequestUrl) -> Option<Verdict<'_>> {
        self.verdicts.get(index).map(|rules| self.for_site(rules).check(url))
    }

    fn is_allowed_for_any(&self) -> bool {
        self.verdicts.iter().any(|rules| self.check(rules).is_allowed())
    }

    fn check<'r>(&'r self, rules: &'r StepRules) -> Verdict<'r> {
        let rules = self.for_site(rules);
        match &self.request {
            Some(url) => rules.check(url),
            // No client can request it.
            None => rules.check_link(&self.url).verdict,
        }
    }

    fn for_site<'r>(&'r self, rules: &'r StepRules) -> SiteRules<'r, 'r> {
        match rules {
            StepRules::Live(rules) => rules.for_site(),
            StepRules::Given(rules) => SiteRules::new(self.origin(), SiteBasis::Rules(rules)),
        }
    }

    /// The origin of the URL; `None` if only a path is known.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.request.as_ref()?.origin()
    }
}

/// Fetches `url` and assesses the page for each crawler, as of `now`. Follows at most ten redirects, reads at most
/// 15 MiB of a page, and allows `deadline` for each request.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::Duration;
///
/// use maycrawl::Crawler;
/// use maycrawl_fetch::{Clock, Fetcher};
///
/// let fetcher = Fetcher::builder().build()?;
/// let (url, crawlers) = ("https://example.com/page", [Crawler::GOOGLEBOT]);
/// let (deadline, now) = (Duration::from_secs(30), Clock::system().now().wall);
/// let inspection = maycrawl_site::inspect(&fetcher, url, &crawlers, deadline, now).await?;
/// for assessment in &inspection.judged {
///     println!("{}: {}", assessment.crawler.token(), assessment.index);
/// }
/// # Ok(()) }
/// ```
///
/// # Errors
/// If `url` is not an absolute http or https URL. A failed fetch is not an error: see [`PageOutcome`].
pub async fn inspect(
    fetcher: &Fetcher,
    url: &str,
    crawlers: &[Crawler],
    deadline: Duration,
    now: Timestamp,
) -> Result<Inspection, OriginError> {
    let limits =
        InspectLimits { deadline, page_bytes: MAX_PAGE_BYTES, policy: None, profile: None };
    inspect_within(fetcher, url, crawlers, limits, now).await
}

/// As [`inspect`], with other limits.
///
/// # Errors
/// If `url` is not an absolute http or https URL.
pub async fn inspect_within(
    fetcher: &Fetcher,
    url: &str,
    crawlers: &[Crawler],
    limits: InspectLimits,
    now: Timestamp,
) -> Result<Inspection, OriginError> {
    let reading = (limits.policy, limits.profile);
    let limits =
        ResourceLimits { bytes: limits.page_bytes, deadline: limits.deadline, redirects: 0 };
    let mut last_request = Instant::now();
    let request = RequestUrl::parse(url)?;
    let mut chain = RedirectChain::new(request.as_str(), MAX_PAGE_REDIRECTS);
    let mut steps = vec![step(fetcher, reading, url, request, crawlers).await];
    let found = loop {
        let Some(last) = steps.last_mut() else { break PageOutcome::NotFetched };
        if !last.is_allowed_for_any() {
            break PageOutcome::NotFetched;
        }
        let Some(request) = &last.request else { break PageOutcome::NotFetched };
        last_request = Instant::now();
        let mut response = match fetcher.get_request(request, limits).await {
            Ok(response) => response,
            Err(error) => break PageOutcome::Failed(error),
        };
        last.status = Some(response.status());
        let to = match response.redirect() {
            Some(Ok(to)) => to,
            Some(Err(error)) => break PageOutcome::Failed(error),
            None => {
                break match answer(&mut response).await {
                    Ok(answer) => PageOutcome::Answer(Box::new(answer)),
                    Err(failure) => PageOutcome::Failed(ResourceError::Failed(failure)),
                };
            }
        };
        // The response holds a slot, and the next lookup may need one.
        drop(response);
        let request = match RequestUrl::parse(&to) {
            Ok(request) => request,
            Err(error) => break PageOutcome::NoWeb(error),
        };
        if let Err(error) = chain.follow(request.as_str()) {
            break PageOutcome::Failed(error.into());
        }
        last_request = Instant::now();
        steps.push(step(fetcher, reading, &to, request, crawlers).await);
    };
    let judged = assess(&steps, &found, crawlers, now);
    Ok(Inspection { steps, found, judged, last_request })
}

/// Assesses a local page, without any request. `robots` is the robots.txt of its site; without it every crawler may
/// fetch the page.
#[must_use]
pub fn inspect_local(
    answer: PageAnswer,
    url: &str,
    robots: Option<&RobotsTxt<'_>>,
    crawlers: &[Crawler],
    now: Timestamp,
) -> Inspection {
    // Without a file every text is allowed, even one that is not a URL.
    let request = match (RequestUrl::parse(url).or_else(|_| RequestUrl::parse_path(url)), robots) {
        (Ok(request), _) => Some(request),
        (Err(_), None) => RequestUrl::parse_path("/").ok(),
        (Err(_), Some(_)) => None,
    };
    let nothing = RobotsTxt::parse(b"");
    let robots = robots.unwrap_or(&nothing);
    let rules_of = |crawler| StepRules::Given(Arc::new(robots.rules_for(crawler)));
    let steps = vec![InspectionStep {
        url: request
            .as_ref()
            .filter(|_| !url.is_empty())
            .map_or(url, RequestUrl::as_str)
            .to_owned(),
        written: request.as_ref().filter(|it| it.is_path_changed()).map(|_| url.to_owned()),
        robots: None,
        status: None,
        request,
        verdicts: crawlers.iter().map(rules_of).collect(),
    }];
    let found = PageOutcome::Answer(Box::new(answer));
    let judged = assess(&steps, &found, crawlers, now);
    Inspection { steps, found, judged, last_request: Instant::now() }
}

impl PageAnswer {
    /// Reads the directives in the header `fields` and in the page `body` of the URL `url`. O(bytes).
    #[must_use]
    pub fn read(status: u16, fields: &[(&str, &[u8])], body: &[u8], url: Option<&str>) -> Self {
        let values = |name: &str| {
            let name = name.to_owned();
            let of_name = move |(field, _): &&(&str, &[u8])| field.eq_ignore_ascii_case(&name);
            fields.iter().filter(of_name).map(|(_, value)| *value).take(MAX_HEADER_FIELDS)
        };
        let content_type = values("content-type")
            .next()
            .map(|value| String::from_utf8_lossy(value).chars().take(200).collect::<String>());
        let is_html = content_type.as_deref().is_none_or(is_html);
        let page = is_html.then(|| Page::read(body, content_type.as_deref(), url));
        let tags = values("x-robots-tag").enumerate();
        Self {
            status,
            content_type,
            fields: tags.flat_map(|(i, value)| Directives::from_header(value, i + 1)).collect(),
            near_fields: fields
                .iter()
                .filter_map(|(name, value)| NearMiss::of_field(name, value))
                .take(MAX_HEADER_FIELDS)
                .collect(),
            link_canonical: values("link")
                .flat_map(|value| canonical_of_link(value, url))
                .collect(),
            uses: UseSignals::from_fields(fields, url),
            page,
            cut: false,
        }
    }

    /// All directives that have an effect, of the page and of its fields.
    pub fn directives(&self) -> impl Iterator<Item = &Directives> {
        let page = self.page.iter().flat_map(|page| &page.directives);
        page.chain(&self.fields)
    }

    /// What looks like a directive and has no effect, in the page and in its fields.
    pub fn near_misses(&self) -> impl Iterator<Item = &NearMiss> {
        let page = self.page.iter().flat_map(|page| &page.near_misses);
        page.chain(&self.near_fields)
    }

    /// The canonical URLs of the page and of its fields.
    pub fn canonical(&self) -> impl Iterator<Item = &Canonical> {
        let page = self.page.iter().flat_map(|page| &page.canonical);
        page.chain(&self.link_canonical)
    }
}

fn is_html(content_type: &str) -> bool {
    let media = content_type.split(';').next().unwrap_or_default().trim();
    media.eq_ignore_ascii_case("text/html") || media.eq_ignore_ascii_case("application/xhtml+xml")
}

async fn step(
    fetcher: &Fetcher,
    (policy, profile): (Option<Policy>, Option<Profile>),
    written: &str,
    request: RequestUrl,
    crawlers: &[Crawler],
) -> InspectionStep {
    let robots = match request.origin() {
        Some(origin) => Some(fetcher.robots_of(origin).await),
        None => None,
    };
    let robots = robots.map(|robots| match policy {
        Some(policy) => robots.under(policy),
        None => robots,
    });
    let rules_of = |robots: &OriginRobots| {
        let file = robots.bytes().filter(|_| robots.has_file());
        let file = file.zip(profile).map(|(bytes, profile)| RobotsTxt::parse_with(bytes, profile));
        let rules = |crawler| match &file {
            Some(file) => StepRules::Given(Arc::new(file.rules_for(crawler))),
            None => StepRules::Live(robots.rules_for(crawler)),
        };
        crawlers.iter().map(rules).collect()
    };
    InspectionStep {
        url: request.as_str().to_owned(),
        written: request.is_path_changed().then(|| written.to_owned()),
        verdicts: robots.as_ref().map(rules_of).unwrap_or_default(),
        request: Some(request),
        robots,
        status: None,
    }
}

pub(super) async fn answer(
    response: &mut maycrawl_fetch::Response,
) -> Result<PageAnswer, maycrawl_fetch::Failure> {
    let mut fields: Vec<(&str, Vec<u8>)> = Vec::new();
    for name in ["content-type", "x-robots-tag", "link"].into_iter().chain(USE_FIELDS) {
        fields.extend(response.fields(name).map(|value| (name, value.to_vec())));
    }
    let is_page = fields
        .iter()
        .find(|(name, _)| *name == "content-type")
        .is_none_or(|(_, value)| is_html(&String::from_utf8_lossy(value)));
    let mut body = Vec::new();
    while is_page && let Some(piece) = response.chunk().await? {
        body.extend_from_slice(&piece);
    }
    let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, &value[..])).collect();
    let answer = PageAnswer::read(response.status(), &fields, &body, Some(response.url()));
    Ok(PageAnswer { cut: response.is_cut(), ..answer })
}

/// The kind of the last step's file: by its `Content-Type`, or by its URL if it was not fetched.
fn kind(steps: &[InspectionStep], found: &PageOutcome) -> FileKind {
    let typed = match found {
        PageOutcome::Answer(answer) => answer.content_type.as_deref(),
        _ => None,
    };
    let path = steps.last().map_or("", |step| step.url.as_str());
    let path = path.split('#').next().unwrap_or_default();
    typed
        .and_then(FileKind::from_content_type)
        .unwrap_or_else(|| FileKind::from_path(path.as_bytes()))
}

fn assess(
    steps: &[InspectionStep],
    found: &PageOutcome,
    crawlers: &[Crawler],
    now: Timestamp,
) -> Vec<CrawlerAssessment> {
    let kind = kind(steps, found);
    crawlers
        .iter()
        .enumerate()
        .map(|(i, crawler)| {
            let is_disallowed = steps
                .iter()
                .any(|step| step.verdict(i).is_some_and(|verdict| !verdict.is_allowed()));
            let rules = match found {
                PageOutcome::Answer(answer) => {
                    EffectiveDirectives::for_crawler(answer.directives(), crawler)
                }
                _ => EffectiveDirectives::default(),
            };
            let mut verdicts = steps.iter().filter_map(|step| step.verdict(i));
            let is_unreachable = verdicts.any(|verdict| verdict.is_unreachable());
            let index = match found {
                _ if is_unreachable => IndexState::Unknown,
                _ if is_disallowed => match kind {
                    _ if !crawler.makes_search_results() => IndexState::NotUsed,
                    FileKind::Document if is_google_crawler(crawler) => IndexState::Unclear,
                    FileKind::Media if is_google_crawler(crawler) => IndexState::Excluded,
                    FileKind::Resource if is_google_crawler(crawler) => IndexState::NotRendered,
                    _ => IndexState::Unseen { no_index: rules.no_index },
                },
                PageOutcome::Answer(answer) => index(answer.status, &rules, now),
                PageOutcome::NotFetched | PageOutcome::Failed(_) | PageOutcome::NoWeb(_) => {
                    IndexState::Unknown
                }
            };
            // A crawler that may not fetch the page does not see its rules. A `noindex` in the report would comfort the
            // author.
            let rules = if is_disallowed { EffectiveDirectives::default() } else { rules };
            CrawlerAssessment { crawler: crawler.clone(), index, rules }
        })
        .collect()
}

fn index(status: u16, rules: &EffectiveDirectives, now: Timestamp) -> IndexState {
    match rules {
        _ if !(200..300).contains(&status) => IndexState::Status(status),
        EffectiveDirectives { no_index: Some(place), index_if_embedded: None, .. } => {
            IndexState::NoIndex(*place)
        }
        EffectiveDirectives { no_index: Some(place), .. } => IndexState::OnlyEmbedded(*place),
        EffectiveDirectives { unavailable_after: Some((time, place)), .. }
            if Timestamp::from(*time) <= now =>
        {
            IndexState::Unavailable(Timestamp::from(*time), *place)
        }
        _ => IndexState::Yes,
    }
}

/// Whether Google operates the crawler. Only Google documents the treatment of files that are not pages.
fn is_google_crawler(crawler: &Crawler) -> bool {
    KnownCrawler::by_name(crawler.token()).is_some_and(|known| known.operator == Some("Google"))
}

#[cfg(test)]
mod tests {
    use super::{DirectiveSource, IndexState, Timestamp};

    #[test]
    fn the_list_of_names_is_complete() {
        let source = DirectiveSource::Meta(1);
        let states = [
            IndexState::Yes,
            IndexState::Excluded,
            IndexState::NotRendered,
            IndexState::Unseen { no_index: None },
            IndexState::Unclear,
            IndexState::NotUsed,
            IndexState::NoIndex(source),
            IndexState::OnlyEmbedded(source),
            IndexState::Unavailable(Timestamp::from_millis(0), source),
            IndexState::Status(404),
            IndexState::Unknown,
        ];
        for state in &states {
            // A state that is added does not compile here: add it to both lists.
            match state {
                IndexState::Yes
                | IndexState::Excluded
                | IndexState::NotRendered
                | IndexState::Unseen { .. }
                | IndexState::Unclear
                | IndexState::NotUsed
                | IndexState::NoIndex(_)
                | IndexState::OnlyEmbedded(_)
                | IndexState::Unavailable(..)
                | IndexState::Status(_)
                | IndexState::Unknown => {}
            }
        }
        assert_eq!(states.map(|state| state.name()), IndexState::NAMES);
    }
}
