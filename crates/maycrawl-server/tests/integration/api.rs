//! The API over real connections: the response of each operation, and refused requests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::net::SocketAddr;
use std::num::NonZero;
use std::time::Duration;

use crate::support::{MASKED_DELAY, Service, agents};
use maycrawl::{Crawler, RobotsTxt, as_written};
use maycrawl_fetch::AddressGuard;
use maycrawl_server::RequestLimits;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

const FILE: &str = "User-agent: *\nDisallow: /private\nSitemap: https://shop.test/s.xml\n";

/// A site that answers everything with [`FILE`].
async fn site() -> SocketAddr {
    site_with(FILE).await
}

async fn site_with(file: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1024]).await;
            let length = file.len();
            let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{file}");
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    address
}

#[tokio::test]
async fn a_live_site_is_checked_and_refreshed() {
    let (service, site) = (Service::open().await, site().await);
    let path = format!("/v1/check?url=http://{site}/private/x&agent=GPTBot");
    let (status, answer) = service.json("GET", &path, &Value::Null).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["decision"], "disallowed");
    assert_eq!(answer["agent"], "GPTBot");
    assert_eq!(answer["rule"]["pattern"], "/private");
    assert_eq!(answer["site"]["basis"], "file");

    let (status, file) =
        service.json("GET", &format!("/v1/robots?origin=http://{site}"), &Value::Null).await;
    assert_eq!((status, file["versions"].as_array().unwrap().len()), (200, 1));
    assert_eq!(file["versions"][0]["file"], FILE);
    let (status, again) = service
        .json("POST", "/v1/robots/refresh", &json!({ "origin": format!("http://{site}/") }))
        .await;
    assert_eq!((status, &again["basis"]), (200, &json!("file")));
    assert_eq!(again["versions"].as_array().unwrap().len(), 1);
    let note = again["note"].as_str().unwrap();
    assert!(note.ends_with(" s ago; a site is fetched at most once in 10 s"), "{note}");
    assert!(file.get("note").is_none(), "this was not a refresh: {file}");
}

/// One row: the use, the outcome, and the line. A site that cannot be read is never one that says nothing.
#[tokio::test]
async fn a_live_site_is_asked_about_uses() {
    let file = "User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /private\n";
    let (service, site) = (Service::open().await, site_with(file).await);
    for (wanted, outcome, line) in
        [("train", "refused", Some(2)), ("search", "granted", Some(2)), ("input", "not said", None)]
    {
        let path = format!("/v1/uses?url=http://{site}/a&agent=GPTBot&use={wanted}");
        let (status, answer) = service.json("GET", &path, &Value::Null).await;
        assert_eq!((status, &answer["outcome"]), (200, &json!(outcome)), "{answer}");
        let found = &answer["families"][0]["statements"][0]["line"];
        assert_eq!(found, &line.map_or(Value::Null, |line: u32| json!(line)), "{answer}");
        assert_eq!(answer["read"], json!(["robots.txt"]), "{answer}");
        assert_eq!(answer["site"]["basis"], "file");
    }
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    // One of them ignores robots.txt, so it may fetch; what the file says is not known for it either.
    for (agent, access) in [("GPTBot", "unreachable"), ("Google-Safety", "allowed")] {
        let path = format!("/v1/uses?url=http://{closed}/a&use=train&agent={agent}");
        let (_, answer) = service.json("GET", &path, &Value::Null).await;
        let said = (&answer["outcome"], &answer["is_whole"], &answer["access"]);
        assert_eq!(said, (&json!("conditional"), &json!(false), &json!(access)), "{answer}");
    }
}

/// The written URL, the requested path if it differs, and the decision. The file disallows /private.
const REQUESTED: &[(&str, Option<&str>, &str)] = &[
    ("/private/x", None, "disallowed"),
    ("/a/../private/x", Some("/private/x"), "disallowed"),
    ("/%2e%2e/private/x", Some("/private/x"), "disallowed"),
    ("/a\\..\\private\\x", Some("/private/x"), "disallowed"),
    ("/private/../a", Some("/a"), "allowed"),
    ("/\u{e9}", None, "allowed"),
];

