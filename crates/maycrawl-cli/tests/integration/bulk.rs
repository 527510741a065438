//! `maycrawl bulk` and `maycrawl survey` as processes: output, notes, interruption.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{Folder, command, maycrawl};

const ROBOTS: &str = "url,robots\nhttps://a.example,\"User-agent: *\nDisallow: /a\"\nnonsense,x\n";

fn urls(count: usize) -> String {
    (0..count).map(|n| format!("https://a.example/{}{n}\n", ["a", "b"][n % 2])).collect()
}

/// The arguments of a job in this folder.
fn job<'a>(robots: &'a str, urls: &'a str, out: &'a str) -> [&'a str; 13] {
    [
        "bulk",
        "--robots",
        robots,
        "--urls",
        urls,
        "--agents",
        "Googlebot,GPTBot",
        "--part-rows",
        "10",
        "--threads",
        "1",
        "--output",
        out,
    ]
}

/// The parts of an output, byte by byte.
fn parts(out: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path());
    let parts = entries.filter(|path| path.extension().is_some_and(|end| end == "parquet"));
    let mut parts: Vec<_> = parts
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())
        })
        .collect();
    parts.sort();
    parts
}

#[test]
fn a_job_says_what_it_did() {
    let folder = Folder::new();
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    fs::write(path("robots.csv"), ROBOTS).unwrap();
    fs::write(path("urls.txt"), format!("{}https://c.example/\nmailto:x\n", urls(20))).unwrap();
    let (robots, list, out) = (path("robots.csv"), path("urls.txt"), path("out"));
    let run = maycrawl(&job(&robots, &list, &out), b"");
    let expected = format!(
        "robots.txt records  1\nURLs                21\ndecisions           42\n  allowed           20\n  \
         disallowed        20\n  unknown           2\n--- stderr\nwarning: 1 robots.txt records and 1 URLs could not be \
         used; see {out}/_bad_rows\n--- status 0"
    );
    assert_eq!(run.screen(), expected);
    let again = maycrawl(&job(&robots, &list, &out), b"");
    assert!(again.stderr.contains("note: 3 of 3 parts were done before"), "{}", again.stderr);

    let other = maycrawl(&job(&list, &list, &path("other")), b"");
    assert_eq!(other.status, 2);
    assert!(other.stderr.contains("urls.txt: a text file has no bodies"), "{}", other.stderr);
    let small = maycrawl(&[&job(&robots, &list, &out)[..], &["--memory", "1M"]].concat(), b"");
    assert!(small.stderr.contains("error: --memory must be 32M or more"), "{}", small.stderr);
}

/// Starts a job that reads its URLs from a pipe, so that the test decides how far it comes.
#[cfg(unix)]
#[test]
fn an_interrupted_job_continues_to_the_same_output() {
    let folder = Folder::new();
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    fs::write(path("robots.csv"), ROBOTS).unwrap();
    assert!(Command::new("mkfifo").arg(path("urls.txt")).status().unwrap().success());
    let (robots, pipe, out) = (path("robots.csv"), path("urls.txt"), path("out"));
    // The job may inherit that the signal is ignored, as what a shell starts in the background does.
    let start = |out: &str| {
        let job = command(&job(&robots, &pipe, out));
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' INT; exec \"$0\" \"$@\""]);
        shell.arg(job.get_program()).args(job.get_args());
        shell.envs(job.get_envs().filter_map(|(name, value)| Some((name, value?))));
        shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let feed = |text: &str| -> File {
        let mut file = OpenOptions::new().write(true).open(&pipe).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    };

    // Two parts and a half. The job waits for the rest, until it is interrupted.
    let mut child = start(&out);
    let open = feed(&urls(25));
    let manifest = Path::new(&out).join("_manifest.jsonl");
    let parts_done =
        || fs::read_to_string(&manifest).map_or(0, |text| text.matches("\"part\"").count());
    while parts_done() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "the job ended early");
        thread::sleep(Duration::from_millis(5));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(open);
    assert_eq!(parts(Path::new(&out)).len(), 2);
    assert!(!Path::new(&out).join("_summary.json").exists());

    let whole = |out: &str| {
        let child = start(out);
        drop(feed(&urls(50)));
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let notes = whole(&out);
    assert!(notes.contains("note: 2 of 5 parts were done before"), "{notes}");
    whole(&path("without"));
    assert_eq!(parts(Path::new(&out)), parts(Path::new(&path("without"))));
    assert_eq!(parts(Path::new(&out)).len(), 5);
}

#[test]
fn a_survey_says_what_it_read() {
    let folder = Folder::new();
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    fs::write(path("robots.csv"), ROBOTS).unwrap();
    let (robots, out) = (path("robots.csv"), path("survey"));
    let run = maycrawl(&["survey", &robots, "--output", &out], b"");
    let expected = format!(
        "records          1\nsites            1\nwith robots.txt  1\nreport           {out}/report.html\n--- stderr\n\
         warning: 1 records could not be used; see {out}/_bad_rows/records.jsonl\n--- status 0"
    );
    assert_eq!(run.screen(), expected);
    let missing = maycrawl(&["survey", &path("none.warc.gz"), "--output", &out], b"");
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("none.warc.gz: No such file"), "{}", missing.stderr);
}
