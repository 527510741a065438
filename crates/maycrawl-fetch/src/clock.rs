//! Time as values. Only [`Clock::system`] reads the clocks of the machine.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since 1970, UTC. Arithmetic saturates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(u64);

impl Timestamp {
    /// The point `milliseconds` after 1970 began.
    ///
    /// ```
    /// use maycrawl_fetch::Timestamp;
    ///
    /// assert_eq!(Timestamp::from_millis(1_795_246_327_999).to_string(), "2026-11-21T07:32:07Z");
    /// ```
    #[must_use]
    pub const fn from_millis(milliseconds: u64) -> Self {
        Self(milliseconds)
    }

    /// Milliseconds since 1970 began.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The duration since `earlier`; zero if it is not earlier.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl_fetch::Timestamp;
    ///
    /// let (early, late) = (Timestamp::from_millis(1000), Timestamp::from_millis(3000));
    /// assert_eq!(late.since(early), Duration::from_secs(2));
    /// // A clock that was set back makes no negative time.
    /// assert_eq!(early.since(late), Duration::ZERO);
    /// ```
    #[must_use]
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// The time `duration` later.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl_fetch::Timestamp;
    ///
    /// assert_eq!(Timestamp::from_millis(500).after(Duration::from_secs(2)).as_millis(), 2500);
    /// // A hostile `Retry-After` does not wrap around.
    /// assert_eq!(Timestamp::from_millis(500).after(Duration::MAX).as_millis(), u64::MAX);
    /// ```
    #[must_use]
    pub const fn after(self, duration: Duration) -> Self {
        let millis = duration.as_millis();
        let millis = if millis > u64::MAX as u128 { u64::MAX } else { millis as u64 };
        Self(self.0.saturating_add(millis))
    }

    /// The age of this time at `now`, as a phrase.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl_fetch::Timestamp;
    ///
    /// let then = Timestamp::from_millis(1000);
    /// assert_eq!(then.ago(then.after(Duration::from_secs(1))), "just now");
    /// assert_eq!(then.ago(then.after(Duration::from_secs(720))), "12 min ago");
    /// ```
    #[must_use]
    pub fn ago(self, now: Self) -> String {
        match now.since(self) {
            moment if moment < Duration::from_secs(2) => "just now".to_owned(),
            since => format!("{} ago", HumanDuration(since)),
        }
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        // A clock before 1970 is wrong; it counts as 1970.
        Self(0).after(time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
    }
}

impl From<Timestamp> for SystemTime {
    fn from(time: Timestamp) -> Self {
        let since = Duration::from_millis(time.0);
        Self::UNIX_EPOCH.checked_add(since).unwrap_or(Self::UNIX_EPOCH)
    }
}

/// RFC 3339 in UTC, to the second.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = i64::try_from(self.0 / 1000).ok();
        match seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok()) {
            Some(time) => time.fmt(f),
            None => f.write_str("in a far future"),
        }
    }
}

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

/// A duration in one unit: `45 s`, `12 min`, `3 h`, `2 d`.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(maycrawl_fetch::HumanDuration(Duration::from_secs(7300)).to_string(), "2 h");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanDuration(pub Duration);

impl fmt::Display for HumanDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_secs() {
            0..60 => write!(f, "{} s", self.0.as_secs()),
            seconds @ 60..3600 => write!(f, "{} min", seconds / 60),
            seconds @ 3600..172_800 => write!(f, "{} h", seconds / 3600),
            seconds => write!(f, "{} d", seconds / 86_400),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_printed_in_utc() {
        for (millis, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (1_795_246_327_999, "2026-11-21T07:32:07Z"),
            (u64::MAX, "in a far future"),
        ] {
            assert_eq!(Timestamp(millis).to_string(), text);
        }
    }

    #[test]
    fn durations_are_spoken_in_one_unit() {
        for (seconds, text) in [
            (0, "0 s"),
            (59, "59 s"),
            (61, "1 min"),
            (3599, "59 min"),
            (47 * 3600, "47 h"),
            (200_000, "2 d"),
        ] {
            assert_eq!(HumanDuration(Duration::from_secs(seconds)).to_string(), text);
        }
    }

    #[test]
    fn a_wall_clock_set_back_makes_nothing_younger() {
        let hour = Duration::from_secs(3600);
        let loaded = ClockReading { wall: Timestamp(0).after(hour * 100), steady: hour };
        let row = |wall: u32, steady: u32, expected: u32| {
            let now = ClockReading { wall: Timestamp(0).after(hour * wall), steady: hour * steady };
            assert_eq!(
                now.no_earlier_than(loaded),
                Timestamp(0).after(hour * expected),
                "{wall} {steady}"
            );
        };
        row(101, 2, 101); // both clocks agree
        row(90, 3, 102); // set back by twelve hours
        row(150, 2, 150); // set forward: believed
        row(0, 0, 100); // a steady clock that went back is none, and counts as standing
    }
}
