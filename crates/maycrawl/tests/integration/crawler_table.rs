//! The table of crawlers: each row has a source and the day of its last check, and says where documents differ.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl::crawler::{KnownCrawler, Source};
use maycrawl::{Crawler, Reason, RobotsTxt, as_written};

/// True for a day as `2026-08-22`.
fn is_day(text: &str) -> bool {
    let parts: Vec<_> =
        text.split('-').map(|part| (part.len(), part.parse::<u32>().ok())).collect();
    matches!(parts[..], [(4, Some(2026..)), (2, Some(1..=12)), (2, Some(1..=31))])
}

/// What is wrong with a row.
fn wrong(known: &KnownCrawler) -> Option<&'static str> {
    let page = known.source.url().strip_prefix("https://").unwrap_or_default();
    if !page.split('/').next().unwrap_or_default().contains('.') {
        return Some("it has no page as its source");
    }
    (!is_day(known.checked)).then_some("it has no day of its last check")
}

#[test]
fn every_row_has_a_source_and_the_day_of_its_last_check() {
    let found: Vec<_> = KnownCrawler::all()
        .iter()
        .filter_map(|known| Some(format!("{}: {}", known.token, wrong(known)?)))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    // The check itself can fail.
    for day in ["", "2026", "2026-8-22", "2026-13-01", "2026-08-32", "22.08.2026", "2025-08-22"] {
        assert!(!is_day(day), "{day}");
    }
    let row = *KnownCrawler::by_name("Googlebot").unwrap();
    let (mut undated, mut unsourced) = (row, row);
    undated.checked = "";
    unsourced.source = Source::Operator("https://");
    assert!(wrong(&undated).is_some() && wrong(&unsourced).is_some());
}

#[test]
fn a_row_is_stale_more_than_a_year_after_its_last_check() {
    let mut row = *KnownCrawler::by_name("Googlebot").unwrap();
    for (checked, day, is_stale) in [
        ("2026-08-22", "2026-08-22", false),
        ("2026-08-22", "2027-08-22", false),
        ("2026-08-22", "2027-08-23", true),
        ("2026-08-22", "2027-09-01", true),
        ("2026-08-22", "2027-07-31", false),
        ("2026-08-22", "2028-01-01", true),
        ("2026-08-22", "2025-12-31", false),
        ("2028-02-29", "2029-02-28", false),
        ("2028-02-29", "2029-03-01", true),
    ] {
        row.checked = checked;
        assert_eq!(row.is_stale_on(day), is_stale, "{checked} {day}");
    }
}

/// A file, a crawler, the reason of its verdict about `/a`, and what other documents say.
const ROWS: &[(&str, &str, Reason<'_>, Option<&str>)] = &[
    ("user-agent: *\ndisallow: /\n", "Mediapartners-Google", Reason::StarIgnored, Some(IN_2021)),
    ("user-agent: *\ndisallow: /\n", "APIs-Google", Reason::StarIgnored, Some(IN_2021)),
    ("user-agent: *\n", "APIs-Google", Reason::StarIgnored, Some(IN_2021)),
    // AdsBot has never followed `*`.
    ("user-agent: *\ndisallow: /\n", "AdsBot-Google", Reason::StarIgnored, None),
    ("user-agent: *\ndisallow: /\n", "AdsBot-Google-Mobile", Reason::StarIgnored, None),
    // Without a group for `*` the documents agree.
    ("user-agent: Googlebot\ndisallow: /\n", "APIs-Google", Reason::NoGroup, None),
    ("", "APIs-Google", Reason::NoGroup, None),
    // A group of its own decides, whatever the others are.
    (
        "user-agent: *\ndisallow: /\nuser-agent: apis-google\nallow: /b\n",
        "APIs-Google",
        Reason::NoRuleMatched,
        None,
    ),
    ("user-agent: *\ndisallow: /b\n", "Googlebot", Reason::NoRuleMatched, None),
];

const IN_2021: &str = "Google's documents of 2021 apply `*` to it";

#[test]
fn where_documents_differ_about_a_crawler_the_verdict_says_so() {
    for &(file, name, reason, expected) in ROWS {
        let crawler = Crawler::from_token(name);
        let robots = RobotsTxt::parse(file.as_bytes());
        let rules = robots.rules_for(&crawler);
        let verdict = rules.check(as_written("/a"));
        assert_eq!(verdict.reason(), reason, "{name}: {file}");
        let differ = verdict.documents_differ(&crawler).map(|differ| differ.to_string());
        assert_eq!(differ.as_deref(), expected, "{name}: {file}");
        let explained = robots.explain(&crawler, as_written("/a")).to_string();
        assert_eq!(explained.contains(IN_2021), expected.is_some(), "{explained}");
    }
}

#[test]
fn a_crawler_without_a_group_is_told_why_the_group_of_the_star_is_not_its_own() {
    let robots = RobotsTxt::parse(b"user-agent: *\ndisallow: /\n");
    let rules = robots.rules_for(&Crawler::MEDIAPARTNERS_GOOGLE);
    let said = rules.check(as_written("/a")).to_string();
    assert_eq!(said, "allowed: no group names this crawler, and it does not follow `*`");
}
