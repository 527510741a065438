//! Linting a file, compared with parsing it: real files and hostile ones.

use maycrawl::RobotsTxt;
use maycrawl_lint::{LintOptions, lint, lint_with};

use crate::corpus::Corpus;
use crate::harness::{Contender, compare, time};
use crate::report::Report;
use crate::timings::Timings;

pub fn corpus(files: &Corpus, rounds: u32, report: &mut Report) {
    for set in files.sets() {
        let mut findings = 0;
        let mut timings = Timings::default();
        for subject in set.subjects {
            let robots = RobotsTxt::parse(&subject.bytes);
            findings += lint_with(&robots, &LintOptions::new().limit(usize::MAX)).diagnostics.len();
            let parse = Contender::new(|| RobotsTxt::parse(&subject.bytes).line_count());
            let lint = Contender::new(|| lint(&robots).len());
            timings.add(subject, compare(rounds, parse, lint));
        }
        let (parse, lint) = (timings.ours(), timings.theirs());
        let n = set.subjects.len() as f64;
        report.at_most(
            &format!("lint a parsed file, against parsing it{}", set.name),
            lint / parse,
            10.0,
            6.0,
            "x",
            &format!(
                "{:.2} us against {:.2} us a file; {findings} findings",
                lint / n / 1e3,
                parse / n / 1e3
            ),
        );
    }
    hostile(rounds, report);
}

/// The most expensive files of 500 KiB: names that are almost known, and rules that must be compared in pairs.
fn hostile(rounds: u32, report: &mut Report) {
    let fill = |line: &dyn Fn(usize) -> String| {
        let mut file = String::from("User-agent: *\n");
        let mut n = 0;
        while file.len() < 499 << 10 {
            file.push_str(&line(n));
            n += 1;
        }
        file
    };
    let kinds: [(&str, &dyn Fn(usize) -> String); 4] = [
        ("wildcard rules of one length", &|n| format!("Disallow: /*{n:05}*{n:05}*\n")),
        ("allow and disallow that may meet", &|n| {
            format!("{}: /*a*{n:05}*b\n", if n % 2 == 0 { "Allow" } else { "Disallow" })
        }),
        ("agents that are nearly known", &|n| format!("User-agent: Gogglebot{}\n", n % 10)),
        ("stars", &|n| format!("Disallow: /{}a{n}\n", "*a".repeat(40))),
    ];
    let mut worst = (0.0, "");
    for (name, line) in kinds {
        let file = fill(line);
        let robots = RobotsTxt::parse(file.as_bytes());
        let took = time(rounds.min(3), || lint(&robots).len());
        if took > worst.0 {
            worst = (took, name);
        }
    }
    report.at_most("lint the worst 500 KiB we know", worst.0 / 1e6, 1000.0, 250.0, " ms", worst.1);
}
