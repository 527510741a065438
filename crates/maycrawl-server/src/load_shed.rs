//! Overload, told by how late the service is.
//!
//! Answers from memory take microseconds, so an overload is not many requests being answered: it is many that wait,
//! in sockets and in the runtime's queues, where no counter sees them. What can be seen is time. A task that wants to
//! wake every few milliseconds wakes late by as much as everything else waits. While it is later than [`TARGET_DELAY`], a
//! growing share of the requests is refused before anything is read of them but their head; when it is in time
//! again, the share shrinks. Where few ask, it is the machine that is late, and refusing would help nobody. (After CoDel, RFC 8289: delay, not length, is what a queue is judged by.)

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Requests may wait for this long. A refused one should have its answer within 50 ms, and waits as long as others.
const TARGET_DELAY: Duration = Duration::from_millis(10);

/// How often the task wants to wake.
const PROBE_INTERVAL: Duration = Duration::from_millis(5);

/// So many requests since the last look are a crowd: 10,000 a second, and fewer the later the look is.
const MIN_REQUESTS: u32 = 50;

/// All requests.
const FULL_SHARE: u32 = 1 << 16;

/// Some are always answered: whoever is only refused learns nothing of when it is better.
const MAX_SHARE: u32 = FULL_SHARE - FULL_SHARE / 16;

/// The share of the requests that is refused now.
#[derive(Debug, Default)]
pub(crate) struct LoadShedder {
    share: AtomicU32,
    /// Adds up shares: each time that a whole is full, one is refused. So the refused are spread evenly.
    accumulated: AtomicU32,
    /// Requests since the last look.
    requests: AtomicU32,
}

impl LoadShedder {
    /// Whether this request is one of those that are refused.
    pub(crate) fn should_shed(&self) -> bool {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let share = self.share.load(Ordering::Relaxed);
        share > 0
            && self.accumulated.fetch_add(share, Ordering::Relaxed) % FULL_SHARE + share
                >= FULL_SHARE
    }

    /// The service is `late`.
    fn update(&self, late: Duration) {
        let is_crowd = self.requests.swap(0, Ordering::Relaxed) >= MIN_REQUESTS;
        let share = self.share.load(Ordering::Relaxed);
        let new = if late > TARGET_DELAY && is_crowd {
            // The later, the more.
            let times_late = (late.as_millis() / TARGET_DELAY.as_millis()).min(8) as u32;
            share + FULL_SHARE / 32 * times_late
        } else {
            share.saturating_sub(FULL_SHARE / 256)
        };
        self.share.store(new.min(MAX_SHARE), Ordering::Relaxed);
    }
}

/// Looks how late the service is, for as long as it is polled.
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
    fn a_service_in_time_refuses_nobody() {
        let shedder = LoadShedder::default();
        shedder.update(TARGET_DELAY);
        assert_eq!(refused(&shedder), 0);
    }

    #[test]
    fn a_slow_machine_is_no_overload() {
        let shedder = LoadShedder::default();
        shedder.update(Duration::from_secs(1));
        assert_eq!(refused(&shedder), 0);
    }

    #[test]
    fn the_longer_it_is_late_the_more_are_refused_but_never_all() {
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
    fn everybody_is_let_in_again_when_it_is_in_time() {
        let shedder = busy_shedder();
        shedder.update(Duration::from_secs(1));
        for _ in 0..300 {
            shedder.update(Duration::ZERO);
        }
        assert_eq!(refused(&shedder), 0);
    }
}
