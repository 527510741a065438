//! Drafts: checks of URLs against a draft, and its parsed form. No site is contacted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use futures_util::stream;
use maycrawl::answer::ProfileName;
use maycrawl::explain::{Explanation, GroupFate};
use maycrawl::{
    Crawler, GroupClass, GroupIndex, Origin, RequestUrl, RobotsTxt, RuleSet, check_once,
};
use maycrawl_fetch::ledger::Permit;
use maycrawl_language::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, Draft, WorkerInput, crawlers, foreign, within_limits};
use crate::api::types::{Answer, LocationCache, MAX_TEXT_BYTES, beginning, translated};
use crate::json_body::{
    Chunk, CutOff, ElementWriter, Layout, json_bytes, stream_response, work_time_exceeded,
};
use crate::problem::Problem;
use crate::response_language::ResponseLanguage;
use crate::state::ServiceState;
use crate::worker_pool::{MAX_SLICE_TIME, MAX_WORK_TIME, WorkerSlot};
use crate::written_url::draft_url;

/// Memory for compiled rules of one request, in bytes. For further crawlers, the file is parsed again for each URL.
const MAX_COMPILED_BYTES: usize = 8 << 20;

/// A draft, URLs and crawlers: every URL is checked for every crawler.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftCheckRequest {
    /// The draft.
    robots: String,
    /// The origin of the draft. The decision for a URL of another origin is then `not-applicable`.
    origin: Option<String>,
    /// URLs, or paths of the draft's own site, at most 1,000.
    #[schema(max_items = 1000)]
    urls: Vec<String>,
    /// Product tokens, at most 64. Default: Googlebot.
    #[schema(max_items = 64)]
    #[serde(default)]
    agents: Vec<String>,
    /// How robots.txt is read. Default: `google`.
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
    /// Whether to explain each verdict.
    #[serde(default)]
    explain: bool,
}

/// A [`DraftCheckRequest`] with checked values. A wrong URL is not an error of the request: it has its own answer.
pub(crate) struct DraftCheckInput {
    draft: Draft,
    urls: Vec<String>,
    crawlers: Vec<Crawler>,
    explain: bool,
}

impl ApiRequest for DraftCheckRequest {
    type Input = DraftCheckInput;

    fn into_input(self) -> Result<DraftCheckInput, Problem> {
        let crawlers = crawlers(&self.agents)?;
        within_limits(&self.urls, &crawlers)?;
        let draft = Draft::new(self.robots, self.profile.as_deref(), self.origin.as_deref())?;
        Ok(DraftCheckInput { draft, urls: self.urls, crawlers, explain: self.explain })
    }
}

/// An answer about a draft.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DraftCheckResponse {
    /// The answer.
    #[serde(flatten)]
    pub(crate) answer: Answer,
    /// The explanation of the library: chain, groups and rules. At most 20 groups and 20 matching rules; `group_count`
    /// and `match_count` are the complete numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub(crate) trace: Option<serde_json::Value>,
}

/// An element of the response: one of the three.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum DraftCheckItem {
    /// An answer.
    Answer(Box<DraftCheckResponse>),
    /// An invalid URL. It comes once, whatever the number of crawlers.
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

/// May these crawlers fetch these URLs under this draft?
///
/// Every URL is checked for every crawler. Nothing is fetched. Answers are in the order of the URLs. A response that would be
/// too large or take too long is cut off: its last element is an error that says so.
#[utoipa::path(post, path = "/v1/draft/check", tag = "draft", request_body(content = DraftCheckRequest,
    example = json!({"robots": "User-agent: *\nDisallow: /private/\n", "origin": "https://www.example.com",
        "urls": ["/", "https://www.example.com/private/a"], "agents": ["Googlebot", "GPTBot"],
        "profile": "google", "explain": true})), responses(
    (status = OK, description = "The answers, in the order of the URLs", body = Vec<DraftCheckItem>)))]
pub(crate) async fn check_draft(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    input: WorkerInput<DraftCheckRequest>,
) -> Result<Response, Problem> {
    let first_slice = move |input| {
        let mut check = DraftCheck::new(input, language, state, context);
        check.fill();
        check
    };
    let (check, slot) = input.begin(first_slice).await?;
    stream_response(Layout::Array, stream::unfold(Some((check, slot)), next_chunk)).await
}

