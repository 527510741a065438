//! Helpers for the file of a store: its journal, the renamed damaged files, and its closing.
#![allow(dead_code)] // each test uses its part

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use maycrawl_fetch::Store;
use rusqlite::Connection;

/// Test timeout: an operation that takes this long hangs.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// `path` with `suffix` appended.
pub fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

/// The renamed damaged files next to `path`, without their journals.
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
    let end = Instant::now() + TEST_TIMEOUT;
    while with(path, "-wal").exists() {
        assert!(Instant::now() < end, "the store is never closed");
        // Two connections that close at the same time may each see the other one as the last.
        let _ = Connection::open(path)
            .and_then(|last| last.query_row("PRAGMA page_count", [], |_| Ok(())));
        sleep(Duration::from_micros(200));
    }
}

/// This program again, as the child `name` of a test, at work in `folder`. `before` is what runs it.
pub fn child(before: &[&str], name: &str, folder: &Path) -> Command {
    let this = std::env::current_exe().unwrap();
    let mut command = match before {
        [] => Command::new(this),
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(this);
            command
        }
    };
    command.args(["--exact", name, "--ignored", "--nocapture"]).env("MAYCRAWL_TEST_FOLDER", folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// The folder of a child process; no other process has one.
pub fn childs_folder() -> Option<PathBuf> {
    Some(std::env::var_os("MAYCRAWL_TEST_FOLDER")?.into())
}
