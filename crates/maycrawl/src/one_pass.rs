//! The verdict for one file, one crawler and one URL, in a single pass and usually without allocation.

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

/// True if the crawler called `crawler` may fetch `url`, according to this robots.txt as Google reads it.
///
/// ```
/// let file = b"User-agent: *\nDisallow: /private\n";
/// assert!(!maycrawl::is_allowed(file, "Googlebot", "https://example.com/private/x"));
/// assert!(maycrawl::is_allowed(file, "Googlebot", "https://example.com/public"));
/// ```
///
/// The URL is taken as given: dot segments, `\`, TAB, LF and CR are not resolved as clients do. For URLs from people
/// or from pages, check the [`RequestUrl`](crate::RequestUrl); see [`UrlPath`].
///
/// The name is looked up as by [`Crawler::from_name`]. For more than one URL of a site, use
/// [`RobotsTxt::rules_for`](crate::RobotsTxt::rules_for), which reads the file once.
///
/// Cost: one pass over the file, O(bytes), and O(path + pattern) for each rule that could still win. Thousands of
/// wildcard rules cost O(pattern * log path) each; the whole takes at most 50 ms for 500 KiB and a path of 8 KiB. It
/// allocates only if the query of the URL follows its host directly, if a pattern of the crawler must be escaped
/// first, or if wildcard rules have searched the path so often that an index of it pays: more than a hundred whole
/// searches. The index takes up to 40 bytes for each byte of the path; a path of up to 512 bytes is never indexed.
#[must_use]
pub fn is_allowed<U: AsRef<[u8]> + ?Sized>(robots_txt: &[u8], crawler: &str, url: &U) -> bool {
    let profile = Profile::GOOGLE;
    let (matcher, ignores) = AgentMatcher::named(crawler, profile);
    let path = UrlPath::from_url(url, profile);
    let search = PathSearch::new(path.as_bytes());
    check(robots_txt, matcher, ignores, &search, profile).is_allowed()
}

/// The verdict for one file, one crawler and one URL in a single pass. Cost as [`is_allowed`].
///
/// The URL is taken as given, as by [`is_allowed`]. For URLs from people or from pages, check the
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

/// The verdict for the *union* of a list of product tokens, as google/robotstxt's `AllowedByRobots` takes it: the
/// rules of every group that names any of them. Fallback names and the table of known crawlers are not used. Cost as
/// [`is_allowed`].
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

/// The verdict for a crawler's matcher and a path, which may have been searched already.
pub(crate) fn check<'r>(
    file: &'r [u8],
    matcher: AgentMatcher<'_>,
    crawler_ignores: bool,
    search: &PathSearch<'_>,
    profile: Profile,
) -> Verdict<'r> {
    if let Some(reason) = before_rules(crawler_ignores, search.path(), profile) {
        return Verdict::new(reason);
    }
    let (file, _) = within_limit(file, profile.size_limit);
    let mut membership = Membership::new(matcher);
    let mut best = BestMatch::new(search, profile);
    let mut lines = Lines::new(file, profile);
    while let Some(line) = lines.read() {
        let Some(directive) = line.directive() else { continue };
        let kind = match Field::from_key(directive.key(), profile).0 {
            Field::UserAgent => {
                if membership.agent(directive.value()) == AgentLine::Better {
                    best = BestMatch::new(search, profile);
                }
                continue;
            }
            Field::Allow => RuleKind::Allow,
            Field::Disallow => RuleKind::Disallow,
            Field::Sitemap | Field::Other => continue,
        };
        if membership.rule() {
            best.consider(line.number, kind, directive.value());
        }
    }
    Verdict::new(match best.rule {
        Some(rule) => Reason::Rule(rule),
        None => Standing::of(membership.followed().is_some(), best.has_rules).without_match(),
    })
}

/// The greatest rule that has matched so far.
struct BestMatch<'s, 'p, 'r> {
    search: &'s PathSearch<'p>,
    profile: Profile,
    rule: Option<MatchedRule<'r>>,
    /// The [`precedence`] of `rule`.
    floor: u64,
    has_rules: bool,
}

impl<'s, 'p, 'r> BestMatch<'s, 'p, 'r> {
    fn new(search: &'s PathSearch<'p>, profile: Profile) -> Self {
        Self { search, profile, rule: None, floor: 0, has_rules: false }
    }

    /// Takes the rule into account. A rule that cannot win is not compared with the path.
    #[inline]
    fn consider(&mut self, line: u32, kind: RuleKind, written: &'r [u8]) {
        self.has_rules = true;
        // Escaping can only make the pattern longer that Google compares; an assumed slash adds one byte.
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
            self.rule = Some(MatchedRule {
                line,
                kind,
                pattern: written,
                priority: found.octets,
                matched: found.matched,
            });
        }
    }
}
