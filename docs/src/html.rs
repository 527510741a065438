//! A page: Markdown and tables inside one frame.

use std::fmt::Write as _;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::documents;
use crate::headings::Anchors;

/// The navigation of every page: path and words.
const NAVIGATION: [(&str, &str); 9] = [
    ("index.html", "maycrawl"),
    ("guide/getting-started.html", "Guide"),
    ("lints/index.html", "Lints"),
    ("results.html", "Result codes"),
    ("profiles.html", "Profiles"),
    ("changes-2019.html", "Changes of 2019"),
    ("crawlers.html", "Crawlers"),
    ("recipes.html", "Recipes"),
    ("security.html", "Security"),
];

const TABLE: &str = "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">";

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
        let mut body = render(path, markdown);
        body.push_str(rest);
        Self { path: path.to_owned(), title: title.to_owned(), body }
    }

    pub(crate) fn to_html(&self) -> String {
        let up = "../".repeat(self.path.matches('/').count());
        let site = self.links("Site", &up, NAVIGATION.into_iter());
        let chapters = if self.path.starts_with("guide/") {
            let chapters = documents::CHAPTERS.iter().map(|chapter| (chapter.path, chapter.words));
            self.links("Guide", &up, chapters)
        } else {
            String::new()
        };
        let title = if self.path == "index.html" {
            "maycrawl".to_owned()
        } else {
            format!("{} · maycrawl", self.title)
        };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{}</title>\n<link rel=\"stylesheet\" href=\"{up}style.css\">\n\
             {site}{chapters}<main>\n{}</main>\n</html>\n",
            escape(&title),
            self.body
        )
    }

    /// A navigation. `up` leads from this page to the root of the site.
    fn links<'p>(
        &self,
        label: &str,
        up: &str,
        pages: impl Iterator<Item = (&'p str, &'p str)>,
    ) -> String {
        let mut text = format!("<nav aria-label=\"{label}\">");
        for (path, words) in pages {
            let current = if path == self.path { " aria-current=\"page\"" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "<a href=\"{up}{path}\"{current}>{}</a>", escape(words));
        }
        text.push_str("</nav>\n");
        text
    }
}

/// Markdown as HTML, for the page at `path`. Raw HTML becomes text, pictures become their description, links to documents
/// of the repository become links to pages, and headings get an `id`.
fn render(path: &str, markdown: &str) -> String {
    let mut anchors = Anchors::of(markdown);
    let events = parse(markdown).flat_map(|event| {
        let event = match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = anchors.next().filter(|_| level as u8 > 1).map(CowStr::from);
                Event::Start(Tag::Heading { level, id, classes, attrs })
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = CowStr::from(documents::link(path, &dest_url));
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            other => other,
        };
        let (before, after) = match event {
            Event::Start(Tag::Table(_)) => (Some(Event::Html(TABLE.into())), None),
            Event::End(TagEnd::Table) => (None, Some(Event::Html("</div>\n".into()))),
            _ => (None, None),
        };
        [before, Some(event), after].into_iter().flatten()
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text
}

/// The events of Markdown whose source can put no element of its own into a page.
pub(crate) fn parse(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        other => Some(other),
    })
}

/// A table. Cells are HTML.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!("{TABLE}<table>\n<thead><tr>");
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
    let events = parse(markdown).filter(|event| {
        !matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph))
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text.trim_end().to_owned()
}

/// Text in a fixed-width font.
pub(crate) fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Markdown, and the HTML of it on the page `guide/getting-started.html`.
    const ROWS: &[(&str, &str)] = &[
        ("a < b & c", "<p>a &lt; b &amp; c</p>\n"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a <b onclick='x'>b</b>", "<p>a &lt;b onclick='x'&gt;b&lt;/b&gt;</p>\n"),
        ("`<img src=x>`", "<p><code>&lt;img src=x&gt;</code></p>\n"),
        ("![a picture](https://shop.example/a.png)", "<p>a picture</p>\n"),
        ("[a](javascript:alert)", "<p><a href=\"#\">a</a></p>\n"),
        (
            "[a](https://shop.example/?a&b)",
            "<p><a href=\"https://shop.example/?a&amp;b\">a</a></p>\n",
        ),
        ("[a](recipes.md#check-it)", "<p><a href=\"../guide/recipes.html#check-it\">a</a></p>\n"),
        ("[a](../security.md)", "<p><a href=\"../security.html\">a</a></p>\n"),
        ("[a](../pages/results.md)", "<p><a href=\"../results.html\">a</a></p>\n"),
        ("## Why, and `how`?", "<h2 id=\"why-and-how\">Why, and <code>how</code>?</h2>\n"),
        ("# One\n\n## One", "<h1>One</h1>\n<h2 id=\"one-1\">One</h2>\n"),
        (
            "```console live\n$ a > b\n```",
            "<pre><code class=\"language-console\">$ a &gt; b\n</code></pre>\n",
        ),
    ];

    #[test]
    fn markdown_becomes_html_and_nothing_in_it_becomes_an_element() {
        for (markdown, expected) in ROWS {
            assert_eq!(render("guide/getting-started.html", markdown), *expected, "{markdown}");
        }
    }
}
