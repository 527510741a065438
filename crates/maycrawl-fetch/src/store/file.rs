//! Entries in an SQLite file.
//!
//! Two threads own a connection each. One writes: it puts all waiting entries into one transaction and acknowledges
//! them after the commit. The other one reads. A damaged store is renamed with its journal, and a new one is created. A
//! file that was not a store is not changed. A file that cannot be written has no thread that writes.

mod connection;
mod file_id;
mod known;
mod lease;
mod note;
mod ownership;
mod read_only;
mod session;

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension as _, params};
use tokio::sync::{mpsc, oneshot};

use self::connection::{is_damage, refused};
use self::file_id::file_id;
use self::lease::LeaseChange;
use self::session::{Session, StoreFile};
use super::known::{KnownSite, MAX_KNOWN_SITES, SiteKey};
use super::notes::NoteChange;
use super::{ArchivedVersion, MAX_VERSIONS, StoreError};
use maycrawl_policy::{DAY, Timestamp};

/// Maximum number of commands that wait for a thread.
const MAX_WAITING: usize = 4096;

/// Maximum number of writes in one transaction.
const MAX_BATCH_WRITES: usize = 256;
/// Maximum size of the file, in bytes. Beyond it, the entries that were not written or read for longest are deleted.
const MAX_FILE_BYTES: u64 = 4 << 30;

/// A store in a file. Clones share its threads.
#[derive(Clone, Debug)]
pub(super) struct FileStore(Arc<Mutex<Threads>>);

/// The threads of a store, or why it has none.
#[derive(Clone, Debug)]
struct Threads {
    writes: Result<mpsc::Sender<Write>, StoreError>,
    reads: Result<mpsc::Sender<Read>, StoreError>,
}

struct Write {
    change: Change,
    done: oneshot::Sender<Result<bool, StoreError>>,
}

enum Change {
    /// The entry was read. A file that is valid for a week is written once in it, however often it is asked for.
    Read {
        origin: String,
    },
    Put {
        origin: String,
        value: Vec<u8>,
        archived: Option<(u64, Vec<u8>)>,
    },
    Remove {
        origin: String,
    },
    Lease {
        origin: String,
        change: LeaseChange,
    },
    Notes(Vec<NoteChange>),
    KnownSite(SiteKey, Option<KnownSite>),
}

enum Read {
    Entry(String, oneshot::Sender<Result<Option<Bytes>, StoreError>>),
    Versions(String, oneshot::Sender<Result<Vec<Bytes>, StoreError>>),
    Origins(String, usize, oneshot::Sender<Result<Vec<String>, StoreError>>),
    Note(String, oneshot::Sender<Result<Option<Bytes>, StoreError>>),
    NoteKeys(String, String, usize, oneshot::Sender<Result<Vec<String>, StoreError>>),
    KnownSite(SiteKey, oneshot::Sender<Result<Option<KnownSite>, StoreError>>),
}

impl FileStore {
    /// Opens or creates the file. If it cannot be written, it is opened to be read. The text reports a damaged file
    /// that was renamed.
    pub(super) fn open(path: &Path) -> Result<(Self, Option<String>), StoreError> {
        let (threads, damaged) = Threads::start(path)?;
        Ok((Self(Arc::new(Mutex::new(threads))), damaged))
    }

    /// Opens the file like [`open`](Self::open). While that fails, or the file cannot be written, a thread tries again
    /// after each `interval`, and calls `opened` when it can be written.
    pub(super) fn open_or_retry(
        path: &Path,
        interval: Duration,
        opened: impl FnOnce() + Send + 'static,
    ) -> Result<(Self, Option<String>), StoreError> {
        let (threads, damaged) = match Threads::start(path) {
            Err(StoreError::NotAStore(why)) => return Err(StoreError::NotAStore(why)),
            Err(why) => (Threads { writes: Err(why.clone()), reads: Err(why) }, None),
            Ok(started) => started,
        };
        let is_writable = threads.writes.is_ok();
        let threads = Arc::new(Mutex::new(threads));
        if !is_writable {
            let (path, threads) = (path.to_owned(), Arc::downgrade(&threads));
            spawn("maycrawl-store-open", move || {
                if retry(&path, interval, &threads) {
                    opened();
                }
            })?;
        }
        Ok((Self(threads), damaged))
    }

    /// Why the file cannot be written, or not even read; `None` if it can be written.
    pub(super) fn unwritable(&self) -> Option<StoreError> {
        lock(&self.0).writes.as_ref().err().cloned()
    }

    pub(super) async fn get(&self, origin: &str) -> Result<Option<Bytes>, StoreError> {
        self.read(|done| Read::Entry(origin.to_owned(), done)).await
    }

    pub(super) async fn versions(&self, origin: &str) -> Result<Vec<Bytes>, StoreError> {
        self.read(|done| Read::Versions(origin.to_owned(), done)).await
    }

