//! Progress of `maycrawl sitemap`: a line on a terminal, nothing elsewhere. The number of URLs is not known in advance.

use indicatif::ProgressStyle;
use maycrawl::Printable;

use crate::progress::Progress;
use crate::text::output::Output;

pub(super) struct WalkProgress {
    progress: Progress,
    /// URLs that are not yet counted on the screen.
    uncounted: u64,
    not_allowed: u64,
    sitemap: String,
}

/// Number of URLs between two updates of the screen.
const UPDATE_URLS: u64 = 1000;

impl WalkProgress {
    pub(super) fn new(output: &Output) -> Self {
        let style = ProgressStyle::with_template("{spinner} {human_pos} URLs{msg}").ok();
        let progress = Progress::new(output, None, style);
        Self { progress, uncounted: 0, not_allowed: 0, sitemap: String::new() }
    }

    pub(super) fn begin(&mut self, sitemap: &str) {
        if self.progress.is_wanted() {
            self.sitemap = Printable(sitemap.as_bytes()).to_string().chars().take(60).collect();
            self.count();
        }
    }

    /// Counts a URL.
    pub(super) fn url(&mut self, is_allowed: bool) {
        self.uncounted += 1;
        self.not_allowed += u64::from(!is_allowed);
        if self.uncounted == UPDATE_URLS && self.progress.is_wanted() {
            self.count();
        }
    }

    /// Hides the progress while `write` writes to the screen.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.progress.suspend(write)
    }

    pub(super) fn clear(&self) {
        self.progress.clear();
    }

    fn count(&mut self) {
        self.progress.bar.inc(std::mem::take(&mut self.uncounted));
        let not_allowed = match self.not_allowed {
            0 => String::new(),
            count => format!(", {count} not allowed"),
        };
        self.progress.bar.set_message(format!("{not_allowed}; {}", self.sitemap));
    }
}
