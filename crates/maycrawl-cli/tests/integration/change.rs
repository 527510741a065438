//! `maycrawl diff`, `verify` and `minimise` as people use them. The snapshots are the screens.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use maycrawl_testdata::root;
use serde_json::Value;

use crate::support::server::{World, answer, file};
use crate::support::{Folder, Run, git, maycrawl, maycrawl_in, path_with_maycrawl};

const OLD: &str = "\
User-agent: *
Disallow: /shop/*?sort=
Disallow: /?a|b`c

User-agent: GPTBot
Disallow: /

Sitemap: https://shop.example/old.xml
";

const NEW: &str = "\
User-agent: *
Disallow: /shop/
Allow: /shop/help
Disallow: /checkout/

User-agent: GPTBot
Disallow: /
Allow: /$
";

const URLS: &str = "/shop/x\nhttps://shop.example/shop/help\n/checkout/\n/b\n\nnot a url\n";

const SITEMAP: &str = "<?xml version=\"1.0\"?><urlset><url><loc>https://shop.example/checkout/</loc></url>\
                       <url><loc>https://shop.example/b</loc></url></urlset>";

const EXPECTATIONS: &str = "\
# What the shop promises
allow     Googlebot           /products/ except /products/private/
disallow  *                   /checkout/
allow     any-search          /*.css$
same      Googlebot bingbot   /
disallow  GPTBot              /
allow     FooBot              /a$ except /a
";

const SHOP: &str = "\
User-agent: *
Disallow: /checkout
Allow: /checkout/help
Disallow: /products/private

User-agent: bingbot
Disallow: /checkout/

User-agent: GPTBot
Disallow: /
";

fn shop(args: &[&str]) -> Run {
    let files: &[(&str, &[u8])] = &[
        ("old.txt", OLD.as_bytes()),
        ("new.txt", NEW.as_bytes()),
        ("urls.txt", URLS.as_bytes()),
        ("sitemap.xml", SITEMAP.as_bytes()),
        ("robots.txt", SHOP.as_bytes()),
        ("expectations.txt", EXPECTATIONS.as_bytes()),
    ];
    maycrawl_in(files, args, OLD.as_bytes())
}

#[test]
fn diff_shows_every_effect_with_a_path_and_the_rules() {
    screen!("diff", shop(&["diff", "old.txt", "new.txt"]));
    screen!("diff_same", shop(&["diff", "-", "old.txt"]));
    screen!("diff_urls", shop(&["diff", "old.txt", "new.txt", "--urls", "urls.txt"]));
    screen!("diff_region", shop(&["diff", "old.txt", "new.txt", "--region", "/*/help"]));
    screen!("diff_markdown", shop(&["diff", "old.txt", "new.txt", "--format", "markdown"]));
    screen!("diff_github", shop(&["diff", "old.txt", "new.txt", "--format", "github"]));
}

#[test]
fn diff_says_the_same_as_json() {
    let run = shop(&["diff", "old.txt", "new.txt", "--format", "json", "--urls", "sitemap.xml"]);
    assert_eq!(run.status, 1, "{}", run.screen());
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answer["outcome"], "effects");
    assert_eq!(answer["sitemaps_removed"][0], "https://shop.example/old.xml");
    let effects = answer["classes"][0]["effects"].as_array().unwrap();
    let checkout = effects.iter().find(|effect| effect["after"]["line"] == 4).unwrap();
    assert_eq!((&checkout["becomes"], &checkout["urls"]), (&"disallowed".into(), &1.into()));
    assert_eq!(answer["classes"][1]["crawlers"], serde_json::json!(["GPTBot"]));
}

