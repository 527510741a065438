//! The paths that clients request, as words over an alphabet: a byte as it is, or the escape of one.
//!
//! # The idea
//!
//! Readers compare paths in different forms, so no reader's form can be the space in which all of them are compared.
//! What they have in common is the question: the path that a client requests ([`RequestUrl`](maycrawl::RequestUrl)). It
//! begins with `/`, has no dot segments, and what no URL may have is escaped, in upper case. Read as a word of letters,
//! it is turned into each reader's form letter by letter (`forms`), and no escape is ever cut in two.
//!
//! [`Path`] knows which words are such paths.

use alloc::vec::Vec;

use maycrawl::internals::escape;

/// A letter of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// A byte as it is.
    Plain(u8),
    /// `%XX` of this byte, in upper case.
    Escape(u8),
}

impl Letter {
    /// Calls `each` with the bytes of the letter.
    pub(super) fn spelled(self, mut each: impl FnMut(u8)) {
        match self {
            Self::Plain(byte) => each(byte),
            Self::Escape(byte) => {
                let [high, low] = escape::hex_digits(byte);
                [b'%', high, low].into_iter().for_each(each);
            }
        }
    }

    /// The number of characters.
    pub(super) const fn length(self) -> usize {
        match self {
            Self::Plain(_) => 1,
            Self::Escape(_) => 3,
        }
    }
}

/// True for a path that clients request as it is.
pub(super) fn is_requested(path: &[u8]) -> bool {
    let read = |read: Path, &letter: &Letter| read.read(letter);
    let is_lower = |part: &[u8]| match part {
        [b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
            a.is_ascii_lowercase() || b.is_ascii_lowercase()
        }
        _ => false,
    };
    letters_of(path).iter().try_fold(Path::default(), read).is_some_and(Path::may_end)
        && !path.windows(3).any(is_lower)
}

/// The letters of a path.
pub(super) fn letters_of(path: &[u8]) -> Vec<Letter> {
    let mut letters = Vec::new();
    let mut rest = path;
    loop {
        rest = match rest {
            [] => return letters,
            [b'%', a, b, rest @ ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                letters.push(Letter::Escape(escape::hex_value(*a) << 4 | escape::hex_value(*b)));
                rest
            }
            [byte, rest @ ..] => {
                letters.push(Letter::Plain(*byte));
                rest
            }
        }
    }
}

/// What of a path has been read, as far as it decides how the path may go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Path {
    place: Place,
    percent: Percent,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Start,
    SegmentStart,
    /// A segment so far is one dot, which may be an escape.
    OneDot,
    TwoDots,
    InSegment,
    Query,
}

/// A plain `%` begins no escape, so two hexadecimal digits may not follow it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Percent {
    #[default]
    No,
    Plain,
    AndDigit,
}

impl Path {
    /// The path with one more letter; `None` if no client requests a path that begins so.
    pub(super) fn read(self, letter: Letter) -> Option<Self> {
        let percent = match (letter, self.percent) {
            (Letter::Plain(byte), Percent::Plain) if byte.is_ascii_hexdigit() => Percent::AndDigit,
            (Letter::Plain(byte), Percent::AndDigit) if byte.is_ascii_hexdigit() => return None,
            (Letter::Plain(b'%'), _) => Percent::Plain,
            _ => Percent::No,
        };
        let is_dot = matches!(letter, Letter::Plain(b'.') | Letter::Escape(b'.'));
        let place = match (self.place, letter) {
            (Place::Start, Letter::Plain(b'/')) => Place::SegmentStart,
            // Without a slash at its start, and where a dot segment would have been resolved.
            (Place::Start, _) | (Place::OneDot | Place::TwoDots, Letter::Plain(b'/' | b'?')) => {
                return None;
            }
            (Place::Query, Letter::Plain(byte)) if !may_be_in_query(byte) => return None,
            (Place::Query, _) | (_, Letter::Plain(b'?')) => Place::Query,
            (_, Letter::Plain(b'/')) => Place::SegmentStart,
            (_, Letter::Plain(byte)) if !may_be_in_path(byte) => return None,
            (Place::SegmentStart, _) if is_dot => Place::OneDot,
            (Place::OneDot, _) if is_dot => Place::TwoDots,
            _ => Place::InSegment,
        };
        Some(Self { place, percent })
    }

    /// True if the path may end here.
    pub(super) fn may_end(self) -> bool {
        !matches!(self.place, Place::Start | Place::OneDot | Place::TwoDots)
    }

    /// A number for each value.
    pub(super) const fn word(self) -> u32 {
        self.place as u32 * 3 + self.percent as u32
    }

    /// The value of a [`word`](Self::word).
    pub(super) const fn of_word(word: u32) -> Self {
        let place = match word / 3 {
            0 => Place::Start,
            1 => Place::SegmentStart,
            2 => Place::OneDot,
            3 => Place::TwoDots,
            4 => Place::InSegment,
            _ => Place::Query,
        };
        let percent = match word % 3 {
            0 => Percent::No,
            1 => Percent::Plain,
            _ => Percent::AndDigit,
        };
        Self { place, percent }
    }
}

/// The path percent-encode set of the URL standard, as the `url` crate has it, and `\`, which becomes `/`.
pub(super) const fn may_be_in_path(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(byte, b'"' | b'#' | b'<' | b'>' | b'?' | b'`' | b'{' | b'}' | b'\\')
}

/// The special-query percent-encode set of the URL standard.
pub(super) const fn may_be_in_query(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'"' | b'#' | b'<' | b'>' | b'\'')
}
