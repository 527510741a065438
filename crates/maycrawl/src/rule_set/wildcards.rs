//! Patterns with a star, from the greatest down.
//!
//! Many are turned away by one comparison of two words: which bytes the pattern needs against
//! which bytes the path has. (`/*?sort=` needs a `?`, and most paths have none.)

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::path_search::{PathSearch, SEARCHES_WORTH_AN_INDEX};
use crate::pattern;
use crate::rule::{RuleKind, precedence};
use crate::verdict::MatchedRule;

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
    /// The bytes that a path must have, for each rule; apart from the rest because most rules end here.
    needs: Box<[u64]>,
    rules: Box<[Packed]>,
    /// The patterns, one behind the other.
    text: Box<[u8]>,
}

#[derive(Clone, Copy, Debug)]
struct Packed {
    /// [`precedence`] as two numbers: octets and kind, and the complement of the line.
    octets_and_kind: u32,
    line: u32,
    /// Where the pattern begins in `text`.
    start: u32,
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
        let mut needs = Vec::with_capacity(wildcards.len());
        for place in order {
            let wildcard = &wildcards[place as u64 as usize];
            let packed = Packed {
                octets_and_kind: (wildcard.precedence() >> 32) as u32,
                line: wildcard.line,
                start: text.len() as u32,
            };
            text.extend_from_slice(&wildcard.pattern);
            needs.push(needed_bytes(&wildcard.pattern));
            rules.push(packed);
        }
        Self { needs: needs.into(), rules: rules.into(), text: text.into() }
    }

    /// The greatest rule that matches `path` and is greater than `floor`.
    #[inline]
    pub(super) fn greatest(&self, path: &[u8], floor: u64) -> Option<MatchedRule<'_>> {
        if self.rules.first().is_none_or(|first| first.precedence() < floor) {
            return None;
        }
        self.search_path(path, floor)
    }

    fn search_path(&self, path: &[u8], floor: u64) -> Option<MatchedRule<'_>> {
        // A rule searches the path once at most, so few rules need no counting.
        if self.rules.len() < SEARCHES_WORTH_AN_INDEX {
            return self.walk(path, floor, |pattern| pattern::match_len(pattern, path));
        }
        self.search(&PathSearch::new(path), floor)
    }

    #[cold]
    pub(super) fn search(&self, search: &PathSearch<'_>, floor: u64) -> Option<MatchedRule<'_>> {
        self.walk(search.path(), floor, |pattern| search.match_len(pattern))
    }

    /// Walks the rules from the greatest down to `floor`.
    fn walk(
        &self,
        path: &[u8],
        floor: u64,
        match_len: impl Fn(&[u8]) -> Option<usize>,
    ) -> Option<MatchedRule<'_>> {
        let lacks = !bytes_of(path);
        for (needs, rule) in self.needs.iter().zip(&self.rules) {
            if needs & lacks != 0 {
                continue;
            }
            if rule.precedence() < floor {
                break;
            }
            let pattern = rule.pattern(&self.text);
            if begin_alike(pattern, path)
                && let Some(matched) = match_len(pattern)
            {
                return Some(rule.matched(pattern, matched));
            }
        }
        None
    }

    pub(super) fn memory(&self) -> usize {
        self.text.len() + size_of_val(&*self.rules) + size_of_val(&*self.needs)
    }
}

impl Packed {
    #[inline(always)]
    fn precedence(&self) -> u64 {
        u64::from(self.octets_and_kind) << 32 | u64::from(!self.line)
    }

    #[inline(always)]
    fn pattern<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let start = self.start as usize;
        &text[start..start + (self.octets_and_kind >> 1) as usize]
    }

    fn matched<'t>(&self, pattern: &'t [u8], matched: usize) -> MatchedRule<'t> {
        let allows = self.octets_and_kind & 1 == 1;
        MatchedRule {
            line: self.line,
            kind: if allows { RuleKind::Allow } else { RuleKind::Disallow },
            pattern,
            priority: pattern.len(),
            matched,
        }
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
