//! The location of a robots.txt and the URLs that it applies to: every row of the specification's table, and the
//! spellings of a host that must give the same origin.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{
    Crawler, Origin, OriginError, Profile, Reason, RobotsTxt, SiteBasis, SiteRules, as_written,
};
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
            let site =
                SiteRules::new(Some(&origin), SiteBasis::Reason(Reason::NoFile, Profile::GOOGLE));
            let is_valid = site.check_link(text("url")).is_allowed();
            assert_eq!(is_valid, record["valid"].as_bool().unwrap(), "{record}");
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

/// A URL, and whether the file of `https://example.com` decides about it: as it is requested, and byte for byte.
const WHOSE: &[(&str, Option<bool>, bool)] = &[
    ("/a", Some(true), true),
    ("https://example.com/a", Some(true), true),
    ("https://example.com", Some(true), true),
    ("https://example.com?a#b", Some(true), true),
    // Other spellings of the origin. Nobody has read a text that is compared byte for byte, so they open nothing.
    ("https://EXAMPLE.com/a", Some(true), false),
    ("https://example.com:443/a", Some(true), false),
    ("http://example.com/a", Some(false), false),
    ("https://www.example.com/a", Some(false), false),
    ("https://example.com:8443/a", Some(false), false),
    ("https://example.com.evil.test/a", Some(false), false),
    ("https://example.com@evil.test/a", Some(false), false),
    ("gemini://example.com/a", Some(false), false),
    ("//example.com/a", None, false),
    ("example.com/a", None, false),
    ("?a", None, false),
    ("", None, false),
];

#[test]
fn a_file_decides_about_its_own_site_only() {
    let (file, crawler, profile) =
        (b"User-agent: *\nDisallow:\n", Crawler::BINGBOT, Profile::GOOGLE);
    let origin = Origin::parse("https://example.com").unwrap();
    let rules = RobotsTxt::parse(file).rules_for(&crawler);
    let of_each = RobotsTxt::parse(file).rules_for_each([&crawler]);
    for &(text, asked, written) in WHOSE {
        let url = AskedUrl::read(text, Schemes::Any).ok();
        assert_eq!(url.is_some(), asked.is_some(), "{text}");
        for basis in [
            SiteBasis::Rules(&rules),
            SiteBasis::File(file, &crawler, profile),
            SiteBasis::Reason(Reason::NoFile, profile),
        ] {
            let site = SiteRules::new(Some(&origin), basis);
            let allowed = url.as_ref().map(|url| site.check(url).is_allowed());
            assert_eq!(allowed, asked, "{text} {site:?}");
            assert_eq!(site.check(as_written(text)).is_allowed(), written, "{text} {site:?}");
        }
        let mut each = of_each.check_at(Some(&origin), as_written(text));
        assert_eq!(each.next().map(|verdict| verdict.is_allowed()), Some(written), "{text}");
        assert!(
            SiteRules::new(None, SiteBasis::Rules(&rules)).check(as_written(text)).is_allowed(),
            "{text}"
        );
    }
}
