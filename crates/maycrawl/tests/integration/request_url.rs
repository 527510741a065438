//! The URL that a client requests for a written one, which is the URL that must be checked.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

use std::process::Command;

use maycrawl::{Crawler, RequestUrl, RobotsTxt};
use maycrawl_testdata::callgrind::{counted_call, instructions};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// A written URL, the requested path, and whether rules would see another path in the written URL.
const ROWS: [(&str, &str, bool); 22] = [
    ("https://h.example/page?q=1#top", "/page?q=1", false),
    ("https://h.example", "/", false),
    ("https://h.example?q", "/?q", false),
    ("https://h.example/a/../private/x", "/private/x", true),
    ("https://h.example/a/..", "/", true),
    ("https://h.example/./private/x", "/private/x", true),
    ("https://h.example/%2e%2e/private/x", "/private/x", true),
    ("https://h.example/a/.%2E/private/x", "/private/x", true),
    ("https://h.example/%2e/private/x", "/private/x", true),
    ("https://h.example/a\\..\\private\\x", "/private/x", true),
    ("https://h.example\\private", "/private", true),
    ("https://h.example/pri\tvate", "/private", true),
    ("https://h.example/pri\nvate", "/private", true),
    ("https://h.example/pri\r\nvate", "/private", true),
    ("  https://h.example/private  ", "/private", true),
    ("https://u:p@h.example:443/private", "/private", false),
    ("https://h.example/\u{e4}?\u{e4}", "/%C3%A4?%C3%A4", false),
    ("https://h.example/%c3%a4", "/%C3%A4", false),
    ("https://h.example/a b", "/a%20b", true),
    ("https://h.example/?q=/../x", "/?q=/../x", false),
    ("https://h.example/%2fprivate", "/%2Fprivate", false),
    ("https:/h.example/private", "/private", true),
];

#[test]
fn the_requested_path_of_a_written_url() {
    for (written, path, is_changed) in ROWS {
        let url = RequestUrl::parse(written).unwrap();
        assert_eq!((url.path(), url.is_path_changed()), (path, is_changed), "{written:?}");
        assert_eq!(url.as_str(), format!("https://h.example{path}"), "{written:?}");
        assert_eq!(url.origin().unwrap().as_str(), "https://h.example", "{written:?}");
    }
}

#[test]
fn the_requested_path_of_a_written_path() {
    let rows = [
        ("/private", Some("/private")),
        ("/", Some("/")),
        ("/a/../private?q#f", Some("/private?q")),
        ("/a\\..\\private", Some("/private")),
        ("/../../private", Some("/private")),
        ("/pri\tvate", Some("/private")),
        ("//h.example/private", None),
        ("/\\h.example/private", None),
        ("/\t/h.example/private", None),
        ("private", None),
        ("", None),
        ("https://h.example/", None),
    ];
    for (written, path) in rows {
        let url = RequestUrl::parse_path(written);
        assert_eq!(url.as_ref().ok().map(RequestUrl::path), path, "{written:?}");
        assert!(url.is_err() || url.unwrap().origin().is_none(), "{written:?}");
    }
}

#[test]
fn dot_segments_do_not_open_a_disallowed_folder() {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\n");
    let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    for (written, path, _) in ROWS.iter().filter(|(_, path, _)| path.starts_with("/private")) {
        let url = RequestUrl::parse(written).unwrap();
        assert!(!rules.check(&url).is_allowed(), "{written:?} is requested as {path}");
    }
}

/// The environment variable that marks the child process, whose instructions are counted.
const CHILD_VARIABLE: &str = "MAYCRAWL_COUNTED_CHILD";

/// Counted in instructions, not in time. A fragment is dropped, so a URL with one is parsed.
#[test]
fn a_plain_url_costs_a_quarter_of_one_that_is_parsed() {
    const URL: &str = "https://www.example.com:8443/shop/category/page-7.html?q=1&r=%C3%A4#top";
    let (plain, _) = URL.split_once('#').unwrap();
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        for url in [plain, URL] {
            assert_eq!(RequestUrl::parse(url).unwrap().as_str(), plain);
            let _ = counted_call(|| RequestUrl::parse(url));
        }
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    // This test alone: the binary has all others too.
    let name = "request_url::a_plain_url_costs_a_quarter_of_one_that_is_parsed";
    child.args(["--exact", name, "--test-threads=1"]).env(CHILD_VARIABLE, "1");
    let Some(counts) = instructions("plain URLs", &child) else { return };
    let [plain, parsed] = counts[..] else { panic!("{counts:?}") };
    assert!(4 * plain <= parsed, "{plain} instructions, and {parsed} of the parser");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4096,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    /// The requested URL is a fixed point: a client requests it unchanged.
    #[test]
    fn a_requested_url_does_not_change(path in "[/.%2eE\\\\\\t\\n a-c?#ä*$;:@]{0,20}") {
        let url = RequestUrl::parse(&format!("https://h.example/{path}")).unwrap();
        let again = RequestUrl::parse(url.as_str()).unwrap();
        prop_assert_eq!(again.as_str(), url.as_str());
        prop_assert!(!again.is_path_changed());
        if let Ok(as_path) = RequestUrl::parse_path(&format!("/{path}")) {
            prop_assert_eq!(as_path.path(), url.path());
        }
    }
}
