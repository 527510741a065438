//! The documentation site, made from the sources that it documents.
//!
//! A page is Markdown in `docs/`. Where it has a marker such as `<!-- made: crawlers -->`, what can be computed is
//! computed: the meaning of a result code is what the policy does when it is asked, the differences of the profiles are
//! what the readings say of one file, the description of the API is the one that the service answers, and the lints,
//! crawlers and recipes are the tables of the library. So these pages say what the program does. mdBook builds the
//! site.

#![forbid(unsafe_code)]

mod api;
mod book;
mod crawlers;
mod headings;
mod html;
mod lints;
mod markdown;
mod pages;
mod profiles;
mod readers;
mod recipes;
mod references;
mod results;
mod statements;
mod uses;

pub use book::build;
pub use pages::{Page, pages};
pub use statements::{Held, Statement, statements};

/// The anchors of the headings of a Markdown document, as GitHub makes them.
#[must_use]
pub fn anchors(markdown: &str) -> Vec<String> {
    headings::Anchors::of(markdown).collect()
}

/// The targets of the links of a Markdown document.
#[must_use]
pub fn links(markdown: &str) -> Vec<String> {
    let links = markdown::parse(markdown).filter_map(|event| match event {
        pulldown_cmark::Event::Start(
            pulldown_cmark::Tag::Link { dest_url, .. }
            | pulldown_cmark::Tag::Image { dest_url, .. },
        ) => Some(dest_url.into_string()),
        _ => None,
    });
    links.collect()
}

/// The Rust code in the documents, compiled and run as documentation tests.
#[cfg(doctest)]
mod examples {
    #[doc = include_str!("../guide/embedding-the-library.md")]
    mod library {}
    #[doc = include_str!("../guide/run-for-a-fleet.md")]
    mod fleet {}
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../crates/maycrawl/README.md")]
    mod core {}
    #[doc = include_str!("../../crates/maycrawl-uses/README.md")]
    mod uses {}
    #[doc = include_str!("../../crates/maycrawl-effects/README.md")]
    mod effects {}
    #[doc = include_str!("../../crates/maycrawl-readers/README.md")]
    mod readers {}
    #[doc = include_str!("../../crates/maycrawl-lint/README.md")]
    mod lint {}
    #[doc = include_str!("../../crates/maycrawl-policy/README.md")]
    mod policy {}
    #[doc = include_str!("../../crates/maycrawl-fetch/README.md")]
    mod fetch {}
    #[doc = include_str!("../../crates/maycrawl-site/README.md")]
    mod site {}
    #[doc = include_str!("../../crates/maycrawl-audit/README.md")]
    mod audit {}
    #[doc = include_str!("../../crates/maycrawl-server/README.md")]
    mod server {}
    #[doc = include_str!("../../crates/maycrawl-cli/README.md")]
    mod cli {}
}
