//! The sessions of the store's threads: a connection each, reopened when its file changes under it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use maycrawl_policy::Timestamp;
use rusqlite::Connection;

use super::connection::{connect_with_retry, is_damage, refused};
use super::file_id::{FileId, file_id};
use super::ownership;
use super::read_only::{self, Snapshot};
use crate::store::StoreError;

/// The store's file, shared by both threads.
pub(super) struct StoreFile {
    path: PathBuf,
    /// Number of files that were renamed.
    pub(super) generation: AtomicU64,
    rename_lock: Mutex<()>,
}

impl StoreFile {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), generation: AtomicU64::new(0), rename_lock: Mutex::new(()) }
    }

    /// Renames the damaged file, unless another thread or process has already done so.
    pub(super) fn set_aside(
        &self,
        opened: Option<FileId>,
        generation: u64,
    ) -> Result<String, StoreError> {
        let _rename_lock = self.rename_lock.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.path.display();
        let replaced = || format!("{path} was damaged, and another process has replaced it");
        let is_same_file = opened.is_none() || opened == file_id(&self.path);
        if !is_same_file || self.generation.load(Ordering::Acquire) != generation {
            return Ok(replaced());
        }
        let now = Timestamp::from(SystemTime::now()).as_millis();
        let aside = format!("{path}.damaged-{now}");
        // The journal belongs to the damaged file; a new file must not use it. It is renamed first: after the file, it
        // could already be the journal of another process's new file.
        for suffix in ["-wal", "-shm"] {
            let journal = ownership::beside(&self.path, suffix);
            let _ = fs::rename(journal, format!("{aside}{suffix}"));
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

/// A connection, reopened when its file changes.
pub(super) struct Session {
    file: Arc<StoreFile>,
    connection: Connection,
    opened: OpenFile,
    pub(super) writes: u64,
}

/// The file that a session has open.
enum OpenFile {
    /// For writing; another file may replace this one.
    Writable { file: Option<FileId>, generation: u64 },
    /// For reading alone; another process may write to it.
    ReadOnly(Snapshot),
}

impl Session {
    pub(super) fn new(file: &Arc<StoreFile>) -> rusqlite::Result<Self> {
        let generation = file.generation.load(Ordering::Acquire);
        // Read before opening: if another process replaces the file meanwhile, the new file is not taken for this one.
        let found = file_id(&file.path);
        let connection = connect_with_retry(&file.path)?;
        let opened = OpenFile::Writable { file: found.or_else(|| file_id(&file.path)), generation };
        Ok(Self { file: Arc::clone(file), connection, opened, writes: 0 })
    }

    /// A session that changes nothing: neither the file nor its folder.
    pub(super) fn read_only(file: &Arc<StoreFile>) -> rusqlite::Result<Self> {
        // Read before opening: a change after it is then seen by the next read.
        let opened = OpenFile::ReadOnly(Snapshot::of(&file.path));
        let connection = read_only::connect(&file.path)?;
        Ok(Self { file: Arc::clone(file), connection, opened, writes: 0 })
    }

    /// Runs `work`, once more if the file is damaged: on a new file, which replaces it, or on the same one, opened
    /// again, if it is only read.
    pub(super) fn run<T>(
        &mut self,
        work: impl Fn(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let is_outdated = match &self.opened {
            OpenFile::Writable { generation, .. } => {
                *generation != self.file.generation.load(Ordering::Acquire)
            }
            OpenFile::ReadOnly(snapshot) => *snapshot != Snapshot::of(&self.file.path),
        };
        if is_outdated {
            self.reopen()?;
        }
        match work(&mut self.connection) {
            Err(error) if is_damage(&error) => {
                if let OpenFile::Writable { file, generation } = self.opened {
                    let _lock = ownership::lock_folder(&self.file.path);
                    self.file.set_aside(file, generation)?;
                    self.reopen()?;
                } else {
                    // What looks like damage may be a file in the middle of another process's write.
                    self.reopen()?;
                }
                work(&mut self.connection).map_err(|error| refused(&error))
            }
            result => result.map_err(|error| refused(&error)),
        }
    }

    fn reopen(&mut self) -> Result<(), StoreError> {
        let fresh = match self.opened {
            OpenFile::Writable { .. } => Self::new(&self.file),
            OpenFile::ReadOnly(_) => Self::read_only(&self.file),
        };
        *self = fresh.map_err(|error| refused(&error))?;
        Ok(())
    }
}
