//! The behaviour of every store: one list of cases for memory, a file and a real Redis server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use maycrawl::Origin;
use maycrawl_fetch::{
    Bytes, CustomStore, Entry, Store, StoreError, StoreFuture, Timestamp, Version,
};
use tempfile::TempDir;

use crate::redis::Server;
use crate::store_site::{Entries, HOSTS, at, host, odd_origins};

/// `Err` is for a store that cannot be reached; everything else that is wrong panics.
type Outcome = Result<(), StoreError>;
type Behaviour = for<'a> fn(&'a Place, &'a Entries) -> LocalBoxFuture<'a, Outcome>;

const BEHAVIOURS: &[(&str, Behaviour)] = &[
    ("what is put is got", |place, entries| Box::pin(put_and_get(place, entries))),
    ("what is put again replaces", |place, entries| Box::pin(replace(place, entries))),
    ("old versions come newest first", |place, entries| Box::pin(old_versions(place, entries))),
    ("50 old versions are kept", |place, entries| Box::pin(fifty_versions(place, entries))),
    ("origins are listed", |place, entries| Box::pin(list(place, entries))),
    ("origins are listed by pages", |place, entries| Box::pin(pages(place, entries))),
    ("what is removed is gone", |place, entries| Box::pin(remove(place, entries))),
    ("an unknown origin is none", |place, entries| Box::pin(unknown(place, entries))),
    ("500 KiB are kept", |place, entries| Box::pin(large(place, entries))),
    ("odd origins are origins", |place, entries| Box::pin(odd(place, entries))),
    ("two handles see each other", |place, entries| Box::pin(two_handles(place, entries))),
    ("many write at once", |place, entries| Box::pin(many_at_once(place, entries))),
    ("notes are kept beside entries", |place, entries| Box::pin(notes(place, entries))),
    ("entries survive", |place, entries| Box::pin(survive(place, entries))),
];

/// Where stores are opened.
enum Place {
    Memory(Store),
    Custom(Store),
    File(TempDir),
    Redis(Server),
}

impl Place {
    fn open(&self) -> Store {
        match self {
            Self::Memory(store) | Self::Custom(store) => store.clone(),
            Self::File(folder) => {
                let opened = Store::open(&folder.path().join("in/a/folder.db")).unwrap();
                assert_eq!(opened.damaged, None);
                opened.store
            }
            Self::Redis(server) => Store::redis(&server.url()).unwrap(),
        }
    }

    /// The place, emptied.
    fn empty(self) -> Self {
        match self {
            Self::Memory(_) => Self::Memory(Store::memory(64 << 20)),
            Self::Custom(_) => Self::Custom(Store::custom(MapStore::default())),
            Self::File(_) => Self::File(tempfile::tempdir().unwrap()),
            Self::Redis(server) => {
                server.ask::<()>("FLUSHALL", "SYNC");
                Self::Redis(server)
            }
        }
    }
}

/// A store of one's own: values and their archived versions in a map.
#[derive(Debug, Default)]
struct MapStore(Mutex<BTreeMap<String, (Bytes, Vec<Bytes>)>>);

impl CustomStore for MapStore {
    fn get<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, Option<Bytes>> {
        Box::pin(
            async move { Ok(self.0.lock().unwrap().get(origin).map(|(value, _)| value.clone())) },
        )
    }

    fn put<'a>(
        &'a self,
        origin: &'a str,
        value: Vec<u8>,
        archived: Option<(Timestamp, Vec<u8>)>,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let mut all = self.0.lock().unwrap();
            let (current, old) = all.entry(origin.to_owned()).or_default();
            *current = value.into();
            if let Some((_, version)) = archived {
                old.insert(0, version.into());
                old.truncate(50);
            }
            Ok(())
        })
    }

    fn versions<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, Vec<Bytes>> {
        Box::pin(async move {
            let all = self.0.lock().unwrap();
            Ok(all.get(origin).map_or_else(Vec::new, |(_, old)| old.clone()))
        })
    }

    fn origins<'a>(&'a self, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<String>> {
        Box::pin(async move {
            let all = self.0.lock().unwrap();
            let names = all.keys().filter(|name| name.as_str() > after);
            Ok(names.take(limit).cloned().collect())
        })
    }

    fn remove<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, bool> {
        Box::pin(async move { Ok(self.0.lock().unwrap().remove(origin).is_some()) })
    }
}

