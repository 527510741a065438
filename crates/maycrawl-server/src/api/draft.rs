//! The questions that the crate `maycrawl-questions` answers, with their descriptions. No site is contacted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::response::Response;
use axum::{Extension, Json};
use futures_util::stream;
use maycrawl::RobotsTxt;
use maycrawl_fetch::Policy;
use maycrawl_fetch::ledger::Permit;
use maycrawl_language::Language;
use maycrawl_lint::answer::{ComposedFile, RecipeInfo};
use maycrawl_questions::Question;
use maycrawl_questions::card::{Card, CardRequest};
use maycrawl_questions::change::{DiffRequest, VerifyRequest, VerifyResponse};
use maycrawl_questions::check::{Checked, DraftCheckInput, DraftCheckRequest, DraftCheckResponse};
use maycrawl_questions::compose::ComposeRequest;
use maycrawl_questions::crawlers::{CrawlerInfo, CrawlerName, UserAgentCrawler, UserAgentRequest};
use maycrawl_questions::explain::{ExplainRequest, ExplainResponse};
use maycrawl_questions::lint::{LintReport, LintRequest};
use maycrawl_questions::lint_page::{LintInfo, LintPage};
use maycrawl_questions::options::{NamedOption, Options};
use maycrawl_questions::parse::ParseRequest;
use maycrawl_questions::summary::{Summary, SummaryRequest};
use maycrawl_readers::answer::DiffAnswer;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, QueryInput, WorkerInput};
use crate::json_body::{Chunk, CutOff, ElementWriter, Layout, stream_response, work_time_exceeded};
use crate::problem::Problem;
use crate::response_language::ResponseLanguage;
use crate::state::ServiceState;
use crate::worker_pool::{MAX_SLICE_TIME, MAX_WORK_TIME, WorkTime, WorkerSlot};

/// An element of the response: one of the three. `ElementWriter` writes the last one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code)]
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
    CutOff(CutOff),
}

impl From<Checked> for DraftCheckItem {
    fn from(checked: Checked) -> Self {
        match checked {
            Checked::Answer(answer) => Self::Answer(answer),
            Checked::InvalidUrl { url, error } => Self::InvalidUrl { url, error: error.into() },
        }
    }
}

/// May these crawlers fetch these URLs under this draft?
///
/// Every URL is checked for every crawler. Nothing is fetched. Answers are in the order of the URLs. A response that
/// would be too large or take too long is cut off: its last element is an error that says so.
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
    answers: Box<dyn Iterator<Item = Checked> + Send>,
    writer: ElementWriter,
    is_done: bool,
    /// Time of the slices so far.
    spent: Duration,
    context: RequestContext,
}

impl DraftCheck {
    fn new(
        input: DraftCheckInput,
        language: Language,
        state: Arc<ServiceState>,
        context: RequestContext,
    ) -> Self {
        let reserve = move |bytes| -> Option<Permit> {
            state.admission.reserve_memory(context.client, bytes)
        };
        Self {
            answers: Box::new(maycrawl_questions::check::DraftCheck::new(input, language, reserve)),
            writer: ElementWriter::new(Layout::Array),
            is_done: false,
            spent: Duration::ZERO,
            context,
        }
    }

    /// Adds answers until a chunk is full, the slice of time is over, or all URLs are answered.
    fn fill(&mut self) {
        let (start, work) = (Instant::now(), WorkTime::begin());
        while !self.is_done && !self.writer.is_full() && start.elapsed() < MAX_SLICE_TIME {
            if work.exceeds(MAX_WORK_TIME.saturating_sub(self.spent)) || self.context.is_late() {
                self.writer.cut(work_time_exceeded());
                self.is_done = true;
            } else if let Some(answer) = self.answers.next() {
                self.is_done = !self.writer.push(&DraftCheckItem::from(answer));
            } else {
                self.writer.end();
                self.is_done = true;
            }
        }
        self.spent += work.spent();
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
    input.ask(Language::English, Question::Parse).await
}

/// Which crawler does this User-Agent header stand for, under this draft?
///
/// The words of the header that the draft names come first, then those that are known crawlers. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/user-agent", tag = "draft", request_body(content = UserAgentRequest,
    example = json!({"robots": "User-agent: ExampleBot\nDisallow: /\n", "user_agent": "ExampleBot/1.0 (Scrapy/2.11)",
        "profile": "google"})), responses(
    (status = OK, description = "The crawler, and whether the draft names it", body = UserAgentCrawler)))]
