//! Any bytes are read to their end as a sitemap, and the result does not depend on the size of the reads.

use std::io::Read;

use maycrawl_site::{MAX_URL_CHARS, Sitemap, SitemapItem, SitemapProblemKind};

/// A reader that returns at most three bytes at a time.
pub(crate) struct SmallReads<'b>(pub(crate) &'b [u8]);

impl Read for SmallReads<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(3).min(self.0.len());
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

/// Panics if that is not so.
pub fn check(bytes: &[u8]) {
    let items: Vec<SitemapItem> = Sitemap::new(bytes).checking_form().with_resources().collect();
    for item in &items {
        match item {
            SitemapItem::Url(url) | SitemapItem::Sitemap(url) => {
                assert!(url.position.line > 0 && !url.loc.is_empty());
                assert!(url.loc.chars().count() <= MAX_URL_CHARS);
            }
            SitemapItem::Problem(problem) => {
                assert!(!problem.to_string().chars().any(char::is_control));
            }
        }
    }
    // How much of a damaged member is decompressed before its error is seen depends on the reads.
    let is_damaged = |item: &SitemapItem| match item {
        SitemapItem::Problem(problem) => problem.trouble == SitemapProblemKind::Gzip,
        _ => false,
    };
    let again: Vec<SitemapItem> =
        Sitemap::new(SmallReads(bytes)).checking_form().with_resources().collect();
    if !items.iter().chain(&again).any(is_damaged) {
        assert_eq!(items, again);
    }
}
