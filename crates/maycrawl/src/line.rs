//! Bytes to lines: line ends, byte order mark, comment, field and value, each with its place.

use crate::profile::{FieldSpelling, Profile};
use crate::scan;

/// The bytes of a line that are read; the rest is dropped and the kept part still counts.
///
/// Google's buffer holds 2083 * 8 bytes with a terminator: a URL is at most 2,083 bytes long in some
/// browsers, so no honest line is eight times that.
pub const LINE_LIMIT: usize = 2083 * 8 - 1;

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
    pub fn of<'a>(&self, file: &'a [u8]) -> &'a [u8] {
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

/// One line of a robots.txt, split into what it says. The fields of a line that is no directive are empty.
///
/// Google, *File format*: "Each valid line consists of a field, a colon, and a value."
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    file: &'a [u8],
    /// Counted from 1; LF, CR and CR/LF each end one line, and the text behind the last end is a line too.
    pub number: u32,
    /// The whole line without its end.
    pub span: Span,
    /// The text that is read: cut at [`LINE_LIMIT`], at a NUL, at a comment, and stripped of white space.
    pub text: Span,
    /// What stands before the separator, stripped. Empty when the line is no directive.
    pub key: Span,
    /// What stands behind the separator, stripped.
    pub value: Span,
    /// What separates key and value.
    pub separator: Separator,
    /// A `#` was found in the text that is read.
    pub has_comment: bool,
    /// The line has more than [`LINE_LIMIT`] bytes; what lies beyond was dropped.
    pub too_long: bool,
}

/// What separates a line's key from its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// A colon, as it should be.
    Colon,
    /// White space: the colon is missing, and the line has exactly two words.
    MissingColon,
    /// Nothing: the line is no directive.
    None,
}

impl<'a> Line<'a> {
    /// The key as written.
    #[must_use]
    pub fn key(&self) -> &'a [u8] {
        self.key.of(self.file)
    }

    /// The value as written.
    #[must_use]
    pub fn value(&self) -> &'a [u8] {
        self.value.of(self.file)
    }

    /// The whole line as it stands in the file, without its end.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.span.of(self.file)
    }

    /// True when the line has a key and a separator.
    #[must_use]
    pub fn is_directive(&self) -> bool {
        self.separator != Separator::None
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

/// The lines of a robots.txt, in order. Any bytes will do; time O(bytes), no allocation.
///
/// ```
/// use maycrawl::{Lines, Profile};
///
/// let file = b"\xef\xbb\xbfUser-agent: *  # everyone\r\nDisallow: /a\rnoise";
/// let lines: Vec<_> = Lines::new(file, Profile::GOOGLE).collect();
/// assert_eq!(lines.len(), 3);
/// assert_eq!((lines[0].key(), lines[0].value()), (&b"User-agent"[..], &b"*"[..]));
/// assert!(lines[0].has_comment && !lines[2].is_directive());
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
    /// Reads `file` as `profile` has it. Only the first 4 GiB are read (spans are 32 bits wide).
    #[must_use]
    pub fn new(file: &'a [u8], profile: Profile) -> Self {
        let file = &file[..file.len().min(u32::MAX as usize - 1)];
        Self {
            file,
            missing_colon: profile.fields == FieldSpelling::Lenient,
            at: byte_order_mark(file),
            number: 0,
            done: false,
        }
    }
}

/// Bytes of a byte order mark at the start of the file. A partial mark is skipped too, as Google's code does.
fn byte_order_mark(file: &[u8]) -> usize {
    file.iter().zip(b"\xef\xbb\xbf").take_while(|(byte, mark)| byte == mark).count()
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    #[inline]
    fn next(&mut self) -> Option<Line<'a>> {
        if self.done {
            return None;
        }
        self.number = self.number.saturating_add(1);
        let start = self.at;
        let mut pieces = split(self.file, start);
        let end = match self.file.get(pieces.stop) {
            Some(&byte) if !scan::is_line_end(byte) => scan::line_end(self.file, pieces.stop),
            _ => pieces.stop,
        };
        let too_long = end - start > LINE_LIMIT;
        if too_long {
            pieces = split(&self.file[..start + LINE_LIMIT], start);
        }
        match self.file.get(end..) {
            Some([b'\r', b'\n', ..]) => self.at = end + 2,
            Some([_, ..]) => self.at = end + 1,
            _ => self.done = true,
        }
        Some(self.line(start, end, too_long, pieces))
    }
}

impl<'a> Lines<'a> {
    /// Puts the pieces of the line at `start..end` together.
    #[inline(always)]
    fn line(&self, start: usize, end: usize, too_long: bool, pieces: Pieces) -> Line<'a> {
        let text = strip(self.file, start, pieces.stop);
        let has_comment =
            pieces.stop < self.file.len().min(start + LINE_LIMIT) && self.file[pieces.stop] == b'#';
        let mut line = Line {
            file: self.file,
            number: self.number,
            span: span(start, end),
            text,
            key: Span::default(),
            value: Span::default(),
            separator: Separator::None,
            has_comment,
            too_long,
        };
        if let Some(colon) = pieces.colon {
            let key = strip(self.file, start, colon);
            if !key.is_empty() {
                line.key = key;
                line.value = strip(self.file, colon + 1, pieces.stop);
                line.separator = Separator::Colon;
            }
        } else if self.missing_colon && !text.is_empty() {
            two_words(&mut line);
        }
        line
    }
}

/// Where the text of a line ends, and where its first colon is.
struct Pieces {
    colon: Option<usize>,
    stop: usize,
}

#[inline(always)]
fn split(file: &[u8], start: usize) -> Pieces {
    let stop = scan::colon_or_text_end(file, start);
    match file.get(stop) {
        Some(b':') => Pieces { colon: Some(stop), stop: scan::text_end(file, stop + 1) },
        _ => Pieces { colon: None, stop },
    }
}

/// A line without a colon: Google takes white space in its stead if there are exactly two words, because
/// people forget the colon and nobody writes two words by accident.
fn two_words(line: &mut Line<'_>) {
    let text = line.text.of(line.file);
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let Some(blank) = text.iter().position(is_blank) else { return };
    let second =
        text[blank..].iter().position(|byte| !is_blank(byte)).map_or(text.len(), |i| blank + i);
    if text[second..].iter().any(|byte| is_blank(byte)) {
        return;
    }
    let start = line.text.start as usize;
    let key = strip(line.file, start, start + blank);
    if !key.is_empty() {
        line.key = key;
        line.value = strip(line.file, start + second, line.text.end as usize);
        line.separator = Separator::MissingColon;
    }
}

/// `start..end` without the white space at both ends: ASCII space, TAB, VT, FF (and CR, LF, which never
/// occur inside a line). Not NBSP, not U+200B.
#[inline(always)]
fn strip(file: &[u8], mut start: usize, mut end: usize) -> Span {
    while start < end && is_space(file[start]) {
        start += 1;
    }
    while start < end && is_space(file[end - 1]) {
        end -= 1;
    }
    span(start, end)
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
