//! The rules of one crawler as a search sees them, and the paths that one of them decides.
//!
//! # The idea
//!
//! A rule decides a path if it matches and no greater rule does. To search for such a path with *all* greater rules
//! forbidden would put hundreds of automata into one product. Most of them never interfere. So at first none is
//! forbidden. The path that is found is checked by the compiled rules themselves. If another rule decides it, that rule
//! is forbidden too, and the search begins again (E. Clarke and others, *Counterexample-guided abstraction refinement*).
//!
//! # Why it is exact
//!
//! Forbidding fewer rules only adds paths. So if a search finds no path, there is none with all greater rules forbidden
//! either. If it finds one, the compiled rules have confirmed it: the verdict is the one that every check would give.
//! And it is a shortest one, because it is the shortest of more paths. Each further search forbids one rule more, so
//! there are at most as many searches as rules.

use alloc::vec::Vec;

use super::Region;
use super::search::{Budget, Found, shortest_path};
use crate::rule::{RuleKind, precedence};
use crate::rule_set::RuleSet;
use crate::url_path::UrlPath;
use crate::verdict::{MatchedRule, Reason};

/// A rule set, with its rules from the greatest down.
pub(super) struct Side<'r> {
    set: &'r RuleSet,
    /// The rules, with their patterns in normal form.
    rules: Vec<MatchedRule<'r>>,
}

/// The rule that decides, as an index in [`Side::rules`], or `None` if no rule matches.
pub(super) type Decider = Option<usize>;

impl<'r> Side<'r> {
    /// O(rules * log rules).
    pub(super) fn new(set: &'r RuleSet) -> Self {
        let mut rules: Vec<_> = set.rules().collect();
        rules.sort_unstable_by_key(|rule| !order(rule));
        rules.dedup_by(|later, earlier| later.pattern == earlier.pattern);
        Self { set, rules }
    }

    pub(super) fn set(&self) -> &'r RuleSet {
        self.set
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

    /// What decides this path, which must be in normal form.
    pub(super) fn decider(&self, path: &[u8]) -> Decider {
        self.decider_of(&UrlPath::from_normal_form(path))
    }

    /// What decides this path.
    pub(super) fn decider_of(&self, path: &UrlPath<'_>) -> Decider {
        let verdict = self.set.check_path(path);
        let Reason::Rule(decided) = verdict.reason() else { return None };
        // A rule with an empty pattern is named, but it decides nothing.
        let greatest = order(&decided);
        self.rules.binary_search_by_key(&!greatest, |rule| !order(rule)).ok()
    }

    /// The pattern of a decider, if it is a rule.
    pub(super) fn pattern(&self, decider: Decider) -> Option<&'r [u8]> {
        decider.map(|at| self.rules[at].pattern)
    }

    /// The rule of a decider, with its pattern as written in the file.
    pub(super) fn rule(&self, decider: Decider) -> Option<MatchedRule<'r>> {
        decider.map(|at| self.set.as_written(self.rules[at]))
    }
}

/// The order of rules. A rule and `<directory>$` have the same line, but other octets.
fn order(rule: &MatchedRule<'_>) -> u64 {
    precedence(rule.priority, rule.kind, rule.line)
}

/// A side, and what shall decide there.
pub(super) type Wanted<'s, 'r> = (&'s Side<'r>, Decider);

/// The shortest path of the region that is decided as wanted on each side.
pub(super) fn path_decided_by(
    wanted: &[Wanted<'_, '_>],
    region: &Region<'_>,
    budget: &mut Budget,
) -> Found {
    let Some((first, _)) = wanted.first() else { return Found::Nothing };
    let profile = first.set.profile();
    let rules = wanted.iter().filter_map(|&(side, decider)| side.pattern(decider));
    let matching: Vec<&[u8]> = rules.chain(region.patterns()).collect();
    let mut forbidden: Vec<&[u8]> = region.exceptions().collect();
    if profile.robots_txt_itself_allowed {
        // Rules do not decide about it.
        forbidden.push(b"/robots.txt$");
    }
    loop {
        let found = shortest_path(&matching, &forbidden, profile, budget);
        let Found::Path(path) = &found else { return found };
        let is_free = |rule: &&[u8]| !forbidden.contains(rule);
        let interfering: Vec<_> = wanted
            .iter()
            .map(|&(side, decider)| (side, side.decider(path), decider))
            .filter(|(_, actual, decider)| actual != decider)
            .collect();
        if interfering.is_empty() {
            return found;
        }
        let new: Vec<_> = interfering
            .iter()
            .filter_map(|(side, actual, _)| side.pattern(*actual))
            .filter(is_free)
            .collect();
        if new.is_empty() {
            // A greater rule matched, so one is new. If that were wrong, nothing would be proved.
            debug_assert!(false, "the compiled rules disagree with the automata");
            return Found::OutOfBudget;
        }
        forbidden.extend(new);
    }
}
