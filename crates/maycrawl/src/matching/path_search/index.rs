//! An index of a path for many searches: a suffix array, and a wavelet matrix over it.
//!
//! The question is always: where is the leftmost occurrence of a segment at or after a given position?
//!
//! # The suffix array finds all occurrences
//!
//! A suffix array (Manber and Myers 1990) is the list of all positions of the path, sorted by the suffix that begins
//! there. All positions at which a segment occurs are neighbours in that list, and two binary searches find the
//! first and the last. For example the path `/ab/ab` has the suffixes
//!
//! ```text
//! position  suffix
//!        3  /ab
//!        0  /ab/ab
//!        4  ab
//!        1  ab/ab
//!        5  b
//!        2  b/ab
//! ```
//!
//! and `ab` occurs at the positions 4 and 1. The array is built by doubling: positions that are sorted by their first
//! `k` bytes are sorted by their first `2k` by sorting pairs of ranks. The first seven bytes of each suffix are stored
//! with it as one number, so that most of a binary search compares numbers.
//!
//! # The wavelet matrix finds the leftmost one after a position
//!
//! Neighbours in the array are not sorted by position, and there may be thousands. Wanted is the least number at or
//! above a bound in a range of a list. A wavelet matrix answers that (Claude, Navarro and Ordóñez 2015, *range next
//! value*). It has one bit vector for each bit of a position, from the highest down. On each level the numbers are
//! partitioned stably by that bit, so the numbers of a range that share the upper bits are a range on the next
//! level too, and counting ones gives its limits. A search follows the bits of the bound down the levels.
//!
//! # Cost
//!
//! O(path * log² path) to build, O(segment * log path) for a search, about 40 bytes of memory for each byte of the
//! path.

use alloc::vec::Vec;

/// The number of occurrences up to which they are compared one by one, without the wavelet matrix.
const MAX_SCANNED_OCCURRENCES: usize = 64;

/// An index of a path: for any segment and position, the next occurrence.
pub(super) struct PathIndex<'p> {
    path: &'p [u8],
    /// The suffix array: all positions of the path, sorted by the suffix that begins there.
    positions: Vec<u32>,
    /// The [`prefix_key`] of the suffix at each of `positions`.
    keys: Vec<u64>,
    matrix: WaveletMatrix,
}

impl<'p> PathIndex<'p> {
    /// The index of `path`, which has less than 4 GiB. O(path * log² path).
    pub(super) fn new(path: &'p [u8]) -> Self {
        let positions = suffix_array(path);
        let keys = positions.iter().map(|&at| prefix_key(&path[at as usize..])).collect();
        let matrix = WaveletMatrix::new(&positions);
        Self { path, positions, keys, matrix }
    }

    /// The end of the leftmost `segment` that starts at or after `at`. O(segment * log path). `segment` has no NUL, as
    /// no pattern of a file has one.
    pub(super) fn find(&self, at: usize, segment: &[u8]) -> Option<usize> {
        let (low, high) = prefix_key_range(segment);
        let mut first = self.keys.partition_point(|&key| key < low);
        let mut end = first + self.keys[first..].partition_point(|&key| key <= high);
        if let Some(rest) = segment.get(KEY_BYTES..).filter(|rest| !rest.is_empty()) {
            // Suffixes with the same key are sorted by what follows.
            let text = |position: u32| {
                let text = &self.path[position as usize + KEY_BYTES..];
                &text[..text.len().min(rest.len())]
            };
            let same_key = &self.positions[first..end];
            let before = same_key.partition_point(|&position| text(position) < rest);
            let count = same_key[before..].partition_point(|&position| text(position) == rest);
            first += before;
            end = first + count;
        }
        let at = u32::try_from(at).ok()?;
        let leftmost = if end - first <= MAX_SCANNED_OCCURRENCES {
            // No position is `u32::MAX`, so it means "none". Without a branch the compiler makes vector code of this.
            let from_at = |&position: &u32| if position >= at { position } else { u32::MAX };
            self.positions[first..end].iter().map(from_at).min().filter(|&least| least != u32::MAX)
        } else {
            self.matrix.least_from(at, first, end)
        };
        leftmost.map(|position| position as usize + segment.len())
    }
}

