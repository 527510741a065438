//! Where entries are kept: memory, an embedded file, Redis. All three keep bytes, and none is believed: the
//! reader checks origin and checksum of what comes back.

pub(crate) mod entry;
#[cfg(feature = "sqlite")]
mod file;
mod memory;
#[cfg(feature = "redis")]
mod redis;

use std::fmt;
#[cfg(any(feature = "sqlite", feature = "redis"))]
use std::hash::{BuildHasher as _, RandomState};
#[cfg(feature = "sqlite")]
use std::path::Path;
use std::time::Duration;

use maycrawl::Origin;

use crate::clock::Timestamp;
use crate::store::entry::{Entry, Version, decode, encode};

#[cfg(feature = "sqlite")]
use file::FileStore;
use memory::MemoryStore;
#[cfg(feature = "redis")]
use redis::RedisStore;

/// A store of entries.
#[derive(Clone, Debug)]
pub struct Store(Backend);

#[derive(Clone, Debug)]
enum Backend {
    Memory(MemoryStore),
    #[cfg(feature = "sqlite")]
    File(FileStore),
    #[cfg(feature = "redis")]
    Redis(RedisStore),
}

/// Why a store did not do what it was asked for. The fetcher goes on without it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// It cannot be reached, or not in time.
    Unavailable(String),
    /// It can be reached and refuses: full, read-only, wrong type.
    Refused(String),
}

/// A store that was opened in a file.
#[cfg(feature = "sqlite")]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The store.
    pub store: Store,
    /// What was found damaged and where it is now, as a sentence for the log; `None` for a store in order.
    pub damaged: Option<String>,
}

/// Versions that are kept of one origin, besides the current one.
const MAX_VERSIONS: usize = 50;

/// Leave to fetch an origin while no other process does.
#[derive(Clone, Debug)]
pub(crate) enum Lease {
    /// Fetch. The token proves whose lease it is; stores of one process need none.
    Granted(Option<String>),
    /// Another process is fetching.
    #[cfg_attr(not(any(feature = "sqlite", feature = "redis")), expect(dead_code))]
    Taken,
}

/// Old versions to keep when an entry is replaced.
pub(crate) struct ArchivedVersion<'a> {
    pub(crate) first_seen: Timestamp,
    pub(crate) value: &'a [u8],
}

impl Store {
    /// In this process's memory, at most `bytes` of it; what was asked for least goes first.
    #[must_use]
    pub fn memory(bytes: u64) -> Self {
        Self(Backend::Memory(MemoryStore::new(bytes)))
    }

    /// A store in a file. It survives crashes, and several processes may share it. A damaged store is renamed and a new one is
    /// begun: [`Opened::damaged`] says so.
    ///
    /// # Errors
    /// If the file can neither be opened nor created, or if it exists and is not a store. Then it is left as it is.
    #[cfg(feature = "sqlite")]
    pub fn open(path: &Path) -> Result<Opened, StoreError> {
        let (store, damaged) = FileStore::open(path)?;
        Ok(Opened { store: Self(Backend::File(store)), damaged })
    }

    /// In a Redis server, shared with others: `redis://host:6379/0`. Connects when first asked.
    ///
    /// # Errors
    /// If `url` is no Redis URL.
    #[cfg(feature = "redis")]
    pub fn redis(url: &str) -> Result<Self, StoreError> {
        Ok(Self(Backend::Redis(RedisStore::new(url)?)))
    }

