//! The page of one result: it answers the question of a link, and nothing in the link is an answer.

#![allow(clippy::unwrap_used)] // a test may panic

use std::io::Write as _;

use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD, Engine as _};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use maycrawl_questions::card::STYLE;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::{Service, Site};

const FILE: &str = "User-agent: *\nDisallow: /products/\nDisallow: /<b>\n";

/// As the tester page writes it.
fn link(state: &Value) -> String {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    packed.write_all(state.to_string().as_bytes()).unwrap();
    format!("/r/1.{}", BASE64_URL_SAFE_NO_PAD.encode(packed.finish().unwrap()))
}

async fn page(service: &Service, state: &Value, fields: &str) -> String {
    let (status, head, body) = service.ask("GET", &link(state), fields, "").await;
    assert_eq!(status, 200, "{head}\n{body}");
    assert!(head.contains("text/html"), "{head}");
    body
}

#[tokio::test]
async fn a_draft_is_never_taken_for_the_live_file() {
    let service = Service::open().await;
    let state = json!({
        "site": "https://shop.test", "draft": FILE, "urls": ["/", "/products/a", "/<b>", "https://other.test/"],
        "agents": ["Googlebot"], "verdict": "allowed",
    });
    let (status, head, body) = service.ask("GET", &link(&state), "", "").await;
    assert_eq!(status, 200, "{body}");
    let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE)).to_lowercase();
    assert!(head.contains(&format!("default-src 'none'; style-src 'sha256-{hash}'")), "{head}");
    assert!(
        body.contains("Blocked for Googlebot by line 2: <code>Disallow: /products/</code>."),
        "{body}"
    );
    assert!(
        body.contains("a draft of robots.txt for https://shop.test, not about its live file"),
        "{body}"
    );
    assert!(body.contains("closes 1 of the 3 listed pages"), "{body}");
    assert!(body.contains("1 listed entry is of another site"), "{body}");
    assert!(
        body.contains("noindex") && !body.contains("<b>") && !body.contains("<script"),
        "{body}"
    );
    let korean = page(&service, &state, "Accept-Language: ko\r\n").await;
    assert!(korean.contains("lang=\"ko\"") && korean.contains("차단됨"), "{korean}");
}

#[tokio::test]
async fn the_live_site_is_asked_when_the_page_is_opened() {
    let service = Service::open().await;
    let site = Site::new(|path, _| match path {
        "/robots.txt" => ("200 OK\r\nContent-Type: text/plain".into(), FILE.into()),
        _ => ("404 Not Found".into(), String::new()),
    });
    let site = site.await;
    let cell = json!({ "url": "/products/a", "agent": "GPTBot" });
    let state = json!({
        "site": site.origin, "urls": ["/", "/about", "/products/a"], "agents": ["GPTBot"], "selected": cell,
    });
    let body = page(&service, &state, "").await;
    assert!(body.contains("Blocked for GPTBot by line 2"), "{body}");
    assert!(body.contains(&format!("the robots.txt of {}, read on 2", site.origin)), "{body}");
    assert!(body.contains("closes 1 of the 3 listed pages for GPTBot"), "{body}");
    assert_eq!(site.asked(), ["/robots.txt"]);
}

#[tokio::test]
async fn a_site_that_cannot_be_read_is_closed() {
    let service = Service::open().await;
    let broken = Site::new(|_, _| ("503 Service Unavailable".into(), String::new())).await;
    let closed = "http://127.0.0.1:9";
    for origin in [broken.origin.as_str(), closed] {
        let state = json!({ "site": origin, "urls": ["/", "/a"], "agents": ["Googlebot"] });
        let body = page(&service, &state, "").await;
        assert!(body.contains("class=\"blocked\""), "{body}");
        assert!(body.contains("All 2 listed pages are closed for Googlebot."), "{body}");
    }
}

#[tokio::test]
async fn what_is_no_question_is_refused_in_words() {
    let service = Service::open().await;
    let rows = [
        "/r/1.AAAA".to_owned(),
        "/r/x".to_owned(),
        link(&json!({ "urls": [], "agents": [] })),
        link(&json!({ "draft": FILE, "urls": [], "agents": [] })),
        link(&json!({ "draft": FILE, "urls": ["/"], "agents": ["a b c"] })),
        link(&json!({ "draft": FILE, "urls": ["/"], "agents": [], "profile": "bing" })),
        link(&json!({ "site": "file:///etc/passwd", "urls": ["/"], "agents": [] })),
        format!("{}?lang=xx", link(&json!({ "draft": FILE, "urls": ["/"], "agents": [] }))),
    ];
    for path in rows {
        let (status, head, body) = service.ask("GET", &path, "", "").await;
        assert_eq!(status, 400, "{path} {body}");
        assert!(
            head.contains("content-type: text/html") && body.contains("<h1>No result</h1>"),
            "{body}"
        );
    }
}
