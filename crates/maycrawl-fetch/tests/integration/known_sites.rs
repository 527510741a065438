//! A store that had to remove an entry for its size still knows that the site forbade something.

use std::time::Duration;

use maycrawl::{Crawler, Origin};
use maycrawl_fetch::{
    AddressGuard, Basis, Clock, ClockReading, Entry, FetchResult, Fetcher, OriginRobots, Outcome,
    Policy, Store, Timestamp,
};
use maycrawl_testdata::random::Random;

use crate::redis::Server;
use crate::site::{Answer, Site};

const FILE: &str = "User-agent: *\nDisallow: /secret\n";
const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

fn at(seconds: u64) -> ClockReading {
    let steady = Duration::from_secs(seconds);
    ClockReading { wall: Timestamp::from_millis(1_790_000_000_000).after(steady), steady }
}

/// A fetcher with nothing but the store, as after a start.
fn fetcher(store: &Store, clock: &Clock) -> Fetcher {
    let builder = Fetcher::builder().guard(AddressGuard::public_only().allowing_private());
    builder.store(store.clone()).clock(clock.clone()).confirm_refusals(true).build().unwrap()
}

fn is_open(robots: &OriginRobots) -> bool {
    robots.check(&Crawler::GOOGLEBOT, &format!("{}/secret", robots.origin())).is_allowed()
}

/// What a stranger does: the known site is asked, its entry is removed with others' files, and then its firewall
/// answers.
async fn push_out(store: &Store, remove: impl AsyncFn(&Origin)) {
    for (status, body) in [(403, ""), (404, ""), (200, "<p>blocked"), (204, ""), (429, "")] {
        let clock = Clock::fixed(at(0));
        let site = Site::new(Answer::new(200, FILE)).await;
        let origin = site.origin();
        assert!(!is_open(&fetcher(store, &clock).robots_of(&origin).await));

        remove(&origin).await;
        assert_eq!(store.entry(&origin).await.unwrap(), None, "it was not removed");
        site.answer(Answer::new(status, body));
        clock.set(at(HOUR));
        let robots = fetcher(store, &clock).robots_of(&origin).await;
        assert!(!is_open(&robots), "{status} {body}: {robots}");
        assert_eq!(robots.basis(), Basis::Disallowed);
        assert!(robots.to_string().contains("no copy is left; nothing may be crawled"), "{robots}");
        let url = format!("{origin}/secret");
        let code = robots.check(&Crawler::GOOGLEBOT, &url).reason().name();
        assert_eq!(code, "unreachable-unconfirmed");

        // A second time, and beside a failure.
        remove(&origin).await;
        site.answer(Answer::new(503, ""));
        clock.set(at(2 * HOUR));
        assert!(!is_open(&fetcher(store, &clock).robots_of(&origin).await));
        site.answer(Answer::new(status, body));
        clock.set(at(3 * HOUR));
        assert!(!is_open(&fetcher(store, &clock).refresh(&origin).await), "{status} {body}");

        // A robots.txt counts at once, and an answer that stays for a day counts too.
        clock.set(at(3 * HOUR + DAY));
        let robots = fetcher(store, &clock).refresh(&origin).await;
        assert_eq!(is_open(&robots), status != 429 || robots.basis() == Basis::NoFile, "{robots}");
        remove(&origin).await;
        site.answer(Answer::new(200, FILE));
        assert_eq!(fetcher(store, &clock).robots_of(&origin).await.basis(), Basis::File);
        remove(&origin).await;
        // The word of a person who may change the store.
        store.remove(&origin).await.unwrap();
        site.answer(Answer::new(403, ""));
        assert!(is_open(&fetcher(store, &clock).robots_of(&origin).await));
    }
}

