//! `maycrawl fmt` and `maycrawl new` as people use them. The snapshots are the screens.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use std::fs;
use std::path::Path;

use crate::support::{Folder, Run, command, maycrawl, maycrawl_in, run};

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
fn fmt_writes_files_and_reports_them() {
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
    // No temporary file is left.
    assert!(fs::read_dir(&folder.0).unwrap().count() <= 3);
}

#[test]
fn fmt_does_not_change_a_file_over_the_limit() {
    let file = "user-agent:*\r\n".repeat(40_000);
    let run = maycrawl_in(&[("big.txt", file.as_bytes())], &["fmt", "big.txt"], b"");
    assert_eq!((run.status, run.stdout.len()), (0, file.len()));
    assert!(
        run.stderr.contains("has 560000 bytes, but crawlers read only 512000"),
        "{}",
        run.stderr
    );
}

#[test]
fn errors_of_fmt_and_new() {
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
        &["new", "--recipe", "file-type=Googlebot-Video:.mp4"],
        &["new", "--recipe", "any-case=/MyPrivateFolder"],
        &["new", "--recipe", "only-crawler=Googlebot GPTBot"],
        &["new", "--block-ai", "nobody"],
        &["new", "--block-ai", "unconfirmed"],
        &["new", "--block-ai", "all", "--output", "robots.txt"],
        &["new", "--block-ai", "all", "--output", "no/such/folder.txt"],
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
    let list = maycrawl(&["new", "--list"], b"");
    assert!(list.stdout.lines().all(|line| line.chars().count() <= 80), "{}", list.stdout);
    screen!("new_list", list);
    screen!("new_staging", maycrawl(&["new", "--recipe", "staging"], b""));
    let near = maycrawl(&["new", "--recipe", "only-crawler=Gogglebot"], b"");
    screen!("new_near_name", near);
    screen!("new_block_ai", maycrawl(&["new", "--block-ai", "training,unconfirmed"], b""));
}

/// Advice goes to standard error.
#[test]
fn new_adds_recipes_to_a_file() {
    let file = (
        "robots.txt",
        &b"User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nAllow: /blog/\n"[..],
    );
    let new = |args: &[&str]| {
        maycrawl_in(&[file], &[&["new", "--add-to", "robots.txt"], args].concat(), b"")
    };
    screen!(
        "new_add_to",
        new(&["--recipe", "directory=/calendar/", "--sitemap", "https://a.example/s.xml"])
    );
    screen!("new_add_to_conflict", new(&["--block-ai", "training"]));
    screen!("new_add_to_whole_site", new(&["--recipe", "staging"]));
    screen!("new_add_to_nothing", new(&[]));
    let latin = maycrawl_in(
        &[("l.txt", b"Disallow: /\xe4")],
        &["new", "--add-to", "l.txt", "--recipe", "search"],
        b"",
    );
    assert_eq!(latin.status, 2);
    assert!(latin.stderr.contains("l.txt contains bytes that are not UTF-8"), "{}", latin.stderr);
}

#[test]
fn new_warns_about_likely_mistakes() {
    for (args, words) in [
        (
            &["--recipe", "all-but-crawler=Googlebot"][..],
            "warning: Googlebot, Applebot may crawl nothing: this takes the site out of the results of Google, Apple\n",
        ),
        (
            &["--recipe", "crawler-directory=bingbot:/"],
            "warning: bingbot may crawl nothing: this takes the site out of the results of Bing\n",
        ),
        (
            &["--recipe", "all-but-crawler=AdsBot"],
            "note: `AdsBot` is taken as AdsBot-Google, its name in a robots.txt\n",
        ),
        (
            &["--recipe", "all-but-crawler=Bytespider"],
            "note: Bytespider is reported not to obey robots.txt\n",
        ),
        (
            &["--recipe", "whole-site"],
            "note: whole-site: to pause crawling for some days, do not block the site; respond with 503 to every URL, including \
             robots.txt (Google advises against `Disallow: /` for this)\n",
        ),
        (&["--block-ai", "all"], ""),
        (&["--recipe", "staging"], ""),
        (&["--recipe", "crawler-directory=Googlebot:/a/"], ""),
    ] {
        let run = maycrawl(&[&["new"], args].concat(), b"");
        assert_eq!((run.status, run.stderr.as_str()), (0, words), "{args:?}");
    }
    let run = maycrawl(&["new", "--recipe", "all-but-crawler=Googlebot News,AdsBot"], b"");
    assert!(
        run.stdout.contains("User-agent: Googlebot-News\nUser-agent: AdsBot-Google\n"),
        "{}",
        run.stdout
    );
}

