//! For whom a fetch is made, and the time that it waited for slots of this program.
//!
//! Waiting for a slot, a rate or a lease says nothing about a site. So it is no part of a fetch's deadline, and a fetch
//! that gets no slot is [`Busy`]: no result of the site, and nothing that is stored.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::select_all;
use tokio::sync::watch;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout, timeout_at};

use crate::ledger::{Busy, Client, Permit, Revocation};
use crate::sent_as::SentAs;

/// A fetch's client, its slots and its waiting time.
#[derive(Debug)]
pub(crate) struct FetchPass {
    pub(crate) client: Client,
    /// Whether the name of the first URL has given a robots.txt.
    pub(crate) is_known: bool,
    /// Whether its requests are such as no policy asked for: a client wants to see the site now.
    pub(crate) is_visit: bool,
    pub(crate) waited: Waited,
    /// The User-Agent of its requests, if it is not that of the fetcher.
    pub(crate) sent_as: Option<SentAs>,
    /// How long to wait for each slot. `None`: as long as it takes.
    pub(crate) slot_timeout: Option<Duration>,
    /// The slots of the connection that is open.
    slots: watch::Sender<Vec<Revocation>>,
}

impl FetchPass {
    pub(crate) fn new(client: Client, is_known: bool, slot_timeout: Option<Duration>) -> Self {
        let (slots, _) = watch::channel(Vec::new());
        let waited = Waited::default();
        Self { client, is_known, is_visit: false, waited, sent_as: None, slot_timeout, slots }
    }

    /// Whether a stranger wants this request now.
    pub(crate) fn is_visit(&self) -> bool {
        self.is_visit && self.client != Client::OWN
    }

    /// Waits for a slot.
    pub(crate) async fn wait<T>(
        &self,
        slot: impl Future<Output = Result<T, Busy>>,
    ) -> Result<T, Busy> {
        self.waited.during(within(self.slot_timeout, slot)).await
    }

    /// Sets the slots that the fetch holds.
    pub(crate) fn hold<'p>(&self, slots: impl IntoIterator<Item = &'p Permit>) {
        self.slots.send_replace(slots.into_iter().map(Permit::revocation).collect());
    }

    /// Waits until a slot of the fetch is revoked.
    pub(crate) async fn revoked(&self) {
        let mut slots = self.slots.subscribe();
        loop {
            let held = slots.borrow_and_update().clone();
            if held.is_empty() {
                // The sender lives as long as `self`.
                let _ = slots.changed().await;
                continue;
            }
            let any = select_all(held.iter().map(|slot| Box::pin(slot.revoked())));
            tokio::select! {
                biased;
                _ = any => return,
                _ = slots.changed() => {}
            }
        }
    }
}

/// Waits at most this long for a slot.
pub(crate) async fn within<T>(
    limit: Option<Duration>,
    slot: impl Future<Output = Result<T, Busy>>,
) -> Result<T, Busy> {
    match limit {
        Some(limit) => timeout(limit, slot).await.unwrap_or(Err(Busy)),
        None => slot.await,
    }
}

/// Time spent waiting for this program's own slots. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waited(Arc<Mutex<WaitedState>>);

#[derive(Debug, Default)]
struct WaitedState {
    total: Duration,
    /// Waits that run, and when the first of them began.
    running: u32,
    since: Option<Instant>,
}

/// Ends a wait when it is dropped.
struct WaitGuard<'w>(&'w Waited);

impl Waited {
    /// The time waited so far.
    pub(crate) fn time(&self) -> Duration {
        let state = self.lock();
        state.total + state.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Counts the time of `wait` as waiting.
    pub(crate) async fn during<T>(&self, wait: impl Future<Output = T>) -> T {
        {
            let mut state = self.lock();
            state.running += 1;
            state.since.get_or_insert_with(Instant::now);
        }
        let _guard = WaitGuard(self);
        wait.await
    }

    /// Limits the time of `work` in which it does not wait.
    pub(crate) async fn limit<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = T>,
    ) -> Result<T, Elapsed> {
        let mut work = pin!(work);
        let (start, before) = (Instant::now(), self.time());
        loop {
            let until = start + limit + self.time().saturating_sub(before);
            match timeout_at(until, &mut work).await {
                // It has waited since the limit was set.
                Err(_) if start + limit + self.time().saturating_sub(before) > Instant::now() => {}
                Err(elapsed) => return Err(elapsed),
                Ok(done) => return Ok(done),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, WaitedState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WaitGuard<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.running -= 1;
        if state.running == 0
            && let Some(since) = state.since.take()
        {
            state.total += since.elapsed();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;
    use tokio::time::sleep;

    #[tokio::test(start_paused = true)]
    async fn waiting_is_no_part_of_a_limit() {
        let second = Duration::from_secs(1);
        let waited = Waited::default();
        let rows = [(second, true), (second * 3, false)];
        for (work, is_in_time) in rows {
            let done = waited.limit(second * 2, async {
                waited.during(sleep(second * 10)).await;
                sleep(work).await;
            });
            assert_eq!(done.await.is_ok(), is_in_time, "{work:?}");
        }
        assert_eq!(waited.time(), second * 20);
    }
}
