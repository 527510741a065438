//! The rules of one crawler, compiled: literal index, ordered wildcards, early exit.
//!
//! Google, *Order of precedence for group-member lines*; RFC 9309 section 2.2.2. The rule that decides is
//! the greatest matching one in the order *octets of the pattern, then allow before disallow, then the
//! earlier line*. (The first line of equals decides nothing but which line is named.) So a check needs
//! the greatest match of each kind of pattern and no more:
//!
//! 1. patterns `path$` without a star: a binary search for the whole path;
//! 2. patterns without star and `$`: the longest that begins the path, found in a sorted list;
//! 3. patterns with a star: walked from the greatest down, until one matches or none that is left could
//!    beat what is already found.

mod literals;
mod wildcards;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::crawler::{AgentMatcher, Crawler};
use crate::decide::{Standing, before_rules};
use crate::escape;
use crate::group::{AgentLine, Membership};
#[cfg(test)]
use crate::path_search::PathSearch;
use crate::profile::Profile;
use crate::robots_txt::{RobotsTxt, Rule, Step};
use crate::rule::{RuleKind, index_directory, precedence};
use crate::scan;
use crate::url_path::UrlPath;
use crate::verdict::{MatchedRule, Reason, Verdict};

use literals::{Hit, Literal, LiteralIndex};
use wildcards::{Wildcard, Wildcards};

/// The rules that one crawler obeys, compiled for many checks. Owns what it needs, `Send + Sync`.
///
/// ```
/// use maycrawl::{Crawler, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /fish*.php$\nAllow: /\n");
/// let rules = robots.rules_for(&Crawler::GOOGLEBOT);
/// let verdict = rules.check("https://example.com/fish/cat.php");
/// assert!(!verdict.is_allowed());
/// assert_eq!(verdict.rule().unwrap().line, 2);
/// ```
///
/// Cost of a check: O(path) to cut the path out of the URL, O(path * log rules) for the literal rules, and
/// O(path + pattern) for each wildcard rule that could still win; for thousands of them O(pattern * log path) each.
/// At most 50 ms for a file of 500 KiB and a path of 8 KiB. Memory: the bytes of the patterns, and
/// 16 bytes for each literal or 20 for each wildcard rule.
#[derive(Clone, Debug)]
pub struct RuleSet {
    profile: Profile,
    /// `None` of a crawler that ignores the file.
    standing: Option<Standing>,
    /// A rule with an empty pattern, which decides nothing, but is named where nothing else matches.
    empty: Option<(u32, RuleKind)>,
    /// Patterns without wildcards: they match the beginning of a path.
    prefixes: LiteralIndex,
    /// Patterns whose only wildcard is a final `$`, kept without it: they match one path.
    whole_paths: LiteralIndex,
    wildcards: Wildcards,
    /// Patterns whose normal form is not what was written, by line.
    written: Box<[(u32, Box<[u8]>)]>,
}

impl RobotsTxt<'_> {
    /// The rules that `crawler` obeys. O(bytes of the file) plus O(rules log rules).
    #[must_use]
    pub fn rules_for(&self, crawler: &Crawler) -> RuleSet {
        if crawler.ignores_robots_txt() {
            return RuleSet::compile(self.profile(), None, &[]);
        }
        self.rules_of(crawler.seeker(self.profile()))
    }

    /// The rules of every group that names any of `agents`, or of `*` if none does: a plain list of
    /// product tokens *united*, as google/robotstxt's `AllowedByRobots` takes it. No chain, no table.
    ///
    /// For one crawler with its fallbacks, [`rules_for`](Self::rules_for) is the call.
    #[must_use]
    pub fn rules_for_tokens(&self, agents: &[&str]) -> RuleSet {
        self.rules_of(AgentMatcher::united(agents, self.profile()))
    }

    fn rules_of(&self, seeker: AgentMatcher<'_>) -> RuleSet {
        let mut membership = Membership::new(seeker);
        let mut rules = Vec::with_capacity(self.directive_count());
        for step in self.walk() {
            match step {
                Step::Agent(value) => {
                    if membership.agent(value) == AgentLine::Better {
                        rules.clear();
                    }
                }
                Step::Rule(rule) => {
                    if membership.rule() {
                        rules.push(rule);
                    }
                }
            }
        }
        let standing = Standing::of(membership.followed().is_some(), !rules.is_empty());
        RuleSet::compile(self.profile(), Some(standing), &rules)
    }
}

impl RuleSet {
    fn compile(profile: Profile, standing: Option<Standing>, rules: &[Rule<'_>]) -> Self {
        let mut sorter = Sorter { prefixes: Vec::with_capacity(rules.len()), ..Sorter::default() };
        for &Rule { line, kind, pattern, .. } in rules {
            let normal = escape::pattern(pattern, profile);
            if matches!(normal, Cow::Owned(_)) {
                sorter.written.push((line, pattern.into()));
            }
            if let Some(directory) = index_directory(&normal, kind, profile) {
                sorter.add_directory(directory, line, pattern);
            }
            sorter.add(normal, line, kind);
        }
        Self {
            profile,
            standing,
            empty: sorter.empty,
            prefixes: LiteralIndex::new(&sorter.prefixes, b""),
            whole_paths: LiteralIndex::new(&sorter.whole_paths, b"$"),
            wildcards: Wildcards::new(&sorter.wildcards),
            written: sorter.written.into(),
        }
    }

    /// May the crawler fetch `url`?
    ///
    /// The URL is taken as given, as google/robotstxt demands: a crawler has parsed and escaped it already. Dot
    /// segments, `\`, TAB, LF and CR are not resolved, so rules for `/private` do not see `/a/../private`, which a client
    /// requests as `/private`. For URLs from people or from pages ask about the
    /// [`RequestUrl`](crate::RequestUrl); [`UrlPath`] has what rules see of a URL.
    ///
    /// Cost: see [`RuleSet`]. Allocates as [`UrlPath::from_url`] does, and for thousands of wildcard rules that search a path
    /// of more than 512 bytes again and again.
    ///
    /// ```
    /// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
    ///
    /// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\n").rules_for(&Crawler::GOOGLEBOT);
    /// let written = "https://example.com/a/../private/x";
    /// assert!(rules.check(written).is_allowed());
    /// assert!(!rules.check(&RequestUrl::parse(written).unwrap()).is_allowed());
    /// ```
    #[inline]
    pub fn check<U: AsRef<[u8]> + ?Sized>(&self, url: &U) -> Verdict<'_> {
        self.check_path(&UrlPath::from_url(url, self.profile))
    }

