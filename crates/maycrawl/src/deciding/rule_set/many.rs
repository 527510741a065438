//! The rules of many crawlers, each different set once.
//!
//! Most crawlers that a file does not name obey the same rules: those of `*`. So a URL that is checked for 200 crawlers
//! needs as many checks as the file has different sets of rules, which are often two or three.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::crawler::Crawler;
use crate::deciding::decide::Standing;
use crate::deciding::rule_set::RuleSet;
use crate::deciding::verdict::Verdict;
use crate::matching::budget::Budget;
use crate::reading::group_index::{GroupClass, GroupIndex};
use crate::reading::robots_txt::{RobotsTxt, Rule};
use crate::urls::requested::Requested;
use crate::urls::url_path::UrlPath;

/// The rules of several crawlers, in the order in which the crawlers were given. Crawlers that obey the same lines
/// share one [`RuleSet`], which is compiled once and asked once for each URL.
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n\nUser-agent: bingbot\nDisallow: /b\n");
/// let crawlers = ["Googlebot", "bingbot", "Applebot"].map(Crawler::from_token);
/// let rules = robots.rules_for_each(&crawlers);
/// let may: Vec<bool> = rules.check(&RequestUrl::parse("https://example.com/a").unwrap()).map(|verdict| verdict.is_allowed()).collect();
/// assert_eq!(may, [false, true, false]);
/// assert_eq!(rules.distinct().len(), 2);
/// ```
///
/// Source: Google, *Order of precedence for user agents*; RFC 9309 section 2.2.1.
#[derive(Clone, Debug, Default)]
pub struct RuleSets {
    distinct: Vec<RuleSet>,
    /// For each crawler the index of its set in `distinct`.
    set_of: Vec<usize>,
}

impl RobotsTxt<'_> {
    /// [`rules_for`](Self::rules_for) for each crawler of a list.
    ///
    /// Cost: as [`group_index`](Self::group_index), O(names of the chain * log names) for each crawler, and O(rules *
    /// log rules) for each different set of rules.
    #[must_use]
    pub fn rules_for_each<'c>(&self, crawlers: impl IntoIterator<Item = &'c Crawler>) -> RuleSets {
        self.rules_for_each_within(crawlers, &mut Budget::new(u64::MAX))
    }

    /// [`rules_for_each`](Self::rules_for_each) for the first crawlers: as many as the budget suffices for.
    #[must_use]
    pub fn rules_for_each_within<'c>(
        &self,
        crawlers: impl IntoIterator<Item = &'c Crawler>,
        budget: &mut Budget<'_>,
    ) -> RuleSets {
        self.first_rules_for_each(crawlers, usize::MAX, budget)
    }

    /// [`rules_for_each_within`](Self::rules_for_each_within), as long as the different sets together have at most
    /// the given number of rules.
    #[doc(hidden)]
    pub fn first_rules_for_each<'c>(
        &self,
        crawlers: impl IntoIterator<Item = &'c Crawler>,
        mut rules_left: usize,
        budget: &mut Budget<'_>,
    ) -> RuleSets {
        let mut sets = RuleSets::default();
        if !budget.take(self.steps_of_indexing()) {
            return sets;
        }
        let index = self.group_index();
        // Crawlers that follow other groups with the same lines have the same rules: none.
        let mut of_class: BTreeMap<GroupClass, usize> = BTreeMap::new();
        let mut of_rules: BTreeMap<(Option<Standing>, Vec<u32>), usize> = BTreeMap::new();
        for crawler in crawlers {
            if !budget.take(STEPS_OF_A_CRAWLER) {
                break;
            }
            let class = index.followed_by(crawler).class();
            if let Some(&set) = of_class.get(&class) {
                sets.set_of.push(set);
                continue;
            }
            let lines = index.groups(class).map(|group| self.group(group).line_count() as u64 + 1);
            if !budget.take(lines.sum()) {
                break;
            }
            let (standing, rules) = self.rules_of(&index, class);
            if rules.len() > rules_left || !budget.take(steps_of_compiling(&rules)) {
                break;
            }
            let key = (standing, rules.iter().map(|rule| rule.line).collect());
            let set = *of_rules.entry(key).or_insert_with(|| {
                rules_left -= rules.len();
                sets.distinct.push(RuleSet::compile(self.profile(), standing, &rules));
                sets.distinct.len() - 1
            });
            of_class.insert(class, set);
            sets.set_of.push(set);
        }
        sets
    }

    /// The rules of a class, in the order of their lines, and what the file has for its crawlers: `None` if they ignore
    /// it.
    fn rules_of(&self, index: &GroupIndex, class: GroupClass) -> (Option<Standing>, Vec<Rule<'_>>) {
        let rules: Vec<_> =
            index.groups(class).flat_map(|group| self.group(group).rules()).collect();
        let standing = Standing::of(class.has_group(), class.ignores_star(), !rules.is_empty());
        ((!class.ignores_robots_txt()).then_some(standing), rules)
    }

    /// The steps that [`group_index`](Self::group_index) takes at most.
    #[doc(hidden)]
    pub fn steps_of_indexing(&self) -> u64 {
        let agents: usize = self.groups().map(|group| group.agents().count()).sum();
        self.directive_count() as u64 / 2 + agents as u64 * STEPS_OF_AN_AGENT
    }

    /// [`rules_for`](Self::rules_for) within a budget.
    #[doc(hidden)]
    pub fn rules_within(&self, crawler: &Crawler, budget: &mut Budget<'_>) -> Option<RuleSet> {
        if !budget.take(self.directive_count() as u64) {
            return None;
        }
        let (standing, rules) = self.obeyed_rules(crawler);
        budget
            .take(steps_of_compiling(&rules))
            .then(|| RuleSet::compile(self.profile(), standing, &rules))
    }
}

