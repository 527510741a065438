//! What answers contain in addition to the verdict: the group, the line as the file spells it, warnings, totals.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use crate::support::server::{Sites, file};
use crate::support::{Run, maycrawl, maycrawl_in};
use serde_json::Value;

const SHOP: &[u8] = b"User-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nUser-agent: googlebot/2.1\n  DISALLOW:/cart # no\n";

fn asked(file: &[u8], args: &[&str]) -> Run {
    maycrawl_in(&[("f.txt", file)], &[args, &["--robots", "f.txt"]].concat(), b"")
}

#[test]
fn check_names_the_group_and_the_line_as_the_file_spells_it() {
    let text = asked(SHOP, &["check", "/cart"]);
    assert!(
        text.stdout.contains("line 6: DISALLOW:/cart (group of googlebot/2.1, line 5)"),
        "{}",
        text.stdout
    );
    let json = asked(SHOP, &["check", "--format", "json", "/cart", "/shop"]);
    let mut lines = json.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let cart = lines.next().unwrap();
    assert_eq!(cart["text"], "DISALLOW:/cart");
    assert_eq!(cart["group"], "googlebot/2.1");
    assert_eq!(cart["group_line"], 5);
    let shop = lines.next().unwrap();
    assert_eq!((&shop["text"], &shop["group_line"]), (&Value::Null, &Value::from(5)));
}

#[test]
fn an_explanation_names_consequences_and_undefined_behaviour() {
    let file = b"User-agent: *\nAllow: /page\nDisallow: /*.htm\n";
    let run = asked(file, &["check", "--explain", "/page.htm"]);
    assert!(
        run.stdout.contains("Its URL may still be listed, without a description."),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains(
        "Google's documents of 2019 to 2021 left undefined whether line 2 or line 3 wins"
    ));
    let json = asked(file, &["check", "--explain", "--format", "json", "/page.htm"]);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["explanation"]["undefined"]["other"]["line"], 2);
    assert!(json["explanation"]["consequence"].as_str().unwrap().contains("noindex"));
}

#[test]
fn the_profile_of_2019_assumes_the_slash() {
    let file = b"User-agent: *\nDisallow: fish/\n";
    for (profile, status) in [("google", 0), ("google-2019", 1), ("rfc9309", 0)] {
        let run = asked(file, &["check", "--profile", profile, "/fish/"]);
        assert_eq!(run.status, status, "{profile}: {}", run.stdout);
    }
}

#[test]
fn parse_shows_the_spelling_of_a_key() {
    let file = b"Useragent: *\nDissallow: /private\nAllow: /a\nSite-map: https://h/s.xml\n";
    let run = maycrawl_in(&[("f.txt", file)], &["parse", "f.txt"], b"");
    for line in [
        "user-agent: *  (written `Useragent`)\n",
        "disallow: /private  (written `Dissallow`)\n",
        "allow: /a\n",
        "https://h/s.xml  (written `Site-map`)\n",
    ] {
        assert!(run.stdout.contains(line), "{line}\n{}", run.stdout);
    }
}

#[test]
fn lint_counts_all_findings_and_those_shown() {
    let mut file = b"User-agent: *\n".to_vec();
    for n in 0..2000 {
        file.extend(format!("Dissallow: /{n}/*\n").bytes());
    }
    let run = maycrawl_in(&[("f.txt", &file)], &["lint", "f.txt"], b"");
    assert!(run.stdout.contains("f.txt: misspelt-field: the first 100 of 2000 are shown"));
    let summary = run.stdout.lines().last().unwrap();
    assert_eq!(
        summary,
        "1 file: 0 errors, 2000 warnings, 2 notes; 2001 fixable with --fix=all (verdicts may change)"
    );
    assert_eq!(run.stdout.matches("warning[R101]").count(), 100);
    // One habit is told once, with its lines.
    assert_eq!(run.stdout.matches("note[R303]").count(), 1);
    assert!(run.stdout.contains("; 1999 more lines are like it (--fix=all)\n"));
    assert!(run.stdout.contains(" = also lines: 3, 4, 5, 6, 7, 8, 9, 10, ...\n"));
}

#[test]
fn lint_of_a_missing_file_prints_only_the_error() {
    let run = maycrawl_in(&[], &["lint", "nope.txt"], b"");
    assert_eq!((run.status, &*run.stdout), (2, ""));
    assert!(run.stderr.contains("cannot read nope.txt: there is no such file"), "{}", run.stderr);
}