/// The bytes of a text that its [`prefix_key`] holds.
const KEY_BYTES: usize = 7;

/// The first seven bytes of a text as a number that sorts as texts do; the lowest byte is how many there are.
fn prefix_key(text: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = text.len().min(KEY_BYTES);
    bytes[..length].copy_from_slice(&text[..length]);
    bytes[KEY_BYTES] = length as u8;
    u64::from_be_bytes(bytes)
}

/// The least and the greatest [`prefix_key`] of a text that may begin with `segment`.
fn prefix_key_range(segment: &[u8]) -> (u64, u64) {
    let length = segment.len().min(KEY_BYTES);
    let (mut low, mut high) = ([0; 8], [u8::MAX; 8]);
    low[..length].copy_from_slice(&segment[..length]);
    high[..length].copy_from_slice(&segment[..length]);
    (u64::from_be_bytes(low), u64::from_be_bytes(high))
}

/// All positions of `path`, sorted by the suffix that begins there.
fn suffix_array(path: &[u8]) -> Vec<u32> {
    // A sort key, and below it the position: numbers sort fastest.
    let keyed = |key: u64, position: usize| u128::from(key) << 32 | position as u128;
    let mut order: Vec<u128> =
        (0..path.len()).map(|at| keyed(prefix_key(&path[at..]), at)).collect();
    let mut ranks = alloc::vec![0_u32; path.len()];
    let mut sorted_by = KEY_BYTES;
    loop {
        order.sort_unstable();
        let mut rank = 0;
        let mut before = order.first().map_or(0, |first| first >> 32);
        for &item in &order {
            rank += u32::from(item >> 32 != before);
            before = item >> 32;
            ranks[item as u32 as usize] = rank;
        }
        if rank as usize + 1 >= order.len() {
            return order.into_iter().map(|item| item as u32).collect();
        }
        for item in &mut order {
            let position = *item as u32 as usize;
            let next = ranks.get(position + sorted_by).map_or(0, |rank| rank + 1);
            *item = keyed(u64::from(ranks[position]) << 32 | u64::from(next), position);
        }
        sorted_by *= 2;
    }
}

/// Numbers, partitioned by their bits from the highest down. Each partition is stable.
struct WaveletMatrix {
    levels: Vec<Level>,
}

/// One bit of each number, in the order of the level.
struct Level {
    /// 64 bits, and the number of ones before them.
    words: Vec<(u64, u32)>,
    /// The number of zeros: on the next level the numbers with a one begin there.
    zeros: usize,
}

impl Level {
    /// The number of ones among the first `end` bits.
    fn ones(&self, end: usize) -> usize {
        let (word, before) = self.words[end / 64];
        before as usize + (word & !(u64::MAX << (end % 64))).count_ones() as usize
    }

    /// The ranges on the next level of the numbers of a range: those without the bit, and those with it.
    fn parts(&self, (start, end): (usize, usize)) -> [(usize, usize); 2] {
        let (before, upto) = (self.ones(start), self.ones(end));
        [(start - before, end - upto), (self.zeros + before, self.zeros + upto)]
    }
}

impl WaveletMatrix {
    /// The matrix of `numbers`, which are all less than their count. O(numbers * log numbers).
    fn new(numbers: &[u32]) -> Self {
        let bits = usize::BITS - numbers.len().saturating_sub(1).leading_zeros();
        let mut numbers = numbers.to_vec();
        let level = |bit: u32| {
            let has_bit = |number: u32| number >> bit & 1 == 1;
            let mut words = alloc::vec![(0_u64, 0_u32); numbers.len() / 64 + 1];
            for (i, &number) in numbers.iter().enumerate() {
                words[i / 64].0 |= u64::from(has_bit(number)) << (i % 64);
            }
            let mut ones = 0;
            for (word, before) in &mut words {
                *before = ones;
                ones += word.count_ones();
            }
            let (with, without): (Vec<u32>, Vec<u32>) =
                numbers.iter().partition(|&&number| has_bit(number));
            let zeros = without.len();
            numbers = [without, with].concat();
            Level { words, zeros }
        };
        Self { levels: (0..bits).rev().map(level).collect() }
    }

