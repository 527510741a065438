//! The paths about which two files say something else of a use.
//!
//! # The idea
//!
//! A file says something about a use by lists of patterns ([`preferences`](maycrawl_uses)): in each list the greatest
//! pattern that matches decides. A *cell* is a choice of one decider from each list of both files. All paths of a cell
//! have one outcome before, and one afterwards. So the cells whose outcomes are wanted are tried one by one, as the
//! pairs of rules are ([`sides`](super::sides)), and with the same search, which is exact.
//!
//! Most cells are never searched. A pattern that both files have decides in both or in none. And a path that is known
//! for an effect is often shorter than the patterns of a cell.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use maycrawl::internals::{PathSearch, literal_start};
use maycrawl::{Profile, UrlPath, as_written};
use maycrawl_uses::Outcome;
use maycrawl_uses::internals::{Patterns, Preferences};

use super::sides::{Decider, Deciders, Wanted, path_decided_by};
use super::{Budget, FIRST_STEPS, Found, MAX_EFFECTS, Region, example};

/// The steps of matching a path with the patterns of a list, in addition to those of its searches, and of a cell.
const STEPS_OF_A_CHECK: u64 = 16;
const STEPS_OF_A_CELL: u64 = 4;

impl Deciders for Patterns {
    fn decider(&self, path: &UrlPath<'_>, budget: &mut Budget<'_>) -> Option<Decider> {
        let search = PathSearch::new(path.as_bytes());
        let decider = self.0.iter().position(|it| search.match_len(&it.pattern).is_some());
        let tried = decider.map_or(self.0.len(), |at| at + 1) as u64;
        budget.take(STEPS_OF_A_CHECK + tried + search.budget_steps()).then_some(decider)
    }

    fn pattern(&self, decider: Decider) -> Option<&[u8]> {
        decider.and_then(|at| self.0.get(at)).map(|it| &*it.pattern)
    }
}

/// For each kind of list, the deciders of both sides.
pub(super) type Cell = [[Decider; 2]; 3];

/// What makes two cells one effect: the outcomes, and the deciders but for those of access.
type Key = ([Outcome; 2], [Decider; 2], [Decider; 2]);

/// What two sides say about a use.
pub(super) struct Cells<'p> {
    sides: [&'p Preferences; 2],
    lists: [ListPair<'p>; 3],
    has_same_verdicts: bool,
}

impl<'p> Cells<'p> {
    pub(super) fn new(sides: [&'p Preferences; 2]) -> Self {
        let pair = |kind: usize| ListPair::new(sides.map(|side| &side.lists[kind]));
        Self { sides, lists: [pair(0), pair(1), pair(2)], has_same_verdicts: false }
    }

    /// The cells of sides that give every path the same verdict, so the token of both is refused the same.
    pub(super) fn given_verdicts(sides: [&'p Preferences; 2]) -> Self {
        Self { has_same_verdicts: true, ..Self::new(sides) }
    }

    /// Every cell that may have a path.
    fn all(&self) -> impl Iterator<Item = Cell> + '_ {
        let [usage, access, control] = &self.lists;
        usage.pairs().flat_map(move |usage| {
            access.pairs().flat_map(move |access| {
                let control = control.pairs().filter(|&pair| self.may_be_control(pair));
                control.map(move |control| [usage, access, control])
            })
        })
    }

    fn may_be_control(&self, pair: [Decider; 2]) -> bool {
        let refuses = |side: usize| self.sides[side].lists[2].says(pair[side]) == Outcome::Refused;
        !self.has_same_verdicts || refuses(0) == refuses(1)
    }

    fn outcomes(&self, cell: Cell) -> [Outcome; 2] {
        [0, 1].map(|side| {
            let says = |kind: usize| self.sides[side].lists[kind].says(cell[kind][side]);
            self.sides[side].outcome([says(0), says(1), says(2)])
        })
    }

    fn wanted(&self, cell: Cell) -> [Wanted<'p>; 6] {
        let wanted = |at: usize| -> Wanted<'p> {
            let (kind, side) = (at / 2, at % 2);
            (&self.sides[side].lists[kind], cell[kind][side])
        };
        [0, 1, 2, 3, 4, 5].map(wanted)
    }

    /// The cells with wanted outcomes, each with a shortest path: one for each [`Key`]. False if there may be more.
    pub(super) fn shortest_paths(
        &self,
        is_wanted: impl Fn([Outcome; 2]) -> bool,
        region: &Region<'_>,
        profile: Profile,
        budget: &mut Budget<'_>,
    ) -> (Vec<(Cell, Vec<u8>)>, bool) {
        let mut best: BTreeMap<Key, (Cell, Vec<u8>)> = BTreeMap::new();
        let (mut hard, mut is_complete) = (Vec::new(), true);
        let mut try_cell = |cell: Cell, budget: &mut Budget<'_>| {
            let outcomes = self.outcomes(cell);
            let [usage, _, control] = cell;
            let known = best.get(&(outcomes, usage, control)).map(|(_, path)| path.len());
            // Most rules about access are longer than a path that is known, so most cells end here.
            if !is_wanted(outcomes) || known.is_some_and(|known| self.least(cell) >= known) {
                return true;
            }
            match path_decided_by(&self.wanted(cell), (region, &[]), profile, budget) {
                Found::Nothing => true,
                Found::OutOfBudget => false,
                Found::Path(path) if known.is_some_and(|known| path.len() >= known) => true,
                Found::Path(_) if known.is_none() && best.len() == MAX_EFFECTS => false,
                Found::Path(path) => {
                    best.insert((outcomes, usage, control), (cell, path));
                    true
                }
            }
        };
        for cell in self.all() {
            if !budget.take(STEPS_OF_A_CELL) {
                is_complete = false;
                break;
            }
            // As in `effects`: hard cells share what the easy ones leave.
            if !budget.with_at_most(FIRST_STEPS, |budget| try_cell(cell, budget)) {
                is_complete &= hard.len() < MAX_EFFECTS;
                hard.extend((hard.len() < MAX_EFFECTS).then_some(cell));
            }
        }
        for cell in hard {
            is_complete &= try_cell(cell, budget);
        }
        (best.into_values().collect(), is_complete)
    }

    /// A length that no path of the cell is below.
    fn least(&self, cell: Cell) -> usize {
        let patterns = self.wanted(cell).into_iter().filter_map(|(list, at)| list.pattern(at));
        patterns.map(|pattern| literal_start(pattern).len()).max().unwrap_or_default()
    }

    /// A path of the cell that looks like one of a real site, or the shortest one.
    pub(super) fn example(
        &self,
        cell: Cell,
        shortest: &[u8],
        region: &Region<'_>,
        profile: Profile,
        budget: &mut Budget<'_>,
    ) -> Vec<u8> {
        // What is said of every path is best shown by the first of all paths.
        if shortest == b"/" {
            return shortest.to_vec();
        }
        let wanted = self.wanted(cell);
        let patterns = wanted.iter().filter_map(|(list, at)| list.pattern(*at));
        let accepts = |path: &[u8], budget: &mut Budget<'_>| {
            let path = UrlPath::from_url(as_written(path), profile);
            region.contains(path.as_bytes(), budget)
                && wanted.iter().all(|(list, at)| list.decider(&path, budget) == Some(*at))
        };
        let patterns = patterns.chain(region.patterns()).filter(|pattern| !pattern.is_empty());
        let likely = example::likely_path(patterns, accepts, budget);
        likely.unwrap_or_else(|| shortest.to_vec())
    }
}

