//! `maycrawl serve`: the HTTP service.

mod health;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::time::Duration;

use maycrawl_fetch::{Clock, FetchMode, Fetcher, Store};
use maycrawl_server::{
    AppState, ConnectionLimits, Disclosure, HostName, HostPolicy, MetricsHandle, RequestLimits,
};
use tokio::net::TcpListener;

use crate::args::{AdminListen, Live, Net, Serve, ServedSites};
use crate::log::{self, Log};
use crate::text::output::{Exit, Failure, Output};
use crate::{fetcher, store};

/// Time limit for a TCP connection to a site. A person waits for the answer, and a request for an unreachable address
/// always takes this long.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Maximum number of fetches per second from one address, for all clients together.
const MAX_FETCHES_PER_SECOND: NonZero<u32> = NonZero::new(10).unwrap();

/// Maximum number of fetches from one address in a burst.
const MAX_FETCH_BURST: NonZero<u32> = NonZero::new(20).unwrap();

/// Requests that clients want now, such as inspections, to one address in a second and at once: twice those of one site
/// (`SITE_REQUESTS` of the service), because an address of a large provider has many sites.
const MAX_VISITS_PER_SECOND: NonZero<u32> = NonZero::new(2).unwrap();
const MAX_VISIT_BURST: NonZero<u32> = NonZero::new(60).unwrap();

/// How long a lookup waits for a slot before its answer is 503. Two of these and the time of a fetch fit into the time
/// of a response.
const SLOT_TIMEOUT: Duration = Duration::from_secs(10);

/// The address for operators, if none is named.
const ADMIN_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8081);

/// Maximum number of connections at the address for operators.
const MAX_ADMIN_CONNECTIONS: usize = 64;

pub(crate) fn run(args: &Serve, output: &mut Output) -> Result<Exit, Failure> {
    if args.check_health {
        return health::check(args.listen, output);
    }
    refuse_open_network(args)?;
    // The log starts first: the warnings below go into it.
    let log = Log::start(args.log_format);
    let store = store::open_for_service(&args.sites.store, output)?;
    if let Some(text) = store::unwritable(&args.sites.store, &store) {
        warn(log.as_ref(), &text, output);
    }
    let clock = Clock::system();
    let fetcher = fetcher(&args.sites, args.min_refresh_interval, store, clock.clone())?;
    let metrics = maycrawl_server::install_metrics()
        .map_err(|error| Failure::new(format!("cannot install the metrics recorder: {error}")))?;
    #[cfg(unix)]
    if let Some(text) = raise_open_files(args.max_connections.get()) {
        warn(log.as_ref(), &text, output);
    }
    let admin = Admin {
        listen: args.admin_listen,
        fetcher: fetcher.clone(),
        metrics,
        clock: clock.clone(),
    };
    let (router, _) = maycrawl_server::router(AppState {
        fetcher,
        unreached: disclosure(&args.sites.net),
        limits: request_limits(args),
        hosts: HostPolicy::for_listen(args.listen, &args.hosts).allowing_pages(&args.pages),
        for_agents: args.mcp,
        clock,
    });
    let closed = fetcher::runtime()?.block_on(async {
        let (listener, stop) = start(args, admin, output).await?;
        Ok::<_, Failure>(
            maycrawl_server::serve(listener, router, connection_limits(args), stop).await,
        )
    })?;
    let (kind, text) = match closed {
        0 => ("note", "stopped; all received requests were answered".to_owned()),
        _ => (
            "warning",
            format!("stopped; {closed} connections were closed in the middle of a request"),
        ),
    };
    match log {
        Some(log) => log.end(&text),
        None => output.note(kind, &text),
    }
    Ok(Exit::Done)
}

/// Warns in the log, or without one on standard error.
fn warn(log: Option<&Log>, text: &str, output: &mut Output) {
    match log {
        Some(_) => tracing::warn!(target: log::SERVICE_TARGET, "{text}"),
        None => output.note("warning", text),
    }
}

/// Opens the addresses and announces the service. Returns its listener, and a future that waits for a stop signal.
async fn start(
    args: &Serve,
    admin: Admin,
    output: &mut Output,
) -> Result<(TcpListener, impl Future<Output = ()> + use<>), Failure> {
    let listener = listen(args.listen, "--listen").await?;
    let address = listener.local_addr().map_err(Failure::Write)?;
    // The address for operators is open before the service is announced.
    let is_default = admin.listen.is_none();
    let admin = admin.start(&args.hosts).await?;
    let is_moved = is_default && admin != Some(ADMIN_LISTEN);
    let stop = stop_signal();
    output.line(format_args!("maycrawl answers at http://{address}/"))?;
    output.line(format_args!("the API is described at http://{address}/openapi.json"))?;
    if args.mcp {
        output.line(format_args!("agents ask at http://{address}/mcp"))?;
    }
    if let Some(admin) = admin {
        // Who looks at the usual port would take the counters of another service for those of this one.
        let moved = if is_moved { " (the usual port is in use)" } else { "" };
        output.line(format_args!("counters are at http://{admin}/metrics{moved}"))?;
        output.line(format_args!("watched sites are at http://{admin}/watched"))?;
    }
    output.flush()?;
    tracing::info!(target: log::SERVICE_TARGET, %address, "listening");
    Ok((listener, stop))
}

