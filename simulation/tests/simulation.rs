//! Half a minute of the simulator. `make simulate` runs it for an hour, and `scripts/simulate-mutants --patches` checks
//! that it finds what it must find.

#![allow(clippy::panic, clippy::print_stderr, clippy::unwrap_used)] // a test

use std::fs;
use std::path::Path;

use maycrawl_simulation::{Flaw, Report, run, run_with};

/// Seeds whose histories run without a violation. A seed makes another history whenever the simulator grows, so what it
/// once found is kept in `patches` or as a test of its own, not as seeds.
const FIXED: std::ops::Range<u64> = 0..30;
fn check(report: &Report) {
    let Some(violation) = &report.violation else { return };
    violation.tail.iter().for_each(|line| eprintln!("  {line}"));
    panic!(
        "seed {}, after {:.3} s of virtual time: {}\nagain: cargo run -p maycrawl-simulation -- --seed {}",
        report.seed,
        violation.at.as_secs_f64(),
        violation.what,
        report.seed
    );
}

#[test]
fn fixed_seeds_keep_the_invariants() {
    FIXED.for_each(|seed| check(&run(seed)));
}

#[test]
fn a_seed_repeats_its_history() {
    for seed in 1000..1002 {
        let (first, second) = (run(seed), run(seed));
        assert_eq!((first.events, first.hash), (second.events, second.hash), "seed {seed}");
    }
}

/// The simulator can fail. `scripts/simulate-mutants` asks that of changes of the code, which takes an hour.
#[test]
fn a_flaw_of_the_fleet_is_found() {
    for flaw in [Flaw::BelievesFirewalls, Flaw::OtherPolicy, Flaw::ClockAhead] {
        let found = (0..40).find_map(|seed| run_with(seed, Some(flaw)).violation);
        let found = found.unwrap_or_else(|| panic!("nothing is found of {flaw:?}"));
        eprintln!("{flaw:?}: {}", found.what);
    }
}

/// `scripts/simulate-mutants --patches` takes minutes. Whether the patches still fit is known at once.
#[test]
fn each_patch_fits_the_code() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut hunks = 0;
    for entry in fs::read_dir(package.join("patches")).unwrap() {
        let path = entry.unwrap().path();
        let patch = fs::read_to_string(&path).unwrap();
        for change in patch.split("\n+++ b/").skip(1) {
            let (file, change) = change.split_once('\n').unwrap();
            let code = fs::read_to_string(package.join("..").join(file)).unwrap();
            for hunk in change.split("\n@@ ").map(|hunk| hunk.trim_start_matches("@@ ")) {
                let lines =
                    hunk.lines().skip(1).take_while(|line| line.starts_with([' ', '-', '+']));
                let old = lines.filter(|line| !line.starts_with('+') && !line.starts_with("--- "));
                let old: String = old.map(|line| format!("{}\n", &line[1..])).collect();
                assert!(code.contains(&old), "{} does not fit {file}:\n{old}", path.display());
                hunks += 1;
            }
        }
    }
    assert!(hunks >= 8, "{hunks}");
}
