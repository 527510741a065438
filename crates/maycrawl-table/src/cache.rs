//! A cache with a limit in bytes. It forgets what was not used for the longest time.
//!
//! The order of use is that of `hashlink`. It can limit the number of entries alone, so the bytes are counted here.
//! moka counts them itself, but removes entries some time after an insertion, so that it can hold more than its limit.

use std::hash::{Hash, RandomState};

/// Bytes that an entry costs in addition to its key and value.
const ENTRY_BYTES: usize = 160;

/// A cache with a limit in bytes. Keys come from strangers, so the hash is that of the standard library, with a seed.
#[derive(Debug)]
pub(crate) struct Cache<K: Hash + Eq, V> {
    entries: hashlink::LruCache<K, (V, usize), RandomState>,
    limit: usize,
    counters: CacheCounters,
}

/// How often a cache was asked, and what it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheCounters {
    /// Questions that the cache could answer.
    pub hits: u64,
    /// Questions that it could not answer.
    pub misses: u64,
    /// Entries that were removed to keep the limit.
    pub evictions: u64,
    /// Bytes in use.
    pub bytes: usize,
    /// The largest number of bytes that were in use.
    pub peak_bytes: usize,
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// An empty cache that holds at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        // No limit of entries: the bytes have one.
        let entries = hashlink::LruCache::with_hasher(usize::MAX, RandomState::new());
        Self { entries, limit, counters: CacheCounters::default() }
    }

    /// The value of a key.
    pub(crate) fn get(&mut self, key: &K) -> Option<V> {
        let found = self.entries.get(key).map(|(value, _)| value.clone());
        *if found.is_some() { &mut self.counters.hits } else { &mut self.counters.misses } += 1;
        found
    }

    /// Keeps a value of the given number of bytes, its key included. A value over the limit is not kept.
    pub(crate) fn insert(&mut self, key: K, value: V, bytes: usize) {
        let bytes = bytes.saturating_add(ENTRY_BYTES);
        self.counters.bytes -= self.entries.remove(&key).map_or(0, |(_, bytes)| bytes);
        if bytes > self.limit {
            return;
        }
        while self.counters.bytes + bytes > self.limit {
            let Some((_, (_, freed))) = self.entries.remove_lru() else { break };
            self.counters.bytes -= freed;
            self.counters.evictions += 1;
        }
        self.entries.insert(key, (value, bytes));
        self.counters.bytes += bytes;
        self.counters.peak_bytes = self.counters.peak_bytes.max(self.counters.bytes);
    }

    pub(crate) fn counters(&self) -> CacheCounters {
        self.counters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_holds_and_the_oldest_goes_first() {
        let mut cache = Cache::new(3 * (ENTRY_BYTES + 10));
        for key in 0..3 {
            cache.insert(key, key, 10);
        }
        assert_eq!(cache.get(&0), Some(0));
        cache.insert(3, 3, 10);
        let kept: Vec<_> = (0..4).filter(|key| cache.get(key).is_some()).collect();
        assert_eq!(kept, [0, 2, 3]);
        cache.insert(4, 4, 1 << 20);
        assert_eq!(cache.get(&4), None);
        let counters = cache.counters();
        assert_eq!((counters.hits, counters.misses, counters.evictions), (4, 2, 1));
        assert_eq!(counters.peak_bytes, 3 * (ENTRY_BYTES + 10));
    }
}
