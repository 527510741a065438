//! Entries in an SQLite file.
//!
//! Two threads own a connection each. One writes: it puts all waiting entries into one transaction and acknowledges them
//! after the commit. The other one reads. A damaged store is renamed with its journal, and a new one is created. A file
//! that was not a store is not changed.

mod lease;
mod ownership;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, ffi, params};
use tokio::sync::{mpsc, oneshot};

use super::{ArchivedVersion, MAX_VERSIONS, StoreError};
use crate::clock::Timestamp;

/// Identifies a store file in the SQLite header.
const APPLICATION_ID: i32 = 0x6d63_726c; // "mcrl"
/// Version of the file format.
const FORMAT_VERSION: i32 = 1;
/// Size of the SQLite header in bytes. SQLite treats a file of one byte as empty.
const HEADER_BYTES: u64 = 100;
/// Maximum number of writes in one transaction.
const MAX_BATCH_WRITES: usize = 256;
/// Maximum size of the file, in bytes. Beyond it, the entries with the oldest writes are deleted.
const MAX_FILE_BYTES: u64 = 4 << 30;

/// The schema, exactly as SQLite stores it, so that it identifies a store.
const SCHEMA: [&str; 3] = [
    "CREATE TABLE entry (origin TEXT NOT NULL UNIQUE, written INTEGER NOT NULL, \
     value BLOB NOT NULL)",
    "CREATE INDEX entry_written ON entry (written)",
    "CREATE TABLE version (origin TEXT NOT NULL, first_seen INTEGER NOT NULL, \
     value BLOB NOT NULL, UNIQUE (origin, first_seen))",
];

/// A store in a file.
#[derive(Clone, Debug)]
pub(super) struct FileStore {
    writes: mpsc::Sender<Write>,
    reads: mpsc::Sender<Read>,
}

struct Write {
    change: Change,
    done: oneshot::Sender<Result<bool, StoreError>>,
}

enum Change {
    Put { origin: String, value: Vec<u8>, archived: Option<(u64, Vec<u8>)> },
    Remove { origin: String },
    Lease { origin: String, change: lease::Change },
}

enum Read {
    Entry(String, oneshot::Sender<Result<Option<Bytes>, StoreError>>),
    Versions(String, oneshot::Sender<Result<Vec<Bytes>, StoreError>>),
    Origins(String, usize, oneshot::Sender<Result<Vec<String>, StoreError>>),
}

impl FileStore {
    /// Opens or creates the file. The text reports a damaged file that was renamed.
    pub(super) fn open(path: &Path) -> Result<(Self, Option<String>), StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            ownership::create_folder(folder).map_err(|error| {
                StoreError::Refused(format!(
                    "the folder {} cannot be created: {error}",
                    folder.display()
                ))
            })?;
        }
        let file = Arc::new(StoreFile {
            path: path.to_owned(),
            generation: AtomicU64::new(0),
            rename_lock: Mutex::new(()),
        });
        let _lock = ownership::lock_folder(path);
        ownership::check_is_database(path)?;
        let mut notice = None;
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
                    notice.get_or_insert(said);
                    tries += 1;
                }
                Err(error) => return Err(refused(&error)),
            }
        };
        let (writes, from_writes) = mpsc::channel(4096);
        let (reads, from_reads) = mpsc::channel(4096);
        spawn("maycrawl-store-write", move || write_all(writer, from_writes))?;
        spawn("maycrawl-store-read", move || read_all(reader, from_reads))?;
        Ok((Self { writes, reads }, notice))
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
        let change = lease::Change::Take { token: token.to_owned(), ttl };
        self.write(Change::Lease { origin: origin.to_owned(), change }).await
    }

    /// Does not wait for the result: a lost lease only causes a second fetch.
    pub(super) fn renew(&self, origin: &str, token: &str, ttl: Duration) {
        self.send_lease_change(origin, lease::Change::Renew { token: token.to_owned(), ttl });
    }

    /// Does not wait for the result: a lease expires by itself.
    pub(super) fn release(&self, origin: &str, token: &str) {
        self.send_lease_change(origin, lease::Change::Release { token: token.to_owned() });
    }

    fn send_lease_change(&self, origin: &str, change: lease::Change) {
        let change = Change::Lease { origin: origin.to_owned(), change };
        let _ = self.writes.try_send(Write { change, done: oneshot::channel().0 });
    }

    async fn write(&self, change: Change) -> Result<bool, StoreError> {
        let (done, result) = oneshot::channel();
        self.writes.send(Write { change, done }).await.map_err(|_| thread_ended())?;
        result.await.map_err(|_| thread_ended())?
    }

    async fn read<T>(
        &self,
        read: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Read,
    ) -> Result<T, StoreError> {
        let (done, result) = oneshot::channel();
        self.reads.send(read(done)).await.map_err(|_| thread_ended())?;
        result.await.map_err(|_| thread_ended())?
    }
}

