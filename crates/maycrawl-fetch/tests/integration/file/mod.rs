//! The file of a store: its journal, what was set aside beside it, and when it is closed.
#![allow(dead_code)] // each test uses its part

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use maycrawl_fetch::Store;
use rusqlite::Connection;

/// Nothing takes this long; what does, hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// `path` with `suffix` behind it.
pub fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

/// The files beside `path` that were set aside, without their journals.
pub fn set_aside(path: &Path) -> Vec<PathBuf> {
    let name = format!("{}.damaged-", path.file_name().unwrap().to_str().unwrap());
    let all = fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| {
        let other = path.file_name().unwrap().to_str().unwrap();
        other.starts_with(&name) && !other.ends_with("-wal") && !other.ends_with("-shm")
    })
    .collect()
}

/// Waits until the threads of `store` have closed the file: the last one takes the journal away.
pub fn close(store: Store, path: &Path) {
    drop(store);
    let end = Instant::now() + PATIENCE;
    while with(path, "-wal").exists() {
        assert!(Instant::now() < end, "the store is never closed");
        // Two that close at once may each think that the other is the last.
        let _ = Connection::open(path)
            .and_then(|last| last.query_row("PRAGMA page_count", [], |_| Ok(())));
        sleep(Duration::from_micros(200));
    }
}
