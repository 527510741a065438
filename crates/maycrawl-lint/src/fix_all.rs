//! All fixes of a file, round after round: what `maycrawl lint --fix` does.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::lint_with;

use maycrawl::{Profile, RobotsTxt};

use super::diagnostic::{Diagnostic, LintOptions};
use super::fix::{FixEffect, apply_fixes};

/// Maximum number of rounds: one fix can uncover another, overlapping fixes are applied one after the other, and fixes
/// that make lines take effect come before fixes that keep verdicts.
const MAX_ROUNDS: usize = 64;

/// A file after all fixes. From [`fix_all`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedFile {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The number of fixes of each lint, by its name.
    pub counts: BTreeMap<&'static str, usize>,
}

/// Applies the fixes of findings that `is_wanted` accepts, round after round, until there is none left. O(rounds * that
/// of a lint).
///
/// ```
/// use maycrawl::Profile;
/// use maycrawl_lint::{LintOptions, fix_all};
///
/// let file = b"User-agent: *\nDisalllow: /a/*\n";
/// let fixed = fix_all(file, Profile::GOOGLE, &LintOptions::new(), |_| true);
/// assert_eq!(fixed.bytes, b"User-agent: *\nDisallow: /a/\n");
/// ```
#[must_use]
pub fn fix_all(
    file: &[u8],
    profile: Profile,
    options: &LintOptions,
    is_wanted: impl Fn(&Diagnostic) -> bool,
) -> FixedFile {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut bytes = file.to_vec();
    let options = options.clone().limit(usize::MAX);
    for _ in 0..MAX_ROUNDS {
        let report = lint_with(&RobotsTxt::parse_with(&bytes, profile), &options);
        let mut round = report.fix_round(&is_wanted);
        let mut next = apply_fixes(&bytes, round.iter().filter_map(|found| found.fix.as_ref()));
        // Each of them alone changes nothing. Together they could.
        if round.first().and_then(|found| effect(found)) == Some(FixEffect::KeepsVerdicts)
            && round.len() > 1
            && !options.keeps(&bytes, &next)
        {
            round.truncate(1);
            next = apply_fixes(&bytes, round.iter().filter_map(|found| found.fix.as_ref()));
        }
        if next == bytes {
            break;
        }
        for found in &round {
            *counts.entry(found.lint.name).or_default() += 1;
        }
        // A finding of this round that is left was not fixed yet. A later round fixes and counts it.
        let of_round = round.first().and_then(|found| effect(found));
        let left = lint_with(&RobotsTxt::parse_with(&next, profile), &options).diagnostics;
        for found in left.iter().filter(|found| is_wanted(found) && effect(found) == of_round) {
            if let Some(count) = counts.get_mut(found.lint.name) {
                *count = count.saturating_sub(1);
            }
        }
        bytes = next;
    }
    FixedFile { bytes, counts }
}

fn effect(found: &Diagnostic) -> Option<FixEffect> {
    found.fix.as_ref().map(|fix| fix.effect)
}
