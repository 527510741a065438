//! What strangers cannot tell apart: an address that the guard refuses, a name that is not known, a closed port. At
//! first and when they ask again. Time is the tests' own: nothing here waits.

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
/// The clocks follow in steps of this.
const STEP: Duration = Duration::from_millis(5);
const TRIALS: u8 = 20;

/// A name server that knows no name.
async fn knows_nothing() -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    tokio::spawn(async move {
        let mut packet = [0; 512];
        while let Ok((length, peer)) = socket.recv_from(&mut packet).await {
            // The question is a name, its type and its class; nothing after it is sent back.
            let name = packet[12..length].iter().position(|byte| *byte == 0).unwrap();
            let reply = &mut packet[..12 + name + 5];
            reply[2..4].copy_from_slice(&[0x81, 0x83]);
            reply[6..12].fill(0);
            socket.send_to(reply, peer).await.unwrap();
        }
    });
    address
}

/// Wall and steady clock follow tokio's time, which stands still while anything can be done.
fn clock() -> Clock {
    let start = Instant::now();
    let at = move |passed: Duration| ClockReading {
        wall: Timestamp::from_millis(1_800_000_000_000).after(passed),
        steady: passed,
    };
    let clock = Clock::standing_at(at(Duration::ZERO));
    let own = clock.clone();
    tokio::spawn(async move {
        loop {
            sleep(STEP).await;
            own.set(at(start.elapsed()));
        }
    });
    clock
}

struct Stranger {
    router: axum::Router,
}

impl Stranger {
    fn new(name_server: SocketAddr, store: Store, clock: &Clock) -> Self {
        let mut builder = Fetcher::builder()
            .guard(AddressGuard::public_only().allowing_private())
            .name_server(name_server)
            .store(store)
            .store_unreached(false)
            .clock(clock.clone());
        for i in 0..TRIALS {
            // The guard refuses a cloud's metadata even where private networks are open.
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
            clock: clock.clone(),
        });
        Self { router }
    }

    /// What is answered about a host, without its name, and after which time, in steps.
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

    /// Every kind of host that cannot be reached looks the same.
    async fn learns_nothing(&self, when: &str, shortest: Duration) {
        for path in ["/v1/check?url=", "/v1/robots?origin="] {
            let (mut told, mut times) = (BTreeSet::new(), Vec::new());
            for i in 0..TRIALS {
                // Names of one length: everything else is to be the same.
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
            // The clocks follow in steps, and a name server on loopback takes a few.
            assert!(most - least <= 4 * STEP.as_millis(), "{when}, {path}: {times:?}");
            let shortest = if path.contains("check") { shortest } else { Duration::ZERO };
            assert!(least + 2 * STEP.as_millis() >= shortest.as_millis(), "{when}: {times:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn refused_unknown_and_closed_look_alike_whenever_they_are_asked() {
    let (name_server, clock) = (knows_nothing().await, clock());
    let store = Store::memory(1 << 20);
    let stranger = Stranger::new(name_server, store.clone(), &clock);
    stranger.learns_nothing("at first", MASKED_DELAY).await;
    sleep(Duration::from_secs(30)).await;
    stranger.learns_nothing("after 30 s", Duration::ZERO).await;
    sleep(Duration::from_secs(280)).await;
    stranger.learns_nothing("after 310 s", Duration::ZERO).await;
    let stranger = Stranger::new(name_server, store, &clock);
    stranger.learns_nothing("after a restart with a store", MASKED_DELAY).await;
}

/// The text of a store's error names hosts: only the people who run the service see it.
#[tokio::test]
async fn why_the_service_is_not_ready_is_told_at_the_admins_address_only() {
    let nowhere = "127.0.0.1:1".parse().unwrap();
    let store = Store::redis("redis://127.0.0.1:1").unwrap();
    let public = Stranger::new(nowhere, store.clone(), &Clock::system()).router;
    let fetcher = Fetcher::builder().store(store).build().unwrap();
    let counters = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let admin = admin_router(&fetcher, counters.handle(), HostPolicy::default());
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
