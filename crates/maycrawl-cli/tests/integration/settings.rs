//! What a command takes from its folder: robots.txt, `maycrawl.toml`, versions out of git.

use std::fs;
use std::path::Path;

use crate::support::{Folder, Run, command, git, maycrawl_in, run};

const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /\n";

fn in_folder(folder: &Path, args: &[&str]) -> Run {
    let mut command = command(args);
    command.current_dir(folder);
    run(command, b"")
}

#[test]
fn a_robots_txt_in_this_folder_is_the_default() {
    let files: &[(&str, &[u8])] = &[("robots.txt", ROBOTS)];
    let mut screens = String::new();
    for args in [
        &["check", "/cart", "/"][..],
        &["check", "--use", "train", "--agent", "GPTBot", "/"],
        &["lint"],
        &["parse"],
        &["minimise", "--list"],
    ] {
        let mut screen = maycrawl_in(files, args, b"").screen();
        screen = screen.lines().take(6).map(|line| format!("{line}\n")).collect();
        screens += &format!("$ maycrawl {}\n{screen}\n", args.join(" "));
    }
    screen_text!("default_robots", screens);
}

#[test]
fn paths_without_any_file_are_refused_as_before() {
    let run = maycrawl_in(&[], &["check", "/cart"], b"");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("name the file with --robots FILE"), "{}", run.screen());
    // A URL asks the live site, also beside a file.
    let files: &[(&str, &[u8])] = &[("robots.txt", ROBOTS)];
    let args = ["check", "--store", "memory", "--offline", "/cart", "https://shop.example/"];
    let run = maycrawl_in(files, &args, b"");
    assert!(run.stderr.contains("`/cart` is a path"), "{}", run.screen());
}

#[test]
fn no_url_is_no_answer() {
    let files: &[(&str, &[u8])] = &[("robots.txt", ROBOTS), ("none", b"# nothing\n\n")];
    for args in [
        &["check"][..],
        &["check", "-r", "robots.txt"],
        &["check", "--use", "train", "-r", "robots.txt"],
        &["diff", "robots.txt", "none", "--urls", "none"],
    ] {
        let run = maycrawl_in(files, args, b"# nothing\n\n");
        assert_eq!(run.status, 2, "{args:?}: {}", run.screen());
        assert!(run.stderr.contains("no URL"), "{args:?}: {}", run.screen());
    }
}

#[test]
fn a_pipe_is_read_from_its_start() {
    let folder = Folder::new();
    let path = |name: &str| folder.0.join(name);
    fs::write(path("old"), "").unwrap();
    fs::write(path("new"), "User-agent: *\nDisallow: /p\n").unwrap();
    let sitemap: String =
        (0..100).map(|i| format!("<url><loc>https://shop.example/p{i}</loc></url>")).collect();
    let list: String = (0..100).map(|i| format!("https://shop.example/p{i}\n")).collect();
    for text in [list, format!("<urlset>{sitemap}</urlset>")] {
        // Standard input is a pipe, under both of its names.
        for name in ["-", "/dev/stdin"] {
            let mut command = command(&["diff", "old", "new", "--urls", name]);
            command.current_dir(&folder.0);
            let run = run(command, text.as_bytes());
            assert!(run.stdout.contains("100 of 100 URLs change"), "{name}: {}", run.screen());
        }
    }
}

const SETTINGS: &str = "robots = \"public/robots.txt\"\nexpectations = \"expected.txt\"\n\
    profile = \"rfc9309\"\ncrawlers = [\"GPTBot\", \"Googlebot\"]\n\n\
    [lint]\nallow = [\"crawl-delay\"]\ndeny = [\"notes\"]\n";

