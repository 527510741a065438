//! The shortest path that some patterns match and others do not.
//!
//! # The idea
//!
//! The automata of all patterns read a path together, so what they have read so far is one *product state*: one state
//! of each. A breadth-first search over the product states, from the empty path on, reaches every one by a shortest
//! path. The first in which every pattern of one list accepts, and none of the other, gives the path. If the search
//! ends without one, there is no such path.
//!
//! Product states from which no path can be found are not visited: those in which a wanted pattern is dead or an
//! unwanted one has matched for good. Bytes that occur in no pattern cannot be told apart by any of them, so one byte
//! stands for all of them.
//!
//! # Which paths there are
//!
//! Under a profile that takes URLs as given, every text is a path that begins with `/` and has no `#` and no NUL (they
//! end a path). Under [`Escapes::UnreservedDecoded`] a path is in normal form: ASCII, without `*` and `$`, and every
//! `%` begins an escape in upper case of a byte that needs one. Where a pattern contains a `%`, one more automaton
//! holds the search to such paths.
//!
//! # Cost
//!
//! O(product states * distinct bytes * patterns). The product can be as large as the product of the patterns' lengths,
//! so there is a [`Budget`]. Product states that real files reach are few: all searches run through the same text, so
//! what one automaton has placed tells much about what the others have.

#[cfg(feature = "certificates")]
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use maycrawl::internals::meet;

use crate::Budget;
use crate::automaton::{Automaton, DEAD, MATCHED, State};
pub(super) use crate::state_set::Found;
use maycrawl::Profile;
use maycrawl::internals::escape;
use maycrawl::profile::Escapes;

use crate::state_set::StateSet;

/// The shortest path that every pattern of `wanted` and none of `unwanted` matches. All are normal forms.
pub(super) fn shortest_path(
    wanted: &[&[u8]],
    unwanted: &[&[u8]],
    profile: Profile,
    budget: &mut Budget<'_>,
) -> Found {
    match Search::new(wanted, profile, budget) {
        Some(mut search) => {
            unwanted.iter().for_each(|pattern| search.forbid(pattern, budget));
            search.run(budget)
        }
        None => Found::Nothing,
    }
}

/// How a product state was reached: from which one, and by which byte.
#[derive(Clone, Copy)]
struct Origin {
    from: u32,
    byte: u8,
}

/// The product states that a search has visited, in the order in which it reached them.
#[cfg(feature = "certificates")]
pub(super) struct Visited {
    /// For each state those that follow it.
    pub(super) states: Vec<Edges>,
    /// The number of times that some automaton has to read a byte, if every edge is tried again.
    pub(super) comparisons: u64,
}

/// The states that follow a product state; `None` where no path is found.
#[cfg(feature = "certificates")]
pub(super) struct Edges {
    /// For each state the bytes that lead there, sorted.
    pub(super) bytes: BTreeMap<Option<usize>, Vec<u8>>,
    /// The state after each other byte. It is not in `bytes`.
    pub(super) rest: Option<usize>,
}

/// The steps of a search in addition to those of its states: its letters and its tables.
const STEPS_OF_A_SEARCH: u64 = 200;

/// The steps of making an automaton, in addition to one for each byte of its pattern.
const STEPS_OF_AN_AUTOMATON: u64 = 16;

/// The steps of taking a product state that was stored, in addition to those for each letter.
const STEPS_OF_A_STATE: u64 = 2;

/// A search for a path that some patterns match and others do not. More patterns can be forbidden between its runs.
pub(super) struct Search {
    automata: Vec<Automaton>,
    /// How many automata, from the first on, are wanted.
    wanted: usize,
    profile: Profile,
    /// The bytes of all patterns.
    bytes: u64,
    /// True if paths are held to the normal form by an automaton of their own.
    reads_escapes: bool,
    states: StateSet,
    origins: Vec<Origin>,
    /// What this run has done and the budget has not counted yet.
    steps: u64,
}

impl Search {
    /// A search for a path that every pattern of `wanted` matches. `None` if two of them have no path in common, as
    /// most pairs of rules of a file.
    pub(super) fn new(wanted: &[&[u8]], profile: Profile, budget: &mut Budget<'_>) -> Option<Self> {
        budget.take(wanted.len() as u64 * 4);
        let pairs =
            (0..wanted.len()).flat_map(|at| wanted[..at].iter().map(move |b| (wanted[at], *b)));
        if !pairs.into_iter().all(|(a, b)| meet(a, b)) {
            return None;
        }
        Some(Self::of(wanted, profile, budget))
    }

