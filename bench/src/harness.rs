//! Timing: contenders take turns, each keeps its best round.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// One timing lasts at least this long, so that the clock's own cost does not count.
const SAMPLE: Duration = Duration::from_micros(20);

/// A contender: something that is called many times.
pub struct Contender<'a> {
    call: Box<dyn FnMut() + 'a>,
    calls: u32,
    best: f64,
}

impl<'a> Contender<'a> {
    /// A contender that calls `f`; what it returns is kept from the optimiser.
    pub fn new<T>(mut f: impl FnMut() -> T + 'a) -> Self {
        Self { call: Box::new(move || drop(black_box(f()))), calls: 1, best: f64::INFINITY }
    }

    fn round(&mut self) {
        let start = Instant::now();
        for _ in 0..self.calls {
            (self.call)();
        }
        let taken = start.elapsed();
        self.best = self.best.min(taken.as_secs_f64() * 1e9 / f64::from(self.calls));
    }

    /// Finds how many calls fill a sample. False if the contender panics or takes over five seconds.
    fn calibrate(&mut self) -> bool {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let start = Instant::now();
            (self.call)();
            start.elapsed()
        }));
        let Ok(taken) = outcome else { return false };
        let calls = SAMPLE.as_nanos() / taken.as_nanos().max(1);
        self.calls = calls.clamp(1, 5000) as u32;
        taken < Duration::from_secs(5)
    }
}

/// Nanoseconds a call for two contenders, measured in turns; `None` if one of them fails.
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

/// Nanoseconds a call.
pub fn time<T>(rounds: u32, f: impl FnMut() -> T) -> f64 {
    let mut contender = Contender::new(f);
    assert!(contender.calibrate(), "panicked or took over five seconds");
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