/// A repository with settings, and a folder in it.
fn project(settings: &str) -> Folder {
    let folder = Folder::new();
    for name in [".git", "public", "src"] {
        fs::create_dir(folder.0.join(name)).unwrap();
    }
    let robots =
        b"User-agent: *\nDisallow: /cart\nCrawl-delay: 5\n\nUser-agent: GPTBot\nDisallow: /\n";
    fs::write(folder.0.join("public/robots.txt"), robots).unwrap();
    fs::write(folder.0.join("expected.txt"), "disallow GPTBot /\n").unwrap();
    fs::write(folder.0.join("maycrawl.toml"), settings).unwrap();
    folder
}

#[test]
fn settings_of_the_project_are_defaults() {
    let folder = project(SETTINGS);
    let root = format!("{}/", folder.0.canonicalize().unwrap().display());
    let mut screens = String::new();
    for args in [
        &["check", "/page"][..],
        &["check", "--agent", "bingbot", "--profile", "google", "/page"],
        &["verify"],
        &["lint"],
        &["lint", "--allow", "notes", "--deny", "warnings"],
    ] {
        let screen = in_folder(&folder.0.join("src"), args).screen().replace(&root, "");
        screens += &format!("$ maycrawl {}\n{screen}\n\n", args.join(" "));
    }
    screen_text!("project_settings", screens);
}

#[test]
fn settings_outside_the_repository_are_not_read() {
    let folder = project("crawlers = [\"GPTBot\"]\n");
    let inner = folder.0.join("src");
    fs::create_dir(inner.join(".git")).unwrap();
    for folder in [&folder.0, &inner] {
        fs::write(folder.join("robots.txt"), ROBOTS).unwrap();
    }
    let ours = in_folder(&folder.0, &["check", "/page"]);
    assert!(ours.stdout.contains("GPTBot"), "{}", ours.screen());
    let inner = in_folder(&inner, &["check", "/page"]);
    assert!(inner.stdout.contains("Googlebot"), "{}", inner.screen());
}

#[test]
fn mistakes_in_settings_are_named_with_their_place() {
    for (settings, wanted) in [
        ("robot = \"a\"\n", "unknown field `robot`"),
        ("profile = \"goggle\"\n", "there is no profile \"goggle\""),
        ("crawlers = [\"Mozilla/5.0 (x)\"]\n", "crawlers:"),
        ("[lint]\nallow = [\"R999\"]\n", "there is no lint `R999`"),
        ("profile = \n", "line 1"),
    ] {
        let run = in_folder(&project(settings).0, &["lint"]);
        assert_eq!(run.status, 2, "{}", run.screen());
        assert!(run.stderr.contains("maycrawl.toml: "), "{}", run.screen());
        assert!(run.stderr.contains(wanted), "{}", run.screen());
    }
}

#[test]
fn a_version_out_of_git_is_compared() {
    let folder = Folder::new();
    fs::write(folder.0.join("robots.txt"), ROBOTS).unwrap();
    for args in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "-m", "first"]] {
        git(&folder.0, "2026-11-01T00:00:00Z", args);
    }
    fs::write(folder.0.join("robots.txt"), "User-agent: *\nDisallow: /\n").unwrap();
    let run = in_folder(&folder.0, &["diff", "HEAD:robots.txt", "robots.txt"]);
    assert_eq!(run.status, 1, "{}", run.screen());
    assert!(run.stdout.contains("HEAD:robots.txt -> robots.txt: 2 lines"), "{}", run.screen());
    for (name, wanted) in [
        ("HEAD:nope.txt", "cannot read HEAD:nope.txt from git: HEAD has no such file"),
        ("nope:robots.txt", "cannot read nope:robots.txt from git: the revision nope is not there"),
    ] {
        let run = in_folder(&folder.0, &["diff", name, "robots.txt"]);
        assert!(run.status == 2 && run.stderr.contains(wanted), "{}", run.screen());
    }
}

#[test]
fn explanations_of_lints_fit_a_terminal() {
    let run = maycrawl_in(&[], &["lint", "--explain", "R313"], b"");
    for line in run.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(run.stdout.contains("```robots\nUser-agent: *\nDisallow: /calendar\n"));
}
