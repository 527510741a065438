//! Writes `conformance/suite/cases.jsonl`: cases for other parsers, with the answer of each reader and the axes that
//! decide it.
//!
//! An axis decides the answer of a reader if the reader would answer otherwise with the value that another reader has
//! on it.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::{env, fs};

use maycrawl_testdata::{bytes, conformance_cases, root, strings};
use serde_json::{Map, Value, json};

use maycrawl::{RequestUrl, as_written};

use super::axes::{AXES, Axes};
use super::{ReadFile, Reader};

const TOPICS: [&str; 9] = [
    "readers",
    "rfc9309",
    "path-matches",
    "precedence",
    "groups",
    "create-page",
    "file-format",
    "google-2019",
    "google-probes",
];

fn allows(axes: &Axes, file: &[u8], name: &str, url: &str) -> bool {
    ReadFile::new(file, *axes).decide(name, as_written(url)).is_allowed
}

/// The axes that decide the answer of this reader.
fn deciding(reader: &Reader, file: &[u8], name: &str, url: &str) -> Vec<&'static str> {
    let own = allows(&reader.axes, file, name, url);
    let flips = |axis: usize| {
        let mut tried = Vec::from([reader.axes]);
        Reader::all().iter().any(|other| {
            let axes = reader.axes.with(axis, &other.axes);
            let is_new = !tried.contains(&axes);
            tried.push(axes);
            is_new && allows(&axes, file, name, url) != own
        })
    };
    (0..AXES.len()).filter(|&axis| flips(axis)).map(|axis| AXES[axis]).collect()
}

/// The name and the URL, if every program can be asked: one name, and a URL as a client requests it.
fn asked(case: &Value) -> Option<(String, String)> {
    let agents = strings(case, "agents")?;
    let [name] = &agents[..] else { return None };
    let url = case["url"].as_str()?;
    let is_plain = |text: &str| text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let is_requested = RequestUrl::parse(url).is_ok_and(|request| request.as_str() == url);
    let is_web = url.starts_with("http://") || url.starts_with("https://");
    (!name.is_empty() && is_plain(name) && is_plain(url) && is_web && is_requested)
        .then(|| ((*name).into(), url.into()))
}

/// The line of a case in the suite.
fn line(case: &Value, name: &str, url: &str) -> String {
    let file = bytes(case, "robots");
    let (mut answers, mut deciding_axes) = (Map::new(), Map::new());
    for reader in Reader::all() {
        let answer = if allows(&reader.axes, &file, name, url) { "allow" } else { "deny" };
        answers.insert(reader.name.into(), answer.into());
        let found = deciding(reader, &file, name, url);
        if !found.is_empty() {
            deciding_axes.insert(reader.name.into(), json!(found));
        }
    }
    let file = if case["robots"].is_string() { "robots" } else { "robots_b64" };
    let fields = [
        ("id", case["id"].clone()),
        ("source", case["source"].clone()),
        ("why", case["why"].clone()),
        (file, case[file].clone()),
        ("name", name.into()),
        ("url", url.into()),
        ("answers", Value::Object(answers)),
        ("axes", Value::Object(deciding_axes)),
    ];
    let fields: Vec<String> =
        fields.iter().map(|(key, value)| format!("\"{key}\": {value}")).collect();
    format!("{{{}}}", fields.join(", "))
}

#[test]
fn the_suite_has_the_answers_of_the_readers() {
    let (mut lines, mut seen, mut axes) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for case in TOPICS.iter().flat_map(|topic| conformance_cases(topic)) {
        let Some((name, url)) = asked(&case) else { continue };
        let question = (bytes(&case, "robots"), name.to_ascii_lowercase(), url.clone());
        if seen.insert(question) {
            lines.push(line(&case, &name, &url));
        }
        let read: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
        axes.extend(
            read["axes"]
                .as_object()
                .unwrap()
                .values()
                .flat_map(|it| it.as_array().unwrap().clone())
                .map(|axis| axis.as_str().map(String::from)),
        );
        // The answers of google/robotstxt were recorded from the program.
        let is_google = matches!(case["profile"].as_str(), None | Some("google"));
        if is_google && read["id"] == case["id"] {
            assert_eq!(read["answers"]["google"], case["expected"], "{case}");
        }
    }
    let path = root().join("conformance/suite/cases.jsonl");
    if env::var_os("UPDATE_SUITE").is_some() {
        fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    let read = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let (written, made): (Vec<_>, Vec<_>) =
        (written.lines().map(read).collect(), lines.iter().map(|line| read(line)).collect());
    assert!(written == made, "UPDATE_SUITE=1 cargo test -p maycrawl-readers --lib suite writes it");
    let all = AXES.map(|name| Some(String::from(name)));
    assert_eq!(axes, BTreeSet::from(all), "every axis has a case");
}
