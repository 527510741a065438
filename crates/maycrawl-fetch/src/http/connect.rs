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
use maycrawl_policy::{Failure, FailureKind};
#[cfg(not(feature = "simulation"))]
use tokio::net::TcpStream as Stream;
use tokio::time::timeout;
use url::Host;

use crate::address_guard::{AddressGuard, Refusal};
use crate::dns::Resolver;
use crate::fetch_pass::FetchPass;
use crate::ledger::{Busy, Client, KeyedAccounts, Permit, Resource};
#[cfg(feature = "simulation")]
use crate::simulation::Stream;

/// Maximum number of failed connections for one host, one address after the other.
const MAX_CONNECT_TRIES: usize = 4;

pub(crate) struct Connector {
    pub(crate) guard: AddressGuard,
    pub(crate) resolver: Resolver,
    /// Connect timeout: the time for one address.
    pub(crate) connect_timeout: Duration,
    /// Slots for connections at a time to each address, whatever host names resolve to it.
    slots: KeyedAccounts<IpAddr>,
    /// The slots that strangers have for names that never gave a robots.txt.
    new_name_slots: KeyedAccounts<IpAddr>,
    spacing: Option<Spacing>,
    visits: Option<Visits>,
}

/// The reason why there is no connection.
pub(crate) enum ConnectError {
    /// The guard refused it.
    Refused(Refusal),
    /// The connection failed.
    Failed(Failure),
    /// No slot of this program was free. Says nothing about the site.
    Busy,
}

impl From<Failure> for ConnectError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<Busy> for ConnectError {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

/// The slot of a connection for its address, and the one for a new name.
pub(crate) type AddressSlot = (Permit, Option<Permit>);

/// An open connection and its slot for the address.
pub(crate) struct Connection {
    pub(crate) stream: Stream,
    #[cfg_attr(not(feature = "ftp"), expect(dead_code))] // FTP connects to it again
    pub(crate) peer: IpAddr,
    pub(crate) slot: AddressSlot,
}

impl Connector {
    pub(crate) fn new(
        guard: AddressGuard,
        resolver: Resolver,
        connect_timeout: Duration,
        for_each_address: usize,
        spacing: Option<Spacing>,
        visits: Option<Visits>,
    ) -> Self {
        let all = for_each_address as u64;
        let spec = |resource: Resource| resource.spec().capacity;
        let of_new = all * spec(Resource::NewNameSlots) / spec(Resource::AddressSlots);
        let slots = KeyedAccounts::new(move || Resource::AddressSlots.account(all));
        let new_name_slots = KeyedAccounts::new(move || Resource::NewNameSlots.account(of_new));
        Self { guard, resolver, connect_timeout, slots, new_name_slots, spacing, visits }
    }

    /// The number of addresses that are remembered, and of their slots that are taken.
    #[cfg(feature = "simulation")]
    pub(crate) fn size(&self) -> (usize, u64) {
        let (all, new) = (self.slots.size(), self.new_name_slots.size());
        (all.0 + new.0, all.1 + new.1)
    }

    /// Waits for a slot of `peer`, and for the time when a connection to it is allowed.
    async fn slot(
        &self,
        peer: IpAddr,
        is_known: bool,
        pass: &FetchPass,
    ) -> Result<AddressSlot, Busy> {
        let client = pass.client;
        let of_new = if is_known || client == Client::OWN {
            None
        } else {
            let slots = self.new_name_slots.of(peer);
            Some(pass.wait(slots.wait(client, 1)).await?)
        };
        let slot = pass.wait(self.slots.of(peer).wait(client, 1)).await?;
        pass.hold([&slot].into_iter().chain(&of_new));
        if let Some(spacing) = &self.spacing {
            pass.wait(spacing.wait(peer, client)).await?;
        }
        Ok((slot, of_new))
    }

