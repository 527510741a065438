//! Who a client is, and the share of each: connections, places, memory.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// What counts as one client: an address of IPv4, or a network of IPv6: whoever has a /64 has no more than whoever
/// has one address of IPv4.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            Ipv6Addr::from(network).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// The client of a request, as [`network`] has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client(pub(crate) IpAddr);

impl Client {
    pub(crate) fn of(address: IpAddr) -> Self {
        Self(network(address))
    }
}

/// Something that clients share, such as connections: how many units are taken, in all and by each client.
#[derive(Debug, Default)]
pub(crate) struct ClientLimits(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    each: HashMap<IpAddr, usize>,
}

/// Units that a client has taken; dropping it gives them back.
#[derive(Debug)]
pub(crate) struct ClientPermit {
    clients: Arc<ClientLimits>,
    client: IpAddr,
    units: usize,
}

impl ClientLimits {
    /// `units` for `client`, if no more than `all` are then taken by all clients and `each` by this one.
    pub(crate) fn take(
        self: &Arc<Self>,
        Client(client): Client,
        units: usize,
        all: usize,
        each: usize,
    ) -> Option<ClientPermit> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = counts.each.get(&client).copied().unwrap_or(0);
        if counts.all.saturating_add(units) > all || own.saturating_add(units) > each {
            return None;
        }
        counts.all += units;
        counts.each.insert(client, own + units);
        Some(ClientPermit { clients: Arc::clone(self), client, units })
    }
}

impl Drop for ClientPermit {
    fn drop(&mut self) {
        let mut counts = self.clients.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= self.units;
        if let Some(own) = counts.each.get_mut(&self.client) {
            *own -= self.units;
            if *own == 0 {
                counts.each.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn an_address_of_ipv4_and_a_network_of_ipv6_are_a_client() {
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
    fn units_are_counted_in_all_and_for_each_client() {
        let clients = Arc::<ClientLimits>::default();
        let (one, other) = (Client::of([192, 0, 2, 1].into()), Client::of([192, 0, 2, 2].into()));
        let first = clients.take(one, 1, 3, 2);
        let second = clients.take(one, 1, 3, 2);
        assert!(first.is_some() && second.is_some());
        assert!(clients.take(one, 1, 3, 2).is_none(), "two of one client");
        let third = clients.take(other, 1, 3, 2);
        assert!(third.is_some());
        assert!(clients.take(other, 1, 3, 2).is_none(), "three in all");
        drop(second);
        assert!(clients.take(other, 1, 3, 2).is_some());
        drop((first, third));
        let counts = clients.0.lock().unwrap();
        assert_eq!((counts.all, counts.each.len()), (0, 0));
    }
}
