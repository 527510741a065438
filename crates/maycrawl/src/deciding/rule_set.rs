//! The rules of one crawler, compiled for many checks.
//!
//! # The idea
//!
//! A check of one URL must find the *greatest* rule that matches: by octets of the pattern, then allow before
//! disallow, then the earlier line. (Google, *Order of precedence for group-member lines*; RFC 9309 section 2.2.2. The
//! line never decides between allow and disallow. Of equal rules it only tells which line the verdict names.)
//! A loop over all rules would find it, but most rules of a large file do not match a given path. So the rules are
//! sorted once, by the kind of their pattern, and a check needs the greatest match of each kind and no more:
//!
//! 1. patterns `path$` without a star, which match one path: a binary search for the whole path;
//! 2. patterns without star and `$`, which match every path that begins with them: the longest one, from a sorted
//!    list ([`literals`]);
//! 3. patterns with a star: walked from the greatest down, until one matches or no remaining one could be
//!    greater than the match of 1 or 2 ([`wildcards`]).
//!
//! For example, with the rules `/a`, `/a/b`, `/a/b$` and `/*.gif$`, the path `/a/b/c` matches nothing of the first
//! kind, `/a/b` of the second (4 octets), and `/*.gif$` (7 octets) must be ruled out, because it could still win.
//!
//! # Cost
//!
//! O(path * log rules) for the first two kinds, and O(path + pattern) for each wildcard rule that is tried.

mod head_table;
mod literals;
mod many;
mod wildcards;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::Cell;

use crate::crawler::{AgentMatcher, Crawler};
use crate::deciding::decide::{Standing, before_rules};
use crate::deciding::verdict::{MatchedRule, Reason, Verdict};
#[cfg(test)]
use crate::matching::path_search::PathSearch;
use crate::matching::rule::{RuleKind, index_directory, precedence};
use crate::profile::Profile;
use crate::reading::group::{AgentLine, Membership};
use crate::reading::robots_txt::{GroupLine, RobotsTxt, Rule};
use crate::text::scan;
use crate::urls::escape;
use crate::urls::requested::Requested;
use crate::urls::url_path::UrlPath;

pub use many::RuleSets;

use literals::{Literal, LiteralIndex, LiteralMatch};
use wildcards::{Wildcard, Wildcards};

/// The rules that one crawler obeys, compiled for many checks. It owns its bytes and is `Send + Sync`.
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /fish*.php$\nAllow: /\n");
/// let rules = robots.rules_for(&Crawler::GOOGLEBOT);
/// let url = RequestUrl::parse("https://example.com/fish/cat.php").unwrap();
/// let verdict = rules.check(&url);
/// assert!(!verdict.is_allowed());
/// assert_eq!(verdict.rule().unwrap().line, 2);
/// ```
///
/// Source: Google, *Order of precedence for group-member lines*; RFC 9309 section 2.2.2.
///
/// Cost of a check: O(path) to cut the path out of the URL, O(path * log rules) for the literal rules, and O(path +
/// pattern) for each wildcard rule that could still win. Thousands of wildcard rules cost O(pattern * log path) each.
/// A check takes at most 50 ms for a file of 500 KiB and a path of 8 KiB. Memory: the bytes of the patterns, and 20
/// to 60 bytes for each rule.
#[derive(Clone, Debug)]
pub struct RuleSet {
    profile: Profile,
    /// What the file has for the crawler; `None` if the crawler ignores the file.
    standing: Option<Standing>,
    /// A rule with an empty pattern: line and kind. It decides nothing, but the verdict names it if no other rule
    /// matches.
    empty: Option<(u32, RuleKind)>,
    /// Patterns without wildcards: they match the beginning of a path.
    prefixes: LiteralIndex,
    /// Patterns whose only wildcard is a final `$`, stored without it: they match one path.
    whole_paths: LiteralIndex,
    wildcards: Wildcards,
    /// Original patterns of the rules whose normal form differs, sorted by line.
    written: Box<[(u32, Box<[u8]>)]>,
}