pub(crate) async fn user_agent(input: WorkerInput<UserAgentRequest>) -> Result<Response, Problem> {
    input.ask(Language::English, |(draft, header)| Question::UserAgent(draft, header)).await
}

/// Why does this URL have this verdict under this draft?
///
/// The answer also has the smallest changes of the draft that would reverse the verdict. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/explain", tag = "draft", request_body(content = ExplainRequest,
    example = json!({"robots": "User-agent: *\nDisallow: /private/\n", "origin": "https://www.example.com",
        "url": "/private/a", "agent": "Googlebot", "profile": "google"})), responses(
    (status = OK, description = "The verdict, its explanation, and the changes that would reverse it",
        body = ExplainResponse)))]
pub(crate) async fn explain(
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    input: WorkerInput<ExplainRequest>,
) -> Result<Response, Problem> {
    input.ask(language, |input| Question::Explain(Box::new(input))).await
}

/// What does a person have to know about this verdict?
///
/// The answer is a card: the verdict with its line, how many of the known pages are open, and the first change that
/// opens a blocked page, as sentences, as Markdown and as a page. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/card", tag = "draft", request_body(content = CardRequest,
    example = json!({"robots": "User-agent: *\nDisallow: /private/\n", "origin": "https://www.example.com",
        "url": "/private/a", "agent": "Googlebot", "urls": ["/", "/about", "/private/a"], "profile": "google"})),
    responses((status = OK, description = "The card", body = Card)))]
pub(crate) async fn card(
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    input: WorkerInput<CardRequest>,
) -> Result<Response, Problem> {
    input.ask(language, |input| Question::Card(Box::new(input))).await
}

/// Which lines of this draft are likely mistakes?
///
/// Each finding has its reason, what to do, and a fix if there is a safe one. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/lint", tag = "draft", request_body(content = LintRequest,
    example = json!({"robots": "User-agent: *\nDissalow: /private/\n", "origin": "https://www.example.com",
        "profile": "google"})), responses(
    (status = OK, description = "The findings, in the order of the file", body = LintReport)))]
pub(crate) async fn lint(
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    input: WorkerInput<LintRequest>,
) -> Result<Response, Problem> {
    input.ask(language, Question::Lint).await
}

/// Which URLs become blocked or allowed by a change of a draft, for which crawlers?
///
/// Compares two versions of a draft for every
/// crawler and every URL: who may fetch what, and what the file says about uses such as AI training. What crawlers lose
/// and gain is told as proved regions; each effect has a path that shows it; the outcome `none` is proved. Nothing is
/// fetched.
#[utoipa::path(post, path = "/v1/draft/diff", tag = "draft", request_body(content = DiffRequest,
    example = json!({"before": "User-agent: *\nDisallow: /private/\n",
        "after": "User-agent: *\nDisallow: /private/\nDisallow: /search\n", "region": "/search",
        "urls": ["/about", "/search?q=a"], "profile": "google"})), responses(
    (status = OK, description = "The effects of the change", body = DiffAnswer)))]
pub(crate) async fn diff(input: WorkerInput<DiffRequest>) -> Result<Response, Problem> {
    input.ask(Language::English, Question::Diff).await
}

/// Does this draft do what is expected of it, for every URL?
///
/// Each claim is proved, or fails with a URL that shows it.
/// Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/verify", tag = "draft", request_body(content = VerifyRequest,
    example = json!({"robots": "User-agent: *\nDisallow: /checkout/\n",
        "expectations": "allow Googlebot /products/\ndisallow * /checkout/\n", "profile": "google"})), responses(
    (status = OK, description = "The expectations, each with its outcome", body = VerifyResponse)))]
pub(crate) async fn verify(input: WorkerInput<VerifyRequest>) -> Result<Response, Problem> {
    input.ask(Language::English, Question::Verify).await
}

/// How much of a site may search engines and AI crawlers fetch, and what does it say about uses?
///
/// Each answer is proved for every URL. Crawlers that ignore
/// robots.txt, and retired ones, are left out. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/summary", tag = "draft", request_body(content = SummaryRequest,
    example = json!({"robots": "User-agent: *\nDisallow: /private/\n", "profile": "google",
        "urls": ["/about", "/private/a"]})), responses(
    (status = OK, description = "How much of the site known crawlers may fetch", body = Summary)))]
pub(crate) async fn summary(input: WorkerInput<SummaryRequest>) -> Result<Response, Problem> {
    input.ask(Language::English, Question::Summary).await
}