    pub(super) async fn origins(
        &self,
        after: &str,
        limit: usize,
    ) -> Result<Vec<String>, StoreError> {
        self.read(|done| Read::Origins(after.to_owned(), limit, done)).await
    }

    pub(super) async fn put(
        &self,
        origin: &str,
        value: Vec<u8>,
        archived: Option<ArchivedVersion<'_>>,
    ) -> Result<(), StoreError> {
        let archived = archived.map(|old| (old.first_seen.as_millis(), old.value.to_vec()));
        self.write(Change::Put { origin: origin.to_owned(), value, archived }).await.map(drop)
    }

    pub(super) async fn note(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        self.read(|done| Read::Note(key.to_owned(), done)).await
    }

    pub(super) async fn note_keys(
        &self,
        prefix: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<String>, StoreError> {
        self.read(|done| Read::NoteKeys(prefix.to_owned(), after.to_owned(), limit, done)).await
    }

    pub(super) async fn put_notes(&self, changes: Vec<NoteChange>) -> Result<(), StoreError> {
        self.write(Change::Notes(changes)).await.map(drop)
    }

    pub(super) async fn known_site(&self, key: SiteKey) -> Result<Option<KnownSite>, StoreError> {
        self.read(|done| Read::KnownSite(key, done)).await
    }

    pub(super) async fn keep_known_site(
        &self,
        key: SiteKey,
        site: Option<KnownSite>,
    ) -> Result<(), StoreError> {
        self.write(Change::KnownSite(key, site)).await.map(drop)
    }

    pub(super) async fn remove(&self, origin: &str) -> Result<bool, StoreError> {
        self.write(Change::Remove { origin: origin.to_owned() }).await
    }

    /// True if `token` now holds the lease of `origin`.
    pub(super) async fn lease(
        &self,
        origin: &str,
        token: &str,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        let change = LeaseChange::Take { token: token.to_owned(), ttl };
        self.write(Change::Lease { origin: origin.to_owned(), change }).await
    }

    /// Does not wait for the result: a lost lease only causes a second fetch.
    pub(super) fn renew(&self, origin: &str, token: &str, ttl: Duration) {
        self.send_lease_change(origin, LeaseChange::Renew { token: token.to_owned(), ttl });
    }

    /// Does not wait for the result: a lease expires by itself.
    pub(super) fn release(&self, origin: &str, token: &str) {
        self.send_lease_change(origin, LeaseChange::Release { token: token.to_owned() });
    }

    fn send_lease_change(&self, origin: &str, change: LeaseChange) {
        let change = Change::Lease { origin: origin.to_owned(), change };
        if let Ok(writes) = &lock(&self.0).writes {
            let _ = writes.try_send(Write { change, done: oneshot::channel().0 });
        }
    }

    async fn write(&self, change: Change) -> Result<bool, StoreError> {
        let (done, result) = oneshot::channel();
        let writes = lock(&self.0).writes.clone()?;
        writes.send(Write { change, done }).await.map_err(|_| thread_ended())?;
        result.await.map_err(|_| thread_ended())?
    }

    async fn read<T>(
        &self,
        read: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Read,
    ) -> Result<T, StoreError> {
        let (done, result) = oneshot::channel();
        let reads = lock(&self.0).reads.clone()?;
        reads.send(read(done)).await.map_err(|_| thread_ended())?;
        result.await.map_err(|_| thread_ended())?
    }
}

impl Threads {
    fn start(path: &Path) -> Result<(Self, Option<String>), StoreError> {
        let why = match Self::start_writable(path) {
            Err(StoreError::NotAStore(why)) => return Err(StoreError::NotAStore(why)),
            Err(why) => why,
            started => return started,
        };
        // Where there is nothing to read either, the first error is the one to correct.
        let reads = start_read_only(path).map_err(|_| why.clone())?;
        Ok((Self { writes: Err(why), reads: Ok(reads) }, None))
    }

    fn start_writable(path: &Path) -> Result<(Self, Option<String>), StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            ownership::create_folder(folder).map_err(|error| {
                StoreError::Refused(format!(
                    "the folder {} cannot be created: {error}",
                    folder.display()
                ))
            })?;
        }
        let file = Arc::new(StoreFile::new(path));
        let _lock = ownership::lock_folder(path);
        ownership::check_is_database(path)?;
        let mut damaged = None;
        let mut tries = 0;
        let (writer, reader) = loop {
            let found = file_id(path);
            let both = || Ok((Session::new(&file)?, Session::new(&file)?));
            match both() {
                Ok(both) => break both,
                // It fails more than once only if other processes open the same file now.
                Err(error) if is_damage(&error) && tries < 5 => {
                    // Skipped if another process has replaced the file in the meantime.
                    if found.is_some() && found == file_id(path) {
                        ownership::check_was_store(path)?;
                    }
                    let said = file.set_aside(found, file.generation.load(Ordering::Acquire))?;
                    damaged.get_or_insert(said);
                    tries += 1;
                }
                Err(error) => return Err(refused(&error)),
            }
        };
        let (writes, from_writes) = mpsc::channel(MAX_WAITING);
        spawn("maycrawl-store-write", move || write_all(writer, from_writes))?;
        let reads = start_reading(reader, Some(writes.clone()))?;
        Ok((Self { writes: Ok(writes), reads: Ok(reads) }, damaged))
    }
}

