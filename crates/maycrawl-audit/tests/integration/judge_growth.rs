//! The cost of a request is linear in the reads of robots.txt that count for it, and does not depend on the order of
//! lines. The cost is counted in instructions, because times differ by machine.

use std::fmt::Write as _;
use std::process::Command;

use maycrawl_testdata::callgrind::{counted_call, instructions};

use super::scene;

/// The environment variable that marks the child process, whose instructions are counted.
const CHILD_VARIABLE: &str = "MAYCRAWL_COUNTED_CHILD";

/// Reads in one day, and 200 requests after them. GPTBot may take that day to act on a copy, so any of the reads may
/// count.
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

/// The logs of twenty servers one after another, after a line of the next day: all of them come too late, and each
/// server's lines lie between those of the others.
fn late_lines(requests: u32) -> String {
    let mut lines = "25T12:00:00 GPTBot /a 200\n26T12:00:00 GPTBot /a 200\n".to_owned();
    for server in 0..20 {
        for page in 0..requests / 20 {
            let second = page * 20 + server;
            let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
            writeln!(lines, "24T{hour:02}:{minute:02}:{second:02} GPTBot /a 200").unwrap();
        }
    }
    lines
}

#[test]
fn four_times_the_reads_cost_at_most_four_times_as_much() {
    let name = "judge_growth::four_times_the_reads_cost_at_most_four_times_as_much";
    assert_growth(name, 4.0, lines, [128, 512], |_| 200);
}

#[test]
fn four_times_the_late_lines_cost_at_most_four_times_as_much() {
    let name = "judge_growth::four_times_the_late_lines_cost_at_most_four_times_as_much";
    assert_growth(name, 4.4, late_lines, [4000, 16_000], |requests| requests as usize + 2);
}

/// Judges logs of two sizes in a child process, where test `name` calls this too. The larger one is four times the
/// smaller one.
fn assert_growth(
    name: &str,
    limit: f64,
    lines: fn(u32) -> String,
    sizes: [u32; 2],
    results: fn(u32) -> usize,
) {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        for size in sizes {
            let (lines, history) = (lines(size), scene::history(&[("01T00:00:00", "")]));
            let mut found = Vec::new();
            counted_call(|| {
                found = scene::judge(scene::options(), history.clone(), &lines).0;
                found.len() == results(size)
            });
            assert_eq!(found.len(), results(size));
        }
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    // This test alone: the binary has all others too.
    child.args(["--exact", name, "--test-threads=1"]).env(CHILD_VARIABLE, "1");
    let Some(counts) = instructions(name, &child) else { return };
    let [few, many] = counts[..] else { panic!("{counts:?}") };
    let ratio = many as f64 / few as f64;
    eprintln!("{few} {many} {ratio:.2}");
    assert!(ratio <= limit, "four times as much costs {ratio:.2} times as much");
}
