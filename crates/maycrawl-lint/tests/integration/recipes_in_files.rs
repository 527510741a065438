//! Recipes that are added to a file that exists.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use std::collections::BTreeSet;

use crate::recipes::choice;
use maycrawl::{Crawler, RobotsTxt, as_written};
use maycrawl_effects::{Budget, Change, Region, effects};
use maycrawl_lint::recipe::{RecipeErrorKind, compose, extend};
use maycrawl_testdata::corpus;

fn may(file: &str, crawler: &str, path: &str) -> bool {
    let robots = RobotsTxt::parse(file.as_bytes());
    let rules = robots.rules_for(&Crawler::from_token(crawler));
    rules.check(as_written(&format!("https://www.example.com{path}"))).is_allowed()
}

/// A file, a recipe, what is added.
#[test]
fn new_groups_follow_the_file() {
    let table = [
        ("an empty file", "", "directory=/a/", "# Nothing in /a/\nUser-agent: *\nDisallow: /a/\n"),
        (
            "crawlers with a group of their own are named, those that ignore `*` are not",
            "User-agent: *\nUser-agent: bingbot\nDisallow: /x\n\nUser-agent: AdsBot-Google\nDisallow: /y\n",
            "directory=/a/",
            "\n# Nothing in /a/\nUser-agent: *\nUser-agent: bingbot\nDisallow: /a/\n",
        ),
        (
            "a crawler that gets its first group keeps the rules that it obeyed",
            "User-agent: *\nDisallow: /x\nAllow: /x/y$\n",
            "crawler-directory=GPTBot:/a/",
            "\n# Nothing in /a/ for these crawlers\n# A crawler obeys only one group, so the lines for all crawlers are repeated here\nUser-agent: GPTBot\nDisallow: /a/\nDisallow: /x\nAllow: /x/y$\n",
        ),
        (
            "it keeps what the file says to it about uses and pace, but not what is about the whole file",
            "Host: a.example\nUser-agent: *\ncontent-signal: ai-train=no # why\nCrawl-delay: 5\nDisallow: /x\nContent-Usage: /y train-ai=n\nLicense: https://a.example/l.xml\nClean-param: ref\n",
            "crawler-directory=GPTBot:/a/",
            "\n# Nothing in /a/ for these crawlers\n# A crawler obeys only one group, so the lines for all crawlers are repeated here\nUser-agent: GPTBot\nDisallow: /a/\ncontent-signal: ai-train=no\nCrawl-delay: 5\nDisallow: /x\nContent-Usage: /y train-ai=n\nLicense: https://a.example/l.xml\n",
        ),
        (
            "a crawler that may fetch nothing is still told about uses",
            "User-agent: *\nContent-Signal: ai-train=no\nCrawl-delay: 5\nDisallow: /x\n",
            "crawler-directory=GPTBot:/",
            "\n# These crawlers may not crawl the site\n# A crawler obeys only one group, so the lines for all crawlers are repeated here\nUser-agent: GPTBot\nDisallow: /\nContent-Signal: ai-train=no\n",
        ),
        (
            "what other groups say about uses is not repeated",
            "User-agent: bingbot\nContent-Signal: ai-train=no\nDisallow: /x\n",
            "crawler-directory=GPTBot:/a/",
            "\n# Nothing in /a/ for these crawlers\nUser-agent: GPTBot\nDisallow: /a/\n",
        ),
        (
            "a last group without rules stays apart",
            "User-agent: Bingbot",
            "crawler-directory=GPTBot:/",
            "\nDisallow:\n\n# These crawlers may not crawl the site\nUser-agent: GPTBot\nDisallow: /\n",
        ),
        (
            "an exception is added for everybody",
            "User-agent: *\nDisallow: /a/\n",
            "keep-open=/a/b/",
            "\n# Exception: this may be crawled\nUser-agent: *\nAllow: /a/b/\n",
        ),
        (
            "line ends are those of the file",
            "User-agent: *\r\nDisallow: /x\r\n",
            "crawler-directory=GPTBot:/",
            "\r\n# These crawlers may not crawl the site\r\nUser-agent: GPTBot\r\nDisallow: /\r\n",
        ),
    ];
    for (what, file, recipe, added) in table {
        let extended = extend(file, &[choice(recipe)], &[], &mut Budget::default())
            .unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(extended, format!("{file}{added}"), "{what}");
    }
}

