//! Progress of `maycrawl fetch`: a bar on a terminal, nothing elsewhere.

use std::fmt::Write;
use std::fs::File;
use std::path::Path;

use indicatif::{HumanDuration, ProgressState, ProgressStyle};

use crate::args;
use crate::inputs::list_input::{List, Separator};
use crate::inputs::origin_list::MAX_ORIGIN_BYTES;
use crate::progress::Progress;
use crate::text::output::Output;

/// The bar, with counts of results.
pub(super) struct FetchProgress {
    progress: Progress,
    files: u64,
    missing: u64,
    failed: u64,
}

impl FetchProgress {
    pub(super) fn new(args: &args::Fetch, output: &Output) -> Self {
        Self { progress: progress(args, output), files: 0, missing: 0, failed: 0 }
    }

    /// Counts an origin of an earlier run.
    pub(super) fn skip(&self) {
        self.progress.bar.inc(1);
        self.progress.bar.reset_eta(); // it took no time, so it must not count for the estimate
    }

    pub(super) fn count(&mut self, result: &str) {
        self.progress.bar.inc(1);
        match result {
            "file" => self.files += 1,
            "missing" => self.missing += 1,
            _ => {
                self.failed += 1;
                self.progress.bar.set_message(format!(", {} unreachable", self.failed));
            }
        }
    }

    /// Hides the bar while `write` writes to the screen.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.progress.suspend(write)
    }

    pub(super) fn clear(&self) {
        self.progress.clear();
    }

    /// Replaces the bar with a summary.
    pub(super) fn finish(&self, output: &mut Output) {
        let Self { progress, files, missing, failed } = self;
        progress.clear();
        let all = files + missing + failed;
        if progress.is_wanted() && all > 1 {
            let took = HumanDuration(progress.bar.elapsed());
            output.note(
                "note",
                &format!(
                    "{all} origins in {took}: {files} with a file, {missing} without, {failed} unreachable"
                ),
            );
        }
    }
}

/// The length of the bar is known if the origins are in a file.
fn progress(args: &args::Fetch, output: &Output) -> Progress {
    let named = args.origins.len() as u64;
    let (len, template) = match args.from.as_deref() {
        Some(path) if path == Path::new("-") => (None, "{spinner} {human_pos} done, {rate}{msg}"),
        from => {
            let from = from.filter(|_| output.shows_progress()).map_or(0, count_items);
            (Some(named + from), "{bar:30} {human_pos} of {human_len}, {rate}, {eta} to go{msg}")
        }
    };
    let style = ProgressStyle::with_template(template).map(|style| {
        style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0}/s", state.per_sec()); // an error cannot be reported
        })
    });
    Progress::new(output, len, style.ok())
}

fn count_items(path: &Path) -> u64 {
    let Ok(file) = File::open(path) else { return 0 };
    let mut list = List::new(file, MAX_ORIGIN_BYTES, Separator::HostComma);
    let mut items = 0;
    while let Ok(Some(_)) = list.next_item() {
        items += 1;
    }
    items
}
