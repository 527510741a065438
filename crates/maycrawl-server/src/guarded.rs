//! Who is let in: one client's rate, bodies in time and in bounds, and how many are answered at once. Whoever is
//! refused is told so before any work is done.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::clients;
use crate::held::Held;
use crate::lane::Lane;
use crate::problem::{Kind, Problem};

/// How much the service takes on.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests of one client in a second; a few seconds' worth may come at once.
    pub a_second: NonZero<u32>,
    /// Requests that are answered at a time.
    pub at_once: usize,
    /// For a body to come.
    pub body: Duration,
    /// For an answer, from when the request is there to its last byte.
    pub answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        const A_SECOND: NonZero<u32> = NonZero::new(50).unwrap();
        Self {
            a_second: A_SECOND,
            at_once: 1024,
            body: Duration::from_secs(15),
            answer: Duration::from_secs(60),
        }
    }
}

/// A draft of 500 KiB, escaped as JSON in the worst way, and the questions about it.
const LARGEST_BODY: usize = 4 << 20;

/// Bodies that are in memory at a time, together, in KiB.
const ALL_BODIES: usize = 256 << 10;

/// Clients that have not asked for a while are forgotten after this many requests.
const SPRING_CLEANING: u32 = 100_000;

/// The doors.
pub(crate) struct Doors {
    rates: DefaultKeyedRateLimiter<IpAddr>,
    asked: AtomicU32,
    slots: Arc<Semaphore>,
    bodies: Arc<Semaphore>,
    pub(crate) lane: Lane,
    limits: Limits,
}

impl Doors {
    pub(crate) fn new(limits: Limits) -> Arc<Self> {
        let burst = limits.a_second.saturating_mul(NonZero::<u32>::MIN.saturating_add(3));
        let quota = Quota::per_second(limits.a_second).allow_burst(burst);
        Arc::new(Self {
            rates: RateLimiter::keyed(quota),
            asked: AtomicU32::new(0),
            slots: Arc::new(Semaphore::new(limits.at_once)),
            bodies: Arc::new(Semaphore::new(ALL_BODIES)),
            lane: Lane::default(),
            limits,
        })
    }

    /// The client's rate.
    fn greet(&self, client: IpAddr) -> Result<(), Problem> {
        if self.asked.fetch_add(1, Ordering::Relaxed) % SPRING_CLEANING == SPRING_CLEANING - 1 {
            self.rates.retain_recent();
        }
        self.rates.check_key(&clients::network(client)).map_err(|_| {
            Kind::TooManyRequests.because("wait a second, or run the service yourself")
        })
    }

    /// Whether there is room for another one.
    fn slot(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.slots)
            .try_acquire_owned()
            .map_err(|_| Kind::Busy.because("try again in a second"))
    }

    /// The request with its whole body, and the room that it takes.
    async fn receive(
        &self,
        request: Request,
    ) -> Result<(Request, Option<OwnedSemaphorePermit>), Problem> {
        if request.body().is_end_stream() {
            return Ok((request, None));
        }
        let too_large = || Kind::TooLarge.because("a body of more than 4 MiB");
        let (parts, body) = request.into_parts();
        let size = body.size_hint().upper().unwrap_or(LARGEST_BODY as u64);
        if size > LARGEST_BODY as u64 {
            return Err(too_large());
        }
        let room = Arc::clone(&self.bodies)
            .try_acquire_many_owned(size.div_ceil(1024) as u32)
            .map_err(|_| Kind::Busy.because("too much is being sent; try again in a second"))?;
        let bytes = timeout(self.limits.body, axum::body::to_bytes(body, LARGEST_BODY))
            .await
            .map_err(|_| Kind::TooSlow.because("the body did not come in time"))?
            .map_err(|error| {
                let cause = Error::source(&error);
                if cause.is_some_and(<dyn Error>::is::<http_body_util::LengthLimitError>) {
                    return too_large();
                }
                Kind::BadRequest.because("the body did not come whole")
            })?;
        Ok((Request::from_parts(parts, Body::from(bytes)), Some(room)))
    }

    async fn pass(&self, request: Request, next: Next) -> Result<Response, Problem> {
        if let Some(ConnectInfo(client)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
            self.greet(client.ip())?;
        }
        let (mut request, room) = self.receive(request).await?;
        request.extensions_mut().insert(self.lane.clone());
        let slot = self.slot()?;
        let late = || Kind::Late.because("ask about fewer URLs at a time, or later");
        let until = tokio::time::Instant::now() + self.limits.answer;
        let answer = timeout(self.limits.answer, next.run(request)).await.map_err(|_| late())?;
        drop(room);
        if answer.body().size_hint().exact().is_some() {
            return Ok(answer);
        }
        // The answer is still being made while it is sent.
        Ok(answer.map(|body| Body::new(Held::new(body, slot, until))))
    }
}

/// Lets a request in, or says at once that it does not.
pub(crate) async fn let_in(
    State(doors): State<Arc<Doors>>,
    request: Request,
    next: Next,
) -> Response {
    doors.pass(request, next).await.unwrap_or_else(IntoResponse::into_response)
}
