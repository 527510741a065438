//! `maycrawl cache`: the content of the store.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::server::{World, answer, file};

const SITES: [&str; 3] =
    ["http://shop.test:PORT/", "http://none.test:PORT/", "http://busy.test:PORT/"];

/// A shop with no file first, then two versions; a site without a file; a failing site. All are stored.
fn world() -> World {
    let times = AtomicU32::new(0);
    let world = World::new(&["shop.test", "none.test", "busy.test"], move |host| match host {
        "busy.test" => answer("503 Busy", "Retry-After: 3600\r\n", ""),
        "none.test" => answer("404 Not Found", "", ""),
        _ => match times.fetch_add(1, Ordering::Relaxed) {
            0 => answer("404 Not Found", "", ""),
            1 => file("User-agent: *\nDisallow: /old\n"),
            _ => answer(
                "200 OK",
                "Content-Type: text/plain\r\nETag: \"2\"\r\nLast-Modified: Sat, 21 Nov 2026 08:00:00 GMT\r\n",
                "User-agent: *\r\nDisallow: /new\r\n",
            ),
        },
    });
    for _ in 0..3 {
        let run = world.run(&["fetch", "--allow-private", "--refresh", SITES[0]], "");
        assert_eq!(run.status, 0, "{}", run.screen());
    }
    let run = world.run(&["fetch", "--allow-private", SITES[1], SITES[2]], "");
    assert_eq!(run.status, 1, "{}", run.screen());
    world
}

#[test]
fn the_screens() {
    let world = world();
    let rows: &[(&[&str], i32)] = &[
        (&["list"], 0),
        (&["list", "--format", "json"], 0),
        (&["show", "http://shop.test:PORT/some/page"], 0),
        (&["show", "--format", "json", SITES[0]], 0),
        (&["show", SITES[1]], 0),
        (&["show", SITES[2]], 0),
        (&["show", SITES[2], "--policy", "google-2026"], 0),
        (&["history", SITES[0]], 0),
        (&["history", SITES[0], "--format", "json"], 0),
        (&["history", SITES[0], "--print", "2"], 0),
        (&["history", SITES[0], "--print", "3"], 2),
        (&["history", SITES[0], "--print", "4"], 2),
        (&["history", SITES[0], "--print", "0"], 2),
        (&["history", SITES[2]], 0),
        (&["history", SITES[2], "--print", "1"], 2),
        (&["show", "unknown.test"], 2),
        (&["history", "unknown.test"], 2),
        (&["show", "mailto:me"], 2),
        (&["clear", SITES[1], "unknown.test"], 0),
        (&["list"], 0),
        (&["clear", "--all"], 0),
        (&["list"], 0),
        (&["list", "--format", "json"], 0),
        (&["clear", "--all"], 0),
        (&["list", "--store", "nowhere.sqlite"], 2),
        (&["list", "--store", "memory"], 2),
    ];
    let mut screens = String::new();
    for (args, status) in rows {
        let run = world.run(&[&["cache"], *args].concat(), "");
        assert_eq!(run.status, *status, "{args:?}: {}", run.screen());
        screens += &format!("$ maycrawl cache {}\n{}\n\n", args.join(" "), run.screen());
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("cache", screens);
    });
}

#[test]
fn the_store_may_be_named_before_and_after() {
    let world = world();
    let store = world.path("maycrawl/robots.sqlite");
    let expected = world.run(&["cache", "list"], "").stdout;
    assert_eq!(expected.lines().count(), 3);
    for args in [["cache", "--store", &store, "list"], ["cache", "list", "--store", &store]] {
        assert_eq!(world.run(&args, "").stdout, expected);
    }
}

#[test]
fn a_missing_store_is_empty_and_not_created() {
    let world = World::of(&[]);
    let run = world.run(&["cache", "list"], "");
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert_eq!(run.stderr, "note: the store is empty\n");
    assert!(!world.folder.0.join("maycrawl").exists());
}
