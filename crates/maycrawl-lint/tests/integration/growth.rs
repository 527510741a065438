//! Cost is linear: for a hostile file of four times the size, each operation costs at most five times as much. The
//! cost is counted in instructions, because times differ by machine (caches, clocks, other load) and instructions do
//! not. Only the proof of what advice changes for programs has a bound of its own instead.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a test may panic and print

use std::process::Command;

use maycrawl::{Crawler, Profile, RobotsTxt, as_written, check_once};
use maycrawl_lint::{LintOptions, lint, lint_with};
use maycrawl_testdata::callgrind::{self, Operation, counted_call};

/// The environment variable that marks the child process, whose instructions are counted.
const CHILD_VARIABLE: &str = "MAYCRAWL_COUNTED_CHILD";

/// What proving all advice may cost, in instructions: 0.3 s. Families whose small file has no advice have some in the
/// large one, so the two are not compared.
const MOST_FOR_PROGRAMS: u64 = 5_000_000_000;

const FOR_PROGRAMS: &str = "lint for programs";

const OPERATIONS: [Operation; 7] = [
    Operation {
        name: "parse and compile",
        run: |file, _| {
            counted_call(|| RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT));
        },
    },
    Operation {
        name: "check",
        run: |file, path| {
            let rules = RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT);
            counted_call(|| rules.check(as_written(path)).is_allowed());
        },
    },
    Operation {
        name: "index of groups",
        run: |file, _| {
            let robots = RobotsTxt::parse(file);
            counted_call(|| robots.group_index().followed_by(&Crawler::GOOGLEBOT));
        },
    },
    Operation {
        name: "single pass",
        run: |file, path| {
            counted_call(|| {
                check_once(file, &Crawler::GOOGLEBOT, as_written(path), Profile::GOOGLE)
                    .is_allowed()
            });
        },
    },
    Operation {
        name: "explain",
        run: |file, path| {
            let robots = RobotsTxt::parse(file);
            counted_call(|| robots.explain(&Crawler::GOOGLEBOT, as_written(path)));
        },
    },
    Operation {
        name: "lint",
        run: |file, _| {
            let robots = RobotsTxt::parse(file);
            let options = LintOptions::new().readers(Vec::new());
            counted_call(|| lint_with(&robots, &options).diagnostics.len());
        },
    },
    Operation {
        name: FOR_PROGRAMS,
        run: |file, _| {
            let robots = RobotsTxt::parse(file);
            counted_call(|| lint(&robots).len());
        },
    },
];

#[test]
fn four_times_the_size_costs_at_most_five_times_as_much() {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        callgrind::run_families(&OPERATIONS);
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    // This test alone: the binary has all others too.
    let name = "growth::four_times_the_size_costs_at_most_five_times_as_much";
    child.args(["--exact", name, "--test-threads=1"]).env(CHILD_VARIABLE, "1");
    let Some(rows) = callgrind::growth(&child, &OPERATIONS) else { return };
    let mut too_much = Vec::new();
    for row in rows {
        let [small, large] = row.instructions;
        let line = format!(
            "{} {:18} {small:>11} {large:>11} {:.2}",
            row.family,
            row.operation,
            row.ratio()
        );
        println!("{line}");
        let is_too_much = match row.operation {
            FOR_PROGRAMS => small.max(large) > MOST_FOR_PROGRAMS,
            _ => row.ratio() > 5.0,
        };
        too_much.extend(is_too_much.then_some(line));
    }
    assert!(too_much.is_empty(), "these cost too much:\n{}", too_much.join("\n"));
}
