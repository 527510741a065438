//! What the service is given, and what handlers share.

use std::sync::Arc;
use std::time::Duration;

use maycrawl_fetch::{Clock, Fetcher};

use crate::admission::{Admission, RequestLimits};
use crate::client_limit::ClientLimits;
use crate::host_policy::HostPolicy;
use crate::worker_pool::WorkerPool;

/// What the service is given.
pub struct AppState {
    /// Asks live sites.
    pub fetcher: Fetcher,
    /// What is told of an origin that no connection was made to.
    pub unreached: Disclosure,
    /// How much the service takes on.
    pub limits: RequestLimits,
    /// Under which names the service answers.
    pub hosts: HostPolicy,
    /// The clock of the fetcher.
    pub clock: Clock,
}

/// What is told of an origin from which nothing answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disclosure {
    /// Everything: who asks may know the network, as with `--allow-private`.
    Full,
    /// Nothing but that, and no sooner than this long after the fetch began: longer than a connection may take.
    Masked {
        /// Shortest time from the beginning of a fetch to its answer.
        min_delay: Duration,
    },
}

/// What handlers share: the parts that the service is given, and those that it makes.
pub(crate) struct ServiceState {
    pub(crate) fetcher: Fetcher,
    pub(crate) unreached: Disclosure,
    pub(crate) limits: RequestLimits,
    pub(crate) clock: Clock,
    pub(crate) admission: Arc<Admission>,
    pub(crate) workers: WorkerPool,
    /// The sitemap walks that are running.
    pub(crate) sitemap_walks: Arc<ClientLimits>,
    /// The inspections of pages that are running.
    pub(crate) inspections: Arc<ClientLimits>,
}

impl ServiceState {
    /// The state of a service on which no request has arrived yet.
    pub(crate) fn new(app: AppState) -> Arc<Self> {
        let AppState { fetcher, unreached, limits, clock, hosts: _ } = app;
        Arc::new(Self {
            fetcher,
            unreached,
            limits,
            clock,
            admission: Admission::new(limits),
            workers: WorkerPool::default(),
            sitemap_walks: Arc::default(),
            inspections: Arc::default(),
        })
    }
}
