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
use crate::api::masked_robots::Asked;
use crate::problem::{Kind, Problem};
use crate::state::{Disclosure, ServiceState};
use crate::written_url::{origin_of, trimmed};

/// URLs, if nobody says how many.
const USUAL: usize = 500;
/// Things that are told of; more are counted.
const MOST_NOTES: usize = 20;
/// For the whole walk, and for one file of it. What was found by then is the answer.
const ALL: Duration = Duration::from_secs(30);
const EACH: Duration = Duration::from_secs(15);
/// Files of a walk.
const FILES: usize = 20;

/// Walks that are under way at a time, in all and of one client: each may have a thread that reads XML.
const WALKS: usize = 16;
const WALKS_OF_A_CLIENT: usize = 1;

/// Where sitemaps are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
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

impl ApiRequest for Wanted {
    type Input = SitemapInput;

    fn into_input(self) -> Result<SitemapInput, Problem> {
        let most = self.most.unwrap_or(USUAL);
        if !(1..=MAX_URLS).contains(&most) {
            return Err(Kind::BadRequest.because(format!("from 1 to {MAX_URLS} URLs at a time")));
        }
        let url = trimmed(&self.url)?;
        Ok(SitemapInput { origin: origin_of(url)?, url: url.to_owned(), most })
    }
}

/// What was found.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct Listed {
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
#[utoipa::path(post, path = "/v1/sitemap", tag = "check", request_body = Wanted, responses(
    (status = OK, body = Listed)))]
pub(crate) async fn urls(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    JsonInput(input): JsonInput<Wanted>,
) -> Result<Json<Listed>, Problem> {
    let SitemapInput { url, origin, most } = input;
    let permit = state.sitemap_walks.take(context.client, 1, WALKS, WALKS_OF_A_CLIENT);
    let _permit = permit.ok_or_else(|| {
        Kind::Busy.because(
            "one client reads the sitemaps of one site at a time, and all clients together those of 16; \
             try again in a few seconds",
        )
    })?;
    let asked = Asked::of(&state, &context, &origin).await;
    let mut list = List::new(most, state.unreached);
    if asked.is_hidden() {
        list.note(asked.site().state);
        return Ok(Json(list.found));
    }
    let limits = WalkLimits { files: FILES, deadline: EACH, ..WalkLimits::default() };
    let crawlers = [Crawler::GOOGLEBOT];
    let fetcher = state.fetcher.for_client(&context.client.0);
    let walk = SitemapWalk::new(&fetcher, &crawlers, limits).same_origin_only();
    let walking = walk.run(WalkStart::at(&url, origin), |event| list.hear(&event));
    if timeout(ALL, walking).await.is_err() {
        list.found.is_cut = true;
        list.note(format!("it took longer than {} seconds", ALL.as_secs()));
    }
    list.hush().await;
    Ok(Json(list.found))
}

/// What a walk comes by, as far as it is wanted.
struct List {
    found: Listed,
    most: usize,
    unreached: Disclosure,
    /// When a fetch may have begun, and whether it came to nothing.
    last: Instant,
    is_lost: bool,
}

impl List {
    fn new(most: usize, unreached: Disclosure) -> Self {
        let found = Listed::default();
        Self { found, most, unreached, last: Instant::now(), is_lost: false }
    }

    fn note(&mut self, text: String) {
        if self.found.notes.len() < MOST_NOTES {
            self.found.notes.push(text);
        } else {
            self.found.more += 1;
        }
    }

    fn hear(&mut self, event: &WalkEvent<'_>) -> ControlFlow<()> {
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
    async fn hush(&self) {
        if let (true, Disclosure::Masked(time)) = (self.is_lost, self.unreached) {
            sleep(time.saturating_sub(self.last.elapsed())).await;
        }
    }
}

fn place(at: Location<'_>) -> String {
    match at.line {
        0 => at.sitemap.to_owned(),
        line => format!("{}, line {line}", at.sitemap),
    }
}
