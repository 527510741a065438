//! The one serialised form of a verdict: library, command and service write the same keys (feature `serde`).
//!
//! An answer owns its text and is bounded: of a long pattern it has the beginning, so that one hostile line does not make
//! thousands of answers large.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};

#[cfg(feature = "schema")]
use std::{vec, vec::Vec};

use serde::{Serialize, Serializer};

use crate::verdict::{Decision, MatchedRule, Reason, Verdict};
use crate::verdict_location::VerdictLocation;

/// Bytes of a pattern, a line or a name that an answer has at most; of a longer one it has the beginning.
pub const MAX_TEXT_BYTES: usize = 1 << 10;

/// Bytes of a pattern inside a message.
const MAX_MESSAGE_BYTES: usize = 128;

/// May this crawler fetch this URL, and why?
///
/// ```
/// use maycrawl::answer::Answer;
/// use maycrawl::{Crawler, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let verdict = robots.rules_for(&Crawler::GOOGLEBOT).check("/a/b");
/// let verdict_location = robots.locate(&Crawler::GOOGLEBOT, &verdict);
/// let answer = Answer::new("/a/b", "Googlebot", &verdict).at(&verdict_location);
/// let json = serde_json::to_value(&answer).unwrap();
/// assert_eq!((&json["outcome"], &json["line"], &json["group"]), (&"disallowed".into(), &2.into(), &"*".into()));
/// ```
///
/// Cost: O(bytes of its texts), at most a few KiB.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Answer {
    /// The URL as it was asked.
    pub url: String,
    /// The URL that a client requests, where rules see another path in it than in `url`: the answer is about this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requested: Option<String>,
    /// The crawler's product token.
    pub agent: String,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: AnswerVerdict,
    /// The deciding line and its group, as the file spells them.
    #[serde(flatten)]
    pub location: AnswerLocation,
    /// For a disallowed URL: what that means for search results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consequence: Option<&'static str>,
    /// For a URL that the file does not speak for: whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a verdict says, as part of an [`Answer`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AnswerVerdict {
    /// What a person should know: as `decision`, but `unreachable` where the robots.txt could not be read.
    pub outcome: &'static str,
    /// `allowed`, `disallowed`, or `not-applicable` for a URL of another origin.
    pub decision: &'static str,
    /// `null` where the file does not speak for the URL.
    pub allowed: Option<bool>,
    /// Why, for machines: `rule`, `no-rule-matched`, `no-group`, `no-file` and so on.
    pub reason: &'static str,
    /// Why, for people.
    pub message: String,
    /// The deciding line, from 1; `null` where no line decided.
    pub line: Option<u32>,
    /// The deciding rule; `null` where no rule decided.
    pub rule: Option<AnswerRule>,
}

/// The rule that decided, as part of an [`Answer`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AnswerRule {
    /// Its line, from 1.
    pub line: u32,
    /// `allow` or `disallow`.
    pub kind: &'static str,
    /// The pattern as written; of a longer one the first 1,024 bytes.
    pub pattern: String,
    /// Bytes of the whole pattern, where `pattern` is only its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern_bytes: Option<usize>,
    /// Octets of the pattern's normal form: the longer pattern wins.
    pub priority: usize,
    /// Bytes of the path that the pattern covers.
    pub matched: usize,
}

/// Where a verdict comes from, as the file spells it, as part of an [`Answer`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AnswerLocation {
    /// The deciding line without its comment; of a longer one the first 1,024 bytes. `null` where no line decided.
    pub text: Option<String>,
    /// The user agent whose group was followed; `null` where no group applies.
    pub group: Option<String>,
    /// The line of that user agent.
    pub group_line: Option<u32>,
}

impl Answer {
    /// The answer that a verdict about `url` is for the crawler `agent`.
    #[must_use]
    pub fn new(url: &str, agent: &str, verdict: &Verdict<'_>) -> Self {
        Self {
            url: url.to_owned(),
            requested: None,
            agent: agent.to_owned(),
            verdict: verdict.into(),
            location: AnswerLocation::default(),
            consequence: None,
            note: None,
        }
    }