/// Which recipes for robots.txt files are there?
///
/// A recipe is a common purpose of a robots.txt, such as to block the crawlers of AI training.
#[utoipa::path(get, path = "/v1/recipes", tag = "draft", responses(
    (status = OK, description = "The recipes, the most common first", body = Vec<RecipeInfo>)))]
pub(crate) async fn recipes(
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
) -> Json<Vec<RecipeInfo>> {
    Json(language.recipes())
}

/// Writes a robots.txt from recipes, or adds recipes to a draft.
///
/// Each promise of a recipe is checked for every known
/// crawler; recipes that contradict each other or the draft are an error. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/compose", tag = "draft", request_body(content = ComposeRequest,
    example = json!({"recipes": ["ai-training", "directory=/calendar/"],
        "sitemaps": ["https://www.example.com/sitemap.xml"], "robots": "User-agent: *\nDisallow: /private/\n"})),
    responses(
    (status = OK, description = "A file that does what its recipes promise", body = ComposedFile)))]
pub(crate) async fn compose_file(input: WorkerInput<ComposeRequest>) -> Result<Response, Problem> {
    input.ask(Language::English, Question::Compose).await
}

/// Which lints are there?
///
/// `/v1/lints/{code}` has the whole documentation of one.
#[utoipa::path(get, path = "/v1/lints", tag = "draft", responses(
    (status = OK, description = "The lints, in the order of their codes", body = Vec<LintInfo>)))]
pub(crate) async fn lints() -> Json<Vec<LintInfo>> {
    Json(LintInfo::all())
}

/// What does a lint find, and why is that bad?
///
/// The lint is named by its code or name. The answer is its documentation.
#[utoipa::path(get, path = "/v1/lints/{code}", tag = "draft",
    params(("code" = String, Path, description = "`R101` or `misspelt-field`", example = "R101")),
    responses(
        (status = OK, description = "The documentation of the lint", body = LintPage),
        (status = NOT_FOUND, description = "not found", body = Problem,
            content_type = "application/problem+json")))]
pub(crate) async fn lint_page(Path(code): Path<String>) -> Result<Json<LintPage>, Problem> {
    Ok(Json(LintPage::by_name(&code)?))
}

/// Which crawlers are known?
///
/// Each has its operator, its purpose, how it treats robots.txt, and the source.
#[utoipa::path(get, path = "/v1/crawlers", tag = "crawlers",
    responses((status = OK, description = "The known crawlers", body = Vec<CrawlerInfo>)))]
pub(crate) async fn crawlers() -> Json<Vec<CrawlerInfo>> {
    Json(CrawlerInfo::all())
}

/// The name of a crawler.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CrawlerNameQuery {
    /// A product token, or another name of a known crawler.
    #[param(max_length = 256, example = "Googlebot-Image")]
    name: String,
}

impl ApiRequest for CrawlerNameQuery {
    type Input = CrawlerName;

    fn into_input(self) -> Result<CrawlerName, Problem> {
        Ok(CrawlerName::resolve(&self.name)?)
    }
}

/// Which crawler does a name mean?
///
/// The name is a product token, or another name of a known crawler: `Googlebot News` is Googlebot-News.
#[utoipa::path(get, path = "/v1/crawlers/resolve", tag = "crawlers", params(CrawlerNameQuery), responses(
    (status = OK, description = "The crawler", body = CrawlerName)))]
pub(crate) async fn resolve_crawler(
    QueryInput(crawler): QueryInput<CrawlerNameQuery>,
) -> Json<CrawlerName> {
    Json(crawler)
}

/// Names of policies with a title for people. Names that the library does not know are left out.
const POLICIES: [(&str, &str); 4] = [
    ("google-2021", "Google's documents of 2019 to 2021"),
    ("google-2026", "Google's documents of today: 429 is a server error"),
    ("google-2019", "Google's text before July 2019"),
    ("rfc9309", "RFC 9309, the standard"),
];

/// Which profiles and policies can requests name?
///
/// Each has a title for people, in the order in which a form shows them.
#[utoipa::path(get, path = "/v1/options", tag = "draft", responses(
    (status = OK, description = "The profiles and policies, the default of each first", body = Options)))]
pub(crate) async fn options() -> Json<Options> {
    let named = |&(name, title): &(&'static str, &'static str)| NamedOption { name, title };
    let known = POLICIES.iter().filter(|(name, _)| name.parse::<Policy>().is_ok());
    Json(Options::with_policies(known.map(named).collect()))
}
