//! How far a walk is: a line on a terminal, nothing elsewhere. Nobody knows how long a walk will be.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use maycrawl::Printable;

pub(super) struct Bar {
    bar: ProgressBar,
    /// The results go to the terminal too.
    shares_screen: bool,
    /// URLs that have not been counted on the screen yet.
    uncounted: u64,
    wrong: u64,
    sitemap: String,
}

/// URLs are counted on the screen so many at a time.
const STEP: u64 = 1000;

impl Bar {
    pub(super) fn new() -> Self {
        let bar = if io::stderr().is_terminal() { visible() } else { ProgressBar::hidden() };
        let shares_screen = io::stdout().is_terminal() && !bar.is_hidden();
        Self { bar, shares_screen, uncounted: 0, wrong: 0, sitemap: String::new() }
    }

    pub(super) fn begin(&mut self, sitemap: &str) {
        if !self.bar.is_hidden() {
            self.sitemap = Printable(sitemap.as_bytes()).to_string().chars().take(60).collect();
            self.count();
        }
    }

    /// A URL was asked, and all is well or not.
    pub(super) fn url(&mut self, well: bool) {
        self.uncounted += 1;
        self.wrong += u64::from(!well);
        if self.uncounted == STEP && !self.bar.is_hidden() {
            self.count();
        }
    }

    /// Writes to the screen beside the bar.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.shares_screen { self.bar.suspend(write) } else { write() }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn count(&mut self) {
        self.bar.inc(std::mem::take(&mut self.uncounted));
        let wrong = match self.wrong {
            0 => String::new(),
            wrong => format!(", {wrong} not well"),
        };
        self.bar.set_message(format!("{wrong}; {}", self.sitemap));
    }
}

fn visible() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} URLs{msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
