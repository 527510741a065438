//! What an answer about a use costs, counted in instructions against a check of the same URL.

use std::fmt::Write as _;
use std::process::Command;

use maycrawl::{Crawler, RequestUrl, RobotsTxt};
use maycrawl_testdata::callgrind::{counted_call, instructions};
use maycrawl_uses::{Evidence, Readings, Use};

/// The environment variable that marks the child process, whose instructions are counted.
const CHILD_VARIABLE: &str = "MAYCRAWL_COUNTED_USES";

/// A file of usual size, with `more` in the group of `*`.
fn file(more: &str) -> String {
    let mut file = format!("User-agent: *\n{more}Disallow: /account/\n");
    for number in 0..60 {
        writeln!(
            file,
            "Disallow: /section-{number}/private/ # closed\nAllow: /section-{number}/private/help"
        )
        .unwrap();
    }
    for name in ["Googlebot", "bingbot", "GPTBot", "CCBot"] {
        write!(file, "\nUser-agent: {name}\n{more}Disallow: /account/\nDisallow: /search?\n")
            .unwrap();
    }
    file + "\nSitemap: https://shop.example/sitemap.xml\n"
}

#[test]
fn one_use_costs_at_most_one_and_a_half_checks() {
    let signals = "Content-Signal: search=yes, ai-train=no\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\n";
    let files = [file(""), file(signals)];
    let url = RequestUrl::parse("https://shop.example/section-7/page.html").unwrap();
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        for file in &files {
            for name in ["SomeBot", "GPTBot"] {
                let crawler = Crawler::from_token(name);
                let _ = counted_call(|| {
                    RobotsTxt::parse(file.as_bytes()).rules_for(&crawler).check(&url).decision()
                });
                let _ = counted_call(|| {
                    let robots = RobotsTxt::parse(file.as_bytes());
                    let evidence = Evidence { robots: Some(&robots), ..Evidence::default() };
                    maycrawl_uses::ask(&evidence, &crawler, &url, Use::Train, Readings::DEFAULT)
                        .outcome
                });
            }
        }
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    // This test alone: the binary has all others too.
    let name = "uses_cost::one_use_costs_at_most_one_and_a_half_checks";
    child.args(["--exact", name, "--test-threads=1"]).env(CHILD_VARIABLE, "1");
    let Some(counts) = instructions("uses", &child) else { return };
    assert_eq!(counts.len(), 8);
    for pair in counts.chunks(2) {
        let [check, ask] = pair else { panic!("{counts:?}") };
        assert!(2 * ask <= 3 * check, "a check has {check} instructions, a use {ask}: {counts:?}");
    }
}
