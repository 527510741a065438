//! The URLs of a site's sitemaps, for the list of URLs on the tester page.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::{Extension, Json};
use maycrawl::{Crawler, Origin, Printable};
use maycrawl_fetch::ledger::{Busy, Resource};
use maycrawl_questions::inputs::MAX_URLS;
use maycrawl_questions::written_url::live_url;
use maycrawl_site::{Location, SitemapKind, SitemapWalk, WalkEvent, WalkLimits, WalkStart};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep, timeout};
use utoipa::ToSchema;

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, JsonInput};
use crate::api::masked_robots::MaskedRobots;
use crate::problem::{Problem, ProblemKind};
use crate::state::{Disclosure, ServiceState};

/// Default number of URLs.
pub(crate) const DEFAULT_URLS: usize = 500;
/// Notes of one response. Further notes are counted only.
pub(crate) const MAX_NOTES: usize = 20;
/// Time limits of a walk and of one file. The response has the URLs found by then.
const WALK_TIMEOUT: Duration = Duration::from_secs(30);
const FILE_TIMEOUT: Duration = Duration::from_secs(15);
/// Files of a walk.
const MAX_FILES: usize = 20;

/// The start of a sitemap walk.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SitemapRequest {
    /// An origin, whose robots.txt names its sitemaps; or the URL of a sitemap or of a sitemap index.
    url: String,
    /// Most URLs to return. Default: 500.
    #[schema(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
}

/// A [`SitemapRequest`] with checked values.
pub(crate) struct SitemapInput {
    url: String,
    origin: Origin,
    limit: usize,
}

impl ApiRequest for SitemapRequest {
    type Input = SitemapInput;

    fn into_input(self) -> Result<SitemapInput, Problem> {
        let limit = checked_limit(self.limit.unwrap_or(DEFAULT_URLS))?;
        let (_, origin) = live_url(&self.url)?;
        Ok(SitemapInput { origin, url: self.url.trim().to_owned(), limit })
    }
}

/// The number of URLs to return, if it is within the limits.
pub(crate) fn checked_limit(limit: usize) -> Result<usize, Problem> {
    if (1..=MAX_URLS).contains(&limit) {
        return Ok(limit);
    }
    Err(ProblemKind::BadRequest.with_detail(format!("`limit` must be from 1 to {MAX_URLS}")))
}

/// The URLs of a site's sitemaps.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct SitemapUrls {
    /// The URLs in the order of the sitemaps, also those of other sites.
    pub(crate) urls: Vec<String>,
    /// Number of sitemaps that were read, without sitemap indexes.
    pub(crate) sitemaps: usize,
    /// Whether there may be more URLs: the limit was reached, or the time was over.
    pub(crate) is_cut: bool,
    /// Sitemaps that were not read, and errors in sitemaps: the first twenty.
    pub(crate) notes: Vec<String>,
    /// Number of further notes.
    pub(crate) more: usize,
}

/// Which URLs do the sitemaps of this site list?
///
/// The service fetches only sitemaps of the same site, and only those
/// that Googlebot may fetch.
#[utoipa::path(post, path = "/v1/sitemap", tag = "check", request_body(content = SitemapRequest,
    example = json!({"url": "https://www.example.com/sitemap.xml", "limit": 100})), responses(
    (status = OK, description = "The URLs of the sitemaps", body = SitemapUrls)))]
