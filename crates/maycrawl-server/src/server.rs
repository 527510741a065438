//! Connections: their number, their timeouts, and their end. hyper-util's `server::graceful` ends all connections at a
//! signal, and an idle one at once. Here requests that are on their way at the signal are still read, and a single
//! connection can be told to end, when it has to give way to another client.
//!
//! This module limits what a client can hold without sending a complete request: connections, which clients share
//! fairly; the time and the size of the head of a request; and the time for which a response may stay unread. HTTP/1.1
//! only.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use maycrawl_fetch::ledger::{Account, Asked, Client, Permit, Priority, Resource};
use metrics::Counter;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tower_service::Service as _;

use crate::load_shed::{self, LoadShedder};
use crate::problem::ProblemKind;
use crate::timeout_stream::{TimeoutStream, Traffic};
use crate::trusted_proxies::TrustedProxies;

/// Limits on connections.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// Connections at a time. When there are as many, a new one closes the connection that is idle longest of the
    /// client that has most. If that is the same client, it gets 503 and is closed. Default: 4096.
    pub max: usize,
    /// The proxies that may name the address of the client. Default: none.
    pub proxies: TrustedProxies,
    /// Header timeout: how long a client may take for the head of a request, counted from the end of the previous
    /// response. An idle connection is kept for the same time. Default: 15 s.
    pub header_timeout: Duration,
    /// Write timeout: how long a client may leave a response unread. Default: 15 s.
    pub write_timeout: Duration,
    /// Shutdown timeout: how long requests that are still being answered may take when the service stops. Default: 30
    /// s.
    pub shutdown_timeout: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            max: Resource::Connections.spec().capacity as usize,
            proxies: TrustedProxies::default(),
            header_timeout: Duration::from_secs(15),
            write_timeout: Duration::from_secs(15),
            shutdown_timeout: Duration::from_secs(30),
        }
    }
}

/// Size of the head of a request: a URL of 8 KiB with every byte escaped, and the fields of a browser.
const MAX_HEADER_BYTES: usize = 64 << 10;

/// How long connections that a client began before the signal to stop are still accepted, and how long the last of them
/// has to send its request. What a client sent before the signal may still be in the system's queues.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(100);

/// How long a connection is idle before it gives way to clients that hold as many.
const SPARE_AFTER: Duration = Duration::from_secs(1);

/// Pause after an error of the listener, for example when the process has no file descriptors left.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(20);

/// Requests of one connection that may arrive in one read. More are an overload and get 503. Few clients send a request
/// before the previous one is answered, and many URLs fit into one `POST /v1/check`.
const MAX_PIPELINED_REQUESTS: usize = 16;

/// How long the last response of a connection may take that has to give way to another client.
const REVOCATION_TIMEOUT: Duration = Duration::from_millis(500);

/// Connections that get a 503 at a time. Further connections are closed without a response.
const MAX_CONCURRENT_REFUSALS: usize = 256;

/// Answers requests until `stop` completes. Then it accepts no more, and returns when the last request is answered or
/// the shutdown timeout has passed: the number of connections that were cut off in the middle of a request.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    connections: ConnectionLimits,
    stop: impl Future<Output = ()>,
) -> usize {
    let (phase, phases) = watch::channel(Phase::Running);
    let shedder = Arc::new(LoadShedder::new(Instant::now()));
    let shedding = tokio::spawn(load_shed::run(Arc::clone(&shedder)));
    let proxies = connections.proxies.clone();
    let handler =
        RequestHandler { router, shedder, shed: ShedResponse::new(), proxies, phase: phases };
    let shutdown_timeout = connections.shutdown_timeout;
    let account = Resource::Connections.account(connections.max as u64);
    let mut manager = ConnectionManager { handler, connections, account, tasks: JoinSet::new() };
    tokio::select! {
        never = manager.accept_all(&listener) => match never {},
        () = stop => {}
    }
    // From here on no client can connect: one whose connection ends without an answer does not know whether its request
    // was received. What the system has accepted is answered, and each answer is the last one of its connection.
    phase.send_replace(Phase::Draining);
    if let Err(error) = refuse_connections(&listener) {
        tracing::debug!(%error, "the listener stays open for a moment");
    }
    let _ = timeout(DRAIN_TIMEOUT, manager.accept_all(&listener)).await;
    drop(listener);
    sleep(DRAIN_TIMEOUT).await;
    phase.send_replace(Phase::Closing);
    let _ = timeout(shutdown_timeout, async { while manager.tasks.join_next().await.is_some() {} })
        .await;
    let cut_off = manager.tasks.len();
    manager.tasks.shutdown().await;
    shedding.abort();
    cut_off
}