/// Rules are compared with the path that a crawler requests, in drafts and on live sites.
#[tokio::test]
async fn answers_are_about_the_requested_url_and_name_it() {
    let (service, site) = (Service::open().await, site().await);
    for (written, requested, decision) in REQUESTED {
        let whole = format!("http://{site}{written}");
        let draft = json!({ "robots": FILE, "urls": [written, whole] });
        let (_, tested) = service.json("POST", "/v1/draft/check", &draft).await;
        let (_, checked) = service.json("POST", "/v1/check", &json!({ "urls": [whole] })).await;
        let asked = json!({ "robots": FILE, "url": written, "agent": "Googlebot" });
        let (_, explained) = service.json("POST", "/v1/draft/explain", &asked).await;
        let of_site = requested.map(|path| format!("http://{site}{path}"));
        let rows = [
            (&tested[0], requested.map(str::to_owned)),
            (&tested[1], of_site.clone()),
            (&checked[0], of_site),
            (&explained["answer"], requested.map(str::to_owned)),
        ];
        for (answer, requested) in rows {
            assert_eq!(answer["decision"], *decision, "{written}: {answer}");
            assert_eq!(answer["requested"].as_str(), requested.as_deref(), "{written}: {answer}");
        }
        let says_so = explained["words"][0].as_str().unwrap().contains("requests this URL as");
        assert_eq!(says_so, requested.is_some(), "{written}: {explained}");
    }
}

#[tokio::test]
async fn many_are_answered_in_order_as_an_array_or_as_lines() {
    let (service, site) = (Service::open().await, site().await);
    let urls = [format!("http://{site}/private"), "nonsense".to_owned(), format!("http://{site}/")];
    let body = json!({ "urls": urls, "agents": ["Googlebot", "AdsBot-Google"] });
    let (status, all) = service.json("POST", "/v1/check", &body).await;
    assert_eq!(status, 200, "{all}");
    let decisions: Vec<_> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["decision"].as_str().or(one["error"]["type"].as_str()).unwrap())
        .collect();
    let expected = ["disallowed", "allowed", "/problems/bad-url", "allowed", "allowed"];
    assert_eq!(decisions, expected, "AdsBot-Google ignores *");
    let fields = "Accept: application/x-ndjson\r\n";
    let (status, _, lines) = service.ask("POST", "/v1/check", fields, &body.to_string()).await;
    assert_eq!(status, 200);
    let lines = lines.lines().filter(|line| line.starts_with('{'));
    let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(json!(lines), all);
}

