//! Patterns without wildcards, sorted: the longest that is a prefix of a path, or the one that equals it.
//!
//! # The idea
//!
//! A plain binary search in a sorted list finds where a path would stand, not the longest prefix of it. Take
//! the sorted patterns
//!
//! ```text
//! /a
//! /a/b      parent: /a
//! /a/b/x    parent: /a/b
//! /c
//! ```
//!
//! and the path `/a/b/y`. It would stand after `/a/b/x`, which is not a prefix of it. But every prefix of the path is
//! also a prefix of `/a/b/x`, so each pattern has a link to its *parent*, the longest other pattern that is a prefix
//! of it. From `/a/b/x` one link leads to `/a/b`, which is a prefix of the path, and the longest. So a search is one
//! binary search and a walk up the links.
//!
//! # Why it is exact
//!
//! Let `p` be the greatest pattern in the list that is not greater than the path. Every pattern that is a prefix of the
//! path is also a prefix of `p`: it is at most `p`, and everything that sorts between a text and an extension of that
//! text begins with that text. So the longest pattern that is a prefix of the path is `p` or one of the prefixes of
//! `p`, and the links lead through these, longest first.
//!
//! # Cost
//!
//! O(path * log patterns), and often much less. A set of 64 bits tells whether any pattern has the second byte of the
//! path. Texts are compared as numbers: the eight bytes after the first slash are the *head*, the next eight the
//! *tail*, each stored as one number in an array of its own. In a long list a hash table finds the patterns with the
//! head of the path ([`HeadTable`]), the tails narrow them down, and texts are compared only where tails are equal. If
//! no pattern has the head, only the patterns that are shorter than a head can be prefixes, and they have a list of
//! their own. A pattern of up to nine bytes is compared without its text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::head_table::HeadTable;
use crate::deciding::verdict::MatchedRule;
use crate::matching::rule::{RuleKind, precedence};

/// A literal rule before it is indexed. Its text begins with `/`, as every path does.
pub(super) struct Literal<'a> {
    pub(super) text: Cow<'a, [u8]>,
    pub(super) line: u32,
    pub(super) kind: RuleKind,
}

/// Literal patterns, each once, with the rule that wins among those that share the pattern.
#[derive(Clone, Debug, Default)]
pub(super) struct LiteralIndex {
    /// [`head`] of each pattern.
    heads: Box<[u64]>,
    patterns: Box<[IndexedLiteral]>,
    /// The patterns, sorted and concatenated, each followed by its anchor.
    text: Box<[u8]>,
    /// Where the patterns with each head begin. Empty for a short list.
    table: HeadTable,
    /// The patterns that are shorter than a head, if there is a table.
    short: Box<[ShortLiteral]>,
    /// [`tail`] of each pattern, if there is a table.
    tails: Box<[u64]>,
    /// [`class`] of every pattern.
    seconds: u64,
    /// Length of the anchor in bytes: 1 for the `$` of patterns that match whole paths, 0 for prefixes.
    anchor: u8,
}

/// The bytes of a [`head`].
const HEAD: usize = 8;

/// The eight bytes after the first, as a number that sorts as they do; missing bytes count as 0.
#[inline(always)]
fn head(text: &[u8]) -> u64 {
    eight_bytes(text.get(1..).unwrap_or_default())
}

/// The eight bytes after those of the head.
#[inline]
fn tail(text: &[u8]) -> u64 {
    eight_bytes(text.get(1 + HEAD..).unwrap_or_default())
}

#[inline(always)]
fn eight_bytes(text: &[u8]) -> u64 {
    match text.first_chunk() {
        Some(bytes) => u64::from_be_bytes(*bytes),
        None => {
            let mut bytes = [0; HEAD];
            for (to, from) in bytes.iter_mut().zip(text) {
                *to = *from;
            }
            u64::from_be_bytes(bytes)
        }
    }
}

