//! The location of a robots.txt and the URLs that it applies to: every row of the specification's table, and the
//! spellings of a host that must give the same origin.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::{Origin, OriginError};
use maycrawl_testdata::conformance_cases;

#[test]
fn every_row_of_the_specifications_table() {
    let records = conformance_cases("robots-urls");
    assert!(records.len() >= 25, "{} records", records.len());
    for record in &records {
        let text = |field: &str| record[field].as_str().unwrap();
        if let Some(valid_location) = record["valid_location"].as_bool() {
            let origin = Origin::from_robots_url(text("robots_url")).unwrap();
            assert_eq!(origin.is_some(), valid_location, "{record}");
        } else if record["page"].is_string() {
            let origin = Origin::parse(text("page")).unwrap();
            assert_eq!(origin.robots_url(), text("robots_url"), "{record}");
        } else {
            let origin = Origin::from_robots_url(text("robots_url")).unwrap().expect("at the root");
            assert_eq!(
                origin.is_valid_for(text("url")),
                record["valid"].as_bool().unwrap(),
                "{record}"
            );
        }
    }
}

#[test]
fn spellings_of_one_origin() {
    let rows: [(&str, &[&str]); 6] = [
        (
            "http://example.com",
            &["HTTP://EXAMPLE.com/", "http://example.com:80/x", "http://u:p@example.com#f"],
        ),
        (
            "https://example.com",
            &["https://example.com:443", "https:\\\\example.com\\a", "https://exam%70le.com/"],
        ),
        ("ftp://example.com", &["ftp://example.com:21/pub"]),
        (
            "https://xn--mller-kva.eu",
            &["https://müller.eu/", "https://MÜLLER.eu/", "https://xn--mller-kva.eu:443/"],
        ),
        (
            "http://127.0.0.1",
            &["http://127.1/", "http://0x7f.1/", "http://2130706433/", "http://127.0.0.1:80/"],
        ),
        ("http://[::1]", &["http://[0:0:0:0:0:0:0:1]/", "http://[::0001]:80/"]),
    ];
    for (one, spellings) in rows {
        for spelling in spellings {
            assert_eq!(Origin::parse(spelling).unwrap().as_str(), one, "{spelling}");
        }
    }
}

#[test]
fn a_local_file_has_an_origin_of_any_scheme() {
    let rows = [
        ("gemini://Example.com/x", Ok("gemini://example.com")),
        ("gemini://example.com:1966/x", Ok("gemini://example.com:1966")),
        ("HTTPS://Example.com:443/x", Ok("https://example.com")),
        ("gopher://[::1]/x", Ok("gopher://[::1]")),
        (
            "mailto:me@example.com",
            Err("scheme `mailto` has no robots.txt; it exists for http, https and ftp"),
        ),
        (
            "gemini:/example.com",
            Err("scheme `gemini` has no robots.txt; it exists for http, https and ftp"),
        ),
    ];
    for (text, expected) in rows {
        let origin = Origin::parse_any_scheme(text).map_err(|error| error.to_string());
        assert_eq!(
            origin.as_ref().map(Origin::as_str),
            expected.map_err(str::to_owned).as_ref().copied(),
            "{text}"
        );
        let is_web = text.to_ascii_lowercase().starts_with("http");
        assert_eq!(origin.is_ok_and(|origin| origin.is_fetchable()), is_web, "{text}");
    }
}

#[test]
fn the_error_says_why_a_text_has_no_origin() {
    let rows = [
        ("example.com/page", "no scheme; write the full URL, such as https://example.com/page"),
        ("/page", "no scheme; write the full URL, such as https://example.com/page"),
        (
            "mailto:me@example.com",
            "scheme `mailto` has no robots.txt; it exists for http, https and ftp",
        ),
        (
            "file:///etc/passwd",
            "scheme `file` has no robots.txt; it exists for http, https and ftp",
        ),
        ("http://", "empty host"),
        ("http://exa mple.com/", "not a host name or URL"),
        ("http://example.com:99999/", "invalid port number"),
        ("http://[::1/", "invalid IPv6 address"),
    ];
    for (text, why) in rows {
        assert_eq!(Origin::parse(text).unwrap_err().to_string(), why, "{text}");
    }
    assert!(
        matches!(Origin::parse("gopher://h/"), Err(OriginError::Scheme(scheme)) if scheme == "gopher")
    );
}
