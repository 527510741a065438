//! Patterns without wildcards, sorted: the longest that begins a path, or the one that is the path.
//!
//! Let `p` be the greatest text in the list that is not greater than the path. Every text that begins the
//! path also begins `p`: it is at most `p`, and whatever lies between a text and something that begins
//! with it begins with it too. So the longest text that begins the path is `p` or one of the texts that
//! begin `p`, which are linked from it, longest first. One binary search and a walk up the links.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::verdict::RuleKind;

/// A literal rule before it is indexed.
pub(super) struct Literal<'a> {
    pub(super) text: Cow<'a, [u8]>,
    pub(super) line: u32,
    pub(super) kind: RuleKind,
}

/// Literal patterns, each once, with the rule that wins among those that share the pattern.
#[derive(Clone, Debug)]
pub(super) struct LiteralIndex {
    /// The patterns, one behind the other, sorted; each followed by its anchor.
    text: Box<[u8]>,
    /// Bytes of the anchor: 1 for the `$` of patterns that match whole paths.
    anchor: u8,
    entries: Box<[Entry]>,
}

/// A literal pattern that matched.
pub(super) struct LiteralMatch<'r> {
    /// The pattern with its anchor.
    pub(super) pattern: &'r [u8],
    /// Bytes of the path that it covers.
    pub(super) matched: usize,
    pub(super) line: u32,
    pub(super) kind: RuleKind,
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
    pub(super) fn new(mut literals: Vec<Literal<'_>>, anchor: &[u8]) -> Self {
        // Of equal patterns the first after sorting wins: allow, then the earlier line.
        literals.sort_unstable_by(|a, b| {
            a.text.cmp(&b.text).then(b.kind.cmp(&a.kind)).then(a.line.cmp(&b.line))
        });
        literals.dedup_by(|later, first| later.text == first.text);
        let bytes = literals.iter().map(|literal| literal.text.len() + anchor.len()).sum();
        let mut text = Vec::with_capacity(bytes);
        let mut entries = Vec::with_capacity(literals.len());
        // The patterns that begin the current one, longest last.
        let mut open: Vec<u32> = Vec::new();
        for (i, literal) in literals.iter().enumerate() {
            while let Some(&last) = open.last() {
                if literal.text.starts_with(&literals[last as usize].text) {
                    break;
                }
                open.pop();
            }
            text.extend_from_slice(&literal.text);
            entries.push(Entry {
                end: text.len() as u32,
                line_and_kind: literal.line << 1 | u32::from(literal.kind == RuleKind::Allow),
                parent: open.last().copied().unwrap_or(NO_PARENT),
            });
            text.extend_from_slice(anchor);
            open.push(i as u32);
        }
        Self { text: text.into(), anchor: anchor.len() as u8, entries: entries.into() }
    }

    #[inline(always)]
    fn start(&self, i: usize) -> usize {
        if i == 0 { 0 } else { self.entries[i - 1].end as usize + usize::from(self.anchor) }
    }

    #[inline(always)]
    fn text(&self, i: usize) -> &[u8] {
        &self.text[self.start(i)..self.entries[i].end as usize]
    }

    fn matched(&self, i: usize) -> LiteralMatch<'_> {
        let (start, end) = (self.start(i), self.entries[i].end as usize);
        let packed = self.entries[i].line_and_kind;
        LiteralMatch {
            pattern: &self.text[start..end + usize::from(self.anchor)],
            matched: end - start,
            line: packed >> 1,
            kind: if packed & 1 == 1 { RuleKind::Allow } else { RuleKind::Disallow },
        }
    }

    /// How many patterns are at most `path`.
    #[inline]
    fn not_greater(&self, path: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.entries.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.text(middle) <= path { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// The longest pattern that begins `path`, and its rule. O(path * log patterns).
    #[inline]
    pub(super) fn longest_prefix(&self, path: &[u8]) -> Option<LiteralMatch<'_>> {
        let mut at = self.not_greater(path).checked_sub(1)?;
        let shared = self.text(at).iter().zip(path).take_while(|(a, b)| a == b).count();
        loop {
            if self.text(at).len() <= shared {
                return Some(self.matched(at));
            }
            match self.entries[at].parent {
                NO_PARENT => return None,
                parent => at = parent as usize,
            }
        }
    }

    /// The pattern that is `path`, and its rule. O(path * log patterns).
    #[inline]
    pub(super) fn whole(&self, path: &[u8]) -> Option<LiteralMatch<'_>> {
        let at = self.not_greater(path).checked_sub(1)?;
        (self.text(at) == path).then(|| self.matched(at))
    }

    pub(super) fn memory(&self) -> usize {
        self.text.len() + size_of_val(&*self.entries)
    }
}
