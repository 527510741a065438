//! The explanation of one verdict about a draft, and the changes that would reverse it.

use axum::Extension;
use axum::response::Response;
use maycrawl::answer::{ProfileName, RuleDecision};
use maycrawl::explain::{Explanation, GroupExplanation, GroupFate, RuleExplanation, RuleFate};
use maycrawl::suggestion::Suggestion;
use maycrawl::{Crawler, RequestUrl, RobotsTxt};
use maycrawl_language::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::explain_text::ExplainText;
use crate::api::extract::{ApiRequest, Draft, WorkerInput, crawler, foreign};
use crate::api::text_range::{LineIndex, TextEdit};
use crate::api::types::{Answer, AnswerRule, MAX_TEXT_BYTES, beginning, translated};
use crate::json_body::json_bytes;
use crate::problem::Problem;
use crate::response_language::ResponseLanguage;
use crate::written_url::draft_url;

/// Limit of each list of groups, rules, and user agents of a group. The verdict uses all of them. The page shows the
/// same number.
const MAX_LIST_ITEMS: usize = 50;

/// A draft, a URL and a crawler.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainRequest {
    /// The draft.
    robots: String,
    /// The origin of the draft. The decision for a URL of another origin is then `not-applicable`.
    origin: Option<String>,
    /// A URL, or a path of the draft's own site.
    url: String,
    /// The product token of the crawler.
    agent: String,
    /// How robots.txt is read. Default: `google`.
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
}

/// An [`ExplainRequest`] with checked values.
pub(crate) struct ExplainInput {
    draft: Draft,
    crawler: Crawler,
    url: String,
    request: RequestUrl,
}

impl ApiRequest for ExplainRequest {
    type Input = ExplainInput;

    fn into_input(self) -> Result<ExplainInput, Problem> {
        let crawler = crawler(&self.agent)?;
        let draft = Draft::new(self.robots, self.profile.as_deref(), self.origin.as_deref())?;
        let request = draft_url(&self.url)?;
        Ok(ExplainInput { draft, crawler, url: self.url, request })
    }
}

/// A verdict, its explanation, and the changes that would reverse it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExplainResponse {
    /// The answer.
    pub(crate) answer: Answer,
    /// The explanation, in sentences for people.
    pub(crate) words: Vec<String>,
    /// The groups that concern the crawler, at most 50.
    pub(crate) groups: Vec<GroupInfo>,
    /// Number of groups that concern the crawler.
    pub(crate) concerning: usize,
    /// The matching rules, at most 50. The first one decides.
    pub(crate) matches: Vec<RuleMatchInfo>,
    /// Number of matching rules.
    pub(crate) matching: usize,
    /// The changes that would reverse the verdict, the smallest first.
    pub(crate) changes: Vec<ChangeInfo>,
    /// A note, if Google's documents do not define which rule wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) undefined: Option<String>,
    /// A note, if a rule blocks the URL: search results may still list it.
    #[schema(required)]
    pub(crate) consequence: Option<String>,
}

/// A group, and whether the crawler follows it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GroupInfo {
    /// Number of its first line.
    pub(crate) first_line: u32,
    /// Number of its last line with a user agent or a rule.
    pub(crate) last_line: u32,
    /// Its user agents, as the file spells them.
    pub(crate) agents: Vec<String>,
    /// Whether the crawler follows it.
    pub(crate) fate: GroupFateCode,
    /// `fate` as a sentence.
    pub(crate) words: String,
}

/// Whether a crawler follows a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GroupFateCode {
    /// The crawler follows it.
    Followed,
    /// The crawler follows groups of a more specific name.
    Lost,
    /// The group is for `*`, which the crawler ignores.
    StarIgnored,
    /// The group is for other crawlers.
    Others,
}

impl From<&GroupFate> for GroupFateCode {
    fn from(fate: &GroupFate) -> Self {
        match fate {
            GroupFate::Followed(_) => Self::Followed,
            GroupFate::LostTo(..) => Self::Lost,
            GroupFate::StarIgnored => Self::StarIgnored,
            GroupFate::ForOthers => Self::Others,
        }
    }
}

/// Why a matching rule decides or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RuleFateCode {
    /// It decides.
    Won,
    /// The pattern of the deciding rule is longer.
    Shorter,
    /// The deciding rule is as long, and allows.
    TieLost,
    /// The deciding rule is the same and is on an earlier line.
    Later,
    /// No rule decides: the verdict does not depend on rules.
    Unasked,
}

