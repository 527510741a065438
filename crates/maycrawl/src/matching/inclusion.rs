//! Compares the sets of paths that two patterns match: is one set within the other, and do they have a common path?
//!
//! Both answers are exact, for normal forms of patterns and paths of any bytes.
//!
//! *Inclusion.* A path is a word that begins with `/`. A pattern is a word with stars, and has one more star at its end
//! unless it ends in `$`. No pattern can require the byte `*` itself, so `*` is a letter that only stars match. Take the
//! text of pattern A as a path, with its stars as letters. If B matches that text, the stars of B cover the stars of A.
//! Then they also cover everything that the stars of A match, so B matches every path of A. If B does not match the
//! text, the text itself is a path that A matches and B does not match. So one match decides, in O(A + B).
//!
//! Only a pattern that begins with `*` needs more work, because a path begins with `/`. It matches the paths in which
//! the star matches `/` and any bytes, and, if `/` follows the star, the paths in which the star matches nothing.

use alloc::vec::Vec;
use core::mem;

use crate::matching::pattern;

/// True if `b` matches every path that `a` matches. Both are normal forms that begin with `/` or `*`. `text` is a
/// buffer. O(a + b).
pub(crate) fn is_within(a: &[u8], b: &[u8], text: &mut Vec<u8>) -> bool {
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

/// What [`is_within`] takes of a [`Budget`](crate::matching::budget::Budget), at most.
pub(crate) fn steps_of_is_within(a: &[u8], b: &[u8]) -> u64 {
    4 + (a.len() + b.len()) as u64 / 4
}

/// What [`meet`] takes of a [`Budget`](crate::matching::budget::Budget).
pub(crate) fn steps_of_meet(a: &[u8], b: &[u8]) -> u64 {
    16 + a.len() as u64 * b.len() as u64 / 3
}

/// True if some path is matched by both patterns. O(a * b).
///
/// Reads both patterns together: `reach[j]` says whether a prefix of `a` and the first `j` tokens of `b` match a common
/// word. If both patterns begin with a star, `/` can be added before a common word. Otherwise the word begins with `/`.
pub(crate) fn meet(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (Tokens::of(a), Tokens::of(b));
    let mut reach = Vec::from([true]);
    for j in 0..b.len() {
        let star = b.is_star(j);
        reach.push(reach[j] && star);
    }
    let mut next = Vec::with_capacity(reach.len());
    for i in 0..a.len() {
        next.clear();
        next.push(reach[0] && a.is_star(i));
        for j in 0..b.len() {
            // `reach[j + 1]` is for a[..i] and b[..=j], `next[j]` is for a[..=i] and b[..j].
            next.push(if a.is_star(i) || b.is_star(j) {
                // The star matches nothing, or one more byte of the other pattern.
                reach[j + 1] || next[j]
            } else {
                reach[j] && a.0[i] == b.0[j]
            });
        }
        mem::swap(&mut reach, &mut next);
    }
    reach.last() == Some(&true)
}

/// A pattern without its final `$`. A pattern without `$` gets a star at its end instead.
struct Tokens(Vec<u8>);

impl Tokens {
    fn of(normal: &[u8]) -> Self {
        let mut tokens = normal.to_vec();
        if tokens.last() == Some(&b'$') {
            tokens.pop();
        } else {
            tokens.push(b'*');
        }
        Self(tokens)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn is_star(&self, at: usize) -> bool {
        self.0[at] == b'*'
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::test_words::words;

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
