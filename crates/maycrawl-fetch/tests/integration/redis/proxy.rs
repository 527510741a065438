//! A proxy to a Redis server that can inject faults.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// The fault that the proxy injects into the server's answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line {
    Good,
    /// Every piece comes this much later.
    Late(Duration),
    /// The connection ends where an answer would begin.
    Cut,
    /// The connection ends in the middle of an answer.
    Half,
    /// The first half of an answer comes, and no more of anything.
    Stuck,
    /// Every piece comes twice, so that each answer looks like one to the next question.
    Twice,
    /// One bit of every piece is turned.
    Noisy,
}

pub struct Proxy {
    port: u16,
    line: watch::Sender<Line>,
    connections: Arc<AtomicU64>,
}

impl Proxy {
    /// A good line to the server at `port`.
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let here = listener.local_addr().unwrap().port();
        let (line, watching) = watch::channel(Line::Good);
        let connections = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                let watching = watching.clone();
                tokio::spawn(async move {
                    // A server that is away is one that hangs up.
                    let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await else {
                        return;
                    };
                    let (from_client, to_client) = client.into_split();
                    let (from_server, to_server) = server.into_split();
                    tokio::select! {
                        () = pass(from_client, to_server) => {}
                        () = distort(from_server, to_client, watching) => {}
                    }
                });
            }
        });
        Self { port: here, line, connections }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    pub fn set(&self, line: Line) {
        self.line.send_replace(line);
    }

    /// Connections taken so far.
    pub fn connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed)
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
    let _ = tokio::io::copy(&mut from, &mut to).await;
}

async fn distort(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, line: watch::Receiver<Line>) {
    let mut piece = vec![0; 64 << 10];
    let mut turned = 0;
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        let piece = &mut piece[..length];
        let half = length / 2;
        let line = *line.borrow();
        let written = match line {
            Line::Good => to.write_all(piece).await,
            Line::Late(delay) => {
                sleep(delay).await;
                to.write_all(piece).await
            }
            Line::Cut => return,
            Line::Half => {
                let _ = to.write_all(&piece[..half]).await;
                return;
            }
            Line::Stuck => {
                let _ = to.write_all(&piece[..half]).await;
                return std::future::pending().await; // until the client hangs up
            }
            Line::Twice => to.write_all(&[&piece[..], &piece[..]].concat()).await,
            Line::Noisy => {
                turned += 7919;
                piece[turned % length] ^= 1 << (turned % 8);
                to.write_all(piece).await
            }
        };
        if written.is_err() {
            return;
        }
    }
}
