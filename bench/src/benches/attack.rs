//! Hostile clients against the service at its default limits: the effect on the other clients, and the memory of the
//! service. Everything stays on loopback, where each address is its own client or site.

use std::borrow::Cow;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

use super::serve::Service;
use crate::corpus::Corpus;
use crate::load::{RequestStats, RequestStream};
use crate::report::Report;
use crate::site::{SMALL_FILE, read_request};

/// The address of the hostile client, or of the proxy of many hostile clients. Honest clients are in 127.0.1.0/24.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 9, 9);

/// The number of honest clients that check a cached site.
const CACHED_CLIENTS: u8 = 16;
/// The requests per second of each of them, below the rate limit.
const CACHED_RATE: f64 = 25.0;
/// The number of honest clients that check a new site each time.
const FRESH_CLIENTS: u8 = 4;
/// The requests per second of each of them.
const FRESH_RATE: f64 = 10.0;
/// The requests per second of each of them where all new sites are at one address, which the service spares: below the
/// half of its rate that one network cannot take.
const ONE_ADDRESS_RATE: f64 = 0.5;
/// The lint requests per second of an honest client.
const LINT_RATE: f64 = 1.0;

// The kinds of sites: the second byte of a site's address.
const HEALTHY: u8 = 20;
const TARPIT: u8 = 30;
const EMPTY_MEMBERS: u8 = 40;
const LONG_PATTERN: u8 = 50;
const SLOW_SITEMAP: u8 = 60;

/// The address of all names below `localhost`, whose kind is in the name.
const ONE_ADDRESS: u8 = 0;

/// An attack: requests that are expensive for the service.
struct Attack {
    /// The name in the report.
    name: &'static str,
    /// The description in the report.
    what: &'static str,
    /// The number of concurrent requests.
    concurrency: usize,
    /// The path and the body of each request, by the port of the sites and the number of the request.
    request: fn(port: u16, number: u64) -> (&'static str, Cow<'static, Value>),
    /// The client of each request, by its number; `None` for one client.
    client: Option<fn(number: u64) -> String>,
    /// True if it is about one address, where the honest clients ask for new sites too.
    at_one_address: bool,
}

/// 4 MiB of JSON with many URLs.
static MANY_URLS: LazyLock<Value> = LazyLock::new(|| json!({ "urls": vec![""; 1_380_000] }));

/// Two files that differ in one byte of many rules, whose automata have large products.
static WILDCARD_DRAFTS: LazyLock<Value> = LazyLock::new(|| {
    let pattern =
        |i: u32| (0..16).map(|bit| ["a", "b"][(i >> bit & 1) as usize]).collect::<Vec<_>>();
    let rules = (0..15_000).map(|i| format!("Disallow: /{}\n", pattern(i).join("*")));
    let before = format!("User-agent: *\n{}", rules.collect::<String>());
    let after = before.replace("a*a*a", "a*b*a");
    json!({ "before": before, "after": after })
});

fn slow_sites(port: u16, number: u64) -> (&'static str, Cow<'static, Value>) {
    let urls: Vec<_> = (0..200).map(|i| site(TARPIT, number * 200 + i, port)).collect();
    ("/v1/check", Cow::Owned(json!({ "urls": urls })))
}

