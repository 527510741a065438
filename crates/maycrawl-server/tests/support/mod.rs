//! A service for tests to talk to.

#![allow(dead_code, unreachable_pub)] // each test uses a part of it

use std::net::SocketAddr;
use std::num::NonZero;
use std::time::Duration;

use maycrawl_fetch::{Fetcher, Guard};
use maycrawl_server::{App, Connections, Limits, Unreached};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

/// Shorter than a person would be made to wait.
pub const HIDDEN_FOR: Duration = Duration::from_millis(700);

/// A service at a free port, with no limit that a test would meet by chance.
pub struct Service {
    pub address: SocketAddr,
    pub stop: Option<oneshot::Sender<()>>,
    pub task: tokio::task::JoinHandle<usize>,
}

impl Service {
    pub async fn new(guard: Guard, limits: Limits) -> Self {
        let fetcher = Fetcher::builder()
            .guard(guard)
            .deadline(Duration::from_secs(5))
            .connect_timeout(Duration::from_millis(300))
            .build();
        let unreached = Unreached::Hidden(HIDDEN_FOR);
        let fetcher = fetcher.unwrap();
        let (router, _) =
            maycrawl_server::router(App { fetcher, unreached, limits, metrics: None });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(maycrawl_server::serve(
            listener,
            router,
            Connections::default(),
            async move { drop(stopped.await) },
        ));
        Self { address, stop: Some(stop), task }
    }

    pub async fn open() -> Self {
        let a_second = NonZero::new(100_000).unwrap();
        Self::new(
            Guard::public_only().allowing_private(),
            Limits { a_second, at_once: 1000, ..Limits::default() },
        )
        .await
    }

    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        fields: &str,
        body: &str,
    ) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: {length}\r\n{fields}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), head.to_lowercase(), body.to_owned())
    }

    pub async fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, head, body) = self.ask(method, path, "", &body).await;
        assert!(head.contains("json"), "{head}");
        (status, serde_json::from_str(&body).unwrap())
    }
}
