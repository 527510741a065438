//! Checks that a file is a maycrawl store. Only a damaged store may be renamed; any other file is not changed.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::store::StoreError;

/// Identifies a store file in the SQLite header.
pub(super) const APPLICATION_ID: i32 = 0x6d63_726c; // "mcrl"
/// The schema, exactly as SQLite stores it, so that it identifies a store.
pub(super) const SCHEMA: [&str; 3] = [
    "CREATE TABLE entry (origin TEXT NOT NULL UNIQUE, written INTEGER NOT NULL, \
     value BLOB NOT NULL)",
    "CREATE INDEX entry_written ON entry (written)",
    "CREATE TABLE version (origin TEXT NOT NULL, first_seen INTEGER NOT NULL, \
     value BLOB NOT NULL, UNIQUE (origin, first_seen))",
];

/// The first bytes of every SQLite database.
const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";
/// Position of the application ID in the SQLite header.
const APPLICATION_ID_RANGE: std::ops::Range<usize> = 68..72;
/// Number of bytes at the start of a file that are read. The first page describes our tables.
const PREFIX_BYTES: u64 = 64 << 10;

/// Checks that the file at `path`, if there is one, is a database.
pub(super) fn check_is_database(path: &Path) -> Result<(), StoreError> {
    // If the file cannot be read, opening it reports the error.
    let Ok(start) = read_prefix(path) else { return Ok(()) };
    // SQLite itself writes one byte into an empty file on some systems.
    if start.len() <= 1 || start.starts_with(SQLITE_MAGIC) {
        return Ok(());
    }
    let what = "the file is not a maycrawl store and was not changed; choose another file";
    Err(StoreError::NotAStore(what.to_owned()))
}

/// Checks, as far as possible, that the damaged database at `path` was a store.
pub(super) fn check_was_store(path: &Path) -> Result<(), StoreError> {
    let journal = beside(path, "-wal");
    let start = read_prefix(path).unwrap_or_default();
    let is_marked = start.get(APPLICATION_ID_RANGE) == Some(&APPLICATION_ID.to_be_bytes()[..]);
    let has_tables = |bytes: &[u8]| memchr::memmem::find(bytes, SCHEMA[0].as_bytes()).is_some();
    let in_journal = || read_prefix(&journal).is_ok_and(|journal| has_tables(&journal));
    if is_marked || has_tables(&start) || in_journal() {
        return Ok(());
    }
    let what = "the file is a damaged SQLite database that was not a maycrawl store; it was not changed; \
                choose another file";
    Err(StoreError::NotAStore(what.to_owned()))
}

/// Locks the folder of `path` while this process opens or renames the file: while one process renames a damaged file,
/// no other may open it. It locks the folder so that the lock needs no file next to the store. `None` if the folder
/// cannot be locked, or if another process holds the lock for too long; the caller then continues without a lock.
pub(super) fn lock_folder(path: &Path) -> Option<File> {
    const LOCK_TIMEOUT: Duration = Duration::from_secs(10);
    const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(5);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = File::open(folder.unwrap_or(Path::new("."))).ok()?;
    let mut waited = Duration::ZERO;
    loop {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(TryLockError::WouldBlock) if waited < LOCK_TIMEOUT => {
                thread::sleep(LOCK_POLL_INTERVAL);
                waited += LOCK_POLL_INTERVAL;
            }
            Err(_) => return None,
        }
    }
}

/// A file that SQLite keeps next to the one at `path`.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn read_prefix(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    File::open(path)?.take(PREFIX_BYTES).read_to_end(&mut start)?;
    Ok(start)
}

/// Creates the folder of a store, accessible to its user only: the URLs in it are private.
pub(super) fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates an empty file for a store if there is none, accessible to its user only. SQLite gives its journal the same
/// mode.
pub(super) fn create_file(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}
