//! Inspection of a live page: may crawlers fetch it, may search results show it, and why?

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::{Extension, Json};
use maycrawl::answer::{Answer, AnswerLocation, ProfileName};
use maycrawl::{Crawler, Origin, Profile, RequestUrl, Verdict};
use maycrawl_fetch::ledger::{Busy, Resource};
use maycrawl_fetch::{OriginRobots, Policy, ResourceError};
use maycrawl_questions::inputs::{crawlers, profile};
use maycrawl_questions::written_url::live_url;
use maycrawl_site::{
    Directives, IndexState, InspectLimits, Inspection, InspectionStep, PageAnswer, PageOutcome,
    ResourceKind,
};
use serde::{Deserialize, Serialize};
use tokio::time::{sleep, timeout};
use utoipa::ToSchema;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{Object, ObjectBuilder};

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, JsonInput, policy};
use crate::api::masked_robots::{MaskedRobots, site_not_asked};
use crate::api::types::PolicyDifference;
use crate::problem::{Problem, ProblemKind};
use crate::state::{Disclosure, ServiceState};

/// Time limit of an inspection.
const INSPECTION_TIMEOUT: Duration = Duration::from_secs(30);
/// Time limit of each request to a site.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Size limit of a page. Pages are read on the threads that answer all requests.
const MAX_PAGE_BYTES: u64 = 2 << 20;
/// Crawlers of one inspection.
const MAX_CRAWLERS: usize = 16;
/// Limit of each list of resources.
const MAX_SHOWN_RESOURCES: usize = 50;
/// Limit of the list of directives.
const MAX_DIRECTIVE_LISTS: usize = 100;

/// The URL of a page, and crawlers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InspectRequest {
    /// The URL of the page.
    url: String,
    /// Product tokens, at most 16. Default: Googlebot.
    #[schema(max_items = 16)]
    #[serde(default)]
    agents: Vec<String>,
    /// The policy for sites that answer with errors, such as `google-2026`. Default: the policy of the service.
    #[schema(value_type = Option<Policy>)]
    policy: Option<String>,
    /// How robots.txt is read. Default: `google`.
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
}

/// An [`InspectRequest`] with checked values.
pub(crate) struct InspectInput {
    url: String,
    request: RequestUrl,
    origin: Origin,
    crawlers: Vec<Crawler>,
    policy: Option<Policy>,
    profile: Option<Profile>,
}

impl ApiRequest for InspectRequest {
    type Input = InspectInput;

    fn into_input(self) -> Result<InspectInput, Problem> {
        let profile = self.profile.as_deref().map(profile).transpose()?;
        let policy = policy(self.policy.as_deref())?;
        let crawlers: Vec<_> =
            crawlers(&self.agents)?.into_iter().map(|named| named.crawler).collect();
        if crawlers.len() > MAX_CRAWLERS {
            let limit = format!("an inspection may have at most {MAX_CRAWLERS} crawlers; split it");
            return Err(ProblemKind::TooLarge.with_detail(limit));
        }
        let (request, origin) = live_url(&self.url)?;
        Ok(InspectInput { url: self.url, request, origin, crawlers, policy, profile })
    }
}

/// The result of an inspection.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct InspectResponse {
    /// The URL of the request.
    pub(crate) url: String,
    /// What the inspection found.
    pub(crate) found: InspectOutcome,
    /// `found` as a sentence.
    pub(crate) message: String,
    /// The requested URL and the redirects from it, in order.
    pub(crate) steps: Vec<StepInfo>,
    /// The result for each crawler.
    pub(crate) agents: Vec<CrawlerReport>,
    /// The content of the page, if there was an answer.
    #[schema(required)]
    pub(crate) page: Option<PageInfo>,
}

/// What an inspection found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum InspectOutcome {
    /// The page answered.
    Answer,
    /// The page was not fetched, because robots.txt blocks it for all these crawlers.
    NotFetched,
    /// The page could not be fetched.
    Failed,
}

/// The values of [`CrawlerReport::index`].
fn index_states() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("The reason, for machines."))
        .enum_values(Some(IndexState::NAMES))
        .build()
}

/// A URL of the redirect chain.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StepInfo {
    /// The URL.
    pub(crate) url: String,
    /// The status of its answer; `null` if it was not fetched.
    #[schema(required)]
    pub(crate) status: Option<u16>,
}