const ATTACKS: [Attack; 11] = [
    Attack {
        name: "A2",
        what: "200 slow sites in each request, from 64 networks of one /56",
        concurrency: 64,
        request: slow_sites,
        client: Some(|number| format!("2001:db8:0:77{:02x}::1", number % 64)),
        at_one_address: false,
    },
    Attack {
        name: "A2",
        what: "200 slow sites in each request, from 64 networks with a /48",
        concurrency: 64,
        request: slow_sites,
        client: Some(|number| format!("2001:db8:{:x}::1", number % 64)),
        at_one_address: false,
    },
    Attack {
        name: "A3",
        what: "comparisons of two drafts with 15,000 wildcard rules",
        concurrency: 4,
        request: |_, _| ("/v1/draft/diff", Cow::Borrowed(&WILDCARD_DRAFTS)),
        client: None,
        at_one_address: false,
    },
    Attack {
        name: "A4",
        what: "names of its own, fast and slow, at one address",
        concurrency: 6,
        request: |port, number| {
            let name = |i| ["fast", "slow"][i as usize % 2];
            let urls: Vec<_> = (0..200)
                .map(|i| format!("http://{}{}.localhost:{port}/", name(i), number * 200 + i))
                .collect();
            ("/v1/check", Cow::Owned(json!({ "urls": urls })))
        },
        client: None,
        at_one_address: true,
    },
    Attack {
        name: "A7",
        what: "4 MiB of JSON with 1.4 million URLs",
        concurrency: 4,
        request: |_, _| ("/v1/check", Cow::Borrowed(&MANY_URLS)),
        client: None,
        at_one_address: false,
    },
    Attack {
        name: "S1",
        what: "traces of 20,000 groups for 64 crawlers",
        concurrency: 2,
        request: |_, _| {
            let robots = "User-agent:*\nDisallow:/\n".repeat(20_000);
            let body =
                json!({ "robots": robots, "urls": ["/x"], "agents": agents(64), "explain": true });
            ("/v1/draft/check", Cow::Owned(body))
        },
        client: None,
        at_one_address: false,
    },
    Attack {
        name: "S2",
        what: "1,000 URLs of a site with a pattern of 16 KB for 20 crawlers",
        concurrency: 2,
        request: |port, _| {
            let urls: Vec<_> =
                (0..1000).map(|i| format!("{}/{i}", site(LONG_PATTERN, 1, port))).collect();
            ("/v1/check", Cow::Owned(json!({ "urls": urls, "agents": agents(20) })))
        },
        client: None,
        at_one_address: false,
    },
    Attack {
        name: "S6",
        what: "drafts that take long",
        concurrency: 4,
        request: |_, _| {
            let robots = format!("User-agent: *\nDisallow: /{}\n", "*".repeat(16_600));
            let urls: Vec<_> = (0..1000).map(|i| format!("/{i}")).collect();
            let body = json!({ "robots": robots, "urls": urls, "agents": agents(20) });
            ("/v1/draft/check", Cow::Owned(body))
        },
        client: None,
        at_one_address: false,
    },
    Attack {
        name: "S7",
        what: "1,000 sites in each request that send a byte in 0.9 s",
        concurrency: 40,
        request: |port, number| {
            let urls: Vec<_> = (0..1000).map(|i| site(TARPIT, number * 1000 + i, port)).collect();
            ("/v1/check", Cow::Owned(json!({ "urls": urls })))
        },
        client: None,
        at_one_address: false,
    },
    Attack {
        name: "S10",
        what: "8 sites in each request with an endless body of empty gzip members",
        concurrency: 2,
        request: |port, number| {
            let urls: Vec<_> = (0..8).map(|i| site(EMPTY_MEMBERS, number * 8 + i, port)).collect();
            ("/v1/check", Cow::Owned(json!({ "urls": urls })))
        },
        client: None,
        at_one_address: false,
    },
    Attack {
        name: "S12",
        what: "sitemaps that never end",
        concurrency: 4,
        request: |port, number| {
            let url = format!("{}/sitemap.xml", site(SLOW_SITEMAP, number, port));
            ("/v1/sitemap", Cow::Owned(json!({ "url": url })))
        },
        client: None,
        at_one_address: false,
    },
];

