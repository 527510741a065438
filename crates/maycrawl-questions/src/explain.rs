//! The explanation of one verdict about a draft, and the changes that would reverse it.

use maycrawl::answer::{Answer, AnswerRule, MAX_TEXT_BYTES, RuleDecision, beginning};
use maycrawl::explain::{
    Explanation, GroupExplanation, GroupFate, NearRule, RuleExplanation, RuleFate,
};
use maycrawl::{Crawler, Decision, RequestUrl, RobotsTxt, SiteBasis, SiteRules};
use maycrawl_effects::suggestion::Suggestion;
use maycrawl_effects::suggestions_for;
use maycrawl_language::Language;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::answers::answer_about;
use crate::inputs::{Draft, NamedCrawler, Request};
use crate::refusal::Refusal;
use crate::text_range::{LineIndex, TextEdit};
use crate::written_url::draft_url;

/// Limit of each list of groups, rules, and user agents of a group. The verdict uses all of them. The page shows the
/// same number.
const MAX_LIST_ITEMS: usize = 50;

/// A draft, a URL and a crawler.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The draft.
    robots: String,
    /// The origin of the draft. The decision for a URL of another origin is then `not-applicable`.
    origin: Option<String>,
    /// A URL, or a path of the draft's own site.
    url: String,
    /// The product token of the crawler.
    agent: String,
    /// How robots.txt is read. Default: `google`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<maycrawl::answer::ProfileName>))]
    profile: Option<String>,
}

/// An [`ExplainRequest`] with checked values.
#[derive(Debug)]
pub struct ExplainInput {
    draft: Draft,
    crawler: NamedCrawler,
    url: String,
    request: RequestUrl,
}

impl Request for ExplainRequest {
    type Input = ExplainInput;

    fn into_input(self) -> Result<ExplainInput, Refusal> {
        let crawler = NamedCrawler::parse(Some(&self.agent))?;
        let draft = Draft::new(self.robots, self.profile.as_deref(), self.origin.as_deref())?;
        let request = draft_url(&self.url)?;
        Ok(ExplainInput { draft, crawler, url: self.url, request })
    }
}

/// A verdict, its explanation, and the changes that would reverse it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct ExplainResponse {
    /// The answer.
    pub answer: Answer,
    /// The explanation, in sentences for people.
    pub words: Vec<String>,
    /// The groups that concern the crawler, at most 50.
    pub groups: Vec<GroupInfo>,
    /// Number of groups that concern the crawler.
    pub concerning: usize,
    /// The matching rules, at most 50. The first one decides.
    pub matches: Vec<RuleMatchInfo>,
    /// Number of matching rules.
    pub matching: usize,
    /// The changes that would reverse the verdict, the smallest first.
    pub changes: Vec<ChangeInfo>,
    /// A note, if Google's documents do not define which rule wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub undefined: Option<String>,
    /// A note, if a rule blocks the URL: search results may still list it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub consequence: Option<String>,
    /// What stands beside the verdict, as sentences: the rule that would decide if it were written in another way, and
    /// how fast the crawler is asked to go.
    pub notes: Vec<String>,
}

/// A group, and whether the crawler follows it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct GroupInfo {
    /// Number of its first line.
    pub first_line: u32,
    /// Number of its last line with a user agent or a rule.
    pub last_line: u32,
    /// Its user agents, as the file spells them.
    pub agents: Vec<String>,
    /// Whether the crawler follows it.
    pub fate: GroupFateCode,
    /// `fate` as a sentence.
    pub words: String,
}

/// Whether a crawler follows a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GroupFateCode {
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

/// A matching rule, and why it decides or not.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct RuleMatchInfo {
    /// The rule.
    #[serde(flatten)]
    pub rule: AnswerRule,
    /// Why it decides or not.
    pub fate: RuleFate,
    /// `fate` as a sentence.
    pub words: String,
}

/// A change that reverses the verdict. The service has tested it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct ChangeInfo {
    /// What to do, as the text of a button.
    pub title: String,
    /// What the change does, and which crawlers it affects.
    pub words: String,
    /// The decision after the change.
    pub to: RuleDecision,
    /// The edits of the draft.
    pub edits: Vec<TextEdit>,
}

/// The explanation of one verdict.
#[must_use]
pub fn explain(input: &ExplainInput, language: Language) -> ExplainResponse {
    let ExplainInput { draft, crawler: named, url, request } = input;
    let crawler = &named.crawler;
    let (robots, own) = (draft.parse(), draft.origin.as_ref());
    let basis = SiteBasis::File(robots.as_bytes(), crawler, draft.profile);
    let verdict = SiteRules::new(own, basis).check(request);
    let answer = named.noted(answer_about((url, request), crawler, &verdict, own, language));
    if verdict.decision() == Decision::NotApplicable {
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
            notes: vec![],
        };
    }
    explanation(answer, &robots, crawler, request, language)
}

fn explanation(
    answer: Answer,
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    request: &RequestUrl,
    language: Language,
) -> ExplainResponse {
    let trace = robots.explain(crawler, request);
    let places = LineIndex::new(robots.as_bytes());
    let changes = suggestions_for(robots, crawler, request);
    let matches = trace.matches.iter().take(MAX_LIST_ITEMS);
    let matches = matches.map(|traced| rule(traced, language)).collect();
    ExplainResponse {
        answer: answer.at(trace.located),
        words: language.sentences(robots, crawler, request, &trace),
        groups: groups(robots, &trace, language),
        concerning: trace.groups.iter().filter(|group| concerns(group)).count(),
        matches,
        matching: trace.matches.len(),
        changes: changes
            .iter()
            .map(|change| change_info(change, crawler, &places, language))
            .collect(),
        undefined: trace.undefined.map(|conflict| language.undefined_conflict(&conflict)),
        consequence: trace.consequence.map(|kind| language.consequence(kind)),
        notes: beside_verdict(robots, crawler, trace.near.as_ref(), language),
    }
}

/// What stands beside a verdict: the rule that would decide if it were written in another way, and how fast the crawler
/// is asked to go.
pub(crate) fn beside_verdict(
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    near: Option<&NearRule<'_>>,
    language: Language,
) -> Vec<String> {
    let near = near.map(|near| language.near_rule(near));
    near.into_iter().chain(language.pace(crawler, &robots.pace(crawler))).collect()
}

/// Whether a group concerns the crawler.
fn concerns(group: &GroupExplanation<'_>) -> bool {
    group.fate != GroupFate::ForOthers
}

fn groups(robots: &RobotsTxt<'_>, trace: &Explanation<'_>, language: Language) -> Vec<GroupInfo> {
    let groups = robots.groups().zip(&trace.groups);
    let concerned = groups.filter(|(_, traced)| concerns(traced));
    let change_info = concerned.take(MAX_LIST_ITEMS).map(|(group, traced)| {
        let agents = traced.agents.iter().take(MAX_LIST_ITEMS);
        GroupInfo {
            first_line: traced.first_line,
            last_line: group.last_line(),
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
        fate: traced.fate,
        words: language.rule_fate(traced.fate),
    }
}

pub(crate) fn change_info(
    change: &Suggestion,
    crawler: &Crawler,
    places: &LineIndex<'_>,
    language: Language,
) -> ChangeInfo {
    ChangeInfo {
        title: language.change_title(change, crawler),
        words: language.change_effect(change),
        to: change.to.into(),
        edits: change.edits.iter().map(|edit| places.edit(edit)).collect(),
    }
}