/// The result for one crawler.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CrawlerReport {
    /// The crawler's product token.
    pub(crate) agent: String,
    /// May it fetch the URL? For a redirect chain: the answer for the URL that blocks it, or for the last one.
    #[schema(required)]
    pub(crate) crawl: Option<Answer>,
    /// Policies with another decision about the same robots.txt.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) differs_under: Vec<PolicyDifference>,
    /// May the page be indexed?
    pub(crate) indexable: bool,
    /// The reason, for machines.
    #[schema(schema_with = index_states)]
    pub(crate) index: &'static str,
    /// The reason, for people.
    pub(crate) message: String,
    /// The robots meta rules for it, each with its place.
    pub(crate) rules: Vec<DirectiveInfo>,
    /// Scripts, style sheets and images of the page that it may not fetch, at most 50.
    pub(crate) closed_resources: Vec<ResourceInfo>,
    /// Number of resources that it may not fetch.
    pub(crate) closed: usize,
    /// Number of resources that it may fetch.
    pub(crate) open: usize,
}

/// A rule of a robots meta tag or of an `X-Robots-Tag` field.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DirectiveInfo {
    /// `noindex`, `max-snippet:20`
    pub(crate) rule: String,
    /// Its place: `line 7 of the page`, `X-Robots-Tag`.
    pub(crate) place: String,
}

/// A script, a style sheet or an image of a page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResourceInfo {
    /// The whole URL.
    pub(crate) url: String,
    /// The kind of tag that loads it.
    pub(crate) kind: ResourceTag,
    /// The line of robots.txt that decides; `null` if no line does.
    #[schema(required)]
    pub(crate) line: Option<u32>,
}

/// The kind of tag that loads a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ResourceTag {
    /// `<script src>`
    Script,
    /// `<link rel=stylesheet href>`
    Style,
    /// `<img src>`
    Image,
}

impl From<ResourceKind> for ResourceTag {
    fn from(kind: ResourceKind) -> Self {
        match kind {
            ResourceKind::Script => Self::Script,
            ResourceKind::StyleSheet => Self::Style,
            ResourceKind::Image => Self::Image,
        }
    }
}

/// The content of a page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PageInfo {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The `Content-Type` field.
    #[schema(required)]
    pub(crate) content_type: Option<String>,
    /// Whether it was read as HTML.
    pub(crate) html: bool,
    /// Its canonical URLs.
    pub(crate) canonical: Vec<String>,
    /// Number of links.
    pub(crate) links: u64,
    /// Number of links with `rel=nofollow`.
    pub(crate) nofollow_links: u64,
    /// Number of parts with `data-nosnippet`, which results do not quote.
    pub(crate) no_snippet_parts: u64,
    /// Every list of rules in meta tags and `X-Robots-Tag` fields, also for other crawlers; at most 100.
    pub(crate) directives: Vec<DirectiveList>,
    /// Resources on other hosts, whose robots.txt was not fetched; at most 50.
    pub(crate) not_asked: Vec<String>,
    /// Sentences for people.
    pub(crate) notes: Vec<String>,
}

/// The rules of one meta tag or field.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DirectiveList {
    /// The crawler, as written; `null` for all crawlers.
    #[schema(required)]
    pub(crate) agent: Option<String>,
    /// Their place.
    pub(crate) place: String,
    /// The rules.
    pub(crate) rules: Vec<String>,
    /// Words without effect, each with the reason.
    pub(crate) ignored: Vec<String>,
    /// Whether they are in the body of the page, where they have no effect.
    pub(crate) outside_head: bool,
}

/// May crawlers fetch this page, and may search results show it?
///
/// The robots.txt is checked before each request. At most
/// ten redirects are followed.
#[utoipa::path(post, path = "/v1/inspect", tag = "check", request_body(content = InspectRequest,
    example = json!({"url": "https://www.example.com/page", "agents": ["Googlebot"], "policy": "google-2026",
        "profile": "google"})), responses(
    (status = OK, description = "The result of the inspection", body = InspectResponse)))]
