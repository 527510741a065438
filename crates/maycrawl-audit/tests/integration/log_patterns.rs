//! Formats in the words of Apache and nginx.

use maycrawl_audit::log::{LogOptions, LogPattern, LogReader, PatternError, TimeMeans};

use crate::log_lines::{check, tables};

fn declared(pattern: &str) -> LogOptions {
    let pattern = LogPattern::parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    LogOptions { pattern: Some(pattern), ..LogOptions::default() }
}

#[rustfmt::skip]
const APACHE: &[(&str, &str, &str)] = &[
    (r#"%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\""#,
     r#"x.example:8080 192.0.2.1 - - [01/Mar/2026:00:00:00 +0000] "GET /a\"b HTTP/1.1" 200 - "-" "a \" \"b""#,
     "pattern | 2026-03-01T00:00:00Z | 192.0.2.1 | - | x.example | GET | /a\"b | 200 | 0 | a \" \"b | -"),
    (r#"%a %{%Y-%m-%dT%H:%M:%S%z}t %m %U%q %H %!200,304{Referer}i %s 100%%"#,
     "192.0.2.1 2026-03-01T00:00:00+0000 GET /a b?q HTTP/1.1 - 403 100%",
     "ambiguous-quotes"),
    (r#"%a %{%Y-%m-%dT%H:%M:%S%z}t %m "%U%q" %H %s 100%%"#,
     "192.0.2.1 2026-03-01T00:00:00+0000 GET \"/a b?q\" HTTP/1.1 403 100%",
     "pattern | 2026-03-01T00:00:00Z | 192.0.2.1 | - | - | GET | /a%20b?q | 403 | - | - | - inexact"),
    ("%{Host}i %t %r", "X.example. [01/Mar/2026:00:00:00 +0000] GET /a HTTP/1.1",
     "pattern | 2026-03-01T00:00:00Z | - | - | x.example | GET | /a | - | - | - | -"),
];

#[rustfmt::skip]
const NGINX: &[(&str, &str, &str)] = &[
    (r#"$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $scheme://${http_host}"#,
     r#"192.0.2.1 - a b [01/Mar/2026:00:00:00 +0000] "GET /\x22 HTTP/1.1" 200 9 "-" "a\x22 \x22b" https://x.example:8443"#,
     "pattern | 2026-03-01T00:00:00Z | 192.0.2.1 | https | x.example:8443 | GET | /\" | 200 | 9 | a\" \"b | -"),
    ("$remote_addr\\t$msec\\t$request_method\\t$request_uri\\t$status\\t$http_user_agent",
     "192.0.2.1\t1772323200.250\tGET\t/a\\x09b?c\t200\ta b",
     "pattern | 2026-03-01T00:00:00.25Z | 192.0.2.1 | - | - | GET | /a%09b?c | 200 | - | a b | -"),
    // A client sends the text that separates.
    ("$remote_addr|$time_iso8601|$request_method|$request_uri|$status|$http_user_agent",
     "192.0.2.1|2026-03-01T00:00:00Z|GET|/a|200|GPTBot/1.2|404|curl",
     "ambiguous-quotes"),
    ("$remote_addr|$time_iso8601|$request_method|$request_uri|$status|$http_user_agent",
     "192.0.2.1|2026-03-01T00:00:00Z|GET|/a", "not-declared-format"),
    (r#"{"t":"$time_iso8601","r":"$request"}"#, r#"{"t":"2026-03-01T00:00:00Z","r":"GET / HTTP/1.1"}"#,
     "pattern | 2026-03-01T00:00:00Z | - | - | - | GET | / | - | - | - | -"),
    (r#"$time_iso8601 "$request""#, r#"2026-03-01T00:00:00Z "GET / HTTP/1.1"#, "cut"),
    (r#"$time_iso8601 "$request""#, r#"2026-03-01T00:00:00Z "GET /a\""#, "cut"),
    (r#"$time_iso8601 "$request""#, "", "no request"),
];

#[test]
fn lines_of_declared_patterns() {
    for (pattern, line, expected) in APACHE.iter().chain(NGINX) {
        check(&declared(pattern), None, &[(line, expected)]);
    }
}

#[test]
fn a_pattern_says_what_it_lacks() {
    use PatternError::{NoFields, NoRequest, NoTime, NothingBetween, TooManyFields, Unfinished};
    for (pattern, expected) in [
        ("", NoFields),
        ("combined", NoFields),
        ("%h %t", NoRequest),
        ("%t %m %U", NoRequest),
        ("$remote_addr $request", NoTime),
        ("%t %{Referer", Unfinished),
        ("%t %r %", Unfinished),
        ("$time_local ${request", Unfinished),
        ("%t %h%u %r", NothingBetween("%u".to_owned())),
        ("$time_local$request", NothingBetween("$request".to_owned())),
        (&"$a ".repeat(100), TooManyFields),
    ] {
        let error = LogPattern::parse(pattern).unwrap_err();
        assert_eq!(error, expected, "{pattern}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn a_pattern_knows_what_its_time_means() {
    for (pattern, expected) in [
        ("%t \"%r\"", TimeMeans::Begin),
        ("%{end:%Y-%m-%dT%H:%M:%S%z}t \"%r\"", TimeMeans::End),
        ("[$time_local] \"$request\"", TimeMeans::End),
    ] {
        let line: &[u8] = if pattern.contains("end") {
            b"2026-03-01T00:00:00+0000 \"GET / HTTP/1.1\""
        } else {
            b"[01/Mar/2026:00:00:00 +0000] \"GET / HTTP/1.1\""
        };
        let mut reader = LogReader::new(declared(pattern));
        assert_eq!(reader.read(line).unwrap().unwrap().time_means, expected, "{pattern}");
    }
}

/// The pattern of a known format reads its lines as that format does, or refuses more of them.
#[test]
fn a_pattern_agrees_with_the_format_that_it_describes() {
    let combined = r#"%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-agent}i\""#;
    let mut agreed = 0;
    for (line, expected) in tables() {
        let mut reader = LogReader::new(declared(combined));
        let Ok(Some(request)) = reader.read(line.as_bytes()) else { continue };
        if let Some(usual) = expected.strip_prefix("combined") {
            let shown = crate::log_lines::shown(&request);
            assert_eq!(shown.strip_prefix("pattern"), Some(usual), "{line}");
            agreed += 1;
        }
    }
    assert!(agreed >= 7, "{agreed}");
}