    /// [`check`](Self::check) for a path that was cut out of its URL before: to ask several rule sets about one URL. The profile of
    /// the path has to be the one of the rules. Cost: [`check`](Self::check) less the cutting.
    ///
    /// ```
    /// use maycrawl::{Crawler, Profile, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /a\n");
    /// let path = UrlPath::from_url("https://example.com/a/b", Profile::GOOGLE);
    /// let may = |name| robots.rules_for(&Crawler::from_name(name)).check_path(&path).is_allowed();
    /// assert!(!may("Googlebot") && may("bingbot"));
    /// ```
    #[inline]
    pub fn check_path(&self, path: &UrlPath<'_>) -> Verdict<'_> {
        let path = path.as_bytes();
        if let Some(reason) = before_rules(self.standing.is_none(), path, self.profile) {
            return Verdict::new(reason);
        }
        // A pattern for the whole path has its `$` more than the longest prefix can have.
        let literal = self.whole_paths.whole(path).or_else(|| self.prefixes.longest_prefix(path));
        let floor = literal.map_or(0, Hit::precedence);
        match (self.wildcards.greatest(path, floor), literal) {
            (Some(rule), _) => Verdict::new(Reason::Rule(self.as_written(rule))),
            (None, Some(hit)) => Verdict::new(Reason::Rule(self.as_written(hit.rule()))),
            (None, None) => Verdict::new(self.nothing_matched()),
        }
    }

    /// Searches the path as a check does at worst: no rule without wildcards is found before.
    #[cfg(test)]
    pub(crate) fn search_wildcards(&self, search: &PathSearch<'_>) {
        self.wildcards.search(search, 0);
    }

    /// The rule with its pattern as it stands in the file.
    #[inline]
    fn as_written<'r>(&'r self, rule: MatchedRule<'r>) -> MatchedRule<'r> {
        if self.written.is_empty() {
            return rule;
        }
        match self.written.binary_search_by_key(&rule.line, |&(line, _)| line) {
            Ok(i) => MatchedRule { pattern: &self.written[i].1, ..rule },
            Err(_) => rule,
        }
    }

    #[cold]
    fn nothing_matched(&self) -> Reason<'_> {
        match (self.standing, self.empty) {
            (_, Some((line, kind))) => {
                Reason::Rule(MatchedRule { line, kind, pattern: b"", priority: 0, matched: 0 })
            }
            (Some(standing), None) => standing.without_match(),
            (None, None) => Reason::CrawlerIgnoresRobotsTxt,
        }
    }

    /// The profile with which the rules were read.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Bytes that the rule set occupies, itself and what it owns.
    #[must_use]
    pub fn memory(&self) -> usize {
        let written: usize = self.written.iter().map(|(_, text)| text.len()).sum();
        size_of::<Self>()
            + self.prefixes.memory()
            + self.whole_paths.memory()
            + self.wildcards.memory()
            + size_of_val(&*self.written)
            + written
    }
}

/// Sorts rules by the kind of their pattern.
#[derive(Default)]
struct Sorter<'r> {
    empty: Option<(u32, RuleKind)>,
    prefixes: Vec<Literal<'r>>,
    whole_paths: Vec<Literal<'r>>,
    wildcards: Vec<Wildcard<'r>>,
    written: Vec<(u32, Box<[u8]>)>,
}

impl<'r> Sorter<'r> {
    fn add(&mut self, normal: Cow<'r, [u8]>, line: u32, kind: RuleKind) {
        if scan::star(&normal, 0) < normal.len() {
            self.wildcards.push(Wildcard { pattern: normal, line, kind });
            return;
        }
        match *normal {
            [] => {
                let rule = (line, kind);
                self.empty = Some(self.empty.map_or(rule, |best| preferred_empty(best, rule)));
            }
            [b'/', .., b'$'] => {
                let text = match normal {
                    Cow::Borrowed(text) => Cow::Borrowed(&text[..text.len() - 1]),
                    Cow::Owned(mut text) => {
                        text.pop();
                        Cow::Owned(text)
                    }
                };
                self.whole_paths.push(Literal { text, line, kind });
            }
            [b'/', ..] => self.prefixes.push(Literal { text: normal, line, kind }),
            // Every path begins with a slash: this rule matches none.
            _ => {}
        }
    }

    /// `Allow: <directory>index.html` also allows the directory itself.
    fn add_directory(&mut self, directory: &[u8], line: u32, written: &[u8]) {
        self.add([directory, b"$"].concat().into(), line, RuleKind::Allow);
        if self.written.last().is_none_or(|&(last, _)| last != line) {
            self.written.push((line, written.into()));
        }
    }
}

/// Which of two rules with an empty pattern is named: allow before disallow, then the earlier line.
fn preferred_empty(a: (u32, RuleKind), b: (u32, RuleKind)) -> (u32, RuleKind) {
    if precedence(0, b.1, b.0) > precedence(0, a.1, a.0) { b } else { a }
}
