//! `maycrawl audit` as people use it. The snapshots are the screens.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::support::{Folder, Run, command, run};

const ROBOTS: &str = "User-agent: *\nDisallow: /cart\nDisallow: /account/\n";
const GPTBOT: &str = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const BYTESPIDER: &str = "Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)";
const PERSON: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/145.0";

/// A line of the combined format: an address, a time of 2026-11-20 or later, a target, an agent.
fn line(client: &str, day: u8, time: &str, target: &str, agent: &str) -> String {
    format!(
        "{client} - - [{day}/Nov/2026:{time} +0000] \"GET {target} HTTP/1.1\" 200 52 \"-\" \"{agent}\"\n"
    )
}

fn log() -> String {
    [
        line("192.0.2.10", 20, "08:00:00", "/robots.txt", GPTBOT),
        line("192.0.2.11", 20, "08:00:09", "/products/shoe", GPTBOT),
        line("203.0.113.5", 20, "08:01:00", "/cart?name=joe", PERSON),
        line("198.51.100.7", 20, "08:02:30", "/cart?add=4711", BYTESPIDER),
        "a line of something else\n".to_owned(),
        line("192.0.2.11", 20, "09:10:00", "/account/orders?id=17", GPTBOT),
        line("192.0.2.10", 21, "09:00:00", "/products/hat", GPTBOT),
    ]
    .concat()
}

/// Runs `maycrawl audit` in a folder.
fn audit(folder: &Folder, args: &[&str]) -> Run {
    let mut command = command(&[&["audit"], args].concat());
    command.current_dir(&folder.0);
    run(command, b"")
}

fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, text) in files {
        let path = folder.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const SITE: [&str; 2] = ["--site", "https://shop.example"];

/// The classes of a run by crawler and standing, as `GPTBot proved obeyed 2`.
fn classes(run: &Run) -> String {
    let summary: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
    let mut found = String::new();
    for row in summary["crawlers"].as_array().unwrap() {
        for (class, count) in row["classes"].as_object().unwrap() {
            let [crawler, standing] =
                ["crawler", "standing"].map(|name| row[name].as_str().unwrap());
            writeln!(found, "{crawler} {standing} {class} {count}").unwrap();
        }
    }
    found
}

#[test]
fn a_log_is_told_by_crawler() {
    let folder = folder(&[("access.log", &log()), ("robots.txt", ROBOTS)]);
    let args =
        [&["access.log", "--robots", "robots.txt", "--allow-unreadable"][..], &SITE].concat();
    screen!("audit", audit(&folder, &args));
}

#[test]
fn more_than_one_unreadable_line_in_a_hundred_is_an_error() {
    let folder = folder(&[("access.log", &log()), ("robots.txt", ROBOTS)]);
    let args = [&["access.log", "--robots", "robots.txt"][..], &SITE].concat();
    assert_eq!(audit(&folder, &args).status, 2);
}

/// `/account/` was forbidden on the 20th at 09:00, between what GPTBot read and what it requested.
#[test]
fn each_form_of_a_history_excuses_the_copy_that_was_read_before_the_rule() {
    let before = "User-agent: *\nDisallow: /cart\n";
    let folder = folder(&[
        ("access.log", &log()),
        ("versions/2026-11-01.txt", before),
        ("versions/2026-11-20T0900Z.txt", ROBOTS),
        ("site/robots.txt", before),
    ]);
    let git = |args: &[&str], time: &str| {
        let mut git = Command::new("git");
        git.current_dir(folder.0.join("site")).args(args);
        git.env("GIT_COMMITTER_DATE", time).env("GIT_AUTHOR_DATE", time);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        for name in
            ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"]
        {
            git.env(name, "a");
        }
        assert!(git.output().unwrap().status.success(), "git {args:?}");
    };
    git(&["init", "--quiet"], "2026-11-01T00:00:00Z");
    for (text, time) in [(before, "2026-11-01T00:00:00Z"), (ROBOTS, "2026-11-20T09:00:00Z")] {
        fs::write(folder.0.join("site/robots.txt"), text).unwrap();
        git(&["add", "robots.txt"], time);
        git(&["commit", "--quiet", "--message", "a"], time);
    }
    let expected = "\
        Bytespider by-name never-asked 1\n\
        GPTBot by-name obeyed 2\n\
        GPTBot by-name stale-copy-excused 1\n";
    let expected = expected.replace("never-asked", "disobeyed-reading-not-known");
    for history in [&["versions"][..], &["git:site/robots.txt", "--deploy-delay", "1m"]] {
        let args = [&["access.log", "--format", "json", "--robots"][..], history, &SITE].concat();
        assert_eq!(classes(&audit(&folder, &args)), expected, "{history:?}");
    }
    // Without saying how fast it is live, the change may have come at any time of that day.
    let args = [&["access.log", "--format", "json", "--robots", "git:site/robots.txt"][..], &SITE]
        .concat();
    let unsure = classes(&audit(&folder, &args));
    assert!(unsure.contains("GPTBot by-name obeyed 3"), "{unsure}");
}

#[test]
fn a_list_of_the_operator_proves_and_the_status_is_1() {
    let list =
        r#"{"creationTime": "2026-11-19T00:00:00Z", "prefixes": [{"ipv4Prefix": "192.0.2.0/24"}]}"#;
    let folder = folder(&[("access.log", &log()), ("robots.txt", ROBOTS), ("gptbot.json", list)]);
    let ranges = ["--ranges", "https://openai.com/gptbot.json=gptbot.json"];
    let args = ["access.log", "--robots", "robots.txt", "--allow-unreadable"];
    let proved = audit(&folder, &[&args[..], &SITE, &ranges].concat());
    assert_eq!(proved.status, 1);
    screen!("audit_proved", proved);
    for (range, wrong) in
        [("gptbot.json", "URL=FILE"), ("https://a.example/=robots.txt", "not a list of addresses")]
    {
        let run = audit(&folder, &[&args[..], &SITE, &["--ranges", range]].concat());
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(wrong), "{}", run.stderr);
    }
}

