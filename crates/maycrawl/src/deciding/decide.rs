//! The order in which reasons decide. Compiled rules, the single pass, the explanation and live sites all use it.
//!
//! 1. A crawler that ignores robots.txt may fetch every URL.
//! 2. `/robots.txt` itself may be fetched, if the profile says so (RFC 9309 section 2.2.2).
//! 3. The matching rule with the highest precedence decides.
//! 4. If no rule matches, the URL is allowed. The reason is what the file has for the crawler: no group, a group
//!    without rules, or rules for other paths. A crawler that does not follow `*` has no group although others have.

use crate::deciding::verdict::Reason;
use crate::profile::Profile;
use crate::reading::group::Membership;

/// The reason that decides before any rule is compared with `path`, if there is one.
#[inline]
pub(crate) fn before_rules(
    crawler_ignores: bool,
    path: &[u8],
    profile: Profile,
) -> Option<Reason<'static>> {
    if crawler_ignores {
        return Some(Reason::CrawlerIgnoresRobotsTxt);
    }
    let is_file = profile.robots_txt_itself_allowed && path == b"/robots.txt";
    is_file.then_some(Reason::RobotsTxtItself)
}

/// What a file has for a crawler that does not ignore it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// No group that the crawler follows.
    NoGroup,
    /// No group that the crawler follows, and a group for `*`, which it does not follow.
    StarIgnored,
    /// Only groups without rules.
    EmptyGroup,
    /// At least one rule.
    Rules,
}

impl Standing {
    /// `ignores_star`: the file has a group for `*`, which the crawler does not follow.
    pub(crate) fn of(has_group: bool, ignores_star: bool, has_rules: bool) -> Self {
        match (has_group, has_rules) {
            (false, _) if ignores_star => Self::StarIgnored,
            (false, _) => Self::NoGroup,
            (true, false) => Self::EmptyGroup,
            (true, true) => Self::Rules,
        }
    }

    /// What the file has for the crawler whose lines `membership` has read.
    pub(crate) fn of_membership(membership: &Membership<'_>, has_rules: bool) -> Self {
        Self::of(membership.followed().is_some(), membership.ignores_star(), has_rules)
    }

    /// The reason if no rule matches.
    pub(crate) fn without_match(self) -> Reason<'static> {
        match self {
            Self::NoGroup => Reason::NoGroup,
            Self::StarIgnored => Reason::StarIgnored,
            Self::EmptyGroup => Reason::EmptyGroup,
            Self::Rules => Reason::NoRuleMatched,
        }
    }
}
