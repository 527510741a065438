//! Whose file is it? Only what was a store may be set aside; everything else stays as it is.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::{APPLICATION_ID, SCHEMA};
use crate::store::StoreError;

/// With these bytes begins every database of SQLite.
const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";
/// Where its header names the program that it belongs to.
const APPLICATION_ID_RANGE: std::ops::Range<usize> = 68..72;
/// So much of a file is looked at: our tables are described on the first page.
const PREFIX_BYTES: u64 = 64 << 10;

/// An error if there is a file at `path` that is no database.
pub(super) fn check_is_database(path: &Path) -> Result<(), StoreError> {
    // What is wrong with a file that cannot be read, opening it will tell.
    let Ok(start) = read_prefix(path) else { return Ok(()) };
    // SQLite itself writes one byte into an empty file on some systems.
    if start.len() <= 1 || start.starts_with(SQLITE_MAGIC) {
        return Ok(());
    }
    let what = "it is not a maycrawl store, so it is left alone; name another file";
    Err(StoreError::Refused(what.to_owned()))
}

/// An error if the damaged database at `path` was not ours, as far as can be told.
pub(super) fn check_was_store(path: &Path) -> Result<(), StoreError> {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    let start = read_prefix(path).unwrap_or_default();
    let is_marked = start.get(APPLICATION_ID_RANGE) == Some(&APPLICATION_ID.to_be_bytes()[..]);
    let has_tables = |bytes: &[u8]| memchr::memmem::find(bytes, SCHEMA[0].as_bytes()).is_some();
    let in_journal = || read_prefix(Path::new(&journal)).is_ok_and(|journal| has_tables(&journal));
    if is_marked || has_tables(&start) || in_journal() {
        return Ok(());
    }
    let what = "it is a damaged SQLite file that was not a maycrawl store, so it is left alone; \
                name another file";
    Err(StoreError::Refused(what.to_owned()))
}

/// The turn of this process to open the file at `path` or to set it aside: while one renames a damaged file, no other
/// may be about to open it. A lock of the folder, so that no file of its own lies beside the store; where a folder cannot be
/// locked, or somebody holds the lock for too long, there are no turns.
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

fn read_prefix(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    File::open(path)?.take(PREFIX_BYTES).read_to_end(&mut start)?;
    Ok(start)
}

/// Makes the folder of a store: what its user asked about is nobody else's business.
pub(super) fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes an empty file for a store if there is none, for its user alone; SQLite gives its journal the same mode.
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
