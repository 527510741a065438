//! Any bytes are accepted as a robots.txt: lines are in order, three ways to decide agree, and printing and
//! parsing again changes no verdict.

use maycrawl::line::Lines;
use maycrawl::{Crawler, Profile, RobotsTxt, as_written, check_once};

const URLS: [&str; 4] =
    ["https://example.com/", "http://h/a/index.html?b=1", "/%C3%A4*$", "http://h?q"];

/// Panics if that is not so.
pub fn check(file: &[u8]) {
    for profile in
        [Profile::GOOGLE, Profile::GOOGLE_2019, Profile::RFC9309, Profile::GOOGLE.verbatim()]
    {
        let robots = RobotsTxt::parse_with(file, profile);
        assert_eq!(Lines::new(robots.as_bytes(), profile).count(), robots.line_count() as usize);
        let mut before = 0;
        for line in robots.lines() {
            assert!(line.span.start >= before && line.span.end >= line.span.start);
            assert!(line.text.len() <= maycrawl::line::LINE_LIMIT);
            before = line.span.end;
        }
        let _ = (
            robots.other_lines().count(),
            robots.sitemaps().filter(maycrawl::robots_txt::Sitemap::is_absolute).count(),
        );
        let printed = robots.to_bytes();
        let again = RobotsTxt::parse_with(&printed, profile);
        assert_eq!(again.to_bytes(), printed);
        for crawler in
            [Crawler::GOOGLEBOT_IMAGE, Crawler::ADSBOT_GOOGLE, Crawler::from_token("AI2Bot")]
        {
            let rules = robots.rules_for(&crawler);
            let rules_again = again.rules_for(&crawler);
            for url in URLS {
                let verdict = rules.check(as_written(url));
                assert_eq!(check_once(file, &crawler, as_written(url), profile), verdict);
                assert_eq!(rules_again.check(as_written(url)).decision(), verdict.decision());
            }
            assert_eq!(
                robots.explain(&crawler, as_written(URLS[1])).verdict,
                rules.check(as_written(URLS[1]))
            );
        }
    }
}
