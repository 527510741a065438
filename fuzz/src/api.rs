//! Any request gets an answer of the service: never a 5xx but 503, and JSON where it says so. The service has one known
//! site and no network.
//!
//! An input is a method and a target, then header fields, an empty line, and a body.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZero;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header};
use maycrawl::Origin;
use maycrawl_fetch::{
    Clock, ClockReading, Entry, FetchMode, FetchResult, Fetcher, Outcome, Policy, Store, Timestamp,
};
use maycrawl_server::{AppState, Disclosure, HostPolicy, RequestLimits};
use tokio::runtime::{Builder, Runtime};
use tower_service::Service as _;

/// The media types of answers that are one JSON value.
const JSON: [&[u8]; 2] = [b"application/json", b"application/problem+json"];
/// More than any answer to an input of some KiB.
const MAX_ANSWER_BYTES: usize = 64 << 20;

const KNOWN_SITE: &str = "https://shop.example";
const KNOWN_FILE: &[u8] =
    b"User-agent: *\nDisallow: /checkout\nSitemap: https://shop.example/s.xml\n";

thread_local! {
    /// One service for all inputs of a thread: to make it costs more than to ask it.
    static SERVICE: (Runtime, Router) = {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let router = runtime.block_on(router());
        (runtime, router)
    };
}

/// Panics if that is not so.
pub fn check(input: &[u8]) {
    let Some(request) = request(input) else { return };
    let shown = format!("{} {}", request.method(), request.uri());
    let (status, is_json, answer) = SERVICE.with(|(runtime, router)| {
        runtime.block_on(async {
            let response = router.clone().call(request).await.unwrap();
            let (head, body) = response.into_parts();
            assert!(head.headers.contains_key("content-security-policy"));
            let media_type = head.headers.get(header::CONTENT_TYPE);
            let is_json = media_type.is_some_and(|it| JSON.contains(&it.as_bytes()));
            (head.status, is_json, to_bytes(body, MAX_ANSWER_BYTES).await.unwrap())
        })
    });
    // A machine with much other work may be too slow for the limits of time. That is no fault of the request.
    let is_busy = status == StatusCode::SERVICE_UNAVAILABLE;
    assert!(!status.is_server_error() || is_busy, "{status} for {shown}: {answer:?}");
    if is_json && !answer.is_empty() {
        serde_json::from_slice::<serde_json::Value>(&answer).unwrap();
    }
}

/// The request in an input, if it is one that the HTTP library could have read.
fn request(input: &[u8]) -> Option<Request<Body>> {
    let end = input.windows(2).position(|window| window == b"\n\n").unwrap_or(input.len());
    let (head, body) = input.split_at(end);
    let mut lines = head.split(|&byte| byte == b'\n');
    let mut words = lines.next()?.splitn(2, |&byte| byte == b' ');
    let mut request = Request::new(Body::from(body.get(2..).unwrap_or_default().to_vec()));
    *request.method_mut() = Method::from_bytes(words.next()?).ok()?;
    *request.uri_mut() = Uri::try_from(words.next()?).ok()?;
    let fields = request.headers_mut();
    fields.insert(header::HOST, HeaderValue::from_static("localhost"));
    fields.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for line in lines {
        let colon = line.iter().position(|&byte| byte == b':')?;
        let name = HeaderName::from_bytes(&line[..colon]).ok()?;
        fields.insert(name, HeaderValue::from_bytes(line[colon + 1..].trim_ascii()).ok()?);
    }
    Some(request)
}

/// A service that knows one site and fetches nothing: the fetcher is offline, names have no server, and the address of
/// the known site is one that the guard refuses.
async fn router() -> Router {
    let wall = Timestamp::from_millis(1 << 40);
    let clock = Clock::fixed(ClockReading { wall, steady: Duration::ZERO });
    let store = Store::memory(1 << 20);
    let origin = Origin::parse(KNOWN_SITE).unwrap();
    let outcome = Outcome::from_status(200, KNOWN_FILE);
    let fetched = FetchResult::new(wall, Duration::ZERO, outcome);
    let entry = Entry::after(None, &origin, &fetched, None, Policy::default(), wall);
    store.put(&entry, None).await.unwrap();
    let fetcher = Fetcher::builder()
        .store(store)
        .clock(clock.clone())
        .mode(FetchMode::Offline)
        .name_server((Ipv4Addr::LOCALHOST, 9).into())
        .resolve("shop.example", &[IpAddr::V4(Ipv4Addr::LOCALHOST)])
        .connect_timeout(Duration::from_millis(50))
        .deadline(Duration::from_millis(100))
        .build()
        .unwrap();
    let limits = RequestLimits {
        per_client_per_second: NonZero::new(1_000_000).unwrap(),
        ..RequestLimits::default()
    };
    let hosts = HostPolicy::default();
    let unreached = Disclosure::Full;
    maycrawl_server::router(AppState {
        fetcher,
        unreached,
        limits,
        hosts,
        for_agents: false,
        clock,
    })
    .0
}
