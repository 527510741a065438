//! `maycrawl check` on live sites. The sites are on loopback; the snapshots are the screens.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::support::server::{Answer, World, answer, file};
use crate::support::{Run, maycrawl_in};
use maycrawl::Origin;
use maycrawl_fetch::{AddressGuard, Clock, ClockReading, Fetcher, Store};

const SHOP: &str =
    "User-agent: *\nDisallow: /private\nAllow: /private/help\n\nUser-agent: GPTBot\nDisallow: /\n";

/// One site of each kind.
fn world() -> World {
    World::of(&[
        ("shop.test", file(SHOP)),
        ("none.test", answer("404 Not Found", "", "not here")),
        ("secret.test", answer("403 Forbidden", "", "")),
        ("busy.test", answer("503 Service Unavailable", "Retry-After: 7200\r\n", "")),
        ("often.test", answer("429 Too Many Requests", "", "")),
        ("moved.test", answer("301 Moved Permanently", "Location: /new\r\n", "")),
        ("garbage.test", Answer::Bytes(b"\x1b]0;owned\x07 \x00\r\n\r\n".to_vec())),
        (
            "evil.test",
            answer(
                "200 OK",
                "Content-Type: text/\u{9b}31m\r\nETag: \"\u{202e}\"\r\n",
                "User-agent: *\nDisallow: /\x1b]0;owned\x07\u{202e}\nX\x08Y: z\n",
            ),
        ),
        ("silent.test", Answer::Never),
    ])
}

fn check(world: &World, args: &[&str]) -> Run {
    world.run(&[&["check", "--allow-private"], args].concat(), "")
}

#[test]
fn every_verdict_names_the_state_it_rests_on() {
    let world = world();
    let rows: &[(&[&str], i32)] = &[
        (&["http://shop.test:PORT/"], 0),
        (&["http://shop.test:PORT/private/x"], 1),
        (&["http://shop.test:PORT/private/x", "--agent", "Googlebot", "--agent", "GPTBot"], 1),
        (&["http://none.test:PORT/x"], 0),
        (&["http://secret.test:PORT/x"], 0),
        (&["http://busy.test:PORT/x"], 2),
        (&["http://busy.test:PORT/x", "--unreachable=disallow"], 1),
        (&["http://busy.test:PORT/x", "--policy", "rfc9309"], 2),
        (&["http://often.test:PORT/x", "--refresh"], 0),
        (&["http://often.test:PORT/x", "--refresh", "--policy", "google-2026"], 2),
        (&["http://moved.test:PORT/x"], 0),
        (&["http://garbage.test:PORT/x"], 2),
        (&["/x", "nonsense", "ftp:x", "http://shop.test:PORT/y"], 2),
        (&["http://shop.test:25/x"], 2),
    ];
    let mut screens = String::new();
    for (args, status) in rows {
        let run = check(&world, args);
        assert_eq!(run.status, *status, "{args:?}: {}", run.screen());
        screens += &format!("$ maycrawl check {}\n{}\n\n", args.join(" "), run.screen());
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("live", screens);
    });
}

#[test]
fn a_closed_port_is_an_unreachable_site() {
    let world = world();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let run = check(&world, &[&format!("http://shop.test:{closed}/x")]);
    assert_eq!(run.status, 2);
    assert!(run.stdout.starts_with("unreachable  Googlebot"), "{}", run.stdout);
    assert!(run.stdout.contains("/robots.txt is unreachable, so"), "{}", run.stdout);
}

#[test]
fn a_site_that_never_answers_ends_in_a_timeout() {
    let run = check(&world(), &["--timeout", "0.2", "http://silent.test:PORT/x"]);
    assert_eq!(run.status, 2);
    assert!(run.stdout.contains("            no"), "{}", run.stdout);
    assert!(run.stdout.contains(" within 0.2 s; "), "{}", run.stdout);
}

#[test]
fn private_addresses_are_not_connected_to_unless_asked() {
    let world = world();
    let run = world.run(&["check", "http://shop.test:PORT/", "http://127.0.0.1:PORT/"], "");
    assert_eq!(run.status, 2);
    assert!(world.sites.asked().is_empty());
    screen!("live_guard", run);
    // The refusal is only of this run and is not stored.
    assert_eq!(check(&world, &["http://shop.test:PORT/"]).status, 0);
}

#[test]
fn the_hops_are_part_of_the_explanation() {
    let world = World::of(&[
        ("a.test", answer("302 Found", "Location: //b.test:PORT/other.txt\r\n", "")),
        ("b.test", file(SHOP)),
        ("none.test", answer("410 Gone", "", "")),
    ]);
    let args = ["--explain", "http://a.test:PORT/private/help", "http://none.test:PORT/ä"];
    screen!("live_explain", check(&world, &[&args[..], &["--agent", "Applebot"]].concat()));
}

