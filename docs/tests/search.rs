//! The search of the site: what people type finds the page that answers it. The search runs in the reader's browser, so
//! the test runs the scripts and the index of the built site in Node.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use maycrawl_docs::build;

/// A search in each line, and the page that must come first.
const SEARCHES: &str = include_str!("searches.tsv");

/// What each search finds, the best page first; `None` if there is no Node.
fn found(searches: &[&str]) -> Option<Vec<Vec<String>>> {
    let site = tempfile::tempdir().unwrap();
    build(site.path(), None).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search.js");
    let mut node = Command::new("node");
    let node = node.arg(script).arg(site.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = match node.spawn() {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        started => started.unwrap(),
    };
    let typed: String = searches.iter().map(|typed| format!("{typed}\n")).collect();
    node.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).unwrap();
    let pages = |line: &str| line.split('\t').map(str::to_owned).collect();
    Some(lines.lines().map(pages).collect())
}

#[test]
fn what_people_type_finds_the_page_that_answers_it() {
    let rows: Vec<(&str, &str)> = SEARCHES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .collect();
    assert!(rows.len() >= 30, "{}", rows.len());
    let typed: Vec<&str> = rows.iter().map(|row| row.0).collect();
    let Some(found) = found(&typed) else {
        println!("SKIPPED: there is no Node");
        return;
    };
    assert_eq!(found.len(), rows.len());
    let wrong: Vec<String> = rows
        .iter()
        .zip(&found)
        .filter(|((_, page), pages)| pages[0] != *page)
        .map(|((typed, page), pages)| {
            let place = pages.iter().position(|found| found == page);
            format!("`{typed}`: {page} is at place {place:?}; first is `{}`", pages[0])
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_search_for_nothing_that_is_there_finds_nothing() {
    let Some(found) = found(&["qwertzuiop", "search console qwertzuiop"]) else {
        println!("SKIPPED: there is no Node");
        return;
    };
    assert_eq!(found, [[""], [""]]);
}
