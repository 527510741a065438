//! The kernels: forms of columns, null, errors in rows, the cache.

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int64Array, LargeStringArray, StringArray,
    StringViewArray,
};
use maycrawl_table::{KernelError, Kernels, origin, parse};
use std::sync::Arc;

const FILE: &str = "User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n\nSitemap: https://e.example/s\n";

fn text(value: &str) -> StringArray {
    StringArray::from(vec![value])
}

#[test]
fn every_form_of_a_column_gives_the_same_answers() {
    let urls = ["https://e.example/a/b", "https://e.example/b"];
    let mut dictionary = StringDictionaryBuilder::<Int8Type>::new();
    dictionary.extend(urls.map(Some));
    let forms: [ArrayRef; 6] = [
        Arc::new(StringArray::from(urls.to_vec())),
        Arc::new(LargeStringArray::from(urls.to_vec())),
        Arc::new(StringViewArray::from(urls.to_vec())),
        Arc::new(BinaryArray::from(urls.map(str::as_bytes).to_vec())),
        Arc::new(BinaryViewArray::from(urls.map(str::as_bytes).to_vec())),
        Arc::new(dictionary.finish()),
    ];
    let kernels = Kernels::new(1 << 20);
    for urls in forms {
        let allowed = kernels.allowed(&text(FILE), &text("Googlebot"), &urls).unwrap();
        let shown: Vec<_> = allowed.iter().collect();
        assert_eq!(shown, [Some(false), Some(true)], "{}", urls.data_type());
    }
    let numbers = Int64Array::from(vec![1]);
    let error = kernels.allowed(&text(FILE), &text("Googlebot"), &numbers).unwrap_err();
    assert_eq!(error.to_string(), "`url` has type Int64; it must be text or bytes");
    let (two, three) = (StringArray::from(vec!["a"; 2]), StringArray::from(vec!["a"; 3]));
    assert_eq!(kernels.allowed(&two, &two, &three).unwrap_err(), KernelError::Lengths);
}

#[test]
fn a_verdict_has_decision_line_and_reason() {
    let rows = [
        // crawler, URL, decision, line, beginning of the reason
        ("Googlebot", "https://e.example/a", "disallowed", Some(2), "rule"),
        ("Googlebot", "https://e.example/x/../a", "disallowed", Some(2), "rule"),
        ("Googlebot", "https://e.example/b", "allowed", None, "no-rule-matched"),
        ("GPTBot", "https://e.example/b", "disallowed", Some(5), "rule"),
        ("GPTBot", "https://e.example/robots.txt", "disallowed", Some(5), "rule"),
        ("Googlebot", "/a", "disallowed", Some(2), "rule"),
        (
            "Googlebot",
            "mailto:a@e.example",
            "error",
            None,
            "`mailto:a@e.example`: scheme `mailto` has no robots.txt",
        ),
        (
            "Googlebot",
            "https:/e.example/",
            "error",
            None,
            "`https:/e.example/` is not written scheme://host/path",
        ),
        ("Googlebot", "", "error", None, "the URL is empty"),
        // A parser would drop the TAB, and the answer would be about another URL.
        ("Googlebot", "https://e.example/a\tb", "error", None, "`https://e.example/a"),
        ("two names", "https://e.example/b", "error", None, ""),
        ("", "https://e.example/b", "error", None, ""),
    ];
    let agents = StringArray::from(rows.map(|row| row.0).to_vec());
    let urls = StringArray::from(rows.map(|row| row.1).to_vec());
    let kernels = Kernels::new(1 << 20);
    let verdicts = kernels.verdict(&text(FILE), &agents, &urls).unwrap();
    let column = |name: &str| Arc::clone(verdicts.column_by_name(name).unwrap());
    let (allowed, decision, line, reason) =
        (column("allowed"), column("decision"), column("line"), column("reason"));
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(decision.as_string::<i32>().value(index), row.2, "{row:?}");
        assert_eq!(allowed.as_boolean().value(index), row.2 == "allowed", "{row:?}");
        let shown = line.as_primitive::<Int32Type>();
        assert_eq!(shown.is_valid(index).then(|| shown.value(index)), row.3, "{row:?}");
        let shown = reason.as_string::<i32>().value(index);
        assert!(shown.starts_with(row.4) && !shown.is_empty(), "{row:?}: {shown}");
    }
}

