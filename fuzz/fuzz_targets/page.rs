//! Any bytes are a page and a field, and a `noindex` in front of them all is not undone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use maycrawl::Crawler;
use maycrawl_site::{EffectiveDirectives, Directives, Page, DirectiveSource, canonical_of_link};

fuzz_target!(|bytes: &[u8]| {
    let url = Some("https://h.example/");
    let page = Page::read(bytes, None, url);
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    for directives in page.directives.iter().chain(&page.outside_head) {
        assert!(matches!(directives.place, DirectiveSource::Meta(line) if (1..=lines).contains(&line)));
    }
    let _ = canonical_of_link(bytes, url);
    let first = [&b"<meta name=robots content=noindex>"[..], bytes].concat();
    let page = Page::read(&first, None, url);
    let fields = Directives::of_field(bytes, 1);
    let all = page.directives.iter().chain(&fields);
    assert!(EffectiveDirectives::for_crawler(all, &Crawler::GOOGLEBOT).no_index.is_some());
});
