//! `maycrawl batch`: order, errors, memory, and google/robotstxt's answers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{command, maycrawl};
use maycrawl_testdata::{json_lines, shared};
use serde_json::{Value, json};

fn answers(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn records_of_every_form() {
    let rows = [
        (
            json!({"id": 1, "robots": "User-agent: *\nDisallow: /a", "url": "http://h/a", "agent": "Googlebot"}),
            json!({"id": 1, "allowed": false, "line": 2, "reason": "rule"}),
        ),
        (
            json!({"id": {"any": ["thing"]}, "robots_b64": "", "url_b64": "aHR0cDovL2gv", "agents": []}),
            json!({"id": {"any": ["thing"]}, "allowed": true, "line": null, "reason": "no-group"}),
        ),
        (
            json!({"robots": "user-agent: googlebot\ndisallow: /ä", "url": "http://h/ä", "agent": "Googlebot-Image"}),
            json!({"id": null, "allowed": false, "line": 2, "reason": "rule"}),
        ),
        (
            json!({"id": "u", "robots": "user-agent: a\ndisallow: /x\nuser-agent: b\nallow: /xy", "url": "/xy", "agents": ["A", "B"], "extra": 1}),
            json!({"id": "u", "allowed": true, "line": 4, "reason": "rule"}),
        ),
        (
            json!({"id": "ai", "robots": "User-agent: AI2Bot\nDisallow: /", "url": "/", "agent": "AI2Bot"}),
            json!({"id": "ai", "allowed": false, "line": 2, "reason": "rule"}),
        ),
    ];
    let input: String = rows.iter().map(|(record, _)| format!("{record}\n")).collect();
    let run = maycrawl(&["batch"], input.as_bytes());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    for ((record, expected), answer) in rows.iter().zip(answers(&run.stdout)) {
        assert_eq!(&answer, expected, "{record}");
    }
}

/// The answer has the id with the same value; control characters in it are escaped.
#[test]
fn an_id_keeps_its_value_with_control_characters_escaped() {
    let rows = [
        // The id of the input, and of the output.
        (r#""a\u00e9\/é\n""#, r#""a\u00e9\/é\n""#),
        ("\"\u{202e}\u{9b}31m\"", r#""\u202e\u009b31m""#),
        (
            "{\"\u{2066}k\":[\"\u{7f}\",\t1.0e5,\r\"\u{200b}\"]}",
            r#"{"\u2066k":["\u007f", 1.0e5, "\u200b"]}"#,
        ),
        ("\"\u{1f600}\"", "\"\u{1f600}\""),
        ("12345678901234567890.10", "12345678901234567890.10"),
    ];
    for (id, echoed) in rows {
        let question = r#""robots":"","url":"/","agent":"a""#;
        let record = format!("{{\"id\":{id},{question}}}\n{{\"id\":{id}}}\n");
        let run = maycrawl(&["batch"], record.as_bytes());
        assert_eq!(run.stdout.lines().count(), 2, "an answer and an error: {}", run.screen());
        for line in run.stdout.lines() {
            assert!(line.starts_with(&format!("{{\"id\":{echoed},")), "{id:?}: {line:?}");
            let answer: Value = serde_json::from_str(line).unwrap();
            assert_eq!(answer["id"], serde_json::from_str::<Value>(id).unwrap(), "{id:?}");
        }
    }
}

#[test]
fn the_verdict_is_about_the_requested_url() {
    let robots = "User-agent: *\nDisallow: /private";
    let rows = [
        ("https://h.test/private/x", None),
        ("https://h.test/a/../private/x", Some("https://h.test/private/x")),
        ("https://h.test/%2e%2E/private/x", Some("https://h.test/private/x")),
        ("https://h.test/a\\..\\private\\x", Some("https://h.test/private/x")),
        ("/./private/x", Some("/private/x")),
    ];
    for (url, requested) in rows {
        let record = json!({"robots": robots, "url": url, "agent": "Googlebot"});
        let run = maycrawl(&["batch"], format!("{record}\n").as_bytes());
        let mut expected = json!({"id": null, "allowed": false, "line": 2, "reason": "rule"});
        if let Some(requested) = requested {
            expected["requested"] = json!(requested);
        }
        assert_eq!(answers(&run.stdout), [expected], "{url}");
    }
    // A text that cannot be requested, or is ambiguous, is refused.
    for url in
        ["h.test/private", "//h.test/", "/\\h.test", "https:/h.test/", "", "/a\tb", "mailto:x"]
    {
        let record = json!({"robots": robots, "url": url, "agent": "Googlebot"});
        let run = maycrawl(&["batch"], format!("{record}\n").as_bytes());
        assert_eq!(run.status, 2, "{url:?}: {}", run.stdout);
        assert!(answers(&run.stdout)[0]["error"].is_string(), "{url:?}: {}", run.stdout);
    }
}

/// A name that is read in a wrong way follows `*`, and so opens a site that is closed to the crawler that was meant.
#[test]
fn a_name_is_read_as_by_check_or_refused() {
    let robots =
        "User-agent: Googlebot\nUser-agent: bingbot_\nDisallow: /\n\nUser-agent: *\nAllow: /\n";
    for (agent, crawler) in [
        ("googlebot", None),
        (" Googlebot", None),
        ("Googlebot/2.1", Some("Googlebot")),
        ("Google bot", Some("Googlebot")),
        ("bingbot_", None),
    ] {
        let record = json!({"robots": robots, "url": "/x", "agent": agent});
        let run = maycrawl(&["batch"], format!("{record}\n").as_bytes());
        let answer = &answers(&run.stdout)[0];
        assert_eq!(answer["allowed"], false, "{agent:?}: {}", run.stdout);
        assert_eq!(answer.get("crawler").and_then(|it| it.as_str()), crawler, "{agent:?}");
    }
    for (agent, suggestion) in [
        (
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "here Googlebot",
        ),
        ("Googlebot GPTBot", "did you mean Googlebot?"),
        ("Example Bot", "has only letters"),
        ("", "is empty"),
    ] {
        let record = json!({"robots": robots, "url": "/x", "agent": agent});
        let run = maycrawl(&["batch"], format!("{record}\n").as_bytes());
        assert_eq!(run.status, 2, "{agent:?}: {}", run.stdout);
        let error = answers(&run.stdout)[0]["error"].to_string();
        assert!(error.contains(suggestion), "{agent:?}: {error}");
    }
}

#[test]
fn the_pace_is_told_where_it_is_asked_for() {
    let record = r#"{"robots":"User-agent: *\nCrawl-delay: 3\nRequest-rate: 1/5 2200-0600\n","url":"/a","agent":"bingbot"}"#;
    let run = maycrawl(&["batch", "--pace"], record.as_bytes());
    let rate = json!({"requests": 1, "seconds": 5, "hours": "22:00-06:00", "line": 3});
    let expected = json!({"delay": {"seconds": 3.0, "line": 2}, "rate": rate,
        "reads_delay": "yes"});
    assert_eq!(answers(&run.stdout)[0]["pace"], expected);
    assert_eq!(answers(&maycrawl(&["batch"], record.as_bytes()).stdout)[0].get("pace"), None);
}

#[test]
fn verbatim_answers_as_the_library_does() {
    let rows = [
        // No fallbacks, no escaping, no comparison by name; `*` applies to all.
        (
            json!({"robots": "user-agent: googlebot\ndisallow: /", "url": "/", "agent": "Googlebot-Image"}),
            true,
            None,
        ),
        (
            json!({"robots": "user-agent: *\ndisallow: /ä", "url": "/ä", "agent": "Googlebot"}),
            true,
            None,
        ),
        (
            json!({"robots": "user-agent: AI2Bot\ndisallow: /", "url": "/", "agent": "AI2Bot"}),
            true,
            None,
        ),
        (
            json!({"robots": "user-agent: *\ndisallow: /", "url": "/", "agent": "AdsBot-Google"}),
            false,
            Some(2),
        ),
        (json!({"robots": "user-agent:\ndisallow: /", "url": "/", "agent": ""}), false, Some(2)),
        (
            json!({"robots": format!("user-agent: *\n{}disallow: /", "#\n".repeat(300_000)), "url": "/", "agents": []}),
            false,
            Some(300_002),
        ),
    ];
    let input: String = rows.iter().map(|(record, ..)| format!("{record}\n")).collect();
    let run = maycrawl(&["batch", "--verbatim"], input.as_bytes());
    assert_eq!(run.status, 0, "{}", run.stderr);
    for ((record, allowed, line), answer) in rows.iter().zip(answers(&run.stdout)) {
        let record = record.to_string();
        assert_eq!(
            (&answer["allowed"], &answer["line"]),
            (&json!(allowed), &json!(line)),
            "{}",
            &record[..80.min(record.len())]
        );
    }
}

#[test]
fn a_bad_record_gets_an_error_and_the_others_are_answered() {
    let rows = [
        ("not json", "not a record: the line is not a JSON object"),
        ("[1]", "not a record: the line is not a JSON object"),
        ("{\"id\":", "not a record: EOF while parsing"),
        (r#"{"id":7,"url":"/","agent":"a"}"#, "neither `robots` nor `robots_b64`"),
        (
            r#"{"id":7,"robots":"","robots_b64":"","url":"/","agent":"a"}"#,
            "both `robots` and `robots_b64`; give one",
        ),
        (r#"{"id":7,"robots":"","agent":"a"}"#, "neither `url` nor `url_b64`"),
        (r#"{"id":7,"robots":"","url_b64":"%","agent":"a"}"#, "`url_b64` is not valid base64"),
        (
            r#"{"id":7,"robots":"","url":"/"}"#,
            "neither `agent` (a crawler) nor `agents` (a list of tokens)",
        ),
        (
            r#"{"id":7,"robots":"","url":"/","agent":"a","agents":["b"]}"#,
            "both `agent` (a crawler) and `agents`",
        ),
        (
            r#"{"id":7,"robots":"","url":"/","agent":" "}"#,
            "`agent`: the name of the crawler is empty",
        ),
        (r#"{"id":7,"robots":5,"url":"/","agent":"a"}"#, "not a record: invalid type: integer `5`"),
        (r#"{"id":7,"robots":"\ud800","url":"/","agent":"a"}"#, "not a record:"),
    ];
    let good = r#"{"id":"good","robots":"","url":"/","agent":"a"}"#;
    let input: String = rows.iter().map(|(row, _)| format!("{row}\n\n{good}\n")).collect();
    let run = maycrawl(&["batch"], input.as_bytes());
    assert_eq!(run.status, 2);
    assert_eq!(run.stderr, "error: 12 of 24 records could not be answered\n");
    let answers = answers(&run.stdout);
    assert_eq!(answers.len(), 2 * rows.len());
    for (i, (row, error)) in rows.iter().enumerate() {
        let answer = &answers[2 * i];
        assert!(answer["error"].as_str().unwrap().starts_with(error), "{row}: {answer}");
        assert_eq!(answer["input_line"], json!(3 * i + 1), "{row}");
        assert_eq!(
            answer["id"],
            if row.contains("\"id\":7") { json!(7) } else { json!(null) },
            "{row}"
        );
        assert_eq!(answers[2 * i + 1]["id"], "good");
    }
}

#[test]
fn the_order_is_the_same_for_any_number_of_threads() {
    let record = |i: usize| {
        let padding = "x".repeat(i * 7919 % 3000);
        json!({"id": i, "robots": format!("User-agent: *\n# {padding}\nDisallow: /{i}"), "url": "/7", "agent": "a"})
    };
    let input: String = (0..10_000).map(|i| format!("{}\n", record(i))).collect();
    for threads in ["1", "2", "9"] {
        let run = maycrawl(&["batch", "--threads", threads], input.as_bytes());
        assert_eq!(run.status, 0);
        let ids: Vec<_> =
            answers(&run.stdout).iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
        assert!(ids.iter().copied().eq(0..10_000), "with {threads} threads");
    }
}

#[test]
fn a_closed_output_ends_an_endless_run() {
    let mut child =
        command(&["batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let line = json!({"id": 1, "robots": "", "url": "/", "agent": "a"}).to_string() + "\n";
    thread::spawn(move || while stdin.write_all(line.as_bytes()).is_ok() {});
    stdout.read_exact(&mut [0]).unwrap();
    drop(stdout);
    let patience = Instant::now() + Duration::from_secs(20);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > patience {
            child.kill().unwrap();
            panic!("it still reads after its output was closed");
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn records_written_one_by_one_are_answered_one_by_one() {
    let mut child =
        command(&["batch", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (answered, answers) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            answered.send(line.unwrap()).unwrap();
        }
    });
    for id in 0..3 {
        writeln!(stdin, "{}", json!({"id": id, "robots": "", "url": "/", "agent": "a"})).unwrap();
        let answer = answers.recv_timeout(Duration::from_secs(20));
        assert!(answer.is_ok_and(|answer| answer.starts_with(&format!("{{\"id\":{id},"))));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// One slow chunk first; the answers after it are as long as their records, because each contains its id.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded_when_one_worker_has_all_the_work() {
    let mut child = command(&["batch", "--verbatim", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let status = format!("/proc/{}/status", child.id());
    let rules = "Disallow: /*a*b*c*d\n".repeat(200_000);
    let slow = json!({"id": 0, "robots": format!("User-agent: *\n{rules}"), "url": format!("/{}", "abc".repeat(60_000)), "agents": []});
    let quick = json!({"id": "i".repeat(500_000), "robots": "", "url": "/", "agents": []});
    let peak = thread::scope(|scope| {
        scope.spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()).unwrap());
        writeln!(stdin, "{slow}").unwrap();
        let line = quick.to_string() + "\n";
        for _ in 0..600 {
            stdin.write_all(line.as_bytes()).unwrap();
        }
        let peak = peak_kib(&status);
        drop(stdin);
        peak
    });
    assert!(child.wait().unwrap().success());
    assert!(peak < 100_000, "{peak} KiB for 300 MB of records after a slow one");
}

/// The peak memory of a process.
fn peak_kib(status: &str) -> usize {
    let status = std::fs::read_to_string(status).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_flat() {
    let mut child =
        command(&["batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let status = format!("/proc/{}/status", child.id());
    let line = json!({"id": 1, "robots": "Disallow: /x\n".repeat(4000), "url": "/", "agent": "a"})
        .to_string()
        + "\n";
    let records = 300 * 1024 * 1024 / line.len();
    let (bytes, peak) = thread::scope(|scope| {
        let reading = scope.spawn(move || {
            let (mut buffer, mut bytes) = (vec![0; 1 << 16], 0);
            loop {
                match stdout.read(&mut buffer).unwrap() {
                    0 => return bytes,
                    n => bytes += n,
                }
            }
        });
        for _ in 0..records {
            stdin.write_all(line.as_bytes()).unwrap();
        }
        let peak = peak_kib(&status);
        drop(stdin);
        (reading.join().unwrap(), peak)
    });
    assert!(child.wait().unwrap().success());
    assert!(bytes > records * 30);
    assert!(peak < 100_000, "{peak} KiB for 300 MiB of records");
}

#[test]
fn thirty_thousand_recorded_answers() {
    let Some(shared) = shared("answers of google/robotstxt, through the command") else { return };
    let bodies: HashMap<_, _> = json_lines(&shared.join("conformance/robots.jsonl"))
        .into_iter()
        .map(|record| (record["robots_id"].as_str().unwrap().to_owned(), record["b64"].clone()))
        .collect();
    let cases = json_lines(&shared.join("conformance/cases.jsonl"));
    let input: String = cases
        .iter()
        .map(|case| {
            let body = &bodies[case["robots_id"].as_str().unwrap()];
            format!("{}\n", json!({"id": case["id"], "robots_b64": body, "url": case["url"], "agents": case["agents"]}))
        })
        .collect();
    let run = maycrawl(&["batch", "--verbatim"], input.as_bytes());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let answers = answers(&run.stdout);
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(&answers) {
        assert_eq!(answer["id"], case["id"]);
        assert_eq!(answer["allowed"], case["google"] == "allow", "{case}");
        assert_eq!(answer["line"].as_u64().unwrap_or(0), case["google_line"], "{case}");
    }
}