    /// True when other processes may have written since.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        !matches!(self.0, Backend::Memory(_))
    }

    /// The entry of `origin`. A value that is damaged or another's is none, and counted.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn entry(&self, origin: &Origin) -> Result<Option<Entry>, StoreError> {
        let origin = origin.as_str();
        let stored = match &self.0 {
            Backend::Memory(store) => store.get(origin),
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.get(origin).await?,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.get(origin).await?,
        };
        Ok(stored.and_then(|stored| match decode(&stored, origin) {
            Ok(entry) => Some(entry),
            Err(_) => {
                metrics::counter!("maycrawl_store_damaged_total").increment(1);
                tracing::warn!(origin, "a stored entry is damaged; it is fetched anew");
                None
            }
        }))
    }

    /// Asks the store whether it answers.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn ping(&self) -> Result<(), StoreError> {
        match &self.0 {
            Backend::Memory(_) => Ok(()),
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.get("").await.map(drop),
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.get("").await.map(drop),
        }
    }

    /// Keeps `entry`, and `replaced` as an old version.
    ///
    /// # Errors
    /// If the store did not take it; nothing is half kept.
    pub async fn put(&self, entry: &Entry, replaced: Option<&Version>) -> Result<(), StoreError> {
        let unwritable = |_| StoreError::Refused("the entry cannot be written down".to_owned());
        let value = encode(entry).map_err(unwritable)?;
        let old = match replaced {
            Some(version) => Some((version.first_seen, encode(version).map_err(unwritable)?)),
            None => None,
        };
        let archived = old
            .as_ref()
            .map(|(first_seen, value)| ArchivedVersion { first_seen: *first_seen, value });
        let origin = entry.origin.as_str();
        match &self.0 {
            Backend::Memory(store) => {
                store.put(origin, value, archived);
                Ok(())
            }
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.put(origin, value, archived).await,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.put(origin, value, archived).await,
        }
    }

    /// The versions that `origin` had before the current one, the latest first.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn old_versions(&self, origin: &Origin) -> Result<Vec<Version>, StoreError> {
        let origin = origin.as_str();
        let stored = match &self.0 {
            Backend::Memory(store) => store.versions(origin),
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.versions(origin).await?,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.versions(origin).await?,
        };
        Ok(stored.iter().filter_map(|stored| decode(stored, origin).ok()).collect())
    }

    /// A page of up to `limit` origins that follow `after`, or the first page, in the order of their text. Redis gives all its
    /// origins as the first page, and none after it. An empty page is the last one.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn origins(
        &self,
        after: Option<&Origin>,
        limit: usize,
    ) -> Result<Vec<Origin>, StoreError> {
        let mut after = after.map_or(String::new(), ToString::to_string);
        loop {
            let names = match &self.0 {
                Backend::Memory(store) => store.origins(&after, limit),
                #[cfg(feature = "sqlite")]
                Backend::File(store) => store.origins(&after, limit).await?,
                #[cfg(feature = "redis")]
                Backend::Redis(store) => store.origins(&after).await?,
            };
            let origins: Vec<_> =
                names.iter().filter_map(|name| Origin::parse(name).ok()).collect();
            // A page of names that are not origins is not the last one.
            match names.last() {
                Some(last) if origins.is_empty() => last.clone_into(&mut after),
                _ => return Ok(origins),
            }
        }
    }

    /// Forgets `origin`, with its history. True if there was anything.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn remove(&self, origin: &Origin) -> Result<bool, StoreError> {
        let origin = origin.as_str();
        match &self.0 {
            Backend::Memory(store) => Ok(store.remove(origin)),
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.remove(origin).await,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.remove(origin).await,
        }
    }

    pub(crate) async fn lease(&self, origin: &str, ttl: Duration) -> Result<Lease, StoreError> {
        match &self.0 {
            // One process fetches an origin once at a time anyway.
            Backend::Memory(_) => {
                let _ = (origin, ttl);
                Ok(Lease::Granted(None))
            }
            #[cfg(feature = "sqlite")]
            Backend::File(store) => {
                let token = lease_token();
                let granted = store.lease(origin, &token, ttl).await?;
                Ok(if granted { Lease::Granted(Some(token)) } else { Lease::Taken })
            }
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.lease(origin, ttl).await,
        }
    }

    pub(crate) async fn renew(&self, origin: &str, token: &str, ttl: Duration) {
        match &self.0 {
            Backend::Memory(_) => {
                let _ = (origin, token, ttl);
            }
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.renew(origin, token, ttl),
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.renew(origin, token, ttl).await,
        }
    }

    pub(crate) async fn release(&self, origin: &str, token: &str) {
        match &self.0 {
            Backend::Memory(_) => {
                let _ = (origin, token);
            }
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.release(origin, token),
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.release(origin, token).await,
        }
    }
}

/// Proves whose a lease is. Unguessable is not needed, only different for each taker: two random 64-bit numbers.
#[cfg(any(feature = "sqlite", feature = "redis"))]
fn lease_token() -> String {
    let random = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", random(), random())
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(why) => write!(f, "the store cannot be reached: {why}"),
            Self::Refused(why) => write!(f, "the store refuses: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}