/// One of 64 bits for the first byte of a head, which is the second of the text. Letters, digits and `-_.%` have bits
/// of their own among the bytes that begin a path.
#[inline(always)]
fn class(head: u64) -> u64 {
    1 << ((head >> 56) & 63)
}

/// The number of values from the start of sorted `values` that equal `value`. O(log of it).
#[inline]
fn equal_from_start(values: &[u64], value: u64) -> usize {
    let mut step = 1;
    while values.get(step - 1) == Some(&value) {
        step *= 2;
    }
    let known = step / 2;
    let rest = &values[known..values.len().min(step)];
    known + rest.partition_point(|&other| other == value)
}

/// A pattern of the index, and the rule that wins among those that have it.
#[derive(Clone, Copy, Debug)]
struct IndexedLiteral {
    /// The end of the pattern in `text`, without its anchor. It begins after the pattern before it and that one's
    /// anchor.
    end: u32,
    /// The line, shifted left by one; the lowest bit is 1 for allow.
    line_and_kind: u32,
    /// The index of the longest other pattern that is a prefix of this one.
    parent: u32,
}

/// A pattern that is no longer than a slash and seven bytes.
#[derive(Clone, Copy, Debug)]
struct ShortLiteral {
    head: u64,
    /// Its index among all patterns.
    at: u32,
}

/// The patterns whose text is shorter than a head: their heads end with a zero byte, because no pattern has a NUL.
fn short(heads: &[u64]) -> Box<[ShortLiteral]> {
    let all = heads.iter().zip(0..).map(|(&head, at)| ShortLiteral { head, at });
    all.filter(|short| short.head & 0xff == 0).collect()
}

/// The `parent` of a pattern that has none.
const NO_PARENT: u32 = u32::MAX;

