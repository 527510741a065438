//! `maycrawl inspect` and `maycrawl sitemap`, with sites on loopback and local files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::sync::{Arc, OnceLock};

use crate::support::server::{World, answer, file};
use crate::support::{Run, maycrawl_in};
use serde_json::{Value, json};

fn snapshot(name: &str, run: &Run) {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, run.screen());
    });
}

const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";

/// A shop with pages of every kind and sitemaps of every kind. Bodies name their own port.
fn shop() -> World {
    let port = Arc::new(OnceLock::<u16>::new());
    let known = Arc::clone(&port);
    let world = World::of_pages(&["shop.test", "busy.test", "bare.test"], move |host, path| {
        let port = known.get().copied().unwrap_or(0).to_string();
        let body = |text: &str| text.replace("PORT", &port);
        let page =
            |fields: &str, text: &str| answer("200 OK", &format!("{HTML}{fields}"), &body(text));
        match (host, path) {
            ("shop.test", "/robots.txt") => file(&body(
                "User-agent: *\nDisallow: /checkout\n\nUser-agent: Googlebot-News\nDisallow: /secret\n\
                Sitemap: http://shop.test:PORT/index.xml\nSitemap: http://shop.test:PORT/checkout/s.xml\n",
            )),
            ("shop.test", "/") => page(
                "Link: <http://shop.test:PORT/home>; rel=\"canonical\"\r\n",
                "<!doctype html><title>Shop</title>\n<link rel=canonical href='/'>\n\
                <meta name=robots content='max-snippet:20, nofollow, noidex'>\n\
                <body><a href=/a>a</a><a href=/b rel='nofollow ugc'>b</a>\n\
                <meta name=robots content=noindex>",
            ),
            ("shop.test", "/secret") => page(
                "X-Robots-Tag: otherbot: nofollow\r\nX-Robots-Tag: max-image-preview:none\r\n",
                "<head>\n<meta name=Googlebot content='NoIndex, indexifembedded'>",
            ),
            ("shop.test", "/old") => {
                answer("301 Moved", &body("Location: http://shop.test:PORT/checkout/now\r\n"), "")
            }
            ("shop.test", "/past") => page(
                "X-Robots-Tag: unavailable_after: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
                "<p>gone",
            ),
            ("shop.test", "/paper.pdf") => answer(
                "200 OK",
                "Content-Type: application/pdf\r\nX-Robots-Tag: noindex\r\n",
                "%PDF",
            ),
            ("shop.test", "/index.xml") => file(&body(
                "<?xml version='1.0' encoding='UTF-8'?>\n<sitemapindex>\n\
                <sitemap><loc>http://shop.test:PORT/urls.xml</loc></sitemap>\n\
                <sitemap><loc>http://shop.test:PORT/index.xml</loc></sitemap>\n\
                <sitemap><loc>http://shop.test:PORT/nested.xml</loc></sitemap>\n\
                <sitemap><loc>http://shop.test:PORT/urls.txt</loc></sitemap>\n\
                <sitemap><loc>http://shop.test:PORT/none.xml</loc></sitemap>\n</sitemapindex>",
            )),
            ("shop.test", "/nested.xml") => file("<sitemapindex/>"),
            ("shop.test", "/urls.xml") => file(&body(
                "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n\
                <url><loc>http://shop.test:PORT/a</loc><lastmod>2026-01-01</lastmod></url>\n\
                <url><loc>http://shop.test:PORT/checkout?a=1&amp;b=2</loc></url>\n\
                <url><loc>http://other.test/b</loc></url>\n<url><loc>/c</loc></url>\n<url/>\n\
                <url><loc>http://shop.test:PORT/&lol;</loc></url>\n</urlset>",
            )),
            ("shop.test", "/urls.txt") => file(&body(
                "\u{feff}http://shop.test:PORT/t\r\n\nhttp://shop.test:PORT/checkout/t\n",
            )),
            ("busy.test", _) => answer("503 Busy", "", ""),
            ("bare.test", "/sitemap.xml") => page("", "<!doctype html><html><p>Not here"),
            _ => answer("404 Not Found", "", ""),
        }
    });
    port.set(world.sites.port).unwrap();
    world
}

