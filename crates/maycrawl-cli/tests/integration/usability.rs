//! The command line itself: help, manual pages, environment, lists, hosts and files, terminals.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::fs;
use std::net::TcpListener;

use crate::support::server::{World, answer, file};
use crate::support::{Folder, Run, command, maycrawl, maycrawl_in, run, without_optional_commands};

const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /private\n\nUser-agent: GPTBot\nDisallow: /\n";

/// The words of every command.
fn commands() -> Vec<Vec<String>> {
    let run = maycrawl(&["man", "nope"], b"");
    let (_, names) = run.stderr.trim().split_once("there are ").expect("a list of commands");
    let words = |name: &str| name.split('-').map(str::to_owned).collect();
    std::iter::once(Vec::new()).chain(names.split(", ").map(words)).collect()
}

fn at_80_columns(words: &[String], flag: &str) -> Run {
    let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
    args.push(flag);
    let mut command = command(&args);
    command.env("COLUMNS", "80");
    run(command, b"")
}

#[test]
fn no_line_of_any_help_is_wider_than_80_columns() {
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    for words in commands {
        for flag in ["-h", "--help"] {
            let run = at_80_columns(&words, flag);
            assert_eq!(run.status, 0, "{words:?}: {}", run.screen());
            for line in run.stdout.lines() {
                assert!(line.chars().count() <= 80, "{words:?} {flag}: {line}");
            }
        }
    }
}

#[test]
fn every_form_of_help_begins_with_the_same_sentence() {
    let opening = |run: &Run| {
        let text = format!("{}{}", run.stdout, run.stderr);
        text.lines().next().unwrap_or_default().to_owned()
    };
    for args in [&[][..], &["-h"], &["--help"], &["help"]] {
        let run = maycrawl(args, b"");
        assert_eq!(opening(&run), "May this crawler fetch this URL, and why?", "{args:?}");
    }
}

#[test]
fn help_of_check_is_the_manual() {
    screen_text!("help_check", at_80_columns(&["check".to_owned()], "--help").screen());
    screen_text!("help_check_short", at_80_columns(&["check".to_owned()], "-h").screen());
    let help = at_80_columns(&[], "--help").screen();
    screen_text!("help", without_optional_commands(&help));
}

#[test]
fn every_command_has_a_manual_page_with_the_standard_sections() {
    let folder = Folder::new();
    let out = folder.0.join("man1");
    let run = maycrawl(&["man", "--output", out.to_str().unwrap()], b"");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    for words in commands() {
        let name = [&["maycrawl".to_owned()][..], &words].concat().join("-");
        let page =
            fs::read_to_string(out.join(format!("{name}.1"))).unwrap_or_else(|_| panic!("{name}"));
        let headings: Vec<&str> =
            page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        let standard = [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "SUBCOMMANDS",
            "EXIT STATUS",
            "ENVIRONMENT",
            "FILES",
            "EXAMPLES",
            "SEE ALSO",
        ];
        let headings: Vec<&str> = headings.into_iter().map(|it| it.trim_matches('"')).collect();
        let known: Vec<&str> = standard.into_iter().filter(|it| headings.contains(it)).collect();
        assert_eq!(headings, known, "{name}");
        for needed in
            ["NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"]
        {
            assert!(headings.contains(&needed), "{name}: {headings:?}");
        }
        assert!(page.starts_with(".ie") || page.contains(&format!(".TH {name} 1")), "{name}");
    }
    assert!(fs::read_to_string(out.join("maycrawl-check.1")).unwrap().contains("MAYCRAWL_STORE"));
    // Without a terminal the source is printed.
    let page = maycrawl(&["man", "cache-list"], b"").stdout;
    assert_eq!(page, fs::read_to_string(out.join("maycrawl-cache-list.1")).unwrap());
}

#[test]
fn shells_complete_values() {
    for shell in ["bash", "zsh", "fish"] {
        let script = maycrawl(&["completions", shell], b"").stdout;
        for value in ["rfc9309", "google-2026", "GPTBot", "Googlebot-News"] {
            assert!(script.contains(value), "{shell}: {value}");
        }
        // A name with a blank would be split.
        assert!(!script.contains("Terra Cotta"), "{shell}");
    }
}

