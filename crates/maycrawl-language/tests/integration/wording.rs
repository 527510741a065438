//! Each language says what the library says: English with the words of the library, the others with their own.

use maycrawl::answer::Answer;
use maycrawl::consequence::FileKind;
use maycrawl::crawler::KnownCrawler;
use maycrawl::{Crawler, Printable, Profile, RequestUrl, RobotsTxt, Verdict, as_written};
use maycrawl_effects::suggestions_for;
use maycrawl_language::{ExplanationText, Language};
use maycrawl_lint::{Lint, LintReason, Severity};
use proptest::prelude::*;

use crate::words::{CRAWLERS, DECISIONS, FILES, URLS, reasons};

const ENGLISH: Language = Language::English;
const OTHERS: [Language; 4] =
    [Language::Indonesian, Language::Korean, Language::Thai, Language::Finnish];

/// All that the language says about a file, a crawler and a URL, one line for each sentence.
fn said(language: Language, robots: &RobotsTxt<'_>, crawler: &Crawler, url: &str) -> String {
    let explanation = robots.explain(crawler, as_written(url));
    let mut said = ExplanationText { explanation: &explanation, language }.to_string();
    let (verdict, located) = (&explanation.verdict, &explanation.located);
    said.push_str(&format!("\n{}\n{}", language.verdict(verdict), language.location(located)));
    for change in suggestions_for(robots, crawler, as_written(url)) {
        said.push_str(&format!("\n{}", language.suggestion(&change)));
    }
    said
}

/// What the service says about the same, in sentences.
fn sentences(language: Language, robots: &RobotsTxt<'_>, crawler: &Crawler, url: &str) -> String {
    let request = RequestUrl::parse(&format!("https://a.example{url}")).unwrap();
    let explanation = robots.explain(crawler, &request);
    let mut said = language.sentences(robots, crawler, &request, &explanation);
    for change in suggestions_for(robots, crawler, &request) {
        said.push(language.change_title(&change, crawler));
        said.push(language.change_effect(&change));
    }
    said.join("\n")
}

/// Every file, profile, crawler and URL of the tables, and every known crawler.
fn for_each_question(mut ask: impl FnMut(&RobotsTxt<'_>, &Crawler, &str)) {
    for name in ["google", "google-2019", "rfc9309"] {
        for file in FILES {
            let robots = RobotsTxt::parse_with(file.as_bytes(), Profile::by_name(name).unwrap());
            for crawler in CRAWLERS.iter().map(|name| Crawler::from_token(name)) {
                URLS.iter().for_each(|url| ask(&robots, &crawler, url));
            }
        }
    }
    let robots = RobotsTxt::parse(FILES[6].as_bytes());
    KnownCrawler::all().iter().for_each(|known| ask(&robots, &Crawler::from(known), "/a"));
}

/// Parts of the English lines of every kind.
const EVERY_KIND: [&str; 23] = [
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
    "not fetched for rendering",
    "contradicts",
    "remove line",
    "change the field on line",
    "add a group at the end",
    "\", and the line that it follows now",
    "\", and the 3 lines that it follows now",
    "\" after line 2, and in a new group for *",
];

#[test]
fn english_is_what_the_library_writes() {
    let mut all = String::new();
    for_each_question(|robots, crawler, url| {
        let explanation = robots.explain(crawler, as_written(url));
        let mut english =
            format!("{explanation}\n{}\n{}", explanation.verdict, explanation.located);
        for change in suggestions_for(robots, crawler, as_written(url)) {
            english.push_str(&format!("\n{change}"));
        }
        assert_eq!(said(ENGLISH, robots, crawler, url), english);
        all.push_str(&english);
    });
    for part in EVERY_KIND.iter().chain(&["\" after lines 2, 5"]) {
        assert!(all.contains(part), "no file leads to: {part}");
    }
}

#[test]
fn other_languages_have_every_line_in_their_words() {
    for language in OTHERS {
        let mut all = String::new();
        for_each_question(|robots, crawler, url| {
            let own = said(language, robots, crawler, url);
            assert_eq!(own.lines().count(), said(ENGLISH, robots, crawler, url).lines().count());
            all.push_str(&own);
            all.push_str(&sentences(language, robots, crawler, url));
        });
        for part in EVERY_KIND {
            assert!(!all.contains(part), "{language} says in English: {part}");
        }
        for key in [
            "label-",
            "reason-",
            "rule-",
            "group-",
            "chain-",
            "suggestion-",
            "outcome-",
            "explain-",
            "list-",
            "at-lines",
            "place-",
            "change-",
            "effect-",
            "reach-",
        ] {
            assert!(!all.contains(key), "{language} shows a key: {key}");
        }
    }
}

#[test]
fn every_reason_and_decision_has_words() {
    let is_worded = |language: Language, said: &str, english: &str| match language {
        Language::English => assert_eq!(said, english),
        _ => {
            assert_ne!(said, english, "{language}");
            let is_key = said.contains('-') && !said.contains(' ');
            assert!(!is_key, "{language} shows a key: {said}");
        }
    };
    for language in Language::ALL {
        for reason in reasons() {
            let verdict = Verdict::new(reason);
            is_worded(language, &language.reason(&reason), &reason.to_string());
            is_worded(language, &language.verdict(&verdict), &verdict.to_string());
        }
        for decision in DECISIONS {
            is_worded(language, &language.decision(decision), &decision.to_string());
        }
        for kind in [FileKind::Page, FileKind::Media, FileKind::Resource, FileKind::Document] {
            is_worded(language, &language.consequence(kind), kind.when_disallowed());
        }
        for lint in Lint::all() {
            is_worded(language, &language.lint_summary(lint), lint.summary);
        }
        for reason in LintReason::all() {
            is_worded(language, &language.lint_reason(reason), reason.text);
        }
        for severity in [Severity::Note, Severity::Warning, Severity::Error] {
            // The Indonesian word of an error is the English one.
            let said = language.severity(severity);
            assert!(!said.starts_with("severity-"), "{language}");
            assert!(language != ENGLISH || said == severity.name());
        }
    }
}

#[test]
fn a_long_pattern_is_cut_in_the_same_place() {
    for (length, letter) in [(126, "a"), (127, "a"), (128, "a"), (300, "a"), (100, "é"), (90, "한")]
    {
        let pattern = format!("/{}", letter.repeat(length));
        let file = format!("User-agent: *\nDisallow: {pattern}\n");
        let robots = RobotsTxt::parse(file.as_bytes());
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        let verdict = rules.check(as_written(&pattern));
        let message = Answer::new(&pattern, "Googlebot", &verdict).verdict.message;
        let said = |language: Language| language.short_reason(&verdict.reason());
        assert_eq!(said(ENGLISH), message);
        let cut = format!("... ({}", pattern.len());
        assert_eq!(said(Language::Thai).contains(&cut), message.contains(&cut));
    }
}

proptest! {
    /// Hostile bytes are escaped in the same way, and never become a part of a message.
    #[test]
    fn no_language_writes_an_unsafe_character(pattern in "\\PC{0,20}", raw in prop::collection::vec(any::<u8>(), 0..40)) {
        for bytes in [pattern.as_bytes(), &raw[..]] {
            let file = [b"User-agent: *\nDisallow: /", bytes].concat();
            let robots = RobotsTxt::parse(&file);
            for language in Language::ALL {
                let said = said(language, &robots, &Crawler::GOOGLEBOT, "/a")
                    + &sentences(language, &robots, &Crawler::GOOGLEBOT, "/a");
                for line in said.lines() {
                    prop_assert_eq!(Printable(line.as_bytes()).to_string(), line);
                }
            }
        }
    }
}