impl LiteralIndex {
    /// Indexes `literals`. In the file each is followed by `anchor`: `$` or nothing. O(bytes + literals * log
    /// literals).
    pub(super) fn new(literals: &[Literal<'_>], anchor: &[u8]) -> Self {
        if literals.is_empty() {
            return Self::default();
        }
        let bytes = literals.iter().map(|literal| literal.text.len() + anchor.len()).sum();
        let mut text = Vec::with_capacity(bytes);
        let mut patterns = Vec::with_capacity(literals.len());
        let mut heads = Vec::with_capacity(literals.len());
        // The patterns that are prefixes of the current one, longest last.
        let mut open: Vec<(u32, &[u8])> = Vec::with_capacity(8);
        for literal in sorted(literals) {
            while let Some((_, last)) = open.last() {
                if literal.text.starts_with(last) {
                    break;
                }
                open.pop();
            }
            if open.last().is_some_and(|(_, last)| last.len() == literal.text.len()) {
                continue; // the same pattern: the rule that came first wins
            }
            let parent = open.last().map_or(NO_PARENT, |&(index, _)| index);
            open.push((patterns.len() as u32, &literal.text));
            heads.push(head(&literal.text));
            text.extend_from_slice(&literal.text);
            let line_and_kind = literal.line << 1 | u32::from(literal.kind == RuleKind::Allow);
            patterns.push(IndexedLiteral { end: text.len() as u32, line_and_kind, parent });
            text.extend_from_slice(anchor);
        }
        let mut index = Self {
            table: HeadTable::new(&heads),
            heads: heads.into(),
            patterns: patterns.into(),
            text: text.into(),
            anchor: anchor.len() as u8,
            ..Self::default()
        };
        index.seconds = index.heads.iter().fold(0, |set, &head| set | class(head));
        if !index.table.is_empty() {
            index.short = short(&index.heads);
            index.tails = (0..index.patterns.len()).map(|i| tail(index.text(i))).collect();
        }
        index
    }

    #[inline(always)]
    fn start(&self, i: usize) -> usize {
        if i == 0 { 0 } else { self.patterns[i - 1].end as usize + usize::from(self.anchor) }
    }

    #[inline(always)]
    fn text(&self, i: usize) -> &[u8] {
        &self.text[self.start(i)..self.patterns[i].end as usize]
    }

    /// A pattern that begins with every pattern that is a prefix of `path`, or is the longest of these. It is the
    /// pattern `path` itself, if there is one.
    #[inline]
    fn nearest(&self, path: &[u8], head: u64) -> Option<usize> {
        if self.seconds & class(head) == 0 {
            // No pattern has the second byte of the path, so only `/` can be a prefix. It sorts first.
            return (!self.patterns.is_empty()).then_some(0);
        }
        let first = if self.table.is_empty() {
            let first = self.heads.partition_point(|&other| other < head);
            if self.heads.get(first) != Some(&head) {
                return first.checked_sub(1);
            }
            first
        } else {
            let Some(first) = self.table.first(head, &self.heads) else {
                let count = self.short.partition_point(|short| short.head <= head);
                return Some(self.short[count.checked_sub(1)?].at as usize);
            };
            first
        };
        if self.heads.get(first + 1) == Some(&head) {
            return Some(self.nearest_in_run(first, path, head));
        }
        Some(first)
    }

    /// [`nearest`](Self::nearest) among the patterns that have the head of the path. `first` is the first of them.
    fn nearest_in_run(&self, first: usize, path: &[u8], head: u64) -> usize {
        let (mut low, mut high) = (first, first + equal_from_start(&self.heads[first..], head));
        if let Some(tails) = self.tails.get(low..high) {
            let tail = tail(path);
            low += tails.partition_point(|&other| other < tail);
            match equal_from_start(&self.tails[low..high], tail) {
                0 => return low.saturating_sub(1).max(first),
                1 => return low,
                equal => high = low + equal,
            }
        }
        while low < high {
            let middle = low.midpoint(high);
            if self.text(middle) <= path { low = middle + 1 } else { high = middle }
        }
        low.saturating_sub(1).max(first)
    }

    /// The rule with the longest pattern that is a prefix of `path`. O(path * log patterns).
    #[inline]
    pub(super) fn longest_prefix(&self, path: &[u8]) -> Option<LiteralMatch<'_>> {
        let head = head(path);
        let mut at = self.nearest(path, head)?;
        // Each parent is a prefix of its child, and all patterns together are no longer than the file.
        while !self.is_prefix(at, path, head) {
            match self.patterns[at].parent {
                NO_PARENT => return None,
                parent => at = parent as usize,
            }
        }
        Some(LiteralMatch { index: self, at })
    }

    /// True if the pattern is a prefix of `path`, which has this [`head`].
    #[inline]
    fn is_prefix(&self, at: usize, path: &[u8], head: u64) -> bool {
        let text = self.text(at);
        let differing = self.heads[at] ^ head;
        match text.len() {
            // Every path begins with a slash, as every pattern does.
            0 | 1 => true,
            // A path that is too short differs, because no pattern has a NUL.
            len @ 2..=8 => differing >> (64 - 8 * (len - 1)) == 0,
            _ => {
                differing == 0
                    && path.get(1 + HEAD..).is_some_and(|rest| rest.starts_with(&text[1 + HEAD..]))
            }
        }
    }

    /// The rule whose pattern is `path`. O(path * log patterns).
    #[inline]
    pub(super) fn whole(&self, path: &[u8]) -> Option<LiteralMatch<'_>> {
        let at = self.nearest(path, head(path))?;
        (self.text(at) == path).then_some(LiteralMatch { index: self, at })
    }

    /// The rule of each pattern, sorted by pattern.
    pub(super) fn rules(&self) -> impl Iterator<Item = MatchedRule<'_>> {
        (0..self.patterns.len()).map(|at| LiteralMatch { index: self, at }.rule())
    }

    pub(super) fn len(&self) -> usize {
        self.patterns.len()
    }

    pub(super) fn memory(&self) -> usize {
        self.text.len()
            + size_of_val(&*self.patterns)
            + size_of_val(&*self.heads)
            + size_of_val(&*self.short)
            + size_of_val(&*self.tails)
            + self.table.memory()
    }
}

