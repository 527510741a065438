//! Findings as text: the line, carets, what to do.

use anstyle::{AnsiColor, Style};
use maycrawl::Printable;
use maycrawl::line::Span;
use maycrawl::lint::{Diagnostic, Effect, LintCount, Severity};

use super::LintedFile;
use crate::output::{Failure, Output};

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
        output.line(format_args!("{name}: {kind}: the first {shown} of {found} are shown\n"))?;
    }
    Ok(())
}

fn one(file: &LintedFile, found: &Diagnostic, output: &mut Output) -> Result<(), Failure> {
    let lint = found.lint;
    let position = found.position(&file.bytes);
    output.painted(style(lint.severity), &format!("{}[{}]", lint.severity.name(), lint.code))?;
    output.painted(Style::new().bold(), &format!(": {}", found.message))?;
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
        style(lint.severity),
        &"^".repeat(marked.max(1)),
    )?;
    if let Some(help) = &found.help {
        output.line(format_args!("{:width$} = help: {help}{}", "", fixable(found)))?;
    }
    output.line(format_args!("{:width$} = {}\n", "", lint.name))
}

/// The option that fixes the finding.
fn fixable(found: &Diagnostic) -> &'static str {
    match found.fix.as_ref().map(|fix| fix.effect) {
        Some(Effect::KeepsVerdicts) => " (--fix)",
        Some(Effect::TakesEffect) => " (--fix=all)",
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

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
        Severity::Note => AnsiColor::Cyan.on_default().bold(),
    }
}

/// Prints the counts of findings and of fixes.
pub(super) fn summary(all: &[LintedFile], output: &mut Output) -> Result<(), Failure> {
    let read = all.iter().filter(|file| !file.is_missing).count();
    if read == 0 {
        return Ok(()); // no file could be read, which is reported already
    }
    let files = count(read, "file");
    if all.iter().all(|file| file.report.counts.is_empty()) {
        return output.line(format_args!("{files}: nothing found"));
    }
    let of = |severity| all.iter().map(|file| file.report.of(severity)).sum();
    let [errors, warnings, notes] = [Severity::Error, Severity::Warning, Severity::Note].map(of);
    let safe: usize = all.iter().map(|file| file.fixes.safe).sum();
    let more: usize = all.iter().map(|file| file.fixes.more).sum();
    let mut hint = String::new();
    if safe > 0 {
        hint.push_str(&format!("; {safe} fixable with --fix (verdicts stay the same)"));
    }
    if more > 0 {
        let all = safe + more;
        hint.push_str(&format!("; {all} fixable with --fix=all (verdicts may change)"));
    }
    output.line(format_args!(
        "{files}: {}, {}, {}{hint}",
        count(errors, "error"),
        count(warnings, "warning"),
        count(notes, "note")
    ))
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