impl RobotsTxt<'_> {
    /// The rules that `crawler` obeys (RFC 9309 section 2.2.1), compiled for many checks.
    ///
    /// Cost: O(bytes of the file) plus O(rules * log rules).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /b\n");
    /// // A crawler with a group of its own does not read the group of `*`.
    /// assert!(robots.rules_for(&Crawler::BINGBOT).check(as_written("/a")).is_allowed());
    /// assert!(!robots.rules_for(&Crawler::GOOGLEBOT).check(as_written("/a")).is_allowed());
    /// ```
    #[must_use]
    pub fn rules_for(&self, crawler: &Crawler) -> RuleSet {
        let (standing, rules) = self.obeyed_rules(crawler);
        RuleSet::compile(self.profile(), standing, &rules)
    }

    /// The rules of every group that names any of `agents`, or of `*` if none does: the *union* of a list of
    /// product tokens, as google/robotstxt's `AllowedByRobots` takes it. Fallback names and the table of known crawlers
    /// are not used.
    ///
    /// For one crawler with its fallback names, use [`rules_for`](Self::rules_for). Cost: as there.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /\n");
    /// // A token is compared as it stands: without the names that the crawler falls back to.
    /// assert!(robots.rules_for_tokens(&["Googlebot-News"]).check(as_written("/a")).is_allowed());
    /// assert!(!robots.rules_for(&Crawler::GOOGLEBOT_NEWS).check(as_written("/a")).is_allowed());
    /// ```
    #[must_use]
    pub fn rules_for_tokens(&self, agents: &[&str]) -> RuleSet {
        let (standing, rules) = self.matched_rules(AgentMatcher::united(agents, self.profile()));
        RuleSet::compile(self.profile(), Some(standing), &rules)
    }

    /// The rules that `crawler` obeys, in the order of their lines, and what the file has for it: `None` if it ignores
    /// the file.
    #[doc(hidden)]
    pub fn obeyed_rules(&self, crawler: &Crawler) -> (Option<Standing>, Vec<Rule<'_>>) {
        if crawler.ignores_robots_txt() {
            return (None, Vec::new());
        }
        let (standing, rules) = self.matched_rules(crawler.seeker(self.profile()));
        (Some(standing), rules)
    }

    fn matched_rules(&self, matcher: AgentMatcher<'_>) -> (Standing, Vec<Rule<'_>>) {
        let mut membership = Membership::new(matcher);
        let mut rules = Vec::with_capacity(self.directive_count());
        for line in self.group_lines() {
            match line {
                GroupLine::Agent(value) => {
                    if membership.agent(value) == AgentLine::Better {
                        rules.clear();
                    }
                }
                GroupLine::Rule(rule) => {
                    if membership.rule() {
                        rules.push(rule);
                    }
                }
            }
        }
        (Standing::of_membership(&membership, !rules.is_empty()), rules)
    }
}

