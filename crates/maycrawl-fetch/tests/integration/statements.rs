//! Statements of Google's documents about live sites that no other table holds, by their numbers in
//! `docs/statements.jsonl`.

#![allow(clippy::unwrap_used)] // a test may panic

use std::time::Duration;

use crate::site::{Answer, Site};
use maycrawl::Crawler;
use maycrawl_fetch::{AddressGuard, Basis, Failure, FailureKind, Fetcher, Policy, Timestamp};
use maycrawl_policy::{PolicyEvent, State};

const FILE: &str = "User-agent: *\nDisallow: /private\n";

/// The number of the statement, a status, the body, a path, and whether Googlebot may fetch it.
#[rustfmt::skip] // one statement, one row
const ROWS: &[(u32, u16, &str, &str, bool)] = &[
    (228, 200, FILE, "/private/x", false),
    (229, 200, FILE, "/public", true),
    (230, 203, FILE, "/private/x", false),
    (250, 200, "<meta http-equiv=refresh content='0; url=/other'>\nUser-agent: *\nDisallow: /private\n", "/private", false),
    (251, 200, "<meta http-equiv=refresh content='0; url=/other'>\n", "/private", true),
    (252, 400, FILE, "/private", true),
    (259, 451, FILE, "/private", true),
    (260, 499, FILE, "/private", true),
    (262, 502, FILE, "/public", false),
    (264, 504, FILE, "/public", false),
    (265, 599, FILE, "/public", false),
    (286, 200, FILE, "/private", false),
    (296, 200, "<html>\nUser-agent: *\nDisallow: /private\n</html>\n", "/private", false),
    (299, 200, "\u{feff}User-agent: *\nDisallow: /private\n", "/private", false),
];

fn builder() -> maycrawl_fetch::FetcherBuilder {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private())
}

#[tokio::test]
async fn live_sites_mean_what_the_documents_say() {
    for &(number, status, body, path, is_allowed) in ROWS {
        let site = Site::new(Answer::new(status, body)).await;
        let fetcher = builder().build().unwrap();
        let robots = fetcher.robots_of(&site.origin()).await;
        let verdict = robots.rules_for(&Crawler::GOOGLEBOT).check(&site.url(path)).is_allowed();
        assert_eq!(verdict, is_allowed, "{number}: {robots}");
        // Another crawler takes the same copy, and nothing else is asked for.
        let again = fetcher.robots_of(&site.origin()).await;
        let other = again.rules_for(&Crawler::BINGBOT).check(&site.url(path)).is_allowed();
        assert_eq!((other, site.requests()), (is_allowed, 1), "{number}");
    }
    // (244, ...): a redirect to a URL that the file closes is followed, since there are no rules yet.
    let site = Site::new(Answer::new(200, "User-agent: *\nDisallow: /closed\n")).await;
    site.answer_under("/robots.txt", Answer::new(301, "").field("Location", "/closed/robots.txt"));
    let robots = builder().build().unwrap().robots_of(&site.origin()).await;
    let verdict = robots.rules_for(&Crawler::GOOGLEBOT).check(&site.url("/closed/x")).is_allowed();
    assert_eq!((robots.basis(), verdict, site.requests()), (Basis::File, false, 2));
}

/// (270, 499): the 30 days of an outage are days that somebody has watched. A gap of more than three days between two
/// failures counts half a day, because nobody saw what the site said in between.
#[test]
fn an_outage_ends_for_who_has_watched_it() {
    const DAY: Duration = Duration::from_secs(86_400);
    let at = |day: u32| Timestamp::from_millis(1_790_000_000_000).after(DAY * day);
    let often: Vec<u32> = (1..20).map(|step| step * 3).collect();
    for (had_file, days, end) in [
        (true, &often[..], Basis::LastCopy),
        (false, &often, Basis::NoLimits),
        (true, &[2, 12, 47, 82], Basis::Disallowed),
        (false, &[2, 12, 47, 82], Basis::Disallowed),
    ] {
        let mut state = State::default();
        if had_file {
            let answered = PolicyEvent::Answered { missing: None, max_age: None };
            state = Policy::Google2021.after_fetch(&state, &answered, at(0));
        }
        for &day in days {
            let failure = Failure { kind: FailureKind::Status(503), detail: String::new() };
            let failed = PolicyEvent::Failed { failure, retry_after: None, site: None };
            state = Policy::Google2021.after_fetch(&state, &failed, at(day));
            let is_early = day < 30;
            let basis = Policy::Google2021.decide(&state, at(day)).basis;
            assert!(!is_early || basis == Basis::Disallowed, "{had_file} {day}");
        }
        let last = days.last().copied().unwrap_or_default();
        assert_eq!(Policy::Google2021.decide(&state, at(last)).basis, end, "{had_file} {days:?}");
    }
}
