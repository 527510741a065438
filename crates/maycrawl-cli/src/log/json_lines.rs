//! Log lines as JSON. The form is that of `tracing_subscriber`'s own JSON with flattened events. That one makes a
//! serializer and a map for each line and checks each piece of it as UTF-8: it was a sixth of the work of a request.

use std::fmt::{self, Debug, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use maycrawl_fetch::Timestamp;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Writes each event as one line. Spans are not written: none of them passes the filter of the log.
#[derive(Default)]
pub(super) struct JsonLines {
    /// The last second, and its text up to the fraction: many requests have it in common.
    second: Mutex<(u64, String)>,
}

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut line = String::with_capacity(256);
        line.push_str("{\"timestamp\":\"");
        self.time(&mut line)?;
        let metadata = event.metadata();
        line.push_str("\",\"level\":\"");
        line.push_str(metadata.level().as_str());
        line.push('"');
        event.record(&mut Members(&mut line));
        line.push_str(",\"target\":");
        push_string(&mut line, metadata.target());
        line.push_str("}\n");
        writer.write_str(&line)
    }
}

impl JsonLines {
    /// Adds the time in UTC, to the microsecond.
    fn time(&self, line: &mut String) -> fmt::Result {
        // A clock before 1970 is wrong; it counts as 1970.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut known = self.second.lock().unwrap_or_else(PoisonError::into_inner);
        if known.0 != now.as_secs() || known.1.is_empty() {
            let text = Timestamp::from_millis(now.as_secs().saturating_mul(1000)).to_string();
            *known = (now.as_secs(), text.trim_end_matches('Z').to_owned());
        }
        line.push_str(&known.1);
        write!(line, ".{:06}Z", now.subsec_micros())
    }
}

/// Adds the fields of an event as members of an object that has others already.
struct Members<'l>(&'l mut String);

impl Members<'_> {
    fn name(&mut self, field: &Field) {
        self.0.push(',');
        push_string(self.0, field.name());
        self.0.push(':');
    }

    fn value(&mut self, field: &Field, value: impl fmt::Display) {
        self.name(field);
        // Writing to memory does not fail.
        let _ = write!(self.0, "{value}");
    }
}

impl Visit for Members<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.name(field);
        push_string(self.0, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.value(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.value(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.value(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.name(field);
        let start = self.0.len();
        // Writing to memory does not fail.
        let _ = write!(self.0, "\"{value:?}");
        if is_plain(&self.0[start + 1..]) {
            return self.0.push('"');
        }
        let text = self.0.split_off(start);
        push_string(self.0, &text[1..]);
    }
}

/// Whether a text is the same inside a JSON string. It has no early end, so that many bytes are compared at once.
fn is_plain(text: &str) -> bool {
    let is_same = |byte| matches!(byte, b' '..=b'~') & (byte != b'"') & (byte != b'\\');
    text.bytes().fold(true, |all, byte| all & is_same(byte))
}

/// Adds a JSON string.
fn push_string(line: &mut String, text: &str) {
    if is_plain(text) {
        line.push('"');
        line.push_str(text);
        line.push('"');
    } else {
        // A string always has a JSON form.
        line.push_str(&serde_json::to_string(text).unwrap_or_default());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use std::io;
    use std::sync::Arc;

    use serde_json::Value;
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn log() {
        let client = Some(tracing::field::display("192.0.2.1"));
        tracing::info!(target: "maycrawl::request", route = "/v1/check", status = 200_u16, client, "answered");
        let error = io::Error::other("a \"quoted\"\nline \u{202e} \\");
        tracing::warn!(%error, is_last = true, count = -1_i64, part = ?Some("x"), none = Option::<u64>::None, "{error}");
    }

    /// Without the time, the lines are those of `tracing_subscriber`.
    #[test]
    fn lines_are_those_of_the_subscriber() {
        let [ours, theirs] = [(); 2].map(|()| Lines::default());
        let writer = ours.clone();
        let layer = tracing_subscriber::fmt::layer().with_ansi(false);
        let layer = layer.event_format(JsonLines::default()).with_writer(move || writer.clone());
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), log);
        let writer = theirs.clone();
        let layer = tracing_subscriber::fmt::layer().with_ansi(false).json().flatten_event(true);
        let layer = layer.with_writer(move || writer.clone());
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), log);
        let lines = |of: Lines| {
            let text = String::from_utf8(of.0.lock().unwrap().clone()).unwrap();
            text.lines()
                .map(|line| {
                    let object: Value = serde_json::from_str(line).unwrap();
                    let time = object["timestamp"].as_str().unwrap().to_owned();
                    assert_eq!(time.len(), "2026-11-25T10:57:25.123456Z".len(), "{time}");
                    line.replace(&time, "")
                })
                .collect::<Vec<_>>()
        };
        let theirs = lines(theirs);
        assert_eq!((lines(ours), theirs.len()), (theirs, 2));
    }
}
