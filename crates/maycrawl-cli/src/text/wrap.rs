//! Text for a terminal of 80 columns. A Korean letter takes two columns, a Thai mark above a letter none.
//!
//! textwrap breaks lines. It cannot cut a text to a width or fill it up; both count columns in the same way here.

use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The width of the narrowest usual terminal, in columns.
pub(crate) const WIDTH: usize = 80;

/// `text` wrapped between words; lines after the first begin with `indent` spaces. The first line begins at column
/// `indent` too, after the text that the caller prints. A word longer than a line is not split.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    // A URL or a path may be longer than a line. It stays whole, also at its hyphens, so that it can be copied.
    let options = Options::new(WIDTH.saturating_sub(indent))
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options).replace('\n', &format!("\n{:indent$}", ""))
}

/// Markdown with its paragraphs and lists wrapped. Code blocks stay as they are.
pub(crate) fn wrapped_markdown(text: &str) -> String {
    let mut wrapped_text = String::with_capacity(text.len() + text.len() / 40);
    let (mut is_code, mut paragraph) = (false, String::new());
    for line in text.lines().chain([""]) {
        let is_fence = line.starts_with("```");
        let continues = !is_code && !is_fence && !line.is_empty() && !line.starts_with("- ");
        if !continues && !paragraph.is_empty() {
            let indent = if paragraph.starts_with("- ") { 2 } else { 0 };
            let (mark, rest) = paragraph.split_at(indent);
            wrapped_text.extend([mark, &wrapped(rest, indent), "\n"]);
            paragraph.clear();
        }
        is_code ^= is_fence;
        if is_code || is_fence || line.is_empty() {
            wrapped_text.extend([line, "\n"]);
        } else {
            let space = if paragraph.is_empty() { "" } else { " " };
            paragraph.extend([space, line.trim_start()]);
        }
    }
    // The line that ended the last paragraph is not of the text.
    wrapped_text.pop();
    wrapped_text
}

/// `text` in at most `width` columns, with `…` in place of a part that is left out.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut left = width.saturating_sub(1);
    let fits = |c: &char| {
        let columns = c.width().unwrap_or_default();
        let fits = columns <= left;
        left = left.saturating_sub(columns);
        fits
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// `text` with spaces after it, up to `width` columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{:missing$}", "", missing = width.saturating_sub(text.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_longer_than_the_terminal() {
        let text = "word ".repeat(60);
        for indent in [0, 4, 12] {
            let wrapped = wrapped(&text, indent);
            let lines: Vec<&str> = wrapped.lines().collect();
            assert!(lines[0].len() + indent <= WIDTH);
            let last = lines.len() - 1;
            for (number, line) in lines.into_iter().enumerate().skip(1) {
                assert!(line.len() <= WIDTH, "{line}");
                assert!(number == last || line.len() >= WIDTH - 5, "{line}");
                assert!(line.starts_with(&" ".repeat(indent)), "{line}");
            }
            assert_eq!(wrapped.split_whitespace().count(), 60);
        }
        assert_eq!(wrapped(&"x".repeat(100), 4), "x".repeat(100));
        let url = format!("https://{}", "a-b/".repeat(30));
        assert_eq!(wrapped(&format!("see {url}"), 4), format!("see\n    {url}"));
        assert_eq!(["", " "].map(|text| wrapped(text, 4)), ["", ""]);
        assert_eq!(
            (shortened("Amazon", 6), shortened("Amazon", 4)),
            ("Amazon".into(), "Ama…".into())
        );
        assert_eq!(
            (shortened("한국어", 6), shortened("한국어", 4)),
            ("한국어".into(), "한…".into())
        );
        assert_eq!(
            (padded("한국", 6), padded("ไม่", 4), padded("long", 2)),
            ("한국  ".into(), "ไม่  ".into(), "long".into())
        );
    }
}
