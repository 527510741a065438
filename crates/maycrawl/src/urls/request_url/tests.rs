//! The short way for plain URLs is held equal to the parser.

#![allow(clippy::unwrap_used)] // a test may panic

use alloc::string::{String, ToString as _};

use maycrawl_testdata::random::Random;
use proptest::prelude::*;

use super::*;
use crate::asked_url::{AskedUrl, Schemes};

/// Compares the short way with the parser. True if the short way was taken.
fn is_read_as_the_parser_reads_it(written: &str) -> bool {
    let parsed = RequestUrl::parse_any_form(written);
    // `PartialEq` compares text, start of the path, origin and change.
    assert_eq!(RequestUrl::parse(written), parsed, "{written:?}");
    let url = Url::parse(written).map_err(OriginError::NotAUrl);
    assert_eq!(Origin::parse(written), url.and_then(|url| Origin::of_url(&url)), "{written:?}");
    let Some(end) = requested_origin_end(written) else { return false };
    let (origin, path) = written.split_at(end);
    // `AskedUrl` takes such a path alone.
    if !path.starts_with("//") {
        assert_eq!(RequestUrl::parse_path(path), Ok(RequestUrl::of_plain(path, 0)), "{path:?}");
    }
    // The path that rules see is the one that google/robotstxt cuts out of the text.
    assert_eq!(UrlPath::from_url(as_written(written), Profile::GOOGLE).as_bytes(), path.as_bytes());
    let asked = AskedUrl::read(written, Schemes::Fetched).unwrap();
    assert_eq!(UrlPath::from_url(&asked, Profile::GOOGLE).as_bytes(), path.as_bytes());
    let parsed = parsed.unwrap();
    assert_eq!((parsed.to_string().as_str(), parsed.as_str()), (written, written));
    assert_eq!(parsed.origin().unwrap().as_str(), origin, "{written:?}");
    true
}

/// URLs that are read without the parser, and URLs that must not be.
#[test]
fn plain_urls_are_recognised_and_others_are_left_to_the_parser() {
    let plain = [
        "https://example.com/",
        "http://a.b-c.example/x/y.html?q=1&r=/x?y",
        "ftp://ftp.example/pub/",
        "https://example.com:8443/a;b=c@d:e,f",
        "http://example.com:443/",
        "http://example.com:0/",
        "http://127.0.0.1:65535/robots.txt",
        "https://my_site.example/%C3%A4(~*!$+)",
        "https://localhost/.well-known/security.txt",
        "https://3com.example/a..b/c.",
        "https://a--b.example/x%2E",
    ];
    for url in plain {
        assert!(is_read_as_the_parser_reads_it(url), "{url}");
    }
    for url in OTHERS {
        assert!(!is_read_as_the_parser_reads_it(url), "{url}");
    }
}

const OTHERS: [&str; 64] = [
    // The scheme.
    "HTTPS://example.com/",
    "https:/example.com/",
    "https:example.com/",
    "https:\\\\example.com/",
    "https:///example.com/",
    " https://example.com/",
    "ht\ntps://example.com/",
    "gemini://example.com/",
    "//example.com/",
    "",
    // The host.
    "https://",
    "https:///",
    "https://Example.com/",
    "https://example.com./",
    "https://example..com/",
    "https://.example.com/",
    "https://m\u{fc}ller.example/",
    "https://xn--mller-kva.example/",
    "https://a.xn--/",
    "https://xn--a.example/",
    "https://ex%61mple.com/",
    "https://exa mple.com/",
    "https://exa\tmple.com/",
    "https://exa\u{ad}mple.com/",
    "https://example.com|/",
    "https://[::1]/",
    "https://[::1/",
    // Addresses in other spellings.
    "http://127.1/",
    "http://127.0.0.1./",
    "http://127.0.0.01/",
    "http://0x7f.0.0.1/",
    "http://127.0.0.0x1/",
    "http://a.0x/",
    "http://2130706433/",
    "http://1.2.3.256/",
    "http://1.2.3.4.5/",
    "http://a.b.1/",
    // User names.
    "https://user@example.com/",
    "https://user:8080@example.com/",
    "https://example.com:80@evil.example/",
    "https://@example.com/",
    // Ports.
    "https://example.com:/",
    "https://example.com:443/",
    "http://example.com:80/",
    "ftp://example.com:21/",
    "http://example.com:0080/",
    "http://example.com:08080/",
    "http://example.com:65536/",
    "http://example.com:+80/",
    "http://example.com:80a/",
    // The path.
    "https://example.com",
    "https://example.com?q",
    "https://example.com\\a",
    "https://example.com/a\\b",
    "https://example.com/a/../b",
    "https://example.com/.",
    "https://example.com/%2E%2E/b",
    "https://example.com/a/.%2e/b",
    "https://example.com/a%c3",
    "https://example.com/a%",
    "https://example.com/a b",
    "https://example.com/a#b",
    "https://example.com/a\u{0}",
    "https://example.com/a\n",
];

