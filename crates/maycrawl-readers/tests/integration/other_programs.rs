//! How other programs read a robots.txt. `make peer-readers` asks the programs; these tests need none.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeSet;

use maycrawl::{Profile, as_written, check_once_tokens};
use maycrawl_readers::Reader;
use maycrawl_testdata::hostile;
use maycrawl_testdata::random::Random;

/// What the file is about, the file, a name, a path, and the readers that disallow it. Each row was asked of the
/// programs.
const ROWS: &[(&str, &str, &str, &str, &[&str])] = &[
    ("first or longest", "User-agent: *\nAllow: /a\nDisallow: /a/b", "x", "/a/b", NOT_FIRST),
    ("a tie", "User-agent: *\nDisallow: /a\nAllow: /a", "x", "/a", NOT_ALLOW),
    ("a wildcard", "User-agent: *\nDisallow: /a*b", "x", "/acb", WILDCARDS),
    ("a part of a name", "User-agent: bot\nDisallow: /", "x", "/a", &[]),
    ("a part of a name", "User-agent: bot\nDisallow: /", "mybot", "/a", PARTS),
    (
        "a word of a name",
        "User-agent: bot\nDisallow: /",
        "my bot",
        "/a",
        &[
            "cpython",
            "cpython-3.11",
            "protego",
            "robotexclusionrulesparser",
            "robots-txt-guard",
            "fastrobots",
        ],
    ),
    ("a blank line after the name", "User-agent: *\n\nDisallow: /", "x", "/a", LONGEST),
    (
        "white space after the name",
        "User-agent: *\n \nDisallow: /",
        "x",
        "/a",
        &[
            "google",
            "google-2019",
            "rfc9309",
            "cpython",
            "cpython-3.11",
            "protego",
            "robots-parser",
            "robotspy",
            "robots-txt-guard",
            "texting_robots",
            "fastrobots",
            "robotstxt",
        ],
    ),
    (
        "a misspelling",
        "User-agent: *\nDissallow: /",
        "x",
        "/a",
        &["google", "google-2019", "protego", "texting_robots", "robotstxt"],
    ),
    ("an empty allow", "User-agent: *\nAllow:", "x", "/a", &["robotexclusionrulesparser"]),
    (
        "%2f and /",
        "User-agent: *\nDisallow: /a%2fb",
        "x",
        "/a/b",
        &["cpython", "cpython-3.11", "robotspy"],
    ),
    (
        "a $ that is written out",
        "User-agent: *\nDisallow: /a$",
        "x",
        "/a%24",
        &["cpython", "cpython-3.11", "protego", "robotspy"],
    ),
    (
        "a rule before the first name",
        "Disallow: /a",
        "x",
        "/a",
        &["texting_robots", "www-robotrules"],
    ),
    (
        "names after a rule without a path",
        "User-agent: a\nDisallow:\nUser-agent: b\nDisallow: /",
        "a",
        "/x",
        &["fastrobots"],
    ),
    (
        "a second place for what follows a star",
        "User-agent: *\nDisallow: /*ab",
        "x",
        "/aab",
        SECOND,
    ),
    (
        "a missing slash",
        "User-agent: *\nDisallow: a",
        "x",
        "/a",
        &["google-2019", "robots-txt-guard", "www-robotrules"],
    ),
    ("stars at the end", "User-agent: *\nDisallow: /a**", "x", "/a", WITHOUT_FASTROBOTS),
    ("a whole URL", "User-agent: *\nDisallow: https://example.com/a", "x", "/a", &[]),
    ("a query alone", "User-agent: *\nDisallow: ?a", "x", "/robots.txt?a", &["www-robotrules"]),
];

#[rustfmt::skip]
const LONGEST: &[&str] = &[
    "google", "google-2019", "rfc9309", "protego", "robots-parser", "robotspy", "robots-txt-guard", "texting_robots",
    "fastrobots", "robotstxt",
];
#[rustfmt::skip]
const NOT_FIRST: &[&str] = &[
    "google", "google-2019", "rfc9309", "protego", "robots-parser", "robotspy", "robots-txt-guard", "texting_robots",
    "fastrobots", "robotstxt", "www-robotrules",
];
#[rustfmt::skip]
const NOT_ALLOW: &[&str] = &[
    "cpython", "cpython-3.11", "robotexclusionrulesparser", "fastrobots", "www-robotrules",
];
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "cpython", "cpython-3.11", "robotexclusionrulesparser", "robots-txt-guard", "fastrobots", "www-robotrules",
];
#[rustfmt::skip]
const WILDCARDS: &[&str] = &[
    "google", "google-2019", "rfc9309", "protego", "robotexclusionrulesparser", "robots-parser", "robotspy",
    "robots-txt-guard", "texting_robots", "fastrobots", "robotstxt",
];
#[rustfmt::skip]
const SECOND: &[&str] = &[
    "google", "google-2019", "rfc9309", "protego", "robotexclusionrulesparser", "robots-parser", "robotspy",
    "robots-txt-guard", "texting_robots", "fastrobots",
];
#[rustfmt::skip]
const WITHOUT_FASTROBOTS: &[&str] = &[
    "google", "google-2019", "rfc9309", "protego", "robotexclusionrulesparser", "robots-parser", "robotspy",
    "robots-txt-guard", "texting_robots", "robotstxt",
];