/// Variables, arguments, and the output.
type WithVariables<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str], &'a str);

#[test]
fn the_environment_sets_defaults_and_the_command_line_wins() {
    let rows: &[WithVariables<'_>] = &[
        (&[("MAYCRAWL_AGENT", "GPTBot")], &["/"], "disallowed  GPTBot  /"),
        (&[("MAYCRAWL_AGENT", "GPTBot")], &["-a", "Bingbot", "/"], "allowed     bingbot  /"),
        (&[("MAYCRAWL_AGENT", "")], &["/"], "allowed     Googlebot  /"),
        // An option does not conflict with a variable.
        (
            &[
                ("MAYCRAWL_POLICY", "rfc9309"),
                ("MAYCRAWL_STORE", "memory"),
                ("MAYCRAWL_ALLOW_PRIVATE", "1"),
            ],
            &["/private"],
            "disallowed  Googlebot  /private",
        ),
        (
            &[("MAYCRAWL_PROFILE", "RFC9309")],
            &["/robots.txt", "-a", "GPTBot"],
            "allowed     GPTBot  /robots.txt",
        ),
    ];
    for (variables, args, expected) in rows {
        let folder = Folder::new();
        fs::write(folder.0.join("robots.txt"), ROBOTS).unwrap();
        let mut command = command(&[&["check", "-r", "robots.txt"], *args].concat());
        command.current_dir(&folder.0).envs(variables.iter().copied());
        let run = run(command, b"");
        assert_eq!(run.stdout.lines().next(), Some(*expected), "{variables:?}: {}", run.screen());
    }
    for (name, value) in [
        ("MAYCRAWL_POLICY", "bing"),
        ("MAYCRAWL_ALLOW_PRIVATE", "perhaps"),
        ("MAYCRAWL_TIMEOUT", "0"),
    ] {
        let mut command = command(&["check", "https://h.example/"]);
        command.env(name, value);
        let run = run(command, b"");
        assert!(
            run.status == 2 && run.stderr.contains("invalid value"),
            "{name}: {}",
            run.screen()
        );
    }
}

#[test]
fn the_store_has_a_location() {
    let mut default = command(&["cache", "path"]);
    default.env("XDG_CACHE_HOME", "/somewhere");
    let rows = [
        (run(default, b""), 0, "/somewhere/maycrawl/robots.sqlite\n"),
        (maycrawl(&["cache", "path", "--store", "a/b.sqlite"], b""), 0, "a/b.sqlite\n"),
        (
            maycrawl(&["cache", "path", "--store", "redis://cache:6379"], b""),
            0,
            "redis://cache:6379\n",
        ),
        (maycrawl(&["cache", "path", "--store", "memory"], b""), 2, ""),
    ];
    for (run, status, stdout) in rows {
        assert_eq!((run.status, run.stdout.as_str()), (status, stdout), "{}", run.stderr);
    }
}

#[test]
fn every_list_has_the_same_rules() {
    let list = b"\xef\xbb\xbfhttps://h.example/private\r\n\r\n# a remark\r\n  h.example/a,b#c\n#\n/private\r\n";
    let args = ["check", "-r", "robots.txt", "--agents-from", "agents.txt"];
    let files: &[(&str, &[u8])] =
        &[("robots.txt", ROBOTS), ("agents.txt", b"\xef\xbb\xbf# mine\r\nGooglebot, GPTBot\r\n")];
    let run = maycrawl_in(files, &args, list);
    assert_eq!(run.status, 1);
    screen_text!("list", run.screen());
    // JSON Lines are not a list, but editors write a byte order mark there too.
    let record = b"\xef\xbb\xbf{\"robots\":\"\",\"url\":\"/\",\"agent\":\"a\"}\n";
    assert_eq!(maycrawl(&["batch"], record).status, 0);
}

