//! Certificates are accepted by the checker that users have, and damaged ones are rejected.
//!
//! Each small certificate is damaged 16 times: more than 10,000 damages in all. `make test-long` takes all 5,358 edits
//! of real files, 10,000 random changes and 3,000 files of expectations.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)] // a test may panic, and say what it did

use std::io::{BufWriter, Write};
use std::process::{ChildStdin, Command, Stdio};

use maycrawl::{Profile, RobotsTxt, as_written};
use maycrawl_effects::expectation::{self, Verifier};
use maycrawl_effects::{
    Budget, Certificate, CertificateError, Change, Minimised, Region, effects, minimised,
};
use maycrawl_testdata::corpus;
use maycrawl_testdata::edits::edited;
use maycrawl_testdata::random::Random;
use serde_json::{Value, json};

/// Bytes as the certificate has them: a character for each.
fn octets(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

struct Cases {
    input: BufWriter<ChildStdin>,
    count: usize,
}

impl Cases {
    /// `seen`: verdicts of the engine that change.
    fn add(&mut self, name: &str, texts: [&[u8]; 2], certificate: &Value, seen: &[Value]) {
        let texts = texts.map(octets);
        let case =
            json!({ "name": name, "texts": texts, "certificate": certificate, "seen": seen });
        // The checker ends early only if it has found something, and says what.
        let _ = writeln!(self.input, "{case}");
        self.count += 1;
    }

    /// Every change that can be told has a certificate with the same outcome.
    fn add_change(&mut self, name: &str, before: &[u8], after: &[u8]) {
        let files = [before, after].map(RobotsTxt::parse);
        let [old, new] = &files;
        let everything = Region::everything();
        let mut budget = Minimised::BUDGET;
        let proved = Certificate::new(old, new, &everything, &mut budget);
        let proved = proved.unwrap_or_else(|error| panic!("{name}: {error}"));
        let change = Change::new(old, new, &mut budget);
        let changes = change.classes().any(|class| {
            let found = effects(class.before, class.after, &everything, &mut budget).unwrap();
            assert!(found.is_complete(), "{name}");
            !found.is_none()
        });
        assert_eq!(proved.has_effects(), changes, "{name}");
        let seen = changed_verdicts([old, new]);
        self.add(name, [before, after], &serde_json::to_value(&proved).unwrap(), &seen);
    }
}

/// Paths whose verdict changes, for crawlers that a file may name and for all others: the tokens that the certificate
/// has for them, the path, and what it becomes.
fn changed_verdicts(files: [&RobotsTxt<'_>; 2]) -> Vec<Value> {
    const PATHS: [&str; 12] = [
        "/",
        "/a",
        "/b",
        "/ab",
        "/aa",
        "/aab",
        "/a/",
        "/a/b",
        "/ba",
        "/x",
        "/a/aab",
        "/index.html",
    ];
    let agents = files.iter().flat_map(|file| file.groups().flat_map(|group| group.agents()));
    let names: Vec<&[u8]> = agents.map(|agent| agent.value).collect();
    let is_named =
        |token: &str| names.iter().any(|name| name.eq_ignore_ascii_case(token.as_bytes()));
    let mut seen = Vec::new();
    for token in ["", "a", "Googlebot"] {
        let tokens: Vec<&str> = [token].into_iter().filter(|token| is_named(token)).collect();
        let rules = files.map(|file| file.rules_for_tokens(&tokens));
        for path in PATHS {
            let [was, is] = [0, 1].map(|at| rules[at].check(as_written(path)).is_allowed());
            if was != is {
                let tokens: Vec<_> = tokens.iter().map(|token| token.to_lowercase()).collect();
                seen.push(json!([tokens, path, if is { "allowed" } else { "disallowed" }]));
            }
        }
    }
    seen
}

/// Runs the checker over the cases.
fn check(make: impl FnOnce(&mut Cases)) {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/certificates.py");
    let python =
        Command::new("python3").arg(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut python = match python {
        Ok(python) => python,
        Err(error) => {
            eprintln!("SKIPPED: the checker of certificates: python3 cannot be started: {error}");
            return;
        }
    };
    let mut cases = Cases { input: BufWriter::new(python.stdin.take().unwrap()), count: 0 };
    make(&mut cases);
    let Cases { input, count } = cases;
    drop(input);
    let output = python.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains(&format!("{count} certificates")), "{said}");
    println!("{said}");
}

fn is_long() -> bool {
    std::env::var_os("MAYCRAWL_LONG").is_some()
}

#[test]
fn certificates_of_edited_real_files_are_accepted() {
    let Some(files) = corpus("certificates of edited real files") else { return };
    let step = if is_long() { 1 } else { 12 };
    let rule_lines = |text: &str| -> Vec<u32> {
        let robots = RobotsTxt::parse(text.as_bytes());
        robots.groups().flat_map(|group| group.rules()).map(|rule| rule.line).collect()
    };
    let mut random = Random(5);
    let texts: Vec<_> =
        files.iter().map(|file| String::from_utf8_lossy(&file.bytes).into_owned()).collect();
    let mut pairs = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let other = &texts[random.below(texts.len() as u64) as usize];
        let changed = edited(text, other, rule_lines, &mut random);
        pairs.extend(changed.into_iter().map(|changed| (at, changed)));
    }
    assert_eq!(pairs.len(), 5358);
    check(|cases| {
        for (at, changed) in pairs.iter().step_by(step) {
            cases.add_change(&files[*at].host, texts[*at].as_bytes(), changed.as_bytes());
        }
    });
}

/// A file of a few groups, with the oddities that certificates have to read.
fn random_file(random: &mut Random) -> String {
    let names =
        ["*", "a", "Googlebot", "Googlebot-Image", "AdsBot-Google", "AI2Bot", "b/2", "* x", "9"];
    let odd = ["/index.html", "/%c3%a4", "/é", "fish", "", "$", "/a$", "*$", "/*/index.htm*x"];
    let ends = ["\n", "\r\n", "\r", " # c\n", "\n\n", "\u{b}\n"];
    let mut file = String::from(["", "\u{feff}", "Disallow: /early\n"][random.below(3) as usize]);
    for _ in 0..random.below(4) {
        for _ in 0..=random.below(2) {
            let field =
                random.pick(&["User-agent: ", "useragent:", "USER-AGENTS :", "user agent: "]);
            let line = format!("{field}{}{}", random.pick(&names), random.pick(&ends));
            file.push_str(&line);
        }
        for _ in 0..random.below(6) {
            let field =
                random.pick(&["Allow: ", "Disallow: ", "disallow ", "dissallow:", "Crawl-delay: "]);
            let length = random.below(6) as usize;
            let start = random.pick(&["/", "/", "/", "*", "/a/"]);
            let mut pattern = format!("{start}{}", random.text(b"aab**$/", length));
            if random.below(8) == 0 {
                pattern = (*random.pick(&odd)).to_owned();
            }
            file.push_str(&format!("{field}{pattern}{}", random.pick(&ends)));
        }
    }
    file
}

/// The file with one or two lines changed, so that most rules stay.
fn changed(file: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = file.split_inclusive('\n').collect();
    let other = random_file(random);
    for line in other.split_inclusive('\n').take(2) {
        let at = random.below(lines.len() as u64 + 1) as usize;
        if random.below(3) == 0 && at < lines.len() {
            lines[at] = line;
        } else {
            lines.insert(at, line);
        }
    }
    if random.below(3) == 0 && !lines.is_empty() {
        lines.remove(random.below(lines.len() as u64) as usize);
    }
    lines.concat()
}

#[test]
fn certificates_of_random_changes_are_accepted() {
    let count = if is_long() { 10_000 } else { 500 };
    let mut random = Random(32);
    check(|cases| {
        for round in 0..count {
            let before = random_file(&mut random);
            let after = match round % 3 {
                0 => random_file(&mut random).into_bytes(),
                1 => changed(&before, &mut random).into_bytes(),
                _ => minimised(&RobotsTxt::parse(before.as_bytes()), &mut Budget::default()).bytes,
            };
            cases.add_change("random", before.as_bytes(), &after);
        }
    });
}

#[test]
fn certificates_of_expectations_are_accepted() {
    let count = if is_long() { 3_000 } else { 150 };
    let mut random = Random(33);
    let crawlers =
        ["*", "a", "Googlebot", "Googlebot-Image a", "AI2Bot,b", "any-search", "c", "* a"];
    let regions = ["/", "/a", "/*b$ except /a", "*a except *b /*$", "/é", "/a/ except /a/a /a/b"];
    check(|cases| {
        for _ in 0..count {
            let file = random_file(&mut random);
            let mut text = String::from("# expected\n\n");
            for _ in 0..=random.below(3) {
                let who = random.pick(&crawlers);
                let claim = random.pick(&["allow", "disallow", "same"]);
                let who =
                    if *claim == "same" { format!("{who} bingbot") } else { (*who).to_owned() };
                text.push_str(&format!("{claim} {who} {} # why\n", random.pick(&regions)));
            }
            let expected = expectation::parse(&text).unwrap();
            let robots = RobotsTxt::parse(file.as_bytes());
            let mut budget = Minimised::BUDGET;
            let verifier = Verifier::new(&robots, &mut budget);
            match verifier.certificate(&expected, &mut budget) {
                // The random region has no path.
                Err(CertificateError::EmptyRegion) => {}
                proved => {
                    let proved = serde_json::to_value(proved.unwrap()).unwrap();
                    cases.add(&text, [file.as_bytes(), text.as_bytes()], &proved, &[]);
                }
            }
        }
    });
}

/// A person can read it in a quarter of an hour.
#[test]
fn the_checker_has_at_most_300_lines() {
    let checker = maycrawl_testdata::root().join("conformance/check_certificate.py");
    assert!(std::fs::read_to_string(checker).unwrap().lines().count() <= 300);
}

#[test]
fn what_cannot_be_proved_or_checked_has_no_certificate() {
    let prove =
        |before: &str, after: &str, region: &Region<'_>, profile, mut budget: Budget<'_>| {
            let files = [before, after].map(|file| RobotsTxt::parse_with(file.as_bytes(), profile));
            Certificate::new(&files[0], &files[1], region, &mut budget).unwrap_err()
        };
    let (plain, everything) = ("User-agent: *\nDisallow: /a\n", Region::everything());
    let google = Profile::GOOGLE;
    let nothing = Region::within(b"/a", google).except(b"/", google);
    let budget = || Minimised::BUDGET;
    let error = prove(plain, "", &everything, Profile::RFC9309, budget());
    assert_eq!(error, CertificateError::Profile);
    assert_eq!(prove(plain, "", &nothing, google, budget()), CertificateError::EmptyRegion);
    let slip = Region::within(b"a", google);
    assert_eq!(prove(plain, "", &slip, google, budget()), CertificateError::EmptyRegion);
    assert_eq!(prove(plain, "", &everything, google, Budget::new(50)), CertificateError::Undecided);
    // Each rule of one file with each of the other.
    let many = |kind: &str, letter: &str| -> String {
        let rules = (0..6_000).map(|at| format!("{kind}: /{letter}{at}\n"));
        format!("User-agent: *\n{}", rules.collect::<String>())
    };
    let error = prove(&many("Allow", "a"), &many("Disallow", "b"), &everything, google, budget());
    assert_eq!(error, CertificateError::TooMuchWork);
    // The name of each group is listed with its rules.
    let groups: String = (0..900)
        .map(|at| {
            let rules: String = (0..200)
                .map(|rule| format!("Disallow: /{at}/{rule}/{}\n", "x".repeat(80)))
                .collect();
            format!("User-agent: bot{}\n{rules}", "q".repeat(at + 1))
        })
        .collect();
    let mut unlimited = google;
    unlimited.size_limit = None;
    let error = prove(&groups, &groups, &everything, unlimited, budget());
    assert_eq!(error, CertificateError::TooLarge);
}
