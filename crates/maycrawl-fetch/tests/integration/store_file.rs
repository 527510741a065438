//! The store in a file, under damage. Whatever happens to the file, a read returns what was written, or nothing.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![allow(clippy::print_stdout)] // figures

use std::collections::HashMap;
use std::fs;
use std::hash::{BuildHasher as _, RandomState};
use std::os::unix::fs::FileExt as _;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::Command;

use futures_util::FutureExt as _;
use maycrawl::Origin;
use maycrawl_fetch::{Entry, Store, StoreError};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::file::{close, set_aside, with};
use crate::store_site::{Entries, host};

/// What was put into a small store, and the file that it left.
struct Model {
    history: HashMap<Origin, Vec<Entry>>,
    newcomer: Entry,
    file: Vec<u8>,
    /// The same store as it was before it was closed: nearly all in the journal.
    open_file: Vec<u8>,
    open_journal: Vec<u8>,
}

impl Model {
    async fn new() -> Self {
        let entries = Entries::new().await;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let store = Store::open(&path).unwrap().store;
        let mut history = HashMap::new();
        for number in 0..8 {
            let mut all: Vec<Entry> = Vec::new();
            for second in 0..3 {
                let file =
                    format!("# {number} {second}\n").repeat(1 + number * number * number * 3);
                let entry = entries.of(&host(number), file, second).await;
                store.put(&entry, all.last().and_then(Entry::version)).await.unwrap();
                all.push(entry);
            }
            history.insert(all[0].origin().to_owned(), all);
        }
        let copy = folder.path().join("copy");
        // By another process: one that closes a file gives up its locks on it.
        let copied = |from: &Path| {
            assert!(Command::new("cp").arg(from).arg(&copy).status().unwrap().success());
            fs::read(&copy).unwrap()
        };
        let (open_file, open_journal) = (copied(&path), copied(&with(&path, "-wal")));
        close(store, &path);
        let file = fs::read(&path).unwrap();
        let newcomer = entries.of("h99.test", "# new", 9).await;
        Self { history, newcomer, file, open_file, open_journal }
    }

    /// Opens the store at `path`, reads all of it, writes, and opens it again. `what` names the damage.
    async fn judge(&self, path: &Path, what: &str) -> Judged {
        let opened = Store::open(path);
        let opened = opened.unwrap_or_else(|error| panic!("{what}: not opened: {error}"));
        let mut store = opened.store;
        if let Some(notice) = &opened.damaged {
            let aside = set_aside(path);
            assert_eq!(aside.len(), 1, "{what}: {notice}");
            for named in [path, &aside[0]] {
                assert!(notice.contains(named.to_str().unwrap()), "{what}: {notice}");
            }
        }
        let failed = |error: StoreError| -> ! { panic!("{what}: {error}") };
        let mut right = 0;
        for (origin, history) in &self.history {
            let versions = store.old_versions(origin).await.unwrap_or_else(|error| failed(error));
            let known = |version| history.iter().any(|entry| entry.version() == Some(version));
            assert!(versions.iter().all(known), "{what}: a wrong version of {origin}");
            if let Some(entry) = store.entry(origin).await.unwrap_or_else(|error| failed(error)) {
                assert!(history.contains(&entry), "{what}: a wrong entry of {origin}");
                right += 1;
            }
        }
        store.origins(None, 1000).await.unwrap_or_else(|error| failed(error));
        let again = self.history.values().next().unwrap();
        let written = [(&self.newcomer, None), (&again[2], again[1].version())];
        let mut kept = 0;
        for (entry, old) in written {
            store.put(entry, old).await.unwrap_or_else(|error| failed(error));
        }
        for _ in 0..2 {
            for (entry, _) in written {
                let found = store.entry(entry.origin()).await;
                let found = found.unwrap_or_else(|error| failed(error));
                assert!(found.as_ref().is_none_or(|found| found == entry), "{what}: wrong");
                kept += usize::from(found.is_some());
            }
            close(store, path);
            store = Store::open(path).unwrap_or_else(|error| failed(error)).store;
        }
        close(store, path);
        Judged { right, kept: kept == 4, aside: set_aside(path) }
    }
}

