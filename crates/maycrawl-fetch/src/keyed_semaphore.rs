//! A semaphore for each key: limits the operations at a time for one client or one address.
//!
//! Memory is bounded: a sweep of the map drops semaphores without holders and waiters.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Semaphores with the same number of permits each.
pub(crate) struct KeyedSemaphore<K> {
    permits: usize,
    map: Mutex<Map<K>>,
}

struct Map<K> {
    semaphores: HashMap<K, Arc<Semaphore>>,
    /// Number of entries at which the map is swept.
    sweep_at: usize,
}

/// Minimum number of entries for a sweep.
const MIN_SWEEP_ENTRIES: usize = 1024;

impl<K: Eq + Hash> KeyedSemaphore<K> {
    /// Semaphores with `permits` permits each, at least one.
    pub(crate) fn new(permits: usize) -> Self {
        let map = Map { semaphores: HashMap::new(), sweep_at: MIN_SWEEP_ENTRIES };
        Self { permits: permits.clamp(1, Semaphore::MAX_PERMITS), map: Mutex::new(map) }
    }

    /// Waits for a permit of `key`, in the order of the calls.
    pub(crate) async fn acquire(&self, key: K) -> OwnedSemaphorePermit {
        match self.semaphore(key).acquire_owned().await {
            Ok(permit) => permit,
            // A semaphore is never closed here. The deadline of the caller cancels a pending call.
            Err(_) => std::future::pending().await,
        }
    }

    fn semaphore(&self, key: K) -> Arc<Semaphore> {
        let mut map = self.map.lock().unwrap_or_else(PoisonError::into_inner);
        if map.semaphores.len() >= map.sweep_at {
            // Permits and waiters hold a clone, which is made under this lock.
            map.semaphores.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
            // The next sweep is at least as many calls away as there are entries: amortised O(1).
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