/// Each attack on its own service, and then all attacks at once.
pub fn attacks(_: &Corpus, rounds: u32, report: &mut Report) {
    if !Service::is_built() {
        report.section("- attacks on the service: not measured, because the command is not built");
        return;
    }
    let (rounds, seconds) = if rounds < 5 { (1, 4) } else { (5, 6) };
    let runtime = Runtime::new().unwrap();
    let port = runtime.block_on(sites());
    for attack in &ATTACKS {
        measure(report, std::slice::from_ref(attack), port, rounds, seconds);
    }
    measure(report, &ATTACKS, port, rounds, seconds);
}

/// The results of honest clients in one round: before the attacks and under attack.
struct Round {
    before: Vec<RequestStats>,
    under: Vec<RequestStats>,
}

/// Measures honest clients before these attacks and under attack, in turns.
fn measure(report: &mut Report, attacks: &[Attack], port: u16, rounds: usize, seconds: u64) {
    let mut command = Command::new(Service::program());
    command.args([
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--admin-listen",
        "off",
        "--store",
        "memory",
    ]);
    command.args(["--allow-private", "--trust-proxy", "127.0.9.9/32"]);
    let service = Service::start(command);
    // One request, so that the site is cached.
    service.run(vec![cached(port, 1)], 1);
    let fresh = Fresh {
        port,
        at_one_address: attacks.len() == 1 && attacks[0].at_one_address,
        number: Arc::new(AtomicU64::new(1)),
    };
    let (mut answered, mut bytes) = (0, 0);
    let rounds: Vec<Round> = std::iter::repeat_with(|| {
        let before = service.run(honest(port, &fresh), seconds);
        let attackers = Attackers::start(attacks, service.address, port);
        thread::sleep(Duration::from_secs(1));
        let under = service.run(honest(port, &fresh), seconds);
        let ended = attackers.stop();
        (answered, bytes) = (answered + ended.0, bytes + ended.1);
        Round { before, under }
    })
    .take(rounds)
    .collect();
    let name = match attacks {
        [attack] if attack.client.is_none() => {
            format!("one hostile client ({}: {})", attack.name, attack.what)
        }
        [attack] => format!("64 hostile clients ({}: {})", attack.name, attack.what),
        all => format!("all {} attacks at once", all.len()),
    };
    let figures = format!("{answered} of its requests answered, {:.1} MB", bytes as f64 / 1e6);
    rows(report, &name, &rounds, &figures);
    report.at_most(
        &format!("{name}: peak memory of the service"),
        service.peak_resident(),
        256.0,
        128.0,
        " MB",
        "VmHWM",
    );
}

/// New sites, each at an address of its own or all at one.
#[derive(Clone)]
struct Fresh {
    port: u16,
    at_one_address: bool,
    number: Arc<AtomicU64>,
}

impl Fresh {
    fn path(&self) -> String {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let origin = match self.at_one_address {
            true => format!("http://new{number}.localhost:{}", self.port),
            false => site(HEALTHY, number, self.port),
        };
        format!("/v1/check?url={origin}/private/x")
    }
}

