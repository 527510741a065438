//! The sites that are known to forbid something, in 25 bytes each.
//!
//! An entry is as large as its file, so a store has to remove entries, and a stranger can fill it with files. A site
//! whose entry was removed must not be one of which nothing is known: the next refusal would open it. So this is kept
//! apart, with a quota of its own. A robots.txt is believed whatever it says, so what the file said is not kept.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use maycrawl_policy::{DAY, Timestamp};
use sha2::{Digest as _, Sha256};

use super::{Backend, Store, StoreError};
use crate::ledger::Client;

/// The most sites of a store. In memory and in Redis they take up to 100 MB, in a file 60.
pub(super) const MAX_KNOWN_SITES: usize = 1_000_000;

/// The first half of the SHA-256 of an origin.
pub(super) type SiteKey = [u8; 16];

/// A site that forbids something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownSite {
    /// The first and the last day with a file that forbids something.
    days: (u16, u16),
    /// The network that asked first, as a hash.
    network: u32,
    /// True if a second network asked, or one on a second day: one stranger cannot do both at once for many sites.
    is_protected: bool,
}

/// Known sites in memory. Nothing panics while they are locked. The hash is random, because strangers choose the names.
pub(super) type MemorySites = Mutex<HashMap<SiteKey, KnownSite>>;

impl KnownSite {
    #[cfg(any(feature = "sqlite", feature = "redis", test))]
    pub(super) const BYTES: usize = 9;

    /// The site after a fetch for `client` that found rules.
    pub(crate) fn after(before: Option<Self>, client: Client, now: Timestamp) -> Self {
        let day = u16::try_from(now.as_millis() / DAY.as_millis() as u64).unwrap_or(u16::MAX);
        let digest = Sha256::digest(client.widest().to_string());
        let network = u32::from_le_bytes([digest[0], digest[1], digest[2], digest[3]]);
        match before {
            None => Self { days: (day, day), network, is_protected: client == Client::OWN },
            Some(before) => Self {
                days: (before.days.0, day),
                network: before.network,
                is_protected: before.is_protected
                    || before.network != network
                    || before.days.0 != day,
            },
        }
    }

    /// The last day with a file that forbids something.
    pub(crate) fn last_seen(self) -> Timestamp {
        Timestamp::from_millis(0).after(DAY * u32::from(self.days.1))
    }

    #[cfg(any(feature = "sqlite", feature = "redis", test))]
    pub(super) fn encode(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..2].copy_from_slice(&self.days.0.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.days.1.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.network.to_le_bytes());
        bytes[8] = u8::from(self.is_protected);
        bytes
    }

    /// What is stored. A damaged value is a known site too: the other way round, damage would open the site.
    #[cfg(any(feature = "sqlite", feature = "redis", test))]
    pub(super) fn decode(stored: &[u8]) -> Self {
        match *stored {
            [a, b, c, d, e, f, g, h, is_protected] => Self {
                days: (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])),
                network: u32::from_le_bytes([e, f, g, h]),
                is_protected: is_protected != 0,
            },
            _ => Self { days: (0, 0), network: 0, is_protected: true },
        }
    }
}

/// The `count` sites to forget first: those of the network that has the most sites which nobody else asked for, so that
/// the strangers of one network push out only each other's. The sites seen longest ago go first. O(sites).
pub(super) fn surplus<K>(mut sites: Vec<(K, KnownSite)>, count: usize) -> Vec<K> {
    let mut sizes = HashMap::<u32, usize>::new();
    for (_, site) in sites.iter().filter(|(_, site)| !site.is_protected) {
        *sizes.entry(site.network).or_default() += 1;
    }
    let largest = sizes.into_iter().max_by_key(|&(_, size)| size).map(|(network, _)| network);
    let order = |(_, site): &(K, KnownSite)| {
        let is_smaller = !site.is_protected && Some(site.network) != largest;
        (site.is_protected, is_smaller, site.days.1)
    };
    if count < sites.len() {
        sites.select_nth_unstable_by_key(count, order);
        sites.truncate(count);
    }
    sites.into_iter().map(|(key, _)| key).collect()
}

