//! The service under load: the released command on loopback, with the client on the same processors.

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt as _;
use maycrawl_testdata::hostile::ATTACKS;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::corpus::Corpus;
use crate::load::{self, RequestStats, RequestStream};
use crate::report::Report;
use crate::site::{SMALL_FILE, read_request};

/// The argument that makes this program run the empty service.
pub const EMPTY_SERVICE: &str = "--empty-service";

/// The hot checks per second that the service must answer.
const HOT_RATE: f64 = 20_000.0;
/// The p99 latency in milliseconds that the service must keep.
const MAX_P99_MS: f64 = 5.0;
/// The connections of the client.
const CONNECTIONS: usize = 64;
/// The connections of a client that sends as much as is answered.
const SATURATING_CONNECTIONS: usize = 32;

/// Runs an empty axum handler, for comparison: the cost of HTTP on this machine. It ends with the process.
pub fn empty_service() {
    Runtime::new().unwrap().block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("empty answers at http://{}/", listener.local_addr().unwrap());
        let router = axum::Router::new().route("/", axum::routing::get(|| async { "ok" }));
        // Small answers are sent at once, as by the service.
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
        axum::serve(listener, router).await.unwrap();
    });
}

/// A service in its own process.
pub struct Service {
    process: Child,
    pub address: SocketAddr,
}

impl Service {
    /// The path of the command, in the folder of this program.
    pub fn program() -> PathBuf {
        std::env::current_exe().unwrap().with_file_name("maycrawl")
    }

    pub fn is_built() -> bool {
        Self::program().exists()
    }

    pub fn start(mut command: Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().trim_end_matches('/').rsplit('/').next().unwrap();
        Self { process, address: address.parse().unwrap() }
    }

    /// Ends the service in an orderly way, so that a tool that counts it can write its result.
    pub fn stop(mut self) {
        #[cfg(unix)]
        rustix::process::kill_process(
            rustix::process::Pid::from_child(&self.process),
            rustix::process::Signal::TERM,
        )
        .unwrap();
        #[cfg(not(unix))]
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// The resident memory in MB.
    fn resident(&self) -> f64 {
        self.memory("VmRSS:")
    }

    /// The peak of the resident memory in MB.
    pub fn peak_resident(&self) -> f64 {
        self.memory("VmHWM:")
    }

    fn processor_time(&self) -> f64 {
        processor_time(self.process.id())
    }

    fn memory(&self, field: &str) -> f64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kib.unwrap_or(0.0) / 1e3
    }

    pub fn run(&self, streams: Vec<RequestStream>, seconds: u64) -> Vec<RequestStats> {
        load::run(self.address, streams, Duration::from_secs(seconds))
    }

    fn get(&self, path: &str, rate: f64, seconds: u64) -> RequestStats {
        self.run(vec![RequestStream::get(path, rate, CONNECTIONS)], seconds).remove(0)
    }

    /// The highest rate, in requests per second, at which all requests are answered in time. Each step is a quarter
    /// higher.
    fn peak(&self, path: &str, seconds: u64) -> f64 {
        let (mut peak, mut rate) = (0.0, 2_500.0);
        // One step may fail because the machine is busy with something else; two do not.
        let mut failed = 0;
        while failed < 2 {
            let stats = self.get(path, rate, seconds);
            let whole = stats.refused.is_empty() && stats.lost == 0 && stats.wrong == 0;
            if whole && stats.p(0.99) <= MAX_P99_MS {
                (peak, failed) = (rate, 0);
            } else {
                failed += 1;
            }
            rate *= 1.25;
        }
        peak
    }
}

