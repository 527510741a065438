//! The JSON form of explanations, documents and crawlers. The command, the service and every other user of these types
//! write the same keys.
//!
//! Text from a robots.txt becomes a JSON string. Bytes that are not valid UTF-8 become U+FFFD, as in a browser. A
//! reader who needs the exact bytes finds them by the line number.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use crate::crawler::{AiList, DelayStatement, KnownCrawler, StarGroup};
use crate::deciding::verdict::MatchedRule;
use crate::explaining::consequence::FileKind;
use crate::explaining::explain::{
    Difference, DocumentsDiffer, Explanation, GroupFate, RuleExplanation,
};
use crate::matching::rule::RuleKind;
use crate::reading::robots_txt::{RobotsTxt, Rule};

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// A rule.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ParsedRule))]
struct JsonRule<'v> {
    /// The number of its line, from 1.
    line: u32,
    /// Whether it allows or disallows.
    kind: RuleKind,
    /// The pattern as written.
    pattern: Cow<'v, str>,
    /// The length of the pattern's normal form in octets; only of a rule that matched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    priority: Option<usize>,
    /// The number of bytes of the path that the pattern covers; only of a rule that matched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    matched: Option<usize>,
}

impl<'v> From<MatchedRule<'v>> for JsonRule<'v> {
    fn from(rule: MatchedRule<'v>) -> Self {
        Self {
            line: rule.line,
            kind: rule.kind,
            pattern: text(rule.pattern),
            priority: Some(rule.priority),
            matched: Some(rule.matched),
        }
    }
}

impl<'v> From<Rule<'v>> for JsonRule<'v> {
    fn from(rule: Rule<'v>) -> Self {
        Self {
            line: rule.line,
            kind: rule.kind,
            pattern: text(rule.pattern),
            priority: None,
            matched: None,
        }
    }
}

#[derive(Serialize)]
struct JsonExplanation<'t> {
    profile: &'static str,
    path: Cow<'t, str>,
    chain: Vec<JsonChainStep<'t>>,
    groups: Vec<JsonGroupExplanation<'t>>,
    rules: usize,
    matches: Vec<JsonRuleExplanation<'t>>,
    near: Option<JsonNearRule<'t>>,
    undefined: Option<JsonConflict<'t>>,
    consequence: Option<&'static str>,
    documents_differ: Option<&'static str>,
}

/// A rule that would reverse the verdict if it were written in another way.
#[derive(Serialize)]
struct JsonNearRule<'t> {
    #[serde(flatten)]
    rule: JsonRule<'t>,
    differs: Difference,
    message: String,
}

/// Two rules between which the specifications do not decide.
#[derive(Serialize)]
struct JsonConflict<'t> {
    documents: &'static str,
    message: String,
    other: JsonRule<'t>,
}

#[derive(Serialize)]
struct JsonChainStep<'t> {
    name: &'t str,
    groups: usize,
    followed: bool,
}

#[derive(Serialize)]
struct JsonGroupExplanation<'t> {
    index: usize,
    line: u32,
    agents: Vec<Cow<'t, str>>,
    followed: bool,
    fate: String,
}

#[derive(Serialize)]
struct JsonRuleExplanation<'t> {
    #[serde(flatten)]
    rule: JsonRule<'t>,
    text: Cow<'t, str>,
    as_directory: bool,
    fate: String,
}

impl<'t> From<&RuleExplanation<'t>> for JsonRuleExplanation<'t> {
    fn from(explained: &RuleExplanation<'t>) -> Self {
        Self {
            rule: explained.rule.into(),
            text: text(explained.text),
            as_directory: explained.as_directory,
            fate: explained.fate.to_string(),
        }
    }
}

impl Serialize for Explanation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonExplanation {
            profile: self.profile.name,
            path: text(&self.path),
            chain: self
                .chain
                .iter()
                .map(|step| JsonChainStep {
                    name: &step.name,
                    groups: step.groups,
                    followed: step.followed,
                })
                .collect(),
            groups: self
                .groups
                .iter()
                .map(|group| JsonGroupExplanation {
                    index: group.index,
                    line: group.first_line,
                    agents: group.agents.iter().map(|agent| text(agent)).collect(),
                    followed: matches!(group.fate, GroupFate::Followed(_)),
                    fate: group.fate.to_string(),
                })
                .collect(),
            rules: self.rules,
            matches: self.matches.iter().map(JsonRuleExplanation::from).collect(),
            near: self.near.map(|near| JsonNearRule {
                rule: near.rule.into(),
                differs: near.differs,
                message: near.to_string(),
            }),
            undefined: self.undefined.map(|conflict| JsonConflict {
                documents: conflict.documents.documents(),
                message: conflict.to_string(),
                other: conflict.other.into(),
            }),
            consequence: self.consequence.map(FileKind::when_disallowed),
            documents_differ: self.documents_differ.map(DocumentsDiffer::name),
        }
        .serialize(serializer)
    }
}

