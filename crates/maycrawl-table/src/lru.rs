//! A cache with a limit in bytes. It forgets what was not used for the longest time.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Bytes that an entry costs in addition to its key and value: two tables and their nodes.
const ENTRY_BYTES: usize = 160;

/// A cache with a limit in bytes.
#[derive(Debug)]
pub(crate) struct LruCache<K, V> {
    entries: HashMap<K, Entry<V>>,
    /// The keys by the time of their last use.
    by_use: BTreeMap<u64, K>,
    uses: u64,
    bytes: usize,
    limit: usize,
    counters: CacheCounters,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    bytes: usize,
    used: u64,
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

impl<K: Hash + Eq + Clone, V: Clone> LruCache<K, V> {
    /// An empty cache that holds at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            entries: HashMap::new(),
            by_use: BTreeMap::new(),
            uses: 0,
            bytes: 0,
            limit,
            counters: CacheCounters::default(),
        }
    }

    /// The value of a key. O(log entries).
    pub(crate) fn get(&mut self, key: &K) -> Option<V> {
        let Some(entry) = self.entries.get_mut(key) else {
            self.counters.misses += 1;
            return None;
        };
        self.counters.hits += 1;
        self.by_use.remove(&entry.used);
        self.uses += 1;
        entry.used = self.uses;
        self.by_use.insert(self.uses, key.clone());
        Some(entry.value.clone())
    }

    /// Keeps a value of so many bytes, its key included. A value over the limit is not kept. O(log entries) for each
    /// entry that has to go.
    pub(crate) fn insert(&mut self, key: K, value: V, bytes: usize) {
        let bytes = bytes.saturating_add(ENTRY_BYTES);
        self.remove(&key);
        if bytes > self.limit {
            return;
        }
        while self.bytes + bytes > self.limit {
            let Some((_, oldest)) = self.by_use.first_key_value() else { break };
            let oldest = oldest.clone();
            self.remove(&oldest);
            self.counters.evictions += 1;
        }
        self.uses += 1;
        self.by_use.insert(self.uses, key.clone());
        self.entries.insert(key, Entry { value, bytes, used: self.uses });
        self.bytes += bytes;
        self.counters.peak_bytes = self.counters.peak_bytes.max(self.bytes);
    }

    fn remove(&mut self, key: &K) {
        if let Some(entry) = self.entries.remove(key) {
            self.by_use.remove(&entry.used);
            self.bytes -= entry.bytes;
        }
    }

    pub(crate) fn counters(&self) -> CacheCounters {
        CacheCounters { bytes: self.bytes, ..self.counters }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_holds_and_the_oldest_goes_first() {
        let mut cache = LruCache::new(3 * (ENTRY_BYTES + 10));
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
