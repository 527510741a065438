//! Connections over real sockets: timeouts, limits, malformed requests, and the shutdown of the service.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::{get, post};
use maycrawl_server::{ConnectionLimits, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

const SHORT: Duration = Duration::from_millis(400);
const LONG: Duration = Duration::from_secs(20);

struct Service {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<usize>,
    held: Arc<AtomicUsize>,
}

impl Service {
    async fn new(connections: ConnectionLimits) -> Self {
        let slow = || async {
            sleep(SHORT).await;
            "slow\n"
        };
        let large = || async { Bytes::from(vec![b'x'; 32 << 20]) };
        // Answers never, and counts who waits.
        let held = Arc::<AtomicUsize>::default();
        let (counted, reading) = (Arc::clone(&held), Arc::clone(&held));
        let hold = move || async move {
            counted.fetch_add(1, Ordering::SeqCst);
            std::future::pending::<&str>().await
        };
        let read = move |body: Body| async move {
            reading.fetch_add(1, Ordering::SeqCst);
            axum::body::to_bytes(body, 100).await.unwrap().len().to_string()
        };
        let router = Router::new()
            .route("/hold", get(hold))
            .route("/", get(|| async { "here\n" }))
            .route("/slow", get(slow))
            .route("/large", get(large))
            .route("/read", post(read));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async move { drop(stopped.await) };
        let ended = tokio::spawn(serve(listener, router, connections, stopped));
        Self { address, stop, ended, held }
    }

    async fn with_short_timeouts() -> Self {
        Self::new(ConnectionLimits {
            header_timeout: SHORT,
            write_timeout: SHORT,
            ..ConnectionLimits::default()
        })
        .await
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A connection of another client.
    async fn connect_from(&self, host: &str) -> TcpStream {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("{host}:0").parse().unwrap()).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    /// Sends `bytes` and reads to the end of the connection.
    async fn say(&self, bytes: &str) -> String {
        let mut stream = self.connect().await;
        stream.write_all(bytes.as_bytes()).await.unwrap();
        rest(&mut stream).await
    }
}

/// The bytes until the end of the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut bytes)).await.expect("the connection ends");
    String::from_utf8_lossy(&bytes).into_owned()
}

const REQUEST: &str = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
const LAST_REQUEST: &str = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";

#[tokio::test]
async fn a_head_that_arrives_byte_by_byte_is_a_timeout() {
    let service = Service::with_short_timeouts().await;
    let mut stream = service.connect().await;
    let start = Instant::now();
    for byte in "GET / HTTP/1.1\r\nHost: a.long.name.that.never.ends".bytes().cycle() {
        if stream.write_all(&[byte]).await.is_err() || start.elapsed() > LONG {
            break;
        }
        sleep(Duration::from_millis(20)).await;
    }
    assert!(start.elapsed() < LONG, "the connection was closed");
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let service = Service::with_short_timeouts().await;
    assert_eq!(rest(&mut service.connect().await).await, "", "no request, no response");
    let mut stream = service.connect().await;
    stream.write_all(REQUEST.as_bytes()).await.unwrap();
    assert!(rest(&mut stream).await.ends_with("here\n"), "answered, then closed");
}

#[tokio::test]
async fn requests_in_one_packet_are_answered_in_order() {
    let service = Service::with_short_timeouts().await;
    let slow = REQUEST.replace("GET /", "GET /slow");
    let answers = service.say(&format!("{REQUEST}{slow}{REQUEST}{LAST_REQUEST}")).await;
    let bodies: Vec<_> = answers.lines().filter(|line| ["here", "slow"].contains(line)).collect();
    assert_eq!(bodies, ["here", "slow", "here", "here"], "{answers}");
}

#[tokio::test]
async fn an_incomplete_request_does_not_delay_the_previous_response() {
    let service = Service::new(ConnectionLimits::default()).await;
    let mut stream = service.connect().await;
    stream.write_all(format!("{REQUEST}GET / HT").as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    timeout(LONG, stream.read_exact(&mut answer)).await.expect("an answer").unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let service = Service::with_short_timeouts().await;
    let rows = [
        (format!("GET /{} HTTP/1.1\r\nHost: h\r\n\r\n", "a".repeat(100 << 10)), "431"),
        (format!("GET / HTTP/1.1\r\nHost: h\r\nX: {}\r\n\r\n", "a".repeat(100 << 10)), "431"),
        (format!("GET / HTTP/1.1\r\nHost: h\r\n{}\r\n", "X: y\r\n".repeat(200)), "431"),
        (
            format!(
                "GET /?{} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
                "%41".repeat(8 << 10)
            ),
            "200",
        ),
        ("SSH-2.0-OpenSSH_9.9\r\n\r\n".to_owned(), "400"),
    ];
    for (request, status) in rows {
        let mut stream = service.connect().await;
        // The service may close a refused connection while the client still sends.
        let _ = stream.write_all(request.as_bytes()).await;
        let answer = rest(&mut stream).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{status}: {answer:.100}");
    }
}

#[tokio::test]
async fn a_half_closed_connection_without_a_complete_request_is_closed() {
    let service = Service::with_short_timeouts().await;
    let mut stream = service.connect().await;
    stream.write_all(b"GET /slow HTTP/1.1\r\nHost: h\r\n").await.unwrap();
    stream.shutdown().await.unwrap();
    assert_eq!(rest(&mut stream).await, "", "an incomplete request has no response");
}

#[tokio::test]
async fn a_response_that_is_not_read_is_dropped() {
    let service = Service::with_short_timeouts().await;
    let mut stream = service.connect().await;
    stream.write_all(b"GET /large HTTP/1.1\r\nHost: h\r\n\r\n").await.unwrap();
    sleep(SHORT * 10).await;
    let read = rest(&mut stream).await.len();
    assert!(read < 32 << 20, "{read}");
}

#[tokio::test]
async fn a_connection_over_the_limit_gets_503_and_closed_ones_do_not_count() {
    let connections = ConnectionLimits { max: 50, ..ConnectionLimits::default() };
    let service = Service::new(connections).await;
    let mut busy = Vec::new();
    for _ in 0..50 {
        let mut stream = service.connect().await;
        stream.write_all(REQUEST.replace("GET /", "GET /hold").as_bytes()).await.unwrap();
        busy.push(stream);
    }
    while service.held.load(Ordering::SeqCst) < 50 {
        tokio::task::yield_now().await;
    }
    let start = Instant::now();
    let answer = service.say(REQUEST).await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.contains("retry-after: 1") && answer.contains("/problems/busy"), "{answer}");
    assert!(start.elapsed() < Duration::from_secs(5), "immediately");
    drop(busy);
    let free = async { while !service.say(LAST_REQUEST).await.ends_with("here\n") {} };
    timeout(LONG, free).await.expect("a connection is free again");
}

/// Four clients of other networks hold all connections, two each, without a request. A new client is answered on a new
/// connection, for which the one that is idle longest of a client with two is closed.
#[tokio::test]
async fn a_full_table_closes_the_connection_that_is_idle_longest() {
    let service = Service::new(ConnectionLimits { max: 8, ..ConnectionLimits::default() }).await;
    let mut idle = Vec::new();
    for host in ["127.1.1.1", "127.1.1.1", "127.2.2.2", "127.2.2.2", "127.3.3.3", "127.3.3.3"] {
        idle.push(service.connect_from(host).await);
    }
    // This client has most: three connections, of which the second one has just had a request.
    for _ in 0..2 {
        idle.push(service.connect_from("127.3.3.3").await);
    }
    let mut answer = [0; 12];
    idle[4].write_all(REQUEST.as_bytes()).await.unwrap();
    idle[4].read_exact(&mut answer).await.unwrap();
    for _ in 0..2 {
        let mut new = service.connect_from("127.4.4.4").await;
        new.write_all(LAST_REQUEST.as_bytes()).await.unwrap();
        assert!(rest(&mut new).await.ends_with("here\n"));
    }
    assert_eq!(timeout(LONG, idle[5].read(&mut answer)).await.unwrap().unwrap_or(0), 0, "closed");
    for (index, stream) in idle.iter_mut().enumerate().filter(|(index, _)| *index < 4) {
        stream.write_all(LAST_REQUEST.as_bytes()).await.unwrap();
        assert!(rest(stream).await.ends_with("here\n"), "connection {index}");
    }
}

/// Clients that hold as many as a new one would. One that has done nothing for a second gives way, and nobody
/// who works.
#[tokio::test]
async fn an_idle_connection_gives_way_to_a_client_that_has_as_many() {
    let service = Service::new(ConnectionLimits { max: 3, ..ConnectionLimits::default() }).await;
    let mut busy = service.connect_from("127.1.1.1").await;
    busy.write_all(REQUEST.replace("GET /", "GET /hold").as_bytes()).await.unwrap();
    while service.held.load(Ordering::SeqCst) < 1 {
        tokio::task::yield_now().await;
    }
    let mut idle =
        [service.connect_from("127.2.2.2").await, service.connect_from("127.3.3.3").await];
    let answered = async {
        loop {
            let mut new = service.connect_from("127.4.4.4").await;
            new.write_all(LAST_REQUEST.as_bytes()).await.unwrap();
            if rest(&mut new).await.ends_with("here\n") {
                return;
            }
        }
    };
    timeout(LONG, answered).await.expect("an idle connection gives way");
    let mut left = 0;
    for stream in &mut idle {
        let is_sent = stream.write_all(LAST_REQUEST.as_bytes()).await.is_ok();
        left += usize::from(is_sent && rest(stream).await.ends_with("here\n"));
    }
    assert_eq!(left, 1, "one gives way, and the other one still answers");
    assert!(timeout(SHORT, busy.read_u8()).await.is_err(), "it still waits");
}

/// Clients that ask without a pause and connect again as they are told to: whoever could connect gets an answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_under_load_leaves_no_request_without_an_answer() {
    for _ in 0..5 {
        let service = Service::new(ConnectionLimits::default()).await;
        let answered = Arc::<AtomicUsize>::default();
        let address = service.address;
        let clients: Vec<_> = (0..40)
            .map(|index| {
                let (answered, is_short) = (Arc::clone(&answered), index % 2 == 0);
                let request = if is_short { LAST_REQUEST } else { REQUEST };
                tokio::spawn(async move {
                    // Nobody can connect any more: the system does not answer, or refuses.
                    while let Ok(Ok(mut stream)) = timeout(SHORT, TcpStream::connect(address)).await
                    {
                        loop {
                            stream.write_all(request.as_bytes()).await.unwrap();
                            let mut bytes = Vec::new();
                            while !bytes.ends_with(b"here\n") {
                                let read = stream.read_buf(&mut bytes).await.unwrap();
                                assert!(read > 0, "{}", String::from_utf8_lossy(&bytes));
                            }
                            answered.fetch_add(1, Ordering::SeqCst);
                            if is_short || bytes.windows(17).any(|it| it == b"connection: close") {
                                break;
                            }
                        }
                    }
                })
            })
            .collect();
        while answered.load(Ordering::SeqCst) < 2000 {
            tokio::task::yield_now().await;
        }
        service.stop.send(()).unwrap();
        for client in clients {
            timeout(LONG, client).await.unwrap().unwrap();
        }
        assert_eq!(timeout(LONG, service.ended).await.unwrap().unwrap(), 0, "none was cut off");
    }
}

