//! `maycrawl readers`: where other programs disagree on a file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use serde_json::{Value, json};

use crate::support::{Run, command, run};

const SHOP: &str = "User-agent: *\nAllow: /shop/\nDisallow: /shop/cart\n";

fn readers(file: &str, args: &[&str]) -> Run {
    let mut all = vec!["readers", "-"];
    all.extend(args);
    run(command(&all), file.as_bytes())
}

#[test]
fn both_lines_and_the_axis_are_told() {
    let told = readers(SHOP, &["--readers", "google,cpython,protego"]);
    assert_eq!(told.status, 1, "{}", told.screen());
    let text = told.stdout.replace("\n  ", " ");
    for part in [
        "allowed     cpython: line 2: Allow: /shop/",
        "disallowed  google, protego: line 3: Disallow: /shop/cart",
        "cpython and google: they let different rules win",
        "\nwhich rule wins google: the longest; of two equally long ones, allow cpython: the first in the file\n",
        "asked as every crawler that the file does not name",
    ] {
        assert!(text.contains(part), "{part}: {}", told.stdout);
    }
    assert!(told.stdout.lines().all(|line| line.chars().count() <= 80), "{}", told.stdout);
}

/// The way of each program stands once, and programs that differ on the same axis are one sentence.
#[test]
fn a_way_of_reading_is_told_once() {
    let file = "User-agent: *\nDisallow: /search\nDisallow: /*?sort=\nAllow: /search/about\n";
    let told = readers(file, &[]);
    let text = told.stdout.replace("\n  ", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.ends_with(
        "of them are about unusual paths only (escapes that nobody needs, double slashes, /robots.txt itself and the like)"
    ));
    let count = |part: &str| text.matches(part).count();
    assert!(count("rfc9309, protego, robotspy and google: they compare escapes") > 0, "{text}");
    for way in ["the first in the file", "upper case in the rule; nothing is decoded"] {
        assert_eq!(count(way), 1, "{way}: {text}");
    }
}

#[test]
fn json_has_all_of_it() {
    let told = readers(SHOP, &["--readers", "google,cpython", "--format", "json"]);
    let json: Value = serde_json::from_str(&told.stdout).unwrap();
    let one = &json["disagreements"][0];
    assert_eq!(one["shortest"], "/shop/cart");
    let line = |readers: &str, line: u32, text: &str| json!([{ "readers": [readers], "line": line, "text": text }]);
    assert_eq!(one["allowing"], line("cpython", 2, "Allow: /shop/"));
    assert_eq!(one["disallowing"], line("google", 3, "Disallow: /shop/cart"));
    assert_eq!(one["reasons"][0]["axes"][0]["axis"], "which rule wins");
    assert_eq!((&one["crawlers"], &one["others"]), (&json!([]), &json!(true)));
    assert_eq!(json["undecided"], 0);
}

#[test]
fn one_answer_for_every_path_is_status_0() {
    let told = readers("User-agent: *\nDisallow:\n", &["--readers", "google,protego,cpython"]);
    assert_eq!((told.status, &*told.stdout), (0, "3 programs give one answer for every path\n"));
}

#[test]
fn a_crawler_that_is_named_is_asked_alone() {
    let file = "User-agent: bot\nDisallow: /x\n\nUser-agent: *\nAllow: /\n";
    let json = |args: &[&str]| -> Value {
        let told = readers(file, &[args, &["--format", "json"]].concat());
        serde_json::from_str(&told.stdout).unwrap()
    };
    // The name of the file is a part of the crawler's for some programs.
    let mybot = json(&["-a", "mybot", "--readers", "google,cpython"]);
    let one = &mybot["disagreements"][0];
    assert_eq!(one["crawlers"], json!(["mybot"]));
    assert_eq!(one["disallowing"][0]["readers"], json!(["cpython"]));
    assert_eq!(one["reasons"][0]["axes"][0]["axis"], "how names are compared");
    let own = json(&["-a", "bot", "--readers", "google,cpython"]);
    assert!(own["disagreements"].as_array().unwrap().iter().all(|it| it["example"].is_null()));
}
