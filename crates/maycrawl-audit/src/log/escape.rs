//! Escapes of the writers of logs. Each is undone once, from left to right, and the client's own escapes are kept.

use std::borrow::Cow;

use memchr::memchr;

/// How a writer escapes bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    /// Not at all.
    None,
    /// `\xHH` of nginx; also `\"`, `\\`, `\t` and others of Apache, Varnish and lighttpd. nginx writes a backslash as
    /// `\x5C`, so the two do not contradict each other.
    Backslash,
    /// `\xHH` alone: AWS. Another backslash is itself.
    Hex,
    /// `#HH`: HAProxy.
    Hash,
    /// `%HH`: CloudFront, around what the client sent.
    Percent,
    /// `%HH`, and `+` for a space: Akamai.
    Form,
}

impl Escape {
    const fn mark(self) -> Option<u8> {
        match self {
            Self::None => None,
            Self::Backslash | Self::Hex => Some(b'\\'),
            Self::Hash => Some(b'#'),
            Self::Percent | Self::Form => Some(b'%'),
        }
    }
}

/// A text without its escapes.
pub(super) struct Undone<'l> {
    /// The text.
    pub(super) text: Cow<'l, [u8]>,
    /// Whether a mark of an escape was without meaning, and was kept.
    pub(super) has_unknown: bool,
}

/// Undoes the escapes of `raw`. Borrows it if there are none. O(bytes).
pub(super) fn undo(raw: &[u8], escape: Escape) -> Undone<'_> {
    let first = match escape {
        Escape::Form => memchr::memchr2(b'%', b'+', raw),
        _ => escape.mark().and_then(|mark| memchr(mark, raw)),
    };
    let Some(first) = first else { return Undone { text: Cow::Borrowed(raw), has_unknown: false } };
    let mut text = Vec::with_capacity(raw.len());
    text.extend_from_slice(&raw[..first]);
    let mut rest = &raw[first..];
    let mut has_unknown = false;
    while let Some((&byte, after)) = rest.split_first() {
        let (undone, length) = match one(byte, after, escape) {
            Some(found) => found,
            None => {
                has_unknown |= Some(byte) == escape.mark() && escape != Escape::Hex;
                (byte, 0)
            }
        };
        text.push(undone);
        rest = &after[length..];
    }
    Undone { text: Cow::Owned(text), has_unknown }
}

/// The byte for which `byte` stands with what is after it, and how many bytes after it belong to the escape.
fn one(byte: u8, after: &[u8], escape: Escape) -> Option<(u8, usize)> {
    if byte == b'+' && escape == Escape::Form {
        return Some((b' ', 0));
    }
    if Some(byte) != escape.mark() {
        return None;
    }
    match escape {
        Escape::Backslash | Escape::Hex => match (after.first()?, escape) {
            (b'x', _) => Some((hex(after.get(1..3)?)?, 3)),
            (&same @ (b'"' | b'\\'), Escape::Backslash) => Some((same, 1)),
            (b'b', Escape::Backslash) => Some((0x08, 1)),
            (b'n', Escape::Backslash) => Some((b'\n', 1)),
            (b'r', Escape::Backslash) => Some((b'\r', 1)),
            (b't', Escape::Backslash) => Some((b'\t', 1)),
            (b'v', Escape::Backslash) => Some((0x0b, 1)),
            _ => None,
        },
        _ => Some((hex(after.get(..2)?)?, 2)),
    }
}

/// The byte of two hexadecimal digits in any case.
fn hex(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(digits[0])? * 16 + digit(digits[1])?).ok()
}

/// A field for people: `None` if it is absent, which is `-` or nothing.
pub(super) fn field(raw: &[u8], escape: Escape) -> Option<Cow<'_, str>> {
    match raw {
        b"" | b"-" => None,
        _ => Some(lossy(undo(raw, escape).text)),
    }
}

/// A text as UTF-8; other bytes are U+FFFD.
pub(super) fn lossy(text: Cow<'_, [u8]>) -> Cow<'_, str> {
    match text {
        // `from_utf8_lossy` alone reads byte by byte also what is ASCII: a sixth of the time of a line.
        Cow::Borrowed(text) => {
            std::str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed)
        }
        Cow::Owned(text) => Cow::Owned(
            String::from_utf8(text)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        ),
    }
}