/// Runs in a folder with these files.
fn in_folder_of(files: &[(&str, &[u8])], mut command: std::process::Command) -> Run {
    let folder = Folder::new();
    for (name, bytes) in files {
        fs::write(folder.0.join(name), bytes).unwrap();
    }
    command.current_dir(&folder.0);
    run(command, b"")
}

#[test]
fn hosts_need_no_scheme_and_names_of_files_are_refused() {
    let files: &[(&str, &[u8])] = &[("robots.txt", ROBOTS), ("urls", b"/")];
    let rows: &[&[&str]] = &[
        &["check", "-r", "robots.txt", "www.example.com/private", "example.org", "example.com/a"],
        &["check", "-r", "robots.txt", "index.html"],
        &["check", "-r", "robots.txt", "urls"],
        &["check", "urls.txt"],
        &["check", "-r", "robots.txt", "nonsense", "1.2"],
        &["check", "-r", "robots.txt", "--origin", "example.com", "https://example.com/private"],
        &["check", "-r", "robots.txt", "--crawlers", "google", "-f", "json", "page.html"],
        &["inspect", "page.html"],
        &["sitemap", "nope.xml"],
        &["sitemap", "maps/nope"],
        &["sitemap", "nope"],
        &["fetch", "origins.txt"],
        &["fetch", "1"],
        &["lint", "www.example.com"],
        &["lint", "nope.txt"],
        &["fetch", "not a site!!"],
    ];
    let mut screens = String::new();
    for args in rows {
        let mut command = command(args);
        command.env("MAYCRAWL_STORE", "memory");
        let run = in_folder_of(files, command);
        screens += &format!("$ maycrawl {}\n{}\n\n", args.join(" "), run.screen());
    }
    screen_text!("hosts_and_files", screens);
}

#[test]
fn a_local_file_may_have_an_origin_of_any_scheme() {
    let files: &[(&str, &[u8])] = &[("robots.txt", ROBOTS)];
    let origin = ["check", "-r", "robots.txt", "--origin", "gemini://example.com"];
    let run = maycrawl_in(
        files,
        &[
            &origin[..],
            &["gemini://Example.com/private/x", "gemini://example.com/", "https://example.com/"],
        ]
        .concat(),
        b"",
    );
    assert_eq!(run.status, 2);
    screen_text!("any_scheme", run.screen());
    let live = maycrawl(&["check", "--store", "memory", "gemini://example.com/"], b"");
    assert!(
        live.status == 2 && live.stderr.contains("scheme `gemini` has no robots.txt"),
        "{}",
        live.screen()
    );
}

#[test]
fn a_robots_txt_that_crawlers_never_read_is_noted() {
    let world = World::of(&[("shop.test", file("User-agent: *\nDisallow: /private\n"))]);
    let note = "crawlers never read http://shop.test:PORT/folder/robots.txt; http://shop.test:PORT/robots.txt is used instead";
    let url = "http://shop.test:PORT/folder/robots.txt";
    for args in [
        &["lint", "--allow-private", url][..],
        &["fetch", "--allow-private", url],
        &["cache", "show", url],
    ] {
        let run = world.run(args, "");
        assert!(run.stderr.contains(note), "{args:?}: {}", run.screen());
    }
    let own = world.run(&["lint", "--allow-private", "http://shop.test:PORT/robots.txt"], "");
    assert!(!own.stderr.contains("never read"), "{}", own.screen());
    let files: &[(&str, &[u8])] = &[("robots.txt", ROBOTS)];
    let args = ["check", "-r", "robots.txt", "--origin", "http://h.example/Robots.TXT", "/"];
    let run = maycrawl_in(files, &args, b"");
    assert!(
        run.stderr.contains("crawlers never read http://h.example/Robots.TXT"),
        "{}",
        run.screen()
    );
}

