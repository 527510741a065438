//! A site that refuses for a while, or that sends a part of its file, and what the fetcher says about it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use crate::servers::{Server, answer};
use crate::site::{Answer, Site};
use maycrawl::Crawler;
use maycrawl_fetch::{
    AddressGuard, Basis, Clock, ClockReading, Content, Fetcher, FetcherBuilder, OriginRobots,
    Policy, RefusalState, SiteState, Store, Timestamp,
};

const FILE: &str = "User-agent: *\nDisallow: /\n";
const MINUTE: u64 = 60;
const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

fn builder() -> FetcherBuilder {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private())
}

fn at(seconds: u64) -> ClockReading {
    let after = Duration::from_secs(seconds);
    ClockReading {
        wall: Timestamp::from_millis(1_790_000_000_000).after(after),
        steady: Duration::from_secs(3600) + after,
    }
}

fn is_open(robots: &OriginRobots) -> bool {
    let url = format!("{}/secret", robots.origin());
    robots.check(&Crawler::GOOGLEBOT, &url).is_allowed()
}

/// What firewalls answer to an address that they block, and for how many minutes it is not believed. A redirect leads
/// to a page with this text.
const BLOCKS: [(u16, &str, u64); 17] = [
    (401, "blocked", 23 * 60),
    (403, "blocked", 23 * 60),
    (405, "", 23 * 60),
    (418, "blocked", 23 * 60),
    (429, "blocked", 23 * 60),
    (200, "", 23 * 60),
    (200, "<!doctype html><title>Are you a robot?</title>", 23 * 60),
    (200, "# You were blocked.\n", 23 * 60),
    (202, "", 23 * 60),
    (202, "<html><script>challenge()</script></html>", 23 * 60),
    (203, "<p>blocked", 23 * 60),
    (204, "", 23 * 60),
    (302, "<p>blocked", 23 * 60),
    (302, "", 23 * 60),
    (307, "User-agent: *\nDisallow:\n", 23 * 60),
    (404, "", 60),
    (410, "", 60),
];

/// The attack: a stranger makes a firewall block this fetcher when the file expires. The firewall blocks for 15
/// minutes, and the stranger does it again every 15 minutes.
#[tokio::test]
async fn a_firewall_that_blocks_for_a_while_opens_no_site() {
    for policy in Policy::ALL {
        for (status, body, minutes) in BLOCKS {
            let clock = Clock::fixed(at(0));
            let careful = builder().policy(policy).clock(clock.clone()).confirm_refusals(true);
            let store = Store::memory(1 << 20);
            let fetcher = careful.clone().store(store.clone()).build().unwrap();
            let site = Site::new(Answer::new(200, FILE).field("Cache-Control", "max-age=60")).await;
            let origin = site.origin();
            assert!(!is_open(&fetcher.robots_of(&origin).await));
            site.answer(Answer::new(status, body).field("Location", "/blocked"));
            if status / 100 == 3 {
                site.answer_under("/blocked", Answer::new(200, body));
            }
            for minute in (5..minutes).step_by(15) {
                clock.set(at(minute * MINUTE));
                fetcher.refresh(&origin).await;
                let robots = fetcher.robots_of(&origin).await;
                assert!(!is_open(&robots), "{policy}, {status}, {minute} min: {robots}");
            }
            // The only version is the file.
            let entry = fetcher.store().entry(&origin).await.unwrap().unwrap();
            assert!(matches!(entry.version().unwrap().content, Content::File { .. }));
            // Another process knows what this one has seen.
            let other = careful.store(store).build().unwrap();
            assert!(!is_open(&other.robots_of(&origin).await), "{policy}, {status}");
            // The block ends, and so does the doubt.
            site.answer(Answer::new(200, FILE));
            clock.set(at(30 * HOUR));
            let robots = fetcher.refresh(&origin).await;
            assert_eq!(robots.basis(), Basis::File, "{policy}, {status}: {robots}");
            assert!(RefusalState::new(&robots).is_none(), "{robots}");
        }
    }
}

/// A text with groups and rules is an edit of the owner.
#[tokio::test]
async fn an_edit_that_opens_a_site_counts_at_once() {
    for edit in ["User-agent: *\nDisallow:\n", "User-agent: *\nAllow: /\n"] {
        let clock = Clock::fixed(at(0));
        let fetcher = builder().clock(clock.clone()).confirm_refusals(true).build().unwrap();
        let site = Site::new(Answer::new(200, FILE)).await;
        assert!(!is_open(&fetcher.robots_of(&site.origin()).await));
        site.answer(Answer::new(200, edit));
        clock.set(at(HOUR));
        assert!(is_open(&fetcher.refresh(&site.origin()).await), "{edit}");
    }
}

/// A file between tags forbids something, and is no robots.txt. The same bytes again are no news.
#[tokio::test]
async fn the_same_file_again_is_never_doubted() {
    let clock = Clock::fixed(at(0));
    let fetcher = builder().clock(clock.clone()).confirm_refusals(true).build().unwrap();
    let file = "<!doctype html>\n<pre>\nUser-agent: *\nDisallow: /\n";
    let site = Site::new(Answer::new(200, file)).await;
    for day in 0..3 {
        clock.set(at(day * 2 * DAY));
        let robots = fetcher.robots_of(&site.origin()).await;
        assert!(!is_open(&robots) && robots.basis() == Basis::File, "{day}: {robots}");
    }
}

