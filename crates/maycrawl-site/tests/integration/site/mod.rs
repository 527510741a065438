//! A site on loopback for tests: sends configured answers and records the requests.

#![allow(dead_code)] // each test file uses its part

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex};
use std::thread;

use maycrawl::Origin;
use maycrawl_fetch::{AddressGuard, Fetcher};
use maycrawl_site::WalkStart;

/// A site that answers paths with bodies, and writes down what it was asked for.
pub struct Site {
    pub port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    /// `serve` gives a body for a path, a line `-> LOCATION`, a whole answer that begins with `HTTP/1.1`, or
    /// `(silence)`; the site's URL comes with it.
    pub fn new(serve: impl Fn(&str, &str) -> Option<String> + Send + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&asked);
        thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming().flatten() {
                let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
                let Some(request) = lines.next() else { continue };
                for _ in lines.take_while(|line| !line.is_empty()) {}
                let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
                let body = serve(&path, &format!("http://site.test:{port}"));
                if let Some(answer) = body.as_deref().filter(|body| body.starts_with("HTTP/1.1")) {
                    log.lock().unwrap().push(path);
                    drop((&stream).write_all(answer.as_bytes()));
                    continue;
                }
                if body.as_deref() == Some("(silence)") {
                    log.lock().unwrap().push(path);
                    silent.push(stream);
                    continue;
                }
                let status = match body.as_deref().map(|body| body.strip_prefix("-> ")) {
                    Some(Some(location)) => format!("301 Moved\r\nLocation: {location}"),
                    Some(None) => "200 OK".to_owned(),
                    None => "404 Not Found".to_owned(),
                };
                let body = body.unwrap_or_default();
                log.lock().unwrap().push(path);
                let length = body.len();
                let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{body}");
                drop((&stream).write_all(answer.as_bytes()));
            }
        });
        Self { port, asked }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://site.test:{}{path}", self.port)
    }

    pub fn start(&self) -> WalkStart {
        WalkStart::Site(Origin::parse(&self.url("/")).unwrap())
    }

    pub fn requests(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

pub fn fetcher() -> Fetcher {
    let here = [IpAddr::V4(Ipv4Addr::LOCALHOST)];
    Fetcher::builder()
        .guard(AddressGuard::public_only().allowing_private())
        .resolve("site.test", &here)
        .resolve("other.test", &here)
        .build()
        .unwrap()
}
