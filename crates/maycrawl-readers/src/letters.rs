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

use maycrawl::internals::escape::{self, may_be_in_path, may_be_in_query};

/// A letter of a path.
///
/// Some forms decode escapes as UTF-8. Whether an escape is part of a character depends on those that come after it. So
/// a letter says it at once, and [`Path`] holds it to its word: no form has to remember bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// A byte as it is.
    Plain(u8),
    /// `%XX` of this byte, in upper case: an ASCII character, or part of another one.
    Escape(u8),
    /// The escape of a byte with which no character begins, or one begins that is not completed: U+FFFD, if decoded.
    Broken(u8),
    /// The escape of a further byte of a character that is not completed. It is part of the U+FFFD before it.
    Rest(u8),
}

impl Letter {
    /// Calls `each` with the bytes of the letter.
    pub(super) fn spelled(self, mut each: impl FnMut(u8)) {
        match self {
            Self::Plain(byte) => each(byte),
            Self::Escape(byte) | Self::Broken(byte) | Self::Rest(byte) => {
                let [high, low] = escape::hex_digits(byte);
                [b'%', high, low].into_iter().for_each(each);
            }
        }
    }

    /// The number of characters.
    pub(super) const fn length(self) -> usize {
        match self {
            Self::Plain(_) => 1,
            _ => 3,
        }
    }
}

/// True for a path that clients request as it is.
pub fn is_requested(path: &[u8]) -> bool {
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
    // The escapes of bytes above 0x7F that were read last, and follow each other.
    let mut high: Vec<u8> = Vec::new();
    let mut rest = path;
    loop {
        let (letter, after) = match rest {
            [b'%', a, b, after @ ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                (Letter::Escape(escape::hex_value(*a) << 4 | escape::hex_value(*b)), after)
            }
            [byte, after @ ..] => (Letter::Plain(*byte), after),
            [] => (Letter::Plain(0), rest),
        };
        match letter {
            Letter::Escape(byte) if byte >= 0x80 => high.push(byte),
            _ => {
                for chunk in high.utf8_chunks() {
                    letters.extend(chunk.valid().bytes().map(Letter::Escape));
                    let invalid = chunk.invalid().iter().enumerate();
                    letters.extend(invalid.map(|(at, &byte)| match at {
                        0 => Letter::Broken(byte),
                        _ => Letter::Rest(byte),
                    }));
                }
                high.clear();
                if rest.is_empty() {
                    return letters;
                }
                letters.push(letter);
            }
        }
        rest = after;
    }
}

/// What of a path has been read, as far as it decides how the path may go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Path {
    place: Place,
    percent: Percent,
    character: Character,
}

/// What the letters have said of a character that is not complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Character {
    /// The bytes that may come next; [`Next::Nothing`] between characters.
    next: Next,
    /// It will not be completed.
    is_broken: bool,
}

/// The bytes with which a character of UTF-8 goes on, and how many follow them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Nothing,
    Last,
    AfterE0,
    AfterEd,
    Two,
    AfterF0,
    AfterF4,
    Three,
}

const NEXTS: [Next; 8] = [
    Next::Nothing,
    Next::Last,
    Next::AfterE0,
    Next::AfterEd,
    Next::Two,
    Next::AfterF0,
    Next::AfterF4,
    Next::Three,
];

impl Next {
    /// After the first byte of a character; `None` if none begins with it.
    const fn after_first(byte: u8) -> Option<Self> {
        Some(match byte {
            0xc2..=0xdf => Self::Last,
            0xe0 => Self::AfterE0,
            0xed => Self::AfterEd,
            0xe1..=0xef => Self::Two,
            0xf0 => Self::AfterF0,
            0xf4 => Self::AfterF4,
            0xf1..=0xf3 => Self::Three,
            _ => return None,
        })
    }

    /// After one more byte; `None` if the character cannot go on with it.
    fn after(self, byte: u8) -> Option<Self> {
        let (bytes, next) = match self {
            Self::Nothing => return None,
            Self::Last => (0x80..=0xbf, Self::Nothing),
            Self::AfterE0 => (0xa0..=0xbf, Self::Last),
            Self::AfterEd => (0x80..=0x9f, Self::Last),
            Self::Two => (0x80..=0xbf, Self::Last),
            Self::AfterF0 => (0x90..=0xbf, Self::Two),
            Self::AfterF4 => (0x80..=0x8f, Self::Two),
            Self::Three => (0x80..=0xbf, Self::Two),
        };
        bytes.contains(&byte).then_some(next)
    }
}

impl Character {
    /// After one more letter; `None` if the letters do not say what the bytes are.
    fn read(self, letter: Letter) -> Option<Self> {
        let goes_on = |byte: u8| self.next.after(byte);
        match letter {
            Letter::Escape(byte @ 0x80..) if self.next == Next::Nothing || self.is_broken => {
                Some(Self { next: Next::after_first(byte)?, is_broken: false })
            }
            Letter::Escape(byte @ 0x80..) => Some(Self { next: goes_on(byte)?, is_broken: false }),
            Letter::Broken(_) | Letter::Plain(_) | Letter::Escape(_)
                if self.next != Next::Nothing && !self.is_broken =>
            {
                None
            }
            // A byte with which the character would go on is its rest, and one that would complete it is none.
            Letter::Broken(byte) if goes_on(byte).is_some() => None,
            Letter::Broken(byte) => Some(match Next::after_first(byte) {
                Some(next) => Self { next, is_broken: true },
                None => Self::default(),
            }),
            Letter::Rest(byte) if self.is_broken => {
                let next = goes_on(byte).filter(|next| *next != Next::Nothing)?;
                Some(Self { next, is_broken: true })
            }
            Letter::Rest(_) => None,
            Letter::Plain(_) | Letter::Escape(_) => Some(Self::default()),
        }
    }
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
        let character = self.character.read(letter)?;
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
        Some(Self { place, percent, character })
    }

    /// True if the path may end here.
    pub(super) fn may_end(self) -> bool {
        let is_between = self.character.next == Next::Nothing || self.character.is_broken;
        is_between && !matches!(self.place, Place::Start | Place::OneDot | Place::TwoDots)
    }

    /// A number for each value.
    pub(super) const fn word(self) -> u32 {
        let character = self.character.next as u32 * 2 + self.character.is_broken as u32;
        (self.place as u32 * 3 + self.percent as u32) * 16 + character
    }

    /// The value of a [`word`](Self::word).
    pub(super) const fn of_word(word: u32) -> Self {
        let character =
            Character { next: NEXTS[(word % 16 / 2) as usize], is_broken: word % 2 == 1 };
        let word = word / 16;
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
        Self { place, percent, character }
    }
}
