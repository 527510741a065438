//! Findings as SARIF 2.1.0, which code scanning services read.

use maycrawl_effects::TextEdit;
use maycrawl_lint::{Diagnostic, Lint, Severity};
use serde_json::{Value, json};

use super::LintedFile;

/// The log: one run over all files.
pub(super) fn log(all: &[LintedFile]) -> Value {
    let results =
        all.iter().flat_map(|file| file.report.diagnostics.iter().map(|found| result(file, found)));
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "maycrawl",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": Lint::all().iter().map(|lint| rule(lint)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

fn rule(lint: &Lint) -> Value {
    json!({
        "id": lint.code,
        "name": lint.name,
        "shortDescription": { "text": lint.summary },
        "help": { "text": lint.page, "markdown": lint.markdown() },
        "defaultConfiguration": { "level": level(lint.severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    severity.name() // SARIF has the same three words
}

fn result(file: &LintedFile, found: &Diagnostic) -> Value {
    let position = found.position(&file.bytes);
    let help = found.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
    let mut result = json!({
        "ruleId": found.lint.code,
        "ruleIndex": Lint::all().iter().position(|lint| *lint == found.lint),
        "level": level(found.lint.severity),
        "message": { "text": format!("{}{help}", found.message) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&file.name) },
            "region": {
                "startLine": position.line,
                "startColumn": position.column,
                "endColumn": position.end_column,
                "byteOffset": found.span.start,
                "byteLength": found.span.len(),
            },
        }}],
    });
    // A fix with an edit that SARIF cannot represent is left out as a whole: half of its edits is another change.
    let fixes = found.fix.iter().chain(&found.choices).filter_map(|fix| {
        let replacements = fix.edits.iter().map(replacement).collect::<Option<Vec<_>>>()?;
        Some(json!({
            "description": { "text": fix.title },
            "artifactChanges": [{
                "artifactLocation": { "uri": uri(&file.name) },
                "replacements": replacements,
            }],
        }))
    });
    let fixes: Vec<_> = fixes.collect();
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    result
}

/// `None` if the text is not UTF-8, which SARIF cannot represent.
fn replacement(edit: &TextEdit) -> Option<Value> {
    let text = std::str::from_utf8(&edit.text).ok()?;
    Some(json!({
        "deletedRegion": { "byteOffset": edit.span.start, "byteLength": edit.span.len() },
        "insertedContent": { "text": text },
    }))
}

/// A path or URL as a URI reference.
fn uri(name: &str) -> String {
    if name.contains("://") {
        return name.to_owned();
    }
    let mut uri = String::new();
    for byte in name.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(byte as char),
            byte if byte.is_ascii_alphanumeric() => uri.push(byte as char),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
