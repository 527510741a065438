//! The pairs of rules of two sets that could change a verdict, each with its proof.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use maycrawl::RuleSet;
use maycrawl::internals::{begins_as_paths_do, literal_start};
use maycrawl::verdict::{MatchedRule, RuleKind};

use super::{CertificateError, Limits, json_len, octets};
use crate::search::{Edges, Found, Search};
use crate::sides::{Decided, Side, Wanted};
use crate::{Budget, Region, STEPS_OF_A_PAIR};

/// The rules of a set that can decide a path, from the greatest down.
pub(super) struct Table<'r> {
    side: Side<'r>,
    /// For each rule its index in the side.
    rules: Vec<usize>,
    /// The rule of a pattern. Of rules with the same pattern only the greatest can decide.
    of_pattern: BTreeMap<&'r [u8], usize>,
}

impl<'r> Table<'r> {
    /// O(rules * log rules). `None` if the budget does not suffice.
    pub(super) fn new(set: &'r RuleSet, budget: &mut Budget<'_>) -> Option<Self> {
        let side = Side::new(set, budget)?;
        let (mut rules, mut of_pattern) = (Vec::new(), BTreeMap::new());
        for (at, rule) in side.rules().iter().enumerate() {
            if begins_as_paths_do(rule.pattern) && !of_pattern.contains_key(rule.pattern) {
                of_pattern.insert(rule.pattern, rules.len());
                rules.push(at);
            }
        }
        Some(Self { side, rules, of_pattern })
    }

    pub(super) fn rules(&self) -> impl Iterator<Item = MatchedRule<'r>> {
        self.rules.iter().map(|&at| self.side.rules()[at])
    }

    /// The number of deciders: the rules, and after them the one that stands for no rule.
    fn deciders(&self) -> usize {
        self.rules.len() + 1
    }

    fn rule(&self, decider: usize) -> Option<MatchedRule<'r>> {
        self.rules.get(decider).map(|&at| self.side.rules()[at])
    }

    fn kind(&self, decider: usize) -> RuleKind {
        self.rule(decider).map_or(RuleKind::Allow, |rule| rule.kind)
    }

    fn start(&self, decider: usize) -> &'r [u8] {
        self.rule(decider).map_or(b"", |rule| literal_start(rule.pattern))
    }

    /// For each decider its place in another table. No rule is in each.
    fn kept_in(&self, other: &Table<'_>) -> Vec<Option<usize>> {
        let place = |decider| match self.rule(decider) {
            None => Some(other.rules.len()),
            Some(rule) => {
                let at = other.of_pattern.get(rule.pattern).copied();
                at.filter(|&at| other.kind(at) == rule.kind)
            }
        };
        (0..self.deciders()).map(place).collect()
    }

    fn wanted(&self, decider: usize) -> Wanted<'_> {
        (&self.side, self.rules.get(decider).copied())
    }

    /// `null` in the certificate is no rule.
    fn named(&self, decider: usize) -> Option<usize> {
        (decider < self.rules.len()).then_some(decider)
    }
}

/// Two deciders with different verdicts, and what is known of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Pair {
    before: Option<usize>,
    after: Option<usize>,
    #[serde(flatten)]
    proof: Proof,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
