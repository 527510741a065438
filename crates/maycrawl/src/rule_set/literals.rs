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
//! O(path * log patterns). Only patterns of the same class of second bytes are searched, which are often none: a table
//! has the first pattern of each class. Most comparisons of the binary search are between numbers: the eight bytes after
//! the first slash are stored as one number, in an array of their own, and texts are compared only where those are
//! equal. A pattern of up to nine bytes is compared without its text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::rule::{RuleKind, precedence};
use crate::verdict::MatchedRule;

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
    /// The first pattern of each class of second bytes, and the number of patterns. Empty if there are too few patterns
    /// for it to pay.
    starts: Box<[u32]>,
    /// Length of the anchor in bytes: 1 for the `$` of patterns that match whole paths, 0 for prefixes.
    anchor: u8,
}

/// The bytes of a [`head`].
const HEAD: usize = 8;

/// The eight bytes after the first, as a number that sorts as they do; missing bytes count as 0.
#[inline(always)]
fn head(text: &[u8]) -> u64 {
    match text {
        [_, a, b, c, d, e, f, g, h, ..] => u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]),
        _ => {
            let mut bytes = [0; HEAD];
            for (to, from) in bytes.iter_mut().zip(text.iter().skip(1)) {
                *to = *from;
            }
            u64::from_be_bytes(bytes)
        }
    }
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

/// The number of classes of second bytes.
const CLASSES: usize = 31;

/// The fewest patterns for which a table of classes pays.
const MIN_CLASSIFIED: usize = 16;

/// The first pattern of each class, and the number of patterns, of sorted heads. Empty if they are few.
fn starts(heads: &[u64]) -> Box<[u32]> {
    if heads.len() < MIN_CLASSIFIED {
        return Box::default();
    }
    let mut starts = [0; CLASSES + 1];
    for head in heads {
        starts[1 + class((head >> 56) as u8)] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    Box::new(starts)
}

/// The class of a second byte. Classes sort as the bytes do. Each small letter has a class of its own.
#[inline(always)]
const fn class(byte: u8) -> usize {
    match byte {
        0..b'a' => (byte / 32) as usize,
        b'a'..=b'z' => 3 + (byte - b'a') as usize,
        _ => CLASSES - 1,
    }
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
        Self {
            starts: starts(&heads),
            heads: heads.into(),
            patterns: patterns.into(),
            text: text.into(),
            anchor: anchor.len() as u8,
        }
    }

    #[inline(always)]
    fn start(&self, i: usize) -> usize {
        if i == 0 { 0 } else { self.patterns[i - 1].end as usize + usize::from(self.anchor) }
    }

    #[inline(always)]
    fn text(&self, i: usize) -> &[u8] {
        &self.text[self.start(i)..self.patterns[i].end as usize]
    }

    /// The patterns with the second byte of `path`, and others of the same class.
    #[inline]
    fn alike(&self, path: &[u8]) -> Range<usize> {
        let class = class(path.get(1).copied().unwrap_or_default());
        match self.starts.get(class..) {
            Some(&[start, end, ..]) => start as usize..end as usize,
            _ => 0..self.heads.len(),
        }
    }

    /// The number of patterns that sort before `path` or are equal to it. They are counted among those that are
    /// [`alike`](Self::alike).
    fn count_up_to(&self, path: &[u8], alike: Range<usize>) -> usize {
        let head = head(path);
        let heads = &self.heads[alike.clone()];
        let mut low = alike.start + heads.partition_point(|&other| other < head);
        if low == alike.end || self.heads[low] != head {
            return low;
        }
        let mut high = low + self.heads[low..alike.end].partition_point(|&other| other == head);
        while low < high {
            let middle = low.midpoint(high);
            if self.text(middle) <= path { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// The rule with the longest pattern that is a prefix of `path`. O(path * log patterns).
    #[inline]
    pub(super) fn longest_prefix(&self, path: &[u8]) -> Option<LiteralMatch<'_>> {
        let alike = self.alike(path);
        if alike.is_empty() {
            // No pattern has a second byte like that of the path, so only `/` can be a prefix. It sorts first.
            return self.root();
        }
        let count = self.count_up_to(path, alike.clone());
        if count == alike.start {
            return self.root();
        }
        let (mut at, head) = (count - 1, head(path));
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

    /// The rule whose pattern is `/`.
    #[inline]
    fn root(&self) -> Option<LiteralMatch<'_>> {
        (self.patterns.first()?.end == 1).then_some(LiteralMatch { index: self, at: 0 })
    }

    /// The rule whose pattern is `path`. O(path * log patterns).
    #[inline]
    pub(super) fn whole(&self, path: &[u8]) -> Option<LiteralMatch<'_>> {
        let alike = self.alike(path);
        if alike.is_empty() {
            return None;
        }
        let at = self.count_up_to(path, alike).checked_sub(1)?;
        (self.text(at) == path).then_some(LiteralMatch { index: self, at })
    }

    /// The rule of each pattern, sorted by pattern.
    pub(super) fn rules(&self) -> impl Iterator<Item = MatchedRule<'_>> {
        (0..self.patterns.len()).map(|at| LiteralMatch { index: self, at }.rule())
    }

    pub(super) fn memory(&self) -> usize {
        self.text.len()
            + size_of_val(&*self.patterns)
            + size_of_val(&*self.heads)
            + size_of_val(&*self.starts)
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
