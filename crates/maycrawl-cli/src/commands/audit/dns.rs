//! The DNS questions of an audit, one at a time.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use maycrawl_audit::identity::{DnsAnswer, LookupError, Resolver};
use maycrawl_fetch::HostNames;
use tokio::runtime::Runtime;

use crate::fetcher;
use crate::text::output::Failure;

/// The time for all questions of a run.
const MAX_ASKING: Duration = Duration::from_secs(300);

pub(super) struct NameServer {
    runtime: Runtime,
    names: HostNames,
    left: Duration,
}

impl NameServer {
    /// The system's name servers, or this one. Nothing is asked yet.
    pub(super) fn new(address: Option<SocketAddr>) -> Result<Self, Failure> {
        let runtime = fetcher::runtime()?;
        let names = {
            let _inside = runtime.enter();
            HostNames::new(address)
        };
        Ok(Self { runtime, names, left: MAX_ASKING })
    }

    fn ask<T>(
        &mut self,
        question: impl AsyncFnOnce(&HostNames) -> Result<Vec<T>, maycrawl_fetch::Failure>,
    ) -> Result<DnsAnswer<T>, LookupError> {
        if self.left.is_zero() {
            return Err(LookupError("the time for questions is over".to_owned()));
        }
        let (start, at) = (Instant::now(), self.now());
        let values = self.runtime.block_on(question(&self.names));
        self.left = self.left.saturating_sub(start.elapsed());
        let values = values.map_err(|failure| LookupError(failure.to_string()))?;
        Ok(DnsAnswer { values, at })
    }
}

impl Resolver for NameServer {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn names(&mut self, address: IpAddr) -> Result<DnsAnswer<String>, LookupError> {
        self.ask(async |names| names.from_address(address).await)
    }

    fn addresses(&mut self, name: &str, like: IpAddr) -> Result<DnsAnswer<IpAddr>, LookupError> {
        self.ask(async |names| names.addresses(name, like).await)
    }
}