    /// [`new`](Self::new), also if two of the patterns have no path in common: then a run visits what shows it.
    pub(super) fn of(wanted: &[&[u8]], profile: Profile, budget: &mut Budget<'_>) -> Self {
        let mut search = Self {
            automata: Vec::with_capacity(wanted.len() + 4),
            wanted: wanted.len(),
            profile,
            bytes: 0,
            reads_escapes: false,
            states: StateSet::new(0),
            origins: Vec::new(),
            steps: 0,
        };
        wanted.iter().for_each(|pattern| search.add(pattern, budget));
        search
    }

    /// Searches for paths only that this pattern does not match.
    pub(super) fn forbid(&mut self, pattern: &[u8], budget: &mut Budget<'_>) {
        self.add(pattern, budget);
    }

    fn add(&mut self, pattern: &[u8], budget: &mut Budget<'_>) {
        // If that is too much, the run ends at once.
        if budget.take(STEPS_OF_AN_AUTOMATON + pattern.len() as u64) {
            self.automata.push(Automaton::new(pattern));
            self.bytes += pattern.len() as u64;
        }
    }

    /// The shortest path, if there is one.
    pub(super) fn run(&mut self, budget: &mut Budget<'_>) -> Found {
        if !budget.take(STEPS_OF_A_SEARCH + self.bytes / 4 + self.automata.len() as u64) {
            return Found::OutOfBudget;
        }
        let slash = b"/".to_vec();
        if self.automata.is_empty() {
            return Found::Path(slash);
        }
        let decoded = self.profile.escapes == Escapes::UnreservedDecoded;
        self.reads_escapes =
            decoded && self.automata.iter().any(|one| one.letters().contains(&b'%'));
        let letters = letters(&self.automata, decoded, self.reads_escapes);
        self.states = StateSet::new(self.automata.len() + usize::from(self.reads_escapes));
        self.origins.clear();
        let mut from: Vec<State> = self.automata.iter().map(Automaton::start).collect();
        from.extend(self.reads_escapes.then_some(NO_ESCAPE));
        let mut next = from.clone();
        // Every path begins with a slash. It is no part of an escape.
        if !self.read(&from, b'/', &mut next) {
            return Found::Nothing;
        }
        self.states.insert(&next);
        self.origins.push(Origin { from: 0, byte: b'/' });
        if self.is_goal(&next) {
            return Found::Path(slash);
        }
        let mut at = 0;
        while at < self.states.len() {
            if self.states.is_full() {
                return Found::OutOfBudget;
            }
            self.steps += STEPS_OF_A_STATE;
            from.copy_from_slice(self.states.get(at));
            for &byte in &letters {
                let is_new = self.read(&from, byte, &mut next) && self.insert(&next);
                if !budget.take(core::mem::take(&mut self.steps)) {
                    return Found::OutOfBudget;
                }
                if is_new {
                    self.origins.push(Origin { from: at as u32, byte });
                    if self.is_goal(&next) {
                        return Found::Path(self.path_to(self.states.len() - 1));
                    }
                }
            }
            at += 1;
        }
        Found::Nothing
    }

    /// What a run that found nothing has visited. `None` if the budget does not suffice.
    #[cfg(feature = "certificates")] // only certificates list it
    pub(super) fn visited(&mut self, budget: &mut Budget<'_>) -> Option<Visited> {
        let decoded = self.profile.escapes == Escapes::UnreservedDecoded;
        let letters = letters(&self.automata, decoded, self.reads_escapes);
        let mut from = alloc::vec![0; self.states.width()];
        let mut next = from.clone();
        let mut states = Vec::with_capacity(self.states.len());
        for at in 0..self.states.len() {
            from.copy_from_slice(self.states.get(at));
            let mut target = |byte| {
                let is_alive = self.read(&from, byte, &mut next);
                if is_alive { self.states.index_of(&next) } else { None }
            };
            // The first letter stands for all bytes that are in no pattern.
            let rest = letters.first().and_then(|&other| target(other));
            let mut bytes: BTreeMap<_, Vec<u8>> = BTreeMap::new();
            for &byte in letters.iter().skip(1) {
                let target = target(byte);
                if target != rest {
                    bytes.entry(target).or_default().push(byte);
                }
            }
            self.steps += STEPS_OF_A_STATE + letters.len() as u64;
            if !budget.take(core::mem::take(&mut self.steps)) {
                return None;
            }
            bytes.values_mut().for_each(|bytes| bytes.sort_unstable());
            states.push(Edges { bytes, rest });
        }
        let comparisons = (states.len() * (letters.len() + 1) * self.automata.len()) as u64;
        Some(Visited { states, comparisons })
    }