pub(crate) async fn inspect(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    JsonInput(input): JsonInput<InspectRequest>,
) -> Result<Json<InspectResponse>, Problem> {
    let InspectInput { url, request, origin, crawlers, policy, profile } = input;
    state.admission.check_site(&origin)?;
    let place = state.admission.take(Resource::Inspections, context.client).await?;
    let memory = state.admission.reserve_memory(context.client, MAX_PAGE_BYTES as usize);
    let _memory = memory.ok_or(Busy)?;
    let site_robots = MaskedRobots::get(&state, &context, &origin).await?.under(policy);
    if site_robots.is_masked() {
        return Ok(Json(without_answer(url, &crawlers, site_robots.site().state)));
    }
    let limits =
        InspectLimits { deadline: REQUEST_TIMEOUT, page_bytes: MAX_PAGE_BYTES, policy, profile };
    let now = state.clock.now().wall;
    let fetcher = state.fetcher_for(context.client);
    let requested = request.as_str();
    let inspection = maycrawl_site::inspect_within(&fetcher, requested, &crawlers, limits, now);
    let inspection = tokio::select! {
        inspection = timeout(INSPECTION_TIMEOUT, inspection) => inspection,
        () = place.revoked() => return Err(Busy.into()),
    };
    let inspection = match inspection {
        Ok(inspection) => {
            inspection.map_err(|error| ProblemKind::BadUrl.with_detail(error.to_string()))?
        }
        Err(_) => {
            let late =
                format!("the page did not arrive within {} seconds", INSPECTION_TIMEOUT.as_secs());
            return Err(ProblemKind::Late.with_detail(late));
        }
    };
    if is_busy(&inspection) {
        return Err(site_not_asked());
    }
    if let (true, Disclosure::Masked { min_delay }) = (ends_unreached(&inspection), state.unreached)
    {
        // Every failure takes equally long, whatever the reason.
        sleep(min_delay.saturating_sub(inspection.last_request.elapsed())).await;
        let message = "no answer; the inspection stopped there".to_owned();
        return Ok(Json(InspectResponse {
            steps: steps(&inspection),
            ..without_answer(url, &crawlers, message)
        }));
    }
    Ok(Json(response(url, &inspection)))
}

/// Whether a request of the inspection got no slot.
fn is_busy(inspection: &Inspection) -> bool {
    matches!(inspection.found, PageOutcome::Failed(ResourceError::Busy))
        || inspection
            .steps
            .iter()
            .any(|step| step.robots.as_ref().is_some_and(OriginRobots::is_busy))
}

/// Whether the redirect chain ends at an origin without an answer, which may be inside the private network.
fn ends_unreached(inspection: &Inspection) -> bool {
    let Some(last) = inspection.steps.last() else { return false };
    let is_unreached = last.robots.as_ref().is_some_and(OriginRobots::is_unreached);
    is_unreached || (matches!(inspection.found, PageOutcome::Failed(_)) && last.status.is_none())
}

/// The result without an answer.
fn without_answer(url: String, crawlers: &[Crawler], message: String) -> InspectResponse {
    let agents = crawlers.iter().map(|crawler| CrawlerReport {
        agent: crawler.token().to_owned(),
        crawl: None,
        differs_under: vec![],
        indexable: false,
        index: IndexState::Unknown.name(),
        message: IndexState::Unknown.to_string(),
        rules: vec![],
        closed_resources: vec![],
        closed: 0,
        open: 0,
    });
    let agents = agents.collect();
    InspectResponse {
        url,
        found: InspectOutcome::Failed,
        message,
        steps: vec![],
        agents,
        page: None,
    }
}

fn response(url: String, inspection: &Inspection) -> InspectResponse {
    let unreachable = inspection.unreachable();
    let (found, message) = match &inspection.found {
        PageOutcome::Answer(answer) => {
            (InspectOutcome::Answer, format!("The page answers {}.", answer.status))
        }
        PageOutcome::NotFetched if unreachable.is_some() => {
            let robots = unreachable.and_then(|step| step.robots.as_ref());
            let state = robots.map_or(String::new(), ToString::to_string);
            (
                InspectOutcome::NotFetched,
                format!("Not fetched: its robots.txt could not be read. {state}."),
            )
        }
        PageOutcome::NotFetched => (
            InspectOutcome::NotFetched,
            "Not fetched: robots.txt blocks it for every crawler of the request. \
             Crawlers would not see a noindex on the page."
                .to_owned(),
        ),
        PageOutcome::Failed(error) => {
            (InspectOutcome::Failed, format!("The page could not be fetched: {error}."))
        }
        PageOutcome::NoWeb(error) => (
            InspectOutcome::Failed,
            format!("The page redirects to a URL that cannot be fetched: {error}."),
        ),
    };
    let page = match &inspection.found {
        PageOutcome::Answer(answer) => Some(page(answer, inspection)),
        _ => None,
    };
    let agents = (0..inspection.judged.len()).filter_map(|index| crawler_report(inspection, index));
    InspectResponse {
        url,
        found,
        message,
        steps: steps(inspection),
        agents: agents.collect(),
        page,
    }
}

