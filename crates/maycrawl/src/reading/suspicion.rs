//! Content that is probably not the robots.txt that a person meant: an empty download, an error page, a compressed
//! file.
//!
//! Crawlers read such bytes like any others, and usually find no rule in them, so everything is allowed. That is right
//! for what a site serves. It is a trap for a person who checks a file before it is served.

use core::fmt;

use crate::reading::line::BYTE_ORDER_MARK;

/// Why the content is probably not the robots.txt that was meant, and how much of it crawlers read.
///
/// ```
/// use maycrawl::{RobotsTxt, SuspicionKind};
///
/// let suspicion = RobotsTxt::parse(b"\x1f\x8b\x08\x00").suspicion().unwrap();
/// assert_eq!(suspicion.kind, SuspicionKind::Compressed("gzip"));
/// assert_eq!(
///     suspicion.to_string(),
///     "this is compressed with gzip, not a robots.txt; crawlers read no line of it"
/// );
/// assert_eq!(suspicion.help(), "decompress it first");
/// assert_eq!(RobotsTxt::parse(b"User-agent: *\nDisallow:\n").suspicion(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suspicion {
    /// What the content seems to be.
    pub kind: SuspicionKind,
    /// The number of user-agent, rule and sitemap lines that crawlers read in it.
    pub directive_count: usize,
}

/// What the content seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SuspicionKind {
    /// Nothing, or white space. A download that failed leaves an empty file.
    Empty,
    /// A web page (HTML), often the error page of a server.
    WebPage,
    /// Another format of text: JSON, or the source of a program.
    OtherFormat(&'static str),
    /// Compressed, by the program of this name.
    Compressed(&'static str),
    /// Text in UTF-16, with or without its mark.
    Utf16,
    /// Not text: it has zero bytes, or many control bytes.
    Binary,
}

impl SuspicionKind {
    /// The kind of the content; `None` for what may be a robots.txt. O(bytes).
    #[doc(hidden)]
    pub fn detect(file: &[u8]) -> Option<Self> {
        if without_mark(file).trim_ascii().is_empty() {
            return Some(Self::Empty);
        }
        let compression = COMPRESSIONS.iter().find(|(_, magic)| file.starts_with(magic));
        if let Some((name, _)) = compression {
            return Some(Self::Compressed(name));
        }
        if web_page_start(file).is_some() {
            Some(Self::WebPage)
        } else if is_utf_16(file) {
            Some(Self::Utf16)
        } else if is_binary(file) {
            Some(Self::Binary)
        } else {
            other_format(file).map(Self::OtherFormat)
        }
    }
}

impl Suspicion {
    /// What a person can do about it.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self.kind {
            SuspicionKind::Empty => "did the download fail?",
            SuspicionKind::WebPage => "did the download return an error page?",
            SuspicionKind::OtherFormat(_) => "did the download return an error?",
            SuspicionKind::Compressed(_) => "decompress it first",
            SuspicionKind::Utf16 => "save it as UTF-8",
            SuspicionKind::Binary => "is it the right file?",
        }
    }
}

impl fmt::Display for Suspicion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            SuspicionKind::Empty => return f.write_str("this is empty, so everything is allowed"),
            SuspicionKind::WebPage => f.write_str("this is a web page (HTML), not a robots.txt"),
            SuspicionKind::OtherFormat(name) => write!(f, "this is {name}, not a robots.txt"),
            SuspicionKind::Compressed(name) => {
                write!(f, "this is compressed with {name}, not a robots.txt")
            }
            SuspicionKind::Utf16 => f.write_str("this is UTF-16, not UTF-8"),
            SuspicionKind::Binary => f.write_str("this is not text: it has control bytes"),
        }?;
        match self.directive_count {
            0 => f.write_str("; crawlers read no line of it"),
            1 => f.write_str("; crawlers read one line of it"),
            lines => write!(f, "; crawlers read {lines} lines of it"),
        }
    }
}

/// Programs that compress, and the first bytes of what they write. (gzip: RFC 1952; zstd: RFC 8878; zip: APPNOTE
/// 4.3.7.)
const COMPRESSIONS: [(&str, &[u8]); 6] = [
    ("gzip", b"\x1f\x8b"),
    ("zstd", b"\x28\xb5\x2f\xfd"),
    ("xz", b"\xfd7zXZ\0"),
    ("bzip2", b"BZh"),
    ("zip", b"PK\x03\x04"),
    ("zip", b"PK\x05\x06"),
];

fn without_mark(file: &[u8]) -> &[u8] {
    file.strip_prefix(BYTE_ORDER_MARK).unwrap_or(file)
}

