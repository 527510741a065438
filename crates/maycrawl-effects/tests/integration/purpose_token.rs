//! The token for a purpose in `User-agent` lines: what is told about its group, which no crawler follows.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl::{Crawler, RobotsTxt};
use maycrawl_effects::answer::ChangeAnswer;
use maycrawl_effects::expectation::{self, ExpectationOutcome, Verifier};
use maycrawl_effects::{Budget, Region};

fn change(before: &str, after: &str) -> ChangeAnswer {
    let [before, after] = [before, after].map(|file| RobotsTxt::parse(file.as_bytes()));
    ChangeAnswer::new(&before, &after, &Region::everything(), 10, &mut Budget::default()).unwrap()
}

/// Two files, the crawlers for which a verdict changes, and the purpose tokens among the names.
const CHANGES: &[(&str, &str, &[&str], &[&str])] = &[
    ("", "User-agent: __usage_ai-training\nDisallow: /\n", &[], &["__usage_ai-training"]),
    ("", "User-agent: __USAGE_AI-Training\nDisallow: /\n", &[], &["__USAGE_AI-Training"]),
    (
        "",
        "User-agent: GPTBot\nUser-agent: __usage_ai-training\nDisallow: /\n",
        &["GPTBot"],
        &["__usage_ai-training"],
    ),
    // Another spelling is a name that some crawler may have.
    ("", "User-agent: __usage_ai_training\nDisallow: /\n", &["__usage_ai_training"], &[]),
];

#[test]
fn a_change_tells_a_purpose_token_apart_from_crawlers() {
    for (before, after, crawlers, tokens) in CHANGES {
        let answer = change(before, after);
        let [class] = &answer.classes[..] else { panic!("{after}: {:?}", answer.classes) };
        assert_eq!(
            (&*class.crawlers, &*class.purpose_tokens),
            (&*owned(crawlers), &*owned(tokens))
        );
        assert!(!class.others && class.effects[0].shortest == "/", "{after}");
        if crawlers.is_empty() {
            assert!(class.crawler().is_purpose_token());
        }
    }
    // Where its group stays the same, it is among what does not change.
    let group = "User-agent: __usage_ai-training\nDisallow: /\n\nUser-agent: *\n";
    let answer = change(&format!("{group}Allow: /\n"), &format!("{group}Disallow: /\n"));
    assert_eq!(answer.unaffected.purpose_tokens, ["__usage_ai-training"]);
    // A signal that it would be told: the effect is of a group that no crawler follows.
    let group = "User-agent: __usage_ai-training\nContent-Signal: ai-train=";
    let answer = change(&format!("{group}no\n"), &format!("{group}yes\n"));
    assert_eq!(answer.uses[0].purpose_tokens, ["__usage_ai-training"]);
    assert!(answer.uses[0].crawlers.is_empty());
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// What is expected of all crawlers is not expected of a token that none has.
#[test]
fn an_expectation_of_every_crawler_is_not_about_a_purpose_token() {
    let file = "User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private\n\n\
                User-agent: __usage_ai-training\nDisallow: /\n";
    let robots = RobotsTxt::parse(file.as_bytes());
    let verifier = Verifier::new(&robots, &mut Budget::default());
    for (line, outcome, tokens) in [
        ("allow * /open/", ExpectationOutcome::Holds, &[][..]),
        ("refuse train * /", ExpectationOutcome::Holds, &[]),
        ("same * /", ExpectationOutcome::Holds, &[]),
        ("disallow __usage_ai-training /", ExpectationOutcome::Holds, &[]),
        ("allow __usage_ai-training /", ExpectationOutcome::Fails, &["__usage_ai-training"]),
        ("allow GPTBot,__usage_ai-training /", ExpectationOutcome::Fails, &["__usage_ai-training"]),
    ] {
        let expected = expectation::parse(line).unwrap();
        let answer = verifier.verify(&expected[0], &mut Budget::default());
        assert_eq!(answer.outcome, outcome, "{line}: {answer:?}");
        let named = answer.failures.iter().flat_map(|failure| &failure.purpose_tokens);
        assert_eq!(named.collect::<Vec<_>>(), tokens, "{line}");
        let crawlers = answer.failures.iter().flat_map(|failure| &failure.crawlers);
        assert!(crawlers.into_iter().all(|name| !name.starts_with("__")), "{line}");
        let is_told = expected[0].notes().iter().any(|note| note.contains("not a crawler"));
        assert_eq!(is_told, line.contains("__usage"), "{line}");
    }
}

#[test]
fn a_name_that_is_a_purpose_token_gets_a_note() {
    for name in ["__usage_ai-training", "__USAGE_ai-training"] {
        let resolved = Crawler::resolve(name).unwrap();
        assert!(resolved.crawler().is_purpose_token());
        assert!(
            resolved.note().unwrap().contains("a token for a purpose, not a crawler"),
            "{name}"
        );
    }
    assert_eq!(Crawler::resolve("__usage_search").unwrap().note(), None);
}
