//! The log of the service, to standard error: one line a request, and when it begins, ends or cannot take
//! connections. Never a URL that was asked about, a query or a draft.

mod writer;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use self::writer::{Lines, Writer};
use crate::args::LogForm;

/// What the service says of itself.
pub(crate) const SERVICE: &str = "maycrawl::service";

/// A log that is being written.
pub(crate) struct Log {
    lines: Arc<Lines>,
    /// Writes the rest when it is dropped.
    _writer: Writer,
}

impl Log {
    /// Begins to log as asked; `None` where nobody wants a log, or none can be had.
    pub(crate) fn start(form: Option<LogForm>) -> Option<Self> {
        let usual = if io::stderr().is_terminal() { LogForm::Text } else { LogForm::Json };
        let form = form.unwrap_or(usual);
        if form == LogForm::Off {
            return None;
        }
        let (lines, writer) = Lines::to(io::stderr()).ok()?;
        // Only what is meant for it. Of the fetcher nothing but trouble with the store, which may name an origin.
        let ours = Targets::new()
            .with_target("maycrawl::request", LevelFilter::INFO)
            .with_target(SERVICE, LevelFilter::INFO)
            .with_target("maycrawl_server", LevelFilter::INFO)
            .with_target("maycrawl_fetch", LevelFilter::WARN);
        let line =
            tracing_subscriber::fmt::layer().with_ansi(false).with_writer(Arc::clone(&lines));
        let log = tracing_subscriber::registry().with(ours);
        let started = match form {
            LogForm::Json => log.with(line.json().flatten_event(true)).try_init(),
            _ => log.with(line).try_init(),
        };
        // Somebody else listens already only where a test runs the command inside itself.
        started.ok().map(|()| Self { lines, _writer: writer })
    }

    /// The last line.
    pub(crate) fn end(self, text: &str) {
        tracing::info!(target: SERVICE, missed_lines = self.lines.missed(), "{text}");
    }
}
