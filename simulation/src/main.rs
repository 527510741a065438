//! `maycrawl-simulation [--seconds N] [--threads N] [--seed SEED] [--from SEED]`: simulates seeds until the processor
//! time is used up, or one seed.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a command

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use maycrawl_simulation::{Report, run};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut seconds, mut threads, mut seed, mut from) = (60, 1, None, 0);
    while let Some(name) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse::<u64>().ok());
        match (&name[..], value) {
            ("--seconds", Some(value)) => seconds = value,
            ("--threads", Some(value)) => threads = value,
            ("--seed", Some(value)) => seed = Some(value),
            ("--from", Some(value)) => from = value,
            _ => {
                eprintln!(
                    "usage: maycrawl-simulation [--seconds N] [--threads N] [--from SEED] | --seed SEED"
                );
                return ExitCode::from(2);
            }
        }
    }
    if let Some(seed) = seed {
        // A finding helps only if its seed makes the same history again.
        let (first, second) = (run(seed), run(seed));
        println!("seed {seed}: {} events, hash {:016x}", first.events, first.hash);
        if first.hash != second.hash {
            println!("a second run had {} events, hash {:016x}", second.events, second.hash);
            return ExitCode::FAILURE;
        }
        return show(&first);
    }
    search(Duration::from_secs(seconds), threads, from)
}

/// Simulates seeds from `from` on, on several threads, until they have used `budget` of processor time together.
fn search(budget: Duration, threads: u64, from: u64) -> ExitCode {
    let next = AtomicU64::new(from);
    let is_over = AtomicBool::new(false);
    let reports = Mutex::new(Total::default());
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let before = thread_time();
                    let report = run(next.fetch_add(1, Ordering::Relaxed));
                    let used = thread_time().saturating_sub(before);
                    let mut all = reports.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    all.seeds += 1;
                    all.simulated += report.simulated;
                    all.events += report.events;
                    all.exact += report.exact;
                    all.used += used;
                    if report.violation.is_some() && all.violation.is_none() {
                        all.violation = Some(report);
                    }
                    if all.used >= budget || all.violation.is_some() {
                        is_over.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let all = reports.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let Total { seeds, simulated, events, exact, used, violation } = all;
    println!(
        "{seeds} seeds from {from}, {:.1} simulated years, {events} events, {exact} exact answers, {:.0} s of processor time ({:.1} years an hour), {:.0} s",
        simulated.as_secs_f64() / YEAR,
        used.as_secs_f64(),
        simulated.as_secs_f64() / YEAR / used.as_secs_f64() * 3600.0,
        start.elapsed().as_secs_f64()
    );
    violation.as_ref().map_or(ExitCode::SUCCESS, show)
}

/// What all seeds together did.
#[derive(Default)]
struct Total {
    seeds: u64,
    simulated: Duration,
    events: u64,
    exact: u64,
    used: Duration,
    violation: Option<Report>,
}

const YEAR: f64 = 365.25 * 86_400.0;

fn show(report: &Report) -> ExitCode {
    let Some(violation) = &report.violation else { return ExitCode::SUCCESS };
    for line in &violation.tail {
        println!("  {line}");
    }
    println!(
        "seed {}, after {:.3} s of virtual time: {}",
        report.seed,
        violation.at.as_secs_f64(),
        violation.what
    );
    println!("again: cargo run -p maycrawl-simulation -- --seed {}", report.seed);
    ExitCode::FAILURE
}

/// Processor time of this thread.
fn thread_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
    }
    #[cfg(not(target_os = "linux"))]
    {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}
