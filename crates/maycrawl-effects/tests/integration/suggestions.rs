//! Suggestions: changes of a file that flip a verdict.

use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Decision, RobotsTxt, as_written};
use maycrawl_effects::suggestion::{Directory, OtherUrls, Reach, SuggestionKind};
use maycrawl_effects::suggestions_for;
use proptest::prelude::*;

/// A file, a crawler, a URL, and the suggestions that are not about a directory, the smallest first.
const ROWS: &[(&str, &str, &str, &[&str])] = &[
    // A rule for this URL only comes first, then a change of the deciding line.
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
    // If the deciding line is removed, another line decides and also disallows, so the removal is not suggested.
    (
        "User-agent: *\nDisallow: /\nDisallow: /a\n",
        "Googlebot",
        "/a/b",
        &["add \"Allow: /a/b$\" after line 3", "change the field on line 3 to Allow"],
    ),
    // For a rule about this URL only, the removal comes first.
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
    // The existing allow is as long as a new disallow and would win the tie, so only its own line can be changed.
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
    // The next group would get the names of a group whose only rule is removed.
    (
        "User-agent: *\nDisallow: /a\n\nUser-agent: b\nDisallow: /c\n",
        "Googlebot",
        "/a/b",
        &["add \"Allow: /a/b$\" after line 2", "change the field on line 2 to Allow"],
    ),
    // If no rule matches or the group has none, the new rule goes to the end of the followed group.
    (
        "User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nAllow: /y\n\nUser-agent: b\nAllow: /\n",
        "Googlebot",
        "/a",
        &["add \"Disallow: /a$\" after line 5"],
    ),
    ("User-agent: Googlebot\n", "Googlebot", "/a", &["add \"Disallow: /a$\" after line 1"]),
    ("User-agent: *\nDisallow:\n", "Googlebot", "/a", &["add \"Disallow: /a$\" after line 2"]),
    // No group applies to the crawler.
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
    // For a crawler that ignores robots.txt no change has an effect.
    ("User-agent: *\nDisallow: /\n", "FeedFetcher-Google", "/a", &[]),
];

#[test]
fn suggestions_begin_with_the_smallest() {
    for (file, agent, url, expected) in ROWS {
        let robots = RobotsTxt::parse(file.as_bytes());
        let changes = suggestions_for(&robots, &Crawler::from_token(agent), as_written(url));
        let about_url = changes.iter().filter(|change| change.directory.is_none());
        let offered: Vec<_> = about_url.map(ToString::to_string).collect();
        assert_eq!(&offered, expected, "{agent} {url} in {file:?}");
    }
}

/// A suggestion about a directory, and the path where another rule still decides.
type OfDirectory = (&'static str, &'static str);