    /// Connects to `host`, at an address that the guard admits. `is_known`: the host has given a robots.txt.
    pub(crate) async fn connect(
        &self,
        host: &Host<&str>,
        port: u16,
        is_known: bool,
        pass: &FetchPass,
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
                    if let Some(visits) = self.visits.as_ref().filter(|_| pass.is_visit()) {
                        visits.check(peer)?;
                    }
                    let slot = self.slot(peer, is_known, pass).await?;
                    self.dial(SocketAddr::new(peer, port)).await.map(|stream| (stream, slot))
                }
                Err(refusal) => Err(ConnectError::Refused(refusal)),
            };
            match dialled {
                Ok((stream, slot)) => return Ok(Connection { stream, peer, slot }),
                Err(ConnectError::Busy) => return Err(ConnectError::Busy),
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

    /// The only way to a connection in this crate. The guard checks the address directly before it.
    pub(crate) async fn dial(&self, address: SocketAddr) -> Result<Stream, ConnectError> {
        self.guard.address(address.ip()).map_err(ConnectError::Refused)?;
        let failed = |what: String| Failure::new(FailureKind::Connect, what);
        let stream = timeout(self.connect_timeout, self.open(address))
            .await
            .map_err(|_| failed("the connection timed out".to_owned()))?
            .map_err(|error| failed(connect_error(&error)))?;
        let _ = stream.set_nodelay(true); // only an optimisation
        Ok(stream)
    }

    async fn open(&self, address: SocketAddr) -> io::Result<Stream> {
        #[cfg(feature = "simulation")]
        return crate::simulation::connect(self.resolver.network.as_ref(), address).await;
        #[cfg(not(feature = "simulation"))]
        Stream::connect(address).await
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

/// A rate limiter for the connections to one address. Clients take turns, and the widest network of a client has half
/// of the rate, so that one network never makes another one wait.
pub(crate) struct Spacing {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    of_client: DefaultKeyedRateLimiter<(IpAddr, Client)>,
    turns: KeyedAccounts<IpAddr>,
    connections: AtomicU32,
}

impl Spacing {
    pub(crate) fn new(rate: NonZeroU32, burst: NonZeroU32) -> Self {
        let quota = |rate, burst| Quota::per_second(rate).allow_burst(burst);
        let half = |of: NonZeroU32| NonZeroU32::new(of.get() / 2).unwrap_or(NonZeroU32::MIN);
        Self {
            limiter: RateLimiter::keyed(quota(rate, burst)),
            of_client: RateLimiter::keyed(quota(half(rate), half(burst))),
            turns: KeyedAccounts::new(|| Resource::AddressTurns.account(1)),
            connections: AtomicU32::new(0),
        }
    }

    /// Waits until a connection to `address` is allowed.
    async fn wait(&self, address: IpAddr, client: Client) -> Result<(), Busy> {
        if is_time_to_sweep(&self.connections) {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
            self.of_client.retain_recent();
            self.of_client.shrink_to_fit();
        }
        let network = network(address);
        if client != Client::OWN {
            self.of_client.until_key_ready(&(network, client.widest())).await;
        }
        let _turn = self.turns.of(network).wait(client, 1).await?;
        self.limiter.until_key_ready(&network).await;
        Ok(())
    }
}

/// The budget of each address for requests that strangers want now. What is beyond it does not wait: a stranger chooses
/// how many wait.
pub(crate) struct Visits {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    count: AtomicU32,
}

impl Visits {
    pub(crate) fn new(rate: NonZeroU32, burst: NonZeroU32) -> Self {
        let quota = Quota::per_second(rate).allow_burst(burst);
        Self { limiter: RateLimiter::keyed(quota), count: AtomicU32::new(0) }
    }

    fn check(&self, address: IpAddr) -> Result<(), Busy> {
        if is_time_to_sweep(&self.count) {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        self.limiter.check_key(&network(address)).map_err(|_| Busy)
    }
}

/// Counts, and says whether the limiters of addresses should forget those that are not used.
fn is_time_to_sweep(count: &AtomicU32) -> bool {
    count.fetch_add(1, Ordering::Relaxed) % SWEEP_INTERVAL == SWEEP_INTERVAL - 1
}

/// Interval between removals of unused addresses, in connections.
const SWEEP_INTERVAL: u32 = 4096;

/// The network that an address counts for: the /64 for IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) >> 64 << 64).into()),
    }
}
