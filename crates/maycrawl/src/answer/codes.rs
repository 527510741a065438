//! The closed sets of an answer: what a program can compare. An OpenAPI document names all of their values.

use core::fmt;

use serde::Serialize;

use crate::deciding::verdict::{Decision, Reason, Unreachable, Verdict};
use crate::matching::rule::RuleKind;

/// The result of a check in one word: a decision, or that there is none because robots.txt could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum AnswerOutcome {
    /// The crawler may fetch the URL.
    Allowed,
    /// A rule disallows the URL.
    Disallowed,
    /// The URL belongs to another origin.
    NotApplicable,
    /// The robots.txt could not be read, so nothing may be fetched.
    Unreachable,
}

impl AnswerOutcome {
    /// The outcome of a verdict.
    ///
    /// ```
    /// use maycrawl::answer::AnswerOutcome;
    /// use maycrawl::verdict::Unreachable;
    /// use maycrawl::{Decision, Reason, Verdict};
    ///
    /// // A rule that disallows stays until its author changes it. An outage ends.
    /// let outage = Verdict::new(Reason::Unreachable(Unreachable::ServerError));
    /// assert_eq!(outage.decision(), Decision::Disallowed);
    /// assert_eq!(AnswerOutcome::from_verdict(&outage), AnswerOutcome::Unreachable);
    /// ```
    #[must_use]
    pub const fn from_verdict(verdict: &Verdict<'_>) -> Self {
        match verdict.decision() {
            _ if verdict.is_unreachable() => Self::Unreachable,
            Decision::Allowed => Self::Allowed,
            Decision::Disallowed => Self::Disallowed,
            Decision::NotApplicable => Self::NotApplicable,
        }
    }
}

/// A [`Reason`] without its details: the value of [`Reason::name`] as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum ReasonCode {
    /// A rule decided.
    Rule,
    /// No rule of the crawler's group matches the URL.
    NoRuleMatched,
    /// No group applies to the crawler.
    NoGroup,
    /// No group names the crawler, and it does not follow `*`.
    StarIgnored,
    /// The crawler's group has no rules.
    EmptyGroup,
    /// The site has no robots.txt.
    NoFile,
    /// The site answered with a server error.
    UnreachableServerError,
    /// The site answered that there were too many requests.
    UnreachableTooManyRequests,
    /// The network failed.
    UnreachableNetwork,
    /// The fetching side may not connect to the address of the server.
    UnreachableBlockedByPolicy,
    /// The fetching side was too busy.
    UnreachableBusy,
    /// The answer of the site is not confirmed yet.
    UnreachableUnconfirmed,
    /// The robots.txt has been unreachable for so long that no limits are assumed.
    Expired,
    /// The URL belongs to another origin.
    NotApplicable,
    /// The crawler ignores robots.txt.
    CrawlerIgnoresRobotsTxt,
    /// The URL is that of the robots.txt.
    RobotsTxtItself,
}

impl From<Reason<'_>> for ReasonCode {
    fn from(reason: Reason<'_>) -> Self {
        match reason {
            Reason::Rule(_) => Self::Rule,
            Reason::NoRuleMatched => Self::NoRuleMatched,
            Reason::NoGroup => Self::NoGroup,
            Reason::StarIgnored => Self::StarIgnored,
            Reason::EmptyGroup => Self::EmptyGroup,
            Reason::NoFile => Self::NoFile,
            Reason::Unreachable(Unreachable::ServerError) => Self::UnreachableServerError,
            Reason::Unreachable(Unreachable::TooManyRequests) => Self::UnreachableTooManyRequests,
            Reason::Unreachable(Unreachable::Network) => Self::UnreachableNetwork,
            Reason::Unreachable(Unreachable::BlockedByPolicy) => Self::UnreachableBlockedByPolicy,
            Reason::Unreachable(Unreachable::Busy) => Self::UnreachableBusy,
            Reason::Unreachable(Unreachable::Unconfirmed) => Self::UnreachableUnconfirmed,
            Reason::Expired => Self::Expired,
            Reason::NotApplicable => Self::NotApplicable,
            Reason::CrawlerIgnoresRobotsTxt => Self::CrawlerIgnoresRobotsTxt,
            Reason::RobotsTxtItself => Self::RobotsTxtItself,
        }
    }
}

/// What a rule decides. A [`Decision`] can also be that the file does not apply; that of a rule cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RuleDecision {
    /// The URL may be fetched.
    Allowed,
    /// The URL may not be fetched.
    Disallowed,
}

impl RuleDecision {
    /// The name in text and JSON: `allowed` or `disallowed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Disallowed => "disallowed",
        }
    }
}

impl From<RuleKind> for RuleDecision {
    fn from(kind: RuleKind) -> Self {
        match kind {
            RuleKind::Allow => Self::Allowed,
            RuleKind::Disallow => Self::Disallowed,
        }
    }
}

impl fmt::Display for RuleDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of a [`Profile`](crate::Profile) in requests and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum ProfileName {
    /// Google's parser of today.
    Google,
    /// Google's text before July 2019.
    #[serde(rename = "google-2019")]
    Google2019,
    /// RFC 9309.
    Rfc9309,
}
