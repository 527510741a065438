//! The one place where connections are made, and where the guard stands.
//!
//! A name is resolved once, every address is judged, and the connection goes to an address that was judged:
//! there is no second look-up for an attacker to answer otherwise.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use url::Host;

use crate::dns::Resolver;
use crate::guard::{Guard, Refusal};
use crate::outcome::{Failure, FailureKind};

/// Addresses of one host that are tried, one after the other.
const MOST_TRIES: usize = 4;

pub(crate) struct Connector {
    pub(crate) guard: Guard,
    pub(crate) resolver: Resolver,
    /// For one address, until TCP is up.
    pub(crate) connect_timeout: Duration,
    slots: Slots,
}

/// Why there is no connection.
pub(crate) enum NoConnection {
    /// The guard refuses it.
    Refused(Refusal),
    /// It failed.
    Failed(Failure),
}

impl From<Failure> for NoConnection {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// An open connection, and its place among those to the same address.
pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    pub(crate) peer: IpAddr,
    pub(crate) slot: OwnedSemaphorePermit,
}

impl Connector {
    pub(crate) fn new(
        guard: Guard,
        resolver: Resolver,
        connect_timeout: Duration,
        for_each_address: usize,
    ) -> Self {
        let slots = Slots { for_each: for_each_address.max(1), taken: Mutex::default() };
        Self { guard, resolver, connect_timeout, slots }
    }

    /// Connects to `host`, at an address that the guard has let pass.
    pub(crate) async fn connect(
        &self,
        host: &Host<&str>,
        port: u16,
    ) -> Result<Connection, NoConnection> {
        let addresses = match host {
            Host::Ipv4(address) => vec![IpAddr::V4(*address)],
            Host::Ipv6(address) => vec![IpAddr::V6(*address)],
            Host::Domain(name) => {
                self.guard.host_name(name).map_err(NoConnection::Refused)?;
                self.resolver.addresses(name).await?
            }
        };
        // Addresses that are refused are dropped; a host with none left is refused.
        let mut refusal = None;
        let mut failure = None;
        let mut tries = 0;
        for peer in addresses {
            // Judged before it waits for its turn, and again where it is dialled.
            let dialled = match self.guard.address(peer) {
                Ok(()) => {
                    let slot = self.slots.take(peer).await;
                    self.dial(SocketAddr::new(peer, port)).await.map(|stream| (stream, slot))
                }
                Err(refusal) => Err(NoConnection::Refused(refusal)),
            };
            match dialled {
                Ok((stream, slot)) => return Ok(Connection { stream, peer, slot }),
                Err(NoConnection::Refused(why)) => refusal = Some(why),
                Err(NoConnection::Failed(why)) => {
                    failure = Some(why);
                    tries += 1;
                    if tries == MOST_TRIES {
                        break;
                    }
                }
            }
        }
        Err(match (failure, refusal) {
            (Some(failure), _) => NoConnection::Failed(failure),
            (None, Some(refusal)) => NoConnection::Refused(refusal),
            (None, None) => Failure::new(FailureKind::Dns, "DNS: the name has no address").into(),
        })
    }

    /// The only call of `TcpStream::connect` in this crate, with the guard right in front of it.
    pub(crate) async fn dial(&self, address: SocketAddr) -> Result<TcpStream, NoConnection> {
        self.guard.address(address.ip()).map_err(NoConnection::Refused)?;
        let failed = |what: String| Failure::new(FailureKind::Connect, what);
        let stream = timeout(self.connect_timeout, TcpStream::connect(address))
            .await
            .map_err(|_| failed("the connection is not accepted in time".to_owned()))?
            .map_err(|error| failed(connect_error(&error)))?;
        let _ = stream.set_nodelay(true); // an optimisation, no more
        Ok(stream)
    }
}

fn connect_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => "the connection is refused".to_owned(),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            "the host is unreachable".to_owned()
        }
        _ => format!("no connection: {error}"),
    }
}

/// How many connections go to one address at a time, whatever names lead there.
struct Slots {
    for_each: usize,
    taken: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

impl Slots {
    /// Unused entries are swept when there are more than this.
    const SWEEP: usize = 4096;

    async fn take(&self, address: IpAddr) -> OwnedSemaphorePermit {
        let semaphore = {
            let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            if taken.len() > Self::SWEEP {
                taken.retain(|_, slots| slots.available_permits() < self.for_each);
            }
            let slots = || Arc::new(Semaphore::new(self.for_each));
            Arc::clone(taken.entry(address).or_insert_with(slots))
        };
        match semaphore.acquire_owned().await {
            Ok(permit) => permit,
            // Nobody closes a semaphore here; a pending call is cancelled by the deadline above it.
            Err(_) => std::future::pending().await,
        }
    }
}
