//! Fair shares: slow sites of one client do not delay another, and a fetch without waiters ends.
//!
//! Time does not decide: slow servers never answer, and every expected answer has a generous timeout.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::future::poll_fn;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use crate::servers::{HERE, Server, Step, fetcher, ok};
use maycrawl::Origin;
use maycrawl_fetch::{
    Basis, Clock, ClockReading, FetchMode, Fetcher, FetcherBuilder, OriginRobots, ResourceError,
    ResourceLimits, Timestamp,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

const FILE: &str = "User-agent: *\nDisallow: /private\n";
/// Test timeout: only a failing test takes this long.
const TEST_TIMEOUT: Duration = Duration::from_secs(120);
const LIMITS: ResourceLimits =
    ResourceLimits { bytes: 1 << 20, deadline: TEST_TIMEOUT, redirects: 0 };

fn client(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, number))
}

/// Reads the request and never answers.
fn tarpit() -> Vec<Vec<Step>> {
    vec![vec![Step::Request, Step::Hang]]
}

/// A fetcher that waits long, and knows many names of this machine.
fn patient() -> FetcherBuilder {
    let builder =
        fetcher().deadline(TEST_TIMEOUT).first_byte_timeout(TEST_TIMEOUT).max_concurrent(32);
    (0..400).fold(builder, |builder, i| builder.resolve(&format!("h{i}.test"), &[HERE]))
}

fn origin(server: &Server, number: usize) -> Origin {
    server.origin_at(&format!("http://h{number}.test"))
}

fn ask(fetcher: &Fetcher, origin: Origin) -> JoinHandle<OriginRobots> {
    let fetcher = fetcher.clone();
    tokio::spawn(async move { fetcher.robots_of(&origin).await })
}

/// Asks, and returns when the question waits for its answer.
async fn waiting(fetcher: &Fetcher, origin: Origin) -> JoinHandle<OriginRobots> {
    let (fetcher, (waits, told)) = (fetcher.clone(), oneshot::channel());
    let task = tokio::spawn(async move {
        let mut robots = pin!(fetcher.robots_of(&origin));
        let first = poll_fn(|cx| Poll::Ready(robots.as_mut().poll(cx))).await;
        waits.send(()).unwrap();
        match first {
            Poll::Ready(robots) => robots,
            Poll::Pending => robots.await,
        }
    });
    told.await.unwrap();
    task
}

