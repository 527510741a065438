//! The serialised form of a verdict. Library, command and service write the same keys (feature `serde`).
//!
//! An answer owns its text and has a bounded size: it has only the beginning of a long pattern, so that one hostile
//! line does not make thousands of answers large.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::format;
use alloc::string::{String, ToString as _};

#[cfg(feature = "origin")]
mod check;
mod codes;
mod json;

use serde::{Serialize, Serializer};

use crate::deciding::verdict::{Decision, MatchedRule, Reason, Verdict};
use crate::explaining::verdict_location::VerdictLocation;
use crate::matching::rule::RuleKind;

#[cfg(feature = "origin")]
pub use check::{CheckAnswer, PaceAnswer, RefusedUrl};
pub use codes::{AnswerOutcome, ProfileName, ReasonCode, RuleDecision};

/// The maximum length in bytes of a pattern, a line or a name in an answer. Of a longer one the answer has the
/// beginning.
pub const MAX_TEXT_BYTES: usize = 1 << 10;

/// The maximum length in bytes of a pattern inside a message. Of a longer one the message has the beginning.
pub const MAX_MESSAGE_BYTES: usize = 128;

/// The answer to: may this crawler fetch this URL, and why?
///
/// ```
/// use maycrawl::answer::Answer;
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let rules = robots.rules_for(&Crawler::GOOGLEBOT);
/// let verdict = rules.check(&RequestUrl::parse_path("/a/b").unwrap());
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
    /// The URL as it was given.
    pub url: String,
    /// The URL that a client requests, if its path differs from that of `url`. The answer is about this URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub requested: Option<String>,
    /// The crawler's product token. Not written if it is empty, which no token is: then many crawlers share the answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub agent: String,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: AnswerVerdict,
    /// The deciding line and its group, as written in the file.
    #[serde(flatten)]
    pub location: AnswerLocation,
    /// What the verdict means for search results; only for a disallowed URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub consequence: Option<Cow<'static, str>>,
    /// What documents of another time say about the crawler, where a verdict by them has another basis.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub documents_differ: Option<Cow<'static, str>>,
    /// How the name of the crawler was read, if it was written in another way or is similar to a known one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub agent_note: Option<String>,
    /// Why the file does not apply to the URL; only for a URL of another origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub note: Option<String>,
}

/// The verdict of an [`Answer`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AnswerVerdict {
    /// The result in one word: as `decision`, but `unreachable` if the robots.txt could not be read.
    pub outcome: AnswerOutcome,
    /// The decision; `not-applicable` for a URL of another origin.
    pub decision: Decision,
    /// True if the URL is allowed; `null` if the file does not apply to the URL.
    #[cfg_attr(feature = "schema", schema(required))]
    pub allowed: Option<bool>,
    /// The reason as a code.
    pub reason: ReasonCode,
    /// The reason as a sentence.
    pub message: String,
    /// The number of the deciding line, from 1; `null` if no line decided.
    #[cfg_attr(feature = "schema", schema(required))]
    pub line: Option<u32>,
    /// The deciding rule; `null` if no rule decided.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rule: Option<AnswerRule>,
}

/// The deciding rule of an [`Answer`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AnswerRule {
    /// The number of its line, from 1.
    pub line: u32,
    /// Whether it allows or disallows.
    pub kind: RuleKind,
    /// The pattern as written, up to 1,024 bytes.
    pub pattern: String,
    /// The length of the whole pattern in bytes, if `pattern` is only its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub pattern_bytes: Option<usize>,
    /// The length of the pattern's normal form in octets. The longer pattern wins.
    pub priority: usize,
    /// The number of bytes of the path that the pattern covers.
    pub matched: usize,
}

/// The deciding line and the followed group of an [`Answer`], as written in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AnswerLocation {
    /// The deciding line without its comment, up to 1,024 bytes; `null` if no line decided.
    #[cfg_attr(feature = "schema", schema(required))]
    pub text: Option<String>,
    /// The user agent whose group was followed; `null` if no group applies.
    #[cfg_attr(feature = "schema", schema(required))]
    pub group: Option<String>,
    /// The number of that user agent's line, from 1.
    #[cfg_attr(feature = "schema", schema(required))]
    pub group_line: Option<u32>,
}

