//! Attacks with many client addresses: clients of other networks are answered meanwhile.
//!
//! Time does not decide: hostile sites never answer, and what is expected has a generous timeout.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use maycrawl_fetch::{AddressGuard, Clock, Fetcher, FetcherBuilder};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::support::{Service, Site, open_limits};

/// Only a failing test takes this long.
const LONG: Duration = Duration::from_secs(100);

const HONEST: &str = "198.51.100.1";

fn patient() -> FetcherBuilder {
    Fetcher::builder()
        .guard(AddressGuard::public_only().allowing_private())
        .deadline(LONG)
        .first_byte_timeout(LONG)
}

async fn site() -> Site {
    Site::new(|_, _| ("200 OK".into(), "User-agent: *\nDisallow: /private\n".into())).await
}

/// A site at every address of 127.0.0.0/8 that never answers; its port, and how often somebody has connected.
async fn silent() -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let connections = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&connections);
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            held.push(stream);
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    (port, connections)
}

async fn connected(connections: &AtomicUsize, count: usize) {
    let connecting = async {
        while connections.load(Ordering::SeqCst) < count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(LONG, connecting).await.expect("they connect");
}

async fn check(service: &Service, url: &str) -> (u16, Value) {
    let body = json!({ "urls": [url] });
    timeout(LONG, service.json_from(HONEST, "/v1/check", &body)).await.expect("an answer")
}

/// Attack A2, `body_hold`: connections of four clients that announce 4 MiB each and send one byte.
#[tokio::test]
async fn announced_bodies_take_no_memory() {
    let service = Service::open().await;
    let mut held = Vec::new();
    for connection in 0..256 {
        let mut stream = TcpStream::connect(service.address).await.unwrap();
        let head = format!(
            "POST /v1/draft/lint HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n\
             X-Forwarded-For: 192.0.{}.1\r\nContent-Length: 4194304\r\n\r\n{{",
            connection % 4
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        held.push(stream);
    }
    let draft = json!({ "robots": "User-agent: *\nDisallow: /a\n" });
    for _ in 0..50 {
        assert_eq!(service.json_from(HONEST, "/v1/draft/lint", &draft).await.0, 200);
    }
}

/// Attack A2, `fetch_hold`: nine clients of different networks, or of one /56, ask for more slow sites than the service
/// fetches at a time. A fresh site of another client is fetched.
#[tokio::test(flavor = "multi_thread")]
async fn slow_sites_of_many_clients_do_not_delay_others() {
    for network in ["2001:db8:7:70", "2001:db8:"] {
        let fetcher = patient().max_concurrent(32).fetches_per_client(8).build().unwrap();
        let service = Arc::new(Service::with(fetcher, Clock::system(), open_limits()).await);
        let (port, connections) = silent().await;
        let mut hostile = Vec::new();
        for client in 0..9 {
            let urls: Vec<_> =
                (1..100).map(|site| format!("http://127.9.{client}.{site}:{port}/")).collect();
            let (service, address) = (Arc::clone(&service), format!("{network}{client}::1"));
            hostile.push(tokio::spawn(async move {
                service.json_from(&address, "/v1/check", &json!({ "urls": urls })).await
            }));
        }
        connected(&connections, 32).await;
        for _ in 0..5 {
            let site = site().await;
            let (status, answers) = check(&service, &format!("{}/private", site.origin)).await;
            assert_eq!(status, 200);
            assert_eq!(answers[0]["reason"], "rule", "{answers}");
        }
        for task in hostile {
            task.abort();
        }
    }
}

/// Attack A4: a client without a slot gets 503 for each URL, and the site is not judged by it.
#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_was_not_asked_yet_has_no_verdict() {
    let wait = Duration::from_millis(100);
    let fetcher = patient().max_concurrent(1).slot_timeout(wait).build().unwrap();
    let service = Arc::new(Service::with(fetcher, Clock::system(), open_limits()).await);
    let ((port, connections), site) = (silent().await, site().await);
    let slow = {
        let (service, url) = (Arc::clone(&service), format!("http://127.0.0.1:{port}/"));
        let path = format!("/v1/check?url={url}");
        tokio::spawn(async move { service.ask("GET", &path, "", "").await })
    };
    connected(&connections, 1).await;
    let url = format!("{}/private", site.origin);
    let (status, head, problem) = service.ask("GET", &format!("/v1/check?url={url}"), "", "").await;
    assert_eq!(status, 503, "{problem}");
    assert!(
        head.contains("retry-after: 1") && problem.contains("/problems/busy"),
        "{head}{problem}"
    );
    let (status, answers) = check(&service, &url).await;
    assert_eq!(
        (status, &answers[0]["error"]["type"]),
        (200, &json!("/problems/busy")),
        "{answers}"
    );
    let (status, problem) = service.json_from(HONEST, "/v1/inspect", &json!({ "url": url })).await;
    assert_eq!(status, 503, "{problem}");
    assert_eq!(site.asked(), Vec::<String>::new());
    slow.abort();
    // The connection of the slow client is closed, so its fetch ends.
    let answers = loop {
        let answers = check(&service, &url).await.1;
        if answers[0]["error"].is_null() {
            break answers;
        }
    };
    assert_eq!(
        (&answers[0]["decision"], &answers[0]["reason"]),
        (&json!("disallowed"), &json!("rule"))
    );
}

/// Attack A7: a body of URLs has a limit of its own, and reading stops at the first URL beyond the limit.
#[tokio::test]
async fn large_bodies_without_a_draft_are_refused() {
    let service = Service::open().await;
    let rows = [
        (format!("{{\"urls\":[{}\"\"]}}", "\"\",".repeat(1_380_000)), "larger than 1 MiB"),
        (format!("{{\"urls\":[{}! no JSON", "\"\",".repeat(300_000)), "at most 1000 URLs"),
    ];
    for (body, detail) in rows {
        let (status, _, problem) = service.ask("POST", "/v1/check", "", &body).await;
        assert_eq!(status, 413, "{problem}");
        assert!(problem.contains(detail), "{problem}");
    }
    let urls = vec![format!("http://127.0.0.1:1/{}", "a".repeat(900)); 1000];
    let (status, answers) = service.json_from(HONEST, "/v1/check", &json!({ "urls": urls })).await;
    assert_eq!((status, answers.as_array().unwrap().len()), (200, 1000));
}
