//! `maycrawl mcp`: the service for one agent, on standard input and output.

use maycrawl_fetch::Clock;
use maycrawl_server::{AppState, HostPolicy, RequestLimits};

use super::serve;
use crate::args::Mcp;
use crate::text::output::{Exit, Failure, Output};
use crate::{fetcher, store};

/// Calls that are answered at a time. An agent has a few; further ones are refused.
const MAX_CALLS: usize = 32;

pub(crate) fn run(args: &Mcp, output: &mut Output) -> Result<Exit, Failure> {
    super::note_that_programs_type("an agent", output);
    let store = store::open_for_service(&args.sites.store, output)?;
    if let Some(text) = store::unwritable(&args.sites.store, &store) {
        output.note("warning", &text);
    }
    let clock = Clock::system();
    let limits = RequestLimits { max_in_flight: MAX_CALLS, ..RequestLimits::default() };
    let app = AppState {
        fetcher: serve::fetcher(&args.sites, limits.min_refresh_interval, store, clock.clone())?,
        unreached: serve::disclosure(&args.sites.net),
        limits,
        hosts: HostPolicy::default(),
        for_agents: true,
        clock,
    };
    let runtime = fetcher::runtime()?;
    let streams = (tokio::io::stdin(), tokio::io::stdout());
    let answered = runtime.block_on(maycrawl_server::answer_agent(app, streams.0, streams.1));
    // A read of standard input cannot be cancelled, and the runtime would wait for it.
    runtime.shutdown_background();
    answered.map_err(|error| Failure::new(format!("the Model Context Protocol: {error}")))?;
    Ok(Exit::Done)
}