/// What clients learn about sites that could not be reached.
pub(super) fn disclosure(net: &Net) -> Disclosure {
    if net.allow_private {
        Disclosure::Full
    } else {
        Disclosure::Masked { min_delay: CONNECT_TIMEOUT + Duration::from_millis(500) }
    }
}

fn request_limits(args: &Serve) -> RequestLimits {
    RequestLimits {
        per_client_per_second: args.rate_limit,
        max_in_flight: usize::from(args.max_requests.get()),
        min_refresh_interval: args.min_refresh_interval,
        ..RequestLimits::default()
    }
}

fn connection_limits(args: &Serve) -> ConnectionLimits {
    ConnectionLimits {
        max: args.max_connections.get(),
        proxies: args.proxies.iter().copied().collect(),
        ..ConnectionLimits::default()
    }
}

/// Refuses `--allow-private` at an address that other machines can reach, unless a second option confirms it.
fn refuse_open_network(args: &Serve) -> Result<(), Failure> {
    let is_open = args.sites.net.allow_private && !args.listen.ip().to_canonical().is_loopback();
    if is_open && !args.allow_private_for_everyone {
        return Err(Failure::new(format!(
            "--allow-private at {}: every client of the service could look into the private network; listen on \
             loopback, or add --allow-private-for-everyone",
            args.listen
        )));
    }
    Ok(())
}

/// The fetcher of a service: for the programs of others, and for long.
pub(super) fn fetcher(
    sites: &ServedSites,
    min_refresh_interval: Duration,
    store: Store,
    clock: Clock,
) -> Result<Fetcher, Failure> {
    let ServedSites { policy, confirm_refusals, .. } = *sites;
    let live = Live { policy, confirm_refusals, refresh: false, offline: false };
    // A service runs for long: a stale file is served while it is fetched again.
    let builder = fetcher::builder(&live, &sites.net, store)?.mode(FetchMode::Policy).clock(clock);
    let builder = builder
        .connect_timeout(CONNECT_TIMEOUT)
        .min_refresh_interval(min_refresh_interval)
        .fetches_per_address(MAX_FETCHES_PER_SECOND, MAX_FETCH_BURST)
        .visits_per_address(MAX_VISITS_PER_SECOND, MAX_VISIT_BURST)
        .slot_timeout(SLOT_TIMEOUT)
        // A result that is masked is not stored either: after a restart it would differ from a new one.
        .store_unreached(sites.net.allow_private);
    fetcher::build(builder)
}

async fn listen(address: SocketAddr, option: &str) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| Failure::new(cannot_listen(address, option, &error)))
}

/// The message for an address that cannot be used, and what to do.
fn cannot_listen(address: SocketAddr, option: &str, error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::AddrInUse {
        let port = address.port();
        let next = SocketAddr::new(address.ip(), port.checked_add(2).unwrap_or(8082));
        return format!("port {port} is in use; choose another with {option} {next}");
    }
    format!("cannot listen at {address}: {error}; choose another address with {option}")
}

/// The service for operators: counters and readiness.
struct Admin {
    listen: Option<AdminListen>,
    fetcher: Fetcher,
    metrics: MetricsHandle,
    clock: Clock,
}

impl Admin {
    /// Starts to answer, until the process ends. The address, unless it is off.
    async fn start(self, hosts: &[HostName]) -> Result<Option<SocketAddr>, Failure> {
        let listener = match self.listen {
            Some(AdminListen::Off) => return Ok(None),
            Some(AdminListen::At(address)) => listen(address, "--admin-listen").await?,
            // Who names no address wants a service, not this port: a second one beside the first is no mistake.
            None => match TcpListener::bind(ADMIN_LISTEN).await {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                    listen(SocketAddr::new(ADMIN_LISTEN.ip(), 0), "--admin-listen").await?
                }
                bound => bound.map_err(|error| {
                    Failure::new(cannot_listen(ADMIN_LISTEN, "--admin-listen", &error))
                })?,
            },
        };
        let address = listener.local_addr().map_err(Failure::Write)?;
        let hosts = HostPolicy::for_listen(address, hosts);
        let router = maycrawl_server::admin_router(&self.fetcher, self.metrics, hosts, self.clock);
        let connections =
            ConnectionLimits { max: MAX_ADMIN_CONNECTIONS, ..ConnectionLimits::default() };
        tokio::spawn(maycrawl_server::serve(listener, router, connections, std::future::pending()));
        Ok(Some(address))
    }
}

/// Raises the limit of open files to what the system allows; a warning if that is too few for the connections.
#[cfg(unix)]
fn raise_open_files(connections: usize) -> Option<String> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    /// Open files for the store and for connections to sites.
    const OTHER_FILES: u64 = 512;
    let before = getrlimit(Resource::Nofile);
    // If the system refuses, the current limit stays.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: before.maximum, ..before });
    let limit = getrlimit(Resource::Nofile).current?;
    (limit < connections as u64 + OTHER_FILES).then(|| {
        format!(
            "the system allows this process {limit} open files, too few for --max-connections {connections}: \
             further connections wait until one closes; `ulimit -Hn` raises the limit"
        )
    })
}

/// Waits for Ctrl-C or SIGTERM. Signals count from this call on.
#[cfg(unix)]
pub(super) fn stop_signal() -> impl Future<Output = ()> {
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

/// Waits for Ctrl-C.
#[cfg(not(unix))]
pub(super) async fn stop_signal() {
    let _ = tokio::signal::ctrl_c().await;
}