/// Honest requests: cached checks, fresh checks, drafts.
fn honest(port: u16, fresh: &Fresh) -> Vec<RequestStream> {
    let cached = (1..=CACHED_CLIENTS).map(|client| cached(port, client));
    let checks = (1..=FRESH_CLIENTS).map(|client| {
        let (sites, rate) =
            (fresh.clone(), [FRESH_RATE, ONE_ADDRESS_RATE][usize::from(fresh.at_one_address)]);
        RequestStream::get_each(move |_| sites.path(), rate, 4)
            .of_client(Ipv4Addr::new(127, 0, 1, 100 + client))
            .expecting(br#""reason":"rule""#)
    });
    let draft = json!({ "robots": "User-agent: *\nDisallow: /a\n" });
    let lint = RequestStream::post("/v1/draft/lint", &draft, LINT_RATE, 2)
        .of_client(Ipv4Addr::new(127, 0, 1, 200))
        .expecting(b"diagnostics");
    cached.chain(checks).chain([lint]).collect()
}

fn cached(port: u16, client: u8) -> RequestStream {
    let path = format!("/v1/check?url=http://127.0.0.1:{port}/private/x");
    RequestStream::get(&path, CACHED_RATE, 2)
        .of_client(Ipv4Addr::new(127, 0, 1, client))
        .expecting(br#""reason":"rule""#)
}

/// Writes the rows of a report. The p99 of a round comes from its two or three slowest answers and machines are shared,
/// so the median of all rounds counts.
fn rows(report: &mut Report, name: &str, rounds: &[Round], figures: &str) {
    let cached = usize::from(CACHED_CLIENTS);
    let fresh = cached + usize::from(FRESH_CLIENTS);
    let kinds = [("cached", 0..cached, 3.0, 1.5), ("fresh", cached..fresh, 2.0, 1.2)];
    for (kind, range, must, aim) in kinds {
        let mut ratios: Vec<(f64, f64, f64)> = rounds
            .iter()
            .map(|round| {
                let alone = RequestStats::sum(&round.before[range.clone()]).p(0.99);
                let hurt = RequestStats::sum(&round.under[range.clone()]).p(0.99);
                (hurt / alone, hurt, alone)
            })
            .collect();
        ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (ratio, hurt, alone) = ratios[ratios.len() / 2];
        let (best, worst) = (ratios[0].0, ratios[ratios.len() - 1].0);
        report.at_most(
            &format!("{name}: p99 of honest {kind} checks, against without"),
            ratio,
            must,
            aim,
            "x",
            &format!(
                "{hurt:.2} ms against {alone:.2} ms; rounds {}, best {best:.2}x, worst {worst:.2}x; {figures}",
                ratios.len(),
            ),
        );
    }
    let under = |from: usize| {
        let of_rounds: Vec<RequestStats> =
            rounds.iter().map(|round| RequestStats::sum(&round.under[from..])).collect();
        RequestStats::sum(&of_rounds)
    };
    let (all, drafts) = (under(0), under(fresh));
    report.at_most(
        &format!("{name}: honest requests answered wrongly or not at all"),
        (all.wrong + all.lost + all.refused.len()) as f64,
        0.0,
        0.0,
        "",
        &format!(
            "{} wrong, {} lost, {} refused of {}; {} drafts answered, p99 {:.0} ms",
            all.wrong,
            all.lost,
            all.refused.len(),
            all.answered.len(),
            drafts.answered.len(),
            drafts.p(0.99),
        ),
    );
}

/// The hostile client: threads that send requests without a pause, and wait a little after a refusal.
struct Attackers {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<(u64, u64)>>,
}

impl Attackers {
    fn start(attacks: &[Attack], service: SocketAddr, port: u16) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let mut threads = Vec::new();
        for attack in attacks {
            let numbers = Arc::new(AtomicU64::new(0));
            for _ in 0..attack.concurrency {
                let (stop, numbers) = (Arc::clone(&stop), Arc::clone(&numbers));
                let Attack { request, client, .. } = *attack;
                threads.push(thread::spawn(move || {
                    let (mut answered, mut bytes) = (0, 0);
                    while !stop.load(Ordering::Relaxed) {
                        let number = numbers.fetch_add(1, Ordering::Relaxed);
                        let (path, body) = request(port, number);
                        let client = client.map(|client| client(number));
                        match ask(service, path, &body, client.as_deref(), &stop) {
                            Ok((200, length)) => {
                                answered += 1;
                                bytes += length;
                            }
                            _ => thread::sleep(Duration::from_millis(300)),
                        }
                    }
                    (answered, bytes)
                }));
            }
        }
        Self { stop, threads }
    }

    /// Stops the threads and returns the number of answered requests and the bytes of their answers.
    fn stop(self) -> (u64, u64) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.threads.into_iter().map(|thread| thread.join().unwrap());
        ended.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }
}

