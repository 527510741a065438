//! The documentation site, made from the sources that it documents.
//!
//! What can be computed is computed: the meaning of a result code is what the policy does when it is asked, the
//! differences of the profiles are what the readings say of one file, and the lints, crawlers and recipes are the tables
//! of the library. So these pages say what the program does. The guide and the page on security are Markdown.

#![forbid(unsafe_code)]

mod crawlers;
mod documents;
mod headings;
mod html;
mod lints;
mod profiles;
mod recipes;
mod results;

use html::Page;

/// Every file of the site: its path from the root, and its text.
#[must_use]
pub fn site() -> Vec<(String, String)> {
    let mut pages = vec![
        Page::from_markdown("index.html", include_str!("../pages/index.md"), ""),
        results::page(),
        profiles::page(),
        Page::from_markdown("changes-2019.html", include_str!("../pages/changes-2019.md"), ""),
        crawlers::page(),
        recipes::page(),
        lints::list(),
        Page::from_markdown("security.html", include_str!("../security.md"), ""),
    ];
    pages.extend(documents::guide());
    pages.extend(lints::pages());
    let mut files: Vec<_> = pages.iter().map(|page| (page.path.clone(), page.to_html())).collect();
    files.push(("style.css".to_owned(), include_str!("style.css").to_owned()));
    files
}

/// The anchors of the headings of a Markdown document, as GitHub makes them.
#[must_use]
pub fn anchors(markdown: &str) -> Vec<String> {
    headings::Anchors::of(markdown).collect()
}

/// The targets of the links of a Markdown document.
#[must_use]
pub fn links(markdown: &str) -> Vec<String> {
    let links = html::parse(markdown).filter_map(|event| match event {
        pulldown_cmark::Event::Start(pulldown_cmark::Tag::Link { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    });
    links.collect()
}

/// The Rust code in the documents, compiled and run as documentation tests.
#[cfg(doctest)]
mod examples {
    #[doc = include_str!("../guide/embedding-the-library.md")]
    mod guide {}
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../crates/maycrawl/README.md")]
    mod core {}
    #[doc = include_str!("../../crates/maycrawl-fetch/README.md")]
    mod fetch {}
    #[doc = include_str!("../../crates/maycrawl-site/README.md")]
    mod site {}
    #[doc = include_str!("../../crates/maycrawl-server/README.md")]
    mod server {}
    #[doc = include_str!("../../crates/maycrawl-cli/README.md")]
    mod cli {}
}
