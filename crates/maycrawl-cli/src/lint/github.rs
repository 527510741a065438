//! Findings as annotations of a GitHub workflow: `::error file=robots.txt,line=2,col=1::message`.

use maycrawl::Severity;

use super::Linted;
use crate::output::{Failure, Output};

pub(super) fn file(linted: &Linted, output: &mut Output) -> Result<(), Failure> {
    for found in &linted.found.diagnostics {
        let kind = match found.lint.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let position = found.position(&linted.bytes);
        // An end that is no place of its own confuses the page.
        let end = position.end_column.max(position.column + 1) - 1;
        let help = found.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
        output.line(format_args!(
            "::{kind} file={},line={},col={},endColumn={end},title={}::{}",
            property(&linted.name),
            position.line,
            position.column,
            property(&format!("{} {}", found.lint.code, found.lint.name)),
            data(&format!("{}{help}", found.message)),
        ))?;
    }
    Ok(())
}

/// A message as a workflow command takes it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property as a workflow command takes it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