#[tokio::test]
async fn a_custom_store_behaves() {
    behaves(Place::Custom(Store::custom(MapStore::default()))).await;
}

#[tokio::test]
async fn memory_behaves() {
    behaves(Place::Memory(Store::memory(0))).await;
}

#[tokio::test]
async fn a_file_behaves() {
    behaves(Place::File(tempfile::tempdir().unwrap())).await;
}

#[tokio::test]
async fn redis_behaves() {
    behaves(Place::Redis(Server::start())).await;
}

async fn behaves(mut place: Place) {
    let entries = Entries::new().await;
    let mut failed = Vec::new();
    for (name, behaviour) in BEHAVIOURS {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            place = place.empty();
            match AssertUnwindSafe(behaviour(&place, &entries)).catch_unwind().await {
                Ok(Ok(())) => break,
                // A busy machine may keep Redis from answering in time: that is no answer to the question.
                Ok(Err(StoreError::Unavailable(_))) if Instant::now() < end => {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                Ok(Err(error)) => {
                    failed.push(format!("{name}: {error}"));
                    break;
                }
                Err(_) => {
                    failed.push((*name).to_owned());
                    break;
                }
            }
        }
    }
    assert_eq!(failed, [""; 0]);
}

/// Puts `entries` one after the other as entries of one origin, each with the one before as replaced.
async fn put_all(store: &Store, entries: &[Entry]) -> Outcome {
    let mut replaced: Option<&Version> = None;
    for entry in entries {
        store.put(entry, replaced).await?;
        replaced = entry.version();
    }
    Ok(())
}

async fn history(entries: &Entries, host: &str, versions: u64) -> Vec<Entry> {
    let mut all = Vec::new();
    for second in 0..versions {
        all.push(entries.of(host, format!("# the {second}th"), second).await);
    }
    all
}

async fn put_and_get(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    let files: [&[u8]; 3] = [b"", b"User-agent: *\nDisallow: /\n", b"\0\r\n\xff"];
    for (number, file) in files.into_iter().enumerate() {
        let entry = entries.of(&host(number), file, 0).await;
        store.put(&entry, None).await?;
        assert_eq!(store.entry(entry.origin()).await?.as_ref(), Some(&entry), "{file:?}");
        assert_eq!(store.old_versions(entry.origin()).await?, [], "{file:?}");
    }
    Ok(())
}

async fn replace(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    let neighbour = entries.of("h2.test", "# the neighbour", 0).await;
    store.put(&neighbour, None).await?;
    for entry in history(entries, "h1.test", 3).await {
        store.put(&entry, None).await?;
        assert_eq!(store.entry(entry.origin()).await?, Some(entry));
    }
    assert_eq!(store.entry(neighbour.origin()).await?.as_ref(), Some(&neighbour));
    assert_eq!(store.origins(None, 10).await?.len(), 2);
    assert_eq!(store.old_versions(neighbour.origin()).await?, []);
    Ok(())
}

async fn old_versions(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    let history = history(entries, "h1.test", 4).await;
    put_all(&store, &history).await?;
    let neighbour = entries.of("h11.test", "# the neighbour", 0).await;
    store.put(&neighbour, None).await?;
    let old = store.old_versions(history[0].origin()).await?;
    assert_eq!(old.iter().map(|version| version.first_seen).collect::<Vec<_>>(), [2, 1, 0].map(at));
    let expected: Vec<_> = history[..3].iter().rev().filter_map(Entry::version).cloned().collect();
    assert_eq!(old, expected);
    assert_eq!(store.old_versions(neighbour.origin()).await?, []);
    Ok(())
}

async fn fifty_versions(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    let history = history(entries, "h1.test", 60).await;
    put_all(&store, &history).await?;
    let old = store.old_versions(history[0].origin()).await?;
    let expected: Vec<_> = (9..59).rev().map(at).collect();
    assert_eq!(old.iter().map(|version| version.first_seen).collect::<Vec<_>>(), expected);
    Ok(())
}

