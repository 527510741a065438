//! An open-loop client: it sends each request when it is due, even if earlier ones have no answer yet.
//!
//! A latency counts from the moment at which a request was *due*. So the stall of a server counts for all requests that
//! became due during it (there is no "coordinated omission"). Connections are kept. If an answer is late, the next
//! request is sent on the same connection before the answer arrives (HTTP/1.1 pipelining).
//!
//! The client has one thread and plain sockets, without a runtime: client and server share the processors, and
//! time that the client uses is lost for the server.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::thread::sleep;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Registry, Token};
use serde_json::Value;
use socket2::{Domain, Socket, Type};

/// A stream of requests of one kind.
pub struct RequestStream {
    /// Makes the request of each number, from 0.
    pub request: Box<dyn Fn(u64) -> Vec<u8>>,
    /// Requests per second.
    pub rate: f64,
    /// The number of connections.
    pub connections: usize,
    /// The client's address: each address of 127.0.0.0/8 is its own client.
    pub client: Ipv4Addr,
    /// Bytes that a right answer contains.
    pub expected: &'static [u8],
}

impl RequestStream {
    /// `GET path`, `rate` times per second over `connections` connections.
    pub fn get(path: &str, rate: f64, connections: usize) -> Self {
        let path = path.to_owned();
        Self::get_each(move |_| path.clone(), rate, connections)
    }

    /// `GET`, with another path for each request.
    pub fn get_each(path: impl Fn(u64) -> String + 'static, rate: f64, connections: usize) -> Self {
        let request = Box::new(move |number| get_request(&path(number)));
        Self { request, rate, connections, client: Ipv4Addr::LOCALHOST, expected: b"" }
    }

    /// `POST path` with a body of JSON.
    pub fn post(path: &str, body: &Value, rate: f64, connections: usize) -> Self {
        let request = post_request(path, body, "");
        Self { request: Box::new(move |_| request.clone()), ..Self::get("/", rate, connections) }
    }

    /// The same requests from the client with this address.
    pub fn of_client(self, client: Ipv4Addr) -> Self {
        Self { client, ..self }
    }

    /// The same requests; an answer without `expected` in its body is wrong.
    pub fn expecting(self, expected: &'static [u8]) -> Self {
        Self { expected, ..self }
    }
}