#[test]
fn pages_are_inspected() {
    let world = shop();
    let agents =
        ["inspect", "--allow-private", "--agent", "Googlebot", "--agent", "Googlebot-News"];
    for (name, path, status) in [
        ("inspect_allowed", "/", 0),
        ("inspect_noindex_unseen", "/secret", 1),
        ("inspect_disallowed", "/checkout", 1),
        ("inspect_past", "/past", 1),
        ("inspect_pdf", "/paper.pdf", 1),
        ("inspect_missing", "/missing", 1),
    ] {
        let url = format!("http://shop.test:PORT{path}");
        let run = world.run(&[&agents[..], &[&url]].concat(), "");
        assert_eq!(run.status, status, "{}", run.screen());
        snapshot(name, &run);
    }
    assert_eq!(world.sites.asked().keys().collect::<Vec<_>>(), ["shop.test"]);
}

#[test]
fn a_redirect_is_checked_before_it_is_followed() {
    let world = shop();
    let run = world.run(&["inspect", "--allow-private", "http://shop.test:PORT/old"], "");
    snapshot("inspect_redirect", &run);
    assert_eq!(world.sites.asked()["shop.test"], 2, "the robots.txt and the redirect");
    let run = world.run(&["inspect", "--allow-private", "http://busy.test:PORT/"], "");
    assert_eq!((run.status, world.sites.asked()["busy.test"]), (2, 1), "{}", run.screen());
}

#[test]
fn an_inspection_as_json() {
    let world = shop();
    let args = ["inspect", "--allow-private", "--format", "json", "http://shop.test:PORT/secret"];
    let run = world.run(&args, "");
    let page: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(page["agents"][0]["index"], "only_embedded");
    assert_eq!(page["agents"][0]["indexable"], false);
    assert_eq!(page["agents"][0]["rules"][0]["rule"], "noindex");
    assert_eq!(page["agents"][0]["crawl"]["allowed"], true);
    assert_eq!(page["answer"]["directives"].as_array().unwrap().len(), 3);
    let args = ["inspect", "--allow-private", "--format", "json", "http://shop.test:PORT/checkout"];
    let page: Value = serde_json::from_str(&world.run(&args, "").stdout).unwrap();
    assert_eq!(page["found"], "not_fetched");
    assert_eq!(page["agents"][0]["crawl"]["line"], 2);
}

#[test]
fn a_local_page_needs_no_network() {
    let files: [(&str, &[u8]); 2] = [
        ("page.html", b"<meta name=robots content=none>"),
        ("robots.txt", b"User-agent: *\nDisallow: /a\n"),
    ];
    let run = maycrawl_in(&files, &["inspect", "--html", "page.html"], b"");
    snapshot("inspect_html", &run);
    let args =
        ["inspect", "--html", "page.html", "--robots", "robots.txt", "https://shop.example/a"];
    snapshot("inspect_html_disallowed", &maycrawl_in(&files, &args, b""));
    let args = ["inspect", "--html", "-", "--header", "x-robots-tag: NOINDEX"];
    let run = maycrawl_in(&files, &args, b"<p>");
    assert!(run.status == 1 && run.stdout.contains("noindex (X-Robots-Tag)"), "{}", run.screen());
    for (args, error) in [
        (&["inspect", "--html", "none.html"][..], "there is no such file"),
        (&["inspect", "--html", "page.html", "--header", "noindex"], "is not a header"),
        (&["inspect", "--html", "page.html", "--robots", "robots.txt"], "needs the page's URL"),
        (&["inspect", "/a"], "is a path"),
        (&["inspect", "--offline", "https://shop.example/"], "cannot fetch a page with --offline"),
        (&["inspect", "http://127.0.0.1:8099/"], "--allow-private"),
    ] {
        let run = maycrawl_in(&files, args, b"");
        assert!(run.stderr.contains(error), "{}", run.screen());
        assert_eq!(run.status, 2, "{}", run.screen());
    }
}