/// The default list is that of the table, and lint has no finding in it.
#[test]
fn new_blocks_the_ai_crawlers_of_the_table() {
    let agents = |args: &[&str]| {
        let run = maycrawl(&[&["new"], args].concat(), b"");
        let linted = maycrawl(&["lint", "-"], run.stdout.as_bytes());
        assert_eq!((run.status, linted.status), (0, 0), "{}", linted.screen());
        assert!(linted.stdout.contains("nothing found"), "{args:?}: {}", linted.screen());
        let names = run.stdout.lines().filter_map(|line| line.strip_prefix("User-agent: "));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    let of_table = |is_wanted: fn(&maycrawl::crawler::KnownCrawler) -> bool| {
        let known = maycrawl::crawler::KnownCrawler::all().iter().filter(|known| is_wanted(known));
        known.map(|known| known.token.to_owned()).collect::<Vec<_>>()
    };
    let is_training = |known: &maycrawl::crawler::KnownCrawler| {
        known.ai_list() == Some(maycrawl::crawler::AiList::Training)
    };
    let training = of_table(|known| {
        known.ai_list() == Some(maycrawl::crawler::AiList::Training) && known.is_confirmed()
    });
    assert_eq!(agents(&["--block-ai", "training"]), training);
    let mut all = agents(&["--block-ai", "training,unconfirmed"]);
    let mut of_list: Vec<_> = maycrawl::crawler::KnownCrawler::all()
        .iter()
        .filter(|known| is_training(known))
        .map(|known| known.token.to_owned())
        .collect();
    all.sort();
    of_list.sort();
    assert_eq!(all, of_list);
    let mut all = agents(&["--block-ai", "all", "--block-ai", "unconfirmed"]);
    let mut of_lists = of_table(|known| known.ai_list().is_some());
    all.sort();
    of_lists.sort();
    assert_eq!(all, of_lists);
}

#[test]
fn new_overwrites_a_file_only_with_force() {
    let folder = Folder::new();
    let out = ["new", "--recipe", "open", "--output", "robots.txt"];
    let run = in_folder(&folder.0, &out, b"");
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "wrote robots.txt; serve it at the root of the host, as /robots.txt\n")
    );
    assert_eq!(in_folder(&folder.0, &out, b"").status, 2);
    let force = ["new", "--recipe", "staging", "--output", "robots.txt", "--force"];
    assert_eq!(in_folder(&folder.0, &force, b"").status, 0);
    assert!(fs::read_to_string(folder.0.join("robots.txt")).unwrap().contains("AdsBot-Google"));
}

#[test]
fn new_asks_without_options() {
    let answers = b"1\n/calendar/ private.html\n/calendar/ /private.html\n/search\nsort\n1 3\nAhrefsBot\nhttps://h.example/s.xml\n\nyes\n";
    let run = maycrawl(&["new"], answers);
    assert!(run.stdout.contains("User-agent: AhrefsBot\n"), "{}", run.stdout);
    // The file is shown before it is written, with the same bytes.
    assert!(run.stderr.contains(&run.stdout), "{}", run.screen());
    // The lists of AI crawlers are long and tested elsewhere.
    let shown: Vec<&str> =
        run.stdout.lines().filter(|line| !line.contains("Bot")).take(14).collect();
    let stderr = run.stderr.replace(&run.stdout, "(the file)\n");
    let screen = Run { stdout: format!("{}\n...\n", shown.join("\n")), stderr, ..run };
    screen!("new_dialogue", screen);
    let run = maycrawl(&["new"], b"\n\n\n\n\n\n\n\n\n");
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "# Everything may be crawled\nUser-agent: *\nAllow: /\n")
    );
    let run = maycrawl(&["new"], b"2\n\n\n");
    assert!(run.status == 0 && run.stdout.contains("staging"), "{}", run.screen());
    let run = maycrawl(&["new"], b"1\n\xff\n");
    assert!(run.status == 2 && run.stderr.contains("not UTF-8 text"), "{}", run.stderr);
}

