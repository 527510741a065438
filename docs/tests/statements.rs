//! The table of the statements of Google's documents: complete, and each row held by a test that exists.

#![allow(clippy::unwrap_used)] // a test may panic

use std::collections::BTreeSet;
use std::{env, fs};

mod held_by;

use held_by::{has_row, root, wrong};
use maycrawl_docs::{Held, Statement, statements};

/// What is wrong with the rows.
fn mistakes(rows: &[Statement]) -> Vec<String> {
    let mut found = Vec::new();
    for (row, number) in rows.iter().zip(1..) {
        if row.number != number {
            found.push(format!("the row after {} has the number {}", number - 1, row.number));
            break;
        }
    }
    for row in rows {
        let texts = [&row.statement, &row.document, &row.section];
        if texts.iter().any(|text| text.is_empty())
            || row.deviation.as_ref().is_some_and(String::is_empty)
        {
            found.push(format!("{}: a text is empty", row.number));
        }
        if row.held_by.is_empty() {
            found.push(format!("{}: no test holds it", row.number));
        }
        found.extend(row.held_by.iter().filter_map(|held| wrong(held)));
        for held in &row.held_by {
            // These tables are made for the statements, so each has to have a row for this one.
            if let Some(Held::Test(package, "statements.rs", _)) = Held::parse(held)
                && !has_row(package, "statements.rs", row.number)
            {
                found.push(format!("{}: {package} has no row for it", row.number));
            }
        }
    }
    found
}

#[test]
fn every_statement_is_held_by_a_test_that_exists() {
    let rows = statements().unwrap();
    assert_eq!(rows.len(), 508);
    let found = mistakes(&rows);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_row_without_a_test_or_with_a_wrong_one_is_noticed() {
    let rows = statements().unwrap();
    let gap = [&rows[..7], &rows[8..]].concat();
    assert_eq!(mistakes(&gap), ["the row after 7 has the number 9"]);
    for held in [
        "case `path-fish-99`",
        "answer `299`",
        "page, `submit.js`: `no such title`",
        "page, `nothing.js`: `the start screen in the dark`",
        "maycrawl-lint, `findings.rs`: `no_such_test`",
        "maycrawl-lint, `nothing.rs`: `verdicts_are_those_of_the_documents`",
        // It exists, but is no test.
        "maycrawl-lint, `findings.rs`: `codes`",
        "a test",
        "",
    ] {
        let mut one = vec![rows[0].clone()];
        one[0].held_by = vec![held.to_owned()];
        assert_eq!(mistakes(&one).len(), 1, "{held}");
    }
    let mut none = vec![rows[0].clone()];
    none[0].held_by.clear();
    assert_eq!(mistakes(&none), ["1: no test holds it"]);
    none[0].held_by =
        vec!["maycrawl-lint, `statements.rs`: `the_grammar_can_be_asked_for`".to_owned()];
    assert_eq!(mistakes(&none), ["1: maycrawl-lint has no row for it"]);
}

/// Statements with a larger number were found in the documents after the list was made.
const LISTED: u32 = 504;

/// Where the list that the documents were read into is at hand, no statement of it is missing here.
#[test]
fn no_statement_of_the_documents_is_missing() {
    let folder =
        env::var_os("MAYCRAWL_SHARED").map_or_else(|| root().join("../shared"), Into::into);
    let Ok(list) = fs::read_to_string(folder.join("facts/statements.md")) else {
        println!("SKIPPED: the list of statements is not at hand");
        return;
    };
    let cell = |line: &str| line.strip_prefix("| ")?.split(" |").next()?.parse::<u32>().ok();
    let listed: Vec<_> = list.lines().filter_map(cell).collect();
    let known: BTreeSet<_> = statements().unwrap().iter().map(|row| row.number).collect();
    let missing: Vec<_> = listed.iter().filter(|number| !known.contains(number)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // The list has a number twice, and one not at all: the second of the two is the row with the free number.
    let of_list = known.iter().filter(|number| **number <= LISTED);
    assert_eq!(listed.len(), of_list.count());
}

/// The number of a statement, a document of the repository, and words in it that tell the statement.
#[rustfmt::skip] // one statement, one row
const TOLD: &[(u32, &str, &str)] = &[
    (20, "docs/guide/keep-out-of-search.md", "search for its URL"),
    (44, "crates/maycrawl-language/languages/en/page.ftl", "Ask the operator of the host to put the file there, or use robots meta tags in your pages."),
    (154, "docs/guide/keep-out-of-search.md", "Do not block the page in robots.txt. Let it be crawled, and say `noindex` on the page."),
    (164, "docs/explanation/what-it-cannot-do.md", "One file is for all crawlers"),
    (168, "docs/guide/recipes.md", "Any program that writes plain text will do"),
    (170, "docs/explanation/what-it-cannot-do.md", "Crawlers keep a copy for up to a day."),
    (178, "docs/explanation/result-codes.md", "Answering 403 for robots.txt does not close a site: it opens it."),
    (508, "docs/guide/keep-out-of-search.md", "A page of someone else's site can only be removed there"),
    (289, "docs/guide/scrapy.md", "24 hours, or `max-age` between 5 minutes and 7 days"),
];

#[test]
fn the_documentation_tells() {
    for (number, path, words) in TOLD {
        let text = fs::read_to_string(root().join(path)).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{number}: {path} does not say: {words}");
    }
}