#[test]
fn fail_on_decides_the_exit_status() {
    let rows: &[(&[&str], i32, &str)] = &[
        (&[], 1, "any effect"),
        (&["--fail-on", "any"], 1, "any effect"),
        (&["--fail-on", "impact:error"], 0, "a folder is not the whole site"),
        (&["--fail-on", "impact:warning"], 1, "but a loss"),
        (&["--fail-on", "impact:warning:GPTBot"], 0, "and GPTBot loses nothing"),
        (&["--fail-on", "impact:note:GPTBot"], 1, "it gains"),
        (&["--urls", "sitemap.xml", "--fail-on", "impact:error"], 0, "two URLs are no measure"),
        (&["--region", "/shop/", "--fail-on", "impact:error"], 0, "impact is about the site"),
        (&["--fail-on", "impact"], 2, "no level"),
        (&["--fail-on", "impact:fatal"], 2, "no such level"),
        (&["--fail-on", "impact:error:*:/shop/"], 2, "impact takes no pattern"),
        (&["--fail-on", "blocked:GPTBot"], 0, "GPTBot only gains"),
        (&["--fail-on", "allowed:GPTBot"], 1, "GPTBot gains /"),
        (&["--fail-on", "blocked:Googlebot:/checkout/"], 1, "Googlebot loses /checkout/"),
        (&["--fail-on", "blocked:Googlebot:/blog/"], 0, "and nothing in /blog/"),
        (&["--fail-on", "blocked:SomeBot"], 1, "a crawler that is not named follows *"),
        (&["--fail-on", "blocked:AdsBot-Google"], 0, "AdsBot does not follow *"),
        (&["--fail-on", "blocked:GPTBot", "--fail-on", "blocked:*:/shop"], 1, "one of several"),
        (&["--region", "/b", "--fail-on", "any"], 0, "no effect in the region"),
        (&["--fail-on", "lost"], 2, "no such change"),
        (&["--fail-on", "blocked:Googlebot:shop"], 2, "a pattern begins with a slash"),
        (&["--region", "shop"], 2, "a pattern begins with a slash"),
    ];
    for (options, status, why) in rows {
        let run = shop(&[&["diff", "old.txt", "new.txt"], *options].concat());
        assert_eq!(run.status, *status, "{why}: {}", run.screen());
    }
    assert_eq!(maycrawl(&["diff", "-", "-"], b"").status, 2);
    assert_eq!(shop(&["diff", "old.txt", "no.txt"]).status, 2);
}

#[test]
fn diff_reads_live_sites_and_versions_of_the_store() {
    let times = AtomicU32::new(0);
    let world = World::new(&["shop.test", "none.test", "busy.test"], move |host| match host {
        "none.test" => answer("404 Not Found", "", ""),
        "busy.test" => answer("503 Busy", "", ""),
        _ if times.fetch_add(1, Ordering::Relaxed) == 0 => file("User-agent: *\nDisallow: /old\n"),
        _ => file("User-agent: *\nDisallow: /new\n"),
    });
    let site = "http://shop.test:PORT";
    for _ in 0..2 {
        world.run(&["fetch", "--allow-private", "--refresh", site], "");
    }
    let diff = |old: &str, new: &str| {
        let run =
            world.run(&["diff", "--allow-private", old, new], "User-agent: *\nDisallow: /new\n");
        (run.status, run.screen())
    };
    let stored = |version: &str| format!("{site}@{version}");
    let rows: &[(String, &str, i32, &str)] = &[
        (stored("2"), site, 1, "everything that begins with /new"),
        (stored("1"), site, 0, "no verdict changes"),
        (stored("2099-01-01"), site, 0, "no verdict changes"),
        (stored("1999-01-01"), site, 2, "no version is as old as 1999-01-01"),
        (stored("3"), site, 2, "there is no version 3"),
        (stored("2026-1"), site, 2, "is no date"),
        ("http://none.test:PORT@1".into(), site, 2, "is not in the store"),
        ("http://none.test:PORT/".into(), site, 1, "compared as an empty file"),
        ("http://busy.test:PORT/".into(), site, 2, "503"),
        (site.into(), "-", 0, "no verdict changes"),
    ];
    for (old, new, status, text) in rows {
        let (actual, screen) = diff(old, new);
        assert_eq!(actual, *status, "{old} {new}: {screen}");
        let one_line = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(one_line.contains(text), "{old} {new}: {screen}");
    }
}