#[test]
fn the_sitemaps_of_a_site_are_checked() {
    let world = shop();
    let run = world.run(&["sitemap", "--allow-private", "http://shop.test:PORT"], "");
    assert_eq!(run.status, 2, "{}", run.screen());
    snapshot("sitemap", &run);
    let args =
        ["sitemap", "--allow-private", "--all", "--format", "json", "http://shop.test:PORT/"];
    let run = world.run(&args, "");
    let lines: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |result: &str| lines.iter().filter(|line| line["result"] == result).count();
    assert_eq!((of("allowed"), of("blocked"), of("foreign"), of("closed")), (2, 2, 1, 1));
    let blocked = lines.iter().find(|line| line["result"] == "blocked").unwrap();
    assert_eq!((&blocked["line"], &blocked["sitemap_line"]), (&2.into(), &3.into()));
    let total = lines.last().unwrap();
    assert_eq!((&total["urls"], &total["malformed"]), (&8.into(), &3.into()));
}

#[test]
fn a_file_that_is_not_a_sitemap_is_reported() {
    let world = shop();
    let run = world.run(&["sitemap", "--allow-private", "http://bare.test:PORT"], "");
    snapshot("sitemap_html", &run);
    let run = world.run(&["sitemap", "--allow-private", "http://busy.test:PORT"], "");
    snapshot("sitemap_busy", &run);
    let args = ["sitemap", "--allow-private", "--max-urls", "2", "http://shop.test:PORT/urls.xml"];
    let run = world.run(&args, "");
    assert!(run.stdout.contains("left out"), "{}", run.screen());
}

#[test]
fn a_local_sitemap_is_checked_against_a_local_robots_txt() {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let xml = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n<url><loc>https://shop.example/a</loc></url>\n\
        <url><loc>https://shop.example/checkout</loc></url></urlset>";
    std::io::Write::write_all(&mut gz, xml.as_bytes()).unwrap();
    let gz = gz.finish().unwrap();
    let files: [(&str, &[u8]); 3] = [
        ("sitemap.xml.gz", &gz),
        ("robots.txt", b"User-agent: *\nDisallow: /checkout\n"),
        ("open.txt", b""),
    ];
    let args = ["sitemap", "--robots", "robots.txt", "sitemap.xml.gz"];
    snapshot("sitemap_file", &maycrawl_in(&files, &args, b""));
    let args = ["sitemap", "--offline", "--robots", "open.txt", "--all", "-"];
    let run = maycrawl_in(&files, &args, b"https://shop.example/a\n");
    assert_eq!(run.status, 0, "{}", run.screen());
    for (args, error) in [
        (&["sitemap", "no/such.xml"][..], "there is no such file"),
        (&["sitemap", "--offline", "https://shop.example"], "needs local files with --offline"),
        (&["sitemap", "a b"], "no such file"),
    ] {
        let run = maycrawl_in(&files, args, b"");
        assert!(run.status == 2 && run.stderr.contains(error), "{}", run.screen());
    }
}