#[test]
fn every_crawler_is_checked_on_a_live_site() {
    let world = world();
    let run = check(
        &world,
        &["--crawlers", "google", "http://shop.test:PORT/private", "http://busy.test:PORT/"],
    );
    assert_eq!(run.status, 2);
    screen!("live_crawlers", run);
    let run = check(
        &world,
        &["--crawlers", "all", "--format", "json", "http://shop.test:PORT/private/help", "/x"],
    );
    assert_eq!(run.status, 2);
    let lines: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), maycrawl::crawler::KnownCrawler::all().len() + 1);
    for line in &lines[..lines.len() - 1] {
        assert_eq!(line["site"]["basis"], "file", "{line}");
        let expected = match line["agent"].as_str().unwrap() {
            "GPTBot" => Some("GPTBot"),
            _ => (line["reason"] == "rule").then_some("*"),
        };
        assert_eq!(line["group"].as_str(), expected, "{line}");
    }
}

#[test]
fn json_has_the_state_and_the_verdict() {
    let world = world();
    let run = check(
        &world,
        &["--format", "json", "http://shop.test:PORT/private", "http://busy.test:PORT/", "/x"],
    );
    assert_eq!(run.status, 2);
    screen!("live_json", run);
}

#[test]
fn answers_keep_the_order_of_the_urls() {
    let world = World::new(&["slow.test", "quick.test"], |host| {
        if host == "slow.test" {
            thread::sleep(Duration::from_millis(400));
        }
        file(SHOP)
    });
    let stdin =
        "http://slow.test:PORT/1\n\nhttp://quick.test:PORT/private\r\n  http://slow.test:PORT/3\n";
    let run = world.run(&["check", "--allow-private"], stdin);
    assert_eq!(run.status, 1);
    let urls: Vec<_> = run.stdout.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        urls,
        [
            "allowed     Googlebot  http://slow.test:PORT/1",
            "disallowed  Googlebot  http://quick.test:PORT/private",
            "allowed     Googlebot  http://slow.test:PORT/3",
        ]
    );
    assert_eq!(world.sites.asked()["slow.test"], 1, "two questions, one fetch");
}

#[test]
fn an_invalid_line_is_an_error_and_the_others_are_answered() {
    let world = world();
    let long = format!("http://shop.test:PORT/{}", "a".repeat(70 << 10));
    let stdin = format!("{long}\nhttp://shop.test:PORT/\n");
    let run = world.run(&["check", "--allow-private"], &stdin);
    assert_eq!(run.status, 2);
    assert_eq!(run.stdout.matches("Googlebot").count(), 1, "{}", run.screen());
    assert!(run.stderr.contains("...` is longer than 64 KiB"), "{}", run.stderr);
    assert_eq!(world.run(&["check"], "").status, 2, "no question, no answer");
}

#[test]
fn a_stored_site_is_fetched_again_only_with_refresh() {
    let times = AtomicU32::new(0);
    let world = World::new(&["shop.test"], move |_| {
        file(&format!("User-agent: *\nDisallow: /{}\n", times.fetch_add(1, Ordering::Relaxed)))
    });
    let urls = ["http://shop.test:PORT/0", "http://shop.test:PORT/1"];
    let decisions = |args: &[&str]| {
        let run = check(&world, &[args, &urls].concat());
        let words = run.stdout.lines().filter(|line| !line.starts_with(' '));
        words.map(|line| line.starts_with("allowed")).collect::<Vec<_>>()
    };
    assert_eq!(decisions(&[]), [false, true]);
    assert_eq!(decisions(&[]), [false, true], "from the default store");
    assert_eq!(world.sites.asked()["shop.test"], 1);
    assert_eq!(decisions(&["--refresh"]), [true, false], "one refresh for both URLs");
    assert_eq!(world.sites.asked()["shop.test"], 2);
    assert_eq!(decisions(&["--offline"]), [true, false]);
    assert_eq!(decisions(&["--store", "memory"]), [true, true]);
    assert_eq!(decisions(&["--store", "other.sqlite"]), [true, true]);
    assert_eq!(world.sites.asked()["shop.test"], 4);
}

