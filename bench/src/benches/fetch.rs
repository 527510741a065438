//! The fetcher: the cost of a cached answer, the number of requests to an origin that is not cached, the effect of
//! broken servers on healthy ones, and the memory of a million origins.

use std::hint::black_box;
use std::net::Ipv4Addr;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use maycrawl::{Crawler, Origin, RobotsTxt, as_written};
use maycrawl_fetch::{
    AddressGuard, Body, Entry, FetchResult, Fetcher, Outcome, Policy, Store, Timestamp,
};
use maycrawl_testdata::random::Random;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

use super::serve::{Service, processor_time};
use crate::corpus::Corpus;
use crate::harness::quantile;
use crate::report::Report;
use crate::site::{SMALL_FILE, read_request};

fn fetcher() -> maycrawl_fetch::FetcherBuilder {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private())
}

/// Starts a server on every loopback address, at one port; `serve` answers a connection by its address. Returns the
/// port.
async fn server<F>(serve: impl Fn(Ipv4Addr, TcpStream) -> F + Send + 'static) -> u16
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(std::net::SocketAddr::V4(address)) = stream.local_addr() else { continue };
            tokio::spawn(serve(*address.ip(), stream));
        }
    });
    port
}

async fn answer(stream: &mut TcpStream) {
    let text =
        format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{SMALL_FILE}", SMALL_FILE.len());
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
}

/// A check of a cached origin through the fetcher, compared with the bare rule set.
pub fn cached(_: &Corpus, rounds: u32, report: &mut Report) {
    let runtime = Runtime::new().unwrap();
    let (through, bare) = runtime.block_on(async {
        let port = server(|_, mut stream| async move {
            read_request(&mut stream).await;
            answer(&mut stream).await;
        })
        .await;
        let fetcher = fetcher().build().unwrap();
        let url = format!("http://127.0.0.1:{port}/search/about/us?q=1");
        let crawler = Crawler::GOOGLEBOT;
        fetcher.robots_for(&url).await.unwrap();
        let rules = RobotsTxt::parse(SMALL_FILE.as_bytes()).rules_for(&crawler);
        let (mut through, mut bare) = (f64::INFINITY, f64::INFINITY);
        const CALLS: u32 = 20_000;
        for _ in 0..rounds {
            let start = Instant::now();
            for _ in 0..CALLS {
                let robots = fetcher.robots_for(black_box(&url)).await.unwrap();
                black_box(robots.rules_for(&crawler).check(&url).is_allowed());
            }
            through = through.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
            let start = Instant::now();
            for _ in 0..CALLS {
                black_box(rules.check(as_written(black_box(url.as_str()))).is_allowed());
            }
            bare = bare.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
        }
        (through, bare)
    });
    report.at_most(
        "cached check through the fetcher, against twice the bare check and 1 us",
        through / (2.0 * bare + 1000.0),
        1.0,
        0.5,
        "x",
        &format!("{through:.0} ns against {bare:.0} ns"),
    );
}

/// The argument that makes this program run the sites of [`live`].
pub const SITES: &str = "--sites";

/// Answers at every loopback address with [`SMALL_FILE`]. It ends with the process.
pub fn serve_sites() {
    Runtime::new().unwrap().block_on(async {
        let port = server(|_, mut stream| async move {
            read_request(&mut stream).await;
            answer(&mut stream).await;
        })
        .await;
        println!("sites answer at http://127.0.0.1:{port}/");
        std::future::pending::<()>().await;
    });
}

