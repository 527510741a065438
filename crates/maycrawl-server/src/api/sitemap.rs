//! The URLs of a site's sitemaps, so that nobody has to type what the site lists itself.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::{Extension, Json};
use maycrawl::{Crawler, Origin, Printable};
use maycrawl_site::{Location, SitemapKind, SitemapWalk, WalkEvent, WalkLimits, WalkStart};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep, timeout};
use utoipa::ToSchema;

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, JsonInput, MAX_URLS};
use crate::api::masked_robots::MaskedRobots;
use crate::problem::{Problem, ProblemKind};
use crate::state::{Disclosure, ServiceState};
use crate::written_url::{origin_of, trimmed};

/// URLs, if nobody says how many.
const DEFAULT_URLS: usize = 500;
/// Things that are told of; more are counted.
const MAX_NOTES: usize = 20;
/// For the whole walk, and for one file of it. What was found by then is the answer.
const WALK_TIMEOUT: Duration = Duration::from_secs(30);
const FILE_TIMEOUT: Duration = Duration::from_secs(15);
/// Files of a walk.
const MAX_FILES: usize = 20;

/// Walks that are under way at a time, in all and of one client: each may have a thread that reads XML.
const MAX_WALKS: usize = 16;
const MAX_WALKS_PER_CLIENT: usize = 1;

/// Where sitemaps are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SitemapRequest {
    /// An origin, whose robots.txt names its sitemaps; or the URL of a sitemap or of an index.
    url: String,
    /// URLs that are wanted; 500 without it.
    #[schema(minimum = 1, maximum = 1000)]
    most: Option<usize>,
}

/// The start of a walk, with checked values.
pub(crate) struct SitemapInput {
    url: String,
    origin: Origin,
    most: usize,
}

impl ApiRequest for SitemapRequest {
    type Input = SitemapInput;

    fn into_input(self) -> Result<SitemapInput, Problem> {
        let most = self.most.unwrap_or(DEFAULT_URLS);
        if !(1..=MAX_URLS).contains(&most) {
            return Err(
                ProblemKind::BadRequest.with_detail(format!("from 1 to {MAX_URLS} URLs at a time"))
            );
        }
        let url = trimmed(&self.url)?;
        Ok(SitemapInput { origin: origin_of(url)?, url: url.to_owned(), most })
    }
}

/// What was found.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct SitemapUrls {
    /// The URLs, in their order, of other sites too.
    pub(crate) urls: Vec<String>,
    /// Sitemaps that were read, as far as URLs were wanted; without indexes.
    pub(crate) sitemaps: usize,
    /// Whether there may be more: as many as wanted were found, or the time was over.
    pub(crate) is_cut: bool,
    /// What was not read, and what is wrong: the first twenty.
    pub(crate) notes: Vec<String>,
    /// Notes that were left out.
    pub(crate) more: usize,
}

/// Which URLs do this site's sitemaps list? Only sitemaps of the site that is asked for are fetched, and only those
/// that Googlebot may fetch.
#[utoipa::path(post, path = "/v1/sitemap", tag = "check", request_body = SitemapRequest, responses(
    (status = OK, body = SitemapUrls)))]
pub(crate) async fn sitemap(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    JsonInput(input): JsonInput<SitemapRequest>,
) -> Result<Json<SitemapUrls>, Problem> {
    let SitemapInput { url, origin, most } = input;
    let permit = state.sitemap_walks.take(context.client, 1, MAX_WALKS, MAX_WALKS_PER_CLIENT);
    let _permit = permit.ok_or_else(|| {
        ProblemKind::Busy.with_detail(
            "one client reads the sitemaps of one site at a time, and all clients together those of 16; \
             try again in a few seconds",
        )
    })?;
    let asked = MaskedRobots::get(&state, &context, &origin).await;
    let mut list = UrlCollector::new(most, state.unreached);
    if asked.is_masked() {
        list.note(asked.site().state);
        return Ok(Json(list.found));
    }
    let limits = WalkLimits { files: MAX_FILES, deadline: FILE_TIMEOUT, ..WalkLimits::default() };
    let crawlers = [Crawler::GOOGLEBOT];
    let fetcher = state.fetcher.for_client(&context.client.0);
    let walk = SitemapWalk::new(&fetcher, &crawlers, limits).same_origin_only();
    let walking = walk.run(WalkStart::at(&url, origin), |event| list.on_event(&event));
    if timeout(WALK_TIMEOUT, walking).await.is_err() {
        list.found.is_cut = true;
        list.note(format!("it took longer than {} seconds", WALK_TIMEOUT.as_secs()));
    }
    list.delay_masked().await;
    Ok(Json(list.found))
}

/// What a walk comes by, as far as it is wanted.
struct UrlCollector {
    found: SitemapUrls,
    most: usize,
    unreached: Disclosure,
    /// When a fetch may have begun, and whether it came to nothing.
    last: Instant,
    is_lost: bool,
}

impl UrlCollector {
    fn new(most: usize, unreached: Disclosure) -> Self {
        let found = SitemapUrls::default();
        Self { found, most, unreached, last: Instant::now(), is_lost: false }
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
                if self.found.urls.len() == self.most {
                    self.found.is_cut = true;
                    return ControlFlow::Break(());
                }
            }
            WalkEvent::Malformed { at, url, why } => {
                self.note(format!("{}: {}: {why}", place(at), Printable(url.loc.as_bytes())));
            }
            WalkEvent::Problem { at, trouble } => self.note(format!("{}: {trouble}", place(at))),
            WalkEvent::Closed { sitemap, .. } => {
                self.note(format!("{sitemap}: not fetched, because Googlebot may not"));
            }
            WalkEvent::Unasked { sitemap, why } => {
                self.note(format!("{sitemap}: not fetched: {why}"))
            }
            WalkEvent::Unfetched { sitemap, why, status } => {
                if status.is_none() && self.unreached != Disclosure::Full {
                    // A redirect may have led where strangers shall not see.
                    self.is_lost = true;
                    self.note(format!("{sitemap}: there is no answer; nothing more was tried"));
                    return ControlFlow::Break(());
                }
                self.note(format!("{sitemap}: {why}"));
            }
            WalkEvent::Begin { .. } => self.found.sitemaps += 1,
            WalkEvent::End { kind: Some(SitemapKind::Index), .. } => self.found.sitemaps -= 1,
            WalkEvent::Site { .. } | WalkEvent::End { .. } => {}
        }
        self.last = Instant::now();
        ControlFlow::Continue(())
    }

    /// What came to nothing takes equally long, whatever the reason.
    async fn delay_masked(&self) {
        if let (true, Disclosure::Masked { min_delay }) = (self.is_lost, self.unreached) {
            sleep(min_delay.saturating_sub(self.last.elapsed())).await;
        }
    }
}

fn place(at: Location<'_>) -> String {
    match at.line {
        0 => at.sitemap.to_owned(),
        line => format!("{}, line {line}", at.sitemap),
    }
}
