//! A web site on loopback for tests: sends configured answers and counts requests.

#![allow(dead_code)] // each test file uses its part

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use maycrawl::Origin;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// What the site answers, whatever is asked for.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub fields: String,
    pub body: String,
    pub after: Duration,
}

impl Answer {
    pub fn new(status: u16, body: &str) -> Self {
        Self { status, fields: String::new(), body: body.to_owned(), after: Duration::ZERO }
    }

    pub fn field(mut self, name: &str, value: &str) -> Self {
        self.fields.push_str(&format!("{name}: {value}\r\n"));
        self
    }

    pub fn after(self, after: Duration) -> Self {
        Self { after, ..self }
    }
}

/// A running site; it ends when it is dropped.
pub struct Site {
    pub address: SocketAddr,
    answers: Arc<Mutex<Vec<(String, Answer)>>>,
    requests: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Site {
    pub async fn new(answer: Answer) -> Self {
        Self::at("127.0.0.1:0", answer).await
    }

    pub async fn at(address: &str, answer: Answer) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let answers = Arc::new(Mutex::new(vec![(String::new(), answer)]));
        let requests = Arc::new(AtomicUsize::new(0));
        let (told, counted) = (Arc::clone(&answers), Arc::clone(&requests));
        let task = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (told, counted) = (Arc::clone(&told), Arc::clone(&counted));
                tokio::spawn(async move {
                    let mut head = Vec::new();
                    while !head.ends_with(b"\r\n\r\n") {
                        let mut byte = [0];
                        match stream.read(&mut byte).await {
                            Ok(1) => head.push(byte[0]),
                            _ => return,
                        }
                    }
                    counted.fetch_add(1, Ordering::SeqCst);
                    let head = String::from_utf8(head).unwrap();
                    let path = head.split(' ').nth(1).unwrap();
                    let answer = {
                        let told = told.lock().unwrap();
                        let special =
                            told.iter().rev().find(|(prefix, _)| path.starts_with(prefix));
                        special.unwrap().1.clone()
                    };
                    sleep(answer.after).await;
                    let Answer { status, fields, body, .. } = answer;
                    let length = body.len();
                    let text = format!(
                        "HTTP/1.1 {status} X\r\n{fields}Content-Length: {length}\r\n\r\n{body}"
                    );
                    let _ = stream.write_all(text.as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { address, answers, requests, task }
    }

    /// From now on everything is answered so.
    pub fn answer(&self, answer: Answer) {
        *self.answers.lock().unwrap() = vec![(String::new(), answer)];
    }

    /// From now on paths that begin with `prefix` are answered so.
    pub fn answer_under(&self, prefix: &str, answer: Answer) {
        self.answers.lock().unwrap().push((prefix.to_owned(), answer));
    }

    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    pub fn origin(&self) -> Origin {
        Origin::parse(&self.url("/")).unwrap()
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}
