//! Lines on their way out. Whoever logs leaves a line here and goes on; a thread takes away what has gathered. To wake
//! it for every line would cost more than the line does, and to write at once would make every request wait for
//! whoever reads the log.

use std::borrow::Cow;
use std::io::{self, Write};
use std::mem;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use maycrawl::Printable;

/// Lines gather for this long after the first.
const GATHER: Duration = Duration::from_millis(10);

/// Bytes that wait for whoever reads the log. Who reads too slowly misses lines; the service does not wait.
const MOST: usize = 4 << 20;

/// For the last lines.
const LAST: Duration = Duration::from_secs(1);

/// Lines that wait to be written. Each comes in one call of `write`.
#[derive(Default)]
pub(super) struct Lines {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    bytes: Vec<u8>,
    missed: u64,
    ended: bool,
}

/// The thread that writes. Dropping it writes the rest, if that does not take long.
pub(super) struct Writer {
    lines: Arc<Lines>,
    done: Receiver<()>,
}

impl Lines {
    /// Lines that a thread writes to `out`.
    pub(super) fn to(out: impl Write + Send + 'static) -> io::Result<(Arc<Self>, Writer)> {
        let lines = Arc::<Self>::default();
        let (tell, done) = mpsc::channel();
        let writing = Arc::clone(&lines);
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || writing.keep_writing(out, tell))?;
        Ok((Arc::clone(&lines), Writer { lines, done }))
    }

    /// Lines for which there was no room.
    pub(super) fn missed(&self) -> u64 {
        self.waiting().missed
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep_writing(&self, mut out: impl Write, done: Sender<()>) {
        let mut bytes = Vec::new();
        loop {
            let idle = |waiting: &mut Waiting| waiting.bytes.is_empty() && !waiting.ended;
            let waiting = self.changed.wait_while(self.waiting(), idle);
            let ended = waiting.unwrap_or_else(PoisonError::into_inner).ended;
            if !ended {
                thread::sleep(GATHER);
            }
            mem::swap(&mut bytes, &mut self.waiting().bytes);
            // There is nobody to tell that the log cannot be written.
            let _ = out.write_all(&bytes).and_then(|()| out.flush());
            bytes.clear();
            if ended {
                break;
            }
        }
        drop(done);
    }
}

impl Write for &Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let shown = printable(line);
        let mut waiting = self.waiting();
        if waiting.bytes.len() + shown.len() > MOST {
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

/// The line with everything escaped that [`Printable`] escapes, in a way that JSON knows too: an error of a store may
/// have anything in it.
fn printable(line: &[u8]) -> Cow<'_, [u8]> {
    let (text, end) = line.strip_suffix(b"\n").map_or((line, ""), |text| (text, "\n"));
    if text.iter().all(|byte| matches!(byte, b' '..=b'~')) {
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
        // The thread sends nothing: it lets go when it is done.
        let _ = self.done.recv_timeout(LAST);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Takes nothing until it may, then everything.
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

    /// What is logged, and the line.
    const SHOWN: &[(&str, &str)] = &[
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
    fn nothing_in_a_line_steers_a_terminal() {
        for (line, shown) in SHOWN {
            assert_eq!(printable(line.as_bytes()), shown.as_bytes(), "{line:?}");
        }
    }

    #[test]
    fn lines_arrive_whole_and_in_order() {
        let (taken, seen) = mpsc::channel();
        let (_, open) = mpsc::channel();
        let (lines, writer) = Lines::to(Gate { open, taken }).unwrap();
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
    fn who_reads_too_slowly_misses_lines_that_are_counted() {
        let (taken, seen) = mpsc::channel();
        let (opener, open) = mpsc::channel();
        let (lines, writer) = Lines::to(Gate { open, taken }).unwrap();
        let line = [b'x'; 1 << 10];
        let written = 3 * (MOST >> 10);
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
