//! What would turn a verdict round.

use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Decision, RobotsTxt};
use proptest::prelude::*;

/// File, crawler, URL, and the changes offered, the smallest first.
const ROWS: &[(&str, &str, &str, &[&str])] = &[
    // A rule for the URL alone comes first, then the line that decides.
    (
        "User-agent: *\nDisallow: /a\n",
        "Googlebot",
        "/a/b",
        &[
            "add \"Allow: /a/b$\" after line 2",
            "change the field on line 2 to Allow",
            "remove line 2",
        ],
    ),
    // A line that is taken away lets another decide, which also disallows: not offered.
    (
        "User-agent: *\nDisallow: /\nDisallow: /a\n",
        "Googlebot",
        "/a/b",
        &["add \"Allow: /a/b$\" after line 3", "change the field on line 3 to Allow"],
    ),
    // A rule for this URL alone is best taken away.
    (
        "User-agent: *\nDisallow: /a$\n",
        "Googlebot",
        "/a",
        &[
            "remove line 2",
            "change the field on line 2 to Allow",
            "add \"Allow: /a$\" after line 2",
        ],
    ),
    // An allow as long as the new rule would win the tie, so only its own line can be changed.
    ("User-agent: *\nAllow: /a$\n", "Googlebot", "/a", &["change the field on line 2 to Disallow"]),
    (
        "User-agent: *\nAllow: /a/\nDisallow: /\n",
        "Googlebot",
        "/a/b",
        &[
            "add \"Disallow: /a/b$\" after line 2",
            "change the field on line 2 to Disallow",
            "remove line 2",
        ],
    ),
    // No rule matches, or the group has none: the end of the group that is followed.
    (
        "User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nAllow: /y\n\nUser-agent: b\nAllow: /\n",
        "Googlebot",
        "/a",
        &["add \"Disallow: /a$\" after line 5"],
    ),
    ("User-agent: Googlebot\n", "Googlebot", "/a", &["add \"Disallow: /a$\" after line 1"]),
    ("User-agent: *\nDisallow:\n", "Googlebot", "/a", &["add \"Disallow: /a$\" after line 2"]),
    // Nobody speaks to the crawler.
    (
        "",
        "Googlebot",
        "/a",
        &["add a group at the end: \"User-agent: Googlebot\", \"Disallow: /a$\""],
    ),
    (
        "User-agent: b\nDisallow: /",
        "Googlebot",
        "/a?b=c",
        &["add a group at the end: \"User-agent: Googlebot\", \"Disallow: /a?b=c$\""],
    ),
    (
        "User-agent: *\nDisallow: /",
        "AdsBot-Google",
        "/a",
        &["add a group at the end: \"User-agent: AdsBot-Google\", \"Disallow: /a$\""],
    ),
    // No file turns a crawler that reads none.
    ("User-agent: *\nDisallow: /\n", "FeedFetcher-Google", "/a", &[]),
];

#[test]
fn changes_are_offered_from_the_smallest() {
    for (file, agent, url, expected) in ROWS {
        let robots = RobotsTxt::parse(file.as_bytes());
        let changes = robots.suggestions_for(&Crawler::from_name(agent), url);
        let offered: Vec<_> = changes.iter().map(ToString::to_string).collect();
        assert_eq!(&offered, expected, "{agent} {url} in {file:?}");
    }
}

/// File and URL, and the whole file after the first change.
const FILES: &[(&str, &str, &str)] = &[
    // The line's own end, the first line's where the last has none, and a comment that stays with its line.
    ("User-agent: *\r\nDisallow: /a\r\n", "/a", "User-agent: *\r\nDisallow: /a\r\nAllow: /a$\r\n"),
    ("User-agent: *\r\nDisallow: /a", "/a", "User-agent: *\r\nDisallow: /a\r\nAllow: /a$"),
    ("User-agent: *\rDisallow: /a\r", "/a", "User-agent: *\rDisallow: /a\rAllow: /a$\r"),
    (
        "User-agent: *\nDisallow: /a # shop\nDisallow: /b\n",
        "/a",
        "User-agent: *\nDisallow: /a # shop\nAllow: /a$\nDisallow: /b\n",
    ),
    ("User-agent: *\nDisallow: /a$\nAllow: /b\n", "/a", "User-agent: *\nAllow: /b\n"),
    (
        "User-agent: b\nAllow: /\n",
        "/a",
        "User-agent: b\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /a$\n",
    ),
    ("User-agent: b", "/a", "User-agent: b\n\nUser-agent: Googlebot\nDisallow: /a$\n"),
];

#[test]
fn a_change_leaves_the_rest_of_the_file_alone() {
    for (file, url, expected) in FILES {
        let robots = RobotsTxt::parse(file.as_bytes());
        let change = robots.suggestions_for(&Crawler::GOOGLEBOT, url).swap_remove(0);
        let changed = change.edit.apply_to(file.as_bytes());
        assert_eq!(String::from_utf8(changed).unwrap(), *expected, "{url} in {file:?}");
    }
}

#[test]
fn whoever_follows_the_group_is_named() {
    let robots = RobotsTxt::parse(b"User-agent: a\nUser-agent: *\nDisallow: /\n\nUser-agent: c\n");
    let changes = robots.suggestions_for(&Crawler::GOOGLEBOT, "/x");
    assert_eq!(changes[0].agents, ["a", "*"]);
}

#[test]
fn a_url_that_fits_on_no_line_gets_no_rule_of_its_own() {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    for url in ["/a\nUser-agent: b", "/a b", "/a\x01"] {
        let changes = robots.suggestions_for(&Crawler::GOOGLEBOT, url);
        let offered: Vec<_> = changes.iter().map(ToString::to_string).collect();
        assert_eq!(offered, ["change the field on line 2 to Allow", "remove line 2"], "{url:?}");
    }
}

proptest! {
    /// A change turns the verdict, and one that speaks of this URL alone turns no other.
    #[test]
    fn a_change_turns_the_verdict(
        lines in prop::collection::vec("(User-agent: (\\*|Googlebot|b)|(Dis)?allow: /[ab*$]{0,3})(\r\n|\n|\r)", 0..12),
        path in "/[ab]{0,3}",
        others in prop::collection::vec("/[ab]{0,4}", 0..6),
    ) {
        let file = lines.concat();
        let robots = RobotsTxt::parse(file.as_bytes());
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        let before = rules.check(&path);
        let changes = robots.suggestions_for(&Crawler::GOOGLEBOT, &path);
        for change in changes {
            let changed = change.edit.apply_to(file.as_bytes());
            let robots = RobotsTxt::parse(&changed);
            let after = robots.rules_for(&Crawler::GOOGLEBOT);
            prop_assert_ne!(before.decision(), after.check(&path).decision());
            prop_assert_eq!(change.to == RuleKind::Allow, after.check(&path).decision() == Decision::Allowed);
            if change.to_string().starts_with("add \"") {
                for other in others.iter().filter(|other| **other != path) {
                    prop_assert_eq!(rules.check(other).decision(), after.check(other).decision());
                }
            }
        }
    }
}
