//! The project's cases in `conformance/*.jsonl`: the examples of Google's specification and of RFC 9309, and probes of
//! google/robotstxt. One record is one case. Each is decided in three ways that must agree.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::{Crawler, Profile, RobotsTxt, Verdict, as_written, check_once, check_once_tokens};
use maycrawl_testdata::{bytes, conformance_cases, strings};
use serde_json::Value;

/// The topics, each with the least number of its cases, so that a missing or empty file is a failure.
const TOPICS: [(&str, usize); 10] = [
    ("path-matches", 40),
    ("precedence", 8),
    ("groups", 20),
    ("create-page", 20),
    ("file-format", 20),
    ("google-probes", 150),
    ("rfc9309", 25),
    ("google-2019", 30),
    ("maycrawl", 10),
    ("readers", 40),
];

fn profiles(record: &Value) -> Vec<Profile> {
    match record["profile"].as_str() {
        Some(name) => vec![Profile::by_name(name).expect("a known profile")],
        None => Profile::ALL.to_vec(),
    }
}

/// A description of the first wrong answer to a case; `None` if all answers are right.
fn complaint(record: &Value, profile: Profile) -> Option<String> {
    let file = bytes(record, "robots");
    let url = bytes(record, "url");
    let allowed = match record["expected"].as_str() {
        Some("allow") => true,
        Some("deny") => false,
        _ => return Some("`expected` is neither allow nor deny".into()),
    };
    let robots = RobotsTxt::parse_with(&file, profile);
    let (rules, once, explained);
    let answers = if let Some(agents) = strings(record, "agents") {
        let library = profile.verbatim();
        rules = RobotsTxt::parse_with(&file, library).rules_for_tokens(&agents);
        once = check_once_tokens(&file, &agents, as_written(&url), library);
        vec![("one pass", once), ("compiled", rules.check(as_written(&url)))]
    } else {
        let crawler = Crawler::from_token(record["agent"].as_str().expect("agent or agents"));
        rules = robots.rules_for(&crawler);
        once = check_once(&file, &crawler, as_written(&url), profile);
        explained = robots.explain(&crawler, as_written(&url));
        let compiled = rules.check(as_written(&url));
        vec![("one pass", once), ("compiled", compiled), ("explained", explained.verdict)]
    };
    let first = answers[0].1;
    answers.iter().find_map(|(way, verdict)| {
        let line_is_right =
            record["line"].as_u64().is_none_or(|n| n == u64::from(verdict.line().unwrap_or(0)));
        let right = verdict.is_allowed() == allowed && line_is_right && *verdict == first;
        (!right).then(|| format!("{way} says {verdict:?} ({verdict})"))
    })
}

#[test]
fn every_case_of_every_topic() {
    let mut wrong = Vec::new();
    for (topic, at_least) in TOPICS {
        let cases = conformance_cases(topic);
        assert!(cases.len() >= at_least, "{topic} has {} cases", cases.len());
        for case in &cases {
            for profile in profiles(case) {
                if let Some(complaint) = complaint(case, profile) {
                    wrong.push(format!("{topic}, {}: {complaint}\n    {case}", profile.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_wrong_expectation_is_noticed() {
    let mut case = conformance_cases("path-matches").swap_remove(0);
    assert_eq!(complaint(&case, Profile::GOOGLE), None);
    case["expected"] = if case["expected"] == "allow" { "deny".into() } else { "allow".into() };
    assert!(complaint(&case, Profile::GOOGLE).is_some());
}

#[test]
fn a_verdict_is_small_and_free_to_copy() {
    fn is_copy<T: Copy>() {}
    is_copy::<Verdict<'_>>();
}
