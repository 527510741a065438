//! The command as people and scripts use it. The snapshots are the screens; read them as the manual.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use crate::support::{Run, maycrawl, maycrawl_in, without_optional_commands};

const SHOP: &str = "\
# A shop
Disallow: /too-early
User-agent: *
User-agent: GPTBot/1.2
Disallow: /checkout
Allow: /checkout/help
Disallow: /*?sort=
Crawl-delay: 5

User-agent: Googlebot-Image
Dissallow: /drafts
Allow /drafts/open

User-agent: AdsBot-Google
Disallow:

Sitemap: https://shop.example/sitemap.xml
Sitemap: /more.xml
Host: shop.example
";

/// Runs in a folder with the file `robots.txt`.
fn shop(args: &[&str], stdin: &str) -> Run {
    maycrawl_in(&[("robots.txt", SHOP.as_bytes())], args, stdin.as_bytes())
}

/// Spellings of `/checkout/x` that the rules allow as written. Control bytes inside are refused.
#[test]
fn every_option_answers_about_the_requested_url() {
    let detours = [
        "/a/../checkout/x",
        "/./checkout/x",
        "/../checkout/x",
        "/%2e%2e/checkout/x",
        "/a/.%2E/checkout/x",
        "/a\\..\\checkout\\x",
    ];
    for path in detours {
        for (url, asked) in [
            (path.to_owned(), "/checkout/x"),
            (format!("https://shop.example{path}"), "https://shop.example/checkout/x"),
        ] {
            for more in [&[][..], &["--explain"], &["--crawlers", "google"]] {
                let args = [&["check", "--robots", "robots.txt", &url], more].concat();
                let run = shop(&args, "");
                assert_eq!(run.status, 1, "{args:?}: {}", run.screen());
                let said = run.stdout.contains(&format!("requested as {asked}\n"))
                    || run.stdout.contains(&format!("asked   {asked}\n"));
                assert!(said && run.stdout.contains("/checkout"), "{args:?}: {}", run.screen());
            }
            let args = ["check", "--robots", "robots.txt", "--format", "json", &url];
            let run = shop(&args, "");
            let answer: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
            assert_eq!(answer["requested"], asked, "{answer}");
            assert_eq!((&answer["allowed"], &answer["url"]), (&false.into(), &url.into()));
        }
    }
    for unclear in ["/check\tout", "https:/shop.example/x", "/\\shop.example/x", "//shop.example/x"]
    {
        let run = shop(&["check", "--robots", "robots.txt", unclear], "");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{unclear:?}: {}", run.screen());
    }
}

#[test]
fn check_prints_the_verdict_the_line_and_the_reason() {
    let run = shop(
        &[
            "check",
            "--robots",
            "robots.txt",
            "https://shop.example/checkout?id=1",
            "/checkout/help/x",
            "/",
            " /a?sort=x ",
        ],
        "",
    );
    assert_eq!(run.status, 1);
    screen!("check", run);
}

#[test]
fn check_explains_every_step() {
    let run = shop(
        &[
            "check",
            "--robots",
            "robots.txt",
            "--explain",
            "--agent",
            "GPTBot",
            "--agent",
            "googlebot-image",
            "--agent",
            "AdsBot-Google",
            "--agent",
            "Google-Safety",
            "/checkout/help?sort=é",
        ],
        "",
    );
    assert_eq!(run.status, 0);
    screen!("check_explain", run);
}

#[test]
fn check_in_json_is_one_object_a_line() {
    let run = shop(
        &["check", "--robots", "robots.txt", "--format", "json", "/checkout", "/ä", "nonsense"],
        "",
    );
    assert_eq!(run.status, 2);
    screen!("check_json", run);
    let explained = shop(
        &["check", "--robots", "robots.txt", "--format", "json", "--explain", "/checkout/help"],
        "",
    );
    screen!("check_json_explain", explained);
}

#[test]
fn check_streams_urls_from_standard_input() {
    let run = shop(
        &["check", "--robots", "robots.txt"],
        "/checkout\r\n\n  /about  \nhttps://shop.example/a?sort=b\n/last",
    );
    assert_eq!(run.status, 1);
    screen!("check_stdin", run);
}

#[test]
fn check_reads_the_file_from_standard_input() {
    let run = maycrawl(&["check", "--robots", "-", "/a", "/b"], b"User-agent: *\nDisallow: /a\n");
    assert_eq!(run.status, 1);
    assert!(run.stdout.starts_with("disallowed  Googlebot  /a\n"), "{}", run.stdout);
}

#[test]
fn check_of_another_origin_is_not_applicable() {
    let run = shop(
        &[
            "check",
            "--robots",
            "robots.txt",
            "--origin",
            "https://shop.example",
            "https://shop.example:443/checkout",
            "http://shop.example/checkout",
            "https://www.shop.example/checkout",
            "/checkout",
        ],
        "",
    );
    assert_eq!(run.status, 2);
    screen!("check_origin", run);
}

#[test]
fn check_notes_that_a_file_applies_to_one_origin() {
    let run = shop(
        &[
            "check",
            "--robots",
            "robots.txt",
            "https://a.example/",
            "https://b.example/",
            "https://a.example/",
        ],
        "",
    );
    assert_eq!(run.status, 0);
    assert_eq!(run.stderr.matches("applies to one origin").count(), 1, "{}", run.stderr);
}

#[test]
fn check_answers_for_every_crawler() {
    let run =
        shop(&["check", "--robots", "robots.txt", "--crawlers", "google", "/drafts/open/x"], "");
    assert_eq!(run.status, 0);
    screen!("check_crawlers", run);
    let all = shop(
        &["check", "--robots", "robots.txt", "--crawlers", "all", "--format", "json", "/checkout"],
        "",
    );
    assert_eq!(all.status, 1);
    assert_eq!(all.stdout.lines().count(), maycrawl::crawler::KnownCrawler::all().len());
    let all = shop(&["check", "--robots", "robots.txt", "--crawlers", "all", "/checkout"], "");
    assert!(all.stdout.lines().all(|line| line.chars().count() <= 80), "{}", all.stdout);
    screen!("check_crawlers_all", all);
}

#[test]
fn the_two_profiles_differ() {
    let google =
        shop(&["check", "--robots", "robots.txt", "--agent", "Googlebot-Image", "/drafts"], "");
    let rfc = shop(
        &[
            "check",
            "--robots",
            "robots.txt",
            "--agent",
            "Googlebot-Image",
            "--profile",
            "rfc9309",
            "/drafts",
        ],
        "",
    );
    assert_eq!((google.status, rfc.status), (1, 0));
}

#[test]
fn parse_shows_the_tree() {
    let run = shop(&["parse", "robots.txt"], "");
    assert_eq!(run.status, 0);
    screen!("parse", run);
    screen!("parse_json", shop(&["parse", "--format", "json", "robots.txt"], ""));
    assert_eq!(
        maycrawl(&["parse", "-"], b"").stdout.lines().next(),
        Some("1 line, 0 bytes: 0 groups with 0 rules, 0 sitemaps, 0 other lines")
    );
}

#[test]
fn a_file_over_the_limit_is_cut_with_a_warning() {
    let mut file = b"User-agent: *\n".to_vec();
    while file.len() < 512_000 {
        file.extend_from_slice(b"Disallow: /a-rather-long-path-in-this-shop\n");
    }
    file.extend_from_slice(b"Disallow: /beyond\n");
    let run = maycrawl_in(&[("big.txt", &file)], &["check", "--robots", "big.txt", "/beyond"], b"");
    assert_eq!(run.status, 0);
    screen!("cut", run);
}

#[test]
fn crawlers_is_a_table() {
    let run = maycrawl(&["crawlers"], b"");
    assert_eq!(
        (run.status, run.stdout.lines().count()),
        (0, 1 + maycrawl::crawler::KnownCrawler::all().len())
    );
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 80), "{}", run.stdout);
    screen!("crawlers_one", maycrawl(&["crawlers", "applebot"], b""));
    screen!("crawlers_alias", maycrawl(&["crawlers", "Googlebot", "Images"], b""));
    screen!("crawlers_purpose", maycrawl(&["crawlers", "seo"], b""));
    screen!("crawlers_json", maycrawl(&["crawlers", "--format", "json", "Googlebot-News"], b""));
}

/// A row is listed more than a year after its last check. The day is an option, so that no clock decides a test.
#[test]
fn rows_that_were_not_checked_for_a_year_are_listed() {
    let all = maycrawl::crawler::KnownCrawler::all();
    for (day, expected) in [("2026-11-24", 0), ("2099-01-01", all.len())] {
        let run = maycrawl(&["crawlers", &format!("--stale={day}")], b"");
        assert_eq!((run.status, run.stdout.lines().count()), (0, expected), "{day}");
        assert_eq!(run.stderr.contains("no row was last checked"), expected == 0, "{}", run.stderr);
    }
    let stale = all.iter().filter(|known| known.checked == "2026-08-22");
    let run = maycrawl(&["crawlers", "--stale=2027-08-23"], b"");
    assert_eq!(run.stdout.lines().count(), stale.count());
    assert!(run.stdout.lines().all(|line| line.starts_with("2026-08-22  ")), "{}", run.stdout);
    let run = maycrawl(&["crawlers", "--stale=2099-01-01", "--format", "json", "gptbot"], b"");
    let row: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let known = maycrawl::crawler::KnownCrawler::by_name("GPTBot").unwrap();
    assert_eq!((&row["token"], &row["checked"]), (&"GPTBot".into(), &known.checked.into()));
    for day in [
        "2026-8-22",
        "2026-13-01",
        "2027-02-30",
        "20260822",
        "today",
        "",
        "2026-08-22-01",
        "-026-08-22",
    ] {
        assert_eq!(maycrawl(&["crawlers", &format!("--stale={day}")], b"").status, 2, "{day}");
    }
    // Without a day: today.
    assert_eq!(maycrawl(&["crawlers", "--stale"], b"").status, 0);
}

#[test]
fn where_documents_differ_about_a_crawler_check_says_so() {
    let file = b"User-agent: *\nDisallow: /\n";
    let agents = "Mediapartners-Google,AdsBot-Google";
    screen!(
        "documents_differ",
        maycrawl(&["check", "--robots", "-", "--agent", agents, "/"], file)
    );
    let google = maycrawl(&["check", "--robots", "-", "--crawlers", "google", "/"], file);
    screen!("documents_differ_crawlers", google);
    let explained =
        maycrawl(&["check", "--robots", "-", "--agent", "APIs-Google", "--explain", "/"], file);
    screen!("documents_differ_explained", explained);
}

/// Words are purposes or parts of texts; all of them must match.
#[test]
fn crawlers_are_searched_by_words() {
    for (words, is_found) in [
        (&["brave"][..], (|token| token == "Bravebot") as fn(&str) -> bool),
        (&["ai-training", "openai"], |token| ["GPTBot", "OpenAI"].contains(&token)),
        (&["AI", "anthropic", "search"], |_| false),
        (&["ai-search", "anthropic"], |token| token == "Claude-SearchBot"),
        (&["telegram"], |token| token == "TelegramBot"),
        (&["pinterest"], |token| token == "Pinterestbot"),
    ] {
        let run = maycrawl(&[&["crawlers", "--format", "json"], words].concat(), b"");
        let row = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
        let mut found: Vec<String> = run
            .stdout
            .lines()
            .map(|line| row(line)["token"].as_str().unwrap().to_owned())
            .collect();
        let all = maycrawl::crawler::KnownCrawler::all().iter().map(|known| known.token);
        let mut expected: Vec<&str> = all.filter(|token| is_found(token)).collect();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{words:?}");
    }
    let ai = maycrawl(&["crawlers", "ai"], b"");
    let known = maycrawl::crawler::KnownCrawler::all().iter().filter(|known| known.purpose.is_ai());
    assert_eq!(ai.stdout.lines().count(), 1 + known.count());
}

/// One name, several names, and names as people write them.
#[test]
fn agents_may_be_written_as_people_write_them() {
    const FILE: &[u8] =
        b"User-agent: *\nDisallow: /private\n\nUser-agent: Googlebot\nDisallow: /g\n\n\
        User-agent: Googlebot-News\nDisallow: /n\n\nUser-agent: AdsBot-Google\nDisallow: /ads\n";
    for (agents, rows, note) in [
        (
            &["Googlebot,GPTBot"][..],
            "allowed     Googlebot  /private|disallowed  GPTBot     /private",
            "",
        ),
        (&["GPTBot", "gptbot"], "disallowed  GPTBot  /private", ""),
        (
            &["Googlebot News"],
            "allowed     Googlebot-News  /private",
            "`Googlebot News` is taken as Googlebot-News",
        ),
        (&["AdsBot"], "allowed     AdsBot-Google  /private", "`AdsBot` is taken as AdsBot-Google"),
        (&["googlebot*"], "allowed     Googlebot  /private", "`googlebot*` is taken as Googlebot"),
        (&["ExampleBot"], "disallowed  ExampleBot  /private", ""),
        (
            &["brave"],
            "disallowed  brave  /private",
            "No known crawler is called `brave`. Similar: Bravebot.",
        ),
    ] {
        let mut args = vec!["check", "--robots", "robots.txt", "/private"];
        agents.iter().for_each(|agent| args.extend(["--agent", agent]));
        let run = maycrawl_in(&[("robots.txt", FILE)], &args, b"");
        let verdicts: Vec<&str> =
            run.stdout.lines().filter(|line| !line.starts_with(' ')).collect();
        assert_eq!(verdicts.join("|"), rows, "{agents:?}");
        assert_eq!(run.stderr.is_empty(), note.is_empty(), "{agents:?}: {}", run.stderr);
        assert!(
            note.is_empty() || run.stderr.starts_with(&format!("note: {note}")),
            "{}",
            run.stderr
        );
    }
}

/// A User-Agent header whose address contains the name of another known crawler.
const GPTBOT_HEADER: &str =
    "Mozilla/5.0 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";

#[test]
fn every_error_says_what_is_wrong_and_what_to_do() {
    let rows: &[&[&str]] = &[
        &["check", "--robots", "missing.txt", "/"],
        &["check", "--robots", ".", "/"],
        &["check", "--robots", "-"],
        &["check", "--robots", "robots.txt", "page.html"],
        &["check", "--robots", "robots.txt", "//example.com/page"],
        &["check", "--robots", "robots.txt", "mailto:me@example.com"],
        &["check", "--robots", "robots.txt", "http://exa mple.com/"],
        &["check", "--robots", "robots.txt", "http://example.com:99999/"],
        &["check", "--robots", "robots.txt", ""],
        &["check", "--robots", "robots.txt", "--agent", "", "/"],
        &[
            "check",
            "--robots",
            "robots.txt",
            "--agent",
            "Mozilla/5.0 (compatible; Googlebot-Image/1.0)",
            "/",
        ],
        &["check", "--robots", "robots.txt", "--agent", "Mozilla/5.0 (something else)", "/"],
        &["check", "--robots", "robots.txt", "--agent", "Googlebot GPTBot", "/"],
        &["check", "--robots", "robots.txt", "--agent", "Googlebot!", "/"],
        &["check", "--robots", "robots.txt", "--origin", "shop", "/"],
        &["check", "--robots", "robots.txt", "--agent", GPTBOT_HEADER, "/"],
        &["check", "--robots", "robots.txt", "https:/shop.example/checkout"],
        &["check", "--robots", "robots.txt", "http:///shop.example/checkout"],
        &["check", "--robots", "robots.txt", "https:\\\\shop.example\\checkout"],
        &["check", "--robots", "robots.txt", "https://shop.example\\checkout"],
        &["check", "--robots", "robots.txt", "https://me;x@shop.example/checkout"],
        &["check", "--robots", "robots.txt", "/check\tout"],
        &["check", "--robots", "robots.txt", "--crawlers", "all"],
        &["check", "--robots", "robots.txt", "--crawlers", "all", "--explain", "/"],
        &["check", "--robots", "robots.txt", "--profile", "bing", "/"],
        &["check", "--robots", "robots.txt", "--crawlers", "all", "--agent", "x", "/"],
        &["parse", "missing.txt"],
        &["crawlers", "GPTBto"],
        &["crawlers", "Nobody"],
        &["crawlers", "ai", "nothing"],
        &["man", "fly"],
        &["version"],
        &["verify", "robots.txt"],
        &["batch", "missing.jsonl"],
        &["batch", "."],
    ];
    let mut screens = String::new();
    for args in rows {
        let run = shop(args, "");
        assert_eq!(run.status, 2, "{args:?}: {}", run.screen());
        assert!(run.stdout.is_empty(), "{args:?}: {}", run.stdout);
        screens += &format!("$ maycrawl {}\n{}\n", args.join(" "), run.stderr);
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("wrong_questions", without_optional_commands(&screens));
    });
}

/// A folder named `s3:` would hold the result of hours, and go away with the machine.
#[test]
fn an_address_is_no_file_of_this_machine() {
    let mut rows = vec![
        vec!["audit", "s3://bucket/access.log", "--robots", "robots.txt"],
        vec!["audit", "access.log", "--robots", "robots.txt", "--evidence", "s3://bucket/e.jsonl"],
        vec!["audit", "access.log", "--robots", "robots.txt", "--report", "gs://bucket/r.html"],
        vec!["fetch", "shop.example", "--output", "s3://bucket/x"],
    ];
    if cfg!(feature = "tables") {
        let bulk =
            ["bulk", "--robots", "r.parquet", "--urls", "u.txt", "--output", "s3://bucket/x"];
        rows.push([&bulk[..], &["--agents", "Googlebot"]].concat());
        rows.push(vec!["survey", "x.warc.gz", "--output", "s3://bucket/x"]);
        rows.push(vec!["survey", "s3://bucket/x.warc.gz", "--output", "x"]);
    }
    for args in rows {
        let run = shop(&args, "");
        let why = "only files of this machine can be read and written";
        assert!(run.status == 2 && run.stderr.contains(why), "{args:?}: {}", run.screen());
    }
}

#[test]
fn a_dash_is_standard_input() {
    let urls = "/checkout/x\n/\n";
    let read = |args: &[&str]| shop(&[&["check", "--robots", "robots.txt"], args].concat(), urls);
    assert_eq!(read(&["-"]).stdout, read(&[]).stdout);
    assert_eq!(read(&["-"]).status, 1);
    assert_eq!(read(&["-", "/"]).status, 2);
}

#[test]
fn a_similar_name_is_noted_and_used_as_written() {
    let run = shop(&["check", "--robots", "robots.txt", "--agent", "Gogglebot", "/"], "");
    assert_eq!(run.status, 0);
    assert_eq!(
        run.stderr,
        "note: No known crawler is called `Gogglebot`. Similar: Googlebot. (An unknown crawler follows its own group, then `*`.)\n"
    );
}

#[test]
fn control_characters_are_escaped() {
    let file = b"User-agent: *\x1b[2J\nUser-agent: *\nDisallow: /\x1b]0;owned\x07\xc2\x9b31m\xe2\x80\xae/x\nSitemap: http://h/\x1b[31m\nX\x08Y: \x7f\n";
    let files: &[(&str, &[u8])] = &[("robots.txt", file)];
    let url = "/\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}/x";
    for args in [
        &["check", "--robots", "robots.txt", url][..],
        &["check", "--robots", "robots.txt", "--explain", url],
        &["check", "--robots", "robots.txt", "--crawlers", "google", url],
        &["check", "--robots", "robots.txt", "--agent", "A\u{1b}[31m", url],
        &["check", "--robots", "robots.txt", "nonsense\u{1b}[31m"],
        &["check", "--robots", "no\u{1b}[31mfile", "/"],
        &["parse", "robots.txt"],
        &["crawlers", "\u{1b}[31m"],
    ] {
        let run = maycrawl_in(files, args, b"");
        for text in [&run.stdout, &run.stderr] {
            let hostile = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
            assert!(!text.contains(hostile), "{args:?}: {text:?}");
        }
    }
    let json = maycrawl_in(files, &["parse", "--format", "json", "robots.txt"], b"");
    assert!(serde_json::from_str::<serde_json::Value>(&json.stdout).is_ok());
    for args in [
        &["parse", "--format", "json", "robots.txt"][..],
        &["check", "--robots", "robots.txt", "--format", "json", "--explain", url],
        &["check", "--robots", "robots.txt", "--crawlers", "google", "--format", "json", url],
    ] {
        let json = maycrawl_in(files, args, b"").stdout;
        let steers = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!json.contains(steers), "{args:?}: {json:?}");
        for line in json.lines() {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(value["url"].is_null() || value["url"] == url, "{args:?}: {value}");
        }
    }
}

#[test]
fn colours_only_if_enabled() {
    assert!(!shop(&["check", "--robots", "robots.txt", "/"], "").stdout.contains('\u{1b}'));
    assert!(
        shop(&["--color", "always", "check", "--robots", "robots.txt", "/"], "")
            .stdout
            .contains("\u{1b}[1m\u{1b}[32mallowed")
    );
    assert!(
        !shop(&["--color", "never", "check", "--robots", "robots.txt", "/"], "")
            .stdout
            .contains('\u{1b}')
    );
}

#[test]
fn completions_and_the_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = maycrawl(&["completions", shell], b"");
        assert!(run.status == 0 && run.stdout.contains("maycrawl"), "{shell}");
    }
    assert!(maycrawl(&["man"], b"").stdout.contains(".TH maycrawl 1"));
    assert!(maycrawl(&["man", "check"], b"").stdout.contains("maycrawl-check"));
    for command in ["check", "parse", "batch", "crawlers"] {
        let run = maycrawl(&[command, "--help"], b"");
        assert!(run.status == 0 && run.stdout.contains("Usage: maycrawl"), "{command}");
    }
}

#[test]
fn an_invalid_url_does_not_stop_the_others() {
    let args = ["check", "--robots", "robots.txt", "--crawlers", "google", "--format", "json"];
    let run = shop(&[&args[..], &["nonsense", "/"]].concat(), "");
    assert_eq!((run.status, run.stderr.as_str()), (2, ""));
    let first: serde_json::Value =
        serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(first["url"], "nonsense");
    assert!(first["error"].as_str().unwrap().contains("is not a URL"), "{first}");
    assert!(run.stdout.lines().count() > 10);
}

#[test]
fn a_closed_output_is_not_an_error() {
    let status = crate::support::reader_that_leaves(&["crawlers"]);
    assert_eq!(status, 0);
}

#[test]
fn real_files_are_answered() {
    let Some(files) = maycrawl_testdata::corpus("the command over real files") else { return };
    for file in files.iter().step_by(100) {
        let run = maycrawl_in(
            &[("robots.txt", &file.bytes)],
            &[
                "check",
                "--robots",
                "robots.txt",
                "--agent",
                "Googlebot",
                "https://www.example.com/page",
            ],
            b"",
        );
        let word = run.stdout.split_whitespace().next();
        let expected = if run.status == 0 { "allowed" } else { "disallowed" };
        assert_eq!(word, Some(expected), "{}: {}", file.host, run.screen());
        assert_eq!(
            maycrawl_in(&[("robots.txt", &file.bytes)], &["parse", "robots.txt"], b"").status,
            0
        );
    }
}