fn key(origin: &str) -> SiteKey {
    let digest = Sha256::digest(origin);
    std::array::from_fn(|index| digest[index])
}

fn change(sites: &MemorySites, key: SiteKey, site: Option<KnownSite>, most: usize) {
    let mut sites = sites.lock().unwrap_or_else(PoisonError::into_inner);
    match site {
        Some(site) => drop(sites.insert(key, site)),
        None => drop(sites.remove(&key)),
    }
    if sites.len() > most {
        let all = sites.iter().map(|(key, site)| (*key, *site)).collect();
        for key in surplus(all, most / 20 + 1) {
            sites.remove(&key);
        }
    }
}

impl Store {
    /// What is known of a site, also after its entry was removed for the space. O(1).
    pub(crate) async fn known_site(&self, origin: &str) -> Result<Option<KnownSite>, StoreError> {
        match &self.backend {
            Backend::Memory(_) | Backend::Custom(_) => {
                let sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(sites.get(&key(origin)).copied())
            }
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.known_site(key(origin)).await,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.known_site(&key(origin)).await,
        }
    }

    /// Keeps what is known of a site; `None` forgets it.
    pub(crate) async fn keep_known_site(
        &self,
        origin: &str,
        site: Option<KnownSite>,
    ) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Memory(_) | Backend::Custom(_) => {
                change(&self.sites, key(origin), site, MAX_KNOWN_SITES);
                Ok(())
            }
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.keep_known_site(key(origin), site).await,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.keep_known_site(&key(origin), site).await,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use super::*;

    fn client(address: &str) -> Client {
        Client::from_address(address.parse().unwrap())
    }

    fn at(day: u32) -> Timestamp {
        Timestamp::from_millis(0).after(DAY * day)
    }

    #[test]
    fn a_second_network_or_a_second_day_protects_a_site() {
        let rows = [
            ("192.0.2.1", 7, "192.0.2.9", 7, false),
            ("192.0.2.1", 7, "192.0.3.1", 7, true),
            ("192.0.2.1", 7, "192.0.2.1", 8, true),
            ("2001:db8::1", 7, "2001:db8:0:ffff::1", 7, false),
        ];
        for (first, day, second, later, is_protected) in rows {
            let site = KnownSite::after(None, client(first), at(day));
            assert!(!site.is_protected);
            let site = KnownSite::after(Some(site), client(second), at(later));
            assert_eq!(site.is_protected, is_protected, "{first} {second}");
            assert_eq!(site.last_seen(), at(later));
            assert_eq!(KnownSite::decode(&site.encode()), site);
            assert!(size_of::<SiteKey>() + site.encode().len() <= 64);
        }
        assert!(KnownSite::after(None, Client::OWN, at(7)).is_protected);
        assert!(KnownSite::decode(b"damaged").is_protected);
    }

    /// A stranger with any number of names: the sites of others stay, protected or not.
    #[test]
    fn one_network_pushes_out_its_own_sites_only() {
        let sites = MemorySites::default();
        let most = 1000;
        let name = |kind: &str, index: u32| key(&format!("https://{kind}{index}.example"));
        let seen = |address: &str, day| KnownSite::after(None, client(address), at(day));
        for index in 0..400 {
            change(&sites, name("quiet", index), Some(seen("198.51.100.1", 1)), most);
            let known = KnownSite::after(Some(seen("203.0.113.1", 1)), client("192.0.2.1"), at(1));
            change(&sites, name("known", index), Some(known), most);
        }
        for index in 0..100_000 {
            change(&sites, name("hostile", index), Some(seen("203.0.113.1", 2)), most);
        }
        let sites = sites.into_inner().unwrap();
        assert!(sites.len() <= most);
        let left = |kind| (0..400).filter(|&index| sites.contains_key(&name(kind, index))).count();
        assert_eq!(left("known"), 400);
        // One network may have half of the 600 that are left.
        assert!(left("quiet") >= 270, "{}", left("quiet"));
    }
}