/// Ten thousand origins, each fetched once over HTTP: the processor time against bare sockets, in turns. The sites are
/// another process.
pub fn live(_: &Corpus, rounds: u32, report: &mut Report) {
    const ORIGINS: u32 = 10_000;
    const AT_ONCE: usize = 64;
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg(SITES);
    let sites = Service::start(command);
    let port = sites.address.port();
    let addresses = || (0..ORIGINS).map(|i| Ipv4Addr::from(0x7F01_0101 + i));
    let runtime = Runtime::new().unwrap();
    let (mut ours, mut bare) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds.min(5) {
        let start = processor_time(std::process::id());
        runtime.block_on(async {
            let sockets = futures_util::stream::iter(addresses())
                .map(|address| tokio::spawn(bare_fetch(address, port)))
                .buffer_unordered(AT_ONCE);
            assert_eq!(
                sockets.filter(|done| std::future::ready(done.is_ok())).count().await,
                ORIGINS as usize
            );
        });
        let between = processor_time(std::process::id());
        runtime.block_on(async {
            let origin = |address| Origin::parse(&format!("http://{address}:{port}/")).unwrap();
            let fetcher = fetcher().build().unwrap();
            let fetched = fetcher.robots_of_many(addresses().map(origin), AT_ONCE);
            let known = fetched.filter(|(_, robots)| std::future::ready(robots.has_file()));
            assert_eq!(known.count().await, ORIGINS as usize);
        });
        ours = ours.min(processor_time(std::process::id()) - between);
        bare = bare.min(between - start);
    }
    let micros = |seconds: f64| seconds * 1e6 / f64::from(ORIGINS);
    report.at_most(
        "live fetching of 10,000 origins on loopback, processor time against bare sockets",
        ours / bare,
        1.5,
        1.3,
        "x",
        &format!("{:.0} us an origin against {:.0} us", micros(ours), micros(bare)),
    );
}

