//! Stores for entries: memory, an embedded SQLite file, Redis. All three store bytes. None outside of this process is
//! trusted: the reader checks the checksum of each value, and always its origin.

mod custom;
pub(crate) mod entry;
#[cfg(feature = "sqlite")]
mod file;
pub(crate) mod known;
mod memory;
mod notes;
mod packed;
#[cfg(feature = "redis")]
mod redis;
mod write_record;

use std::fmt;
#[cfg(any(feature = "sqlite", feature = "redis"))]
use std::hash::{BuildHasher as _, RandomState};
#[cfg(feature = "sqlite")]
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::Origin;
use maycrawl_policy::Timestamp;

use crate::store::entry::{DecodeError, Entry, StoredEntry, Version, decode, encode, seal, unseal};

pub use custom::{CustomStore, StoreFuture};
#[cfg(feature = "sqlite")]
use file::FileStore;
use known::MemorySites;
use memory::MemoryStore;
use notes::MemoryNotes;
#[cfg(feature = "redis")]
use redis::RedisStore;
pub use write_record::LostWrites;
use write_record::WriteRecord;

/// A store for entries.
///
/// ```no_run
/// # #[cfg(feature = "sqlite")]
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use maycrawl_fetch::{Fetcher, Store};
///
/// let opened = Store::open("/var/lib/examplebot/robots.db".as_ref())?;
/// if let Some(damaged) = &opened.damaged {
///     eprintln!("{damaged}");
/// }
/// let fetcher = Fetcher::builder().store(opened.store.clone()).build()?;
/// fetcher.robots_for("https://example.com/").await?;
///
/// let mut last = None;
/// loop {
///     let page = opened.store.origins(last.as_ref(), 1000).await?;
///     let Some(next) = page.last().cloned() else { break };
///     page.iter().for_each(|origin| println!("{origin}"));
///     last = Some(next);
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct Store {
    backend: Backend,
    writes: Arc<WriteRecord>,
    /// The notes of a store in memory.
    notes: Arc<MemoryNotes>,
    /// The known sites of a store in memory, and of a store of one's own.
    sites: Arc<MemorySites>,
}

#[derive(Clone, Debug)]
enum Backend {
    Memory(MemoryStore),
    Custom(Arc<dyn CustomStore>),
    #[cfg(feature = "sqlite")]
    File(FileStore),
    #[cfg(feature = "redis")]
    Redis(RedisStore),
}

/// The reason why a store command failed. The fetcher continues without the store.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// The store cannot be reached, or does not answer in time.
    Unavailable(String),
    /// The store refuses the command: it is full, read-only, or of a wrong type.
    Refused(String),
    /// The file is not a store, and was not changed.
    NotAStore(String),
}

/// The result of [`Store::open`].
#[cfg(feature = "sqlite")]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The store.
    pub store: Store,
    /// A sentence for the log that names the damaged file and its new name; `None` if nothing was damaged.
    pub damaged: Option<String>,
}

/// Maximum number of old versions of one origin, in addition to the current one.
const MAX_VERSIONS: usize = 50;

/// Permission to fetch an origin while no other process fetches it.
#[derive(Clone, Debug)]
pub(crate) enum Lease {
    /// Fetch. The token identifies the holder; a store of one process has no token.
    Granted(Option<String>),
    /// Another process fetches.
    #[cfg_attr(not(any(feature = "sqlite", feature = "redis")), expect(dead_code))]
    Taken,
}

/// The old version to store when an entry is replaced.
pub(crate) struct ArchivedVersion<'a> {
    pub(crate) first_seen: Timestamp,
    pub(crate) value: &'a [u8],
}

impl Store {
    /// A store in the memory of this process, with at most `bytes`. The least used entries are removed first. Entries
    /// are compressed: one with a file of 2 KB takes 1.2 KB.
    #[must_use]
    pub fn memory(bytes: u64) -> Self {
        Self::of(Backend::Memory(MemoryStore::new(bytes)))
    }