#[test]
fn offline_answers_only_from_the_store() {
    let world = world();
    let args = ["--offline", "http://shop.test:PORT/", "http://busy.test:PORT/"];
    screen!("live_offline", check(&world, &args));
    assert!(world.sites.asked().is_empty());
    assert_eq!(check(&world, &["http://busy.test:PORT/"]).status, 2);
    let run = check(&world, &["--offline", "http://busy.test:PORT/", "--unreachable=disallow"]);
    assert_eq!(run.status, 1, "a failure is an answer too: {}", run.screen());
    assert_eq!(world.sites.asked()["busy.test"], 1);
}

/// Asks a site into a store as if it were `hours` ago.
fn ask_earlier(world: &World, name: &str, hours: u32) {
    let then = SystemTime::now() - Duration::from_secs(3600) * hours;
    let clock = Clock::fixed(ClockReading { wall: then.into(), steady: Duration::ZERO });
    let path = world.folder.0.join("earlier.sqlite");
    let url = world.url(name, "/");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(&path).unwrap().store;
        let builder = Fetcher::builder().clock(clock).store(store);
        let fetcher = builder
            .guard(AddressGuard::public_only().allowing_private())
            .resolve(name, &["127.0.0.1".parse().unwrap()])
            .build()
            .unwrap();
        fetcher.refresh(&Origin::parse(&url).unwrap()).await;
    });
}

#[test]
fn a_lasting_failure_shows_its_start() {
    let world = world();
    ask_earlier(&world, "busy.test", 3);
    ask_earlier(&world, "busy.test", 1);
    let args = ["--store", "earlier.sqlite", "--offline", "http://busy.test:PORT/x"];
    let run = check(&world, &args);
    assert_eq!(run.status, 2);
    assert_eq!(
        run.stdout,
        "unreachable  Googlebot  http://busy.test:PORT/x\n            \
         HTTP 503 (for 3 h, Retry-After until YYYY-MM-DDTHH:MM:SSZ); http://busy.test:PORT/robots.txt is unreachable, \
         so nothing may be crawled\n"
    );
}

#[test]
fn control_characters_are_escaped() {
    let world = world();
    let urls = ["http://evil.test:PORT/x", "http://garbage.test:PORT/\u{1b}[31m\u{202e}"];
    for args in [
        &["check", "--allow-private"][..],
        &["check", "--allow-private", "--explain"],
        &["check", "--allow-private", "--crawlers", "google"],
        &["check", "--allow-private", "--format", "json"],
        &["fetch", "--allow-private"],
    ] {
        let run = world.run(&[args, &urls].concat(), "");
        assert!(!run.stdout.is_empty(), "{args:?}");
        assert_plain(args, &run);
    }
    let site = "http://evil.test:PORT";
    for args in [
        &["cache", "list"][..],
        &["cache", "show", site],
        &["cache", "show", site, "--format", "json"],
        &["cache", "history", site],
        &["cache", "history", site, "--print", "1"],
        &["cache", "show", "\u{1b}[31m.test"],
    ] {
        assert_plain(args, &world.run(args, ""));
    }
}

fn assert_plain(args: &[&str], run: &Run) {
    let hostile = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    for text in [&run.stdout, &run.stderr] {
        assert!(!text.contains(hostile), "{args:?}: {text:?}");
    }
}

#[test]
fn a_stored_answer_is_judged_by_the_policy_of_the_run() {
    let world = world();
    for (first, second, status) in
        [("google-2021", "google-2026", 2), ("google-2026", "google-2021", 0)]
    {
        let store = format!("{first}.sqlite");
        let url = "http://often.test:PORT/x";
        let asked = |policy| check(&world, &["--store", store.as_str(), "--policy", policy, url]);
        assert_ne!(asked(first).status, status);
        assert_eq!(asked(second).status, status, "{}", asked(second).screen());
    }
}