/// Who reads an image, a video or another language, and who is asked: each row is blocked for these.
#[test]
fn what_stands_beside_a_page_is_checked_for_the_crawler_that_reads_it() {
    let sitemap = |inside: &str| {
        format!(
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:image='http://www.google.com/schemas/sitemap-image/1.1' \
            xmlns:video='http://www.google.com/schemas/sitemap-video/1.1' xmlns:xhtml='http://www.w3.org/1999/xhtml'>\
            <url><loc>https://a.example/</loc>{inside}</url></urlset>"
        )
    };
    let image = "<image:image><image:loc>https://a.example/x/i</image:loc></image:image>";
    let video =
        "<video:video><video:content_loc>https://a.example/x/v</video:content_loc></video:video>";
    let other = "<xhtml:link rel='alternate' hreflang='de' href='https://a.example/x/o'/>";
    let elsewhere = "<image:image><image:loc>https://b.example/x/i</image:loc></image:image>";
    let rows: [(&str, &str, &str, &[&str]); 10] = [
        ("*", "Googlebot", image, &["Googlebot-Image image"]),
        ("*", "Googlebot", video, &["Googlebot-Video video"]),
        ("*", "Googlebot", other, &["Googlebot alternate"]),
        ("*", "bingbot", image, &["bingbot image"]),
        ("*", "Googlebot,bingbot", other, &["Googlebot alternate", "bingbot alternate"]),
        ("*", "Googlebot,Googlebot-Image", image, &["Googlebot-Image image"]),
        ("Googlebot-Image", "Googlebot", image, &["Googlebot-Image image"]),
        ("Googlebot-Image", "Googlebot", other, &[]),
        ("Googlebot-Image", "bingbot", image, &[]),
        ("*", "Googlebot", elsewhere, &[]),
    ];
    for (group, agents, inside, expected) in rows {
        let robots = format!("User-agent: {group}\nDisallow: /x/\n");
        let xml = sitemap(inside);
        let files = [("robots.txt", robots.as_bytes()), ("s.xml", xml.as_bytes())];
        let args =
            ["sitemap", "--robots", "robots.txt", "--format", "json", "--agent", agents, "s.xml"];
        let run = maycrawl_in(&files, &args, b"");
        assert_eq!(run.status, i32::from(!expected.is_empty()), "{}", run.screen());
        let lines = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
        let (totals, rows): (Vec<Value>, Vec<Value>) =
            lines.partition(|line: &Value| line["result"] == "total");
        let told = |row: &Value| {
            assert_eq!(
                (&row["result"], &row["page"]),
                (&json!("blocked"), &json!("https://a.example/"))
            );
            format!("{} {}", row["agent"].as_str().unwrap(), row["resource"].as_str().unwrap())
        };
        assert_eq!(
            rows.iter().map(told).collect::<Vec<_>>(),
            expected,
            "{group} {agents} {inside}"
        );
        let unchecked = u64::from(inside == elsewhere);
        assert_eq!(totals[0]["resources"], 1);
        assert_eq!(totals[0]["unchecked_resources"], unchecked);
        assert_eq!(totals[0]["blocked_resources"], u64::from(!expected.is_empty()));
    }
}

/// An index of 10 sitemaps with 20,000 URLs each: memory does not grow with their number.
#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_number_of_urls() {
    let port = Arc::new(OnceLock::<u16>::new());
    let known = Arc::clone(&port);
    let world = World::of_pages(&["long.test"], move |_, path| {
        let site = format!("http://long.test:{}", known.get().unwrap());
        match path {
            "/robots.txt" => {
                file(&format!("User-agent: *\nDisallow: /7\nSitemap: {site}/index.xml"))
            }
            "/index.xml" => {
                let list = |n| format!("<sitemap><loc>{site}/{n}.xml</loc></sitemap>");
                file(&format!(
                    "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{}</sitemapindex>",
                    (0..10).map(list).collect::<String>()
                ))
            }
            _ => {
                let url = |n| format!("<url><loc>{site}/{n}{path}</loc></url>\n");
                file(&format!(
                    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{}</urlset>",
                    (0..20_000).map(url).collect::<String>()
                ))
            }
        }
    });
    port.set(world.sites.port).unwrap();
    let peak = |most: &str| {
        let args = [
            "sitemap",
            "--allow-private",
            "--store",
            "memory",
            "--max-urls",
            most,
            "http://long.test:PORT",
        ];
        let command = world.command(&args);
        let mut timed = std::process::Command::new("sh");
        // The shell waits for the command and reads its own children's peak.
        timed
            .arg("-c")
            .arg(
                "\"$@\" >/dev/null 2>&1 & pid=$!; peak=0; while kill -0 $pid 2>/dev/null; do \
            now=$(sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/$pid/status 2>/dev/null); \
            [ -n \"$now\" ] && peak=$now; sleep 0.02; done; echo $peak",
            )
            .arg("sh");
        timed.arg(command.get_program()).args(command.get_args()).current_dir(&world.folder.0);
        for (name, value) in command.get_envs() {
            if let Some(value) = value {
                timed.env(name, value);
            }
        }
        let output = timed.output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().parse::<u64>().unwrap()
    };
    let (few, many) = (peak("20000"), peak("200000"));
    assert!(
        few > 0 && many < few + 40_000,
        "KiB at most: {few} for 20,000 URLs, {many} for 200,000"
    );
}