#[test]
fn the_error_for_a_port_in_use_suggests_another() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    for listen in [format!(":{port}"), format!("localhost:{port}"), format!("{port}")] {
        let run = maycrawl(
            &["serve", "--store", "memory", "--log-format", "off", "--listen", &listen],
            b"",
        );
        let expected = format!(
            "error: port {port} is in use; choose another with --listen 127.0.0.1:{}\n",
            port + 2
        );
        assert_eq!((run.status, run.stderr.as_str()), (2, expected.as_str()));
    }
}

#[test]
fn quiet_prints_errors_but_no_notes() {
    let files: &[(&str, &[u8])] = &[("robots.txt", ROBOTS)];
    let args = ["check", "-q", "-r", "robots.txt", "example.com/", "nonsense"];
    let run = maycrawl_in(files, &args, b"");
    assert!(
        !run.stderr.contains("note") && run.stderr.starts_with("error: `nonsense`"),
        "{}",
        run.screen()
    );
}

#[test]
fn each_crawler_has_its_own_counts() {
    let map = b"https://h.example/\nhttps://h.example/private/a\nhttps://h.example/b\n";
    let files: &[(&str, &[u8])] = &[("robots.txt", ROBOTS), ("map.txt", map)];
    let args = [
        "sitemap",
        "map.txt",
        "-r",
        "robots.txt",
        "-a",
        "Googlebot",
        "-a",
        "GPTBot",
        "--store",
        "memory",
    ];
    let run = maycrawl_in(files, &args, b"");
    assert_eq!(run.status, 1);
    screen_text!("sitemap_agents", run.screen());
    let json = maycrawl_in(files, &[&args[..], &["-f", "json"]].concat(), b"").stdout;
    let total: serde_json::Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    assert_eq!(total["agents"][0]["blocked"], 1);
    assert_eq!(total["agents"][1]["blocked"], 3);
    assert_eq!(total["agents"][1]["agent"], "GPTBot");
}

/// Unreachable is a third answer for `check`, its table, `inspect`, `sitemap` and `fetch`.
#[test]
fn unreachable_is_a_third_answer() {
    let world = World::of(&[("busy.test", answer("503 Service Unavailable", "", ""))]);
    let url = "http://busy.test:PORT/";
    let rows: &[(&[&str], i32)] = &[
        (&["check", url], 2),
        (&["check", "--unreachable=disallow", url], 1),
        (&["check", "--crawlers", "google", url], 2),
        (&["check", "--crawlers", "google", "--unreachable", "disallow", url], 1),
        (&["inspect", url], 2),
        (&["inspect", "--unreachable=disallow", url], 1),
        (&["sitemap", url], 2),
        (&["fetch", url], 1),
    ];
    for (args, status) in rows {
        let run = world.run(&[*args, &["--allow-private"]].concat(), "");
        assert_eq!(run.status, *status, "{args:?}: {}", run.screen());
        assert!(run.stdout.contains("unreachable"), "{args:?}: {}", run.screen());
        assert!(!run.stdout.contains("disallowed "), "{args:?}: {}", run.screen());
    }
    // The verdict of the library is that of the policy.
    for args in [&["check", url][..], &["check", "--crawlers", "google", url]] {
        let run = world.run(&[args, &["--allow-private", "-f", "json"]].concat(), "");
        for line in run.stdout.lines() {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let expected = match value["reason"].as_str().unwrap() {
                "crawler-ignores-robots-txt" => ("allowed", "allowed"),
                _ => ("disallowed", "unreachable"),
            };
            let got = (value["decision"].as_str().unwrap(), value["outcome"].as_str().unwrap());
            assert_eq!(got, expected, "{args:?}: {line}");
        }
    }
}

#[cfg(unix)]
mod on_a_terminal {
    use std::sync::Mutex;
    use std::sync::mpsc::channel;

    use super::*;
    use crate::support::server::Sites;
    use crate::support::terminal::Terminal;

