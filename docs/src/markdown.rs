//! Markdown of the sources: read, and made ready for mdBook by changes of its text.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::references;

/// The events of a document.
pub(crate) fn parse(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES)
}

/// The document with links to the standards and to Google's pages that it names. Its HTML becomes text, so no source
/// puts an element into a page. Code, headings and links stay as they are.
pub(crate) fn linked(markdown: &str) -> String {
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    // The depth in elements whose text stays.
    let mut kept = 0_usize;
    let mut names_google = false;
    for (event, range) in Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter() {
        let source = &markdown[range.clone()];
        match event {
            Event::Start(
                Tag::Link { .. } | Tag::Image { .. } | Tag::Heading { .. } | Tag::CodeBlock(_),
            ) => {
                kept += 1;
            }
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::Heading(_) | TagEnd::CodeBlock) => {
                kept = kept.saturating_sub(1);
            }
            Event::Start(Tag::Paragraph | Tag::Item | Tag::TableCell) => names_google = false,
            Event::Start(Tag::Emphasis) if kept == 0 && names_google => {
                if let Some(address) = references::google_page(source.trim_matches('*')) {
                    changes.push((range, format!("[{source}]({address})")));
                    kept += 1; // until the end of the emphasis
                }
            }
            Event::End(TagEnd::Emphasis) => {
                let is_linked = changes.last().is_some_and(|(last, _)| last.end == range.end);
                kept = kept.saturating_sub(usize::from(is_linked));
            }
            Event::Text(_) if kept == 0 => {
                names_google |= source.contains("Google");
                if let Some(text) = references::with_rfc_links(source) {
                    changes.push((range, text));
                }
            }
            Event::Html(_) | Event::InlineHtml(_) => {
                changes.push((range, source.replace('<', "&lt;")));
            }
            _ => {}
        }
    }
    let mut text = markdown.to_owned();
    for (range, change) in changes.into_iter().rev() {
        text.replace_range(range, &change);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: &str =
        "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#file-format";

    #[test]
    fn references_become_links_and_html_becomes_text() {
        for (before, after) in [
            (
                "- Google, *File format*: \"UTF-8\"".to_owned(),
                format!("- Google, [*File format*]({FORMAT}): \"UTF-8\""),
            ),
            (
                "- RFC 9309, section 2.2".to_owned(),
                "- [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)"
                    .to_owned(),
            ),
            (
                "Google, *File format*; RFC 9309.".to_owned(),
                format!(
                    "Google, [*File format*]({FORMAT}); [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309)."
                ),
            ),
            (
                "| a | b |\n|---|---|\n| RFC 9457 | c |".to_owned(),
                "| a | b |\n|---|---|\n| [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) | c |"
                    .to_owned(),
            ),
            (
                "a <script>alert(1)</script> b".to_owned(),
                "a &lt;script>alert(1)&lt;/script> b".to_owned(),
            ),
            ("<div>\na\n</div>".to_owned(), "&lt;div>\na\n&lt;/div>".to_owned()),
        ] {
            assert_eq!(linked(&before), after);
        }
    }

    #[test]
    fn other_text_stays() {
        for text in [
            "the title *File format* of nobody",
            "Google, *a title that is not known*",
            "`RFC 9309`",
            "```\nRFC 9309 <b>\n```",
            "# RFC 9309",
            "[RFC 9309](results.md)",
            "RFC of the year",
        ] {
            assert_eq!(linked(text), text);
        }
    }
}