/// Waits until `count` connections have come.
async fn connected(server: &Server, count: usize) {
    let connecting = async {
        while server.connections() < count {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    timeout(TEST_TIMEOUT, connecting).await.expect("they connect");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_with_a_full_share_delays_nobody_else() {
    let fetcher = patient().fetches_per_client(4).build().unwrap();
    let (slow, sound) = (Server::new(tarpit()).await, Server::answering(ok(FILE)).await);
    let (first, second) = (fetcher.for_client(&client(1)), fetcher.for_client(&client(2)));
    let mut tasks: Vec<_> = (0..300).map(|i| ask(&first, origin(&slow, i))).collect();
    connected(&slow, 4).await;
    // These wait for the first ones, on a site that would answer immediately.
    tasks.extend((300..350).map(|i| ask(&first, origin(&sound, i))));
    let robots = ask(&second, origin(&sound, 399));
    assert_eq!(timeout(TEST_TIMEOUT, robots).await.unwrap().unwrap().basis(), Basis::File);
    // An origin that the first client has queued for: the second lends the flight a permit.
    let robots = ask(&second, origin(&sound, 320));
    assert_eq!(timeout(TEST_TIMEOUT, robots).await.unwrap().unwrap().basis(), Basis::File);
    let asked = timeout(TEST_TIMEOUT, tasks.swap_remove(320)).await.unwrap().unwrap();
    assert_eq!(asked.basis(), Basis::File, "the first client has it as well");
    // Pages and sitemaps too.
    let url = origin(&sound, 398).to_string() + "/page";
    let page = timeout(TEST_TIMEOUT, second.get(&url, LIMITS)).await.unwrap();
    assert_eq!(page.unwrap().status(), 200);
    assert_eq!(slow.connections(), 4, "no more than its share");
    assert_eq!(sound.connections(), 3, "nothing that only the first client wants");
    for task in tasks {
        task.abort();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_take_the_share_of_the_client_too() {
    let fetcher = patient().fetches_per_client(2).build().unwrap();
    let (first, second) = (fetcher.for_client(&client(1)), fetcher.for_client(&client(2)));
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1".to_vec();
    let slow = Server::new(vec![vec![Step::Request, Step::Send(head), Step::Hang]]).await;
    let sound = Server::answering(ok(FILE)).await;
    let url = format!("http://{}/page", slow.address);
    let (one, two) = (first.get(&url, LIMITS).await.unwrap(), first.get(&url, LIMITS).await);
    let mut third = ask(&first, sound.origin());
    assert!(timeout(Duration::from_millis(100), &mut third).await.is_err(), "both are held");
    assert_eq!(second.robots_of(&origin(&sound, 1)).await.basis(), Basis::File);
    assert_eq!(sound.connections(), 1);
    drop(one);
    assert_eq!(timeout(TEST_TIMEOUT, third).await.unwrap().unwrap().basis(), Basis::File);
    drop(two);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fetch_that_nobody_waits_for_ends() {
    let fetcher = patient().max_concurrent(1).build().unwrap();
    let (slow, sound) = (Server::new(tarpit()).await, Server::answering(ok(FILE)).await);
    let one = ask(&fetcher, slow.origin());
    connected(&slow, 1).await;
    let two = waiting(&fetcher, slow.origin()).await;
    let queued = waiting(&fetcher, origin(&sound, 1)).await;
    one.abort();
    assert!(one.await.unwrap_err().is_cancelled());
    assert!(!queued.is_finished(), "somebody waits still");
    two.abort();
    slow.hung_up(1).await;
    // The one slot there is was given back.
    assert_eq!(timeout(TEST_TIMEOUT, queued).await.unwrap().unwrap().basis(), Basis::File);
    // The abandoned origin is requested again, and answers.
    let again = ask(&fetcher, slow.origin());
    connected(&slow, 2).await;
    again.abort();
    slow.hung_up(2).await;
}

/// Waiters join and leave in every order: each waiter that stays gets its answer.
#[tokio::test(flavor = "multi_thread")]
async fn no_race_loses_a_waiter() {
    let fetcher = patient().fetches_per_client(2).build().unwrap();
    let sound = Server::answering(ok(FILE)).await;
    for round in 0..300 {
        let origin = origin(&sound, round);
        let asked: Vec<_> = (0..6_u8)
            .map(|number| (number, ask(&fetcher.for_client(&client(number % 3)), origin.clone())))
            .collect();
        for _ in 0..round % 7 {
            tokio::task::yield_now().await;
        }
        let (staying, leaving): (Vec<_>, Vec<_>) =
            asked.into_iter().partition(|(number, _)| usize::from(*number) == round % 6);
        for (_, task) in leaving {
            task.abort();
        }
        for (_, task) in staying {
            let robots =
                timeout(TEST_TIMEOUT, task).await.expect("every waiter gets an answer").unwrap();
            assert_eq!(robots.basis(), Basis::File, "round {round}");
        }
    }
}

/// The exception: a stale answer is returned immediately, and its successor is fetched without waiters.
#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_behind_a_stale_answer_goes_on() {
    let moment = |hours: u64| ClockReading {
        wall: Timestamp::from_millis(1_790_000_000_000).after(Duration::from_secs(hours * 3600)),
        steady: Duration::from_secs(hours * 3600 + 1),
    };
    for from_store in [false, true] {
        let clock = Clock::fixed(moment(0));
        let builder = patient().clock(clock.clone()).mode(FetchMode::Policy).fetches_per_client(1);
        let mut fetcher = builder.clone().build().unwrap();
        let sound = Server::answering(ok(FILE)).await;
        let origin = sound.origin();
        fetcher.robots_of(&origin).await;
        if from_store {
            fetcher = builder.store(fetcher.store().clone()).build().unwrap();
        }
        clock.set(moment(24));
        let of_client = fetcher.for_client(&client(1));
        for _ in 0..100 {
            assert_eq!(of_client.robots_of(&origin).await.basis(), Basis::File);
        }
        connected(&sound, 2).await;
        let fetched_again = async {
            while fetcher.robots_of(&origin).await.entry().last_fetch().at != moment(24).wall {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(TEST_TIMEOUT, fetched_again).await.expect("it is fetched behind the answer");
        assert_eq!(sound.connections(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_is_connected_to_no_more_often_than_is_said() {
    let sound = Server::answering(ok(FILE)).await;
    let once = NonZeroU32::MIN;
    // A rate of one per second with a burst of four: of fifty names, four or a few more within half a second.
    let fetcher = patient()
        .slot_timeout(Duration::from_millis(500))
        .fetches_per_address(once, NonZeroU32::new(4).unwrap())
        .build()
        .unwrap();
    let asked: Vec<_> = (0..50).map(|i| ask(&fetcher, origin(&sound, i))).collect();
    let mut files = 0;
    for asked in asked {
        let robots = timeout(TEST_TIMEOUT, asked).await.unwrap().unwrap();
        match robots.basis() {
            Basis::File => files += 1,
            _ => assert!(robots.is_busy(), "it says nothing about the site: {robots}"),
        }
    }
    assert_eq!(files, sound.connections());
    assert!((4..10).contains(&files), "{files} connections");
    // Other addresses have their own.
    let other =
        Server::at(Ipv4Addr::new(127, 0, 0, 2), 0, vec![crate::servers::answer(ok(FILE))]).await;
    assert_eq!(fetcher.robots_of(&other.origin()).await.basis(), Basis::File);
}

/// Review B8: the budget of a site counted its names, and a stranger can point any number of names to one address.
#[tokio::test(flavor = "multi_thread")]
async fn what_clients_want_of_one_address_has_a_budget_whatever_its_names() {
    let server = Server::answering(ok(FILE)).await;
    let (once, four) = (NonZeroU32::MIN, NonZeroU32::new(4).unwrap());
    let fetcher = patient().visits_per_address(once, four).build().unwrap();
    let visits = |fetcher: Fetcher| {
        let server = &server;
        async move {
            let mut got = 0;
            for name in 0..30 {
                let url = format!("{}/page", origin(server, name));
                match fetcher.get(&url, ResourceLimits::default()).await {
                    Ok(_) => got += 1,
                    Err(error) => assert!(matches!(error, ResourceError::Busy), "{error}"),
                }
            }
            got
        }
    };
    // Clients of different networks have it together.
    let [first, second] = ["192.0.2.1", "198.51.100.1"].map(|it| it.parse::<IpAddr>().unwrap());
    let got = visits(fetcher.for_address(first)).await + visits(fetcher.for_address(second)).await;
    assert!((4..10).contains(&got), "{got}");
    let refreshed = fetcher.for_address(first).refresh(&origin(&server, 1)).await;
    assert_eq!(refreshed.basis(), Basis::File, "the policy requires its first fetch: {refreshed}");
    // The program's own work, and robots.txt when it is due, are not counted.
    assert_eq!(visits(fetcher.clone()).await, 30);
    let due = fetcher.for_address(second).robots_of(&origin(&server, 99)).await;
    assert_eq!(due.basis(), Basis::File);
}

/// Attack A4: one client points many names to the address of a healthy site, where a slow server is too. The healthy
/// site is fetched at once for another client, and only slow fetches end for it.
#[tokio::test(flavor = "multi_thread")]
async fn one_client_cannot_take_the_slots_of_an_address() {
    let (slow, sound) = (Server::new(tarpit()).await, Server::answering(ok(FILE)).await);
    let fetcher = patient().max_per_address(8).fetches_per_client(32).build().unwrap();
    let (first, second) = (fetcher.for_client(&client(1)), fetcher.for_client(&client(2)));
    let tasks: Vec<_> = (0..100).map(|i| ask(&first, origin(&slow, i))).collect();
    // A quarter of the slots of an address is for names that never gave a robots.txt.
    connected(&slow, 2).await;
    for i in 300..310 {
        let robots = ask(&second, origin(&sound, i));
        let robots = timeout(TEST_TIMEOUT, robots).await.expect("it does not wait").unwrap();
        assert_eq!(robots.basis(), Basis::File, "{robots}");
    }
    for task in tasks {
        task.abort();
    }
}

/// All slots are held by one client: a fetch of it ends for another client. The origin of that fetch has another
/// waiter, with whose slot it is fetched again.
#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_fetch_goes_on_with_the_slot_of_another_waiter() {
    let slow = Server::new(vec![vec![Step::Request, Step::Hang], crate::servers::answer(ok(FILE))]);
    let (slow, filler) = (slow.await, Server::new(tarpit()).await);
    let sound = Server::answering(ok(FILE)).await;
    let fetcher = patient().max_concurrent(3).fetches_per_client(3).build().unwrap();
    let of = |number| fetcher.for_client(&client(number));
    let shared = ask(&of(1), slow.origin());
    connected(&slow, 1).await;
    let others: Vec<_> = (0..2).map(|i| ask(&of(1), origin(&filler, i))).collect();
    connected(&filler, 2).await;
    let joined = waiting(&of(2), slow.origin()).await;
    // The oldest fetch of client 1 is that of the shared origin.
    let robots = timeout(TEST_TIMEOUT, ask(&of(3), sound.origin())).await.unwrap().unwrap();
    assert_eq!(robots.basis(), Basis::File, "{robots}");
    for waiter in [shared, joined] {
        let robots = timeout(TEST_TIMEOUT, waiter).await.expect("an answer").unwrap();
        assert_eq!(robots.basis(), Basis::File, "{robots}");
    }
    for task in others {
        task.abort();
    }
}

/// A lookup without a slot is no result of the site: it is not allowed, not stored, and forgotten.
#[tokio::test(flavor = "multi_thread")]
async fn a_lookup_without_a_slot_is_busy_and_stores_nothing() {
    let (slow, sound) = (Server::new(tarpit()).await, Server::answering(ok(FILE)).await);
    let builder = patient().max_concurrent(1).slot_timeout(Duration::from_millis(100));
    let fetcher = builder.build().unwrap();
    let held = ask(&fetcher, slow.origin());
    connected(&slow, 1).await;
    let origin = sound.origin();
    for policy in maycrawl_fetch::Policy::ALL {
        for robots in [fetcher.robots_of(&origin).await, fetcher.refresh(&origin).await] {
            let robots = robots.under(policy);
            assert!(robots.is_busy() && !robots.is_unreached(), "{robots}");
            let verdict = robots.check(&maycrawl::Crawler::GOOGLEBOT, &format!("{origin}/"));
            assert!(!verdict.is_allowed(), "{verdict}");
        }
    }
    assert!(fetcher.get(&format!("{origin}/page"), LIMITS).await.is_err());
    assert!(fetcher.fetch(&origin).await.0.is_none());
    assert!(fetcher.store().entry(&origin).await.unwrap().is_none());
    assert_eq!(sound.connections(), 0);
    held.abort();
    slow.hung_up(1).await;
    let robots = fetcher.robots_of(&origin).await;
    assert_eq!(robots.basis(), Basis::File, "{robots}");
}