/// One chunk of the response, and the state for the next one.
async fn next_chunk(
    state: Option<(DraftCheck, WorkerSlot)>,
) -> Option<(Result<Chunk, Problem>, Option<(DraftCheck, WorkerSlot)>)> {
    let (mut check, slot) = state?;
    while !check.is_done && !check.writer.is_full() {
        let fill = move || {
            check.fill();
            check
        };
        check = match slot.run(fill).await {
            Ok(check) => check,
            Err(problem) => return Some((Err(problem), None)),
        };
    }
    let chunk = Chunk { bytes: check.writer.take(), is_last: check.is_done };
    let next = (!check.is_done).then_some((check, slot));
    Some((Ok(chunk), next))
}

/// The check of URLs against a draft, and its progress.
struct DraftCheck {
    robots: RobotsTxt<'static>,
    groups: Option<GroupIndex>,
    own: Option<Origin>,
    explain: bool,
    language: Language,
    urls: Vec<String>,
    crawlers: Vec<Crawler>,
    /// The rules of each crawler, and the classes of crawlers that share them.
    rules: Vec<CrawlerRules>,
    classes: Vec<GroupClass>,
    /// For each crawler, the lines of its verdicts.
    places: Vec<LocationCache>,
    /// Bytes of the compiled rules.
    compiled_bytes: usize,
    /// The current URL, its request form, and the current crawler.
    url: usize,
    request: Option<RequestUrl>,
    crawler: usize,
    writer: ElementWriter,
    is_done: bool,
    /// Time of the slices so far.
    spent: Duration,
    state: Arc<ServiceState>,
    context: RequestContext,
}

/// The rules of a crawler.
enum CrawlerRules {
    /// Not compiled yet.
    Unknown,
    /// The rules of an earlier crawler, by its index.
    Same(usize),
    /// Compiled rules, with their reserved memory.
    Compiled { rules: Box<RuleSet>, _memory: Permit },
    /// No memory for compiled rules: the file is parsed for each URL.
    OnePass,
}

impl DraftCheck {
    fn new(
        input: DraftCheckInput,
        language: Language,
        state: Arc<ServiceState>,
        context: RequestContext,
    ) -> Self {
        let DraftCheckInput { draft, urls, crawlers, explain } = input;
        Self {
            robots: draft.parse().into_owned(),
            groups: None,
            own: draft.origin,
            explain,
            language,
            urls,
            rules: crawlers.iter().map(|_| CrawlerRules::Unknown).collect(),
            places: crawlers.iter().map(|_| LocationCache::default()).collect(),
            crawlers,
            classes: Vec::new(),
            compiled_bytes: 0,
            url: 0,
            request: None,
            crawler: 0,
            writer: ElementWriter::new(Layout::Array),
            is_done: false,
            spent: Duration::ZERO,
            state,
            context,
        }
    }

    /// Adds answers until a chunk is full, the slice of time is over, or all URLs are answered.
    fn fill(&mut self) {
        let start = Instant::now();
        let mut took = Duration::ZERO;
        while !self.is_done && !self.writer.is_full() && took < MAX_SLICE_TIME {
            if self.spent + took > MAX_WORK_TIME || self.context.is_late() {
                self.writer.cut(work_time_exceeded());
                self.is_done = true;
            } else {
                self.answer_next();
            }
            took = start.elapsed();
        }
        self.spent += took;
    }

    /// Adds one answer, or one invalid URL.
    fn answer_next(&mut self) {
        let Some(url) = self.urls.get(self.url) else {
            self.writer.end();
            self.is_done = true;
            return;
        };
        let request = match self.request.take().map_or_else(|| draft_url(url), Ok) {
            Ok(request) => request,
            Err(error) => {
                let wrong = DraftCheckItem::InvalidUrl { url: url.clone(), error };
                self.url += 1;
                self.is_done = !self.writer.push(&wrong);
                return;
            }
        };
        let respond_to = DraftCheckItem::Answer(Box::new(self.respond_to(&request)));
        self.is_done = !self.writer.push(&respond_to);
        self.crawler += 1;
        if self.crawler == self.crawlers.len() {
            self.crawler = 0;
            self.url += 1;
        } else {
            // The next crawler asks about the same URL, which is not parsed again.
            self.request = Some(request);
        }
    }

    fn respond_to(&mut self, request: &RequestUrl) -> DraftCheckResponse {
        self.compile();
        let (url, crawler) = (&self.urls[self.url], &self.crawlers[self.crawler]);
        if let Some(answer) = foreign(url, request, crawler, self.own.as_ref(), self.language) {
            return DraftCheckResponse { answer, trace: None };
        }
        let rules = match self.rules[self.crawler] {
            CrawlerRules::Same(crawler) => &self.rules[crawler],
            ref own => own,
        };
        let verdict = match rules {
            CrawlerRules::Compiled { rules, .. } => rules.check(request),
            _ => check_once(self.robots.as_bytes(), crawler, request, self.robots.profile()),
        };
        let find = || self.robots.locate(crawler, &verdict).into();
        let place = self.places[self.crawler].of(&verdict, find);
        let answer = Answer::about(url, request, crawler, &verdict).at(place);
        let consequence = || verdict.consequence(crawler, request.path().as_bytes());
        let answer = translated(answer, &verdict, consequence, self.language);
        let trace = self
            .explain
            .then(|| shortened_explanation(self.robots.explain(crawler, request)))
            .flatten();
        DraftCheckResponse { answer, trace }
    }

