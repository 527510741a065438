//! A sitemap at hand, as a list.

use crate::sitemap::{
    Sitemap, SitemapItem, SitemapKind, SitemapProblem, SitemapProblemKind, SitemapUrl,
};

/// The URLs of a sitemap, as far as they are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SitemapList {
    /// URLs, or sitemaps of an index, at most as many as were asked for.
    pub urls: Vec<SitemapUrl>,
    /// What it is.
    pub kind: Option<SitemapKind>,
    /// What is wrong with it: the first hundred.
    pub problems: Vec<SitemapProblem>,
    /// URLs, sitemaps and problems that were left out.
    pub left_out: u64,
}

/// At most `most` URLs of the sitemap in `bytes`, compressed or not, and what was left out counted.
///
/// ```
/// let list = maycrawl_site::sitemap_urls(b"https://shop.example/a\nhttps://shop.example/b\n", 1);
/// assert_eq!((list.urls.len(), list.left_out), (1, 1));
/// ```
#[must_use]
pub fn sitemap_urls(bytes: &[u8], max: usize) -> SitemapList {
    const MAX_PROBLEMS: usize = 100;
    let mut sitemap = Sitemap::new(bytes);
    let mut list = SitemapList::default();
    for item in sitemap.by_ref() {
        match item {
            SitemapItem::Url(url) | SitemapItem::Sitemap(url) if list.urls.len() < max => {
                list.urls.push(url);
            }
            SitemapItem::Problem(problem) if list.problems.len() < MAX_PROBLEMS => {
                if let SitemapProblemKind::Beyond(count) = problem.trouble {
                    list.left_out += count;
                }
                list.problems.push(problem);
            }
            _ => list.left_out += 1,
        }
    }
    list.kind = sitemap.kind();
    list
}
