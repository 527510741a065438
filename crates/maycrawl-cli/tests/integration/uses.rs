//! `maycrawl check --use`: what a file says that its URLs may be used for.

use serde_json::Value;

use crate::support::server::{World, answer, file};
use crate::support::{Run, maycrawl_in};

const NEWS: &str = "\
User-agent: *
Content-Signal: search=yes, ai-train=no, use=reference
Content-Usage: train-ai=n
Content-Usage: /open/ train-ai=y, bots=n
License: https://news.example/license.xml
Disallow: /account/

User-agent: GPTBot
Disallow: /account/

User-agent: ExampleBot
Content-Usage: train-ai=y, search=y

User-agent: Google-Extended
Disallow: /paid/
";

fn asked(args: &[&str], stdin: &str) -> Run {
    let args = [&["check", "--robots", "news.txt"], args].concat();
    maycrawl_in(&[("news.txt", NEWS.as_bytes())], &args, stdin.as_bytes())
}

#[test]
fn each_answer_names_its_lines_and_documents() {
    let agents = ["--agent", "CCBot,GPTBot,ExampleBot,Google-Extended"];
    let ask = |uses: &[&str], path| asked(&[uses, &agents, &[path]].concat(), "");
    screen!("use_train", ask(&["--use", "train"], "/news/"));
    screen!("use_open", ask(&["--use", "train", "--use", "search"], "/open/a"));
    screen!("use_not_applicable", ask(&["--use", "ai-use"], "/account/a"));
    screen!("use_all_crawlers", asked(&["--use", "train", "/news/"], ""));
}

/// Only a grant for a URL that may be fetched is 0, and *not said* is neither yes nor no.
#[test]
fn the_exit_status_never_makes_an_answer_of_not_said() {
    for (args, status) in [
        (&["--use", "train", "-a", "ExampleBot", "/a"][..], 0),
        (&["--use", "train", "-a", "CCBot", "/a"], 1),
        (&["--use", "train", "-a", "CCBot", "/open/a"], 1),
        (&["--use", "input", "-a", "CCBot", "/a"], 1),
        (&["--use", "train", "-a", "GPTBot", "/a"], 3),
        (&["--use", "train", "-a", "GPTBot", "/account/"], 1),
        (&["--use", "train", "-a", "GPTBot,ExampleBot", "/a"], 3),
        (&["--use", "train", "-a", "GPTBot,CCBot", "/a"], 1),
        (&["--use", "train", "-a", "GPTBot", "/a", "a b"], 2),
        (&["--use", "search", "--signals", "content-signal", "-a", "CCBot", "/a"], 0),
        (&["--use", "search", "--signals", "content-signal", "-a", "CCBot", "/account/"], 1),
        (&["--use", "tdm", "-a", "CCBot", "/a"], 3),
        (
            &[
                "--use",
                "train",
                "-a",
                "CCBot",
                "--origin",
                "https://a.example",
                "https://b.example/",
            ],
            2,
        ),
        (&["--use", "genai", "/a"], 2),
        (&["--use", "ai-all", "/a"], 2),
        (&["--signals", "noai", "/a"], 2),
        (&["--use", "train", "--explain", "/a"], 2),
    ] {
        let run = asked(args, "");
        assert_eq!(run.status, status, "{args:?}: {}", run.screen());
    }
    // A line that is not read as a whole makes no grant sure.
    let long = format!(
        "User-agent: *\nContent-Signal: ai-train=yes\nContent-Signal: a={}\n",
        "b".repeat(20_000)
    );
    let args = ["check", "-r", "f.txt", "--use", "train", "-a", "CCBot", "/"];
    assert_eq!(maycrawl_in(&[("f.txt", long.as_bytes())], &args, b"").status, 2);
}

#[test]
fn a_list_of_urls_is_answered_line_by_line() {
    let run =
        asked(&["--use", "train-ai", "-a", "CCBot", "--format", "json"], "# a list\n/a\n/open/b\n");
    let rows: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said: Vec<_> =
        rows.iter().map(|row| (&row["url"], &row["outcome"], &row["strictest"])).collect();
    let text = |text: &str| Value::from(text);
    let (a, b, refused, conflict) =
        (text("/a"), text("/open/b"), text("refused"), text("conflict"));
    assert_eq!(said, [(&a, &refused, &refused), (&b, &conflict, &refused)]);
    screen_text!("use_json", serde_json::to_string_pretty(&rows[1]).unwrap());
}

