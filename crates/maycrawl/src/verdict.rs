//! Allowed or not, and the reason.

use core::fmt;

use crate::printable::Printable;
use crate::rule::RuleKind;

/// The answer to *may this crawler fetch this URL?*
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Verdict<'r> {
    reason: Reason<'r>,
}

/// What a verdict says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The crawler may fetch the URL.
    Allowed,
    /// It may not.
    Disallowed,
    /// This robots.txt does not apply to the URL: ask the one of the URL's own origin.
    NotApplicable,
}

/// Why a verdict is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason<'r> {
    /// This rule decided.
    Rule(MatchedRule<'r>),
    /// The crawler's group has rules, and none matches. Allowed.
    NoRuleMatched,
    /// No group applies to the crawler. Allowed.
    NoGroup,
    /// The crawler's group has no rules. Allowed.
    EmptyGroup,
    /// The site has no robots.txt: it answers 4xx. Allowed.
    NoFile,
    /// The file could not be read. Disallowed: it is unknown what it forbids.
    Unreachable(Unreachable),
    /// The file has been unreachable for 30 days and no copy is left. Allowed.
    Expired,
    /// The URL belongs to another origin than the file.
    NotApplicable,
    /// The crawler is known to ignore robots.txt. Allowed, as far as it cares.
    CrawlerIgnoresRobotsTxt,
    /// The URL is `/robots.txt` itself, which RFC 9309 always allows.
    RobotsTxtItself,
}

/// Why a robots.txt could not be had. Part of [`Reason`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unreachable {
    /// The server answers 5xx.
    ServerError,
    /// The server answers 429, and the policy counts that as a server error.
    TooManyRequests,
    /// DNS, connection, TLS, time-out, broken transfer.
    Network,
    /// The address is one that the policy of the asking side forbids.
    BlockedByPolicy,
}

/// The rule that decided, or one that matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MatchedRule<'r> {
    /// The number of its line, from 1.
    pub line: u32,
    /// `allow` or `disallow`.
    pub kind: RuleKind,
    /// The pattern as written in the file.
    pub pattern: &'r [u8],
    /// How specific it is: octets of the pattern's normal form. 0 for an empty pattern, which matches
    /// everything and decides nothing.
    pub priority: usize,
    /// Bytes of the path that the pattern covers, from its start.
    pub matched: usize,
}

impl Decision {
    /// A short name for machines: `allowed`, `disallowed`, `not-applicable`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Disallowed => "disallowed",
            Self::NotApplicable => "not-applicable",
        }
    }
}

impl<'r> Verdict<'r> {
    /// A verdict from its reason.
    pub const fn new(reason: Reason<'r>) -> Self {
        Self { reason }
    }

    /// What the verdict says.
    #[must_use]
    pub const fn decision(&self) -> Decision {
        match self.reason {
            // An empty `disallow:` forbids nothing. (Google, *disallow*: "When no path is specified, the
            // directive is ignored.")
            Reason::Rule(MatchedRule { kind: RuleKind::Disallow, priority: 1.., .. })
            | Reason::Unreachable(_) => Decision::Disallowed,
            Reason::NotApplicable => Decision::NotApplicable,
            _ => Decision::Allowed,
        }
    }

    /// True where the robots.txt could not be read: an outage, not a block, although crawlers keep away from both.
    #[must_use]
    pub const fn is_unreachable(&self) -> bool {
        matches!(self.reason, Reason::Unreachable(_))
    }

    /// True when the crawler may fetch the URL. False also when the file does not apply to it.
    #[must_use]
    pub const fn is_allowed(&self) -> bool {
        matches!(self.decision(), Decision::Allowed)
    }

    /// Why.
    #[must_use]
    pub const fn reason(&self) -> Reason<'r> {
        self.reason
    }

    /// The deciding rule, if a rule decided.
    #[must_use]
    pub const fn rule(&self) -> Option<MatchedRule<'r>> {
        match self.reason {
            Reason::Rule(rule) => Some(rule),
            _ => None,
        }
    }

    /// The number of the deciding line, from 1; `None` where no rule decided. google/robotstxt's `matching_line()` has 0 there.
    #[must_use]
    pub const fn line(&self) -> Option<u32> {
        match self.reason {
            Reason::Rule(rule) => Some(rule.line),
            _ => None,
        }
    }
}

impl Reason<'_> {
    /// A stable name for machines: `rule`, `no-rule-matched`, `no-group` ...
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Rule(_) => "rule",
            Self::NoRuleMatched => "no-rule-matched",
            Self::NoGroup => "no-group",
            Self::EmptyGroup => "empty-group",
            Self::NoFile => "no-file",
            Self::Unreachable(Unreachable::ServerError) => "unreachable-server-error",
            Self::Unreachable(Unreachable::TooManyRequests) => "unreachable-too-many-requests",
            Self::Unreachable(Unreachable::Network) => "unreachable-network",
            Self::Unreachable(Unreachable::BlockedByPolicy) => "unreachable-blocked-by-policy",
            Self::Expired => "expired",
            Self::NotApplicable => "not-applicable",
            Self::CrawlerIgnoresRobotsTxt => "crawler-ignores-robots-txt",
            Self::RobotsTxtItself => "robots-txt-itself",
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allowed => "allowed",
            Self::Disallowed => "disallowed",
            Self::NotApplicable => "not applicable",
        })
    }
}

impl fmt::Display for MatchedRule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.kind.name(), Printable(self.pattern))
    }
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) if rule.priority == 0 => {
                write!(f, "line {}: an empty {} restricts nothing", rule.line, rule.kind.name())
            }
            Self::Rule(rule) => rule.fmt(f),
            Self::NoRuleMatched => f.write_str("no rule in its group matches this URL"),
            Self::NoGroup => {
                f.write_str("no group applies to this crawler, so it may fetch everything")
            }
            Self::EmptyGroup => f.write_str("its group has no rules, so it may fetch everything"),
            Self::NoFile => f.write_str("the site has no robots.txt"),
            Self::Unreachable(cause) => write!(f, "robots.txt is unreachable: {cause}"),
            Self::Expired => {
                f.write_str("robots.txt has been unreachable for 30 days and no copy is left")
            }
            Self::NotApplicable => {
                f.write_str("the URL belongs to another origin; ask that origin's robots.txt")
            }
            Self::CrawlerIgnoresRobotsTxt => f.write_str("this crawler ignores robots.txt"),
            Self::RobotsTxtItself => {
                f.write_str("/robots.txt itself is always allowed (RFC 9309 section 2.2.2)")
            }
        }
    }
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ServerError => "the server answers 5xx",
            Self::TooManyRequests => "the server answers 429",
            Self::Network => "network failure",
            Self::BlockedByPolicy => "its address is blocked by policy",
        })
    }
}

impl fmt::Display for Verdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.decision(), self.reason)
    }
}
