//! Verdicts: the decision and its reason.

use core::fmt;

pub use crate::matching::rule::RuleKind;
use crate::text::printable::Printable;

/// The answer to the question *may this crawler fetch this URL?*, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Verdict<'r> {
    reason: Reason<'r>,
}

/// The decision of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Decision {
    /// The crawler may fetch the URL.
    Allowed,
    /// The crawler may not fetch the URL.
    Disallowed,
    /// This robots.txt does not apply to the URL. Check the robots.txt of the URL's own origin.
    NotApplicable,
}

/// The reason of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason<'r> {
    /// This rule decided.
    Rule(MatchedRule<'r>),
    /// The crawler's group has rules, but none matches the URL. Allowed.
    NoRuleMatched,
    /// No group applies to the crawler. Allowed.
    NoGroup,
    /// No group names the crawler, and it does not follow the group for `*`. Allowed.
    StarIgnored,
    /// The crawler's group has no rules. Allowed.
    EmptyGroup,
    /// The site has no robots.txt: the server responds with 4xx. Allowed.
    NoFile,
    /// The file could not be read. Disallowed, because it is unknown what the file forbids.
    Unreachable(Unreachable),
    /// The file has been unreachable for 30 days and no copy is left. Allowed.
    Expired,
    /// The URL belongs to another origin than the file. Not applicable.
    NotApplicable,
    /// The crawler is known to ignore robots.txt. Allowed, because no rule has an effect on it.
    CrawlerIgnoresRobotsTxt,
    /// The URL is `/robots.txt` itself, which RFC 9309 always allows. Allowed.
    RobotsTxtItself,
}

/// Why a robots.txt could not be fetched. Part of [`Reason`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unreachable {
    /// The server responds with 5xx.
    ServerError,
    /// The server responds with 429, and the policy treats that as a server error.
    TooManyRequests,
    /// A network failure: DNS, connection, TLS, timeout, or an incomplete transfer.
    Network,
    /// The policy of the fetching side forbids the address of the server.
    BlockedByPolicy,
    /// The fetching side was too busy to request the file, and knows no copy. It says nothing about the site.
    Busy,
    /// The site forbade something, and its answer of now, which would allow everything, is not confirmed yet. No copy
    /// of the file is left.
    Unconfirmed,
}

/// A rule that matched a URL, such as the one that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MatchedRule<'r> {
    /// The number of its line, from 1.
    pub line: u32,
    /// `allow` or `disallow`.
    pub kind: RuleKind,
    /// The pattern as written in the file.
    pub pattern: &'r [u8],
    /// The priority: the length of the pattern's normal form, in octets. 0 for an empty pattern, which matches every
    /// URL and restricts nothing.
    pub priority: usize,
    /// The number of bytes of the path that the pattern matches, from the start of the path.
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
    /// The verdict with this reason.
    pub const fn new(reason: Reason<'r>) -> Self {
        Self { reason }
    }

    /// The decision. It follows from the reason.
    ///
    /// ```
    /// use maycrawl::{Crawler, Decision, RobotsTxt, as_written};
    ///
    /// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow:\n").rules_for(&Crawler::GOOGLEBOT);
    /// // An empty `Disallow` is the rule that is named, and forbids nothing.
    /// let verdict = rules.check(as_written("/a"));
    /// assert_eq!((verdict.decision(), verdict.line()), (Decision::Allowed, Some(2)));
    /// ```
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

    /// True if the robots.txt could not be read. This is an outage, not a rule, but crawlers must not fetch in either
    /// case.
    ///
    /// ```
    /// use maycrawl::verdict::Unreachable;
    /// use maycrawl::{Reason, Verdict};
    ///
    /// let verdict = Verdict::new(Reason::Unreachable(Unreachable::Network));
    /// assert!(verdict.is_unreachable() && !verdict.is_allowed());
    /// ```
    #[must_use]
    pub const fn is_unreachable(&self) -> bool {
        matches!(self.reason, Reason::Unreachable(_))
    }

    /// True if the crawler may fetch the URL. False if the file does not apply to the URL.
    ///
    /// ```
    /// use maycrawl::{Reason, Verdict};
    ///
    /// // A file says nothing about the URLs of other sites, so it does not allow them either.
    /// assert!(!Verdict::new(Reason::NotApplicable).is_allowed());
    /// ```
    #[must_use]
    pub const fn is_allowed(&self) -> bool {
        matches!(self.decision(), Decision::Allowed)
    }

    /// The reason.
    ///
    /// ```
    /// use maycrawl::{Crawler, Reason, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    /// let rules = [Crawler::GOOGLEBOT, Crawler::ADSBOT_GOOGLE].map(|crawler| robots.rules_for(&crawler));
    /// let [google, ads] = rules.each_ref().map(|rules| rules.check(as_written("/b")).reason());
    /// // Both may fetch it: AdsBot because it ignores `*`.
    /// assert_eq!((google, ads), (Reason::NoRuleMatched, Reason::StarIgnored));
    /// ```
    #[must_use]
    pub const fn reason(&self) -> Reason<'r> {
        self.reason
    }

    /// The deciding rule. `None` if no rule decided.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nAllow: /a/*.html\n").rules_for(&Crawler::GOOGLEBOT);
    /// let rule = rules.check(as_written("/a/b.html")).rule().unwrap();
    /// assert_eq!((rule.line, rule.priority, rule.matched), (3, 9, 9));
    /// ```
    #[must_use]
    pub const fn rule(&self) -> Option<MatchedRule<'r>> {
        match self.reason {
            Reason::Rule(rule) => Some(rule),
            _ => None,
        }
    }

    /// The number of the deciding line; `None` if no rule decides. (`matching_line()` in google/robotstxt, which has 0
    /// for none.)
    #[must_use]
    pub const fn line(&self) -> Option<u32> {
        match self.reason {
            Reason::Rule(rule) => Some(rule.line),
            _ => None,
        }
    }
}

