//! Time as values. Only [`Clock::system`] reads the clocks of the machine.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use maycrawl_policy::Timestamp;

/// A reading of two clocks at the same moment. The wall clock can be set; the steady clock only goes forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// The wall clock, which other processes and stored entries share.
    pub wall: Timestamp,
    /// The steady clock: time since an arbitrary moment of this process.
    pub steady: Duration,
}

impl ClockReading {
    /// The time by the clock that advanced more since `earlier`. Setting the wall clock back does not make data of
    /// `earlier` younger.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl_fetch::{ClockReading, Timestamp};
    ///
    /// let hour = Duration::from_secs(3600);
    /// let at = |wall: u32, steady: u32| {
    ///     ClockReading { wall: Timestamp::from_millis(0).after(hour * wall), steady: hour * steady }
    /// };
    /// // The wall clock was set back by twelve hours. Two hours have passed all the same.
    /// assert_eq!(at(90, 3).no_earlier_than(at(100, 1)), at(102, 0).wall);
    /// ```
    #[must_use]
    pub fn no_earlier_than(self, earlier: Self) -> Timestamp {
        self.wall.max(earlier.wall.after(self.steady.saturating_sub(earlier.steady)))
    }
}

/// A source of time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System {
        start: Instant,
    },
    Fixed(Arc<Mutex<ClockReading>>),
    /// The reading at an instant of the runtime, from which it goes on.
    #[cfg(feature = "simulation")]
    Running(Arc<Mutex<(tokio::time::Instant, ClockReading)>>),
}

impl Clock {
    /// The machine's clocks.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System { start: Instant::now() })
    }

    /// A clock that shows `moment` until [`set`](Self::set) changes it. Clones share the time. For tests, and for
    /// evaluating an archive as of its date.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl_fetch::{Clock, ClockReading, Timestamp};
    ///
    /// let start = ClockReading { wall: Timestamp::from_millis(0), steady: Duration::ZERO };
    /// let clock = Clock::fixed(start);
    /// let of_fetcher = clock.clone();
    /// clock.set(ClockReading { wall: start.wall.after(Duration::from_secs(60)), steady: Duration::from_secs(60) });
    /// assert_eq!(of_fetcher.now().wall.since(start.wall), Duration::from_secs(60));
    /// ```
    #[must_use]
    pub fn fixed(moment: ClockReading) -> Self {
        Self(Source::Fixed(Arc::new(Mutex::new(moment))))
    }

    /// A clock that shows `moment` now and goes on with the time of the runtime, which may be virtual.
    #[cfg(feature = "simulation")]
    #[doc(hidden)]
    #[must_use]
    pub fn running(moment: ClockReading) -> Self {
        Self(Source::Running(Arc::new(Mutex::new((tokio::time::Instant::now(), moment)))))
    }

    /// Sets a [`fixed`](Self::fixed) clock. Does nothing for the system clock.
    pub fn set(&self, moment: ClockReading) {
        match &self.0 {
            Source::System { .. } => {}
            Source::Fixed(now) => *now.lock().unwrap_or_else(PoisonError::into_inner) = moment,
            #[cfg(feature = "simulation")]
            Source::Running(set) => {
                *set.lock().unwrap_or_else(PoisonError::into_inner) =
                    (tokio::time::Instant::now(), moment);
            }
        }
    }

    /// The current reading of both clocks.
    #[must_use]
    pub fn now(&self) -> ClockReading {
        match &self.0 {
            Source::System { start } => {
                ClockReading { wall: SystemTime::now().into(), steady: start.elapsed() }
            }
            Source::Fixed(now) => *now.lock().unwrap_or_else(PoisonError::into_inner),
            #[cfg(feature = "simulation")]
            Source::Running(set) => {
                let (at, moment) = *set.lock().unwrap_or_else(PoisonError::into_inner);
                let since = at.elapsed();
                ClockReading { wall: moment.wall.after(since), steady: moment.steady + since }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_clock_set_back_makes_nothing_younger() {
        let hour = Duration::from_secs(3600);
        let loaded =
            ClockReading { wall: Timestamp::from_millis(0).after(hour * 100), steady: hour };
        let row = |wall: u32, steady: u32, expected: u32| {
            let now = ClockReading {
                wall: Timestamp::from_millis(0).after(hour * wall),
                steady: hour * steady,
            };
            assert_eq!(
                now.no_earlier_than(loaded),
                Timestamp::from_millis(0).after(hour * expected),
                "{wall} {steady}"
            );
        };
        row(101, 2, 101); // both clocks agree
        row(90, 3, 102); // set back by twelve hours
        row(150, 2, 150); // set forward: believed
        row(0, 0, 100); // a steady clock that went back is none, and counts as standing
    }
}