#[test]
fn errors_about_live_sites() {
    let world = world();
    fs::write(world.folder.0.join("robots.txt"), SHOP).unwrap();
    let file = ["--robots", "robots.txt", "/"];
    let live: &[&[&str]] = &[
        &["--policy", "rfc9309"],
        &["--refresh"],
        &["--offline"],
        &["--timeout", "3"],
        &["--allow-private"],
        &["--store", "memory"],
        &["--user-agent", "x"],
    ];
    for args in live {
        let run = maycrawl_in(&[], &[&["check"], *args, &file].concat(), b"");
        assert_eq!(run.status, 2, "{args:?}");
        let told = "the argument '--robots <FILE>' cannot be used with ";
        assert!(run.stderr.contains(&format!("{told}'{}", args[0])), "{args:?}: {}", run.stderr);
    }
    let rows: &[&[&str]] = &[
        &["--origin", "http://shop.test", "http://shop.test:PORT/"],
        &["--refresh", "--offline", "http://shop.test:PORT/"],
        &["--policy", "google", "http://shop.test:PORT/"],
        &["--timeout", "0", "http://shop.test:PORT/"],
        &["--timeout", "soon", "http://shop.test:PORT/"],
        &["--resolve", "shop.test", "http://shop.test:PORT/"],
        &["--store", "mysql://x", "http://shop.test:PORT/"],
        &["--store", "", "http://shop.test:PORT/"],
        &["--store", "robots.txt/store", "http://shop.test:PORT/"],
        &["--store", ".", "http://shop.test:PORT/"],
        &["--user-agent", "a\nb", "http://shop.test:PORT/"],
        &["--cacert", "missing.pem", "http://shop.test:PORT/"],
        &["--cacert", "robots.txt", "http://shop.test:PORT/"],
        &["--crawlers", "all"],
    ];
    let mut screens = String::new();
    for args in rows {
        let run = world.run(&[&["check"], *args].concat(), "");
        assert_eq!(run.status, 2, "{args:?}: {}", run.screen());
        assert!(run.stdout.is_empty(), "{args:?}: {}", run.stdout);
        let stderr = run.stderr.split("\n\nUsage").next().unwrap();
        screens += &format!("$ maycrawl check {}\n{stderr}\n", args.join(" ").replace('\n', "\\n"));
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("live_wrong_questions", screens);
    });
}

#[test]
fn an_unusable_default_store_is_a_warning() {
    let world = world();
    fs::write(world.folder.0.join("maycrawl"), "a file where the folder should be").unwrap();
    let run = check(&world, &["http://shop.test:PORT/"]);
    assert_eq!(run.status, 0);
    screen!("live_no_default_store", run);
}

#[test]
fn an_unreachable_store_is_a_warning() {
    let world = world();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let store = format!("redis://127.0.0.1:{closed}");
    let run = check(&world, &["--store", &store, "http://shop.test:PORT/"]);
    assert_eq!(run.status, 0, "{}", run.screen());
    assert!(run.stderr.starts_with("warning: the store cannot be reached: "), "{}", run.stderr);
    let run = world.run(&["cache", "list", "--store", &store], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.starts_with("error: the store cannot be reached: "), "{}", run.stderr);
}

