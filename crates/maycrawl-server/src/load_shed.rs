//! Load shedding: the service measures its own delay, and refuses requests while it is late. The layers of others look
//! at the handler, which is not where requests wait here: tower's `load_shed` refuses when the inner service is not
//! ready, and a router always is; little-loadshedder 0.2 measures the time of the inner service (and needs tower 0.4).
//!
//! Answers from memory take microseconds. So an overload is not a large number of requests that are being answered, but
//! a large number that wait in sockets and in the runtime's queues, where no counter sees them. Time can be measured. A
//! task that sleeps for a few milliseconds wakes late by as much as everything else waits. (After CoDel, RFC 8289: the
//! delay of a queue, not its length, shows an overload.) With few requests, the machine itself is slow, and refusing
//! would not help.
//!
//! While the task is late, a limit falls: the requests of one network (a /48 or an IPv4 /24) in a tenth of a second. So
//! those that ask most are refused first, all down to the same number, and who asks less is not refused at all. The
//! limit never falls below what one client may ask for. Only if that is not enough, a growing share of all requests is
//! refused.
//!
//! A refused request costs nearly as much as one that is answered from memory. So its connection waits for the refusal.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use maycrawl_fetch::ledger::Client;
use tokio::time::{Instant, sleep};

/// How long requests may wait.
const TARGET_DELAY: Duration = Duration::from_millis(10);

/// How often the delay is measured.
const PROBE_INTERVAL: Duration = Duration::from_millis(5);

/// How long the connection of a refused request waits for the response.
pub(crate) const REFUSAL_DELAY: Duration = Duration::from_millis(40);

/// Requests between two measurements from which on a delay is an overload: 10,000 a second, or fewer if the
/// measurement is late.
const MIN_REQUESTS: u32 = 50;

/// The time in which the requests of a network are counted.
const WINDOW: Duration = Duration::from_millis(100);
/// The limit of a network at the begin of an overload. Beyond it there is no overload.
const MAX_LIMIT: u32 = 1024;
/// The least limit: 50 requests a second.
const MIN_LIMIT: u32 = 5;
const NO_LIMIT: u32 = u32::MAX;
/// Networks that are counted. Requests of further ones are refused for the rest of the window.
const MAX_NETWORKS: usize = 65_536;

/// The share of all requests.
const FULL_SHARE: u32 = 1 << 16;

/// Largest share that is refused. The rest is always answered, so that clients can see when the overload ends.
const MAX_SHARE: u32 = FULL_SHARE - FULL_SHARE / 16;

/// Decides which requests are refused.
#[derive(Debug)]
pub(crate) struct LoadShedder {
    /// The limit of each network.
    limit: AtomicU32,
    /// The share of requests to refuse, of [`FULL_SHARE`].
    share: AtomicU32,
    /// Sum of the shares. Each time that it passes a multiple of [`FULL_SHARE`], one request is refused, so refusals
    /// are spread evenly.
    accumulated: AtomicU32,
    /// Requests since the last measurement.
    requests: AtomicU32,
    window: Mutex<Window>,
}

/// The requests of each network, counted during an overload only. Nothing panics while it is locked.
#[derive(Debug)]
struct Window {
    began: Instant,
    networks: HashMap<Client, u32>,
}

impl LoadShedder {
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            limit: NO_LIMIT.into(),
            share: 0.into(),
            accumulated: 0.into(),
            requests: 0.into(),
            window: Mutex::new(Window { began: now, networks: HashMap::new() }),
        }
    }

    /// Whether the service is late, and refuses what is above a limit.
    pub(crate) fn is_overloaded(&self) -> bool {
        self.limit.load(Ordering::Relaxed) != NO_LIMIT
    }

    /// Whether to refuse this request of `client`.
    pub(crate) fn should_shed(&self, client: Client) -> bool {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let limit = self.limit.load(Ordering::Relaxed);
        if limit == NO_LIMIT {
            return false;
        }
        let asked = {
            let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
            let network = client.widest();
            let has_room = window.networks.len() < MAX_NETWORKS;
            match window.networks.get_mut(&network) {
                Some(asked) => {
                    *asked = asked.saturating_add(1);
                    *asked
                }
                None if has_room => {
                    window.networks.insert(network, 1);
                    1
                }
                None => NO_LIMIT,
            }
        };
        let share = self.share.load(Ordering::Relaxed);
        asked > limit
            || self.accumulated.fetch_add(share, Ordering::Relaxed) % FULL_SHARE + share
                >= FULL_SHARE
    }

    /// Adapts the limit to a measured delay.
    fn update(&self, late: Duration, now: Instant) {
        let is_loaded = self.requests.swap(0, Ordering::Relaxed) >= MIN_REQUESTS;
        let limit = self.limit.load(Ordering::Relaxed);
        let share = self.share.load(Ordering::Relaxed);
        let (new, new_share) = if late > TARGET_DELAY && is_loaded {
            // The limit falls faster with a longer delay.
            let times_late = (late.as_millis() / TARGET_DELAY.as_millis()).min(8) as u32;
            let limit = limit.min(MAX_LIMIT);
            match limit {
                MIN_LIMIT => (limit, share + FULL_SHARE / 32 * times_late),
                _ => ((limit - (limit / 32 * times_late).max(1)).max(MIN_LIMIT), share),
            }
        } else if share > 0 {
            (limit, share.saturating_sub(FULL_SHARE / 256))
        } else {
            let higher = limit.saturating_add((limit / 32).max(1));
            (if higher > MAX_LIMIT { NO_LIMIT } else { higher }, 0)
        };
        self.share.store(new_share.min(MAX_SHARE), Ordering::Relaxed);
        self.limit.store(new, Ordering::Relaxed);
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_duration_since(window.began) >= WINDOW {
            window.began = now;
            window.networks.clear();
        }
    }
}

