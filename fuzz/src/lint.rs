//! Any bytes can be linted: findings are sorted and inside the file, fixes can be applied, and fixes that promise to
//! keep verdicts do so.

use maycrawl::{Crawler, Profile, RobotsTxt, as_written};
use maycrawl_lint::{FixEffect, LintOptions, apply_fixes, lint, lint_with};

const URLS: [&str; 4] =
    ["https://example.com/", "http://h/a/index.html?b=1", "/%C3%A4*$", "http://h?q"];

/// Panics if that is not so.
pub fn check(file: &[u8]) {
    for profile in Profile::ALL {
        let robots = RobotsTxt::parse_with(file, profile);
        let found = lint_with(&robots, &LintOptions::new().limit(usize::MAX)).diagnostics;
        let mut before = 0;
        for finding in &found {
            assert!(finding.span.start >= before && finding.span.end >= finding.span.start);
            assert!(finding.span.end as usize <= file.len());
            before = finding.span.start;
            let position = finding.position(file);
            assert!(position.end_column >= position.column);
        }
        let keeps = |effect| effect == FixEffect::KeepsVerdicts;
        let fixes = found.iter().filter_map(|finding| finding.fix.as_ref());
        let fixed = apply_fixes(file, fixes.filter(|fix| keeps(fix.effect)));
        let again = RobotsTxt::parse_with(&fixed, profile);
        for crawler in
            [Crawler::GOOGLEBOT_IMAGE, Crawler::ADSBOT_GOOGLE, Crawler::from_token("AI2Bot")]
        {
            let rules = [robots.rules_for(&crawler), again.rules_for(&crawler)];
            for url in URLS {
                assert_eq!(
                    rules[0].check(as_written(url)).decision(),
                    rules[1].check(as_written(url)).decision()
                );
            }
        }
        let all = found.iter().filter_map(|finding| finding.fix.as_ref());
        let _ = lint(&RobotsTxt::parse_with(&apply_fixes(file, all), profile));
    }
}
