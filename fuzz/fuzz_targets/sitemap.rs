//! Any bytes are read to their end as a sitemap, and the result does not depend on the size of the reads.
#![no_main]

use std::io::Read;

use libfuzzer_sys::fuzz_target;
use maycrawl_site::{MAX_URL_CHARS, Sitemap, SitemapItem};

/// A reader that returns at most three bytes at a time.
struct SmallReads<'b>(&'b [u8]);

impl Read for SmallReads<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(3).min(self.0.len());
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let items: Vec<SitemapItem> = Sitemap::new(bytes).collect();
    for item in &items {
        match item {
            SitemapItem::Url(url) | SitemapItem::Sitemap(url) => {
                assert!(url.line > 0 && !url.loc.is_empty());
                assert!(url.loc.chars().count() <= MAX_URL_CHARS);
            }
            SitemapItem::Problem(problem) => {
                assert!(!problem.to_string().chars().any(char::is_control))
            }
        }
    }
    assert_eq!(items, Sitemap::new(SmallReads(bytes)).collect::<Vec<_>>());
});
