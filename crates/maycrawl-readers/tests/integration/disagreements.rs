//! Where readers disagree: no region is lost, and every path that is shown is one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)] // a test may panic, and say what it did

use std::collections::BTreeSet;

use maycrawl::{RequestUrl, as_written};
use maycrawl_effects::{Budget, PathsKind};
use maycrawl_readers::{
    ChangedAnswer, Disagreement, Disagreements, ReadFile, Reader, ReaderLine, UNNAMED,
    disagreements, reader_changes,
};
use maycrawl_testdata::random::Random;

pub(crate) fn all() -> Vec<&'static Reader> {
    Reader::all().iter().collect()
}

fn told(file: &str, crawlers: &[&str]) -> Disagreements {
    disagreements(&all(), file.as_bytes(), crawlers, &mut Budget::default())
}

#[rustfmt::skip]
const LINES: &[&str] = &[
    "User-agent: *", "User-agent: *", "User-agent: bot", "User-agent: mybot", "User-agent: bot/1", "", "", " ", "Sitemap: /x",
    "Crawl-delay: 1", "Dissallow: /a", "Disallow:", "Allow:", "foo: bar",
];

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "a", "a", "b", "/", "/", "*", "*", "$", "?", ";", "%61", "%2F", "%2f", "%C3%A9", "%c3", "%0A", "%25", "%", "=", "//", "é",
    "index.html", "index.htm", "[ab]", "[!a]", "robots.txt", ".", "%24", "%2A", "&", ":", "http://", "~", "%7E",
];

const PATH_PIECES: &[&str] = &[
    "a",
    "a",
    "b",
    "/",
    "/",
    "$",
    "*",
    "?",
    ";",
    "%61",
    "%2F",
    "%C3%A9",
    "%C3",
    "%0A",
    "%25",
    "%",
    "=",
    "//",
    "c",
    "index.html",
    "robots.txt",
    ".",
    "%24",
    "%2A",
    "%2E",
    "%41",
    "[",
    "&",
    "http:/",
    "~",
    "%7E",
    "%09",
    "%3F",
    "%23",
    "%3B",
];

pub(crate) fn pick<'t>(random: &mut Random, texts: &[&'t str]) -> &'t str {
    let text: &&str = random.pick(texts);
    text
}

pub(crate) fn made(random: &mut Random) -> String {
    let mut file = String::new();
    for _ in 0..1 + random.below(8) {
        if random.below(3) == 0 {
            file.push_str(pick(random, LINES));
        } else {
            file.push_str(pick(random, &["Disallow: ", "Disallow: ", "Allow: "]));
            file.push_str(pick(random, &["/", "/", "/", "/", "*", "", "a"]));
            for _ in 0..random.below(4) {
                file.push_str(pick(random, PIECES));
            }
        }
        file.push('\n');
    }
    ["User-agent: *\n", &file].concat()
}

/// A path that clients request.
pub(crate) fn requested(random: &mut Random, file: &str) -> String {
    let rules: Vec<&str> =
        file.lines().filter_map(|line| line.split_once("llow: ")).map(|it| it.1).collect();
    let mut path = String::from("/");
    if !rules.is_empty() && random.below(2) == 0 {
        let rule = random.pick(&rules);
        path = rule
            .replace('$', pick(random, &["", "$", "%24"]))
            .replace('*', pick(random, &["", "a", "/", "%C3"]));
    }
    for _ in 0..random.below(5) {
        path.push_str(pick(random, PATH_PIECES));
    }
    let slash = if path.starts_with('/') { "" } else { "/" };
    let url = RequestUrl::parse(&format!("https://example.com{slash}{}", path.replace('#', "%23")));
    url.map_or_else(|_| "/".to_owned(), |url| url.path().to_owned())
}

pub(crate) fn decide(read: &ReadFile, crawler: &str, path: &str) -> (bool, Option<u32>) {
    let url = ["https://example.com", path].concat();
    let answer = read.decide(crawler, as_written(&url));
    (answer.is_allowed, answer.line)
}

fn has(side: &[ReaderLine], reader: &Reader, line: Option<u32>) -> bool {
    side.iter().any(|it| it.reader == reader && it.line == line)
}

