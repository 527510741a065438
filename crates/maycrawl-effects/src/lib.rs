//! What a change of rules does: every difference between the verdicts of two rule sets, with a path that shows it.
//!
//! A text diff of two files tells which lines differ. It does not tell which URLs become blocked. This module does,
//! without being given any URL, and exactly: a difference comes with a path that both rule sets were asked about, and
//! "no difference" is a proof.
//!
//! ```
//! use maycrawl::{Crawler, RobotsTxt};
//! use maycrawl_effects::{Budget, Region, effects};
//!
//! let rules = |file: &[u8]| RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT);
//! let before = rules(b"User-agent: *\nDisallow: /shop/*?sort=\n");
//! let after = rules(b"User-agent: *\nDisallow: /shop/\nAllow: /shop/help\n");
//!
//! let changed = effects(&before, &after, &Region::everything(), &mut Budget::default()).unwrap();
//! let shown: Vec<_> = changed.found.iter().map(|effect| effect.to_string()).collect();
//! assert_eq!(
//!     shown,
//!     [
//!         "/shop/page.html becomes disallowed by line 2 (no rule before)",
//!         "/shop/help?sort= becomes allowed by line 3 (disallowed by line 2 before)",
//!     ]
//! );
//! assert!(changed.is_complete());
//! ```
//!
//! # What is compared
//!
//! An *effect* is a pair: the rule that decides in the first set or none, and the rule that decides in the second set
//! or none. It is an effect if the two give different verdicts and some path reaches both at once.
//!
//! Paths are compared as given, as [`RuleSet::check_path`] takes them: every text that begins with `/`, or every normal
//! form under [`Profile::RFC9309`](maycrawl::Profile::RFC9309).
//!
//! # The method
//!
//! 1. If neither rule of a pair has changed, the pair is no effect: both rules are in both sets, so the greater one
//!    decides in both. So at least one rule of a pair is in one set only, and these pairs are tried one by one.
//! 2. For each pair `sides` searches a path that both rules match. If a greater rule decides it, that rule is
//!    forbidden, and the search begins again. Rules that do not interfere cost nothing.
//! 3. A search runs through the product of the patterns' automata, shortest paths first (`search`, `automaton`).
//!
//! # Why it is exact
//!
//! A path that is found was decided by the compiled rules themselves. If none is found, none exists: a search visits
//! every product state that can lead to one, and it forbids no rule that may match. Work has a [`Budget`]. Pairs for
//! which it did not suffice are counted as undecided, and never guessed.
//!
//! Source: the order of rules is that of Google, *Order of precedence for group-member lines*, and of RFC 9309 section
//! 2.2.2.

// Tests, and the code that utoipa's derive generates, need the prelude of `std`.
#![cfg_attr(not(any(test, feature = "schema")), no_std)]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod access;
#[cfg(feature = "serde")]
pub mod answer;
mod automaton;
#[cfg(feature = "certificates")]
mod certificate;
mod claim;
mod crawlers;
mod equivalence;
mod example;
#[cfg(feature = "serde")]
pub mod expectation;
mod extent;
mod minimise;
mod paths;
mod region;
mod requested;
mod search;
mod severity;
mod sides;
mod state_set;
pub mod suggestion;
mod text_edit;
mod unrepeated;
mod use_cells;
mod use_change;

use alloc::vec::Vec;
use core::fmt;

use maycrawl::verdict::{MatchedRule, RuleKind};
use maycrawl::{Printable, RobotsTxt, RuleSet, UrlPath, as_written};

pub use access::Access;
#[cfg(feature = "certificates")]
pub use certificate::{Certificate, CertificateError};
pub use claim::{Counterexample, Proof, all_paths_are};
use crawlers::unnamed;
pub use crawlers::{Change, CrawlerClass};
pub use extent::{Certainty, Extent, Part};
pub use maycrawl::Budget;
pub use minimise::{Minimised, RemovedLine, minimised};
pub use paths::{Paths, PathsKind};
pub use region::Region;
use search::Found;
pub use severity::Severity;
use sides::{Decider, Deciders as _, STEPS_OF_A_KEPT_RULE, Side, Wanted, path_decided_by};
pub use suggestion::suggestions_for;
pub use text_edit::TextEdit;
pub use use_change::{UseChange, UseEffect, UseEffects, UseProof};

