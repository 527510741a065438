//! For which programs an expectation holds: against the readings themselves, asked about paths, and against the proof
//! for google's reading, which uses another search.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // a test may panic, and say what it did

use std::collections::BTreeSet;

use maycrawl::{Crawler, RobotsTxt, as_written};
use maycrawl_effects::Budget;
use maycrawl_effects::expectation::{self, ExpectationOutcome, Verifier};
use maycrawl_readers::answer::ExpectedPrograms;
use maycrawl_readers::{FileReadings, Reader};
use maycrawl_testdata::random::Random;

use crate::disagreements::{all, decide, made, pick, requested};

/// The paths that a pattern matches, as the engine says.
struct Matched(Vec<u8>);

impl Matched {
    fn by(pattern: &str) -> Self {
        Self(format!("User-agent: *\nDisallow: {pattern}\n").into())
    }

    fn has(&self, path: &str) -> bool {
        let rules = RobotsTxt::parse(&self.0).rules_for(&Crawler::GOOGLEBOT);
        !rules.check(as_written(path)).is_allowed()
    }
}

fn pattern(random: &mut Random) -> String {
    let pieces = ["a", "a", "b", "/", "*", "%61", "%2F", "?", "index.html", "é", "%C3%A9", "="];
    let mut text = pick(random, &["/", "/", "/", "*"]).to_owned();
    for _ in 0..random.below(3) {
        text.push_str(pick(random, &pieces));
    }
    text + pick(random, &["", "", "", "$"])
}

fn told(file: &str, line: &str) -> (ExpectedPrograms, ExpectationOutcome) {
    let expected = expectation::parse(line).unwrap();
    let (robots, budget) = (RobotsTxt::parse(file.as_bytes()), &mut Budget::new(40_000_000));
    let verifier = Verifier::new(&robots, budget);
    let readings = FileReadings::new(&all(), file.as_bytes(), budget);
    let programs = readings.expected(&verifier, &expected[0], budget).unwrap();
    (programs, verifier.verify(&expected[0], budget).outcome)
}

/// The readers that fail, by asking them about paths.
fn refuted(
    random: &mut Random,
    file: &str,
    asked: &[&str],
    claim: &Claim,
) -> BTreeSet<&'static str> {
    let read: Vec<_> =
        Reader::all().iter().map(|it| (it.name(), it.read(file.as_bytes()))).collect();
    let rules = format!("Disallow: {}\n{file}", claim.within);
    let mut refuted = BTreeSet::new();
    for _ in 0..60 {
        let path = requested(random, &rules);
        let crawler = pick(random, asked);
        if claim.is_about(&path) {
            let failing = read.iter().filter(|it| decide(&it.1, crawler, &path).0 != claim.allows);
            refuted.extend(failing.map(|it| it.0));
        }
    }
    refuted
}

struct Claim {
    allows: bool,
    within: String,
    except: String,
}

impl Claim {
    fn is_about(&self, path: &str) -> bool {
        // Every reader but one always allows the file itself, and no claim is about it.
        let is_own = path.split(['?', ';']).next() == Some("/robots.txt");
        !is_own && Matched::by(&self.within).has(path) && !Matched::by(&self.except).has(path)
    }
}

/// `#` is every crawler.
const ASKED: [&[&str]; 4] = [&["#"], &["bot"], &["mybot"], &["bot", "mybot"]];

#[test]
fn programs_fail_exactly_where_they_decide_otherwise() {
    let mut random = Random(33);
    let (mut holding, mut failing, mut undecided, mut missed) = (0, 0, 0, 0);
    for _ in 0..400 {
        let file = made(&mut random);
        let allows = random.below(2) == 0;
        let claim = Claim { allows, within: pattern(&mut random), except: pattern(&mut random) };
        let word = if allows { "allow" } else { "disallow" };
        let asked = ASKED[random.below(4) as usize];
        let names = asked.join(" ").replace('#', "*");
        let line = format!("{word} {names} {} except {}", claim.within, claim.except);
        let (programs, outcome) = told(&file, &line);
        undecided += programs.undecided.len();
        holding += programs.holds.len();
        let mut fails: BTreeSet<&str> = BTreeSet::new();
        for one in &programs.fails {
            fails.extend(&one.programs);
            assert!(claim.is_about(&one.path) || one.is_unusual, "{one:?} {line} {file:?}");
            let names = one.crawlers.iter().map(String::as_str);
            for crawler in names.chain(one.others.then_some("#")) {
                for program in &one.programs {
                    let read = Reader::by_name(program).unwrap().read(file.as_bytes());
                    let answer = decide(&read, crawler, &one.path);
                    assert_eq!(answer, (one.is_allowed, one.line), "{one:?} {line} {file:?}");
                    assert_ne!(answer.0, claim.allows, "{one:?} {line} {file:?}");
                }
            }
        }
        failing += fails.len();
        for program in refuted(&mut random, &file, asked, &claim) {
            missed += usize::from(!fails.contains(program));
            let is_open = programs.undecided.contains(&program);
            assert!(fails.contains(program) || is_open, "{program}: {line} {file:?}");
        }
        // Google's reading by another search.
        match outcome {
            ExpectationOutcome::Holds => assert!(!fails.contains("google"), "{line} {file:?}"),
            ExpectationOutcome::Fails => {
                assert!(!programs.holds.contains(&"google"), "{line} {file:?}");
            }
            ExpectationOutcome::Empty => assert!(fails.is_empty(), "{line} {file:?}"),
            ExpectationOutcome::Undecided => {}
        }
    }
    println!("{holding} hold, {failing} fail, {undecided} undecided, {missed} of these refuted");
    assert!(holding > 1_000 && failing > 1_000 && undecided < 100);
}

#[test]
fn a_crawler_is_asked_about_wherever_a_long_file_names_it() {
    let many: String = (0..1_100).map(|at| format!("User-agent: bot{at}\n")).collect();
    let file =
        format!("{many}User-agent: *\nDisallow: /\n\nUser-agent: Googlebot-Image\nAllow: /\n");
    let budget = &mut Budget::default();
    let readings = FileReadings::new(&all()[..1], file.as_bytes(), budget);
    let asked = ["Googlebot", "Googlebot-Image"];
    let programs = readings.all_paths_are(false, ("/", &[]), &asked, budget);
    assert_eq!(programs.fails[0].crawlers, ["Googlebot-Image"], "{programs:?}");
}