    /// Adds a product state. False if it is there already.
    fn insert(&mut self, state: &[State]) -> bool {
        let (is_new, probes) = self.states.insert(state);
        let width = state.len() as u64;
        self.steps += 1 + width / 4 + probes + if is_new { 2 + width } else { 0 };
        is_new
    }

    /// Puts the product state after one more byte into `next`. False if no path can be found from there.
    fn read(&mut self, from: &[State], byte: u8, next: &mut [State]) -> bool {
        for (index, automaton) in self.automata.iter().enumerate() {
            self.steps += 1;
            let state = automaton.next(from[index], byte);
            if state == if index < self.wanted { DEAD } else { MATCHED } {
                return false;
            }
            next[index] = state;
        }
        if let Some(&state) = from.get(self.automata.len()) {
            let Some(state) = after_escape(state, byte) else { return false };
            next[self.automata.len()] = state;
        }
        true
    }

    /// True if the path may end here.
    fn is_goal(&self, state: &[State]) -> bool {
        let accepts = |index: usize| self.automata[index].accepts(state[index]);
        (0..self.wanted).all(accepts)
            && !(self.wanted..self.automata.len()).any(accepts)
            && (!self.reads_escapes || state.last() == Some(&NO_ESCAPE))
    }

    fn path_to(&self, mut at: usize) -> Vec<u8> {
        let mut path = Vec::new();
        loop {
            let Origin { from, byte } = self.origins[at];
            path.push(byte);
            if at == 0 {
                break;
            }
            at = from as usize;
        }
        path.reverse();
        path
    }
}

/// The state of a path outside an escape. After `%` it is [`AFTER_PERCENT`], after `%` and a digit the digit's value.
const NO_ESCAPE: State = 16;
const AFTER_PERCENT: State = 17;

/// Reads a byte of a path in the normal form of RFC 9309 section 2.2.2. `None` if no such path goes on like this.
fn after_escape(state: State, byte: u8) -> Option<State> {
    let digit = || matches!(byte, b'0'..=b'9' | b'A'..=b'F').then(|| escape::hex_value(byte));
    match state {
        NO_ESCAPE if byte == b'%' => Some(AFTER_PERCENT),
        NO_ESCAPE => Some(NO_ESCAPE),
        AFTER_PERCENT => digit().map(State::from),
        upper => {
            let byte = (upper as u8) << 4 | digit()?;
            (!escape::is_unreserved(byte)).then_some(NO_ESCAPE)
        }
    }
}

/// The bytes that a search tries: those of the patterns, and one that stands for all others. Bytes that make a path
/// look like a real one come first.
fn letters(automata: &[Automaton], decoded: bool, reads_escapes: bool) -> Vec<u8> {
    let mut used = [false; 256];
    for byte in automata.iter().flat_map(Automaton::letters) {
        used[usize::from(*byte)] = true;
    }
    if reads_escapes {
        b"%0123456789ABCDEF".iter().for_each(|&byte| used[usize::from(byte)] = true);
    }
    let is_of_a_path = |byte: u8| match byte {
        0 | b'#' => false,
        b'*' | b'$' | b'%' | 0x80.. if decoded => byte == b'%' && reads_escapes,
        _ => true,
    };
    let nicest = (b'a'..=b'z').rev().chain(b'0'..=b'9').chain(b'A'..=b'Z').chain(*b"-_.~/");
    let order = nicest.chain(0..=u8::MAX);
    let other = order.clone().find(|&byte| !used[usize::from(byte)] && is_of_a_path(byte));
    let mut letters: Vec<u8> = other.into_iter().collect();
    for byte in order {
        if core::mem::take(&mut used[usize::from(byte)]) && is_of_a_path(byte) {
            letters.push(byte);
        }
    }
    letters
}
