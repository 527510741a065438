//! One table of answers, and one judgement of each: by the fetcher, for archives, and for programs that make their own
//! requests. `conformance/answers/judged.jsonl`; the tests of the Python package read it too.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use crate::servers::{Server, answer, fetcher};
use maycrawl::{Crawler, Reason, RobotsTxt, as_written};
use maycrawl_fetch::{Basis, FetchResult, Outcome, Policy, Timestamp};
use maycrawl_policy::{
    ArchivedResponse, BodyEnd, HttpAnswer, NextStep, PolicyEvent, RobotsRequest, State,
};
use maycrawl_testdata::{bytes, conformance_cases};
use serde_json::Value;

const START: Timestamp = Timestamp::from_millis(1_795_132_800_000);
const URL: &str = "http://site.example/robots.txt";

fn cases() -> Vec<Value> {
    let cases = conformance_cases("answers/judged");
    assert!(cases.len() > 50, "the table has {} rows", cases.len());
    cases
}

/// A judgement, and whether `/secret` is allowed, in the words of the table.
type Judged = (&'static str, bool);

fn expected(case: &Value) -> (String, bool) {
    (case["judgement"].as_str().unwrap().to_owned(), case["allowed"].as_bool().unwrap())
}

fn allows_secret(file: &[u8]) -> bool {
    let robots = RobotsTxt::parse(file);
    robots
        .rules_for(&Crawler::GOOGLEBOT)
        .check(as_written("http://site.example/secret"))
        .is_allowed()
}

fn judged(outcome: &Outcome) -> Judged {
    let is_open = |outcome| {
        matches!(Policy::Google2021.reason_of(outcome), Some(Reason::NoFile | Reason::Expired))
    };
    match outcome {
        Outcome::File(body) => ("file", allows_secret(&body.bytes)),
        Outcome::Missing(_) => ("no-file", is_open(outcome)),
        _ => ("failure", is_open(outcome)),
    }
}

/// Compares all rows, and names those that differ.
fn check(found: impl Iterator<Item = (Value, Judged)>) {
    let differs = |(case, found): (Value, Judged)| {
        let expected = expected(&case);
        let is_same = (expected.0.as_str(), expected.1) == found;
        (!is_same).then(|| format!("{}: {found:?}, not {expected:?}: {}", case["id"], case["why"]))
    };
    let wrong: Vec<String> = found.filter_map(differs).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn the_fetcher_judges_each_answer_so() {
    let fetcher = fetcher().deadline(Duration::from_secs(20)).build().unwrap();
    let mut found = Vec::new();
    for case in cases() {
        let server = Server::new(vec![answer(bytes(&case, "answer"))]).await;
        let FetchResult { outcome, .. } = fetcher.fetch_only(&server.origin()).await;
        found.push((case, judged(&outcome)));
    }
    check(found.into_iter());
}

#[test]
fn a_recorded_answer_is_judged_so() {
    check(cases().into_iter().filter_map(|case| {
        let found = match ArchivedResponse::read(URL, &bytes(&case, "answer"), BodyEnd::Unknown) {
            Ok(ArchivedResponse::Outcome(outcome)) => judged(&outcome),
            // The record of the target decides.
            Ok(ArchivedResponse::Redirect(to)) => {
                assert_eq!(to, URL, "{}", case["id"]);
                return None;
            }
            // Without a header nothing is known: it is a bad record.
            Err(_) => ("failure", false),
            Ok(other) => panic!("{other:?}"),
        };
        Some((case, found))
    }));
}

/// Archives keep answers as they arrived, or they join the chunks and remove gzip. Both are judged; what was cut is no
/// file in either form.
#[test]
fn a_record_that_was_cut_is_no_file() {
    for case in cases() {
        let response = bytes(&case, "answer");
        let read = ArchivedResponse::read(URL, &response, BodyEnd::Cut);
        if let Ok(ArchivedResponse::Outcome(Outcome::File(_))) = read {
            // Complete by its last chunk, its length of 0, or its status: the cut is after it.
            let whole = ["chunks", "chunk-empty", "gzip-chunks", "204"];
            assert!(whole.contains(&case["id"].as_str().unwrap()), "{}", case["id"]);
        }
    }
    let file = format!("User-agent: *\nDisallow: /\n{}", "#".repeat(520_000));
    for (head, body, is_file) in [
        ("", &file[..], true),
        ("Content-Length: 9000000\r\n", &file[..], true),
        ("Transfer-Encoding: chunked\r\n", &*format!("8ac720\r\n{file}"), true),
        ("", &file[..511_999], false),
        ("Content-Length: 9000000\r\n", &file[..511_999], false),
        ("Content-Length: 511999\r\n", &file[..511_999], false),
    ] {
        let response = format!("HTTP/1.1 200 OK\r\n{head}\r\n{body}");
        let read = ArchivedResponse::read(URL, response.as_bytes(), BodyEnd::Cut).unwrap();
        let found = matches!(&read, ArchivedResponse::Outcome(Outcome::File(body)) if body.cut);
        assert_eq!(found, is_file, "a file over the limit is used up to it: {head}");
    }
}

/// Status, fields, body and its end.
type Parts = (u16, Vec<(String, String)>, Vec<u8>, BodyEnd);

/// A small client: the header, and the body without its chunks.
fn parts(response: &[u8]) -> Option<Parts> {
    let mut fields = [httparse::EMPTY_HEADER; 16];
    let mut head = httparse::Response::new(&mut fields);
    let Ok(httparse::Status::Complete(length)) = head.parse(response) else { return None };
    let text = |field: &httparse::Header<'_>| {
        (field.name.to_owned(), String::from_utf8(field.value.to_vec()).unwrap())
    };
    let fields: Vec<_> = head.headers.iter().map(text).collect();
    let mut body = &response[length..];
    if !fields.iter().any(|(name, _)| name == "Transfer-Encoding") {
        return Some((head.code?, fields, body.to_vec(), BodyEnd::Unknown));
    }
    let mut joined = Vec::new();
    let end = loop {
        let Some(line) = body.iter().position(|byte| *byte == b'\n') else { break BodyEnd::Cut };
        let size = std::str::from_utf8(&body[..line]).unwrap().trim();
        let size = usize::from_str_radix(size, 16).unwrap();
        body = &body[line + 1..];
        if size == 0 {
            break BodyEnd::Complete;
        }
        joined.extend_from_slice(&body[..size.min(body.len())]);
        let Some(rest) = body.get(size + 2..) else { break BodyEnd::Cut };
        body = rest;
    };
    Some((head.code?, fields, joined, end))
}

#[test]
fn a_program_that_makes_its_own_requests_gets_this_judgement() {
    check(cases().into_iter().map(|case| {
        let response = bytes(&case, "answer");
        // What has no header is a failure of the program's client.
        let Some((status, fields, body, end)) = parts(&response) else {
            return (case, ("failure", false));
        };
        let fields: Vec<(&str, &str)> = fields.iter().map(|(a, b)| (&**a, &**b)).collect();
        let answer = HttpAnswer::new(status, &fields, &body).ending(end);
        let mut request = RobotsRequest::new(URL).unwrap();
        let NextStep::Done { event, file } = request.answered(&answer, START) else {
            panic!("{}: a redirect", case["id"]);
        };
        let state = Policy::Google2021.after_fetch(&State::default(), &event, START);
        let basis = Policy::Google2021.decide(&state, START).basis;
        let is_open = matches!(basis, Basis::NoFile | Basis::NoLimits);
        let found = match (&event, file) {
            (
                PolicyEvent::Answered { missing: None, .. } | PolicyEvent::NoRobotsTxt { .. },
                Some(file),
            ) => ("file", allows_secret(&file)),
            (PolicyEvent::Answered { missing: Some(_), .. }, None) => ("no-file", is_open),
            (PolicyEvent::Failed { .. }, None) => ("failure", is_open),
            other => panic!("{}: {other:?}", case["id"]),
        };
        (case, found)
    }));
}

/// A client that removes an encoding hands over what is left of it. An empty body is none: nothing was decoded.
#[test]
fn a_body_that_the_client_has_decoded_is_taken_at_its_word() {
    let file = b"User-agent: *\nDisallow: /\n";
    let gzip = [("Content-Encoding", "gzip"), ("Content-Length", "20")];
    for (fields, body, is_file) in [
        (&gzip[..], &file[..], true),
        (&gzip[..], b"abc", true), // shorter than the length, which is that of the encoded body
        (&gzip[..], b"", false),
        (&gzip[..1], b"", false),
        (&gzip[1..], b"abc", false), // there was no encoding
    ] {
        let answer = HttpAnswer::new(200, fields, body).decoded();
        let mut request = RobotsRequest::new(URL).unwrap();
        let NextStep::Done { file, .. } = request.answered(&answer, START) else { panic!() };
        assert_eq!(file.is_some(), is_file, "{fields:?}, {} bytes", body.len());
    }
}
