//! The cost of a line is linear: a hostile line of four times the size costs at most five times as much. The cost is
//! counted in instructions, because times differ by machine.

use std::fmt::Write as _;
use std::process::Command;

use maycrawl_audit::log::{LogFormat, LogOptions, LogReader, Trust};
use maycrawl_testdata::callgrind::{counted_call, instructions};

/// The environment variable that marks the child process, whose instructions are counted.
const CHILD_VARIABLE: &str = "MAYCRAWL_COUNTED_CHILD";

const BEGIN: &str = "192.0.2.1 - - [01/Mar/2026:00:00:00 +0000] ";
const SIZE: usize = 8000;

/// A hostile line: its name, what is declared, and how it is made for a size.
struct Family {
    name: &'static str,
    format: Option<LogFormat>,
    make: fn(usize) -> String,
}

const fn family(name: &'static str, make: fn(usize) -> String) -> Family {
    Family { name, format: None, make }
}

/// A line of combined with this User-Agent.
fn agent(text: &str) -> String {
    format!("{BEGIN}\"GET / HTTP/1.1\" 200 9 \"-\" \"{text}\"")
}

/// An object with this many members.
fn members(count: usize, name: fn(usize) -> String) -> String {
    let mut line = r#"{"msec":1,"method":"GET","request_uri":"/""#.to_owned();
    for number in 0..count {
        write!(line, ",\"{}\":{number}", name(number)).unwrap();
    }
    line + "}"
}

const FAMILIES: [Family; 17] = [
    family("brackets", |size| " [".repeat(size)),
    family("brackets with a date", |size| " [00/000/".repeat(size)),
    family("times that are none", |size| "x [01/Mar/2026:00:00:00 +0000] ".repeat(size / 16)),
    family("backslashes", |size| agent(&"\\".repeat(2 * size))),
    family("escaped quotes", |size| agent(&"\\\"".repeat(size))),
    family("escapes", |size| agent(&"\\xE4".repeat(size))),
    family("quoted fields", |size| agent("a/1") + &" \"a\"".repeat(size)),
    family("fields without quotes", |size| agent("a/1") + &" a".repeat(size)),
    family("words of a user", |size| format!("{}{}", "1 ".repeat(size), &BEGIN[10..])),
    family("spaces in a target", |size| {
        format!("{BEGIN}\"GET /{}HTTP/1.1\" 200 9", " ".repeat(size))
    }),
    family("labels of a host", |size| {
        format!("{BEGIN}\"GET http://{}/ HTTP/1.1\" 200 9", "A.".repeat(size))
    }),
    family("forwarded addresses", |size| {
        format!(
            "{}192.0.2.1 - - {}\"GET / HTTP/1.1\" 200 9",
            "10.0.0.1, ".repeat(size),
            &BEGIN[14..]
        )
    }),
    family("names", |size| members(size, |number| number.to_string())),
    family("names of one beginning", |size| {
        members(size / 16, |number| format!("{}{number:09}", "a".repeat(32)))
    }),
    family("deep lists", |size| format!(r#"{{"a":{}"#, "[".repeat(size))),
    family("lists", |size| format!(r#"{{"a":[{}0]}}"#, "[],".repeat(size))),
    Family {
        name: "captures",
        format: Some(LogFormat::HaproxyHttp),
        make: |size| {
            let begin = "192.0.2.1:4 [01/Mar/2026:00:00:00.000] f b/s 0/0/0/0/0 200 9 - - ---- 1/1/0/0/0 0/0 ";
            format!("{begin}{}\"GET / HTTP/1.1\"", "{a|b} ".repeat(size))
        },
    },
];

fn options(family: &Family) -> LogOptions {
    LogOptions {
        format: family.format,
        trust: Trust::Proxies(vec!["10.0.0.0/8".parse().unwrap()]),
        captures: vec!["host".to_owned(), "x".to_owned()],
        ..LogOptions::default()
    }
}

#[test]
fn four_times_the_line_costs_at_most_five_times_as_much() {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        for family in &FAMILIES {
            for size in [SIZE, 4 * SIZE] {
                let line = (family.make)(size);
                let mut reader = LogReader::new(options(family));
                counted_call(|| reader.read(line.as_bytes()).is_ok());
            }
        }
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    // This test alone: the binary has all others too.
    let name = "log_growth::four_times_the_line_costs_at_most_five_times_as_much";
    child.args(["--exact", name, "--test-threads=1"]).env(CHILD_VARIABLE, "1");
    let Some(counts) = instructions("growth of hostile lines", &child) else { return };
    assert_eq!(counts.len(), 2 * FAMILIES.len());
    let mut too_much = String::new();
    for (family, counts) in FAMILIES.iter().zip(counts.chunks(2)) {
        let ratio = counts[1] as f64 / counts[0] as f64;
        println!("{:26} {:>11} {:>11} {ratio:.2}", family.name, counts[0], counts[1]);
        if ratio > 5.0 {
            writeln!(too_much, "{}: {ratio:.2}", family.name).unwrap();
        }
    }
    assert!(too_much.is_empty(), "these cost more than five times as much:\n{too_much}");
}
