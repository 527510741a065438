//! What became of the entries that a process wrote.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::StoreError;

/// Entries that a store did not save. The answers are right without it, but the next process fetches the files again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LostWrites {
    /// Number of entries.
    pub count: u64,
    /// Why the last one of them was not saved.
    pub last: StoreError,
}

/// The record of all clones of a store.
#[derive(Debug, Default)]
pub(super) struct WriteRecord(Mutex<Writes>);

#[derive(Debug, Default)]
struct Writes {
    lost: Option<LostWrites>,
    /// True if the last write failed.
    is_failing: bool,
}

impl WriteRecord {
    /// Begins a write. One that is dropped before its end took longer than its caller waits.
    pub(super) fn begin(&self) -> PendingWrite<'_> {
        PendingWrite { record: self, is_ended: false }
    }

    pub(super) fn lost(&self) -> Option<LostWrites> {
        self.writes().lost.clone()
    }

    /// Why the last write failed, if it did.
    pub(super) fn failing(&self) -> Option<StoreError> {
        let writes = self.writes();
        writes.lost.as_ref().filter(|_| writes.is_failing).map(|lost| lost.last.clone())
    }

    /// What refused the last write is over.
    #[cfg(feature = "sqlite")]
    pub(super) fn recover(&self) {
        self.writes().is_failing = false;
    }

    fn add(&self, failure: Option<StoreError>) {
        let mut writes = self.writes();
        writes.is_failing = failure.is_some();
        if let Some(last) = failure {
            let before = writes.lost.as_ref().map_or(0, |lost| lost.count);
            writes.lost = Some(LostWrites { count: before + 1, last });
        }
    }

    /// Nothing panics while the record is locked.
    fn writes(&self) -> MutexGuard<'_, Writes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A write whose result is not known yet.
pub(super) struct PendingWrite<'r> {
    record: &'r WriteRecord,
    is_ended: bool,
}

impl PendingWrite<'_> {
    pub(super) fn end(mut self, result: &Result<(), StoreError>) {
        self.is_ended = true;
        self.record.add(result.as_ref().err().cloned());
    }
}

impl Drop for PendingWrite<'_> {
    fn drop(&mut self) {
        if !self.is_ended {
            let what = "it did not answer in time";
            self.record.add(Some(StoreError::Unavailable(what.to_owned())));
        }
    }
}
