//! Random numbers from a seed. SplitMix64 (Steele, Lea and Flood, 2014): the sequence must never change with a version
//! of a library, because a seed stands for a whole history.

use std::time::Duration;

/// A generator. Every actor has its own, so that one more number for one actor changes no other.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator for the actor `label`.
    pub(crate) fn fork(&self, label: u64) -> Self {
        let mut fork = Self(self.0 ^ label.wrapping_mul(0xd6e8_feb8_6659_fd93));
        fork.next();
        fork
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not zero.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(crate) fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub(crate) fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())]
    }

    /// Milliseconds between two times.
    pub(crate) fn millis(&mut self, from: u64, to: u64) -> Duration {
        Duration::from_millis(from + self.below(to - from + 1))
    }

    /// A duration whose size is random too: from `from` to `to` seconds, each doubling equally likely.
    pub(crate) fn scale(&mut self, from: u64, to: u64) -> Duration {
        let doublings = (to / from).ilog2() + 1;
        let low = from << self.below(u64::from(doublings));
        Duration::from_millis((low * 1000 + self.below(low * 1000)).min(to * 1000))
    }
}
