//! Timing: contenders take turns, each keeps its best round.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The shortest duration of one timing, so that the cost of reading the clock does not matter.
const MIN_SAMPLE_TIME: Duration = Duration::from_micros(20);

/// A contender: a function that is called many times, and its best time.
pub struct Contender<'a> {
    call: Box<dyn FnMut() + 'a>,
    calls: u32,
    best: f64,
}

impl<'a> Contender<'a> {
    /// A contender that calls `f`. The optimiser cannot remove the calls.
    pub fn new<T>(mut f: impl FnMut() -> T + 'a) -> Self {
        Self { call: Box::new(move || drop(black_box(f()))), calls: 1, best: f64::INFINITY }
    }

    /// One timing.
    pub fn round(&mut self) {
        let start = Instant::now();
        for _ in 0..self.calls {
            (self.call)();
        }
        let taken = start.elapsed();
        self.best = self.best.min(taken.as_secs_f64() * 1e9 / f64::from(self.calls));
    }

    /// The calls of one timing.
    pub fn calls(&self) -> u32 {
        self.calls
    }

    /// The nanoseconds per call in the best round.
    pub fn best(&self) -> f64 {
        self.best
    }

    /// Finds the number of calls for one timing. False if the contender panics or takes over five seconds.
    pub fn calibrate(&mut self) -> bool {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let start = Instant::now();
            (self.call)();
            start.elapsed()
        }));
        let Ok(taken) = outcome else { return false };
        let calls = MIN_SAMPLE_TIME.as_nanos() / taken.as_nanos().max(1);
        self.calls = calls.clamp(1, 5000) as u32;
        taken < Duration::from_secs(5)
    }
}

/// The nanoseconds per call of two contenders, measured in turns; `None` if one of them fails.
pub fn compare(
    rounds: u32,
    mut ours: Contender<'_>,
    mut theirs: Contender<'_>,
) -> Option<(f64, f64)> {
    if !theirs.calibrate() || !ours.calibrate() {
        return None;
    }
    for _ in 0..rounds {
        ours.round();
        theirs.round();
    }
    Some((ours.best, theirs.best))
}

/// The nanoseconds per call of `f`.
pub fn time<T>(rounds: u32, f: impl FnMut() -> T) -> f64 {
    let mut contender = Contender::new(f);
    assert!(contender.calibrate(), "the measured function panicked or took over five seconds");
    for _ in 0..rounds {
        contender.round();
    }
    contender.best
}

/// The value at `quantile` (0 to 1) of `values`.
pub fn quantile(values: &[f64], quantile: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let at = ((sorted.len() - 1) as f64 * quantile).round() as usize;
    sorted[at]
}
