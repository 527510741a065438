//! The parts of the service: those that it is given, and those that handlers share.

use std::sync::Arc;
use std::time::Duration;

use maycrawl_fetch::ledger::Client;
use maycrawl_fetch::{Clock, Fetcher};

use crate::admission::{Admission, RequestLimits};
use crate::host_policy::HostPolicy;
use crate::worker_pool::WorkerPool;

/// The parts that the service is given.
pub struct AppState {
    /// The fetcher for live sites. For strangers it needs
    /// [`confirm_refusals`](maycrawl_fetch::FetcherBuilder::confirm_refusals).
    pub fetcher: Fetcher,
    /// What clients may learn of an origin that could not be connected to.
    pub unreached: Disclosure,
    /// The limits on requests.
    pub limits: RequestLimits,
    /// The host names of the service.
    pub hosts: HostPolicy,
    /// The clock of the fetcher, for times in answers.
    pub clock: Clock,
}

/// What clients may learn of an origin that could not be connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disclosure {
    /// The reason. For clients that may know the network, as with `--allow-private`.
    Full,
    /// Only that there was no connection. All reasons look alike and take equally long.
    Masked {
        /// Shortest time from the beginning of such a fetch to the answer: longer than the connect timeout.
        min_delay: Duration,
    },
}

/// The parts that handlers share.
pub(crate) struct ServiceState {
    pub(crate) fetcher: Fetcher,
    pub(crate) unreached: Disclosure,
    pub(crate) limits: RequestLimits,
    pub(crate) clock: Clock,
    pub(crate) admission: Arc<Admission>,
    pub(crate) workers: WorkerPool,
}

impl ServiceState {
    /// The fetcher on behalf of a client.
    pub(crate) fn fetcher_for(&self, client: Client) -> Fetcher {
        client.address().map_or_else(|| self.fetcher.clone(), |it| self.fetcher.for_address(it))
    }

    /// The state of a service on which no request has arrived yet.
    pub(crate) fn new(app: AppState) -> Arc<Self> {
        let AppState { fetcher, unreached, limits, clock, hosts: _ } = app;
        let admission = Admission::new(limits);
        let workers = WorkerPool::new(&admission.ledger);
        Arc::new(Self { fetcher, unreached, limits, clock, admission, workers })
    }
}
