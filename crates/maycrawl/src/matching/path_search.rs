//! A path that many patterns are matched with, in bounded time.
//!
//! # The idea
//!
//! One pattern costs O(path + pattern). Thousands of wildcard rules against a path of kilobytes would cost the
//! product: 290 ms for a hostile file of 500 KiB and a path of 8 KiB. An index of the path makes each search cheap, but
//! costs as much as [`INDEX_COST_IN_SEARCHES`] searches of the whole path, which an ordinary file never needs.
//!
//! So [`PathSearch`] counts what the searches for segments have cost. Once that is as much as an index of the path
//! costs, it builds the index (`path_search/index.rs`), and from then on a search costs O(segment * log path). This is
//! the argument of the ski rental problem: to rent until the rents add up to the price, and then to buy, never costs
//! more than twice the best choice. For example, 100 rules that each walk the whole path never build the index;
//! 20,000 such rules build it after the 128th and pay 128 searches, the index, and 19,872 lookups.
//!
//! Compiled rules, the single pass and the explanation all match through this type, so one bound holds for all three.
//!
//! # The bound
//!
//! Work is counted in steps; a step is one byte of a slow search, one to two nanoseconds. Before
//! the index exists, all searches together cost [`INDEX_COST_IN_SEARCHES`] times the path, and building it costs the
//! same again. After that
//!
//! - a path of up to [`MAX_UNINDEXED_BYTES`] bytes is still searched without an index, which costs no more than
//!   the index would;
//! - so is a segment of one or two bytes, because vector code walks 16 bytes or more in a step;
//! - any other segment is looked up in the index: a constant, and a step for each of its bytes.
//!
//! In each case a rule costs no more than about forty steps for each of its bytes. `tests.rs` checks the sum for every
//! known hostile file.

mod index;
#[cfg(test)]
mod tests;

use core::cell::{Cell, OnceCell};

use crate::matching::pattern::{self, End};
use index::PathIndex;

/// The cost of an index of the path, in searches of the whole path.
pub(crate) const INDEX_COST_IN_SEARCHES: usize = 128;

/// The length in bytes up to which a path is never indexed.
const MAX_UNINDEXED_BYTES: usize = 512;

/// The steps of a search in addition to those for the bytes that it walks.
const SEARCH_STEPS: usize = 16;

/// The steps of an index lookup in addition to those for the bytes of the segment.
const LOOKUP_STEPS: usize = 100;

/// A path that many patterns are matched with. Allocates only if the patterns search it so often that an index pays.
pub struct PathSearch<'p> {
    path: &'p [u8],
    steps: Cell<usize>,
    index: OnceCell<PathIndex<'p>>,
}

impl<'p> PathSearch<'p> {
    #[inline]
    /// For this path. O(1): an index is built when it pays.
    pub fn new(path: &'p [u8]) -> Self {
        Self { path, steps: Cell::new(0), index: OnceCell::new() }
    }

    #[inline]
    /// The path.
    pub fn path(&self) -> &'p [u8] {
        self.path
    }

    /// The number of bytes of the path that the pattern with this normal form covers, if it matches.
    #[inline]
    pub fn match_len(&self, normal_form: &[u8]) -> Option<usize> {
        pattern::match_len_by(normal_form, self.path, |at, segment| self.find(at, segment))
    }

    /// [`match_len`](Self::match_len) for a normal form without its final `$`.
    #[inline]
    pub fn match_body(&self, body: &[u8], end: End) -> Option<usize> {
        pattern::match_body_by(body, end, self.path, |at, segment| self.find(at, segment))
    }

    /// The end of the leftmost `segment` that starts at or after `at`.
    #[inline]
    fn find(&self, at: usize, segment: &[u8]) -> Option<usize> {
        if self.steps.get() > INDEX_COST_IN_SEARCHES * self.path.len() {
            return self.find_with_index(at, segment);
        }
        self.find_without_index(at, segment)
    }

    #[inline]
    fn find_without_index(&self, at: usize, segment: &[u8]) -> Option<usize> {
        let end = pattern::find(self.path, at, segment);
        let walked = end.unwrap_or(self.path.len()) - at;
        self.count(SEARCH_STEPS + if segment.len() <= 2 { walked / 16 } else { walked });
        end
    }

    #[cold]
    fn find_with_index(&self, at: usize, segment: &[u8]) -> Option<usize> {
        let has_index =
            self.path.len() > MAX_UNINDEXED_BYTES && u32::try_from(self.path.len()).is_ok();
        if !has_index || segment.len() <= 2 {
            return self.find_without_index(at, segment);
        }
        let index = self.index.get_or_init(|| {
            self.count(INDEX_COST_IN_SEARCHES * self.path.len());
            PathIndex::new(self.path)
        });
        self.count(LOOKUP_STEPS + segment.len());
        index.find(at, segment)
    }

    #[inline]
    fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps);
    }

    /// The steps of all searches so far.
    #[cfg(test)]
    pub(crate) fn steps(&self) -> usize {
        self.steps.get()
    }

    /// The steps of all searches so far as a [`Budget`](crate::matching::budget::Budget) counts them: its steps are
    /// longer.
    pub fn budget_steps(&self) -> u64 {
        self.steps.get() as u64 / 6
    }

    #[cfg(test)]
    pub(crate) fn has_index(&self) -> bool {
        self.index.get().is_some()
    }
}
