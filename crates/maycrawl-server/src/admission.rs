//! Who is let in: one client's rate, bodies in time and in bounds, and how many are answered at once. Whoever is
//! refused is told so before any work is done.

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

/// How much the service takes on.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// Requests of one client in a second. A burst may have the requests of a few seconds.
    pub per_client_per_second: NonZero<u32>,
    /// Requests that are answered at a time. One client may have a quarter of them.
    pub max_in_flight: usize,
    /// Body timeout: how long the body of a request may take to arrive.
    pub body_timeout: Duration,
    /// Response timeout: from the complete request to the last byte of the response.
    pub response_timeout: Duration,
    /// Shortest time between two fetches of one origin that clients ask for. The fetcher's
    /// [`min_refresh_interval`](maycrawl_fetch::FetcherBuilder::min_refresh_interval) keeps to it; answers say it.
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

/// A draft of 500 KiB, escaped as JSON in the worst way, and the questions about it.
const MAX_BODY_BYTES: usize = 4 << 20;

/// KiB of memory for bodies of requests and for what answers are made of, of all requests and of one client's.
const MAX_MEMORY_KIB: usize = 256 << 10;
const MAX_MEMORY_KIB_PER_CLIENT: usize = 64 << 10;

/// Clients that have not asked for a while are forgotten after this many requests.
const CLEANUP_INTERVAL: u32 = 100_000;

/// The limits of requests, and what they count.
pub(crate) struct Admission {
    rates: DefaultKeyedRateLimiter<IpAddr>,
    requests: AtomicU32,
    slots: Arc<ClientLimits>,
    memory: Arc<ClientLimits>,
    limits: RequestLimits,
}

/// What a handler knows of the request beside its content: whose it is, and when its answer has to be complete.
#[derive(Clone, Copy)]
pub(crate) struct RequestContext {
    pub(crate) client: Client,
    /// When an answer has to end by itself: a little before it is cut off.
    pub(crate) until: Instant,
}

impl RequestContext {
    /// Whether the answer has to end now.
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
            slots: Arc::default(),
            memory: Arc::default(),
            limits,
        })
    }

    /// The client's rate.
    fn check_rate(&self, Client(client): Client) -> Result<(), Problem> {
        if self.requests.fetch_add(1, Ordering::Relaxed) % CLEANUP_INTERVAL == CLEANUP_INTERVAL - 1
        {
            self.rates.retain_recent();
        }
        self.rates.check_key(&client).map_err(|_| {
            ProblemKind::TooManyRequests.with_detail("wait a second, or run the service yourself")
        })
    }

    /// Waits until the client's rate has room for one more request to a site. The first one is paid for by the request
    /// itself.
    pub(crate) async fn wait_for_rate(&self, Client(client): Client) {
        self.rates.until_key_ready(&client).await;
    }

    /// Memory for what an answer is made of, if the client may have so much more.
    pub(crate) fn reserve_memory(&self, client: Client, bytes: usize) -> Option<ClientPermit> {
        self.memory.take(client, bytes.div_ceil(1024), MAX_MEMORY_KIB, MAX_MEMORY_KIB_PER_CLIENT)
    }

    /// A place among the requests that are answered at a time: one client has a quarter of them at most.
    fn slot(&self, client: Client) -> Result<ClientPermit, Problem> {
        let all = self.limits.max_in_flight;
        self.slots
            .take(client, 1, all, all.div_ceil(4))
            .ok_or_else(|| ProblemKind::Busy.with_detail("try again in a second"))
    }

    /// The request with its whole body, and the memory that it takes.
    async fn receive(
        &self,
        request: Request,
        client: Client,
    ) -> Result<(Request, Option<ClientPermit>), Problem> {
        if request.body().is_end_stream() {
            return Ok((request, None));
        }
        let too_large = || ProblemKind::TooLarge.with_detail("a body of more than 4 MiB");
        let (parts, body) = request.into_parts();
        let size = body.size_hint().upper().unwrap_or(MAX_BODY_BYTES as u64);
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if size > MAX_BODY_BYTES {
            return Err(too_large());
        }
        let memory = self.reserve_memory(client, size);
        let memory = memory.ok_or_else(|| {
            ProblemKind::Busy.with_detail("too much is being sent; try again in a second")
        })?;
        let bytes = timeout(self.limits.body_timeout, axum::body::to_bytes(body, MAX_BODY_BYTES))
            .await
            .map_err(|_| ProblemKind::TooSlow.with_detail("the body did not come in time"))?
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
        let slot = self.slot(client)?;
        let answer = self.limits.response_timeout;
        let start = Instant::now();
        // A tenth of the time is for what has been made to be sent.
        let until = start + answer - answer / 10;
        let context = RequestContext { client, until };
        request.extensions_mut().insert(context);
        let late = || ProblemKind::Late.with_detail("ask about fewer URLs at a time, or later");
        let response = timeout(answer, next.run(request)).await.map_err(|_| late())?;
        if response.body().size_hint().exact().is_some() {
            return Ok(response);
        }
        // The answer is still being made while it is sent.
        Ok(response.map(|body| Body::new(DeadlineBody::new(body, (slot, memory), start + answer))))
    }
}

/// Lets a request in, or says at once that it does not.
pub(crate) async fn admit(
    State(admission): State<Arc<Admission>>,
    request: Request,
    next: Next,
) -> Response {
    admission.run(request, next).await.unwrap_or_else(IntoResponse::into_response)
}
