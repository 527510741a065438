//! A path that many patterns are matched with, in bounded time.
//!
//! A pattern alone costs O(path + pattern). Thousands of wildcard rules against a path of kilobytes would cost the
//! product: 290 ms for a hostile file of 500 KiB and a path of 8 KiB. [`PathSearch`] counts what the searches for
//! segments have cost. As soon as that is as much as an index of the path costs, it builds the index
//! (`path_search/index.rs`), and from there on a search costs O(segment * log path).
//!
//! Compiled rules, the single pass and the explanation all match through this type, so one bound holds for the three.
//!
//! *The bound.* Work is counted in steps; a step is a byte that a slow search walks, one to two nanoseconds. Before
//! the index exists, all searches together cost [`SEARCHES_WORTH_AN_INDEX`] times the path, and building it costs as
//! much again. After that
//!
//! - a path of up to [`SHORT`] bytes is still searched plainly: that costs no more than the index would;
//! - so is a segment of one or two bytes, because vector code walks 16 bytes or more in a step;
//! - any other segment is looked up in the index: a constant, and a step for each of its bytes.
//!
//! Either way a rule costs no more than about forty steps for each of its bytes; `tests.rs` holds the sum for every
//! hostile file that is known.

mod index;
#[cfg(test)]
mod tests;

use core::cell::{Cell, OnceCell};

use crate::pattern::{self, End};
use index::PathIndex;

/// Indexing a path costs as much as searching the whole path so many times.
pub(crate) const SEARCHES_WORTH_AN_INDEX: usize = 128;

/// Bytes of a path that is never indexed.
const SHORT: usize = 512;

/// Steps that a search costs, however near its end is.
const STEPS_OF_A_SEARCH: usize = 16;

/// Steps that a look into the index costs, without those for the bytes of the segment.
const STEPS_OF_A_LOOK: usize = 100;

/// A path that many patterns are matched with. Allocates only if the patterns search it so much that an index pays.
pub(crate) struct PathSearch<'p> {
    path: &'p [u8],
    steps: Cell<usize>,
    index: OnceCell<PathIndex<'p>>,
}

impl<'p> PathSearch<'p> {
    #[inline]
    pub(crate) fn new(path: &'p [u8]) -> Self {
        Self { path, steps: Cell::new(0), index: OnceCell::new() }
    }

    #[inline]
    pub(crate) fn path(&self) -> &'p [u8] {
        self.path
    }

    /// How many bytes of the path the pattern with this normal form covers, if it matches.
    #[inline]
    pub(crate) fn match_len(&self, normal_form: &[u8]) -> Option<usize> {
        pattern::match_len_by(normal_form, self.path, |at, segment| self.find(at, segment))
    }

    /// [`match_len`](Self::match_len) for a normal form without its final `$`.
    #[inline]
    pub(crate) fn match_body(&self, body: &[u8], end: End) -> Option<usize> {
        pattern::match_body_by(body, end, self.path, |at, segment| self.find(at, segment))
    }

    /// Where the leftmost `segment` at or behind `at` ends.
    #[inline]
    fn find(&self, at: usize, segment: &[u8]) -> Option<usize> {
        if self.steps.get() > SEARCHES_WORTH_AN_INDEX * self.path.len() {
            return self.find_with_index(at, segment);
        }
        self.find_plainly(at, segment)
    }

    #[inline]
    fn find_plainly(&self, at: usize, segment: &[u8]) -> Option<usize> {
        let end = pattern::find(self.path, at, segment);
        let walked = end.unwrap_or(self.path.len()) - at;
        self.count(STEPS_OF_A_SEARCH + if segment.len() <= 2 { walked / 16 } else { walked });
        end
    }

    #[cold]
    fn find_with_index(&self, at: usize, segment: &[u8]) -> Option<usize> {
        let has_index = self.path.len() > SHORT && u32::try_from(self.path.len()).is_ok();
        if !has_index || segment.len() <= 2 {
            return self.find_plainly(at, segment);
        }
        let index = self.index.get_or_init(|| {
            self.count(SEARCHES_WORTH_AN_INDEX * self.path.len());
            PathIndex::new(self.path)
        });
        self.count(STEPS_OF_A_LOOK + segment.len());
        index.find(at, segment)
    }

    #[inline]
    fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps);
    }

    /// What all searches have cost so far.
    #[cfg(test)]
    pub(crate) fn steps(&self) -> usize {
        self.steps.get()
    }

    #[cfg(test)]
    pub(crate) fn has_index(&self) -> bool {
        self.index.get().is_some()
    }
}