/// What became of a damaged store.
struct Judged {
    /// Entries that were found, and right.
    right: usize,
    /// What was written after that was found.
    kept: bool,
    aside: Vec<PathBuf>,
}

/// With these bytes begins every database of SQLite.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Nothing is opened, and what is there stays as it is.
fn refused(path: &Path, why: &str) {
    let before = fs::read(path).unwrap();
    let error = Store::open(path).unwrap_err();
    let StoreError::NotAStore(text) = &error else { panic!("{error:?}") };
    assert!(text.contains(why), "{text}");
    assert!(fs::read(path).unwrap() == before && set_aside(path).is_empty());
}

/// A store of the bytes `file` and `journal`, in a folder of its own.
fn lay(file: &[u8], journal: Option<&[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    fs::write(&path, file).unwrap();
    if let Some(journal) = journal {
        fs::write(with(&path, "-wal"), journal).unwrap();
    }
    (folder, path)
}

/// `count` places spread over `length` bytes, and the first hundred: SQLite's header.
fn spread(length: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..100).chain((0..count).map(move |number| 100 + number * (length - 100) / count))
}

#[tokio::test]
async fn a_turned_byte_loses_at_most_entries() {
    turned_bytes(350).await;
}

#[tokio::test]
#[ignore = "minutes: cargo test --test store_file -- --ignored every_byte"]
async fn every_byte_turned_loses_at_most_entries() {
    turned_bytes(usize::MAX).await;
}

async fn turned_bytes(count: usize) {
    let model = Model::new().await;
    let (mut whole, mut lost, mut anew, mut unkept, mut failed) = (0, 0, 0, 0, Vec::new());
    let count = count.min(model.file.len() - 100);
    for (number, place) in spread(model.file.len(), count).enumerate() {
        let mut file = model.file.clone();
        let mask = [0xff, 0x01, 0x80, 0x20][number % 4];
        file[place] ^= mask;
        let (_folder, path) = lay(&file, None);
        if place < SQLITE.len() {
            refused(&path, "not a maycrawl store");
            continue;
        }
        let what = format!("byte {place} ^ {mask:#x}");
        match AssertUnwindSafe(model.judge(&path, &what)).catch_unwind().await {
            Ok(judged) if !judged.aside.is_empty() => anew += 1,
            // A damaged index may lose entries that are stored after the damage. They are fetched again.
            Ok(judged) if !judged.kept => unkept += 1,
            Ok(judged) if judged.right == model.history.len() => whole += 1,
            Ok(_) => lost += 1,
            Err(_) => failed.push(what),
        }
    }
    let length = model.file.len();
    println!(
        "figure: every byte of a store file turned: {length} bytes; whole {whole}, lost {lost}, set aside {anew}, not kept {unkept}"
    );
    assert_eq!(failed, [""; 0]);
    assert!(unkept <= count / 200, "{unkept} times an entry was not kept");
    assert!(whole > 0 && lost > 0 && anew > 0, "whole {whole}, lost {lost}, set aside {anew}");
}

#[tokio::test]
async fn a_turned_byte_in_the_journal_loses_at_most_what_follows() {
    let model = Model::new().await;
    let mut fewer = 0;
    for (number, place) in spread(model.open_journal.len(), 60).step_by(2).enumerate() {
        let mut journal = model.open_journal.clone();
        journal[place] ^= [0xff, 0x01, 0x80][number % 3];
        let (_folder, path) = lay(&model.open_file, Some(&journal));
        let Judged { right, kept, .. } = model.judge(&path, &format!("journal byte {place}")).await;
        assert!(kept, "journal byte {place}");
        fewer += usize::from(right < model.history.len());
    }
    assert!(fewer > 0, "no flip did anything");
    for part in 0..40 {
        let length = model.open_journal.len() * part / 39;
        let (_folder, path) = lay(&model.open_file, Some(&model.open_journal[..length]));
        let judged = model.judge(&path, &format!("journal cut at {length}")).await;
        let Judged { right, kept, aside } = judged;
        assert!(kept, "journal cut at {length}");
        assert!(part < 39 || right == model.history.len(), "nothing was cut, and {right} are left");
        assert!(aside.is_empty(), "a journal without its end is no damage");
    }
}