/// The end of input is not an answer to any question.
#[test]
fn new_writes_nothing_unless_the_last_question_is_answered() {
    let folder = Folder::new();
    let mut answers: Vec<&str> = Vec::new();
    let rows =
        ["1", "/a/", "/search", "sort", "1", "AhrefsBot", "https://h.example/s.xml", "made.txt"];
    for answer in [""].into_iter().chain(rows) {
        if !answer.is_empty() {
            answers.push(answer);
        }
        let stdin: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
        for args in [&["new"][..], &["new", "--output", "out.txt"]] {
            // With --output the question for the file is not asked.
            if args.len() > 1 && answers.last() == Some(&"made.txt") {
                continue;
            }
            let run = in_folder(&folder.0, args, stdin.as_bytes());
            assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{stdin}");
            assert!(
                run.stderr.ends_with("\nerror: stopped: nothing was written\n"),
                "{}",
                run.stderr
            );
            assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "{stdin}");
        }
    }
    for last in ["no", "maybe", "back"] {
        let stdin = format!("2\nmade.txt\n{last}\n");
        let run = in_folder(&folder.0, &["new"], stdin.as_bytes());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{last}: {}", run.stderr);
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "{last}");
    }
}

/// Answers that the dialogue asks about again, and the way back.
#[test]
fn new_asks_again_about_likely_mistakes() {
    let before = "1\n\n\n\n\n";
    for (answers, asked, agents) in [
        // A typo, then the right name; a typo that is repeated.
        (
            "ahrefsbott\nAhrefsBot\n",
            "No known crawler is called `ahrefsbott`. Similar: AhrefsBot.",
            "AhrefsBot",
        ),
        ("ahrefsbott\nahrefsbott\n", "Write the names again", "ahrefsbott"),
        // A search engine: answered no, then other names; and yes.
        ("Googlebot\n\nMJ12bot\n", "this takes the site out of the results of Google", "MJ12bot"),
        ("AhrefsBot Googlebot\nno\nAhrefsBot\n", "Are you sure?", "AhrefsBot"),
        ("bingbot\nyes\n", "this takes the site out of the results of Bing", "bingbot"),
        // Names with blanks, and lists.
        ("Googlebot News\n", "`Googlebot News` is taken as Googlebot-News", "Googlebot-News"),
        ("AhrefsBot, SemrushBot MJ12bot\n", "", "AhrefsBot,SemrushBot,MJ12bot"),
        ("Google-Safety\nAhrefsBot\n", "Google-Safety ignores robots.txt", "AhrefsBot"),
        // Back to the previous question, and forward.
        ("back\n1\nDotBot\n", "Which AI crawlers do you want to block?", ""),
        ("back\n\nDotBot\n", "Which AI crawlers do you want to block?", "DotBot"),
    ] {
        let run = maycrawl(&["new"], format!("{before}{answers}\n\n\n").as_bytes());
        assert_eq!(run.status, 0, "{answers}: {}", run.screen());
        assert!(run.stderr.contains(asked), "{answers}: {}", run.stderr);
        let names = run.stdout.lines().filter_map(|line| line.strip_prefix("User-agent: "));
        let names = names.filter(|name| *name != "*").collect::<Vec<_>>().join(",");
        assert!(agents.is_empty() || names == agents, "{answers}: {names}");
    }
    let run = maycrawl(
        &["new"],
        b"back\n2\nback\n1\n/a/\n\n\n\n\n\n\nback\nback\nhttps://h.example/s.xml\n\n\n",
    );
    assert!(run.stderr.contains("This is the first question."), "{}", run.stderr);
    assert_eq!(
        run.stdout,
        "# Nothing in /a/\nUser-agent: *\nDisallow: /a/\n\nSitemap: https://h.example/s.xml\n"
    );
}

