//! `maycrawl fmt` and `maycrawl new` as people use them. The snapshots are the screens.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

mod support;

use std::fs;
use std::path::Path;

use support::{Folder, Run, command, maycrawl, maycrawl_in, run};

const UNTIDY: &str = "\u{feff}user-agent:*\r
DISALLOW :/checkout# the till\r
Dissallow: /drafts   \r


allow: /checkout/help\r
crawl-delay:5\r
# Pictures\r
User-Agent: Googlebot-Image\r
Disallow /raw\r
sitemap:https://shop.example/sitemap.xml";

const TIDY: &str = "User-agent: *\nDisallow: /a\n";

macro_rules! screen {
    ($name:literal, $run:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($name, $run.screen());
        });
    };
}

fn untidy(args: &[&str]) -> Run {
    maycrawl_in(&[("robots.txt", UNTIDY.as_bytes()), ("tidy.txt", TIDY.as_bytes())], args, b"")
}

/// Runs in this folder.
fn in_folder(folder: &Path, args: &[&str], stdin: &[u8]) -> Run {
    let mut command = command(args);
    command.current_dir(folder);
    run(command, stdin)
}

#[test]
fn fmt_prints_the_layout() {
    screen!("fmt", untidy(&["fmt", "robots.txt"]));
    let piped = maycrawl(&["fmt"], UNTIDY.as_bytes());
    assert_eq!(piped.stdout, untidy(&["fmt", "robots.txt"]).stdout);
    assert_eq!(maycrawl(&["fmt", "-"], piped.stdout.as_bytes()).stdout, piped.stdout);
}

#[test]
fn fmt_checks_and_shows_what_would_change() {
    screen!("fmt_check", untidy(&["fmt", "--check", "--diff", "robots.txt", "tidy.txt"]));
    let run = untidy(&["fmt", "--check", "tidy.txt"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert_eq!(untidy(&["fmt", "--diff", "robots.txt"]).status, 0);
}

#[test]
fn fmt_writes_back_and_says_so() {
    let folder = Folder::new();
    let [untidy, tidy] = ["robots.txt", "tidy.txt"].map(|name| folder.0.join(name));
    fs::write(&untidy, UNTIDY).unwrap();
    fs::write(&tidy, TIDY).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        fs::set_permissions(&untidy, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("robots.txt", folder.0.join("link.txt")).unwrap();
        let run = in_folder(&folder.0, &["fmt", "--write", "link.txt", "tidy.txt"], b"");
        screen!("fmt_write", run);
        assert!(folder.0.join("link.txt").is_symlink());
        assert_eq!(fs::metadata(&untidy).unwrap().permissions().mode() & 0o777, 0o640);
    }
    let run = in_folder(&folder.0, &["fmt", "--write", "robots.txt"], b"");
    assert_eq!((run.status, run.stdout.as_str()), (0, "unchanged  robots.txt\n"));
    assert!(
        fs::read_to_string(&untidy)
            .unwrap()
            .starts_with("User-agent: *\nDisallow: /checkout # the till\n")
    );
    // Nothing is left beside the files.
    assert!(fs::read_dir(&folder.0).unwrap().count() <= 3);
}

#[test]
fn fmt_leaves_what_is_too_large() {
    let file = "user-agent:*\r\n".repeat(40_000);
    let run = maycrawl_in(&[("big.txt", file.as_bytes())], &["fmt", "big.txt"], b"");
    assert_eq!((run.status, run.stdout.len()), (0, file.len()));
    assert!(
        run.stderr.contains("has 560000 bytes, of which crawlers read 512000"),
        "{}",
        run.stderr
    );
}

#[test]
fn what_cannot_be_done_is_said() {
    let rows: &[&[&str]] = &[
        &["fmt", "missing.txt"],
        &["fmt", "."],
        &["fmt", "robots.txt", "tidy.txt"],
        &["fmt", "--write", "-"],
        &["fmt", "--check", "--write", "robots.txt"],
        &["new", "--recipe", "no-such"],
        &["new", "--recipe", "directory"],
        &["new", "--recipe", "directory=calendar"],
        &["new", "--recipe", "page=/a\u{1b}[2Jb"],
        &["new", "--recipe", "whole-site", "--recipe", "open"],
        &["new", "--sitemap", "/sitemap.xml"],
        &["new", "--block-ai", "nobody"],
        &["new", "--block-ai", "all", "--out", "robots.txt"],
        &["new", "--block-ai", "all", "--out", "no/such/folder.txt"],
        &["new", "--force"],
    ];
    let mut screens = String::new();
    for args in rows {
        let run = untidy(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.screen());
        assert!(run.stdout.is_empty() && !run.stderr.contains('\u{1b}'), "{args:?}");
        let asked = args.join(" ").replace('\u{1b}', "ESC");
        screens += &format!("$ maycrawl {asked}\n{}\n", run.stderr);
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("create_wrong_questions", screens);
    });
}

#[test]
fn one_file_that_cannot_be_read_does_not_stop_the_others() {
    let run = untidy(&["fmt", "--check", "missing.txt", "robots.txt"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, "would change  robots.txt\n"));
}

#[test]
fn new_composes_recipes() {
    let run = maycrawl(
        &[
            "new",
            "--recipe",
            "directory=/calendar/",
            "--recipe",
            "file-type=.gif",
            "--recipe",
            "parameter",
            "--block-ai",
            "search",
            "--sitemap",
            "https://www.example.com/sitemap.xml",
        ],
        b"",
    );
    screen!("new", run);
    assert_eq!(maycrawl(&["fmt"], run.stdout.as_bytes()).stdout, run.stdout);
    screen!("new_list", maycrawl(&["new", "--list"], b""));
    screen!("new_staging", maycrawl(&["new", "--recipe", "staging"], b""));
    let near = maycrawl(&["new", "--recipe", "only-crawler=Gogglebot"], b"");
    screen!("new_near_name", near);
}

#[test]
fn new_never_writes_over_a_file_unless_told() {
    let folder = Folder::new();
    let out = ["new", "--recipe", "open", "--out", "robots.txt"];
    let run = in_folder(&folder.0, &out, b"");
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "wrote robots.txt; it belongs at the root of its host, as /robots.txt\n")
    );
    assert_eq!(in_folder(&folder.0, &out, b"").status, 2);
    let force = ["new", "--recipe", "staging", "--out", "robots.txt", "--force"];
    assert_eq!(in_folder(&folder.0, &force, b"").status, 0);
    assert!(fs::read_to_string(folder.0.join("robots.txt")).unwrap().contains("AdsBot-Google"));
}

