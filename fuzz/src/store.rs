//! Any bytes are a value in a store: what cannot be read counts as missing, and what can be read is an entry of its own
//! site that can be asked, shown and written again.

use maycrawl::{Crawler, Origin};
use maycrawl_fetch::{
    Bytes, Clock, ClockReading, CustomStore, Entry, FetchMode, Fetcher, Policy, Store, StoreFuture,
    Timestamp,
};
use sha2::{Digest as _, Sha256};

use crate::stream::runtime;

const ORIGIN: &str = "https://site.example";

/// Panics if that is not so.
pub fn check(value: &[u8]) {
    runtime().block_on(async {
        read(value.to_vec()).await;
        // No mutation finds the checksum.
        let mut checked = b"MCR1".to_vec();
        checked.extend_from_slice(&Sha256::digest(value)[..16]);
        checked.extend_from_slice(value);
        read(checked).await;
    });
}

async fn read(value: Vec<u8>) {
    let origin = Origin::parse(ORIGIN).unwrap();
    let store = Store::custom(OneValue(value.into()));
    let _ = store.old_versions(&origin).await.unwrap();
    let Some(entry) = store.entry(&origin).await.unwrap() else { return };
    assert_eq!(entry.origin(), &origin);
    for millis in [0, 1 << 40, u64::MAX] {
        ask(&store, &origin, Timestamp::from_millis(millis)).await;
    }
    let memory = Store::memory(1 << 20);
    memory.put(&entry, entry.version()).await.unwrap();
    assert_eq!(memory.entry(&origin).await.unwrap(), Some(entry));
}

/// Asks a fetcher that has only the stored value, at this time.
async fn ask(store: &Store, origin: &Origin, wall: Timestamp) {
    let clock = Clock::fixed(ClockReading { wall, steady: Default::default() });
    let fetcher = Fetcher::builder().store(store.clone()).mode(FetchMode::Offline).clock(clock);
    let fetcher = fetcher.cache_bytes(0).build().unwrap();
    for robots in [fetcher.robots_of(origin).await, fetcher.refresh(origin).await] {
        assert!(!robots.to_string().chars().any(char::is_control), "{robots}");
        let verdict = robots.check(&Crawler::GOOGLEBOT, "https://site.example/a");
        let _ = verdict.to_string();
        for policy in Policy::ALL {
            let _ = robots.under(policy).check(&Crawler::GOOGLEBOT, "https://site.example/a");
            let _ = robots.differs_under(policy);
        }
        let _: &Entry = robots.entry();
    }
}

/// A store whose only value is the input.
#[derive(Debug)]
struct OneValue(Bytes);

impl CustomStore for OneValue {
    fn get<'a>(&'a self, _: &'a str) -> StoreFuture<'a, Option<Bytes>> {
        Box::pin(async { Ok(Some(self.0.clone())) })
    }

    fn put<'a>(
        &'a self,
        _: &'a str,
        _: Vec<u8>,
        _: Option<(Timestamp, Vec<u8>)>,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn versions<'a>(&'a self, _: &'a str) -> StoreFuture<'a, Vec<Bytes>> {
        Box::pin(async { Ok(vec![self.0.clone()]) })
    }

    fn origins<'a>(&'a self, _: &'a str, _: usize) -> StoreFuture<'a, Vec<String>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn remove<'a>(&'a self, _: &'a str) -> StoreFuture<'a, bool> {
        Box::pin(async { Ok(true) })
    }
}
