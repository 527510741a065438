//! Byte ranges of a file as lines and columns of an editor.

use maycrawl::Profile;
use maycrawl::line::{Lines, Span};
use maycrawl_effects::TextEdit as Edit;
use serde::Serialize;
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// A range of a file. Lines and columns count from 1. Columns count UTF-16 code units, as editors do. The end is the
/// first position after the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct TextRange {
    /// The line where it begins.
    pub line: usize,
    /// The column where it begins.
    pub column: usize,
    /// The line where it ends.
    pub end_line: usize,
    /// The column where it ends.
    pub end_column: usize,
}

/// A range, and its new text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct TextEdit {
    /// The text to remove.
    #[serde(flatten)]
    pub range: TextRange,
    /// The text to insert.
    pub text: String,
}

/// The starts of the lines of a file.
pub struct LineIndex<'a> {
    file: &'a [u8],
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// O(bytes).
    pub fn new(file: &'a [u8]) -> Self {
        let mut starts: Vec<_> =
            Lines::new(file, Profile::GOOGLE).map(|line| line.span.start as usize).collect();
        // A byte order mark is part of the first line for an editor.
        if let Some(first) = starts.first_mut() {
            *first = 0;
        }
        Self { file, starts }
    }

    /// O(log lines + line).
    pub fn range(&self, span: Span) -> TextRange {
        let (line, column) = self.position(span.start);
        let (end_line, end_column) = self.position(span.end);
        TextRange { line, column, end_line, end_column }
    }

    /// An edit of the file as one of the editor.
    pub fn edit(&self, edit: &Edit) -> TextEdit {
        let text = String::from_utf8_lossy(&edit.text).into_owned();
        TextEdit { range: self.range(edit.span), text }
    }

    fn position(&self, byte: u32) -> (usize, usize) {
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
    use maycrawl::line::Span;

    /// Line, column, end line, end column.
    type EditorRange = (usize, usize, usize, usize);

    /// File, bytes, and the range in an editor.
    const ROWS: &[(&str, (u32, u32), EditorRange)] = &[
        ("ab\ncd\n", (0, 2), (1, 1, 1, 3)),
        ("ab\ncd\n", (3, 4), (2, 1, 2, 2)),
        // A line ends before its line ending.
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
    fn bytes_have_lines_and_columns() {
        for (file, (start, end), expected) in ROWS {
            let range = LineIndex::new(file.as_bytes()).range(Span { start: *start, end: *end });
            let found = (range.line, range.column, range.end_line, range.end_column);
            assert_eq!(found, *expected, "{file:?} {start}..{end}");
        }
    }
}
