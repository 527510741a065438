//! The parts of an explanation in addition to the verdict: the group, undefined conflicts, the meaning of *disallowed*.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::consequence::FileKind;
use maycrawl::explain::{Difference, RuleFate};
use maycrawl::{Crawler, Profile, RobotsTxt, as_written};

/// A file, a crawler, a path, and the reason with its line and group.
const LOCATIONS: &[(&str, &str, &str, &str)] = &[
    (
        "User-agent: Googlebot\nDisallow: /gp/cart\n",
        "Googlebot",
        "/gp/cart",
        "line 2: Disallow: /gp/cart (group of Googlebot, line 1)",
    ),
    // The line as written, and the name by which the crawler follows the group.
    (
        "user-agent: a\nUSER-AGENT: googleBOT/2.1\n  dissallow:/x # no\n",
        "Googlebot-Image",
        "/x",
        "line 3: dissallow:/x (group of googleBOT/2.1, line 2)",
    ),
    // The better name of two.
    (
        "user-agent: *\nuser-agent: Googlebot\nDisallow /x\n",
        "Googlebot",
        "/x",
        "line 3: Disallow /x (group of Googlebot, line 2)",
    ),
    // Groups of one name are merged; the group of the deciding line is named.
    (
        "user-agent: *\ndisallow: /a\n\nuser-agent: *\ndisallow: /b\n",
        "GPTBot",
        "/b",
        "line 5: disallow: /b (group of *, line 4)",
    ),
    (
        "user-agent: *\ndisallow: /a\n",
        "GPTBot",
        "/b",
        "no rule in the crawler's group matches this URL (group of *, line 1)",
    ),
    (
        "user-agent: *\n",
        "GPTBot",
        "/b",
        "the crawler's group has no rules, so it may fetch everything (group of *, line 1)",
    ),
    (
        "user-agent: *\ndisallow:\n",
        "GPTBot",
        "/b",
        "line 2: an empty disallow restricts nothing (group of *, line 1)",
    ),
    (
        "user-agent: Googlebot\ndisallow: /\n",
        "GPTBot",
        "/b",
        "no group applies to this crawler, so it may fetch everything",
    ),
    (
        "user-agent: *\ndisallow: /\n",
        "AdsBot-Google",
        "/b",
        "no group names this crawler, and it does not follow `*`",
    ),
];

#[test]
fn a_verdict_names_its_group() {
    for (file, name, path, expected) in LOCATIONS {
        let crawler = Crawler::from_token(name);
        let robots = RobotsTxt::parse(file.as_bytes());
        let rules = robots.rules_for(&crawler);
        let located = robots.locate(&crawler, &rules.check(as_written(path)));
        assert_eq!(located.to_string(), *expected, "{file}");
        let trace = robots.explain(&crawler, as_written(path));
        assert_eq!(trace.located, located);
        assert!(trace.to_string().contains(&format!(": {expected}")), "{trace}");
    }
}

/// Rules, a path, and the two lines of the undefined conflict in google, google-2019 and rfc9309.
type Undefined = Option<(u32, u32)>;
const UNDEFINED: &[(&str, &str, [Undefined; 3])] = &[
    ("Allow: /page\nDisallow: /*.htm", "/page.htm", [Some((3, 2)), Some((3, 2)), None]),
    ("Allow: /page\nDisallow: /*.htm", "/page", [None; 3]),
    ("Allow: /$\nDisallow: /", "/", [None; 3]),
    ("Disallow: /\nAllow: /*.htm", "/a.htm", [None, Some((3, 2)), None]),
    ("Allow: /page\nDisallow: /*.ph", "/page.php", [Some((2, 3)), Some((2, 3)), None]),
    ("Disallow: /page\nDisallow: /*.htm", "/page.htm", [None; 3]),
];

