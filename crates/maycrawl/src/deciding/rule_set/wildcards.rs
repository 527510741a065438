//! Patterns with a star, from the greatest down.
//!
//! # The idea
//!
//! The rule with the greatest precedence wins, so the rules are sorted by it, and the first one that matches is the
//! answer. The walk ends early at the first rule that is smaller than a match that is already known.
//!
//! Most rules are skipped without a match, by a *prefilter*: one comparison of two 64-bit words. One word has a bit for
//! each class of bytes that the pattern needs, the other a bit for each class that the path has. If the pattern needs a
//! class that the path lacks, it cannot match. For example `/*?sort=` needs a `?`, and most paths have none. Two
//! bytes may share a class, so the test can pass for a rule that does not match, but it never rejects one that does.
//! A second test compares the byte after the first slash. When a few rules have passed both and still failed, the
//! *pairs* of neighbouring bytes in the path are collected once, and a rule is tried only if the path has two pairs of
//! its longest segment: few paths that have all letters of `newsarchive` have both `ne` and `ar`.
//!
//! # Cost
//!
//! One instruction or two for each rule that the prefilter rejects, and O(path + pattern) for each one that is tried.
//! For many rules the sum has a bound: [`PathSearch`](crate::matching::path_search::PathSearch).

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::Cell;

use crate::deciding::verdict::MatchedRule;
use crate::matching::path_search::{INDEX_COST_IN_SEARCHES, PathSearch};
use crate::matching::pattern;
use crate::matching::rule::{RuleKind, precedence};

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

/// The wildcard rules, from the greatest down.
#[derive(Clone, Debug, Default)]
pub(super) struct Wildcards {
    /// For each rule the classes of bytes that a path must have. Stored apart from `rules`, because most rules are
    /// skipped after this test.
    needs: Box<[u64]>,
    rules: Box<[PackedRule]>,
    /// The patterns, concatenated.
    text: Box<[u8]>,
}

/// A wildcard rule of the list, in sixteen bytes.
#[derive(Clone, Copy, Debug)]
struct PackedRule {
    /// The upper half of [`precedence`]: octets and kind. The lower half is the complement of the line.
    octets_and_kind: u32,
    line: u32,
    /// The start of the pattern in `text`.
    start: u32,
    /// Two pairs that every path must have, see [`pairs`]. `None` also if there are too few rules to need them.
    pairs: Option<[u8; 2]>,
}

impl Wildcards {
    pub(super) fn new(wildcards: &[Wildcard<'_>]) -> Self {
        if wildcards.is_empty() {
            return Self::default();
        }
        // Numbers sort fastest: the precedence, and below it the index in the list.
        let mut order: Vec<u128> = wildcards
            .iter()
            .enumerate()
            .map(|(index, wildcard)| u128::from(!wildcard.precedence()) << 64 | index as u128)
            .collect();
        order.sort_unstable();
        let ask_for_pairs = wildcards.len() > FAILURES_BEFORE_PAIRS;
        let mut text = Vec::with_capacity(wildcards.iter().map(|w| w.pattern.len()).sum());
        let mut rules = Vec::with_capacity(wildcards.len());
        let mut needs = Vec::with_capacity(wildcards.len());
        for key in order {
            let wildcard = &wildcards[key as u64 as usize];
            let rule = PackedRule {
                octets_and_kind: (wildcard.precedence() >> 32) as u32,
                line: wildcard.line,
                start: text.len() as u32,
                pairs: if ask_for_pairs { pairs(&wildcard.pattern) } else { None },
            };
            text.extend_from_slice(&wildcard.pattern);
            needs.push(needed_bytes(&wildcard.pattern));
            rules.push(rule);
        }
        Self { needs: needs.into(), rules: rules.into(), text: text.into() }
    }

    /// The greatest rule that matches `path` and whose precedence is at least `floor`.
    #[inline]
    pub(super) fn greatest(&self, path: &[u8], floor: u64) -> Option<MatchedRule<'_>> {
        if self.rules.first().is_none_or(|first| first.precedence() < floor) {
            return None;
        }
        self.search_path(path, floor)
    }

