//! `maycrawl lint` as people, hooks and workflows use it. The snapshots are the screens.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::server::{World, answer, file};
use crate::support::{Folder, Run, command, maycrawl, maycrawl_in, path_with_maycrawl, run};
use serde_json::Value;

const SHOP: &str = "\
# A shop
Disallow: /too-early
User-agent: *
Dissallow: /checkout/*
Allow: help/
Disallow: /caf\u{e9}
Disallow: /#/app
Crawl-delay: 5

User-agent: Gogglebot
Disalllow /drafts
Disallow: /drafts
Disallow: /drafts

Sitemap: /more.xml
Sitemap: https://shop.example/drafts/sitemap.xml
";

const CLEAN: &str = "User-agent: *\nDisallow: /checkout/\n";

const HOSTILE: &[u8] = b"User-agent: \x1b[31m\xe2\x80\xae*\nDis\x07allow: /\x1b]0;x\xff\n<\x00\n";

fn shop(args: &[&str]) -> Run {
    maycrawl_in(&[("robots.txt", SHOP.as_bytes()), ("clean.txt", CLEAN.as_bytes())], args, b"")
}

#[test]
fn findings_are_shown_with_the_line_and_carets() {
    let run = shop(&["lint", "robots.txt", "clean.txt"]);
    assert_eq!(run.status, 1);
    screen!("lint", run);
}

#[test]
fn other_formats_have_the_same_findings() {
    let json = shop(&["lint", "--format", "json", "robots.txt", "clean.txt"]);
    assert_eq!(json.status, 1);
    let lines: Vec<Value> =
        json.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[1]["findings"].as_array().unwrap().is_empty());
    let text = shop(&["lint", "robots.txt"]);
    let github = shop(&["lint", "--format", "github", "robots.txt"]);
    assert_eq!(github.status, 1);
    screen!("lint_github", github);
    let findings = lines[0]["findings"].as_array().unwrap();
    assert_eq!(findings.len(), github.stdout.lines().count());
    for finding in findings {
        let place = format!("--> robots.txt:{}:{}\n", finding["line"], finding["column"]);
        assert!(text.stdout.contains(&place), "{place}");
    }
}

#[test]
fn sarif_names_rules_places_and_fixes() {
    let run = shop(&["lint", "--format", "sarif", "robots.txt", "clean.txt"]);
    assert_eq!(run.status, 1);
    let log: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(log["runs"].as_array().unwrap().len(), 1);
    let driver = &log["runs"][0]["tool"]["driver"];
    assert_eq!(driver["name"], "maycrawl");
    let rules = driver["rules"].as_array().unwrap();
    for rule in rules {
        assert!(rule["id"].is_string() && rule["name"].is_string(), "{rule}");
        assert!(rule["shortDescription"]["text"].is_string() && rule["help"]["text"].is_string());
        let level = rule["defaultConfiguration"]["level"].as_str().unwrap();
        assert!(["error", "warning", "note"].contains(&level));
    }
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(results.len() > 8);
    for result in results {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "robots.txt");
        let region = &place["region"];
        let number = |name: &str| region[name].as_u64().unwrap();
        assert!(number("startLine") >= 1 && number("startColumn") >= 1);
        assert!(number("endColumn") >= number("startColumn"));
        let (offset, length) = (number("byteOffset") as usize, number("byteLength") as usize);
        assert!(offset + length <= SHOP.len());
        for fix in result["fixes"].as_array().unwrap_or(&Vec::new()) {
            assert!(fix["description"]["text"].is_string());
            let replacement = &fix["artifactChanges"][0]["replacements"][0];
            assert!(replacement["deletedRegion"]["byteOffset"].is_u64());
            assert!(replacement["insertedContent"]["text"].is_string());
        }
    }
}

#[test]
fn fix_writes_the_file_and_reports_the_fixes() {
    let folder = Folder::new();
    let path = folder.0.join("robots.txt");
    let fixed = |which: &str| {
        let mut command =
            command(&["lint", which, "robots.txt", "--origin", "https://shop.example"]);
        command.current_dir(&folder.0);
        let run = run(command, b"");
        (run, fs::read_to_string(&path).unwrap())
    };
    fs::write(&path, SHOP).unwrap();
    let (run, safe) = fixed("--fix");
    assert_eq!(run.status, 1);
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("lint_fixed", format!("{safe}--- stderr\n{}", run.stderr));
    });
    let (run, all) = fixed("--fix=all");
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("lint_fixed_all", format!("{all}--- stderr\n{}", run.stderr));
    });
    let (run, again) = fixed("--fix=all");
    assert_eq!((run.stderr.as_str(), again), ("", all));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn denied_findings_set_the_exit_status() {
    let note = "User-agent: *\nDisallow: /a\nCrawl-delay: 5\n";
    let warning = "User-agent: *\nDissallow: /a\n";
    let rows: &[(&str, &[&str], i32)] = &[
        (CLEAN, &[], 0),
        (CLEAN, &["--deny", "notes"], 0),
        (note, &[], 0),
        (note, &["--deny", "warnings"], 0),
        (note, &["--deny", "notes"], 1),
        (note, &["--deny", "R111"], 1),
        (note, &["--deny", "crawl-delay"], 1),
        (note, &["--deny", "notes", "--allow", "crawl-delay"], 0),
        (warning, &[], 0),
        (warning, &["--deny", "warnings"], 1),
        (warning, &["--deny", "notes"], 1),
        (warning, &["--deny", "warnings", "--allow", "notes"], 1),
        (warning, &["--deny", "warnings", "--allow", "warnings"], 0),
        ("Disallow: /a\n", &[], 1),
        ("Disallow: /a\n", &["--allow", "rule-before-group"], 0),
    ];
    for (file, args, status) in rows {
        let run = maycrawl(&[&["lint", "-"], *args].concat(), file.as_bytes());
        assert_eq!(run.status, *status, "{file} {args:?}: {}", run.screen());
    }
}

#[test]
fn an_unreadable_target_is_an_error_and_the_others_are_linted() {
    let run = shop(&["lint", "nothing.txt", "clean.txt"]);
    assert_eq!(run.status, 2);
    screen!("lint_missing", run);
    for args in [
        &["lint", "--deny", "nonsense", "-"][..],
        &["lint", "--explain", "R000"],
        &["lint", "--fix", "-"],
        &["lint", "--fix", "https://example.com"],
        &["lint"],
    ] {
        assert_eq!(maycrawl(args, b"").status, 2, "{args:?}");
    }
}

#[test]
fn explain_shows_the_page_of_a_lint() {
    screen!("lint_explain", maycrawl(&["lint", "--explain", "misspelt-field"], b""));
    let all = maycrawl(&["lint", "--explain", "all"], b"");
    assert_eq!(all.stdout.lines().count(), maycrawl_lint::Lint::all().len());
}

#[test]
fn hostile_bytes_are_escaped() {
    for format in ["text", "json", "sarif", "github"] {
        let run = maycrawl(&["lint", "--format", format, "-"], HOSTILE);
        assert!(
            !run.stdout.contains(['\x1b', '\x07', '\u{202e}', '\0']),
            "{format}: {}",
            run.stdout
        );
    }
}

#[test]
fn live_sites_are_fetched_and_linted() {
    let world = World::of(&[
        (
            "shop.test",
            file("User-agent: *\nDisallow: private\nSitemap: https://other.example/s.xml\n"),
        ),
        ("none.test", answer("404 Not Found", "", "")),
        ("busy.test", answer("503 Service Unavailable", "", "")),
        ("unasked.test", file(CLEAN)),
    ]);
    let lint = |url: &str| world.run(&["lint", "--allow-private", url], "");
    let run = lint("http://shop.test:PORT/any/page");
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.contains("no-leading-slash") && run.stdout.contains("foreign-sitemap"),
        "{}",
        run.stdout
    );
    assert_eq!(lint("http://none.test:PORT/").status, 0);
    assert_eq!(lint("http://busy.test:PORT/").status, 2);
    let refused = world.run(&["lint", "http://unasked.test:PORT/"], "");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("--allow-private"), "{}", refused.stderr);
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn the_hook_runs_as_pre_commit_would_run_it() {
    let hooks = fs::read_to_string(root().join(".pre-commit-hooks.yaml")).unwrap();
    let entries: Vec<&str> =
        hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: ")).collect();
    assert_eq!(
        entries[..2],
        ["lint --deny-suspicious", "lint --fix --deny-suspicious"]
            .map(|args| format!("integrations/pre-commit/{args}"))
    );
    let folder = Folder::new();
    fs::create_dir(folder.0.join("web")).unwrap();
    // pre-commit runs the entry with the names of changed files after it; a changed file or a status fails the commit.
    let hook = |entry: &str, text: &str| {
        fs::write(folder.0.join("web/robots.txt"), text).unwrap();
        let mut words = entry.split(' ');
        let status = Command::new(root().join(words.next().unwrap()))
            .args(words)
            .arg("web/robots.txt")
            .env("PATH", path_with_maycrawl())
            .current_dir(&folder.0)
            .output()
            .unwrap()
            .status;
        (status.code().unwrap(), fs::read_to_string(folder.0.join("web/robots.txt")).unwrap())
    };
    assert_eq!(hook(entries[0], CLEAN), (0, CLEAN.to_owned()));
    assert_eq!(hook(entries[0], "Disallow: /\n").0, 1);
    let doubled = "User-agent: *\nDisallow: /checkout/\nDisallow: /checkout/\n";
    assert_eq!(hook(entries[1], doubled), (0, CLEAN.to_owned()));
}

#[test]
fn the_step_of_a_workflow_annotates_and_writes_sarif() {
    let folder = Folder::new();
    fs::write(folder.0.join("robots.txt"), SHOP).unwrap();
    let step = |deny: &str, allow: &str, sarif: &str| {
        Command::new("bash")
            .arg(root().join("integrations/github/lint"))
            .env("PATH", path_with_maycrawl())
            .envs([("FILES", "robots.txt"), ("DENY", deny), ("ALLOW", allow), ("SARIF", sarif)])
            .current_dir(&folder.0)
            .output()
            .unwrap()
    };
    let output = step("", "", "out.sarif");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("::error file=robots.txt,line=2,"));
    let log: Value =
        serde_json::from_slice(&fs::read(folder.0.join("out.sarif")).unwrap()).unwrap();
    assert_eq!(log["version"], "2.1.0");
    fs::write(folder.0.join("robots.txt"), "User-agent: *\nDissallow: /a\n").unwrap();
    assert_eq!(step("", "", "").status.code(), Some(0));
    assert_eq!(step("notes R102", "", "").status.code(), Some(1));
    assert_eq!(step("notes", "misspelt-field R303", "").status.code(), Some(0));
}