fn start_read_only(path: &Path) -> Result<mpsc::Sender<Read>, StoreError> {
    let session = Session::read_only(&Arc::new(StoreFile::new(path)));
    start_reading(session.map_err(|error| refused(&error))?, None)
}

fn start_reading(
    session: Session,
    writes: Option<mpsc::Sender<Write>>,
) -> Result<mpsc::Sender<Read>, StoreError> {
    let (reads, from_reads) = mpsc::channel(MAX_WAITING);
    spawn("maycrawl-store-read", move || read_all(session, from_reads, writes.as_ref()))?;
    Ok(reads)
}

/// Tries to open the file after each `interval`: true when it can be written, false when nothing uses the store any
/// more.
fn retry(path: &Path, interval: Duration, threads: &Weak<Mutex<Threads>>) -> bool {
    loop {
        thread::sleep(interval);
        let Some(threads) = threads.upgrade() else { return false };
        let why = match Threads::start_writable(path) {
            Ok((started, _)) => {
                *lock(&threads) = started;
                tracing::info!("{}: the store is open, and entries are stored", path.display());
                return true;
            }
            Err(why) => why,
        };
        // Opened before the lock is taken: commands wait for the lock, and a disk may be slow.
        let is_readable = lock(&threads).reads.is_ok();
        let reads = if is_readable { None } else { Some(start_read_only(path)) };
        let mut current = lock(&threads);
        if let Some(reads) = reads {
            current.reads = reads.map_err(|_| why.clone());
        }
        current.writes = Err(why);
    }
}

/// The threads. Nothing panics while they are locked.
fn lock(threads: &Mutex<Threads>) -> MutexGuard<'_, Threads> {
    threads.lock().unwrap_or_else(PoisonError::into_inner)
}

fn thread_ended() -> StoreError {
    StoreError::Unavailable("the thread of the store has ended".to_owned())
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
    let spawned = thread::Builder::new().name(name.to_owned()).spawn(work);
    spawned.map(drop).map_err(|error| StoreError::Unavailable(error.to_string()))
}

fn write_all(mut session: Session, mut writes: mpsc::Receiver<Write>) {
    while let Some(first) = writes.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < MAX_BATCH_WRITES
            && let Ok(next) = writes.try_recv()
        {
            batch.push(next);
        }
        let result = session.run(|connection| {
            let transaction =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let changed: rusqlite::Result<Vec<_>> =
                batch.iter().map(|write| apply(&transaction, &write.change)).collect();
            let changed = changed?;
            transaction.commit()?;
            Ok(changed)
        });
        match result {
            Ok(changed) => {
                for (write, changed) in batch.into_iter().zip(changed) {
                    let _ = write.done.send(Ok(changed)); // the caller may have left
                }
            }
            Err(error) => {
                for write in batch {
                    let _ = write.done.send(Err(error.clone()));
                }
            }
        }
        session.writes += 1;
        if session.writes.is_multiple_of(64)
            && let Err(error) = session.run(|connection| {
                prune(connection, MAX_FILE_BYTES)?;
                known::prune(connection, MAX_KNOWN_SITES)
            })
        {
            tracing::warn!(%error, "the store could not be pruned");
        }
    }
}

fn now_millis() -> u64 {
    Timestamp::from(SystemTime::now()).as_millis()
}

fn apply(connection: &Connection, change: &Change) -> rusqlite::Result<bool> {
    let now = now_millis();
    match change {
        Change::Read { origin } => connection
            .prepare_cached("UPDATE entry SET written = ?2 WHERE origin = ?1")?
            .execute(params![origin, now as i64])
            .map(|changed| changed > 0),
        Change::Put { origin, value, archived } => {
            connection
                .prepare_cached(
                    "INSERT INTO entry (origin, written, value) VALUES (?1, ?2, ?3) \
                     ON CONFLICT (origin) DO UPDATE SET written = ?2, value = ?3",
                )?
                .execute(params![origin, now as i64, value])?;
            if let Some((first_seen, value)) = archived {
                connection
                    .prepare_cached(
                        "INSERT OR REPLACE INTO version (origin, first_seen, value) \
                         VALUES (?1, ?2, ?3)",
                    )?
                    .execute(params![origin, *first_seen as i64, value])?;
                connection
                    .prepare_cached(
                        "DELETE FROM version WHERE origin = ?1 AND first_seen NOT IN (SELECT \
                         first_seen FROM version WHERE origin = ?1 ORDER BY first_seen DESC LIMIT ?2)",
                    )?
                    .execute(params![origin, MAX_VERSIONS as i64])?;
            }
            Ok(true)
        }
        Change::Remove { origin } => {
            connection.execute("DELETE FROM version WHERE origin = ?1", [origin])?;
            Ok(connection.execute("DELETE FROM entry WHERE origin = ?1", [origin])? > 0)
        }
        Change::Lease { origin, change } => lease::apply(connection, origin, change),
        Change::Notes(changes) => note::apply(connection, changes),
        Change::KnownSite(key, site) => known::keep(connection, key, *site),
    }
}

