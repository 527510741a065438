//! Lists of URLs, sites and names of crawlers, from a file or standard input, with the same rules.
//!
//! A list has one item per line; lines end in LF or CR LF. A byte order mark, white space around an item, empty lines
//! and lines that begin with `#` are skipped. If an item cannot contain a comma (a host, the name of a crawler), commas
//! separate items too.

use std::collections::VecDeque;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;
use std::thread;

use tokio::sync::mpsc;

use crate::inputs::input::{self, InputLine};
use crate::text::output::Failure;

/// What separates two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    /// The end of a line; URLs may contain commas.
    Line,
    /// Also a comma, except in lines with a `/`, which are URLs.
    HostComma,
    /// Also a comma.
    Comma,
}

/// The items of a list, read as they are needed.
pub(crate) struct List<R> {
    reader: BufReader<R>,
    /// The longest line, in bytes; a longer one is skipped and reported.
    limit: usize,
    separator: Separator,
    is_first: bool,
    ready: VecDeque<Vec<u8>>,
}

impl<R: Read> List<R> {
    pub(crate) fn new(from: R, limit: usize, separator: Separator) -> Self {
        let reader = BufReader::with_capacity(1 << 16, from);
        Self { reader, limit, separator, is_first: true, ready: VecDeque::new() }
    }

    /// Reads the next item; `None` at the end.
    pub(crate) fn next_item(&mut self) -> io::Result<Option<InputLine>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Ok(Some(InputLine::Whole(item)));
            }
            let line = match input::next_line(&mut self.reader, self.limit)? {
                Some(InputLine::Whole(line)) => line,
                Some(long @ InputLine::TooLong(_)) => return Ok(Some(long)),
                None => return Ok(None),
            };
            if std::mem::take(&mut self.is_first) && is_utf16(&line) {
                return Err(io::Error::new(
                    ErrorKind::InvalidData,
                    "it is UTF-16; save it as UTF-8",
                ));
            }
            self.ready.extend(items(&line, self.separator).map(<[u8]>::to_vec));
        }
    }

    /// True if the next item can be read without waiting.
    pub(crate) fn has_ready(&self) -> bool {
        !self.ready.is_empty() || self.reader.buffer().contains(&b'\n')
    }
}

/// The items of a list, read by a separate thread.
pub(crate) fn receiver(
    from: impl Read + Send + 'static,
    limit: usize,
    separator: Separator,
) -> mpsc::Receiver<io::Result<InputLine>> {
    let (items, receiver) = mpsc::channel(64);
    thread::spawn(move || {
        let mut list = List::new(from, limit, separator);
        while let Some(item) = list.next_item().transpose() {
            let failed = item.is_err();
            if items.blocking_send(item).is_err() || failed {
                break;
            }
        }
    });
    receiver
}

/// Reads names of crawlers from a file, or from standard input for `-`.
pub(crate) fn agents(path: &Path) -> Result<Vec<String>, Failure> {
    /// The longest line: 8 KiB.
    const MAX_LINE_BYTES: usize = 8 << 10;
    let unreadable =
        |error: &io::Error| Failure::new(format!("cannot read {}: {error}", input::name(path)));
    let from: Box<dyn Read> =
        if path == Path::new("-") { Box::new(io::stdin()) } else { Box::new(input::open(path)?) };
    let mut list = List::new(from, MAX_LINE_BYTES, Separator::Comma);
    let mut names = Vec::new();
    while let Some(item) = list.next_item().map_err(|error| unreadable(&error))? {
        names.push(match item {
            InputLine::Whole(name) => String::from_utf8_lossy(&name).into_owned(),
            InputLine::TooLong(_) => {
                return Err(unreadable(&io::Error::other("a line is longer than 8 KiB")));
            }
        });
    }
    if names.is_empty() {
        return Err(Failure::new(format!("{} does not name a crawler", input::name(path))));
    }
    Ok(names)
}

/// The items of one line, without its line end.
fn items(line: &[u8], separator: Separator) -> impl Iterator<Item = &[u8]> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    let line: &[u8] = if line.starts_with(b"#") { &[] } else { line };
    let begins_url =
        |text: &[u8]| [&b"http://"[..], b"https://"].iter().any(|it| text.starts_with(it));
    let ends_item = move |at: usize| match separator {
        Separator::Line => false,
        // A URL may contain commas; a comma before another URL is not part of it.
        Separator::HostComma => {
            !line.contains(&b'/') || begins_url(line[at + 1..].trim_ascii_start())
        }
        Separator::Comma => true,
    };
    let is_end = move |&at: &usize| line[at] == b',' && ends_item(at);
    let ends = (0..line.len()).filter(is_end).chain([line.len()]);
    let items = ends.scan(0, move |start, end| {
        let item = &line[*start..end];
        *start = end + 1;
        Some(item)
    });
    items.map(<[u8]>::trim_ascii).filter(|item| !item.is_empty())
}

fn is_utf16(line: &[u8]) -> bool {
    line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;

    #[test]
    fn every_list_has_the_same_rules() {
        use Separator::{Comma, HostComma, Line};
        let rows: &[(&[u8], Separator, &[&str])] = &[
            (b"", Line, &[]),
            (
                b"https://a.example/\nhttps://b.example/",
                Line,
                &["https://a.example/", "https://b.example/"],
            ),
            (b"\xef\xbb\xbfhttps://a.example/\r\n\r\n/b\r\n", Line, &["https://a.example/", "/b"]),
            (b"# a remark\n  # another\n\n\t/a \n", Line, &["/a"]),
            (
                b"http://a.example, https://b.example/x,y",
                HostComma,
                &["http://a.example", "https://b.example/x,y"],
            ),
            // A `#` inside an item is part of it, and so is a comma of a URL.
            (b"/a#b\n/c # d\n/e,f", Line, &["/a#b", "/c # d", "/e,f"]),
            (
                b"a.example, b.example:81,\n,c.example",
                HostComma,
                &["a.example", "b.example:81", "c.example"],
            ),
            (b"https://a.example/x,y", HostComma, &["https://a.example/x,y"]),
            (b"Googlebot, GPTBot\nBingbot", Comma, &["Googlebot", "GPTBot", "Bingbot"]),
            // Two files, one after the other.
            (b"/a\n\xef\xbb\xbf/b\n", Line, &["/a", "/b"]),
        ];
        for (text, separator, expected) in rows {
            let mut list = List::new(*text, 1000, *separator);
            let mut items = Vec::new();
            while let Some(InputLine::Whole(item)) = list.next_item().unwrap() {
                items.push(String::from_utf8(item).unwrap());
            }
            assert_eq!(&items, expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_long_line_and_utf16_are_reported() {
        let mut long = List::new(&b"/long\n/b\n"[..], 4, Separator::Line);
        assert!(matches!(long.next_item(), Ok(Some(InputLine::TooLong(_)))));
        assert!(matches!(long.next_item(), Ok(Some(InputLine::Whole(item))) if item == b"/b"));
        let mut wide = List::new(&b"\xff\xfe/\0a\0"[..], 99, Separator::Line);
        assert!(wide.next_item().is_err_and(|error| error.to_string().contains("UTF-16")));
    }
}
