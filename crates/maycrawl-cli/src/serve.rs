//! `maycrawl serve`: the service.

use std::time::Duration;

use maycrawl_fetch::Mode;
use maycrawl_server::{App, Connections, Limits, Unreached};
use tokio::net::TcpListener;

use crate::args::{Live, Serve};
use crate::live;
use crate::log::{self, Log};
use crate::output::{Failure, Outcome, Output};
use crate::store;

/// For a TCP connection. A person waits for it, and whoever asks for what cannot be reached always does.
const CONNECT: Duration = Duration::from_secs(3);

pub(crate) fn run(args: &Serve, output: &mut Output) -> Result<Outcome, Failure> {
    let log = Log::start(args.log);
    let store = store::open(&args.store, output)?;
    let live = Live { policy: args.policy, refresh: false, offline: false };
    // A service does not end: what is stale is served while it is fetched anew.
    let builder = live::builder(&live, &args.net, store)?.mode(Mode::Policy);
    let fetcher = live::build(builder.connect_timeout(CONNECT))?;
    let unreached = if args.net.allow_private {
        Unreached::Told
    } else {
        Unreached::Hidden(CONNECT + Duration::from_millis(500))
    };
    let metrics = maycrawl_server::count()
        .map_err(|error| Failure::new(format!("nothing can be counted: {error}")))?;
    let limits = Limits {
        a_second: args.rate,
        at_once: usize::from(args.at_once.get()),
        ..Limits::default()
    };
    let connections = Connections {
        at_once: args.connections.get(),
        of_a_client: args.of_a_client.get(),
        ..Connections::default()
    };
    #[cfg(unix)]
    if let Some(text) = open_files(connections.at_once) {
        match &log {
            Some(_) => tracing::warn!(target: log::SERVICE, "{text}"),
            None => output.note("warning", &text),
        }
    }
    let (router, _) =
        maycrawl_server::router(App { fetcher, unreached, limits, metrics: Some(metrics) });
    let cut = live::runtime()?.block_on(async {
        let listener = TcpListener::bind(args.listen).await.map_err(|error| {
            Failure::new(format!(
                "cannot listen at {}: {error}; --listen names another place",
                args.listen
            ))
        })?;
        let address = listener.local_addr().map_err(Failure::Write)?;
        output.line(format_args!("maycrawl answers at http://{address}/"))?;
        output.line(format_args!("the API is described at http://{address}/openapi.json"))?;
        output.flush()?;
        tracing::info!(target: log::SERVICE, %address, "listening");
        Ok::<_, Failure>(maycrawl_server::serve(listener, router, connections, stopped()).await)
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

/// Ctrl-C, or what a supervisor sends.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