/// Lets nobody begin a connection any more, while those that have begun are completed and accepted: the system drops
/// the first packet of a connection (SYN). To close the listener would reset the connections that wait to be accepted.
#[cfg(target_os = "linux")]
fn refuse_connections(listener: &TcpListener) -> io::Result<()> {
    // A program of the Berkeley Packet Filter: if flags (byte 13) & SYN then drop, else keep all bytes.
    const LOAD_BYTE: u16 = 0x30;
    const JUMP_IF_SET: u16 = 0x45;
    const RETURN: u16 = 0x06;
    const SYN: u32 = 2;
    socket2::SockRef::from(listener).attach_filter(&[
        socket2::SockFilter::new(LOAD_BYTE, 0, 0, 13),
        socket2::SockFilter::new(JUMP_IF_SET, 0, 1, SYN),
        socket2::SockFilter::new(RETURN, 0, 0, 0),
        socket2::SockFilter::new(RETURN, 0, 0, u32::MAX),
    ])
}

/// Other systems have no such filter.
#[cfg(not(target_os = "linux"))]
fn refuse_connections(_: &TcpListener) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The phases of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Running,
    /// Requests are still read, and each response is the last one of its connection.
    Draining,
    /// Idle connections are closed.
    Closing,
}

/// Accepts connections within the limits, and holds those that are open.
struct ConnectionManager {
    handler: RequestHandler,
    connections: ConnectionLimits,
    account: Account,
    tasks: JoinSet<()>,
}

impl ConnectionManager {
    /// Accepts connections for as long as it is polled.
    async fn accept_all(&mut self, listener: &TcpListener) -> Infallible {
        let refusals = Arc::new(AtomicUsize::new(0));
        loop {
            tokio::select! {
                Some(_) = self.tasks.join_next(), if !self.tasks.is_empty() => {}
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.accept(stream, peer, &refusals),
                    Err(error) if is_connection_error(&error) => {}
                    Err(error) => {
                        tracing::warn!(%error, "cannot accept connections");
                        sleep(ACCEPT_RETRY_DELAY).await;
                    }
                }
            }
        }
    }

    fn accept(&mut self, stream: TcpStream, peer: SocketAddr, refusals: &Arc<AtomicUsize>) {
        let _ = stream.set_nodelay(true);
        let ConnectionLimits { header_timeout, write_timeout, .. } = self.connections;
        let handler = self.handler.clone();
        let asked = self.account.ask(Client::from_address(peer.ip()), 1);
        let refusals = Arc::clone(refusals);
        self.tasks.spawn(async move {
            let permit = match asked {
                Asked::Granted(permit) => Some(permit),
                // The connections that give way need a moment.
                Asked::Waiting(waiting) => {
                    timeout(REVOCATION_TIMEOUT * 2, waiting.permit()).await.ok()
                }
                Asked::Queued(_) | Asked::Refused => None,
            };
            let Some(permit) = permit else { return refuse_one(stream, &refusals).await };
            serve_connection(stream, peer, handler, permit, header_timeout, write_timeout).await;
        });
    }
}

/// Sends a 503, unless there are too many of them at a time.
async fn refuse_one(stream: TcpStream, refusals: &AtomicUsize) {
    metrics::counter!("maycrawl_connections_refused_total").increment(1);
    if refusals.fetch_add(1, Ordering::Relaxed) < MAX_CONCURRENT_REFUSALS {
        let _ = timeout(Duration::from_secs(1), refuse(stream)).await;
    }
    refusals.fetch_sub(1, Ordering::Relaxed);
}

/// Answers requests: sheds load, names the client, and calls the router.
#[derive(Clone)]
struct RequestHandler {
    router: Router,
    shedder: Arc<LoadShedder>,
    shed: ShedResponse,
    proxies: TrustedProxies,
    phase: watch::Receiver<Phase>,
}

impl RequestHandler {
    async fn answer(
        &self,
        request: hyper::Request<Incoming>,
        peer: SocketAddr,
        pipelined: usize,
    ) -> Result<Response, Infallible> {
        // Most requests have no body, and need no box for it.
        let is_read = (!request.body().is_end_stream()).then(Arc::<AtomicBool>::default);
        let request = request.map(|body| match &is_read {
            Some(is_read) => Body::new(WatchedBody { body, is_read: Arc::clone(is_read) }),
            None => Body::empty(),
        });
        let mut response = self.respond(request, peer, pipelined).await?;
        // A connection with an unread body is closed after the response. (RFC 9112 section 9.6.)
        let is_unread = is_read.is_some_and(|is_read| !is_read.load(Ordering::Relaxed));
        if is_unread || *self.phase.borrow() != Phase::Running {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(response)
    }

    async fn respond(
        &self,
        mut request: hyper::Request<Body>,
        peer: SocketAddr,
        pipelined: usize,
    ) -> Result<Response, Infallible> {
        let client = self.proxies.client(peer.ip(), request.headers());
        // Requests of operators are never shed, and the files of the page count against nobody.
        if request.uri().path().starts_with("/v1/")
            && (self.shedder.should_shed(Client::from_address(client))
                || pipelined >= MAX_PIPELINED_REQUESTS)
        {
            if self.shedder.is_overloaded() {
                sleep(load_shed::REFUSAL_DELAY).await;
            }
            return Ok(self.shed.response());
        }
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(client, peer.port())));
        // A router is always ready.
        self.router.clone().call(request).await
    }
}

