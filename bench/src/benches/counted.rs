//! What the command does for one request and for one URL, counted in instructions by callgrind: times depend on the
//! machine and on what else it does, these hardly do.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use maycrawl_testdata::callgrind;
use tokio::runtime::Runtime;

use super::serve::{EMPTY_SERVICE, Service, sites};
use crate::corpus::Corpus;
use crate::report::Report;
use crate::site::SMALL_FILE;

/// Requests or URLs in two runs. Their difference is counted, without the start and the first fetch.
const FEW: u64 = 200;
const MANY: u64 = 1200;

/// A file of 480 KB for Googlebot.
fn large_file() -> String {
    let rules: String = (0..17_000).map(|i| format!("Disallow: /shop-{i}/basket\n")).collect();
    format!("User-agent: *\n{rules}Disallow: /search\nAllow: /search/about\n")
}

/// Instructions of one hot check of the service, its HTTP included.
pub fn service(_: &Corpus, _: u32, report: &mut Report) {
    const MEASURE: &str = "instructions of one hot request of the service, HTTP included";
    if !Service::is_built() {
        return report.skipped(MEASURE, "the command is not built");
    }
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        return report.skipped(MEASURE, "valgrind is not installed");
    }
    let runtime = Runtime::new().unwrap();
    let port = runtime.block_on(sites(large_file().into()));
    let check =
        |host| format!("/v1/check?url=http://{host}:{port}/search/about/us&agent=Googlebot");
    let program = Service::program();
    let options = ["serve", "--listen", "127.0.0.1:0", "--store", "memory", "--allow-private"];
    let limits = ["--admin-listen", "off", "--rate-limit", "1000000000"];
    let options = [&options[..], &limits].concat();
    let count = |host| per_request(&program, &options, &check(host));
    let (small, large) = (count("127.0.0.1"), count("127.0.0.2"));
    let empty = per_request(&std::env::current_exe().unwrap(), &[EMPTY_SERVICE], "/");
    let figures = format!(
        "{small:.0}; an empty axum handler {empty:.0}, {:.2} of it. With a log line for each request",
        empty / small
    );
    report.at_most(MEASURE, small, 60_000.0, 40_000.0, "", &figures);
    report.at_most(
        "the same for a site with a file of 480 KB, against one of 71 bytes",
        large / small,
        1.1,
        1.0,
        "x",
        &format!("{large:.0} against {small:.0}"),
    );
}

/// Instructions of one request for `path` on a connection that is open already.
fn per_request(program: &Path, options: &[&str], path: &str) -> f64 {
    let [few, many] = [FEW, MANY].map(|requests| {
        let out = std::env::temp_dir().join(format!("maycrawl-counted-{}", std::process::id()));
        let mut command = Command::new("valgrind");
        command.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", out.display()));
        command.arg(program).args(options);
        let service = Service::start(command);
        ask(service.address, path, requests);
        service.stop();
        let text = fs::read_to_string(&out).unwrap();
        let _ = fs::remove_file(&out);
        let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
        total.unwrap().trim().parse::<u64>().unwrap()
    });
    many.saturating_sub(few) as f64 / (MANY - FEW) as f64
}

/// Sends requests one after the other on one connection.
fn ask(address: SocketAddr, path: &str, requests: u64) {
    let mut stream = TcpStream::connect(address).unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    // In one piece, as clients send it: the service would read and parse the pieces of `write!` one by one.
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: */*\r\n\r\n");
    for _ in 0..requests {
        stream.write_all(request.as_bytes()).unwrap();
        let (mut length, mut line) = (0, String::new());
        answers.read_line(&mut line).unwrap();
        assert!(line.starts_with("HTTP/1.1 200 "), "{line}");
        while line != "\r\n" {
            line.clear();
            answers.read_line(&mut line).unwrap();
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.trim().parse().unwrap();
            }
        }
        answers.read_exact(&mut vec![0; length]).unwrap();
    }
}

/// `maycrawl check --robots FILE` with a million URLs.
pub fn check_urls(_: &Corpus, rounds: u32, report: &mut Report) {
    const URLS: u64 = 1_000_000;
    const MEASURE: &str = "`check --robots FILE` of 1,000,000 URLs, a URL";
    if !Service::is_built() {
        return report.skipped(MEASURE, "the command is not built");
    }
    let path =
        |name| std::env::temp_dir().join(format!("maycrawl-bench-{}.{name}", std::process::id()));
    let [robots, urls] = ["robots", "urls"].map(path);
    let url = |i: u64| match i % 3 {
        0 => format!("https://www.example.com/shop-{}/basket/item?id={i}", i % 20_000),
        1 => format!("https://www.example.com/search/about/us-{i}.html"),
        _ => format!("https://www.example.com/articles/2026/11/title-{i}.html"),
    };
    fs::write(&urls, (0..URLS).map(|i| url(i) + "\n").collect::<String>()).unwrap();
    let command = || {
        let mut command = Command::new(Service::program());
        command.args(["check", "--robots"]).arg(&robots);
        command
    };
    let files = [("a file of 71 bytes", SMALL_FILE.to_owned()), ("a file of 480 KB", large_file())];
    for (what, file) in files {
        fs::write(&robots, file).unwrap();
        let counts = [FEW, MANY].map(|count| {
            let mut command = command();
            command.args((0..count).map(url));
            callgrind::all_instructions(MEASURE, &command)
        });
        let counted = match counts {
            [Some(few), Some(many)] => format!("{} instructions", (many - few) / (MANY - FEW)),
            _ => "instructions not counted, because valgrind is not installed".to_owned(),
        };
        let mut best = f64::INFINITY;
        for _ in 0..rounds.min(5) {
            let start = Instant::now();
            let mut command = command();
            command.stdin(fs::File::open(&urls).unwrap()).stdout(Stdio::null());
            // Status 1: the larger file disallows some of the URLs.
            assert!(matches!(command.status().unwrap().code(), Some(0 | 1)));
            best = best.min(start.elapsed().as_secs_f64());
        }
        let micros = best * 1e6 / URLS as f64;
        report.at_most(&format!("{MEASURE}, {what}"), micros, 2.0, 1.0, " us", &counted);
    }
    for path in [&robots, &urls] {
        let _ = fs::remove_file(path);
    }
}
