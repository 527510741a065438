//! Sitemap walks over the API: their results, their fetches, and masked failures to connect.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Instant;

use crate::support::{MASKED_DELAY, Service, Site};
use serde_json::{Value, json};
use tokio::net::TcpListener;

fn ok(body: impl Into<String>) -> (String, String) {
    ("200 OK".to_owned(), body.into())
}

fn shop(path: &str, site: &str) -> (String, String) {
    match path {
        "/robots.txt" => ok(format!(
            "User-agent: *\nDisallow: /secret\nSitemap: {site}/index.xml\nSitemap: /relative.xml\n\
             Sitemap: {site}/secret.xml\nSitemap: https://other.test/s.xml\n"
        )),
        "/index.xml" => ok(format!(
            "<sitemapindex><sitemap><loc>{site}/1.txt</loc></sitemap>\
             <sitemap><loc>{site}/gone.txt</loc></sitemap></sitemapindex>"
        )),
        "/1.txt" => ok(format!("{site}/a\nhttps://other.test/b\nnothing\n{site}/c\n")),
        "/away.xml" => ("302 Found\r\nLocation: http://10.0.0.1:1/x".to_owned(), String::new()),
        _ => ("404 Not Found".to_owned(), String::new()),
    }
}

async fn urls(service: &Service, body: Value) -> (u16, Value) {
    service.json("POST", "/v1/sitemap", &body).await
}

#[tokio::test]
async fn the_sitemaps_of_a_site_are_read_and_notes_name_the_others() {
    let (service, site) = (Service::open().await, Site::new(shop).await);
    let own = &site.origin;
    let (status, found) = urls(&service, json!({ "url": own })).await;
    assert_eq!(status, 200, "{found}");
    let expected = json!([format!("{own}/a"), "https://other.test/b", format!("{own}/c")]);
    assert_eq!(found["urls"], expected);
    assert_eq!((&found["sitemaps"], &found["is_cut"]), (&json!(1), &json!(false)));
    let notes = found["notes"].to_string();
    for note in [
        format!("{own}/gone.txt: HTTP 404"),
        format!("{own}/1.txt, line 3, byte 47: nothing: "),
        "/relative.xml: not fetched: ".to_owned(),
        format!("{own}/secret.xml: not fetched, because robots.txt blocks it for Googlebot"),
        "https://other.test/s.xml: not fetched: it is on another site".to_owned(),
    ] {
        assert!(notes.contains(&note), "{note} is not in {notes}");
    }
    assert_eq!(site.asked(), ["/robots.txt", "/index.xml", "/1.txt", "/gone.txt"]);
}

#[tokio::test]
async fn a_walk_stops_at_the_limit_of_urls() {
    let (service, site) = (Service::open().await, Site::new(shop).await);
    let url = format!("{}/1.txt", site.origin);
    let (_, found) = urls(&service, json!({ "url": url, "limit": 1 })).await;
    assert_eq!(found["urls"], json!([format!("{}/a", site.origin)]));
    assert_eq!(found["is_cut"], json!(true));
    for (body, problem) in [
        (json!({ "url": url, "limit": 0 }), "/problems/bad-request"),
        (json!({ "url": url, "limit": 1001 }), "/problems/bad-request"),
        (json!({ "url": "nonsense" }), "/problems/bad-url"),
        (json!({ "start": url }), "/problems/bad-request"),
    ] {
        let (status, found) = urls(&service, body.clone()).await;
        assert_eq!((status, &found["type"]), (400, &json!(problem)), "{body}");
    }
}

#[tokio::test]
async fn a_redirect_to_an_unreachable_address_is_masked() {
    let (service, site) = (Service::open().await, Site::new(shop).await);
    let (status, found) =
        urls(&service, json!({ "url": format!("{}/away.xml", site.origin) })).await;
    // The walk does not connect to the other site, so there is nothing to mask.
    let words = format!("{}/away.xml: it redirects to another site", site.origin);
    assert_eq!((status, &found["notes"]), (200, &json!([words])));
    // A site that cannot be reached is masked.
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let start = Instant::now();
    let (_, found) = urls(&service, json!({ "url": format!("http://{closed}/s.xml") })).await;
    assert!(start.elapsed() >= MASKED_DELAY);
    assert!(found["notes"][0].as_str().unwrap().contains("no answer"), "{found}");
}

#[tokio::test]
async fn an_index_in_an_index_does_not_count_as_a_sitemap() {
    let site = Site::new(|path, site| match path {
        "/robots.txt" => ok(format!("Sitemap: {site}/outer.xml\n")),
        _ => ok(format!(
            "<sitemapindex><sitemap><loc>{site}/inner.xml</loc></sitemap></sitemapindex>"
        )),
    });
    let (service, site) = (Service::open().await, site.await);
    let (_, found) = urls(&service, json!({ "url": site.origin })).await;
    assert_eq!(site.asked(), ["/robots.txt", "/outer.xml", "/inner.xml"]);
    assert_eq!((&found["sitemaps"], &found["urls"]), (&json!(0), &json!([])));
    assert_eq!(found["notes"].as_array().unwrap().len(), 1, "{found}");
}

/// What strangers cause at one site has a budget, for all clients together. Nothing is sent beyond it.
#[tokio::test]
async fn requests_to_one_site_have_a_budget() {
    let (service, site) =
        (Service::open().await, Site::new(|_, _| ("404 None".into(), String::new())).await);
    let body = json!({ "url": format!("{}/page", site.origin) });
    let mut answered = 0;
    let problem = loop {
        let client = format!("192.0.2.{}", answered % 250);
        match service.json_from(&client, "/v1/inspect", &body).await {
            (200, _) => answered += 1,
            (status, problem) => break (status, problem),
        }
        assert!(answered < 1000, "there is no limit");
    };
    assert!(answered >= 30 && problem.0 == 429, "{problem:?} after {answered}");
    assert!(problem.1["detail"].as_str().unwrap().contains("try again in 1 s"), "{problem:?}");
    let asked = site.asked().len();
    for path in ["/v1/sitemap", "/v1/inspect"] {
        let (status, problem) = service.json_from("198.51.100.1", path, &body).await;
        // One more request is allowed each second.
        assert!([429, 200, 400].contains(&status), "{path}: {problem}");
    }
    assert!(site.asked().len() <= asked + 6);
    // Another port is the same host, and another name is not.
    let other = Site::new(|_, _| ("404 None".into(), String::new())).await;
    let body = json!({ "url": format!("{}/page", other.origin.replace("127.0.0.1", "localhost")) });
    assert_eq!(service.json_from("192.0.2.1", "/v1/inspect", &body).await.0, 200);
}
