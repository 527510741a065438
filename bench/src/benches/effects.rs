//! What a change does: real files with one rule removed, turned round or added, and hostile pairs of files.

use std::time::Instant;

use maycrawl::{Crawler, RobotsTxt};
use maycrawl_effects::{Budget, Region, effects};
use maycrawl_testdata::edits::edited;
use maycrawl_testdata::random::Random;

use crate::corpus::{Corpus, Subject};
use crate::harness::quantile;
use crate::report::Report;

/// Parses both texts, compiles the rules of Googlebot and compares them.
struct Compared {
    milliseconds: f64,
    effects: usize,
    is_complete: bool,
}

fn compare(before: &str, after: &str) -> Compared {
    let start = Instant::now();
    let rules = |text: &str| RobotsTxt::parse(text.as_bytes()).rules_for(&Crawler::GOOGLEBOT);
    let (before, after) = (rules(before), rules(after));
    let found = effects(&before, &after, &Region::everything(), &mut Budget::default()).unwrap();
    Compared {
        milliseconds: start.elapsed().as_secs_f64() * 1e3,
        effects: found.found.len(),
        is_complete: found.is_complete(),
    }
}

pub fn corpus(files: &Corpus, _: u32, report: &mut Report) {
    let mut random = Random(5);
    let mut all = Vec::new();
    let rule_lines = |text: &str| -> Vec<u32> {
        let robots = RobotsTxt::parse(text.as_bytes());
        robots.groups().flat_map(|group| group.rules()).map(|rule| rule.line).collect()
    };
    for subject in &files.subjects {
        let other = &files.subjects[random.below(files.subjects.len() as u64) as usize];
        for text in edited(&subject.text, &other.text, rule_lines, &mut random) {
            all.push(compare(&subject.text, &text));
        }
    }
    let times: Vec<f64> = all.iter().map(|one| one.milliseconds).collect();
    let undecided = all.iter().filter(|one| !one.is_complete).count();
    let effects: usize = all.iter().map(|one| one.effects).sum();
    let figures = format!("{} pairs, {effects} effects", all.len());
    let [median, worst] = [0.5, 1.0].map(|at| quantile(&times, at));
    report.at_most("effects of one changed rule, median", median, 50.0, 5.0, " ms", &figures);
    report.at_most("effects of one changed rule, worst", worst, 2_000.0, 1_000.0, " ms", &figures);
    let share = 100.0 * undecided as f64 / all.len() as f64;
    report.at_most("effects of one changed rule, undecided", share, 0.1, 0.0, " %", &figures);
}

/// Files made to need a large product, and wholly different large files.
pub fn hostile(files: &Corpus, _: u32, report: &mut Report) {
    let mut worst: f64 = 0.0;
    let mut random = Random(9);
    let mut rules = |count: usize, stars: usize| {
        let mut text = String::from("User-agent: *\n");
        for _ in 0..count {
            let kind = ["Allow", "Disallow"][random.below(2) as usize];
            let parts: Vec<String> = (0..stars).map(|_| random.text(b"ab", 3)).collect();
            text.push_str(&format!("{kind}: /*{}\n", parts.join("*")));
        }
        text
    };
    for (count, stars) in [(20, 8), (200, 4), (2_000, 3), (20_000, 2)] {
        let pair = compare(&rules(count, stars), &rules(count, stars));
        worst = worst.max(pair.milliseconds);
    }
    let mut largest: Vec<&Subject> = files.subjects.iter().collect();
    largest.sort_by_key(|subject| subject.text.len());
    for pair in largest.rchunks(2).take(10).filter(|pair| pair.len() == 2) {
        worst = worst.max(compare(&pair[0].text, &pair[1].text).milliseconds);
    }
    report.at_most(
        "effects of hostile pairs, and of the largest files against each other, worst",
        worst,
        2_000.0,
        1_000.0,
        " ms",
        "ends at the budget of 50 million steps",
    );
}
