//! The command line.

use std::path::PathBuf;

const USAGE: &str = "\
usage: maycrawl-bench [--quick] [--only NAME] [--date DATE] [--out FILE]
       maycrawl-bench --work NAME [--times N] [--peer]

  --quick      few rounds: a first look, not a result
  --only NAME  measures whose name contains NAME
  --date DATE  is printed at the head of the results
  --out FILE   where to write them; without it, a whole run writes bench/RESULTS.md and others only print
  --work NAME  no clock: do the work of one measure N times, for a profiler, e.g.
               valgrind --tool=callgrind target/release/maycrawl-bench --work parse
  --peer       the peer's work instead of ours";

/// What the command line asks for.
pub struct Options {
    pub only: Option<String>,
    pub date: Option<String>,
    pub work: Option<String>,
    pub times: u32,
    pub side: Side,
    quick: bool,
    out: Option<PathBuf>,
}

/// Whose work a profiler should see.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Ours,
    Peer,
}

impl Options {
    pub fn from_arguments() -> Result<Self, String> {
        let mut options = Self {
            only: None,
            date: None,
            work: None,
            times: 1,
            side: Side::Ours,
            quick: false,
            out: None,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value =
                || arguments.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
            match argument.as_str() {
                "--quick" => options.quick = true,
                "--peer" => options.side = Side::Peer,
                "--only" => options.only = Some(value()?),
                "--date" => options.date = Some(value()?),
                "--out" => options.out = Some(value()?.into()),
                "--work" => options.work = Some(value()?),
                "--times" => options.times = value()?.parse().map_err(|e| format!("--times: {e}"))?,
                "--help" => return Err(USAGE.into()),
                _ => return Err(format!("unknown argument {argument}\n{USAGE}")),
            }
        }
        Ok(options)
    }

    pub fn rounds(&self) -> u32 {
        if self.quick { 3 } else { 21 }
    }

    /// Where the results go: a part of a table never replaces a whole one unasked.
    pub fn results_file(&self) -> Option<PathBuf> {
        let is_whole = !self.quick && self.only.is_none();
        self.out
            .clone()
            .or_else(|| is_whole.then(|| maycrawl_testdata::root().join("bench/RESULTS.md")))
    }
}
