//! Live sites: one question, and many.

use std::collections::HashSet;
use std::future::ready;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use axum::{Extension, Json};
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use maycrawl::{Crawler, Origin, RequestUrl};
use maycrawl_fetch::Policy;
use serde::{Deserialize, Serialize};
use tokio::time::timeout_at;
use utoipa::{IntoParams, ToSchema};

use crate::admission::RequestContext;
use crate::api::crawler_groups::{Groups, RulesKey};
use crate::api::extract::{
    ApiRequest, JsonInput, QueryInput, crawler, crawlers, live_url, policy, within_limits,
};
use crate::api::masked_robots::{Asked, SiteRules};
use crate::api::types::{Checked, KnownPlaces};
use crate::json_body::{Chunk, CutOff, ElementWriter, Layout, out_of_budget, respond};
use crate::problem::Problem;
use crate::state::ServiceState;
use crate::worker_pool::{BUDGET, SLICE, WorkerPool, WorkerSeat};

/// Origins that one request asks for at a time.
const AT_ONCE: usize = 16;
/// Bytes of a file times crawlers with rules of their own up to which compiled rules are kept from URL to URL: they take
/// about five times as much memory. Of a larger file the fetcher keeps those of sixteen crawlers.
const KEPT: usize = 4 << 20;

/// One question.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Question {
    /// The URL.
    #[param(max_length = 8192, example = "https://www.example.com/page")]
    url: String,
    /// The crawler's product token; Googlebot without it.
    #[param(max_length = 256, example = "GPTBot")]
    agent: Option<String>,
    /// The policy for sites that answer with errors, such as `google-2026`; the service's own without it.
    #[param(max_length = 32, example = "google-2026")]
    policy: Option<String>,
}

/// A question whose values are checked.
pub(crate) struct CheckInput {
    url: String,
    request: RequestUrl,
    origin: Origin,
    crawler: Crawler,
    policy: Option<Policy>,
}

impl ApiRequest for Question {
    type Input = CheckInput;

    fn into_input(self) -> Result<CheckInput, Problem> {
        let crawler = self.agent.map_or(Ok(Crawler::GOOGLEBOT), |name| crawler(&name))?;
        let policy = policy(self.policy.as_deref())?;
        let (request, origin) = live_url(&self.url)?;
        Ok(CheckInput { url: self.url, request, origin, crawler, policy })
    }
}

/// May this crawler fetch this URL? Asks the live site, or what is known of it.
#[utoipa::path(get, path = "/v1/check", tag = "check", params(Question), responses(
    (status = OK, body = Checked)))]
pub(crate) async fn one(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    QueryInput(input): QueryInput<Question>,
) -> Result<Json<Checked>, Problem> {
    let CheckInput { url, request, origin, crawler, policy } = input;
    let site = Asked::of(&state, &context, &origin).await.under(policy);
    let file_bytes = site.bytes().map_or(0, <[u8]>::len);
    let is_slow = WorkerPool::is_for(file_bytes, request.as_str().len(), 1);
    let answer = move || {
        let rules = site.rules_for(&crawler);
        site.answer(&url, &request, &crawler, &rules, &mut KnownPlaces::default())
    };
    let answer =
        if is_slow { state.workers.enter(context.client)?.begin(answer).await? } else { answer() };
    Ok(Json(answer))
}

/// Many questions: every URL for every crawler.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Questions {
    /// The URLs, at most 1,000.
    #[schema(max_items = 1000)]
    urls: Vec<String>,
    /// Product tokens, at most 64; Googlebot without any.
    #[schema(max_items = 64)]
    #[serde(default)]
    agents: Vec<String>,
    /// The policy for sites that answer with errors, such as `google-2026`; the service's own without it.
    policy: Option<String>,
}

/// Questions whose values are checked, apart from the URLs: each has an answer of its own.
pub(crate) struct CheckManyInput {
    urls: Vec<String>,
    crawlers: Vec<Crawler>,
    policy: Option<Policy>,
}

impl ApiRequest for Questions {
    type Input = CheckManyInput;

    fn into_input(self) -> Result<CheckManyInput, Problem> {
        let crawlers = crawlers(&self.agents)?;
        let policy = policy(self.policy.as_deref())?;
        within_limits(&self.urls, &crawlers)?;
        Ok(CheckManyInput { urls: self.urls, crawlers, policy })
    }
}

