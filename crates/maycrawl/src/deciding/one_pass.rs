//! The verdict for one file, one crawler and one URL, in a single pass and usually without allocation.

use crate::crawler::{AgentMatcher, Crawler};
use crate::deciding::decide::{Standing, before_rules};
use crate::deciding::verdict::{MatchedRule, Reason, Verdict};
use crate::matching::path_search::PathSearch;
use crate::matching::rule::{RuleKind, match_rule, precedence};
use crate::profile::{Escapes, LeadingSlash, Profile};
use crate::reading::field::Field;
use crate::reading::group::{AgentLine, Membership};
use crate::reading::line::line_number;
use crate::reading::line_filter::{LineFilter, Wanted};
use crate::reading::size_limit::within_limit;
use crate::urls::escape;
use crate::urls::requested::Requested;
use crate::urls::url_path::UrlPath;

/// True if `crawler` may fetch `url`, according to this robots.txt as Google reads it.
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, is_allowed};
///
/// let file = b"User-agent: *\nDisallow: /private\n";
/// let may = |url| is_allowed(file, &Crawler::GOOGLEBOT, &RequestUrl::parse(url).unwrap());
/// assert!(!may("https://example.com/private/x") && may("https://example.com/public"));
/// ```
///
/// For more than one URL of a site, use [`RobotsTxt::rules_for`](crate::RobotsTxt::rules_for), which reads the file
/// once.
///
/// Cost: one pass over the file, O(bytes), and O(path + pattern) for each rule that could still win. Thousands of
/// wildcard rules cost O(pattern * log path) each; the whole takes at most 50 ms for 500 KiB and a path of 8 KiB. It
/// allocates only if the query of the URL follows its host directly, if a pattern of the crawler must be escaped
/// first, or if wildcard rules have searched the path so often that an index of it pays: more than a hundred whole
/// searches. The index takes up to 40 bytes for each byte of the path; a path of up to 512 bytes is never indexed.
#[must_use]
pub fn is_allowed<'u>(robots_txt: &[u8], crawler: &Crawler, url: impl Requested<'u>) -> bool {
    let profile = Profile::GOOGLE;
    let (matcher, ignores) = (crawler.seeker(profile), crawler.ignores_robots_txt());
    let path = UrlPath::from_url(url, profile);
    if let Some(reason) = before_rules(ignores, path.as_bytes(), profile) {
        return Verdict::new(reason).is_allowed();
    }
    let search = PathSearch::new(path.as_bytes());
    let (file, _) = within_limit(robots_txt, profile.size_limit);
    let rule = Pass::new(matcher, &search, profile).read(file, Wanted::AgentsAndRules).best.rule;
    rule.is_none_or(|rule| Verdict::new(Reason::Rule(rule)).is_allowed())
}

/// The verdict for one file, one crawler and one URL in a single pass. Cost as [`is_allowed`].
///
/// ```
/// use maycrawl::{Crawler, Profile, RequestUrl, check_once};
///
/// let file = b"User-agent: Googlebot\nDisallow: /*.gif$\n";
/// let url = RequestUrl::parse("https://example.com/a.gif").unwrap();
/// let verdict = check_once(file, &Crawler::GOOGLEBOT_IMAGE, &url, Profile::GOOGLE);
/// assert_eq!(verdict.to_string(), "disallowed: line 2: disallow: /*.gif$");
/// ```
pub fn check_once<'r, 'u>(
    robots_txt: &'r [u8],
    crawler: &Crawler,
    url: impl Requested<'u>,
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
///
/// ```
/// use maycrawl::{Profile, as_written, check_once_tokens};
///
/// let file = b"User-agent: a\nDisallow: /x\nUser-agent: b\nAllow: /x\n";
/// let check = |agents: &[&str]| check_once_tokens(file, agents, as_written("/x"), Profile::GOOGLE).is_allowed();
/// // The rules of both groups count together. Of rules with the same length the one that allows wins.
/// assert!(!check(&["a"]) && check(&["a", "b"]));
/// ```
pub fn check_once_tokens<'r, 'u>(
    robots_txt: &'r [u8],
    agents: &[&str],
    url: impl Requested<'u>,
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
    let mut pass = Pass::new(matcher, search, profile).read(file, Wanted::AgentsAndRules);
    if pass.best.has_rules && pass.best.rule.is_none_or(|rule| rule.priority == 0) {
        // No rule restricts the path. If a rule has no value, it is named as the one that decides.
        pass = Pass::new(matcher, search, profile).read(file, Wanted::AgentsAndEmptyRules);
    }
    Verdict::new(match pass.best.rule {
        Some(rule) => {
            Reason::Rule(MatchedRule { line: line_number(file, rule.line as usize), ..rule })
        }
        None => Standing::of_membership(&pass.membership, pass.best.has_rules).without_match(),
    })
}

/// One pass over a file.
struct Pass<'a, 's, 'p, 'r> {
    membership: Membership<'a>,
    best: BestMatch<'s, 'p, 'r>,
}

impl<'a, 's, 'p, 'r> Pass<'a, 's, 'p, 'r> {
    fn new(matcher: AgentMatcher<'a>, search: &'s PathSearch<'p>, profile: Profile) -> Self {
        Self { membership: Membership::new(matcher), best: BestMatch::new(search, profile) }
    }

    /// Reads the file. Of the rules of a group that the crawler follows, those that are `wanted` are compared with the
    /// path, and the first rule of each group.
    fn read(mut self, file: &'r [u8], wanted: Wanted) -> Self {
        let BestMatch { search, profile, .. } = self.best;
        let names = self.membership.first_bytes();
        let mut lines = LineFilter::new(file, search.path(), names, profile);
        let mut next = Wanted::Names;
        while let Some(line) = lines.next(next) {
            let Some((field, _, directive)) = line.field(profile) else { continue };
            let kind = match field {
                Field::UserAgent => {
                    if self.membership.agent(directive.value()) == AgentLine::Better {
                        self.best = BestMatch::new(search, profile);
                    }
                    // The first rule of a group ends the run of names, so it must be read.
                    let is_followed = self.membership.is_followed();
                    next = if is_followed { Wanted::All } else { Wanted::Names };
                    continue;
                }
                Field::Allow => RuleKind::Allow,
                Field::Disallow => RuleKind::Disallow,
                Field::Sitemap | Field::Other => continue,
            };
            if self.membership.rule() {
                self.best.has_rules = true;
                next = wanted;
                if wanted == Wanted::AgentsAndRules || directive.value().is_empty() {
                    self.best.consider(line.span.start, kind, directive.value());
                }
            }
        }
        self
    }
}

/// The greatest rule that has matched so far.
struct BestMatch<'s, 'p, 'r> {
    search: &'s PathSearch<'p>,
    profile: Profile,
    /// The rule, with the offset of its line as its number: the number is counted for the winner only.
    rule: Option<MatchedRule<'r>>,
    /// The [`precedence`] of `rule`.
    floor: u64,
    has_rules: bool,
}

impl<'s, 'p, 'r> BestMatch<'s, 'p, 'r> {
    fn new(search: &'s PathSearch<'p>, profile: Profile) -> Self {
        Self { search, profile, rule: None, floor: 0, has_rules: false }
    }

    /// Takes the rule of the line that starts at the offset `line` into account. A rule that cannot win is not compared
    /// with the path.
    #[inline]
    fn consider(&mut self, line: u32, kind: RuleKind, written: &'r [u8]) {
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
