//! Hostile files: the growth of the cost, and the cost of the worst files.

use std::process::Command;

use maycrawl::{Crawler, Profile, RobotsTxt, as_written, check_once};
use maycrawl_lint::lint;
use maycrawl_testdata::callgrind::{self, Operation, counted_call};
use maycrawl_testdata::hostile::{ATTACKS, FAMILIES};

use crate::corpus::Corpus;
use crate::harness::time;
use crate::report::Report;

/// The argument that makes this program run the calls that callgrind counts.
pub const COUNTED_CALLS: &str = "--counted-calls";

const OPERATIONS: [Operation; 5] = [
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
        name: "single pass",
        run: |file, path| {
            counted_call(|| once(file, path));
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

fn once(file: &[u8], path: &[u8]) -> bool {
    check_once(file, &Crawler::GOOGLEBOT, as_written(path), Profile::GOOGLE).is_allowed()
}

/// The work of the child process of [`growth`].
pub fn counted_calls() {
    callgrind::run_families(&OPERATIONS);
}

/// work(4n) / work(n) for each family, in instructions, because a ratio of times depends on the machine.
pub fn growth(_: &Corpus, _: u32, report: &mut Report) {
    let measure = format!(
        "hostile families, instructions(4n) / instructions(n), the worst of {}",
        FAMILIES.len()
    );
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.arg(COUNTED_CALLS);
    let Some(rows) = callgrind::growth(&child, &OPERATIONS) else {
        return report.skipped(&measure, "valgrind is not installed");
    };
    let mut table = String::from(
        "\n## Hostile families\n\nInstructions at n and at 4n, counted by callgrind; linear is 4.\n\n\
         | family | what | operation | n | 4n | x |\n|---|---|---|---|---|---|\n",
    );
    let mut worst = (0.0, String::new());
    for row in &rows {
        let what = FAMILIES.iter().find(|family| family.name == row.family).map_or("", |f| f.what);
        let (operation, [small, large], ratio) = (row.operation, row.instructions, row.ratio());
        table += &format!(
            "| {} | {what} | {operation} | {small} | {large} | {ratio:.2} |\n",
            row.family
        );
        if ratio > worst.0 {
            worst = (ratio, format!("{} {operation}", row.family));
        }
    }
    report.at_most(&measure, worst.0, 5.0, 4.5, "", &worst.1);
    report.section(&table);
}

/// Corpus of 500 KiB of every family and every attack on the matcher, each with a path of 8 KiB.
fn worst_files() -> impl Iterator<Item = (&'static str, Vec<u8>, Vec<u8>)> {
    let families = FAMILIES.iter().map(|f| {
        let (file, mut path) = (f.make)(f.full);
        path.truncate(8192);
        (f.name, file, path)
    });
    families.chain(ATTACKS.iter().map(|attack| {
        let (file, path) = (attack.make)();
        (attack.what, file, path)
    }))
}

/// The cost of parsing the worst files, and of a check in each of the three ways.
pub fn worst(_: &Corpus, rounds: u32, report: &mut Report) {
    let rounds = rounds.min(5);
    let benign = benign();
    let benign = time(rounds, || RobotsTxt::parse(&benign));
    let mut slowest_parse = (0.0, "");
    let mut slowest = [(0.0, ""); 3];
    let mut rows = String::from(
        "\n## Worst files\n\n500 KiB and a path of 8 KiB; times in ms.\n\n\
         | file | rules | parse | against benign | compile | check | single pass | explain |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for (name, file, path) in worst_files() {
        let parse = time(rounds, || RobotsTxt::parse(&file));
        let robots = RobotsTxt::parse(&file);
        let compile = time(rounds, || robots.rules_for(&Crawler::GOOGLEBOT)) / 1e6;
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        let checks = [
            time(rounds, || rules.check(as_written(&path))) / 1e6,
            time(rounds, || once(&file, &path)) / 1e6,
            time(rounds, || robots.explain(&Crawler::GOOGLEBOT, as_written(&path))) / 1e6,
        ];
        let count: usize = robots.groups().map(|group| group.rules().count()).sum();
        let ratio = parse / benign;
        let parse = parse / 1e6;
        let [check, single, explain] = checks;
        rows += &format!(
            "| {name} | {count} | {parse:.2} | {ratio:.1} | {compile:.2} | {check:.3} | {single:.3} | {explain:.3} |\n"
        );
        if ratio > slowest_parse.0 {
            slowest_parse = (ratio, name);
        }
        for (slowest, time) in slowest.iter_mut().zip(checks) {
            if time > slowest.0 {
                *slowest = (time, name);
            }
        }
    }
    let figures = format!("{}; benign {:.2} ms", slowest_parse.1, benign / 1e6);
    report.at_most(
        "worst 500 KiB file to parse, against a benign one",
        slowest_parse.0,
        4.0,
        2.0,
        "x",
        &figures,
    );
    for (way, (time, name)) in ["compiled", "single pass", "explain"].into_iter().zip(slowest) {
        let measure = format!("worst check, 500 KiB file and 8 KiB URL, {way}");
        report.at_most(&measure, time, 50.0, 10.0, " ms", name);
    }
    report.section(&rows);
}

/// A file of 500 KiB as sites write it.
fn benign() -> Vec<u8> {
    let mut file = String::new();
    for i in 0.. {
        if file.len() > 500 * 1024 - 200 {
            break;
        }
        if i % 40 == 0 {
            file += &format!("\n# Section {i}\nUser-agent: *\nCrawl-delay: 1\n");
        }
        file += &format!("Disallow: /shop/category-{i}/checkout\n");
    }
    file.into_bytes()
}