/// The lists of one kind of two sides. Patterns that are in both lists are *kept*, the others have changed.
struct ListPair<'p> {
    lists: [&'p Patterns; 2],
    /// For each pattern of one side its index on the other side, if it is kept.
    kept: [Vec<Option<usize>>; 2],
    /// Every decider of the second side, and those that have changed.
    all: Vec<Decider>,
    changed: Vec<Decider>,
}

impl<'p> ListPair<'p> {
    /// O(patterns * log patterns).
    fn new(lists: [&'p Patterns; 2]) -> Self {
        let [before, after] = lists;
        let kept_in = |list: &Patterns, other: &Patterns| -> Vec<Option<usize>> {
            list.0.iter().map(|pattern| other.0.binary_search(pattern).ok()).collect()
        };
        let kept = [kept_in(before, after), kept_in(after, before)];
        let all: Vec<Decider> =
            core::iter::once(None).chain((0..after.0.len()).map(Some)).collect();
        let is_changed = |at: &Decider| at.is_some_and(|at| kept[1][at].is_none());
        let changed = all.iter().copied().filter(is_changed).collect();
        Self { lists, kept, all, changed }
    }

    /// The pairs of deciders that may decide the same path. The order of patterns is the same on both sides. So if
    /// neither of a pair has changed, both are one pattern, and a changed one of a pair must be greater than the kept
    /// one.
    fn pairs(&self) -> impl Iterator<Item = [Decider; 2]> + '_ {
        let before = core::iter::once(None).chain((0..self.lists[0].0.len()).map(Some));
        before.flat_map(move |a| {
            let kept = a.and_then(|a| self.kept[0][a]);
            let is_changed = a.is_some() && kept.is_none();
            let same = (!is_changed).then_some(kept);
            let others = if is_changed { &self.all } else { &self.changed };
            let others = others.iter().copied().filter(move |&b| match (a, b) {
                (Some(_), Some(b)) if !is_changed => kept.is_some_and(|kept| b < kept),
                (Some(a), Some(b)) => self.kept[1][b].is_none_or(|kept| a < kept),
                _ => true,
            });
            same.into_iter().chain(others).map(move |b| [a, b])
        })
    }
}