pub(crate) async fn sitemap(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    JsonInput(input): JsonInput<SitemapRequest>,
) -> Result<Json<SitemapUrls>, Problem> {
    let SitemapInput { url, origin, limit } = input;
    state.admission.check_site(&origin)?;
    let place = state.admission.take(Resource::SitemapWalks, context.client).await?;
    let site_robots = MaskedRobots::get(&state, &context, &origin).await?;
    let mut urls = UrlCollector::new(limit, state.unreached);
    if site_robots.is_masked() {
        urls.note(site_robots.site().state);
        return Ok(Json(urls.found));
    }
    let limits = WalkLimits { files: MAX_FILES, deadline: FILE_TIMEOUT, ..WalkLimits::default() };
    let crawlers = [Crawler::GOOGLEBOT];
    let fetcher = state.fetcher_for(context.client);
    let walk = SitemapWalk::new(&fetcher, &crawlers, limits).same_origin_only();
    let site = origin.clone();
    let walk = walk.run(WalkStart::at(&url, origin), |event| {
        if matches!(event, WalkEvent::Begin { .. })
            && let Err(problem) = state.admission.check_site(&site)
        {
            urls.found.is_cut = true;
            urls.note(format!("the walk stopped: {}", problem.detail));
            return ControlFlow::Break(());
        }
        urls.on_event(&event)
    });
    let stopped = tokio::select! {
        walked = timeout(WALK_TIMEOUT, walk) => walked.is_err().then(|| {
            format!("the walk stopped after {} seconds", WALK_TIMEOUT.as_secs())
        }),
        () = place.revoked() => Some(format!("the walk stopped: {Busy}")),
    };
    if let Some(why) = stopped {
        urls.found.is_cut = true;
        urls.note(why);
    }
    urls.delay_masked().await;
    Ok(Json(urls.found))
}

/// Collects the URLs and the notes of a walk.
struct UrlCollector {
    found: SitemapUrls,
    limit: usize,
    unreached: Disclosure,
    /// When the last fetch may have begun, and whether it failed to connect.
    last: Instant,
    is_unreached: bool,
}

impl UrlCollector {
    fn new(limit: usize, unreached: Disclosure) -> Self {
        let found = SitemapUrls::default();
        Self { found, limit, unreached, last: Instant::now(), is_unreached: false }
    }

    fn note(&mut self, text: String) {
        if self.found.notes.len() < MAX_NOTES {
            self.found.notes.push(text);
        } else {
            self.found.more += 1;
        }
    }

    fn on_event(&mut self, event: &WalkEvent<'_>) -> ControlFlow<()> {
        match *event {
            WalkEvent::Url { url, .. } | WalkEvent::Foreign { url, .. } => {
                self.found.urls.push(url.loc.clone());
                if self.found.urls.len() == self.limit {
                    self.found.is_cut = true;
                    return ControlFlow::Break(());
                }
            }
            WalkEvent::Malformed { at, url, why } => {
                self.note(format!(
                    "{}: {}: {why}",
                    location_text(at),
                    Printable(url.loc.as_bytes())
                ));
            }
            WalkEvent::Problem { at, trouble } => {
                self.note(format!("{}: {trouble}", location_text(at)));
            }
            WalkEvent::Closed { sitemap, .. } => {
                self.note(format!(
                    "{sitemap}: not fetched, because robots.txt blocks it for Googlebot"
                ));
            }
            WalkEvent::Unasked { sitemap, why } => {
                self.note(format!("{sitemap}: not fetched: {why}"));
            }
            WalkEvent::Unfetched { sitemap, why, status } => {
                if status.is_none() && self.unreached != Disclosure::Full {
                    // A redirect may have led into the private network.
                    self.is_unreached = true;
                    self.note(format!("{sitemap}: no answer; the walk stopped there"));
                    return ControlFlow::Break(());
                }
                self.note(format!("{sitemap}: {why}"));
            }
            WalkEvent::Begin { .. } => self.found.sitemaps += 1,
            WalkEvent::End { kind: Some(SitemapKind::Index), .. } => self.found.sitemaps -= 1,
            WalkEvent::Site { .. } | WalkEvent::Resource { .. } | WalkEvent::End { .. } => {}
        }
        self.last = Instant::now();
        ControlFlow::Continue(())
    }

    /// Waits until every failure to connect has taken equally long, whatever the reason.
    async fn delay_masked(&self) {
        if let (true, Disclosure::Masked { min_delay }) = (self.is_unreached, self.unreached) {
            sleep(min_delay.saturating_sub(self.last.elapsed())).await;
        }
    }
}

fn location_text(at: Location<'_>) -> String {
    match at.position {
        None => at.sitemap.to_owned(),
        Some(position) => format!("{}, {position}", at.sitemap),
    }
}