/// The beginning of a URL is another URL, and a file is for the URLs of one origin: as `check` without `--use`.
#[test]
fn a_url_that_is_too_long_has_no_answer_and_a_second_origin_is_noted() {
    let long = format!("/{}\n", "a".repeat(70_000));
    let run = asked(&["--use", "train", "--agent", "CCBot"], &long);
    assert_eq!(run.status, 2, "{}", run.stdout);
    assert!(!run.stdout.contains("line 2"), "{}", run.stdout);
    let urls = "https://a.example/\nhttps://b.example/\n";
    for how in [&["--use", "train", "--agent", "GPTBot"][..], &["--agent", "GPTBot"]] {
        let run = asked(how, urls);
        assert!(run.stderr.contains("the URLs are of https://a.example and"), "{}", run.stderr);
    }
}

#[test]
fn the_answer_is_about_the_requested_url() {
    let run = asked(&["--use", "train", "-a", "GPTBot", "/a/../account/x"], "");
    assert!(run.stdout.contains("requested as /account/x"), "{}", run.screen());
    let text = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let closed = "GPTBot may not fetch it (line 9), so there is nothing to train on.";
    assert!(text.contains(closed), "{}", run.screen());
}

#[test]
fn live_sites() {
    let world = World::of(&[
        ("news.test", file(NEWS)),
        ("none.test", answer("404 Not Found", "", "")),
        ("busy.test", answer("503 Service Unavailable", "", "")),
    ]);
    let check = |host: &str, more: &[&str]| {
        let url = format!("http://{host}.test:PORT/news/");
        let args = ["check", "--allow-private", "--use", "train", "-a", "CCBot", &url];
        world.run(&[&args[..], more].concat(), "")
    };
    let news = check("news", &[]);
    assert_eq!(
        (news.status, news.stdout.contains("line 3, content-usage: train-ai=n")),
        (1, true),
        "{}",
        news.screen()
    );
    assert_eq!(check("none", &[]).status, 3);
    // What could not be read is not *not said*.
    let busy = check("busy", &[]);
    assert_eq!((busy.status, busy.stdout.contains("not said")), (2, false), "{}", busy.screen());
    assert_eq!(check("busy", &["--unreachable", "disallow"]).status, 1);
}

#[test]
fn an_inspection_joins_file_fields_and_page() {
    let page = b"<head><meta name=robots content='noai, max-snippet:20'>\n<meta name=tdm-reservation content=1>\n\
        <link rel=license type=application/rsl+xml href=/l.xml></head><p>a</p>";
    let robots = b"User-agent: *\nContent-Signal: ai-train=yes\n";
    let args = [
        "inspect",
        "--html",
        "p.html",
        "--robots",
        "r.txt",
        "-a",
        "Googlebot,GPTBot",
        "https://h.example/a",
    ];
    let args = [&args[..], &["--header", "Content-Usage: search=y"]].concat();
    let run = maycrawl_in(&[("p.html", page), ("r.txt", robots)], &args, b"");
    screen!("use_inspect", run);
    let run = maycrawl_in(
        &[("p.html", page), ("r.txt", robots)],
        &[&args[..], &["--format", "json"]].concat(),
        b"",
    );
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let said: Vec<_> =
        json["uses"].as_array().unwrap().iter().filter(|it| it["use"] == "train").collect();
    assert_eq!(
        (said.len(), &said[1]["agent"], &said[1]["outcome"]),
        (2, &"GPTBot".into(), &"conflict".into())
    );
    // A page that says nothing about uses has no such section.
    let silent = maycrawl_in(
        &[("p.html", b"<p>a</p>")],
        &["inspect", "--html", "p.html", "--format", "json"],
        b"",
    );
    assert!(!silent.stdout.contains("uses"), "{}", silent.stdout);
}

/// A site that grants training in its robots.txt and refuses it elsewhere; `failing.test` has nothing readable.
fn pages() -> World {
    let names = ["news.test", "failing.test", "closed.test"];
    World::of_pages(&names, |host, path| match (host, path) {
        ("closed.test", "/robots.txt") => {
            file("User-agent: *\nContent-Signal: ai-train=yes\nDisallow: /.well-known/\n")
        }
        (_, "/robots.txt") => file(
            "User-agent: *\nContent-Signal: ai-train=yes\nLicense: http://news.test:PORT/license.xml\n",
        ),
        ("news.test", "/license.xml") => file(
            "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license>\
             <permits type=\"usage\">all</permits></license></content></rsl>",
        ),
        ("news.test", "/.well-known/tdmrep.json") => {
            file("[{\"location\": \"/\", \"tdm-reservation\": 1}]")
        }
        ("news.test", "/a") => {
            answer("200 OK", "Content-Type: text/html\r\n", "<meta name=robots content=noai>")
        }
        ("news.test", "/b") => answer("200 OK", "Content-Type: text/html\r\n", "<p>"),
        ("failing.test", _) => answer("500 Internal Server Error", "", ""),
        _ => answer("404 Not Found", "", ""),
    })
}

