//! Findings as diagnostics of the protocol.

use gen_lsp_types::{Code, Diagnostic, DiagnosticSeverity};
use maycrawl::line::Span;
use maycrawl_lint::Severity;

use super::text::Text;

/// A finding at its place. One over several lines ends with its first line, as in `maycrawl lint`.
pub(super) fn diagnostic(found: &maycrawl_lint::Diagnostic, text: &Text) -> Diagnostic {
    let line_end = found.line_span(text.as_bytes()).end.max(found.span.start);
    let span = Span { start: found.span.start, end: found.span.end.min(line_end) };
    let help = found.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
    Diagnostic {
        range: text.range(span),
        severity: Some(match found.lint.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Note => DiagnosticSeverity::Information,
        }),
        code: Some(Code::String(found.lint.code.to_owned())),
        source: Some("maycrawl".to_owned()),
        message: format!("{}{help}", found.message).into(),
        ..Diagnostic::default()
    }
}