#[tokio::test]
async fn every_wrong_request_is_a_problem_that_says_what_to_do() {
    let service = Service::open().await;
    let long = format!("http://h/{}", "x".repeat(9000));
    let many = vec!["http://h/"; 1001];
    let rows: Vec<(&str, &str, Value, u16, &str)> = vec![
        ("GET", "/v1/check", Value::Null, 400, "/problems/bad-request"),
        ("GET", "/v1/uses?url=http://h/&use=eat", Value::Null, 400, "/problems/bad-request"),
        ("GET", "/v1/check?url=", Value::Null, 400, "/problems/bad-url"),
        ("GET", "/v1/check?url=gopher://h/", Value::Null, 400, "/problems/bad-url"),
        ("GET", "/v1/check?url=http:/h/x", Value::Null, 400, "/problems/bad-url"),
        (
            "GET",
            "/v1/check?url=http://h/&agent=Mozilla/5.0%20(x)",
            Value::Null,
            400,
            "/problems/bad-agent",
        ),
        ("POST", "/v1/check", json!({}), 400, "/problems/bad-request"),
        ("POST", "/v1/check", json!({ "urls": many }), 413, "/problems/too-large"),
        (
            "POST",
            "/v1/check",
            json!({ "urls": [], "agents": vec!["a"; 65] }),
            413,
            "/problems/too-large",
        ),
        (
            "POST",
            "/v1/draft/explain",
            json!({ "robots": "", "url": long, "agent": "a" }),
            400,
            "/problems/bad-url",
        ),
        (
            "POST",
            "/v1/robots/compare",
            json!({ "robots": "", "origin": "x" }),
            400,
            "/problems/bad-url",
        ),
        (
            "POST",
            "/v1/draft/check",
            json!({ "robots": "", "urls": [], "profile": "bing" }),
            400,
            "/problems/bad-request",
        ),
        (
            "POST",
            "/v1/draft/check",
            json!({ "robots": "", "urls": [], "more": 1 }),
            400,
            "/problems/bad-request",
        ),
        ("POST", "/v1/draft/parse", json!([1]), 400, "/problems/bad-request"),
        ("POST", "/v1/robots/refresh", json!({ "origin": "nowhere" }), 400, "/problems/bad-url"),
        ("GET", "/v1/nothing", Value::Null, 404, "/problems/not-found"),
        ("DELETE", "/v1/check", Value::Null, 405, "/problems/method-not-allowed"),
    ];
    for (method, path, body, status, kind) in rows {
        let (got, problem) = service.json(method, path, &body).await;
        assert_eq!((got, problem["type"].as_str().unwrap()), (status, kind), "{method} {path}");
        assert_eq!(problem["status"], status, "{method} {path}");
        assert!(problem["detail"].as_str().unwrap().len() > 10, "{problem}");
    }
    // The size is only announced. The service does not wait for the body.
    let mut stream = TcpStream::connect(service.address).await.unwrap();
    let head = "POST /v1/draft/parse HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 413") && answer.contains("/problems/too-large"),
        "{answer}"
    );
}

/// If Google's text of 2026 has another decision, an answer about a live site says so.
#[tokio::test]
async fn an_answer_names_a_policy_with_another_decision() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let busy = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1024]).await;
            let answer = "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n";
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    let (service, site) = (Service::open().await, site().await);
    let urls = [format!("http://{busy}/a"), format!("http://{site}/a")];
    let (_, checked) = service.json("POST", "/v1/check", &json!({ "urls": urls })).await;
    assert_eq!(checked[0]["decision"], "allowed");
    let differs = json!([{ "policy": "google-2026", "text": "google-2026 (Google's documents of 2026) disallows it: 429 is a server error there" }]);
    assert_eq!(checked[0]["differs_under"], differs);
    assert_eq!(checked[1].get("differs_under"), None, "a file has the same decision under both");
}

#[tokio::test]
async fn twenty_thousand_usual_answers_fit() {
    let (service, site) = (Service::open().await, site().await);
    let urls: Vec<_> =
        (0..1000).map(|i| format!("http://{site}/private/of/usual/length?page={i}")).collect();
    let asked = json!({ "urls": urls, "agents": agents(20) });
    let (status, checked) = service.json("POST", "/v1/check", &asked).await;
    let checked = checked.as_array().unwrap();
    assert_eq!((status, checked.len()), (200, 20_000));
    assert!(checked.iter().all(|answer| answer["rule"]["line"] == 2));
}

/// A form or a script of another site can send these content types without a preflight. The API refuses them.
#[tokio::test]
async fn every_operation_with_a_body_refuses_the_types_of_forms() {
    let service = Service::open().await;
    let (_, document) = service.json("GET", "/openapi.json", &Value::Null).await;
    let calls = document["paths"].as_object().unwrap().iter().filter(|it| it.1["post"].is_object());
    let mut seen = 0;
    for (path, item) in calls {
        let content = &item["post"]["requestBody"]["content"];
        // A file is not JSON.
        let json = if content["application/json"].is_object() { 400 } else { 415 };
        for (content_type, status) in [
            ("text/plain", 415),
            ("application/x-www-form-urlencoded", 415),
            ("multipart/form-data", 415),
            ("", 415),
            ("Application/JSON; charset=utf-8", json),
        ] {
            let field = format!("Content-Type: {content_type}\r\n");
            let (got, _, _) = service.ask("POST", path, &field, "{}").await;
            assert_eq!(got, status, "{path} {content_type}");
        }
        seen += 1;
    }
    assert!(seen >= 8, "{seen}");
    let field = "Content-Type: text/plain\r\n";
    assert_eq!(service.ask("POST", "/v1/crawlers", field, "").await.0, 405, "method not allowed");
}