    #[test]
    fn a_dumb_terminal_has_no_colours() {
        let folder = Folder::new();
        fs::write(folder.0.join("robots.txt"), ROBOTS).unwrap();
        for (term, is_colored) in [("xterm", true), ("dumb", false)] {
            let mut terminal = Terminal::new();
            let mut check = command(&["check", "-r", "robots.txt", "/private"]);
            let mut child = terminal.start_as(check.current_dir(&folder.0), term);
            let seen = terminal.wait_for("line 2");
            assert_eq!(seen.contains("\u{1b}["), is_colored, "{term}: {seen:?}");
            child.wait().unwrap();
        }
    }

    /// What a person sees of a command that ends with `last`, and its status.
    fn seen(args: &[&str], last: &str) -> (String, Option<i32>) {
        let folder = Folder::new();
        let robots = "User-agent: *\nDisallow: /products/\nDisallow: /cart\n";
        fs::write(folder.0.join("robots.txt"), robots).unwrap();
        let mut terminal = Terminal::new();
        let mut child = terminal.start_as(command(args).current_dir(&folder.0), "dumb");
        let seen = terminal.wait_for(last).replace("\r\n", "\n");
        (seen, child.wait().unwrap().code())
    }

    #[test]
    fn one_question_is_answered_by_the_card() {
        let blocked = ["check", "-r", "robots.txt", "https://shop.example/products/1"];
        let (card, status) = seen(&blocked, "require a password.");
        screen_text!("check_card", card);
        assert_eq!(status, Some(1));
        let (card, status) = seen(&["check", "-r", "robots.txt", "/about"], "a part of the site.");
        assert!(card.starts_with("Allowed for Googlebot: no rule "), "{card}");
        assert_eq!(status, Some(0));
        // A program reads columns, and the explanation has its own form.
        let piped = maycrawl(&["check", "-r", "/dev/null", "/about"], b"").stdout;
        assert!(piped.starts_with("allowed     Googlebot  /about"), "{piped}");
        let explained = ["check", "-r", "robots.txt", "--explain", "/about"];
        assert!(seen(&explained, "verdict allowed").0.starts_with("allowed "));
    }

    #[test]
    fn a_list_ends_with_what_is_open_and_what_is_closed() {
        let list = ["check", "-r", "robots.txt", "-a", "Googlebot,GPTBot", "/a", "/b", "/cart"];
        let (list, _) = seen(&list, "listed pages for GPTBot (`/cart`)");
        assert!(list.contains(
            "\n\nThis file closes 1 of the 3 listed pages for Googlebot (`/cart`); 2 stay"
        ));
    }

    #[test]
    fn reading_from_a_terminal_is_noted() {
        for args in [
            &["batch"][..],
            &["fmt"],
            &["lint", "-"],
            &["parse", "-"],
            &["check", "--store", "memory"],
        ] {
            let mut terminal = Terminal::new();
            let mut child = terminal.start(&mut command(args));
            terminal.wait_for("reading from standard input; end with Ctrl-D");
            terminal.type_in("\u{4}");
            child.wait().unwrap();
        }
    }

    #[test]
    fn a_slow_site_shows_progress() {
        let (answer_it, wait) = channel::<()>();
        let wait = Mutex::new(wait);
        let sites = Sites::new(move |_| {
            let _ = wait.lock().unwrap().recv(); // until the person has seen enough
            file("")
        });
        let url = format!("http://127.0.0.1:{}/", sites.port);
        let mut terminal = Terminal::new();
        let mut check = command(&["check", "--allow-private", "--store", "memory", &url]);
        let mut child = terminal.start(&mut check);
        terminal.wait_for(&format!("asking {url}"));
        answer_it.send(()).unwrap();
        terminal.wait_for("Allowed for Googlebot");
        assert!(child.wait().unwrap().success());
    }

    #[test]
    fn a_manual_page_is_never_source_on_a_terminal() {
        let mut terminal = Terminal::new();
        // Without a man program.
        let mut child = terminal.start(command(&["man", "check"]).env("PATH", ""));
        let seen = terminal.wait_for("MAYCRAWL_STORE");
        assert!(!seen.contains(".SH") && seen.contains("Usage: maycrawl check"), "{seen}");
        child.wait().unwrap();
    }
}
