//! The only place where connections are opened and where the guard checks them.
//!
//! A name is resolved once, every address is checked, and the connection goes to a checked address. There is no second
//! look-up that an attacker could answer differently (DNS rebinding).

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use url::Host;

use crate::address_guard::{AddressGuard, Refusal};
use crate::dns::Resolver;
use crate::keyed_semaphore::KeyedSemaphore;
use crate::outcome::{Failure, FailureKind};

/// Maximum number of failed connections for one host, one address after the other.
const MAX_CONNECT_TRIES: usize = 4;

pub(crate) struct Connector {
    pub(crate) guard: AddressGuard,
    pub(crate) resolver: Resolver,
    /// Connect timeout: the time for one address.
    pub(crate) connect_timeout: Duration,
    /// Slots for connections at a time to each address, whatever host names resolve to it.
    slots: KeyedSemaphore<IpAddr>,
    spacing: Option<Spacing>,
}

/// The reason why there is no connection.
pub(crate) enum ConnectError {
    /// The guard refused it.
    Refused(Refusal),
    /// The connection failed.
    Failed(Failure),
}

impl From<Failure> for ConnectError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// An open connection and its slot for the address.
pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    #[cfg_attr(not(feature = "ftp"), expect(dead_code))] // FTP connects to it again
    pub(crate) peer: IpAddr,
    pub(crate) slot: OwnedSemaphorePermit,
}

impl Connector {
    pub(crate) fn new(
        guard: AddressGuard,
        resolver: Resolver,
        connect_timeout: Duration,
        for_each_address: usize,
        spacing: Option<Spacing>,
    ) -> Self {
        let slots = KeyedSemaphore::new(for_each_address);
        Self { guard, resolver, connect_timeout, slots, spacing }
    }

    /// Connects to `host`, at an address that the guard admits.
    pub(crate) async fn connect(
        &self,
        host: &Host<&str>,
        port: u16,
    ) -> Result<Connection, ConnectError> {
        let addresses = match host {
            Host::Ipv4(address) => vec![IpAddr::V4(*address)],
            Host::Ipv6(address) => vec![IpAddr::V6(*address)],
            Host::Domain(name) => {
                self.guard.host_name(name).map_err(ConnectError::Refused)?;
                self.resolver.addresses(name).await?
            }
        };
        // Refused addresses are skipped. A host without any other address is refused.
        let mut refusal = None;
        let mut failure = None;
        let mut tries = 0;
        for peer in addresses {
            // Checked before it waits for a slot, and again before it connects.
            let dialled = match self.guard.address(peer) {
                Ok(()) => {
                    let slot = self.slots.acquire(peer).await;
                    if let Some(spacing) = &self.spacing {
                        spacing.wait(peer).await;
                    }
                    self.dial(SocketAddr::new(peer, port)).await.map(|stream| (stream, slot))
                }
                Err(refusal) => Err(ConnectError::Refused(refusal)),
            };
            match dialled {
                Ok((stream, slot)) => return Ok(Connection { stream, peer, slot }),
                Err(ConnectError::Refused(why)) => refusal = Some(why),
                Err(ConnectError::Failed(why)) => {
                    failure = Some(why);
                    tries += 1;
                    if tries == MAX_CONNECT_TRIES {
                        break;
                    }
                }
            }
        }
        Err(match (failure, refusal) {
            (Some(failure), _) => ConnectError::Failed(failure),
            (None, Some(refusal)) => ConnectError::Refused(refusal),
            (None, None) => Failure::new(FailureKind::Dns, "DNS: the name has no address").into(),
        })
    }

    /// The only call of `TcpStream::connect` in this crate. The guard checks the address directly before it.
    pub(crate) async fn dial(&self, address: SocketAddr) -> Result<TcpStream, ConnectError> {
        self.guard.address(address.ip()).map_err(ConnectError::Refused)?;
        let failed = |what: String| Failure::new(FailureKind::Connect, what);
        let stream = timeout(self.connect_timeout, TcpStream::connect(address))
            .await
            .map_err(|_| failed("the connection timed out".to_owned()))?
            .map_err(|error| failed(connect_error(&error)))?;
        let _ = stream.set_nodelay(true); // only an optimisation
        Ok(stream)
    }
}

fn connect_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => "the connection is refused".to_owned(),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            "the host is unreachable".to_owned()
        }
        _ => format!("the connection failed: {error}"),
    }
}

/// A rate limiter for the connections to one address.
pub(crate) struct Spacing {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    connections: AtomicU32,
}

impl Spacing {
    /// Interval between removals of unused addresses, in connections.
    const SWEEP_INTERVAL: u32 = 4096;

    pub(crate) fn new(rate: NonZeroU32, burst: NonZeroU32) -> Self {
        let quota = Quota::per_second(rate).allow_burst(burst);
        Self { limiter: RateLimiter::keyed(quota), connections: AtomicU32::new(0) }
    }

    /// Waits until a connection to `address` is allowed.
    async fn wait(&self, address: IpAddr) {
        if self.connections.fetch_add(1, Ordering::Relaxed) % Self::SWEEP_INTERVAL
            == Self::SWEEP_INTERVAL - 1
        {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        self.limiter.until_key_ready(&network(address)).await;
    }
}

/// The network that an address counts for: the /64 for IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) >> 64 << 64).into()),
    }
}
