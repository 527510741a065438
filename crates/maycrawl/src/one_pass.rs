//! One file, one crawler, one URL: decided in a single pass, usually without allocation.

use crate::crawler::{AgentMatcher, Crawler};
use crate::decide::{Standing, before_rules};
use crate::escape;
use crate::field::Field;
use crate::group::{AgentLine, Membership};
use crate::line::Lines;
use crate::path_search::PathSearch;
use crate::profile::{Escapes, LeadingSlash, Profile};
use crate::robots_txt::within_limit;
use crate::rule::{RuleKind, match_rule, precedence};
use crate::url_path::UrlPath;
use crate::verdict::{MatchedRule, Reason, Verdict};

/// May the crawler called `crawler` fetch `url`, by this robots.txt as Google reads it?
///
/// ```
/// let file = b"User-agent: *\nDisallow: /private\n";
/// assert!(!maycrawl::is_allowed(file, "Googlebot", "https://example.com/private/x"));
/// assert!(maycrawl::is_allowed(file, "Googlebot", "https://example.com/public"));
/// ```
///
/// The URL is taken as given: dot segments, `\`, TAB, LF and CR are not resolved as clients do. For URLs from people
/// or from pages ask about the [`RequestUrl`](crate::RequestUrl); see [`UrlPath`].
///
/// The name is looked up as [`Crawler::from_name`] does. For more than one URL of a site,
/// [`RobotsTxt::rules_for`](crate::RobotsTxt::rules_for) reads the file once. Cost: one pass over the
/// file, O(bytes) and O(path + pattern) for each rule that could still win; of thousands of wildcard rules
/// O(pattern * log path) each, at most 50 ms for 500 KiB and a path of 8 KiB. Allocates nothing, unless the query
/// of the URL follows its host directly, a pattern of the crawler has to be escaped first, or wildcard rules have
/// searched the path so much that indexing it pays (more than a hundred whole searches; up to 40 bytes for each of
/// the path, none for a path of up to 512 bytes).
#[must_use]
pub fn is_allowed<U: AsRef<[u8]> + ?Sized>(robots_txt: &[u8], crawler: &str, url: &U) -> bool {
    let profile = Profile::GOOGLE;
    let (seeker, ignores) = AgentMatcher::named(crawler, profile);
    let path = UrlPath::from_url(url, profile);
    let search = PathSearch::new(path.as_bytes());
    check(robots_txt, seeker, ignores, &search, profile).is_allowed()
}

/// The verdict for one file, one crawler and one URL in a single pass. Cost as [`is_allowed`].
///
/// The URL is taken as given, as [`is_allowed`] takes it: for URLs from people or from pages ask about the
/// [`RequestUrl`](crate::RequestUrl).
///
/// ```
/// use maycrawl::{check_once, Crawler, Profile};
///
/// let file = b"User-agent: Googlebot\nDisallow: /*.gif$\n";
/// let verdict = check_once(file, &Crawler::GOOGLEBOT_IMAGE, "https://example.com/a.gif", Profile::GOOGLE);
/// assert_eq!(verdict.to_string(), "disallowed: line 2: disallow: /*.gif$");
/// ```
pub fn check_once<'r, U: AsRef<[u8]> + ?Sized>(
    robots_txt: &'r [u8],
    crawler: &Crawler,
    url: &U,
    profile: Profile,
) -> Verdict<'r> {
    let path = UrlPath::from_url(url, profile);
    let search = PathSearch::new(path.as_bytes());
    let ignores = crawler.ignores_robots_txt();
    check(robots_txt, crawler.seeker(profile), ignores, &search, profile)
}

/// The verdict for a list of product tokens *united*, as google/robotstxt's `AllowedByRobots` takes it:
/// the rules of every group that names any of them. No chain, no table. Cost as [`is_allowed`].
pub fn check_once_tokens<'r, U: AsRef<[u8]> + ?Sized>(
    robots_txt: &'r [u8],
    agents: &[&str],
    url: &U,
    profile: Profile,
) -> Verdict<'r> {
    let path = UrlPath::from_url(url, profile);
    let search = PathSearch::new(path.as_bytes());
    check(robots_txt, AgentMatcher::united(agents, profile), false, &search, profile)
}

/// The verdict for a seeker and a path, which may have been searched already.
pub(crate) fn check<'r>(
    file: &'r [u8],
    seeker: AgentMatcher<'_>,
    crawler_ignores: bool,
    search: &PathSearch<'_>,
    profile: Profile,
) -> Verdict<'r> {
    if let Some(reason) = before_rules(crawler_ignores, search.path(), profile) {
        return Verdict::new(reason);
    }
    let (file, _) = within_limit(file, profile.size_limit);
    let mut membership = Membership::new(seeker);
    let mut winner = Winner::new(search, profile);
    let mut lines = Lines::new(file, profile);
    while let Some(line) = lines.read() {
        let Some(directive) = line.directive() else { continue };
        let kind = match Field::from_key(directive.key(), profile).0 {
            Field::UserAgent => {
                if membership.agent(directive.value()) == AgentLine::Better {
                    winner = Winner::new(search, profile);
                }
                continue;
            }
            Field::Allow => RuleKind::Allow,
            Field::Disallow => RuleKind::Disallow,
            Field::Sitemap | Field::Other => continue,
        };
        if membership.rule() {
            winner.meet(line.number, kind, directive.value());
        }
    }
    Verdict::new(match winner.best {
        Some(rule) => Reason::Rule(rule),
        None => Standing::of(membership.followed().is_some(), winner.met_rules).without_match(),
    })
}

/// The greatest rule that matched so far.
struct Winner<'s, 'p, 'r> {
    search: &'s PathSearch<'p>,
    profile: Profile,
    best: Option<MatchedRule<'r>>,
    /// [`precedence`] of `best`.
    floor: u64,
    met_rules: bool,
}

impl<'s, 'p, 'r> Winner<'s, 'p, 'r> {
    fn new(search: &'s PathSearch<'p>, profile: Profile) -> Self {
        Self { search, profile, best: None, floor: 0, met_rules: false }
    }

    /// Takes the rule into account. One that could not win is not even matched.
    #[inline]
    fn meet(&mut self, line: u32, kind: RuleKind, written: &'r [u8]) {
        self.met_rules = true;
        // An escape only ever lengthens what Google compares; an assumed slash lengthens it by one.
        let may_grow = self.profile.escapes == Escapes::UnreservedDecoded
            || self.profile.leading_slash == LeadingSlash::Assumed
            || !written.is_ascii();
        if !may_grow && precedence(written.len(), kind, line) <= self.floor {
            return;
        }
        let normal = escape::pattern(written, self.profile);
        if precedence(normal.len(), kind, line) <= self.floor {
            return;
        }
        let Some(found) = match_rule(&normal, kind, self.search, self.profile) else { return };
        let key = precedence(found.octets, kind, line);
        if key > self.floor {
            self.floor = key;
            self.best = Some(MatchedRule {
                line,
                kind,
                pattern: written,
                priority: found.octets,
                matched: found.matched,
            });
        }
    }
}
