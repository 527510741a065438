//! A safe fix never hides a finding that is worse than the one that it fixes.
//!
//! A finding may disappear with its cause: its own text was edited, or its whole line was removed, which changes no
//! verdict. A line that becomes a comment still has the mistake.

use std::collections::BTreeSet;

use maycrawl::RobotsTxt;
use maycrawl_lint::{
    Diagnostic, Fix, FixEffect, LintOptions, LintReport, Severity, apply_fixes, lint_with,
};
use maycrawl_testdata::corpus;

/// The step between the real files that are tried; all are tried with `MAYCRAWL_LONG`.
const SHARE: usize = 8;

fn lint(file: &[u8]) -> LintReport {
    lint_with(&RobotsTxt::parse(file), &LintOptions::new().readers(Vec::new()).limit(usize::MAX))
}

/// The code of a finding and each of its lines.
fn places(found: &Diagnostic) -> impl Iterator<Item = (&'static str, u32)> {
    [found.line].into_iter().chain(found.also.clone()).map(|line| (found.lint.code, line))
}

/// The number of the line at an offset.
fn line_at(file: &[u8], at: usize) -> u32 {
    let ends = |&i: &usize| file[i] == b'\n' || file[i] == b'\r' && file.get(i + 1) != Some(&b'\n');
    1 + (0..at).filter(ends).count() as u32
}

/// The findings that are worse than `severity`, and that the fix makes disappear without their cause.
fn hidden(
    file: &[u8],
    before: &LintReport,
    fix: &Fix,
    severity: Severity,
) -> Vec<(&'static str, u32)> {
    let after = apply_fixes(file, [fix]);
    let left: BTreeSet<_> = lint(&after).diagnostics.iter().flat_map(places).collect();
    let robots = RobotsTxt::parse(file);
    let lines: Vec<_> = robots.lines().map(|line| line.span).collect();
    let mut hidden = Vec::new();
    for found in before.diagnostics.iter().filter(|found| found.lint.severity > severity) {
        let is_edited = fix
            .edits
            .iter()
            .any(|edit| edit.span.start < found.span.end && found.span.start < edit.span.end);
        if is_edited {
            continue;
        }
        for (code, line) in places(found) {
            let whole = lines[line as usize - 1];
            let removes = |edit: &&maycrawl_effects::TextEdit| {
                edit.text.is_empty() && edit.span.start <= whole.start && edit.span.end >= whole.end
            };
            if fix.edits.iter().any(|edit| removes(&edit)) {
                continue;
            }
            let moved =
                |edit: &maycrawl_effects::TextEdit| edit.text.len() as i64 - edit.span.len() as i64;
            let above = fix.edits.iter().filter(|edit| edit.span.end <= whole.start);
            let at = i64::from(whole.start) + above.map(moved).sum::<i64>();
            if !left.contains(&(code, line_at(&after, at as usize))) {
                hidden.push((code, line));
            }
        }
    }
    hidden
}

#[test]
fn a_safe_fix_of_a_real_file_hides_nothing_worse() {
    let Some(files) = corpus("what fixes of real files hide") else { return };
    let share = if std::env::var_os("MAYCRAWL_LONG").is_some() { 1 } else { SHARE };
    let (mut fixes, mut worse) = (0, 0);
    for file in files.iter().step_by(share) {
        let before = lint(&file.bytes);
        for found in &before.diagnostics {
            let Some(fix) = found.fix.as_ref().filter(|fix| fix.effect == FixEffect::KeepsVerdicts)
            else {
                continue;
            };
            let severity = found.lint.severity;
            let hidden = hidden(&file.bytes, &before, fix, severity);
            assert!(
                hidden.is_empty(),
                "{}, line {}, {}: {hidden:?}",
                file.host,
                found.line,
                fix.title
            );
            fixes += 1;
            worse += before.diagnostics.iter().filter(|it| it.lint.severity > severity).count();
        }
    }
    println!("{fixes} safe fixes beside {worse} findings that are worse");
    assert!(fixes > 1000 / share && worse > 1000 / share);
}

/// A fix that makes the line of another finding a comment, or edits something else.
#[test]
fn a_fix_that_hides_something_is_seen() {
    let file = b"User-agent: *\n<<<<<<< HEAD\nDisallow: /a/\n>>>>>>> x\nno field here\n";
    let before = lint(file);
    let of = |code: &str| before.diagnostics.iter().find(|found| found.lint.code == code).unwrap();
    let comment = of("R105").fix.clone().unwrap();
    assert_eq!(hidden(file, &before, &comment, Severity::Note), [("R105", 5)]);
    assert!(hidden(file, &before, &comment, Severity::Error).is_empty(), "nothing is worse");
    let mut marker = comment;
    let start = of("R108").span.start;
    marker.edits[0].span = maycrawl::line::Span { start, end: start };
    assert_eq!(hidden(file, &before, &marker, Severity::Note), [("R108", 2)]);
}
