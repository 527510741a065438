//! The forms in which readers compare paths, made letter by letter.
//!
//! [`patterns::normal_path`](super::patterns::normal_path) makes the same forms of a whole path. A search needs them of
//! all paths at once, so here a form is a machine: it reads a letter, writes bytes, and remembers little ([`State`]). A
//! test holds both to each other.
//!
//! What a machine has to remember: a `?`, `;` or `#` that is dropped if nothing follows it; in which part of a URL it
//! is; and that a slash came before. Letters say which bytes are a character of UTF-8, so nothing is written late.

use alloc::vec::Vec;

use maycrawl::internals::escape;
use maycrawl::internals::escape::is_unreserved;
use maycrawl::profile;

use super::axes::{Escapes, TwoSlashes};
use super::letters::Letter;
use super::perl_uri;

/// A form of paths. Each value of the axis `escapes` has one, and some share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As the client sends it.
    Sent,
    /// `Profile::RFC9309`.
    UnreservedDecoded,
    /// `EncodeUri`.
    WithoutFinalQuestionMark,
    Requoted,
    PerlUri,
    /// `DecodedOneSlash`.
    OneSlash,
    Urllib(TwoSlashes),
    DecodedButSlash(TwoSlashes),
}

/// What a form has to remember of a path. O(1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    part: Part,
    slash: Slash,
}

/// The part of a URL, as `urllib.parse` splits it, and the delimiter that was read last and may be dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    #[default]
    Start,
    FirstSlash,
    /// In the path, with no `;` since the last slash.
    Segment,
    Semicolon,
    Parameters,
    QuestionMark,
    Query,
    Hash,
    Fragment,
}

const PARTS: [Part; 9] = [
    Part::Start,
    Part::FirstSlash,
    Part::Segment,
    Part::Semicolon,
    Part::Parameters,
    Part::QuestionMark,
    Part::Query,
    Part::Hash,
    Part::Fragment,
];

/// Whether a slash came last, or how much of `http:` or `https:`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Slash {
    #[default]
    None,
    Last,
    H,
    Ht,
    Htt,
    Http,
    Https,
    Scheme,
}

const SLASHES: [Slash; 8] = [
    Slash::None,
    Slash::Last,
    Slash::H,
    Slash::Ht,
    Slash::Htt,
    Slash::Http,
    Slash::Https,
    Slash::Scheme,
];

impl State {
    /// The state as a word.
    pub(super) const fn word(self) -> u32 {
        (self.part as u32) << 4 | self.slash as u32
    }

    /// The state of a [`word`](Self::word).
    pub(super) fn of_word(word: u32) -> Self {
        Self {
            part: PARTS.get((word >> 4) as usize).copied().unwrap_or_default(),
            slash: SLASHES.get((word & 15) as usize).copied().unwrap_or_default(),
        }
    }

    /// `urlunparse(urlparse(path))`: calls `each` with what stays. TAB, CR and LF go, and so do delimiters that nothing
    /// follows.
    fn rejoin(&mut self, byte: u8, two: TwoSlashes, mut each: impl FnMut(u8)) {
        if matches!(byte, b'\t' | b'\r' | b'\n') {
            return;
        }
        let is_in_path = self.part <= Part::Parameters;
        let is_delimiter = byte == b'#' && self.part < Part::Hash || byte == b'?' && is_in_path;
        match self.part {
            Part::Semicolon if !is_delimiter => each(b';'),
            Part::QuestionMark if !is_delimiter => each(b'?'),
            Part::Hash => each(b'#'),
            Part::FirstSlash if byte == b'/' && two == TwoSlashes::Doubled => {
                each(b'/');
                each(b'/');
            }
            _ => {}
        }
        self.part = match (self.part, byte) {
            (Part::Hash | Part::Fragment, _) => Part::Fragment,
            (_, b'#') => Part::Hash,
            (Part::QuestionMark | Part::Query, _) => Part::Query,
            (_, b'?') => Part::QuestionMark,
            (Part::Start, b'/') => Part::FirstSlash,
            (_, b'/') => Part::Segment,
            (Part::Semicolon | Part::Parameters, _) => Part::Parameters,
            (_, b';') => Part::Semicolon,
            _ => Part::Segment,
        };
        if !matches!(self.part, Part::Semicolon | Part::QuestionMark | Part::Hash) {
            each(byte);
        }
    }

