//! An open-loop client: requests leave when they are due, whether or not earlier ones have been answered.
//!
//! A latency counts from the moment at which a request was *due*, so a server that stalls is charged with
//! everything that came due meanwhile (no "coordinated omission"). Connections are kept; where an answer is
//! late, the next request of its connection goes out behind it, as HTTP/1.1 allows.
//!
//! One thread and the plain sockets, without a runtime: client and server share the processors, and what the client
//! takes the server does not have.

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

/// One kind of request.
pub struct Kind {
    /// The request of each number, counted from 0.
    pub request: Box<dyn Fn(u64) -> Vec<u8>>,
    /// Requests a second.
    pub rate: f64,
    pub connections: usize,
    /// The client's address: each address of 127.0.0.0/8 is a client of its own.
    pub client: Ipv4Addr,
    /// What the body of a right answer contains.
    pub expected: &'static [u8],
}

impl Kind {
    /// `GET path`, at `rate` a second over `connections` connections.
    pub fn get(path: &str, rate: f64, connections: usize) -> Self {
        let path = path.to_owned();
        Self::get_each(move |_| path.clone(), rate, connections)
    }

    /// `GET`, with a path of its own for each request.
    pub fn get_each(path: impl Fn(u64) -> String + 'static, rate: f64, connections: usize) -> Self {
        let request = Box::new(move |number| get_request(&path(number)));
        Self { request, rate, connections, client: Ipv4Addr::LOCALHOST, expected: b"" }
    }

    /// `POST path` with a body of JSON.
    pub fn post(path: &str, body: &Value, rate: f64, connections: usize) -> Self {
        let request = post_request(path, body, "");
        Self { request: Box::new(move |_| request.clone()), ..Self::get("/", rate, connections) }
    }

    /// The same requests of the client with this address.
    pub fn of_client(self, client: Ipv4Addr) -> Self {
        Self { client, ..self }
    }

    /// The same requests; an answer without `expected` in its body is wrong.
    pub fn expecting(self, expected: &'static [u8]) -> Self {
        Self { expected, ..self }
    }
}

/// A `POST` with a body of JSON and these other fields, each with its end of line.
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

/// What became of the requests of one kind. Times are microseconds from when a request was due.
pub struct Seen {
    pub answered: Histogram<u64>,
    /// 503.
    pub refused: Histogram<u64>,
    /// Any other status, or a body that is not the right answer.
    pub wrong: u64,
    /// Connections that ended before the answer, and what nobody answered in the end.
    pub lost: u64,
    /// From the first request to the last answer.
    pub took: Duration,
}

impl Seen {
    fn new() -> Self {
        let times = || Histogram::new_with_bounds(1, 120_000_000, 3).unwrap();
        Self { answered: times(), refused: times(), wrong: 0, lost: 0, took: Duration::ZERO }
    }

    /// Several kinds as one.
    pub fn all(kinds: &[Self]) -> Self {
        let mut all = Self::new();
        for kind in kinds {
            all.answered.add(&kind.answered).unwrap();
            all.refused.add(&kind.refused).unwrap();
            all.wrong += kind.wrong;
            all.lost += kind.lost;
            all.took = all.took.max(kind.took);
        }
        all
    }

    /// Requests that were answered in a second.
    pub fn goodput(&self) -> f64 {
        self.answered.len() as f64 / self.took.as_secs_f64()
    }

    /// Milliseconds at a quantile of what was answered.
    pub fn p(&self, quantile: f64) -> f64 {
        self.answered.value_at_quantile(quantile) as f64 / 1e3
    }

