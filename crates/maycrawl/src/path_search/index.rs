//! A path, indexed for many searches.
//!
//! A suffix array (Manber and Myers 1990): the places of the path, sorted by the text that begins there, so that all
//! places of a segment stand together. Sorted by doubling: places sorted by their first `k` bytes are sorted by their
//! first `2k` by sorting pairs of ranks. The first seven bytes at each place stand beside it as one number, so that
//! most of a binary search compares numbers.
//!
//! Of the places of a segment the leftmost at or behind a given place is wanted. A wavelet matrix over the suffix
//! array tells it (Claude, Navarro and Ordóñez 2015, *range next value*): one bit vector for each bit of a place, in
//! each of which the places are parted stably by that bit.

use alloc::vec::Vec;

/// Up to this many places of a segment are compared one by one.
const FEW: usize = 64;

pub(super) struct PathIndex<'p> {
    path: &'p [u8],
    /// The places, sorted by the text that begins there.
    places: Vec<u32>,
    /// [`beginning`] of the text at each of `places`.
    beginnings: Vec<u64>,
    matrix: WaveletMatrix,
}

impl<'p> PathIndex<'p> {
    /// O(path * log² path). `path` has less than 4 GiB.
    pub(super) fn new(path: &'p [u8]) -> Self {
        let places = sorted_places(path);
        let beginnings = places.iter().map(|&place| beginning(&path[place as usize..])).collect();
        let matrix = WaveletMatrix::new(&places);
        Self { path, places, beginnings, matrix }
    }

    /// Where the leftmost `segment` at or behind `at` ends. O(segment * log path). `segment` has no NUL, as no
    /// pattern of a file has.
    pub(super) fn find(&self, at: usize, segment: &[u8]) -> Option<usize> {
        let (low, high) = beginnings_of(segment);
        let mut first = self.beginnings.partition_point(|&beginning| beginning < low);
        let mut end =
            first + self.beginnings[first..].partition_point(|&beginning| beginning <= high);
        if let Some(rest) = segment.get(KNOWN..).filter(|rest| !rest.is_empty()) {
            // Those that begin alike are sorted by what follows.
            let text = |place: u32| {
                let text = &self.path[place as usize + KNOWN..];
                &text[..text.len().min(rest.len())]
            };
            let alike = &self.places[first..end];
            let before = alike.partition_point(|&place| text(place) < rest);
            let count = alike[before..].partition_point(|&place| text(place) == rest);
            first += before;
            end = first + count;
        }
        let at = u32::try_from(at).ok()?;
        let leftmost = if end - first <= FEW {
            // No place is `u32::MAX`, so it stands for none; without a branch this is vector code.
            let behind = |&place: &u32| if place >= at { place } else { u32::MAX };
            self.places[first..end].iter().map(behind).min().filter(|&place| place != u32::MAX)
        } else {
            self.matrix.least_from(at, first, end)
        };
        leftmost.map(|place| place as usize + segment.len())
    }
}

/// Bytes of a text that [`beginning`] knows.
const KNOWN: usize = 7;

/// The first seven bytes of a text as a number in the order of texts; the last byte is how many there are.
fn beginning(text: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let known = text.len().min(KNOWN);
    bytes[..known].copy_from_slice(&text[..known]);
    bytes[KNOWN] = known as u8;
    u64::from_be_bytes(bytes)
}

/// The least and the greatest [`beginning`] of a text that may begin with `segment`.
fn beginnings_of(segment: &[u8]) -> (u64, u64) {
    let known = segment.len().min(KNOWN);
    let (mut low, mut high) = ([0; 8], [u8::MAX; 8]);
    low[..known].copy_from_slice(&segment[..known]);
    high[..known].copy_from_slice(&segment[..known]);
    (u64::from_be_bytes(low), u64::from_be_bytes(high))
}

fn sorted_places(path: &[u8]) -> Vec<u32> {
    // A key, and below it the place: numbers sort fastest.
    let keyed = |key: u64, place: usize| u128::from(key) << 32 | place as u128;
    let mut order: Vec<u128> =
        (0..path.len()).map(|place| keyed(beginning(&path[place..]), place)).collect();
    let mut ranks = alloc::vec![0_u32; path.len()];
    let mut sorted_by = KNOWN;
    loop {
        order.sort_unstable();
        let mut rank = 0;
        let mut before = order.first().map_or(0, |first| first >> 32);
        for &entry in &order {
            rank += u32::from(entry >> 32 != before);
            before = entry >> 32;
            ranks[entry as u32 as usize] = rank;
        }
        if rank as usize + 1 >= order.len() {
            return order.into_iter().map(|entry| entry as u32).collect();
        }
        for entry in &mut order {
            let place = *entry as u32 as usize;
            let behind = ranks.get(place + sorted_by).map_or(0, |rank| rank + 1);
            *entry = keyed(u64::from(ranks[place]) << 32 | u64::from(behind), place);
        }
        sorted_by *= 2;
    }
}

/// Numbers, parted by their bits from the highest down; each level keeps the order of the one above.
struct WaveletMatrix {
    levels: Vec<Level>,
}

/// The bits of one level, in the order of the level.
struct Level {
    /// 64 bits, and how many ones stand before them.
    words: Vec<(u64, u32)>,
    /// Where the numbers with a one begin on the next level.
    zeros: usize,
}

impl Level {
    /// How many of the first `end` bits are ones.
    fn ones(&self, end: usize) -> usize {
        let (word, before) = self.words[end / 64];
        before as usize + (word & !(u64::MAX << (end % 64))).count_ones() as usize
    }

    /// The numbers of `range` on the next level: those without the bit, and those with it.
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
        // Follows the bits of the bound. Where it has a zero, all numbers with a one there are greater: the last such
        // turn that has any numbers holds the least greater one.
        let mut range = (first, end);
        let mut turn = None;
        for (i, level) in self.levels.iter().enumerate() {
            let [without, with] = level.parts(range);
            if bound >> (bits - 1 - i) & 1 == 1 {
                range = with;
            } else {
                if with.0 < with.1 {
                    turn = Some((i, with));
                }
                range = without;
            }
            if range.0 >= range.1 {
                let (i, range) = turn?;
                let shift = bits - 1 - i;
                return Some(self.least((bound >> shift | 1) << shift, i + 1, range));
            }
        }
        Some(bound)
    }

    /// The least number of a range of that level; `number` has the bits above it.
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
        // A path may have a NUL, a pattern never has.
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
                        continue; // never asked: it is found plainly
                    }
                    assert_eq!(found, plain, "{segment:?} from {at}");
                }
            }
        }
    }

    #[test]
    fn the_matrix_knows_the_next_value_of_every_range() {
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