/// What a URL is put together from: usual parts first, then those that the standard treats in a special way.
const SCHEMES: &[&str] = &[
    "https://",
    "https://",
    "http://",
    "http://",
    "ftp://",
    "HTTP://",
    "http:/",
    "http:",
    "http:\\\\",
    "https:///",
    "ws://",
    " http://",
    "ht\ttp://",
    "file://",
    "//",
    "",
];
const LABELS: &[&str] = &[
    "example",
    "com",
    "a",
    "my-site",
    "x_y",
    "3com",
    "127",
    "0",
    "1",
    "255",
    "256",
    "01",
    "0x1",
    "0x",
    "1a",
    "-",
    "a-",
    "--",
    "xn--",
    "xn--a",
    "xn--mller-kva",
    "ab--c",
    "Host",
    "m\u{fc}",
    "\u{df}",
    "\u{ad}",
    "\u{3002}",
    "%61",
    "%2E",
    "%",
    "",
    "[::1]",
    "u@h",
    "a b",
    "a|b",
    "\u{0}",
    "\u{7f}",
    "a\tb",
];
const PORTS: &[&str] = &[
    "",
    "",
    "",
    "",
    ":8080",
    ":80",
    ":443",
    ":21",
    ":0",
    ":",
    ":00",
    ":080",
    ":65535",
    ":65536",
    ":99999999",
    ":1a",
    ":+1",
    ":-1",
    "@",
    ":8@h",
    ":8:8",
    "\\",
];
const PIECES: &[&str] = &[
    "/",
    "/",
    "/",
    "a",
    "b",
    "page",
    ".",
    "..",
    ".html",
    "%2e",
    "%2E",
    "%C3",
    "%c3",
    "%4",
    "%",
    "%%",
    "?",
    "?q=1",
    "&",
    "=",
    "#",
    ";",
    ":",
    "@",
    "'",
    "\"",
    "<",
    ">",
    "`",
    "{",
    "}",
    "|",
    "^",
    "[",
    "]",
    "\\",
    "~",
    "!",
    "$",
    "*",
    "(",
    ",",
    "+",
    " ",
    "\t",
    "\n",
    "\r",
    "\u{0}",
    "\u{1f}",
    "\u{7f}",
    "\u{e4}",
    "\u{1f600}",
    "\u{feff}",
    ".well-known",
];

fn any_of(random: &mut Random, of: &[&'static str]) -> &'static str {
    of[random.below(of.len() as u64) as usize]
}

/// A URL of usual and of hostile parts.
fn hostile_url(random: &mut Random) -> String {
    // The usual parts come first in each list, so that half of the URLs are plain up to the last part.
    let is_usual = random.below(2) == 0;
    let of =
        |all: &'static [&'static str], usual: usize| if is_usual { &all[..usual] } else { all };
    let mut url = String::from(any_of(random, of(SCHEMES, 5)));
    for i in 0..=random.below(4) {
        url.push_str(if i > 0 { "." } else { "" });
        url.push_str(any_of(random, of(LABELS, 6)));
    }
    url.push_str(any_of(random, of(PORTS, 7)));
    url.push_str(if is_usual || random.below(4) > 0 { "/" } else { "" });
    for _ in 0..random.below(7) {
        url.push_str(any_of(random, of(PIECES, 14)));
    }
    if random.below(4) == 0 {
        // One character anywhere is replaced, or added.
        let starts: alloc::vec::Vec<_> = url.char_indices().collect();
        let (at, old) = starts[random.below(starts.len() as u64) as usize];
        let end = if random.below(2) == 0 { at + old.len_utf8() } else { at };
        url.replace_range(at..end, any_of(random, PIECES));
    }
    url
}

#[test]
fn two_hundred_thousand_hostile_urls_are_read_as_the_parser_reads_them() {
    let mut random = Random(0x6d61_7963_7261_776c);
    let plain =
        (0..200_000).filter(|_| is_read_as_the_parser_reads_it(&hostile_url(&mut random))).count();
    assert!(plain > 20_000, "only {plain} of them were plain, so the short way was hardly tested");
}

proptest! {
    #[test]
    fn any_text_is_read_as_the_parser_reads_it(
        url in "(https?|ftp)://[a-z0-9._-]{1,12}(:[0-9]{0,5})?(/\\PC{0,8}){0,3}",
        byte in "[\\x00-\\x7f]",
        host in "[0-9x.]{1,16}",
    ) {
        is_read_as_the_parser_reads_it(&url);
        is_read_as_the_parser_reads_it(&alloc::format!("https://a.example/x{byte}y"));
        is_read_as_the_parser_reads_it(&alloc::format!("https://a{byte}example/x"));
        is_read_as_the_parser_reads_it(&alloc::format!("http://{host}/"));
    }
}