impl Reason<'_> {
    /// A stable name for programs, such as `rule`, `no-rule-matched` or `no-group`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Rule(_) => "rule",
            Self::NoRuleMatched => "no-rule-matched",
            Self::NoGroup => "no-group",
            Self::StarIgnored => "star-ignored",
            Self::EmptyGroup => "empty-group",
            Self::NoFile => "no-file",
            Self::Unreachable(Unreachable::ServerError) => "unreachable-server-error",
            Self::Unreachable(Unreachable::TooManyRequests) => "unreachable-too-many-requests",
            Self::Unreachable(Unreachable::Network) => "unreachable-network",
            Self::Unreachable(Unreachable::BlockedByPolicy) => "unreachable-blocked-by-policy",
            Self::Unreachable(Unreachable::Busy) => "unreachable-busy",
            Self::Unreachable(Unreachable::Unconfirmed) => "unreachable-unconfirmed",
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
            // google/robotstxt names the line of an empty rule, although it decides nothing. So the text says that.
            Self::Rule(rule) if rule.priority == 0 => {
                write!(f, "line {}: an empty {} restricts nothing", rule.line, rule.kind.name())
            }
            Self::Rule(rule) => rule.fmt(f),
            Self::NoRuleMatched => f.write_str("no rule in the crawler's group matches this URL"),
            Self::NoGroup => {
                f.write_str("no group applies to this crawler, so it may fetch everything")
            }
            Self::StarIgnored => {
                f.write_str("no group names this crawler, and it does not follow `*`")
            }
            Self::EmptyGroup => {
                f.write_str("the crawler's group has no rules, so it may fetch everything")
            }
            Self::NoFile => f.write_str("robots.txt counts as missing"),
            Self::Unreachable(cause) => write!(f, "robots.txt is unreachable: {cause}"),
            Self::Expired => {
                f.write_str("robots.txt has been unreachable for 30 days and no copy is left")
            }
            Self::NotApplicable => {
                f.write_str("the URL belongs to another origin; check that origin's robots.txt")
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
            Self::ServerError => "the server responds with 5xx",
            Self::TooManyRequests => "the server responds with 429",
            Self::Network => "network failure",
            Self::BlockedByPolicy => "the server's address is blocked by policy",
            Self::Busy => "it was not requested, because too many requests wait here",
            Self::Unconfirmed => "it forbade something, and the answer of now is not confirmed yet",
        })
    }
}

impl fmt::Display for Verdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.decision(), self.reason)
    }
}
