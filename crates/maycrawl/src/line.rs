//! Bytes to lines: line ends, byte order mark, comment, field and value, each with its place.

use crate::profile::{FieldSpelling, Profile};
use crate::scan;

/// The bytes of a line that are read; the rest is dropped and the kept part still counts.
///
/// Google's buffer holds 2083 * 8 bytes with a terminator: a URL is at most 2,083 bytes long in some
/// browsers, so no honest line is eight times that.
pub const LINE_LIMIT: usize = 2083 * 8 - 1;

/// Bytes of a file that are read at most, whatever the profile: places in it are 32 bits wide, and a line
/// number leaves one bit free.
const FILE_LIMIT: usize = 1 << 30;

/// A range of bytes in the file, `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes of `file` in this range; empty when the span is of another file.
    #[must_use]
    pub fn slice<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        file.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// True when the range has no byte.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// One line of a robots.txt.
///
/// Google, *File format*: "Each valid line consists of a field, a colon, and a value."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line<'a> {
    file: &'a [u8],
    /// Counted from 1; LF, CR and CR/LF each end one line, and the text behind the last end is a line too.
    pub number: u32,
    /// The whole line without its end.
    pub span: Span,
    /// The text that is read: cut at [`LINE_LIMIT`], at a NUL, at a comment, and stripped of white space.
    pub text: Span,
    /// Where the first colon of the text is.
    colon: Option<u32>,
    missing_colon_counts: bool,
    /// A `#` was found in the text that is read.
    pub has_comment: bool,
    /// The line has more than [`LINE_LIMIT`] bytes; what lies beyond was dropped.
    pub too_long: bool,
}

/// A line that has a key and a separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directive<'a> {
    file: &'a [u8],
    /// What stands before the separator, stripped. Never empty.
    pub key_span: Span,
    /// What stands behind the separator, stripped.
    pub value_span: Span,
    /// What separates the two.
    pub separator: Separator,
}

/// What separates a line's key from its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// A colon, as it should be.
    Colon,
    /// White space: the colon is missing, and the line has exactly two words.
    MissingColon,
}

impl<'a> Line<'a> {
    /// The whole line as it stands in the file, without its end.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.span.slice(self.file)
    }

    /// Key and value, if the line has a key and a separator.
    #[must_use]
    #[inline]
    pub fn directive(&self) -> Option<Directive<'a>> {
        match self.colon {
            Some(colon) if colon > self.text.start => Some(Directive {
                file: self.file,
                key_span: strip_end(self.file, Span { start: self.text.start, end: colon }),
                value_span: strip_start(self.file, Span { start: colon + 1, end: self.text.end }),
                separator: Separator::Colon,
            }),
            None if self.missing_colon_counts => self.two_words(),
            _ => None,
        }
    }

    /// A line without a colon: Google takes white space in its stead if there are exactly two words, because
    /// people forget the colon and nobody writes two words by accident.
    fn two_words(&self) -> Option<Directive<'a>> {
        let (start, end) = (self.text.start as usize, self.text.end as usize);
        let text = &self.file[..end];
        let blank = scan::blank(text, start);
        let second = text[blank..].iter().position(|byte| !matches!(byte, b' ' | b'\t'))? + blank;
        if scan::blank(text, second) < end {
            return None;
        }
        let key = strip_end(text, span(start, blank));
        (!key.is_empty()).then(|| Directive {
            file: self.file,
            key_span: key,
            value_span: strip_start(text, span(second, end)),
            separator: Separator::MissingColon,
        })
    }

    /// True when nothing stands on the line, not even a comment.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && !self.has_comment
    }

    /// True when the line has a comment and nothing else.
    #[must_use]
    pub fn is_comment(&self) -> bool {
        self.text.is_empty() && self.has_comment
    }
}

impl<'a> Directive<'a> {
    /// The key as written.
    #[must_use]
    pub fn key(&self) -> &'a [u8] {
        self.key_span.slice(self.file)
    }

    /// The value as written.
    #[must_use]
    pub fn value(&self) -> &'a [u8] {
        self.value_span.slice(self.file)
    }
}