#[test]
fn an_undefined_conflict_is_reported_and_decided() {
    for (rules, path, expected) in UNDEFINED {
        let file = format!("User-agent: *\n{rules}\n");
        let mut verdicts = Vec::new();
        let found = Profile::ALL.map(|profile| {
            let robots = RobotsTxt::parse_with(file.as_bytes(), profile);
            let trace = robots.explain(&Crawler::GOOGLEBOT, as_written(path));
            verdicts.push(trace.verdict.decision());
            let text = trace.to_string();
            assert_eq!(text.contains("left undefined"), trace.undefined.is_some(), "{text}");
            trace.undefined.map(|conflict| (conflict.winner.line, conflict.other.line))
        });
        assert_eq!(found, *expected, "{rules} {path}");
        assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "{rules} {path}");
    }
    let robots = RobotsTxt::parse(b"User-agent: *\nAllow: /page\nDisallow: /*.htm\n");
    let trace = robots.explain(&Crawler::GOOGLEBOT, as_written("/page.htm"));
    assert_eq!(
        trace.undefined.unwrap().to_string(),
        "Google's documents of 2019 to 2021 left undefined whether line 2 or line 3 wins; \
         other crawlers may decide differently"
    );
}

#[test]
fn kinds_of_files_by_the_ending_of_the_path() {
    for (path, kind) in [
        ("/", FileKind::Page),
        ("/shop/", FileKind::Page),
        ("/index.html", FileKind::Page),
        ("/a.php?x=b.jpg", FileKind::Page),
        ("/v1.2/about", FileKind::Page),
        ("/a.jpg", FileKind::Media),
        ("/A.PNG?w=8", FileKind::Media),
        ("/film.webm", FileKind::Media),
        ("/song.mp3", FileKind::Media),
        ("/main.css?v=3", FileKind::Resource),
        ("/app.mjs", FileKind::Resource),
        ("/font.woff2", FileKind::Resource),
        ("/paper.pdf", FileKind::Document),
        ("/table.xlsx", FileKind::Document),
    ] {
        assert_eq!(FileKind::from_path(path.as_bytes()), kind, "{path}");
    }
}

#[test]
fn what_disallowed_means_by_crawler_and_kind() {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /p\n");
    for (name, path, expected) in [
        ("Googlebot", "/p/x.html", Some("may still be listed, without a description")),
        ("Googlebot", "/p/x.jpg", Some("not shown in Google's results for images")),
        ("Googlebot-Image", "/p/x.jpg", Some("may still link to it")),
        ("Googlebot", "/p/x.css", Some("not fetched for rendering")),
        ("Googlebot", "/p/x.pdf", Some("contradicts itself")),
        // Only Google says what becomes of media files and resources.
        ("bingbot", "/p/x.jpg", Some("may still be listed, without a description")),
        ("bingbot", "/p/x.css", None),
        ("SomeBot", "/p/x", Some("may still be listed, without a description")),
        // A crawler that makes no search results.
        ("GPTBot", "/p/x", None),
        // Allowed.
        ("Googlebot", "/q", None),
    ] {
        let crawler = Crawler::from_token(name);
        let trace = robots.explain(&crawler, as_written(path));
        let said = trace.consequence.map_or("", FileKind::when_disallowed);
        assert_eq!(trace.consequence.is_some(), expected.is_some(), "{name} {path}: {said}");
        assert!(said.contains(expected.unwrap_or_default()), "{name} {path}: {said}");
        assert!(trace.to_string().contains(said));
    }
}

#[test]
fn an_empty_disallow_and_an_unreachable_file_have_no_consequence() {
    let empty = RobotsTxt::parse(b"User-agent: *\nDisallow:\n");
    assert_eq!(empty.explain(&Crawler::GOOGLEBOT, as_written("/x")).consequence, None);
    let unreachable = maycrawl::Reason::Unreachable(maycrawl::verdict::Unreachable::Network);
    let verdict = maycrawl::Verdict::new(unreachable);
    assert_eq!(verdict.consequence(&Crawler::GOOGLEBOT, b"/x"), None);
}

