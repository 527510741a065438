//! Inspections over the API: their results, their fetches, and masked failures to connect.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Instant;

use crate::support::{MASKED_DELAY, Service, Site};
use serde_json::{Value, json};
use tokio::net::TcpListener;

const PAGE: &str = "<!doctype html><title>x</title><meta name=robots content=nofollow>\n\
    <link rel=stylesheet href=/css/a.css><script src=/js/a.js></script><img src=//cdn.test/x.png>\n\
    <p><a href=/a>a</a><a href=/b>b</a><span data-nosnippet>x</span>";

fn shop(path: &str, site: &str) -> (String, String) {
    let html = |fields: &str, body: &str| {
        (format!("200 OK\r\nContent-Type: text/html\r\n{fields}X-Kept: 1"), body.to_owned())
    };
    match path {
        "/robots.txt" => {
            ("200 OK".to_owned(), "User-agent: *\nDisallow: /css/\nDisallow: /no/\n".to_owned())
        }
        "/page" => html("X-Robots-Tag: otherbot: noindex\r\n", PAGE),
        "/noindex" => html("X-Robots-Tag: noindex\r\n", "<p>"),
        "/moved" => (format!("301 Moved\r\nLocation: {site}/no/x"), String::new()),
        "/away" => ("302 Found\r\nLocation: http://10.0.0.1:1/x".to_owned(), String::new()),
        "/loop" => (format!("302 Found\r\nLocation: {site}/loop"), String::new()),
        _ => ("404 Not Found".to_owned(), String::new()),
    }
}

async fn inspect(service: &Service, body: Value) -> (u16, Value) {
    service.json("POST", "/v1/inspect", &body).await
}

#[tokio::test]
async fn an_inspection_has_rules_links_and_blocked_resources() {
    let (service, site) = (Service::open().await, Site::new(shop).await);
    let own = &site.origin;
    let asked = json!({ "url": format!("{own}/page"), "agents": ["Googlebot", "AdsBot-Google"] });
    let (status, found) = inspect(&service, asked).await;
    assert_eq!((status, &found["found"]), (200, &json!("answer")), "{found}");
    let judged = &found["agents"][0];
    assert_eq!((&judged["agent"], &judged["index"]), (&json!("Googlebot"), &json!("yes")));
    assert_eq!(judged["crawl"]["decision"], "allowed");
    let rule = json!([{ "rule": "nofollow", "place": "line 1 of the page" }]);
    assert_eq!(judged["rules"], rule);
    let closed = json!([{ "url": format!("{own}/css/a.css"), "kind": "style", "line": 2 }]);
    assert_eq!(judged["closed_resources"], closed);
    assert_eq!((&judged["closed"], &judged["open"]), (&json!(1), &json!(1)));
    // AdsBot-Google ignores `*`.
    assert_eq!(
        (&found["agents"][1]["closed"], &found["agents"][1]["rules"]),
        (&json!(0), &json!([]))
    );
    let page = &found["page"];
    assert_eq!(page["not_asked"], json!(["http://cdn.test/x.png"]));
    let others = page["directives"].as_array().unwrap().iter();
    let others: Vec<_> = others.filter(|list| list["agent"] == "otherbot").collect();
    assert_eq!(others[0]["rules"], json!(["noindex"]));
    let notes = page["notes"].to_string();
    for note in [
        "nofollow on the page applies to all 2 links for Googlebot (line 1 of the page).",
        "1 part has data-nosnippet",
        "1 script, style sheet or image is on another host",
    ] {
        assert!(notes.contains(note), "{note} is not in {notes}");
    }
}

#[tokio::test]
async fn an_inspection_says_why_a_page_is_not_indexed() {
    let (service, site) = (Service::open().await, Site::new(shop).await);
    let own = &site.origin;
    // Path, `found`, `index`, and the beginning of the sentence about the first crawler.
    let rows = [
        ("/noindex", "answer", "noindex", "noindex (X-Robots-Tag)"),
        ("/gone", "answer", "status", "HTTP 404"),
        ("/no/page", "not-fetched", "unseen", "the URL alone may be listed"),
        ("/no/cat.jpg", "not-fetched", "excluded", "not shown in Google's results for images"),
        ("/no/app.js", "not-fetched", "not_rendered", "not fetched for rendering"),
        ("/no/paper.pdf", "not-fetched", "unclear", "Google says both"),
        ("/moved", "not-fetched", "unseen", "the URL alone may be listed"),
    ];
    for (path, kind, index, words) in rows {
        let (status, found) = inspect(&service, json!({ "url": format!("{own}{path}") })).await;
        assert_eq!((status, &found["found"]), (200, &json!(kind)), "{path} {found}");
        let judged = &found["agents"][0];
        assert_eq!(judged["index"], json!(index), "{path}");
        let message = judged["message"].as_str().unwrap();
        assert!(message.starts_with(words), "{path}: {message}");
        assert_eq!(judged["indexable"], json!(false), "{path}");
    }
    let asked = json!({ "url": format!("{own}/no/page"), "agents": ["GPTBot"] });
    let (_, found) = inspect(&service, asked).await;
    assert_eq!(found["agents"][0]["index"], "not_used", "{found}");
    assert!(!site.asked().iter().any(|path| path.starts_with("/no/")), "{:?}", site.asked());
}

#[tokio::test]
async fn a_redirect_to_an_unreachable_address_is_masked() {
    let (service, site) = (Service::open().await, Site::new(shop).await);
    let start = Instant::now();
    let (status, found) =
        inspect(&service, json!({ "url": format!("{}/away", site.origin) })).await;
    assert!(start.elapsed() >= MASKED_DELAY);
    assert_eq!((status, &found["found"]), (200, &json!("failed")), "{found}");
    assert_eq!(found["message"], "no answer; the inspection stopped there");
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let start = Instant::now();
    let (_, found) = inspect(&service, json!({ "url": format!("http://{closed}/") })).await;
    assert!(start.elapsed() >= MASKED_DELAY);
    assert!(found["message"].as_str().unwrap().contains("no answer"), "{found}");
    assert_eq!(found["agents"][0]["index"], "unknown");
    // A failure after an answer is not masked.
    let (_, found) = inspect(&service, json!({ "url": format!("{}/loop", site.origin) })).await;
    assert_eq!(found["message"], "The page could not be fetched: redirects in a loop.");
}

#[tokio::test]
async fn wrong_requests_are_refused() {
    let service = Service::open().await;
    for (body, status, problem) in [
        (json!({ "url": "nonsense" }), 400, "/problems/bad-url"),
        (json!({ "url": "/path" }), 400, "/problems/bad-url"),
        (json!({ "urls": ["http://h/"] }), 400, "/problems/bad-request"),
        (json!({ "url": "http://h/", "agents": vec!["a"; 17] }), 413, "/problems/too-large"),
    ] {
        let (got, found) = inspect(&service, body.clone()).await;
        assert_eq!((got, &found["type"]), (status, &json!(problem)), "{body}");
    }
}
