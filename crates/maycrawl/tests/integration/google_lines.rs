//! The line reports of google/robotstxt: number, kind and flags of each line, and the counts.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::Profile;
use maycrawl::field::{Field, Spelling};
use maycrawl::line::{Line, Lines, Separator};
use maycrawl_testdata::{bytes, conformance_cases, json_lines, shared};
use serde_json::{Value, json};

fn field(line: &Line<'_>) -> Option<(Field, Spelling)> {
    line.directive().map(|directive| Field::from_key(directive.key(), Profile::GOOGLE))
}

fn kind(line: &Line<'_>) -> &'static str {
    match (field(line), line.directive()) {
        (Some((Field::Other, _)), Some(other)) if Field::read_elsewhere(other.key()).is_some() => {
            "unused"
        }
        (None | Some((Field::Other, _)), _) => "unknown",
        (Some((field, _)), _) => field.name().unwrap_or_default(),
    }
}

fn flags(line: &Line<'_>) -> Vec<&'static str> {
    let missing_colon =
        |directive: maycrawl::line::Directive<'_>| directive.separator == Separator::MissingColon;
    [
        (line.is_empty(), "empty"),
        (field(line).is_some_and(|(_, spelling)| spelling == Spelling::Misspelt), "typo"),
        (line.has_comment, "has_comment"),
        (line.is_comment(), "comment"),
        (line.directive().is_some(), "directive"),
        (line.directive().is_some_and(missing_colon), "missing_colon"),
        (line.too_long, "too_long"),
    ]
    .into_iter()
    .filter_map(|(is, name)| is.then_some(name))
    .collect()
}

fn report(file: &[u8]) -> Value {
    let lines: Vec<_> = Lines::new(file, Profile::GOOGLE).collect();
    let directives = lines.iter().filter_map(field).count();
    let valid = lines.iter().filter_map(field).filter(|(field, _)| *field != Field::Other).count();
    json!({
        "valid": valid,
        // Google counts every directive that it does not read, under any key.
        "unused": directives - valid,
        "last_line": lines.len(),
        "lines": lines.iter().map(|l| json!([l.number, kind(l), sorted(flags(l))])).collect::<Vec<_>>(),
    })
}

fn sorted(mut flags: Vec<&str>) -> Vec<&str> {
    flags.sort_unstable();
    flags
}

fn expected(record: &Value) -> Value {
    let line = |line: &Value| {
        let flags = line[2].as_array().unwrap().iter().map(|flag| flag.as_str().unwrap()).collect();
        json!([line[0], line[1], sorted(flags)])
    };
    let lines: Vec<_> = record["lines"].as_array().unwrap().iter().map(line).collect();
    json!({
        "valid": record["valid"],
        "unused": record["unused"],
        "last_line": record["last_line"],
        "lines": lines,
    })
}

#[test]
fn recorded_reports() {
    let Some(shared) = shared("line reports of google/robotstxt") else { return };
    let records = json_lines(&shared.join("conformance/lines.jsonl"));
    assert_eq!(records.len(), 1000);
    for record in &records {
        assert_eq!(report(&bytes(record, "robots")), expected(record), "{}", record["id"]);
    }
}

#[test]
fn reports_of_the_projects_cases() {
    for record in conformance_cases("reporter-probes") {
        assert_eq!(report(&bytes(&record, "robots")), expected(&record), "{}", record["id"]);
    }
}
