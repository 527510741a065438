//! A change to the bytes of a file.

use alloc::vec::Vec;

use crate::line::Span;

/// A place in a file, and what is to stand there instead.
///
/// ```
/// use maycrawl::line::Span;
/// use maycrawl::suggestion::TextEdit;
///
/// let edit = TextEdit { span: Span { start: 0, end: 7 }, text: b"Disallow".to_vec() };
/// assert_eq!(edit.apply_to(b"Disalow: /a\n"), b"Disallow: /a\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextEdit {
    /// The bytes that go. Empty where something is only put in.
    pub span: Span,
    /// The bytes that come.
    pub text: Vec<u8>,
}

impl TextEdit {
    /// The file as it is after the edit. A place beyond its end is its end. O(bytes).
    #[must_use]
    pub fn apply_to(&self, file: &[u8]) -> Vec<u8> {
        let end = (self.span.end as usize).min(file.len());
        let start = (self.span.start as usize).min(end);
        [&file[..start], &self.text, &file[end..]].concat()
    }
}