/// Refused addresses, closed ports and filtered ports look alike and take equally long. Otherwise a client could map
/// the network of the service.
#[tokio::test]
async fn failures_to_connect_look_alike() {
    let a_second = NonZero::new(1000).unwrap();
    // The guard refuses the metadata address of clouds even if private networks are allowed.
    let guard = AddressGuard::public_only().allowing_private();
    let service = Service::new(
        guard,
        RequestLimits {
            per_client_per_second: a_second,
            max_in_flight: 100,
            ..RequestLimits::default()
        },
    )
    .await;
    let (open, filtered) = (site().await, Filtered::new().await);
    let hosts =
        ["169.254.169.254".to_owned(), "127.0.0.1:1".to_owned(), filtered.address.to_string()];
    let (mut told, mut times) = (Vec::new(), Vec::new());
    for host in hosts {
        let start = std::time::Instant::now();
        let (status, answer) =
            service.json("GET", &format!("/v1/check?url=http://{host}/a"), &Value::Null).await;
        times.push(start.elapsed());
        assert_eq!((status, &answer["reason"]), (200, &json!("unreachable-network")), "{answer}");
        let again = format!("/v1/robots?origin=http://{host}");
        let (_, file) = service.json("GET", &again, &Value::Null).await;
        let draft = json!({ "origin": format!("http://{host}"), "robots": "" });
        let (_, compared) = service.json("POST", "/v1/robots/compare", &draft).await;
        told.push(json!([answer, file, compared]).to_string().replace(&host, "HOST"));
    }
    assert_eq!(told[0], told[1], "refused by the guard, and closed");
    assert_eq!(told[0], told[2], "refused by the guard, and filtered");
    // No answer arrives before the delay. How much later it arrives depends on the machine.
    assert!(times.iter().all(|time| *time >= MASKED_DELAY), "{times:?}");
    // An answer about a reachable site is not delayed.
    let path = format!("/v1/check?url=http://{open}/a");
    assert_eq!(service.json("GET", &path, &Value::Null).await.1["site"]["basis"], "file");
}

/// An address that does not answer: the listener accepts no connection, and its queue is full.
struct Filtered {
    address: SocketAddr,
    _kept: (TcpListener, Vec<TcpStream>),
}

impl Filtered {
    async fn new() -> Self {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = socket.listen(1).unwrap();
        let address = listener.local_addr().unwrap();
        let mut waiting = Vec::new();
        while let Ok(Ok(stream)) =
            tokio::time::timeout(Duration::from_millis(200), TcpStream::connect(address)).await
        {
            waiting.push(stream);
        }
        Self { address, _kept: (listener, waiting) }
    }
}

#[tokio::test]
async fn a_draft_is_compared_with_the_live_file_byte_for_byte() {
    let (service, site) = (Service::open().await, site().await);
    let compare = async |robots: &str| {
        let draft = json!({ "origin": format!("http://{site}"), "robots": robots });
        service.json("POST", "/v1/robots/compare", &draft).await.1
    };
    let same = compare(FILE).await;
    assert_eq!((&same["is_same"], &same["difference"]), (&json!(true), &Value::Null));
    assert_eq!(
        (&same["draft_bytes"], &same["live_bytes"]),
        (&json!(FILE.len()), &json!(FILE.len()))
    );
    assert!(same["live"]["first_seen"].is_string());
    let other = compare(&FILE.replace("/private", "/public")).await;
    assert_eq!(other["is_same"], json!(false));
    let place = json!({ "byte": 26, "line": 2, "draft": "Disallow: /public", "live": "Disallow: /private" });
    assert_eq!(other["difference"], place);
    let crlf = compare(&FILE.replace('\n', "\r\n")).await;
    assert_eq!(crlf["difference"]["line"], 1, "line endings are compared too");
}