/// The start of the markup, if the file is a web page.
pub fn web_page_start(file: &[u8]) -> Option<usize> {
    const TAGS: [&[u8]; 17] = [
        b"!doctype",
        b"!--",
        b"?xml",
        b"html",
        b"head",
        b"body",
        b"script",
        b"meta",
        b"title",
        b"link",
        b"div",
        b"p>",
        b"center",
        b"h1",
        b"iframe",
        b"style",
        b"br",
    ];
    let text = without_mark(file).trim_ascii_start();
    let [b'<', tag @ ..] = text else { return None };
    let begins =
        |name: &&[u8]| tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    TAGS.iter().any(begins).then_some(file.len() - text.len())
}

/// The format of a file that is no robots.txt but text.
fn other_format(file: &[u8]) -> Option<&'static str> {
    let text = without_mark(file).trim_ascii();
    let is_between = |start, end| text.first() == Some(&start) && text.last() == Some(&end);
    if is_between(b'{', b'}') || is_between(b'[', b']') {
        Some("JSON")
    } else if text.starts_with(b"<?php") || text.starts_with(b"<?=") {
        Some("the source of a PHP program")
    } else {
        None
    }
}

/// True for UTF-16 with its mark, and for Latin text in UTF-16: most second bytes are zero, and no first byte is, or
/// the other way round.
fn is_utf_16(file: &[u8]) -> bool {
    if matches!(file, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
        return true;
    }
    let start = file.get(..1024).unwrap_or(file);
    if memchr::memchr(0, start).is_none() {
        return false;
    }
    let zeros = |first| start.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    even.min(odd) == 0 && even.max(odd) > start.len() / 4
}

/// True for zero bytes, or if more than a tenth are control bytes that no text has. One byte that a person cannot see,
/// such as an escape, is a matter of its line.
fn is_binary(file: &[u8]) -> bool {
    let is_control = |byte: u8| matches!(byte, 0x01..=0x08 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    // Sums of bytes, so that the compiler adds many at once.
    let count =
        |part: &[u8]| usize::from(part.iter().map(|&byte| u8::from(is_control(byte))).sum::<u8>());
    memchr::memchr(0, file).is_some()
        || file.chunks(255).map(count).sum::<usize>() > file.len() / 10
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn content_is_recognised() {
        use SuspicionKind::{Binary, Compressed, Empty, OtherFormat, Utf16, WebPage};
        let rules = "User-agent: *\nDisallow: /secret\n";
        let little = utf_16(rules, u16::to_le_bytes);
        let big = utf_16(rules, u16::to_be_bytes);
        let noise: Vec<u8> = (0..200_u8).map(|n| n.wrapping_mul(151) | 1).collect();
        let rows: &[(&[u8], Option<SuspicionKind>)] = &[
            (rules.as_bytes(), None),
            (b"# nothing is forbidden\n", None),
            (b"User-agent: *\nDisallow: /caf\xe9\n", None),
            (b"User-agent: *\nDisallow: /a\x1bb\x08\n", None),
            (b"", Some(Empty)),
            (b" \r\n\t", Some(Empty)),
            (b"\xef\xbb\xbf\n", Some(Empty)),
            (b"\xef\xbb\xbf<!DOCTYPE html>", Some(WebPage)),
            (b"{\"error\":\"not found\"}", Some(OtherFormat("JSON"))),
            (b" [1]\n", Some(OtherFormat("JSON"))),
            (b"<?php echo 1;", Some(OtherFormat("the source of a PHP program"))),
            (b"\x1f\x8b\x08\0\0", Some(Compressed("gzip"))),
            (b"\x28\xb5\x2f\xfd\x04", Some(Compressed("zstd"))),
            (b"\xfd7zXZ\0\0", Some(Compressed("xz"))),
            (b"BZh91AY&SY", Some(Compressed("bzip2"))),
            (b"PK\x03\x04\x14", Some(Compressed("zip"))),
            (&[b"\xff\xfe", &little[..]].concat(), Some(Utf16)),
            (&[b"\xfe\xff", &big[..]].concat(), Some(Utf16)),
            (&little, Some(Utf16)),
            (&big, Some(Utf16)),
            (b"User-agent: *\nDisallow: /a\0b\n", Some(Binary)),
            (&[0; 512], Some(Binary)),
            (&noise, Some(Binary)),
        ];
        for (file, expected) in rows {
            let shown = String::from_utf8_lossy(file);
            assert_eq!(SuspicionKind::detect(file), *expected, "{shown:?}");
            let parsed = crate::RobotsTxt::parse(file);
            assert_eq!(parsed.suspicion().map(|found| found.kind), *expected, "{shown:?}");
        }
    }

    /// Lines that crawlers do not read are no empty file.
    #[test]
    fn one_long_line_is_not_empty() {
        let file = [b'a'; 600_000];
        assert_eq!(crate::RobotsTxt::parse(&file).suspicion(), None);
    }
}