/// What the crates above share with this one. Not part of what versions promise.
#[doc(hidden)]
pub mod internals {
    pub use crate::automaton::{Automaton, DEAD, MATCHED, State};
    pub use crate::crawlers::unnamed;
    pub use crate::example::likely_path;
    #[cfg(feature = "serde")]
    pub use crate::expectation::verifier::{asked_names, claimed_verdict};
    pub use crate::minimise::Class as RuleClass;
    pub use crate::only_closes;
    pub use crate::paths::is_everything;
    pub use crate::requested::{as_requested, region_pattern, unrequested};
    pub use crate::state_set::{Found, StateSet};
    pub use crate::unrepeated::{Unrepeated, unrepeated};
    pub use crate::use_change::{KeptUses, contradictions, uses_may_change};
}

/// A difference between two rule sets: two rules that decide the same paths differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect<'r> {
    /// The rule that decided before; `None` if none matched, which allows.
    pub before: Option<MatchedRule<'r>>,
    /// The rule that decides afterwards; `None` if none matches.
    pub after: Option<MatchedRule<'r>>,
    /// A shortest path with this effect.
    pub shortest: Vec<u8>,
    /// A path with this effect that looks like one of a real site, or the shortest one.
    pub example: Vec<u8>,
}

impl Effect<'_> {
    /// True if paths become disallowed, false if they become allowed.
    #[must_use]
    pub fn blocks(&self) -> bool {
        self.after.is_some_and(|rule| rule.kind == RuleKind::Disallow)
    }
}

impl fmt::Display for Effect<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |blocks| if blocks { "disallowed" } else { "allowed" };
        write!(f, "{} becomes {}", Printable(&self.example), word(self.blocks()))?;
        match self.after {
            Some(rule) => write!(f, " by line {}", rule.line)?,
            None => write!(f, ": no rule matches")?,
        }
        match self.before {
            Some(rule) => write!(f, " ({} by line {} before)", word(!self.blocks()), rule.line),
            None => write!(f, " (no rule before)"),
        }
    }
}

/// The differences between two rule sets.
#[derive(Clone, Debug, Default)]
pub struct Effects<'r> {
    /// The differences that were found, in the order of the rules' lines in the second set. At most [`MAX_EFFECTS`].
    pub found: Vec<Effect<'r>>,
    /// Pairs of rules for which the budget did not suffice.
    pub undecided: u64,
}

/// The most effects that are listed. Pairs beyond them count as undecided.
pub const MAX_EFFECTS: usize = 10_000;

impl Effects<'_> {
    /// True if every difference is in the list.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.undecided == 0
    }

    /// True if it is proved that no verdict differs.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    /// use maycrawl_effects::{Budget, Region, effects};
    ///
    /// let rules = |file: &[u8]| RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT);
    /// let before = rules(b"User-agent: *\nDisallow: /a\n");
    /// let after = rules(b"User-agent: *\nDisallow: /a\nDisallow: /a/b\n");
    /// assert!(effects(&before, &after, &Region::everything(), &mut Budget::default()).unwrap().is_none());
    /// // Without a budget nothing is found either, but that proves nothing.
    /// assert!(!effects(&before, &after, &Region::everything(), &mut Budget::new(0)).unwrap().is_none());
    /// ```
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.found.is_empty() && self.is_complete()
    }
}

/// The rule sets were compiled under different profiles, so their paths have different normal forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferentProfiles;

impl fmt::Display for DifferentProfiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the two rule sets were compiled under different profiles; compile both under one",
        )
    }
}

impl core::error::Error for DifferentProfiles {}

/// The differences between two rule sets, and their size.
#[derive(Clone, Debug, Default)]
pub struct Impact<'r> {
    /// The differences, each with a path that shows it.
    pub effects: Effects<'r>,
    /// The paths that become disallowed; `None` if there are none.
    pub lost: Option<Extent>,
    /// The paths that become allowed; `None` if there are none.
    pub gained: Option<Extent>,
}

/// The steps that one pair may take at first. What needs more comes after all others.
const FIRST_STEPS: u64 = 200_000;

