//! How severe a finding or an effect is, for terminals and GitHub workflows.

use anstyle::{AnsiColor, Style};
use maycrawl_lint::Severity;

pub(crate) fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
        Severity::Note => AnsiColor::Cyan.on_default().bold(),
    }
}

/// The command of an annotation.
pub(crate) const fn annotation(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}
