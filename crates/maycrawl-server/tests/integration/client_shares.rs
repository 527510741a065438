//! Limits of one client: turns in the worker pool, requests in flight, and the rate of fetches.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::num::NonZero;
use std::sync::Arc;

use crate::support::Service;
use maycrawl_fetch::AddressGuard;
use maycrawl_server::RequestLimits;
use serde_json::json;

/// One client queues twenty drafts that each take long. Drafts of other clients are linted before these are done.
#[tokio::test(flavor = "multi_thread")]
async fn slow_drafts_of_one_client_do_not_block_others() {
    let service = Arc::new(Service::open().await);
    let rules = "Disallow: /*abc*zz*yy\n".repeat(20_000);
    let urls = vec![format!("/yyzz{}zz", "abc".repeat(2700)); 30];
    let slow = json!({ "robots": format!("User-agent: *\n{rules}"), "urls": urls });
    let slow: Vec<_> = (0..20)
        .map(|_| {
            let (service, slow) = (Arc::clone(&service), slow.clone());
            tokio::spawn(
                async move { service.json_from("192.0.2.1", "/v1/draft/check", &slow).await.0 },
            )
        })
        .collect();
    let draft = json!({ "robots": "User-agent: *\nDisallow: /a\n" });
    for other in 0..20 {
        let client = format!("192.0.2.{}", 10 + other % 4);
        loop {
            let (status, found) = service.json_from(&client, "/v1/draft/lint", &draft).await;
            // On a machine that others keep busy, a turn can take longer than a request waits for it.
            assert!([200, 503].contains(&status), "{found}");
            if status == 200 {
                break;
            }
        }
    }
    assert!(slow.iter().any(|answer| !answer.is_finished()), "they waited for the slow client");
    let mut statuses = Vec::new();
    for answer in slow {
        statuses.push(answer.await.unwrap());
    }
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200), "{statuses:?}");
}

/// A request to many sites counts as many requests: after it the rate is used up.
#[tokio::test]
async fn each_site_of_a_request_counts_against_the_rate() {
    let a_second = NonZero::new(1).unwrap();
    let limits = RequestLimits {
        per_client_per_second: a_second,
        max_in_flight: 100,
        ..RequestLimits::default()
    };
    let service = Service::new(AddressGuard::public_only().allowing_private(), limits).await;
    // The burst is four.
    let urls = [
        "http://127.0.0.1:1/",
        "http://127.0.0.1:1/b",
        "http://127.0.0.2:1/",
        "http://127.0.0.3:1/",
        "http://127.0.0.4:1/",
    ];
    let body = json!({ "urls": urls });
    let (status, checked) = service.json_from("192.0.2.1", "/v1/check", &body).await;
    assert_eq!((status, checked.as_array().unwrap().len()), (200, 5));
    let again = json!({ "urls": ["http://127.0.0.1:1/"] });
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(service.json_from("192.0.2.1", "/v1/check", &again).await.0);
    }
    assert!(
        statuses.contains(&429),
        "four of four are used up, and one comes back in a second: {statuses:?}"
    );
    assert_eq!(service.json_from("192.0.2.2", "/v1/check", &again).await.0, 200, "another client");
}

/// One client has all requests in flight. For a request of another client its oldest request ends with 503.
#[tokio::test]
async fn one_client_cannot_take_all_requests_in_flight() {
    let limits = RequestLimits { max_in_flight: 4, ..RequestLimits::default() };
    let service = Service::new(AddressGuard::public_only().allowing_private(), limits).await;
    let service = Arc::new(service);
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", silent.local_addr().unwrap());
    let mut waiting = Vec::new();
    for _ in 0..4 {
        let (service, body) = (Arc::clone(&service), json!({ "urls": [url] }));
        waiting.push(tokio::spawn(async move {
            service.json_from("192.0.2.1", "/v1/check", &body).await.0
        }));
    }
    let connection = silent.accept().await.unwrap();
    let draft = json!({ "robots": "User-agent: *\nDisallow: /a\n" });
    let lint = async |client: &str| service.json_from(client, "/v1/draft/lint", &draft).await.0;
    while lint("192.0.2.1").await == 200 {}
    for _ in 0..10 {
        assert_eq!(lint("192.0.2.2").await, 200);
    }
    drop(connection);
    let mut statuses = Vec::new();
    for answer in waiting {
        statuses.push(answer.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 503]);
}