#[tokio::test]
async fn a_full_memory_keeps_what_is_known() {
    let (store, random) = (Store::memory(64 << 10), std::cell::RefCell::new(Random(7)));
    push_out(&store, async |origin| {
        // Files of a stranger, until the site's entry has no place. What is asked for more often stays.
        for index in 0.. {
            let hostile = Origin::parse(&format!("http://h{index}.example")).unwrap();
            let noise: Vec<u8> = (0..8000).map(|_| random.borrow_mut().below(256) as u8).collect();
            let (now, policy) = (at(0).wall, Policy::default());
            let fetched = FetchResult::new(now, Duration::ZERO, Outcome::from_status(200, &noise));
            let entry = Entry::after(None, &hostile, &fetched, None, policy, now);
            for _ in 0..10 {
                store.entry(&hostile).await.unwrap();
            }
            store.put(&entry, None).await.unwrap();
            // To look for it is to ask for it.
            if index % 100 == 99 && store.entry(origin).await.unwrap().is_none() {
                return;
            }
            assert!(index < 10_000, "the entry stays");
        }
    })
    .await;
}

#[tokio::test]
async fn a_full_file_keeps_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.db");
    let store = Store::open(&path).unwrap().store;
    // As the file does beyond its limit.
    push_out(&store, async |_| {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch("DELETE FROM entry; DELETE FROM version").unwrap();
    })
    .await;
}

/// A process that has the file does not take from the store that there was one: it is a copy for when the site fails.
#[tokio::test]
async fn that_a_file_was_removed_does_not_replace_it_where_it_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.db");
    let store = Store::open(&path).unwrap().store;
    let (clock, site) = (Clock::fixed(at(0)), Site::new(Answer::new(200, FILE)).await);
    let origin = site.origin();
    let process = || {
        let builder = Fetcher::builder().guard(AddressGuard::public_only().allowing_private());
        let builder = builder.store(store.clone()).clock(clock.clone()).confirm_refusals(true);
        builder.policy(Policy::Google2026).build().unwrap()
    };
    let knowing = process();
    assert!(!is_open(&knowing.robots_of(&origin).await));
    // Another one sees the file two days later, and the store loses it.
    clock.set(at(2 * DAY));
    assert!(!is_open(&process().robots_of(&origin).await));
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("DELETE FROM entry; DELETE FROM version").unwrap();
    // The site fails for longer than twelve hours. A third one has no copy.
    site.answer(Answer::new(503, ""));
    let third = process();
    for hours in [6, 12, 18, 24, 30] {
        clock.set(at(2 * DAY + hours * HOUR));
        third.robots_of(&origin).await;
    }
    assert_eq!(third.robots_of(&origin).await.basis(), Basis::NoLimits, "as the document says");
    let robots = knowing.robots_of(&origin).await;
    assert!(!is_open(&robots), "{robots}");
    clock.set(at(4 * DAY));
    let robots = knowing.robots_of(&origin).await;
    assert!(!is_open(&robots), "{robots}");
}

#[tokio::test]
async fn a_full_redis_keeps_what_is_known() {
    let server = Server::start();
    let store = Store::redis(&server.url()).unwrap();
    // As Redis does beyond its limit with the policy of the example: only keys that expire go.
    push_out(&store, async |origin| {
        let _: i64 = server.ask("DEL", format!("maycrawl:entry:{origin}"));
        let expires: i64 = server.ask("TTL", "maycrawl:known");
        assert!(expires < 0, "it never expires: {expires}");
    })
    .await;
    // A million others: a part of them goes.
    let fill = "for i = 1, 1000000 do redis.call('HSET', KEYS[1], i, '012345678') end";
    let _: Option<i64> = server.ask("EVAL", (fill, 1, "maycrawl:known"));
    let (site, clock) = (Site::new(Answer::new(200, FILE)).await, Clock::fixed(at(0)));
    fetcher(&store, &clock).robots_of(&site.origin()).await;
    let left: i64 = server.ask("HLEN", "maycrawl:known");
    assert!((999_900..1_000_000).contains(&left), "{left}");
}