#[test]
fn new_writes_to_the_file_of_the_dialogue() {
    let folder = Folder::new();
    fs::write(folder.0.join("robots.txt"), "mine").unwrap();
    let run = in_folder(&folder.0, &["new"], b"2\nrobots.txt\nnew.txt\nyes\n");
    assert_eq!(run.status, 0, "{}", run.screen());
    assert_eq!(fs::read_to_string(folder.0.join("robots.txt")).unwrap(), "mine");
    assert!(fs::read_to_string(folder.0.join("new.txt")).unwrap().contains("Disallow: /"));
    // An unusual name is refused, and accepted when it is written again.
    let odd = "clear; maycrawl new --output robots.txt";
    let run = in_folder(&folder.0, &["new"], format!("2\n{odd}\nother.txt\nyes\n").as_bytes());
    assert!(run.stderr.contains("is an unusual name for a file"), "{}", run.stderr);
    assert!(folder.0.join("other.txt").exists() && !folder.0.join(odd).exists());
    let run = in_folder(&folder.0, &["new"], b"2\nmy file.txt\nmy file.txt\nyes\n");
    assert!(run.status == 0 && folder.0.join("my file.txt").exists(), "{}", run.screen());
}

/// A new terminal: the side of a person who types, and the side of the program.
#[cfg(unix)]
fn terminal() -> (fs::File, fs::File) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
    let side = fs::OpenOptions::new().read(true).write(true).open(name).unwrap();
    (fs::File::from(person), side)
}

/// Reads what the terminal shows until `part` is there.
#[cfg(unix)]
fn see(person: &mut fs::File, seen: &mut String, part: &str) {
    use std::io::Read as _;

    while !seen.contains(part) {
        let mut more = [0; 8192];
        let len = person.read(&mut more).unwrap();
        *seen += &String::from_utf8_lossy(&more[..len]);
    }
}

/// On a terminal a person sees the questions, the file, and its path.
#[cfg(unix)]
#[test]
fn new_works_on_a_terminal() {
    use std::io::Write as _;

    for (answers, parts, is_written) in [
        (
            "2\nrobots\x15\n\n", // ^U deletes the word
            &[
                "May crawlers see this site?",
                "(Enter: robots.txt",
                "User-agent: AdsBot-Google\r\n",
                "wrote robots.txt",
            ][..],
            true,
        ),
        ("2\n-\n", &["User-agent: AdsBot-Google\r\n"], false),
    ] {
        let folder = Folder::new();
        let (mut person, side) = terminal();
        let mut child = command(&["new"])
            .current_dir(&folder.0)
            .stdin(side.try_clone().unwrap())
            .stdout(side.try_clone().unwrap())
            .stderr(side)
            .spawn()
            .unwrap();
        person.write_all(answers.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success(), "{answers}");
        let mut seen = String::new();
        parts.iter().for_each(|part| see(&mut person, &mut seen, part));
        assert_eq!(folder.0.join("robots.txt").exists(), is_written, "{seen}");
    }
}

/// Ctrl-C at a question.
#[cfg(unix)]
#[test]
fn new_stops_at_ctrl_c() {
    use rustix::process::{Pid, Signal, kill_process};

    let folder = Folder::new();
    let (mut person, side) = terminal();
    let mut child = command(&["new", "--output", "robots.txt"])
        .current_dir(&folder.0)
        .stdin(side.try_clone().unwrap())
        .stdout(side.try_clone().unwrap())
        .stderr(side)
        .spawn()
        .unwrap();
    let mut seen = String::new();
    see(&mut person, &mut seen, "May crawlers see this site?");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    see(&mut person, &mut seen, "error: stopped: nothing was written");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}
