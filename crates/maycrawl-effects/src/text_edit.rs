//! Replacement of bytes in a file.

use alloc::vec::Vec;

use maycrawl::line::Span;

/// A range of bytes in a file, and the text that replaces it.
///
/// ```
/// use maycrawl::line::Span;
/// use maycrawl_effects::TextEdit;
///
/// let edit = TextEdit { span: Span { start: 0, end: 7 }, text: b"Disallow".to_vec() };
/// assert_eq!(edit.apply_to(b"Disalow: /a\n"), b"Disallow: /a\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextEdit {
    /// The range to replace. An empty range means an insertion.
    pub span: Span,
    /// The replacement text.
    pub text: Vec<u8>,
}

impl TextEdit {
    /// The file after the edit. Offsets after the end of the file count as its end. O(bytes).
    ///
    /// ```
    /// use maycrawl::line::Span;
    /// use maycrawl_effects::TextEdit;
    ///
    /// // An empty range inserts; one after the end of the file appends.
    /// let edit = TextEdit { span: Span { start: 900, end: 900 }, text: b"Disallow:\n".to_vec() };
    /// assert_eq!(edit.apply_to(b"User-agent: a\n"), b"User-agent: a\nDisallow:\n");
    /// ```
    #[must_use]
    pub fn apply_to(&self, file: &[u8]) -> Vec<u8> {
        let end = (self.span.end as usize).min(file.len());
        let start = (self.span.start as usize).min(end);
        [&file[..start], &self.text, &file[end..]].concat()
    }
}