#[test]
fn a_sitemap_is_added_once() {
    let file = "Sitemap: https://a.example/s.xml\n";
    let urls = ["https://a.example/s.xml", "https://a.example/t.xml", "https://a.example/t.xml"];
    assert_eq!(
        extend(file, &[], &urls, &mut Budget::default()).unwrap(),
        format!("{file}\nSitemap: {}\n", urls[1])
    );
}

/// A file, a recipe, the error.
#[test]
fn what_the_file_contradicts_is_refused() {
    let table = [
        (
            "User-agent: GPTBot\nAllow: /blog/\n",
            "ai-training",
            RecipeErrorKind::Conflict,
            "recipe `ai-training` cannot be added: `/blog/page.html` would stay allowed for GPTBot, because line 2 has `Allow: /blog/`; change that line first",
        ),
        (
            "User-agent: *\nAllow: /a/\n",
            "directory=/a/",
            RecipeErrorKind::Conflict,
            "recipe `directory=/a/` cannot be added: `/a/` must be disallowed for Googlebot, but the rule `Allow: /a/` allows it; change that in the file first",
        ),
        (
            "User-agent: *\nAllow: /x\n",
            "staging",
            RecipeErrorKind::WholeSite,
            "recipe `staging` decides about the whole site, so it cannot be added to a file; begin a new file with it",
        ),
        (
            "",
            "only-crawler=Googlebot",
            RecipeErrorKind::WholeSite,
            "recipe `only-crawler=Googlebot` decides about the whole site, so it cannot be added to a file; begin a new file with it",
        ),
    ];
    for (file, recipe, kind, message) in table {
        let error = extend(file, &[choice(recipe)], &[], &mut Budget::default()).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (kind, message), "{file}");
    }
}

/// In real files: a recipe against AI training blocks what it names, and changes nothing for other crawlers.
#[test]
fn real_files_change_only_for_the_crawlers_that_a_recipe_names() {
    let training = [choice("ai-training")];
    let named = compose(&training, &[]).unwrap();
    let (mut added, mut refused) = (0, 0);
    let Some(files) = corpus("recipes in real files") else { return };
    for file in files.iter().step_by(5) {
        let Ok(before) = std::str::from_utf8(&file.bytes) else { continue };
        let Ok(after) = extend(before, &training, &[], &mut Budget::default()) else {
            refused += 1;
            continue;
        };
        added += 1;
        let (old, new) = (RobotsTxt::parse(before.as_bytes()), RobotsTxt::parse(after.as_bytes()));
        for class in Change::new(&old, &new, &mut Budget::default()).classes() {
            let rest: Vec<_> =
                class.crawlers.iter().filter(|name| may(&named, name, "/")).collect();
            if rest.is_empty() && !class.includes_others {
                continue;
            }
            let mut budget = Budget::default();
            let all = Region::everything();
            let changed = effects(class.before, class.after, &all, &mut budget).unwrap();
            assert!(changed.is_none(), "{}: {rest:?}", file.host);
        }
    }
    assert!(added > 300, "{added} files, {refused} refused");
}

/// What the groups of a crawler say about uses, line by line.
fn uses(robots: &RobotsTxt<'_>, crawler: &Crawler) -> BTreeSet<Vec<u8>> {
    let index = robots.group_index();
    let groups: Vec<_> = index.groups(index.followed_by(crawler).class()).collect();
    let fields = ["content-signal", "content-usage", "license"];
    let is_use = |key: &[u8]| fields.iter().any(|field| key.eq_ignore_ascii_case(field.as_bytes()));
    robots
        .other_lines()
        .filter(|line| is_use(line.key) && line.group.is_some_and(|at| groups.contains(&at)))
        .map(|line| line.value.to_vec())
        .collect()
}

