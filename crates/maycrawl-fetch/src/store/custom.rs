//! The seam for a store of one's own.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;

use super::StoreError;
use maycrawl_policy::Timestamp;

/// The future of a store command.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A store of one's own, for [`Store::custom`](super::Store::custom): a map from origins to bytes.
///
/// The values are opaque and need not be trusted: the fetcher checks the origin and the checksum of each value that it
/// reads. So a store that loses, mixes up or damages values costs fetches, never wrong verdicts. There is no lease:
/// several processes that share a store of this kind may fetch one origin at the same time.
///
/// `examples/custom_store.rs` keeps values in a folder.
pub trait CustomStore: fmt::Debug + Send + Sync + 'static {
    /// The current value of an origin.
    ///
    /// # Errors
    /// If the store does not answer.
    fn get<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, Option<Bytes>>;

    /// Stores the current value. `archived` is the version that it replaces and when that was first seen; a store
    /// without history drops it.
    ///
    /// # Errors
    /// If the value was not stored. A part of it must not be stored.
    fn put<'a>(
        &'a self,
        origin: &'a str,
        value: Vec<u8>,
        archived: Option<(Timestamp, Vec<u8>)>,
    ) -> StoreFuture<'a, ()>;

    /// The archived values of an origin, the newest first.
    ///
    /// # Errors
    /// If the store does not answer.
    fn versions<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, Vec<Bytes>> {
        let _ = origin;
        Box::pin(async { Ok(Vec::new()) })
    }

    /// Up to `limit` origins after `after`, in the order of their text. `after` is empty for the first page.
    ///
    /// # Errors
    /// If the store does not answer.
    fn origins<'a>(&'a self, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<String>>;

    /// Removes an origin with its history. True if there was something.
    ///
    /// # Errors
    /// If the store does not answer.
    fn remove<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, bool>;

    /// The value of a note; see [`Store::note`](super::Store::note). A store without notes has none.
    ///
    /// # Errors
    /// If the store does not answer.
    fn note<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<Bytes>> {
        let _ = key;
        Box::pin(async { Ok(None) })
    }

    /// Writes and removes (`None`) notes, all of them or none. A store without notes refuses.
    ///
    /// # Errors
    /// If nothing was changed.
    fn put_notes(&self, changes: Vec<(String, Option<Vec<u8>>)>) -> StoreFuture<'_, ()> {
        let _ = changes;
        Box::pin(async { Err(StoreError::Refused("this store keeps no notes".to_owned())) })
    }

    /// Up to `limit` keys of notes that begin with `prefix` and come after `after`, sorted.
    ///
    /// # Errors
    /// If the store does not answer.
    fn note_keys<'a>(
        &'a self,
        prefix: &'a str,
        after: &'a str,
        limit: usize,
    ) -> StoreFuture<'a, Vec<String>> {
        let _ = (prefix, after, limit);
        Box::pin(async { Ok(Vec::new()) })
    }

    /// True if other processes may write to the store too. The fetcher then looks for newer values now and then.
    fn is_shared(&self) -> bool {
        false
    }
}