#[tokio::test]
async fn requests_before_the_stop_signal_are_answered() {
    let service = Service::new(ConnectionLimits::default()).await;
    let mut asking = Vec::new();
    for _ in 0..40 {
        asking.push(service.connect().await);
    }
    for stream in &mut asking {
        stream.write_all(REQUEST.replace("GET /", "GET /slow").as_bytes()).await.unwrap();
    }
    // Connections that the service may not have accepted yet.
    let mut kept = service.connect().await;
    kept.write_all(REQUEST.as_bytes()).await.unwrap();
    let mut late = service.connect().await;
    late.write_all(REQUEST.as_bytes()).await.unwrap();
    service.stop.send(()).unwrap();
    for stream in &mut asking {
        assert!(rest(stream).await.ends_with("slow\n"));
    }
    assert!(rest(&mut kept).await.ends_with("here\n"));
    assert!(rest(&mut late).await.ends_with("here\n"));
    assert_eq!(timeout(LONG, service.ended).await.unwrap().unwrap(), 0, "none was cut off");
    assert!(TcpStream::connect(service.address).await.is_err(), "the listener is closed");
}

/// A sentence, a request on a kept connection, and whether the response announces the end of the connection.
const UNREAD: &[(&str, &str, bool)] = &[
    (
        "a body that the handler reads",
        "POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody",
        false,
    ),
    (
        "chunks that the handler reads",
        "POST /read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
        false,
    ),
    ("no body", "GET / HTTP/1.1\r\nHost: h\r\n\r\n", false),
    (
        "a method that is not allowed, with a body",
        "PUT /read HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody",
        true,
    ),
    (
        "a body that the handler does not read",
        "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody",
        true,
    ),
    (
        "a body for an unknown path",
        "POST /none HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody",
        true,
    ),
];

