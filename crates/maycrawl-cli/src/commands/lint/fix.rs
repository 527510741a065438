//! `maycrawl lint --fix`: applies fixes to a file and reports them.

use std::path::Path;

use maycrawl_lint::{Diagnostic, FixEffect, fix_all};

use super::{LintedFile, is_allowed};
use crate::args::{self, FixLevel};
use crate::atomic_write;
use crate::text::output::{Failure, Output};

/// Fixes the file in place, if there is anything to fix, and reports the fixes.
///
/// # Errors
/// If the file cannot be written.
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
                Some(FixEffect::KeepsVerdicts) => true,
                Some(FixEffect::Mends) => level == FixLevel::All,
                None => false,
            }
    };
    let fixed = fix_all(&file.bytes, args.profile, &file.options, is_wanted);
    if fixed.bytes == file.bytes {
        return Ok(());
    }
    atomic_write::replace(path, &fixed.bytes)
        .map_err(|error| atomic_write::failure(path, &error))?;
    let counts = fixed.counts.iter().filter(|(_, count)| **count > 0);
    let list: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    output.note("fixed", &format!("{}: {}", file.name, list.join(", ")));
    // The caller lints these bytes next, so it reports only what is left.
    file.bytes = fixed.bytes;
    Ok(())
}

fn effect(found: &Diagnostic) -> Option<FixEffect> {
    found.fix.as_ref().map(|fix| fix.effect)
}
