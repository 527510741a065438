//! How far a run is: a bar on a terminal, nothing elsewhere.

use std::fmt::Write;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal as _};
use std::path::Path;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use super::{ORIGIN_LIMIT, names_origin};
use crate::args;
use crate::input::{self, InputLine};
use crate::output::Output;

/// The bar, and what it counts.
pub(super) struct Bar {
    bar: ProgressBar,
    /// The results go to the terminal too.
    shares_screen: bool,
    files: u64,
    missing: u64,
    failed: u64,
}

impl Bar {
    pub(super) fn new(args: &args::Fetch) -> Self {
        let bar = if io::stderr().is_terminal() { visible(args) } else { ProgressBar::hidden() };
        let shares_screen = io::stdout().is_terminal() && !bar.is_hidden();
        Self { bar, shares_screen, files: 0, missing: 0, failed: 0 }
    }

    /// An origin that was done before.
    pub(super) fn passed(&self) {
        self.bar.inc(1);
        self.bar.reset_eta(); // it took no time, and says nothing of what is to come
    }

    pub(super) fn done(&mut self, result: &str) {
        self.bar.inc(1);
        match result {
            "file" => self.files += 1,
            "missing" => self.missing += 1,
            _ => {
                self.failed += 1;
                self.bar.set_message(format!(", {} failed", self.failed));
            }
        }
    }

    /// Writes to the screen beside the bar.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.shares_screen { self.bar.suspend(write) } else { write() }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Says how it went, where the bar was.
    pub(super) fn finish(&self, output: &mut Output) {
        let Self { bar, files, missing, failed, .. } = self;
        let is_hidden = bar.is_hidden();
        bar.finish_and_clear();
        let all = files + missing + failed;
        if !is_hidden && all > 1 {
            let took = HumanDuration(bar.elapsed());
            output.note(
                "note",
                &format!("{all} origins in {took}: {files} with a file, {missing} without, {failed} failed"),
            );
        }
    }
}

/// Its length is known where the origins are in a file.
fn visible(args: &args::Fetch) -> ProgressBar {
    let named = args.origins.len() as u64;
    let (bar, template) = match args.from.as_deref() {
        Some(path) if path == Path::new("-") => {
            (ProgressBar::new_spinner(), "{spinner} {human_pos} done, {rate}{msg}")
        }
        from => (
            ProgressBar::new(named + from.map_or(0, count)),
            "{bar:30} {human_pos} of {human_len}, {rate}, {eta} to go{msg}",
        ),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0}/s", state.per_sec()); // nowhere to complain
        }));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn count(path: &Path) -> u64 {
    let Ok(file) = File::open(path) else { return 0 };
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut lines = 0;
    while let Ok(Some(line)) = input::next_line(&mut reader, ORIGIN_LIMIT) {
        lines += match line {
            InputLine::Whole(line) => u64::from(names_origin(&line)),
            InputLine::TooLong(_) => 1,
        };
    }
    lines
}
