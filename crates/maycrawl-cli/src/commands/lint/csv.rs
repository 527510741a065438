//! Findings as a table for a spreadsheet.

use super::LintedFile;
use crate::text::csv;
use crate::text::output::{Failure, Output};

const HEADER: [&str; 8] = ["file", "line", "column", "severity", "code", "lint", "message", "help"];

/// Prints the findings of a file, and above those of the first one the header.
pub(super) fn file(file: &LintedFile, is_first: bool, output: &mut Output) -> Result<(), Failure> {
    if is_first {
        csv::row(output, HEADER)?;
    }
    if let Some(text) = &file.denied {
        csv::row(output, [&file.name, "", "", "error", "", "", text, ""])?;
    }
    for found in &file.report.diagnostics {
        let position = found.position(&file.bytes);
        let [line, column] = [position.line, position.column].map(|number| number.to_string());
        let (lint, help) = (found.lint, found.help.as_deref().unwrap_or_default());
        let severity = lint.severity.name();
        let cells =
            [&file.name, &line, &column, severity, lint.code, lint.name, &found.message, help];
        csv::row(output, cells)?;
    }
    Ok(())
}
