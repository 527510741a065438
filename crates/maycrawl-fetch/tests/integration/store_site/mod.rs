//! A site on this machine that counts its requests, and entries made by fetching from it.
#![allow(dead_code)] // each test uses its part

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use maycrawl::Origin;
use maycrawl_fetch::{
    AddressGuard, Clock, ClockReading, Entry, Fetcher, FetcherBuilder, OriginRobots, Store,
    Timestamp,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// Hosts of the site: `h0.test` and so on.
pub const HOSTS: usize = 100;

/// One server for many hosts. Every host has a file of its own.
#[derive(Clone)]
pub struct Site {
    port: u16,
    served: Arc<Mutex<Served>>,
}

#[derive(Default)]
struct Served {
    /// Other files than [`file_of`].
    files: HashMap<String, Vec<u8>>,
    gets: HashMap<String, u64>,
    delay: Duration,
}

pub fn host(number: usize) -> String {
    format!("h{number}.test")
}

/// The file of a host: no other host's says the same, and none allows what another forbids.
pub fn file_of(host: &str) -> String {
    format!("User-agent: *\nDisallow: /\nAllow: /{host}$\n# of {host}\n")
}

impl Site {
    pub async fn start() -> Self {
        let listener = TcpListener::bind((HERE, 0)).await.unwrap();
        let site = Self { port: listener.local_addr().unwrap().port(), served: Arc::default() };
        let served = Arc::clone(&site.served);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&served)));
            }
        });
        site
    }

    pub fn origin(&self, host: &str) -> Origin {
        Origin::parse(&format!("http://{host}:{}", self.port)).unwrap()
    }

    /// From now on `host` serves `file`.
    pub fn serve(&self, host: &str, file: impl Into<Vec<u8>>) {
        self.served.lock().unwrap().files.insert(host.to_owned(), file.into());
    }

    /// From now on the site takes this long to answer.
    pub fn take(&self, delay: Duration) {
        self.served.lock().unwrap().delay = delay;
    }

    /// Requests for the file of `host` so far.
    pub fn gets(&self, host: &str) -> u64 {
        self.served.lock().unwrap().gets.get(host).copied().unwrap_or_default()
    }

    pub fn all_gets(&self) -> u64 {
        self.served.lock().unwrap().gets.values().sum()
    }

    /// A fetcher that finds the site.
    pub fn builder(&self) -> FetcherBuilder {
        let builder = Fetcher::builder().guard(AddressGuard::public_only().allowing_private());
        (0..HOSTS).fold(builder, |builder, number| builder.resolve(&host(number), &[HERE]))
    }

    /// Asks for `host` and fails unless the answer is the file of `host`, and what it says.
    pub async fn ask(&self, fetcher: &Fetcher, host: &str) -> OriginRobots {
        let origin = self.origin(host);
        let robots = fetcher.robots_of(&origin).await;
        assert_eq!(robots.origin(), &origin, "another origin's answer");
        let file = robots.bytes().map(String::from_utf8_lossy);
        assert_eq!(file.as_deref(), Some(&*file_of(host)), "{host}: {robots}");
        let rules = robots.rules_for(&maycrawl::Crawler::GOOGLEBOT);
        let allowed = |path: &str| rules.check(&format!("{}{path}", origin.as_str())).is_allowed();
        assert!(allowed(&format!("/{host}")) && !allowed("/other"), "{host}: {robots}");
        robots
    }
}

async fn answer(mut stream: TcpStream, served: Arc<Mutex<Served>>) {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        match stream.read_buf(&mut request).await {
            Ok(1..) => {}
            _ => return,
        }
    }
    let request = String::from_utf8_lossy(&request).to_lowercase();
    let host = request.lines().find_map(|line| line.strip_prefix("host:")).unwrap_or_default();
    let host = host.trim().split(':').next().unwrap_or_default().to_owned();
    let (file, delay) = {
        let mut served = served.lock().unwrap();
        *served.gets.entry(host.clone()).or_default() += 1;
        let file = served.files.get(&host).cloned();
        (file.unwrap_or_else(|| file_of(&host).into()), served.delay)
    };
    sleep(delay).await;
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        file.len()
    );
    let _ = stream.write_all(head.as_bytes()).await; // who asked may be gone
    let _ = stream.write_all(&file).await;
}

/// Makes entries, by fetching them.
pub struct Entries {
    pub site: Site,
    clock: Clock,
    fetcher: Fetcher,
    refusing: Fetcher,
}

/// Odd but legal: what the URL standard lets stand in a host, and more than one way to be long.
pub fn odd_origins() -> Vec<Origin> {
    let long = format!("http://{}test:1", "a23456789.".repeat(24));
    [
        "http://it's-odd.test",
        "http://\"quoted\".test",
        "http://star*.test",
        "http://a;b,c=d&e$f.test",
        "http://{braces}(and)!.test",
        "http://drop~table--.test",
        "http://under_score.test:65535",
        "http://müller.test",
        "https://☃.test",
        "ftp://ftp.test",
        "http://[::1]:8080",
        "http://127.0.0.1",
        "http://h1.test",
        "http://h1.test:8",
        "http://h1.test:81",
        &long,
    ]
    .map(|text| Origin::parse(text).unwrap())
    .to_vec()
}

impl Entries {
    pub async fn new() -> Self {
        let site = Site::start().await;
        let clock = Clock::fixed(ClockReading { wall: at(0), steady: Duration::ZERO });
        let fetcher = site.builder().clock(clock.clone()).build().unwrap();
        // Refuses at once: every name leads to this machine.
        let refusing = odd_origins().iter().fold(Fetcher::builder(), |builder, origin| {
            let host = origin.as_str().split("//").nth(1).unwrap();
            builder.resolve(host.split(':').next().unwrap(), &[HERE])
        });
        let refusing = refusing.clock(clock.clone()).store(Store::memory(0)).build().unwrap();
        Self { site, clock, fetcher, refusing }
    }

    /// The entry of a host that answered with `file` in the second `second`.
    pub async fn of(&self, host: &str, file: impl Into<Vec<u8>>, second: u64) -> Entry {
        let origin = self.site.origin(host);
        self.site.serve(host, file);
        self.clock.set(ClockReading { wall: at(second), steady: Duration::from_secs(second) });
        self.fetcher.forget(&origin).await.unwrap();
        let entry = self.fetcher.refresh(&origin).await.entry().clone();
        assert!(entry.bytes().is_some(), "{host} was not fetched: {:?}", entry.last_fetch());
        entry
    }

    /// An entry without a file, of an origin that was not connected to.
    pub async fn without_file(&self, origin: &Origin) -> Entry {
        let robots = self.refusing.robots_of(origin).await;
        assert!(robots.is_refused(), "{robots}");
        robots.entry().clone()
    }
}

/// A second of 2023.
pub fn at(second: u64) -> Timestamp {
    Timestamp::from_millis((1_700_000_000 + second) * 1000)
}