#[test]
fn null_gives_null() {
    let kernels = Kernels::new(1 << 20);
    let columns = [
        vec![Some("x"), Some("x"), None],
        vec![Some("x"), None, Some("x")],
        vec![None, Some("/"), Some("/")],
    ];
    let [robots, agents, urls] = columns.map(StringArray::from);
    let verdicts = kernels.verdict(&robots, &agents, &urls).unwrap();
    assert_eq!(verdicts.null_count(), 3);
    let mixed = StringArray::from(vec![None, Some("https://e.example/")]);
    let verdicts = kernels.verdict(&text(FILE), &text("GPTBot"), &mixed).unwrap();
    assert!(verdicts.is_null(0) && verdicts.is_valid(1));
    assert_eq!(parse(&StringArray::from(vec![None::<&str>])).unwrap().null_count(), 1);
    assert_eq!(
        origin(&mixed).unwrap().iter().collect::<Vec<_>>(),
        [None, Some("https://e.example")]
    );
}

#[test]
fn a_file_is_parsed_into_nested_lists() {
    let files = StringArray::from(vec![Some(FILE), None, Some("")]);
    let parsed = parse(&files).unwrap();
    let groups = parsed.column(0).as_list::<i32>();
    assert_eq!((groups.value_length(0), groups.value_length(2)), (2, 0));
    let second = groups.value(0).slice(1, 1);
    let rules = second.as_struct().column(1).as_list::<i32>().value(0);
    let rules = rules.as_struct();
    assert_eq!(rules.column(0).as_primitive::<Int32Type>().value(0), 5);
    assert!(!rules.column(1).as_boolean().value(0));
    assert_eq!(rules.column(2).as_string::<i32>().value(0), "/");
    let sitemaps = parsed.column(1).as_list::<i32>().value(0);
    assert_eq!(sitemaps.as_string::<i32>().value(0), "https://e.example/s");
}

/// A body is compiled once for a batch and once for all batches, and the cache keeps its limit.
#[test]
fn rules_are_kept_within_the_limit() {
    let kernels = Kernels::new(1 << 20);
    let robots = StringArray::from(vec![FILE; 100]);
    let urls = StringArray::from(vec!["/a"; 100]);
    for _ in 0..3 {
        kernels.allowed(&robots, &text("Googlebot"), &urls).unwrap();
    }
    let counters = kernels.cache_counters();
    assert_eq!((counters.hits, counters.misses), (2, 1));
    let bodies: Vec<String> =
        (0..200).map(|n| format!("{FILE}#{n}\n{}", "#".repeat(10_000))).collect();
    let many = StringArray::from(bodies);
    kernels.allowed(&many, &text("Googlebot"), &text("/a")).unwrap();
    let counters = kernels.cache_counters();
    assert!(counters.evictions > 90, "{counters:?}");
    assert!(counters.peak_bytes <= 1 << 20, "{counters:?}");
}

/// One row, one question. Bodies take turns, so that a parsed file is not taken for another.
#[test]
fn a_use_has_outcome_line_and_document() {
    let signal = "User-agent: *\nContent-Signal: ai-train=no\n";
    let both = "User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=y\n";
    let rows = [
        // file, crawler, URL, use, outcome, strictest, line
        (Some(signal), "GPTBot", "/", "train", Some("refused"), Some("refused"), Some(2)),
        (Some(both), "GPTBot", "/", "ai-train", Some("conflict"), Some("refused"), Some(2)),
        (Some(signal), "GPTBot", "https://e.example/a", "search", Some("not said"), None, None),
        (Some(""), "GPTBot", "/", "train", Some("not said"), None, None),
        (None, "GPTBot", "/", "train", None, None, None),
        (Some(signal), "two names", "/", "train", Some("error"), None, None),
        (Some(signal), "GPTBot", "mailto:x", "train", Some("error"), None, None),
        (Some(signal), "GPTBot", "/", "eat", Some("error"), None, None),
    ];
    let robots = StringArray::from(rows.map(|row| row.0).to_vec());
    let agents = StringArray::from(rows.map(|row| row.1).to_vec());
    let urls = StringArray::from(rows.map(|row| row.2).to_vec());
    let wanted = StringArray::from(rows.map(|row| row.3).to_vec());
    let uses = Kernels::new(1 << 20).uses(&robots, &agents, &urls, &wanted).unwrap();
    let text = |name: &str| uses.column_by_name(name).unwrap().as_string::<i32>().clone();
    let lines = uses.column_by_name("line").unwrap().as_primitive::<Int32Type>();
    for (at, row) in rows.iter().enumerate() {
        let given = |column: StringArray| column.is_valid(at).then(|| column.value(at).to_owned());
        let line = lines.is_valid(at).then(|| lines.value(at));
        assert_eq!(given(text("outcome")).as_deref(), row.4, "{row:?}");
        assert_eq!(given(text("strictest")).as_deref(), row.5, "{row:?}");
        assert_eq!(line, row.6, "{row:?}");
        assert_eq!(uses.is_null(at), row.0.is_none(), "{row:?}");
    }
    assert!(text("text").value(7).contains("train"), "{}", text("text").value(7));
    assert!(text("document").value(0).starts_with("policy text of contentsignals.org"));
}