/// Real files, with and without a signal in their first group: no recipe withdraws or adds what is said about uses.
#[test]
fn no_recipe_changes_what_is_said_about_uses() {
    let Some(files) = corpus("uses after recipes in real files") else { return };
    let recipes = ["ai-training", "directory=/a/", "crawler-directory=GPTBot:/a/", "ai-search"];
    let mut told = 0;
    for file in files.iter().step_by(20) {
        let Ok(text) = std::str::from_utf8(&file.bytes) else { continue };
        let signal = "Content-Signal: ai-train=no\n";
        let after_name = |name: &str| text.replacen(name, &format!("{name}{signal}"), 1);
        for before in [text.to_owned(), after_name("User-agent: *\n"), after_name("Disallow: /")] {
            for recipe in recipes {
                let choices = [choice(recipe)];
                let Ok(after) = extend(&before, &choices, &[], &mut Budget::default()) else {
                    continue;
                };
                let [old, new] = [&before, &after].map(|text| RobotsTxt::parse(text.as_bytes()));
                for name in
                    ["GPTBot", "CCBot", "OAI-SearchBot", "bingbot", "Googlebot-News", "other"]
                {
                    let crawler = Crawler::from_token(name);
                    let said = uses(&old, &crawler);
                    told += usize::from(!said.is_empty());
                    assert_eq!(said, uses(&new, &crawler), "{} {recipe}", file.host);
                }
            }
        }
    }
    assert!(told > 1_000, "{told} crawlers were told something");
}

/// A crawler that is slowed keeps what it may fetch, and its delay takes the place of the one for all crawlers.
#[test]
fn a_crawler_is_slowed_down_and_nothing_is_opened() {
    let file = "User-agent: *\nCrawl-delay: 4\nDisallow: /x\n";
    let slowed =
        extend(file, &[choice("slow-crawler=CCBot,bingbot:5")], &[], &mut Budget::default());
    let slowed = slowed.unwrap();
    let robots = RobotsTxt::parse(slowed.as_bytes());
    for (name, seconds) in [("CCBot", 5.0), ("bingbot", 5.0), ("ClaudeBot", 4.0)] {
        assert_eq!(robots.crawl_delay(&Crawler::from_token(name)), Some(seconds), "{slowed}");
        assert!(!may(&slowed, name, "/x/y") && may(&slowed, name, "/y"), "{slowed}");
    }
    let file = "User-agent: bingbot\nCrawl-delay: 20\nDisallow: /x\n";
    let error = extend(file, &[choice("slow-crawler=bingbot:5")], &[], &mut Budget::default());
    let error = error.unwrap_err();
    assert_eq!(error.kind(), RecipeErrorKind::Conflict);
    assert!(error.to_string().contains("bingbot would be asked to wait 20 s too"), "{error}");
    let file = "User-agent: *\nCrawl-delay: 20\nDisallow: /x\n";
    let error = extend(file, &[choice("slow-crawler=bingbot:5")], &[], &mut Budget::default());
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("bingbot is asked to wait 20 s now (line 2), so it would be"),
        "{error}"
    );
}

#[test]
fn a_crawler_that_does_not_read_a_delay_is_not_slowed_by_one() {
    let table = [
        ("slow-crawler=Googlebot:5", "Googlebot does not read `Crawl-delay`"),
        ("slow-crawler=YandexBot:5", "YandexBot does not read `Crawl-delay`"),
        ("slow-crawler=bingbot,GPTBot:5", "whether GPTBot reads `Crawl-delay` is not known"),
        ("slow-crawler=bingbot:60", "bingbot reads numbers from 1 to 30"),
        ("slow-crawler=SemrushBot:11", "SemrushBot reads numbers up to 10"),
        ("slow-crawler=MJ12bot:0.5", "MJ12bot reads whole numbers"),
        ("slow-crawler=bingbot", "such as bingbot:10"),
        ("slow-crawler=bingbot:0", "write a number of seconds"),
        ("slow-crawler=bingbot:1e3", "write a number of seconds"),
        ("slow-crawler=bingbot:-1", "write a number of seconds"),
        ("slow-crawler=bingbot:5\nDisallow: /", "write a number of seconds"),
        ("slow-crawler=bingbot:100000", "write a number of seconds"),
    ];
    for (written, told) in table {
        let error = written.parse::<maycrawl_lint::recipe::ChosenRecipe>().unwrap_err();
        assert_eq!(error.kind(), RecipeErrorKind::InvalidValue, "{written}");
        assert!(error.to_string().contains(told), "{error}");
    }
}