async fn list(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    assert_eq!(store.origins(None, 10).await?, []);
    let mut expected = BTreeSet::new();
    for number in 0..40 {
        let entry = entries.of(&host(number), "", 0).await;
        store.put(&entry, None).await?;
        expected.insert(entry.origin().clone());
    }
    let listed = store.origins(None, 1000).await?;
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), expected);
    assert_eq!(listed.len(), expected.len(), "an origin is listed twice");
    Ok(())
}

async fn pages(place: &Place, entries: &Entries) -> Outcome {
    const PAGE: usize = 7;
    let store = place.open();
    let mut expected = BTreeSet::new();
    for number in 0..HOSTS {
        let entry = entries.of(&host(number), "", 0).await;
        store.put(&entry, None).await?;
        expected.insert(entry.origin().clone());
    }
    let mut listed: Vec<Origin> = Vec::new();
    loop {
        let page = store.origins(listed.last(), PAGE).await?;
        if page.is_empty() {
            break;
        }
        let all_at_once = matches!(place, Place::Redis(_));
        assert!(page.len() <= PAGE || all_at_once, "{} in a page", page.len());
        listed.extend(page);
    }
    assert_eq!(listed, expected.into_iter().collect::<Vec<_>>());
    Ok(())
}

async fn remove(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    let history = history(entries, "h1.test", 3).await;
    let neighbour = entries.of("h11.test", "# the neighbour", 0).await;
    put_all(&store, &history).await?;
    store.put(&neighbour, None).await?;
    let origin = history[0].origin();
    assert!(store.remove(origin).await?);
    assert_eq!(store.entry(origin).await?, None);
    assert_eq!(store.old_versions(origin).await?, []);
    assert_eq!(store.origins(None, 10).await?, [neighbour.origin().clone()]);
    assert!(!store.remove(origin).await?, "removed twice");
    // What comes back has no past.
    store.put(&history[0], None).await?;
    assert_eq!(store.entry(origin).await?.as_ref(), Some(&history[0]));
    assert_eq!(store.old_versions(origin).await?, []);
    assert_eq!(store.entry(neighbour.origin()).await?, Some(neighbour));
    Ok(())
}

async fn unknown(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    let entry = entries.of("h1.test", "", 0).await;
    store.put(&entry, None).await?;
    let own = entry.origin().as_str();
    for origin in
        ["http://unknown.test", &own[..own.len() - 1], "http://%25", "http://*", "http://';--"]
    {
        let Ok(origin) = Origin::parse(origin) else { continue };
        assert_eq!(store.entry(&origin).await?, None, "{origin:?}");
        assert_eq!(store.old_versions(&origin).await?, [], "{origin:?}");
        assert!(!store.remove(&origin).await?, "{origin:?}");
    }
    assert_eq!(store.entry(entry.origin()).await?, Some(entry));
    Ok(())
}

async fn notes(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    let note = |key: &str, value: &str| (key.to_owned(), Some(value.as_bytes().to_vec()));
    if matches!(place, Place::Custom(_)) {
        let refused = store.put_notes(vec![note("a", "1")]).await;
        assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
        return Ok(());
    }
    let entry = entries.of("h1.test", "", 0).await;
    store.put(&entry, None).await?;
    let keys = ["a/1", "a/2", "a/2%", "a_3", "b/1"];
    store.put_notes(keys.map(|key| note(key, key)).to_vec()).await?;
    store.put_notes(vec![note("a/2", "two"), ("a/1".to_owned(), None)]).await?;
    let other = place.open();
    assert_eq!(other.note("a/1").await?, None);
    assert_eq!(other.note("a/2").await?.as_deref(), Some(&b"two"[..]));
    assert_eq!(other.note_keys("a/", "", 10).await?, ["a/2", "a/2%"]);
    assert_eq!(other.note_keys("a/", "a/2", 10).await?, ["a/2%"]);
    assert_eq!(other.note_keys("", "", 2).await?, ["a/2", "a/2%"]);
    assert_eq!(other.note_keys("", "b/1", 2).await?, [""; 0]);
    // A note is no entry, and no entry is a note.
    assert_eq!(store.origins(None, 10).await?, [entry.origin().clone()]);
    assert_eq!(store.note(entry.origin().as_str()).await?, None);
    let large = vec![7; 600 << 10];
    store.put_notes(vec![("large".to_owned(), Some(large.clone()))]).await?;
    assert!(store.note("large").await?.is_some_and(|it| it == large), "not what was put");
    Ok(())
}

