//! The cost of a request is linear in the reads of robots.txt that count for it. The cost is counted in instructions, because
//! times differ by machine.

use std::fmt::Write as _;
use std::process::Command;

use maycrawl_testdata::callgrind::{counted_call, instructions};

use super::scene;

/// The environment variable that marks the child process, whose instructions are counted.
const CHILD_VARIABLE: &str = "MAYCRAWL_COUNTED_CHILD";

/// Reads in one day, and 200 requests after them. GPTBot may take that day to act on a copy, so any of the reads may count.
fn lines(reads: u32) -> String {
    let mut lines = String::new();
    for read in 0..reads {
        let second = read * 60;
        let (hour, minute) = (second / 3600, second / 60 % 60);
        writeln!(lines, "24T{hour:02}:{minute:02}:00 GPTBot /robots.txt 200").unwrap();
    }
    for page in 0..200 {
        writeln!(lines, "24T23:{:02}:{:02} GPTBot /a 200", page / 60, page % 60).unwrap();
    }
    lines
}

#[test]
fn four_times_the_reads_cost_at_most_four_times_as_much() {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        for reads in [128, 512] {
            let (lines, history) = (lines(reads), scene::history(&[("01T00:00:00", "")]));
            let mut found = Vec::new();
            counted_call(|| {
                found = scene::judge(scene::options(), history.clone(), &lines).0;
                found.len() == 200
            });
            assert_eq!(found.len(), 200);
        }
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    // This test alone: the binary has all others too.
    let name = "judge_growth::four_times_the_reads_cost_at_most_four_times_as_much";
    child.args(["--exact", name, "--test-threads=1"]).env(CHILD_VARIABLE, "1");
    let Some(counts) = instructions("growth of reads", &child) else { return };
    let [few, many] = counts[..] else { panic!("{counts:?}") };
    let ratio = many as f64 / few as f64;
    println!("{few} {many} {ratio:.2}");
    assert!(ratio <= 4.0, "four times the reads cost {ratio:.2} times as much");
}
