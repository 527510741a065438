//! Stores that can be read and not written: a read-only mount, a file or folder without permission, a full disk.
//!
//! SQLite itself reads a file with a write-ahead log only where it may write next to it. So the way to open one depends
//! on what lies beside the file:
//!
//! - `-shm`: a process has the file open, or had it open when it was copied. SQLite reads it with the usual locks.
//! - `-wal` alone: a copy without the shared memory. SQLite rebuilds that in its own memory, without locks. Without the
//!   log the file could be one that a checkpoint has written in part.
//! - Neither: the last writer has closed the file, so all is in it, and it is opened as immutable.
//!
//! Without locks, a process that begins to write later is not noticed by SQLite. A [`Snapshot`] notices it.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, ffi};

use super::connection::{Contents, contents, failure, prepare};
use super::file_id::{FileId, file_id};
use super::ownership::beside;

/// Opens the store at `path` without a change to the file or its folder.
pub(super) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    if beside(path, "-shm").exists()
        && let Ok(connection) = open(path, Access::Shared)
    {
        return Ok(connection);
    }
    let has_log = fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0);
    open(path, if has_log { Access::OwnLogIndex } else { Access::Immutable })
}

/// How a file is read.
#[derive(Clone, Copy)]
enum Access {
    /// With the locks and the shared memory of the processes that write.
    Shared,
    /// With an index of the log in this process's memory, without locks.
    OwnLogIndex,
    /// As a file that does not change, without its log.
    Immutable,
}

fn open(path: &Path, access: Access) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = match access {
        Access::Shared => Connection::open_with_flags(path, flags),
        #[cfg(unix)]
        Access::OwnLogIndex => Connection::open_with_flags_and_vfs(path, flags, c"unix-none"),
        // Other systems have no access without locks; this one needs the permission to write next to the file.
        #[cfg(not(unix))]
        Access::OwnLogIndex => Connection::open_with_flags(path, flags),
        Access::Immutable => Connection::open_with_flags(immutable_uri(path), flags),
    }?;
    if matches!(access, Access::OwnLogIndex) {
        connection.pragma_update(None, "locking_mode", "exclusive")?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    }
    prepare(&connection)?;
    match contents(&connection)? {
        Contents::Entries | Contents::Unmarked => Ok(connection),
        Contents::Nothing => Err(failure(ffi::SQLITE_CANTOPEN, "the file is empty")),
    }
}

/// The URI of the file, which says that it does not change.
fn immutable_uri(path: &Path) -> String {
    let mut uri = String::from("file:");
    #[cfg(windows)]
    let name = {
        let name = path.to_string_lossy().replace('\\', "/");
        if name.as_bytes().get(1) == Some(&b':') { format!("///{name}") } else { name }
    };
    #[cfg(windows)]
    let name = name.as_bytes();
    #[cfg(not(windows))]
    let name = path.as_os_str().as_encoded_bytes();
    // The part after two slashes is a host, and this one is empty.
    if name.starts_with(b"/") {
        uri.push_str("//");
    }
    for &byte in name {
        if byte.is_ascii_alphanumeric() || b"/:-_.~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri + "?immutable=1"
}

/// A file and its log at some time, to notice that another process has changed them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot {
    file: Option<FileState>,
    log: Option<FileState>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct FileState {
    id: Option<FileId>,
    bytes: u64,
    modified: Option<SystemTime>,
}

impl Snapshot {
    pub(super) fn of(path: &Path) -> Self {
        let state = |path: &Path| {
            let metadata = fs::metadata(path).ok()?;
            let (bytes, modified) = (metadata.len(), metadata.modified().ok());
            Some(FileState { id: file_id(path), bytes, modified })
        };
        Self { file: state(path), log: state(&beside(path, "-wal")) }
    }
}
