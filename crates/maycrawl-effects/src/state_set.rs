//! What a search through a product of automata stores and finds. A product state is one state of each automaton that
//! reads a path together with the others.

use alloc::vec::Vec;

use super::automaton::State;

/// The most words of stored product states: 128 MiB. A large budget could store more.
const MAX_STORED: usize = 32 << 20;

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A shortest path.
    Path(Vec<u8>),
    /// The proof that there is no such path: every product state was visited.
    Nothing,
    /// The budget ended first.
    OutOfBudget,
}

/// The product states that were reached, each once, in the order in which they were.
pub struct StateSet {
    /// Automata.
    width: usize,
    /// All states, one after the other.
    states: Vec<State>,
    /// A hash table with open addressing: the index of a state, plus 1. Its size is a power of two.
    table: Vec<u32>,
}

#[allow(clippy::len_without_is_empty)] // a search begins with a state
impl StateSet {
    /// For states of this number of automata.
    pub fn new(width: usize) -> Self {
        Self { width, states: Vec::new(), table: alloc::vec![0; 64] }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len().checked_div(self.width).unwrap_or_default()
    }

    /// The state with this number.
    pub fn get(&self, at: usize) -> &[State] {
        &self.states[at * self.width..(at + 1) * self.width]
    }

    /// True if no more may be stored: the search has to end.
    pub fn is_full(&self) -> bool {
        self.states.len() > MAX_STORED
    }

    /// Words of each state.
    #[cfg(feature = "certificates")]
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Adds a state: whether it is new, and how many others were compared with it.
    pub fn insert(&mut self, state: &[State]) -> (bool, u64) {
        if (self.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let mut probes = 0;
        let mut slot = self.slot(state);
        loop {
            match self.table[slot] {
                0 => break,
                known if self.get(known as usize - 1) == state => return (false, probes),
                _ => slot = (slot + 1) & (self.table.len() - 1),
            }
            probes += 1;
        }
        self.states.extend_from_slice(state);
        self.table[slot] = self.len() as u32;
        (true, probes)
    }

    /// The index of a state that is there.
    #[cfg(feature = "certificates")]
    pub(crate) fn index_of(&self, state: &[State]) -> Option<usize> {
        let mut slot = self.slot(state);
        loop {
            match self.table[slot] {
                0 => return None,
                known if self.get(known as usize - 1) == state => return Some(known as usize - 1),
                _ => slot = (slot + 1) & (self.table.len() - 1),
            }
        }
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
