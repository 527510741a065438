//! `maycrawl serve`: the service.

use std::time::Duration;

use maycrawl_fetch::Mode;
use maycrawl_server::{App, Limits, Unreached};
use tokio::net::TcpListener;

use crate::args::{Live, Serve};
use crate::live;
use crate::output::{Failure, Outcome, Output};
use crate::store;

/// For a TCP connection. A person waits for it, and whoever asks for what cannot be reached always does.
const CONNECT: Duration = Duration::from_secs(3);

pub(crate) fn run(args: &Serve, output: &mut Output) -> Result<Outcome, Failure> {
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
    let limits = Limits { a_second: args.rate, at_once: usize::from(args.at_once.get()) };
    let (router, _) =
        maycrawl_server::router(App { fetcher, unreached, limits, metrics: Some(metrics) });
    live::runtime()?.block_on(async {
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
        maycrawl_server::serve(listener, router, stopped())
            .await
            .map_err(|error| Failure::new(format!("the service ended: {error}")))
    })?;
    output.note("note", "stopped; every request that had come was answered");
    Ok(Outcome::AllAllowed)
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