#[test]
fn verify_proves_each_line_or_shows_a_url() {
    screen!("verify", shop(&["verify", "expectations.txt"]));
    screen!("verify_github", shop(&["verify", "expectations.txt", "--format", "github"]));
    let run = shop(&["verify", "expectations.txt", "--format", "json"]);
    let lines: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let outcomes: Vec<_> = lines.iter().map(|line| line["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["fails", "fails", "fails", "fails", "holds", "empty"]);
    assert_eq!(lines[0]["failures"][0]["rule"]["line"], 4);
}

#[test]
fn verify_points_at_what_it_cannot_read() {
    let text = b"forbid * /\nallow Googlebot\nallow Googlebot /a exept /b\nallow\nallow any-foo /\n\
                 disalow * /x\nsame Googlebot /\nallow Googlebot except /\nallow Googlebot /a except b\n\
                 allow Mozilla/5.0 /\n";
    screen!("verify_errors", maycrawl(&["verify", "-"], text));
    assert_eq!(maycrawl(&["verify", "-"], b"# nothing\n").status, 2);
    let unrequested = maycrawl(&["verify", "-"], b"disallow * /{id}/\nallow * / except /a\\b\n");
    assert_eq!(unrequested.screen().matches("no crawler requests").count(), 2);
    assert_eq!(maycrawl(&["verify", "-"], b"allow \xff /\n").status, 2);
    let near = maycrawl_in(&[("robots.txt", b"")], &["verify", "-"], b"allow Gogglebot /\n");
    assert!(near.screen().contains("Googlebot"), "{}", near.screen());
}

const LONG: &[u8] = b"User-agent: *\nDisallow: /a\nDisallow: /a/b\nAllow: /c\nDisallow: /a?b\n\n\
                      User-agent: GPTBot\nDisallow: /a\n";

#[test]
fn minimise_prints_lists_and_writes() {
    let minimise =
        |args: &[&str]| maycrawl_in(&[("robots.txt", LONG)], &[&["minimise"], args].concat(), LONG);
    screen!("minimise", minimise(&["robots.txt"]));
    screen!("minimise_list", minimise(&["--list", "robots.txt"]));
    screen!("minimise_json", minimise(&["--list", "--format", "json", "robots.txt"]));
    assert_eq!(minimise(&["-"]).stdout, "User-agent: *\nDisallow: /a\n\n");
    let rows: &[(&[&str], i32)] = &[
        (&["--under", "500KiB", "robots.txt"], 0),
        (&["--under", "10", "robots.txt"], 1),
        (&["--under", "much", "robots.txt"], 2),
        (&["--write", "-"], 2),
        (&["no.txt"], 2),
    ];
    for (args, status) in rows {
        assert_eq!(minimise(args).status, *status, "{args:?}");
    }
    let folder = Folder::new();
    let path = folder.0.join("robots.txt");
    fs::write(&path, LONG).unwrap();
    assert_eq!(maycrawl(&["minimise", "--write", path.to_str().unwrap()], b"").status, 0);
    assert_eq!(fs::read(&path).unwrap(), b"User-agent: *\nDisallow: /a\n\n");
}

const ADS: &str = "\
User-agent: *
Disallow: /

User-agent: Googlebot
Allow: /

User-agent: Mediapartners-Google
Allow: /
";

#[test]
fn what_is_true_for_one_kind_of_readers_is_told_as_that() {
    let without_ads = ADS.replace("User-agent: Mediapartners-Google\nAllow: /\n", "");
    let files = [
        ("old.txt", ADS.as_bytes()),
        ("new.txt", without_ads.as_bytes()),
        ("expected", b"allow Googlebot-Image /\nsame AdsBot-Google bingbot /\n"),
    ];
    let run = |args: &[&str]| maycrawl_in(&files, args, b"");
    screen!("diff_readers", run(&["diff", "old.txt", "new.txt"]));
    screen!("diff_readers_back", run(&["diff", "new.txt", "old.txt", "--format", "github"]));
    screen!("diff_readers_markdown", run(&["diff", "old.txt", "new.txt", "--format", "markdown"]));
    screen!("verify_readers", run(&["verify", "--robots", "old.txt", "expected"]));
    let named = ["diff", "old.txt", "new.txt", "--fail-on", "blocked:Mediapartners-Google"];
    assert_eq!(run(&named).status, 0, "the crawler itself may fetch as before");
    assert_eq!(run(&["diff", "old.txt", "new.txt", "--fail-on", "blocked"]).status, 1);
    let shorter = run(&["minimise", "old.txt"]).stdout;
    assert!(
        shorter.contains("User-agent: Mediapartners-Google\n"),
        "some readers need it: {shorter}"
    );
}

/// What `new` writes is as short as it can be for all its readers.
#[test]
fn minimise_keeps_a_recipe() {
    let file = maycrawl(&["new", "--recipe", "only-adsense"], b"").stdout;
    assert!(file.contains("Mediapartners-Google"), "{file}");
    assert_eq!(maycrawl(&["minimise", "-"], file.as_bytes()).stdout, file);
}

#[test]
fn the_steps_of_a_workflow_annotate_effects_and_expectations() {
    let folder = Folder::new();
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).unwrap();
    write("robots.txt", OLD);
    let git = |args: &[&str]| git(&folder.0, "2026-11-01T00:00:00Z", args);
    git(&["init", "-q"]);
    git(&["add", "robots.txt"]);
    git(&["commit", "-q", "-m", "old"]);
    write("robots.txt", NEW);
    write("expected", "disallow * /checkout/\nallow Googlebot /shop/\n");
    let step = |name: &str, variables: &[(&str, &str)]| {
        let output = Command::new("bash")
            .arg(root().join("integrations/github").join(name))
            .env("PATH", path_with_maycrawl())
            .env("FILES", "robots.txt")
            .env("GITHUB_STEP_SUMMARY", folder.0.join("summary.md"))
            .envs(variables.iter().copied())
            .current_dir(&folder.0)
            .output()
            .unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, annotations) = step("diff", &[("DIFF_WITH", "git:HEAD"), ("FAIL_ON", "")]);
    assert_eq!(status, 0, "{annotations}");
    assert!(annotations.contains("::warning file=robots.txt,line=2,"), "{annotations}");
    let summary = fs::read_to_string(folder.0.join("summary.md")).unwrap();
    assert!(summary.contains("everything below `/checkout/`"), "{summary}");
    assert_eq!(step("diff", &[("DIFF_WITH", "git:HEAD"), ("FAIL_ON", "blocked")]).0, 1);
    assert_eq!(step("diff", &[("DIFF_WITH", "git:HEAD"), ("FAIL_ON", "blocked:GPTBot")]).0, 0);
    assert_eq!(step("diff", &[("DIFF_WITH", "git:none")]).0, 2);
    let (status, annotations) = step("verify", &[("EXPECTATIONS", "expected")]);
    assert_eq!(status, 1, "{annotations}");
    assert!(annotations.contains("::error file=expected,line=2,"), "{annotations}");
}

#[test]
fn minimise_keeps_what_stands_after_the_limit_of_size() {
    let filler = "# the Ministry of Truth rewrites this line every day\n".repeat(12_000);
    let file = format!("User-agent: *\nDisallow: /a\nDisallow: /a/b\n{filler}Disallow: /tail\n");
    assert!(file.len() > 600_000);
    let run = maycrawl(&["minimise", "-"], file.as_bytes());
    assert!(run.stdout == file.replace("Disallow: /a/b\n", ""), "{}", run.stderr);
}

/// A token for a purpose is told as that by every form of `diff` and `verify`, and can be named for `--fail-on`.
#[test]
fn a_purpose_token_is_not_told_as_a_crawler() {
    let after = b"User-agent: *\nAllow: /\n\nUser-agent: __usage_ai-training\nDisallow: /\n";
    let lines = b"allow * /\nallow __usage_ai-training /\n";
    let files: [(&str, &[u8]); 3] =
        [("old.txt", b"User-agent: *\nAllow: /\n"), ("new.txt", after), ("lines", lines)];
    let diff =
        |args: &[&str]| maycrawl_in(&files, &[&["diff", "old.txt", "new.txt"], args].concat(), b"");
    let verify = |format| {
        maycrawl_in(&files, &["verify", "lines", "-r", "new.txt", "--format", format], b"")
    };
    let told = "the purpose token __usage_ai-training (not a crawler)";
    for run in [diff(&[]), diff(&["--format", "github"]), verify("text"), verify("github")] {
        assert!(run.status == 1 && run.stdout.contains(told), "{}", run.screen());
    }
    let markdown = diff(&["--format", "markdown"]).stdout;
    assert!(
        markdown.contains("the purpose token `__usage_ai-training` (not a crawler)"),
        "{markdown}"
    );
    let json = diff(&["--format", "json"]).stdout;
    let class = r#""classes":[{"crawlers":[],"purpose_tokens":["__usage_ai-training"],"#;
    assert!(json.contains(class), "{json}");
    // What is expected of every crawler holds: the token is none.
    assert!(
        verify("text").stdout.contains("1 of 2 expectations hold"),
        "{}",
        verify("text").stdout
    );
    assert!(verify("text").stderr.contains("a token for a purpose, not a crawler"));
    for (named, status) in [("blocked:__usage_ai-training", 1), ("blocked:GPTBot", 0)] {
        assert_eq!(diff(&["--fail-on", named]).status, status, "{named}");
    }
}

/// Two files, and what is said about the pace.
const PACES: &[(&str, &str, &str)] = &[
    ("User-agent: *\nCrawl-delay: 5\n", "User-agent: *\n\nCrawl-delay: 5.0\n", ""),
    // The lines of `*` are no lines of a crawler with its own group.
    (
        "User-agent: *\nCrawl-delay: 5\n",
        "User-agent: *\nCrawl-delay: 5\n\nUser-agent: bingbot\nAllow: /\n",
        "bingbot is asked to go at another pace: no line (before: line 2, Crawl-delay: 5)",
    ),
    (
        "User-agent: SeznamBot\nRequest-rate: 1/5s\n",
        "User-agent: SeznamBot\nRequest-rate: 1/9s # slower\n",
        "SeznamBot is asked to go at another pace: line 2, Request-rate: 1/9s (before: line 2, Request-rate: 1/5s)",
    ),
    // Its operator says that it does not read such lines.
    ("User-agent: YandexBot\nCrawl-delay: 5\n", "User-agent: YandexBot\nCrawl-delay: 6\n", ""),
];

#[test]
fn another_pace_is_told_although_no_verdict_changes() {
    for (old, new, expected) in PACES {
        let files = [("old.txt", old.as_bytes()), ("new.txt", new.as_bytes())];
        let run = maycrawl_in(&files, &["diff", "old.txt", "new.txt"], b"");
        assert_eq!(run.status, 0, "{}", run.screen());
        let told = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(told.contains("pace"), !expected.is_empty(), "{told}");
        assert!(told.contains(expected), "{told}");
        assert!(told.contains("no verdict changes and no use changes"), "{told}");
    }
}
