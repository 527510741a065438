//! How far a walk is: a line on a terminal, nothing elsewhere. Nobody knows how long a walk will be.

use indicatif::ProgressStyle;
use maycrawl::Printable;

use crate::output::Output;
use crate::progress::Progress;

pub(super) struct Bar {
    progress: Progress,
    /// URLs that have not been counted on the screen yet.
    uncounted: u64,
    wrong: u64,
    sitemap: String,
}

/// URLs are counted on the screen so many at a time.
const STEP: u64 = 1000;

impl Bar {
    pub(super) fn new(output: &Output) -> Self {
        let style = ProgressStyle::with_template("{spinner} {human_pos} URLs{msg}").ok();
        let progress = Progress::new(output, None, style);
        Self { progress, uncounted: 0, wrong: 0, sitemap: String::new() }
    }

    pub(super) fn begin(&mut self, sitemap: &str) {
        if self.progress.is_wanted() {
            self.sitemap = Printable(sitemap.as_bytes()).to_string().chars().take(60).collect();
            self.count();
        }
    }

    /// A URL was asked, and all is well or not.
    pub(super) fn url(&mut self, well: bool) {
        self.uncounted += 1;
        self.wrong += u64::from(!well);
        if self.uncounted == STEP && self.progress.is_wanted() {
            self.count();
        }
    }

    /// Writes to the screen beside the bar.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.progress.aside(write)
    }

    pub(super) fn clear(&self) {
        self.progress.clear();
    }

    fn count(&mut self) {
        self.progress.bar.inc(std::mem::take(&mut self.uncounted));
        let wrong = match self.wrong {
            0 => String::new(),
            wrong => format!(", {wrong} not well"),
        };
        self.progress.bar.set_message(format!("{wrong}; {}", self.sitemap));
    }
}