fn thread_ended() -> StoreError {
    StoreError::Unavailable("the thread of the store has ended".to_owned())
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
    let spawned = thread::Builder::new().name(name.to_owned()).spawn(work);
    spawned.map(drop).map_err(|error| StoreError::Unavailable(error.to_string()))
}

/// The store's file, shared by both threads.
struct StoreFile {
    path: PathBuf,
    /// Number of files that were renamed.
    generation: AtomicU64,
    rename_lock: Mutex<()>,
}

impl StoreFile {
    /// Renames the damaged file, unless another thread or process has already done so.
    fn set_aside(&self, opened: Option<FileId>, generation: u64) -> Result<String, StoreError> {
        let _rename_lock = self.rename_lock.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.path.display();
        let replaced = || format!("{path} was damaged, and another process has replaced it");
        let is_same_file = opened.is_none() || opened == file_id(&self.path);
        if !is_same_file || self.generation.load(Ordering::Acquire) != generation {
            return Ok(replaced());
        }
        let now = Timestamp::from(SystemTime::now()).as_millis();
        let aside = format!("{path}.damaged-{now}");
        // The journal belongs to the damaged file; a new file must not use it. It is renamed first: after the file, it could
        // already be the journal of another process's new file.
        for suffix in ["-wal", "-shm"] {
            let mut journal = self.path.clone().into_os_string();
            journal.push(suffix);
            let _ = fs::rename(&journal, format!("{aside}{suffix}"));
        }
        match fs::rename(&self.path, &aside) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(replaced()),
            Err(error) => {
                let why = format!("{path} is damaged and cannot be renamed: {error}");
                return Err(StoreError::Refused(why));
            }
        }
        self.generation.fetch_add(1, Ordering::Release);
        metrics::counter!("maycrawl_store_set_aside_total").increment(1);
        let notice =
            format!("{path} was damaged; it was renamed to {aside}, and a new store was created");
        tracing::warn!("{notice}");
        Ok(notice)
    }
}

type FileId = (u64, u64);

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn file_id(path: &Path) -> Option<FileId> {
    // On other systems an open file cannot be renamed, so no other process has renamed it.
    path.exists().then_some((0, 0))
}

/// A connection; reopened when another file replaces its file.
struct Session {
    file: Arc<StoreFile>,
    connection: Connection,
    opened: Option<FileId>,
    generation: u64,
    writes: u64,
}

impl Session {
    fn new(file: &Arc<StoreFile>) -> rusqlite::Result<Self> {
        let generation = file.generation.load(Ordering::Acquire);
        // Read before opening: if another process replaces the file meanwhile, the new file is not taken for this one.
        let found = file_id(&file.path);
        let connection = connect_with_retry(&file.path)?;
        let opened = found.or_else(|| file_id(&file.path));
        Ok(Self { file: Arc::clone(file), connection, opened, generation, writes: 0 })
    }

    /// Runs `work`. If the file is damaged, renames it and runs `work` once more on a new one.
    fn run<T>(
        &mut self,
        work: impl Fn(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        if self.generation != self.file.generation.load(Ordering::Acquire) {
            self.reopen()?;
        }
        match work(&mut self.connection) {
            Err(error) if is_damage(&error) => {
                let _lock = ownership::lock_folder(&self.file.path);
                self.file.set_aside(self.opened, self.generation)?;
                self.reopen()?;
                work(&mut self.connection).map_err(|error| refused(&error))
            }
            result => result.map_err(|error| refused(&error)),
        }
    }

    fn reopen(&mut self) -> Result<(), StoreError> {
        let fresh = Self::new(&self.file).map_err(|error| refused(&error))?;
        *self = fresh;
        Ok(())
    }
}

/// Opens a connection and retries while the database is busy. Two processes that create the same store would wait for
/// each other, so SQLite returns an error to one of them immediately, without its usual timeout.
fn connect_with_retry(path: &Path) -> rusqlite::Result<Connection> {
    for _ in 0..200 {
        match connect(path) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                thread::sleep(Duration::from_millis(20));
            }
            result => return result,
        }
    }
    connect(path)
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    // SQLite reports an error here with a better text.
    let _ = ownership::create_file(path);
    let mut connection = Connection::open(path)?;
    // Checked before any read: later, a damaged header looks the same.
    if connection.is_readonly("main")? {
        return Err(failure(ffi::SQLITE_PERM, "the file is read-only"));
    }
    let length = fs::metadata(path).map_or(0, |metadata| metadata.len());
    if (2..HEADER_BYTES).contains(&length) {
        return Err(failure(ffi::SQLITE_NOTADB, "the file is too short for a database"));
    }
    connection.busy_timeout(Duration::from_secs(5))?;
    // Nothing is written, not even the journal mode, before the file is identified as a store.
    contents(&connection)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // With a write-ahead log, a crash of the process loses nothing. A crash of the machine loses at most the last moments,
    // and these are fetched again.
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "cache_size", -16_000)?;
    // Checks each page when it is read, so that damage is found before it spreads.
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.set_prepared_statement_cache_capacity(16);
    // A second process waits here, and then finds the tables.
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let contents = contents(&transaction)?;
    if contents == Contents::Nothing {
        transaction.execute_batch(&SCHEMA.join(";"))?;
    }
    if contents != Contents::Entries {
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", FORMAT_VERSION)?;
    }
    transaction.execute_batch(lease::TABLE)?;
    transaction.commit()?;
    Ok(connection)
}

