//! The documentation site, made from the sources that it documents.
//!
//! What can be computed is: the meaning of each result code is what the policy's state machine does, the differences
//! of the profiles are what the two readings say of the same file, and the lints, crawlers and recipes are the tables
//! of the library. So no page can say something that the program does not do.

#![forbid(unsafe_code)]

mod crawlers;
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
    pages.extend(lints::pages());
    let mut files: Vec<_> = pages.iter().map(|page| (page.path.clone(), page.to_html())).collect();
    files.push(("style.css".to_owned(), include_str!("style.css").to_owned()));
    files
}
