//! A page: Markdown and tables inside one frame.

use std::fmt::Write as _;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// What stands in the navigation: path and words.
const NAVIGATION: [(&str, &str); 8] = [
    ("index.html", "maycrawl"),
    ("lints/index.html", "Lints"),
    ("results.html", "Result codes"),
    ("profiles.html", "Profiles"),
    ("changes-2019.html", "Changes of 2019"),
    ("crawlers.html", "Crawlers"),
    ("recipes.html", "Recipes"),
    ("security.html", "Security"),
];

/// A page of the site.
pub(crate) struct Page {
    /// From the root of the site.
    pub(crate) path: String,
    title: String,
    body: String,
}

impl Page {
    /// A page of Markdown, whose first heading is its title, and of `rest`, which is HTML.
    pub(crate) fn from_markdown(path: &str, markdown: &str, rest: &str) -> Self {
        let title = markdown.lines().next().unwrap_or_default().trim_start_matches("# ");
        // Raw HTML is text: nothing that a source holds becomes markup by accident.
        let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            other => other,
        });
        let mut body = String::new();
        html::push_html(&mut body, events);
        body.push_str(rest);
        Self { path: path.to_owned(), title: title.to_owned(), body }
    }

    pub(crate) fn to_html(&self) -> String {
        let up = "../".repeat(self.path.matches('/').count());
        let mut links = String::new();
        for (path, words) in NAVIGATION {
            let here = if path == self.path { " aria-current=\"page\"" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(links, "<a href=\"{up}{path}\"{here}>{words}</a>");
        }
        let title = if self.path == "index.html" {
            "maycrawl".to_owned()
        } else {
            format!("{} · maycrawl", self.title)
        };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{}</title>\n<link rel=\"stylesheet\" href=\"{up}style.css\">\n\
             <nav aria-label=\"Site\">{links}</nav>\n<main>\n{}</main>\n</html>\n",
            escape(&title),
            self.body
        )
    }
}

/// A table. Cells are HTML.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>\n<thead><tr>".to_owned();
    for cell in head {
        let _ = write!(text, "<th scope=\"col\">{}</th>", escape(cell));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        text.push_str("<tr>");
        for cell in row {
            let _ = write!(text, "<td>{cell}</td>");
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>\n");
    text
}

/// Text as HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            char => escaped.push(char),
        }
    }
    escaped
}

/// One sentence of Markdown as HTML, without a paragraph of its own.
pub(crate) fn inline(markdown: &str) -> String {
    let events = Parser::new(markdown).filter_map(|event| match event {
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
    format!("<code>{}</code>", escape(text))
}
