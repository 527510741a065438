//! What a *disallowed* verdict means for search results: blocked is not the same as kept out.

use maycrawl::{Crawler, KnownCrawler, Purpose, Reason, Verdict};
use maycrawl_site::FileKind;

/// The sentence for a site owner if a rule disallows `path`; none for crawlers that make no search results.
///
/// Google, *Introduction to robots.txt*: "it is not a mechanism for keeping a web page out of Google".
pub(crate) fn consequence(
    verdict: &Verdict<'_>,
    crawler: &Crawler,
    path: &[u8],
) -> Option<&'static str> {
    if verdict.is_allowed() || !matches!(verdict.reason(), Reason::Rule(_)) {
        return None;
    }
    let known = KnownCrawler::find(crawler.token());
    let lists = known.is_none_or(|known| {
        use Purpose::{AiSearch, Images, News, Search, Video};
        matches!(known.purpose, Search | Images | Video | News | AiSearch)
    });
    let is_google = known.is_some_and(|known| known.operator == "Google");
    match FileKind::of_path(path) {
        _ if !lists => None,
        kind if is_google => Some(kind.when_disallowed()),
        FileKind::Resource => None,
        _ => Some(FileKind::Page.when_disallowed()),
    }
}

#[cfg(test)]
mod tests {
    use maycrawl::{Crawler, RobotsTxt};

    use super::consequence;

    /// Crawler, path, and how the sentence begins.
    const ROWS: &[(&str, &str, Option<&str>)] = &[
        ("Googlebot", "/p/x.html", Some("Its URL may still be listed")),
        ("Googlebot", "/p/", Some("Its URL may still be listed")),
        ("Googlebot-Image", "/p/Cat.JPG?w=1", Some("It is not shown")),
        ("Googlebot", "/p/app.js", Some("It is not fetched for rendering")),
        ("Googlebot", "/p/a.pdf", Some("Google's introduction is of two minds")),
        ("bingbot", "/p/cat.jpg", Some("Its URL may still be listed")),
        ("bingbot", "/p/app.js", None),
        ("GPTBot", "/p/x.html", None),
        ("ExampleBot", "/p/x.html", Some("Its URL may still be listed")),
        ("Googlebot", "/open", None),
    ];

    #[test]
    fn a_blocked_url_is_told_apart_from_one_that_is_kept_out() {
        let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /p/\n");
        for (name, path, expected) in ROWS {
            let crawler = Crawler::named(name);
            let rules = robots.rules_for(&crawler);
            let said = consequence(&rules.check(path), &crawler, path.as_bytes());
            let starts = said.zip(*expected).is_some_and(|(said, start)| said.starts_with(start));
            assert!(starts || (said.is_none() && expected.is_none()), "{name} {path}: {said:?}");
        }
    }
}
