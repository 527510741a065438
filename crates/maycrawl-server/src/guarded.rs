//! Who is let in: one client's rate, and how many at once. Both answer at once; nobody queues.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::Semaphore;

use crate::problem::Kind;

/// How much the service takes on.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests of one client in a second; a few seconds' worth may come at once.
    pub a_second: NonZero<u32>,
    /// Requests that are answered at a time.
    pub at_once: usize,
}

impl Default for Limits {
    fn default() -> Self {
        const A_SECOND: NonZero<u32> = NonZero::new(50).unwrap();
        Self { a_second: A_SECOND, at_once: 1024 }
    }
}

/// The doors.
pub(crate) struct Doors {
    rates: DefaultKeyedRateLimiter<IpAddr>,
    slots: Semaphore,
}

/// Clients that have not asked for a while are forgotten when there are more than this.
const MOST_CLIENTS: usize = 100_000;

impl Doors {
    pub(crate) fn new(limits: Limits) -> Arc<Self> {
        let burst = limits.a_second.saturating_mul(NonZero::<u32>::MIN.saturating_add(3));
        let quota = Quota::per_second(limits.a_second).allow_burst(burst);
        Arc::new(Self { rates: RateLimiter::keyed(quota), slots: Semaphore::new(limits.at_once) })
    }

    fn refuses(&self, client: IpAddr) -> bool {
        if self.rates.len() > MOST_CLIENTS {
            self.rates.retain_recent();
        }
        // Whoever has a network of IPv6 has no more than whoever has one address of IPv4.
        let client = match client {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                [a, b, c, d, 0, 0, 0, 0].into()
            }
            address @ IpAddr::V4(_) => address,
        };
        self.rates.check_key(&client).is_err()
    }
}

/// Lets a request in, or says at once that it does not; counts and times it.
pub(crate) async fn let_in(
    State(doors): State<Arc<Doors>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let path =
        request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let start = Instant::now();
    let response = if doors.refuses(client.ip()) {
        Kind::TooManyRequests.because("wait a second, or run the service yourself").into_response()
    } else {
        match doors.slots.try_acquire() {
            Ok(_slot) => as_problem(next.run(request).await),
            Err(_) => Kind::Busy.because("try again in a second").into_response(),
        }
    };
    let status = response.status().as_u16().to_string();
    metrics::counter!("maycrawl_requests_total", "path" => path.clone(), "status" => status)
        .increment(1);
    metrics::histogram!("maycrawl_request_seconds", "path" => path)
        .record(start.elapsed().as_secs_f64());
    response
}

/// A body that is too large is refused by a layer that has words of its own.
fn as_problem(response: Response) -> Response {
    let content_type = response.headers().get(header::CONTENT_TYPE);
    let is_problem = content_type.is_some_and(|kind| kind == "application/problem+json");
    if response.status() == StatusCode::PAYLOAD_TOO_LARGE && !is_problem {
        return Kind::TooLarge.because("a body of more than 4 MiB").into_response();
    }
    response
}