    /// The answer with its line and group as the file spells them.
    #[must_use]
    pub fn at(self, location: impl Into<AnswerLocation>) -> Self {
        Self { location: location.into(), ..self }
    }

    /// The answer with what the verdict means for search results; see [`Verdict::consequence`].
    #[must_use]
    pub fn with_consequence(self, consequence: Option<&'static str>) -> Self {
        Self { consequence, ..self }
    }

    /// The answer with a note: why the file does not speak for the URL.
    #[must_use]
    pub fn with_note(self, note: String) -> Self {
        Self { note: Some(note), ..self }
    }

    /// The answer with the URL that a client requests, if rules see another path in it than in the one that was asked.
    #[cfg(feature = "origin")]
    #[must_use]
    pub fn requesting(self, url: &crate::request_url::RequestUrl) -> Self {
        let requested = url.is_path_changed().then(|| url.as_str().to_owned());
        Self { requested, ..self }
    }
}

impl From<&Verdict<'_>> for AnswerVerdict {
    fn from(verdict: &Verdict<'_>) -> Self {
        let decision = verdict.decision();
        let allowed = match decision {
            Decision::Allowed => Some(true),
            Decision::Disallowed => Some(false),
            Decision::NotApplicable => None,
        };
        Self {
            outcome: if verdict.is_unreachable() { "unreachable" } else { decision.name() },
            decision: decision.name(),
            allowed,
            reason: verdict.reason().name(),
            message: message(verdict.reason()),
            line: verdict.line(),
            rule: verdict.rule().map(AnswerRule::from),
        }
    }
}

impl From<MatchedRule<'_>> for AnswerRule {
    fn from(rule: MatchedRule<'_>) -> Self {
        Self {
            line: rule.line,
            kind: rule.kind.name(),
            pattern: text(rule.pattern),
            pattern_bytes: Some(rule.pattern.len()).filter(|&len| len > MAX_TEXT_BYTES),
            priority: rule.priority,
            matched: rule.matched,
        }
    }
}

impl From<VerdictLocation<'_>> for AnswerLocation {
    fn from(location: VerdictLocation<'_>) -> Self {
        Self::from(&location)
    }
}

impl From<&VerdictLocation<'_>> for AnswerLocation {
    fn from(location: &VerdictLocation<'_>) -> Self {
        Self {
            text: location.text.map(text),
            group: location.agent.map(|agent| text(agent.value)),
            group_line: location.agent.map(|agent| agent.line),
        }
    }
}

/// As [`AnswerVerdict`].
impl Serialize for Verdict<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnswerVerdict::from(self).serialize(serializer)
    }
}

/// As [`AnswerLocation`]: meant to stand next to a [`Verdict`], whose line and rule it does not repeat.
impl Serialize for VerdictLocation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnswerLocation::from(self).serialize(serializer)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(beginning(bytes, MAX_TEXT_BYTES)).into_owned()
}

/// The reason as a sentence. A long pattern is cut: [`AnswerRule`] has more of it.
fn message(reason: Reason<'_>) -> String {
    match reason {
        Reason::Rule(rule) if rule.pattern.len() > MAX_MESSAGE_BYTES && rule.priority > 0 => {
            let pattern = beginning(rule.pattern, MAX_MESSAGE_BYTES);
            let shown = Reason::Rule(MatchedRule { pattern, ..rule });
            format!("{shown}... ({} bytes)", rule.pattern.len())
        }
        reason => reason.to_string(),
    }
}

/// The first `limit` bytes, or up to three less: a character is not cut.
#[must_use]
pub fn beginning(bytes: &[u8], limit: usize) -> &[u8] {
    let Some(&next) = bytes.get(limit) else { return bytes };
    let is_inside = |byte: u8| byte & 0xC0 == 0x80;
    let mut end = limit;
    if is_inside(next) {
        // A character has four bytes at most.
        let first = (limit.saturating_sub(3)..limit).rev().find(|&i| !is_inside(bytes[i]));
        end = first.unwrap_or(limit);
    }
    &bytes[..end]
}