fn steps(inspection: &Inspection) -> Vec<StepInfo> {
    let step = |step: &InspectionStep| StepInfo { url: step.url.clone(), status: step.status };
    inspection.steps.iter().map(step).collect()
}

fn crawler_report(inspection: &Inspection, index: usize) -> Option<CrawlerReport> {
    let judged = inspection.judged.get(index)?;
    let agent = judged.crawler.token();
    let crawl = inspection.deciding(index);
    let no_index = judged.rules.no_index.map(|place| ("noindex".to_owned(), place));
    let embedded =
        judged.rules.index_if_embedded.map(|place| ("indexifembedded".to_owned(), place));
    let others = judged.rules.restrictions().map(|(rule, place)| (rule.to_string(), place));
    let rules = no_index.into_iter().chain(embedded).chain(others);
    let resources = inspection.resources(index);
    let named = resources.closed.iter().take(MAX_SHOWN_RESOURCES).map(|&(resource, line)| {
        ResourceInfo { url: resource.url.clone(), kind: resource.kind.into(), line }
    });
    Some(CrawlerReport {
        agent: agent.to_owned(),
        differs_under: crawl
            .map_or(vec![], |(step, verdict)| policy_differences(step, &judged.crawler, &verdict)),
        crawl: crawl.map(|(step, verdict)| {
            let robots = step.robots.as_ref();
            let place =
                robots.map(|it| AnswerLocation::from(it.parse().locate(&judged.crawler, &verdict)));
            Answer::new(&step.url, agent, &verdict).at(place.unwrap_or_default())
        }),
        indexable: judged.index == IndexState::Yes,
        index: judged.index.name(),
        message: inspection.index_sentence(index),
        rules: rules
            .map(|(rule, place)| DirectiveInfo { rule, place: place.to_string() })
            .collect(),
        closed_resources: named.collect(),
        closed: resources.closed.len(),
        open: resources.open,
    })
}

/// The compared policy, if it has another decision about the URL of a step.
fn policy_differences(
    step: &InspectionStep,
    crawler: &Crawler,
    verdict: &Verdict<'_>,
) -> Vec<PolicyDifference> {
    let Some(robots) = &step.robots else { return vec![] };
    let policy = robots.policy();
    let Ok(request) = RequestUrl::parse(&step.url) else { return vec![] };
    let rules = robots.under(policy.compare_with()).rules_for(crawler);
    let is_different = rules.check_request(&request).decision() != verdict.decision();
    let difference = robots.differs_under(policy.compare_with()).filter(|_| is_different);
    PolicyDifference::of(policy, difference.map(|difference| difference.to_string()))
}

fn page(answer: &PageAnswer, inspection: &Inspection) -> PageInfo {
    let page = answer.page.as_ref();
    let inside = answer.directives().map(|it| directive_list(it, false));
    let outside =
        page.iter().flat_map(|page| &page.outside_head).map(|it| directive_list(it, true));
    let not_asked = inspection.resources(0).not_asked;
    PageInfo {
        status: answer.status,
        content_type: answer.content_type.clone(),
        html: page.is_some(),
        canonical: answer.canonical().filter_map(|canonical| canonical.url.clone()).collect(),
        links: page.map_or(0, |page| page.links.all),
        nofollow_links: page.map_or(0, |page| page.links.nofollow),
        no_snippet_parts: page.map_or(0, |page| page.no_snippet_parts),
        directives: inside.chain(outside).take(MAX_DIRECTIVE_LISTS).collect(),
        not_asked: not_asked.iter().take(MAX_SHOWN_RESOURCES).map(|it| it.url.clone()).collect(),
        notes: inspection.notes(answer),
    }
}

fn directive_list(directives: &Directives, outside_head: bool) -> DirectiveList {
    DirectiveList {
        agent: directives.agent.clone(),
        place: directives.place.to_string(),
        rules: directives.rules.iter().map(ToString::to_string).collect(),
        ignored: directives.ignored.iter().map(ToString::to_string).collect(),
        outside_head,
    }
}
