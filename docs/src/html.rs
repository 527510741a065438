//! HTML for what Markdown cannot say: tables that become cards on a phone, and lines in a cell.

use std::fmt::Write as _;

use maycrawl::HtmlText;
use pulldown_cmark::{Event, Tag, TagEnd, html};

use crate::markdown::parse;

/// A table. Cells are HTML.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    framed("", head, rows)
}

/// A table with a box, called `label`, that chooses among its rows.
pub(crate) fn table_with_filter(label: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    framed(&format!(" data-filter=\"{}\"", HtmlText(label)), head, rows)
}

/// Without an empty line, which would end HTML in Markdown.
fn framed(attribute: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    // Writing to a string cannot fail.
    let mut text =
        format!("\n<div class=\"table-wrapper\"><table class=\"cards\"{attribute}>\n<thead><tr>");
    for cell in head {
        let _ = write!(text, "<th scope=\"col\">{}</th>", HtmlText(cell));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        text.push_str("<tr>");
        for (label, cell) in head.iter().zip(row) {
            let _ = write!(text, "<td data-label=\"{}\">{cell}</td>", HtmlText(label));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>\n\n");
    text
}

/// Text as HTML.
pub(crate) fn escape(text: &str) -> String {
    HtmlText(text).to_string()
}

/// One sentence of Markdown as HTML, without a paragraph of its own. HTML in it becomes text.
pub(crate) fn inline(markdown: &str) -> String {
    let events = parse(markdown).filter_map(|event| match event {
        Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => None,
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        other => Some(other),
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text.trim_end().to_owned()
}

/// Text in a fixed-width font.
pub(crate) fn code(text: &str) -> String {
    format!("<code>{}</code>", HtmlText(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_sentence_becomes_an_element() {
        for (markdown, expected) in [
            ("a < b & c", "a &lt; b &amp; c"),
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("a <b onclick='x'>b</b>", "a &lt;b onclick='x'&gt;b&lt;/b&gt;"),
            ("`<img src=x>`", "<code>&lt;img src=x&gt;</code>"),
        ] {
            assert_eq!(inline(markdown), expected);
        }
    }

    #[test]
    fn a_table_names_the_column_in_each_cell() {
        let text = table(&["A \"b\""], &[vec![code("<x>")]]);
        assert!(
            text.contains("<td data-label=\"A &quot;b&quot;\"><code>&lt;x&gt;</code></td>"),
            "{text}"
        );
        assert!(!text.trim().contains("\n\n"), "an empty line would end it");
    }
}