/// The part of a budget that is kept for the size of the effects: a quarter. A person has to see the size of what was
/// found, even where hard pairs would take the whole budget.
const PART_FOR_SIZE: u64 = 4;

/// Every effect on paths of `region` of replacing the rules `before` by the rules `after`.
///
/// ```
/// use maycrawl::{Crawler, RobotsTxt};
/// use maycrawl_effects::{Budget, Region, effects};
///
/// let rules = |file: &[u8]| RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT);
/// let before = rules(b"User-agent: *\nDisallow: /shop\n");
/// let after = rules(b"User-agent: *\nDisallow: /shop/\n");
/// let found = effects(&before, &after, &Region::everything(), &mut Budget::default()).unwrap().found;
/// assert_eq!((&*found[0].shortest, found[0].blocks()), (&b"/shop"[..], false));
/// ```
///
/// # Errors
/// The two sets were compiled under different profiles.
///
/// Cost: O(rules * changed rules) for the pairs, most of which are dismissed by their first bytes, and a search for
/// each of the others. Ends at the budget.
pub fn effects<'r>(
    before: &'r RuleSet,
    after: &'r RuleSet,
    region: &Region<'_>,
    budget: &mut Budget<'_>,
) -> Result<Effects<'r>, DifferentProfiles> {
    let pair = SidePair::new(before, after, budget)?;
    Ok(pair.map_or_else(|undecided| undecided, |pair| pair.differences(region, budget).effects()))
}

/// True if it is proved that the second set allows no path that the first one disallows. Both sets must have one
/// profile.
#[doc(hidden)]
pub fn only_closes(before: &RuleSet, after: &RuleSet, budget: &mut Budget<'_>) -> bool {
    let Some(pair) = SidePair::within(before, after, budget) else { return false };
    let everything = Region::everything();
    let is_closed =
        |at: Decider| pair.before.rule(at).is_some_and(|rule| rule.kind == RuleKind::Disallow);
    pair.candidates().filter(|&(before, _)| is_closed(before)).all(|candidate| {
        let mut found = Differences::default();
        budget.take(STEPS_OF_A_PAIR)
            && (!pair.is_possible(candidate)
                || pair.try_candidate(candidate, &everything, budget, &mut found)
                    && found.found.is_empty())
    })
}

/// The effects, as [`effects`] finds them, and which paths they take from a crawler or give to it.
///
/// ```
/// use maycrawl::{Crawler, RobotsTxt};
/// use maycrawl_effects::{Budget, Region, impact};
///
/// let rules = |file: &[u8]| RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT);
/// let before = rules(b"User-agent: *\nDisallow: /cart\nAllow: /products/new/\n");
/// let after = rules(b"User-agent: *\nDisallow: /cart\nDisallow: /\nAllow: /products/new/\n");
/// let impact = impact(&before, &after, &Region::everything(), &mut Budget::default()).unwrap();
/// assert_eq!(impact.lost.unwrap().text, "the whole site, except /products/new/");
/// assert!(impact.gained.is_none());
/// ```
///
/// # Errors
/// The two sets were compiled under different profiles.
///
/// Cost: as [`effects`], and for each effect a search with each rule that may leave an exception. Ends at the budget.
pub fn impact<'r>(
    before: &'r RuleSet,
    after: &'r RuleSet,
    region: &Region<'_>,
    budget: &mut Budget<'_>,
) -> Result<Impact<'r>, DifferentProfiles> {
    let pair = match SidePair::new(before, after, budget)? {
        Ok(pair) => pair,
        Err(effects) => return Ok(Impact { effects, ..Impact::default() }),
    };
    let most = budget.steps() - budget.steps() / PART_FOR_SIZE;
    let found = budget.with_at_most(most, |budget| pair.differences(region, budget));
    let lost = extent::of(&pair, &found, true, region, budget);
    let gained = extent::of(&pair, &found, false, region, budget);
    Ok(Impact { effects: found.effects(), lost, gained })
}