/// A pattern of an index that matches the path.
#[derive(Clone, Copy)]
pub(super) struct LiteralMatch<'r> {
    index: &'r LiteralIndex,
    at: usize,
}

impl<'r> LiteralMatch<'r> {
    fn pattern(self) -> &'r [u8] {
        let (start, end) = (self.index.start(self.at), self.index.patterns[self.at].end as usize);
        &self.index.text[start..end + usize::from(self.index.anchor)]
    }

    #[inline]
    pub(super) fn rule(self) -> MatchedRule<'r> {
        let packed = self.index.patterns[self.at].line_and_kind;
        let pattern = self.pattern();
        MatchedRule {
            line: packed >> 1,
            kind: if packed & 1 == 1 { RuleKind::Allow } else { RuleKind::Disallow },
            pattern,
            priority: pattern.len(),
            matched: pattern.len() - usize::from(self.index.anchor),
        }
    }

    #[inline]
    pub(super) fn precedence(self) -> u64 {
        let packed = self.index.patterns[self.at].line_and_kind;
        let kind = if packed & 1 == 1 { RuleKind::Allow } else { RuleKind::Disallow };
        precedence(self.pattern().len(), kind, packed >> 1)
    }
}

/// The literals sorted by text. Of equal texts the rule that wins comes first: allow, then the earlier line.
///
/// Sorting is most of the cost of compiling, so numbers are sorted first: the twelve bytes after the slash, and
/// below them the index in the list. Only runs of equal twelve bytes are compared as texts.
fn sorted<'l, 'a>(literals: &'l [Literal<'a>]) -> impl Iterator<Item = &'l Literal<'a>> {
    let mut order: Vec<u128> = literals
        .iter()
        .enumerate()
        .map(|(index, literal)| sort_key(&literal.text) | index as u128)
        .collect();
    order.sort_unstable();
    let literal = |key: u128| &literals[key as u32 as usize];
    for run in order.chunk_by_mut(|a, b| a >> 32 == b >> 32) {
        if run.len() > 1 {
            run.sort_unstable_by(|&a, &b| {
                let (a, b) = (literal(a), literal(b));
                a.text.cmp(&b.text).then(b.kind.cmp(&a.kind)).then(a.line.cmp(&b.line))
            });
        }
    }
    order.into_iter().map(literal)
}

/// The twelve bytes after the first, as the upper part of a number.
#[inline(always)]
fn sort_key(text: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    let known = &text[1..text.len().min(13)];
    bytes[..known.len()].copy_from_slice(known);
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Lists with and without a table, heads and tails that are shared, paths of every length.
        #[test]
        fn finds_what_a_walk_over_all_patterns_finds(
            texts in prop::collection::vec("/[ab]{0,2}(aaaaaa|ab)?[ab]{0,4}(bbbbbbbb)?[ab]{0,4}", 0..600),
            path in "/[abc]{0,2}(aaaaaa|ab)?[ab]{0,3}(bbbbbbbb)?[ab]{0,6}",
        ) {
            let literals: Vec<_> = texts
                .iter()
                .zip(1..)
                .map(|(text, line)| Literal {
                    text: text.as_bytes().into(),
                    line,
                    kind: RuleKind::Disallow,
                })
                .collect();
            let best = |matches: &dyn Fn(&String) -> bool| {
                texts.iter().filter(|text| matches(text)).max_by_key(|text| text.len())
            };
            let pattern = |found: Option<LiteralMatch<'_>>| {
                found.map(|found| String::from_utf8_lossy(found.rule().pattern).into_owned())
            };
            let index = LiteralIndex::new(&literals, b"");
            let path = path.as_bytes();
            let longest = best(&|text| path.starts_with(text.as_bytes()));
            prop_assert_eq!(pattern(index.longest_prefix(path)), longest.cloned());
            let whole = best(&|text| path == text.as_bytes());
            prop_assert_eq!(pattern(index.whole(path)), whole.cloned());
        }
    }
}