    /// The least of the numbers `first..end` that is not less than `bound`. O(log numbers).
    fn least_from(&self, bound: u32, first: usize, end: usize) -> Option<u32> {
        let bits = self.levels.len();
        if u64::from(bound) >> bits != 0 {
            return None;
        }
        // Follows the bits of the bound. Where the bound has a zero, all numbers with a one there are greater than it.
        // The last such branch that has any numbers contains the least of the greater ones.
        let mut range = (first, end);
        let mut branch = None;
        for (i, level) in self.levels.iter().enumerate() {
            let [without, with] = level.parts(range);
            if bound >> (bits - 1 - i) & 1 == 1 {
                range = with;
            } else {
                if with.0 < with.1 {
                    branch = Some((i, with));
                }
                range = without;
            }
            if range.0 >= range.1 {
                let (i, range) = branch?;
                let shift = bits - 1 - i;
                return Some(self.least((bound >> shift | 1) << shift, i + 1, range));
            }
        }
        Some(bound)
    }

    /// The least number of a range on that level. `number` has the bits of the levels above.
    fn least(&self, mut number: u32, level: usize, mut range: (usize, usize)) -> u32 {
        for (i, level) in self.levels.iter().enumerate().skip(level) {
            let [without, with] = level.parts(range);
            if without.0 < without.1 {
                range = without;
            } else {
                range = with;
                number |= 1 << (self.levels.len() - 1 - i);
            }
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use memchr::memmem;

    #[test]
    fn finds_what_a_plain_search_finds() {
        let mut paths =
            alloc::vec![b"/".to_vec(), b"/a".to_vec(), b"/".repeat(700), b"/abab".repeat(200)];
        let mut state = 1_u32;
        paths.push(
            (0..900)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    b"/ab"[(state >> 24) as usize % 3]
                })
                .collect(),
        );
        // A path may have a NUL; a pattern never has one.
        paths.extend([b"\0".repeat(70), b"/a\0b\0\0".repeat(30), b"/\xff".repeat(40)]);
        let segments: [&[u8]; 14] = [
            b"",
            b"/",
            b"a",
            b"ab",
            b"ba/",
            b"aab/b",
            b"zz",
            b"/abab/abab",
            b"b",
            b"////////////",
            b"///////",
            b"/abab/a",
            b"\xff/\xff",
            b"abab/aba",
        ];
        for path in &paths {
            let index = PathIndex::new(path);
            for at in (0..=path.len()).step_by(7).chain([path.len()]) {
                for segment in segments {
                    let plain = memmem::find(&path[at..], segment).map(|i| at + i + segment.len());
                    let found = index.find(at, segment);
                    if segment.is_empty() && at == path.len() {
                        continue; // never looked up: short segments are searched without the index
                    }
                    assert_eq!(found, plain, "{segment:?} from {at}");
                }
            }
        }
    }

    #[test]
    fn the_matrix_finds_the_next_value_of_every_range() {
        for length in [1, 2, 3, 7, 64, 65, 100] {
            let numbers: Vec<u32> = (0..length).map(|i| i * 37 % length).collect();
            let matrix = WaveletMatrix::new(&numbers);
            for first in 0..numbers.len() {
                for end in first..=numbers.len() {
                    for bound in 0..=length {
                        let plain = numbers[first..end].iter().filter(|&&n| n >= bound).min();
                        let found =
                            (first < end).then(|| matrix.least_from(bound, first, end)).flatten();
                        assert_eq!(found, plain.copied(), "{length} {first}..{end} {bound}");
                    }
                }
            }
        }
    }
}