/// Measures the delay for as long as it is polled.
pub(crate) async fn run(shedder: Arc<LoadShedder>) {
    loop {
        let due = Instant::now() + PROBE_INTERVAL;
        sleep(PROBE_INTERVAL).await;
        let now = Instant::now();
        shedder.update(now.saturating_duration_since(due), now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The client `host` of the IPv4 network `network`.
    fn client(network: u8, host: u8) -> Client {
        Client::from_address([192, 0, network, host].into())
    }

    fn refused(shedder: &LoadShedder, client: Client, requests: usize) -> usize {
        (0..requests).filter(|_| shedder.should_shed(client)).count()
    }

    /// Measurements `late` with many requests before each.
    fn overload(shedder: &LoadShedder, times: usize, late: Duration, now: Instant) {
        for _ in 0..times {
            shedder.requests.store(MIN_REQUESTS, Ordering::Relaxed);
            shedder.update(late, now);
        }
    }

    #[test]
    fn a_service_in_time_refuses_no_request() {
        let now = Instant::now();
        let shedder = LoadShedder::new(now);
        overload(&shedder, 1000, TARGET_DELAY, now);
        assert_eq!(refused(&shedder, client(1, 1), 10_000), 0);
    }

    #[test]
    fn a_slow_machine_is_not_an_overload() {
        let now = Instant::now();
        let shedder = LoadShedder::new(now);
        shedder.update(Duration::from_secs(1), now);
        assert!(!shedder.is_overloaded());
        assert_eq!(refused(&shedder, client(1, 1), 1000), 0);
    }

    /// Sixty-four addresses of one network, and of as many networks: who asks for little is never refused.
    #[test]
    fn the_networks_that_ask_most_are_refused_and_nobody_else() {
        let now = Instant::now();
        for hostile in [|at: u8| client(1, at), |at: u8| client(at, 1)] {
            let shedder = LoadShedder::new(now);
            overload(&shedder, 20, TARGET_DELAY * 4, now);
            let limit = shedder.limit.load(Ordering::Relaxed);
            assert!((MIN_LIMIT..MAX_LIMIT / 2).contains(&limit), "{limit}");
            for at in 1..65 {
                refused(&shedder, hostile(at), 1000);
            }
            assert!(refused(&shedder, hostile(1), 1000) == 1000);
            assert_eq!(refused(&shedder, client(200, 1), MIN_LIMIT as usize), 0);
            // The next window begins.
            shedder.update(Duration::ZERO, now + WINDOW);
            assert_eq!(refused(&shedder, hostile(1), MIN_LIMIT as usize), 0);
        }
    }

    /// A botnet: each network asks for little, and it is too much together.
    #[test]
    fn the_share_grows_when_the_limit_is_not_enough_and_never_becomes_all() {
        let now = Instant::now();
        let shedder = LoadShedder::new(now);
        let of_all = || (0..200).map(|it| refused(&shedder, client(it, 1), 5)).sum::<usize>();
        let next = |late| overload(&shedder, 1, late, now + WINDOW);
        overload(&shedder, 1024, TARGET_DELAY * 2, now);
        next(Duration::ZERO);
        for _ in 0..100 {
            of_all();
            next(Duration::from_secs(1));
        }
        shedder.window.lock().unwrap_or_else(PoisonError::into_inner).networks.clear();
        let most = of_all();
        assert!((930..=945).contains(&most), "{most}");
    }

    #[test]
    fn no_request_is_refused_when_the_service_is_in_time_again() {
        let now = Instant::now();
        let shedder = LoadShedder::new(now);
        overload(&shedder, 100, Duration::from_secs(1), now);
        assert!(shedder.is_overloaded());
        // Two seconds.
        for _ in 0..600 {
            shedder.update(Duration::ZERO, now);
        }
        assert!(!shedder.is_overloaded());
        assert_eq!(refused(&shedder, client(1, 1), 10_000), 0);
    }

    #[test]
    fn the_networks_that_are_counted_are_bounded() {
        let now = Instant::now();
        let shedder = LoadShedder::new(now);
        overload(&shedder, 1, TARGET_DELAY * 2, now);
        for network in 0..100_000_u128 {
            let address = std::net::Ipv6Addr::from((0x2001 << 112) | (network << 80));
            shedder.should_shed(Client::from_address(address.into()));
        }
        let counted = shedder.window.lock().map_or(0, |window| window.networks.len());
        assert_eq!(counted, MAX_NETWORKS);
    }
}
