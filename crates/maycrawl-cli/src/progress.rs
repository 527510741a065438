//! Progress on standard error, for what takes longer than a second: on a terminal, nothing elsewhere.

use std::io::{self, IsTerminal as _};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use maycrawl::Printable;

use crate::output::Output;

/// What ends sooner is not announced.
const DELAY: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(200);

/// A bar or a spinner, drawn once a second has passed.
pub(crate) struct Progress {
    pub(crate) bar: ProgressBar,
    is_wanted: bool,
    /// The results go to the terminal too.
    shares_screen: bool,
    /// Keeps the thread that waits for the delay; it ends when this is dropped.
    _waiting: Option<Sender<()>>,
}

impl Progress {
    /// A bar where `len` is known, else a spinner.
    pub(crate) fn new(output: &Output, len: Option<u64>, style: Option<ProgressStyle>) -> Self {
        let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::hidden());
        if let Some(style) = style {
            bar.set_style(style);
        }
        let is_wanted = output.shows_progress();
        let shares_screen = is_wanted && io::stdout().is_terminal();
        let waiting = is_wanted.then(|| {
            let (waiting, over) = channel();
            let bar = bar.clone();
            thread::spawn(move || {
                if over.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
            waiting
        });
        Self { bar, is_wanted, shares_screen, _waiting: waiting }
    }

    /// Nothing.
    pub(crate) fn none() -> Self {
        Self { bar: ProgressBar::hidden(), is_wanted: false, shares_screen: false, _waiting: None }
    }

    /// A spinner with a message.
    pub(crate) fn spinner(output: &Output, message: &str) -> Self {
        let progress =
            Self::new(output, None, ProgressStyle::with_template("{spinner} {msg}").ok());
        progress.say(message);
        progress
    }

    /// Changes the message, which may hold what strangers wrote.
    pub(crate) fn say(&self, message: &str) {
        if self.is_wanted {
            let shown = Printable(message.as_bytes()).to_string();
            self.bar.set_message(shown.chars().take(70).collect::<String>());
        }
    }

    /// False where nothing is shown, whatever happens.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Writes to the screen beside it.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
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
