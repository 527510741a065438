//! A rule in the form in which lints compare it with other rules.

use alloc::borrow::Cow;

use maycrawl::internals::precedence;
use maycrawl_effects::internals::unrequested;

use super::line_index::RuleAt;

/// A rule in its normal form, as crawlers compare it.
pub(crate) struct ComparedRule<'r> {
    pub(crate) rule: &'r RuleAt,
    pub(crate) normal: Cow<'r, [u8]>,
    /// The number of its bytes that are not wildcards.
    pub(crate) literals: u32,
    /// The sum of these bytes.
    pub(crate) sum: u32,
    /// The number of its stars, plus 1 for a final `$`.
    pub(crate) specials: u32,
    /// True if it matches no path that clients request, or a rule with the same pattern wins against it.
    pub(crate) is_idle: bool,
}

impl<'r> ComparedRule<'r> {
    pub(crate) fn new(rule: &'r RuleAt, normal: Cow<'r, [u8]>) -> Self {
        let (mut stars, mut sum) = (0, 0);
        for &byte in &*normal {
            stars += u32::from(byte == b'*');
            sum += u32::from(byte);
        }
        let end = u32::from(normal.ends_with(b"$"));
        let specials = stars + end;
        let sum = sum - stars * u32::from(b'*') - end * u32::from(b'$');
        let is_idle = unrequested(&normal).next().is_some();
        Self { rule, literals: normal.len() as u32 - specials, sum, specials, is_idle, normal }
    }

    pub(crate) fn has_star(&self) -> bool {
        self.specials > u32::from(self.normal.ends_with(b"$"))
    }

    pub(crate) fn precedence(&self) -> u64 {
        precedence(self.normal.len(), self.rule.kind, self.rule.at.line)
    }

    /// A hash of the pattern: the same for equal patterns, and almost always different for others.
    pub(crate) fn mixed(&self) -> u64 {
        let mix =
            |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (words, rest) = self.normal.as_chunks::<8>();
        let sum = words
            .iter()
            .fold(self.normal.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        mix(sum, u64::from_le_bytes(last))
    }
}
