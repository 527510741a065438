//! Checks of live sites: one URL, and many.

use std::collections::HashSet;
use std::future::ready;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use maycrawl::{Origin, RequestUrl};
use maycrawl_fetch::Policy;
use maycrawl_language::Language;
use maycrawl_questions::inputs::{NamedCrawler, crawlers, within_limits};
use maycrawl_questions::written_url::live_url;
use serde::{Deserialize, Serialize};
use tokio::time::timeout_at;
use utoipa::{IntoParams, ToSchema};

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, JsonInput, QueryInput, policy, urls};
use crate::api::masked_robots::MaskedRobots;
use crate::api::types::CheckResponse;
use crate::json_body::{
    Chunk, CutOff, ElementWriter, Layout, json_bytes, json_response, stream_response,
    work_time_exceeded,
};
use crate::problem::Problem;
use crate::response_language::ResponseLanguage;
use crate::state::ServiceState;
use crate::worker_pool::{MAX_SLICE_TIME, MAX_WORK_TIME, WorkTime, WorkerPool, WorkerSlot};

/// Origins that one request looks up at a time.
const MAX_CONCURRENT_ORIGINS: usize = 16;

/// A URL and a crawler.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CheckRequest {
    /// The URL.
    #[param(max_length = 8192, example = "https://www.example.com/page")]
    url: String,
    /// The crawler's product token. Default: Googlebot.
    #[param(max_length = 256, example = "GPTBot")]
    agent: Option<String>,
    /// The policy for sites that answer with errors, such as `google-2026`. Default: the policy of the service.
    #[param(value_type = Option<Policy>, example = "google-2026")]
    policy: Option<String>,
}

/// A [`CheckRequest`] with checked values.
pub(crate) struct CheckInput {
    url: String,
    request: RequestUrl,
    origin: Origin,
    crawler: NamedCrawler,
    policy: Option<Policy>,
}

impl ApiRequest for CheckRequest {
    type Input = CheckInput;

    fn into_input(self) -> Result<CheckInput, Problem> {
        let crawler = NamedCrawler::parse(self.agent.as_deref())?;
        let policy = policy(self.policy.as_deref())?;
        let (request, origin) = live_url(&self.url)?;
        Ok(CheckInput { url: self.url, request, origin, crawler, policy })
    }
}

/// May this crawler fetch this URL of a live site?
///
/// Uses the stored robots.txt of the site, or fetches it.
#[utoipa::path(get, path = "/v1/check", tag = "check", params(CheckRequest), responses(
    (status = OK, description = "The answer", body = CheckResponse)))]
pub(crate) async fn check(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    QueryInput(input): QueryInput<CheckRequest>,
) -> Result<Response, Problem> {
    let CheckInput { url, request, origin, crawler, policy } = input;
    let site = MaskedRobots::get(&state, &context, &origin).await?.under(policy);
    let compiled = site.compiled_rules_for(&crawler.crawler);
    // To compile a file takes longer the larger it is. Compiled rules are slow only if many of them are searched for.
    let searched_bytes = match &compiled {
        Some(rules) => rules.wildcard_bytes(),
        None => site.bytes().map_or(0, <[u8]>::len),
    };
    let is_slow = WorkerPool::is_slow_work(searched_bytes, request.as_str().len(), 1);
    let answer = move || {
        let rules = compiled.unwrap_or_else(|| site.rules_for(&crawler.crawler));
        site.answer(&url, &request, &crawler, &rules, language)
    };
    let answer = if is_slow {
        state.workers.slot(context.client).await?.run_first(answer).await?
    } else {
        answer()
    };
    Ok(json_response(json_bytes(&answer)?, ()))
}

/// URLs and crawlers: every URL is checked for every crawler.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckManyRequest {
    /// The URLs, at most 1,000.
    #[schema(max_items = 1000)]
    #[serde(deserialize_with = "urls")]
    urls: Vec<String>,
    /// Product tokens, at most 64. Default: Googlebot.
    #[schema(max_items = 64)]
    #[serde(default)]
    agents: Vec<String>,
    /// The policy for sites that answer with errors, such as `google-2026`. Default: the policy of the service.
    #[schema(value_type = Option<Policy>)]
    policy: Option<String>,
}

/// A [`CheckManyRequest`] with checked values. A wrong URL is not an error of the request: it has its own answer.
pub(crate) struct CheckManyInput {
    urls: Vec<String>,
    crawlers: Vec<NamedCrawler>,
    policy: Option<Policy>,
}

impl ApiRequest for CheckManyRequest {
    type Input = CheckManyInput;