    fn search_path(&self, path: &[u8], floor: u64) -> Option<MatchedRule<'_>> {
        // A rule searches the path at most once, so a few rules cannot reach the cost of an index.
        if self.rules.len() < INDEX_COST_IN_SEARCHES {
            return self.walk(path, floor, |pattern| pattern::match_len(pattern, path));
        }
        self.search(&PathSearch::new(path), floor)
    }

    #[cold]
    pub(super) fn search(&self, search: &PathSearch<'_>, floor: u64) -> Option<MatchedRule<'_>> {
        self.walk(search.path(), floor, |pattern| search.match_len(pattern))
    }

    /// [`greatest`](Self::greatest), which adds what it does to `steps`, as a
    /// [`Budget`](crate::matching::budget::Budget) counts it.
    pub(super) fn greatest_counted(
        &self,
        path: &[u8],
        floor: u64,
        steps: &Cell<u64>,
    ) -> Option<MatchedRule<'_>> {
        let search = PathSearch::new(path);
        let tried = Cell::new(0);
        let found = self.walk(path, floor, |pattern| {
            tried.set(tried.get() + STEPS_OF_A_TRY + pattern.len() as u64 / 32);
            search.match_len(pattern)
        });
        let least = found.map_or(floor, |rule| precedence(rule.priority, rule.kind, rule.line));
        let passed = self.rules.partition_point(|rule| rule.precedence() > least) as u64;
        let passed = passed / RULES_PASSED_IN_A_STEP;
        steps.set(steps.get() + tried.get() + search.budget_steps() + passed);
        found
    }

    /// The first match among the rules from the greatest down to `floor`.
    fn walk(
        &self,
        path: &[u8],
        floor: u64,
        match_len: impl Fn(&[u8]) -> Option<usize>,
    ) -> Option<MatchedRule<'_>> {
        let lacks = !bytes_of(path);
        let (mut failures, mut path_pairs) = (0, None);
        for (needs, rule) in self.needs.iter().zip(&self.rules) {
            if needs & lacks != 0 {
                continue;
            }
            if rule.precedence() < floor {
                break;
            }
            let pattern = rule.pattern(&self.text);
            if !may_begin_alike(pattern, path) {
                continue;
            }
            // Collecting the pairs is a pass over the path. It pays only if rules pass the tests above and fail.
            if failures >= FAILURES_BEFORE_PAIRS
                && let Some([a, b]) = rule.pairs
            {
                let pairs: &[bool; 256] = path_pairs.get_or_insert_with(|| pairs_of(path));
                if !pairs[usize::from(a)] || !pairs[usize::from(b)] {
                    continue;
                }
            }
            if let Some(matched) = match_len(pattern) {
                return Some(rule.as_match(pattern, matched));
            }
            failures += 1;
        }
        None
    }

    /// All rules, from the greatest down. How much of a path they match is not known.
    pub(super) fn rules(&self) -> impl Iterator<Item = MatchedRule<'_>> {
        self.rules.iter().map(|rule| rule.as_match(rule.pattern(&self.text), 0))
    }

    /// The bytes of the patterns, and eight for each rule, because a short one is tried too.
    pub(super) fn cost_bytes(&self) -> usize {
        self.text.len() + 8 * self.rules.len()
    }

    pub(super) fn len(&self) -> usize {
        self.rules.len()
    }

    pub(super) fn memory(&self) -> usize {
        self.text.len() + size_of_val(&*self.rules) + size_of_val(&*self.needs)
    }
}

impl PackedRule {
    #[inline(always)]
    fn precedence(&self) -> u64 {
        u64::from(self.octets_and_kind) << 32 | u64::from(!self.line)
    }

    #[inline(always)]
    fn pattern<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let start = self.start as usize;
        &text[start..start + (self.octets_and_kind >> 1) as usize]
    }

    fn as_match<'t>(&self, pattern: &'t [u8], matched: usize) -> MatchedRule<'t> {
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

/// What [`Wildcards::greatest_counted`] counts for rules that it passes over, and for each that it tries.
const RULES_PASSED_IN_A_STEP: u64 = 3;
const STEPS_OF_A_TRY: u64 = 2;

