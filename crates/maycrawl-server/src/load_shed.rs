//! Load shedding: the service measures its own delay, and refuses a share of the requests while it is late. The layers of
//! others look at the handler, which is not where requests wait here: tower's `load_shed` refuses when the inner service is
//! not ready, and a router always is; little-loadshedder 0.2 measures the time of the inner service (and needs tower 0.4).
//!
//! Answers from memory take microseconds. So an overload is not a large number of requests that are being answered, but
//! a large number that wait in sockets and in the runtime's queues, where no counter sees them. Time can be measured. A
//! task that sleeps for a few milliseconds wakes late by as much as everything else waits. While it is later than
//! [`TARGET_DELAY`], a growing share of the requests is refused after their head is read and before their body is. When
//! the task is in time again, the share shrinks. With few requests, the machine itself is slow, and refusing would not
//! help. (After CoDel, RFC 8289: the delay of a queue, not its length, shows an overload.)

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// How long requests may wait. A refused request should have its response within 50 ms, and waits as long as others.
const TARGET_DELAY: Duration = Duration::from_millis(10);

/// How often the delay is measured.
const PROBE_INTERVAL: Duration = Duration::from_millis(5);

/// Requests between two measurements from which on a delay is an overload: 10,000 a second, or fewer if the
/// measurement is late.
const MIN_REQUESTS: u32 = 50;

/// The share of all requests.
const FULL_SHARE: u32 = 1 << 16;

/// Largest share that is refused. The rest is always answered, so that clients can see when the overload ends.
const MAX_SHARE: u32 = FULL_SHARE - FULL_SHARE / 16;

/// Decides which requests are refused.
#[derive(Debug, Default)]
pub(crate) struct LoadShedder {
    /// The share of requests to refuse, of [`FULL_SHARE`].
    share: AtomicU32,
    /// Sum of the shares. Each time that it passes a multiple of [`FULL_SHARE`], one request is refused, so refusals
    /// are spread evenly.
    accumulated: AtomicU32,
    /// Requests since the last measurement.
    requests: AtomicU32,
}

impl LoadShedder {
    /// Whether to refuse this request.
    pub(crate) fn should_shed(&self) -> bool {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let share = self.share.load(Ordering::Relaxed);
        share > 0
            && self.accumulated.fetch_add(share, Ordering::Relaxed) % FULL_SHARE + share
                >= FULL_SHARE
    }

    /// Adapts the share to a measured delay.
    fn update(&self, late: Duration) {
        let is_loaded = self.requests.swap(0, Ordering::Relaxed) >= MIN_REQUESTS;
        let share = self.share.load(Ordering::Relaxed);
        let new = if late > TARGET_DELAY && is_loaded {
            // The share grows faster with a longer delay.
            let times_late = (late.as_millis() / TARGET_DELAY.as_millis()).min(8) as u32;
            share + FULL_SHARE / 32 * times_late
        } else {
            share.saturating_sub(FULL_SHARE / 256)
        };
        self.share.store(new.min(MAX_SHARE), Ordering::Relaxed);
    }
}

/// Measures the delay for as long as it is polled.
pub(crate) async fn run(shedder: Arc<LoadShedder>) {
    loop {
        let due = Instant::now() + PROBE_INTERVAL;
        sleep(PROBE_INTERVAL).await;
        shedder.update(due.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn busy_shedder() -> LoadShedder {
        LoadShedder { requests: MIN_REQUESTS.into(), ..LoadShedder::default() }
    }

    fn refused(shedder: &LoadShedder) -> usize {
        (0..1000).filter(|_| shedder.should_shed()).count()
    }

    #[test]
    fn a_service_in_time_refuses_no_request() {
        let shedder = LoadShedder::default();
        shedder.update(TARGET_DELAY);
        assert_eq!(refused(&shedder), 0);
    }

    #[test]
    fn a_slow_machine_is_not_an_overload() {
        let shedder = LoadShedder::default();
        shedder.update(Duration::from_secs(1));
        assert_eq!(refused(&shedder), 0);
    }

    #[test]
    fn the_share_grows_with_the_delay_and_never_becomes_all() {
        let shedder = busy_shedder();
        shedder.update(TARGET_DELAY * 2);
        let first = refused(&shedder);
        assert!((62..=63).contains(&first), "{first}");
        for _ in 0..100 {
            refused(&shedder);
            shedder.update(Duration::from_secs(1));
        }
        let most = refused(&shedder);
        assert!((937..=938).contains(&most), "{most}");
    }

    #[test]
    fn no_request_is_refused_when_the_service_is_in_time_again() {
        let shedder = busy_shedder();
        shedder.update(Duration::from_secs(1));
        for _ in 0..300 {
            shedder.update(Duration::ZERO);
        }
        assert_eq!(refused(&shedder), 0);
    }
}
