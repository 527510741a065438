//! Compares the sets of paths that two patterns match: is one set within the other, and do they have a common path?
//!
//! Both answers are exact, for normal forms of patterns and paths of any bytes.
//!
//! *Inclusion.* A path is a word that begins with `/`. A pattern is a word with stars, and has one more star at its end
//! unless it ends in `$`. No pattern can require the byte `*` itself, so `*` is a letter that only stars match. Take
//! the text of pattern A as a path, with its stars as letters. If B matches that text, the stars of B cover the stars
//! of A. Then they also cover everything that the stars of A match, so B matches every path of A. If B does not match
//! the text, the text itself is a path that A matches and B does not match. So one match decides, in O(A + B).
//!
//! Only a pattern that begins with `*` needs more work, because a path begins with `/`. It matches the paths in which
//! the star matches `/` and any bytes, and, if `/` follows the star, the paths in which the star matches nothing.
//!
//! *Meeting.* A pattern without any star matches one path, so one match decides. Otherwise both patterns have a star.
//! Write the longer of their beginnings, all that stands between the stars of the one, then of the other, and the
//! longer of their ends: one star of each pattern takes what the other one asks for. So only the beginnings can be
//! contrary, and, if both patterns end in `$`, the ends.

use alloc::vec::Vec;

use crate::matching::pattern::{self, literal_start};

/// True if `b` matches every path that `a` matches. Both are normal forms that begin with `/` or `*`. `text` is a
/// buffer. O(a + b).
pub fn is_within(a: &[u8], b: &[u8], text: &mut Vec<u8>) -> bool {
    let mut matches = |start: &[u8], rest: &[u8]| {
        text.clear();
        text.extend_from_slice(start);
        match rest {
            [body @ .., b'$'] => text.extend_from_slice(body),
            body => {
                text.extend_from_slice(body);
                text.push(b'*');
            }
        }
        pattern::match_len(b, text).is_some()
    };
    if a.first() != Some(&b'*') {
        return matches(b"", a);
    }
    let stars = a.iter().take_while(|&&byte| byte == b'*').count();
    matches(b"/", a) && (a.get(stars) != Some(&b'/') || matches(b"", &a[stars..]))
}

/// What [`is_within`] or [`meet`] takes of a [`Budget`](crate::matching::budget::Budget), at most.
pub fn steps_of_comparing(a: &[u8], b: &[u8]) -> u64 {
    4 + (a.len() + b.len()) as u64 / 4
}

/// True if some path is matched by both patterns. Both are normal forms that begin with `/` or `*`. O(a + b).
pub fn meet(a: &[u8], b: &[u8]) -> bool {
    if let Some(path) = only_path(a) {
        return pattern::match_len(b, path).is_some();
    }
    if let Some(path) = only_path(b) {
        return pattern::match_len(a, path).is_some();
    }
    let (start, other) = (literal_start(a), literal_start(b));
    let begin_alike = start.starts_with(other) || other.starts_with(start);
    let end_alike = match (literal_end(a), literal_end(b)) {
        (Some(end), Some(other)) => end.ends_with(other) || other.ends_with(end),
        _ => true,
    };
    begin_alike && end_alike
}

/// The path of a pattern that matches one path only.
fn only_path(normal: &[u8]) -> Option<&[u8]> {
    normal.strip_suffix(b"$").filter(|body| !body.contains(&b'*'))
}

/// What each path ends with that the pattern matches. `None` if it has a star at its end.
fn literal_end(normal: &[u8]) -> Option<&[u8]> {
    let body = normal.strip_suffix(b"$")?;
    body.rsplit(|&byte| byte == b'*').next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use maycrawl_testdata::words::words;

    /// Compares every pattern of up to four letters with every other, over all paths that can distinguish them. `b` is
    /// in no pattern: it is the letter that only stars match.
    #[test]
    fn inclusion_and_meeting_are_those_of_the_sets_of_paths() {
        let mut patterns = words(b"/", b"/a*", 3);
        patterns.extend(words(b"*", b"/a*", 3));
        let anchored: Vec<_> =
            patterns.iter().map(|pattern| [pattern, &b"$"[..]].concat()).collect();
        patterns.extend(anchored);
        let paths = words(b"/", b"/ab", 7);
        let sets: Vec<Vec<bool>> = patterns
            .iter()
            .map(|pattern| {
                paths.iter().map(|path| pattern::match_len(pattern, path).is_some()).collect()
            })
            .collect();
        let mut text = Vec::new();
        for (a, in_a) in patterns.iter().zip(&sets) {
            for (b, in_b) in patterns.iter().zip(&sets) {
                let both = || in_a.iter().zip(in_b);
                let pair = alloc::format!("{} {}", a.escape_ascii(), b.escape_ascii());
                assert_eq!(
                    is_within(a, b, &mut text),
                    both().all(|(a, b)| !a || *b),
                    "within: {pair}"
                );
                assert_eq!(meet(a, b), both().any(|(a, b)| *a && *b), "meet: {pair}");
            }
        }
    }
}
