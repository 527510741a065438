//! A path, indexed for many searches: for the file of thousands of wildcard rules against the path of
//! kilobytes, where searching the path anew for every rule would take their product.
//!
//! A suffix array (Manber and Myers 1990): the places of the path, sorted by the text that begins there, so
//! that all places of a segment stand together. Sorted by doubling: places sorted by their first `k` bytes
//! are sorted by their first `2k` by sorting pairs of ranks. Beside it, for every power of two, the
//! greatest place in each stretch of that length (a sparse table), which tells whether a segment occurs
//! behind a place at all.

use alloc::vec::Vec;

use memchr::memmem;

/// Up to this many places of a segment are looked at one by one.
const FEW: usize = 256;

pub(super) struct PathIndex<'p> {
    path: &'p [u8],
    /// The places, sorted by the text that begins there.
    places: Vec<u32>,
    /// `greatest[k][i]` is the greatest of `places[i..i + 2^k]`.
    greatest: Vec<Vec<u32>>,
}

impl<'p> PathIndex<'p> {
    /// O(path * log² path).
    pub(super) fn new(path: &'p [u8]) -> Self {
        let places = sorted_places(path);
        let mut greatest = Vec::new();
        let mut length = 1;
        let mut last = places.clone();
        while 2 * length <= places.len() {
            let next = last.iter().zip(&last[length..]).map(|(a, b)| *a.max(b)).collect();
            greatest.push(core::mem::replace(&mut last, next));
            length *= 2;
        }
        greatest.push(last);
        Self { path, places, greatest }
    }

    /// Where the leftmost `segment` at or behind `at` ends. O(segment * log path), and the distance to it
    /// where a segment occurs very often.
    pub(super) fn find(&self, at: usize, segment: &[u8]) -> Option<usize> {
        let begins = |place: &u32| {
            let text = &self.path[*place as usize..];
            &text[..text.len().min(segment.len())]
        };
        let first = self.places.partition_point(|place| begins(place) < segment);
        let count = self.places[first..].partition_point(|place| begins(place) == segment);
        if count == 0 || (self.greatest(first, count) as usize) < at {
            return if segment.is_empty() { Some(at) } else { None };
        }
        if count > FEW {
            return memmem::find(&self.path[at..], segment).map(|i| at + i + segment.len());
        }
        let behind = |place: &u32| Some(*place as usize).filter(|&place| place >= at);
        let leftmost = self.places[first..first + count].iter().filter_map(behind).min()?;
        Some(leftmost + segment.len())
    }

    /// The greatest of `places[first..first + count]`; `count` is not 0.
    fn greatest(&self, first: usize, count: usize) -> u32 {
        let power = count.ilog2() as usize;
        let row = &self.greatest[power];
        row[first].max(row[first + count - (1 << power)])
    }
}

fn sorted_places(path: &[u8]) -> Vec<u32> {
    // Eight bytes at first; behind the end of the path are zeroes, which it cannot have itself.
    let first_eight = |place: usize| {
        let mut bytes = [0; 8];
        let text = &path[place..path.len().min(place + 8)];
        bytes[..text.len()].copy_from_slice(text);
        u64::from_be_bytes(bytes)
    };
    let mut keyed: Vec<(u64, u32)> =
        (0..path.len()).map(|place| (first_eight(place), place as u32)).collect();
    let mut ranks = alloc::vec![0_u32; path.len()];
    let mut sorted_by = 8;
    loop {
        keyed.sort_unstable();
        let mut rank = 0;
        for i in 0..keyed.len() {
            rank += u32::from(i > 0 && keyed[i].0 != keyed[i - 1].0);
            ranks[keyed[i].1 as usize] = rank;
        }
        if rank as usize + 1 >= keyed.len() {
            return keyed.into_iter().map(|(_, place)| place).collect();
        }
        for (key, place) in &mut keyed {
            let place = *place as usize;
            let behind = ranks.get(place + sorted_by).map_or(0, |rank| rank + 1);
            *key = u64::from(ranks[place]) << 32 | u64::from(behind);
        }
        sorted_by *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let segments: [&[u8]; 10] =
            [b"", b"/", b"a", b"ab", b"ba/", b"aab/b", b"zz", b"/abab/abab", b"b", b"////////////"];
        for path in &paths {
            let index = PathIndex::new(path);
            for at in (0..=path.len()).step_by(7).chain([path.len()]) {
                for segment in segments {
                    let plain = memmem::find(&path[at..], segment).map(|i| at + i + segment.len());
                    assert_eq!(index.find(at, segment), plain, "{segment:?} from {at}");
                }
            }
        }
    }
}
