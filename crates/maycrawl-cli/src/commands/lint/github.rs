//! Findings as annotations of a GitHub workflow: `::error file=robots.txt,line=2,col=1::message`.

use super::LintedFile;
use crate::text::github_annotation::{data, property};
use crate::text::output::{Failure, Output};
use crate::text::severity;

pub(super) fn file(file: &LintedFile, output: &mut Output) -> Result<(), Failure> {
    if let Some(text) = &file.denied {
        output.line(format_args!(
            "::error file={},title=maycrawl::{}",
            property(&file.name),
            data(text)
        ))?;
    }
    for found in &file.report.diagnostics {
        let kind = severity::annotation(found.lint.severity);
        let position = found.position(&file.bytes);
        // GitHub shows an empty range wrongly, so the range has at least one column.
        let end = position.end_column.max(position.column + 1) - 1;
        let help = found.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
        output.line(format_args!(
            "::{kind} file={},line={},col={},endColumn={end},title={}::{}",
            property(&file.name),
            position.line,
            position.column,
            property(&format!("{} {}", found.lint.code, found.lint.name)),
            data(&format!("{}{help}", found.message)),
        ))?;
    }
    Ok(())
}
