//! A service and a site for tests.

#![allow(dead_code, unreachable_pub)] // each test uses a part of it

use std::net::SocketAddr;
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use maycrawl_fetch::{AddressGuard, Clock, Fetcher};
use maycrawl_server::{
    AppState, ConnectionLimits, Disclosure, HostPolicy, RequestLimits, TrustedProxies,
    parse_network,
};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

/// The delay of masked answers, shorter than in production.
pub const MASKED_DELAY: Duration = Duration::from_millis(700);

/// A service on a free port, with limits that tests do not reach by chance.
pub struct Service {
    pub address: SocketAddr,
    pub stop: Option<oneshot::Sender<()>>,
    pub task: tokio::task::JoinHandle<usize>,
}

impl Service {
    pub async fn new(guard: AddressGuard, limits: RequestLimits) -> Self {
        let fetcher = Fetcher::builder()
            .guard(guard)
            .deadline(Duration::from_secs(5))
            .connect_timeout(Duration::from_millis(300))
            .store_unreached(false)
            .build()
            .unwrap();
        Self::with(fetcher, Clock::system(), limits).await
    }

    /// A service with this fetcher, which has the same clock.
    pub async fn with(fetcher: Fetcher, clock: Clock, limits: RequestLimits) -> Self {
        Self::for_hosts(fetcher, clock, limits, HostPolicy::default()).await
    }

    pub async fn for_hosts(
        fetcher: Fetcher,
        clock: Clock,
        limits: RequestLimits,
        hosts: HostPolicy,
    ) -> Self {
        let (router, _) = maycrawl_server::router(AppState {
            fetcher,
            unreached: Disclosure::Masked { min_delay: MASKED_DELAY },
            limits,
            hosts,
            for_agents: true,
            clock,
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(maycrawl_server::serve(
            listener,
            router,
            ConnectionLimits { proxies: local_proxies(), ..ConnectionLimits::default() },
            async move { drop(stopped.await) },
        ));
        Self { address, stop: Some(stop), task }
    }

    pub async fn open() -> Self {
        Self::new(AddressGuard::public_only().allowing_private(), open_limits()).await
    }

    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        fields: &str,
        body: &(impl AsRef<[u8]> + ?Sized),
    ) -> (u16, String, String) {
        let body = body.as_ref();
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let length = body.len();
        let json = "Content-Type: application/json\r\n";
        let json = if fields.contains("Content-Type") { "" } else { json };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: {length}\r\n\
             {json}{fields}\r\n"
        );
        stream.write_all(&[request.as_bytes(), body].concat()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let end = answer.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
        let head = std::str::from_utf8(&answer[..end]).unwrap().to_lowercase();
        let mut body = answer.split_off(end + 4);
        if head.contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        (head[9..12].parse().unwrap(), head, String::from_utf8(body).unwrap())
    }

    /// Like [`json`](Self::json), for a client with another address.
    pub async fn json_from(&self, client: &str, path: &str, body: &Value) -> (u16, Value) {
        let fields = format!("X-Forwarded-For: {client}\r\n");
        let (status, _, body) = self.ask("POST", path, &fields, &body.to_string()).await;
        (status, serde_json::from_str(&body).unwrap())
    }

    pub async fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, head, body) = self.ask(method, path, "", &body).await;
        assert!(head.contains("json"), "{head}");
        (status, serde_json::from_str(&body).unwrap())
    }
}

/// Limits that tests do not reach by chance.
pub fn open_limits() -> RequestLimits {
    RequestLimits {
        per_client_per_second: NonZero::new(100_000).unwrap(),
        max_in_flight: 1000,
        ..RequestLimits::default()
    }
}

/// Loopback as a trusted proxy, so that tests can name other client addresses.
pub fn local_proxies() -> TrustedProxies {
    [parse_network("127.0.0.0/8").unwrap()].into_iter().collect()
}

/// The body of a chunked response, which has to be complete.
pub fn unchunked(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|it| it == b"\r\n").expect("a chunk");
        let size = std::str::from_utf8(&chunks[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return body;
        }
        body.extend_from_slice(&chunks[end + 2..end + 2 + size]);
        chunks = &chunks[end + 4 + size..];
    }
}

/// A site with a few paths, and a log of its requests.
pub struct Site {
    pub origin: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    /// `answer` gives a status line with fields, and a body, for a path and the site's origin.
    pub async fn new(answer: fn(&str, &str) -> (String, String)) -> Self {
        Self::with(move |path, own, _| answer(path, own)).await
    }

    /// As [`new`](Self::new); `answer` also sees the User-Agent.
    pub async fn with(
        answer: impl Fn(&str, &str, &str) -> (String, String) + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let (own, log) = (origin.clone(), Arc::clone(&asked));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mut stream = BufReader::new(stream);
                let mut line = String::new();
                stream.read_line(&mut line).await.unwrap();
                let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
                let mut user_agent = String::new();
                while line.trim() != "" {
                    line.clear();
                    stream.read_line(&mut line).await.unwrap();
                    if let Some((name, value)) = line.split_once(": ")
                        && name.eq_ignore_ascii_case("user-agent")
                    {
                        value.trim().clone_into(&mut user_agent);
                    }
                }
                let (head, body) = answer(&path, &own, &user_agent);
                log.lock().unwrap().push(path);
                let length = body.len();
                let answer = format!(
                    "HTTP/1.1 {head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
                );
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        Self { origin, asked }
    }

    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

/// Names of `count` different crawlers.
pub fn agents(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("crawler{}", "abcdefghijklmnopqrst".get(i..).unwrap())).collect()
}