    fn into_input(self) -> Result<CheckManyInput, Problem> {
        let crawlers = crawlers(&self.agents)?;
        let policy = policy(self.policy.as_deref())?;
        within_limits(&self.urls, crawlers.len())?;
        Ok(CheckManyInput { urls: self.urls, crawlers, policy })
    }
}

/// An element of the response: one of the three.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum CheckResponseItem {
    /// An answer.
    Answer(Box<CheckResponse>),
    /// An invalid URL, or one whose site was not asked yet because the service is busy.
    InvalidUrl {
        /// The URL.
        url: String,
        /// What is wrong with the URL.
        error: Problem,
    },
    /// The last element of a response that was cut off.
    #[allow(dead_code)] // it describes what `ElementWriter` writes
    CutOff(CutOff),
}

/// May these crawlers fetch these URLs of live sites?
///
/// Every URL is checked for every crawler. Answers are in the order of the URLs. With `Accept: application/x-ndjson`
/// each answer is a line, sent as soon as it and all previous ones are known. A response that would be too large or
/// take too long is cut off: its last element is an error that says so.
#[utoipa::path(post, path = "/v1/check", tag = "check", request_body(content = CheckManyRequest,
    example = json!({"urls": ["https://www.example.com/", "https://www.example.com/private/a"],
        "agents": ["Googlebot", "GPTBot"], "policy": "google-2026"})), responses(
    (status = OK, description = "The answers, in the order of the URLs", content(
        (Vec<CheckResponseItem> = "application/json"),
        (CheckResponseItem = "application/x-ndjson")))))]
pub(crate) async fn check_many(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    headers: HeaderMap,
    JsonInput(input): JsonInput<CheckManyRequest>,
) -> Result<Response, Problem> {
    let CheckManyInput { urls, crawlers, policy } = input;
    let accepted = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let accepts_lines = accepted.is_some_and(|accept| accept.contains("application/x-ndjson"));
    let layout = if accepts_lines { Layout::Lines } else { Layout::Array };
    let answers = AnswerWriter::new(crawlers, layout, language, Arc::clone(&state), context);
    let sites = stream::iter(urls)
        .map(lookups(state, context, policy))
        .buffered(MAX_CONCURRENT_ORIGINS)
        .boxed();
    stream_response(layout, stream::unfold(Some((sites, answers)), next_chunk)).await
}

/// A URL with its site, or with the reason why there is no answer.
type SiteLookup = (String, Result<(RequestUrl, MaskedRobots), Problem>);

/// Looks up the site of each URL. Each fetch after the first counts against the client's rate.
fn lookups(
    state: Arc<ServiceState>,
    context: RequestContext,
    policy: Option<Policy>,
) -> impl FnMut(String) -> BoxFuture<'static, SiteLookup> + Send + 'static {
    let mut origins = HashSet::new();
    move |url| {
        let (request, origin) = match live_url(&url) {
            Ok(parts) => parts,
            Err(error) => return ready((url, Err(error.into()))).boxed(),
        };
        let is_new = origins.insert(origin.clone()) && origins.len() > 1;
        let state = Arc::clone(&state);
        let lookup = async move {
            let site = if is_new {
                MaskedRobots::get_counted(&state, &context, &origin).await
            } else {
                MaskedRobots::get(&state, &context, &origin).await
            };
            (url, site.map(|site| (request, site.under(policy))))
        };
        lookup.boxed()
    }
}

