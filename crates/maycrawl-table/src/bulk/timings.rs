//! How long a job spends on each step, all threads together.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

/// A step of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Reading and decoding URLs.
    Decode,
    /// Finding the origin of each URL, and the rules of each origin.
    Join,
    /// Deciding.
    Decide,
    /// Encoding and writing the output.
    Encode,
}

/// The time of each step, in nanoseconds.
#[derive(Debug, Default)]
pub(crate) struct StepTimes([AtomicU64; 4]);

/// The time of each step of a job, in seconds of all threads together.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Timings {
    /// Reading the robots.txt files and sorting their index, in seconds of the whole job.
    pub robots: f64,
    /// Reading and decoding URLs.
    pub decode: f64,
    /// Finding the origin of each URL, and the rules of each origin.
    pub join: f64,
    /// Deciding.
    pub decide: f64,
    /// Encoding and writing the output.
    pub encode: f64,
    /// The URLs, from the first to the last part, in seconds of the whole job.
    pub urls: f64,
}

impl StepTimes {
    /// Adds the time since `start` to a step, and gives the present time.
    pub(crate) fn add(&self, step: Step, start: Instant) -> Instant {
        let now = Instant::now();
        let nanoseconds = u64::try_from((now - start).as_nanos()).unwrap_or(u64::MAX);
        self.0[step as usize].fetch_add(nanoseconds, Ordering::Relaxed);
        now
    }

    pub(crate) fn timings(&self, robots: Duration, urls: Duration) -> Timings {
        let seconds = |step: Step| {
            Duration::from_nanos(self.0[step as usize].load(Ordering::Relaxed)).as_secs_f64()
        };
        Timings {
            robots: robots.as_secs_f64(),
            decode: seconds(Step::Decode),
            join: seconds(Step::Join),
            decide: seconds(Step::Decide),
            encode: seconds(Step::Encode),
            urls: urls.as_secs_f64(),
        }
    }
}
