//! The rules of one crawler as a search sees them, and the paths that one of them decides.
//!
//! # The idea
//!
//! A rule decides a path if it matches and no greater rule does. To search for such a path with *all* greater rules
//! forbidden would put hundreds of automata into one product. Most of them never interfere. So at first none is
//! forbidden. The path that is found is checked by the compiled rules themselves. If another rule decides it, that rule
//! is forbidden too, and the search begins again (E. Clarke and others, *Counterexample-guided abstraction
//! refinement*).
//!
//! # Why it is exact
//!
//! Forbidding fewer rules only adds paths. So if a search finds no path, there is none with all greater rules forbidden
//! either. If it finds one, the compiled rules have confirmed it: the verdict is the one that every check would give.
//! And it is a shortest one, because it is the shortest of more paths. Each further search forbids one rule more, so
//! there are at most as many searches as rules.

use alloc::vec::Vec;

use maycrawl::internals::{literal_start, precedence};
use maycrawl::verdict::{MatchedRule, RuleKind};
use maycrawl::{Profile, Reason, RuleSet, UrlPath};

use super::Region;
use super::search::{Found, Search};
use crate::Budget;

/// A rule set, with its rules from the greatest down.
pub(super) struct Side<'r> {
    set: &'r RuleSet,
    /// The rules, with their patterns in normal form.
    rules: Vec<MatchedRule<'r>>,
    /// What every path that a rule matches begins with.
    starts: Vec<&'r [u8]>,
}

/// The steps of preparing a rule, and of finding it on another side.
const STEPS_OF_A_RULE: u64 = 4;
pub(super) const STEPS_OF_A_KEPT_RULE: u64 = 20;

/// The steps of checking a path, in addition to those of its wildcards.
const STEPS_OF_A_CHECK: u64 = 16;

/// The rule that decides, as an index in [`Side::rules`], or `None` if no rule matches.
pub(super) type Decider = Option<usize>;

impl<'r> Side<'r> {
    /// O(rules * log rules). `None` if the budget does not suffice.
    pub(super) fn new(set: &'r RuleSet, budget: &mut Budget<'_>) -> Option<Self> {
        if !budget.take(set.rule_count() as u64 * STEPS_OF_A_RULE + 16) {
            return None;
        }
        let mut rules: Vec<_> = set.rules().collect();
        rules.sort_unstable_by_key(|rule| !order(rule));
        rules.dedup_by(|later, earlier| later.pattern == earlier.pattern);
        let starts = rules.iter().map(|rule| literal_start(rule.pattern)).collect();
        Some(Self { set, rules, starts })
    }

    pub(super) fn set(&self) -> &'r RuleSet {
        self.set
    }

    /// The rules from the greatest down, with patterns in normal form. A decider is an index of them.
    #[cfg(feature = "certificates")] // only certificates list them
    pub(super) fn rules(&self) -> &[MatchedRule<'r>] {
        &self.rules
    }

    /// The paths that no rule decides, so that a search for what rules decide forbids them.
    pub(super) fn exempt(&self) -> &'static [&'static [u8]] {
        let is_exempt = self.set.profile().robots_txt_itself_allowed;
        if is_exempt { &[b"/robots.txt$"] } else { &[] }
    }

    /// Every decider that gives this decision: no rule, and the rules of its kind.
    pub(super) fn deciders(&self, kind: RuleKind) -> impl Iterator<Item = Decider> {
        let none = (kind == RuleKind::Allow).then_some(None);
        let rules = (0..self.rules.len()).filter(move |&at| self.rules[at].kind == kind);
        none.into_iter().chain(rules.map(Some))
    }

    /// For each rule the index of the same rule, by pattern and kind, on another side. O(rules * log rules).
    pub(super) fn kept_in(&self, other: &Side<'_>) -> Vec<Option<usize>> {
        let identity = |rule: &MatchedRule<'r>| (rule.pattern, rule.kind);
        let mut others: Vec<_> =
            other.rules.iter().map(|rule| (rule.pattern, rule.kind)).zip(0..).collect();
        others.sort_unstable();
        let same = |rule| {
            let at = others.partition_point(|(other, _)| *other < identity(rule));
            others.get(at).filter(|(other, _)| *other == identity(rule)).map(|&(_, at)| at)
        };
        self.rules.iter().map(same).collect()
    }

    /// What every path that a decider matches begins with.
    pub(super) fn start(&self, decider: Decider) -> &'r [u8] {
        decider.map_or(b"", |at| self.starts[at])
    }

    /// The rule of a decider, with its pattern as written in the file.
    pub(super) fn rule(&self, decider: Decider) -> Option<MatchedRule<'r>> {
        decider.map(|at| self.set.as_written(self.rules[at]))
    }
}

