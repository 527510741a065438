//! An account for each key, such as the address of a site. keyed-lock 0.2 lets one holder in for each key. A map of
//! tokio's semaphores lets several in, in the order in which they ask, so that one client can fill all places.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use super::account::Account;

/// Accounts that are made when they are used, and dropped by a sweep of the map when nobody uses them.
pub(crate) struct KeyedAccounts<K> {
    new: Box<dyn Fn() -> Account + Send + Sync>,
    map: Mutex<Map<K>>,
}

struct Map<K> {
    accounts: HashMap<K, Account>,
    /// Number of entries at which the map is swept.
    sweep_at: usize,
}

/// Minimum number of entries for a sweep.
const MIN_SWEEP_ENTRIES: usize = 1024;

impl<K: Eq + Hash> KeyedAccounts<K> {
    /// Accounts that `new` makes.
    pub(crate) fn new(new: impl Fn() -> Account + Send + Sync + 'static) -> Self {
        let map = Map { accounts: HashMap::new(), sweep_at: MIN_SWEEP_ENTRIES };
        Self { new: Box::new(new), map: Mutex::new(map) }
    }

    /// The number of accounts, and what is held of all.
    #[cfg(feature = "simulation")]
    pub(crate) fn size(&self) -> (usize, u64) {
        let map = self.map.lock().unwrap_or_else(PoisonError::into_inner);
        (map.accounts.len(), map.accounts.values().map(Account::held).sum())
    }

    /// The account of `key`.
    pub(crate) fn of(&self, key: K) -> Account {
        let mut map = self.map.lock().unwrap_or_else(PoisonError::into_inner);
        if map.accounts.len() >= map.sweep_at {
            // Permits and waiters hold a clone, which is made under this lock.
            map.accounts.retain(|_, account| !account.is_unused());
            // The next sweep is at least as many calls away as there are entries: amortised O(1).
            map.sweep_at = (2 * map.accounts.len()).max(MIN_SWEEP_ENTRIES);
        }
        map.accounts.entry(key).or_insert_with(&self.new).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Client, Sharing};

    #[test]
    fn keys_do_not_share_and_unused_ones_are_dropped() {
        let accounts = KeyedAccounts::new(|| Account::new(2, Sharing::Held));
        let take = |key| accounts.of(key).try_take(Client::OWN, 1);
        let held = [take(0), take(0)];
        assert!(held.iter().all(Option::is_some) && take(0).is_none(), "two at a time");
        for key in 1..100_000 {
            assert!(take(key).is_some(), "{key} has its own");
            let map = accounts.map.lock().unwrap();
            assert!(map.accounts.len() <= 2 * MIN_SWEEP_ENTRIES);
        }
        assert!(take(0).is_none(), "a sweep frees nothing that is held");
        drop(held);
        assert!(take(0).is_some());
    }
}