#[tokio::test]
async fn a_response_with_an_unread_request_body_announces_the_end_of_the_connection() {
    let service = Service::new(ConnectionLimits::default()).await;
    for (sentence, request, ends) in UNREAD {
        let mut stream = service.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let byte = timeout(LONG, stream.read_u8()).await.expect("a head");
            head.push(byte.unwrap());
        }
        let head = String::from_utf8(head).unwrap().to_lowercase();
        assert_eq!(head.contains("connection: close"), *ends, "{sentence}: {head}");
        if !ends {
            stream.write_all(LAST_REQUEST.as_bytes()).await.unwrap();
            assert!(rest(&mut stream).await.ends_with("here\n"), "{sentence}");
        }
    }
}

#[tokio::test]
async fn the_last_response_of_a_connection_says_so_when_the_service_stops() {
    let service = Service::new(ConnectionLimits::default()).await;
    let mut busy = service.connect().await;
    busy.write_all(REQUEST.replace("GET /", "GET /slow").as_bytes()).await.unwrap();
    let mut kept = service.connect().await;
    kept.write_all(REQUEST.as_bytes()).await.unwrap();
    let mut answer = vec![0; 12];
    kept.read_exact(&mut answer).await.unwrap();
    service.stop.send(()).unwrap();
    let last = rest(&mut busy).await;
    assert!(
        last.to_lowercase().contains("connection: close") && last.ends_with("slow\n"),
        "{last}"
    );
    assert!(
        !rest(&mut kept).await.to_lowercase().contains("connection: close"),
        "the stop came after the response"
    );
    assert_eq!(timeout(LONG, service.ended).await.unwrap().unwrap(), 0);
}

#[tokio::test]
async fn the_shutdown_has_a_timeout() {
    let connections = ConnectionLimits { shutdown_timeout: SHORT, ..ConnectionLimits::default() };
    let service = Service::new(connections).await;
    let mut stuck = service.connect().await;
    stuck
        .write_all(b"POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf")
        .await
        .unwrap();
    while service.held.load(Ordering::SeqCst) < 1 {
        sleep(Duration::from_millis(1)).await;
    }
    service.stop.send(()).unwrap();
    assert_eq!(timeout(LONG, service.ended).await.unwrap().unwrap(), 1, "one was cut off");
}
