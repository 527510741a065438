//! Properties that hold for every file, crawler and URL.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::pattern::PathPattern;
use maycrawl::{
    Crawler, Profile, RobotsTxt, UrlPath, Verdict, as_written, check_once, check_once_tokens,
    is_allowed,
};
use proptest::prelude::*;

const PROFILES: [Profile; 3] = Profile::ALL;

fn profile() -> impl Strategy<Value = Profile> {
    prop::sample::select(&PROFILES[..])
}

/// Text made of meaningful pieces, so that files have groups and paths match patterns.
fn path_text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"/"[..],
        b"a",
        b"b",
        b"*",
        b"$",
        b"?",
        b".html",
        b"index.html",
        b"index.htm",
        b"%61",
        b"%c3%a4",
        b"%C3%A4",
        b"\xc3\xa4",
        b"%2A",
        b"%24",
        b"%",
        b"%4",
        b"\xff",
        b"=",
        b" ",
        b"robots.txt",
        b";",
    ]);
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn pattern_text() -> impl Strategy<Value = Vec<u8>> {
    path_text().prop_map(|text| [b"/", text.as_slice()].concat())
}

fn url() -> impl Strategy<Value = Vec<u8>> {
    let host =
        prop::sample::select(vec![&b"https://example.com"[..], b"http://h:8", b"//h", b"", b"h"]);
    (host, path_text(), any::<bool>()).prop_map(|(host, path, slash)| {
        [host, if slash { b"/" } else { b"" }, path.as_slice()].concat()
    })
}

const AGENTS: [&str; 9] =
    ["*", "Googlebot", "googlebot-image", "FooBot/1.2", "AI2Bot", "GPTBot", "* x", "", "Foo Bot"];

fn agent_name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "Googlebot",
        "Googlebot-Image",
        "FooBot",
        "AI2Bot",
        "GPTBot",
        "AdsBot-Google",
        "Foo",
    ])
}

