//! The cache of entries in use, bounded by bytes. It answers nearly every lookup.

use std::fmt;
use std::sync::Arc;

use moka::sync::Cache;

use crate::cached_origin::CachedOrigin;

/// A bounded cache of entries. Cheap to clone.
#[derive(Clone)]
pub(crate) struct SiteCache(Cache<Arc<str>, Arc<CachedOrigin>>);

/// Memory that the cache itself needs for an entry, in bytes.
const ENTRY_OVERHEAD_BYTES: usize = 300;

impl SiteCache {
    pub(crate) fn new(bytes: u64) -> Self {
        let weigh = |_: &Arc<str>, site: &Arc<CachedOrigin>| {
            u32::try_from(ENTRY_OVERHEAD_BYTES + site.memory()).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(bytes).weigher(weigh).build())
    }

    pub(crate) fn get(&self, origin: &str) -> Option<Arc<CachedOrigin>> {
        self.0.get(origin)
    }

    pub(crate) fn insert(&self, site: &Arc<CachedOrigin>) {
        self.0.insert(site.entry.origin.as_str().into(), Arc::clone(site));
    }

    pub(crate) fn remove(&self, origin: &str) {
        self.0.invalidate(origin);
    }

    /// Updates the weight of `site` after rules were compiled for it.
    pub(crate) fn update_weight(&self, site: &Arc<CachedOrigin>) {
        if self.get(site.entry.origin.as_str()).is_some_and(|current| Arc::ptr_eq(&current, site)) {
            self.insert(site);
        }
    }
}

impl fmt::Debug for SiteCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteCache").field("entries", &self.0.entry_count()).finish()
    }
}
