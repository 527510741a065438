//! Findings as text: the line, carets, what to do.

use anstyle::Style;
use maycrawl::Printable;
use maycrawl::line::Span;
use maycrawl_lint::{Diagnostic, FixEffect, LintCount, Severity};

use super::LintedFile;
use crate::text::output::{Failure, Output};
use crate::text::severity;

/// Maximum number of bytes of a line shown before a finding.
const MAX_BYTES_BEFORE: u32 = 60;
/// Maximum number of bytes of a line shown from the start of a finding.
const MAX_BYTES_FROM: u32 = 80;

/// The findings of one file.
pub(super) fn file(file: &LintedFile, output: &mut Output) -> Result<(), Failure> {
    file.report.diagnostics.iter().try_for_each(|found| one(file, found, output))?;
    let is_cut = |count: &&LintCount| count.shown < count.found;
    for LintCount { lint, found, shown, .. } in file.report.counts.iter().filter(is_cut) {
        let (name, kind) = (&file.name, lint.name);
        let values = [
            ("file", name.into()),
            ("lint", kind.into()),
            ("shown", (*shown).into()),
            ("found", (*found).into()),
        ];
        let text = output.language().message("findings-cut", &values);
        output.line(format_args!("{text}\n"))?;
    }
    Ok(())
}

fn one(file: &LintedFile, found: &Diagnostic, output: &mut Output) -> Result<(), Failure> {
    let lint = found.lint;
    let position = found.position(&file.bytes);
    let language = output.language();
    let words = language.finding(found);
    let severity = language.severity(lint.severity);
    output.painted(severity::style(lint.severity), &format!("{severity}[{}]", lint.code))?;
    output.painted(Style::new().bold(), &format!(": {}", words.headline))?;
    let width = position.line.to_string().len();
    output.line(format_args!(
        "\n{:width$}--> {}:{}:{}",
        "", file.name, position.line, position.column
    ))?;
    let (text, before, marked) = excerpt(&file.bytes, found);
    output.line(format_args!("{:width$} |", ""))?;
    output.line(format_args!("{} | {text}", position.line))?;
    output.line_painted(
        format_args!("{:width$} | {:before$}", "", ""),
        severity::style(lint.severity),
        &"^".repeat(marked.max(1)),
    )?;
    for text in words.english.unwrap_or_default() {
        let label = language.message("label-detail", &[]);
        output.line(format_args!("{:width$} = {label}: {text}", ""))?;
    }
    // In another language than English there is no help, so the title of the fix stands for it.
    if let Some(help) = words.help.or(words.fix.as_deref()) {
        let label = language.message("label-help", &[]);
        output.line(format_args!("{:width$} = {label}: {help}{}", "", fixable(found)))?;
    }
    for fix in found.fix.iter().chain(&found.choices) {
        // The help names the choices together; what each changes is told of each.
        let of = if found.fix.is_none() { format!("{}: ", fix.title) } else { String::new() };
        let label = language.message("label-changes", &[]);
        for change in fix.programs.changed.iter().take(MAX_CHANGES) {
            let text = language.program_change(change);
            output.line(format_args!("{:width$} = {label}: {of}{text}", ""))?;
        }
    }
    if !found.also.is_empty() {
        let lines = lines_of(&found.also);
        output.line(format_args!(
            "{:width$} = {}: {lines}",
            "",
            language.message("label-also", &[])
        ))?;
    }
    output.line(format_args!("{:width$} = {}\n", "", lint.name))
}

/// The most changes of a fix that are shown. JSON has one for each program.
const MAX_CHANGES: usize = 3;

/// The most other lines of a finding that are shown.
const MAX_OTHER_LINES: usize = 8;

/// Numbers of lines: `4, 7, 9`. JSON has them all.
fn lines_of(lines: &[u32]) -> String {
    let shown = lines.iter().take(MAX_OTHER_LINES).map(u32::to_string).collect::<Vec<_>>();
    let dots = if lines.len() > MAX_OTHER_LINES { ", ..." } else { "" };
    format!("{}{dots}", shown.join(", "))
}

/// The option that fixes the finding.
fn fixable(found: &Diagnostic) -> &'static str {
    match found.fix.as_ref().map(|fix| fix.effect) {
        Some(FixEffect::KeepsVerdicts) => " (--fix)",
        Some(FixEffect::Mends) => " (--fix=all)",
        None => "",
    }
}

/// The line, or its part near the finding; the width of the text before the finding; the width of the finding.
fn excerpt(file: &[u8], found: &Diagnostic) -> (String, usize, usize) {
    let line = found.line_span(file);
    let (start, end) =
        (found.span.start, found.span.end.clamp(found.span.start, line.end.max(found.span.start)));
    let from = line.start.max(start.saturating_sub(MAX_BYTES_BEFORE));
    let to = line.end.min(start + MAX_BYTES_FROM).max(from);
    let shown = |start: u32, end: u32| Printable(Span { start, end }.slice(file)).to_string();
    let dots = |cut: bool| if cut { "..." } else { "" };
    let before = format!("{}{}", dots(from > line.start), shown(from, start));
    let marked = shown(start, end.min(to));
    let after = format!("{}{}", shown(end.min(to), to), dots(to < line.end));
    (format!("{before}{marked}{after}"), before.chars().count(), marked.chars().count())
}

/// Prints the counts of findings and of fixes.
pub(super) fn summary(all: &[LintedFile], output: &mut Output) -> Result<(), Failure> {
    let read = all.iter().filter(|file| !file.is_missing).count();
    if read == 0 {
        return Ok(()); // no file could be read, which is reported already
    }
    let language = output.language();
    if all.iter().all(|file| file.report.counts.is_empty()) {
        let text = language.message("nothing-found", &[("files", read.into())]);
        return output.line(format_args!("{text}"));
    }
    let of = |severity| all.iter().map(|file| file.report.count(severity)).sum();
    let [errors, warnings, notes]: [usize; 3] =
        [Severity::Error, Severity::Warning, Severity::Note].map(of);
    let safe: usize = all.iter().map(|file| file.fixes.safe).sum();
    let more: usize = all.iter().map(|file| file.fixes.more).sum();
    let mut hint = String::new();
    if safe > 0 {
        hint.push_str("; ");
        hint.push_str(&language.message("fixable-safely", &[("count", safe.into())]));
    }
    if more > 0 {
        hint.push_str("; ");
        hint.push_str(&language.message("fixable-all", &[("count", (safe + more).into())]));
    }
    let values = [
        ("files", read.into()),
        ("errors", errors.into()),
        ("warnings", warnings.into()),
        ("notes", notes.into()),
    ];
    output.line(format_args!("{}{hint}", language.message("findings-summary", &values)))
}
