//! The queue of log lines and the thread that writes them. A request appends its line and continues; the thread writes
//! all waiting lines together. Waking the thread for every line would cost more than the line, and writing immediately
//! would make every request wait for the reader of the log.

use std::borrow::Cow;
use std::io::{self, Write};
use std::mem;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use maycrawl::Printable;

/// Time between the first line in the queue and the write.
const WRITE_DELAY: Duration = Duration::from_millis(10);

/// Size limit of the queue: 4 MiB. If the log is read too slowly, further lines are dropped; the service does not wait.
const MAX_QUEUE_BYTES: usize = 4 << 20;

/// Time limit for writing the last lines.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// Lines that wait to be written. Each call of `write` has one line.
#[derive(Default)]
pub(super) struct LogQueue {
    waiting: Mutex<WaitingLines>,
    changed: Condvar,
}

#[derive(Default)]
struct WaitingLines {
    bytes: Vec<u8>,
    missed: u64,
    ended: bool,
}

/// The thread that writes. Dropping it writes the remaining lines, within a time limit.
pub(super) struct Writer {
    lines: Arc<LogQueue>,
    done: Receiver<()>,
}

impl LogQueue {
    /// A queue, and a thread that writes its lines to `out`.
    pub(super) fn start(out: impl Write + Send + 'static) -> io::Result<(Arc<Self>, Writer)> {
        let lines = Arc::<Self>::default();
        let (sender, done) = mpsc::channel();
        let writing = Arc::clone(&lines);
        thread::Builder::new().name("log".to_owned()).spawn(move || writing.run(out, sender))?;
        Ok((Arc::clone(&lines), Writer { lines, done }))
    }

    /// The number of lines that were dropped because the queue was full.
    pub(super) fn missed(&self) -> u64 {
        self.waiting().missed
    }

    fn waiting(&self) -> MutexGuard<'_, WaitingLines> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, mut out: impl Write, done: Sender<()>) {
        let mut bytes = Vec::new();
        loop {
            let idle = |waiting: &mut WaitingLines| waiting.bytes.is_empty() && !waiting.ended;
            let waiting = self.changed.wait_while(self.waiting(), idle);
            let ended = waiting.unwrap_or_else(PoisonError::into_inner).ended;
            if !ended {
                thread::sleep(WRITE_DELAY);
            }
            mem::swap(&mut bytes, &mut self.waiting().bytes);
            // An error of the log cannot be reported.
            let _ = out.write_all(&bytes).and_then(|()| out.flush());
            bytes.clear();
            if ended {
                break;
            }
        }
        drop(done);
    }
}

impl Write for &LogQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let shown = printable(line);
        let mut waiting = self.waiting();
        if waiting.bytes.len() + shown.len() > MAX_QUEUE_BYTES {
            waiting.missed += 1;
            return Ok(line.len());
        }
        let is_first = waiting.bytes.is_empty();
        waiting.bytes.extend_from_slice(&shown);
        drop(waiting);
        if is_first {
            self.changed.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The line with the characters escaped that [`Printable`] escapes, as in JSON: an error of a store may contain any
/// text.
fn printable(line: &[u8]) -> Cow<'_, [u8]> {
    let (text, end) = line.strip_suffix(b"\n").map_or((line, ""), |text| (text, "\n"));
    // Without an early end, so that many bytes are compared at once.
    if text.iter().fold(true, |all, byte| all & matches!(byte, b' '..=b'~')) {
        return line.into();
    }
    let mut shown = String::with_capacity(line.len());
    for c in String::from_utf8_lossy(text).chars() {
        let mut utf8 = [0; 4];
        let own = c.encode_utf8(&mut utf8);
        if Printable(own.as_bytes()).to_string() == *own {
            shown.push(c);
        } else {
            let units = c.encode_utf16(&mut [0; 2]).to_vec();
            units.iter().for_each(|unit| shown.push_str(&format!("\\u{unit:04x}")));
        }
    }
    shown.push_str(end);
    shown.into_bytes().into()
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.lines.waiting().ended = true;
        self.lines.changed.notify_one();
        // The thread sends nothing: it drops its end of the channel when it is done.
        let _ = self.done.recv_timeout(STOP_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// A writer that blocks until `open` closes, then accepts everything.
    struct Gate {
        open: Receiver<()>,
        taken: Sender<Vec<u8>>,
    }

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.open.recv();
            self.taken.send(bytes.to_vec()).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A log line, and its escaped form.
    const ESCAPED: &[(&str, &str)] = &[
        ("plain\n", "plain\n"),
        ("caf\u{e9}\n", "caf\u{e9}\n"),
        (
            "-ERR \u{1b}]0;pwned\u{7} \u{1b}[31mred\n",
            "-ERR \\u001b]0;pwned\\u0007 \\u001b[31mred\n",
        ),
        ("\u{9b}31m\u{202e}txt", "\\u009b31m\\u202etxt"),
        ("two\nlines\n", "two\\u000alines\n"),
        ("\n", "\n"),
    ];

    #[test]
    fn control_characters_are_escaped() {
        for (line, shown) in ESCAPED {
            assert_eq!(printable(line.as_bytes()), shown.as_bytes(), "{line:?}");
        }
    }

    #[test]
    fn lines_arrive_complete_and_in_order() {
        let (taken, seen) = mpsc::channel();
        let (_, open) = mpsc::channel();
        let (lines, writer) = LogQueue::start(Gate { open, taken }).unwrap();
        let mut expected = String::new();
        for n in 0..1000 {
            let line = format!("line {n}\n");
            (&*lines).write_all(line.as_bytes()).unwrap();
            expected += &line;
        }
        drop(writer);
        assert_eq!(seen.try_iter().flatten().collect::<Vec<_>>(), expected.as_bytes());
        assert_eq!(lines.missed(), 0);
    }

    #[test]
    fn lines_dropped_for_a_slow_reader_are_counted() {
        let (taken, seen) = mpsc::channel();
        let (opener, open) = mpsc::channel();
        let (lines, writer) = LogQueue::start(Gate { open, taken }).unwrap();
        let line = [b'x'; 1 << 10];
        let written = 3 * (MAX_QUEUE_BYTES >> 10);
        for _ in 0..written {
            (&*lines).write_all(&line).unwrap();
        }
        drop(opener);
        drop(writer);
        let arrived: usize = seen.try_iter().map(|bytes| bytes.len()).sum();
        let missed = usize::try_from(lines.missed()).unwrap();
        assert!(missed >= written / 3, "{missed}");
        assert_eq!(arrived + (missed << 10), written << 10);
    }
}