/// Warnings and errors contain answers of a Redis server.
#[test]
fn an_error_of_a_hostile_store_is_escaped() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let store = format!("redis://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            thread::spawn(move || {
                while stream.read(&mut [0; 4096]).is_ok_and(|read| read > 0) {
                    let error = "-ERR \u{1b}]0;pwned\u{7}\u{1b}[31mred\u{9b}1m\u{202e}\r\n";
                    // One error for each command of the handshake.
                    drop(stream.write_all(error.repeat(4).as_bytes()));
                }
            });
        }
    });
    let world = world();
    for (args, begins) in [
        (&["check", "--allow-private", "http://shop.test:PORT/"][..], "warning: "),
        (&["fetch", "--allow-private", "http://shop.test:PORT/"], "warning: "),
        (&["cache", "list"], "error: "),
    ] {
        let run = world.run(&[args, &["--store", &store]].concat(), "");
        assert!(run.stderr.starts_with(begins), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains("pwned"), "{args:?}: {}", run.stderr);
        assert_plain(args, &run);
        assert!(run.stderr.ends_with('\n'), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_damaged_store_is_set_aside() {
    let world = world();
    let path = world.folder.0.join("store");
    assert_eq!(check(&world, &["--store", "store", "http://shop.test:PORT/"]).status, 0);
    let mut store = fs::read(&path).unwrap();
    store[68..72].copy_from_slice(b"mcrl"); // the application id; until the store is closed it is in the journal
    store[100..].fill(0xa5);
    for journal in ["store-wal", "store-shm"] {
        let _ = fs::remove_file(world.folder.0.join(journal)); // the process may have removed it
    }
    fs::write(&path, store).unwrap();
    let run = check(&world, &["--store", "store", "http://shop.test:PORT/"]);
    assert_eq!(run.status, 0);
    assert!(run.stderr.starts_with("warning: store was damaged; it was renamed to store.damaged-"));
    assert_eq!(
        check(&world, &["--store", "store", "--offline", "http://shop.test:PORT/"]).status,
        0
    );
}

#[test]
fn a_file_that_is_not_a_store_is_an_error_and_unchanged() {
    let world = world();
    let path = world.folder.0.join("notes.txt");
    for (text, why) in [
        ("my notes\n", "the file is not a maycrawl store and was not changed; choose another file"),
        ("SQLite format 3\0 no, it is not", "was not a maycrawl store; it was not changed"),
    ] {
        fs::write(&path, text).unwrap();
        let run = check(&world, &["--store", "notes.txt", "http://shop.test:PORT/"]);
        assert_eq!(run.status, 2, "{}", run.screen());
        assert!(run.stderr.contains(why), "{}", run.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert_eq!(fs::read_dir(&world.folder.0).unwrap().count(), 1);
}

/// A person who has just uploaded a file must not see findings about the file before it.
#[test]
fn refresh_fetches_in_each_command_that_reads_a_live_file() {
    let count = AtomicU32::new(0);
    let world = World::new(&["shop.test"], move |_| {
        file(&format!("User-agent: *\nDisallow: /{}\n", count.fetch_add(1, Ordering::Relaxed)))
    });
    fs::write(world.path("old.txt"), "User-agent: *\nDisallow: /0\n").unwrap();
    fs::write(world.path("rules.txt"), "allow * /nothing\n").unwrap();
    let url = "http://shop.test:PORT/";
    let commands: [&[&str]; 4] = [
        &["check", url],
        &["diff", "old.txt", url],
        &["verify", "rules.txt", "--robots", url],
        &["lint", url],
    ];
    let mut asked = 0;
    for command in commands {
        for (refresh, fetches) in [(&[][..], 0), (&["--refresh"][..], 1)] {
            let run = world.run(&[command, refresh, &["--allow-private"]].concat(), "");
            // The first of all fetches anyway.
            asked += if asked == 0 { 1 } else { fetches };
            assert_eq!(world.sites.asked()["shop.test"], asked, "{command:?} {}", run.screen());
        }
    }
}

/// A person would take the last copy for what the site answers now.
#[test]
fn a_last_copy_is_never_read_without_a_word() {
    let count = AtomicU32::new(0);
    let world = World::new(&["shop.test"], move |_| match count.fetch_add(1, Ordering::Relaxed) {
        0 => file("User-agent: *\nDisallow: /a\n"),
        _ => answer("403 Forbidden", "", ""),
    });
    fs::write(world.path("old.txt"), "User-agent: *\nDisallow: /a\n").unwrap();
    fs::write(world.path("rules.txt"), "disallow * /a\n").unwrap();
    let url = "http://shop.test:PORT/";
    for (refresh, is_live) in [(&[][..], true), (&["--refresh"][..], false), (&[], false)] {
        let commands: [&[&str]; 3] =
            [&["diff", "old.txt", url], &["verify", "rules.txt", "--robots", url], &["lint", url]];
        for command in commands {
            let run = world.run(&[command, refresh, &["--allow-private"]].concat(), "");
            let said = run.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_said = said.contains("this is the last copy, not what the site answers now")
                && said.contains("403");
            assert_eq!(is_said, !is_live, "{command:?} {}", run.screen());
        }
    }
}

/// A fetch that got no file says so, although the fresh file before it is in force.
#[test]
fn a_fetch_never_calls_a_last_copy_its_result() {
    let count = AtomicU32::new(0);
    let world = World::new(&["shop.test"], move |_| match count.fetch_add(1, Ordering::Relaxed) {
        0 => file("User-agent: *\nDisallow: /a\n"),
        _ => answer("403 Forbidden", "", ""),
    });
    let url = "http://shop.test:PORT/";
    for expected in ["file", "failed"] {
        let run = world.run(&["fetch", url, "--allow-private", "--refresh"], "");
        let told: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(told["result"], expected, "{}", run.screen());
        assert_eq!(told.get("bytes").is_some(), expected == "file", "{}", run.screen());
        // The file is in force: the site is not taken for unreachable.
        assert_eq!(told.get("outcome"), None, "{}", run.screen());
        assert_eq!(run.status, i32::from(expected != "file"), "{}", run.screen());
    }
}

/// Counts of a part would look like those of the whole.
#[test]
fn diff_says_that_a_sitemap_was_not_read_whole() {
    let world = World::new(&["shop.test"], |_| file("User-agent: *\n"));
    fs::write(world.path("old.txt"), "User-agent: *\nDisallow: /a\n").unwrap();
    fs::write(world.path("new.txt"), "User-agent: *\nDisallow: /b\n").unwrap();
    let cut = "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
               <url><loc>http://shop.test/a</loc></url><url><loc>http://sh";
    fs::write(world.path("cut.xml"), cut).unwrap();
    let run = world.run(&["diff", "old.txt", "new.txt", "--urls", "cut.xml"], "");
    assert!(run.stderr.contains("not all URLs may be counted: "), "{}", run.screen());
}
