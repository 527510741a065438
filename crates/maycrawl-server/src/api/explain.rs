//! One verdict about a draft, with the whole way to it and what would turn it round.

use axum::response::Response;
use maycrawl::{
    Crawler, Explanation, GroupExplanation, GroupFate, RequestUrl, RobotsTxt, Suggestion,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::explain_text;
use crate::api::extract::{ApiRequest, Draft, WorkerInput, crawler, draft_url, foreign};
use crate::api::text_range::{LineIndex, TextEdit};
use crate::api::types::{Answer, AnswerRule, MAX_TEXT_BYTES, beginning};
use crate::json_body::json_bytes;
use crate::problem::Problem;

/// Groups, rules, and user agents of a group that are told of at most; all of them decide. The page shows as many.
const MAX_LIST_ITEMS: usize = 50;

/// A draft and one question about it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainRequest {
    /// The file.
    robots: String,
    /// Whose file it is to be: a URL of another origin is then not applicable.
    origin: Option<String>,
    /// A URL, or a path of the file's own site.
    url: String,
    /// A product token.
    agent: String,
    /// `google` (the default), `google-2019` or `rfc9309`.
    profile: Option<String>,
}

/// A draft and a question about it whose values are checked.
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

/// A verdict, why, and what would turn it round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExplainResponse {
    /// The answer.
    pub(crate) answer: Answer,
    /// Why, in sentences for people.
    pub(crate) words: Vec<String>,
    /// The groups that have to do with the crawler, at most 50.
    pub(crate) groups: Vec<GroupInfo>,
    /// How many have to do with the crawler.
    pub(crate) concerning: usize,
    /// The rules that match, the winner first, at most 50.
    pub(crate) matches: Vec<RuleMatchInfo>,
    /// How many match.
    pub(crate) matching: usize,
    /// What would turn the verdict round, the change that touches least first.
    pub(crate) changes: Vec<ChangeInfo>,
    /// That Google's documents leave undefined which rule wins, where they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undefined: Option<String>,
    /// What a site owner should know where a rule blocks the URL: it may still be listed in results.
    pub(crate) consequence: Option<&'static str>,
}

/// A group and its fate.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GroupInfo {
    /// Its first line.
    pub(crate) first_line: u32,
    /// The last line of it that speaks.
    pub(crate) last_line: u32,
    /// Its user agents, as written.
    pub(crate) agents: Vec<String>,
    /// `followed`, `lost` or `star-ignored`.
    pub(crate) fate: &'static str,
    /// The fate in words.
    pub(crate) words: String,
}

/// A rule that matches, and its fate.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RuleMatchInfo {
    /// The rule.
    #[serde(flatten)]
    pub(crate) rule: AnswerRule,
    /// `won`, `shorter`, `tie-lost` or `later`.
    pub(crate) fate: &'static str,
    /// The fate in words.
    pub(crate) words: String,
}

/// A change that turns the verdict round. It was tried.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangeInfo {
    /// What to do.
    pub(crate) title: String,
    /// What it does, and to whom.
    pub(crate) words: String,
    /// What the URL is then: `allowed` or `disallowed`.
    pub(crate) to: &'static str,
    /// How the file changes.
    pub(crate) edits: Vec<TextEdit>,
}

/// Why is this verdict as it is, and what is the smallest change that would turn it round?
#[utoipa::path(post, path = "/v1/explain", tag = "draft", request_body = ExplainRequest, responses(
    (status = OK, body = ExplainResponse)))]
pub(crate) async fn explain(input: WorkerInput<ExplainRequest>) -> Result<Response, Problem> {
    input.respond(|input| json_bytes(&answer(&input))).await
}

fn answer(input: &ExplainInput) -> ExplainResponse {
    let ExplainInput { draft, crawler, url, request } = input;
    if let Some(answer) = foreign(url, request, crawler, draft.origin.as_ref()) {
        let words = answer.note.iter().cloned().chain([
            "A robots.txt speaks for its own scheme, host and port only; ask that site's own file."
                .to_owned(),
        ]);
        let words = words.collect();
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
    explanation(&draft.parse(), crawler, url, request)
}

fn explanation(
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    url: &str,
    request: &RequestUrl,
) -> ExplainResponse {
    let trace = robots.explain(crawler, request.as_str());
    let places = LineIndex::of(robots.as_bytes());
    let changes = robots.suggestions_for(crawler, request.as_str());
    let mut words = explain_text::explanation(robots, crawler, &trace);
    words.splice(0..0, explain_text::requested(request));
    ExplainResponse {
        answer: Answer::new(url, crawler.token(), &trace.verdict)
            .at(&trace.located).with_consequence(trace.consequence)
            .requesting(request),
        words,
        groups: groups(robots, &trace),
        concerning: trace.groups.iter().filter(|group| concerns(group)).count(),
        matches: trace.matches.iter().take(MAX_LIST_ITEMS).map(rule).collect(),
        matching: trace.matches.len(),
        changes: changes.iter().map(|change| change_info(change, &places)).collect(),
        undefined: trace.undefined.map(explain_text::undefined),
        consequence: trace.consequence,
    }
}

/// Whether a group has to do with the crawler.
fn concerns(group: &GroupExplanation<'_>) -> bool {
    group.fate != GroupFate::ForOthers
}

fn groups(robots: &RobotsTxt<'_>, trace: &Explanation<'_>) -> Vec<GroupInfo> {
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
            fate: explain_text::fate_of_group(&traced.fate),
            words: traced.fate.to_string(),
        }
    });
    change_info.collect()
}

fn agent_text(agent: &[u8]) -> String {
    String::from_utf8_lossy(beginning(agent, MAX_TEXT_BYTES)).into_owned()
}

fn rule(traced: &maycrawl::RuleExplanation<'_>) -> RuleMatchInfo {
    RuleMatchInfo {
        rule: AnswerRule::from(traced.rule),
        fate: explain_text::fate_of_rule(traced.fate),
        words: traced.fate.to_string(),
    }
}

fn change_info(change: &Suggestion, places: &LineIndex<'_>) -> ChangeInfo {
    ChangeInfo {
        title: explain_text::title(change),
        words: explain_text::effect(change),
        to: explain_text::decision(change.to),
        edits: vec![places.edit(&change.edit)],
    }
}