/// A file, a crawler, a URL, and the suggestions about the directory.
const DIRECTORIES: &[(&str, &str, &str, &[OfDirectory])] = &[
    // In the group, for all its crawlers; then for this crawler only, which must keep the rules that it obeys.
    (
        "User-agent: *\nDisallow: /shop\nDisallow: /b\n",
        "Googlebot",
        "/shop/shoes/red.html?size=7",
        &[
            ("add \"Allow: /shop/shoes/\" after line 2", ""),
            (
                "add a group at the end: \"User-agent: Googlebot\", \"Allow: /shop/shoes/\", and the 2 lines that it follows now",
                "",
            ),
        ],
    ),
    // The new group repeats what is said about uses too: without the line, training would no longer be refused.
    (
        "User-agent: *\nContent-Signal: ai-train=no\nDisallow: /a/\n",
        "GPTBot",
        "/a/b",
        &[(
            "add a group at the end: \"User-agent: GPTBot\", \"Allow: /a/\", and the 2 lines that it follows now",
            "",
        )],
    ),
    // The crawler's own group is already only for this crawler.
    (
        "User-agent: googlebot\nDisallow: /a\n",
        "Googlebot",
        "/a/b/c",
        &[("add \"Allow: /a/b/\" after line 2", "")],
    ),
    // So is the group of a name that is read only up to its digit.
    (
        "User-agent: bot7\nDisallow: /a\n",
        "bot7",
        "/a/b/c",
        &[("add \"Allow: /a/b/\" after line 2", "")],
    ),
    // A crawler that shares its group gets a second group with its name. Both are one group, so nothing is repeated.
    (
        "User-agent: bingbot\nUser-agent: Googlebot\nDisallow: /a\n",
        "Googlebot",
        "/a/b/c",
        &[
            ("add \"Allow: /a/b/\" after line 3", ""),
            ("add a group at the end: \"User-agent: Googlebot\", \"Allow: /a/b/\"", ""),
        ],
    ),
    // For all crawlers: every group that decides otherwise gets the rule, and no other group.
    (
        "User-agent: *\nDisallow: /a\n\nUser-agent: bingbot\nDisallow: /a/\n\nUser-agent: GPTBot\nDisallow: /c\n",
        "bingbot",
        "/a/b/c",
        &[("add \"Allow: /a/b/\" after line 5", ""), ("add \"Allow: /a/b/\" after lines 2, 5", "")],
    ),
    // Who closes the whole site for a crawler means it. Only for this crawler itself it is opened.
    (
        "User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /a/\n",
        "bingbot",
        "/a/b/c",
        &[("add \"Allow: /a/b/\" after line 9", ""), ("add \"Allow: /a/b/\" after lines 2, 9", "")],
    ),
    (
        "User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n",
        "GPTBot",
        "/a/b",
        &[("add \"Allow: /a/\" after line 5", ""), ("add \"Allow: /a/\" after lines 2, 5", "")],
    ),
    // If no group speaks for all crawlers, there is a new one.
    (
        "User-agent: bingbot\nDisallow: /c\n",
        "bingbot",
        "/a/b",
        &[
            ("add \"Disallow: /a/\" after line 2", ""),
            ("add \"Disallow: /a/\" after line 2, and in a new group for *", ""),
        ],
    ),
    // A longer rule still decides for a part of the directory.
    (
        "User-agent: bingbot\nDisallow: /a\nDisallow: /a/private/\n",
        "bingbot",
        "/a/b",
        &[("add \"Allow: /a/\" after line 2", "/a/private/page.html")],
    ),
    // A rule about this very directory can be changed itself, and only this crawler can be treated otherwise.
    (
        "User-agent: *\nDisallow: /a/\n",
        "Googlebot",
        "/a/b",
        &[(
            "add a group at the end: \"User-agent: Googlebot\", \"Allow: /a/\", and the line that it follows now",
            "",
        )],
    ),
    // The directory of a page at the top is the whole site: too much. The root itself stands for the site.
    ("User-agent: bingbot\nDisallow: /a\n", "bingbot", "/about.html", &[]),
    // A closed site is opened first, whatever the URL. Beside an exception, the line is meant.
    (
        "User-agent: *\nDisallow: /\n",
        "bingbot",
        "/about.html",
        &[("change the field on line 2 to Allow", "")],
    ),
    (
        "User-agent: *\nDisallow: /\nDisallow: /a\n",
        "bingbot",
        "/",
        &[
            ("remove line 2", "/a"),
            (
                "add a group at the end: \"User-agent: bingbot\", \"Allow: /\", and the 2 lines that it follows now",
                "/a",
            ),
        ],
    ),
    ("User-agent: *\nDisallow: /\nAllow: /p/\n", "bingbot", "/about.html", &[]),
    ("User-agent: bingbot\nDisallow: /\n", "bingbot", "/about.html", &[]),
    (
        "User-agent: *\nDisallow: /\n",
        "bingbot",
        "/",
        &[
            ("change the field on line 2 to Allow", ""),
            (
                "add a group at the end: \"User-agent: bingbot\", \"Allow: /\", and the line that it follows now",
                "",
            ),
        ],
    ),
    // A rule that would lose is not suggested.
    ("User-agent: bingbot\nAllow: /a/b*c\n", "bingbot", "/a/b/c", &[]),
];

#[test]
fn a_suggestion_about_a_directory_says_for_whom_and_what_it_leaves() {
    for (file, agent, url, expected) in DIRECTORIES {
        let robots = RobotsTxt::parse(file.as_bytes());
        let changes = suggestions_for(&robots, &Crawler::from_token(agent), as_written(url));
        let offered: Vec<_> = changes
            .iter()
            .filter_map(|change| {
                let rest = match &change.directory.as_ref()?.reach {
                    Reach::Whole => String::new(),
                    Reach::Except(path) => String::from_utf8(path.clone()).unwrap(),
                    Reach::Unproved => "unproved".to_owned(),
                };
                Some((change.to_string(), rest))
            })
            .collect();
        let offered: Vec<_> = offered.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(offered, *expected, "{agent} {url} in {file:?}");
    }
}

