//! The answers as JSON. They are the library's types under names of the API; a test keeps the two alike.

use maycrawl::{Decision, MatchedRule, Verdict};
use maycrawl_fetch::{Content, Robots, Version};
use serde::Serialize;
use utoipa::ToSchema;

/// May this crawler fetch this URL, and why?
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Answer {
    /// The URL as it was asked.
    pub url: String,
    /// The crawler's product token.
    pub agent: String,
    /// `allowed`, `disallowed`, or `not-applicable` for a URL of another origin.
    pub decision: &'static str,
    /// `null` where the file does not speak for the URL.
    pub allowed: Option<bool>,
    /// Why, for machines: `rule`, `no-rule-matched`, `no-group`, `no-file` and so on.
    pub reason: &'static str,
    /// Why, for people.
    pub message: String,
    /// The deciding line, 0 if none decided.
    pub line: u32,
    /// The deciding rule, if one decided.
    pub rule: Option<Rule>,
}

/// The rule that decided.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rule {
    /// Its line, from 1.
    pub line: u32,
    /// `allow` or `disallow`.
    pub kind: &'static str,
    /// The pattern as written.
    pub pattern: String,
    /// Octets of the pattern's normal form.
    pub priority: usize,
    /// Bytes of the path that it covers.
    pub matched: usize,
}

impl From<MatchedRule<'_>> for Rule {
    fn from(rule: MatchedRule<'_>) -> Self {
        Self {
            line: rule.line,
            kind: rule.kind.name(),
            pattern: String::from_utf8_lossy(rule.pattern).into_owned(),
            priority: rule.priority,
            matched: rule.matched,
        }
    }
}

impl Answer {
    /// The answer that a verdict is.
    #[must_use]
    pub fn new(url: &str, agent: &str, verdict: &Verdict<'_>) -> Self {
        let (decision, allowed) = match verdict.decision() {
            Decision::Allowed => ("allowed", Some(true)),
            Decision::Disallowed => ("disallowed", Some(false)),
            Decision::NotApplicable => ("not-applicable", None),
        };
        Self {
            url: url.to_owned(),
            agent: agent.to_owned(),
            decision,
            allowed,
            reason: verdict.reason().name(),
            message: verdict.reason().to_string(),
            line: verdict.line(),
            rule: verdict.rule().map(Rule::from),
        }
    }
}

/// What verdicts about an origin rest on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Site {
    /// The origin: `https://example.com`.
    pub origin: String,
    /// Where its file lives.
    pub robots_url: String,
    /// The sentence for people.
    pub state: String,
    /// `file`, `no-file`, `disallowed`, `last-copy`, `no-limits` or `nothing`.
    pub basis: &'static str,
    /// When the current version was first seen.
    pub first_seen: Option<String>,
    /// When it was last seen.
    pub last_seen: Option<String>,
}

impl From<&Robots> for Site {
    fn from(robots: &Robots) -> Self {
        let version = robots.entry().version();
        Self {
            origin: robots.origin().to_owned(),
            robots_url: format!("{}/robots.txt", robots.origin()),
            state: robots.to_string(),
            basis: robots.basis().name(),
            first_seen: version.map(|version| version.first_seen.to_string()),
            last_seen: version.map(|version| version.last_seen.to_string()),
        }
    }
}

/// One version of an origin's file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VersionSeen {
    /// 1 is the current one.
    pub version: usize,
    /// The first fetch that brought it.
    pub first_seen: String,
    /// The last that did.
    pub last_seen: String,
    /// Its size, if it is a file.
    pub bytes: Option<usize>,
    /// Why there is no file, if there is none.
    pub missing: Option<String>,
    /// The file; bytes that are no UTF-8 are replaced.
    pub file: Option<String>,
}

impl VersionSeen {
    /// The `number`th version.
    #[must_use]
    pub fn new(number: usize, version: &Version) -> Self {
        let (bytes, missing, file) = match &version.content {
            Content::File { bytes, .. } => {
                (Some(bytes.len()), None, Some(String::from_utf8_lossy(bytes).into_owned()))
            }
            Content::Missing(missing) => (None, Some(missing.to_string()), None),
        };
        Self {
            version: number,
            first_seen: version.first_seen.to_string(),
            last_seen: version.last_seen.to_string(),
            bytes,
            missing,
            file,
        }
    }
}
