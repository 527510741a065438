//! A semaphore for each key: so many at a time for one client, or for one address.
//!
//! Bounded memory: a semaphore that nobody holds or waits for is dropped when the map is swept.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Semaphores of as many permits each.
pub(crate) struct KeyedSemaphore<K> {
    permits: usize,
    map: Mutex<Map<K>>,
}

struct Map<K> {
    semaphores: HashMap<K, Arc<Semaphore>>,
    /// The map is swept when it has more entries than this.
    sweep_at: usize,
}

/// Entries that are never worth a sweep.
const MIN_SWEEP_ENTRIES: usize = 1024;

impl<K: Eq + Hash> KeyedSemaphore<K> {
    /// Semaphores of `permits` permits, at least one.
    pub(crate) fn new(permits: usize) -> Self {
        let map = Map { semaphores: HashMap::new(), sweep_at: MIN_SWEEP_ENTRIES };
        Self { permits: permits.clamp(1, Semaphore::MAX_PERMITS), map: Mutex::new(map) }
    }

    /// Waits for a permit of `key`, first come, first served.
    pub(crate) async fn acquire(&self, key: K) -> OwnedSemaphorePermit {
        match self.semaphore(key).acquire_owned().await {
            Ok(permit) => permit,
            // Nobody closes a semaphore here; a pending call is cancelled by the deadline above it.
            Err(_) => std::future::pending().await,
        }
    }

    fn semaphore(&self, key: K) -> Arc<Semaphore> {
        let mut map = self.map.lock().unwrap_or_else(PoisonError::into_inner);
        if map.semaphores.len() >= map.sweep_at {
            // Permits and those who wait for one hold a clone, which is made under this lock.
            map.semaphores.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
            // At least as many calls as entries until the next sweep.
            map.sweep_at = (2 * map.semaphores.len()).max(MIN_SWEEP_ENTRIES);
        }
        let new = || Arc::new(Semaphore::new(self.permits));
        Arc::clone(map.semaphores.entry(key).or_insert_with(new))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn keys_do_not_share_permits_and_unused_ones_are_dropped() {
        let semaphores = KeyedSemaphore::new(2);
        let held = (semaphores.acquire(0).await, semaphores.acquire(0).await);
        let mut third = Box::pin(semaphores.acquire(0));
        assert!(third.as_mut().now_or_never().is_none(), "two at a time");
        for key in 1..100_000 {
            // Without tokio's budget, which makes a task wait after many calls in a row.
            let acquired = tokio::task::unconstrained(semaphores.acquire(key)).now_or_never();
            assert!(acquired.is_some(), "{key} has its own");
            let map = semaphores.map.lock().unwrap_or_else(PoisonError::into_inner);
            assert!(map.semaphores.len() <= 2 * MIN_SWEEP_ENTRIES);
        }
        let mut third = Box::pin(tokio::task::unconstrained(third));
        assert!(third.as_mut().now_or_never().is_none(), "a sweep frees nothing that is held");
        drop(held);
        assert!(third.now_or_never().is_some());
    }
}
