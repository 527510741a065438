//! The text of a document, and the positions of the protocol in it.
//!
//! A position has a line and a *character*: bytes of UTF-8 or units of UTF-16 from the start of the line, as
//! negotiated. A line ends with LF, CR/LF or CR, as in a robots.txt. (The crate line-index 0.1 knows LF only.)

use gen_lsp_types::{Position, Range};
use maycrawl::line::Span;

/// The unit of a position's character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// The length of a character.
    pub(super) fn width(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
        }
    }
}

/// A text with the starts of its lines.
pub(super) struct Text {
    content: String,
    /// The offset of each line. The first is 0.
    line_starts: Vec<usize>,
    encoding: Encoding,
}

impl Text {
    pub(super) fn new(content: String, encoding: Encoding) -> Self {
        let line_starts = std::iter::once(0).chain(line_ends(&content)).collect();
        Self { content, line_starts, encoding }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.content
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.content.as_bytes()
    }

    /// True if the text has this line.
    pub(super) fn has_line(&self, position: Position) -> bool {
        (position.line as usize) < self.line_starts.len()
    }

    /// The text of the line without its end; empty if there is no such line.
    pub(super) fn line(&self, line: u32) -> &str {
        let start = self.line_start(line as usize);
        let end = self.line_start(line as usize + 1);
        self.content[start..end].trim_end_matches(['\r', '\n'])
    }

    fn line_start(&self, line: usize) -> usize {
        self.line_starts.get(line).copied().unwrap_or(self.content.len())
    }

    /// The offset of a position. A character after the end of its line counts as that end, and a line after the last
    /// one as the end of the text. A position inside of a character is that character's start. O(line).
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = self.line(position.line);
        let start = self.line_start(position.line as usize);
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            let width = self.width(c);
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + line.len()
    }

    /// The position of an offset. O(log lines + line).
    pub(super) fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.content.len());
        let line = self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1);
        self.position_in(line, offset)
    }

    /// The position of an offset in a line, which the caller knows. O(line).
    pub(super) fn position_in(&self, line: usize, offset: usize) -> Position {
        let start = self.line_start(line);
        let before =
            self.content[start..].char_indices().take_while(|&(at, _)| start + at < offset);
        let character = before.map(|(_, c)| self.width(c)).sum::<usize>();
        Position { line: number(line), character: number(character) }
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start as usize), end: self.position(span.end as usize) }
    }

    /// The span as offsets between characters; `None` if it begins or ends inside of a character or after the text.
    pub(super) fn whole_characters(&self, span: Span) -> Option<std::ops::Range<usize>> {
        let range = span.start as usize..span.end as usize;
        self.content.get(range.clone()).map(|_| range)
    }

    fn width(&self, c: char) -> usize {
        self.encoding.width(c)
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The offset after each line end.
pub(super) fn line_ends(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let is_end = move |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(is_end).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_count_as_negotiated() {
        // Line, character, offset; `é` has two bytes and one unit, `😀` four bytes and two units.
        let text = "é😀x\r\ny\rz\n";
        let rows = [
            (Encoding::Utf16, at(0, 0), 0),
            (Encoding::Utf16, at(0, 1), 2),
            (Encoding::Utf16, at(0, 3), 6),
            (Encoding::Utf16, at(0, 4), 7),
            (Encoding::Utf16, at(1, 1), 10),
            (Encoding::Utf16, at(2, 0), 11),
            (Encoding::Utf16, at(3, 0), 13),
            (Encoding::Utf8, at(0, 2), 2),
            (Encoding::Utf8, at(0, 6), 6),
            (Encoding::Utf8, at(0, 7), 7),
            (Encoding::Utf8, at(2, 1), 12),
        ];
        for (encoding, position, offset) in rows {
            let text = Text::new(text.to_owned(), encoding);
            assert_eq!(text.offset(position), offset, "{encoding:?} {position:?}");
            assert_eq!(text.position(offset), position, "{encoding:?} {offset}");
        }
    }

    #[test]
    fn a_position_outside_is_moved_inside() {
        let text = Text::new("é😀\nx".to_owned(), Encoding::Utf16);
        let rows = [
            (at(0, 2), 2),        // inside of a character
            (at(0, 9), 6),        // after the line
            (at(1, u32::MAX), 8), // after the line
            (at(2, 0), 8),        // after the text
            (at(u32::MAX, 5), 8), // after the text
        ];
        for (position, offset) in rows {
            assert_eq!(text.offset(position), offset, "{position:?}");
        }
        assert_eq!((text.position(4), text.position(99)), (at(0, 3), at(1, 1)));
    }
}
