//! A refused address and a dead one keep the same schedule, so that a service that hides its network can hide it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

use maycrawl::{Crawler, Origin};
use maycrawl_fetch::{
    AddressGuard, Basis, Clock, ClockReading, Fetcher, FetcherBuilder, Policy, Store, Timestamp,
};

const HOUR: u64 = 3600;

fn at(seconds: u64) -> ClockReading {
    let after = Duration::from_secs(seconds);
    let wall = Timestamp::from_millis(1_790_000_000_000).after(after);
    ClockReading { wall, steady: Duration::from_secs(HOUR) + after }
}

fn builder() -> FetcherBuilder {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private())
}

/// An origin that is refused for its port, and one without a listener.
fn origins() -> [Origin; 2] {
    let closed = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
    [
        Origin::parse("http://127.0.0.1:25/").unwrap(),
        Origin::parse(&format!("http://{closed}/")).unwrap(),
    ]
}

/// How the question is answered: whether it waited for a fetch, or one follows behind the stale answer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum From {
    Memory,
    Stale,
    Site,
}

async fn answered(fetcher: &Fetcher, origin: &Origin, now: ClockReading, refresh: bool) -> From {
    let robots =
        if refresh { fetcher.refresh(origin).await } else { fetcher.robots_of(origin).await };
    assert_eq!(robots.basis(), Basis::Disallowed, "{robots}");
    assert!(robots.is_unreached(), "{robots}");
    let url = format!("{origin}/");
    assert!(!robots.check(&Crawler::GOOGLEBOT, &url).is_allowed());
    if robots.is_refused() {
        assert_eq!(robots.differs_under(Policy::Google2026), None, "nothing of a refused one");
    }
    if robots.entry().last_fetch().at == now.wall { From::Site } else { From::Memory }
}

#[tokio::test]
async fn refused_and_dead_are_asked_again_at_the_same_times() {
    // When a question is asked, whether by force, and where its answer comes from.
    type Row = (u64, bool, From);
    let scripts: &[&[Row]] = &[
        &[(0, false, From::Site), (30, false, From::Memory), (299, false, From::Memory)],
        // Served stale for an hour after the next try, which moves the next one.
        &[(0, false, From::Site), (310, false, From::Stale), (320, false, From::Memory)],
        &[
            (0, false, From::Site),
            (300 + HOUR, false, From::Site),
            (900 + HOUR, false, From::Memory),
        ],
        &[(0, false, From::Site), (310, false, From::Stale), (911 + HOUR, false, From::Site)],
        &[
            (0, true, From::Site),
            (9, true, From::Memory),
            (10, true, From::Site),
            (11, true, From::Memory),
        ],
        &[
            (0, false, From::Site),
            (10 * HOUR, false, From::Site),
            (10 * HOUR + 601, false, From::Memory),
        ],
    ];
    for script in scripts {
        for origin in origins() {
            let clock = Clock::fixed(at(0));
            let fetcher = builder().clock(clock.clone()).build().unwrap();
            for &(second, refresh, expected) in *script {
                clock.set(at(second));
                let mut from = answered(&fetcher, &origin, at(second), refresh).await;
                if expected == From::Stale {
                    assert_eq!(from, From::Memory, "{origin}, {second} s of {script:?}");
                    // The background fetch completes before the clock advances.
                    let fetched = async {
                        while answered(&fetcher, &origin, at(second), false).await != From::Site {
                            tokio::time::sleep(Duration::from_millis(2)).await;
                        }
                    };
                    let fetched = tokio::time::timeout(Duration::from_secs(60), fetched).await;
                    fetched.expect("a fetch behind the stale answer");
                    from = From::Stale;
                }
                assert_eq!(from, expected, "{origin}, {second} s of {script:?}");
            }
        }
    }
}

#[tokio::test]
async fn neither_is_stored_where_the_network_is_hidden() {
    for (stores, expected) in [(true, [false, true]), (false, [false, false])] {
        for (origin, is_stored) in origins().iter().zip(expected) {
            let store = Store::memory(1 << 20);
            let build = || builder().store(store.clone()).store_unreached(stores).build().unwrap();
            build().robots_of(origin).await;
            let entry = store.entry(origin).await.unwrap();
            assert_eq!(entry.is_some(), is_stored, "{origin}, {stores}");
            // After a restart.
            let robots = build().robots_of(origin).await;
            assert_eq!(robots.basis(), Basis::Disallowed);
        }
    }
}
