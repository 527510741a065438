//! Cost is linear: for a hostile file of four times the size, each operation costs at most five times as much. The
//! cost is counted in instructions, because times differ by machine (caches, clocks, other load) and instructions do
//! not.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a test may panic and print

use std::process::Command;

use maycrawl::{Crawler, Profile, RobotsTxt, as_written, check_once};
use maycrawl_lint::lint;
use maycrawl_testdata::callgrind::{self, Operation, counted_call};

/// The environment variable that marks the child process, whose instructions are counted.
const CHILD_VARIABLE: &str = "MAYCRAWL_COUNTED_CHILD";

const OPERATIONS: [Operation; 6] = [
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
        if row.ratio() > 5.0 {
            too_much.push(line);
        }
    }
    assert!(
        too_much.is_empty(),
        "these cost more than five times as much:\n{}",
        too_much.join("\n")
    );
}