#[test]
fn evidence_has_no_person_in_it_and_is_decided_again() {
    let folder = folder(&[("access.log", &log()), ("robots.txt", ROBOTS)]);
    let args =
        [&["access.log", "--robots", "robots.txt", "--allow-unreadable"][..], &SITE].concat();
    audit(
        &folder,
        &[&args[..], &["--evidence", "evidence.jsonl", "--report", "report.html"]].concat(),
    );
    let evidence = fs::read_to_string(folder.0.join("evidence.jsonl")).unwrap();
    let report = fs::read_to_string(folder.0.join("report.html")).unwrap();
    for private in ["192.0.2.10", "198.51.100.7", "203.0.113.5", "joe", "4711", "id=17"] {
        assert!(!evidence.contains(private) && !report.contains(private), "{private}");
    }
    assert_eq!(evidence.lines().count(), 4);
    let replay = |evidence: &str, log: &str| {
        fs::write(folder.0.join("evidence.jsonl"), evidence).unwrap();
        fs::write(folder.0.join("access.log"), log).unwrap();
        let run = audit(&folder, &[&args[..], &["--replay", "evidence.jsonl"]].concat());
        (run.status, run.screen())
    };
    assert_eq!(
        replay(&evidence, &log()),
        (0, "4 rows decided again, 0 differences\n--- status 0".to_owned())
    );
    let other_class = evidence.replacen("\"class\":\"obeyed\"", "\"class\":\"never-asked\"", 1);
    assert_eq!(replay(&other_class, &log()).0, 1);
    let other_verdict = evidence.replace("\"outcome\":\"disallowed\"", "\"outcome\":\"allowed\"");
    assert_eq!(replay(&other_verdict, &log()).0, 1);
    let other_line = evidence.replacen("/account/", "/accounts", 1);
    assert_eq!(replay(&other_line, &log()).0, 1);
    let other_log = log().replace("/products/hat", "/products/cap");
    let (status, screen) = replay(&evidence, &other_log);
    assert!(status == 1 && screen.contains("its log file was not given"), "{screen}");
}

#[test]
fn files_are_merged_by_time_and_read_as_they_are_compressed() {
    let lines: Vec<String> = log().split_inclusive('\n').map(str::to_owned).collect();
    let part = |odd: usize| lines.iter().skip(odd).step_by(2).cloned().collect::<String>();
    let folder =
        folder(&[("one/access.log", &log()), ("two/b.log", &part(0)), ("robots.txt", ROBOTS)]);
    // Two members, as of two rotations.
    let mut members = Vec::new();
    for half in part(1).split_inclusive('\n') {
        let mut member = GzEncoder::new(Vec::new(), Compression::fast());
        member.write_all(half.as_bytes()).unwrap();
        members.extend(member.finish().unwrap());
    }
    fs::write(folder.0.join("two/a.log.gz"), &members).unwrap();
    let of = |logs: &str| {
        let args = [&[logs, "--format", "json", "--robots", "robots.txt"][..], &SITE].concat();
        classes(&audit(&folder, &args))
    };
    assert_eq!(of("two"), of("one"));
    // Cut in the last member: what came before counts, and the status says that something is missing.
    fs::write(folder.0.join("two/a.log.gz"), &members[..members.len() - 9]).unwrap();
    let args = [&["two", "--robots", "robots.txt", "--allow-unreadable"][..], &SITE].concat();
    let cut = audit(&folder, &args);
    assert_eq!(cut.status, 2);
    assert!(cut.stderr.contains("its rest was not read"), "{}", cut.stderr);
}

#[test]
fn a_line_without_end_costs_no_memory_and_loses_no_other_line() {
    let long = format!("{}{}\n{}", log(), "x".repeat(3 << 20), log());
    let folder = folder(&[("access.log", &long), ("robots.txt", ROBOTS)]);
    let args = [&["access.log", "--format", "json", "--robots", "robots.txt"][..], &SITE].concat();
    let run = audit(&folder, &args);
    let summary: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&summary["lines"], &summary["requests"]), (&15.into(), &12.into()));
    assert_eq!(summary["unreadable"]["too-long"], 1);
}

#[test]
fn what_is_missing_is_said() {
    let folder =
        folder(&[("access.log", &log()), ("robots.txt", ROBOTS), ("versions/old.txt", ROBOTS)]);
    for (args, wrong) in [
        (&["access.log", "--robots", "versions"][..], "name it after the time"),
        (&["access.log", "--robots", "store"], "needs --site"),
        (&["access.log", "--robots", "git:robots.txt"], "from git"),
        (&["none.log", "--robots", "robots.txt"], "there is no such file"),
        (&["access.log", "--robots", "robots.txt", "--skew", "never"], "a time such as"),
        (
            &["access.log", "--robots", "robots.txt", "--log-format", "xml"],
            "one of common, combined",
        ),
    ] {
        let run = audit(&folder, args);
        assert!(run.status == 2 && run.stderr.contains(wrong), "{args:?}: {}", run.screen());
    }
    // Without the site nothing can be said about a log that does not tell it.
    let run = audit(&folder, &["access.log", "--robots", "robots.txt", "--format", "json"]);
    let unknown = "Bytespider by-name cannot-be-known 1\nGPTBot by-name cannot-be-known 3\n";
    assert_eq!(
        classes(&run).lines().collect::<std::collections::BTreeSet<_>>(),
        unknown.lines().collect()
    );
}
