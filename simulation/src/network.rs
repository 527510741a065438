//! The network of a node: names, connections, and their faults. A node that is killed loses all its connections.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use maycrawl_fetch::simulation::{Network, NetworkFuture};
use tokio::io::{AsyncReadExt as _, DuplexStream, duplex};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::site::{self, Behaviour, host_address, host_of, site_of};
use crate::stores;
use crate::world::{Incarnation, World};

/// Where Redis is.
pub(crate) const REDIS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(20, 0, 9, 9)), 6379);
/// The address of the attacker's sites, which never answer.
const TAR_PIT: Ipv4Addr = Ipv4Addr::new(20, 1, 0, 0);
/// Bytes that a connection holds in each direction.
const BUFFER_BYTES: usize = 8192;

/// The network as one incarnation of a node sees it.
pub(crate) struct NodeNetwork {
    world: Arc<World>,
    who: Incarnation,
    /// The servers' ends of its connections; `None` when the node is dead.
    connections: Mutex<Option<JoinSet<()>>>,
}

impl NodeNetwork {
    pub(crate) fn new(world: &Arc<World>, who: Incarnation) -> Arc<Self> {
        let connections = Mutex::new(Some(JoinSet::new()));
        Arc::new(Self { world: Arc::clone(world), who, connections })
    }

    /// Cuts all connections, and makes no more.
    pub(crate) fn kill(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<JoinSet<()>>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spawn(&self, server: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let mut connections = self.lock();
        let open = connections.as_mut().ok_or(io::ErrorKind::NetworkDown)?;
        while open.try_join_next().is_some() {}
        open.spawn(server);
        Ok(())
    }

    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        sleep(Duration::from_millis(3)).await;
        let Some(site) = site_of(name) else { return foreign(name) };
        let (host, behaviour) = {
            let state = self.world.lock();
            let site = state.sites.get(site).ok_or(io::ErrorKind::NotFound)?;
            (site.host, site.behaviour)
        };
        if let Behaviour::NameFails { slow } = behaviour {
            self.broken(&[site]);
            if slow {
                sleep(Duration::from_secs(40)).await;
            }
            return Err(io::Error::new(io::ErrorKind::NotFound, "this host does not exist"));
        }
        Ok(vec![host_address(host)])
    }

    async fn connect(&self, address: SocketAddr) -> io::Result<DuplexStream> {
        sleep(Duration::from_millis(2)).await;
        if address == REDIS {
            stores::reach_redis(&self.world).await?;
            let (ours, theirs) = duplex(64 << 10);
            self.spawn(stores::serve_redis(Arc::clone(&self.world), theirs))?;
            return Ok(ours);
        }
        let (ours, mut theirs) = duplex(BUFFER_BYTES);
        // The sites of attackers take each request and never answer, so a fetch keeps its slot until a timeout.
        let Some(host) = host_of(address.ip()) else {
            self.spawn(async move {
                let mut rest = [0; 512];
                while !matches!(theirs.read(&mut rest).await, Ok(0) | Err(_)) {}
            })?;
            return Ok(ours);
        };
        if let Some(behaviour) = self.host_fault(host) {
            if behaviour == Behaviour::ConnectTimeout {
                sleep(Duration::from_secs(60)).await;
            }
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        self.spawn(site::serve(Arc::clone(&self.world), self.who, host, theirs))?;
        Ok(ours)
    }

    /// These sites cannot be reached, nor those that redirect to them.
    fn broken(&self, sites: &[usize]) {
        let all: Vec<usize> = {
            let state = self.world.lock();
            let leads_there = |site: &usize| {
                sites.contains(site)
                    || state.sites[*site].redirects_to.is_some_and(|to| sites.contains(&to))
            };
            (0..state.sites.len()).filter(leads_there).collect()
        };
        self.world.broken(&all, self.who);
    }

    /// The fault of an address: one site whose machine is down takes all sites of the address with it.
    fn host_fault(&self, host: usize) -> Option<Behaviour> {
        let (fault, sites) = {
            let state = self.world.lock();
            let sites: Vec<usize> =
                (0..state.sites.len()).filter(|&site| state.sites[site].host == host).collect();
            let is_down = |site: &usize| {
                let behaviour = state.sites[*site].behaviour;
                [Behaviour::Refused, Behaviour::ConnectTimeout]
                    .contains(&behaviour)
                    .then_some(behaviour)
            };
            (sites.iter().find_map(is_down), sites)
        };
        if fault.is_some() {
            self.broken(&sites);
        }
        fault
    }
}

/// Names of attackers: `x.slow.example.net`, `x.at3.example.net` (the address of host 3), `x.inside.example.net`.
fn foreign(name: &str) -> io::Result<Vec<IpAddr>> {
    let unknown = || io::Error::new(io::ErrorKind::NotFound, "this host does not exist");
    let zone = name.strip_suffix(".example.net").and_then(|rest| rest.split('.').nth(1));
    match zone.ok_or_else(unknown)? {
        "slow" => {
            let number = name
                .bytes()
                .fold(0_u16, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
            let ([a, b, ..], [c, d]) = (TAR_PIT.octets(), number.to_be_bytes());
            Ok(vec![Ipv4Addr::new(a, b, c, d).into()])
        }
        "inside" => Ok(vec![Ipv4Addr::LOCALHOST.into()]),
        zone => {
            let host = zone.strip_prefix("at").and_then(|host| host.parse().ok());
            Ok(vec![host_address(host.ok_or_else(unknown)?)])
        }
    }
}

impl Network for NodeNetwork {
    fn resolve<'n>(&'n self, name: &'n str) -> NetworkFuture<'n, Vec<IpAddr>> {
        Box::pin(self.resolve(name))
    }

    fn connect(&self, address: SocketAddr) -> NetworkFuture<'_, DuplexStream> {
        Box::pin(self.connect(address))
    }
}

impl fmt::Debug for NodeNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the network of {:?}", self.who)
    }
}
