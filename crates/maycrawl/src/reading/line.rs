//! Bytes to lines: line ends, byte order mark, comment, key and value, each with its position.

use memchr::memchr;

use crate::profile::{FieldSpelling, Profile};
use crate::reading::field::{Field, Spelling};
use crate::text::scan::{self, TextEnds, is_space};

/// The maximum length of a line in bytes. The rest of a longer line is dropped, and the first part is still read.
///
/// Google's buffer holds 2083 * 8 bytes including a terminator. Some browsers limit a URL to 2,083 bytes, so a line
/// of eight times that length is not a real rule.
pub const LINE_LIMIT: usize = 2083 * 8 - 1;

/// The maximum size of a file in bytes, in every profile: offsets have 32 bits, and line numbers have 31.
const MAX_FILE_BYTES: usize = 1 << 30;

/// A range of bytes in the file, `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes of `file` in this range; empty if the range is not inside the file. O(1).
    ///
    /// ```
    /// use maycrawl::line::Span;
    ///
    /// assert_eq!(Span { start: 0, end: 5 }.slice(b"Allow: /"), b"Allow");
    /// // A span of another file never makes a panic.
    /// assert_eq!(Span { start: 0, end: 50 }.slice(b"Allow: /"), b"");
    /// ```
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
    /// The line number, from 1. LF, CR and CR/LF each end one line, and the text after the last line end is a line too.
    pub number: u32,
    /// The whole line without its line end.
    pub span: Span,
    /// The text that is read: up to [`LINE_LIMIT`], a NUL or a comment, without white space around it.
    pub text: Span,
    /// True if white space may replace the colon.
    accepts_missing_colon: bool,
    /// True if the line has a comment within the bytes that are read.
    pub has_comment: bool,
    /// True if the line has more than [`LINE_LIMIT`] bytes; the rest is dropped.
    pub too_long: bool,
}

/// A line that has a key and a separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directive<'a> {
    file: &'a [u8],
    /// The text before the separator, without white space around it. Never empty.
    pub key_span: Span,
    /// The text after the separator, without white space around it. May be empty.
    pub value_span: Span,
    /// The separator of key and value.
    pub separator: Separator,
}

/// The separator between a line's key and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// A colon, the correct separator.
    Colon,
    /// White space: the colon is missing and the line has exactly two words.
    MissingColon,
}

impl<'a> Line<'a> {
    /// The whole line as written, without its line end.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b" Disallow: /a # b\r\n");
    /// assert_eq!(robots.lines().next().unwrap().bytes(), b" Disallow: /a # b");
    /// ```
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.span.slice(self.file)
    }

    /// The key and the value, if the line has a key and a separator. O(line), no allocation.
    ///
    /// ```
    /// use maycrawl::line::{Lines, Separator};
    /// use maycrawl::Profile;
    ///
    /// let line = |profile| Lines::new(b"Disallow /a", profile).next().unwrap();
    /// // Google accepts exactly two words without a colon. RFC 9309 does not.
    /// assert_eq!(line(Profile::GOOGLE).directive().unwrap().separator, Separator::MissingColon);
    /// assert_eq!(line(Profile::RFC9309).directive(), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn directive(&self) -> Option<Directive<'a>> {
        match memchr(b':', self.text.slice(self.file)) {
            Some(0) => None,
            Some(key_len) => Some(self.at_colon(key_len)),
            None if self.accepts_missing_colon => self.two_words(),
            None => None,
        }
    }

    /// The field of a line that has one, with the key and the value. O(line), no allocation.
    #[inline(always)]
    #[doc(hidden)]
    pub fn field(&self, profile: Profile) -> Option<(Field, Spelling, Directive<'a>)> {
        let text = self.text.slice(self.file);
        if !Field::may_begin_with(*text.first()?) {
            return None;
        }
        // Nearly all lines have the exact name and a colon directly after it.
        if let Some((field, len)) = Field::name_at_start(text)
            && text.get(len) == Some(&b':')
        {
            return Some((field, Spelling::Exact, self.at_colon(len)));
        }
        let directive = self.directive()?;
        let (field, spelling) = Field::from_key(directive.key(), profile);
        (field != Field::Other).then_some((field, spelling, directive))
    }

    /// The key and the value around the first colon, which is `key_len` bytes after the start of the text.
    #[inline(always)]
    fn at_colon(&self, key_len: usize) -> Directive<'a> {
        let (file, start, end) = (self.file, self.text.start as usize, self.text.end as usize);
        let colon = start + key_len;
        Directive {
            file,
            key_span: span(start, end_of_text(file, start, colon)),
            value_span: span(first_not_blank(file, colon + 1, end), end),
            separator: Separator::Colon,
        }
    }

    /// The key and the value of a line without a colon. Google accepts white space instead if there are exactly two
    /// words: people forget the colon, and rarely write two words by accident.
    fn two_words(&self) -> Option<Directive<'a>> {
        let (start, end) = (self.text.start as usize, self.text.end as usize);
        let text = &self.file[..end];
        let blank = scan::blank(text, start);
        let second = text[blank..].iter().position(|byte| !matches!(byte, b' ' | b'\t'))? + blank;
        if scan::blank(text, second) < end {
            return None;
        }
        let key = span(start, end_of_text(text, start, blank));
        (!key.is_empty()).then(|| Directive {
            file: self.file,
            key_span: key,
            value_span: span(first_not_blank(text, second, end), end),
            separator: Separator::MissingColon,
        })
    }

    /// True when the line has neither text nor a comment.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && !self.has_comment
    }

    /// True when the line has a comment and nothing else.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"# all\nDisallow: /a # b\n\n");
    /// let is_comment: Vec<_> = robots.lines().map(|line| line.is_comment()).collect();
    /// assert_eq!(is_comment, [true, false, false, false]);
    /// ```
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
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"Disallow :  /a:b#c\n");
    /// let directive = robots.lines().next().unwrap().directive().unwrap();
    /// // The first colon separates, and `#` begins a comment even inside a word.
    /// assert_eq!((directive.key(), directive.value()), (&b"Disallow"[..], &b"/a:b"[..]));
    /// ```
    #[must_use]
    pub fn value(&self) -> &'a [u8] {
        self.value_span.slice(self.file)
    }
}

