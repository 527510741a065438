//! The documents of the repository that are pages of the site, and the links between them.

use crate::html::Page;

/// A chapter of the guide.
pub(crate) struct Chapter {
    /// The page, from the root of the site.
    pub(crate) path: &'static str,
    /// The words of its link in the navigation.
    pub(crate) words: &'static str,
    markdown: &'static str,
}

/// The guide, in the order in which it is read.
pub(crate) const CHAPTERS: [Chapter; 7] = [
    Chapter {
        path: "guide/getting-started.html",
        words: "Getting started",
        markdown: include_str!("../guide/getting-started.md"),
    },
    Chapter {
        path: "guide/reading-a-verdict.html",
        words: "Reading a verdict",
        markdown: include_str!("../guide/reading-a-verdict.md"),
    },
    Chapter {
        path: "guide/recipes.html",
        words: "Writing a robots.txt",
        markdown: include_str!("../guide/recipes.md"),
    },
    Chapter {
        path: "guide/changing-a-file.html",
        words: "Changing a robots.txt",
        markdown: include_str!("../guide/changing-a-file.md"),
    },
    Chapter {
        path: "guide/editor.html",
        words: "Using an editor",
        markdown: include_str!("../guide/editor.md"),
    },
    Chapter {
        path: "guide/running-the-service.html",
        words: "Running the service",
        markdown: include_str!("../guide/running-the-service.md"),
    },
    Chapter {
        path: "guide/embedding-the-library.html",
        words: "Embedding the library",
        markdown: include_str!("../guide/embedding-the-library.md"),
    },
];

/// The pages of the guide, each with a link to the next one.
pub(crate) fn guide() -> impl Iterator<Item = Page> {
    CHAPTERS.iter().enumerate().map(|(i, chapter)| {
        let next = CHAPTERS.get(i + 1).map_or_else(String::new, |next| {
            format!("<p>Next: <a href=\"../{}\">{}</a></p>\n", next.path, next.words)
        });
        Page::from_markdown(chapter.path, chapter.markdown, &next)
    })
}

/// A link of a page of the site. A link to a document of the repository becomes a link to its page; a link of another scheme
/// than http and https leads nowhere.
pub(crate) fn link(page: &str, link: &str) -> String {
    let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
    if let Some((scheme, _)) = target.split_once(':') {
        return if matches!(scheme, "http" | "https") { link.to_owned() } else { "#".to_owned() };
    }
    let Some(document) = target.strip_suffix(".md") else { return link.to_owned() };
    // Pages lie as the documents do in `docs`, but those of `docs/pages` lie at the root.
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in document.split('/') {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    let path = parts.join("/");
    let path = path.strip_prefix("pages/").unwrap_or(&path);
    let up = "../".repeat(page.matches('/').count());
    let hash = if fragment.is_empty() { "" } else { "#" };
    format!("{up}{path}.html{hash}{fragment}")
}