    /// Slashes that follow each other are one, and two after `http:` and `https:`.
    fn one_slash(&mut self, byte: u8, mut each: impl FnMut(u8)) {
        if byte == b'/' {
            if self.slash != Slash::Last {
                each(b'/');
            }
            if self.slash == Slash::Scheme {
                each(b'/');
            }
            self.slash = Slash::Last;
            return;
        }
        self.slash = match (self.slash, byte) {
            (_, b'h') => Slash::H,
            (Slash::H, b't') => Slash::Ht,
            (Slash::Ht, b't') => Slash::Htt,
            (Slash::Htt, b'p') => Slash::Http,
            (Slash::Http, b's') => Slash::Https,
            (Slash::Http | Slash::Https, b':') => Slash::Scheme,
            _ => Slash::None,
        };
        each(byte);
    }
}

impl Form {
    /// The form of a value of the axis.
    pub(super) fn of(escapes: Escapes) -> Self {
        match escapes {
            Escapes::Profile(profile) => match profile.escapes {
                profile::Escapes::UpperCased => Self::Sent,
                profile::Escapes::UnreservedDecoded => Self::UnreservedDecoded,
            },
            Escapes::AsWritten
            | Escapes::Encoded
            | Escapes::Untouched
            | Escapes::UpperCasedLossy => Self::Sent,
            Escapes::PerlUri => Self::PerlUri,
            Escapes::EncodeUri => Self::WithoutFinalQuestionMark,
            Escapes::Requoted => Self::Requoted,
            Escapes::DecodedOneSlash => Self::OneSlash,
            Escapes::Urllib(two) => Self::Urllib(two),
            Escapes::DecodedButSlash(two) => Self::DecodedButSlash(two),
        }
    }

    /// A number for each form.
    pub(super) const fn number(self) -> u8 {
        match self {
            Self::Sent => 0,
            Self::UnreservedDecoded => 1,
            Self::WithoutFinalQuestionMark => 2,
            Self::Requoted => 3,
            Self::OneSlash => 4,
            Self::Urllib(TwoSlashes::Kept) => 5,
            Self::Urllib(TwoSlashes::Doubled) => 6,
            Self::DecodedButSlash(TwoSlashes::Kept) => 7,
            Self::DecodedButSlash(TwoSlashes::Doubled) => 8,
            Self::PerlUri => 9,
        }
    }

    /// True if it matters which byte an escape is of, beside its digits.
    pub(super) const fn decodes(self) -> bool {
        !matches!(self, Self::Sent | Self::WithoutFinalQuestionMark | Self::PerlUri)
    }

    /// True if a plain byte may become an escape.
    pub(super) const fn escapes(self) -> bool {
        matches!(self, Self::UnreservedDecoded | Self::Requoted | Self::PerlUri | Self::Urllib(_))
    }

    /// Reads a letter, and adds to `out` what is decided of the path.
    pub(super) fn read(self, state: &mut State, letter: Letter, out: &mut Vec<u8>) {
        match self {
            Self::Sent => letter.spelled(|byte| out.push(byte)),
            Self::PerlUri => {
                letter.spelled(|byte| escape::push(out, byte, !perl_uri::is_plain(byte)));
            }
            Self::UnreservedDecoded => {
                let (byte, is_escaped) = match letter {
                    Letter::Plain(byte) => (byte, matches!(byte, b'%' | b'*' | b'$')),
                    Letter::Escape(byte) | Letter::Broken(byte) | Letter::Rest(byte) => {
                        (byte, !is_unreserved(byte))
                    }
                };
                escape::push(out, byte, is_escaped);
            }
            Self::WithoutFinalQuestionMark => match (state.part, letter) {
                (Part::Start, Letter::Plain(b'?')) => state.part = Part::QuestionMark,
                (part, _) => {
                    if part == Part::QuestionMark {
                        out.push(b'?');
                        state.part = Part::Query;
                    }
                    letter.spelled(|byte| out.push(byte));
                }
            },
            Self::Requoted => Self::decoded(letter, b"/%", |byte| requote(out, byte)),
            Self::OneSlash => Self::decoded(letter, b"", |byte| {
                state.one_slash(byte, |byte| out.push(byte));
            }),
            Self::Urllib(two) => Self::decoded(letter, b"", |byte| {
                state.rejoin(byte, two, |byte| quote(out, byte));
            }),
            Self::DecodedButSlash(two) => Self::but_slash(state, letter, two, out),
        }
    }