async fn large(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    let mut largest = Vec::new();
    for second in 0..4 {
        let file = format!("# {second}{}\n", "x".repeat(600 << 10));
        let entry = entries.of("h1.test", file, second).await;
        assert_eq!(entry.bytes().unwrap().len(), (500 << 10) + 1);
        largest.push(entry);
    }
    put_all(&store, &largest).await?;
    let origin = largest[0].origin();
    assert!(store.entry(origin).await?.as_ref() == largest.last(), "not what was put");
    let old = store.old_versions(origin).await?;
    assert!(old.iter().eq(largest[..3].iter().rev().filter_map(Entry::version)), "other versions");
    Ok(())
}

async fn odd(place: &Place, entries: &Entries) -> Outcome {
    let store = place.open();
    let origins = odd_origins();
    let expected: BTreeSet<_> = origins.iter().cloned().collect();
    for origin in &origins {
        store.put(&entries.without_file(origin).await, None).await?;
    }
    for origin in &origins {
        let entry = store.entry(origin).await?;
        assert_eq!(entry, Some(entries.without_file(origin).await), "{}", origin.as_str());
    }
    assert_eq!(BTreeSet::from_iter(store.origins(None, 100).await?), expected);
    for origin in &origins {
        assert!(store.remove(origin).await?, "{}", origin.as_str());
        assert_eq!(store.entry(origin).await?, None, "{}", origin.as_str());
    }
    assert_eq!(store.origins(None, 100).await?, []);
    Ok(())
}

async fn two_handles(place: &Place, entries: &Entries) -> Outcome {
    let (one, other) = (place.open(), place.open());
    let history = history(entries, "h1.test", 4).await;
    let origin = history[0].origin();
    for (number, pair) in history.windows(2).enumerate() {
        let (writer, reader) = if number % 2 == 0 { (&one, &other) } else { (&other, &one) };
        writer.put(&pair[1], pair[0].version()).await?;
        assert_eq!(reader.entry(origin).await?.as_ref(), Some(&pair[1]), "{number}");
        assert_eq!(reader.old_versions(origin).await?.len(), number + 1);
        assert_eq!(reader.origins(None, 10).await?, std::slice::from_ref(origin));
    }
    assert!(one.remove(origin).await?);
    assert_eq!(other.entry(origin).await?, None);
    assert!(!other.remove(origin).await?);
    Ok(())
}

async fn many_at_once(place: &Place, entries: &Entries) -> Outcome {
    let handles = [place.open(), place.open()];
    let mut all = Vec::new();
    for number in 0..HOSTS {
        all.push(entries.of(&host(number), format!("# {number}"), 0).await);
    }
    let puts = all.iter().enumerate().map(|(number, entry)| handles[number % 2].put(entry, None));
    futures_util::future::try_join_all(puts).await?;
    for (number, entry) in all.iter().enumerate() {
        let reader = &handles[(number + 1) % 2];
        assert_eq!(reader.entry(entry.origin()).await?.as_ref(), Some(entry));
    }
    Ok(())
}

async fn survive(place: &Place, entries: &Entries) -> Outcome {
    let history = history(entries, "h1.test", 3).await;
    let origin = history[0].origin();
    for round in 0..3 {
        let store = place.open();
        if round == 0 {
            put_all(&store, &history).await?;
        }
        assert_eq!(store.entry(origin).await?.as_ref(), history.last(), "round {round}");
        assert_eq!(store.old_versions(origin).await?.len(), 2, "round {round}");
    }
    Ok(())
}