/// Of a file over the limit only the beginning is read, so nothing is the same as all of it.
#[tokio::test]
async fn a_long_live_file_is_never_said_to_be_the_draft() {
    let long: &'static str = "User-agent: *\n".repeat(40_000).leak();
    let (service, site) = (Service::open().await, site_with(long).await);
    let origin = format!("http://{site}");
    let compare = async |robots: &str| {
        let draft = json!({ "origin": &origin, "robots": robots });
        let (status, answer) = service.json("POST", "/v1/robots/compare", &draft).await;
        assert_eq!((status, &answer["live_is_cut"]), (200, &json!(true)), "{answer}");
        (answer["is_same"].clone(), answer["difference"]["byte"].clone())
    };
    for (robots, difference) in [
        (long, Value::Null),
        (&long[..512_001], Value::Null),
        (&long[..100], json!(100)),
        (&long[5..], json!(0)),
    ] {
        assert_eq!(compare(robots).await, (json!(false), difference), "{}", robots.len());
    }
    // Nor is a number of bytes told that nobody has counted.
    let draft = json!({ "robots": &long[..512_001] });
    let (_, answer) = service.json("POST", "/v1/draft/lint", &draft).await;
    let told = answer["diagnostics"].as_array().unwrap().iter();
    let mut told = told.map(|it| it["message"].as_str().unwrap());
    assert!(told.any(|it| it.contains("512000 bytes and ignore what follows")), "{answer}");
}

#[tokio::test]
async fn requests_over_the_rate_or_in_flight_limit_are_refused_immediately() {
    let a_second = NonZero::new(1).unwrap();
    let service = Service::new(
        AddressGuard::public_only(),
        RequestLimits {
            per_client_per_second: a_second,
            max_in_flight: 100,
            ..RequestLimits::default()
        },
    )
    .await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(service.ask("GET", "/v1/crawlers", "", "").await.0);
    }
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
    assert_eq!(service.ask("GET", "/healthz", "", "").await.0, 200, "probes have no limit");

    let a_second = NonZero::new(1000).unwrap();
    let service = Service::new(
        AddressGuard::public_only(),
        RequestLimits {
            per_client_per_second: a_second,
            max_in_flight: 0,
            ..RequestLimits::default()
        },
    )
    .await;
    let (status, head, _) = service.ask("GET", "/v1/crawlers", "", "").await;
    assert_eq!(status, 503);
    assert!(head.contains("retry-after: 1"), "{head}");
}