    /// Decodes a letter; escapes of `kept` stay.
    fn decoded(letter: Letter, kept: &[u8], mut each: impl FnMut(u8)) {
        match letter {
            Letter::Escape(byte) if kept.contains(&byte) => letter.spelled(each),
            Letter::Plain(byte) | Letter::Escape(byte) => each(byte),
            Letter::Broken(_) => "\u{fffd}".bytes().for_each(each),
            Letter::Rest(_) => {}
        }
    }

    /// The path is taken apart and put together first, and then decoded.
    fn but_slash(state: &mut State, letter: Letter, two: TwoSlashes, out: &mut Vec<u8>) {
        // An escape is none of the delimiters.
        let sent = match letter {
            Letter::Plain(byte) => byte,
            _ => b'%',
        };
        state.rejoin(sent, two, |byte| {
            let letter = if byte == b'%' { letter } else { Letter::Plain(byte) };
            Self::decoded(letter, b"/", |byte| match byte {
                b'\n' => out.extend_from_slice(b"%2F"),
                byte => out.push(byte),
            });
        });
    }
}

fn quote(out: &mut Vec<u8>, byte: u8) {
    escape::push(out, byte, !is_unreserved(byte) && byte != b'/');
}

fn requote(out: &mut Vec<u8>, byte: u8) {
    escape::push(out, byte, !is_unreserved(byte) && !b"/%=".contains(&byte));
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use maycrawl::RequestUrl;

    use super::super::letters::{self, letters_of};
    use super::super::{Reader, patterns};
    use super::*;

    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "/", "/", "//", "a", "z", ".", "..", "%2E", "%2F", "%0A", "%09", "%0D", "%00", "%C3%A9", "%C3", "%A9", "%E2%82", "%AC",
        "%F0%9F%98", "%80", "%FF", "%", "%4", "%z", "%25", "%3B", "%3F", "%23", "?", "?", ";", ";", "=", "&", "*", "$", "%24",
        "%2A", "http:", "https:", "h", "tt", ":", "%61", "%7E", "~", "!", "'", "(", "|", "^", "[", "`", "{", "\\", "\"", "<", " ",
        "robots.txt", "%5C", "%41", "+", "@", ",",
    ];

    /// A path that may not be one that clients request.
    fn made(state: &mut u64) -> String {
        let mut below = |count: usize| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (*state >> 33) as usize % count
        };
        let mut path = String::from("/");
        for _ in 0..below(9) {
            path.push_str(PIECES[below(PIECES.len())]);
        }
        path
    }

    fn is_requested(path: &str) -> bool {
        let url = ["https://example.com", path].concat();
        RequestUrl::parse(&url).is_ok_and(|requested| requested.path() == path)
    }

    #[test]
    fn the_words_are_the_paths_that_clients_request() {
        let (mut random, mut requested) = (1, 0);
        for _ in 0..100_000 {
            let path = made(&mut random);
            let is_word = letters::is_requested(path.as_bytes());
            assert_eq!(is_word, is_requested(&path), "{path:?}");
            requested += usize::from(is_word);
        }
        assert!(requested > 20_000, "{requested}");
    }

    #[test]
    fn a_form_made_letter_by_letter_is_that_of_the_whole_path() {
        let mut random = 2;
        for _ in 0..60_000 {
            let path = made(&mut random);
            if !is_requested(&path) {
                continue;
            }
            for reader in Reader::all() {
                let form = Form::of(reader.axes.escapes);
                let (mut state, mut out) = (State::default(), Vec::new());
                for letter in letters_of(path.as_bytes()) {
                    form.read(&mut state, letter, &mut out);
                    assert_eq!(State::of_word(state.word()), state);
                }
                let whole = patterns::normal_path(path.as_bytes(), reader.axes.escapes);
                let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
                assert_eq!(shown(&out), shown(&whole), "{} {path:?}", reader.name);
            }
        }
    }
}