#[test]
fn no_region_is_lost_and_each_path_is_one_that_clients_request() {
    const CRAWLERS: [&str; 3] = [UNNAMED, "bot", "mybot"];
    let mut random = Random(9);
    let (mut regions, mut differing, mut decided) = (0, 0, 0);
    for _ in 0..150 {
        let file = made(&mut random);
        let told = disagreements(&all(), file.as_bytes(), &CRAWLERS, &mut Budget::new(20_000_000));
        assert_eq!(told.names_not_compared, 0);
        decided += usize::from(told.undecided == 0);
        let read: Vec<_> = Reader::all().iter().map(|it| (it, it.read(file.as_bytes()))).collect();
        for one in &told.found {
            regions += 1;
            let url = RequestUrl::parse(&format!("https://example.com{}", one.shortest)).unwrap();
            assert_eq!(url.path(), one.shortest, "{file:?}");
            for path in [Some(&one.shortest), one.example.as_ref()].into_iter().flatten() {
                for crawler in &one.crawlers {
                    for (reader, read) in &read {
                        let (allows, line) = decide(read, crawler, path);
                        let side = if allows { &one.allowing } else { &one.disallowing };
                        assert!(has(side, reader, line), "{} {file:?} {one:?}", reader.name());
                    }
                }
            }
        }
        // What is not decided is said, and only then may a region be missing.
        for _ in 0..if told.undecided == 0 { 60 } else { 0 } {
            let path = requested(&mut random, &file);
            let crawler = pick(&mut random, &CRAWLERS);
            let answers: Vec<_> =
                read.iter().map(|(reader, read)| (*reader, decide(read, crawler, &path))).collect();
            // Whoever disagrees with the first reader does so in a place that is told.
            let (first, (first_allows, _)) = &answers[0];
            for (other, (allows, _)) in answers.iter().filter(|it| it.1.0 != *first_allows) {
                differing += 1;
                let [allowing, disallowing] =
                    if *allows { [*other, *first] } else { [*first, *other] };
                let is_on = |side: &[ReaderLine], reader: &Reader| {
                    side.iter().any(|it| it.reader == reader)
                };
                let is_told = |one: &Disagreement| {
                    one.crawlers.iter().any(|name| name == crawler)
                        && is_on(&one.allowing, allowing)
                        && is_on(&one.disallowing, disallowing)
                };
                assert!(
                    told.found.iter().any(is_told),
                    "{}: {crawler} {path} {file:?}",
                    other.name()
                );
            }
        }
    }
    println!("{regions} regions, {differing} differences, {decided} of 150 files decided");
    assert!(
        regions > 500 && differing > 5_000 && decided > 140,
        "{regions} regions, {differing} differences, {decided} files decided"
    );
}

/// A file, the shortest path of its heaviest disagreement, the readers that allow, and the axes.
const ROWS: &[(&str, &str, &[&str], &[&str])] = &[
    (
        "User-agent: *\nAllow: /shop/\nDisallow: /shop/cart\n",
        "/shop/cart",
        &["cpython", "cpython-3.11", "robotexclusionrulesparser"],
        &["which rule wins"],
    ),
    // Python escapes the star of a rule, so to read wildcards alone would not help.
    (
        "User-agent: *\nDisallow: /*.gif\n",
        "/.gif",
        &["cpython", "cpython-3.11", "www-robotrules"],
        &["escapes", "wildcards"],
    ),
    (
        "User-agent: *\n\nDisallow: /a\n",
        "/a",
        &["cpython", "cpython-3.11", "robotexclusionrulesparser", "www-robotrules"],
        &["a blank line"],
    ),
];

#[test]
fn the_axis_is_the_cause() {
    for (file, shortest, allowing, axes) in ROWS {
        let told = told(file, &[UNNAMED]);
        let one = &told.found[0];
        let names: Vec<_> = one.allowing.iter().map(|it| it.reader.name()).collect();
        assert_eq!((&*one.shortest, &names[..]), (*shortest, *allowing), "{file:?}");
        let told: BTreeSet<_> =
            one.reasons.iter().flat_map(|it| &it.axes).map(|it| it.axis).collect();
        assert_eq!(told, axes.iter().copied().collect(), "{file:?}");
    }
}

