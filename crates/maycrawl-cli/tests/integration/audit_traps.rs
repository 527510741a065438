//! Paths that robots.txt forbids and that no page links.

#![allow(clippy::unwrap_used)] // a test may panic

use std::fmt::Write as _;

use crate::support::{Run, maycrawl_in};

fn audit(args: &[&str]) -> Run {
    let robots = b"User-agent: *\nDisallow: /no-entry/\n";
    let mut log = String::new();
    for (number, (target, agent)) in [
        ("/no-entry/a", "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)"),
        ("/no-entry/b?c", "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)"),
        ("/no-entry/a", "curl/8.5.0"),
        ("/no-entry/a", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"),
        ("/no-entry", "curl/8.5.0"),
        ("/", "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)"),
    ]
    .into_iter()
    .enumerate()
    {
        writeln!(
            log,
            "192.0.2.{number} - - [20/Nov/2026:08:00:0{number} +0000] \"GET {target} HTTP/1.1\" 200 52 \"-\" \"{agent}\""
        )
        .unwrap();
    }
    let files: [(&str, &[u8]); 2] = [("robots.txt", robots), ("access.log", log.as_bytes())];
    let basic = ["audit", "access.log", "--site", "https://shop.example", "--robots", "robots.txt"];
    maycrawl_in(&files, &[&basic, args].concat(), b"")
}

#[test]
fn a_trap_tells_who_requested_what_no_page_links() {
    let text = audit(&["--trap", "/no-entry/"]).stdout.replace('\n', " ");
    let told = "Trap /no-entry/: 4 requests: GPTBot 2, curl 1, others 1.";
    assert!(text.contains(told), "{text}");
    let json = audit(&["--trap", "/no-entry/", "--trap", "/none/", "--format", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let expected = serde_json::json!([
        {"path": "/no-entry/", "requests": 4, "clients": {"GPTBot": 2, "curl": 1}, "of_others": 1},
        {"path": "/none/", "requests": 0, "clients": {}, "of_others": 0},
    ]);
    assert_eq!(json["traps"], expected);
    // A spreadsheet has those who are no known crawler too, and what is no count of a client is told beside it.
    let table = audit(&["--trap", "/no-entry/", "--format", "csv"]);
    assert!(table.stdout.contains(",no known crawler,"), "{}", table.stdout);
    assert!(table.stderr.contains("Trap /no-entry/: "), "{}", table.stderr);
}

/// A trap as a person writes it, and requests as clients write them.
#[test]
fn a_trap_is_the_path_that_clients_request() {
    let agent = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
    let log: String = ["/caf%C3%A9/a", "/caf%c3%a9/b", "/caf\u{e9}/c", "/my%20folder/"]
        .map(|target| {
            format!("192.0.2.1 - - [20/Nov/2026:08:00:00 +0000] \"GET {target} HTTP/1.1\" 200 5 \"-\" \"{agent}\"\n")
        })
        .concat();
    let robots = "User-agent: *\nDisallow: /caf\u{e9}/\nDisallow: /my%20folder/\n".as_bytes();
    let files: [(&str, &[u8]); 2] = [("robots.txt", robots), ("access.log", log.as_bytes())];
    let basic = ["audit", "access.log", "--site", "https://shop.example", "--robots", "robots.txt"];
    for (trap, told) in [
        ("/caf\u{e9}/", "Trap /caf%C3%A9/: 3 requests: GPTBot 3."),
        ("/caf%c3%a9/", "Trap /caf%C3%A9/: 3 requests: GPTBot 3."),
        ("/my folder/", "Trap /my%20folder/: 1 request: GPTBot 1."),
    ] {
        let run = maycrawl_in(&files, &[&basic[..], &["--trap", trap]].concat(), b"");
        assert!(run.stdout.contains(told), "{trap}: {}", run.screen());
        assert!(!run.stderr.contains("does not forbid"), "{trap}: {}", run.screen());
    }
}

/// Who requests an open path goes against nothing.
#[test]
fn an_open_trap_is_warned_about() {
    let open = audit(&["--trap", "/products/"]);
    assert!(open.stderr.contains("robots.txt does not forbid this path"), "{}", open.stderr);
    assert!(!audit(&["--trap", "/no-entry/"]).stderr.contains("does not forbid"));
    for wrong in ["no-entry", "/", "/a*"] {
        assert!(audit(&["--trap", wrong]).stderr.contains("write a path such as /no-entry/"));
    }
}

/// The same path of another site is no trap of this one.
#[test]
fn a_trap_is_of_the_site_that_is_named() {
    let line = |host: &str| {
        format!(
            "{host}:443 192.0.2.7 - - [20/Nov/2026:08:00:00 +0000] \"GET /no-entry/a HTTP/1.1\" 200 52 \"-\" \"curl/8.5.0\"\n"
        )
    };
    let log = [line("shop.example"), line("other.example")].concat();
    let robots = b"User-agent: *\nDisallow: /no-entry/\n";
    let files: [(&str, &[u8]); 2] = [("robots.txt", robots), ("access.log", log.as_bytes())];
    let basic = ["audit", "access.log", "--robots", "robots.txt", "--trap", "/no-entry/"];
    let text =
        maycrawl_in(&files, &[&basic[..], &["--site", "https://shop.example"]].concat(), b"");
    assert!(text.stdout.contains("Trap /no-entry/: 1 request: curl 1."), "{}", text.screen());
}
