//! Fetchers that share a Redis which is down, slow, empty, or sends invalid data. The caller always gets the file of
//! the requested origin, with little delay.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![allow(clippy::print_stdout)] // figures

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use maycrawl_fetch::{Fetcher, Store};
use metrics::{
    Counter, CounterFn, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::redis::Server;
use crate::redis::proxy::{Line, Proxy};
use crate::store_site::{Entries, Site, host};

/// Test timeout: an operation that takes this long hangs.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum time of a lookup while Redis fails: some seconds, because the machine may be busy.
const MAX_LOOKUP_TIME: Duration = Duration::from_secs(8);

/// A site, and a Redis server behind a proxy.
struct World {
    site: Site,
    server: Server,
    proxy: Proxy,
}

impl World {
    async fn new() -> Self {
        let server = Server::start();
        let proxy = Proxy::to(server.port()).await;
        Self { site: Site::start().await, server, proxy }
    }

    /// A new process, as far as anyone can see.
    fn fetcher(&self) -> Fetcher {
        fetcher(&self.site, &self.proxy.url())
    }

    fn entry_key(&self, host: &str) -> String {
        format!("maycrawl:entry:{}", self.site.origin(host).as_str())
    }

    fn lease_key(&self, host: &str) -> String {
        format!("maycrawl:lease:{}", self.site.origin(host).as_str())
    }

    /// Asks for the first `hosts` hosts, all of which must be answered, each within [`MAX_LOOKUP_TIME`].
    async fn ask_all(&self, fetcher: &Fetcher, hosts: usize) {
        join_all((0..hosts).map(|number| self.ask(fetcher, host(number)))).await;
    }

    async fn ask(&self, fetcher: &Fetcher, host: String) {
        let start = Instant::now();
        self.site.ask(fetcher, &host).await;
        assert!(start.elapsed() < MAX_LOOKUP_TIME, "{host} took {:?}", start.elapsed());
    }

    /// Waits until what one process fetches is found by another: Redis is used again.
    async fn is_shared_again(&self, one: &Fetcher) {
        let end = Instant::now() + TEST_TIMEOUT;
        loop {
            one.refresh(&self.site.origin("h99.test")).await;
            let gets = self.site.gets("h99.test");
            self.site.ask(&self.fetcher(), "h99.test").await;
            if self.site.gets("h99.test") == gets {
                return;
            }
            assert!(Instant::now() < end, "Redis is never used again");
            sleep(Duration::from_millis(100)).await;
        }
    }
}

fn fetcher(site: &Site, redis: &str) -> Fetcher {
    site.builder().store(Store::redis(redis).unwrap()).build().unwrap()
}

#[tokio::test]
async fn a_redis_that_was_never_there_is_gone_without() {
    let world = World::new().await;
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    for address in [nobody, silent.local_addr().unwrap()] {
        let before = world.site.all_gets();
        let fetcher = fetcher(&world.site, &format!("redis://{address}/0"));
        for _ in 0..3 {
            world.ask_all(&fetcher, 20).await;
        }
        assert_eq!(world.site.all_gets() - before, 20, "what was fetched is known in the process");
    }
}

#[tokio::test]
async fn what_one_process_fetched_the_other_finds() {
    let world = World::new().await;
    let (one, other) = (world.fetcher(), world.fetcher());
    once_undisturbed(async |round| {
        let host = host(round);
        world.ask(&one, host.clone()).await;
        world.ask(&other, host.clone()).await;
        assert!((1..=2).contains(&world.site.gets(&host)));
        (world.site.gets(&host) == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_stopped_redis_is_gone_without_and_used_again() {
    let world = World::new().await;
    let fetcher = world.fetcher();
    world.is_shared_again(&fetcher).await;
    world.server.stop();
    world.ask_all(&fetcher, 30).await;
    world.ask_all(&world.fetcher(), 30).await;
    world.server.go_on();
    world.is_shared_again(&fetcher).await;
    world.ask_all(&world.fetcher(), 30).await;
}

#[tokio::test]
async fn a_restarted_redis_is_gone_without_and_used_again() {
    let mut world = World::new().await;
    let fetcher = world.fetcher();
    world.is_shared_again(&fetcher).await;
    world.server.kill();
    world.ask_all(&fetcher, 30).await;
    world.ask_all(&world.fetcher(), 30).await;
    world.server.start_again();
    world.is_shared_again(&fetcher).await;
    world.ask_all(&world.fetcher(), 30).await;
}

#[tokio::test]
async fn a_flushed_redis_is_filled_again() {
    let world = World::new().await;
    let fetcher = world.fetcher();
    world.ask_all(&fetcher, 10).await;
    world.server.ask::<()>("FLUSHALL", "SYNC");
    world.ask_all(&fetcher, 10).await;
    world.ask_all(&world.fetcher(), 10).await;
    world.is_shared_again(&fetcher).await;
}

#[tokio::test]
async fn nonsense_under_a_key_is_replaced() {
    let world = World::new().await;
    world.ask_all(&world.fetcher(), 30).await;
    let (key, other) = (world.entry_key("h1.test"), world.entry_key("h2.test"));
    let good = stored(&world, "h1.test").await;
    let others = stored(&world, "h2.test").await;
    let flips = (0..good.len()).step_by(good.len() / 60).map(|place| {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        (format!("byte {place} turned"), bad)
    });
    let cuts = [0, 1, 3, 4, 19, 20, 21, good.len() - 1]
        .map(|length| (format!("cut at {length}"), good[..length].to_vec()));
    let others = [
        ("another origin's".to_owned(), others),
        ("garbage".to_owned(), b"User-agent: *\nDisallow:\n".to_vec()),
        ("longer".to_owned(), [&good[..], b"x"].concat()),
        ("zeros".to_owned(), vec![0; good.len()]),
    ];
    let wrong_types: [(&str, &str); 4] =
        [("RPUSH", "list"), ("SADD", "set"), ("PFADD", "bytes of its own"), ("HSET", "hash")];
    for (what, bad) in flips.chain(cuts).chain(others) {
        world.server.ask::<()>("SET", (&key, bad));
        replaced(&world, &what).await;
    }
    for (command, what) in wrong_types {
        world.server.ask::<()>("DEL", &key);
        match command {
            "HSET" => world.server.ask::<()>(command, (&key, "field", "value")),
            _ => world.server.ask::<()>(command, (&key, "value")),
        }
        replaced(&world, what).await;
    }
    // The neighbour is as it was.
    let gets = world.site.gets("h2.test");
    assert!(world.server.ask::<bool>("EXISTS", other));
    world.site.ask(&world.fetcher(), "h2.test").await;
    assert!(world.site.gets("h2.test") <= gets + 1);
}

/// What Redis holds of a host, which a busy machine may have kept a process from putting there.
async fn stored(world: &World, host: &str) -> Vec<u8> {
    let end = Instant::now() + TEST_TIMEOUT;
    loop {
        if let Some(stored) = world.server.get(&world.entry_key(host)) {
            return stored;
        }
        assert!(Instant::now() < end, "{host} is never put");
        world.fetcher().refresh(&world.site.origin(host)).await;
    }
}

/// Asks for `h1.test`, under whose key is nonsense: it is fetched, and then there is sense.
async fn replaced(world: &World, what: &str) {
    let gets = world.site.gets("h1.test");
    world.site.ask(&world.fetcher(), "h1.test").await;
    assert_eq!(world.site.gets("h1.test"), gets + 1, "{what}: believed");
    once_undisturbed(async |_| {
        world.fetcher().refresh(&world.site.origin("h1.test")).await;
        let gets = world.site.gets("h1.test");
        world.site.ask(&world.fetcher(), "h1.test").await;
        (world.site.gets("h1.test") == gets).then_some(())
    })
    .await;
}

#[tokio::test]
async fn nonsense_under_the_other_keys_is_nothing() {
    let world = World::new().await;
    let entries = Entries::new().await;
    let store = Store::redis(&world.proxy.url()).unwrap();
    let (first, second) =
        (entries.of("h1.test", "# 1", 1).await, entries.of("h1.test", "# 2", 2).await);
    let other = entries.of("h2.test", "# other", 1).await;
    let key = |of: &str| format!("maycrawl:versions:{of}");
    once_undisturbed(async |_| {
        world.server.ask::<()>("FLUSHALL", "SYNC");
        store.put(&second, first.version()).await.ok()?;
        store.put(&other, other.version()).await.ok()
    })
    .await;
    let others: Vec<u8> = world.server.ask("LINDEX", (key(other.origin().as_str()), 0));
    world.server.ask::<()>("LPUSH", (key(first.origin().as_str()), &others[..], "garbage", ""));
    let old = once_undisturbed(async |_| store.old_versions(first.origin()).await.ok()).await;
    assert_eq!(old, [first.version().unwrap().clone()]);
    // A key of the wrong type costs the history, not the entry.
    world.server.ask::<()>("SET", (key(first.origin().as_str()), "garbage"));
    once_undisturbed(async |_| {
        let put = store.put(&first, second.version()).await;
        let found = store.entry(first.origin()).await.ok()?;
        (found.as_ref() == Some(&first) || put.is_err()).then_some(())
    })
    .await;
    world.site.ask(&world.fetcher(), "h1.test").await;
}

#[tokio::test]
async fn a_bad_line_is_gone_without_and_used_again() {
    let world = World::new().await;
    let fetcher = world.fetcher();
    let lines = [
        Line::Late(Duration::from_millis(30)),
        Line::Late(Duration::from_millis(150)),
        Line::Late(Duration::from_secs(20)),
        Line::Cut,
        Line::Half,
        Line::Stuck,
        Line::Twice,
        Line::Noisy,
    ];
    world.ask_all(&fetcher, 20).await;
    for line in lines {
        println!("{line:?}");
        let warm = world.fetcher();
        world.ask(&warm, host(98)).await; // so that it has a connection
        let connections = world.proxy.connections();
        world.proxy.set(line);
        world.ask_all(&warm, 20).await;
        world.ask_all(&world.fetcher(), 30).await;
        assert!(world.proxy.connections() > connections, "Redis was not asked");
        world.proxy.set(Line::Good);
        world.is_shared_again(&warm).await;
    }
}

#[tokio::test]
async fn two_processes_fetch_a_cold_origin_once() {
    let world = World::new().await;
    world.site.take(Duration::from_millis(300));
    let (one, other) = (world.fetcher(), world.fetcher());
    once_undisturbed(async |round| {
        let host = host(round);
        let all = [&one, &other].map(|fetcher| {
            let questions = (0..200).map(|_| world.site.ask(fetcher, &host));
            join_all(questions)
        });
        join_all(all).await;
        (world.site.gets(&host) == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_lease_without_a_holder_is_waited_out() {
    let world = World::new().await;
    let deadline = Duration::from_secs(20);
    let lease = |number, options: &[&str]| {
        let key = world.lease_key(&host(number));
        world.server.ask::<()>("SET", [&[&*key, "dead"], options].concat());
    };
    lease(1, &["PX", "3000"]);
    lease(2, &[]);
    lease(3, &["EX", "1000000"]);
    world.server.ask::<()>("RPUSH", (world.lease_key("h4.test"), "dead"));
    let build = || {
        let store = Store::redis(&world.proxy.url()).unwrap();
        world.site.builder().deadline(deadline).store(store).build().unwrap()
    };
    let (one, other) = (build(), build());
    // `ask` fails on the verdict of a question that was not answered within the deadline.
    let all = [&one, &other].map(|fetcher| {
        join_all((1..=4).flat_map(|number| [number; 20]).map(async |number| {
            world.site.ask(fetcher, &host(number)).await;
        }))
    });
    join_all(all).await;
    for number in 1..=4 {
        let gets = world.site.gets(&host(number));
        assert!((1..=2).contains(&gets), "{gets} requests for {}", host(number));
    }
}

#[tokio::test]
async fn a_storm_of_faults_changes_no_answer() {
    storm(60).await;
}

#[tokio::test]
#[ignore = "minutes: cargo test --test store_redis -- --ignored"]
async fn a_long_storm_of_faults_changes_no_answer() {
    storm(500).await;
}

/// Origins that are asked for in a storm.
const ORIGINS: usize = 50;
/// Answers under each fault; after it, half as many must come from Redis.
const ANSWERS: u64 = 16;

/// Questions about 50 origins, and one fault after the other while they are asked.
async fn storm(faults: usize) {
    let mut world = World::new().await;
    let questions = Arc::new(Questions::new(&world));
    let asker = |number| tokio::spawn(Arc::clone(&questions).ask(number));
    let askers: Vec<_> = (0..4).map(asker).collect();
    questions.some_answers(&askers).await;
    for fault in 0..faults {
        world.strike(fault);
        questions.some_answers(&askers).await;
        world.mend();
        questions.help_of_redis(&askers).await;
    }
    questions.over.store(true, Ordering::Relaxed);
    let mut slowest = Duration::ZERO;
    for asker in askers {
        slowest = slowest.max(asker.await.unwrap());
    }
    let (answers, gets) = (questions.answers.load(Ordering::Relaxed), world.site.all_gets());
    println!(
        "figure: Redis: {faults} faults, {answers} answers, {gets} requests, no wrong origin, no error, the slowest answer {slowest:.1?}"
    );
    assert!(slowest < MAX_LOOKUP_TIME, "{slowest:?}");
}

impl World {
    /// Does harm number `fault`.
    fn strike(&mut self, fault: usize) {
        let (one, other) = (host(fault * 11 % ORIGINS), host((fault * 11 + 1) % ORIGINS));
        let (key, others_key) = (self.entry_key(&one), self.entry_key(&other));
        let value = self.server.get(&others_key).filter(|value| !value.is_empty());
        let late = Duration::from_millis(20 + fault as u64 * 37 % 330);
        let server = &self.server;
        match (fault % 14, value) {
            (0, _) => self.proxy.set(Line::Late(late)),
            (1, _) => self.proxy.set(Line::Cut),
            (2, _) => self.proxy.set(Line::Half),
            (3, _) => self.proxy.set(Line::Stuck),
            (4, _) => self.proxy.set(Line::Twice),
            (5, _) => self.proxy.set(Line::Noisy),
            (6, _) => server.stop(),
            (7, _) => self.server.kill(),
            (8, _) => server.ask::<()>("FLUSHALL", "SYNC"),
            (9, _) => {
                server.ask::<()>("DEL", &key);
                server.ask::<()>("RPUSH", (&key, "value"));
            }
            (10, _) => server.ask::<()>("SET", (&key, vec![fault as u8; 300])),
            (11, Some(value)) => server.ask::<()>("SET", (&key, value)),
            (12, Some(mut value)) => {
                let place = fault * 31 % value.len();
                value[place] ^= 1 << (fault % 8);
                server.ask::<()>("SET", (&others_key, value));
            }
            (13, _) => {
                server.ask::<()>("SET", (self.lease_key(&one), "dead"));
                server.ask::<()>("DEL", &key);
            }
            _ => {}
        }
    }

    fn mend(&mut self) {
        self.server.go_on_or_start();
        self.proxy.set(Line::Good);
    }
}

/// Steady questions, and how many were answered.
struct Questions {
    site: Site,
    redis: String,
    answers: AtomicU64,
    over: AtomicBool,
}

impl Questions {
    fn new(world: &World) -> Self {
        let (site, redis) = (world.site.clone(), world.proxy.url());
        Self { site, redis, answers: AtomicU64::default(), over: AtomicBool::default() }
    }

    /// Asks until all is over. Gives how long the slowest answer took.
    async fn ask(self: Arc<Self>, asker: usize) -> Duration {
        let new = || Store::redis(&self.redis).unwrap();
        let lasting = new();
        let mut number = asker * 13;
        let mut slowest = Duration::ZERO;
        while !self.over.load(Ordering::Relaxed) {
            // Remembers nothing of the origins; for every other asker, nothing of Redis either.
            let store = if asker.is_multiple_of(2) { lasting.clone() } else { new() };
            let forgetful = self.site.builder().store(store).build().unwrap();
            for _ in 0..5 {
                number += 7;
                let start = Instant::now();
                self.site.ask(&forgetful, &host(number % ORIGINS)).await;
                slowest = slowest.max(start.elapsed());
                self.answers.fetch_add(1, Ordering::Relaxed);
                sleep(Duration::from_millis(1)).await;
            }
        }
        slowest
    }

    async fn some_answers(&self, askers: &[JoinHandle<Duration>]) {
        let until = self.answers.load(Ordering::Relaxed) + ANSWERS;
        self.wait(askers, || self.answers.load(Ordering::Relaxed) >= until).await;
    }

    /// Waits until there were more answers than requests to the site.
    async fn help_of_redis(&self, askers: &[JoinHandle<Duration>]) {
        let helped = || self.answers.load(Ordering::Relaxed).saturating_sub(self.site.all_gets());
        let until = helped() + ANSWERS / 2;
        self.wait(askers, || helped() >= until).await;
    }

    async fn wait(&self, askers: &[JoinHandle<Duration>], enough: impl Fn() -> bool) {
        let end = Instant::now() + TEST_TIMEOUT;
        while !enough() {
            assert!(Instant::now() < end, "no answers");
            let wrong = askers.iter().any(JoinHandle::is_finished);
            assert!(!wrong, "a wrong answer: it stands above");
            sleep(Duration::from_millis(2)).await;
        }
    }
}

/// Runs `attempt` until it succeeds with no failure of Redis meanwhile: where one failure of a sound Redis is
/// allowed, and a busy machine may cause one, an attempt that failed while Redis did not is a wrong one.
async fn once_undisturbed<T>(attempt: impl AsyncFn(usize) -> Option<T>) -> T {
    let failures = Failures::default();
    let _recording = metrics::set_default_local_recorder(&failures);
    let end = Instant::now() + TEST_TIMEOUT;
    for round in 1.. {
        let before = failures.count();
        if let Some(value) = attempt(round).await {
            return value;
        }
        assert!(failures.count() > before, "it fails, and not because Redis did");
        assert!(Instant::now() < end, "Redis fails all the time");
        sleep(Duration::from_millis(500)).await;
    }
    unreachable!()
}

/// Counts Redis's failures that are seen from this thread.
#[derive(Default)]
struct Failures(Arc<AtomicU64>);

impl Failures {
    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

struct Count(Arc<AtomicU64>);

impl CounterFn for Count {
    fn increment(&self, value: u64) {
        self.0.fetch_add(value, Ordering::Relaxed);
    }

    fn absolute(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }
}

impl Recorder for Failures {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        match key.name() {
            "maycrawl_redis_failures_total" | "maycrawl_store_errors_total" => {
                Counter::from_arc(Arc::new(Count(Arc::clone(&self.0))))
            }
            _ => Counter::noop(),
        }
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}