/// The processor time that a process has used, in seconds, in ticks of a hundredth. 0 where there is no `/proc`.
pub fn processor_time(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in parentheses, may have spaces.
    let fields = stat.rsplit(')').next().unwrap_or_default().split(' ');
    let ticks = fields.skip(12).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts two sites at one port and returns it: 127.0.0.1 has a small file, 127.0.0.2 the worst known file.
pub async fn sites(worst: Vec<u8>) -> u16 {
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let worst: Arc<[u8]> = worst.into();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let worst = Arc::clone(&worst);
            tokio::spawn(async move {
                read_request(&mut stream).await;
                let is_small = stream.local_addr().is_ok_and(|it| it.ip() == Ipv4Addr::LOCALHOST);
                let file = if is_small { SMALL_FILE.as_bytes() } else { &worst };
                let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", file.len());
                let _ = stream.write_all(&[head.as_bytes(), file].concat()).await;
                let _ = stream.shutdown().await;
            });
        }
    });
    port
}

/// The service, and the empty axum handler.
fn started() -> (Service, Service) {
    let mut command = Command::new(Service::program());
    command.args(["serve", "--listen", "127.0.0.1:0", "--store", "memory", "--allow-private"]);
    command.args(["--admin-listen", "off", "--rate-limit", "1000000000"]);
    let service = Service::start(command);
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg(EMPTY_SERVICE);
    (service, Service::start(command))
}

/// Hot checks a second against an empty axum handler's, both saturated in turns.
pub fn saturated(_: &Corpus, rounds: u32, report: &mut Report) {
    const MEASURE: &str =
        "hot checks a second, against an empty axum handler's requests in one run";
    if !Service::is_built() {
        return report.skipped(MEASURE, "the command is not built");
    }
    let runtime = Runtime::new().unwrap();
    let port = runtime.block_on(sites(Vec::new()));
    let (service, empty) = started();
    let check = format!("/v1/check?url=http://127.0.0.1:{port}/search/about/us&agent=Googlebot");
    let time = Duration::from_millis(500);
    let ask = |of: &Service, path| {
        let before = of.processor_time();
        let rate = load::saturate(of.address, path, SATURATING_CONNECTIONS, time);
        (rate, (of.processor_time() - before) / (rate * time.as_secs_f64()))
    };
    let [mut ours, mut theirs] = [(0.0_f64, f64::INFINITY); 2];
    for _ in 0..rounds {
        for (best, of, path) in [(&mut ours, &service, &*check), (&mut theirs, &empty, "/")] {
            let (rate, processor) = ask(of, path);
            *best = (best.0.max(rate), best.1.min(processor));
        }
    }
    let figures = format!(
        "{:.2}: {:.0} against {:.0} a second, best of {rounds} rounds, {SATURATING_CONNECTIONS} connections, the client on the same \
         processors; {:.1} against {:.1} us of processor time a request",
        ours.0 / theirs.0,
        ours.0,
        theirs.0,
        ours.1 * 1e6,
        theirs.1 * 1e6,
    );
    report.at_least(MEASURE, ours.0 / theirs.0, 0.7, 0.8, &figures);
}

/// The service under load.
pub fn load(_: &Corpus, rounds: u32, report: &mut Report) {
    if !Service::is_built() {
        report.section("- the service: not measured, because the command is not built (`make bench` builds it)");
        return;
    }
    let quick = rounds < 5;
    let (step, minute) = if quick { (1, 5) } else { (4, 60) };
    let long = std::env::var("MAYCRAWL_LOAD_SECONDS").ok().and_then(|text| text.parse().ok());
    let attack = ATTACKS.last().unwrap();
    let (worst, path) = (attack.make)();
    let runtime = Runtime::new().unwrap();
    let port = runtime.block_on(sites(worst));

    let (service, empty) = started();
    let check = format!("/v1/check?url=http://127.0.0.1:{port}/search/about/us&agent=Googlebot");
    let hostile = format!("/v1/check?url=http://127.0.0.2:{port}{}", shorter(&path));
    service
        .run(vec![RequestStream::get(&check, 100.0, 1), RequestStream::get(&hostile, 5.0, 1)], 1);

    let start = service.resident();
    let seconds = long.unwrap_or(minute);
    service.get(&check, HOT_RATE, (seconds / 10).max(1));
    let warm = service.resident();
    let hot = service.get(&check, HOT_RATE, seconds);
    let end = service.resident();
    rate(report, &hot, &empty.get("/", HOT_RATE, minute.min(10)), seconds);
    report.at_most(
        "memory of the service at the end of that load, against after a tenth of it",
        end / warm,
        1.1,
        1.02,
        "x",
        &format!(
            "{start:.0} MB at the start, {warm:.0} MB after {} s, {end:.0} MB at the end",
            seconds / 10
        ),
    );
    let peak = service.peak(&check, step);
    let peaks = peak / empty.peak("/", step).max(1.0);
    report.at_least(
        "hot checks answered with a p99 of at most 5 ms, against 20,000 a second",
        peak / HOT_RATE,
        1.0,
        2.0,
        &format!("{peak:.0} a second, {peaks:.2} of an empty axum handler's"),
    );
    overload(report, &service, &check, peak.max(1000.0), minute.min(20));
    mixed(report, &service, (&check, &hostile), peak.max(1000.0), minute.min(20));
}

