//! Text for a terminal of 80 columns. A Korean letter takes two columns, a Thai mark above a letter none.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The width of the narrowest usual terminal, in columns.
pub(crate) const WIDTH: usize = 80;

/// `text` wrapped between words; lines after the first begin with `indent` spaces. The first line begins at column
/// `indent` too, after the text that the caller prints. A word longer than a line is not split.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let mut out = String::new();
    let mut column = indent;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let width = word.width();
        if column > indent && column + 1 + width > WIDTH {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out
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
