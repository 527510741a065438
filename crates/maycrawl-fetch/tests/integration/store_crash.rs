//! The store in a file, where the disk is full, and killed while it writes.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![allow(clippy::print_stdout)] // figures

use std::collections::HashMap;
use std::fs;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use maycrawl::Origin;
use maycrawl_fetch::{Content, Entry, Store, StoreError, Version};
use rusqlite::Connection;

use crate::file::{child, childs_folder, close, set_aside};
use crate::store_site::{Entries, host};

#[test]
fn a_file_that_may_not_grow_refuses_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let limited = ["sh", "-c", "trap '' XFSZ; ulimit -S -f 1000; exec \"$@\"", "sh"];
    let mut child = child(&limited, "store_crash::fills_the_disk", folder.path()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.ends_with("full")), "{:?}", child.wait());
    let id = child.id().to_string();
    let raised = Command::new("prlimit").args(["--pid", &id, "--fsize=unlimited"]).status();
    assert!(raised.unwrap().success());
    child.stdin.take().unwrap().write_all(b"there is room\n").unwrap();
    let rest: Vec<_> = lines.collect();
    assert!(child.wait().unwrap().success(), "{rest:#?}");
}

#[test]
fn a_full_disk_refuses_and_recovers() {
    const NO_MOUNT: i32 = 77;
    let folder = tempfile::tempdir().unwrap();
    // Mounted where only the child sees it, so that it goes with the child.
    let script = "mount -t tmpfs -o size=1m none \"$0\" || exit 77; \
                  head -c 300000 /dev/zero > \"$0/filler\"; exec \"$@\"";
    let mounted = ["unshare", "-m", "sh", "-c", script, folder.path().to_str().unwrap()];
    let mut child = match child(&mounted, "store_crash::fills_the_disk", folder.path()).spawn() {
        Ok(child) => child,
        Err(error) => return println!("skipped: no mount: {error}"),
    };
    let _ = child.stdin.take().unwrap().write_all(b"there is room\n");
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(NO_MOUNT) || text.is_empty() {
        return println!("skipped: this user may not mount");
    }
    assert!(output.status.success() && text.contains("full"), "{text}");
}

#[tokio::test]
#[ignore = "the child of a_file_that_may_not_grow_... and a_full_disk_..."]
async fn fills_the_disk() {
    let Some(folder) = childs_folder() else { return };
    let entries = Entries::new().await;
    let path = folder.join("store.db");
    let store = Store::open(&path).unwrap().store;
    let mut kept = Vec::new();
    let refused = loop {
        let number = kept.len();
        assert!(number < 90, "the disk is never full");
        let entry = entries.of(&host(number), vec![b'#'; 20_000], 0).await;
        match store.put(&entry, None).await {
            Ok(()) => kept.push(entry),
            Err(StoreError::Refused(_)) => break entry,
            Err(error) => panic!("{error:?}"),
        }
    };
    assert!(kept.len() > 5, "full after {}", kept.len());
    for _ in 0..20 {
        let error = store.put(&refused, None).await.unwrap_err();
        assert!(matches!(error, StoreError::Refused(_)), "{error:?}");
    }
    let read = async |store: &Store| {
        for entry in &kept {
            assert_eq!(store.entry(entry.origin()).await.unwrap().as_ref(), Some(entry));
        }
    };
    read(&store).await;
    assert_eq!(store.entry(refused.origin()).await.unwrap(), None, "half kept");
    read(&Store::open(&path).unwrap().store).await;
    println!("full");
    std::io::stdin().read_exact(&mut [0]).unwrap();
    let _ = fs::remove_file(folder.join("filler"));
    store.put(&refused, None).await.unwrap();
    assert_eq!(store.entry(refused.origin()).await.unwrap(), Some(refused));
    read(&store).await;
    assert!(set_aside(&path).is_empty());
}