enum Proof {
    /// They decide this path, and it becomes allowed or disallowed.
    Witness { becomes: &'static str, path: String },
    /// They never decide together: no path matches both and none of the forbidden rules, which are greater.
    Never { forbidden: Vec<(&'static str, usize)>, states: Vec<Vec<(String, i64)>> },
}

impl Pair {
    pub(super) fn is_effect(&self) -> bool {
        matches!(self.proof, Proof::Witness { .. })
    }
}

/// The pairs in order, each with its proof.
pub(super) fn pairs(
    before: &Table<'_>,
    after: &Table<'_>,
    region: &Region<'_>,
    budget: &mut Budget<'_>,
    limits: &mut Limits,
) -> Result<Vec<Pair>, CertificateError> {
    let (kept_after, kept_before) = (before.kept_in(after), after.kept_in(before));
    let all: Vec<usize> = (0..after.deciders()).collect();
    let new: Vec<usize> = all.iter().copied().filter(|&b| kept_before[b].is_none()).collect();
    let partners = |place: Option<usize>| if place.is_none() { &all } else { &new };
    let count: usize = kept_after.iter().map(|&place| partners(place).len()).sum();
    limits.work((count * (1 + region.patterns().count())) as u64)?;
    let mut proved = Vec::new();
    for (a, &place) in kept_after.iter().enumerate() {
        for &b in partners(place) {
            if !budget.take(STEPS_OF_A_PAIR) {
                return Err(CertificateError::Undecided);
            }
            // A rule of both sets that is greater than the other one decides in both.
            let is_excluded = before.kind(a) == after.kind(b)
                || place.is_some_and(|of_a| of_a < b)
                || kept_before[b].is_some_and(|of_b| of_b < a)
                || !begin_alike(before.start(a), after.start(b));
            if is_excluded {
                continue;
            }
            if let Some(pair) = proof_of((before, a), (after, b), region, budget, limits)? {
                proved.push(pair);
            }
        }
    }
    Ok(proved)
}

fn begin_alike(a: &[u8], b: &[u8]) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

/// `None` if the first bytes of the region and the rules show that they decide nothing.
fn proof_of(
    (before, a): (&Table<'_>, usize),
    (after, b): (&Table<'_>, usize),
    region: &Region<'_>,
    budget: &mut Budget<'_>,
    limits: &mut Limits,
) -> Result<Option<Pair>, CertificateError> {
    let wanted = [before.wanted(a), after.wanted(b)];
    let profile = before.side.set().profile();
    let starts = region.patterns().map(literal_start).chain([before.start(a), after.start(b)]);
    let starts: Vec<&[u8]> = starts.collect();
    if !starts.iter().all(|one| starts.iter().all(|other| begin_alike(one, other))) {
        return Ok(None);
    }
    let mut decided = Decided::search(&wanted, (region, &[]), profile, budget);
    if decided.search.is_none() {
        // The ends of the patterns show that there is no path. A checker needs the automaton.
        let rules = wanted.iter().filter_map(|&(side, decider)| side.pattern(decider));
        let matching: Vec<&[u8]> = rules.chain(region.patterns()).collect();
        let mut search = Search::of(&matching, profile, budget);
        region.exceptions().for_each(|pattern| search.forbid(pattern, budget));
        if search.run(budget) != Found::Nothing {
            return Err(CertificateError::Undecided);
        }
        decided.search = Some(search);
    }
    let sides = [(before, a), (after, b)];
    let proof = match (decided.found, decided.search) {
        (Found::OutOfBudget, _) | (Found::Nothing, None) => {
            return Err(CertificateError::Undecided);
        }
        (Found::Path(path), _) => witness(&path, sides, region, limits)?,
        (Found::Nothing, Some(search)) => {
            // Each of them decided a path that the pair should decide, so it is greater on its side.
            let greater = &decided.forbidden[region.exceptions().count()..];
            never_both(search, greater, sides, budget, limits)?
        }
    };
    Ok(Some(Pair { before: before.named(a), after: after.named(b), proof }))
}

/// The deciders before and after that a proof is about, each with its table.
type Sides<'t, 'r> = [(&'t Table<'r>, usize); 2];

/// The proof for a path that both deciders decide.
fn witness(
    path: &[u8],
    [(before, _), (after, b)]: Sides<'_, '_>,
    region: &Region<'_>,
    limits: &mut Limits,
) -> Result<Proof, CertificateError> {
    let blocks = after.kind(b) == RuleKind::Disallow;
    let becomes = if blocks { "disallowed" } else { "allowed" };
    let path = octets(path);
    limits.bytes(json_len(&path) + 80)?;
    let tried = before.rules.len() + after.rules.len() + region.patterns().count();
    limits.work(((tried + region.exceptions().count()) * (1 + path.len() / 64)) as u64)?;
    Ok(Proof::Witness { becomes, path })
}

/// The proof that no path is decided by both: every state that the search has visited. The `greater` rules were
/// forbidden in it.
fn never_both(
    mut search: Search,
    greater: &[&[u8]],
    [(before, a), (after, b)]: Sides<'_, '_>,
    budget: &mut Budget<'_>,
    limits: &mut Limits,
) -> Result<Proof, CertificateError> {
    let visited = search.visited(budget).ok_or(CertificateError::Undecided)?;
    limits.work(visited.comparisons)?;
    let states: Vec<_> = visited.states.iter().map(listed).collect();
    let edges = states.iter().flatten().map(|(bytes, _)| json_len(bytes) + 16);
    limits.bytes(edges.sum::<usize>() + states.len() * 4)?;
    let place = |pattern: &&[u8]| {
        let greater_than = |side, table: &Table<'_>, decider| {
            let at = table.of_pattern.get(pattern).copied();
            at.filter(|&at| at < decider).map(|at| (side, at))
        };
        greater_than("before", before, a).or_else(|| greater_than("after", after, b))
    };
    let forbidden: Option<Vec<_>> = greater.iter().map(place).collect();
    limits.bytes(80 + greater.len() * 20)?;
    Ok(Proof::Never { forbidden: forbidden.ok_or(CertificateError::Undecided)?, states })
}

/// The edges of a state: bytes and the state that follows, or -1. The text without bytes stands for all others.
fn listed(edges: &Edges) -> Vec<(String, i64)> {
    let number = |target: Option<usize>| target.map_or(-1, |target| target as i64);
    let bytes = edges.bytes.iter().map(|(&target, bytes)| (octets(bytes), number(target)));
    let mut listed: Vec<_> = bytes.chain([(String::new(), number(edges.rest))]).collect();
    listed.sort_unstable_by_key(|&(_, target)| target);
    listed
}
