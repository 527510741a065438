//! Any bytes are read to an end as a sitemap, and however they come in the same is read.
#![no_main]

use std::io::Read;

use libfuzzer_sys::fuzz_target;
use maycrawl_site::{SitemapItem, LONGEST_URL, Sitemap};

struct Small<'b>(&'b [u8]);

impl Read for Small<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let length = room.len().min(3).min(self.0.len());
        room[..length].copy_from_slice(&self.0[..length]);
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
                assert!(url.loc.chars().count() <= LONGEST_URL);
            }
            SitemapItem::Problem(problem) => assert!(!problem.to_string().chars().any(char::is_control)),
        }
    }
    assert_eq!(items, Sitemap::new(Small(bytes)).collect::<Vec<_>>());
});