    /// Compiles the rules of the current crawler once. Crawlers come in their order.
    fn compile(&mut self) {
        if !matches!(self.rules[self.crawler], CrawlerRules::Unknown) {
            return;
        }
        let groups = self.groups.get_or_insert_with(|| self.robots.group_index());
        let class = groups.followed_by(&self.crawlers[self.crawler]).class();
        self.rules[self.crawler] = match self.classes.iter().position(|known| *known == class) {
            Some(crawler) => CrawlerRules::Same(crawler),
            None => self.compiled_rules().unwrap_or(CrawlerRules::OnePass),
        };
        self.classes.push(class);
    }

    /// The compiled rules of the current crawler, if there is memory for them.
    fn compiled_rules(&mut self) -> Option<CrawlerRules> {
        if self.rules.iter().any(|rules| matches!(rules, CrawlerRules::OnePass)) {
            return None;
        }
        let rules = self.robots.rules_for(&self.crawlers[self.crawler]);
        let bytes = rules.memory();
        let fits = self.crawler == 0 || self.compiled_bytes + bytes <= MAX_COMPILED_BYTES;
        let memory = fits
            .then(|| self.state.admission.reserve_memory(self.context.client, bytes))
            .flatten()?;
        self.compiled_bytes += bytes;
        Some(CrawlerRules::Compiled { rules: Box::new(rules), _memory: memory })
    }
}

/// Groups, user agents of a group, and rules of an explanation.
const MAX_EXPLANATION_ITEMS: usize = 20;

/// An explanation as JSON. If not all groups fit, it prefers those that concern the crawler.
fn shortened_explanation(mut trace: Explanation<'_>) -> Option<serde_json::Value> {
    let (groups, matches) = (trace.groups.len(), trace.matches.len());
    // The groups that concern the crawler must survive the cut, wherever they stand. The others show that there are
    // more.
    trace.groups.sort_by_key(|group| group.fate == GroupFate::ForOthers);
    trace.groups.truncate(MAX_EXPLANATION_ITEMS);
    trace.groups.sort_by_key(|group| group.index);
    for group in &mut trace.groups {
        group.agents.truncate(MAX_EXPLANATION_ITEMS);
        for agent in &mut group.agents {
            *agent = beginning(agent, MAX_TEXT_BYTES);
        }
    }
    trace.matches.truncate(MAX_EXPLANATION_ITEMS);
    for traced in &mut trace.matches {
        traced.rule.pattern = beginning(traced.rule.pattern, MAX_TEXT_BYTES);
        traced.text = beginning(traced.text, MAX_TEXT_BYTES);
    }
    if let Some(conflict) = &mut trace.undefined {
        for rule in [&mut conflict.winner, &mut conflict.other] {
            rule.pattern = beginning(rule.pattern, MAX_TEXT_BYTES);
        }
    }
    let mut value = serde_json::to_value(&trace).ok()?;
    let members = value.as_object_mut()?;
    members.insert("group_count".to_owned(), groups.into());
    members.insert("match_count".to_owned(), matches.into());
    Some(value)
}

/// A draft to parse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParseRequest {
    /// The draft.
    robots: String,
    /// How robots.txt is read. Default: `google`.
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
}

impl ApiRequest for ParseRequest {
    type Input = Draft;

    fn into_input(self) -> Result<Draft, Problem> {
        Draft::new(self.robots, self.profile.as_deref(), None)
    }
}

/// The parsed form, which the library describes.
type ParsedDraft = RobotsTxt<'static>;

/// What does a draft say, line by line?
///
/// The answer is its parsed form: groups, rules, sitemaps and other lines. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/parse", tag = "draft", request_body(content = ParseRequest,
    example = json!({"robots": "User-agent: *\nDisallow: /private/\n", "profile": "google"})), responses(
    (status = OK, description = "The parsed draft", body = ParsedDraft)))]
pub(crate) async fn parse(input: WorkerInput<ParseRequest>) -> Result<Response, Problem> {
    input.respond(|draft, _| json_bytes(&draft.parse())).await
}
