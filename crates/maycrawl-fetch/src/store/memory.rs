//! Entries in memory, bounded by bytes.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use moka::sync::Cache;

use super::{ArchivedVersion, MAX_VERSIONS};
use crate::clock::Timestamp;

#[derive(Clone)]
pub(super) struct MemoryStore(Cache<Arc<str>, Arc<Value>>);

#[derive(Clone)]
struct Value {
    entry: Bytes,
    /// Old versions, the latest first.
    versions: Vec<(Timestamp, Bytes)>,
}

/// Memory that the cache itself needs for an entry, in bytes. Measured with 1 million entries of 64 bytes.
const ENTRY_OVERHEAD_BYTES: usize = 400;

impl MemoryStore {
    pub(super) fn new(bytes: u64) -> Self {
        let weigh = |origin: &Arc<str>, value: &Arc<Value>| {
            let versions: usize = value.versions.iter().map(|(_, bytes)| bytes.len() + 48).sum();
            let bytes = ENTRY_OVERHEAD_BYTES + origin.len() + value.entry.len() + versions;
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        // The cache hashes keys with a random seed, because strangers choose the names of origins.
        Self(Cache::builder().max_capacity(bytes).weigher(weigh).build())
    }

    pub(super) fn get(&self, origin: &str) -> Option<Bytes> {
        Some(self.0.get(origin)?.entry.clone())
    }

    pub(super) fn put(&self, origin: &str, entry: Vec<u8>, archived: Option<ArchivedVersion<'_>>) {
        let key: Arc<str> = origin.into();
        self.0.entry(key).and_upsert_with(|before| {
            let mut versions =
                before.map_or_else(Vec::new, |before| before.value().versions.clone());
            if let Some(archived) = archived {
                versions.insert(0, (archived.first_seen, archived.value.to_vec().into()));
                versions.truncate(MAX_VERSIONS);
            }
            Arc::new(Value { entry: entry.into(), versions })
        });
    }

    pub(super) fn versions(&self, origin: &str) -> Vec<Bytes> {
        let Some(value) = self.0.get(origin) else { return Vec::new() };
        value.versions.iter().map(|(_, bytes)| bytes.clone()).collect()
    }

    pub(super) fn origins(&self, after: &str, limit: usize) -> Vec<String> {
        let mut origins: Vec<_> = self
            .0
            .iter()
            .filter(|(key, _)| &***key > after)
            .map(|(key, _)| key.to_string())
            .collect();
        origins.sort_unstable();
        origins.truncate(limit);
        origins
    }

    pub(super) fn remove(&self, origin: &str) -> bool {
        self.0.remove(origin).is_some()
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore").field("entries", &self.0.entry_count()).finish()
    }
}
