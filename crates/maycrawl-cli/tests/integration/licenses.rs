//! `maycrawl licenses`: the notices name every package of the binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::support::maycrawl;

/// A list in the notices: its lines under `title`, in three parts: package, licence, numbers of texts.
fn list<'t>(notices: &'t str, title: &str) -> Vec<[&'t str; 3]> {
    let list = notices.split_once(&format!("\n{title}:\n\n")).expect(title).1;
    let list = list.split_once("\n\n").unwrap().0;
    list.lines()
        .map(|line| {
            let parts: Vec<_> = line.trim_start().split("  ").collect();
            parts.try_into().unwrap_or_else(|_| panic!("{line}"))
        })
        .collect()
}

fn packages(notices: &str, title: &str) -> BTreeSet<String> {
    list(notices, title).iter().map(|[package, ..]| (*package).to_owned()).collect()
}

const UPDATE: &str = "crates/maycrawl-cli/notices.txt is out of date: run scripts/notices";

#[test]
fn exactly_the_crates_of_the_binary_with_all_features_are_listed() {
    let tree = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["tree", "--locked", "-p", "maycrawl-cli", "-e", "normal", "--target", "all"])
        .args(["--features", "tables", "--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).unwrap();
    let crates: BTreeSet<String> = tree
        .lines()
        .filter_map(|line| line.split_once(" v"))
        .map(|(name, version)| format!("{name} {}", version.split(' ').next().unwrap()))
        .filter(|package| !package.starts_with("maycrawl"))
        .collect();
    let run = maycrawl(&["licenses"], b"");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(crates.len() > 200, "{}", crates.len());
    assert_eq!(packages(&run.stdout, "Crates"), crates, "{UPDATE}");
}

#[test]
fn exactly_the_npm_packages_of_the_page_are_listed() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/package-lock.json");
    let lock: serde_json::Value = serde_json::from_slice(&std::fs::read(lock).unwrap()).unwrap();
    let packages_of_page: BTreeSet<String> = lock["packages"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(path, package)| !path.is_empty() && package["dev"] != true)
        .map(|(path, package)| {
            let name = path.rsplit_once("node_modules/").unwrap().1;
            format!("{name} {}", package["version"].as_str().unwrap())
        })
        .collect();
    let run = maycrawl(&["licenses"], b"");
    let title = "npm packages in the tester page";
    assert_eq!(packages(&run.stdout, title), packages_of_page, "{UPDATE}");
}

#[test]
fn every_package_has_a_licence_and_its_text() {
    let notices = maycrawl(&["licenses"], b"").stdout;
    let rule = "-".repeat(100);
    let texts: Vec<(&str, &str)> = notices
        .split(&format!("{rule}\n"))
        .skip(1)
        .map(|text| text.split_once("\n\n").expect(text))
        .collect();
    let mut used = BTreeSet::new();
    for title in ["Crates", "npm packages in the tester page"] {
        for [package, licence, numbers] in list(&notices, title) {
            assert!(!licence.is_empty() && !numbers.is_empty(), "{package}");
            used.extend(numbers.split(' '));
        }
    }
    assert_eq!(texts.iter().map(|(number, _)| *number).collect::<BTreeSet<_>>(), used);
    for (number, text) in texts {
        assert!(text.trim().len() > 200, "{number}: {text}");
    }
    let control = |c: char| c.is_control() && c != '\n' && c != '\t';
    assert!(!notices.contains(control), "a notice is text for a terminal");
}

#[test]
fn the_manual_and_the_help_name_it() {
    assert!(maycrawl(&["help"], b"").stdout.contains("licenses"));
    assert!(maycrawl(&["man"], b"").stdout.contains("maycrawl\\-licenses"));
    assert!(maycrawl(&["man", "licenses"], b"").stdout.contains("maycrawl-licenses"));
}
