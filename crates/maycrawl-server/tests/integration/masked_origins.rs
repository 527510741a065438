//! Masked failures to connect: clients cannot distinguish an address that the guard refuses, an unknown name, and a
//! closed port, neither at the first request nor later. The tests use a paused clock, so nothing waits.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use maycrawl_fetch::{AddressGuard, Clock, ClockReading, Fetcher, Store, Timestamp};
use maycrawl_server::{AppState, Disclosure, HostPolicy, RequestLimits, admin_router};
use tokio::net::UdpSocket;
use tokio::time::{Instant, sleep};
use tower_service::Service as _;

const MASKED_DELAY: Duration = Duration::from_millis(3500);
/// Resolution of the clocks.
const STEP: Duration = Duration::from_millis(5);
const TRIALS: u8 = 20;

/// A name server without any name.
async fn empty_name_server() -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    tokio::spawn(async move {
        let mut packet = [0; 512];
        while let Ok((length, peer)) = socket.recv_from(&mut packet).await {
            // The question is a name, its type and its class. The reply ends after it.
            let name = packet[12..length].iter().position(|byte| *byte == 0).unwrap();
            let reply = &mut packet[..12 + name + 5];
            reply[2..4].copy_from_slice(&[0x81, 0x83]);
            reply[6..12].fill(0);
            socket.send_to(reply, peer).await.unwrap();
        }
    });
    address
}

/// Wall clock and steady clock follow tokio's time, which is paused while a task can run.
fn clock() -> Clock {
    let start = Instant::now();
    let at = move |passed: Duration| ClockReading {
        wall: Timestamp::from_millis(1_800_000_000_000).after(passed),
        steady: passed,
    };
    let clock = Clock::fixed(at(Duration::ZERO));
    let own = clock.clone();
    tokio::spawn(async move {
        loop {
            sleep(STEP).await;
            own.set(at(start.elapsed()));
        }
    });
    clock
}

struct Client {
    router: axum::Router,
}