/// The lines of a robots.txt, in order. Any bytes are accepted.
///
/// Cost: O(bytes) for all, no allocation.
///
/// ```
/// use maycrawl::line::Lines;
/// use maycrawl::Profile;
///
/// let file = b"\xef\xbb\xbfUser-agent: *  # all\r\nDisallow: /a\rnoise";
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
    text_ends: TextEnds,
}

impl<'a> Lines<'a> {
    /// The lines of `file` by the rules of `profile`. Only the first GiB is read; the profile's size limit is not
    /// applied.
    ///
    /// ```
    /// use maycrawl::line::Lines;
    /// use maycrawl::Profile;
    ///
    /// // CR, LF and CR LF end a line each, and the text after the last end is a line too.
    /// let numbers = Lines::new(b"a\rb\nc\r\n", Profile::GOOGLE).map(|line| line.number);
    /// assert!(numbers.eq([1, 2, 3, 4]));
    /// ```
    #[must_use]
    pub fn new(file: &'a [u8], profile: Profile) -> Self {
        let file = &file[..file.len().min(MAX_FILE_BYTES)];
        Self {
            file,
            missing_colon: profile.fields == FieldSpelling::Lenient,
            at: skipped_mark(file),
            number: 0,
            done: false,
            text_ends: TextEnds::NONE,
        }
    }

    /// The whole file.
    #[inline]
    pub(crate) fn file(&self) -> &'a [u8] {
        self.file
    }

    /// The start of the next line, if a line was read and another one follows.
    #[inline]
    pub(crate) fn next_start(&self) -> Option<usize> {
        (self.number > 0 && !self.done).then_some(self.at)
    }

    /// Leaves no more lines.
    #[inline]
    pub(crate) fn finish(&mut self) {
        self.done = true;
    }

    /// Goes on with the line that starts at `at`, at or after the current position.
    #[inline]
    pub(crate) fn set_position(&mut self, at: usize) {
        self.at = at;
    }

    /// The lines after line `number`, of which `at` is the end of the value.
    pub(crate) fn after(file: &'a [u8], at: usize, number: u32, profile: Profile) -> Option<Self> {
        let rest = file.get(at..)?;
        let end = memchr::memchr2(b'\n', b'\r', rest)?;
        let is_two_bytes = rest[end..].starts_with(b"\r\n");
        let at = at + end + 1 + usize::from(is_two_bytes);
        Some(Self { at, number, ..Self::new(file, profile) })
    }

    /// The lines from `at`, the start of a line. They are numbered from there.
    #[doc(hidden)]
    pub fn starting_at(file: &'a [u8], at: usize, profile: Profile) -> Self {
        Self { at, ..Self::new(file, profile) }
    }
}

