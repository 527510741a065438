//! Clients and their place in the tree of clients.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whom a resource is taken for: an address, a key of the caller, or the program itself.
///
/// A client of IPv6 is a /64 network, because that is what one machine gets. It counts in its /56 (a household) and in
/// its /48 (a company). A client of IPv4 is an address, and counts in its /24.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Client(Label);

/// A node of the tree below its parent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Label {
    /// The program itself.
    Own,
    /// A key of the caller.
    Key(u64),
    /// A network: its first address, and the length of its prefix.
    Network(IpAddr, u8),
}

impl Client {
    /// The program itself. Its waiters are not counted: they are tasks of the program.
    pub const OWN: Self = Self(Label::Own);

    /// The client of an address.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::Client;
    ///
    /// let client = |address: &str| Client::from_address(address.parse().unwrap());
    /// // One machine has a whole /64, so it is one client.
    /// assert!(client("2001:db8::1") == client("2001:db8::ffff:2"));
    /// assert!(client("::ffff:192.0.2.1") == client("192.0.2.1"));
    /// ```
    #[must_use]
    pub fn from_address(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self(network(address, if address.is_ipv4() { 32 } else { 64 }))
    }

    /// A client that the caller knows by a key, such as a hash of a user's name.
    #[must_use]
    pub const fn from_key(key: u64) -> Self {
        Self(Label::Key(key))
    }

    /// The address of the client: an IPv4 address, or the first address of an IPv6 /64.
    #[must_use]
    pub const fn address(self) -> Option<IpAddr> {
        match self.0 {
            Label::Network(address, _) => Some(address),
            Label::Own | Label::Key(_) => None,
        }
    }

    /// The largest network that the client counts in: its /24 or /48. A key is its own.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::Client;
    ///
    /// let widest = |address: &str| Client::from_address(address.parse().unwrap()).widest();
    /// assert!(widest("192.0.2.1") == widest("192.0.2.200"));
    /// assert!(widest("192.0.2.1") != widest("192.0.3.1"));
    /// ```
    #[must_use]
    pub fn widest(self) -> Self {
        Self(self.path().next().unwrap_or(self.0))
    }

    /// The networks that the client counts in, the largest first: its /48 and /56, or its /24.
    pub fn networks(self) -> impl Iterator<Item = Self> {
        self.path().filter(move |node| *node != self.0).map(Self)
    }

    /// The nodes from the root, without it, to the client.
    pub(super) fn path(self) -> impl Iterator<Item = Label> {
        let own = self.0;
        let wider: &[u8] = match own {
            Label::Network(IpAddr::V4(_), 32) => &[24],
            Label::Network(IpAddr::V6(_), 64) => &[48, 56],
            _ => &[],
        };
        let wider = wider.iter().map(move |&length| match own {
            Label::Network(address, _) => network(address, length),
            other => other,
        });
        wider.chain([own])
    }
}

/// The network of an address with a prefix of this length.
fn network(address: IpAddr, length: u8) -> Label {
    let first = match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(length)).unwrap_or(0);
            Ipv4Addr::from(u32::from(address) & mask).into()
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0);
            Ipv6Addr::from(u128::from(address) & mask).into()
        }
    };
    Label::Network(first, length)
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Label::Own => f.write_str("this program"),
            Label::Key(key) => write!(f, "key {key:016x}"),
            Label::Network(address, _) => address.fmt(f),
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("own"),
            Self::Key(key) => write!(f, "key {key:x}"),
            Self::Network(address, length) => write!(f, "{address}/{length}"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;

    #[test]
    fn a_client_counts_in_its_networks() {
        let rows = [
            ("192.0.2.7", "[192.0.2.0/24, 192.0.2.7/32]"),
            ("::ffff:192.0.2.7", "[192.0.2.0/24, 192.0.2.7/32]"),
            (
                "2001:db8:1:2345:3:4:5:6",
                "[2001:db8:1::/48, 2001:db8:1:2300::/56, 2001:db8:1:2345::/64]",
            ),
        ];
        for (address, path) in rows {
            let client = Client::from_address(address.parse().unwrap());
            assert_eq!(format!("{:?}", client.path().collect::<Vec<_>>()), path);
            assert_eq!(Some(client.widest().0), client.path().next());
            assert_eq!(client.widest().path().count(), 1);
        }
        assert_eq!(Client::from_key(7).path().collect::<Vec<_>>(), [Label::Key(7)]);
        assert_eq!(Client::OWN.address(), None);
    }
}