/// The content of a file that is a store or can become one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    Nothing,
    Entries,
    /// Our tables without our marks in the header: the marks are damaged.
    Unmarked,
}

/// Identifies a store by its marks and by its tables. If only one of the two is right, the other one is damaged. A
/// database that is not a store is an error, not damage, and must not be renamed.
fn contents(connection: &Connection) -> rusqlite::Result<Contents> {
    let mark = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let marks = (mark("application_id")?, mark("user_version")?);
    let tables: rusqlite::Result<Vec<Option<String>>> = connection
        .prepare("SELECT sql FROM sqlite_schema")
        .and_then(|mut all| all.query_map([], |row| row.get(0))?.collect());
    let ours = |tables: &[Option<String>]| {
        SCHEMA.iter().all(|made| tables.iter().any(|table| table.as_deref() == Some(*made)))
    };
    match (marks, tables) {
        ((APPLICATION_ID, FORMAT_VERSION), Ok(tables)) if ours(&tables) => Ok(Contents::Entries),
        (_, Ok(tables)) if ours(&tables) => Ok(Contents::Unmarked),
        ((0, 0), Ok(tables)) if tables.is_empty() => Ok(Contents::Nothing),
        ((APPLICATION_ID, FORMAT_VERSION), Ok(_)) => {
            Err(failure(ffi::SQLITE_CORRUPT, "the tables do not match the schema of a store"))
        }
        // The header requires features of a later SQLite, which this format does not use.
        ((APPLICATION_ID, FORMAT_VERSION), Err(error))
            if error.sqlite_error_code() == Some(ErrorCode::Unknown) =>
        {
            Err(failure(ffi::SQLITE_CORRUPT, &error.to_string()))
        }
        ((APPLICATION_ID, _), Err(error)) => Err(error),
        (_, Err(error)) if !is_damage(&error) => Err(error),
        _ => Err(failure(
            ffi::SQLITE_MISMATCH,
            "the file is a database of another program or of a later maycrawl",
        )),
    }
}

fn failure(code: i32, what: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), Some(what.to_owned()))
}

fn is_damage(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(error, _) => {
            matches!(error.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
                // The file was opened for writing, but its header requires a later SQLite.
                || error.extended_code == ffi::SQLITE_READONLY
        }
        // The store writes only text where it reads text, and only bytes where it reads bytes.
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::Utf8Error(..) => true,
        _ => false,
    }
}

fn refused(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Refused("the disk is full".to_owned()),
        Some(ErrorCode::DatabaseBusy) => {
            StoreError::Unavailable("another process has locked the file".to_owned())
        }
        _ => StoreError::Refused(error.to_string()),
    }
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
            && let Err(error) = session.run(|connection| prune(connection, MAX_FILE_BYTES))
        {
            tracing::warn!(%error, "the store could not be pruned");
        }
    }
}

fn apply(connection: &Connection, change: &Change) -> rusqlite::Result<bool> {
    match change {
        Change::Put { origin, value, archived } => {
            let now = Timestamp::from(SystemTime::now()).as_millis();
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
    }
}

/// Deletes the twentieth of the entries with the oldest writes if the file is larger than `largest` bytes.
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

fn read_all(mut session: Session, mut reads: mpsc::Receiver<Read>) {
    while let Some(read) = reads.blocking_recv() {
        match read {
            Read::Entry(origin, done) => {
                let _ = done.send(session.run(|connection| {
                    connection
                        .prepare_cached("SELECT value FROM entry WHERE origin = ?1")?
                        .query_row([&origin], |row| Ok(Bytes::from(row.get::<_, Vec<u8>>(0)?)))
                        .optional()
                }));
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
        }
    }
}
