//! The first pattern with a given head, by a hash table.
//!
//! A binary search over 20,000 patterns reads 15 heads that lie far apart; the table reads two. Its heads come from a
//! robots.txt, and its author may choose them so that they collide. So a chain of collisions has a limit: a list that
//! would need longer ones gets no table, and is searched as if it were short.

use alloc::boxed::Box;
use alloc::vec;

/// The fewest patterns for which a table pays what it costs to make.
const MIN_PATTERNS: usize = 256;

/// The longest chain of slots that a look-up may read.
const MAX_PROBES: usize = 24;

/// Slots for the heads of a sorted list of patterns. Empty if the list is short or its heads collide too often.
#[derive(Clone, Debug, Default)]
pub(super) struct HeadTable {
    /// For each slot the index of the first pattern with a head, plus one; 0 for a free slot. A power of two of them,
    /// and at least half are free.
    slots: Box<[u32]>,
}

impl HeadTable {
    /// The table of sorted `heads`. O(heads).
    pub(super) fn new(heads: &[u64]) -> Self {
        if heads.len() < MIN_PATTERNS {
            return Self::default();
        }
        let runs = || heads.chunk_by(|a, b| a == b);
        let slots = vec![0; (2 * runs().count()).next_power_of_two()];
        let mut table = Self { slots: slots.into() };
        let mut first = 0;
        for run in runs() {
            let Some(slot) = table.chain(run[0]).find(|&slot| table.slots[slot] == 0) else {
                return Self::default();
            };
            table.slots[slot] = first as u32 + 1;
            first += run.len();
        }
        table
    }

    /// True if there is no table.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The index of the first of `heads` that is `head`. O(1).
    #[inline]
    pub(super) fn first(&self, head: u64, heads: &[u64]) -> Option<usize> {
        for slot in self.chain(head) {
            let first = (self.slots[slot] as usize).checked_sub(1)?;
            if heads[first] == head {
                return Some(first);
            }
        }
        None
    }

    /// The slots that may have `head`, in the order in which they are tried. The table must not be empty.
    #[inline]
    fn chain(&self, head: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len() - 1;
        // The upper half of a product depends on all bits of the number (Knuth, volume 3, section 6.4).
        let hash = (head.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        (0..MAX_PROBES).map(move |step| (hash + step) & mask)
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.slots)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn finds_the_first_of_each_head_and_nothing_else() {
        for count in [MIN_PATTERNS as u64, 1000, 20_000] {
            let mut heads: Vec<u64> = (0..count).flat_map(|i| [(i * i * 977) << 8; 3]).collect();
            heads.sort_unstable();
            let table = HeadTable::new(&heads);
            assert!(!table.is_empty(), "{count} heads");
            for i in 0..count {
                let head = (i * i * 977) << 8;
                let first = table.first(head, &heads).expect("a head of the list");
                assert!(heads[first] == head && (first == 0 || heads[first - 1] < head), "{i}");
                assert_eq!(table.first(head + 1, &heads), None, "{i}");
            }
        }
    }

    #[test]
    fn heads_that_collide_get_no_table() {
        // The multiplicative inverse of the factor, so that the products are 1, 2, 3 and so on, with an upper half
        // of 0.
        let inverse = (0..6).fold(1_u64, |x, _| {
            x.wrapping_mul(2_u64.wrapping_sub(x.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        });
        let mut heads: Vec<u64> = (1..=100_u64).map(|i| i.wrapping_mul(inverse)).collect();
        heads.sort_unstable();
        assert!(HeadTable::new(&heads).is_empty());
        assert!(HeadTable::new(&[]).is_empty());
    }
}