#[test]
fn readers_that_agree_are_proved_to() {
    let google = Reader::by_name("google").unwrap();
    let file = b"User-agent: *\nDisallow: /private/\n";
    let readers = ["google", "texting_robots"].map(|name| Reader::by_name(name).unwrap());
    let told = disagreements(&readers, file, &[UNNAMED], &mut Budget::default());
    assert!(
        told.is_none() || told.found.iter().all(|one| one.shortest == "/robots.txt"),
        "{told:?}"
    );
    assert!(disagreements(&[google, google], file, &[UNNAMED], &mut Budget::default()).is_none());
    // Without a budget nothing is proved.
    let nothing = disagreements(&all(), file, &[UNNAMED], &mut Budget::new(0));
    assert!(!nothing.is_none() && nothing.found.is_empty());
    assert_eq!((nothing.undecided, nothing.names_not_compared), (0, 1));
}

#[test]
fn the_same_disagreement_is_told_once_and_the_heaviest_first() {
    let file =
        "User-agent: a\nUser-agent: b\nDisallow: /x*y\n\nUser-agent: *\nDisallow: /*?\nAllow: /\n";
    let told = told(file, &["a", "b", UNNAMED]);
    let both = told.found.iter().find(|one| one.paths.text == "/x*y").unwrap();
    assert_eq!(both.crawlers, ["a", "b"]);
    let weights: Vec<_> =
        told.found.iter().map(|one| (one.example.is_none(), one.paths.kind)).collect();
    assert!(weights.is_sorted(), "{weights:?}");
    assert!(told.found.iter().any(|one| one.paths.kind == PathsKind::Contains));
}

/// A file with a line more, fewer, or another one.
fn edited(random: &mut Random, file: &str) -> String {
    let mut lines: Vec<&str> = file.lines().collect();
    let at = random.below(lines.len() as u64) as usize;
    let made = made(random);
    let other = made.lines().last().unwrap();
    match random.below(3) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, other),
        _ => lines[at] = other,
    }
    lines.join("\n")
}

#[test]
fn no_change_is_lost_and_each_is_one() {
    const CRAWLERS: [&str; 3] = [UNNAMED, "bot", "mybot"];
    let mut random = Random(21);
    let (mut differing, mut kept) = (0, 0);
    for _ in 0..300 {
        let before = made(&mut random);
        let after = edited(&mut random, &before);
        let files = [before.as_bytes(), after.as_bytes()];
        let budget = &mut Budget::new(20_000_000);
        let told = reader_changes(&all(), files[0], files[1], budget);
        let read = |file: &[u8]| Reader::all().iter().map(|it| it.read(file)).collect::<Vec<_>>();
        let (old, new) = (read(files[0]), read(files[1]));
        for one in &told.found {
            for path in [Some(&one.shortest), one.example.as_ref()].into_iter().flatten() {
                for (at, reader) in Reader::all().iter().enumerate() {
                    for crawler in &one.crawlers {
                        let [before, after] =
                            [&old, &new].map(|read| decide(&read[at], crawler, path));
                        let said = one.readers.iter().find(|it| it.reader == reader);
                        assert_eq!(said.is_some(), before.0 != after.0, "{files:?} {one:?}");
                        let lines = said.map(|it| (it.before.line, it.after.line));
                        assert!(lines.is_none_or(|it| it == (before.1, after.1)), "{one:?}");
                    }
                }
            }
        }
        kept += usize::from(told.is_none());
        for _ in 0..40 {
            let file = if random.below(2) == 0 { &before } else { &after };
            let path = requested(&mut random, file);
            let crawler = pick(&mut random, &CRAWLERS);
            for (at, reader) in Reader::all().iter().enumerate() {
                let [before, after] = [&old, &new].map(|read| decide(&read[at], crawler, &path));
                if before.0 == after.0 {
                    continue;
                }
                differing += 1;
                // Not every name is asked about: those of the files stand for all others.
                let is_it =
                    |it: &ChangedAnswer| it.reader == reader && it.before.is_allowed == before.0;
                let is_told = told.found.iter().flat_map(|one| &one.readers).any(is_it);
                assert!(
                    is_told || told.undecided.contains(&reader),
                    "{}: {crawler} {path} {files:?}",
                    reader.name()
                );
            }
        }
    }
    println!("{differing} differences, {kept} of 300 edits change nothing");
    assert!(differing > 2_000 && kept > 20, "{differing} differences, {kept} edits kept");
}