/// What a rule set disallows, as [`impact`] tells what a crawler loses. `None` if it disallows nothing, as far as the
/// budget showed.
///
/// ```
/// use maycrawl::{Crawler, RobotsTxt};
/// use maycrawl_effects::{Budget, closed};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n");
/// let closed = closed(&robots.rules_for(&Crawler::GOOGLEBOT), &mut Budget::default());
/// assert_eq!(closed.unwrap().text, "everything below /cart/, except /cart/help");
/// ```
///
/// Cost: as [`impact`].
#[must_use]
pub fn closed(rules: &RuleSet, budget: &mut Budget<'_>) -> Option<Extent> {
    let open = RobotsTxt::parse_with(b"", rules.profile()).rules_for(&unnamed());
    impact(&open, rules, &Region::everything(), budget).ok()?.lost
}

/// Effects that were found, each with the deciders of its pair.
#[derive(Default)]
struct Differences<'r> {
    found: Vec<(Pair, Effect<'r>)>,
    undecided: u64,
}

impl<'r> Differences<'r> {
    fn effects(self) -> Effects<'r> {
        let mut found: Vec<_> = self.found.into_iter().map(|(_, effect)| effect).collect();
        let line = |rule: Option<MatchedRule<'_>>| rule.map_or(u32::MAX, |rule| rule.line);
        found.sort_by(|a, b| {
            let key = |effect: &Effect<'_>| {
                (line(effect.after), line(effect.before), effect.shortest.len())
            };
            key(a).cmp(&key(b))
        });
        // An index page and its directory are two patterns of one rule. The shortest path of both shows their effect.
        found.dedup_by_key(|effect| (line(effect.after), line(effect.before)));
        Effects { found, undecided: self.undecided }
    }
}

/// What decides before and what decides afterwards.
type Pair = (Decider, Decider);

/// Kinds of deciders that give different verdicts.
const CONTRARY: [(RuleKind, RuleKind); 2] =
    [(RuleKind::Allow, RuleKind::Disallow), (RuleKind::Disallow, RuleKind::Allow)];

/// True for a rule that is on one side only.
fn is_changed(kept: &[Option<usize>], decider: Decider) -> bool {
    decider.is_some_and(|at| kept[at].is_none())
}

/// What dismissing a pair counts.
const STEPS_OF_A_PAIR: u64 = 2;

/// Two rule sets that are compared.
struct SidePair<'r> {
    before: Side<'r>,
    after: Side<'r>,
    /// For each rule of one side the index of the same rule on the other, if it is there.
    kept_after: Vec<Option<usize>>,
    kept_before: Vec<Option<usize>>,
    /// For each pair of [`CONTRARY`] kinds every decider of the second kind afterwards, and those that have changed:
    /// most changes keep most rules, so most rules are paired with few.
    others: [(Vec<Decider>, Vec<Decider>); 2],
}