#[test]
fn profiles_are_found_by_name() {
    assert_eq!(Profile::by_name("Google-2019"), Some(Profile::GOOGLE_2019));
    assert_eq!(Profile::ALL.map(|profile| profile.name), ["google", "google-2019", "rfc9309"]);
}

#[test]
fn no_rule_is_said_to_decide_where_another_reason_does() {
    let file = b"User-agent: *\nDisallow: /\nDisallow: /r\n";
    let deaf = Crawler::from_token("FeedFetcher-Google");
    assert!(deaf.ignores_robots_txt());
    for (profile, crawler, path) in
        [(Profile::RFC9309, Crawler::GOOGLEBOT, "/robots.txt"), (Profile::GOOGLE, deaf, "/r")]
    {
        let robots = RobotsTxt::parse_with(file, profile);
        let trace = robots.explain(&crawler, as_written(path));
        assert!(trace.verdict.is_allowed() && trace.verdict.line().is_none(), "{trace}");
        assert!(trace.matches.iter().all(|rule| rule.fate == RuleFate::Unasked), "{trace}");
        assert!(!trace.to_string().contains("decides"), "{trace}");
    }
}

/// Rules, a path, and the line of the rule that would reverse the verdict if it were written in another way.
type Near = (&'static str, &'static str, Option<(u32, Difference)>);

const NEAR: &[Near] = &[
    ("Disallow: /Shop/\n", "/shop/a", Some((2, Difference::Case))),
    ("Disallow: /shop/\n", "/SHOP/a", Some((2, Difference::Case))),
    ("Disallow: shop/\n", "/shop/a", Some((2, Difference::Slash))),
    ("Disallow: https://a.example/shop/\n", "/shop/a", Some((2, Difference::Url))),
    ("Disallow: https://a.example\n", "/shop/a", Some((2, Difference::Url))),
    ("Disallow: /my folder/\n", "/my%20folder/a", Some((2, Difference::Escapes))),
    ("Disallow: /a\\b\n", "/a/b", Some((2, Difference::Escapes))),
    ("Disallow: /%7Euser/\n", "/~user/", Some((2, Difference::Escapes))),
    ("Disallow: /*.PDF$\n", "/a.pdf", Some((2, Difference::Case))),
    // The longest of them, and the one with the smaller difference.
    ("Disallow: /S\nDisallow: /SHOP/\n", "/shop/", Some((3, Difference::Case))),
    ("Disallow: /SHOP/\nDisallow: shop\n", "/shop/", Some((3, Difference::Slash))),
    // A rule that opens.
    ("Disallow: /\nAllow: /Help/\n", "/help/", Some((3, Difference::Case))),
    // One that would lose changes nothing, and neither does one that says the same.
    ("Allow: /shop/help\nDisallow: /Shop/\n", "/shop/help", None),
    ("Disallow: /shop/\nDisallow: /Shop/help\n", "/shop/help", None),
    ("Disallow: /cart/\nDisallow:\n", "/shop/", None),
    // An escape that a pattern would read as a wildcard.
    ("Disallow: /a%2A\n", "/ab", None),
    ("Disallow: /a%2A\n", "/a%2Ab", None),
    // Without the anchor it would match.
    ("Disallow: /Shop$\n", "/shop/", None),
    ("Disallow: /\n", "/robots.txt", None),
];

#[test]
fn a_rule_that_is_written_in_another_way_is_told() {
    for (rules, path, expected) in NEAR {
        let file = format!("User-agent: *\n{rules}");
        let robots = RobotsTxt::parse(file.as_bytes());
        let trace = robots.explain(&Crawler::GOOGLEBOT, as_written(path));
        let near = trace.near.map(|near| (near.rule.line, near.differs));
        assert_eq!(near, *expected, "{rules}{path}");
    }
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /Shop/\n");
    let told = robots.explain(&Crawler::GOOGLEBOT, as_written("/shop/")).to_string();
    let note =
        "note    line 2, Disallow: /Shop/, would decide if upper and lower case did not count";
    assert!(told.contains(note), "{told}");
}
