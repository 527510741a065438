//! Any bytes are accepted as a page and as a header field, and a `noindex` before all other directives stays in effect.

use maycrawl::Crawler;
use maycrawl_site::{DirectiveSource, Directives, EffectiveDirectives, Page, canonical_of_link};

/// Panics if that is not so.
pub fn check(bytes: &[u8]) {
    let url = Some("https://h.example/");
    let page = Page::read(bytes, None, url);
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    for directives in page.directives.iter().chain(&page.outside_head) {
        assert!(
            matches!(directives.place, DirectiveSource::Meta(line) if (1..=lines).contains(&line))
        );
    }
    let _ = canonical_of_link(bytes, url);
    let first = [&b"<meta name=robots content=noindex>"[..], bytes].concat();
    let page = Page::read(&first, None, url);
    let fields = Directives::from_header(bytes, 1);
    let all = page.directives.iter().chain(&fields);
    assert!(EffectiveDirectives::for_crawler(all, &Crawler::GOOGLEBOT).no_index.is_some());
}
