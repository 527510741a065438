//! Patterns with a star, from the greatest down.
//!
//! Most of them are turned away by one comparison of two words: which bytes the pattern needs against
//! which bytes the path has. (`/*?sort=` needs a `?`, and most paths have none.)

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::precedence;
use crate::pattern;
use crate::verdict::RuleKind;

/// A wildcard rule before it is indexed.
pub(super) struct Wildcard<'a> {
    pub(super) pattern: Cow<'a, [u8]>,
    pub(super) line: u32,
    pub(super) kind: RuleKind,
}

impl Wildcard<'_> {
    fn precedence(&self) -> u64 {
        precedence(self.pattern.len(), self.kind, self.line)
    }
}

/// Wildcard rules in the order in which they win.
#[derive(Clone, Debug, Default)]
pub(super) struct Wildcards {
    /// The patterns, one behind the other.
    text: Box<[u8]>,
    rules: Box<[Packed]>,
}

#[derive(Clone, Copy, Debug)]
struct Packed {
    /// [`precedence`]: holds the pattern's length, the kind and the line.
    precedence: u64,
    /// The bytes that a path must have.
    needs: u64,
}

/// A wildcard rule that matched.
pub(super) struct WildcardMatch<'r> {
    pub(super) pattern: &'r [u8],
    pub(super) line: u32,
    pub(super) kind: RuleKind,
    pub(super) matched: usize,
}

impl Wildcards {
    pub(super) fn new(wildcards: &[Wildcard<'_>]) -> Self {
        if wildcards.is_empty() {
            return Self::default();
        }
        // Sorting numbers is what a machine does best: precedence, and behind it the place in the list.
        let mut order: Vec<u128> = wildcards
            .iter()
            .enumerate()
            .map(|(place, wildcard)| u128::from(!wildcard.precedence()) << 64 | place as u128)
            .collect();
        order.sort_unstable();
        let mut text = Vec::with_capacity(wildcards.iter().map(|w| w.pattern.len()).sum());
        let mut rules = Vec::with_capacity(wildcards.len());
        for place in order {
            let wildcard = &wildcards[place as u64 as usize];
            text.extend_from_slice(&wildcard.pattern);
            let needs = needed_bytes(&wildcard.pattern);
            rules.push(Packed { precedence: wildcard.precedence(), needs });
        }
        Self { text: text.into(), rules: rules.into() }
    }

    /// The greatest rule that matches `path` and is greater than `floor`.
    #[inline]
    pub(super) fn greatest(&self, path: &[u8], floor: u64) -> Option<WildcardMatch<'_>> {
        if self.rules.first().is_none_or(|first| first.precedence < floor) {
            return None;
        }
        let has = bytes_of(path);
        let mut start = 0;
        for rule in &self.rules {
            if rule.precedence < floor {
                break;
            }
            let end = start + (rule.precedence >> 33) as usize;
            if rule.needs & !has == 0 {
                let pattern = &self.text[start..end];
                if begin_alike(pattern, path)
                    && let Some(matched) = pattern::match_len(pattern, path)
                {
                    let allows = rule.precedence >> 32 & 1 == 1;
                    return Some(WildcardMatch {
                        pattern,
                        line: !(rule.precedence as u32),
                        kind: if allows { RuleKind::Allow } else { RuleKind::Disallow },
                        matched,
                    });
                }
            }
            start = end;
        }
        None
    }

    pub(super) fn memory(&self) -> usize {
        self.text.len() + size_of_val(&*self.rules)
    }
}

/// False if the second byte alone tells that the pattern does not match: cheaper than finding out.
#[inline(always)]
fn begin_alike(pattern: &[u8], path: &[u8]) -> bool {
    match (pattern, path) {
        ([b'/', b'*', ..] | [b'*', ..], _) => true,
        ([b'/', a, ..], [b'/', b, ..]) => a == b,
        _ => true,
    }
}

/// One bit for each of 64 classes of bytes; `?` and `=` share theirs with bytes that paths hardly have.
///
/// One instruction a byte, if it is left as plain as this.
#[inline]
fn bytes_of(text: &[u8]) -> u64 {
    let mut set = 0;
    for &byte in text {
        set |= 1 << (byte & 63);
    }
    set
}

/// The classes of the bytes that every path has which `pattern` matches.
fn needed_bytes(pattern: &[u8]) -> u64 {
    let literal = pattern.strip_suffix(b"$").unwrap_or(pattern);
    // Every path has a slash: nothing is lost if the star's class is taken for the slash's.
    literal.iter().fold(0, |set, &byte| set | 1 << (if byte == b'*' { b'/' } else { byte } & 63))
}