/// The `number`th file of `host`. Its first line identifies its content.
fn body(host: &str, number: u64) -> String {
    let line = format!("# {host} {number} {:x}\n", number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let lines = 1 + (number * 7919 % 400) as usize;
    format!("# {number}\n{}", line.repeat(lines))
}

/// Fails unless `version` is one of the files of `host`; gives its number.
fn number_of(host: &str, version: &Version) -> u64 {
    let Content::File { bytes, .. } = &version.content else { panic!("{host}: no file") };
    let text = std::str::from_utf8(bytes).unwrap();
    let first = text.lines().next().and_then(|line| line.strip_prefix("# "));
    let number = first.unwrap().parse().unwrap();
    assert!(text == body(host, number), "{host}: the {number}th file is torn");
    number
}

#[tokio::test]
async fn kill_9_loses_nothing_that_was_acknowledged() {
    kill_9(25).await;
}

#[tokio::test]
#[ignore = "minutes: cargo test --test store_crash -- --ignored kill_9_for_long"]
async fn kill_9_for_long() {
    kill_9(500).await;
}

async fn kill_9(kills: u64) {
    let (mut acknowledged, mut older) = (0, 0);
    let mut folder = tempfile::tempdir().unwrap();
    let mut ledger: HashMap<String, u64> = HashMap::new();
    for kill in 0..kills {
        if kill % 5 == 0 {
            folder = tempfile::tempdir().unwrap(); // so that creation is interrupted, too
            ledger.clear();
        }
        let mut command = child(&[], "store_crash::puts_until_killed", folder.path());
        let mut process =
            command.env("MAYCRAWL_TEST_START", (kill << 32).to_string()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        while !line.ends_with("opening\n") {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "{:?}", process.wait());
        }
        sleep(Duration::from_micros(1000 + random(99_000)));
        end(&mut process);
        for line in output.lines().map_while(Result::ok) {
            let mut words = line.split(' ');
            // Without its end, a line is none.
            if let (Some("ack"), Some(origin), Some(number), Some(".")) =
                (words.next(), words.next(), words.next(), words.next())
            {
                ledger.insert(origin.to_owned(), number.parse().unwrap());
                acknowledged += 1;
            }
        }
        let path = folder.path().join("store.db");
        let opened = Store::open(&path).unwrap();
        assert_eq!(opened.damaged, None, "kill {kill}");
        let store = opened.store;
        for (origin, last) in &ledger {
            let parsed = Origin::parse(origin).unwrap();
            let Some(entry) = store.entry(&parsed).await.unwrap() else {
                panic!("kill {kill}: {origin} is lost");
            };
            let host = origin.split(['/', ':']).nth(3).unwrap();
            let number = number_of(host, entry.version().unwrap());
            assert!(number >= *last, "kill {kill}: {host} has {number}, {last} is acknowledged");
            for version in store.old_versions(&parsed).await.unwrap() {
                assert!(number_of(host, &version) < number, "kill {kill}: {host} goes back");
                older += 1;
            }
        }
        close(store, &path);
        let sound: String = Connection::open(&path)
            .and_then(|file| file.query_row("PRAGMA integrity_check", [], |row| row.get(0)))
            .unwrap();
        assert_eq!(sound, "ok", "kill {kill}");
    }
    println!(
        "figure: kill -9 while writing: {kills} kills, {acknowledged} acknowledged, {older} old versions read: no acknowledged entry lost, none torn"
    );
    assert!(acknowledged > 0, "nothing was ever put");
}

fn end(process: &mut Child) {
    process.kill().unwrap();
    process.wait().unwrap();
}

#[tokio::test]
#[ignore = "the child of kill_9_..."]
async fn puts_until_killed() {
    let Some(folder) = childs_folder() else { return };
    let start: u64 = std::env::var("MAYCRAWL_TEST_START").unwrap().parse().unwrap();
    let entries = Entries::new().await;
    say("\nopening");
    let store = Store::open(&folder.join("store.db")).unwrap().store;
    let put_all = async |number: usize| {
        let host = host(number);
        let mut replaced: Option<Entry> = None;
        for number in start.. {
            let entry = entries.of(&host, body(&host, number), number - start).await;
            store.put(&entry, replaced.as_ref().and_then(Entry::version)).await.unwrap();
            say(&format!("ack {} {number} .", entry.origin()));
            replaced = Some(entry);
        }
    };
    futures_util::future::join_all((0..4).map(put_all)).await;
}

/// A line in one piece.
fn say(line: &str) {
    std::io::stdout().write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// Different in each run; nothing depends on which.
fn random(end: u64) -> u64 {
    RandomState::new().hash_one(end) % end
}
