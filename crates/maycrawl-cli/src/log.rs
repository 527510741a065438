//! The log of the service, to standard error: one line for each request, and lines when it starts, stops or cannot
//! accept connections. It never contains a URL that a client asks about, a query or a draft.

mod json_lines;
mod writer;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use self::json_lines::JsonLines;
use self::writer::{LogQueue, Writer};
use crate::args::LogFormat;

/// The target of log lines about the service itself.
pub(crate) const SERVICE_TARGET: &str = "maycrawl::service";

/// The log while the service runs.
pub(crate) struct Log {
    lines: Arc<LogQueue>,
    /// Writes the remaining lines when it is dropped.
    _writer: Writer,
}

impl Log {
    /// Starts the log; `None` if it is off or cannot be started.
    pub(crate) fn start(format: Option<LogFormat>) -> Option<Self> {
        let default = if io::stderr().is_terminal() { LogFormat::Text } else { LogFormat::Json };
        let format = format.unwrap_or(default);
        if format == LogFormat::Off {
            return None;
        }
        let (lines, writer) = LogQueue::start(io::stderr()).ok()?;
        // Only these targets. From the fetcher only warnings, such as errors of the store; they may name an origin.
        let ours = Targets::new()
            .with_target("maycrawl::request", LevelFilter::INFO)
            .with_target(SERVICE_TARGET, LevelFilter::INFO)
            .with_target("maycrawl_server", LevelFilter::INFO)
            .with_target("maycrawl_fetch::store", LevelFilter::INFO)
            .with_target("maycrawl_fetch", LevelFilter::WARN);
        let line =
            tracing_subscriber::fmt::layer().with_ansi(false).with_writer(Arc::clone(&lines));
        let log = tracing_subscriber::registry().with(ours);
        let started = match format {
            LogFormat::Json => log.with(line.event_format(JsonLines::default())).try_init(),
            _ => log.with(line).try_init(),
        };
        // This fails only if a test runs the command in its own process, which has a log already.
        started.ok().map(|()| Self { lines, _writer: writer })
    }

    /// Writes the last line.
    pub(crate) fn end(self, text: &str) {
        tracing::info!(target: SERVICE_TARGET, missed_lines = self.lines.missed(), "{text}");
    }
}
