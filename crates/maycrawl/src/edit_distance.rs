//! Words that look alike.

/// Words longer than this are nobody's slip.
const LONGEST: usize = 48;

/// How many bytes must be changed, added, left out or swapped with the next to make `b` of `a`, without
/// case; more than `limit` is just more. O(a * b), and nothing for words of very different lengths.
pub(crate) fn slips(a: &[u8], b: &[u8], limit: usize) -> usize {
    if a.len().abs_diff(b.len()) > limit || a.len().max(b.len()) > LONGEST {
        return limit + 1;
    }
    // Three rows of the table of distances between the beginnings of `a` and of `b`.
    let mut rows = [[0_usize; LONGEST + 1]; 3];
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
