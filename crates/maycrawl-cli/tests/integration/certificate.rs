//! `--certificate`: the commands write proofs that the checker accepts, or no file.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // a test may panic, and say what it skips

use std::fs;
use std::process::Command;

use maycrawl_testdata::root;

use crate::support::{Folder, Run, command, run};

const OLD: &str =
    "User-agent: *\nDisallow: /cart\nDisallow: /cart/items\n\nUser-agent: GPTBot\nDisallow: /\n";
const NEW: &str =
    "User-agent: *\nDisallow: /cart/\nDisallow: /cart/items\n\nUser-agent: GPTBot\nDisallow: /\n";

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    files.iter().for_each(|(name, text)| fs::write(folder.0.join(name), text).unwrap());
    folder
}

fn maycrawl(folder: &Folder, args: &[&str]) -> Run {
    let mut command = command(args);
    command.current_dir(&folder.0);
    run(command, b"")
}

/// What the checker says and its status; `None` if there is no Python.
fn check<const N: usize>(folder: &Folder, args: [&str; N]) -> Option<Run> {
    let mut command = Command::new("python3");
    command.arg(root().join("conformance/check_certificate.py")).args(args);
    command.current_dir(&folder.0);
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: the checker of certificates: python3 cannot be started");
        return None;
    }
    Some(run(command, b""))
}

const ACCEPTED: &str = "accepted: as google reads the files, for every other URL the verdict is proved to be the same\n";

#[test]
fn a_change_is_proved_to_someone_else() {
    let folder = folder(&[("old", OLD), ("new", NEW)]);
    let told = maycrawl(&folder, &["diff", "old", "new", "--certificate", "proof.json"]);
    assert_eq!(told.status, 1, "{}", told.screen());
    let Some(checked) = check(&folder, ["proof.json", "old", "new"]) else { return };
    assert_eq!(checked.status, 0, "{}", checked.screen());
    assert!(checked.stdout.contains("'/cart' becomes allowed: line 2 and no rule\n"));
    assert!(checked.stdout.ends_with(ACCEPTED), "{}", checked.screen());
    // The proof is about these files, and about no others.
    let swapped = check(&folder, ["proof.json", "new", "old"]).unwrap();
    assert_eq!((swapped.status, &*swapped.stdout), (1, ""), "{}", swapped.screen());
    let other = check(&folder, ["proof.json", "old", "old"]).unwrap();
    assert!(other.stderr.starts_with("rejected: "), "{}", other.screen());
}

#[test]
fn a_region_is_proved_alone() {
    let folder = folder(&[("old", OLD), ("new", NEW)]);
    let args = ["diff", "old", "new", "--region", "/cart/", "--certificate", "proof.json"];
    let told = maycrawl(&folder, &args);
    assert_eq!(told.status, 0, "{}", told.screen());
    let asked = ["proof.json", "old", "new", "--region", "/cart/"];
    let Some(checked) = check(&folder, asked) else { return };
    assert_eq!(checked.status, 0, "{}", checked.screen());
    assert!(checked.stdout.contains("change /cart/ for"), "{}", checked.screen());
    // Whoever asks about the whole site is not told about a part of it.
    let whole = check(&folder, ["proof.json", "old", "new"]).unwrap();
    assert!(whole.stderr.contains("the region must be"), "{}", whole.screen());
}

/// The region of a forged proof has no path that changes.
#[test]
fn a_certificate_does_not_choose_its_region() {
    let folder = folder(&[("old", OLD), ("new", NEW)]);
    let told = maycrawl(&folder, &["diff", "old", "new", "--certificate", "proof.json"]);
    assert_eq!(told.status, 1, "{}", told.screen());
    let path = folder.0.join("proof.json");
    let mut proof: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    for (within, except) in [(&["/zz"][..], &[][..]), (&[], &["/cart"]), (&["*"], &["*cart*"])] {
        proof["within"] = within.into();
        proof["except"] = except.into();
        proof["path"] = "/zz".into();
        proof["outcome"] = "none".into();
        for class in proof["classes"].as_array_mut().unwrap() {
            class["pairs"] = serde_json::json!([]);
        }
        fs::write(&path, proof.to_string()).unwrap();
        let Some(checked) = check(&folder, ["proof.json", "old", "new"]) else { return };
        assert_eq!((checked.status, &*checked.stdout), (1, ""), "{}", checked.screen());
    }
}