/// A robots.txt as it is read.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ParsedRobotsTxt))]
struct JsonRobotsTxt<'r> {
    /// How it was read.
    #[cfg_attr(feature = "schema", schema(value_type = crate::answer::ProfileName))]
    profile: &'static str,
    /// Its size in bytes.
    bytes: usize,
    /// The number of its lines.
    lines: u32,
    /// What the size limit cut off; `null` if nothing.
    #[cfg_attr(feature = "schema", schema(required))]
    truncation: Option<JsonTruncation>,
    /// The groups.
    groups: Vec<JsonGroup<'r>>,
    /// The lines that name sitemaps.
    sitemaps: Vec<JsonSitemap<'r>>,
    /// Lines with another field.
    other_lines: Vec<JsonOtherLine<'r>>,
    /// Rules before the first user agent. They have no effect.
    rules_before_any_group: Vec<JsonRule<'r>>,
}

/// What the size limit cut off.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ParsedTruncation))]
struct JsonTruncation {
    /// The limit in bytes.
    limit: usize,
    /// The size of the file in bytes.
    file_len: usize,
    /// The number of bytes that are ignored.
    ignored: usize,
    /// The number of the line that the limit cuts, which is ignored; `null` if it cuts none.
    #[cfg_attr(feature = "schema", schema(required))]
    cut_line: Option<u32>,
}

/// A group.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ParsedGroup))]
struct JsonGroup<'r> {
    /// The number of its first line, from 1.
    line: u32,
    /// Its user agents.
    agents: Vec<JsonAgent<'r>>,
    /// Its rules.
    rules: Vec<JsonRule<'r>>,
}

/// A user agent of a group.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ParsedUserAgent))]
struct JsonAgent<'r> {
    /// The number of its line, from 1.
    line: u32,
    /// The name as written.
    value: Cow<'r, str>,
}

/// A line that names a sitemap.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ParsedSitemap))]
struct JsonSitemap<'r> {
    /// The number of its line, from 1.
    line: u32,
    /// The URL as written.
    url: Cow<'r, str>,
    /// Whether it is a whole URL, as it has to be.
    absolute: bool,
}

/// A line with another field.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ParsedLine))]
struct JsonOtherLine<'r> {
    /// Its number, from 1.
    line: u32,
    /// The name of the field as written.
    key: Cow<'r, str>,
    /// The value as written.
    value: Cow<'r, str>,
    /// The index of its group in `groups`, from 0; `null` before the first group.
    #[cfg_attr(feature = "schema", schema(required))]
    group: Option<usize>,
}

/// The schema of the serialised form.
#[cfg(feature = "schema")]
impl utoipa::PartialSchema for RobotsTxt<'_> {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        JsonRobotsTxt::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for RobotsTxt<'_> {
    fn name() -> Cow<'static, str> {
        JsonRobotsTxt::name()
    }

    fn schemas(
        schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>,
    ) {
        JsonRobotsTxt::schemas(schemas);
    }
}

impl Serialize for RobotsTxt<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonRobotsTxt {
            profile: self.profile().name,
            bytes: self.as_bytes().len(),
            lines: self.line_count(),
            truncation: self.truncation().map(|truncation| JsonTruncation {
                limit: truncation.limit,
                file_len: truncation.file_len,
                ignored: truncation.ignored,
                cut_line: truncation.cut_line,
            }),
            groups: self
                .groups()
                .map(|group| JsonGroup {
                    line: group.first_line(),
                    agents: group
                        .agents()
                        .map(|agent| JsonAgent { line: agent.line, value: text(agent.value) })
                        .collect(),
                    rules: group.rules().map(JsonRule::from).collect(),
                })
                .collect(),
            sitemaps: self
                .sitemaps()
                .map(|sitemap| JsonSitemap {
                    line: sitemap.line,
                    url: text(sitemap.url),
                    absolute: sitemap.is_absolute(),
                })
                .collect(),
            other_lines: self
                .other_lines()
                .map(|other| JsonOtherLine {
                    line: other.line,
                    key: text(other.key),
                    value: text(other.value),
                    group: other.group,
                })
                .collect(),
            rules_before_any_group: self.rules_before_any_group().map(JsonRule::from).collect(),
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct JsonCrawler {
    token: &'static str,
    operator: Option<&'static str>,
    purpose: &'static str,
    fallback: &'static [&'static str],
    follows_star: bool,
    compliance: &'static str,
    note: Option<&'static str>,
    /// `training`, `search`, `user` or `undocumented`; `null` if the crawler is on no list.
    block_ai: Option<&'static str>,
    confirmed: bool,
    is_retired: bool,
    /// The crawler that has taken the place of this name; `null` if it is in use, or has no successor.
    superseded_by: Option<&'static str>,
    aliases: Vec<&'static str>,
    /// What its operator says about `Crawl-delay`.
    delay: DelayStatement,
    source: &'static str,
    source_url: &'static str,
    checked: &'static str,
}

impl Serialize for KnownCrawler {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonCrawler {
            token: self.token,
            operator: self.operator,
            purpose: self.purpose.name(),
            fallback: self.fallback,
            follows_star: self.star == StarGroup::Obeyed,
            compliance: self.compliance.name(),
            note: self.note,
            block_ai: self.ai_list().map(AiList::name),
            confirmed: self.is_confirmed(),
            is_retired: self.is_retired(),
            superseded_by: self.superseded_by(),
            aliases: self.aliases().collect(),
            delay: self.delay(),
            source: self.source.name(),
            source_url: self.source.url(),
            checked: self.checked,
        }
        .serialize(serializer)
    }
}