/// What the state says in words and in fields: the file in force, and what the documents would say.
#[tokio::test]
async fn the_state_says_what_is_doubted_and_what_the_documents_say() {
    let clock = Clock::fixed(at(0));
    let fetcher = builder().clock(clock.clone()).confirm_refusals(true).build().unwrap();
    let site = Site::new(Answer::new(200, FILE)).await;
    let origin = site.origin();
    fetcher.robots_of(&origin).await;
    site.answer(Answer::new(403, ""));

    clock.set(at(HOUR));
    let robots = fetcher.refresh(&origin).await;
    let refusal = SiteState::brief(&robots).refusal.unwrap();
    assert_eq!(
        (robots.basis(), refusal.counts, refusal.documents),
        (Basis::File, false, Basis::File)
    );

    clock.set(at(26 * HOUR));
    let robots = fetcher.robots_of(&origin).await;
    let state = SiteState::brief(&robots);
    let refusal = state.refusal.unwrap();
    assert_eq!(
        (state.basis, refusal.counts, refusal.documents),
        (Basis::LastCopy, false, Basis::NoFile)
    );
    assert_eq!(refusal.answer, "it answered 403");
    assert_eq!(refusal.file_seen, at(0).wall.to_string());
    assert_eq!(refusal.since, at(26 * HOUR).wall.to_string());
    let expected = format!(
        "{origin}/robots.txt cannot be read: it answers 403 (requested just now); the last copy, of {}, is used until \
         the site has refused for a day (since {}); Google treats this as no file",
        refusal.file_seen, refusal.since
    );
    assert_eq!(state.state, expected);

    clock.set(at(50 * HOUR));
    let robots = fetcher.robots_of(&origin).await;
    let state = SiteState::brief(&robots);
    let refusal = state.refusal.unwrap();
    assert_eq!(
        (state.basis, refusal.counts, refusal.documents),
        (Basis::NoFile, true, Basis::NoFile)
    );
    let replaced = format!("; the file of {} does not count any more", at(0).wall);
    assert!(state.state.contains(&replaced), "{}", state.state);
}

/// Without the option the documents hold, and the answer names the file that a refusal has just replaced.
#[tokio::test]
async fn a_refusal_names_the_file_that_it_has_replaced() {
    for status in [401, 403, 418] {
        let clock = Clock::fixed(at(0));
        let fetcher = builder().clock(clock.clone()).build().unwrap();
        let site = Site::new(Answer::new(200, FILE)).await;
        fetcher.robots_of(&site.origin()).await;
        site.answer(Answer::new(status, ""));
        for day in 2..4 {
            clock.set(at(day * DAY));
            let robots = fetcher.robots_of(&site.origin()).await;
            assert!(is_open(&robots), "{status}: {robots}");
            let replaced = format!("; the file of {} does not count any more", at(0).wall);
            assert!(robots.to_string().contains(&replaced), "{robots}");
            assert_eq!(RefusalState::new(&robots).unwrap().file_seen, at(0).wall.to_string());
        }
        site.answer(Answer::new(404, ""));
        clock.set(at(5 * DAY));
        let robots = fetcher.robots_of(&site.origin()).await;
        assert!(RefusalState::new(&robots).is_none(), "{robots}");
    }
}

/// A body without a length that ends inside the known file, in every place: the known copy stays.
#[tokio::test]
async fn a_beginning_of_the_known_file_does_not_replace_it() {
    let file = "User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /secret\n";
    let whole = |file: &str| answer(format!("HTTP/1.1 200 OK\r\n\r\n{file}"));
    for policy in Policy::ALL {
        for cut in (0..file.len()).step_by(3) {
            let clock = Clock::fixed(at(0));
            let fetcher = builder().policy(policy).clock(clock.clone()).build().unwrap();
            let server = Server::new(vec![whole(file), whole(&file[..cut]), whole(file)]).await;
            let origin = server.origin();
            assert_eq!(fetcher.robots_of(&origin).await.bytes(), Some(file.as_bytes()));
            clock.set(at(26 * HOUR));
            let robots = fetcher.robots_of(&origin).await;
            assert!(!is_open(&robots), "{policy}, {cut} bytes: {robots}");
            assert_eq!(robots.basis(), Basis::LastCopy, "{policy}, {cut} bytes");
            assert_eq!(robots.bytes(), Some(file.as_bytes()), "{policy}, {cut} bytes");
            // It is asked again soon, and the whole file ends the doubt.
            clock.set(at(28 * HOUR));
            let robots = fetcher.robots_of(&origin).await;
            assert_eq!(robots.basis(), Basis::File, "{policy}, {cut} bytes: {robots}");
        }
    }
}

/// A site that took lines from the end of its file says so for a day, and is believed.
#[tokio::test]
async fn a_file_that_lost_its_end_counts_after_a_day() {
    let file = "User-agent: *\nDisallow: /a\nDisallow: /secret\n";
    let short = &file[..27];
    let plain = |file: &str| answer(format!("HTTP/1.1 200 OK\r\n\r\n{file}"));
    let clock = Clock::fixed(at(0));
    let fetcher = builder().clock(clock.clone()).build().unwrap();
    let server = Server::new(vec![plain(file), plain(short)]).await;
    let origin = server.origin();
    fetcher.robots_of(&origin).await;
    for (hour, bytes) in [(26, file), (38, file), (50, short), (51, short)] {
        clock.set(at(hour * HOUR));
        let robots = fetcher.robots_of(&origin).await;
        assert_eq!(robots.bytes(), Some(bytes.as_bytes()), "{hour} h: {robots}");
    }
    // Where the length is announced, nothing of the file can be missing.
    let framed = Site::new(Answer::new(200, file)).await;
    fetcher.robots_of(&framed.origin()).await;
    framed.answer(Answer::new(200, short));
    clock.set(at(80 * HOUR));
    let robots = fetcher.robots_of(&framed.origin()).await;
    assert_eq!(robots.bytes(), Some(short.as_bytes()), "{robots}");
}