#[tokio::test]
async fn a_cut_file_loses_at_most_entries() {
    let model = Model::new().await;
    let (mut right_of_all, mut anew) = (0, 0);
    for length in spread(model.file.len(), 60).step_by(2).chain([model.file.len()]) {
        let (_folder, path) = lay(&model.file[..length], None);
        // So little says not whose it was.
        if (2..72).contains(&length) {
            refused(&path, "was not changed");
            continue;
        }
        let Judged { right, kept, aside } = model.judge(&path, &format!("cut at {length}")).await;
        assert!(kept, "cut at {length}");
        right_of_all += usize::from(right == model.history.len());
        anew += aside.len();
    }
    assert!(right_of_all > 0 && anew > 20, "{right_of_all} whole, {anew} set aside");
}

#[tokio::test]
async fn what_was_a_store_is_set_aside() {
    let model = Model::new().await;
    let noise: Vec<u8> = (0..20_000).map(|_| random(256) as u8).collect();
    let header = [&model.file[..100], &noise].concat();
    let rows: [(&str, &[u8], usize); 4] = [
        ("nothing", b"", 0),
        ("one byte", b"x", 0), // which SQLite itself writes into an empty file on some systems
        ("the header and noise", &header, 1),
        ("the header and zeros", &[&model.file[..100], &[0; 8092]].concat(), 1),
    ];
    for (what, file, expected) in rows {
        let (_folder, path) = lay(file, None);
        let Judged { right, kept, aside } = model.judge(&path, what).await;
        assert_eq!((right, kept, aside.len()), (0, true, expected), "{what}");
        if let Some(aside) = aside.first() {
            assert!(fs::read(aside).unwrap() == file, "{what}: it is not what it was");
        }
    }
}

/// The name of a robots.txt, or of notes, given for a store by mistake.
#[tokio::test]
async fn what_was_no_store_is_left_alone() {
    let text = b"User-agent: *\nDisallow: /\n".repeat(40);
    let noise: Vec<u8> = (0..20_000).map(|_| random(256) as u8).collect();
    let rows: [(&str, &[u8], &str); 7] = [
        ("text", &text, "not a maycrawl store"),
        ("two bytes", b"xy", "not a maycrawl store"),
        ("the beginning of a header", b"SQLite form", "not a maycrawl store"),
        ("noise", &noise, "not a maycrawl store"),
        ("zeros", &[0; 8192], "not a maycrawl store"),
        ("a header", SQLITE, "not a maycrawl store"),
        ("a header and text", &[SQLITE, &text].concat(), "not a maycrawl store"),
    ];
    for (what, file, why) in rows {
        let (folder, path) = lay(file, None);
        for _ in 0..2 {
            refused(&path, why);
        }
        assert!(fs::read(&path).unwrap() == file, "{what}: it is not what it was");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{what}");
    }
}

#[tokio::test]
async fn a_store_is_its_users_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/store.db");
    let store = Store::open(&path).unwrap().store;
    store.put(&Entries::new().await.of("h0.test", "# 0", 0).await, None).await.unwrap();
    for (path, expected) in [
        (folder.path().join("a"), 0o700),
        (folder.path().join("a/b"), 0o700),
        (path.clone(), 0o600),
        (with(&path, "-wal"), 0o600),
        (with(&path, "-shm"), 0o600),
    ] {
        assert_eq!(mode(&path), expected, "{}", path.display());
    }
    // A file with permissions for other users keeps them.
    let shared = folder.path().join("shared.db");
    drop(Store::open(&shared).unwrap());
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o660)).unwrap();
    drop(Store::open(&shared).unwrap());
    assert_eq!(mode(&shared), 0o660);
}

#[tokio::test]
async fn a_folder_at_the_path_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("inside"), "kept").unwrap();
    for path in [&path, &path.join("inside/store.db")] {
        let error = Store::open(path).unwrap_err();
        assert!(matches!(error, StoreError::Refused(_)), "{error:?}");
    }
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    assert_eq!(fs::read(path.join("inside")).unwrap(), b"kept");
}