/// The lines of a robots.txt, in order. Any bytes will do; time O(bytes), no allocation.
///
/// ```
/// use maycrawl::line::Lines;
/// use maycrawl::Profile;
///
/// let file = b"\xef\xbb\xbfUser-agent: *  # everyone\r\nDisallow: /a\rnoise";
/// let lines: Vec<_> = Lines::new(file, Profile::GOOGLE).collect();
/// assert_eq!(lines.len(), 3);
/// let directive = lines[0].directive().unwrap();
/// assert_eq!((directive.key(), directive.value()), (&b"User-agent"[..], &b"*"[..]));
/// assert!(lines[0].has_comment && lines[2].directive().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    file: &'a [u8],
    missing_colon: bool,
    at: usize,
    number: u32,
    done: bool,
}

impl<'a> Lines<'a> {
    /// Reads `file` as `profile` has it. Only the first GiB is read.
    #[must_use]
    pub fn new(file: &'a [u8], profile: Profile) -> Self {
        let file = &file[..file.len().min(FILE_LIMIT)];
        Self {
            file,
            missing_colon: profile.fields == FieldSpelling::Lenient,
            at: skipped_mark(file),
            number: 0,
            done: false,
        }
    }

    /// Reads on from a place where a line begins. Numbers are counted from there.
    pub(crate) fn starting_at(file: &'a [u8], at: usize, profile: Profile) -> Self {
        Self { at, ..Self::new(file, profile) }
    }
}

/// The byte order mark of UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How many bytes at the start of the file are skipped as a byte order mark. A part of a mark is skipped too, as Google's code
/// does.
pub(crate) fn skipped_mark(file: &[u8]) -> usize {
    file.iter().zip(BYTE_ORDER_MARK).take_while(|(byte, mark)| byte == mark).count()
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    #[inline]
    fn next(&mut self) -> Option<Line<'a>> {
        self.read()
    }
}

impl<'a> Lines<'a> {
    /// The next line.
    #[inline(always)]
    pub(crate) fn read(&mut self) -> Option<Line<'a>> {
        if self.done {
            return None;
        }
        self.number += 1;
        let (file, start) = (self.file, self.at);
        let mut text = Text::find(file, start);
        let end = match text.stopped_by {
            None | Some(b'\n' | b'\r') => text.end,
            Some(_) => scan::line_end(file, text.end),
        };
        let too_long = end - start > LINE_LIMIT;
        if too_long {
            text = Text::find(&file[..start + LINE_LIMIT], start);
        }
        match file.get(end..) {
            Some([b'\r', b'\n', ..]) => self.at = end + 2,
            Some([_, ..]) => self.at = end + 1,
            _ => self.done = true,
        }
        Some(Line {
            file,
            number: self.number,
            span: span(start, end),
            text: strip_end(file, span(text.start, text.end)),
            colon: text.colon,
            missing_colon_counts: self.missing_colon,
            has_comment: text.stopped_by == Some(b'#'),
            too_long,
        })
    }
}

/// The text of a line: behind leading white space, up to what ends it.
struct Text {
    start: usize,
    colon: Option<u32>,
    end: usize,
    stopped_by: Option<u8>,
}

impl Text {
    #[inline(always)]
    fn find(file: &[u8], line_start: usize) -> Self {
        let start = behind_blanks(file, line_start);
        let mut end = scan::colon_or_text_end(file, start);
        let mut stopped_by = file.get(end).copied();
        let mut colon = None;
        if stopped_by == Some(b':') {
            colon = Some(end as u32);
            end = scan::text_end(file, behind_blanks(file, end + 1));
            stopped_by = file.get(end).copied();
        }
        Self { start, colon, end, stopped_by }
    }
}

/// The first index from `at` without white space (a line end is none here).
#[inline(always)]
fn behind_blanks(file: &[u8], mut at: usize) -> usize {
    while file.get(at).is_some_and(|&byte| is_space(byte) && !scan::is_line_end(byte)) {
        at += 1;
    }
    at
}

// White space, at the ends of line, key and value: ASCII space, TAB, VT, FF (and CR, LF, which never occur
// inside a line). Not NBSP, not U+200B.

#[inline(always)]
fn strip_end(file: &[u8], mut span: Span) -> Span {
    while let [.., last] = span.slice(file)
        && is_space(*last)
    {
        span.end -= 1;
    }
    span
}

#[inline(always)]
fn strip_start(file: &[u8], mut span: Span) -> Span {
    while let [first, ..] = span.slice(file)
        && is_space(*first)
    {
        span.start += 1;
    }
    span
}

#[inline(always)]
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // `Lines::new` bounds the file
const fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}
