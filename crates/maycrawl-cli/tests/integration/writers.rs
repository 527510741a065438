//! `conformance/writers`: settings for programs that write robots.txt. Our own recipes do what each of them says, and
//! the runner finds a program that does not.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // a test may panic, and say what it skips

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use maycrawl_testdata::root;
use serde::Deserialize;

use crate::support::{Folder, maycrawl_in, run};

#[derive(Deserialize)]
struct Case {
    id: String,
    before: Option<String>,
    must: Vec<String>,
    #[serde(default)]
    keep: Vec<String>,
    #[serde(default)]
    may_refuse: bool,
    recipes: Vec<String>,
}

fn cases() -> Vec<Case> {
    let text = fs::read_to_string(root().join("conformance/writers/cases.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_recipes_do_what_each_setting_says() {
    let mut wrong = String::new();
    for case in cases() {
        let mut args: Vec<&str> = vec!["new", "--quiet"];
        args.extend(case.recipes.iter().map(String::as_str));
        let before = case.before.as_deref().unwrap_or_default();
        if case.before.is_some() {
            args.extend(["--add-to", "before.txt"]);
        }
        let written = maycrawl_in(&[("before.txt", before.as_bytes())], &args, b"");
        assert_eq!(written.status == 0, !case.may_refuse, "{}: {}", case.id, written.stderr);
        if case.may_refuse {
            continue;
        }
        let must = case.must.join("\n");
        let files = [("new.txt", written.stdout.as_bytes()), ("must.txt", must.as_bytes())];
        let judged = maycrawl_in(&files, &["verify", "--robots", "new.txt", "must.txt"], b"");
        let is_kept = |line: &String| written.stdout.lines().any(|written| written == line);
        if judged.status != 0 || !case.keep.iter().all(is_kept) {
            writeln!(wrong, "{}\n{}\n{}", case.id, written.stdout, judged.stdout).unwrap();
        }
    }
    assert_eq!(wrong, "");
}

/// A runner that finds nothing would say that every program is right.
#[test]
fn the_runner_finds_a_writer_that_appends_to_the_end() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: the runner of conformance/writers: python3 cannot be started");
        return;
    }
    let folder = Folder::new();
    let appends = "import json, sys\nprint(json.load(sys.stdin).get('before', '') + 'User-agent: *\\nDisallow: /cart/')\n";
    fs::write(folder.0.join("appends.py"), appends).unwrap();
    let writers = root().join("conformance/writers");
    let maycrawl = env!("CARGO_BIN_EXE_maycrawl");
    let own = format!("python3 '{}' '{maycrawl}'", writers.join("maycrawl_new.py").display());
    for (writer, status, told) in [
        (&*own, 0, "29 settings: 29 right, 0 wrong; 1 refused\n"),
        ("python3 appends.py", 1, "line is lost: Disallow: /\n"),
        ("python3 -c exit(3)", 1, "29 settings: 1 right, 28 wrong; 29 refused\n"),
        ("there-is-no-such-program", 2, ""),
    ] {
        let mut command = Command::new("python3");
        command.arg(writers.join("run.py")).args(["--maycrawl", maycrawl, "--command", writer]);
        command.current_dir(&folder.0);
        let told_by = run(command, b"");
        assert_eq!(told_by.status, status, "{writer}: {}", told_by.screen());
        assert!(told_by.stdout.contains(told), "{writer}: {}", told_by.screen());
    }
}