impl RuleSet {
    fn compile(profile: Profile, standing: Option<Standing>, rules: &[Rule<'_>]) -> Self {
        let mut by_kind =
            RulesByKind { prefixes: Vec::with_capacity(rules.len()), ..RulesByKind::default() };
        for &Rule { line, kind, pattern, .. } in rules {
            let normal = escape::pattern(pattern, profile);
            if matches!(normal, Cow::Owned(_)) {
                by_kind.written.push((line, pattern.into()));
            }
            if let Some(directory) = index_directory(&normal, kind, profile) {
                by_kind.add_directory(directory, line, pattern);
            }
            by_kind.add(normal, line, kind);
        }
        Self {
            profile,
            standing,
            empty: by_kind.empty,
            prefixes: LiteralIndex::new(&by_kind.prefixes, b""),
            whole_paths: LiteralIndex::new(&by_kind.whole_paths, b"$"),
            wildcards: Wildcards::new(&by_kind.wildcards),
            written: by_kind.written.into(),
        }
    }

    /// May the crawler fetch `url`?
    ///
    /// A verdict is about the URL that a client requests: [`Requested`] says which types are such a URL. [`UrlPath`]
    /// describes the part of it that rules see.
    ///
    /// Cost: see [`RuleSet`]. Allocates as [`UrlPath::from_url`] does, and when thousands of wildcard rules search a
    /// path of more than 512 bytes repeatedly.
    ///
    /// ```
    /// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
    ///
    /// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\n").rules_for(&Crawler::GOOGLEBOT);
    /// let url = RequestUrl::parse("https://example.com/a/../private/x").unwrap();
    /// assert!(!rules.check(&url).is_allowed());
    /// ```
    #[inline]
    pub fn check<'u>(&self, url: impl Requested<'u>) -> Verdict<'_> {
        self.check_path(&UrlPath::from_url(url, self.profile))
    }

    /// [`check`](Self::check) for a path that is already cut out of its URL, for example to check one URL against
    /// several rule sets. The path must have been made with the profile of the rules.
    ///
    /// Cost: as [`check`](Self::check), without cutting the path out of the URL.
    ///
    /// ```
    /// use maycrawl::{Crawler, Profile, RobotsTxt, UrlPath, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /a\n");
    /// let path = UrlPath::from_url(as_written("https://example.com/a/b"), Profile::GOOGLE);
    /// let may = |name| robots.rules_for(&Crawler::from_token(name)).check_path(&path).is_allowed();
    /// assert!(!may("Googlebot") && may("bingbot"));
    /// ```
    #[inline]
    pub fn check_path(&self, path: &UrlPath<'_>) -> Verdict<'_> {
        self.check_by(path, Wildcards::greatest)
    }

    /// [`check_path`](Self::check_path), and the steps that its wildcards have taken, as a
    /// [`Budget`](crate::matching::budget::Budget) counts them.
    #[doc(hidden)]
    pub fn check_path_counted(&self, path: &UrlPath<'_>) -> (Verdict<'_>, u64) {
        let steps = Cell::new(0);
        let verdict = self.check_by(path, |wildcards, path, floor| {
            wildcards.greatest_counted(path, floor, &steps)
        });
        (verdict, steps.get())
    }

    #[inline(always)]
    fn check_by<'r>(
        &'r self,
        path: &UrlPath<'_>,
        greatest: impl FnOnce(&'r Wildcards, &[u8], u64) -> Option<MatchedRule<'r>>,
    ) -> Verdict<'r> {
        let path = path.as_bytes();
        if let Some(reason) = before_rules(self.standing.is_none(), path, self.profile) {
            return Verdict::new(reason);
        }
        // A pattern for the whole path is longer than any matching prefix: it has the `$` in addition.
        let literal = self.whole_paths.whole(path).or_else(|| self.prefixes.longest_prefix(path));
        let floor = literal.map_or(0, LiteralMatch::precedence);
        match (greatest(&self.wildcards, path, floor), literal) {
            (Some(rule), _) => Verdict::new(Reason::Rule(self.as_written(rule))),
            (None, Some(literal)) => Verdict::new(Reason::Rule(self.as_written(literal.rule()))),
            (None, None) => Verdict::new(self.nothing_matched()),
        }
    }

    /// [`check_path`](Self::check_path) for many paths: one verdict for each, in their order.
    ///
    /// Cost: as one check for each path. The paths are taken one at a time, so nothing is collected.
    ///
    /// ```
    /// use maycrawl::{Crawler, Profile, RobotsTxt, UrlPath, as_written};
    ///
    /// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n").rules_for(&Crawler::GOOGLEBOT);
    /// let paths = ["/a/b", "/c", "/d"].map(|path| UrlPath::from_url(as_written(path), Profile::GOOGLE));
    /// let blocked = rules.check_all(&paths).filter(|verdict| !verdict.is_allowed()).count();
    /// assert_eq!(blocked, 1);
    /// ```
    pub fn check_all<'u, P>(&self, paths: P) -> impl Iterator<Item = Verdict<'_>>
    where
        P: IntoIterator<Item = &'u UrlPath<'u>>,
    {
        paths.into_iter().map(|path| self.check_path(path))
    }

    /// Searches the path as a check does in the worst case: when no rule without wildcards has matched.
    #[cfg(test)]
    pub(crate) fn search_wildcards(&self, search: &PathSearch<'_>) {
        self.wildcards.search(search, 0);
    }

    /// The number of [`rules`](Self::rules). O(1).
    #[doc(hidden)]
    pub fn rule_count(&self) -> usize {
        self.prefixes.len() + self.whole_paths.len() + self.wildcards.len()
    }

    /// Every rule with its pattern in normal form, and `<directory>$` for rules about index pages. Of literal rules
    /// with the same pattern only the one that wins is there. Rules with an empty pattern are not.
    #[doc(hidden)]
    pub fn rules(&self) -> impl Iterator<Item = MatchedRule<'_>> {
        self.prefixes.rules().chain(self.whole_paths.rules()).chain(self.wildcards.rules())
    }

    /// The rule with its pattern as written in the file.
    #[inline]
    #[doc(hidden)]
    pub fn as_written<'r>(&'r self, rule: MatchedRule<'r>) -> MatchedRule<'r> {
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

    /// The profile with which the rules were read. O(1).
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The bytes of the patterns with a star, and eight for each: what a check compares with the path one by one in the
    /// worst case. All other rules are found by a search in a sorted list. So this, times the length of the path,
    /// bounds what a check costs, whatever the size of the file is. O(1).
    ///
    /// ```
    /// # use maycrawl::{Crawler, RobotsTxt};
    /// let file = format!("User-agent: *\n{}Disallow: /*.gif\n", "Disallow: /shop\n".repeat(1000));
    /// let rules = RobotsTxt::parse(file.as_bytes()).rules_for(&Crawler::GOOGLEBOT);
    /// assert_eq!(rules.wildcard_bytes(), 6 + 8);
    /// ```
    #[must_use]
    pub fn wildcard_bytes(&self) -> usize {
        self.wildcards.cost_bytes()
    }

    /// The bytes of memory that the rule set uses: itself and its heap memory. O(rules).
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

/// The rules by the kind of their pattern, before they are indexed.
#[derive(Default)]
struct RulesByKind<'r> {
    empty: Option<(u32, RuleKind)>,
    prefixes: Vec<Literal<'r>>,
    whole_paths: Vec<Literal<'r>>,
    wildcards: Vec<Wildcard<'r>>,
    written: Vec<(u32, Box<[u8]>)>,
}

impl<'r> RulesByKind<'r> {
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
            // Every path begins with a slash, so this rule matches no path.
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

/// The rule that a verdict names, of two with an empty pattern: allow before disallow, then the earlier line.
fn preferred_empty(a: (u32, RuleKind), b: (u32, RuleKind)) -> (u32, RuleKind) {
    if precedence(0, b.1, b.0) > precedence(0, a.1, a.0) { b } else { a }
}
