//! Hostile files: how cost grows, and what the worst costs.

use maycrawl::{Crawler, RobotsTxt};

use crate::files::Files;
use crate::harness::time;
use crate::hostile::{ATTACKS, FAMILIES};
use crate::report::Report;

fn parse_and_check(file: &[u8], path: &[u8], rounds: u32) -> (f64, f64) {
    let parse = time(rounds, || RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT));
    let rules = RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT);
    (parse, time(rounds, || rules.check(path)))
}

/// time(4n) / time(n) for each family.
pub fn growth(_: &Files, rounds: u32, report: &mut Report) {
    let rounds = rounds.min(9);
    let mut worst = (0.0, String::new());
    let mut rows = String::from(
        "\n## Hostile families\n\nParse and compile, and a check, at n and at 4n; linear is 4.\n\n\
         | family | what | parse, us | x | check, us | x |\n|---|---|---|---|---|---|\n",
    );
    for family in &FAMILIES {
        let [small, large] = [family.size, 4 * family.size].map(|n| {
            let (file, path) = (family.make)(n);
            parse_and_check(&file, &path, rounds)
        });
        let (parse, check) = (large.0 / small.0, large.1 / small.1);
        rows += &format!(
            "| {} | {} | {:.0} | {parse:.1} | {:.2} | {check:.1} |\n",
            family.name,
            family.what,
            large.0 / 1e3,
            large.1 / 1e3
        );
        for (ratio, what) in [(parse, "parse"), (check, "check")] {
            if ratio > worst.0 {
                worst = (ratio, format!("{} {what}", family.name));
            }
        }
    }
    report.at_most(
        "hostile families, time(4n) / time(n), the worst of twelve",
        worst.0,
        5.0,
        4.5,
        "",
        &worst.1,
    );
    report.section(&rows);
}

/// 500 KiB files of every family, and attacks on this matcher.
pub fn worst(_: &Files, rounds: u32, report: &mut Report) {
    let rounds = rounds.min(5);
    let benign = benign();
    let benign = time(rounds, || RobotsTxt::parse(&benign));
    let mut slowest_parse = (0.0, "");
    let mut slowest_check = (0.0, "");
    let mut rows = String::from(
        "\n## Worst files\n\n500 KiB and a path of 8 KiB.\n\n\
         | file | rules | parse, ms | against benign | compile, ms | check, ms |\n|---|---|---|---|---|---|\n",
    );
    let families = FAMILIES.iter().map(|f| {
        let (file, mut path) = (f.make)(f.full);
        path.truncate(8192);
        (f.name, file, path)
    });
    let attacks = ATTACKS.iter().map(|attack| {
        let (file, path) = (attack.make)();
        (attack.what, file, path)
    });
    for (name, file, path) in families.chain(attacks) {
        let parse = time(rounds, || RobotsTxt::parse(&file));
        let robots = RobotsTxt::parse(&file);
        let compile = time(rounds, || robots.rules_for(&Crawler::GOOGLEBOT));
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        let check = time(rounds, || rules.check(&path)) / 1e6;
        let count: usize = robots.groups().map(|group| group.rules().count()).sum();
        let ratio = parse / benign;
        rows += &format!(
            "| {name} | {count} | {:.2} | {ratio:.1} | {:.2} | {check:.3} |\n",
            parse / 1e6,
            compile / 1e6
        );
        if ratio > slowest_parse.0 {
            slowest_parse = (ratio, name);
        }
        if check > slowest_check.0 {
            slowest_check = (check, name);
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
    report.at_most(
        "worst check, 500 KiB file and 8 KiB URL",
        slowest_check.0,
        50.0,
        10.0,
        " ms",
        slowest_check.1,
    );
    report.section(&rows);
}

/// 500 KiB as sites write them.
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
