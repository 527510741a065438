//! The benchmarks: maycrawl against its peers over real files, and against hostile ones.
//!
//! Everything is measured in one run, single thread, contenders taking turns, and reported as ratios: the
//! machines are shared and noisy, so a time alone says little.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

mod files;
mod harness;
mod heap;
mod hostile;
mod measures;
mod options;
mod probe;
mod random;
mod report;
mod work;

use std::process::ExitCode;

use options::Options;
use report::Report;

fn main() -> ExitCode {
    match Options::from_arguments().and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    probe::silence_peers();
    let files = files::load()?;
    if let Some(work) = &options.work {
        return work::repeat(work, &files, options.times, options.side);
    }
    let mut report = Report::new(&files, options.date.as_deref());
    for (name, measure) in measures::chosen(options.only.as_deref())? {
        eprintln!("measuring {name} ...");
        measure(&files, options.rounds(), &mut report);
    }
    let text = report.to_markdown();
    println!("{text}");
    match options.results_file() {
        Some(file) => {
            std::fs::write(&file, &text).map_err(|error| format!("{}: {error}", file.display()))
        }
        None => Ok(()),
    }
}
