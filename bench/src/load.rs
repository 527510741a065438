//! An open-loop client: requests leave when they are due, whether or not earlier ones have been answered.
//!
//! A latency counts from the moment at which a request was *due*, so a server that stalls is charged with
//! everything that came due meanwhile (no "coordinated omission"). Connections are kept; where an answer is
//! late, the next request of its connection goes out behind it, as HTTP/1.1 allows.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use tokio::net::TcpStream;
use tokio::task::LocalSet;

/// One kind of request.
pub struct Kind {
    pub request: Vec<u8>,
    /// Requests a second.
    pub rate: f64,
    pub connections: usize,
}

impl Kind {
    /// `GET path`, at `rate` a second over `connections` connections.
    pub fn get(path: &str, rate: f64, connections: usize) -> Self {
        let request = format!("GET {path} HTTP/1.1\r\nhost: maycrawl.test\r\n\r\n").into_bytes();
        Self { request, rate, connections }
    }
}

/// What became of the requests of one kind. Times are microseconds from when a request was due.
pub struct Seen {
    pub answered: Histogram<u64>,
    /// 503.
    pub refused: Histogram<u64>,
    /// Any other status.
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

    fn note(&mut self, status: u16, due: Instant, now: Instant, start: Instant) {
        self.took = now.saturating_duration_since(start);
        let micros = now.saturating_duration_since(due).as_micros() as u64;
        match status {
            200 => self.answered.saturating_record(micros.max(1)),
            503 => self.refused.saturating_record(micros.max(1)),
            _ => self.wrong += 1,
        }
    }
}

/// Runs every kind at its rate for `time`; waits two seconds for what is late.
pub fn run(address: SocketAddr, kinds: &[Kind], time: Duration) -> Vec<Seen> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    LocalSet::new().block_on(&runtime, async {
        let mut senders = Vec::new();
        let start = Instant::now() + CONNECTING;
        for kind in kinds {
            senders.push(Sender::new(address, kind, start).await);
        }
        tokio::time::sleep_until(start.into()).await;
        while start.elapsed() < time {
            for sender in &mut senders {
                sender.send(start, Instant::now());
            }
            tokio::time::sleep(TICK).await;
        }
        let end = Instant::now();
        while senders.iter().any(Sender::is_waiting) && end.elapsed() < Duration::from_secs(2) {
            tokio::time::sleep(TICK).await;
        }
        senders.into_iter().map(Sender::finish).collect()
    })
}

/// For the connections to be made.
const CONNECTING: Duration = Duration::from_millis(200);

/// How often the client looks what is due.
const TICK: Duration = Duration::from_millis(1);

/// Sends the requests of one kind.
struct Sender {
    request: Vec<u8>,
    interval: f64,
    sent: u64,
    connections: Vec<Rc<RefCell<Connection>>>,
    seen: Rc<RefCell<Seen>>,
    readers: Vec<tokio::task::JoinHandle<()>>,
}

impl Sender {
    async fn new(address: SocketAddr, kind: &Kind, start: Instant) -> Self {
        let seen = Rc::new(RefCell::new(Seen::new()));
        let (mut connections, mut readers) = (Vec::new(), Vec::new());
        for _ in 0..kind.connections {
            let connection = Rc::new(RefCell::new(Connection::to(address).await.unwrap()));
            let (mine, noted) = (Rc::clone(&connection), Rc::clone(&seen));
            readers.push(tokio::task::spawn_local(keep_reading(address, mine, noted, start)));
            connections.push(connection);
        }
        let (request, interval) = (kind.request.clone(), 1.0 / kind.rate);
        Self { request, interval, sent: 0, connections, seen, readers }
    }

    fn send(&mut self, start: Instant, now: Instant) {
        loop {
            let due = start + Duration::from_secs_f64(self.sent as f64 * self.interval);
            if due > now {
                break;
            }
            let at = (self.sent % self.connections.len() as u64) as usize;
            let mut connection = self.connections[at].borrow_mut();
            connection.due.push_back(due);
            connection.unsent.extend_from_slice(&self.request);
            connection.flush();
            self.sent += 1;
        }
        for connection in &self.connections {
            connection.borrow_mut().flush();
        }
    }

    fn is_waiting(&self) -> bool {
        self.connections.iter().any(|connection| !connection.borrow().due.is_empty())
    }

    fn finish(self) -> Seen {
        for reader in self.readers {
            reader.abort();
        }
        let unanswered: usize = self.connections.iter().map(|c| c.borrow().due.len()).sum();
        let mut seen = self.seen.replace(Seen::new());
        seen.lost += unanswered as u64;
        seen
    }
}

/// A connection, and the requests on it that wait for an answer.
struct Connection {
    stream: Rc<TcpStream>,
    due: VecDeque<Instant>,
    unsent: Vec<u8>,
}

impl Connection {
    async fn to(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: Rc::new(stream), due: VecDeque::new(), unsent: Vec::new() })
    }

    /// Writes what the socket takes. An error is the reader's to notice.
    fn flush(&mut self) {
        if !self.unsent.is_empty()
            && let Ok(written) = self.stream.try_write(&self.unsent)
        {
            self.unsent.drain(..written);
        }
    }
}

/// Reads answers for as long as the load lasts; connects anew when the server hangs up.
async fn keep_reading(
    address: SocketAddr,
    connection: Rc<RefCell<Connection>>,
    seen: Rc<RefCell<Seen>>,
    start: Instant,
) {
    let mut unread = Vec::with_capacity(64 << 10);
    loop {
        let stream = Rc::clone(&connection.borrow().stream);
        if stream.readable().await.is_err() {
            return;
        }
        let ended = match stream.try_read_buf(&mut unread) {
            Ok(n) => n == 0,
            Err(error) => error.kind() != io::ErrorKind::WouldBlock,
        };
        let now = Instant::now();
        let mut at = 0;
        while let Some((status, length)) = answer(&unread[at..]) {
            at += length;
            if let Some(due) = connection.borrow_mut().due.pop_front() {
                seen.borrow_mut().note(status, due, now, start);
            }
        }
        unread.drain(..at);
        if ended {
            unread.clear();
            let new = Connection::to(address).await;
            let mut connection = connection.borrow_mut();
            seen.borrow_mut().lost += connection.due.len() as u64;
            match new {
                Ok(new) => *connection = new,
                Err(_) => return,
            }
        }
    }
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
