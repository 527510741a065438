//! Bytes of a file as lines and columns of an editor.

use maycrawl::{Lines, Profile, Span, TextEdit as Edit};
use serde::Serialize;
use utoipa::ToSchema;

/// A range of a file. Lines and columns from 1; columns count UTF-16 code units, as editors do; the end is the
/// first place behind the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TextRange {
    /// The line where it begins.
    pub(crate) line: usize,
    /// The column where it begins.
    pub(crate) column: usize,
    /// The line where it ends.
    pub(crate) end_line: usize,
    /// The column where it ends.
    pub(crate) end_column: usize,
}

/// A range, and what is to stand there instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TextEdit {
    /// What goes.
    #[serde(flatten)]
    pub(crate) range: TextRange,
    /// What comes.
    pub(crate) text: String,
}

/// Where the lines of a file begin.
pub(crate) struct LineIndex<'a> {
    file: &'a [u8],
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// O(bytes).
    pub(crate) fn of(file: &'a [u8]) -> Self {
        let mut starts: Vec<_> =
            Lines::new(file, Profile::GOOGLE).map(|line| line.span.start as usize).collect();
        // A byte order mark is part of the first line for an editor.
        if let Some(first) = starts.first_mut() {
            *first = 0;
        }
        Self { file, starts }
    }

    /// O(log lines + line).
    pub(crate) fn range(&self, span: Span) -> TextRange {
        let (line, column) = self.place(span.start);
        let (end_line, end_column) = self.place(span.end);
        TextRange { line, column, end_line, end_column }
    }

    pub(crate) fn edit(&self, edit: &Edit) -> TextEdit {
        let text = String::from_utf8_lossy(&edit.text).into_owned();
        TextEdit { range: self.range(edit.span), text }
    }

    fn place(&self, byte: u32) -> (usize, usize) {
        let byte = (byte as usize).min(self.file.len());
        let line = self.starts.partition_point(|&start| start <= byte).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        let before = String::from_utf8_lossy(&self.file[start..byte]);
        (line, before.encode_utf16().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::LineIndex;
    use maycrawl::Span;

    /// Line, column, end line, end column.
    type Found = (usize, usize, usize, usize);

    /// File, bytes, and the range in an editor.
    const ROWS: &[(&str, (u32, u32), Found)] = &[
        ("ab\ncd\n", (0, 2), (1, 1, 1, 3)),
        ("ab\ncd\n", (3, 4), (2, 1, 2, 2)),
        // The end of a line is before its end-of-line, whatever that is.
        ("ab\r\ncd", (1, 2), (1, 2, 1, 3)),
        ("ab\r\ncd", (0, 4), (1, 1, 2, 1)),
        ("ab\rcd", (3, 5), (2, 1, 2, 3)),
        ("ab\n", (0, 3), (1, 1, 2, 1)),
        // Columns are UTF-16.
        ("é𝄞x", (2, 6), (1, 2, 1, 4)),
        ("\u{feff}ab\n", (3, 5), (1, 2, 1, 4)),
        ("", (0, 9), (1, 1, 1, 1)),
    ];

    #[test]
    fn bytes_are_found_in_an_editor() {
        for (file, (start, end), expected) in ROWS {
            let range = LineIndex::of(file.as_bytes()).range(Span { start: *start, end: *end });
            let found = (range.line, range.column, range.end_line, range.end_column);
            assert_eq!(found, *expected, "{file:?} {start}..{end}");
        }
    }
}
