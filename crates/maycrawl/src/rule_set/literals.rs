//! Patterns without wildcards, sorted: the longest that begins a path, or the one that is the path.
//!
//! Let `p` be the greatest text in the list that is not greater than the path. Every text that begins the
//! path also begins `p`: it is at most `p`, and whatever lies between a text and something that begins
//! with it begins with it too. So the longest text that begins the path is `p` or one of the texts that
//! begin `p`, which are linked from it, longest first. One binary search and a walk up the links.
//!
//! The search compares the four bytes behind the first slash as one number, in an array of their own, and
//! looks at the texts only where those are equal.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::rule::{RuleKind, precedence};
use crate::verdict::MatchedRule;

/// A literal rule before it is indexed. Its text begins with `/`: nothing else ever begins a path.
pub(super) struct Literal<'a> {
    pub(super) text: Cow<'a, [u8]>,
    pub(super) line: u32,
    pub(super) kind: RuleKind,
}

/// Literal patterns, each once, with the rule that wins among those that share the pattern.
#[derive(Clone, Debug, Default)]
pub(super) struct LiteralIndex {
    /// [`head`] of each pattern.
    heads: Box<[u32]>,
    entries: Box<[Entry]>,
    /// The patterns, one behind the other, sorted; each followed by its anchor.
    text: Box<[u8]>,
    /// Bytes of the anchor: 1 for the `$` of patterns that match whole paths.
    anchor: u8,
}

/// The four bytes behind the first, as a number in the order of the bytes; what is not there counts as 0.
#[inline(always)]
fn head(text: &[u8]) -> u32 {
    match text {
        [_, a, b, c, d, ..] => u32::from_be_bytes([*a, *b, *c, *d]),
        _ => {
            let mut bytes = [0; 4];
            for (to, from) in bytes.iter_mut().zip(text.iter().skip(1)) {
                *to = *from;
            }
            u32::from_be_bytes(bytes)
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where the pattern ends in `text`, without its anchor. It begins where the one before ends.
    end: u32,
    /// The line, and in the lowest bit whether it allows.
    line_and_kind: u32,
    /// The longest other pattern that begins this one.
    parent: u32,
}

const NO_PARENT: u32 = u32::MAX;

impl LiteralIndex {
    /// Indexes `literals`; every one is followed by `anchor` in the file (`$` or nothing).
    pub(super) fn new(literals: &[Literal<'_>], anchor: &[u8]) -> Self {
        if literals.is_empty() {
            return Self::default();
        }
        let bytes = literals.iter().map(|literal| literal.text.len() + anchor.len()).sum();
        let mut text = Vec::with_capacity(bytes);
        let mut entries = Vec::with_capacity(literals.len());
        let mut heads = Vec::with_capacity(literals.len());
        // The patterns that begin the current one, longest last.
        let mut open: Vec<(u32, &[u8])> = Vec::with_capacity(8);
        for literal in sorted(literals) {
            while let Some((_, last)) = open.last() {
                if literal.text.starts_with(last) {
                    break;
                }
                open.pop();
            }
            if open.last().is_some_and(|(_, last)| last.len() == literal.text.len()) {
                continue; // the same pattern: the first won
            }
            let parent = open.last().map_or(NO_PARENT, |&(place, _)| place);
            open.push((entries.len() as u32, &literal.text));
            heads.push(head(&literal.text));
            text.extend_from_slice(&literal.text);
            let line_and_kind = literal.line << 1 | u32::from(literal.kind == RuleKind::Allow);
            entries.push(Entry { end: text.len() as u32, line_and_kind, parent });
            text.extend_from_slice(anchor);
        }
        Self {
            heads: heads.into(),
            entries: entries.into(),
            text: text.into(),
            anchor: anchor.len() as u8,
        }
    }

    #[inline(always)]
    fn start(&self, i: usize) -> usize {
        if i == 0 { 0 } else { self.entries[i - 1].end as usize + usize::from(self.anchor) }
    }

    #[inline(always)]
    fn text(&self, i: usize) -> &[u8] {
        &self.text[self.start(i)..self.entries[i].end as usize]
    }

    /// How many patterns are at most `path`.
    #[inline]
    fn not_greater(&self, path: &[u8]) -> usize {
        if self.heads.is_empty() {
            return 0;
        }
        let head = head(path);
        let mut low = self.heads.partition_point(|&other| other < head);
        if self.heads.get(low) != Some(&head) {
            return low;
        }
        let mut high = low + self.heads[low..].partition_point(|&other| other == head);
        while low < high {
            let middle = low.midpoint(high);
            if self.text(middle) <= path { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// The rule with the longest pattern that begins `path`. O(path * log patterns).
    #[inline]
    pub(super) fn longest_prefix(&self, path: &[u8]) -> Option<Hit<'_>> {
        let mut at = self.not_greater(path).checked_sub(1)?;
        // Each pattern begins the one before it, so all of them together are no longer than the file.
        while !path.starts_with(self.text(at)) {
            match self.entries[at].parent {
                NO_PARENT => return None,
                parent => at = parent as usize,
            }
        }
        Some(Hit { index: self, at })
    }

    /// The rule whose pattern is `path`. O(path * log patterns).
    #[inline]
    pub(super) fn whole(&self, path: &[u8]) -> Option<Hit<'_>> {
        let at = self.not_greater(path).checked_sub(1)?;
        (self.text(at) == path).then_some(Hit { index: self, at })
    }

    pub(super) fn memory(&self) -> usize {
        self.text.len() + size_of_val(&*self.entries) + size_of_val(&*self.heads)
    }
}

/// A pattern of an index that matched.
#[derive(Clone, Copy)]
pub(super) struct Hit<'r> {
    index: &'r LiteralIndex,
    at: usize,
}

impl<'r> Hit<'r> {
    fn pattern(self) -> &'r [u8] {
        let (start, end) = (self.index.start(self.at), self.index.entries[self.at].end as usize);
        &self.index.text[start..end + usize::from(self.index.anchor)]
    }

    #[inline]
    pub(super) fn rule(self) -> MatchedRule<'r> {
        let packed = self.index.entries[self.at].line_and_kind;
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
        let packed = self.index.entries[self.at].line_and_kind;
        let kind = if packed & 1 == 1 { RuleKind::Allow } else { RuleKind::Disallow };
        precedence(self.pattern().len(), kind, packed >> 1)
    }
}

/// Sorts by text; of equal texts the rule that wins comes first: allow, then the earlier line.
///
/// Sorting is most of what compiling costs, so it is done on numbers first: twelve bytes behind the slash
/// and the place in the list. Only runs that those do not tell apart are compared as texts.
fn sorted<'l, 'a>(literals: &'l [Literal<'a>]) -> impl Iterator<Item = &'l Literal<'a>> {
    let mut order: Vec<u128> = literals
        .iter()
        .enumerate()
        .map(|(place, literal)| beginning(&literal.text) | place as u128)
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

/// The twelve bytes behind the first, as the upper part of a number.
#[inline(always)]
fn beginning(text: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    let known = &text[1..text.len().min(13)];
    bytes[..known.len()].copy_from_slice(known);
    u128::from_be_bytes(bytes)
}