/// Deletes the twentieth of the entries that were not written or read for longest if the file is larger than `largest`
/// bytes.
fn prune(connection: &Connection, largest: u64) -> rusqlite::Result<()> {
    let number = |name: &str| -> rusqlite::Result<u64> {
        connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map(|n| n as u64)
    };
    let used =
        (number("page_count")?.saturating_sub(number("freelist_count")?)) * number("page_size")?;
    if used <= largest {
        return Ok(());
    }
    connection.execute(
        "DELETE FROM entry WHERE rowid IN (SELECT rowid FROM entry ORDER BY written \
         LIMIT (SELECT count(*) / 20 + 1 FROM entry))",
        [],
    )?;
    connection
        .execute("DELETE FROM version WHERE origin NOT IN (SELECT origin FROM entry)", [])
        .map(drop)
}

/// Answers the reads in their order. A failed `send` means that nothing waits for the answer any more.
fn read_all(
    mut session: Session,
    mut reads: mpsc::Receiver<Read>,
    writes: Option<&mpsc::Sender<Write>>,
) {
    while let Some(read) = reads.blocking_recv() {
        match read {
            Read::Entry(origin, done) => {
                let found = session.run(|connection| {
                    connection
                        .prepare_cached("SELECT value, written FROM entry WHERE origin = ?1")?
                        .query_row([&origin], |row| {
                            Ok((Bytes::from(row.get::<_, Vec<u8>>(0)?), row.get::<_, i64>(1)?))
                        })
                        .optional()
                });
                let found = found.map(Option::unzip);
                if let (Ok((_, Some(written))), Some(writes)) = (&found, writes)
                    && now_millis().saturating_sub(*written as u64) > DAY.as_millis() as u64
                {
                    // Once a day. Where too many writes wait, the next read counts.
                    let change = Change::Read { origin };
                    let _ = writes.try_send(Write { change, done: oneshot::channel().0 });
                }
                let _ = done.send(found.map(|(value, _)| value));
            }
            Read::Versions(origin, done) => {
                let _ = done.send(session.run(|connection| {
                    connection
                        .prepare_cached(
                            "SELECT value FROM version WHERE origin = ?1 ORDER BY first_seen DESC",
                        )?
                        .query_map([&origin], |row| Ok(Bytes::from(row.get::<_, Vec<u8>>(0)?)))?
                        .collect()
                }));
            }
            Read::Origins(after, limit, done) => {
                let limit = i64::try_from(limit).unwrap_or(i64::MAX);
                let _ = done.send(session.run(|connection| {
                    connection
                        .prepare_cached(
                            "SELECT origin FROM entry WHERE origin > ?1 ORDER BY origin LIMIT ?2",
                        )?
                        .query_map(params![after, limit], |row| row.get(0))?
                        .collect()
                }));
            }
            Read::Note(key, done) => {
                let _ = done.send(session.run(|connection| note::get(connection, &key)));
            }
            Read::NoteKeys(prefix, after, limit, done) => {
                let found = session.run(|it| note::keys(it, &prefix, &after, limit));
                let _ = done.send(found);
            }
            Read::KnownSite(key, done) => {
                let _ = done.send(session.run(|connection| known::get(connection, &key)));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_asked_for_is_pruned_last() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let (store, _) = FileStore::open(&path).unwrap();
        for origin in ["asked", "quiet"] {
            store.put(origin, vec![1], None).await.unwrap();
        }
        let connection = Connection::open(&path).unwrap();
        connection.execute("UPDATE entry SET written = 0", []).unwrap();
        let written = "SELECT written FROM entry WHERE origin = 'asked'";
        while connection.query_row(written, [], |row| row.get::<_, i64>(0)).unwrap() == 0 {
            store.get("asked").await.unwrap();
        }
        prune(&connection, 0).unwrap();
        assert!(store.get("asked").await.unwrap().is_some());
        assert!(store.get("quiet").await.unwrap().is_none());
    }
}
