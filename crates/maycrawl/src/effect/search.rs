//! The shortest path that some patterns match and others do not.
//!
//! # The idea
//!
//! The automata of all patterns read a path together, so what they have read so far is one *product state*: one state of
//! each. A breadth-first search over the product states, from the empty path on, reaches every one by a shortest path.
//! The first in which every pattern of one list accepts, and none of the other, gives the path. If the search ends
//! without one, there is no such path.
//!
//! Product states from which no path can be found are not visited: those in which a wanted pattern is dead or an unwanted
//! one has matched for good. Bytes that occur in no pattern cannot be told apart by any of them, so one byte stands for
//! all of them.
//!
//! # Which paths there are
//!
//! Under a profile that takes URLs as given, every text is a path that begins with `/` and has no `#` and no NUL (they
//! end a path). Under [`Escapes::UnreservedDecoded`] a path is in normal form: ASCII, without `*` and `$`, and every `%`
//! begins an escape in upper case of a byte that needs one. Where a pattern contains a `%`, one more automaton holds the
//! search to such paths.
//!
//! # Cost
//!
//! O(product states * distinct bytes * patterns). The product can be as large as the product of the patterns' lengths,
//! so there is a [`Budget`]. Product states that real files reach are few: all searches run through the same text, so
//! what one automaton has placed tells much about what the others have.

use alloc::vec::Vec;

use super::automaton::{Automaton, DEAD, MATCHED, State};
use crate::escape;
use crate::pattern::literal_start;
use crate::profile::{Escapes, Profile};

/// The work that searches may still do. It is counted, not timed, so that a result does not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    steps: u64,
}

impl Budget {
    /// A budget of so many steps. In a step one pattern reads one byte: a few nanoseconds.
    #[must_use]
    pub const fn new(steps: u64) -> Self {
        Self { steps }
    }

    /// The steps that are left.
    #[must_use]
    pub const fn steps(self) -> u64 {
        self.steps
    }

    /// A part of this budget: at most `steps`. [`spend`](Self::spend) what it used.
    pub(super) fn part(self, steps: u64) -> Self {
        Self { steps: self.steps.min(steps) }
    }

    /// Takes the steps that `part` has used from this budget.
    pub(super) fn spend(&mut self, given: Self, left: Self) {
        self.steps = self.steps.saturating_sub(given.steps - left.steps);
    }

    /// Takes so many steps. False if there are not enough.
    pub(crate) fn take(&mut self, steps: u64) -> bool {
        let enough = self.steps >= steps;
        self.steps = self.steps.saturating_sub(steps);
        enough
    }
}

impl Default for Budget {
    /// About half a second.
    fn default() -> Self {
        Self::new(50_000_000)
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A shortest path.
    Path(Vec<u8>),
    /// The proof that there is no such path: every product state was visited.
    Nothing,
    /// The budget ended first.
    OutOfBudget,
}

/// The shortest path that every pattern of `wanted` and none of `unwanted` matches. All are normal forms.
pub(super) fn shortest_path(
    wanted: &[&[u8]],
    unwanted: &[&[u8]],
    profile: Profile,
    budget: &mut Budget,
) -> Found {
    if !begin_alike(wanted) {
        return Found::Nothing;
    }
    if wanted.is_empty() && unwanted.is_empty() {
        return Found::Path(b"/".to_vec());
    }
    Search::new(wanted, unwanted, profile).run(budget)
}

/// False if two of the patterns ask for different bytes at the start of a path. Most pairs of rules of a file do.
fn begin_alike(patterns: &[&[u8]]) -> bool {
    let all_alike = |(index, a): (usize, &&[u8])| {
        let a = literal_start(a);
        patterns[..index].iter().all(|b| {
            let b = literal_start(b);
            a.starts_with(b) || b.starts_with(a)
        })
    };
    patterns.iter().enumerate().all(all_alike)
}

/// How a product state was reached: from which one, and by which byte.
#[derive(Clone, Copy)]
struct Origin {
    from: u32,
    byte: u8,
}

/// What storing a product state counts, so that a budget bounds memory too: at most 32 bytes and four for each automaton
/// for so many steps.
const STEPS_OF_A_STATE: u64 = 16;

/// The most words of stored product states: 128 MiB. A large budget could store more.
const MAX_STORED: usize = 32 << 20;

struct Search {
    automata: Vec<Automaton>,
    /// The first so many automata are wanted.
    wanted: usize,
    /// The bytes that are tried.
    letters: Vec<u8>,
    /// True if paths are held to the normal form by an automaton of their own.
    reads_escapes: bool,
    states: StateSet,
    origins: Vec<Origin>,
}

impl Search {
    fn new(wanted: &[&[u8]], unwanted: &[&[u8]], profile: Profile) -> Self {
        let automata: Vec<_> =
            wanted.iter().chain(unwanted).map(|pattern| Automaton::new(pattern)).collect();
        let decoded = profile.escapes == Escapes::UnreservedDecoded;
        let reads_escapes = decoded && automata.iter().any(|one| one.letters().contains(&b'%'));
        Self {
            letters: letters(&automata, decoded, reads_escapes),
            states: StateSet::new(automata.len() + usize::from(reads_escapes)),
            automata,
            wanted: wanted.len(),
            reads_escapes,
            origins: Vec::new(),
        }
    }