impl Client {
    fn new(name_server: SocketAddr, store: Store, clock: &Clock) -> Self {
        let mut builder = Fetcher::builder()
            .guard(AddressGuard::public_only().allowing_private())
            .name_server(name_server)
            .store(store)
            .store_unreached(false)
            .clock(clock.clone());
        for i in 0..TRIALS {
            // The guard refuses the metadata address of clouds even if private networks are allowed.
            let metadata = IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254));
            builder = builder
                .resolve(&format!("refused-{i:02}.test"), &[metadata])
                .resolve(&format!("closed--{i:02}.test"), &[Ipv4Addr::LOCALHOST.into()]);
        }
        let a_second = NonZero::new(100_000).unwrap();
        let (router, _) = maycrawl_server::router(AppState {
            fetcher: builder.build().unwrap(),
            unreached: Disclosure::Masked { min_delay: MASKED_DELAY },
            limits: RequestLimits { per_client_per_second: a_second, ..RequestLimits::default() },
            hosts: HostPolicy::default(),
            for_agents: false,
            clock: clock.clone(),
        });
        Self { router }
    }

    /// The response about a host, without its name, and its duration in milliseconds.
    async fn asks(&self, path: &str, host: &str) -> (String, u128) {
        let uri = format!("{path}http://{host}/");
        let request = Request::get(uri).header("host", "h").body(Body::empty()).unwrap();
        let start = Instant::now();
        let response = self.router.clone().call(request).await.unwrap();
        let took = start.elapsed();
        let (head, body) = response.into_parts();
        let body = to_bytes(body, 1 << 20).await.unwrap();
        let told = format!("{} {:?} {}", head.status, head.headers, String::from_utf8_lossy(&body));
        (told.replace(host, "HOST"), took.as_millis())
    }

    /// All kinds of unreachable hosts look the same.
    async fn assert_masked(&self, when: &str, shortest: Duration) {
        for path in ["/v1/check?url=", "/v1/robots?origin="] {
            let (mut told, mut times) = (BTreeSet::new(), Vec::new());
            for i in 0..TRIALS {
                // The names have the same length, so that nothing else differs.
                let hosts =
                    ["refused-", "unknown-", "closed--"].map(|kind| format!("{kind}{i:02}.test:1"));
                for host in hosts {
                    let (answer, time) = self.asks(path, &host).await;
                    told.insert(answer);
                    times.push(time);
                }
            }
            assert_eq!(told.len(), 1, "{when}, {path}: {told:#?}");
            let (least, most) = (*times.iter().min().unwrap(), *times.iter().max().unwrap());
            // The clocks advance in steps, and a name server on loopback takes a few.
            assert!(most - least <= 4 * STEP.as_millis(), "{when}, {path}: {times:?}");
            let shortest = if path.contains("check") { shortest } else { Duration::ZERO };
            assert!(least + 2 * STEP.as_millis() >= shortest.as_millis(), "{when}: {times:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn refused_unknown_and_closed_look_alike_at_any_time() {
    let (name_server, clock) = (empty_name_server().await, clock());
    let store = Store::memory(1 << 20);
    let client = Client::new(name_server, store.clone(), &clock);
    client.assert_masked("at first", MASKED_DELAY).await;
    sleep(Duration::from_secs(30)).await;
    client.assert_masked("after 30 s", Duration::ZERO).await;
    sleep(Duration::from_secs(280)).await;
    client.assert_masked("after 310 s", Duration::ZERO).await;
    let client = Client::new(name_server, store, &clock);
    client.assert_masked("after a restart with a store", MASKED_DELAY).await;
}

/// A site is asked once a minute, so there is no later. The time of the request is all that differs.
#[tokio::test(start_paused = true)]
async fn asking_as_crawlers_tells_nothing_either() {
    let clock = clock();
    let client = Client::new(empty_name_server().await, Store::memory(1 << 20), &clock);
    let (mut told, mut times) = (BTreeSet::new(), Vec::new());
    for kind in ["refused-", "unknown-", "closed--"] {
        let host = format!("{kind}00.test:1");
        let body = Body::from(format!(r#"{{"origin":"http://{host}"}}"#));
        let request = Request::post("/v1/robots/as").header("host", "h");
        let request = request.header("content-type", "application/json").body(body).unwrap();
        let start = Instant::now();
        let response = client.router.clone().call(request).await.unwrap();
        times.push(start.elapsed());
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        let mut answer: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(answer["finding"]["kind"], "not-reached", "{answer}");
        answer["answers"][0]["at"].take();
        told.insert(answer.to_string().replace(&host, "HOST"));
    }
    assert_eq!(told.len(), 1, "{told:#?}");
    let (least, most) = (*times.iter().min().unwrap(), *times.iter().max().unwrap());
    assert!(least + 2 * STEP >= MASKED_DELAY && most - least <= 4 * STEP, "{times:?}");
}

/// The text of a store's error names hosts, so only operators may see it.
#[tokio::test]
async fn only_the_admin_address_says_why_the_service_is_not_ready() {
    let nowhere = "127.0.0.1:1".parse().unwrap();
    let store = Store::redis("redis://127.0.0.1:1").unwrap();
    let public = Client::new(nowhere, store.clone(), &Clock::system()).router;
    let fetcher = Fetcher::builder().store(store).build().unwrap();
    let counters = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let admin = admin_router(&fetcher, counters.handle(), HostPolicy::default(), Clock::system());
    let asked = async |mut router: axum::Router, path: &str| {
        let request = Request::get(path).header("host", "h").body(Body::empty()).unwrap();
        let response = router.call(request).await.unwrap();
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    };
    let (status, told) = asked(public.clone(), "/readyz").await;
    assert_eq!(status, 503);
    assert!(told.contains("\"detail\":\"the store does not answer\""), "{told}");
    assert_eq!(asked(public, "/metrics").await.0, 404);
    let (status, told) = asked(admin.clone(), "/readyz").await;
    assert!(status == 503 && !told.contains("the store does not answer"), "{told}");
    assert_eq!(asked(admin.clone(), "/metrics").await.0, 200);
    assert_eq!(asked(admin, "/v1/crawlers").await.0, 404);
}
