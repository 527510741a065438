//! 1,911 robots.txt files of real sites: in every profile each is parsed, decided and printed consistently, and the
//! lints report few findings.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::field::Field;
use maycrawl::line::Lines;
use maycrawl::{Crawler, Profile, RobotsTxt, as_written, check_once};
use maycrawl_lint::{LintOptions, lint_with};
use maycrawl_testdata::{RealFile, corpus};

const PROFILES: [Profile; 5] = [
    Profile::GOOGLE,
    Profile::GOOGLE_2019,
    Profile::RFC9309,
    Profile::GOOGLE.verbatim(),
    Profile::RFC9309.verbatim(),
];

const CRAWLERS: [&str; 5] = ["Googlebot", "Googlebot-Image", "AdsBot-Google", "GPTBot", "MJ12bot"];

/// URLs that match rules of the file, and some that do not.
fn urls(robots: &RobotsTxt<'_>) -> Vec<Vec<u8>> {
    let mut urls: Vec<Vec<u8>> =
        ["/", "/index.html", "/a/b.php?id=1&x=%c3%a4", "/robots.txt", "?q", ""]
            .map(|path| format!("https://www.example.com{path}").into_bytes())
            .to_vec();
    let rules: Vec<_> = robots.groups().flat_map(|group| group.rules()).collect();
    let step = (rules.len() / 8).max(1);
    for rule in rules.iter().step_by(step) {
        let filled: Vec<u8> = rule
            .pattern
            .iter()
            .map(|&b| if b == b'*' { b'x' } else { b })
            .filter(|&b| b != b'$')
            .collect();
        urls.push([b"http://h", filled.as_slice()].concat());
        urls.push([b"http://h", filled.as_slice(), b"/more"].concat());
    }
    urls
}

fn assert_consistent(file: &RealFile, profile: Profile) {
    let robots = RobotsTxt::parse_with(&file.bytes, profile);
    let printed = robots.to_bytes();
    let again = RobotsTxt::parse_with(&printed, profile);
    let urls = urls(&robots);
    for name in CRAWLERS {
        let crawler = Crawler::from_token(name);
        let rules = robots.rules_for(&crawler);
        let rules_again = again.rules_for(&crawler);
        for url in &urls {
            let verdict = rules.check(as_written(url));
            let context = || format!("{}, {name}, {}", file.host, String::from_utf8_lossy(url));
            assert_eq!(
                check_once(&file.bytes, &crawler, as_written(url), profile),
                verdict,
                "{}",
                context()
            );
            assert_eq!(
                rules_again.check(as_written(url)).decision(),
                verdict.decision(),
                "{}",
                context()
            );
        }
        let url = &urls[urls.len() - 1];
        assert_eq!(
            robots.explain(&crawler, as_written(url)).verdict,
            rules.check(as_written(url)),
            "{}",
            file.host
        );
    }
}

/// Asserts that the lines cover the file: between two lines there is only a line end.
fn assert_complete_lines(file: &RealFile) {
    let mut at = if file.bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let mut others = 0;
    for line in Lines::new(&file.bytes, Profile::GOOGLE.verbatim()) {
        assert_eq!(line.span.start as usize, at, "{} line {}", file.host, line.number);
        at = line.span.end as usize;
        at += match file.bytes.get(at..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([b'\r' | b'\n', ..]) => 1,
            _ => 0,
        };
        let field =
            line.directive().map(|directive| Field::from_key(directive.key(), Profile::GOOGLE).0);
        others += usize::from(field == Some(Field::Other));
    }
    assert_eq!(at, file.bytes.len(), "{}", file.host);
    let robots = RobotsTxt::parse_with(&file.bytes, Profile::GOOGLE.verbatim());
    assert_eq!(robots.other_lines().count(), others, "{}", file.host);
}

#[test]
fn every_real_file_parses_decides_and_prints_again() {
    let Some(files) = corpus("the corpus of real files") else { return };
    assert_eq!(files.len(), 1911);
    std::thread::scope(|scope| {
        for half in files.chunks(files.len().div_ceil(2)) {
            scope.spawn(move || {
                for file in half {
                    assert_complete_lines(file);
                    for profile in PROFILES {
                        assert_consistent(file, profile);
                    }
                }
            });
        }
    });
}

/// Half of what the lints once showed by default: a list of hundreds of findings hides the one that matters.
const MOST_FINDINGS: usize = 10_452;

#[test]
fn real_files_have_few_findings() {
    let Some(files) = corpus("the number of findings in real files") else { return };
    let options = LintOptions::new().readers(Vec::new());
    let count =
        |file: &RealFile| lint_with(&RobotsTxt::parse(&file.bytes), &options).diagnostics.len();
    let all: usize = files.iter().map(count).sum();
    println!("{all} findings in {} files", files.len());
    assert!(all <= MOST_FINDINGS, "{all} findings");
}