#[tokio::test]
async fn accepted_requests_are_answered_before_the_service_stops() {
    let mut service = Service::open().await;
    let slow = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let site = slow.local_addr().unwrap();
    let (asks, asked) = tokio::sync::oneshot::channel();
    tokio::spawn(async move {
        let (mut stream, _) = slow.accept().await.unwrap();
        asks.send(()).unwrap();
        tokio::time::sleep(Duration::from_millis(500)).await;
        stream.write_all(b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n").await.unwrap();
        tokio::time::sleep(Duration::from_secs(5)).await;
    });
    let stop = service.stop.take().unwrap();
    let path = format!("/v1/check?url=http://{site}/");
    let (answer, ()) = tokio::join!(service.json("GET", &path, &Value::Null), async {
        asked.await.unwrap();
        stop.send(()).unwrap();
    });
    assert_eq!(answer.1["basis"].as_str().or(answer.1["site"]["basis"].as_str()), Some("no-file"));
    let cut = tokio::time::timeout(Duration::from_secs(20), service.task).await;
    assert_eq!(cut.unwrap().unwrap(), 0);
}

#[tokio::test]
async fn the_document_describes_the_api_and_responses_have_security_headers() {
    let service = Service::open().await;
    let (_, document) = service.json("GET", "/openapi.json", &Value::Null).await;
    for path in [
        "/v1/check",
        "/v1/draft/check",
        "/v1/draft/parse",
        "/v1/robots",
        "/v1/robots/as",
        "/v1/robots/refresh",
        "/v1/robots/compare",
        "/v1/draft/explain",
        "/v1/crawlers",
        "/v1/sitemap",
        "/v1/draft/sitemap",
    ] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
    // Otherwise the element for an invalid URL would match this schema.
    let cut_off = &document["components"]["schemas"]["CutOff"];
    assert_eq!(cut_off["required"], json!(["is_cut", "error"]), "{cut_off}");
    // Two types with one name would share a schema.
    let takes_json =
        |it: &&Value| it["post"]["requestBody"]["content"]["application/json"].is_object();
    let calls = document["paths"].as_object().unwrap().values().filter(takes_json);
    let schema = |content: &Value| content["content"]["application/json"]["schema"]["$ref"].clone();
    let mut bodies: Vec<String> =
        calls.clone().map(|it| schema(&it["post"]["requestBody"]).to_string()).collect();
    let answers: Vec<String> =
        calls.map(|it| schema(&it["post"]["responses"]["200"]).to_string()).collect();
    assert!(bodies.len() >= 8 && bodies.iter().all(|body| !answers.contains(body)), "{bodies:?}");
    let all = bodies.len();
    bodies.sort();
    bodies.dedup();
    assert_eq!(bodies.len(), all, "{bodies:?}");
    let (_, _, body) = service.ask("GET", "/readyz", "", "").await;
    assert_eq!(body, "ready\n");
    // Counters would show clients more than answers do.
    assert_eq!(service.ask("GET", "/metrics", "", "").await.0, 404);
}

#[tokio::test]
async fn security_headers_are_on_every_answer() {
    let service = Service::open().await;
    for path in ["/", "/docs", "/v1/crawlers", "/v1/check", "/nothing", "/readyz"] {
        let (_, head, _) = service.ask("GET", path, "", "").await;
        for field in [
            "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; ",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin\r\n",
            "cross-origin-resource-policy: same-origin\r\n",
            "permissions-policy: accelerometer=(), ",
        ] {
            assert!(head.contains(field), "{path}: {head}");
        }
        let policy = head.lines().find_map(|line| line.strip_prefix("permissions-policy: "));
        let features: Vec<_> = policy.unwrap().trim().split(", ").collect();
        let is_off = |feature: &&str| feature.strip_suffix("=()").is_some_and(|it| !it.is_empty());
        assert!(features.iter().all(is_off) && features.contains(&"camera=()"), "{features:?}");
    }
}

#[tokio::test]
async fn the_service_has_a_robots_txt_and_pages_for_people() {
    let service = Service::open().await;
    let text = async |path: &str| {
        let (status, _, body) = service.ask("GET", path, "", "").await;
        (status, body)
    };
    let (status, robots) = text("/robots.txt").await;
    assert_eq!(status, 200);
    let robots = RobotsTxt::parse(robots.as_bytes());
    let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    for (path, is_allowed) in [("/", true), ("/docs", true), ("/v1/check?url=a", false)] {
        assert_eq!(rules.check(as_written(path)).is_allowed(), is_allowed, "{path}");
    }

    let (status, docs) = text("/docs").await;
    assert_eq!(status, 200);
    let (_, document) = service.json("GET", "/openapi.json", &Value::Null).await;
    for path in document["paths"].as_object().unwrap().keys() {
        assert!(docs.contains(&format!(" {path}</code></h2>")), "{path}");
    }
    for link in docs.split("<a href=\"#").skip(1) {
        let (name, _) = link.split_once('"').unwrap();
        assert!(docs.contains(&format!("id=\"{name}\"")), "{name}");
    }
    let kinds: Vec<_> = docs.split("<a href=\"/problems/").skip(1).collect();
    assert_eq!(kinds.len(), 14);
    for link in kinds {
        let (name, _) = link.split_once('"').unwrap();
        let (status, page) = text(&format!("/problems/{name}")).await;
        assert!(status == 200 && page.contains("HTTP status"), "{name}: {page}");
    }
    let (_, problem) = service.json("GET", "/v1/check?url=nonsense", &Value::Null).await;
    assert_eq!(text(problem["type"].as_str().unwrap()).await.0, 200);
    assert_eq!(text("/problems/none").await.0, 404);
}