/// An answer among many: one of the three.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum OneOfMany {
    /// An answer.
    Checked(Box<Checked>),
    /// A URL that cannot be asked about.
    Wrong {
        /// The URL.
        url: String,
        /// What is wrong with it.
        error: Problem,
    },
    /// The last element of an answer that was cut.
    #[allow(dead_code)] // it describes what `ElementWriter` writes
    CutOff(CutOff),
}

/// May these crawlers fetch these URLs? In the order of the URLs. With `Accept: application/x-ndjson` each
/// answer is a line, sent as soon as it and those before it are known. An answer that would be too large or take too
/// long is cut: its last element is an error that says so.
#[utoipa::path(post, path = "/v1/check", tag = "check", request_body = Questions, responses(
    (status = OK, content(
        (Vec<OneOfMany> = "application/json"),
        (OneOfMany = "application/x-ndjson")))))]
pub(crate) async fn many(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    headers: HeaderMap,
    JsonInput(input): JsonInput<Questions>,
) -> Result<Response, Problem> {
    let CheckManyInput { urls, crawlers, policy } = input;
    let accepted = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let takes_lines = accepted.is_some_and(|accept| accept.contains("application/x-ndjson"));
    let layout = if takes_lines { Layout::Lines } else { Layout::Array };
    let answers = Answers::new(crawlers, layout, Arc::clone(&state), context);
    let found = stream::iter(urls).map(finder(state, context, policy)).buffered(AT_ONCE).boxed();
    respond(layout, stream::unfold(Some((found, answers)), next_chunk)).await
}

/// A URL, and its site; or why it cannot be asked about.
type Found = (String, Result<(RequestUrl, Asked), Problem>);

/// Finds the site of a URL. Each site that has to be asked, but the first, costs the client what a request costs.
fn finder(
    state: Arc<ServiceState>,
    context: RequestContext,
    policy: Option<Policy>,
) -> impl FnMut(String) -> BoxFuture<'static, Found> + Send + 'static {
    let mut origins = HashSet::new();
    move |url| {
        let (request, origin) = match live_url(&url) {
            Ok(parts) => parts,
            Err(error) => return ready((url, Err(error))).boxed(),
        };
        let is_new = origins.insert(origin.clone()) && origins.len() > 1;
        let state = Arc::clone(&state);
        let find = async move {
            let site = if is_new {
                Asked::paid(&state, &context, &origin).await
            } else {
                Asked::of(&state, &context, &origin).await
            };
            (url, Ok((request, site.under(policy))))
        };
        find.boxed()
    }
}

/// One chunk of the answer, and what the next one is made of.
async fn next_chunk(
    state: Option<(BoxStream<'static, Found>, Answers)>,
) -> Option<(Result<Chunk, Problem>, Option<(BoxStream<'static, Found>, Answers)>)> {
    let (mut found, mut answers) = state?;
    while !answers.is_done && !answers.is_ready() {
        if answers.current.is_some() {
            answers = match answers.go_on().await {
                Ok(answers) => answers,
                Err(problem) => return Some((Err(problem), None)),
            };
            continue;
        }
        match timeout_at(answers.context.until, found.next()).await {
            Ok(Some((url, Ok((request, site))))) => answers.begin(url, request, site),
            Ok(Some((url, Err(error)))) => answers.push(&OneOfMany::Wrong { url, error }),
            Ok(None) => answers.end(None),
            Err(_) => answers.end(Some(out_of_budget())),
        }
    }
    let chunk = Chunk { bytes: answers.writer.take(), is_last: answers.is_done };
    let next = (!answers.is_done).then_some((found, answers));
    Some((Ok(chunk), next))
}

/// The answers of one request, as far as they are made.
struct Answers {
    crawlers: Vec<Crawler>,
    layout: Layout,
    writer: ElementWriter,
    is_done: bool,
    /// The site of the URL that is asked about, and its rules.
    site: Option<(Asked, KnownRules)>,
    current: Option<Current>,
    /// A place in the slow lane, once it was needed, and the time of the slices there.
    seat: Option<Arc<WorkerSeat>>,
    spent: Duration,
    state: Arc<ServiceState>,
    context: RequestContext,
}

/// The rules of a site, as far as they are kept.
#[derive(Default)]
struct KnownRules {
    /// For each crawler, in their order, its place among `rules`.
    places: Vec<usize>,
    /// For each crawler, where its verdicts stand in the file.
    spots: Vec<KnownPlaces>,
    groups: Option<Groups>,
    rules: Vec<(RulesKey, Option<SiteRules>)>,
}

impl KnownRules {
    /// The place of a crawler's rules. The one of the crawler before it is known.
    fn place(&mut self, site: &Asked, index: usize, crawler: &Crawler) -> usize {
        if let Some(&place) = self.places.get(index) {
            return place;
        }
        let groups = self.groups.get_or_insert_with(|| site.groups());
        let key = RulesKey::of(groups, crawler);
        let place = self.rules.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.rules.push((key, None));
            self.rules.len() - 1
        });
        self.places.push(place);
        self.spots.push(KnownPlaces::default());
        place
    }
}

