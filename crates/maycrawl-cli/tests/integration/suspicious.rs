//! Files that are probably not the robots.txt that was meant: a failed download, an error page, a compressed file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use crate::support::server::{World, file};
use crate::support::{maycrawl, maycrawl_in};

const RULES: &str = "User-agent: *\nDisallow: /secret\n";

/// The name of a file, its content, and a part of the warning.
fn rows() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    use std::io::Write as _;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(RULES.as_bytes()).unwrap();
    let wide = |to_bytes: fn(u16) -> [u8; 2]| RULES.encode_utf16().flat_map(to_bytes);
    let marked = [0xFF, 0xFE].into_iter().chain(wide(u16::to_le_bytes)).collect();
    vec![
        ("empty", Vec::new(), "empty, so everything is allowed; did the download fail?"),
        ("page", b"<html><body>404".to_vec(), "a web page (HTML), not a robots.txt"),
        ("gzip", gzip.finish().unwrap(), "compressed with gzip"),
        ("zstd", b"\x28\xb5\x2f\xfd\x04\x00\x99\x00".to_vec(), "compressed with zstd"),
        ("xz", b"\xfd7zXZ\0\0\x04".to_vec(), "compressed with xz"),
        ("bzip2", b"BZh91AY&SY\x01".to_vec(), "compressed with bzip2"),
        ("zip", b"PK\x03\x04\x14\0".to_vec(), "compressed with zip"),
        ("marked", marked, "UTF-16"),
        ("unmarked", wide(u16::to_be_bytes).collect(), "UTF-16"),
        ("binary", [0, 159, 146, 150].repeat(50), "not text"),
    ]
}

#[test]
fn each_is_a_warning_and_with_deny_suspicious_an_error() {
    for (what, bytes, says) in rows() {
        for robots in ["f", "-"] {
            let ask = |options: &[&str]| {
                let args = [&["check", "--robots", robots, "/secret"][..], options].concat();
                maycrawl_in(&[("f", &bytes)], &args, &bytes)
            };
            let run = ask(&[]);
            // The verdict is the one of crawlers.
            assert_eq!((run.status, run.stdout.contains("allowed")), (0, true), "{what}");
            let name = if robots == "-" { "standard input" } else { "f" };
            assert!(
                run.stderr.starts_with(&format!("warning: {name}: this is ")),
                "{}",
                run.stderr
            );
            assert!(run.stderr.contains(says), "{what}: {}", run.stderr);
            for option in ["--quiet", "--format=json", "--crawlers=all"] {
                let denied = ask(&["--deny-suspicious", option]);
                assert_eq!((denied.status, &*denied.stdout), (2, ""), "{what} {option}");
                let sentence = run.stderr.replacen("warning", "error", 1);
                assert_eq!(denied.stderr, sentence, "{what} {option}");
            }
        }
    }
}

#[test]
fn every_command_that_reads_a_robots_txt_refuses() {
    let commands: &[&[&str]] = &[
        &["check", "--robots", "f", "/"],
        &["diff", "f", "sound"],
        &["diff", "sound", "f", "--format", "github"],
        &["inspect", "--html", "page.html", "--robots", "f", "https://a.test/"],
        &["lint", "f"],
        &["lint", "--fix", "f"],
        &["parse", "f"],
        &["sitemap", "--robots", "f", "map.txt"],
        &["verify", "claims", "--robots", "f"],
    ];
    for (what, bytes, says) in rows() {
        let files: [(&str, &[u8]); 5] = [
            ("f", &bytes),
            ("sound", RULES.as_bytes()),
            ("page.html", b"<title>Shop</title>"),
            ("map.txt", b"https://a.test/x\n"),
            ("claims", b"disallow * /secret\n"),
        ];
        for args in commands {
            let warned = maycrawl_in(&files, args, b"");
            let is_finding = args[0] == "lint" && ["page", "marked", "unmarked"].contains(&what);
            assert_eq!(
                warned.stderr.contains(says),
                !is_finding,
                "{args:?} {what}: {}",
                warned.screen()
            );
            let denied = maycrawl_in(&files, &[*args, &["--deny-suspicious"]].concat(), b"");
            assert_eq!(denied.status, 2, "{args:?} {what}: {}", denied.screen());
            assert!(
                denied.stderr.contains("error: ") && denied.stderr.contains(says),
                "{args:?} {what}"
            );
        }
        let github = ["lint", "--deny-suspicious", "--format", "github", "f"];
        let run = maycrawl_in(&files, &github, b"");
        assert!(
            run.stdout.starts_with("::error file=f,title=maycrawl::f: this is "),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn what_is_meant_is_not_suspicious() {
    let files: [(&str, &[u8]); 2] = [("sound", RULES.as_bytes()), ("note", b"# all is open\n")];
    let rows: &[(&[&str], i32)] = &[
        (&["check", "--robots", "sound", "/secret"], 1),
        (&["check", "--robots", "note", "/secret"], 0),
        // The name of no file, as hooks use it.
        (&["diff", "/dev/null", "sound"], 1),
        (&["lint", "sound"], 0),
    ];
    for (args, status) in rows {
        let run = maycrawl_in(&files, &[*args, &["--deny-suspicious"]].concat(), b"");
        assert_eq!((run.status, &*run.stderr), (*status, ""), "{args:?}: {}", run.screen());
    }
    let without_file = maycrawl(&["check", "--deny-suspicious", "https://a.test/"], b"");
    assert_eq!(without_file.status, 2);
    assert!(without_file.stderr.contains("add --robots FILE"), "{}", without_file.stderr);
}

/// The verdict for what a site serves is the one of crawlers, and an empty file is what a site may mean.
#[test]
fn what_a_site_serves_is_read_as_crawlers_read_it() {
    let world = World::of(&[("empty.test", file("")), ("zip.test", file("PK\x03\x04\x14"))]);
    let ask = |args: &[&str]| world.run(&[args, &["--allow-private"]].concat(), "");
    let run = ask(&["check", "http://empty.test:PORT/secret"]);
    assert_eq!((run.status, &*run.stderr), (0, ""));
    let run = ask(&["check", "http://zip.test:PORT/secret"]);
    assert_eq!(run.status, 0);
    assert!(
        run.stderr.contains("http://zip.test:PORT/robots.txt: this is compressed"),
        "{}",
        run.stderr
    );
}