#[test]
fn a_group_for_one_crawler_changes_nothing_else() {
    let file = "User-agent: *\nDisallow: /shop\nDisallow: /b\nUser-agent: last";
    let robots = RobotsTxt::parse(file.as_bytes());
    let changes = suggestions_for(&robots, &Crawler::GOOGLEBOT, as_written("/shop/a"));
    let added = changes.iter().find(|c| matches!(c.kind, SuggestionKind::AddGroup { .. })).unwrap();
    let changed = added.apply_to(file.as_bytes());
    let expected = "\
User-agent: *
Disallow: /shop
Disallow: /b
User-agent: last
Disallow:

User-agent: Googlebot
Disallow: /shop
Disallow: /b
Allow: /shop/
";
    assert_eq!(str::from_utf8(&changed).unwrap(), expected);
}

/// A file, a URL, and the file after the first suggestion.
const FILES: &[(&str, &str, &str)] = &[
    // The new line has the line end of its neighbour, or of the first line if that one has none. A comment stays with
    // its line.
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
    // A last group without a rule is ended: the new line would join it.
    ("User-agent: b", "/a", "User-agent: b\nDisallow:\n\nUser-agent: Googlebot\nDisallow: /a$\n"),
];

#[test]
fn a_suggestion_keeps_the_rest_of_the_file() {
    for (file, url, expected) in FILES {
        let robots = RobotsTxt::parse(file.as_bytes());
        let change = suggestions_for(&robots, &Crawler::GOOGLEBOT, as_written(url)).swap_remove(0);
        let changed = change.apply_to(file.as_bytes());
        assert_eq!(String::from_utf8(changed).unwrap(), *expected, "{url} in {file:?}");
    }
}

#[test]
fn a_suggestion_names_all_agents_of_the_group() {
    let robots = RobotsTxt::parse(b"User-agent: a\nUser-agent: *\nDisallow: /\n\nUser-agent: c\n");
    let changes = suggestions_for(&robots, &Crawler::GOOGLEBOT, as_written("/x"));
    assert_eq!(changes[0].agents, ["a", "*"]);
}

#[test]
fn a_url_that_cannot_be_written_in_a_line_gets_no_rule() {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    for url in ["/a\nUser-agent: b", "/a b", "/a\x01"] {
        let changes = suggestions_for(&robots, &Crawler::GOOGLEBOT, as_written(url));
        let offered: Vec<_> = changes.iter().map(ToString::to_string).collect();
        assert_eq!(offered, ["change the field on line 2 to Allow"], "{url:?}");
    }
}

proptest! {
    /// Every suggestion flips the verdict. One that is about this URL only flips no other verdict.
    #[test]
    fn a_suggestion_flips_the_verdict(
        lines in prop::collection::vec("(User-agent: (\\*|Googlebot|b)|(Dis)?allow: /[ab*$]{0,3})(\r\n|\n|\r)", 0..12),
        path in "(/[ab]{1,2}){0,2}/[ab]?",
        others in prop::collection::vec("/[ab]{0,4}", 0..6),
    ) {
        let file = lines.concat();
        let robots = RobotsTxt::parse(file.as_bytes());
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        let before = rules.check(as_written(&path));
        let changes = suggestions_for(&robots, &Crawler::GOOGLEBOT, as_written(&path));
        for change in changes {
            let changed = change.apply_to(file.as_bytes());
            let robots = RobotsTxt::parse(&changed);
            let after = robots.rules_for(&Crawler::GOOGLEBOT);
            prop_assert_ne!(before.decision(), after.check(as_written(&path)).decision());
            prop_assert_eq!(change.to == RuleKind::Allow, after.check(as_written(&path)).decision() == Decision::Allowed);
            if matches!(change.kind, SuggestionKind::AddGroup { .. }) {
                let other = Crawler::from_token("b");
                let (before, after) = (RobotsTxt::parse(file.as_bytes()).rules_for(&other), robots.rules_for(&other));
                for path in &others {
                    prop_assert_eq!(before.check(as_written(path)).decision(), after.check(as_written(path)).decision());
                }
            }
            if let Some(Directory { path: directory, reach: Reach::Whole }) = &change.directory {
                let directory = str::from_utf8(directory).unwrap();
                for other in others.iter().map(|other| format!("{directory}{}", &other[1..])) {
                    prop_assert_eq!(change.to == RuleKind::Allow, after.check(as_written(&other)).decision() == Decision::Allowed);
                }
            }
            if change.directory.is_none() && change.to_string().starts_with("add \"") {
                for other in others.iter().filter(|other| **other != path) {
                    prop_assert_eq!(rules.check(as_written(other)).decision(), after.check(as_written(other)).decision());
                }
            }
        }
    }
}

