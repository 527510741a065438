//! Any two files, any path and any expectations: a verdict that differs belongs to an effect that was found, a
//! minimised file gives the same verdicts, and nothing panics or runs beyond its budget.

use crate::parts;
use maycrawl::{Crawler, Profile, RobotsTxt, Verdict, as_written};
use maycrawl_effects::expectation::{self, Verifier};
use maycrawl_effects::{Budget, Region, effects, minimised};

fn line(verdict: &Verdict<'_>) -> Option<u32> {
    verdict.rule().filter(|rule| rule.priority > 0).map(|rule| rule.line)
}

/// Panics if that is not so.
pub fn check(data: &[u8]) {
    let [before, after, path, expected] = parts(data);
    let [Ok(path), Ok(expected)] = [path, expected].map(str::from_utf8) else { return };
    for profile in Profile::ALL {
        let [old, new] = [before, after].map(|file| RobotsTxt::parse_with(file, profile));
        let crawler = Crawler::from_token("a");
        let (a, b) = (old.rules_for(&crawler), new.rules_for(&crawler));
        let found = effects(&a, &b, &Region::everything(), &mut Budget::new(100_000)).unwrap();
        let (x, y) = (a.check(as_written(path)), b.check(as_written(path)));
        if x.is_allowed() != y.is_allowed() && found.is_complete() {
            let pair = (line(&x), line(&y));
            let is_pair = |effect: &maycrawl_effects::Effect<'_>| {
                (effect.before.map(|rule| rule.line), effect.after.map(|rule| rule.line)) == pair
            };
            assert!(found.found.iter().any(is_pair), "{pair:?}");
        }
        if let Ok(expectations) = expectation::parse(expected) {
            let verifier = Verifier::new(&old, &mut Budget::new(100_000));
            for one in expectations.iter().take(3) {
                let _ = verifier.verify(one, &mut Budget::new(100_000));
            }
        }
    }
    let old = RobotsTxt::parse(before);
    let shorter = minimised(&old, &mut Budget::new(100_000));
    let rules = |file: &[u8]| RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT);
    let (x, y) = (rules(before), rules(&shorter.bytes));
    if old.truncation().is_none() {
        assert_eq!(x.check(as_written(path)).is_allowed(), y.check(as_written(path)).is_allowed());
    }
}
