//! `maycrawl lint --fix`: applies fixes to a file and reports them. The language server applies them to documents.

use std::collections::BTreeMap;
use std::path::Path;

use maycrawl::lint::{Diagnostic, Effect, LintOptions, apply_fixes};
use maycrawl::{Profile, RobotsTxt};

use super::{LintedFile, is_allowed};
use crate::args::{self, FixLevel};
use crate::atomic_write;
use crate::output::{Failure, Output};

/// Maximum number of rounds: one fix can uncover another, overlapping fixes are applied one after the other, and fixes
/// that make lines take effect come before fixes that keep verdicts.
const MAX_ROUNDS: usize = 64;

/// Fixes the file in place, if there is anything to fix, and reports the fixes.
///
/// # Errors
/// The file cannot be written.
pub(super) fn file(
    path: &Path,
    file: &mut LintedFile,
    level: FixLevel,
    args: &args::Lint,
    output: &mut Output,
) -> Result<(), Failure> {
    let is_wanted = |found: &Diagnostic| {
        !is_allowed(args, found.lint)
            && match effect(found) {
                Some(Effect::KeepsVerdicts) => true,
                Some(Effect::TakesEffect) => level == FixLevel::All,
                None => false,
            }
    };
    let fixed = fixed(&file.bytes, args.profile, &file.options, is_wanted);
    if fixed.bytes == file.bytes {
        return Ok(());
    }
    atomic_write::replace(path, &fixed.bytes).map_err(|error| {
        Failure::new(format!("cannot write {}: {}", file.name, atomic_write::reason(&error)))
    })?;
    let counts = fixed.counts.iter().filter(|(_, count)| **count > 0);
    let list: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    output.note("fixed", &format!("{}: {}", file.name, list.join(", ")));
    // The caller lints these bytes next, so it reports only what is left.
    file.bytes = fixed.bytes;
    Ok(())
}

/// A file after all fixes.
pub(in crate::commands) struct FixedFile {
    pub(in crate::commands) bytes: Vec<u8>,
    /// The number of fixes of each lint, by its name.
    counts: BTreeMap<&'static str, usize>,
}

/// Applies the fixes of findings that `is_wanted` accepts, round after round, until there is none left.
pub(in crate::commands) fn fixed(
    file: &[u8],
    profile: Profile,
    options: &LintOptions,
    is_wanted: impl Fn(&Diagnostic) -> bool,
) -> FixedFile {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut bytes = file.to_vec();
    let options = options.clone().limit(usize::MAX);
    for _ in 0..MAX_ROUNDS {
        let report = RobotsTxt::parse_with(&bytes, profile).lint_with(&options);
        let round = report.fix_round(&is_wanted);
        let next = apply_fixes(&bytes, round.iter().filter_map(|found| found.fix.as_ref()));
        if next == bytes {
            break;
        }
        for found in &round {
            *counts.entry(found.lint.name).or_default() += 1;
        }
        // A finding of this round that is left was not fixed yet. A later round fixes and counts it.
        let of_round = round.first().and_then(|found| effect(found));
        let left = RobotsTxt::parse_with(&next, profile).lint_with(&options).diagnostics;
        for found in left.iter().filter(|found| is_wanted(found) && effect(found) == of_round) {
            if let Some(count) = counts.get_mut(found.lint.name) {
                *count = count.saturating_sub(1);
            }
        }
        bytes = next;
    }
    FixedFile { bytes, counts }
}

fn effect(found: &Diagnostic) -> Option<Effect> {
    found.fix.as_ref().map(|fix| fix.effect)
}