#[test]
fn other_places_are_read_on_request() {
    let world = pages();
    let ask = |host: &str, path: &str, more: &[&str]| {
        let url = format!("http://{host}.test:PORT{path}");
        let args = ["check", "--allow-private", "-a", "CCBot", &url];
        world.run(&[&args[..], more].concat(), "")
    };
    screen!("use_read_all", ask("news", "/a", &["--use", "train,tdm", "--read", "all"]));
    screen!(
        "use_read_failing",
        ask("failing", "/a", &["--use", "train,tdm", "--read", "page,tdmrep.json"])
    );
    for (what, host, path, args, status) in [
        ("everything grants", "news", "/b", &["--use", "train", "--read", "all"][..], 0),
        ("the licence is not asked for", "news", "/b", &["--use", "train", "--read", "page"], 1),
        ("the page refuses", "news", "/a", &["--use", "train", "--read", "all"], 1),
        ("the file of mining refuses", "news", "/b", &["--use", "tdm", "--read", "tdmrep.json"], 1),
        ("it is not asked for", "news", "/b", &["--use", "tdm"], 3),
        ("it is missing", "closed", "/b", &["--use", "tdm", "--read", "page"], 3),
        ("it is closed", "closed", "/b", &["--use", "tdm", "--read", "tdmrep.json"], 2),
        ("the site fails", "failing", "/b", &["--use", "train", "--read", "page"], 2),
        ("without a use", "news", "/b", &["--read", "page"], 2),
        ("another place", "news", "/b", &["--use", "tdm", "--read", "ai.txt"], 2),
        ("beside a file", "news", "/b", &["--use", "tdm", "--read", "page", "-r", "r.txt"], 2),
    ] {
        let run = ask(host, path, args);
        assert_eq!(run.status, status, "{what}: {}", run.screen());
    }
    // Each answer in JSON has every place, and the site was asked for its files once.
    let before = world.sites.asked()["news.test"];
    let urls = "http://news.test:PORT/a\nhttp://news.test:PORT/b\n";
    let args = [
        "check",
        "--allow-private",
        "--use",
        "train",
        "-a",
        "CCBot",
        "--read",
        "all",
        "--format",
        "json",
    ];
    let run = world.run(&args, urls);
    let states: Vec<Vec<Value>> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|row| row["places"].as_array().unwrap().iter().map(|it| it["state"].clone()).collect())
        .collect();
    assert_eq!(states, vec![vec![Value::from("read"); 5]; 2], "{}", run.screen());
    assert_eq!(
        world.sites.asked()["news.test"] - before,
        4,
        "two pages, tdmrep.json and a licence"
    );
}

#[test]
fn an_inspection_reads_other_places_on_request() {
    let world = pages();
    let inspect = |url: &str, more: &[&str]| {
        let args = ["inspect", "--allow-private", "-a", "GPTBot", url];
        world.run(&[&args[..], more].concat(), "")
    };
    screen!("use_inspect_read", inspect("http://news.test:PORT/b", &["--read", "all"]));
    // Without the option nothing more is requested.
    let before = world.sites.asked()["news.test"];
    inspect("http://news.test:PORT/b", &[]);
    assert_eq!(world.sites.asked()["news.test"] - before, 1);
    let failing =
        inspect("http://closed.test:PORT/b", &["--read", "tdmrep.json", "--format", "json"]);
    let json: Value = serde_json::from_str(&failing.stdout).unwrap();
    let file = json["places"].as_array().unwrap().iter().find(|it| it["place"] == "tdmrep.json");
    let reason = file.unwrap()["message"].as_str().unwrap().to_owned();
    assert!(reason.contains("closes it to maycrawl (line 3)"), "{reason}");
    let local =
        maycrawl_in(&[("p.html", b"<p>")], &["inspect", "--html", "p.html", "--read", "all"], b"");
    assert_eq!(local.status, 2, "{}", local.screen());
}
