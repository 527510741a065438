//! Every lint reports its own example, and not the corrected text. Fixes are tested in `fixes.rs`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeSet;

use maycrawl::lint::{Diagnostic, Fix, Lint, Severity, apply_fixes};
use maycrawl::{Profile, RobotsTxt};
use proptest::prelude::*;

fn lint(file: &[u8]) -> Vec<Diagnostic> {
    RobotsTxt::parse(file).lint()
}

fn of(code: &str, file: &[u8]) -> Vec<Diagnostic> {
    lint(file).into_iter().filter(|found| found.lint.code == code).collect()
}

fn shown(bytes: &[u8]) -> String {
    maycrawl::Printable(bytes).to_string()
}

#[test]
fn every_lint_finds_its_example_and_not_what_to_write_instead() {
    let examples = Lint::all().iter().filter_map(|lint| Some((lint, lint.example()?)));
    for (lint, example) in examples {
        assert!(
            !of(lint.code, example.mistaken).is_empty(),
            "{}: {}",
            lint.name,
            shown(example.mistaken)
        );
        let left = of(lint.code, example.corrected);
        assert!(left.is_empty(), "{}: {left:?}", lint.name);
    }
}

#[test]
fn codes_are_in_order_and_names_are_unique() {
    let codes: Vec<_> = Lint::all().iter().map(|lint| lint.code).collect();
    assert!(codes.is_sorted() && codes.iter().collect::<BTreeSet<_>>().len() == codes.len());
    let names: BTreeSet<_> = Lint::all().iter().map(|lint| lint.name).collect();
    assert_eq!(names.len(), codes.len());
    for lint in Lint::all() {
        assert_eq!(Lint::by_name(lint.code), Lint::by_name(&lint.name.to_uppercase()));
        assert!(lint.summary.ends_with('.') && lint.page.ends_with(['.', ')']), "{}", lint.name);
        assert!(lint.markdown().starts_with(&format!("# {} ({})", lint.name, lint.code)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_bytes_can_be_linted(file in proptest::collection::vec(any::<u8>(), 0..300)) {
        for profile in Profile::ALL {
            let found = RobotsTxt::parse_with(&file, profile).lint();
            let fixes: Vec<Fix> = found.into_iter().filter_map(|found| found.fix).collect();
            let _ = apply_fixes(&file, &fixes);
        }
    }
}

#[test]
fn severities_are_in_order() {
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
}
