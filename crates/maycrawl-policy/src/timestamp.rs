//! Points in time and durations, as values. Nothing here reads a clock.

use std::fmt;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since 1970, UTC. Arithmetic saturates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(u64);

impl Timestamp {
    /// The point `milliseconds` after 1970 began.
    ///
    /// ```
    /// use maycrawl_policy::Timestamp;
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
    /// use maycrawl_policy::Timestamp;
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
    /// use maycrawl_policy::Timestamp;
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
    /// use maycrawl_policy::Timestamp;
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

/// A duration in one unit: `45 s`, `12 min`, `3 h`, `2 d`.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(maycrawl_policy::HumanDuration(Duration::from_secs(7300)).to_string(), "2 h");
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
}
