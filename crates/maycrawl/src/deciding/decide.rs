//! The order in which reasons decide. Compiled rules, the single pass, the explanation and live sites all use it.
//!
//! 1. A crawler that ignores robots.txt may fetch every URL.
//! 2. `/robots.txt` itself may be fetched, if the profile says so (RFC 9309 section 2.2.2).
//! 3. The matching rule with the highest precedence decides.
//! 4. If no rule matches, the URL is allowed. The reason is what the file has for the crawler: no group, a group
//!    without rules, or rules for other paths.

use crate::deciding::verdict::{Reason, Verdict};
use crate::profile::Profile;
use crate::urls::url_path::UrlPath;

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

impl Verdict<'static> {
    /// The verdict about a path when one reason holds for a whole site, such as [`Reason::Unreachable`].
    ///
    /// The order of reasons is that of every verdict: a crawler that ignores robots.txt comes first, and `/robots.txt`
    /// itself may still be fetched if the profile says so (RFC 9309 section 2.2.2). O(1).
    ///
    /// ```
    /// use maycrawl::verdict::Unreachable;
    /// use maycrawl::{Profile, Reason, UrlPath, Verdict, as_written};
    ///
    /// let [page, file] = ["/page", "/robots.txt"].map(|path| UrlPath::from_url(as_written(path), Profile::RFC9309));
    /// let outage = Reason::Unreachable(Unreachable::ServerError);
    /// assert!(!Verdict::for_whole_site(outage, &page, Profile::RFC9309).is_allowed());
    /// assert!(Verdict::for_whole_site(outage, &file, Profile::RFC9309).is_allowed());
    /// ```
    pub fn for_whole_site(reason: Reason<'static>, path: &UrlPath<'_>, profile: Profile) -> Self {
        let ignores = reason == Reason::CrawlerIgnoresRobotsTxt;
        Self::new(before_rules(ignores, path.as_bytes(), profile).unwrap_or(reason))
    }
}

/// What a file has for a crawler that does not ignore it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    /// No group that the crawler follows.
    NoGroup,
    /// Only groups without rules.
    EmptyGroup,
    /// At least one rule.
    Rules,
}

impl Standing {
    pub(crate) fn of(has_group: bool, has_rules: bool) -> Self {
        match (has_group, has_rules) {
            (false, _) => Self::NoGroup,
            (true, false) => Self::EmptyGroup,
            (true, true) => Self::Rules,
        }
    }

    /// The reason if no rule matches.
    pub(crate) fn without_match(self) -> Reason<'static> {
        match self {
            Self::NoGroup => Reason::NoGroup,
            Self::EmptyGroup => Reason::EmptyGroup,
            Self::Rules => Reason::NoRuleMatched,
        }
    }
}