    /// Opens or creates a store in a file. It survives crashes, and several processes may share it. A damaged store is
    /// renamed and a new one is created; [`Opened::damaged`] reports it. A store that cannot be written, such as one on
    /// a read-only mount or a full disk, is opened to be read; [`unwritable`](Self::unwritable) says why.
    ///
    /// ```
    /// use maycrawl_fetch::{Store, StoreError};
    ///
    /// # fn main() -> std::io::Result<()> {
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("notes.txt");
    /// std::fs::write(&path, "These are notes, not entries of a store.")?;
    /// assert!(matches!(Store::open(&path), Err(StoreError::NotAStore(_))));
    /// assert!(std::fs::read_to_string(&path)?.starts_with("These are notes"));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the file can neither be opened nor created, or if it exists and is not a store. Then the file is not changed.
    #[cfg(feature = "sqlite")]
    pub fn open(path: &Path) -> Result<Opened, StoreError> {
        let (store, damaged) = FileStore::open(path)?;
        Ok(Opened { store: Self::of(Backend::File(store)), damaged })
    }

    /// Opens a store in a file for a process that runs for long and does not need the store to begin: like
    /// [`open`](Self::open), but a file that can neither be opened nor created is a store whose commands fail. While
    /// the file cannot be written, it is tried again after each `interval`.
    ///
    /// # Errors
    /// If the file exists and is not a store. Then the file is not changed.
    #[cfg(feature = "sqlite")]
    pub fn open_or_retry(path: &Path, interval: Duration) -> Result<Opened, StoreError> {
        let writes = Arc::<WriteRecord>::default();
        let record = Arc::clone(&writes);
        let opened = move || record.recover();
        let (store, damaged) = FileStore::open_or_retry(path, interval, opened)?;
        let store = Self { writes, ..Self::of(Backend::File(store)) };
        Ok(Opened { store, damaged })
    }

    /// A store in a Redis server that several machines may share: `redis://host:6379/0`. Connects at the first command.
    ///
    /// ```
    /// use maycrawl_fetch::Store;
    ///
    /// // Nothing listens there. The fetcher works without its store until something does.
    /// assert!(Store::redis("redis://127.0.0.1:1/0").unwrap().is_shared());
    /// assert!(Store::redis("https://example.com").is_err());
    /// ```
    ///
    /// # Errors
    /// If `url` is not a Redis URL.
    #[cfg(feature = "redis")]
    pub fn redis(url: &str) -> Result<Self, StoreError> {
        Ok(Self::of(Backend::Redis(RedisStore::new(url)?)))
    }

    /// A store in the Redis server at `address` of a simulated network.
    #[cfg(all(feature = "simulation", feature = "redis"))]
    #[doc(hidden)]
    #[must_use]
    pub fn simulated_redis(
        network: Arc<dyn crate::simulation::Network>,
        address: std::net::SocketAddr,
    ) -> Self {
        Self::of(Backend::Redis(RedisStore::simulated(network, address)))
    }

    /// A store of one's own.
    #[must_use]
    pub fn custom(store: impl CustomStore) -> Self {
        Self::of(Backend::Custom(Arc::new(store)))
    }

    fn of(backend: Backend) -> Self {
        Self { backend, writes: Arc::default(), notes: Arc::default(), sites: Arc::default() }
    }

    /// Why entries cannot be written now: the file is read-only, could not be opened, or the last entry was not stored.
    #[must_use]
    pub fn unwritable(&self) -> Option<StoreError> {
        #[cfg(feature = "sqlite")]
        if let Backend::File(store) = &self.backend
            && let Some(why) = store.unwritable()
        {
            return Some(why);
        }
        self.writes.failing()
    }

    /// The entries that this process could not store. `None` if all were stored.
    #[must_use]
    pub fn lost_writes(&self) -> Option<LostWrites> {
        self.writes.lost()
    }