/// What a budget counts: indexing a user-agent line, keeping a crawler, compiling a rule.
const STEPS_OF_AN_AGENT: u64 = 20;
const STEPS_OF_A_CRAWLER: u64 = 12;
const STEPS_OF_A_COMPILED_RULE: u64 = 30;

fn steps_of_compiling(rules: &[Rule<'_>]) -> u64 {
    let bytes: usize = rules.iter().map(|rule| rule.pattern.len()).sum();
    rules.len() as u64 * STEPS_OF_A_COMPILED_RULE + bytes as u64 / 16
}

impl RuleSets {
    /// May each crawler fetch `url`? One verdict for each, in their order.
    ///
    /// Cost: one check for each *different* rule set, and O(1) for each crawler.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: bingbot\nDisallow: /\n");
    /// let crawlers = [Crawler::GOOGLEBOT, Crawler::BINGBOT];
    /// let rules = robots.rules_for_each(&crawlers);
    /// assert!(rules.check(as_written("/a")).map(|verdict| verdict.is_allowed()).eq([true, false]));
    /// ```
    pub fn check<'r, 'u, U: Requested<'u>>(
        &'r self,
        url: U,
    ) -> impl Iterator<Item = Verdict<'r>> + use<'r, 'u, U> {
        let path = self.distinct.first().map(|set| UrlPath::from_url(url, set.profile()));
        self.in_order(path.map(|path| self.of_each_set(&path)).unwrap_or_default())
    }

    /// [`check`](Self::check) for a path that is already cut out of its URL, as for [`RuleSet::check_path`].
    pub fn check_path<'r>(
        &'r self,
        path: &UrlPath<'_>,
    ) -> impl Iterator<Item = Verdict<'r>> + use<'r> {
        self.in_order(self.of_each_set(path))
    }

    fn of_each_set(&self, path: &UrlPath<'_>) -> Vec<Verdict<'_>> {
        self.distinct.iter().map(|set| set.check_path(path)).collect()
    }

    /// The verdicts of the different sets, for each crawler that of its set.
    fn in_order<'r>(&'r self, of_sets: Vec<Verdict<'r>>) -> impl Iterator<Item = Verdict<'r>> {
        self.set_of.iter().map(move |&set| of_sets[set])
    }

    /// The rules of the crawler at this index. O(1).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: bingbot\nDisallow: /\n");
    /// let rules = robots.rules_for_each(&[Crawler::GOOGLEBOT, Crawler::BINGBOT]);
    /// assert!(!rules.get(1).unwrap().check(as_written("/a")).is_allowed());
    /// assert!(rules.get(2).is_none());
    /// ```
    #[must_use]
    pub fn get(&self, crawler: usize) -> Option<&RuleSet> {
        match &*self.distinct {
            // A job over many sites would wait for `set_of`, which is elsewhere in memory.
            [only] if crawler < self.set_of.len() => Some(only),
            sets => sets.get(*self.set_of.get(crawler)?),
        }
    }

    /// The index in [`distinct`](Self::distinct) of the set of the crawler at this index. O(1).
    #[must_use]
    pub fn set_of(&self, crawler: usize) -> Option<usize> {
        self.set_of.get(crawler).copied()
    }

    /// The different sets, in the order of the first crawlers that obey them.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /\n");
    /// let crawlers = [Crawler::GOOGLEBOT, Crawler::GOOGLEBOT_IMAGE, Crawler::BINGBOT];
    /// let rules = robots.rules_for_each(&crawlers);
    /// assert_eq!((rules.len(), rules.distinct().len()), (3, 2));
    /// assert_eq!(rules.set_of(0), rules.set_of(1));
    /// ```
    #[must_use]
    pub fn distinct(&self) -> &[RuleSet] {
        &self.distinct
    }

    /// The number of crawlers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.set_of.len()
    }

    /// True if no crawler was given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set_of.is_empty()
    }
}
