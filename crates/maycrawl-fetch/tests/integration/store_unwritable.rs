//! The store in a file that cannot be written: on a read-only mount, without permission, on a full disk. It is read, no
//! write to it is lost silently, and a service goes on without it until it can be written.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![allow(clippy::print_stdout)] // what was skipped

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use maycrawl_fetch::{Entry, Fetcher, Store, StoreError};
use tokio::time::{sleep, timeout};

use crate::file::{child, childs_folder, close, with};
use crate::store_site::{Entries, Site, host};

/// Test timeout: an operation that takes this long hangs.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);
/// Interval between tries to open a store.
const INTERVAL: Duration = Duration::from_millis(20);
/// Exit status of a script that may not mount.
const NO_MOUNT: i32 = 77;

/// Runs the child `name` after `script`, which mounts what only the child sees. `$0` is `folder`.
fn mounted(script: &str, name: &str, folder: &Path) {
    let script = format!("{script} || exit {NO_MOUNT}; exec \"$@\"");
    let before = ["unshare", "-m", "sh", "-c", &script, folder.to_str().unwrap()];
    let output = match child(&before, &format!("store_unwritable::{name}"), folder).output() {
        Ok(output) => output,
        Err(error) => return println!("skipped: no mount: {error}"),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(NO_MOUNT) || text.is_empty() {
        return println!("skipped: this user may not mount");
    }
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

/// Waits until entries are stored.
async fn is_writable(store: &Store, entry: &Entry) {
    let end = Instant::now() + TEST_TIMEOUT;
    while store.unwritable().is_some() {
        assert!(Instant::now() < end, "the store is never opened: {:?}", store.unwritable());
        sleep(INTERVAL).await;
    }
    store.put(entry, None).await.unwrap();
    assert_eq!(store.entry(entry.origin()).await.unwrap().as_ref(), Some(entry));
}

#[test]
fn a_folder_without_permission_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let (empty, full) = (folder.path().join("empty"), folder.path().join("full"));
    fs::create_dir(&empty).unwrap();
    fs::create_dir(&full).unwrap();
    let path = full.join("store.db");
    close(Store::open(&path).unwrap().store, &path);
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    fs::write(full.join("garbage.db"), "garbage").unwrap();
    for read_only in [&empty, &full] {
        fs::set_permissions(read_only, Permissions::from_mode(0o555)).unwrap();
    }
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let mut command = child(&[], "store_unwritable::opens_without_permission", folder.path());
    if fs::metadata("/proc/self").is_ok_and(|this| this.uid() == 0) {
        command.uid(65534).gid(65534); // who is root writes everywhere
    }
    match command.output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(error) => println!("skipped: nobody may not run this program: {error}"),
    }
    assert_eq!(fs::read(full.join("garbage.db")).unwrap(), b"garbage");
    assert_eq!(fs::read_dir(&full).unwrap().count(), 2);
    assert_eq!(fs::read_dir(&empty).unwrap().count(), 0);
}

#[tokio::test]
#[ignore = "the child of a_folder_without_permission_can_be_read"]
async fn opens_without_permission() {
    let Some(folder) = childs_folder() else { return };
    let opened = Store::open(&folder.join("full/store.db")).unwrap();
    opened.store.ping().await.unwrap();
    assert!(matches!(opened.store.unwritable(), Some(StoreError::Refused(_))));
    for name in ["empty/store.db", "empty/new/store.db"] {
        let opened = Store::open(&folder.join(name)).map(drop);
        assert!(matches!(opened, Err(StoreError::Refused(_))), "{name}: {opened:?}");
    }
    for opened in [Store::open, |path: &Path| Store::open_or_retry(path, INTERVAL)] {
        let opened = opened(&folder.join("full/garbage.db")).map(drop);
        assert!(matches!(opened, Err(StoreError::NotAStore(_))), "{opened:?}");
    }
}

#[test]
fn a_read_only_mount_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["rw", "ro"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let script = "mount --bind \"$0/rw\" \"$0/ro\" && mount -o remount,bind,ro \"$0/ro\"";
    mounted(script, "reads_a_mount", folder.path());
}

