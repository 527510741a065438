//! Which paths a pattern matches, compared with another's: is one set inside the other, do they meet?
//!
//! Both answers are exact for the patterns' normal forms and paths of any bytes.
//!
//! *Inclusion.* A path that begins with `/` is a word; a pattern is a word with stars, and unless it ends in `$` one
//! more star at its end. No pattern can ask for the byte `*` itself, so `*` is a letter that only stars match. Take the
//! text of pattern A as if it were a path, its stars as letters. If B matches that text, B's stars cover A's, and
//! whatever A's stars stand for B's cover too: every path of A is one of B. If B does not match it, that text is itself
//! a path that A matches and B does not. So one match decides, in O(A + B).
//!
//! Only a pattern that begins with `*` needs more, because a path begins with `/`: its paths are those in which
//! the star stands for `/` and anything, and, if `/` follows the star, those in which it stands for nothing.

use alloc::vec::Vec;
use core::mem;

use crate::pattern;

/// True when every path that `a` matches is matched by `b`. Normal forms that begin with `/` or `*`.
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

/// True when some path is matched by both. O(a * b).
///
/// Walks both patterns at once: `reach[j]` says that a beginning of `a` and the first `j` of `b` have a word in common.
/// If both begin with a star, `/` may be put in front of a common word; if one does not, it begins with `/` anyway.
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
            // `reach[j + 1]` is behind a[..i] and b[..=j], `next[j]` behind a[..=i] and b[..j].
            next.push(if a.is_star(i) || b.is_star(j) {
                // The star stands for nothing, or takes one more byte of the other.
                reach[j + 1] || next[j]
            } else {
                reach[j] && a.0[i] == b.0[j]
            });
        }
        mem::swap(&mut reach, &mut next);
    }
    reach.last() == Some(&true)
}

/// A pattern without its final `$`, or with the star that stands at its end otherwise.
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
    use alloc::vec;

    /// All words of `letters` up to this length, behind `start`.
    fn words(start: &[u8], letters: &[u8], length: usize) -> Vec<Vec<u8>> {
        let mut words = vec![start.to_vec()];
        let mut from = 0;
        for _ in 0..length {
            let end = words.len();
            for i in from..end {
                for letter in letters {
                    words.push([&words[i], core::slice::from_ref(letter)].concat());
                }
            }
            from = end;
        }
        words
    }

    /// Every pattern of up to four letters with every other, against all paths that could tell them apart. `b` is in
    /// no pattern: it is the letter that only stars match.
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
