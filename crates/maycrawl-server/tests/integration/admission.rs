//! Admission of requests: slow, large and incomplete bodies, and slow work.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::net::SocketAddr;
use std::num::NonZero;
use std::time::{Duration, Instant};

use maycrawl_fetch::{Clock, Fetcher};
use maycrawl_server::{AppState, ConnectionLimits, Disclosure, HostPolicy, RequestLimits, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

const SHORT: Duration = Duration::from_millis(400);
const LONG: Duration = Duration::from_secs(90);

async fn service(limits: RequestLimits) -> SocketAddr {
    let fetcher = Fetcher::builder().build().unwrap();
    let (unreached, hosts, clock) = (Disclosure::Full, HostPolicy::default(), Clock::system());
    let app = AppState { fetcher, unreached, limits, hosts, for_agents: false, clock };
    let (router, _) = maycrawl_server::router(app);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, router, ConnectionLimits::default(), std::future::pending()));
    address
}

fn open() -> RequestLimits {
    let a_second = NonZero::new(100_000).unwrap();
    RequestLimits {
        per_client_per_second: a_second,
        body_timeout: SHORT,
        ..RequestLimits::default()
    }
}

/// Sends a request and reads to the end of the connection.
async fn ask(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The service may close a refused connection while the client still sends.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut answer)).await.expect("the connection ends");
    String::from_utf8_lossy(&answer).into_owned()
}

fn post(path: &str, fields: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nConnection: close\r\n{fields}\r\n{body}"
    )
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_a_timeout() {
    let address = service(open()).await;
    let start = Instant::now();
    let answer = ask(address, &post("/v1/draft/parse", "Content-Length: 100\r\n", "{")).await;
    assert!(
        answer.starts_with("HTTP/1.1 408 ") && answer.contains("/problems/too-slow"),
        "{answer}"
    );
    assert!(start.elapsed() >= SHORT);
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_before_it_arrives() {
    let address = service(open()).await;
    let answer = ask(address, &post("/v1/draft/parse", "Content-Length: 99999999\r\n", "")).await;
    assert!(
        answer.starts_with("HTTP/1.1 413 ") && answer.contains("/problems/too-large"),
        "{answer}"
    );
    let chunks = format!("10000\r\n{}\r\n", " ".repeat(64 << 10)).repeat(65) + "0\r\n\r\n";
    let answer =
        ask(address, &post("/v1/draft/parse", "Transfer-Encoding: chunked\r\n", &chunks)).await;
    assert!(answer.starts_with("HTTP/1.1 413 ") || answer.is_empty(), "{answer}");
    let chunks = "11\r\n{\"robots\": \"# x\"}\r\n0\r\n\r\n";
    let answer =
        ask(address, &post("/v1/draft/parse", "Transfer-Encoding: chunked\r\n", chunks)).await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

/// A request counts as in flight only after its body has arrived.
#[tokio::test]
async fn slow_bodies_do_not_block_other_requests() {
    let limits = RequestLimits { max_in_flight: 1, body_timeout: LONG, ..open() };
    let address = service(limits).await;
    let mut slow = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let half = post("/v1/draft/parse", "Content-Length: 100\r\n", "{");
        stream.write_all(half.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    sleep(SHORT).await;
    let whole = post("/v1/draft/parse", "Content-Length: 17\r\n", "{\"robots\": \"# x\"}");
    assert!(ask(address, &whole).await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn slow_work_does_not_delay_other_requests() {
    let address = service(open()).await;
    let rules = "Disallow: /*abc*zz*yy\\n".repeat(20_000);
    let path = format!("/yyzz{}zz", "abc".repeat(2700));
    let urls = vec![format!("\"{path}\""); 30].join(",");
    let body = format!("{{\"robots\": \"User-agent: *\\n{rules}\", \"urls\": [{urls}]}}");
    let request = post("/v1/draft/check", &format!("Content-Length: {}\r\n", body.len()), &body);
    let slow: Vec<_> = (0..8)
        .map(|_| {
            let request = request.clone();
            tokio::spawn(async move { ask(address, &request).await })
        })
        .collect();
    let healthy =
        ask(address, "GET /v1/crawlers HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").await;
    assert!(healthy.starts_with("HTTP/1.1 200 "), "{healthy}");
    assert!(slow.iter().any(|answer| !answer.is_finished()), "it was answered last");
    let mut statuses = Vec::new();
    for answer in slow {
        let answer = answer.await.unwrap();
        statuses.push(answer.get(9..12).unwrap_or("none").to_owned());
    }
    assert!(
        statuses.iter().all(|status| ["200", "503"].contains(&status.as_str())),
        "{statuses:?}"
    );
    assert!(statuses.iter().any(|status| status == "200"), "{statuses:?}");
}