#[tokio::test]
async fn another_programs_database_is_left_alone() {
    let later =
        "PRAGMA application_id = 0x6d63726c; PRAGMA user_version = 2; CREATE TABLE site (x);";
    let rows = [
        ("unmarked", "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine');"),
        ("marked", "PRAGMA application_id = 7; CREATE TABLE entry (origin, value);"),
        ("marked, and empty", "PRAGMA application_id = 7;"),
        ("counted", "PRAGMA user_version = 1; CREATE TABLE entry (origin);"),
        ("in another journal mode", "PRAGMA journal_mode = wal; CREATE TABLE notes (text);"),
        ("a later maycrawl's", later),
    ];
    for (what, sql) in rows {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        let before = fs::read(&path).unwrap();
        for _ in 0..2 {
            let error = Store::open(&path).unwrap_err();
            let StoreError::NotAStore(why) = &error else { panic!("{what}: {error:?}") };
            assert!(why.contains("another program"), "{what}: {why}");
        }
        assert!(fs::read(&path).unwrap() == before, "{what}: it was written to");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{what}");
    }
}

#[tokio::test]
async fn many_open_one_file_at_once() {
    const PROCESSES: usize = 8;
    let model = Model::new().await;
    let damaged = [&model.file[..100], b"xyz"].concat();
    for (what, file) in
        [("new", None), ("sound", Some(&model.file[..])), ("damaged", Some(&damaged[..]))]
    {
        for _ in 0..10 {
            let (_folder, path) = lay(file.unwrap_or_default(), None);
            if file.is_none() {
                fs::remove_file(&path).unwrap();
            }
            let gate = std::sync::Barrier::new(PROCESSES);
            let opened = std::thread::scope(|scope| {
                let open = || {
                    gate.wait();
                    Store::open(&path)
                };
                let all = [(); PROCESSES].map(|()| scope.spawn(open));
                all.map(|one| one.join().unwrap())
            });
            let stores = opened.map(|opened| match opened {
                Ok(opened) => opened.store,
                Err(error) => panic!("{what}: {error}"),
            });
            for store in &stores {
                store.put(&model.newcomer, None).await.unwrap();
                let kept = store.entry(model.newcomer.origin()).await.unwrap();
                assert_eq!(kept.as_ref(), Some(&model.newcomer), "{what}");
            }
            drop(stores);
            let Judged { right, kept, aside } = model.judge(&path, what).await;
            assert!(kept, "{what}");
            assert_eq!(right, if what == "sound" { model.history.len() } else { 0 }, "{what}");
            assert_eq!(aside.is_empty(), what != "damaged", "{what}: {aside:?}");
        }
    }
}

#[tokio::test]
async fn a_file_damaged_while_open_is_set_aside() {
    let entries = Entries::new().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = Store::open(&path).unwrap().store;
    let mut all = Vec::new();
    for number in 0..60 {
        all.push(entries.of(&host(number), format!("# {number}\n").repeat(1500), 0).await);
    }
    // Until most of it is in the file and out of the journal.
    for entry in all.iter().cycle().take(600) {
        store.put(entry, None).await.unwrap();
    }
    let file = fs::File::options().write(true).open(&path).unwrap();
    let length = file.metadata().unwrap().len();
    assert!(length > 300_000, "the file has {length} bytes");
    file.write_all_at(&vec![0xa5; length as usize], 0).unwrap();
    let newcomer = entries.of("h99.test", "# new", 0).await;
    for _ in 0..3 {
        for entry in &all {
            let found = store.entry(entry.origin()).await.unwrap();
            assert!(found.is_none_or(|found| found == *entry), "a wrong entry");
        }
        store.put(&newcomer, None).await.unwrap();
        assert_eq!(store.entry(newcomer.origin()).await.unwrap().as_ref(), Some(&newcomer));
    }
    assert_eq!(set_aside(&path).len(), 1);
    for entry in &all {
        store.put(entry, None).await.unwrap();
    }
    close(store, &path);
    let opened = Store::open(&path).unwrap();
    assert_eq!(opened.damaged, None);
    let store = opened.store;
    for entry in all.iter().chain([&newcomer]) {
        assert_eq!(store.entry(entry.origin()).await.unwrap().as_ref(), Some(entry));
    }
}

/// Different in each run; nothing depends on which.
fn random(end: u64) -> u64 {
    RandomState::new().hash_one(end) % end
}
