//! Every lint reports its own example, and not the corrected text. Fixes are tested in `fixes.rs`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use maycrawl::{Profile, RobotsTxt};
use maycrawl_lint::{Diagnostic, Fix, Lint, Severity, apply_fixes};
use proptest::prelude::*;

fn lint(file: &[u8]) -> Vec<Diagnostic> {
    maycrawl_lint::lint(&RobotsTxt::parse(file))
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

/// What the build script does not read would be missing here.
#[test]
fn every_page_shows_what_its_file_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lints");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), Lint::all().len());
    for lint in Lint::all() {
        let file = fs::read_to_string(folder.join(lint.code).with_extension("md")).unwrap();
        let (_, body) = file.split_once("---\n\n").unwrap();
        let head = format!("# {} ({}) {}:", lint.name, lint.code, lint.severity.name());
        // On a page a line that does not end looks as one that does.
        let body = body.replace("\\\n```", "\n```");
        let words = head.split_whitespace().chain(body.split_whitespace());
        assert!(words.eq(lint.markdown().split_whitespace()), "{}", lint.code);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_bytes_can_be_linted(file in proptest::collection::vec(any::<u8>(), 0..300)) {
        for profile in Profile::ALL {
            let found = maycrawl_lint::lint(&RobotsTxt::parse_with(&file, profile));
            let fixes: Vec<Fix> = found.into_iter().filter_map(|found| found.fix).collect();
            let _ = apply_fixes(&file, &fixes);
        }
    }
}

#[test]
fn severities_are_in_order() {
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
}

/// A fix is applied to a file that programs with other profiles read too.
#[test]
fn a_line_is_removed_only_if_no_profile_needs_it() {
    let rows: &[(&str, bool, &str)] = &[
        ("Disallow: /a\nDisallow: /a/b", true, "plain rules"),
        ("Disallow: /caf%C3%A9\nDisallow: /caf%c3%a9/b", true, "one form in all profiles"),
        (
            "Disallow: *b\nDisallow: /a/*b",
            true,
            "google-2019 puts a slash in front, which changes nothing",
        ),
        ("Disallow: */b/\nDisallow: /b/c/*/b/", true, "nor here"),
        ("Disallow: */b/*\nDisallow: /b/", false, "/*/b/* does not match /b/"),
        (
            "Disallow: /a\nDisallow: /a/b\nAllow: a/",
            false,
            "google-2019 reads /a/, which wins against /a",
        ),
        ("Disallow: /a\nDisallow: /a/b/c\nAllow: /%61/b", false, "rfc9309 reads /a/b"),
        ("Dissallow: /a\nDisallow: /a/b", false, "the first line is no rule under rfc9309"),
        ("Dissallow: /a\nDisallow: /a", false, "nor here"),
        ("Disallow: /x\nAllow: /a/\nDisallow a", false, "two words are a rule for Google only"),
    ];
    for (rules, is_removed, why) in rows {
        let file = format!("User-agent: *\n{rules}\n");
        let found = maycrawl_lint::lint(&RobotsTxt::parse(file.as_bytes()));
        let fixes = found.iter().filter_map(|found| found.fix.as_ref());
        let removes = fixes.clone().any(|fix| fix.title == "remove the line");
        assert_eq!(removes, *is_removed, "{why}: {rules}");
    }
}

/// "line 3 wins", "both match some common URLs": nobody meets such rules.
#[test]
fn what_matches_no_path_is_not_compared_with_other_rules() {
    for (rules, told) in [
        ("Disallow: /a b\nAllow: /a b\n", "R309 R309"),
        ("Disallow: *.pdf\nAllow: /a b\n", "R309"),
        ("Disallow: /{id}/\nAllow: /{id}/\n", "R315 R315"),
        ("Disallow: /a\nDisallow: /a/{id}\n", "R315"),
        ("Disallow: /*c\nAllow: /a\\b*d\n", "R315"),
        ("Disallow: /a\nAllow: /a\n", "R403"),
    ] {
        let found = lint(format!("User-agent: *\n{rules}").as_bytes());
        let codes = found.iter().map(|it| it.lint.code).filter(|code| *code != "R313");
        assert_eq!(codes.collect::<Vec<_>>().join(" "), told, "{rules}: {found:?}");
    }
}

#[test]
fn needless_rules_are_found_exactly() {
    // Rules of one group, the lines that are needless, and why.
    let rows: &[(&str, &[u32], &str)] = &[
        ("Disallow: /a\nDisallow: /a/b", &[3], "a shorter rule covers it"),
        ("Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c", &[], "the allow rule opens a part"),
        ("Disallow: /a\nAllow: /a/b/c/d\nDisallow: /a/b", &[4], "the allow rule wins anyway"),
        ("Disallow: /a\nAllow: /c", &[3], "nothing disallows what it allows"),
        ("Disallow: /a\nAllow: /*.css$", &[], "/a.css is allowed by it"),
        ("Disallow: /a\nAllow: /", &[], "people write it to be clear"),
        ("Disallow: /*?\nDisallow: /a?b=", &[3], "a wildcard covers it"),
        ("Disallow: /a/\nDisallow: /a/b/c\nDisallow: /a/b", &[3, 4], "one rule covers two"),
        ("Disallow: /a$\nDisallow: /a/b", &[], "the end of the path is not a prefix"),
        (
            "Disallow: /\nAllow: /x/index.html\nDisallow: /x/",
            &[4],
            "the page opens its directory all the same",
        ),
        ("Disallow: /\nAllow: /x/index.html\nDisallow: /x/i", &[4], "the page is longer"),
        (
            "Disallow: /\nAllow: */index.htm\nDisallow: ////",
            &[],
            "the pages open directories that begin with anything, such as ////",
        ),
        (
            "Disallow: /a\nAllow: */q\nDisallow: /ab*z\nDisallow: /ab*/q",
            &[],
            "documents leave undefined whether the allow rule wins",
        ),
        ("Allow: /page\nDisallow: /*.htm", &[], "as in the row of Google's table"),
        ("Disallow: *b\nDisallow: /a/*b", &[3], "profile google-2019 does not read it so"),
    ];
    for (rules, lines_expected, why) in rows {
        let file = format!("User-agent: *\n{rules}\n");
        let found = of("R409", file.as_bytes());
        let lines = found.iter().flat_map(|found| found.also.iter().chain([&found.line]));
        let found: BTreeSet<u32> = lines.copied().collect();
        let lines: BTreeSet<u32> = lines_expected.iter().copied().collect();
        assert_eq!(found, lines, "{why}: {rules}");
    }
    let crossing = b"User-agent: *\nDisallow: /a\nAllow: */q\nDisallow: /ab*z\nDisallow: /ab*/q\n";
    let found = maycrawl_lint::lint(&RobotsTxt::parse_with(crossing, Profile::RFC9309));
    let found: Vec<_> = found.iter().filter(|found| found.lint.code == "R409").collect();
    assert_eq!(found.len(), 1, "where the allow rule meets it, the last rule wins");
    assert_eq!(found[0].line, 4);
    let shared = b"User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: a\nDisallow: /x/y\n\nUser-agent: c\nDisallow: /z\n";
    assert!(of("R409", shared).is_empty(), "b follows the first group only, a both");
    let cut = b"User-agent: AI2Bot\nDisallow: /x\n\nUser-agent: AI3Bot\nAllow: /x/y\n";
    assert!(of("R409", cut).is_empty(), "a crawler called AI follows both");
}

#[test]
fn a_blocked_site_is_found_by_its_region() {
    let blocked = "this rule blocks the whole site for every crawler without its own group";
    for (rules, told) in [
        ("Disallow: /", ""),
        ("Disallow: /\nAllow: /help/", ", except `/help/`"),
        ("Disallow: /\nAllow: /help/\nDisallow: /help/x", ", except `/help/`"),
        (
            "Disallow: /*\nAllow: /$\nAllow: /*.css$",
            ", except `the path / and paths that end with .css`",
        ),
        (
            "Disallow: /\nAllow: /a\nAllow: /b\nAllow: /c\nAllow: /d",
            ", except `/a, /b, /c and 1 more`",
        ),
    ] {
        let found = of("R601", format!("User-agent: *\n{rules}\n").as_bytes());
        assert_eq!(found.len(), 1, "{rules}");
        assert_eq!(found[0].message, format!("{blocked}{told}"), "{rules}");
    }
    for rules in ["Disallow: /\nAllow: /", "Disallow: /\nAllow: /*", "Disallow: /a\nAllow: /a/b"] {
        assert!(of("R601", format!("User-agent: *\n{rules}\n").as_bytes()).is_empty(), "{rules}");
    }
    // The author may have written the other rules before somebody closed the site by mistake.
    let needless = of("R409", b"User-agent: *\nDisallow: /cart\nDisallow: /\n");
    assert!(needless[0].fix.is_none());
    assert_eq!(
        needless[0].help.as_deref(),
        Some("remove the line, if line 3 is meant to block the whole site")
    );
}

#[test]
fn a_web_page_is_found_on_its_line_whatever_ends_the_lines() {
    for (blank, line) in [("\n\n", 3), ("\r\n\r\n", 3), ("\r\r", 3), ("", 1)] {
        let found = of("R001", format!("{blank}<html><body>x</body>").as_bytes());
        assert_eq!(found[0].line, line, "{blank:?}");
    }
}