#[test]
fn readers_differ_where_their_axes_differ() {
    for (about, file, name, path, expected) in ROWS {
        let disallows = |reader: &&'static Reader| {
            !reader.read(file.as_bytes()).decide(name, as_written(path)).is_allowed
        };
        let said: BTreeSet<_> = Reader::all().iter().filter(disallows).map(Reader::name).collect();
        let expected: BTreeSet<_> = expected.iter().copied().collect();
        assert_eq!(said, expected, "{about}: {file:?} {name} {path}");
    }
}

#[test]
fn each_reader_has_its_own_name_and_values() {
    let names: BTreeSet<_> = Reader::all().iter().map(Reader::name).collect();
    assert_eq!(names.len(), Reader::all().len());
    for reader in Reader::all() {
        assert_eq!(Reader::by_name(&reader.name().to_uppercase()), Ok(reader));
        assert!(reader.axes().all(|(axis, value)| !axis.is_empty() && !value.is_empty()));
    }
}

#[rustfmt::skip]
const PATHS: &[&str] = &[
    "/", "/a", "/b", "/ab", "/a/index.html", "/a/", "/%61", "/%C3%A9", "/robots.txt", "/a?", "/a;b", "/*", "/$",
];

/// A file of lines in which the rules of the engine differ from a simple reading.
#[rustfmt::skip]
fn made(random: &mut Random) -> Vec<u8> {
    let keys: &[&[u8]] = &[
        b"User-agent: ", b"User-agent:", b"user-agent ", b"Disallow: ", b"Disallow:", b"Disallow", b"Allow: ", b"Dissallow: ",
        b"Sitemap: ", b"Foo: ", b"\xef\xbb\xbfUser-agent:", b"", b"#", b" Disallow : ",
    ];
    let names: &[&[u8]] = &[b"*", b"bot", b"bot/1", b"AI2Bot", b"* x", b"Bot x", b"1", b""];
    let pieces: &[&[u8]] = &[
        b"/", b"/a", b"b", b"*", b"$", b"%61", b"%c3", b"\xc3\xa9", b"/index.html", b"/index.htm", b"?", b";", b" ", b"\0", b":", b"",
    ];
    let ends: &[&[u8]] = &[b"\n", b"\n", b"\n", b"\r\n", b"\r", b"\n\n", b"# c\n", b""];
    let mut file = Vec::new();
    for _ in 0..2 + random.below(8) {
        let key = *random.pick(keys);
        file.extend_from_slice(key);
        if key.to_ascii_lowercase().contains(&b'g') {
            let name = *random.pick(names);
            file.extend_from_slice(name);
        } else if random.below(8) > 0 {
            file.push(b'/');
            for _ in 0..random.below(3) {
                let piece = *random.pick(pieces);
                file.extend_from_slice(piece);
            }
        }
        let end = *random.pick(ends);
        file.extend_from_slice(end);
    }
    file
}

#[test]
fn documents_answer_as_the_engine_does() {
    let rows = [
        ("google", Profile::GOOGLE.verbatim()),
        ("google-2019", Profile::GOOGLE_2019.verbatim()),
        ("rfc9309", Profile::RFC9309.verbatim()),
    ];
    let mut random = Random(32);
    let mut decided = 0;
    for _ in 0..20_000 {
        let file = made(&mut random);
        for (name, profile) in rows {
            let reader = Reader::by_name(name).unwrap();
            let read = reader.read(&file);
            for _ in 0..4 {
                let crawler = *random.pick(&["bot", "Bot", "AI2Bot", "bot/1", "x", "*", ""]);
                let path = *random.pick(PATHS);
                let verdict = check_once_tokens(&file, &[crawler], as_written(path), profile);
                let answer = read.decide(crawler, as_written(path));
                // The engine names the line of an empty rule too, which decides nothing.
                let line = verdict.rule().filter(|rule| rule.priority > 0).map(|rule| rule.line);
                let file = String::from_utf8_lossy(&file);
                assert_eq!(
                    (answer.is_allowed, answer.line),
                    (verdict.is_allowed(), line),
                    "{name}: {crawler:?} {path} {file:?}"
                );
                decided += usize::from(line.is_some());
            }
        }
    }
    assert!(decided > 1000, "{decided}");
}

#[test]
fn any_bytes_are_a_file_for_every_reader() {
    let attacks = hostile::ATTACKS.iter().map(|attack| (attack.what, (attack.make)()));
    let families = hostile::FAMILIES.iter().map(|family| (family.what, (family.make)(family.size)));
    for (what, (file, path)) in attacks.chain(families) {
        for reader in Reader::all() {
            let read = reader.read(&file);
            for url in [&path[..path.len().min(8192)], b"/", b"//[", b"/%", b"?", b"", b"\xff"] {
                let answer = read.decide("bot", as_written(url));
                assert!(answer.is_allowed || answer.line.is_some(), "{what}: {}", reader.name());
            }
        }
    }
}
