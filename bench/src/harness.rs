//! Timing: contenders take turns, each keeps its best round.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One timing lasts about this long at least, so that the clock's own cost does not count.
const SAMPLE: Duration = Duration::from_micros(50);

/// A race does not begin another round after this time, if it has had two.
const BUDGET: Duration = Duration::from_secs(2);

/// Something that is called many times.
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

    fn round(&mut self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.calls {
            (self.call)();
        }
        let taken = start.elapsed();
        self.best = self.best.min(taken.as_secs_f64() * 1e9 / f64::from(self.calls));
        taken
    }

    /// Finds how many calls fill a sample, which also warms the caches.
    fn calibrate(&mut self) {
        while self.round() < SAMPLE && self.calls < 1 << 16 {
            self.calls *= 2;
        }
    }
}

/// Nanoseconds a call of each contender, measured in turns: the best round of each.
pub fn race<const N: usize>(rounds: u32, mut contenders: [Contender<'_>; N]) -> [f64; N] {
    let start = Instant::now();
    for contender in &mut contenders {
        contender.calibrate();
    }
    for round in 0..rounds {
        if round >= 2 && start.elapsed() > BUDGET {
            break;
        }
        for contender in &mut contenders {
            contender.round();
        }
    }
    contenders.map(|contender| contender.best)
}

/// The value at `quantile` (0 to 1) of `values`.
pub fn quantile(values: &[f64], quantile: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1).expect("no values");
    sorted[(last as f64 * quantile).round() as usize]
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