/// Patterns of which the greatest that matches a path decides about it.
pub(super) trait Deciders {
    /// What decides this path. `None` if the budget does not suffice.
    fn decider(&self, path: &UrlPath<'_>, budget: &mut Budget<'_>) -> Option<Decider>;

    /// The pattern of a decider in normal form, if it has one.
    fn pattern(&self, decider: Decider) -> Option<&[u8]>;
}

impl Deciders for Side<'_> {
    fn decider(&self, path: &UrlPath<'_>, budget: &mut Budget<'_>) -> Option<Decider> {
        let (verdict, steps) = self.set.check_path_counted(path);
        if !budget.take(STEPS_OF_A_CHECK + path.as_bytes().len() as u64 / 8 + steps) {
            return None;
        }
        let Reason::Rule(decided) = verdict.reason() else { return Some(None) };
        // A rule with an empty pattern is named, but it decides nothing.
        let greatest = order(&decided);
        Some(self.rules.binary_search_by_key(&!greatest, |rule| !order(rule)).ok())
    }

    fn pattern(&self, decider: Decider) -> Option<&[u8]> {
        decider.map(|at| self.rules[at].pattern)
    }
}

/// The order of rules. A rule and `<directory>$` have the same line, but other octets.
fn order(rule: &MatchedRule<'_>) -> u64 {
    precedence(rule.priority, rule.kind, rule.line)
}

/// A side, and what shall decide there.
pub(super) type Wanted<'s> = (&'s dyn Deciders, Decider);

/// The shortest path of the region, but for the exempt ones, that is decided as wanted on each side.
pub(super) fn path_decided_by(
    wanted: &[Wanted<'_>],
    places: (&Region<'_>, &[&[u8]]),
    profile: Profile,
    budget: &mut Budget<'_>,
) -> Found {
    Decided::search(wanted, places, profile, budget).found
}

/// What [`path_decided_by`] finds, and how.
pub(super) struct Decided<'s> {
    pub(super) found: Found,
    /// The last search; `None` if the first bytes of the patterns show that there is no path.
    #[cfg_attr(not(feature = "certificates"), allow(dead_code))] // only certificates show it
    pub(super) search: Option<Search>,
    /// The patterns that it forbids: those that are exempt or not in the region, then those of greater rules.
    #[cfg_attr(not(feature = "certificates"), allow(dead_code))]
    pub(super) forbidden: Vec<&'s [u8]>,
}

impl<'s> Decided<'s> {
    pub(super) fn search(
        wanted: &[Wanted<'s>],
        (region, exempt): (&'s Region<'_>, &[&'s [u8]]),
        profile: Profile,
        budget: &mut Budget<'_>,
    ) -> Self {
        let rules = wanted.iter().filter_map(|&(side, decider)| side.pattern(decider));
        let matching: Vec<&[u8]> = rules.chain(region.patterns()).collect();
        let mut forbidden: Vec<&[u8]> = region.exceptions().chain(exempt.iter().copied()).collect();
        let Some(mut search) = Search::new(&matching, profile, budget) else {
            return Self { found: Found::Nothing, search: None, forbidden };
        };
        forbidden.iter().for_each(|pattern| search.forbid(pattern, budget));
        let found = refined(wanted, &mut search, &mut forbidden, budget);
        Self { found, search: Some(search), forbidden }
    }
}

/// Runs the search again with one more greater rule forbidden, until none is in the way.
fn refined<'s>(
    wanted: &[Wanted<'s>],
    search: &mut Search,
    forbidden: &mut Vec<&'s [u8]>,
    budget: &mut Budget<'_>,
) -> Found {
    loop {
        let found = search.run(budget);
        let Found::Path(path) = &found else { return found };
        let path = UrlPath::from_normal_form(path);
        let known = forbidden.len();
        let mut is_decided = true;
        for &(side, decider) in wanted {
            let Some(actual) = side.decider(&path, budget) else { return Found::OutOfBudget };
            is_decided &= actual == decider;
            let interfering = side.pattern(actual).filter(|_| actual != decider);
            budget.take(forbidden.len() as u64);
            forbidden.extend(interfering.filter(|rule| !forbidden.contains(rule)));
        }
        if is_decided {
            return found;
        }
        if forbidden.len() == known {
            // A greater rule matched, so one is new. If that were wrong, nothing would be proved.
            debug_assert!(false, "the compiled rules disagree with the automata");
            return Found::OutOfBudget;
        }
        forbidden[known..].iter().for_each(|pattern| search.forbid(pattern, budget));
    }
}