#[test]
fn check_as_another_program_names_its_line() {
    let file = b"User-agent: *\nAllow: /shop\nDisallow: /shop/cart\n";
    let run = asked(file, &["check", "--as", "protego", "/shop/cart"]);
    assert_eq!(
        run.stdout,
        "disallowed  Googlebot  /shop/cart\n            protego: line 3: Disallow: /shop/cart\n"
    );
    assert_eq!(run.status, 1);
    let run = asked(file, &["check", "--as", "cpython", "/shop/cart"]);
    assert_eq!((run.status, run.stdout.contains("cpython: line 2: Allow: /shop")), (0, true));
}

#[test]
fn programs_with_the_same_answer_share_a_line() {
    let file = b"User-agent: *\nAllow: /shop\nDisallow: /shop/cart\n";
    let text = asked(file, &["check", "--as", "all", "/shop/cart"]).stdout;
    assert!(text.contains("google, google-2019, rfc9309, protego, robots-parser, robotspy, robots-txt-guard, texting_robots, fastrobots, robotstxt, www-robotrules: line 3"), "{text}");
    assert!(text.contains("cpython, cpython-3.11, robotexclusionrulesparser: line 2"), "{text}");
    let json = asked(file, &["check", "--as", "google,cpython", "--format", "json", "/shop/cart"]);
    assert_eq!(json.status, 1);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    let expected = serde_json::json!({
        "url": "/shop/cart",
        "crawler": "Googlebot",
        "answers": [
            {"readers": ["google"], "decision": "disallowed", "line": 3, "text": "Disallow: /shop/cart"},
            {"readers": ["cpython"], "decision": "allowed", "line": 2, "text": "Allow: /shop"},
        ],
    });
    assert_eq!(json, expected);
}

#[test]
fn an_unknown_program_is_refused_with_a_similar_name() {
    let run = asked(SHOP, &["check", "--as", "protegoo", "/"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("a similar value exists: 'protego'"), "{}", run.stderr);
    // A live site is not asked: another program would fetch it in its own way.
    let run = maycrawl_in(&[], &["check", "--as", "protego", "https://shop.example/"], b"");
    assert!(run.status == 2 && run.stderr.contains("--robots FILE"), "{}", run.stderr);
}

/// "How long must my crawler wait?", of a file and of a live site: the delay of its own group, and who reads it.
#[test]
fn the_delay_of_the_own_group_is_told() {
    let robots = "User-agent: *\nCrawl-delay: 10\n\nUser-agent: usasearch\nCrawl-delay: 2\nRequest-rate: 1/5s\n";
    let sites = Sites::new(move |_| file(robots));
    let url = format!("http://127.0.0.1:{}/a", sites.port);
    let agents = "usasearch,bingbot,Googlebot,GPTBot";
    let told = [
        "usasearch is asked to wait 2 s between requests (line 5).",
        "usasearch is asked for at most 1 request in 5 s (line 6).",
        "bingbot is asked to wait 10 s between requests (line 2), and its operator says that it reads such a line.",
        "Line 2 asks for 10 s between requests; Googlebot does not read such a line.",
        "GPTBot is asked to wait 10 s between requests (line 2). Whether it reads such a line is not known.",
    ];
    let of_file = |more: &[&str]| {
        let args = [&["check", "-r", "robots.txt", "-a", agents, "/a"], more].concat();
        maycrawl_in(&[("robots.txt", robots.as_bytes())], &args, b"").stdout
    };
    let of_site = |more: &[&str]| {
        let args = [&["check", "--allow-private", "--store", "memory", "-a", agents, &url], more];
        maycrawl(&args.concat(), b"").stdout
    };
    for text in [of_file(&[]), of_site(&[]), of_file(&["--explain"])] {
        for sentence in told {
            assert!(text.contains(sentence), "{sentence}\n{text}");
        }
    }
    for json in [of_file(&["--format", "json"]), of_site(&["--format", "json"])] {
        let paces: Vec<serde_json::Value> = json
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["pace"].take())
            .collect();
        let delay = serde_json::json!({ "seconds": 2.0, "line": 5 });
        let rate = serde_json::json!({ "requests": 1, "seconds": 5, "hours": null, "line": 6 });
        let own = serde_json::json!({ "delay": delay, "rate": rate, "reads_delay": "not said" });
        assert_eq!(paces[0], own);
        let reads: Vec<_> = paces.iter().map(|pace| &pace["reads_delay"]).collect();
        assert_eq!(reads, ["not said", "yes", "no", "not said"]);
    }
    // Below each URL of a list it would be all that is seen.
    assert!(!of_file(&["/b"]).contains("asked to wait"));
}

