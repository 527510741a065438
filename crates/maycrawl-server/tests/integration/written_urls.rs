//! URLs as people write them. The service, the page and the command accept and refuse the same ones: those of the
//! table.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use crate::support::Service;
use serde_json::{Value, json};

const TABLE: &str = include_str!("../../../../conformance/urls/written.jsonl");

#[tokio::test]
async fn urls_are_accepted_and_refused_as_in_the_table() {
    let service = Service::open().await;
    let rows: Vec<Value> = TABLE.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let urls: Vec<_> = rows.iter().map(|row| &row["asked"]).collect();
    let draft = json!({ "robots": "", "urls": urls });
    let (status, answers) = service.json("POST", "/v1/draft/check", &draft).await;
    assert_eq!(status, 200, "{answers}");
    for (row, answer) in rows.iter().zip(answers.as_array().unwrap()) {
        let is_taken = answer["decision"] == "allowed";
        assert_eq!(json!(is_taken), row["taken"], "{row} {answer}");
        let is_refused = answer["error"]["type"] == "/problems/bad-url";
        assert_eq!(is_refused, !is_taken, "{row} {answer}");
    }
}

/// A path is an answer where a file is at hand. For a live site it would be the next refusal.
#[tokio::test]
async fn no_refusal_of_a_live_url_offers_a_path() {
    let service = Service::open().await;
    for url in ["shop.example", "page.html", "nonsense", "//a", ""] {
        for (method, path, body) in [
            ("POST", "/v1/robots/as", json!({ "origin": url })),
            ("POST", "/v1/sitemap", json!({ "url": url })),
            ("POST", "/v1/robots/compare", json!({ "origin": url, "robots": "" })),
        ] {
            let (status, refused) = service.json(method, path, &body).await;
            let detail = refused["detail"].as_str().unwrap();
            assert_eq!(status, 400, "{path} {url}: {detail}");
            let offered = [", or a path", ", or the path", ", or /", ", or one"];
            let offers_path = offered.iter().any(|offer| detail.contains(offer));
            assert!(!offers_path, "{path} {url}: {detail}");
        }
    }
}
