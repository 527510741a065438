//! The one place where connections are made, and where the guard stands.
//!
//! A name is resolved once, every address is judged, and the connection goes to an address that was judged:
//! there is no second look-up for an attacker to answer otherwise.

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

/// Addresses of one host that are tried, one after the other.
const MAX_CONNECT_TRIES: usize = 4;

pub(crate) struct Connector {
    pub(crate) guard: AddressGuard,
    pub(crate) resolver: Resolver,
    /// For one address, until TCP is up.
    pub(crate) connect_timeout: Duration,
    /// Connections at a time to each address, whatever names lead there.
    slots: KeyedSemaphore<IpAddr>,
    spacing: Option<Spacing>,
}

/// Why there is no connection.
pub(crate) enum ConnectError {
    /// The guard refuses it.
    Refused(Refusal),
    /// It failed.
    Failed(Failure),
}

impl From<Failure> for ConnectError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// An open connection, and its place among those to the same address.
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

    /// Connects to `host`, at an address that the guard has let pass.
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
        // Addresses that are refused are dropped; a host with none left is refused.
        let mut refusal = None;
        let mut failure = None;
        let mut tries = 0;
        for peer in addresses {
            // Judged before it waits for its turn, and again where it is dialled.
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

    /// The only call of `TcpStream::connect` in this crate, with the guard right in front of it.
    pub(crate) async fn dial(&self, address: SocketAddr) -> Result<TcpStream, ConnectError> {
        self.guard.address(address.ip()).map_err(ConnectError::Refused)?;
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

/// Spaces the connections to one address out in time.
pub(crate) struct Spacing {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    connections: AtomicU32,
}

impl Spacing {
    /// Addresses that are not being connected to are forgotten after this many connections.
    const SWEEP_INTERVAL: u32 = 4096;

    pub(crate) fn new(rate: NonZeroU32, burst: NonZeroU32) -> Self {
        let quota = Quota::per_second(rate).allow_burst(burst);
        Self { limiter: RateLimiter::keyed(quota), connections: AtomicU32::new(0) }
    }

    /// Waits until `address` may be connected to.
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

/// Whom an address belongs to: of IPv6 the /64.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) >> 64 << 64).into()),
    }
}
