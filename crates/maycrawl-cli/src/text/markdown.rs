//! Text of others in Markdown.

use maycrawl::Printable;

/// Text without meaning of its own.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in Printable(text.as_bytes()).to_string().chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '[' | '\\' | '@' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Text as code. Nothing in it can end it: a backquote gets longer quotes around it.
pub(crate) fn code(text: &[u8]) -> String {
    let text = Printable(text).to_string();
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let quotes = "`".repeat(longest + 1);
    if longest > 0 { format!("{quotes} {text} {quotes}") } else { format!("`{text}`") }
}
