//! The rules of many crawlers and many paths: the same verdicts as one at a time, and nothing compiled twice.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use maycrawl::crawler::KnownCrawler;
use maycrawl::{Crawler, Profile, RobotsTxt, UrlPath, as_written};
use maycrawl_testdata::random::Random;

const PATHS: &[&str] = &["/", "/a", "/a/b", "/b/a", "/robots.txt", "/%7Ea", "/c.txt"];

fn crawlers() -> Vec<Crawler> {
    let known = KnownCrawler::all().iter().map(Crawler::from);
    known.chain(["ExampleBot", "a", ""].map(Crawler::from_token)).collect()
}

/// Groups of known and unknown names, with rules for some of [`PATHS`].
fn random_file(random: &mut Random) -> String {
    let names = ["*", "Googlebot", "googlebot-image", "GPTBot", "bingbot", "a", "AdsBot-Google"];
    let rules = ["/", "/a", "/a/b$", "/*.txt", "/%7ea", "/b*", ""];
    let mut file = String::new();
    for _ in 0..random.below(5) {
        for _ in 0..=random.below(2) {
            file.push_str(&format!("User-agent: {}\n", names[random.below(7) as usize]));
        }
        for _ in 0..random.below(4) {
            let kind = ["Allow", "Disallow"][random.below(2) as usize];
            file.push_str(&format!("{kind}: {}\n", rules[random.below(7) as usize]));
        }
    }
    file
}

#[test]
fn rules_for_each_gives_every_crawler_the_verdicts_of_its_own_rules() {
    let crawlers = crawlers();
    let mut random = Random(7);
    for profile in Profile::ALL {
        for _ in 0..40 {
            let file = random_file(&mut random);
            let robots = RobotsTxt::parse_with(file.as_bytes(), profile);
            let sets = robots.rules_for_each(&crawlers);
            assert_eq!(sets.len(), crawlers.len());
            for url in PATHS {
                let verdicts: Vec<_> = sets.check(as_written(*url)).collect();
                assert_eq!(verdicts.len(), crawlers.len());
                for (index, crawler) in crawlers.iter().enumerate() {
                    let own = robots.rules_for(crawler);
                    let what = || format!("{}, {}, {url}\n{file}", profile.name, crawler.token());
                    assert_eq!(verdicts[index], own.check(as_written(*url)), "{}", what());
                    assert_eq!(
                        sets.get(index).unwrap().check(as_written(*url)),
                        own.check(as_written(*url)),
                        "{}",
                        what()
                    );
                }
            }
        }
    }
}

#[test]
fn crawlers_that_obey_the_same_lines_share_one_rule_set() {
    let rows: &[(&str, &[&str], usize, &str)] = &[
        ("", &["Googlebot", "bingbot"], 1, "an empty file has nothing for anyone"),
        ("User-agent: *\nDisallow: /a\n", &["Googlebot", "bingbot", "GPTBot"], 1, "all obey `*`"),
        (
            "User-agent: *\nDisallow: /a\n\nUser-agent: bingbot\nDisallow: /a\n",
            &["Googlebot", "bingbot"],
            2,
            "equal rules on other lines give other reasons",
        ),
        ("User-agent: *\nDisallow: /a\n", &["Googlebot", "AdsBot-Google"], 2, "AdsBot ignores `*`"),
        (
            "User-agent: *\nDisallow: /a\n",
            &["Googlebot", "Google-Safety"],
            2,
            "one ignores the file",
        ),
        (
            "User-agent: bingbot\n\nUser-agent: x\nDisallow: /\n",
            &["bingbot", "a"],
            2,
            "one has a group",
        ),
        ("User-agent: *\nDisallow: /a\n", &[], 0, "no crawler needs no rules"),
    ];
    for (file, names, distinct, why) in rows {
        let crawlers: Vec<_> = names.iter().map(|name| Crawler::from_token(name)).collect();
        let sets = RobotsTxt::parse(file.as_bytes()).rules_for_each(&crawlers);
        assert_eq!(sets.distinct().len(), *distinct, "{why}");
        assert_eq!(sets.check(as_written("/a")).count(), names.len(), "{why}");
        assert_eq!(sets.is_empty(), names.is_empty(), "{why}");
        assert!(sets.get(names.len()).is_none(), "{why}");
    }
}

#[test]
fn check_all_gives_one_verdict_a_path_in_their_order() {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nAllow: /a/b$\n");
    let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    let paths: Vec<_> =
        PATHS.iter().map(|path| UrlPath::from_url(as_written(path), Profile::GOOGLE)).collect();
    let lines: Vec<_> = rules.check_all(&paths).map(|verdict| verdict.line()).collect();
    let one_at_a_time: Vec<_> =
        PATHS.iter().map(|path| rules.check(as_written(*path)).line()).collect();
    assert_eq!(lines, one_at_a_time);
    assert_eq!(lines[1..3], [Some(2), Some(3)]);
}