#[test]
fn new_asks_where_nothing_is_said() {
    let answers = b"1\n/calendar/ private.html\n/calendar/ /private.html\n/search\nsort\n1 3\nAhrefsBot\nhttps://h.example/s.xml\n\n";
    let run = maycrawl(&["new"], answers);
    // The lists of AI crawlers are long, and not the point.
    let shown: Vec<&str> =
        run.stdout.lines().filter(|line| !line.contains("Bot")).take(12).collect();
    assert!(run.stdout.contains("User-agent: AhrefsBot\n"), "{}", run.stdout);
    let screen = Run { stdout: format!("{}\n...\n", shown.join("\n")), ..run };
    screen!("new_dialogue", screen);
    // Nobody answers: the defaults.
    let run = maycrawl(&["new"], b"");
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "# Everything may be crawled\nUser-agent: *\nAllow: /\n")
    );
    let run = maycrawl(&["new"], b"2\n");
    assert!(run.status == 0 && run.stdout.contains("staging"), "{}", run.screen());
    // An answer that is not understood is no default.
    let run = maycrawl(&["new"], b"maybe\n");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let run = maycrawl(&["new"], b"1\n\xff\n");
    assert!(run.status == 2 && run.stderr.contains("no UTF-8 text"), "{}", run.stderr);
}

#[test]
fn new_writes_where_the_dialogue_says() {
    let folder = Folder::new();
    fs::write(folder.0.join("robots.txt"), "mine").unwrap();
    let run = in_folder(&folder.0, &["new"], b"2\nrobots.txt\nnew.txt\n");
    assert_eq!(run.status, 0, "{}", run.screen());
    assert_eq!(fs::read_to_string(folder.0.join("robots.txt")).unwrap(), "mine");
    assert!(fs::read_to_string(folder.0.join("new.txt")).unwrap().contains("Disallow: /"));
}

/// On a terminal of its own: a person types, sees the questions, and the file.
#[cfg(unix)]
#[test]
fn new_talks_to_a_terminal() {
    use std::fs::{File, OpenOptions};
    use std::io::{Read as _, Write as _};

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
    let side = OpenOptions::new().read(true).write(true).open(name).unwrap();
    let mut child = command(&["new"])
        .stdin(side.try_clone().unwrap())
        .stdout(side.try_clone().unwrap())
        .stderr(side)
        .spawn()
        .unwrap();
    let mut person = File::from(terminal);
    person.write_all(b"2\nrobots\x15\n").unwrap(); // ^U takes the word back
    assert!(child.wait().unwrap().success());
    let mut seen = [0; 8192];
    let len = person.read(&mut seen).unwrap();
    let mut seen = String::from_utf8_lossy(&seen[..len]).into_owned();
    while !seen.contains("Disallow: /") {
        let mut more = [0; 8192];
        let len = person.read(&mut more).unwrap();
        seen += &String::from_utf8_lossy(&more[..len]);
    }
    for part in ["May crawlers see this site?", "Into which file?", "User-agent: AdsBot-Google\r\n"]
    {
        assert!(seen.contains(part), "{part}: {seen}");
    }
}