impl Answer {
    /// The answer for `url` and the crawler `agent`. O(bytes of its texts).
    ///
    /// ```
    /// use maycrawl::answer::{Answer, AnswerOutcome};
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow: /b\n").rules_for(&Crawler::BINGBOT);
    /// let answer = Answer::new("/b", "bingbot", &rules.check(as_written("/b")));
    /// assert_eq!((answer.verdict.outcome, answer.verdict.line), (AnswerOutcome::Disallowed, Some(2)));
    /// ```
    #[must_use]
    pub fn new(url: &str, agent: &str, verdict: &Verdict<'_>) -> Self {
        Self {
            url: url.to_owned(),
            requested: None,
            agent: agent.to_owned(),
            verdict: verdict.into(),
            location: AnswerLocation::default(),
            consequence: None,
            documents_differ: None,
            agent_note: None,
            note: None,
        }
    }

    /// The answer for the URL that a client requests for `written`, with what it means for search results: the one form
    /// for command and service. O(bytes of its texts).
    ///
    /// ```
    /// use maycrawl::answer::Answer;
    /// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
    ///
    /// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow: /b\n").rules_for(&Crawler::GOOGLEBOT);
    /// let url = RequestUrl::parse_path("/a/../b").unwrap();
    /// let answer = Answer::about("/a/../b", &url, &Crawler::GOOGLEBOT, &rules.check(&url));
    /// assert_eq!(answer.requested.unwrap(), "/b");
    /// assert!(answer.consequence.unwrap().starts_with("Its URL may still be listed"));
    /// ```
    #[cfg(feature = "origin")]
    #[must_use]
    pub fn about(
        written: &str,
        request: &crate::urls::request_url::RequestUrl,
        crawler: &crate::crawler::Crawler,
        verdict: &Verdict<'_>,
    ) -> Self {
        let consequence = verdict.consequence(crawler, request.path().as_bytes());
        Self {
            requested: request.is_path_changed().then(|| request.as_str().to_owned()),
            consequence: consequence.map(|kind| kind.when_disallowed().into()),
            documents_differ: verdict.documents_differ(crawler).map(|it| it.to_string().into()),
            ..Self::new(written, crawler.token(), verdict)
        }
    }

    /// The answer with its line and group as written in the file.
    ///
    /// ```
    /// use maycrawl::answer::Answer;
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDISALLOW:/b # not yet\n");
    /// let rules = robots.rules_for(&Crawler::BINGBOT);
    /// let verdict = rules.check(as_written("/b"));
    /// let answer = Answer::new("/b", "bingbot", &verdict).at(robots.locate(&Crawler::BINGBOT, &verdict));
    /// assert_eq!(answer.location.text.unwrap(), "DISALLOW:/b");
    /// assert_eq!(answer.location.group_line, Some(1));
    /// ```
    #[must_use]
    pub fn at(self, location: impl Into<AnswerLocation>) -> Self {
        Self { location: location.into(), ..self }
    }

    /// The answer with a note on how the name of its crawler was read.
    #[must_use]
    pub fn with_agent_note(self, agent_note: Option<String>) -> Self {
        Self { agent_note, ..self }
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
            outcome: AnswerOutcome::from_verdict(verdict),
            decision,
            allowed,
            reason: ReasonCode::from(verdict.reason()),
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
            kind: rule.kind,
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

/// The form of [`AnswerVerdict`].
impl Serialize for Verdict<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnswerVerdict::from(self).serialize(serializer)
    }
}

/// The form of [`AnswerLocation`], for use next to a [`Verdict`], whose line and rule it does not repeat.
impl Serialize for VerdictLocation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnswerLocation::from(self).serialize(serializer)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(beginning(bytes, MAX_TEXT_BYTES)).into_owned()
}

/// The reason as a sentence. A long pattern is cut; [`AnswerRule`] has more of it.
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

/// The first `limit` bytes, or up to three fewer, so that no character is cut. O(1).
///
/// ```
/// use maycrawl::answer::beginning;
///
/// // An `ä` has two bytes. It is left out as a whole.
/// assert_eq!(beginning("/ä".as_bytes(), 2), b"/");
/// assert_eq!(beginning(b"/ab", 2), b"/a");
/// ```
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