/// False if the second byte shows that the pattern does not match. It is cheaper than a match.
#[inline(always)]
fn may_begin_alike(pattern: &[u8], path: &[u8]) -> bool {
    match (pattern, path) {
        ([b'/', b'*', ..] | [b'*', ..], _) => true,
        ([b'/', a, ..], [b'/', b, ..]) => a == b,
        _ => true,
    }
}

/// The classes of the bytes in `text`: one bit for each of 64 classes. `?` and `=` share theirs with bytes that paths
/// rarely have.
///
/// The compiler makes about one instruction a byte of this loop. Keep it simple.
#[inline]
fn bytes_of(text: &[u8]) -> u64 {
    // Two sets, so that processors can add two bytes at once.
    let (mut a, mut b) = (0, 0);
    let (pairs, last) = text.as_chunks::<2>();
    for &[x, y] in pairs {
        a |= 1 << (x & 63);
        b |= 1 << (y & 63);
    }
    last.iter().fold(a | b, |set, byte| set | 1 << (byte & 63))
}

/// The failed matches after which it pays to collect the pairs of a path.
const FAILURES_BEFORE_PAIRS: usize = 2;

/// A number for two neighbouring bytes. Pairs may share a number.
#[inline(always)]
const fn pair(a: u8, b: u8) -> u8 {
    a.wrapping_mul(37) ^ b
}

/// The pairs of the bytes of a path: true for each number that one of them has.
fn pairs_of(path: &[u8]) -> [bool; 256] {
    let mut pairs = [false; 256];
    for (&a, &b) in path.iter().zip(path.iter().skip(1)) {
        pairs[usize::from(pair(a, b))] = true;
    }
    pairs
}

/// Two pairs that every path must have that `pattern` matches: the first and the middle one of its longest segment.
/// `None` if no segment has two bytes.
fn pairs(pattern: &[u8]) -> Option<[u8; 2]> {
    let literal = pattern.strip_suffix(b"$").unwrap_or(pattern);
    let longest = literal.split(|&byte| byte == b'*').max_by_key(|segment| segment.len())?;
    let last = longest.len().checked_sub(2)?;
    Some([0, last.div_ceil(2)].map(|at| pair(longest[at], longest[at + 1])))
}

/// The classes of the bytes that every path must have that `pattern` matches.
fn needed_bytes(pattern: &[u8]) -> u64 {
    let literal = pattern.strip_suffix(b"$").unwrap_or(pattern);
    // Every path has a slash, so the slash's class may replace the star's.
    literal.iter().fold(0, |set, &byte| set | 1 << (if byte == b'*' { b'/' } else { byte } & 63))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use proptest::prelude::*;

    use super::*;

    /// Rules that pass the tests of single bytes and fail, so that the pairs are asked.
    const FAILING: [&str; 3] = ["/*ab*ba*ab*bab$", "*bba*bba*aab", "*b/a/b/a/b"];

    proptest! {
        #[test]
        fn no_rule_that_matches_is_passed_over(
            patterns in prop::collection::vec("[/*][ab/*]{1,6}[ab/*$]", 1..8),
            path in "/[ab/$]{0,14}",
        ) {
            let all = FAILING.iter().copied().chain(patterns.iter().map(String::as_str));
            let wildcards: Vec<_> = all
                .zip(1..)
                .map(|(pattern, line)| Wildcard {
                    pattern: pattern.as_bytes().into(),
                    line,
                    kind: RuleKind::Disallow,
                })
                .collect();
            let greatest = wildcards
                .iter()
                .filter(|rule| pattern::match_len(&rule.pattern, path.as_bytes()).is_some())
                .max_by_key(|rule| rule.precedence());
            let index = Wildcards::new(&wildcards);
            let found = index.greatest(path.as_bytes(), 0).map(|rule| rule.line);
            prop_assert_eq!(found, greatest.map(|rule| rule.line));
        }
    }

    #[test]
    fn the_empty_path_has_no_pairs() {
        assert_eq!(pairs_of(b""), [false; 256]);
        assert_eq!(pairs(b"*a*$"), None);
    }
}
