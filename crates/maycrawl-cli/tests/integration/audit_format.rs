//! `audit --explain-format`: what is seen in a log, and what reads the rest.

#![allow(clippy::unwrap_used)] // a test may panic

use serde_json::{Value, json};

use crate::support::maycrawl_in;

const COMBINED: &str =
    r#"192.0.2.1 - - [20/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 52 "-" "curl/8.5.0""#;

fn seen(log: &str) -> (i32, Value) {
    let files: [(&str, &[u8]); 1] = [("access.log", log.as_bytes())];
    let run =
        maycrawl_in(&files, &["audit", "access.log", "--explain-format", "--format", "json"], b"");
    (run.status, serde_json::from_str(&run.stdout).unwrap())
}

#[test]
fn each_form_is_told_with_what_reads_the_rest() {
    let (status, read) = seen(&format!("{COMBINED}\n").repeat(3));
    assert_eq!((status, &read["formats"]["combined"]["lines"]), (0, &json!(3)));
    assert_eq!(read["formats"]["combined"]["time"], "2026-11-20T08:00:00Z");
    assert_eq!(read["not_read"], json!({}));
    let common = COMBINED.rsplitn(4, ' ').nth(3).unwrap().replace("[", "").replace(" +0000]", "");
    let object = r#"{"at":"2026-11-25T08:00:00Z","verb":"GET","where":"/a?b","from":"192.0.2.7"}"#;
    let rows = [
        (
            format!("some words here {COMBINED}"),
            "are `combined` after 3 words: --words-before 3 reads them",
        ),
        (object.to_owned(), r#"--log-format '{"at":"$time_iso8601","verb":"$request_method""#),
        (
            "2026-11-23 03:22:14 192.0.2.10 GET /x - 443 - 1.2.3.4 curl 200 0 0 3".to_owned(),
            "#Fields is missing",
        ),
        (
            "2026-11-29\t10:00:00\tHEL50\t12\t192.0.2.1\tGET\td1.cloudfront.net\t/x\t200\t-\tcurl\t-\t-\tHit".to_owned(),
            "#Fields is missing",
        ),
        (common, "write the pattern that wrote them"),
        ("nothing of this".to_owned(), "write the pattern that wrote them"),
    ];
    for (line, expected) in rows {
        let (status, read) = seen(&format!("{line}\n{line}\n"));
        assert_eq!((status, &read["formats"]), (2, &json!({})), "{line}");
        assert!(
            read["advice"].to_string().replace("\\\"", "\"").contains(expected),
            "{line}: {read}"
        );
    }
    assert_eq!(seen("").0, 2, "nothing was read");
    // What HAProxy captures has names in its configuration alone.
    let (_, read) = seen(
        "192.0.2.1:33317 [29/Nov/2026:10:00:00.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 \
         {a.example|curl/8.5.0} {} \"GET /x HTTP/1.1\"\n",
    );
    let advice = read["advice"].to_string();
    assert!(advice.contains("--captures names it"), "{advice}");
    assert!(!advice.contains("add it to the format"), "{advice}");
}