    /// Milliseconds at a quantile of what was refused.
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

/// For the service to take the connections.
const CONNECTING: Duration = Duration::from_millis(200);

/// How often the client looks what is due and what was answered: a latency is too long by at most two of these.
const TICK: Duration = Duration::from_micros(250);

/// How long late answers are waited for.
const LATE: Duration = Duration::from_secs(2);

/// Runs every kind at its rate for `time`; waits two seconds for what is late.
pub fn run(address: SocketAddr, kinds: Vec<Kind>, time: Duration) -> Vec<Seen> {
    let mut poll = Poll::new().unwrap();
    let mut events = Events::with_capacity(1024);
    let (mut senders, mut connections) = (Vec::new(), Vec::new());
    for (kind, what) in kinds.into_iter().enumerate() {
        let first = connections.len();
        for token in first..first + what.connections {
            connections
                .push(Connection::to(address, (kind, &what), token, poll.registry()).unwrap());
        }
        senders.push(Sender::new(what, first));
    }
    let start = Instant::now() + CONNECTING;
    sleep(CONNECTING);
    let end = start + time;
    loop {
        let now = Instant::now();
        if now >= end && (connections.iter().all(Connection::is_idle) || now >= end + LATE) {
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
        sleep(TICK.saturating_sub(now.elapsed()));
    }
    for connection in connections {
        senders[connection.kind].seen.lost += connection.due.len() as u64;
    }
    senders.into_iter().map(|sender| sender.seen).collect()
}

/// The requests of one kind.
struct Sender {
    request: Box<dyn Fn(u64) -> Vec<u8>>,
    expected: &'static [u8],
    interval: f64,
    sent: u64,
    /// Where its connections begin, and how many they are.
    first: usize,
    connections: usize,
    seen: Seen,
}

impl Sender {
    fn new(kind: Kind, first: usize) -> Self {
        Self {
            request: kind.request,
            expected: kind.expected,
            interval: 1.0 / kind.rate,
            sent: 0,
            first,
            connections: kind.connections,
            seen: Seen::new(),
        }
    }

    /// Sends what is due by `now`, each request on the next connection.
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

/// A connection, and the requests on it that wait for an answer.
struct Connection {
    address: SocketAddr,
    client: Ipv4Addr,
    kind: usize,
    token: Token,
    stream: TcpStream,
    due: VecDeque<Instant>,
    unsent: Vec<u8>,
    unread: Vec<u8>,
}

impl Connection {
    fn to(
        address: SocketAddr,
        (kind, what): (usize, &Kind),
        token: usize,
        registry: &Registry,
    ) -> io::Result<Self> {
        let (client, token) = (what.client, Token(token));
        let stream = connect(address, client, token, registry)?;
        let (unsent, unread) = (Vec::new(), Vec::with_capacity(64 << 10));
        Ok(Self { address, client, kind, token, stream, due: VecDeque::new(), unsent, unread })
    }

    fn is_idle(&self) -> bool {
        self.due.is_empty()
    }

    fn ask(&mut self, request: &[u8], due: Instant) {
        self.due.push_back(due);
        self.unsent.extend_from_slice(request);
        self.flush();
    }

    /// Writes what the socket takes. An error is the reader's to notice.
    fn flush(&mut self) {
        while !self.unsent.is_empty()
            && let Ok(written) = self.stream.write(&self.unsent)
        {
            self.unsent.drain(..written);
        }
    }

    /// Reads what there is; connects anew when the server has hung up.
    fn read(&mut self, senders: &mut [Sender], start: Instant, closed: bool, registry: &Registry) {
        let Sender { seen, expected, .. } = &mut senders[self.kind];
        let ended = self.fill(closed);
        let now = Instant::now();
        let mut at = 0;
        while let Some((status, length)) = answer(&self.unread[at..]) {
            let answer = &self.unread[at..at + length];
            let is_right = expected.is_empty() || memchr::memmem::find(answer, expected).is_some();
            at += length;
            if let Some(due) = self.due.pop_front() {
                seen.note(status, is_right, due, now, start);
            }
        }
        self.unread.drain(..at);
        if ended {
            seen.lost += self.due.len() as u64;
            self.due.clear();
            self.unsent.clear();
            self.unread.clear();
            if let Ok(stream) = connect(self.address, self.client, self.token, registry) {
                self.stream = stream;
            }
        }
    }

    /// Whether the connection ended. To the end, if it is known to be `closed`.
    fn fill(&mut self, closed: bool) -> bool {
        let mut bytes = [0; 16 << 10];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return true,
                Ok(read) => {
                    self.unread.extend_from_slice(&bytes[..read]);
                    // Less than there was room for is all that there is; the next event tells of more.
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

/// The status of the answer that `bytes` begin with, and its length, if it is there whole.
fn answer(bytes: &[u8]) -> Option<(u16, usize)> {
    const FIELD: &[u8] = b"\r\ncontent-length: ";
    let head = memchr::memmem::find(bytes, b"\r\n\r\n")? + 4;
    let field = memchr::memmem::find(&bytes[..head], FIELD).expect("answers state their length");
    let digits = bytes[field + FIELD.len()..].iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.fold(0, |n, digit| n * 10 + usize::from(digit - b'0'));
    let status = std::str::from_utf8(&bytes[9..12]).ok()?.parse().ok()?;
    (bytes.len() >= head + length).then_some((status, head + length))
}
