//! Entries in memory, compressed, and bounded by bytes.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use moka::sync::Cache;

use super::packed::{Packed, Packer};
use super::{ArchivedVersion, MAX_VERSIONS};
use maycrawl_policy::Timestamp;

#[derive(Clone)]
pub(super) struct MemoryStore {
    values: Cache<Arc<str>, Arc<Value>>,
    packer: Arc<Packer>,
}

struct Value {
    entry: Packed,
    /// Old versions, the latest first.
    versions: Vec<(Timestamp, Arc<Packed>)>,
}

/// Memory that the cache itself needs for an entry, in bytes. Measured with 1 million entries of 64 bytes.
const ENTRY_OVERHEAD_BYTES: usize = 400;

impl MemoryStore {
    pub(super) fn new(bytes: u64) -> Self {
        let weigh = |origin: &Arc<str>, value: &Arc<Value>| {
            let versions: usize =
                value.versions.iter().map(|(_, packed)| packed.memory() + 48).sum();
            let bytes = ENTRY_OVERHEAD_BYTES + origin.len() + value.entry.memory() + versions;
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        // The cache hashes keys with a random seed, because strangers choose the names of origins.
        let values = Cache::builder().max_capacity(bytes).weigher(weigh).build();
        Self { values, packer: Arc::new(Packer::new()) }
    }

    pub(super) fn get(&self, origin: &str) -> Option<Bytes> {
        self.packer.unpack(&self.values.get(origin)?.entry)
    }

    pub(super) fn put(&self, origin: &str, entry: &[u8], archived: Option<ArchivedVersion<'_>>) {
        let key: Arc<str> = origin.into();
        let entry = self.packer.pack(entry);
        let archived = archived.map(|old| (old.first_seen, Arc::new(self.packer.pack(old.value))));
        self.values.entry(key).and_upsert_with(|before| {
            let mut versions =
                before.map_or_else(Vec::new, |before| before.value().versions.clone());
            if let Some(archived) = archived {
                versions.insert(0, archived);
                versions.truncate(MAX_VERSIONS);
            }
            Arc::new(Value { entry, versions })
        });
    }

    pub(super) fn versions(&self, origin: &str) -> Vec<Bytes> {
        let Some(value) = self.values.get(origin) else { return Vec::new() };
        value.versions.iter().filter_map(|(_, packed)| self.packer.unpack(packed)).collect()
    }

    pub(super) fn origins(&self, after: &str, limit: usize) -> Vec<String> {
        let mut origins: Vec<_> = self
            .values
            .iter()
            .filter(|(key, _)| &***key > after)
            .map(|(key, _)| key.to_string())
            .collect();
        origins.sort_unstable();
        origins.truncate(limit);
        origins
    }

    pub(super) fn remove(&self, origin: &str) -> bool {
        self.values.remove(origin).is_some()
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore").field("entries", &self.values.entry_count()).finish()
    }
}
