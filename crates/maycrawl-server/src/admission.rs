//! Admission of requests: the rate of one client, the time and the size of bodies, and the number of requests that are
//! answered at a time. A request over a limit gets its error before any work is done.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::time::{Instant, timeout};

use crate::client_limit::{Client, ClientLimits, ClientPermit};
use crate::deadline_body::DeadlineBody;
use crate::problem::{Problem, ProblemKind};

/// Limits on requests.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// Requests of one client in a second. A burst may have four times as many. Default: 50.
    pub per_client_per_second: NonZero<u32>,
    /// Requests that are answered at a time. One client may have a quarter of them. Default: 1024.
    pub max_in_flight: usize,
    /// Body timeout: how long the body of a request may take to arrive. Default: 15 s.
    pub body_timeout: Duration,
    /// Response timeout: from the complete request to the last byte of the response. Default: 60 s.
    pub response_timeout: Duration,
    /// Shortest time between two refreshes of one origin, for the text of answers. The fetcher enforces it: set its
    /// [`min_refresh_interval`](maycrawl_fetch::FetcherBuilder::min_refresh_interval) to the same value. Default: 10 s.
    pub min_refresh_interval: Duration,
}

impl Default for RequestLimits {
    fn default() -> Self {
        const PER_SECOND: NonZero<u32> = NonZero::new(50).unwrap();
        Self {
            per_client_per_second: PER_SECOND,
            max_in_flight: 1024,
            body_timeout: Duration::from_secs(15),
            response_timeout: Duration::from_secs(60),
            min_refresh_interval: Duration::from_secs(10),
        }
    }
}

/// Size of a body: a draft of 500 KiB in the longest JSON escapes, and its URLs.
const MAX_BODY_BYTES: usize = 4 << 20;

/// Memory for bodies of requests and for the data of responses, in KiB: of all clients and of one.
const MAX_MEMORY_KIB: usize = 256 << 10;
const MAX_MEMORY_KIB_PER_CLIENT: usize = 64 << 10;

/// Number of requests after which the rates of idle clients are removed.
const CLEANUP_INTERVAL: u32 = 100_000;

/// The counters of the limits on requests.
pub(crate) struct Admission {
    rates: DefaultKeyedRateLimiter<IpAddr>,
    requests: AtomicU32,
    in_flight: Arc<ClientLimits>,
    memory: Arc<ClientLimits>,
    limits: RequestLimits,
}

/// The client of a request and its deadline, for handlers.
#[derive(Clone, Copy)]
pub(crate) struct RequestContext {
    pub(crate) client: Client,
    /// When a handler has to end the response: a little before the response timeout.
    pub(crate) until: Instant,
}

impl RequestContext {
    /// Whether the handler has to end the response now.
    pub(crate) fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }
}

impl Admission {
    pub(crate) fn new(limits: RequestLimits) -> Arc<Self> {
        let burst =
            limits.per_client_per_second.saturating_mul(NonZero::<u32>::MIN.saturating_add(3));
        let quota = Quota::per_second(limits.per_client_per_second).allow_burst(burst);
        Arc::new(Self {
            rates: RateLimiter::keyed(quota),
            requests: AtomicU32::new(0),
            in_flight: Arc::default(),
            memory: Arc::default(),
            limits,
        })
    }

    /// Counts a request against the client's rate.
    fn check_rate(&self, Client(client): Client) -> Result<(), Problem> {
        if self.requests.fetch_add(1, Ordering::Relaxed) % CLEANUP_INTERVAL == CLEANUP_INTERVAL - 1
        {
            self.rates.retain_recent();
        }
        self.rates.check_key(&client).map_err(|_| {
            ProblemKind::TooManyRequests.with_detail("rate limit exceeded; retry in 1 s")
        })
    }

    /// Waits until the client's rate allows one more fetch. The rate counts a request as its first fetch.
    pub(crate) async fn wait_for_rate(&self, Client(client): Client) {
        self.rates.until_key_ready(&client).await;
    }

    /// Reserves memory for the data of a response, if the limits allow it.
    pub(crate) fn reserve_memory(&self, client: Client, bytes: usize) -> Option<ClientPermit> {
        self.memory.take(client, bytes.div_ceil(1024), MAX_MEMORY_KIB, MAX_MEMORY_KIB_PER_CLIENT)
    }

    /// A permit for a request that is being answered. One client has at most a quarter of them.
    fn request_permit(&self, client: Client) -> Result<ClientPermit, Problem> {
        let all = self.limits.max_in_flight;
        self.in_flight.take(client, 1, all, all.div_ceil(4)).ok_or_else(|| {
            ProblemKind::Busy.with_detail("too many requests at a time; try again in a second")
        })
    }

    /// The request with its complete body, and the memory that the body takes.
    async fn receive(
        &self,
        request: Request,
        client: Client,
    ) -> Result<(Request, Option<ClientPermit>), Problem> {
        if request.body().is_end_stream() {
            return Ok((request, None));
        }
        let too_large = || {
            ProblemKind::TooLarge.with_detail("the request body is larger than 4 MiB; send less")
        };
        let (parts, body) = request.into_parts();
        let size = body.size_hint().upper().unwrap_or(MAX_BODY_BYTES as u64);
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if size > MAX_BODY_BYTES {
            return Err(too_large());
        }
        let memory = self.reserve_memory(client, size);
        let memory = memory.ok_or_else(|| {
            ProblemKind::Busy
                .with_detail("too many large requests at a time; try again in a second")
        })?;
        let bytes = timeout(self.limits.body_timeout, axum::body::to_bytes(body, MAX_BODY_BYTES))
            .await
            .map_err(|_| {
                ProblemKind::TooSlow
                    .with_detail("the request body did not arrive in time; send it again")
            })?
            .map_err(|error| {
                let cause = Error::source(&error);
                if cause.is_some_and(<dyn Error>::is::<http_body_util::LengthLimitError>) {
                    return too_large();
                }
                ProblemKind::BadRequest.with_detail("the request body was incomplete")
            })?;
        Ok((Request::from_parts(parts, Body::from(bytes)), Some(memory)))
    }

    async fn run(&self, request: Request, next: Next) -> Result<Response, Problem> {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let client = Client::of(peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |peer| peer.0.ip()));
        self.check_rate(client)?;
        let (mut request, memory) = self.receive(request, client).await?;
        let permit = self.request_permit(client)?;
        let response_timeout = self.limits.response_timeout;
        let start = Instant::now();
        // A tenth of the time is left for sending.
        let until = start + response_timeout - response_timeout / 10;
        let context = RequestContext { client, until };
        request.extensions_mut().insert(context);
        let late = || {
            ProblemKind::Late.with_detail(
                "the response took too long; ask for fewer URLs at a time, or try again later",
            )
        };
        let response = timeout(response_timeout, next.run(request)).await.map_err(|_| late())?;
        if response.body().size_hint().exact().is_some() {
            return Ok(response);
        }
        // The response is made while it is sent.
        Ok(response.map(|body| {
            Body::new(DeadlineBody::new(body, (permit, memory), start + response_timeout))
        }))
    }
}

/// Passes a request on, or answers with the limit that it exceeds.
pub(crate) async fn admit(
    State(admission): State<Arc<Admission>>,
    request: Request,
    next: Next,
) -> Response {
    admission.run(request, next).await.unwrap_or_else(IntoResponse::into_response)
}
