//! `maycrawl fetch --compare`: a site that looks at the User-Agent.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use serde_json::Value;

use crate::support::server::{World, answer, file};

const FILE: &str = "User-agent: *\nDisallow: /private\n";

/// A site whose firewall blocks Googlebot, and that has another file for GPTBot.
fn world() -> World {
    World::of_user_agents("shop.test", |user_agent| match user_agent {
        it if it.contains("Googlebot") => {
            answer("403 Forbidden", "Server: cloudflare\r\ncf-ray: 8f2\r\n", "<html>blocked</html>")
        }
        it if it.contains("GPTBot") => file("User-agent: *\nDisallow: /\n"),
        _ => file(FILE),
    })
}

#[test]
fn a_block_is_explained_in_one_sentence() {
    let world = world();
    let run =
        world.run(&["fetch", "--allow-private", "--compare", "all", "http://shop.test:PORT"], "");
    assert_eq!(run.status, 1, "{}", run.screen());
    let text = run.stdout.replace('\n', " ");
    let sentence = "The site answers 403 to the User-Agent of Googlebot but gives a file to the User-Agents of maycrawl, a \
                    browser, bingbot and GPTBot: a firewall or a rule for user agents is likely; allow Googlebot there.";
    assert!(text.contains(sentence), "{}", run.stdout);
    assert!(text.contains("maycrawl cannot ask from Google's addresses"), "{}", run.stdout);
    for line in run.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let row = run.stdout.lines().find(|line| line.starts_with("Googlebot ")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1..3], ["403", "20"], "{row}");
    assert!(row.ends_with("no file, all allowed; or a block"), "{row}");
    for note in [
        "Googlebot: server: cloudflare (Cloudflare)",
        "GPTBot: line 2 is `Disallow: /`, and for the first one `Disallow: /private`",
    ] {
        assert!(run.stdout.lines().any(|line| line == note), "{note}: {}", run.stdout);
    }
    assert_eq!(world.sites.asked()["shop.test"], 5);
    // Nothing is known of the site afterwards.
    let offline = world.run(&["check", "--offline", "http://shop.test:PORT/private"], "");
    assert!(offline.stderr.contains("is not stored"), "{}", offline.screen());
}

#[test]
fn a_header_is_asked_as_it_is_written() {
    let world = world();
    let args = [
        "fetch",
        "--allow-private",
        "--format",
        "json",
        "--compare",
        "googlebot",
        "--compare",
        "curl/8.5.0",
    ];
    let run = world.run(&[&args[..], &["http://shop.test:PORT/page"]].concat(), "");
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let sent: Vec<_> = report["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(sent, ["maycrawl", "Googlebot", "curl"]);
    assert_eq!(report["answers"][1]["basis"], "no-file");
    assert_eq!(report["finding"]["concerned"], serde_json::json!(["Googlebot"]));

    // The same answers for all: status 0.
    let run = world
        .run(&["fetch", "--allow-private", "--compare", "bingbot", "http://shop.test:PORT"], "");
    assert_eq!(run.status, 0, "{}", run.screen());
    // A name that nobody has, and options that say something else.
    for wrong in [
        &["--compare", "gogglebot"][..],
        &["--compare", "all", "--output", "x"],
        &["--format", "text"],
    ] {
        let run = world.run(&[&["fetch", "http://shop.test:PORT"], wrong].concat(), "");
        assert_eq!(run.status, 2, "{}", run.screen());
    }
    assert_eq!(world.sites.asked()["shop.test"], 5);
}
