//! Clients, and limits per client and in total: connections, requests, memory.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// The key of a client: an IPv4 address, or the /64 network of an IPv6 address. A client with a /64 gets no more than
/// one with a single IPv4 address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            Ipv6Addr::from(network).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// The client of a request: an address from [`network`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client(pub(crate) IpAddr);

impl Client {
    pub(crate) fn of(address: IpAddr) -> Self {
        Self(network(address))
    }
}

/// Units of something that clients share, such as connections: how many are taken in total and by each client.
#[derive(Debug, Default)]
pub(crate) struct ClientLimits(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    total: usize,
    by_client: HashMap<IpAddr, usize>,
}

/// Units that a client has taken. Dropping it gives them back.
#[derive(Debug)]
pub(crate) struct ClientPermit {
    clients: Arc<ClientLimits>,
    client: IpAddr,
    units: usize,
}

impl ClientLimits {
    /// Takes `units` for `client`, if then all clients together have at most `max_total` and this one at most
    /// `max_per_client`.
    pub(crate) fn take(
        self: &Arc<Self>,
        Client(client): Client,
        units: usize,
        max_total: usize,
        max_per_client: usize,
    ) -> Option<ClientPermit> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = counts.by_client.get(&client).copied().unwrap_or(0);
        if counts.total.saturating_add(units) > max_total
            || own.saturating_add(units) > max_per_client
        {
            return None;
        }
        counts.total += units;
        counts.by_client.insert(client, own + units);
        Some(ClientPermit { clients: Arc::clone(self), client, units })
    }
}

impl Drop for ClientPermit {
    fn drop(&mut self) {
        let mut counts = self.clients.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.total -= self.units;
        if let Some(own) = counts.by_client.get_mut(&self.client) {
            *own -= self.units;
            if *own == 0 {
                counts.by_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_client_is_an_ipv4_address_or_an_ipv6_network() {
        let rows = [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ];
        for (address, client) in rows {
            assert_eq!(network(address.parse().unwrap()).to_string(), client);
        }
    }

    #[test]
    fn units_are_counted_in_total_and_for_each_client() {
        let clients = Arc::<ClientLimits>::default();
        let (one, other) = (Client::of([192, 0, 2, 1].into()), Client::of([192, 0, 2, 2].into()));
        let first = clients.take(one, 1, 3, 2);
        let second = clients.take(one, 1, 3, 2);
        assert!(first.is_some() && second.is_some());
        assert!(clients.take(one, 1, 3, 2).is_none(), "two of one client");
        let third = clients.take(other, 1, 3, 2);
        assert!(third.is_some());
        assert!(clients.take(other, 1, 3, 2).is_none(), "three in total");
        drop(second);
        assert!(clients.take(other, 1, 3, 2).is_some());
        drop((first, third));
        let counts = clients.0.lock().unwrap();
        assert_eq!((counts.total, counts.by_client.len()), (0, 0));
    }
}
