//! The memory of hostile requests. This test has its own binary, because it measures its process.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

#[path = "integration/support/mod.rs"]
mod support;

use serde_json::{Value, json};
use support::Service;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Most memory of one request, in KiB more than the idle process.
const MAX_COST_KIB: u64 = 64 << 10;

/// The peak memory of this process since the last reset, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Sends a request and reads the response without keeping it: its status, length and last bytes.
async fn drain(service: &Service, path: &str, body: &str) -> (String, usize, String) {
    let mut stream = TcpStream::connect(service.address).await.unwrap();
    let length = body.len();
    let method = if body.is_empty() { "GET" } else { "POST" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    let (mut bytes, mut all, mut kept) = ([0; 16 << 10], 0, Vec::new());
    let mut status = String::new();
    loop {
        let read = stream.read(&mut bytes).await.unwrap();
        if read == 0 {
            return (status, all, String::from_utf8_lossy(&kept).into_owned());
        }
        if all == 0 {
            status = String::from_utf8_lossy(&bytes[9..12]).into_owned();
        }
        all += read;
        kept.extend_from_slice(&bytes[..read]);
        kept.drain(..kept.len().saturating_sub(400));
    }
}

fn agents(count: usize) -> Vec<String> {
    (0..count).map(|i| "abcdefghij".repeat(7)[i..].to_owned()).collect()
}

fn urls(site: &str) -> Vec<String> {
    (0..1000).map(|i| format!("{site}/{i}")).collect()
}

/// A site whose file is `file`.
async fn site(file: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1024]).await;
            let length = file.len();
            let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{file}");
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    origin
}

/// The largest known responses to small requests: explanations of thousands of groups, patterns of 16 KB, rules of many
/// crawlers, escapes.
#[tokio::test]
async fn no_request_exceeds_the_memory_limit() {
    let groups = "User-agent:*\nDisallow:/\n".repeat(20_000);
    let stars = format!("User-agent: *\nDisallow: /{}\n", "*".repeat(16_600));
    let rules: String = (0..36_000).map(|i| format!("allow:/{i:x}\n")).collect();
    let rules = format!("user-agent:*\n{rules}");
    let controls = "\u{1}:\u{2}\n".repeat(120_000);
    let live = site(stars.clone()).await;
    let large = site(rules.clone()).await;
    let values = site(format!("[{}0]", "[],".repeat(43_000))).await;
    let values = format!("/v1/uses?use=tdm&read=all&url={values}/a");
    let rows: Vec<(&str, &str, Value)> = vec![
        (
            "the explanation of 20,000 groups for 64 crawlers",
            "/v1/draft/check",
            json!({ "robots": groups, "urls": ["/x"], "agents": agents(64), "explain": true }),
        ),
        (
            "an explanation of 20,000 groups for each of 1,000 URLs",
            "/v1/draft/check",
            json!({ "robots": groups, "urls": urls(""), "explain": true }),
        ),
        (
            "a pattern of 16 KB in 20,000 answers",
            "/v1/draft/check",
            json!({ "robots": stars, "urls": urls(""), "agents": agents(20) }),
        ),
        (
            "the same from a live site",
            "/v1/check",
            json!({ "urls": urls(&live), "agents": agents(20) }),
        ),
        (
            "36,000 rules compiled for 64 crawlers",
            "/v1/draft/check",
            json!({ "robots": rules, "urls": urls("")[..300], "agents": agents(64) }),
        ),
        (
            "the same from a live site",
            "/v1/check",
            json!({ "urls": urls(&large)[..300], "agents": agents(64) }),
        ),
        ("a tdmrep.json of 43,000 values, read for a question", &values, Value::Null),
        ("a file of control characters, parsed", "/v1/draft/parse", json!({ "robots": controls })),
        ("the same, linted", "/v1/draft/lint", json!({ "robots": controls })),
        ("20,000 groups, linted", "/v1/draft/lint", json!({ "robots": groups })),
        (
            "the most that all programs read, linted",
            "/v1/draft/lint",
            json!({ "robots": groups[..92_000] }),
        ),
        (
            "the same, changed",
            "/v1/draft/diff",
            json!({ "before": groups[..92_000], "after": groups[..91_000] }),
        ),
        (
            "20,000 groups, changed",
            "/v1/draft/diff",
            json!({ "before": groups, "after": groups[..91_000] }),
        ),
        ("patterns of 16 KB, linted", "/v1/draft/lint", json!({ "robots": stars.repeat(30) })),
        (
            "20,000 groups, explained",
            "/v1/draft/explain",
            json!({ "robots": groups, "url": "/x", "agent": "a" }),
        ),
    ];
    let service = Service::open().await;
    // Memory that every first request needs.
    drain(&service, "/v1/draft/check", &json!({ "robots": "", "urls": ["/"] }).to_string()).await;
    let mut costs = Vec::new();
    std::fs::write("/proc/self/clear_refs", "5").unwrap(); // resets the peak
    let idle = peak();
    for (sentence, path, body) in rows {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        std::fs::write("/proc/self/clear_refs", "5").unwrap();
        let (status, bytes, end) = drain(&service, path, &body).await;
        let cost = peak().saturating_sub(idle);
        costs.push(format!("{cost} KiB: {sentence}: {status}, {bytes} bytes"));
        assert_eq!(status, "200", "{sentence}: {end}");
        assert!(bytes < 40 << 20, "{sentence}: {bytes} bytes");
        assert!(cost < MAX_COST_KIB, "{sentence}: {cost} KiB");
    }
    println!("{}", costs.join("\n"));
}
