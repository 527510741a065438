//! `--fix`: making the fixes, and saying which.

use std::collections::BTreeMap;
use std::path::Path;

use maycrawl::{Diagnostic, Effect, Fix, RobotsTxt, apply};

use super::{Linted, allows};
use crate::args::{self, Fixes};
use crate::atomic_write;
use crate::output::{Failure, Output};

/// Rounds of fixing: one fix can uncover another, fixes that touch take turns, and lines that take effect come before
/// what keeps verdicts.
const ROUNDS: usize = 64;

/// Fixes the file in place, if there is anything to fix, and says what was done.
pub(super) fn file(
    path: &Path,
    linted: &mut Linted,
    which: Fixes,
    args: &args::Lint,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut done: BTreeMap<&str, usize> = BTreeMap::new();
    let mut bytes = linted.bytes.clone();
    let context = linted.context.clone().limit(usize::MAX);
    let wanted = |found: &Diagnostic| {
        let is_wanted = |fix: &Fix| which == Fixes::All || fix.effect == Effect::KeepsVerdicts;
        !allows(args, found.lint) && found.fix.as_ref().is_some_and(is_wanted)
    };
    for _ in 0..ROUNDS {
        let found = RobotsTxt::parse_with(&bytes, args.profile).lint_with(&context);
        let round = found.fix_round(wanted);
        let next = apply(&bytes, round.iter().filter_map(|found| found.fix.as_ref()));
        if next == bytes {
            break;
        }
        for found in &round {
            *done.entry(found.lint.name).or_default() += 1;
        }
        // Those of the round that had to wait are found again, and counted then.
        let effect = |found: &Diagnostic| found.fix.as_ref().map(|fix| fix.effect);
        let of_round = round.first().and_then(|found| effect(found));
        let left = RobotsTxt::parse_with(&next, args.profile).lint_with(&context).diagnostics;
        for found in left.iter().filter(|found| wanted(found) && effect(found) == of_round) {
            if let Some(count) = done.get_mut(found.lint.name) {
                *count = count.saturating_sub(1);
            }
        }
        bytes = next;
    }
    if bytes == linted.bytes {
        return Ok(());
    }
    atomic_write::replace(path, &bytes).map_err(|error| {
        Failure::new(format!("cannot write {}: {}", linted.name, atomic_write::reason(&error)))
    })?;
    let list: Vec<String> =
        done.iter().filter(|(_, n)| **n > 0).map(|(name, n)| format!("{n} {name}")).collect();
    output.note("fixed", &format!("{}: {}", linted.name, list.join(", ")));
    linted.bytes = bytes;
    Ok(())
}