    /// True when other processes may write to the store.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        match &self.backend {
            Backend::Memory(_) => false,
            Backend::Custom(store) => store.is_shared(),
            #[cfg(feature = "sqlite")]
            Backend::File(_) => true,
            #[cfg(feature = "redis")]
            Backend::Redis(_) => true,
        }
    }

    /// Reads the entry of `origin`. A damaged value and a value of another origin count as missing, and a metric counts
    /// them.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn entry(&self, origin: &Origin) -> Result<Option<Entry>, StoreError> {
        let origin = origin.as_str();
        let stored = match &self.backend {
            Backend::Memory(store) => store.get(origin),
            Backend::Custom(store) => store.get(origin).await?,
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.get(origin).await?,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.get(origin).await?,
        };
        Ok(stored.and_then(|stored| match self.decoded(&stored, origin) {
            Ok(entry) => Some(entry),
            Err(_) => {
                metrics::counter!("maycrawl_store_damaged_total").increment(1);
                tracing::warn!(origin, "a stored entry is damaged; its origin is fetched again");
                None
            }
        }))
    }

    /// Checks that the store answers.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn ping(&self) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Memory(_) => Ok(()),
            Backend::Custom(store) => store.get("").await.map(drop),
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.get("").await.map(drop),
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.get("").await.map(drop),
        }
    }

    /// Stores `entry`, and `replaced` as an old version. A failure is also counted as a [lost
    /// write](Self::lost_writes).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use maycrawl_fetch::{Entry, FetchResult, Outcome, Policy, Timestamp};
    /// # let (origin, now) = (maycrawl::Origin::parse("https://example.com")?, Timestamp::from_millis(0));
    /// # let fetched = |status| FetchResult::new(now, std::time::Duration::ZERO, Outcome::from_status(status, b""));
    /// # let entry = |status| Entry::after(None, &origin, &fetched(status), None, Policy::default(), now);
    /// use maycrawl_fetch::Store;
    ///
    /// // `entry` makes an entry of `origin` for an answer with this status.
    /// let store = Store::memory(1 << 20);
    /// store.put(&entry(200), None).await?;
    /// let changed = entry(404);
    /// store.put(&changed, entry(200).version()).await?;
    /// assert_eq!(store.entry(&origin).await?, Some(changed));
    /// assert_eq!(store.old_versions(&origin).await?.len(), 1);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the store did not accept the command. Then neither is stored.
    pub async fn put(&self, entry: &Entry, replaced: Option<&Version>) -> Result<(), StoreError> {
        let pending = self.writes.begin();
        let result = self.write(entry, replaced).await;
        pending.end(&result);
        result
    }

    async fn write(&self, entry: &Entry, replaced: Option<&Version>) -> Result<(), StoreError> {
        let unwritable = |_| StoreError::Refused("the entry cannot be encoded".to_owned());
        // Both values are encoded before the command, so that an error of the encoding changes nothing in the store.
        let encoded =
            |value: Result<Vec<u8>, _>| value.map_err(unwritable).map(|it| self.sealed(it));
        let value = encoded(encode(entry))?;
        let old = match replaced {
            Some(version) => Some((version.first_seen, encoded(encode(version))?)),
            None => None,
        };
        let archived = old
            .as_ref()
            .map(|(first_seen, value)| ArchivedVersion { first_seen: *first_seen, value });
        let origin = entry.origin.as_str();
        match &self.backend {
            Backend::Memory(store) => {
                store.put(origin, &value, archived);
                Ok(())
            }
            Backend::Custom(store) => {
                let archived = archived.map(|old| (old.first_seen, old.value.to_vec()));
                store.put(origin, value, archived).await
            }
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.put(origin, value, archived).await,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.put(origin, value, archived).await,
        }
    }

    /// The bytes that the backend keeps for an encoded value. Memory of this process is not damaged by others, and a
    /// checksum of a large file would cost more than all else.
    fn sealed(&self, encoded: Vec<u8>) -> Vec<u8> {
        if self.is_in_memory() { encoded } else { seal(&encoded) }
    }

    fn decoded<T: StoredEntry>(&self, stored: &[u8], origin: &str) -> Result<T, DecodeError> {
        let encoded = if self.is_in_memory() { stored } else { unseal(stored)? };
        decode(encoded, origin)
    }

    fn is_in_memory(&self) -> bool {
        matches!(self.backend, Backend::Memory(_))
    }

    /// Reads the old versions of `origin`, without the current one, the latest first.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn old_versions(&self, origin: &Origin) -> Result<Vec<Version>, StoreError> {
        let origin = origin.as_str();
        let stored = match &self.backend {
            Backend::Memory(store) => store.versions(origin),
            Backend::Custom(store) => store.versions(origin).await?,
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.versions(origin).await?,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.versions(origin).await?,
        };
        Ok(stored.iter().filter_map(|stored| self.decoded(stored, origin).ok()).collect())
    }

    /// Lists a page of up to `limit` origins after `after`, or the first page, sorted by their text. An empty page is
    /// the end. Redis returns all its origins as the first page and none after it. In memory a page costs O(origins).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use maycrawl_fetch::{Entry, FetchResult, Outcome, Policy, Timestamp};
    /// # let (origin, now) = (maycrawl::Origin::parse("https://example.com")?, Timestamp::from_millis(0));
    /// # let fetched = |status| FetchResult::new(now, std::time::Duration::ZERO, Outcome::from_status(status, b""));
    /// # let entry = |status| Entry::after(None, &origin, &fetched(status), None, Policy::default(), now);
    /// use maycrawl_fetch::Store;
    ///
    /// // `entry` makes an entry of `origin` for an answer with this status.
    /// let store = Store::memory(1 << 20);
    /// store.put(&entry(404), None).await?;
    /// let page = store.origins(None, 100).await?;
    /// assert_eq!(page, [origin.clone()]);
    /// // The page after the last origin is empty.
    /// assert!(store.origins(page.last(), 100).await?.is_empty());
    /// # Ok(()) }
    /// ```
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
            let names = match &self.backend {
                Backend::Memory(store) => store.origins(&after, limit),
                Backend::Custom(store) => store.origins(&after, limit).await?,
                #[cfg(feature = "sqlite")]
                Backend::File(store) => store.origins(&after, limit).await?,
                #[cfg(feature = "redis")]
                Backend::Redis(store) => store.origins(&after).await?,
            };
            let origins: Vec<_> =
                names.iter().filter_map(|name| Origin::parse(name).ok()).collect();
            // A page without valid origins is not the end.
            match names.last() {
                Some(last) if origins.is_empty() => last.clone_into(&mut after),
                _ => return Ok(origins),
            }
        }
    }

    /// Removes `origin` with its old versions and all that is known of it. True if there was an entry.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use maycrawl_fetch::{Entry, FetchResult, Outcome, Policy, Timestamp};
    /// # let (origin, now) = (maycrawl::Origin::parse("https://example.com")?, Timestamp::from_millis(0));
    /// # let fetched = |status| FetchResult::new(now, std::time::Duration::ZERO, Outcome::from_status(status, b""));
    /// # let entry = |status| Entry::after(None, &origin, &fetched(status), None, Policy::default(), now);
    /// use maycrawl_fetch::Store;
    ///
    /// // `entry` makes an entry of `origin` for an answer with this status.
    /// let store = Store::memory(1 << 20);
    /// store.put(&entry(404), None).await?;
    /// assert!(store.remove(&origin).await?);
    /// assert!(!store.remove(&origin).await?);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn remove(&self, origin: &Origin) -> Result<bool, StoreError> {
        let origin = origin.as_str();
        self.keep_known_site(origin, None).await?;
        match &self.backend {
            Backend::Memory(store) => Ok(store.remove(origin)),
            Backend::Custom(store) => store.remove(origin).await,
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.remove(origin).await,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.remove(origin).await,
        }
    }

    pub(crate) async fn lease(&self, origin: &str, ttl: Duration) -> Result<Lease, StoreError> {
        match &self.backend {
            // One process fetches an origin at most once at a time anyway.
            Backend::Memory(_) | Backend::Custom(_) => {
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
        match &self.backend {
            Backend::Memory(_) | Backend::Custom(_) => {
                let _ = (origin, token, ttl);
            }
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.renew(origin, token, ttl),
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.renew(origin, token, ttl).await,
        }
    }

    pub(crate) async fn release(&self, origin: &str, token: &str) {
        match &self.backend {
            Backend::Memory(_) | Backend::Custom(_) => {
                let _ = (origin, token);
            }
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.release(origin, token),
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.release(origin, token).await,
        }
    }
}

/// A token that identifies the holder of a lease: two random 64-bit numbers. It must be unique, not secret.
#[cfg(any(feature = "sqlite", feature = "redis"))]
fn lease_token() -> String {
    let random = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", random(), random())
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(why) => write!(f, "the store cannot be reached: {why}"),
            Self::Refused(why) => write!(f, "the store refused the command: {why}"),
            Self::NotAStore(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for StoreError {}