/// The body of a request, and whether it has been read to its end.
struct WatchedBody {
    body: Incoming,
    is_read: Arc<AtomicBool>,
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if frame.is_none() || self.body.is_end_stream() {
            self.is_read.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The 503 of an overloaded service. It is made once, because it has to cost almost nothing.
#[derive(Clone)]
struct ShedResponse {
    response: Response<Bytes>,
    count: Counter,
}

impl ShedResponse {
    fn new() -> Self {
        Self {
            response: busy_response("the service is overloaded; try again in a second"),
            count: metrics::counter!("maycrawl_requests_shed_total"),
        }
    }

    fn response(&self) -> Response {
        self.count.increment(1);
        self.response.clone().map(Body::from)
    }
}

/// A 503 with its body in one piece.
fn busy_response(detail: &str) -> Response<Bytes> {
    let problem = ProblemKind::Busy.with_detail(detail);
    // Writing to memory does not fail.
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    problem.into_response().map(|_| body.into())
}

/// Whether an error concerns a single connection, which ended before it was accepted, and not the listener.
fn is_connection_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of one connection.
async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    handler: RequestHandler,
    permit: Permit,
    header_timeout: Duration,
    write_timeout: Duration,
) {
    let mut phase = handler.phase.clone();
    let traffic = Arc::<Traffic>::default();
    let stream = TimeoutStream::new(stream, write_timeout, Arc::clone(&traffic));
    permit.set_priority(Priority::Idle);
    // Whoever works on a response has a clone.
    let work = Arc::new(());
    let service = service_fn(async |request| {
        let own = Arc::clone(&work);
        let pipelined = traffic.requests_in_read.fetch_add(1, Ordering::Relaxed);
        traffic.steps.fetch_add(1, Ordering::Relaxed);
        permit.set_priority(Priority::Working);
        let response = handler.answer(request, peer, pipelined).await;
        permit.set_priority(Priority::Idle);
        response.map(|response| hold_until_sent(own, response))
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_timeout)
        .max_header_size(MAX_HEADER_BYTES)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let ended = tokio::select! {
        biased;
        ended = &mut connection => Some(ended),
        _ = phase.wait_for(|phase| *phase == Phase::Closing) => None,
        () = permit.revoked() => None,
        never = give_way_when_idle(&permit, &traffic.steps, &work) => match never {},
    };
    let ended = match ended {
        Some(ended) => ended,
        // Nothing was asked, so nothing is lost, and the client that waits need not wait for the head of a request.
        None if permit.is_revoked() && traffic.steps.load(Ordering::Relaxed) == 0 => return,
        None => {
            Pin::new(&mut connection).graceful_shutdown();
            let is_late = async {
                permit.revoked().await;
                sleep(REVOCATION_TIMEOUT).await;
            };
            tokio::select! {
                ended = &mut connection => ended,
                () = is_late => return,
            }
        }
    };
    // Errors of a client's connection are not logged, but the response to a malformed head should arrive.
    if ended.is_err_and(|error| error.is_parse()) {
        let _ = connection.into_parts().io.into_inner().shutdown().await;
    }
}

/// Keeps `work` until the body of the response is sent, if the body is made while it is sent. A body of a known size is
/// complete, and nobody works on it any more.
fn hold_until_sent(work: Arc<()>, response: Response) -> Response {
    if response.body().size_hint().exact().is_some() {
        return response;
    }
    response.map(|body| {
        Body::new(body.map_frame(move |frame| {
            let _ = &work;
            frame
        }))
    })
}

/// Lets the connection give way to anybody while nothing happens on it, for as long as this is polled.
async fn give_way_when_idle(permit: &Permit, steps: &AtomicUsize, work: &Arc<()>) -> Infallible {
    let (mut before, mut is_spare) = (steps.load(Ordering::Relaxed), false);
    loop {
        sleep(SPARE_AFTER).await;
        let now = steps.load(Ordering::Relaxed);
        let is_idle = now == before && Arc::strong_count(work) == 1;
        // Once: the one that was idle first gives way first.
        if is_idle && !is_spare {
            permit.set_priority(Priority::Spare);
        }
        (before, is_spare) = (now, is_idle);
    }
}

/// Sends a 503 and reads to the end of the connection. A connection that is closed with unread bytes in it is reset,
/// and the client may lose the response.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    let (head, body) = busy_response("too many connections; try again in a second").into_parts();
    let mut bytes = format!("HTTP/1.1 {}\r\n", head.status).into_bytes();
    for (name, value) in &head.headers {
        bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    let length = body.len();
    bytes.extend(format!("connection: close\r\ncontent-length: {length}\r\n\r\n").into_bytes());
    bytes.extend_from_slice(&body);
    stream.write_all(&bytes).await?;
    stream.shutdown().await?;
    let mut unread = [0; 1024];
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}