/// The byte order mark of UTF-8.
#[doc(hidden)]
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The number of bytes at the start of the file that are skipped as a byte order mark. A part of a mark is skipped
/// too, as in Google's code.
#[doc(hidden)]
pub fn skipped_mark(file: &[u8]) -> usize {
    file.iter().zip(BYTE_ORDER_MARK).take_while(|(byte, mark)| byte == mark).count()
}

/// The number of the line that starts at `start`. O(start).
#[doc(hidden)]
pub fn line_number(file: &[u8], start: usize) -> u32 {
    let before = &file[..start];
    let is_lone = |at: usize| file.get(at + 1) != Some(&b'\n');
    let feeds = memchr::memchr_iter(b'\n', before).count();
    let returns = memchr::memchr_iter(b'\r', before).filter(|&at| is_lone(at)).count();
    u32::try_from(1 + feeds + returns).unwrap_or(u32::MAX)
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
    #[doc(hidden)]
    pub fn read(&mut self) -> Option<Line<'a>> {
        self.advance().map(|ends| self.line(&ends))
    }

    /// The next line that has a field, with its number, its key and its value. Cheaper than to read every line.
    #[inline(always)]
    pub(crate) fn next_field(
        &mut self,
        profile: Profile,
    ) -> Option<(Field, Spelling, u32, Directive<'a>)> {
        loop {
            let ends = self.advance()?;
            if self.file.get(ends.text_start).is_some_and(|&byte| Field::may_begin_with(byte))
                && let Some((field, spelling, directive)) = self.line(&ends).field(profile)
            {
                return Some((field, spelling, self.number, directive));
            }
        }
    }

    /// The next line before the line `end` whose text begins with one of these letters in lower case, or with its
    /// capital. Cheaper than to read every line.
    #[doc(hidden)]
    pub fn next_beginning(&mut self, letters: [u8; 2], end: u32) -> Option<Line<'a>> {
        while self.number.saturating_add(1) < end {
            let ends = self.advance()?;
            let first = self.file.get(ends.text_start).map(u8::to_ascii_lowercase);
            if first.is_some_and(|first| letters.contains(&first)) {
                return Some(self.line(&ends));
            }
        }
        None
    }

    /// The number of lines that have been read.
    pub(crate) fn read_count(&self) -> u32 {
        self.number
    }

    #[inline(always)]
    fn advance(&mut self) -> Option<LineEnds> {
        if self.done {
            return None;
        }
        self.number += 1;
        let (file, start) = (self.file, self.at);
        let mut text_end = self.text_ends.next(file, start);
        let mut has_comment = false;
        let mut end = text_end;
        if let Some(&byte) = file.get(text_end)
            && !scan::is_line_end(byte)
        {
            has_comment = byte == b'#';
            end = scan::line_end(file, text_end);
        }
        let limit = start + LINE_LIMIT;
        if text_end >= limit {
            // What comes after the limit is not read.
            text_end = limit;
            has_comment = false;
        }
        match file.get(end..) {
            Some([b'\r', b'\n', ..]) => self.at = end + 2,
            Some([_, ..]) => self.at = end + 1,
            _ => self.done = true,
        }
        let text_start = first_not_blank(file, start, text_end);
        Some(LineEnds { start, text_start, text_end, end, has_comment })
    }

    #[inline(always)]
    fn line(&self, ends: &LineEnds) -> Line<'a> {
        let &LineEnds { start, text_start, text_end, end, has_comment } = ends;
        Line {
            file: self.file,
            number: self.number,
            span: span(start, end),
            text: span(text_start, end_of_text(self.file, text_start, text_end)),
            accepts_missing_colon: self.missing_colon,
            has_comment,
            too_long: end > start + LINE_LIMIT,
        }
    }
}

/// The offsets of a line and of its text. White space at the end of the text is not removed yet.
struct LineEnds {
    start: usize,
    text_start: usize,
    text_end: usize,
    end: usize,
    has_comment: bool,
}

// White space around lines, keys and values is ASCII space, TAB, VT and FF (and CR and LF, which do not occur
// inside a line). NBSP and U+200B are not white space.

/// The first index in `start..end` that is not white space, or `end`.
#[inline(always)]
fn first_not_blank(file: &[u8], mut start: usize, end: usize) -> usize {
    while start < end && file.get(start).is_some_and(|&byte| is_space(byte)) {
        start += 1;
    }
    start
}

/// The end of what is in `start..end` without the white space at its end.
#[inline(always)]
fn end_of_text(file: &[u8], start: usize, mut end: usize) -> usize {
    while end > start && file.get(end - 1).is_some_and(|&byte| is_space(byte)) {
        end -= 1;
    }
    end
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // `Lines::new` bounds the file
const fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}