impl From<RuleFate> for RuleFateCode {
    fn from(fate: RuleFate) -> Self {
        match fate {
            RuleFate::Won => Self::Won,
            RuleFate::Shorter => Self::Shorter,
            RuleFate::TieLostToAllow => Self::TieLost,
            RuleFate::Later => Self::Later,
            RuleFate::Unasked => Self::Unasked,
        }
    }
}

/// A matching rule, and why it decides or not.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RuleMatchInfo {
    /// The rule.
    #[serde(flatten)]
    pub(crate) rule: AnswerRule,
    /// Why it decides or not.
    pub(crate) fate: RuleFateCode,
    /// `fate` as a sentence.
    pub(crate) words: String,
}

/// A change that reverses the verdict. The service has tested it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangeInfo {
    /// What to do, as the text of a button.
    pub(crate) title: String,
    /// What the change does, and which crawlers it affects.
    pub(crate) words: String,
    /// The decision after the change.
    pub(crate) to: RuleDecision,
    /// The edits of the draft.
    pub(crate) edits: Vec<TextEdit>,
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
    input.respond(move |input, _| json_bytes(&answer(&input, language))).await
}

fn answer(input: &ExplainInput, language: Language) -> ExplainResponse {
    let ExplainInput { draft, crawler, url, request } = input;
    if let Some(answer) = foreign(url, request, crawler, draft.origin.as_ref(), language) {
        let advice = language.message("explain-other-origin", &[]);
        let words = answer.note.iter().cloned().chain([advice]).collect();
        return ExplainResponse {
            answer,
            words,
            groups: vec![],
            concerning: 0,
            matches: vec![],
            matching: 0,
            changes: vec![],
            undefined: None,
            consequence: None,
        };
    }
    explanation(&draft.parse(), crawler, url, request, language)
}

fn explanation(
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    url: &str,
    request: &RequestUrl,
    language: Language,
) -> ExplainResponse {
    let text = ExplainText(language);
    let trace = robots.explain(crawler, request);
    let places = LineIndex::of(robots.as_bytes());
    let changes = robots.suggestions_for(crawler, request);
    let matches = trace.matches.iter().take(MAX_LIST_ITEMS);
    let matches = matches.map(|traced| rule(traced, language)).collect();
    let mut words = text.explanation(robots, crawler, &trace);
    words.splice(0..0, text.requested(request));
    let answer = Answer::about(url, request, crawler, &trace.verdict).at(trace.located);
    ExplainResponse {
        answer: translated(answer, &trace.verdict, || trace.consequence, language),
        words,
        groups: groups(robots, &trace, language),
        concerning: trace.groups.iter().filter(|group| concerns(group)).count(),
        matches,
        matching: trace.matches.len(),
        changes: changes.iter().map(|change| change_info(change, crawler, &places, text)).collect(),
        undefined: trace.undefined.map(|conflict| text.undefined(&conflict)),
        consequence: trace.consequence.map(|kind| language.consequence(kind)),
    }
}

/// Whether a group concerns the crawler.
fn concerns(group: &GroupExplanation<'_>) -> bool {
    group.fate != GroupFate::ForOthers
}

fn groups(robots: &RobotsTxt<'_>, trace: &Explanation<'_>, language: Language) -> Vec<GroupInfo> {
    let groups = robots.groups().zip(&trace.groups);
    let concerned = groups.filter(|(_, traced)| concerns(traced));
    let change_info = concerned.take(MAX_LIST_ITEMS).map(|(group, traced)| {
        let rules = group.rules().map(|rule| rule.line);
        let last = group.agents().map(|agent| agent.line).chain(rules).max();
        let agents = traced.agents.iter().take(MAX_LIST_ITEMS);
        GroupInfo {
            first_line: traced.first_line,
            last_line: last.unwrap_or(traced.first_line),
            agents: agents.map(|agent| agent_text(agent)).collect(),
            fate: (&traced.fate).into(),
            words: language.group_fate(&traced.fate),
        }
    });
    change_info.collect()
}

fn agent_text(agent: &[u8]) -> String {
    String::from_utf8_lossy(beginning(agent, MAX_TEXT_BYTES)).into_owned()
}

fn rule(traced: &RuleExplanation<'_>, language: Language) -> RuleMatchInfo {
    RuleMatchInfo {
        rule: AnswerRule::from(traced.rule),
        fate: traced.fate.into(),
        words: language.rule_fate(traced.fate),
    }
}

fn change_info(
    change: &Suggestion,
    crawler: &Crawler,
    places: &LineIndex<'_>,
    text: ExplainText,
) -> ChangeInfo {
    ChangeInfo {
        title: text.title(change, crawler),
        words: text.effect(change),
        to: change.to.into(),
        edits: change.edits.iter().map(|edit| places.edit(edit)).collect(),
    }
}