/// Sends a request and returns the status and the length of the answer, which is read as fast as it arrives.
fn ask(
    service: SocketAddr,
    path: &str,
    body: &Value,
    client: Option<&str>,
    stop: &AtomicBool,
) -> std::io::Result<(u16, u64)> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((ATTACKER, 0)).into())?;
    socket.connect(&service.into())?;
    socket.set_read_timeout(Some(Duration::from_millis(500)))?;
    let mut stream = std::net::TcpStream::from(socket);
    let client = client.map(|client| format!("x-forwarded-for: {client}\r\n"));
    let fields = format!("connection: close\r\n{}", client.unwrap_or_default());
    stream.write_all(&crate::load::post_request(path, body, &fields))?;
    let (mut head, mut length) = (Vec::new(), 0);
    let mut buffer = vec![0; 64 << 10];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => {
                length += read as u64;
                if head.len() < 12 {
                    head.extend_from_slice(&buffer[..read.min(12)]);
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
            }
            Err(error) => return Err(error),
        }
    }
    let status = head.get(9..12).and_then(|digits| std::str::from_utf8(digits).ok());
    Ok((status.and_then(|digits| digits.parse().ok()).unwrap_or(0), length))
}

/// Names of crawlers that have no group.
fn agents(count: u8) -> Vec<String> {
    let name = |i: u8| "a".repeat(1 + usize::from(i / 26)) + &char::from(b'a' + i % 26).to_string();
    (0..count).map(name).collect()
}

/// The origin of a site of one kind; each number is another site.
fn site(kind: u8, number: u64, port: u16) -> String {
    format!("http://127.{kind}.{}.{}:{port}", number / 250 % 250, 1 + number % 250)
}

/// Starts all sites at one port and returns it; the second byte of the address is the kind of the site.
async fn sites() -> u16 {
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(SocketAddr::V4(address)) = stream.local_addr() else { continue };
            tokio::spawn(answer(address.ip().octets()[1], stream));
        }
    });
    port
}

async fn answer(kind: u8, mut stream: TcpStream) {
    let (path, host) = read_request(&mut stream).await;
    let kind = if kind == ONE_ADDRESS && host.starts_with("slow") { TARPIT } else { kind };
    let long_pattern = || format!("User-agent: *\nDisallow: /{}\n", "*".repeat(16_600));
    let _ = match kind {
        TARPIT => drip(&mut stream, b"HTTP/1.1 200 OK\r\nX: ", b"x", 900).await,
        EMPTY_MEMBERS => empty_members(&mut stream).await,
        LONG_PATTERN => send(&mut stream, "200 OK", &long_pattern()).await,
        SLOW_SITEMAP if path.starts_with("/robots.txt") => {
            send(&mut stream, "404 Not Found", "").await
        }
        SLOW_SITEMAP => {
            let head = b"HTTP/1.1 200 OK\r\n\r\n<?xml version=\"1.0\"?><urlset>";
            drip(&mut stream, head, b"<!-- -->", 500).await
        }
        _ => send(&mut stream, "200 OK", SMALL_FILE).await,
    };
}

async fn send(stream: &mut TcpStream, status: &str, body: &str) -> std::io::Result<()> {
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await?;
    stream.shutdown().await
}

/// Sends one piece at a time, for a minute.
async fn drip(
    stream: &mut TcpStream,
    head: &[u8],
    piece: &[u8],
    millis: u64,
) -> std::io::Result<()> {
    stream.write_all(head).await?;
    for _ in 0..60_000 / millis {
        tokio::time::sleep(Duration::from_millis(millis)).await;
        stream.write_all(piece).await?;
    }
    Ok(())
}

/// Sends empty gzip members until the reader stops, up to 2 GB.
async fn empty_members(stream: &mut TcpStream) -> std::io::Result<()> {
    const MEMBER: [u8; 20] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n").await?;
    let block = MEMBER.repeat(3000);
    for _ in 0..33_000 {
        stream.write_all(&block).await?;
    }
    Ok(())
}
