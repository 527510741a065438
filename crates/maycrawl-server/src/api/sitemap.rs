//! The URLs of a site's sitemaps, so that nobody has to type what the site lists itself.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::{Extension, Json};
use maycrawl::{Crawler, Printable};
use maycrawl_site::{Location, SitemapKind, SitemapWalk, WalkEvent, WalkLimits, WalkStart};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep, timeout};
use utoipa::ToSchema;

use super::{JsonBody, MOST_URLS, body, origin, written};
use crate::admission::RequestContext;
use crate::api::masked_robots::Asked;
use crate::client_limit::{Client, ClientLimits, Place};
use crate::problem::{Kind, Problem};
use crate::state::AppState;
use crate::state::Disclosure;

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

/// Walks that are under way.
#[derive(Clone, Default)]
pub struct Walks(Arc<ClientLimits>);

impl Walks {
    fn enter(&self, client: Client) -> Result<Place, Problem> {
        let place = self.0.take(client, 1, WALKS, WALKS_OF_A_CLIENT);
        place.ok_or_else(|| {
            Kind::Busy.because(
                "one client reads the sitemaps of one site at a time, and all clients together those of 16; \
                 try again in a few seconds",
            )
        })
    }
}

/// Where sitemaps are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// An origin, whose robots.txt names its sitemaps; or the URL of a sitemap or of an index.
    url: String,
    /// URLs that are wanted; 500 without it.
    #[schema(minimum = 1, maximum = 1000)]
    most: Option<usize>,
}

/// What was found.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct Listed {
    /// The URLs, in their order, of other sites too.
    pub urls: Vec<String>,
    /// Sitemaps that were read, as far as URLs were wanted; without indexes.
    pub sitemaps: usize,
    /// Whether there may be more: as many as wanted were found, or the time was over.
    pub is_cut: bool,
    /// What was not read, and what is wrong: the first twenty.
    pub notes: Vec<String>,
    /// Notes that were left out.
    pub more: usize,
}

/// Which URLs do this site's sitemaps list? Only sitemaps of the site that is asked for are fetched, and only those
/// that Googlebot may fetch.
#[utoipa::path(post, path = "/v1/sitemap", tag = "check", request_body = Wanted, responses(
    (status = OK, body = Listed),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn urls(
    State(app): State<Arc<AppState>>,
    Extension(walks): Extension<Walks>,
    Extension(context): Extension<RequestContext>,
    JsonBody(bytes): JsonBody,
) -> Result<Json<Listed>, Problem> {
    let Wanted { url, most } = body(&bytes)?;
    let most = most.unwrap_or(USUAL);
    if !(1..=MOST_URLS).contains(&most) {
        return Err(Kind::BadRequest.because(format!("from 1 to {MOST_URLS} URLs at a time")));
    }
    let url = written(&url)?;
    let origin = origin(url)?;
    let _turn = walks.enter(context.client)?;
    let asked = Asked::of(&app, &context, &origin).await;
    let mut list = List::new(most, app.unreached);
    if asked.is_hidden() {
        list.note(asked.site().state);
        return Ok(Json(list.found));
    }
    let limits = WalkLimits { files: FILES, deadline: EACH, ..WalkLimits::default() };
    let crawlers = [Crawler::GOOGLEBOT];
    let fetcher = app.fetcher.for_client(&context.client.0);
    let walk = SitemapWalk::new(&fetcher, &crawlers, limits).same_origin_only();
    let walking = walk.run(WalkStart::at(url, origin), |event| list.hear(&event));
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
