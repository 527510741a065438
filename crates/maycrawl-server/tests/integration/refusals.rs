//! A stranger who makes a firewall refuse the service, at the moment when a file has expired.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use maycrawl::{Crawler, Origin};
use maycrawl_fetch::{AddressGuard, Clock, ClockReading, Fetcher, Policy, Timestamp};
use maycrawl_server::{HostPolicy, RequestLimits, admin_router};
use serde_json::json;
use tokio::time::sleep;
use tower_service::Service as _;

use crate::support::{Service, Site};

const FILE: &str = "User-agent: *\nDisallow: /secret\n";
const HOUR: u64 = 3600;

fn at(seconds: u64) -> ClockReading {
    let after = Duration::from_secs(seconds);
    ClockReading { wall: Timestamp::from_millis(1_790_000_000_000).after(after), steady: after }
}

/// Blocks everything after a request for /attack.
static IS_BLOCKED: AtomicBool = AtomicBool::new(false);

fn firewall(path: &str, _: &str) -> (String, String) {
    IS_BLOCKED.fetch_or(path == "/attack", Ordering::SeqCst);
    match (IS_BLOCKED.load(Ordering::SeqCst), path) {
        (true, _) => ("403 Forbidden".to_owned(), "blocked".to_owned()),
        (false, "/robots.txt") => {
            let fields = "200 OK\r\nCache-Control: max-age=60".to_owned();
            (fields, FILE.to_owned())
        }
        (false, _) => ("200 OK".to_owned(), "page".to_owned()),
    }
}

#[tokio::test]
async fn one_suspicious_request_opens_a_site_for_nobody() {
    for policy in Policy::ALL {
        for way in ["inspect", "sitemap"] {
            IS_BLOCKED.store(false, Ordering::SeqCst);
            let clock = Clock::fixed(at(0));
            let fetcher = Fetcher::builder()
                .guard(AddressGuard::public_only().allowing_private())
                .policy(policy)
                .confirm_refusals(true)
                .clock(clock.clone())
                .build()
                .unwrap();
            let limits = RequestLimits {
                per_client_per_second: NonZero::new(100_000).unwrap(),
                ..RequestLimits::default()
            };
            let service = Service::with(fetcher, clock.clone(), limits).await;
            let site = Site::new(firewall).await;
            let check = format!("/v1/check?url={}/secret&agent=Googlebot", site.origin);
            let asked = async || service.json("GET", &check, &serde_json::Value::Null).await;
            assert_eq!(asked().await.1["allowed"], false, "{policy}");

            clock.set(at(285));
            let attack = format!("{}/attack", site.origin);
            let body = match way {
                "inspect" => json!({ "url": attack, "agents": ["Googlebot"] }),
                _ => json!({ "url": attack }),
            };
            service.json("POST", &format!("/v1/{way}"), &body).await;
            assert!(site.asked().contains(&"/attack".to_owned()), "{way}: {:?}", site.asked());
            // The file has expired. The first answer may be the stale one; the fetch ends after it.
            let mut is_doubted = false;
            for second in [305, 309, 370, HOUR, 12 * HOUR, 23 * HOUR] {
                clock.set(at(second));
                for _ in 0..20 {
                    let (status, answer) = asked().await;
                    assert_eq!(
                        (status, &answer["allowed"]),
                        (200, &json!(false)),
                        "{policy}, {way}"
                    );
                    is_doubted |= answer["site"]["basis"] == "last-copy";
                    if is_doubted {
                        break;
                    }
                    sleep(Duration::from_millis(50)).await;
                }
            }
            let (_, answer) = asked().await;
            assert!(is_doubted, "{policy}, {way}: {answer}");
            assert_eq!(
                answer["site"]["refusal"]["documents"], "no-file",
                "{policy}, {way}: {answer}"
            );
            assert_eq!(answer["site"]["refusal"]["counts"], false, "{policy}, {way}: {answer}");
            // The copy in force is not what the site answers now.
            let draft = json!({ "origin": site.origin, "robots": FILE });
            let (_, compared) = service.json("POST", "/v1/robots/compare", &draft).await;
            let (is_same, bytes) = (&compared["is_same"], &compared["live_bytes"]);
            assert_eq!((is_same, bytes), (&json!(false), &json!(null)), "{policy}, {way}");
            assert!(compared["live"]["state"].as_str().unwrap().contains("403"), "{compared}");
        }
    }
}

/// The owner has deleted the file. Only the operator can say so, and no page of another site in the operator's browser.
#[tokio::test]
async fn an_operator_believes_an_answer_at_once() {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let site = Site::new(|_, _| match COUNT.fetch_add(1, Ordering::SeqCst) {
        0 => ("200 OK".to_owned(), FILE.to_owned()),
        _ => ("404 Not Found".to_owned(), String::new()),
    })
    .await;
    let clock = Clock::fixed(at(0));
    let builder = Fetcher::builder().guard(AddressGuard::public_only().allowing_private());
    let fetcher = builder.confirm_refusals(true).clock(clock.clone()).build().unwrap();
    let counters = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let hosts = HostPolicy::for_listen("127.0.0.1:8081".parse().unwrap(), &[]);
    let mut admin = admin_router(&fetcher, counters.handle(), hosts, clock.clone());
    let origin = Origin::parse(&site.origin).unwrap();
    let is_open = async || {
        let robots = fetcher.robots_of(&origin).await;
        robots.check(&Crawler::GOOGLEBOT, &format!("{origin}/secret")).is_allowed()
    };
    assert!(!is_open().await);
    clock.set(at(25 * HOUR));
    assert!(!is_open().await, "a 404 has to last an hour");

    let mut ask = async |method: &str, query: &str, from: &str| {
        let request = Request::builder().method(method).uri(format!("/believe{query}"));
        let request = request.header("host", "127.0.0.1:8081").header("sec-fetch-site", from);
        let response = admin.call(request.body(Body::empty()).unwrap()).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), 1 << 16).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    };
    let own = format!("?origin={origin}");
    assert_eq!(ask("POST", &own, "cross-site").await.0, StatusCode::FORBIDDEN);
    assert_eq!(ask("GET", &own, "none").await.0, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(ask("POST", "", "none").await.0, StatusCode::BAD_REQUEST);
    assert_eq!(ask("POST", "?origin=x", "none").await.0, StatusCode::BAD_REQUEST);
    assert!(!is_open().await);
    let (status, said) = ask("POST", &own, "none").await;
    assert_eq!(status, StatusCode::OK);
    assert!(said.contains("does not exist: it answers 404"), "{said}");
    assert!(is_open().await);
}