#[derive(Clone, Debug)]
enum Text {
    Agent(&'static str),
    Rule(bool, Vec<u8>),
    Other(&'static [u8]),
}

fn line() -> impl Strategy<Value = Text> {
    let other = prop::sample::select(vec![
        &b""[..],
        b"# comment",
        b"Sitemap: https://h/s.xml",
        b"Crawl-delay: 1",
        b"noise",
        b"<html>",
        b"Noindex: /a",
    ]);
    prop_oneof![
        2 => prop::sample::select(&AGENTS[..]).prop_map(Text::Agent),
        5 => (any::<bool>(), prop_oneof![4 => pattern_text(), 1 => path_text()])
            .prop_map(|(allow, pattern)| Text::Rule(allow, pattern)),
        1 => other.prop_map(Text::Other),
    ]
}

/// A file as lines without their ends.
fn file() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(line(), 0..14).prop_map(|lines| {
        lines
            .iter()
            .map(|line| match line {
                Text::Agent(value) => format!("User-agent: {value}").into_bytes(),
                Text::Rule(true, pattern) => [b"Allow: ", pattern.as_slice()].concat(),
                Text::Rule(false, pattern) => [b"Disallow: ", pattern.as_slice()].concat(),
                Text::Other(text) => text.to_vec(),
            })
            .collect()
    })
}

fn join(lines: &[Vec<u8>], end: &[u8]) -> Vec<u8> {
    lines.join(end)
}

fn answer(verdict: &Verdict<'_>) -> (bool, Option<u32>, &'static str) {
    (verdict.is_allowed(), verdict.line(), verdict.reason().name())
}

fn compiled(
    file: &[u8],
    name: &str,
    url: &[u8],
    profile: Profile,
) -> (bool, Option<u32>, &'static str) {
    let robots = RobotsTxt::parse_with(file, profile);
    answer(&robots.rules_for(&Crawler::from_token(name)).check(as_written(url)))
}

/// The decision by the definition: every rule of the followed groups is tried.
fn by_definition(file: &[u8], name: &str, url: &[u8], profile: Profile) -> bool {
    let robots = RobotsTxt::parse_with(file, profile);
    let trace = robots.explain(&Crawler::from_token(name), as_written(url));
    let decisive = trace.matches.iter().filter(|m| m.rule.priority > 0);
    let best = decisive.clone().map(|m| m.rule.priority).max();
    let itself = profile == Profile::RFC9309
        && UrlPath::from_url(as_written(url), profile).as_bytes() == b"/robots.txt";
    let mut winners = decisive.filter(|m| Some(m.rule.priority) == best).peekable();
    itself
        || winners.peek().is_none()
        || winners.any(|m| m.rule.kind == maycrawl::verdict::RuleKind::Allow)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_pass_compiled_and_explained_agree(lines in file(), name in agent_name(), url in url(), profile in profile()) {
        let file = join(&lines, b"\n");
        let crawler = Crawler::from_token(name);
        let robots = RobotsTxt::parse_with(&file, profile);
        let rules = robots.rules_for(&crawler);
        let verdict = rules.check(as_written(&url));
        prop_assert_eq!(check_once(&file, &crawler, as_written(&url), profile), verdict);
        prop_assert_eq!(robots.explain(&crawler, as_written(&url)).verdict, verdict);
        prop_assert_eq!(verdict.is_allowed(), by_definition(&file, name, &url, profile));
        if profile == Profile::GOOGLE {
            prop_assert_eq!(is_allowed(&file, &crawler, as_written(&url)), verdict.is_allowed());
        }
    }

    #[test]
    fn a_list_of_tokens_in_one_pass_and_compiled(lines in file(), a in agent_name(), b in agent_name(), url in url()) {
        let file = join(&lines, b"\n");
        let profile = Profile::GOOGLE.verbatim();
        let robots = RobotsTxt::parse_with(&file, profile);
        let rules = robots.rules_for_tokens(&[a, b]);
        prop_assert_eq!(check_once_tokens(&file, &[a, b], as_written(&url), profile), rules.check(as_written(&url)));
    }

    #[test]
    fn line_ends_are_alike(lines in file(), name in agent_name(), url in url(), profile in profile()) {
        let [lf, cr, crlf] = [&b"\n"[..], b"\r", b"\r\n"]
            .map(|end| compiled(&join(&lines, end), name, &url, profile));
        prop_assert_eq!(lf, cr);
        prop_assert_eq!(lf, crlf);
    }

    #[test]
    fn a_comment_changes_nothing(lines in file(), name in agent_name(), url in url(), profile in profile(), at in any::<prop::sample::Index>()) {
        let plain = compiled(&join(&lines, b"\n"), name, &url, profile);
        let mut commented = lines;
        if !commented.is_empty() {
            let i = at.index(commented.len());
            commented[i].extend_from_slice(b" # User-agent: * Disallow: /");
        }
        prop_assert_eq!(plain, compiled(&join(&commented, b"\n"), name, &url, profile));
    }

    #[test]
    fn other_agents_may_be_called_anything(lines in file(), url in url(), profile in profile()) {
        let file = join(&lines, b"\n");
        let renamed = String::from_utf8_lossy(&file).replace("User-agent: GPTBot", "User-agent: SomebodyElse");
        if std::str::from_utf8(&file).is_ok() {
            prop_assert_eq!(
                compiled(&file, "Googlebot", &url, profile),
                compiled(renamed.as_bytes(), "Googlebot", &url, profile)
            );
        }
    }

    #[test]
    fn printing_and_parsing_again_agrees(lines in file(), name in agent_name(), url in url(), profile in profile()) {
        let file = join(&lines, b"\n");
        let robots = RobotsTxt::parse_with(&file, profile);
        let printed = robots.to_bytes();
        let again = RobotsTxt::parse_with(&printed, profile);
        let crawler = Crawler::from_token(name);
        let [before, after] = [&robots, &again].map(|robots| {
            let rules = robots.rules_for(&crawler);
            let verdict = rules.check(as_written(&url));
            (verdict.decision(), verdict.reason().name())
        });
        prop_assert_eq!(before, after);
        prop_assert_eq!(again.to_bytes(), printed);
    }

    #[test]
    fn the_normal_form_of_a_normal_form_is_itself(text in prop_oneof![path_text(), any::<Vec<u8>>()], profile in profile()) {
        let once = PathPattern::new(&text, profile).normal_form().to_vec();
        let twice = PathPattern::new(&once, profile);
        prop_assert_eq!(twice.normal_form(), &once[..]);
        let stars = |text: &[u8]| text.iter().filter(|&&b| b == b'*').count();
        prop_assert_eq!(stars(&once), stars(&text));
        prop_assert_eq!(once.ends_with(b"$"), text.ends_with(b"$"));
        let path = UrlPath::from_url(as_written(&text), profile).as_bytes().to_vec();
        let url = [b"http://h", path.as_slice()].concat();
        let again = UrlPath::from_url(as_written(&url), profile);
        prop_assert_eq!(again.as_bytes(), &path[..]);
        let escaped = maycrawl::escape_url(&text).into_owned();
        prop_assert_eq!(&*maycrawl::escape_url(&escaped), &escaped[..]);
    }

    #[test]
    fn any_bytes_are_a_file_a_name_and_a_url(file in any::<Vec<u8>>(), name in any::<String>(), url in any::<Vec<u8>>(), profile in profile()) {
        let robots = RobotsTxt::parse_with(&file, profile);
        let crawler = Crawler::from_token(&name);
        let rules = robots.rules_for(&crawler);
        prop_assert_eq!(rules.check(as_written(&url)), check_once(&file, &crawler, as_written(&url), profile));
        let _ = robots.explain(&crawler, as_written(&url)).to_string();
    }

    #[test]
    fn another_disallow_never_unblocks(lines in file(), url in url(), tail in pattern_text()) {
        let file = join(&lines, b"\n");
        let crawler = Crawler::from_token("FooBot");
        let before = is_allowed(&file, &crawler, as_written(&url));
        let mut more = file.clone();
        more.extend_from_slice(b"\nUser-agent: FooBot\nDisallow: ");
        more.extend_from_slice(&tail);
        // Only if FooBot had a group. Otherwise the new group replaces `*` for it.
        let had_group = !matches!(
            RobotsTxt::parse(&file).rules_for(&crawler.clone().ignoring_star()).check(as_written(&url)).reason(),
            maycrawl::Reason::NoGroup | maycrawl::Reason::StarIgnored
        );
        if had_group && !before {
            prop_assert!(!is_allowed(&more, &crawler, as_written(&url)));
        }
    }
}

/// Wherever the limit cuts the file, each rule that is read is a whole rule of the file.
#[test]
fn the_limit_never_invents_a_rule() {
    let mut file = b"User-agent: *\n".to_vec();
    let mut number = 0_u32;
    while file.len() < 4096 {
        number += 1;
        let end: &[u8] = [&b"\n"[..], b"\r", b"\r\n"][number as usize % 3];
        file.extend_from_slice(format!("Disallow: /private/{number}/*.html$").as_bytes());
        file.extend_from_slice(end);
    }
    let whole = RobotsTxt::parse(&file);
    let rules: Vec<_> = whole.groups().flat_map(|group| group.rules()).collect();
    for limit in 0..=file.len() {
        let mut profile = Profile::GOOGLE;
        profile.size_limit = Some(limit);
        let robots = RobotsTxt::parse_with(&file, profile);
        let kept: Vec<_> = robots.groups().flat_map(|group| group.rules()).collect();
        assert_eq!(kept, rules[..kept.len()], "limit {limit}");
        assert_eq!(robots.truncation().is_some(), limit < file.len(), "limit {limit}");
        if let Some(cut) = robots.truncation() {
            assert_eq!(cut.ignored + robots.as_bytes().len(), file.len(), "limit {limit}");
            let begins = robots.as_bytes().len();
            assert!(
                begins == 0
                    || [begins - 1, begins].map(|i| file[i]).iter().any(|b| b"\r\n".contains(b))
            );
            assert_eq!(cut.cut_line.is_some(), begins < limit, "limit {limit}");
        }
        if !kept.is_empty() {
            assert_eq!(
                check_once(
                    &file,
                    &Crawler::GOOGLEBOT,
                    as_written("http://h/private/1/x.html"),
                    profile
                )
                .line(),
                Some(2),
                "limit {limit}"
            );
        }
    }
}
