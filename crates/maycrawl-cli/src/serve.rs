//! `maycrawl serve`: the service.

use std::io;
use std::net::SocketAddr;
use std::num::NonZero;
use std::time::Duration;

use maycrawl_fetch::{Clock, FetchMode, Fetcher, Store};
use maycrawl_server::{
    AppState, ConnectionLimits, Disclosure, HostName, HostPolicy, MetricsHandle, RequestLimits,
};
use tokio::net::TcpListener;

use crate::args::{AdminListen, Live, Serve};
use crate::live;
use crate::log::{self, Log};
use crate::output::{Failure, Outcome, Output};
use crate::store;

/// For a TCP connection. A person waits for it, and whoever asks for what cannot be reached always does.
const CONNECT: Duration = Duration::from_secs(3);

/// Fetches a second from one address, for all clients, and how many may come at once.
const FETCHES: (NonZero<u32>, NonZero<u32>) =
    (NonZero::new(10).unwrap(), NonZero::new(20).unwrap());

pub(crate) fn run(args: &Serve, output: &mut Output) -> Result<Outcome, Failure> {
    refuse_open_network(args)?;
    let log = Log::start(args.log);
    let store = store::open(&args.store, output)?;
    let clock = Clock::system();
    let fetcher = fetcher(args, store, clock.clone())?;
    let unreached = if args.net.allow_private {
        Disclosure::Full
    } else {
        Disclosure::Masked(CONNECT + Duration::from_millis(500))
    };
    let metrics = maycrawl_server::install_metrics()
        .map_err(|error| Failure::new(format!("nothing can be counted: {error}")))?;
    let limits = RequestLimits {
        per_client_per_second: args.rate,
        max_in_flight: usize::from(args.at_once.get()),
        min_refresh_interval: args.min_refresh_interval,
        ..RequestLimits::default()
    };
    let connections = ConnectionLimits {
        max: args.connections.get(),
        max_per_client: args.of_a_client.get(),
        proxies: args.proxies.iter().copied().collect(),
        ..ConnectionLimits::default()
    };
    #[cfg(unix)]
    if let Some(text) = open_files(connections.max) {
        match &log {
            Some(_) => tracing::warn!(target: log::SERVICE, "{text}"),
            None => output.note("warning", &text),
        }
    }
    let hosts = HostPolicy::for_listen(args.listen, &args.hosts);
    let admin = Admin { listen: args.admin_listen, fetcher: fetcher.clone(), metrics };
    let (router, _) =
        maycrawl_server::router(AppState { fetcher, unreached, limits, hosts, clock });
    let cut = live::runtime()?.block_on(async {
        let listener = listen(args.listen, "--listen").await?;
        let address = listener.local_addr().map_err(Failure::Write)?;
        // Before anybody is told that the service answers.
        let admin = admin.start(&args.hosts).await?;
        let stop = stopped();
        output.line(format_args!("maycrawl answers at http://{address}/"))?;
        output.line(format_args!("the API is described at http://{address}/openapi.json"))?;
        if let Some(admin) = admin {
            output.line(format_args!("counters are at http://{admin}/metrics"))?;
        }
        output.flush()?;
        tracing::info!(target: log::SERVICE, %address, "listening");
        Ok::<_, Failure>(maycrawl_server::serve(listener, router, connections, stop).await)
    })?;
    let (kind, text) = match cut {
        0 => ("note", "stopped; every request that had come was answered".to_owned()),
        _ => ("warning", format!("stopped; {cut} connections were cut off")),
    };
    match log {
        Some(log) => log.end(&text),
        None => output.note(kind, &text),
    }
    Ok(Outcome::AllAllowed)
}

/// A service that everybody reaches does not show the private network unless that is said twice.
fn refuse_open_network(args: &Serve) -> Result<(), Failure> {
    let is_open = args.net.allow_private && !args.listen.ip().to_canonical().is_loopback();
    if is_open && !args.allow_private_for_everyone {
        return Err(Failure::new(format!(
            "--allow-private at {}: whoever reaches the service could look through the private network; listen on \
             loopback, or say --allow-private-for-everyone too",
            args.listen
        )));
    }
    Ok(())
}

fn fetcher(args: &Serve, store: Store, clock: Clock) -> Result<Fetcher, Failure> {
    let live = Live { policy: args.policy, refresh: false, offline: false };
    // A service does not end: what is stale is served while it is fetched anew.
    let builder = live::builder(&live, &args.net, store)?.mode(FetchMode::Policy).clock(clock);
    let builder = builder
        .connect_timeout(CONNECT)
        .min_refresh_interval(args.min_refresh_interval)
        .fetches_per_address(FETCHES.0, FETCHES.1)
        // What is hidden from strangers is not stored either: a restart would tell it apart.
        .store_unreached(args.net.allow_private);
    live::build(builder)
}

async fn listen(address: SocketAddr, option: &str) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| Failure::new(cannot_listen(address, option, &error)))
}

/// Why the service cannot begin, and what to do.
fn cannot_listen(address: SocketAddr, option: &str, error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::AddrInUse {
        let port = address.port();
        let next = SocketAddr::new(address.ip(), port.checked_add(2).unwrap_or(8082));
        return format!("port {port} is in use; choose another with {option} {next}");
    }
    format!("cannot listen at {address}: {error}; choose another place with {option}")
}

/// What the people who run the service see.
struct Admin {
    listen: AdminListen,
    fetcher: Fetcher,
    metrics: MetricsHandle,
}

impl Admin {
    /// Answers from now on; ends with the process.
    async fn start(self, hosts: &[HostName]) -> Result<Option<SocketAddr>, Failure> {
        let AdminListen::At(address) = self.listen else { return Ok(None) };
        let listener = listen(address, "--admin-listen").await?;
        let address = listener.local_addr().map_err(Failure::Write)?;
        let hosts = HostPolicy::for_listen(address, hosts);
        let router = maycrawl_server::admin_router(&self.fetcher, self.metrics, hosts);
        let connections = ConnectionLimits { max: 64, ..ConnectionLimits::default() };
        tokio::spawn(maycrawl_server::serve(listener, router, connections, std::future::pending()));
        Ok(Some(address))
    }
}

/// Takes as many open files as the system allows, and says if that is too few for the connections.
#[cfg(unix)]
fn open_files(connections: usize) -> Option<String> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    /// For the store, and for the sites that are asked.
    const OTHERS: u64 = 512;
    let limit = getrlimit(Resource::Nofile);
    // If that is refused, what there is has to do.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    let most = getrlimit(Resource::Nofile).current?;
    (most < connections as u64 + OTHERS).then(|| {
        format!(
            "the system gives this process {most} open files, too few for --connections {connections}: \
             beyond them nobody is let in until somebody leaves; `ulimit -Hn` raises it"
        )
    })
}

/// Ctrl-C, or what a supervisor sends, from this call on.
#[cfg(unix)]
fn stopped() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async move {
        let (Ok(mut interrupt), Ok(mut terminate)) = signals else {
            return drop(tokio::signal::ctrl_c().await);
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

/// Ctrl-C.
#[cfg(not(unix))]
async fn stopped() {
    let _ = tokio::signal::ctrl_c().await;
}
