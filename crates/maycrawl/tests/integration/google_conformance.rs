//! Profile `google` compared with google/robotstxt: 30,000 recorded answers, and the cases of other parsers' test
//! suites. Verdict and deciding line must be the same, in one pass and compiled.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use std::collections::HashMap;

use maycrawl::{Profile, RobotsTxt, Verdict, as_written, check_once_tokens};
use maycrawl_testdata::{bytes, decode, json_lines, shared, strings};
use serde_json::Value;

/// The records that maycrawl answers differently, with the reason. There are none.
const KNOWN_DIFFERENCES: [(&str, &str); 0] = [];

const LIBRARY: Profile = Profile::GOOGLE.verbatim();

fn disagreement(record: &Value, body: &[u8]) -> Option<String> {
    let agents = strings(record, "agents").expect("agents");
    let url = bytes(record, "url");
    let robots = RobotsTxt::parse_with(body, LIBRARY);
    let rules = robots.rules_for_tokens(&agents);
    let expected = (record["google"] == "allow", record["google_line"].as_u64().unwrap());
    let answers = [
        ("one pass", check_once_tokens(body, &agents, as_written(&url), LIBRARY)),
        ("compiled", rules.check(as_written(&url))),
    ];
    let answer =
        |verdict: &Verdict<'_>| (verdict.is_allowed(), u64::from(verdict.line().unwrap_or(0)));
    let wrong = answers.iter().find(|(_, verdict)| answer(verdict) != expected)?;
    let id = record["id"].as_str().unwrap();
    if KNOWN_DIFFERENCES.iter().any(|(decided, _)| *decided == id) {
        return None;
    }
    Some(format!("{}: {record}\n  file: {:?}", wrong.0, String::from_utf8_lossy(body)))
}

fn assert_none(what: &str, asked: usize, disagreements: &[String]) {
    let first: Vec<_> = disagreements.iter().take(5).map(String::as_str).collect();
    assert!(
        disagreements.is_empty(),
        "{what}: {} of {asked} disagree, the first:\n{}",
        disagreements.len(),
        first.join("\n")
    );
}

#[test]
fn thirty_thousand_recorded_answers() {
    let Some(shared) = shared("answers of google/robotstxt") else { return };
    let bodies: HashMap<String, Vec<u8>> = json_lines(&shared.join("conformance/robots.jsonl"))
        .iter()
        .map(|r| (r["robots_id"].as_str().unwrap().to_owned(), decode(r["b64"].as_str().unwrap())))
        .collect();
    let cases = json_lines(&shared.join("conformance/cases.jsonl"));
    assert_eq!(cases.len(), 30_000);
    let wrong: Vec<_> = cases
        .iter()
        .filter_map(|case| disagreement(case, &bodies[case["robots_id"].as_str().unwrap()]))
        .collect();
    assert_none("google/robotstxt", cases.len(), &wrong);
}

#[test]
fn the_suites_of_other_parsers() {
    let Some(shared) = shared("cases of other parsers") else { return };
    let peers = [
        "cpython",
        "google",
        "protego",
        "rep-cpp",
        "robots-parser",
        "robotstxt-spec-test",
        "texting_robots",
    ];
    for peer in peers {
        let cases = json_lines(&shared.join(format!("conformance/peers/{peer}.jsonl")));
        let wrong: Vec<_> =
            cases.iter().filter_map(|case| disagreement(case, &bytes(case, "robots"))).collect();
        assert_none(peer, cases.len(), &wrong);
    }
}
