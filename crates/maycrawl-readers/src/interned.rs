//! Lists of words that are the same have one number.

use alloc::vec::Vec;

/// Lists of words, each with a number.
#[derive(Debug)]
pub(super) struct Interned {
    /// All lists.
    pub(super) words: Vec<u32>,
    ends: Vec<usize>,
    /// A hash table with open addressing: the number of a list, plus 1. Its size is a power of two.
    table: Vec<u32>,
}

impl Default for Interned {
    fn default() -> Self {
        Self { words: Vec::new(), ends: Vec::new(), table: alloc::vec![0; 64] }
    }
}

impl Interned {
    pub(super) fn get(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[begin..self.ends[number]]
    }

    /// The number of the list, and whether it is new.
    pub(super) fn insert(&mut self, list: &[u32]) -> (u32, bool) {
        if (self.ends.len() + 1) * 2 > self.table.len() {
            self.table = alloc::vec![0; self.table.len() * 2];
            for number in 0..self.ends.len() as u32 {
                let slot = self.slot(self.get(number), |_| false);
                self.table[slot] = number + 1;
            }
        }
        let slot = self.slot(list, |known| self.get(known) == list);
        if let Some(number) = self.table[slot].checked_sub(1) {
            return (number, false);
        }
        self.words.extend_from_slice(list);
        self.ends.push(self.words.len());
        self.table[slot] = self.ends.len() as u32;
        (self.ends.len() as u32 - 1, true)
    }

    /// The slot of the list, or the free one for it.
    fn slot(&self, list: &[u32], is_same: impl Fn(u32) -> bool) -> usize {
        let hash = list.iter().fold(0_u64, |hash, &word| {
            (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let mut slot = (hash >> 32) as usize & (self.table.len() - 1);
        while self.table[slot].checked_sub(1).is_some_and(|known| !is_same(known)) {
            slot = (slot + 1) & (self.table.len() - 1);
        }
        slot
    }
}
