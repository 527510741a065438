//! Several processes with one store file: an origin is fetched by one of them at a time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::site::{Answer, Site};
use futures_util::future::join_all;
use maycrawl_fetch::{AddressGuard, Basis, Fetcher, Store};
use rusqlite::{Connection, params};

const FILE: &str = "User-agent: *\nDisallow: /private\n";

/// A fetcher as another process has it: the file is all that it shares.
fn process(path: &Path) -> Fetcher {
    let guard = AddressGuard::public_only().allowing_private();
    Fetcher::builder().guard(guard).store(Store::open(path).unwrap().store).build().unwrap()
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_that_share_a_file_fetch_an_origin_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let processes: Vec<_> = (0..4).map(|_| process(&path)).collect();
    let mut sites = Vec::new();
    for _ in 0..20 {
        sites.push(Site::new(Answer::new(200, FILE).after(Duration::from_millis(100))).await);
    }
    let asked = processes.iter().flat_map(|process| {
        sites.iter().map(async |site| process.robots_of(&site.origin()).await.basis())
    });
    let bases = join_all(asked).await;
    assert!(bases.iter().all(|basis| *basis == Basis::File));
    let requests: Vec<_> = sites.iter().map(Site::requests).collect();
    assert_eq!(requests, [1; 20]);
    let leases =
        Connection::open(&path)
            .unwrap()
            .query_row("SELECT count(*) FROM lease", [], |row| row.get::<_, i64>(0));
    assert!(leases.unwrap() <= 20, "a lease that was not given back yet");
}

/// The lease of a process that died delays others only for a short time.
#[tokio::test]
async fn a_lease_ends_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let fetcher = process(&path);
    let hour = 3_600_000;
    for (sentence, until) in [
        ("it is over", now() - 1),
        ("it ends soon", now() + 300),
        ("its clock was an hour ahead", now() + hour),
    ] {
        let site = Site::new(Answer::new(200, FILE)).await;
        Connection::open(&path)
            .unwrap()
            .execute(
                "INSERT INTO lease VALUES (?1, 'somebody', ?2)",
                params![site.origin().as_str(), until],
            )
            .unwrap();
        assert_eq!(fetcher.robots_of(&site.origin()).await.basis(), Basis::File, "{sentence}");
        assert_eq!(site.requests(), 1, "{sentence}");
    }
}

/// A file of an earlier release has no table of leases.
#[tokio::test]
async fn a_file_without_leases_gets_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let site = Site::new(Answer::new(200, FILE)).await;
    process(&path).robots_of(&site.origin()).await;
    Connection::open(&path).unwrap().execute_batch("DROP TABLE lease").unwrap();
    let fetcher = process(&path);
    assert_eq!(fetcher.robots_of(&site.origin()).await.basis(), Basis::File);
    assert_eq!(site.requests(), 1, "it was stored");
    let tables = Connection::open(&path).unwrap().query_row(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'lease'",
        [],
        |row| row.get::<_, i64>(0),
    );
    assert_eq!(tables.unwrap(), 1);
}
