//! Questions about uses over the API that read more than robots.txt: what is fetched, told, counted and masked.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Instant;

use crate::support::{MASKED_DELAY, Service, Site};
use serde_json::{Value, json};
use tokio::net::TcpListener;

const RSL: &str = "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license>\
    <permits type=\"usage\">all</permits></license></content></rsl>";

/// Grants training by robots.txt and a licence; `/page` refuses it, and `/failing` says nothing readable.
fn news(path: &str, own: &str) -> (String, String) {
    let ok = |body: &str| ("200 OK\r\nContent-Type: text/html".to_owned(), body.to_owned());
    match path {
        "/robots.txt" => ok(&format!(
            "User-agent: *\nContent-Signal: ai-train=yes\nLicense: {own}/l.xml\nDisallow: /closed\n"
        )),
        "/page" => ok("<meta name=robots content=noai>"),
        "/open" | "/closed" => ok("<p>"),
        "/failing" => ("503 Busy".to_owned(), String::new()),
        "/l.xml" => ok(RSL),
        "/.well-known/tdmrep.json" => ok("[{\"location\":\"/\",\"tdm-reservation\":1}]"),
        _ => ("404 Not Found".to_owned(), String::new()),
    }
}

async fn uses(service: &Service, site: &Site, query: &str) -> (u16, Value) {
    let path = format!("/v1/uses?agent=CCBot&url={}{query}", site.origin);
    service.json("GET", &path, &Value::Null).await
}

#[tokio::test]
async fn places_are_read_on_request() {
    let (service, site) = (Service::open().await, Site::new(news).await);
    // The query, the outcome, the state of page, tdmrep.json and licences, and whether all that was found was read.
    for (query, outcome, states, is_whole) in [
        ("/open&use=train", "conditional", ["not-asked", "not-asked", "not-asked"], false),
        ("/open&use=train&read=all", "granted", ["read", "read", "read"], true),
        (
            "/open&use=train&read=page,tdmrep.json",
            "conditional",
            ["read", "read", "not-asked"],
            false,
        ),
        ("/page&use=train&read=all", "conflict", ["read", "read", "read"], true),
        ("/page&use=tdm&read=tdmrep.json", "refused", ["not-asked", "read", "not-asked"], true),
        ("/page&use=tdm", "not%20said", ["not-asked", "not-asked", "not-asked"], true),
        ("/missing&use=train&read=all", "granted", ["absent", "read", "read"], true),
        ("/failing&use=train&read=all", "conditional", ["not-read", "read", "not-read"], false),
        ("/closed&use=train&read=all", "conditional", ["not-read", "read", "not-read"], false),
    ] {
        let (status, answer) = uses(&service, &site, query).await;
        let outcome = outcome.replace("%20", " ");
        assert_eq!((status, &answer["outcome"]), (200, &json!(outcome)), "{query}: {answer}");
        let places = answer["places"].as_array().unwrap();
        let state = |place: &str| {
            places.iter().find(|report| report["place"] == place).unwrap()["state"].clone()
        };
        let found = ["page", "tdmrep.json", "licences"].map(state);
        assert_eq!(found, states.map(Value::from), "{query}: {answer}");
        assert_eq!(answer["is_whole"], json!(is_whole), "{query}: {answer}");
    }
    let asked = site.asked();
    let count = |path: &str| asked.iter().filter(|asked| *asked == path).count();
    // Files of a site are fetched once for all questions, and a closed page never.
    assert_eq!([count("/robots.txt"), count("/.well-known/tdmrep.json"), count("/l.xml")], [1; 3]);
    assert_eq!((count("/closed"), count("/open")), (0, 2));
    let (status, problem) = uses(&service, &site, "/a&use=train&read=everything").await;
    assert_eq!((status, &problem["type"]), (400, &json!("/problems/bad-request")), "{problem}");
}

/// Each request counts for its site. What the budget does not allow is told, and is no grant.
#[tokio::test]
async fn requests_count_for_their_site() {
    let (service, site) = (Service::open().await, Site::new(news).await);
    let mut limited = None;
    for number in 0..40 {
        let query = format!("/open?{number}&use=train&read=page");
        let (_, answer) = uses(&service, &site, &query).await;
        let reason = answer["places"][1]["message"].as_str().unwrap_or_default();
        if reason.contains("send one site 1 request a second") {
            assert_eq!(answer["places"][1]["state"], "not-read");
            assert_ne!(answer["outcome"], "granted");
            limited = Some(number);
            break;
        }
    }
    assert!(limited.is_some_and(|number| number >= 30), "{limited:?}");
    assert!(site.asked().len() <= 41, "{}", site.asked().len());
}

/// A site names licences inside the network of the service: all reasons look alike and take equally long.
#[tokio::test]
async fn unreachable_licences_are_masked() {
    fn naming(path: &str, _: &str) -> (String, String) {
        let probe = path.strip_prefix("/robots.txt");
        let body = "User-agent: *\nLicense: http://127.0.0.1:CLOSED/l.xml\nLicense: http://169.254.169.254/l\n\
            License: http://unknown.invalid/l.xml\n";
        match probe {
            Some(_) => ("200 OK".to_owned(), body.replace("CLOSED", &closed_port())),
            None => ("404 Not Found".to_owned(), String::new()),
        }
    }
    let (service, site) = (Service::open().await, Site::new(naming).await);
    let start = Instant::now();
    let (status, answer) = uses(&service, &site, "/a&use=train&read=all").await;
    assert_eq!(status, 200, "{answer}");
    let places = answer["places"].as_array().unwrap().iter();
    let licences: Vec<_> = places.filter(|report| report["place"] == "licences").collect();
    assert_eq!(licences.len(), 3, "{answer}");
    for licence in &licences {
        assert_eq!(
            (&licence["state"], &licence["message"]),
            (&json!("not-read"), &licences[0]["message"])
        );
    }
    assert!(licences[0]["message"].as_str().unwrap().starts_with("no answer"), "{answer}");
    assert!(start.elapsed() >= MASKED_DELAY * 3);
    assert_eq!(answer["outcome"], "conditional");
    // The site itself is inside the network: nothing else is asked there.
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let path = format!("/v1/uses?url=http://{closed}/a&use=tdm&read=all");
    let (_, answer) = service.json("GET", &path, &Value::Null).await;
    assert_eq!(
        (&answer["outcome"], &answer["read"]),
        (&json!("conditional"), &json!([])),
        "{answer}"
    );
}

/// A port on which nothing listens.
fn closed_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port().to_string()
}