/// An operator may document the numbers that it reads: another one is not told as if it were read.
#[test]
fn a_delay_beyond_what_the_crawler_reads_is_told_as_such() {
    for (agent, written, told) in [
        (
            "bingbot",
            "Crawl-delay: 60",
            "wait 60 s between requests (line 2). Its operator says that it reads numbers from 1 to 30.",
        ),
        ("bingbot", "Crawl-delay: 0.5", "reads numbers from 1 to 30."),
        ("bingbot", "Crawl-delay: 30", "its operator says that it reads such a line."),
        ("SemrushBot", "Crawl-delay: 10.5", "reads numbers up to 10."),
        ("MJ12bot", "Crawl-delay: 1.5", "reads whole numbers."),
        ("MJ12bot", "Crawl-delay: 0.0004", "wait < 0.001 s"),
        ("AhrefsBot", "Crawl-delay: 1e44", "wait > 1000000000 s"),
        ("AhrefsBot", "Crawl-delay: 1e9", "wait 1000000000 s"),
        (
            "SeznamBot",
            "Request-rate: 1/60",
            "at most 1 request in 60 s (line 2), and its operator says that it reads such a line.",
        ),
        (
            "Googlebot",
            "Request-rate: 2/1m",
            "at most 2 requests in 60 s; Googlebot does not read such a line.",
        ),
    ] {
        let robots = format!("User-agent: *\n{written}\n");
        let files = [("robots.txt", robots.as_bytes())];
        let run = maycrawl_in(&files, &["check", "-r", "robots.txt", "-a", agent, "/"], b"");
        assert!(run.stdout.contains(told), "{told}\n{}", run.stdout);
    }
}

/// Tables for spreadsheets: each row has all cells, and no cell of a stranger is a formula.
#[test]
fn answers_are_tables_for_spreadsheets() {
    let robots = b"User-agent: *\nDisallow: /a,b\nUser-agent: =cmd\nDisallow: /x\n";
    let of = |args: &[&str]| {
        let files: [(&str, &[u8]); 2] =
            [("robots.txt", robots), ("new.txt", b"User-agent: *\nDisallow: /\n")];
        maycrawl_in(&files, &[args, &["--format", "csv"]].concat(), b"")
    };
    let run = of(&["check", "-r", "robots.txt", "-a", "Googlebot,GPTBot", "/a,b/c", "=1+1"]);
    assert_eq!(run.status, 2, "a text that is no URL is no answer");
    let rows: Vec<&str> = run.stdout.split_terminator("\r\n").collect();
    assert_eq!(rows[0], "url,crawler,outcome,line,rule,group,reason");
    assert_eq!(
        rows[1],
        "\"/a,b/c\",Googlebot,disallowed,2,\"Disallow: /a,b\",*,\"line 2: disallow: /a,b\""
    );
    assert!(rows[2].contains(",GPTBot,disallowed,"), "{}", run.stdout);
    assert!(rows[3].starts_with("'=1+1,,error,,,,"), "{}", run.stdout);
    assert_eq!(rows.len(), 4);
    let all = of(&["check", "-r", "robots.txt", "--crawlers", "all", "/"]).stdout;
    assert!(all.lines().count() > 200 && all.contains("\n/,bingbot,allowed,"));
    let findings = of(&["lint", "robots.txt"]).stdout;
    assert!(findings.starts_with("file,line,column,severity,code,lint,message,help\r\n"));
    assert!(findings.contains("\nrobots.txt,3,13,"), "{findings}");
    let changes = of(&["diff", "robots.txt", "new.txt"]).stdout;
    assert!(
        changes.starts_with("crawler,becomes,example,urls,line,rule,line_before,rule_before\r\n")
    );
    assert!(changes.contains("\r\nGooglebot,disallowed,/"), "{changes}");
    assert!(
        of(&["check", "-r", "robots.txt", "--use", "train", "/"]).stderr.contains("write json")
    );
}

/// Who asks about one page often asks why a rule does not close it.
#[test]
fn a_rule_that_is_written_in_another_way_is_told_for_one_page() {
    let file = b"User-agent: *\nDisallow: /Shop/\n";
    let told = "Line 2, `Disallow: /Shop/`, would decide if upper and lower case did not count.";
    let check =
        |args: &[&str]| maycrawl(&[&["check", "--robots", "-"], args].concat(), file).stdout;
    assert!(check(&["/shop/"]).contains(told), "{}", check(&["/shop/"]));
    assert!(check(&["/shop/", "--explain"]).contains("line 2, Disallow: /Shop/, would decide if"));
    assert!(!check(&["/shop/", "/"]).contains("would decide"));
    assert!(!check(&["/Shop/"]).contains("would decide"));
    let json = check(&["/shop/", "--explain", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let near = &json["explanation"]["near"];
    assert_eq!((&near["line"], &near["differs"]), (&2.into(), &"case".into()), "{json}");
}
