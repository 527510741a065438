//! Findings as text: the line, carets, what to do.

use anstyle::{AnsiColor, Style};
use maycrawl::Printable;
use maycrawl::line::Span;
use maycrawl::lint::{Diagnostic, Effect, LintCount, Severity};
use maycrawl_language::Language;

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
    let severity = language.severity(lint.severity);
    output.painted(style(lint.severity), &format!("{severity}[{}]", lint.code))?;
    output.painted(Style::new().bold(), &format!(": {}", headline(found, language)))?;
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
    if language != Language::English {
        let label = language.message("label-detail", &[]);
        output.line(format_args!("{:width$} = {label}: {}", "", found.message))?;
    }
    if let Some(help) = &found.help {
        let label = language.message("label-help", &[]);
        output.line(format_args!("{:width$} = {label}: {help}{}", "", fixable(found)))?;
    }
    output.line(format_args!("{:width$} = {}\n", "", lint.name))
}

/// The first line: what is wrong here, or the sentence about the lint where the language is not English.
fn headline(found: &Diagnostic, language: Language) -> String {
    match language {
        Language::English => found.message.clone(),
        language => language.lint_summary(found.lint),
    }
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
    let language = output.language();
    if all.iter().all(|file| file.report.counts.is_empty()) {
        let text = language.message("nothing-found", &[("files", read.into())]);
        return output.line(format_args!("{text}"));
    }
    let of = |severity| all.iter().map(|file| file.report.of(severity)).sum();
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