/// A `POST` with a body of JSON and these additional header lines, each with its line end.
pub fn post_request(path: &str, body: &Value, fields: &str) -> Vec<u8> {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n{fields}content-length: \
         {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

fn get_request(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

/// The results of a stream of requests. Times are in microseconds from when a request was due.
pub struct RequestStats {
    /// Times of right answers.
    pub answered: Histogram<u64>,
    /// Times of answers with status 503.
    pub refused: Histogram<u64>,
    /// The number of answers with another status or without the expected bytes.
    pub wrong: u64,
    /// The number of requests without an answer: the connection ended, or the run did.
    pub lost: u64,
    /// The time from the first request to the last answer.
    pub took: Duration,
}

impl RequestStats {
    fn new() -> Self {
        let times = || Histogram::new_with_bounds(1, 120_000_000, 3).unwrap();
        Self { answered: times(), refused: times(), wrong: 0, lost: 0, took: Duration::ZERO }
    }

    /// The sum of several results.
    pub fn sum(parts: &[Self]) -> Self {
        let mut all = Self::new();
        for part in parts {
            all.answered.add(&part.answered).unwrap();
            all.refused.add(&part.refused).unwrap();
            all.wrong += part.wrong;
            all.lost += part.lost;
            all.took = all.took.max(part.took);
        }
        all
    }

    /// Answered requests per second.
    pub fn goodput(&self) -> f64 {
        self.answered.len() as f64 / self.took.as_secs_f64()
    }

    /// A quantile of the times of right answers, in milliseconds.
    pub fn p(&self, quantile: f64) -> f64 {
        self.answered.value_at_quantile(quantile) as f64 / 1e3
    }

    /// A quantile of the times of refusals, in milliseconds.
    pub fn refused_p(&self, quantile: f64) -> f64 {
        self.refused.value_at_quantile(quantile) as f64 / 1e3
    }

    fn note(&mut self, status: u16, is_right: bool, due: Instant, now: Instant, start: Instant) {
        self.took = now.saturating_duration_since(start);
        let micros = now.saturating_duration_since(due).as_micros() as u64;
        match status {
            200 if is_right => self.answered.saturating_record(micros.max(1)),
            503 => self.refused.saturating_record(micros.max(1)),
            _ => self.wrong += 1,
        }
    }
}

/// The answers a second to `GET path` if each of `connections` connections sends its next request as soon as it has its
/// answer. Only status 200 counts as an answer.
pub fn saturate(address: SocketAddr, path: &str, connections: usize, time: Duration) -> f64 {
    let connect = |_| std::net::TcpStream::connect(address).unwrap();
    let mut streams: Vec<_> = (0..connections).map(connect).collect();
    let (request, mut bytes) = (get_request(path), Vec::new());
    let (start, mut answered) = (Instant::now(), 0_u32);
    while start.elapsed() < time {
        // Blocking sockets in turns: the server has as many requests as there are connections, and the client the least
        // work.
        for stream in &mut streams {
            stream.write_all(&request).unwrap();
        }
        for stream in &mut streams {
            bytes.clear();
            let mut piece = [0; 4096];
            let status = loop {
                let read = stream.read(&mut piece).unwrap();
                assert!(read > 0, "the server closed a connection");
                bytes.extend_from_slice(&piece[..read]);
                if let Some((status, _)) = answer(&bytes) {
                    break status;
                }
            };
            assert_eq!(status, 200);
            answered += 1;
        }
    }
    f64::from(answered) / start.elapsed().as_secs_f64()
}

/// The delay before the first request, in which the service accepts the connections.
const CONNECT_DELAY: Duration = Duration::from_millis(200);

/// The interval at which the client looks for due requests and for answers. A latency is too long by at most two of
/// them.
const POLL_INTERVAL: Duration = Duration::from_micros(250);

/// The time after the last request in which late answers are still read.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);

/// Runs every stream at its rate for `time`, then waits up to two seconds for late answers. Returns the results in
/// order.
pub fn run(address: SocketAddr, streams: Vec<RequestStream>, time: Duration) -> Vec<RequestStats> {
    let mut poll = Poll::new().unwrap();
    let mut events = Events::with_capacity(1024);
    let (mut senders, mut connections) = (Vec::new(), Vec::new());
    for (sender, stream) in streams.into_iter().enumerate() {
        let first = connections.len();
        for token in first..first + stream.connections {
            connections
                .push(Connection::to(address, (sender, &stream), token, poll.registry()).unwrap());
        }
        senders.push(Sender::new(stream, first));
    }
    let start = Instant::now() + CONNECT_DELAY;
    sleep(CONNECT_DELAY);
    let end = start + time;
    loop {
        let now = Instant::now();
        if now >= end && (connections.iter().all(Connection::is_idle) || now >= end + DRAIN_TIMEOUT)
        {
            break;
        }
        for sender in &mut senders {
            sender.send(&mut connections, start, now.min(end));
        }
        poll.poll(&mut events, Some(Duration::ZERO)).unwrap();
        for event in &events {
            let connection = &mut connections[event.token().0];
            connection.flush();
            connection.read(&mut senders, start, event.is_read_closed(), poll.registry());
        }
        sleep(POLL_INTERVAL.saturating_sub(now.elapsed()));
    }
    for connection in connections {
        senders[connection.sender].stats.lost += connection.due.len() as u64;
    }
    senders.into_iter().map(|sender| sender.stats).collect()
}

/// The state of a stream of requests.
struct Sender {
    request: Box<dyn Fn(u64) -> Vec<u8>>,
    expected: &'static [u8],
    interval: f64,
    sent: u64,
    /// The index of its first connection, and the number of its connections.
    first: usize,
    connections: usize,
    stats: RequestStats,
}

impl Sender {
    fn new(stream: RequestStream, first: usize) -> Self {
        Self {
            request: stream.request,
            expected: stream.expected,
            interval: 1.0 / stream.rate,
            sent: 0,
            first,
            connections: stream.connections,
            stats: RequestStats::new(),
        }
    }

    /// Sends the requests that are due by `now`, each on the next connection.
    fn send(&mut self, connections: &mut [Connection], start: Instant, now: Instant) {
        loop {
            let due = start + Duration::from_secs_f64(self.sent as f64 * self.interval);
            if due >= now {
                break;
            }
            let at = self.first + (self.sent % self.connections as u64) as usize;
            connections[at].ask(&(self.request)(self.sent), due);
            self.sent += 1;
        }
    }
}

/// A connection, and its requests that have no answer yet.
struct Connection {
    address: SocketAddr,
    client: Ipv4Addr,
    /// The index of the sender whose requests it carries.
    sender: usize,
    token: Token,
    stream: TcpStream,
    due: VecDeque<Instant>,
    unsent: Vec<u8>,
    unread: Vec<u8>,
}

impl Connection {
    fn to(
        address: SocketAddr,
        (sender, requests): (usize, &RequestStream),
        token: usize,
        registry: &Registry,
    ) -> io::Result<Self> {
        let (client, token) = (requests.client, Token(token));
        let stream = connect(address, client, token, registry)?;
        let (unsent, unread) = (Vec::new(), Vec::with_capacity(64 << 10));
        Ok(Self { address, client, sender, token, stream, due: VecDeque::new(), unsent, unread })
    }

    fn is_idle(&self) -> bool {
        self.due.is_empty()
    }

    fn ask(&mut self, request: &[u8], due: Instant) {
        self.due.push_back(due);
        self.unsent.extend_from_slice(request);
        self.flush();
    }

    /// Writes as much as the socket takes. The reader notices errors.
    fn flush(&mut self) {
        while !self.unsent.is_empty()
            && let Ok(written) = self.stream.write(&self.unsent)
        {
            self.unsent.drain(..written);
        }
    }

    /// Reads the available answers; connects again if the server has closed the connection.
    fn read(&mut self, senders: &mut [Sender], start: Instant, closed: bool, registry: &Registry) {
        let Sender { stats, expected, .. } = &mut senders[self.sender];
        let ended = self.fill(closed);
        let now = Instant::now();
        let mut at = 0;
        while let Some((status, length)) = answer(&self.unread[at..]) {
            let answer = &self.unread[at..at + length];
            let is_right = expected.is_empty() || memchr::memmem::find(answer, expected).is_some();
            at += length;
            if let Some(due) = self.due.pop_front() {
                stats.note(status, is_right, due, now, start);
            }
        }
        self.unread.drain(..at);
        if ended {
            stats.lost += self.due.len() as u64;
            self.due.clear();
            self.unsent.clear();
            self.unread.clear();
            if let Ok(stream) = connect(self.address, self.client, self.token, registry) {
                self.stream = stream;
            }
        }
    }

    /// Reads the available bytes, up to the end if the connection is `closed`. True if it ended.
    fn fill(&mut self, closed: bool) -> bool {
        let mut bytes = [0; 16 << 10];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return true,
                Ok(read) => {
                    self.unread.extend_from_slice(&bytes[..read]);
                    // A partly filled buffer means that no more bytes are available now.
                    if read < bytes.len() && !closed {
                        return false;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return error.kind() != ErrorKind::WouldBlock,
            }
        }
    }
}

fn connect(
    address: SocketAddr,
    client: Ipv4Addr,
    token: Token,
    registry: &Registry,
) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((client, 0)).into())?;
    socket.connect(&address.into())?;
    socket.set_tcp_nodelay(true)?;
    socket.set_nonblocking(true)?;
    let mut stream = TcpStream::from_std(socket.into());
    registry.register(&mut stream, token, Interest::READABLE | Interest::WRITABLE)?;
    Ok(stream)
}

/// The status and the length of the first answer in `bytes`, if it is complete.
fn answer(bytes: &[u8]) -> Option<(u16, usize)> {
    const FIELD: &[u8] = b"\r\ncontent-length: ";
    let head = memchr::memmem::find(bytes, b"\r\n\r\n")? + 4;
    let field = memchr::memmem::find(&bytes[..head], FIELD).expect("answers state their length");
    let digits = bytes[field + FIELD.len()..].iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.fold(0, |n, digit| n * 10 + usize::from(digit - b'0'));
    let status = std::str::from_utf8(&bytes[9..12]).ok()?.parse().ok()?;
    (bytes.len() >= head + length).then_some((status, head + length))
}