impl<'r> SidePair<'r> {
    /// The inner error has no effect, and every pair undecided: the budget does not suffice.
    fn new(
        before: &'r RuleSet,
        after: &'r RuleSet,
        budget: &mut Budget<'_>,
    ) -> Result<Result<Self, Effects<'r>>, DifferentProfiles> {
        if before.profile() != after.profile() {
            return Err(DifferentProfiles);
        }
        let rules = [before.rule_count() as u64, after.rule_count() as u64];
        let undecided = (rules[0] + 1) * (rules[1] + 1);
        let pair = Self::within(before, after, budget);
        Ok(pair.ok_or(Effects { found: Vec::new(), undecided }))
    }

    fn within(before: &'r RuleSet, after: &'r RuleSet, budget: &mut Budget<'_>) -> Option<Self> {
        let rules = (before.rule_count() + after.rule_count()) as u64;
        let (before, after) = (Side::new(before, budget)?, Side::new(after, budget)?);
        if !budget.take(rules * STEPS_OF_A_KEPT_RULE) {
            return None;
        }
        let (kept_after, kept_before) = (before.kept_in(&after), after.kept_in(&before));
        let others = CONTRARY.map(|(_, kind)| {
            let all: Vec<_> = after.deciders(kind).collect();
            let changed = all.iter().copied().filter(|&b| is_changed(&kept_before, b)).collect();
            (all, changed)
        });
        Some(Self { before, after, kept_after, kept_before, others })
    }

    /// Every effect on paths of `region`.
    fn differences(&self, region: &Region<'_>, budget: &mut Budget<'_>) -> Differences<'r> {
        let mut differences = Differences::default();
        let mut hard = Vec::new();
        for (tried, candidate) in (0..).zip(self.candidates()) {
            if !budget.take(STEPS_OF_A_PAIR) {
                differences.undecided += self.count() - tried;
                break;
            }
            if !self.is_possible(candidate) {
                continue;
            }
            // A few hard pairs would take the whole budget, and the easy pairs after them would stay undecided. So each
            // pair gets few steps at first, and the hard ones share what is left.
            let is_decided = budget.with_at_most(FIRST_STEPS, |budget| {
                self.try_candidate(candidate, region, budget, &mut differences)
            });
            if !is_decided {
                if hard.len() < MAX_EFFECTS {
                    hard.push(candidate);
                } else {
                    differences.undecided += 1;
                }
            }
        }
        for candidate in hard {
            if !self.try_candidate(candidate, region, budget, &mut differences) {
                differences.undecided += 1;
            }
        }
        differences
    }

    /// The pairs of deciders with different verdicts of which one has changed.
    fn candidates(&self) -> impl Iterator<Item = Pair> {
        CONTRARY.into_iter().zip(&self.others).flat_map(move |((before, _), (all, changed))| {
            self.before.deciders(before).flat_map(move |a| {
                let others = if is_changed(&self.kept_after, a) { all } else { changed };
                others.iter().map(move |&b| (a, b))
            })
        })
    }

    /// The number of [`candidates`](Self::candidates).
    fn count(&self) -> u64 {
        let counts = |side: &Side<'_>, kept: &[Option<usize>], kind| {
            let changed = side.deciders(kind).filter(|&decider| is_changed(kept, decider)).count();
            (side.deciders(kind).count() as u64, changed as u64)
        };
        let pairs = CONTRARY.into_iter().map(|(before, after)| {
            let (a, changed_a) = counts(&self.before, &self.kept_after, before);
            let (b, changed_b) = counts(&self.after, &self.kept_before, after);
            changed_a * b + (a - changed_a) * changed_b
        });
        pairs.sum()
    }

    /// Whether a path may reach both: what it begins with may, and if only one rule of the pair is changed, the other
    /// one is in both sets, so the changed one must be the greater.
    fn is_possible(&self, pair: Pair) -> bool {
        let (Some(a), Some(b)) = pair else { return true };
        let starts = (self.before.start(pair.0), self.after.start(pair.1));
        if !starts.0.starts_with(starts.1) && !starts.1.starts_with(starts.0) {
            return false;
        }
        match (self.kept_after[a], self.kept_before[b]) {
            (Some(of_after), None) => b < of_after,
            (None, Some(of_before)) => a < of_before,
            _ => true,
        }
    }

    /// Searches a path for the pair. False if the budget was not enough.
    fn try_candidate(
        &self,
        (a, b): Pair,
        region: &Region<'_>,
        budget: &mut Budget<'_>,
        differences: &mut Differences<'r>,
    ) -> bool {
        let wanted: [Wanted<'_>; 2] = [(&self.before, a), (&self.after, b)];
        let profile = self.before.set().profile();
        match path_decided_by(&wanted, (region, self.before.exempt()), profile, budget) {
            Found::Nothing => true,
            Found::Path(shortest) if differences.found.len() < MAX_EFFECTS => {
                let patterns = [self.after.pattern(b), self.before.pattern(a)];
                let accepts = |path: &[u8], budget: &mut Budget<'_>| {
                    let path = UrlPath::from_url(as_written(path), profile);
                    region.contains(path.as_bytes(), budget)
                        && self.before.decider(&path, budget) == Some(a)
                        && self.after.decider(&path, budget) == Some(b)
                };
                // A likely path is a guess from the patterns. It counts only if the same two rules decide it.
                let example = example::likely_path(patterns.into_iter().flatten(), accepts, budget)
                    .unwrap_or_else(|| shortest.clone());
                let (before, after) = (self.before.rule(a), self.after.rule(b));
                let effect = Effect { before, after, shortest, example };
                differences.found.push(((a, b), effect));
                true
            }
            // A path for which the list has no room makes its pair undecided. Otherwise `is_complete` would be true of
            // a list that was cut.
            Found::Path(_) | Found::OutOfBudget => false,
        }
    }
}
