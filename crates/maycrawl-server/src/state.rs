//! The parts of the service: those that it is given, and those that handlers share.

use std::sync::Arc;
use std::time::Duration;

use maycrawl_fetch::ledger::Client;
use maycrawl_fetch::{Clock, Fetcher};
use maycrawl_site::{UseReadLimits, UseReader};

use crate::admission::{Admission, RequestLimits};
use crate::host_policy::HostPolicy;
use crate::recent_askings::RecentAskings;
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
    /// Whether agents may ask at `/mcp`, in the Model Context Protocol.
    pub for_agents: bool,
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

/// The text in place of the reason, where that is masked.
pub(crate) const MASKED_REASON: &str =
    "no answer: its name is unknown, the host does not answer, or its address is not public";

/// The parts that handlers share.
pub(crate) struct ServiceState {
    pub(crate) fetcher: Fetcher,
    pub(crate) unreached: Disclosure,
    pub(crate) limits: RequestLimits,
    pub(crate) clock: Clock,
    pub(crate) admission: Arc<Admission>,
    pub(crate) workers: WorkerPool,
    /// The sites that were asked under several User-Agents.
    pub(crate) askings: RecentAskings,
    /// What sites say about uses beside their robots.txt. Its kept files are public, so clients share them.
    pub(crate) uses: UseReader,
}

/// Size limits of the page and of each file of a question about uses. They are read on the threads that answer all
/// requests.
const MAX_USE_PAGE_BYTES: u64 = 2 << 20;
const MAX_USE_FILE_BYTES: usize = 128 << 10;
/// Memory of such a question: the page, a `tdmrep.json`, which takes up to 32 times its size as parsed JSON, and
/// licences.
pub(crate) const USE_READ_MEMORY: usize = MAX_USE_PAGE_BYTES as usize + 40 * MAX_USE_FILE_BYTES;
/// Time limits of such a question and of each of its requests.
const USE_READ_TIMEOUT: Duration = Duration::from_secs(30);
const USE_REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

impl ServiceState {
    /// The fetcher on behalf of a client.
    pub(crate) fn fetcher_for(&self, client: Client) -> Fetcher {
        client.address().map_or_else(|| self.fetcher.clone(), |it| self.fetcher.for_address(it))
    }

    /// The state of a service on which no request has arrived yet.
    pub(crate) fn new(app: AppState) -> Arc<Self> {
        let AppState { fetcher, unreached, limits, clock, hosts: _, for_agents: _ } = app;
        let admission = Admission::new(limits);
        let workers = WorkerPool::new(&admission.ledger);
        let masked = match unreached {
            Disclosure::Full => None,
            Disclosure::Masked { min_delay } => Some((min_delay, MASKED_REASON)),
        };
        let uses = UseReader::new(UseReadLimits {
            total: Some(USE_READ_TIMEOUT),
            page_bytes: MAX_USE_PAGE_BYTES,
            file_bytes: MAX_USE_FILE_BYTES,
            masked,
            ..UseReadLimits::new(USE_REQUEST_TIMEOUT)
        });
        Arc::new(Self {
            fetcher,
            unreached,
            limits,
            clock,
            admission,
            workers,
            askings: RecentAskings::default(),
            uses,
        })
    }
}
