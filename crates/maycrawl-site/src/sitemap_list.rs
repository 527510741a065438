//! A local sitemap as a list.

use crate::sitemap::{
    Sitemap, SitemapItem, SitemapKind, SitemapProblem, SitemapProblemKind, SitemapUrl,
};

/// The first URLs of a sitemap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SitemapList {
    /// URLs, or sitemaps of an index, at most the requested number.
    pub urls: Vec<SitemapUrl>,
    /// The kind of the sitemap.
    pub kind: Option<SitemapKind>,
    /// The first hundred problems.
    pub problems: Vec<SitemapProblem>,
    /// Number of URLs, sitemaps and problems that are not in the lists.
    pub left_out: u64,
}

/// Lists at most `max` URLs of the sitemap in `bytes`, compressed or not, and counts the rest. O(bytes).
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
