//! What handlers share.

use std::time::Duration;

use maycrawl_fetch::{Clock, Fetcher};

use crate::admission::RequestLimits;
use crate::host_policy::HostPolicy;

/// What handlers share.
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
    Masked(Duration),
}
