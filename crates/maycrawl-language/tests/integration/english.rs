//! English is written twice, in the library and in `languages/en`. These tests hold that both are the same, so that
//! nobody sees two wordings.

use maycrawl::consequence::FileKind;
use maycrawl::crawler::KnownCrawler;
use maycrawl::lint::{Lint, Severity};
use maycrawl::{Crawler, Profile, RobotsTxt, Verdict, as_written};
use maycrawl_language::{ExplanationText, Language};
use proptest::prelude::*;

use crate::words::{CRAWLERS, DECISIONS, FILES, URLS, reasons};

const ENGLISH: Language = Language::English;
const PROFILES: [&str; 3] = ["google", "google-2019", "rfc9309"];

/// Compares everything that both say about a file, a crawler and a URL. Returns the text of the library: the
/// explanation, and then the suggestions.
fn compare(file: &[u8], profile: Profile, crawler: &Crawler, url: &str) -> String {
    let robots = RobotsTxt::parse_with(file, profile);
    let rules = robots.rules_for(crawler);
    let verdict = rules.check(as_written(url));
    assert_eq!(ENGLISH.verdict(&verdict), verdict.to_string());
    let answer = maycrawl::answer::Answer::new(url, crawler.token(), &verdict);
    assert_eq!(ENGLISH.short_reason(&verdict.reason()), answer.verdict.message);
    let located = robots.locate(crawler, &verdict);
    assert_eq!(ENGLISH.location(&located), located.to_string());
    let explanation = robots.explain(crawler, as_written(url));
    let text = ExplanationText { explanation: &explanation, language: ENGLISH };
    assert_eq!(text.to_string(), explanation.to_string());
    let mut said = explanation.to_string();
    for change in robots.suggestions_for(crawler, as_written(url)) {
        assert_eq!(ENGLISH.suggestion(&change), change.to_string());
        said.push_str(&format!("\n{change}"));
    }
    for group in &explanation.groups {
        assert_eq!(ENGLISH.group_fate(&group.fate), group.fate.to_string());
    }
    said
}

#[test]
fn verdicts_and_explanations_are_the_same() {
    let mut all = String::new();
    for profile in PROFILES.map(|name| Profile::by_name(name).unwrap()) {
        for file in FILES {
            for crawler in CRAWLERS.iter().map(|name| Crawler::from_token(name)) {
                for url in URLS {
                    all.push_str(&compare(file.as_bytes(), profile, &crawler, url));
                }
            }
        }
    }
    // The files lead to every kind of line.
    for part in [
        "(no group)",
        ", followed)",
        ", not needed)",
        "and 2 more",
        "others",
        "(empty, restricts nothing)",
        "as the directory of its index page",
        "equally long",
        "an earlier line",
        "pattern is shorter",
        "ignores *",
        "has its own group",
        "left undefined",
        "Its URL may",
        "videos",
        "rendering",
        "contradicts",
        "remove line",
        "change the field on line",
        "add a group at the end",
        "\", and the rule that it follows now",
        "\", and the 3 rules that it follows now",
        "\" after line 2, and in a new group for *",
        "\" after lines 2, 5",
    ] {
        assert!(all.contains(part), "no file leads to: {part}");
    }
}

#[test]
fn every_reason_and_decision_is_the_same() {
    for reason in reasons() {
        let verdict = Verdict::new(reason);
        assert_eq!(ENGLISH.reason(&reason), reason.to_string());
        assert_eq!(ENGLISH.verdict(&verdict), verdict.to_string());
    }
    for decision in DECISIONS {
        assert_eq!(ENGLISH.decision(decision), decision.to_string());
    }
    for kind in [FileKind::Page, FileKind::Media, FileKind::Resource, FileKind::Document] {
        assert_eq!(ENGLISH.consequence(kind), kind.when_disallowed());
        assert_ne!(Language::Thai.consequence(kind), kind.when_disallowed());
    }
}

#[test]
fn lints_and_severities_are_the_same() {
    for lint in Lint::all() {
        assert_eq!(ENGLISH.lint_summary(lint), lint.summary);
        assert_ne!(Language::Korean.lint_summary(lint), lint.summary, "{}", lint.name);
    }
    for severity in [Severity::Note, Severity::Warning, Severity::Error] {
        assert_eq!(ENGLISH.severity(severity), severity.name());
    }
}

#[test]
fn every_known_crawler_is_explained_in_the_same_words() {
    for known in KnownCrawler::all() {
        compare(
            FILES[6].as_bytes(),
            Profile::by_name("google").unwrap(),
            &Crawler::from(known),
            "/a",
        );
    }
}

#[test]
fn a_long_pattern_is_cut_in_the_same_place() {
    for (length, letter) in [(126, "a"), (127, "a"), (128, "a"), (300, "a"), (100, "é"), (90, "한")]
    {
        let file = format!("User-agent: *\nDisallow: /{}\n", letter.repeat(length));
        let url = format!("/{}", letter.repeat(length));
        compare(file.as_bytes(), Profile::by_name("google").unwrap(), &Crawler::GOOGLEBOT, &url);
    }
}

proptest! {
    /// Hostile bytes are escaped in the same way, and never become a part of a message.
    #[test]
    fn any_file_is_explained_in_the_same_words(
        patterns in prop::collection::vec("[/a*${}\u{202e}\u{1b}\u{2068}é\"]{0,12}", 0..12),
        url in "/[a-c*${}é]{0,10}",
    ) {
        let mut file = String::from("User-agent: *\n");
        for (number, pattern) in patterns.iter().enumerate() {
            let kind = if number % 3 == 0 { "Allow" } else { "Disallow" };
            file.push_str(&format!("{kind}: /{pattern}\n"));
        }
        compare(file.as_bytes(), Profile::by_name("google").unwrap(), &Crawler::GOOGLEBOT, &url);
    }

    #[test]
    fn no_language_writes_an_unsafe_character(pattern in "\\PC{0,20}", raw in prop::collection::vec(any::<u8>(), 0..40)) {
        for bytes in [pattern.as_bytes(), &raw[..]] {
            let file = [b"User-agent: *\nDisallow: /", bytes].concat();
            let robots = RobotsTxt::parse(&file);
            let explanation = robots.explain(&Crawler::GOOGLEBOT, as_written("/a"));
            for language in Language::ALL {
                let text = ExplanationText { explanation: &explanation, language }.to_string();
                for line in text.lines() {
                    prop_assert_eq!(maycrawl::Printable(line.as_bytes()).to_string(), line);
                }
            }
        }
    }
}
