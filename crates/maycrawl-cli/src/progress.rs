//! Progress on standard error for work that takes longer than a second; only on a terminal.

use std::io::{self, IsTerminal as _};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use maycrawl::Printable;

use crate::text::output::Output;

/// Time before progress is drawn: shorter work shows none.
const DRAW_DELAY: Duration = Duration::from_secs(1);
/// Time between two pictures of the spinner.
const TICK_INTERVAL: Duration = Duration::from_millis(200);

/// A bar or a spinner, drawn after one second.
pub(crate) struct Progress {
    pub(crate) bar: ProgressBar,
    is_wanted: bool,
    /// True if the answers are written to the terminal too.
    shares_screen: bool,
    /// Keeps the thread alive that waits for the delay; the thread ends when this is dropped.
    _timer: Option<Sender<()>>,
}

impl Progress {
    /// A bar if `len` is known, else a spinner.
    pub(crate) fn new(output: &Output, len: Option<u64>, style: Option<ProgressStyle>) -> Self {
        let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::hidden());
        if let Some(style) = style {
            bar.set_style(style);
        }
        let is_wanted = output.shows_progress();
        let shares_screen = is_wanted && io::stdout().is_terminal();
        let timer = is_wanted.then(|| {
            let (timer, over) = channel();
            let bar = bar.clone();
            thread::spawn(move || {
                if over.recv_timeout(DRAW_DELAY) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK_INTERVAL);
                }
            });
            timer
        });
        Self { bar, is_wanted, shares_screen, _timer: timer }
    }

    /// No progress.
    pub(crate) fn none() -> Self {
        Self { bar: ProgressBar::hidden(), is_wanted: false, shares_screen: false, _timer: None }
    }

    /// A spinner with a message.
    pub(crate) fn spinner(output: &Output, message: &str) -> Self {
        let progress =
            Self::new(output, None, ProgressStyle::with_template("{spinner} {msg}").ok());
        progress.say(message);
        progress
    }

    /// Changes the message. Control characters are escaped, since it may contain text of a site.
    pub(crate) fn say(&self, message: &str) {
        if self.is_wanted {
            let shown = Printable(message.as_bytes()).to_string();
            self.bar.set_message(shown.chars().take(70).collect::<String>());
        }
    }

    /// False if progress is never shown.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Hides the progress while `write` writes to the screen.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.shares_screen { self.bar.suspend(write) } else { write() }
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
