//! Statements of Google's documents that no other table holds, one a row, by their numbers in `docs/statements.jsonl`.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl::crawler::{Compliance, KnownCrawler};
use maycrawl::{Crawler, Profile, RobotsTxt, as_written};
use maycrawl_lint::{Lint, lint};

const CLOSED: &str = "user-agent: *\ndisallow: /\n";
const SEARCH: &str = "user-agent: googlebot\ndisallow: /x\n\nuser-agent: *\ndisallow: /y\n";

/// The number of the statement, a file, a crawler, a path, and whether the crawler may fetch it.
type Row = (u32, &'static str, &'static str, &'static str, bool);

#[rustfmt::skip] // one statement, one row
const VERDICTS: &[Row] = &[
    (10, "user-agent: googlebot-image\ndisallow: /\n", "Googlebot-Image", "/a.png", false),
    (10, "user-agent: googlebot-image\ndisallow: /\n", "Googlebot", "/a.png", true),
    (11, "user-agent: googlebot-video\ndisallow: /\n", "Googlebot-Video", "/a.mp4", false),
    (11, "user-agent: googlebot-video\ndisallow: /\n", "Googlebot", "/a.mp4", true),
    (53, "user-agent: *\nallow: /p\ndisallow: /\n", "Googlebot", "/page", true),
    (53, "user-agent: *\ndisallow: /\nallow: /p\n", "Googlebot", "/page", true),
    (67, CLOSED, "AdsBot-Google-Mobile-Apps", "/", true),
    (69, CLOSED, "Googlebot-Image", "/", false),
    (70, CLOSED, "Googlebot-News", "/", false),
    (71, CLOSED, "Googlebot-Video", "/", false),
    (72, CLOSED, "Storebot-Google", "/", false),
    (73, CLOSED, "GoogleOther", "/", false),
    (75, CLOSED, "bingbot", "/", false),
    (80, "user-agent: *\ndisallow: *.gif\n", "Googlebot", "/a/b.gif", false),
    (81, "user-agent: *\ndisallow: /a*\n", "Googlebot", "/abc", false),
    (82, "user-agent: *\ndisallow: *\n", "Googlebot", "/any", false),
    (84, "user-agent: *\ndisallow: /\nallow: /*.css\n", "Googlebot", "/a/b.css", true),
    (97, CLOSED, "AdsBot-Google", "/", true),
    (155, "user-agent: *\ndisallow: /calendar.php?\n", "Googlebot", "/calendar.php?year=2999", false),
    (165, "", "Googlebot", "/", true),
    (165, "user-agent: *\ndisallow: /a\n", "Googlebot", "/b", true),
    (176, "user-agent: *\ndisallow: /myp\ndisallow: /Myp\ndisallow: /mYp\ndisallow: /MYp\ndisallow: /myP\ndisallow: /MyP\ndisallow: /mYP\ndisallow: /MYP\n", "Googlebot", "/MYPrivateFolder", false),
    (193, "user-agent: *\nnoindex: /\n", "Googlebot", "/", true),
    (316, "user-agent: *\ndisallow:\n", "Googlebot", "/", true),
    (364, SEARCH, "Googlebot-Video", "/x", false),
    (365, SEARCH, "Googlebot-Mobile", "/x", false),
    (366, SEARCH, "Google Favicon", "/x", false),
    (367, SEARCH, "Applebot", "/x", false),
    (368, SEARCH, "Storebot-Google", "/y", false),
    (368, SEARCH, "Storebot-Google", "/x", true),
    (369, SEARCH, "GoogleOther", "/y", false),
    (370, SEARCH, "Google-InspectionTool", "/y", false),
    (371, SEARCH, "Google-Extended", "/y", false),
    (372, SEARCH, "bingbot", "/y", false),
    (372, SEARCH, "bingbot", "/x", true),
    (373, CLOSED, "AdsBot-Google", "/", true),
    (374, CLOSED, "AdsBot-Google-Mobile", "/", true),
    (375, CLOSED, "Mediapartners-Google", "/", true),
    (376, CLOSED, "APIs-Google", "/", true),
    (377, CLOSED, "DuplexWeb-Google", "/", true),
    (332, "user-agent: a\ndisallow: /c\n\nuser-agent: e\nuser-agent: f\ndisallow: /g\n", "e", "/c", true),
    (384, "user-agent: *\ndisallow:\ndisallow: /x\n", "Googlebot", "/x", false),
    (385, "user-agent: *\nallow:\ndisallow: /\n", "Googlebot", "/a", false),
    (393, "user-agent: *\ndisallow: /%c3%a9\n", "Googlebot", "/%C3%A9", false),
    (394, "user-agent: *\ndisallow: /비공개\n", "Googlebot", "/%EB%B9%84%EA%B3%B5%EA%B0%9C", false),
    (395, CLOSED, "Googlebot", "/", false),
    (396, CLOSED, "Googlebot", "/any/level", false),
    (397, "user-agent: *\ndisallow: /*\n", "Googlebot", "/", false),
    (398, "user-agent: *\ndisallow: /*\n", "Googlebot", "/any/level", false),
    (464, "user-agent: *\ndisallow: /*?_escaped_fragment_=\n", "Googlebot", "/a?_escaped_fragment_=b", false),
    (465, "user-agent: My Bot\ndisallow: /\n", "My", "/", false),
    (470, "user-agent: *\ndisallow: /ค้นหา\n", "Googlebot", "/%E0%B8%84%E0%B9%89%E0%B8%99%E0%B8%AB%E0%B8%B2", false),
    (492, "user-agent: *\ndisallow: /\n\nuser-agent: mediapartners-google\nallow: /\n", "Mediapartners-Google", "/", true),
    (492, "user-agent: *\ndisallow: /\n\nuser-agent: mediapartners-google\nallow: /\n", "Googlebot", "/", false),
    (493, CLOSED, "Mediapartners-Google", "/", true),
    (494, "user-agent: googlebot\nallow: /\n\nuser-agent: *\ndisallow: /\n", "Googlebot", "/", true),
];

#[test]
fn verdicts_are_those_of_the_documents() {
    for &(number, file, name, path, is_allowed) in VERDICTS {
        let rules = RobotsTxt::parse(file.as_bytes()).rules_for(&Crawler::from_token(name));
        let verdict = rules.check(as_written(path));
        assert_eq!(verdict.is_allowed(), is_allowed, "{number}: {name} {path}: {verdict}");
    }
}

/// The number of the statement, a file, the lint that says so, and words of its message or help.
#[rustfmt::skip] // one statement, one row
const FINDINGS: &[(u32, &str, &str, &str)] = &[
    (22, "user-agent: google-safety\ndisallow: /\n", "R207", "ignores robots.txt"),
    (24, "user-agent: bingbot\ncrawl-delay: 1\ndisallow: /a\n", "R111", "Bing"),
    (49, "user-agent: *\ndisallow: /caf\u{e9}\n", "R003", "UTF-8"),
    (50, "utf-16", "R002", "UTF-16"),
    (57, "disallow: /a\n", "R401", "above it"),
    (76, CLOSED, "R602", "AdsBot-Google"),
    (77, "user-agent: *bot\ndisallow: /a\n", "R201", "*"),
    (85, "user-agent: googlebot\n", "R204", "no rules"),
    (86, "sitemap: /sitemap.xml\n", "R501", "full URL"),
    (88, "user-agent: *\nunicorn: 1\ndisallow: /a\n", "R103", "no crawler reads"),
    (128, "user-agent: *\ndisallow: /private/\n", "R604", "login"),
    (129, "user-agent: *\ndisallow: /secret/\n", "R604", "robots.txt"),
    (157, "user-agent: *\ncrawl-delay: 5\ndisallow: /a\n", "R111", "Google"),
    (158, "user-agent: *\ndisallow: https://example.com/a\n", "R302", "path"),
    (163, "user-agent: *\ndisallow: /private/\n", "R604", "read"),
    (167, "user-agent: *\nunicorn: 1\ndisallow: /a\n", "R103", "no crawler reads"),
    (169, CLOSED, "R601", "noindex"),
    (174, CLOSED, "R601", "503"),
    (192, "user-agent: *\nnoindex: /a\n", "R112", "Google"),
    (295, "<html>\nuser-agent: *\ndisallow: /a\n</html>\n", "R001", "web page"),
    (307, "user-agent: *\ndisalow: /x\n", "R101", "disalow"),
    (311, "large", "R022", "consolidate"),
    (363, "user-agent: a\ndisallow: /x\n\nuser-agent: a\ndisallow: /y\n", "R205", "Google reads both as one group"),
    (379, "user-agent: Adsbot\ndisallow: /\n", "R203", "AdsBot-Google"),
    (380, "user-agent: googlebot-images\ndisallow: /\n", "R203", "Googlebot-Image"),
    (387, "user-agent: *\ndisallow: fish/\n", "R301", "add a `/`"),
    (439, "user-agent: *\ndisallow: /fish*\n", "R303", "/fish"),
    (446, "user-agent: *\ndisallow: /maps/\nsitemap: https://example.com/maps/s.xml\n", "R504", "sitemap"),
    (495, "user-agent: *\ndisallow: /caf\u{e9}\n", "R306", "write `/caf%C3%A9`"),
    (497, "sitemap: sitemap.xml\n", "R501", "full URL"),
    (506, "user-agent: *\ndisallow: /\n\nuser-agent: adsbot-google\ndisallow: /\n", "R602", "AdsBot-Google-Mobile"),
    (507, "user-agent: Google*\ndisallow: /\n", "R201", "Google reads the name `Google*` as `Google`"),
    (503, "user-agent: *\ncrawl-delay: 5\ndisallow: /a\n", "R111", "Google"),
];

/// The number of the statement, and words of the page of a lint.
const PAGES: &[(u32, &str, &str)] = &[
    (19, "R601", "Wix"),
    (130, "R601", "still be listed"),
    (150, "R022", "500 KiB"),
    (171, "R601", "search-console/removals"),
    (310, "R022", "500 KiB"),
    (472, "R601", "still be listed"),
    (490, "R604", "backup"),
];

#[test]
fn pages_of_lints_say_what_the_documents_say() {
    for &(number, code, words) in PAGES {
        let page = Lint::by_name(code).unwrap().markdown();
        assert!(page.contains(words), "{number}: {words} is not in {page}");
    }
}

/// The bytes of a file: those that no text has, by their names.
fn bytes(file: &str) -> Vec<u8> {
    match file {
        "utf-16" => {
            "user-agent: *\ndisallow: /a\n".encode_utf16().flat_map(u16::to_le_bytes).collect()
        }
        "large" => [b"user-agent: *\n".as_slice(), &b"disallow: /a\n".repeat(50_000)].concat(),
        // Latin-1: each letter is one byte.
        file if file.contains('\u{e9}') => file.chars().map(|letter| letter as u8).collect(),
        file => file.into(),
    }
}

#[test]
fn findings_say_what_the_documents_say() {
    let mut wrong = Vec::new();
    for &(number, file, code, words) in FINDINGS {
        let bytes = if code == "R306" { file.into() } else { bytes(file) };
        let found = lint(&RobotsTxt::parse(&bytes));
        let Some(found) = found.iter().find(|found| found.lint.code == code) else {
            wrong.push(format!("{number}: no {code}"));
            continue;
        };
        // Not its page, which says the same of every file.
        let help = found.help.as_deref().unwrap_or_default();
        let told = format!("{} {help}", found.message);
        if !told.contains(words) {
            wrong.push(format!("{number}: {words} is not in {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// (53, 355): the groups of a file in every order.
#[test]
fn the_order_of_groups_has_no_effect() {
    let groups = [
        "user-agent: googlebot\ndisallow: /a\n",
        "user-agent: *\ndisallow: /b\n",
        "user-agent: x\nallow: /\n",
    ];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let file = order.map(|at| groups[at]).join("\n");
        let robots = RobotsTxt::parse(file.as_bytes());
        for (name, path, is_allowed) in [
            ("Googlebot", "/a", false),
            ("Googlebot", "/b", true),
            ("y", "/b", false),
            ("x", "/b", true),
        ] {
            let rules = robots.rules_for(&Crawler::from_token(name));
            assert_eq!(
                rules.check(as_written(path)).is_allowed(),
                is_allowed,
                "{file}: {name} {path}"
            );
        }
    }
}

/// (21, 226): crawlers that ignore the file, for safety or because a person asked.
#[test]
fn who_ignores_robots_txt_is_known() {
    for name in
        ["Google-Safety", "FeedFetcher-Google", "Google-Read-Aloud", "Google-Site-Verification"]
    {
        let known = KnownCrawler::by_name(name).unwrap();
        assert_eq!(known.compliance, Compliance::Ignores, "{name}");
        let rules = RobotsTxt::parse(CLOSED.as_bytes()).rules_for(&Crawler::from(known));
        assert_eq!(
            rules.check(as_written("/")).to_string(),
            "allowed: this crawler ignores robots.txt"
        );
    }
}

/// (325): a missing colon is no line of the grammar, and Google reads it.
#[test]
fn the_grammar_can_be_asked_for() {
    let file = b"user-agent: *\ndisallow /a\n";
    for (profile, is_allowed) in [(Profile::GOOGLE, false), (Profile::RFC9309, true)] {
        let rules = RobotsTxt::parse_with(file, profile).rules_for(&Crawler::GOOGLEBOT);
        assert_eq!(rules.check(as_written("/a")).is_allowed(), is_allowed, "{}", profile.name);
    }
}

/// (33, 160, 442, 443): the sitemaps of a file, whatever stands between them.
#[test]
fn sitemaps_are_listed() {
    let file = b"Sitemap: https://a.test/1.xml\nUser-agent: *\nSitemap: http://b.test/2.xml\nDisallow: /\n";
    let robots = RobotsTxt::parse(file);
    let found: Vec<_> = robots.sitemaps().map(|sitemap| sitemap.url).collect();
    assert_eq!(found, [b"https://a.test/1.xml".as_slice(), b"http://b.test/2.xml"]);
    assert!(!robots.rules_for(&Crawler::GOOGLEBOT).check(as_written("/a")).is_allowed());
}

/// (489, 494): what a lint must not say. An empty group of `*` loses no rules of `*`, and a site that search engines
/// may fetch is not blocked for them.
#[test]
fn findings_do_not_say_what_is_false() {
    for (file, code, words) in [
        (
            "user-agent: googlebot\nallow: /\n\nuser-agent: *\ndisallow: /\n",
            "R601",
            "for search engines",
        ),
        ("user-agent: *\n", "R204", "the rules of `*`"),
    ] {
        for found in lint(&RobotsTxt::parse(file.as_bytes())) {
            let said = format!("{} {}", found.message, found.reason.text);
            assert!(found.lint.code != code || !said.contains(words), "{said}");
        }
    }
}
