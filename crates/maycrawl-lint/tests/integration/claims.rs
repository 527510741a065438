//! What a finding says of every crawler is true for each program that is known: a line that nobody reads can become a
//! comment, and no program gives another verdict.
//!
//! A sentence that is true for Google only says so. What a fix does is proved for each program, and said.

use std::collections::BTreeMap;

use maycrawl::RobotsTxt;
use maycrawl_effects::Budget;
use maycrawl_lint::{Diagnostic, LintOptions, lint_with};
use maycrawl_readers::{FileReadings, Reader};

/// Words that speak of every crawler, about the line of the finding.
const UNIVERSAL: [&str; 11] = [
    "every crawler skips",
    "no crawler reads",
    "no crawler accepts",
    "no known crawler reads",
    "crawlers ignore the line",
    "matches nothing",
    "has no effect",
    "changes nothing",
    "applies to no crawler",
    "the same verdict",
    "wins against it",
];

/// True if the finding says of every crawler that its line does nothing.
fn is_universal(found: &Diagnostic) -> bool {
    let says = |text: &str| {
        let text = text.to_lowercase();
        !text.contains("google") && UNIVERSAL.iter().any(|words| text.contains(words))
    };
    says(&found.message) || says(found.reason.text)
}

/// The file with the lines of a finding made comments. A comment ends no group of any program.
fn without_lines(file: &[u8], found: &Diagnostic) -> Vec<u8> {
    let robots = RobotsTxt::parse(file);
    let mut out = Vec::new();
    for line in maycrawl::line::Lines::new(robots.as_bytes(), robots.profile()) {
        let is_of_finding = line.number == found.line || found.also.contains(&line.number);
        out.extend_from_slice(if is_of_finding { b"#" } else { line.bytes() });
        out.push(b'\n');
    }
    out
}

/// Real files, a part of them.
fn files(step: usize) -> Vec<Vec<u8>> {
    let files = maycrawl_testdata::corpus("the claims of findings").unwrap_or_default();
    let files = files.into_iter().map(|file| file.bytes).filter(|file| file.len() < 20_000);
    files.step_by(step).collect()
}

#[test]
fn what_is_said_of_every_crawler_is_true_for_every_program() {
    let readers: Vec<_> = Reader::all().iter().collect();
    let (mut asked, mut refuted) = (0, BTreeMap::<_, Vec<String>>::new());
    let examples = maycrawl_lint::Lint::all().iter().filter_map(|lint| lint.example());
    let examples = examples.map(|example| example.mistaken.to_vec());
    for file in examples.chain(files(9)) {
        let robots = RobotsTxt::parse(&file);
        let options = LintOptions::new().readers(Vec::new());
        for found in lint_with(&robots, &options).diagnostics.iter().filter(|it| is_universal(it)) {
            let with_lf: Vec<u8> = {
                let lines = maycrawl::line::Lines::new(&file, robots.profile());
                lines.flat_map(|line| [line.bytes(), b"\n"].concat()).collect()
            };
            let before = FileReadings::new(&readers, &with_lf, &mut Budget::default());
            let after = without_lines(&file, found);
            let changes = before.changes(&after, &mut Budget::new(5_000_000)).answer(&readers);
            asked += 1;
            if let Some(change) = changes.changed.first() {
                let said = format!("{}: {change}", found.message);
                refuted.entry(found.lint.code).or_default().push(said);
            }
        }
    }
    for (code, said) in &refuted {
        println!("{code}: {} times, first {}", said.len(), said[0]);
    }
    println!("{asked} claims asked, {} lints refuted", refuted.len());
    assert!(refuted.is_empty());
}
