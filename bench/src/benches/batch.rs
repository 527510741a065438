//! `maycrawl batch`, against reading and writing the same records with `serde_json` alone.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::report::Report;

/// The threads of both contenders.
const THREADS: usize = 2;

/// A record as the command reads it.
#[derive(Deserialize, Serialize)]
struct Record<'a> {
    id: u64,
    #[serde(borrow)]
    robots: Cow<'a, str>,
    #[serde(borrow)]
    url: Cow<'a, str>,
    #[serde(borrow)]
    agent: Cow<'a, str>,
}

/// An answer as the command writes it.
#[derive(Serialize)]
struct Answer<'a> {
    id: u64,
    allowed: bool,
    line: Option<u32>,
    reason: &'a str,
}

pub fn batch(files: &Corpus, rounds: u32, report: &mut Report) {
    const MEASURE: &str =
        "`batch` on two threads, against serde_json reading and writing the same lines alone";
    let command = std::env::current_exe().unwrap().with_file_name("maycrawl");
    if !command.exists() {
        report.skipped(MEASURE, "the command is not built: cargo build --release -p maycrawl-cli");
        return;
    }
    let folder = std::env::temp_dir();
    let [input, output] = ["in", "out"]
        .map(|name| folder.join(format!("maycrawl-bench-{}.{name}", std::process::id())));
    let records = write_records(files, &input);
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds.min(7) {
        let start = Instant::now();
        answer_by_command(&command, &input, &output);
        ours = ours.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        copy_with_serde(&input, &output);
        theirs = theirs.min(start.elapsed().as_secs_f64());
    }
    let bytes = fs::metadata(&input).unwrap().len() as f64;
    for path in [&input, &output] {
        let _ = fs::remove_file(path);
    }
    let per_second = |seconds: f64| records as f64 / seconds;
    let figures = format!(
        "{:.0} records a second against {:.0}; {records} records of {:.1} KB",
        per_second(ours),
        per_second(theirs),
        bytes / records as f64 / 1e3,
    );
    report.at_least(MEASURE, theirs / ours, 0.5, 0.8, &figures);
}

/// A record for each URL of each file. Returns their number.
fn write_records(files: &Corpus, path: &Path) -> u64 {
    let mut out = std::io::BufWriter::new(File::create(path).unwrap());
    let mut id = 0;
    for file in &files.subjects {
        for url in &file.urls {
            let record = Record {
                id,
                robots: Cow::Borrowed(&file.text),
                url: Cow::Borrowed(url),
                agent: Cow::Borrowed("Googlebot"),
            };
            serde_json::to_writer(&mut out, &record).unwrap();
            out.write_all(b"\n").unwrap();
            id += 1;
        }
    }
    out.flush().unwrap();
    id
}

fn answer_by_command(command: &Path, input: &Path, output: &Path) {
    let status = Command::new(command)
        .args(["batch", "--threads", &THREADS.to_string()])
        .arg(input)
        .stdout(File::create(output).unwrap())
        .stderr(Stdio::null())
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the batch failed");
}

/// Reads every line as a record and writes an answer for it, without deciding anything.
fn copy_with_serde(input: &Path, output: &Path) {
    let text = fs::read(input).unwrap();
    let lines: Vec<&[u8]> =
        text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
    let parts = lines.chunks(lines.len().div_ceil(THREADS));
    let answers: Vec<Vec<u8>> = thread::scope(|scope| {
        let workers: Vec<_> = parts.map(|part| scope.spawn(|| answers(part))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    fs::write(output, answers.concat()).unwrap();
}

fn answers(lines: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    for line in lines {
        let record: Record<'_> = serde_json::from_slice(line).unwrap();
        let (allowed, reason) = (record.robots.len() > record.url.len(), record.agent.as_ref());
        let answer = Answer { id: record.id, allowed, line: None, reason };
        serde_json::to_writer(&mut out, &answer).unwrap();
        out.push(b'\n');
    }
    out
}
