//! Overload, told by how late the service is.
//!
//! Answers from memory take microseconds, so an overload is not many requests being answered: it is many that wait,
//! in sockets and in the runtime's queues, where no counter sees them. What can be seen is time. A task that wants to
//! wake every few milliseconds wakes late by as much as everything else waits. While it is later than [`TARGET`], a
//! growing share of the requests is refused before anything is read of them but their head; when it is in time
//! again, the share shrinks. Where few ask, it is the machine that is late, and refusing would help nobody. (After CoDel, RFC 8289: delay, not length, is what a queue is judged by.)

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Requests may wait for this long. A refused one should have its answer within 50 ms, and waits as long as others.
const TARGET: Duration = Duration::from_millis(10);

/// How often the task wants to wake.
const EVERY: Duration = Duration::from_millis(5);

/// So many requests since the last look are a crowd: 10,000 a second, and fewer the later the look is.
const CROWD: u32 = 50;

/// All requests.
const WHOLE: u32 = 1 << 16;

/// Some are always answered: whoever is only refused learns nothing of when it is better.
const MOST: u32 = WHOLE - WHOLE / 16;

/// The share of the requests that is refused now.
#[derive(Debug, Default)]
pub(crate) struct LoadShedder {
    share: AtomicU32,
    /// Adds up shares: each time that a whole is full, one is refused. So the refused are spread evenly.
    owed: AtomicU32,
    /// Requests since the last look.
    asked: AtomicU32,
}

impl LoadShedder {
    /// Whether this request is one of those that are refused.
    pub(crate) fn refuses(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let share = self.share.load(Ordering::Relaxed);
        share > 0 && self.owed.fetch_add(share, Ordering::Relaxed) % WHOLE + share >= WHOLE
    }

    /// The service is `late`.
    fn learn(&self, late: Duration) {
        let is_crowd = self.asked.swap(0, Ordering::Relaxed) >= CROWD;
        let share = self.share.load(Ordering::Relaxed);
        let new = if late > TARGET && is_crowd {
            // The later, the more.
            let times_late = (late.as_millis() / TARGET.as_millis()).min(8) as u32;
            share + WHOLE / 32 * times_late
        } else {
            share.saturating_sub(WHOLE / 256)
        };
        self.share.store(new.min(MOST), Ordering::Relaxed);
    }
}

/// Looks how late the service is, for as long as it is polled.
pub(crate) async fn watch(pressure: Arc<LoadShedder>) {
    loop {
        let due = Instant::now() + EVERY;
        sleep(EVERY).await;
        pressure.learn(due.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crowded() -> LoadShedder {
        LoadShedder { asked: CROWD.into(), ..LoadShedder::default() }
    }

    fn refused(pressure: &LoadShedder) -> usize {
        (0..1000).filter(|_| pressure.refuses()).count()
    }

    #[test]
    fn a_service_in_time_refuses_nobody() {
        let pressure = LoadShedder::default();
        pressure.learn(TARGET);
        assert_eq!(refused(&pressure), 0);
    }

    #[test]
    fn a_slow_machine_is_no_overload() {
        let pressure = LoadShedder::default();
        pressure.learn(Duration::from_secs(1));
        assert_eq!(refused(&pressure), 0);
    }

    #[test]
    fn the_longer_it_is_late_the_more_are_refused_but_never_all() {
        let pressure = crowded();
        pressure.learn(TARGET * 2);
        let first = refused(&pressure);
        assert!((62..=63).contains(&first), "{first}");
        for _ in 0..100 {
            refused(&pressure);
            pressure.learn(Duration::from_secs(1));
        }
        let most = refused(&pressure);
        assert!((937..=938).contains(&most), "{most}");
    }

    #[test]
    fn everybody_is_let_in_again_when_it_is_in_time() {
        let pressure = crowded();
        pressure.learn(Duration::from_secs(1));
        for _ in 0..300 {
            pressure.learn(Duration::ZERO);
        }
        assert_eq!(refused(&pressure), 0);
    }
}