    fn run(mut self, budget: &mut Budget) -> Found {
        let letters = core::mem::take(&mut self.letters);
        let start: Vec<State> = self.automata.iter().map(Automaton::start).collect();
        let mut next = start.clone();
        next.extend(self.reads_escapes.then_some(NO_ESCAPE));
        // Every path begins with a slash.
        if !self.read(&start, b'/', &mut next) {
            return Found::Nothing;
        }
        self.states.insert(&next);
        self.origins.push(Origin { from: 0, byte: b'/' });
        if self.is_goal(&next) {
            return Found::Path(b"/".to_vec());
        }
        let steps = (letters.len() * next.len()) as u64 + STEPS_OF_A_STATE;
        let mut from = next.clone();
        let mut at = 0;
        while at < self.states.len() {
            if self.states.states.len() > MAX_STORED || !budget.take(steps) {
                return Found::OutOfBudget;
            }
            from.copy_from_slice(self.states.get(at));
            for &byte in &letters {
                if !self.read(&from, byte, &mut next) || !self.states.insert(&next) {
                    continue;
                }
                self.origins.push(Origin { from: at as u32, byte });
                if self.is_goal(&next) {
                    return Found::Path(self.path_to(self.states.len() - 1));
                }
            }
            at += 1;
        }
        Found::Nothing
    }

    /// Puts the product state after one more byte into `next`. False if no path can be found from there.
    fn read(&self, from: &[State], byte: u8, next: &mut [State]) -> bool {
        for (index, automaton) in self.automata.iter().enumerate() {
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

/// The bytes that a search tries: those of the patterns, and one that stands for all others. Bytes that make a path look
/// like a real one come first.
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

/// The product states that were reached, each once, in the order in which they were.
struct StateSet {
    /// Automata.
    width: usize,
    /// All states, one after the other.
    states: Vec<State>,
    /// A hash table with open addressing: the index of a state, plus 1. Its size is a power of two.
    table: Vec<u32>,
}

impl StateSet {
    fn new(width: usize) -> Self {
        Self { width, states: Vec::new(), table: alloc::vec![0; 64] }
    }

    fn len(&self) -> usize {
        self.states.len().checked_div(self.width).unwrap_or_default()
    }

    fn get(&self, at: usize) -> &[State] {
        &self.states[at * self.width..(at + 1) * self.width]
    }

    /// Adds a state. False if it is there already.
    fn insert(&mut self, state: &[State]) -> bool {
        if (self.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let mut slot = self.slot(state);
        loop {
            match self.table[slot] {
                0 => break,
                known if self.get(known as usize - 1) == state => return false,
                _ => slot = (slot + 1) & (self.table.len() - 1),
            }
        }
        self.states.extend_from_slice(state);
        self.table[slot] = self.len() as u32;
        true
    }

    fn slot(&self, state: &[State]) -> usize {
        let mix =
            |hash: u64, &state: &State| (hash.rotate_left(5) ^ u64::from(state)).wrapping_mul(MIX);
        (state.iter().fold(0, mix) >> 32) as usize & (self.table.len() - 1)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, 0);
        for at in 0..self.len() {
            let mut slot = self.slot(self.get(at));
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = at as u32 + 1;
        }
    }
}

/// An odd number without pattern in its bits, which spreads the states over the table.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