/// One chunk of the response, and the state for the next one.
async fn next_chunk(
    state: Option<(BoxStream<'static, SiteLookup>, AnswerWriter)>,
) -> Option<(Result<Chunk, Problem>, Option<(BoxStream<'static, SiteLookup>, AnswerWriter)>)> {
    let (mut sites, mut answers) = state?;
    while !answers.is_done && !answers.is_ready() {
        // The answers of one site are finished before the next site is waited for, so that a slow site delays only
        // those after it.
        if answers.current.is_some() {
            answers = match answers.run_slice().await {
                Ok(answers) => answers,
                Err(problem) => return Some((Err(problem), None)),
            };
            continue;
        }
        match timeout_at(answers.context.until, sites.next()).await {
            Ok(Some((url, Ok((request, site))))) => answers.begin(url, request, site),
            Ok(Some((url, Err(error)))) => {
                answers.push(&CheckResponseItem::InvalidUrl { url, error });
            }
            Ok(None) => answers.end(None),
            Err(_) => answers.end(Some(work_time_exceeded())),
        }
    }
    let chunk = Chunk { bytes: answers.writer.take(), is_last: answers.is_done };
    let next = (!answers.is_done).then_some((sites, answers));
    Some((Ok(chunk), next))
}

/// Writes the answers of one request.
struct AnswerWriter {
    crawlers: Vec<NamedCrawler>,
    layout: Layout,
    language: Language,
    writer: ElementWriter,
    is_done: bool,
    /// The site of the current URL. The fetcher keeps its compiled rules, and crawlers share them.
    site: Option<MaskedRobots>,
    current: Option<CurrentUrl>,
    /// The slot in the worker pool, once it was needed, and the time of the slices there.
    slot: Option<Arc<WorkerSlot>>,
    spent: Duration,
    state: Arc<ServiceState>,
    context: RequestContext,
}

/// The URL that is being checked.
struct CurrentUrl {
    url: String,
    request: RequestUrl,
    /// The index of the next crawler.
    crawler: usize,
}

impl AnswerWriter {
    fn new(
        crawlers: Vec<NamedCrawler>,
        layout: Layout,
        language: Language,
        state: Arc<ServiceState>,
        context: RequestContext,
    ) -> Self {
        Self {
            crawlers,
            layout,
            language,
            writer: ElementWriter::new(layout),
            is_done: false,
            site: None,
            current: None,
            slot: None,
            spent: Duration::ZERO,
            state,
            context,
        }
    }

    /// Whether to send a chunk. With lines, each URL is sent when it is answered.
    fn is_ready(&self) -> bool {
        let is_url_done = self.layout == Layout::Lines && self.current.is_none();
        self.writer.is_full() || (is_url_done && self.writer.has_pending())
    }

    fn begin(&mut self, url: String, request: RequestUrl, site: MaskedRobots) {
        // URLs of one site often come together. All are judged by the file that the first one found.
        if self.site.as_ref().is_none_or(|known| known.origin() != site.origin()) {
            self.site = Some(site);
        }
        self.current = Some(CurrentUrl { url, request, crawler: 0 });
    }

    /// Adds answers for the current URL until the slice of time or the chunk is full.
    async fn run_slice(mut self) -> Result<Self, Problem> {
        if !self.is_slow() {
            self.fill();
            return Ok(self);
        }
        let (slot, is_first) = match &self.slot {
            Some(slot) => (Arc::clone(slot), false),
            None => match self.state.workers.slot(self.context.client).await {
                Ok(slot) => (Arc::new(slot), true),
                Err(error) => return Ok(self.refuse(error)),
            },
        };
        self.slot = Some(Arc::clone(&slot));
        if is_first {
            // Waits for the first turn, with its timeout.
            if let Err(error) = slot.run_first(|| ()).await {
                self.slot = None;
                return Ok(self.refuse(error));
            }
        }
        let fill = move || {
            let work = WorkTime::begin();
            self.fill();
            self.spent += work.spent();
            self
        };
        slot.run(fill).await
    }

    fn is_slow(&self) -> bool {
        let file = self.site.as_ref().and_then(MaskedRobots::bytes).map_or(0, <[u8]>::len);
        let url = self.current.as_ref().map_or(0, |current| current.request.as_str().len());
        WorkerPool::is_slow_work(file, url, self.crawlers.len())
    }

    /// Replaces the missing answers of the current URL by an error.
    fn refuse(mut self, error: Problem) -> Self {
        if let Some(CurrentUrl { url, .. }) = self.current.take() {
            self.push(&CheckResponseItem::InvalidUrl { url, error });
        }
        self
    }

    fn fill(&mut self) {
        let (Some(mut current), Some(site)) = (self.current.take(), self.site.take()) else {
            return;
        };
        let (start, work) = (Instant::now(), WorkTime::begin());
        while !self.is_done && !self.writer.is_full() && start.elapsed() < MAX_SLICE_TIME {
            let Some(crawler) = self.crawlers.get(current.crawler) else { break };
            if work.exceeds(MAX_WORK_TIME.saturating_sub(self.spent)) || self.context.is_late() {
                self.end(Some(work_time_exceeded()));
                break;
            }
            let CurrentUrl { url, request, .. } = &current;
            let rules = site.rules_for(&crawler.crawler);
            let checked = site.answer(url, request, crawler, &rules, self.language);
            current.crawler += 1;
            self.push(&CheckResponseItem::Answer(Box::new(checked)));
        }
        self.site = Some(site);
        if current.crawler < self.crawlers.len() {
            self.current = Some(current);
        }
    }

    fn push(&mut self, answer: &CheckResponseItem) {
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