/// `rw` and `ro` are the same folder; the second one is mounted read-only.
#[tokio::test]
#[ignore = "the child of a_read_only_mount_can_be_read"]
async fn reads_a_mount() {
    let Some(folder) = childs_folder() else { return };
    let entries = Entries::new().await;
    let all = [entries.of(&host(0), "# 0", 0).await, entries.of(&host(1), "# 1", 0).await];
    let (rw, ro) = (folder.join("rw"), folder.join("ro"));
    let live = rw.join("live.db");
    let writer = Store::open(&live).unwrap().store;
    writer.put(&all[0], None).await.unwrap();
    // Copies of a store while a process has it open: the entry is in the log, and only there.
    for (copy, suffixes) in [("whole", &["", "-wal", "-shm"][..]), ("without shm", &["", "-wal"])] {
        for suffix in suffixes {
            fs::copy(with(&live, suffix), with(&rw.join(copy), suffix)).unwrap();
        }
    }
    // A copy after its last process has closed it. The name is one that a URI has to escape.
    let closed = rw.join("closed?a=1&b%41#c.db");
    let store = Store::open(&closed).unwrap().store;
    store.put(&all[0], None).await.unwrap();
    close(store, &closed);
    let files = || fs::read_dir(&rw).unwrap().map(|file| file.unwrap().file_name()).collect();
    let before: std::collections::BTreeSet<_> = files();
    for name in ["live.db", "whole", "without shm", "closed?a=1&b%41#c.db"] {
        // Many share one mount.
        let readers = [(); 5].map(|()| Store::open(&ro.join(name)).unwrap().store);
        for reader in &readers {
            let found = reader.entry(all[0].origin()).await.unwrap();
            assert_eq!(found.as_ref(), Some(&all[0]), "{name}");
            assert_eq!(reader.origins(None, 9).await.unwrap().len(), 1, "{name}");
            let why = reader.put(&all[1], None).await.unwrap_err();
            assert!(matches!(why, StoreError::Refused(_)), "{name}: {why:?}");
            let lost = reader.lost_writes().unwrap();
            assert_eq!((lost.count, lost.last), (1, why), "{name}");
            assert!(reader.remove(all[0].origin()).await.is_err(), "{name}");
        }
        if name == "live.db" {
            // Another process writes.
            writer.put(&all[1], None).await.unwrap();
            for reader in &readers {
                let found = reader.entry(all[1].origin()).await.unwrap();
                assert_eq!(found.as_ref(), Some(&all[1]), "{name}");
            }
        }
    }
    let after: std::collections::BTreeSet<_> = files();
    assert_eq!(before, after);
    // A process begins to write to a file that was opened as one that does not change.
    let reader = Store::open(&ro.join("closed?a=1&b%41#c.db")).unwrap().store;
    assert_eq!(reader.entry(all[1].origin()).await.unwrap(), None);
    let store = Store::open(&closed).unwrap().store;
    store.put(&all[1], None).await.unwrap();
    assert_eq!(reader.entry(all[1].origin()).await.unwrap().as_ref(), Some(&all[1]));
    store.remove(all[0].origin()).await.unwrap();
    assert_eq!(reader.entry(all[0].origin()).await.unwrap(), None);
    // There is nothing to read.
    for name in ["none.db", "none/none.db"] {
        assert!(Store::open(&ro.join(name)).is_err(), "{name}");
    }
}

#[test]
fn a_full_disk_is_opened_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    mounted("mount -t tmpfs -o size=200k none \"$0\"", "waits_for_room", folder.path());
}

#[tokio::test]
#[ignore = "the child of a_full_disk_is_opened_when_there_is_room"]
async fn waits_for_room() {
    let Some(folder) = childs_folder() else { return };
    let entries = Entries::new().await;
    let (kept, new) = (entries.of(&host(0), "# 0", 0).await, entries.of(&host(1), "# 1", 0).await);
    let old = folder.join("old.db");
    let store = Store::open(&old).unwrap().store;
    store.put(&kept, None).await.unwrap();
    close(store, &old);
    let filler = folder.join("filler");
    fs::write(&filler, vec![0; 1 << 20]).unwrap_err();
    // Without a file there is nothing to read.
    let none = Store::open_or_retry(&folder.join("a/new.db"), INTERVAL).unwrap().store;
    assert!(none.ping().await.is_err() && Store::open(&folder.join("b/new.db")).is_err());
    let read = Store::open_or_retry(&old, INTERVAL).unwrap().store;
    assert_eq!(read.entry(kept.origin()).await.unwrap().as_ref(), Some(&kept));
    for store in [&none, &read] {
        let why = store.put(&new, None).await.unwrap_err();
        assert_eq!(why, StoreError::Refused("the disk is full".to_owned()));
        assert_eq!(store.unwritable(), Some(why));
    }
    fs::remove_file(&filler).unwrap();
    is_writable(&none, &new).await;
    is_writable(&read, &new).await;
    assert_eq!(read.entry(kept.origin()).await.unwrap().as_ref(), Some(&kept));
    assert_eq!(read.lost_writes().unwrap().count, 1);
}

#[tokio::test]
async fn a_fetcher_works_without_its_store_and_with_it_later() {
    let folder = tempfile::tempdir().unwrap();
    let (site, place) = (Site::start().await, folder.path().join("place"));
    // A file where the folder of the store should be.
    fs::write(&place, "").unwrap();
    let store = Store::open_or_retry(&place.join("store.db"), INTERVAL).unwrap().store;
    let fetcher: Fetcher = site.builder().store(store.clone()).build().unwrap();
    site.ask(&fetcher, &host(0)).await;
    let lost = store.lost_writes().unwrap();
    assert_eq!((lost.count, Some(lost.last)), (1, store.unwritable()));
    assert!(store.ping().await.is_err());
    fs::remove_file(&place).unwrap();
    let entry = Entries::new().await.of(&host(9), "# 9", 0).await;
    is_writable(&store, &entry).await;
    site.ask(&fetcher, &host(1)).await;
    assert_eq!((store.lost_writes().unwrap().count, store.unwritable()), (1, None));
    let origin = site.origin(&host(1));
    assert!(store.entry(&origin).await.unwrap().is_some());
}

/// A writer that gives up, as the fetcher does after some seconds, has lost its entry as far as it knows.
#[tokio::test]
async fn a_write_that_nobody_waits_for_is_counted() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let store = Store::redis(&format!("redis://{}/0", silent.local_addr().unwrap())).unwrap();
    let entry = Entries::new().await.of(&host(0), "# 0", 0).await;
    timeout(Duration::from_millis(1), store.put(&entry, None)).await.unwrap_err();
    let lost = store.lost_writes().unwrap();
    assert_eq!((lost.count, Some(lost.last)), (1, store.unwritable()));
}
