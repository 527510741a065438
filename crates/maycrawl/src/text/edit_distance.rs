//! Edit distance between words, to find typos.

/// The length in bytes above which a word is never treated as a typo of another.
const MAX_WORD_BYTES: usize = 48;

/// The number of slips between `a` and `b`, ignoring case: bytes changed, added, left out, or swapped with the next one
/// (the optimal string alignment distance). Above `limit` the exact number does not matter.
///
/// Cost: O(a * b); O(1) for words whose lengths differ by more than `limit`.
pub fn slips(a: &[u8], b: &[u8], limit: usize) -> usize {
    if a.len().abs_diff(b.len()) > limit || a.len().max(b.len()) > MAX_WORD_BYTES {
        return limit + 1;
    }
    // Three rows of the table of distances between the prefixes of `a` and of `b`.
    let mut rows = [[0_usize; MAX_WORD_BYTES + 1]; 3];
    for (j, cell) in rows[1].iter_mut().enumerate() {
        *cell = j;
    }
    let same = |x: u8, y: u8| x.eq_ignore_ascii_case(&y);
    for (i, &x) in a.iter().enumerate() {
        let [before, above, row] = &mut rows;
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = above[j] + usize::from(!same(x, y));
            row[j + 1] = changed.min(above[j + 1] + 1).min(row[j] + 1);
            let swapped = i > 0 && j > 0 && same(a[i - 1], y) && same(x, b[j - 1]);
            if swapped {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (a, b, expected) in [
            ("googlebot", "Googlebot", 0),
            ("gogglebot", "googlebot", 1),
            ("bingbto", "bingbot", 1),
            ("disalllow", "disallow", 1),
            ("desalow", "disallow", 2),
            ("a", "abcd", 3),
            ("", "ab", 2),
        ] {
            assert_eq!(slips(a.as_bytes(), b.as_bytes(), 2), expected, "{a} {b}");
        }
    }
}
