//! Compiled rules, the single pass and the explanation give one verdict: the same decision, line and reason.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use maycrawl::crawler::KnownCrawler;
use maycrawl::{Crawler, Profile, Reason, RobotsTxt, Verdict, as_written, check_once};
use proptest::prelude::*;

const FILES: &[&str] = &[
    "",
    "User-agent: *\nDisallow: /\n",
    "User-agent: *\nDisallow:\n",
    "User-agent: *\n",
    "User-agent: Googlebot\nUser-agent: AdsBot-Google\nAllow: /robots.txt$\nDisallow: /\n",
    "User-agent: Google-Safety\nUser-agent: GPTBot\nDisallow: /a\n\nUser-agent: *\nAllow: /a\nDisallow: /*.txt\n",
    "Disallow: /\n",
];

const URLS: &[&str] = &[
    "https://example.com/",
    "https://example.com/a",
    "https://example.com/robots.txt",
    "https://example.com/robots.txt?x",
    "/robots.txt",
    "https://example.com",
];

fn crawlers() -> Vec<Crawler> {
    let known = KnownCrawler::all().iter().map(Crawler::from);
    known.chain([Crawler::from_token("ExampleBot"), Crawler::from_token("")]).collect()
}

fn assert_one_decision(file: &[u8], crawler: &Crawler, url: &str, profile: Profile) {
    let robots = RobotsTxt::parse_with(file, profile);
    let rules = robots.rules_for(crawler);
    let said = |verdict: &Verdict<'_>| {
        (verdict.decision(), verdict.line(), verdict.reason().name(), verdict.to_string())
    };
    let compiled = said(&rules.check(as_written(url)));
    let what = format!("{}, {}, {url}", profile.name, crawler.token());
    assert_eq!(
        said(&check_once(file, crawler, as_written(url), profile)),
        compiled,
        "one pass: {what}"
    );
    assert_eq!(
        said(&robots.explain(crawler, as_written(url)).verdict),
        compiled,
        "explanation: {what}"
    );
}

#[test]
fn every_known_crawler_gets_one_verdict_and_one_reason() {
    for file in FILES {
        for crawler in crawlers() {
            for profile in Profile::ALL {
                for url in URLS {
                    assert_one_decision(file.as_bytes(), &crawler, url, profile);
                }
            }
        }
    }
}

#[test]
fn a_crawler_that_ignores_the_file_also_ignores_it_for_the_file_itself() {
    let crawler = Crawler::from_token("Google-Safety");
    let robots = RobotsTxt::parse_with(b"User-agent: *\nDisallow: /\n", Profile::RFC9309);
    let verdict = robots.rules_for(&crawler);
    let reason = verdict.check(as_written("https://example.com/robots.txt")).reason();
    assert_eq!(reason, Reason::CrawlerIgnoresRobotsTxt);
}

fn line() -> impl Strategy<Value = String> {
    let agent = prop::sample::select(&["*", "Googlebot", "AdsBot-Google", "gptbot/1.2", "x"][..]);
    let pattern = prop::sample::select(
        &["/", "", "/a", "/*a$", "a", "/robots.txt", "/index.htm", "/%41", "/$", "*"][..],
    );
    prop_oneof![
        agent.prop_map(|agent| format!("User-agent: {agent}")),
        pattern.clone().prop_map(|pattern| format!("Disallow: {pattern}")),
        pattern.prop_map(|pattern| format!("Allow: {pattern}")),
        Just(String::new()),
        Just("Sitemap: https://example.com/s.xml".to_owned()),
    ]
}

proptest! {
    #[test]
    fn random_files_get_one_verdict_and_one_reason(
        lines in prop::collection::vec(line(), 0..12),
        crawler in 0..crawlers().len(),
        url in prop::sample::select(&["/", "/a", "/robots.txt", "/index.htm", "/A", "/aa"][..]),
        profile in prop::sample::select(&Profile::ALL[..]),
    ) {
        let file = lines.join("\n");
        assert_one_decision(file.as_bytes(), &crawlers()[crawler], url, profile);
    }
}
