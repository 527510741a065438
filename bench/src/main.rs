//! The benchmarks: maycrawl against its peers over real files, and against hostile ones.
//!
//! Everything is measured in one run on one thread, contenders in turns, and reported as ratios: machines are
//! shared and noisy, so a time alone means little. `cargo run --release -p maycrawl-bench --
//! [--quick] [--only NAME] [--remarks FILE] [--out FILE]`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

mod benches;
mod chart;
mod corpus;
mod counting_allocator;
mod google;
mod harness;
mod load;
mod report;
mod site;
mod timings;

use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

use report::Report;

/// The options of the command line.
struct Options {
    quick: bool,
    only: Option<String>,
    /// A file with the output of other runs. Its lines with `figure: ` go into the report.
    remarks: Option<String>,
    out: Option<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options { quick: false, only: None, remarks: None, out: None };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--quick" => options.quick = true,
            "--only" => options.only = Some(value()?),
            "--remarks" => options.remarks = Some(value()?),
            "--out" => options.out = Some(value()?),
            "--bench" => {}
            _ => {
                return Err(format!(
                    "unknown argument `{argument}`; use [--quick] [--only NAME] [--remarks FILE] [--out FILE]"
                ));
            }
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|argument| argument == benches::EMPTY_SERVICE) {
        benches::empty_service();
        return ExitCode::SUCCESS;
    }
    if std::env::args().nth(1).is_some_and(|argument| argument == benches::COUNTED_CALLS) {
        benches::counted_calls();
        return ExitCode::SUCCESS;
    }
    if std::env::args().nth(1).is_some_and(|argument| argument == benches::SITES) {
        benches::serve_sites();
        return ExitCode::SUCCESS;
    }
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    // Panics of a peer on a real file are counted, not printed.
    std::panic::set_hook(Box::new(|_| {}));
    let corpus = corpus::load();
    let rounds = if options.quick { 3 } else { 15 };
    let mut report = Report::new(&corpus);
    for (name, bench) in benches::BENCHES {
        if options.only.as_deref().is_none_or(|only| name.contains(only)) {
            eprintln!("measuring {name} ...");
            bench(&corpus, rounds, &mut report);
        }
    }
    if let Some(remarks) = &options.remarks {
        match std::fs::read_to_string(remarks) {
            Ok(text) => report.remarks(&text),
            Err(error) => {
                eprintln!("{remarks}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    println!("{}", report.to_markdown("RESULTS.svg"));
    let Some(out) = options.out else { return ExitCode::SUCCESS };
    match write(&report, Path::new(&out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{out}: {error}");
            ExitCode::from(2)
        }
    }
}

/// Writes the report to a file, and its chart beside it.
fn write(report: &Report, path: &Path) -> io::Result<()> {
    let chart = path.with_extension("svg");
    let name = chart.file_name().unwrap_or_default().to_string_lossy();
    fs::write(path, report.to_markdown(&name))?;
    fs::write(&chart, report.to_chart())
}
