//! The crawler that a `User-Agent` header stands for.

use maycrawl::crawler::KnownCrawler;
use maycrawl::{Crawler, RobotsTxt};

/// The crawler for a `User-Agent` header or a product token: of the tokens in it, the longest one that the file names or
/// that is a known crawler, otherwise the first one. A header never frees a program from `*`, also if the known crawler of
/// that name ignores `*` or the whole file. O(names in the file * bytes of the header).
pub(crate) fn crawler_of(robots: &RobotsTxt<'_>, header: &str) -> Crawler {
    // `+https://example.com/bot` and mail addresses are not names.
    let words =
        || header.split([' ', ';', ',', '(', ')']).filter(|word| !word.contains(['@', ':']));
    let tokens =
        || words().flat_map(|word| word.split(|c| !is_token(c))).filter(|it| !it.is_empty());
    let is_named = |token: &str| {
        let names = |value: &[u8]| {
            let value = value.trim_ascii();
            let end = value.iter().position(|&byte| byte == b'/' || byte.is_ascii_whitespace());
            value[..end.unwrap_or(value.len())].eq_ignore_ascii_case(token.as_bytes())
        };
        KnownCrawler::by_name(token).is_some()
            || robots.groups().any(|group| group.agents().any(|agent| names(agent.value)))
    };
    // Of tokens of one length the first wins.
    let longest =
        tokens().filter(|token| is_named(token)).min_by_key(|token| usize::MAX - token.len());
    let token = longest.or_else(|| tokens().next()).unwrap_or("*");
    let known = Crawler::from_token(token);
    let fallback: Vec<String> = known.chain().skip(1).map(str::to_owned).collect();
    Crawler::with_chain(known.token(), fallback)
}

fn is_token(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}
