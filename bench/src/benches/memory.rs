//! The memory of documents and rule sets.

use maycrawl::{Crawler, RobotsTxt, as_written};

use crate::corpus::Corpus;
use crate::counting_allocator::with_heap_bytes;
use crate::harness::quantile;
use crate::report::Report;

/// The bytes of Googlebot's rules: of the patterns alone, and of the lines in the file.
fn rule_bytes(robots: &RobotsTxt<'_>) -> (usize, usize) {
    let explanation = robots.explain(&Crawler::GOOGLEBOT, as_written("/"));
    let followed: Vec<_> = explanation
        .groups
        .iter()
        .filter(|group| matches!(group.fate, maycrawl::explain::GroupFate::Followed(_)))
        .map(|group| group.index)
        .collect();
    let groups = robots.groups().filter(|group| followed.contains(&group.index()));
    let rules: Vec<_> = groups.flat_map(|group| group.rules()).collect();
    let lines: Vec<_> = rules.iter().map(|rule| rule.line).collect();
    let patterns = rules.iter().map(|rule| rule.pattern.len()).sum();
    let lines = robots
        .lines()
        .filter(|line| lines.binary_search(&line.number).is_ok())
        .map(|line| line.span.len() + 1)
        .sum();
    (patterns, lines)
}

pub fn rule_sets(files: &Corpus, _: u32, report: &mut Report) {
    let (mut used, mut patterns, mut lines) = (0, 0, 0);
    let (mut over_patterns, mut over_lines) = (0, 0);
    let mut worst = (0.0, String::new());
    for subject in &files.subjects {
        let robots = RobotsTxt::parse(&subject.bytes);
        let (rules, heap) = with_heap_bytes(|| robots.rules_for(&Crawler::GOOGLEBOT));
        assert_eq!(
            rules.memory(),
            heap + size_of_val(&rules),
            "RuleSet::memory differs from the counted bytes"
        );
        let (p, l) = rule_bytes(&robots);
        used += rules.memory();
        patterns += p;
        lines += l;
        over_patterns += usize::from(rules.memory() > 2 * p + 1024);
        over_lines += usize::from(rules.memory() > 2 * l + 1024);
        let ratio = rules.memory().saturating_sub(1024) as f64 / l.max(1) as f64;
        if ratio > worst.0 {
            worst = (ratio, subject.host.clone());
        }
    }
    let n = files.subjects.len();
    let beyond = used.saturating_sub(1024 * n) as f64;
    let figures = format!(
        "{:.0} bytes a rule set; of the patterns' bytes alone {:.2}x; files over 2x + 1 KiB: {over_lines} by \
         lines, {over_patterns} by patterns alone; worst {:.2}x ({})",
        used as f64 / n as f64,
        beyond / patterns as f64,
        worst.0,
        worst.1
    );
    report.at_most(
        "rule set in memory beyond 1 KiB, against the bytes of its rules",
        worst.0,
        2.0,
        1.0,
        "x",
        &figures,
    );
    report.section(&format!(
        "- rule sets: {used} bytes in all for {patterns} bytes of patterns in {lines} bytes of rule lines."
    ));
}

pub fn documents(files: &Corpus, _: u32, report: &mut Report) {
    let ratios: Vec<f64> = files
        .subjects
        .iter()
        .map(|subject| {
            let (robots, heap) = with_heap_bytes(|| RobotsTxt::parse(&subject.bytes));
            drop(robots);
            heap as f64 / subject.bytes.len().max(64) as f64
        })
        .collect();
    let figures =
        format!("p50 {:.2}x, p99 {:.2}x", quantile(&ratios, 0.5), quantile(&ratios, 0.99));
    report.at_most(
        "heap of a document, worst over files, against its bytes",
        quantile(&ratios, 1.0),
        4.0,
        2.0,
        "x",
        &figures,
    );
}