/// Fetches the file of a site as a program would that needs nothing else.
async fn bare_fetch(address: Ipv4Addr, port: u16) {
    let mut stream = TcpStream::connect((address, port)).await.unwrap();
    let request = format!(
        "GET /robots.txt HTTP/1.1\r\nhost: {address}:{port}\r\nuser-agent: bench\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.ends_with(SMALL_FILE.as_bytes()));
}

/// Ten thousand concurrent checks of an origin that is not cached.
pub fn cold(_: &Corpus, _: u32, report: &mut Report) {
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&requests);
    let took = Runtime::new().unwrap().block_on(async move {
        let port = server(move |_, mut stream| {
            let counted = Arc::clone(&counted);
            async move {
                read_request(&mut stream).await;
                counted.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(200)).await;
                answer(&mut stream).await;
            }
        })
        .await;
        let fetcher = fetcher().build().unwrap();
        let url: Arc<str> = format!("http://127.0.0.1:{port}/private").into();
        let start = Instant::now();
        let tasks: Vec<_> = (0..10_000)
            .map(|_| {
                let (fetcher, url) = (fetcher.clone(), Arc::clone(&url));
                tokio::spawn(async move {
                    let robots = fetcher.robots_for(&url).await.unwrap();
                    assert!(!robots.rules_for(&Crawler::GOOGLEBOT).check(&url).is_allowed());
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        start.elapsed()
    });
    let figures = format!("all answered in {} ms, 200 of them the server's", took.as_millis());
    let requests = requests.load(Ordering::SeqCst) as f64;
    report.at_most("requests for 10,000 questions at once", requests, 1.0, 1.0, "", &figures);
}

/// The number of ways in which servers are broken.
const BROKEN_KINDS: u8 = 8;

/// Answers a connection in one of the broken ways.
async fn broken(kind: u8, mut stream: TcpStream) {
    read_request(&mut stream).await;
    let long = Duration::from_secs(20);
    match kind {
        0 => tokio::time::sleep(long).await, // sends nothing
        1 => drop(stream.set_zero_linger()), // closes the connection
        2 => drop(stream.write_all(b"SSH-2.0-OpenSSH_9.9\r\n").await),
        3 => drop(stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort").await),
        4 => drop(stream.write_all(b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n").await),
        5 => {
            drop(stream.write_all(b"HTTP/1.1 302 Go\r\nLocation: /robots.txt\r\n\r\n").await);
        }
        6 => {
            // One byte from time to time.
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n").await;
            for _ in 0..100 {
                if stream.write_all(b"#").await.is_err() {
                    break;
                }
                tokio::time::sleep(long / 100).await;
            }
        }
        _ => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n").await;
            for _ in 0..2000 {
                if stream.write_all(b"X-Field: an endless head\r\n").await.is_err() {
                    break;
                }
            }
        }
    }
}

/// A thousand origins, a tenth of them broken: the latency of the healthy ones.
pub fn broken_tenth(_: &Corpus, rounds: u32, report: &mut Report) {
    let runtime = Runtime::new().unwrap();
    let (with, without) = runtime.block_on(async {
        let port = server(|address, mut stream| async move {
            let [_, kind, ..] = address.octets();
            if kind == 9 {
                return broken(address.octets()[3] % BROKEN_KINDS, stream).await;
            }
            read_request(&mut stream).await;
            answer(&mut stream).await;
        })
        .await;
        let healthy: Vec<_> = (0..900_u32).map(|i| (1, i)).collect();
        let mut mixed: Vec<_> = healthy.iter().copied().chain((0..100).map(|i| (9, i))).collect();
        // A random order, so that the broken ones are spread.
        let mut random = Random(7);
        for i in (1..mixed.len()).rev() {
            mixed.swap(i, random.below(i as u64 + 1) as usize);
        }
        let (mut with, mut without) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..rounds.min(4) {
            without = without.min(p99(&healthy, port).await);
            with = with.min(p99(&mixed, port).await);
        }
        (with, without)
    });
    report.at_most(
        "1,000 origins, a tenth broken: p99 of the healthy ones, against without the broken ones",
        with / without,
        2.0,
        1.2,
        "x",
        &format!("{with:.2} ms against {without:.2} ms"),
    );
}

/// The p99 latency of healthy origins in milliseconds, with 64 concurrent requests.
async fn p99(origins: &[(u8, u32)], port: u16) -> f64 {
    let fetcher = fetcher().deadline(Duration::from_secs(2)).build().unwrap();
    let requests = futures_util::stream::iter(origins.to_vec()).map(|(kind, i)| {
        let fetcher = fetcher.clone();
        async move {
            let (a, b) = (i / 250, i % 250 + 1);
            let origin = Origin::parse(&format!("http://127.{kind}.{a}.{b}:{port}/")).unwrap();
            let start = Instant::now();
            fetcher.robots_of(&origin).await;
            (kind, start.elapsed().as_secs_f64() * 1e3)
        }
    });
    let times: Vec<_> = requests.buffer_unordered(64).collect().await;
    let healthy: Vec<_> =
        times.into_iter().filter(|(kind, _)| *kind == 1).map(|(_, time)| time).collect();
    quantile(&healthy, 0.99)
}

/// The memory of a million origins of 2 KB in the memory store: files of the corpus, each up to 2 KB, so that they
/// compress as those of sites do.
pub fn million(corpus: &Corpus, _: u32, report: &mut Report) {
    const ORIGINS: usize = 1_000_000;
    const FILE_BYTES: usize = 2048;
    let long = corpus.subjects.iter().filter(|subject| subject.bytes.len() >= FILE_BYTES);
    let files: Vec<_> = long.map(|subject| &subject.bytes[..FILE_BYTES]).collect();
    if files.is_empty() {
        report.section(
            "- a million origins: not measured, because the corpus of real files is not installed",
        );
        return;
    }
    let before = resident();
    let store = Store::memory(4 << 30);
    let now = Timestamp::from_millis(1_790_000_000_000);
    let runtime = Runtime::new().unwrap();
    runtime.block_on(async {
        for i in 0..ORIGINS {
            let origin = Origin::parse(&format!("https://www{i}.example.com/")).unwrap();
            let mut body = Body::new(files[i % files.len()].to_vec().into());
            body.content_type = Some("text/plain".to_owned());
            let fetched = FetchResult::new(now, Duration::from_millis(20), Outcome::File(body));
            let entry = Entry::after(None, &origin, &fetched, None, Policy::Google2021, now);
            store.put(&entry, None).await.unwrap();
        }
    });
    let used = resident().saturating_sub(before) as f64 / 1e9;
    let kept = runtime.block_on(store.origins(None, usize::MAX)).unwrap().len();
    assert_eq!(kept, ORIGINS);
    report.at_most(
        "a million origins with files of 2 KB in the memory store, all kept",
        used,
        1.3,
        1.0,
        " GB",
        &format!("the first 2,048 bytes of {} files of the corpus, in turns", files.len()),
    );
}

/// The resident memory of this process in bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) << 10
}