/// A file, a URL, and another path that the rule for only this URL changes, if there is one.
const OTHERS: &[(&str, &str, Option<&str>)] = &[
    ("User-agent: *\nDisallow: /a/\n", "/a/b", None),
    // Google reads `/a/index.html` in an `Allow` as `/a/` too.
    ("User-agent: *\nDisallow: /a/\n", "/a/index.html", Some("/a/")),
    // No rule matches only a literal `*`.
    ("User-agent: *\nDisallow: /a\n", "/a*b", Some("/ab")),
    ("User-agent: *\nDisallow: /a\n", "/a$b", None),
    // A `Disallow` is not read as the directory.
    ("User-agent: *\nAllow: /a/\n", "/a/index.html", None),
];

#[test]
fn a_rule_for_one_url_names_another_url_that_it_changes() {
    for (file, url, other) in OTHERS {
        let robots = RobotsTxt::parse(file.as_bytes());
        let changes = suggestions_for(&robots, &Crawler::GOOGLEBOT, as_written(url));
        let first = changes.iter().find_map(|change| change.others.clone());
        let expected = other.map_or(OtherUrls::None, |other| OtherUrls::Including(other.into()));
        assert_eq!(first, Some(expected), "{url} in {file}");
    }
}

/// Every path of at most three of these after `/`.
fn short_paths() -> Vec<String> {
    const PARTS: [&str; 9] = ["", "a", "/", "index.htm", "index.html", "*", "$", "?", "b"];
    let mut paths = Vec::new();
    for first in PARTS {
        for second in PARTS {
            paths.extend(PARTS.map(|third| format!("/{first}{second}{third}")));
        }
    }
    paths.sort_unstable();
    paths.dedup();
    paths
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_change_that_affects_no_other_url_affects_no_other_url(
        rules in proptest::collection::vec((any::<bool>(), any::<prop::sample::Index>()), 0..4),
        at in any::<prop::sample::Index>(),
    ) {
        let paths = short_paths();
        let mut file = String::from("User-agent: *\n");
        for (allows, at) in rules {
            file += &format!("{}: {}\n", if allows { "Allow" } else { "Disallow" }, at.get(&paths));
        }
        let robots = RobotsTxt::parse(file.as_bytes());
        let (url, crawler) = (at.get(&paths).as_str(), &Crawler::GOOGLEBOT);
        let before = robots.rules_for(crawler);
        for change in suggestions_for(&robots, crawler, as_written(&format!("https://h{url}"))) {
            let changed = change.apply_to(file.as_bytes());
            let after = RobotsTxt::parse(&changed).rules_for(crawler);
            let verdicts = |path: &str| {
                // With a host, because `//a` alone is read as the host `a`.
                let url = format!("https://h{path}");
                [&before, &after].map(|rules| rules.check(as_written(&url)).decision())
            };
            match &change.others {
                Some(OtherUrls::None) => for path in paths.iter().filter(|path| *path != url) {
                    let [before, after] = verdicts(path);
                    prop_assert_eq!(before, after, "{} in {} for {}", path, file, url);
                },
                Some(OtherUrls::Including(path)) => {
                    let path = std::str::from_utf8(path).unwrap();
                    let [before, after] = verdicts(path);
                    prop_assert!(path != url && before != after, "{} in {} for {}", path, file, url);
                }
                _ => {}
            }
        }
    }
}