/// The attack's path, shortened in the middle so that the whole URL has 8 KiB. Only its ends matter.
fn shorter(path: &[u8]) -> String {
    let path = String::from_utf8_lossy(path);
    let middle = path.len() / 2;
    format!("{}{}", &path[..middle - 33], &path[middle + 33..])
}

fn rate(report: &mut Report, hot: &RequestStats, empty: &RequestStats, seconds: u64) {
    report.at_most(
        &format!("hot checks at 20,000 a second for {seconds} s, client on the same processors: p99"),
        hot.p(0.99),
        MAX_P99_MS,
        MAX_P99_MS / 2.0,
        " ms",
        &format!(
            "{:.0} answered a second, {} refused, {} lost; p50 {:.2} ms, p99.9 {:.2} ms; an empty axum handler: p50 \
             {:.2} ms, p99 {:.2} ms, {:.2}x",
            hot.goodput(),
            hot.refused.len(),
            hot.lost + hot.wrong,
            hot.p(0.5),
            hot.p(0.999),
            empty.p(0.5),
            empty.p(0.99),
            hot.p(0.99) / empty.p(0.99),
        ),
    );
}

/// Load at twice the peak: refusals are fast, and almost as many requests are answered as at the peak.
fn overload(report: &mut Report, service: &Service, check: &str, peak: f64, seconds: u64) {
    let stats = service.get(check, 2.0 * peak, seconds);
    report.at_most(
        "twice that: time to a 503, p99",
        stats.refused_p(0.99),
        50.0,
        25.0,
        " ms",
        &format!(
            "{} refused, p50 {:.1} ms; {} answered, p99 {:.1} ms; {} lost",
            stats.refused.len(),
            stats.refused_p(0.5),
            stats.answered.len(),
            stats.p(0.99),
            stats.lost
        ),
    );
    report.at_least(
        "twice that: answered, against the peak",
        stats.goodput() / peak,
        0.8,
        1.0,
        &format!("{:.0} a second", stats.goodput()),
    );
}

/// Load with a tenth of hostile requests: the latency of the others.
fn mixed(report: &mut Report, service: &Service, paths: (&str, &str), peak: f64, seconds: u64) {
    let (check, hostile) = paths;
    let rate = peak / 2.0;
    let alone = service.get(check, 0.9 * rate, seconds);
    let streams = vec![
        RequestStream::get(check, 0.9 * rate, CONNECTIONS),
        RequestStream::get(hostile, 0.1 * rate, 16),
    ];
    let stats = service.run(streams, seconds);
    report.at_most(
        "a tenth of the requests hostile (500 KiB file, 8 KiB URL), at half the peak: p99 of the rest, against \
         without",
        stats[0].p(0.99) / alone.p(0.99),
        3.0,
        1.5,
        "x",
        &format!(
            "{:.2} ms against {:.2} ms; {} of the rest refused; of {:.0} hostile ones a second {:.0} answered",
            stats[0].p(0.99),
            alone.p(0.99),
            stats[0].refused.len(),
            0.1 * rate,
            stats[1].goodput()
        ),
    );
}