#[test]
fn a_shorter_file_is_proved_before_it_replaces_the_old_one() {
    let folder = folder(&[("old", OLD), ("robots.txt", OLD)]);
    let args = ["minimise", "--write", "--certificate", "proof.json", "robots.txt"];
    let told = maycrawl(&folder, &args);
    assert_eq!(told.status, 0, "{}", told.screen());
    assert_ne!(fs::read_to_string(folder.0.join("robots.txt")).unwrap(), OLD);
    let Some(checked) = check(&folder, ["proof.json", "old", "robots.txt"]) else { return };
    assert!(checked.stdout.contains("nothing differs\n"), "{}", checked.screen());
    assert!(checked.stdout.ends_with(ACCEPTED), "{}", checked.screen());
}

#[test]
fn expectations_are_proved_line_by_line() {
    let expected = "disallow * /cart/\nallow Googlebot /shop/\nsame Googlebot bingbot /\n";
    let folder = folder(&[("robots.txt", OLD), ("expected", expected)]);
    let told = maycrawl(&folder, &["verify", "--certificate", "proof.json", "expected"]);
    assert_eq!(told.status, 0, "{}", told.screen());
    let Some(checked) = check(&folder, ["proof.json", "robots.txt", "expected"]) else { return };
    assert!(checked.stdout.contains("same / for Googlebot > *, bingbot > *\n  nothing differs\n"));
    assert!(checked.stdout.ends_with(ACCEPTED), "{}", checked.screen());
    fs::write(folder.0.join("expected"), expected.replace("/shop/", "/cart/")).unwrap();
    let other = check(&folder, ["proof.json", "robots.txt", "expected"]).unwrap();
    assert_eq!(other.status, 1, "{}", other.screen());
}

#[test]
fn without_a_proof_there_is_no_file_and_the_status_says_so() {
    let uses = "disallow * /cart/\nrefuse train * /\n";
    let folder = folder(&[("old", OLD), ("new", NEW), ("robots.txt", OLD), ("uses", uses)]);
    let rows: [(&[&str], &str); 2] = [
        (&["diff", "old", "new", "--profile", "rfc9309"], "the profile google only"),
        (&["verify", "uses"], "a use has no certificate"),
    ];
    for (args, why) in rows {
        let told = maycrawl(&folder, &[args, &["--certificate", "proof.json"]].concat());
        assert_eq!(told.status, 2, "{}", told.screen());
        assert!(told.stderr.contains("no certificate: ") && told.stderr.contains(why));
        assert!(!folder.0.join("proof.json").exists(), "{why}");
    }
}

/// A stranger's certificate: large, deep, endless or wrong.
#[test]
fn a_hostile_certificate_is_refused() {
    let deep = "[".repeat(1_000_000);
    let number = format!("{{\"format\":{}}}", "9".repeat(4_000_000));
    let large = " ".repeat((16 << 20) + 1);
    let rows = [(&*deep, 2), (&*number, 1), (&*large, 2), ("{", 2), ("[]", 1), ("\u{0}", 2)];
    for (text, status) in rows {
        let folder = folder(&[("old", OLD), ("proof.json", text)]);
        let Some(checked) = check(&folder, ["proof.json", "old", "old"]) else { return };
        let shown: String = text.chars().take(20).collect();
        assert_eq!(checked.status, status, "{shown}: {}", checked.screen());
        assert!(!checked.stderr.contains("Traceback"), "{shown}: {}", checked.screen());
    }
}
