//! Forced fetches: their interval and their limits. (A stranger who forces them provokes rate limits.)

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use crate::site::{Answer, Site};
use maycrawl::Crawler;
use maycrawl_fetch::{
    AddressGuard, Basis, Clock, ClockReading, Content, Fetcher, FetcherBuilder, OriginRobots,
    Policy, Store, Timestamp,
};

const FILE: &str = "User-agent: *\nDisallow: /\n";
const HOUR: Duration = Duration::from_secs(3600);

fn builder() -> FetcherBuilder {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private())
}

/// `after` so long by both clocks.
fn at(after: Duration) -> ClockReading {
    ClockReading {
        wall: Timestamp::from_millis(1_790_000_000_000).after(after),
        steady: HOUR + after,
    }
}

fn sec(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn is_open(robots: &OriginRobots, site: &Site) -> bool {
    robots.check(&Crawler::GOOGLEBOT, &site.url("/secret")).is_allowed()
}

/// The attack: a site whose rate limit answers 429 or 403, and a client that forces fetches until it does.
#[tokio::test]
async fn no_number_of_refreshes_opens_a_closed_site() {
    for policy in Policy::ALL {
        for (status, retry_after) in [(429, Some("60")), (429, None), (403, None), (401, None)] {
            let clock = Clock::fixed(at(Duration::ZERO));
            let fetcher = builder().policy(policy).clock(clock.clone()).build().unwrap();
            let site = Site::new(Answer::new(200, FILE)).await;
            let origin = site.origin();
            assert!(!is_open(&fetcher.robots_of(&origin).await, &site));
            let limit = Answer::new(status, "");
            site.answer(match retry_after {
                Some(wait) => limit.field("Retry-After", wait),
                None => limit,
            });
            for second in 0..600 {
                clock.set(at(sec(second)));
                let robots = fetcher.refresh(&origin).await;
                assert!(!is_open(&robots, &site), "{policy}, {status}, {second} s: {robots}");
            }
            // The first one, and one a minute after each refusal.
            assert!(site.requests() <= 12, "{policy}, {status}: {} requests", site.requests());
            assert!(site.requests() >= 9, "{policy}, {status}: {} requests", site.requests());
            clock.set(at(sec(601)));
            let robots = fetcher.robots_of(&origin).await;
            assert_eq!(robots.basis(), Basis::File, "{policy}, {status}");
            let sentence = robots.to_string();
            let refused = format!("was fetched 10 min ago (it answered {status} ");
            assert!(sentence.contains(&refused), "{sentence}");
            // What is kept is the file, and no version was lost.
            let entry = fetcher.store().entry(&origin).await.unwrap().unwrap();
            assert!(matches!(entry.version().unwrap().content, Content::File { .. }));
            assert_eq!(fetcher.store().old_versions(&origin).await.unwrap().len(), 0);
        }
    }
}

#[tokio::test]
async fn forced_fetches_of_an_origin_keep_their_distance() {
    let clock = Clock::fixed(at(Duration::ZERO));
    let store = Store::memory(1 << 20);
    let fetcher = builder().store(store.clone()).clock(clock.clone()).build().unwrap();
    let other_process = builder().store(store).clock(clock.clone()).build().unwrap();
    let eager = builder().min_refresh_interval(Duration::ZERO).clock(clock.clone());
    let eager = eager.build().unwrap();
    let site = Site::new(Answer::new(200, FILE)).await;
    let origin = site.origin();
    // When, and how many requests there were then.
    for (second, requests) in [(0, 1), (1, 1), (9, 1), (10, 2), (11, 2), (19, 2), (20, 3)] {
        clock.set(at(sec(second)));
        let robots = fetcher.refresh(&origin).await;
        assert_eq!(site.requests(), requests, "{second} s");
        let ago = second % 10;
        let ago = if ago < 2 { "just now".to_owned() } else { format!("{ago} s ago") };
        assert!(robots.to_string().contains(&format!("was fetched {ago}")), "{robots}");
        let (fetched, robots) = fetcher.fetch(&origin).await;
        assert!(fetched.is_none() && robots.has_file(), "{second} s");
        other_process.refresh(&origin).await;
        assert_eq!(site.requests(), requests, "{second} s: the store tells the others");
    }
    clock.set(at(sec(40)));
    assert!(fetcher.fetch(&origin).await.0.is_some());
    assert_eq!(site.requests(), 4);
    for requests in [5, 6] {
        eager.refresh(&origin).await;
        assert_eq!(site.requests(), requests, "the interval is switched off");
    }
    // A clock that was set back does not prevent fetches.
    clock.set(ClockReading { wall: Timestamp::from_millis(0), steady: at(sec(60)).steady });
    let fresh = builder().store(fetcher.store().clone()).clock(clock.clone()).build().unwrap();
    fresh.refresh(&origin).await;
    assert_eq!(site.requests(), 7);
}

#[tokio::test]
async fn an_answer_says_where_google_2026_decides_otherwise() {
    let rows: &[(u16, Policy, Policy, Option<&str>)] = &[
        (200, Policy::Google2021, Policy::Google2026, None),
        (404, Policy::Google2021, Policy::Google2026, None),
        (500, Policy::Google2021, Policy::Google2026, None),
        (
            429,
            Policy::Google2021,
            Policy::Google2026,
            Some(
                "google-2026 (Google's documents of 2026) disallows it: 429 is a server error there",
            ),
        ),
        (
            429,
            Policy::Rfc9309,
            Policy::Google2026,
            Some(
                "google-2026 (Google's documents of 2026) disallows it: 429 is a server error there",
            ),
        ),
        (
            429,
            Policy::Google2026,
            Policy::Google2021,
            Some(
                "google-2021 (Google's documents of 2019 to 2021) assumes no limits: 429 counts as 404 there",
            ),
        ),
        (429, Policy::Google2026, Policy::Google2026, None),
    ];
    for (status, policy, other, expected) in rows {
        let site = Site::new(Answer::new(*status, FILE)).await;
        let fetcher = builder().policy(*policy).build().unwrap();
        let robots = fetcher.robots_of(&site.origin()).await;
        let difference = robots.differs_under(*other).map(|difference| difference.to_string());
        assert_eq!(difference.as_deref(), *expected, "{status}, {policy}, {other}");
        let alike = is_open(&robots, &site) == is_open(&robots.under(*other), &site);
        assert_eq!(alike, expected.is_none(), "{status}, {policy}, {other}");
    }
}

#[tokio::test]
async fn an_outage_is_judged_otherwise_by_google_2026() {
    let clock = Clock::fixed(at(Duration::ZERO));
    let fetcher = builder().clock(clock.clone()).build().unwrap();
    let site = Site::new(Answer::new(200, "User-agent: *\nDisallow: /secret\n")).await;
    let origin = site.origin();
    fetcher.robots_of(&origin).await;
    site.answer(Answer::new(500, ""));
    for hour in (30..50).step_by(3) {
        clock.set(at(hour * HOUR));
        fetcher.robots_of(&origin).await;
    }
    clock.set(at(100 * HOUR));
    let robots = fetcher.robots_of(&origin).await;
    let difference = robots.differs_under(Policy::Google2026).unwrap();
    assert_eq!(difference.basis, Basis::LastCopy);
    assert_eq!(
        difference.to_string(),
        "google-2026 (Google's documents of 2026) follows the last copy: failures disallow everything for the first 12 h only there"
    );
    let other = robots.under(Policy::Google2026);
    for (path, own, others) in [("/secret", false, false), ("/shop", false, true)] {
        let url = site.url(path);
        assert_eq!(robots.check(&Crawler::GOOGLEBOT, &url).is_allowed(), own, "{path}");
        assert_eq!(other.check(&Crawler::GOOGLEBOT, &url).is_allowed(), others, "{path}");
    }
}