/// The URL that is asked about.
struct Current {
    url: String,
    request: RequestUrl,
    /// The crawler that is asked for.
    crawler: usize,
}

impl Answers {
    fn new(
        crawlers: Vec<Crawler>,
        layout: Layout,
        state: Arc<ServiceState>,
        context: RequestContext,
    ) -> Self {
        Self {
            crawlers,
            layout,
            writer: ElementWriter::new(layout),
            is_done: false,
            site: None,
            current: None,
            seat: None,
            spent: Duration::ZERO,
            state,
            context,
        }
    }

    /// Lines are sent as soon as a URL is answered.
    fn is_ready(&self) -> bool {
        let is_url_done = self.layout == Layout::Lines && self.current.is_none();
        self.writer.is_full() || (is_url_done && self.writer.has_waiting())
    }

    fn begin(&mut self, url: String, request: RequestUrl, site: Asked) {
        // URLs of one site often come together: their rules are found once.
        if self.site.as_ref().is_none_or(|(known, _)| known.origin() != site.origin()) {
            self.site = Some((site, KnownRules::default()));
        }
        self.current = Some(Current { url, request, crawler: 0 });
    }

    /// Answers about the current URL, as far as one slice of time and one chunk allow.
    async fn go_on(mut self) -> Result<Self, Problem> {
        if !self.is_slow() {
            self.fill();
            return Ok(self);
        }
        let (seat, is_first) = match &self.seat {
            Some(seat) => (Arc::clone(seat), false),
            None => match self.state.workers.enter(self.context.client) {
                Ok(seat) => (Arc::new(seat), true),
                Err(error) => return Ok(self.refuse(error)),
            },
        };
        self.seat = Some(Arc::clone(&seat));
        if is_first {
            // Whether there is a turn soon.
            if let Err(error) = seat.begin(|| ()).await {
                self.seat = None;
                return Ok(self.refuse(error));
            }
        }
        let fill = move || {
            let start = Instant::now();
            self.fill();
            self.spent += start.elapsed();
            self
        };
        seat.run(fill).await
    }

    fn is_slow(&self) -> bool {
        let file = self.site.as_ref().and_then(|(site, _)| site.bytes()).map_or(0, <[u8]>::len);
        let url = self.current.as_ref().map_or(0, |current| current.request.as_str().len());
        WorkerPool::is_for(file, url, self.crawlers.len())
    }

    /// The current URL gets an error instead of the answers that are missing.
    fn refuse(mut self, error: Problem) -> Self {
        if let Some(Current { url, .. }) = self.current.take() {
            self.push(&OneOfMany::Wrong { url, error });
        }
        self
    }

    fn fill(&mut self) {
        let (Some(mut current), Some((site, mut known))) = (self.current.take(), self.site.take())
        else {
            return;
        };
        let file = site.bytes().map_or(0, <[u8]>::len);
        let start = Instant::now();
        while !self.is_done && !self.writer.is_full() && start.elapsed() < SLICE {
            let Some(crawler) = self.crawlers.get(current.crawler) else { break };
            if self.spent + start.elapsed() > BUDGET || self.context.is_late() {
                self.end(Some(out_of_budget()));
                break;
            }
            let place = known.place(&site, current.crawler, crawler);
            let kept = known.rules[place].1.take();
            let rules = kept.unwrap_or_else(|| site.rules_for(crawler));
            let spots = &mut known.spots[current.crawler];
            let checked = site.answer(&current.url, &current.request, crawler, &rules, spots);
            if file * known.rules.len() <= KEPT {
                known.rules[place].1 = Some(rules);
            }
            current.crawler += 1;
            self.push(&OneOfMany::Checked(Box::new(checked)));
        }
        self.site = Some((site, known));
        if current.crawler < self.crawlers.len() {
            self.current = Some(current);
        }
    }

    fn push(&mut self, answer: &OneOfMany) {
        self.is_done |= !self.writer.push(answer);
    }

    fn end(&mut self, error: Option<Problem>) {
        match error {
            Some(error) => self.writer.cut(error),
            None => self.writer.end(),
        }
        self.is_done = true;
    }
}
