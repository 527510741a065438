//! Messages that are not delivered yet. The store holds them, under the destination and the time, so that a restart
//! loses none. Each destination has a worker, so that one that fails delays no other.

use std::sync::Arc;
use std::time::Duration;

use maycrawl_fetch::Store;
use sha2::{Digest as _, Sha256};
use tokio::sync::Notify;

use super::deliver::{Delivery, NoteChange, Report, Target};
use super::message::Written;
use super::record::hex;

/// The keys of messages in the store begin so.
const OUT_PREFIX: &str = "watch/out/";

/// The most messages that wait for one destination. When more wait, the oldest are dropped, and a warning says so.
const MAX_PENDING: usize = 10_000;

/// Time to the second try of a message. It doubles with each failure.
const MIN_RETRY: Duration = Duration::from_secs(5);
const MAX_RETRY: Duration = Duration::from_secs(1800);

/// The name of a destination in the store. The text of a destination may have a secret in it, so its hash is used.
pub(super) fn destination_id(written: &str) -> String {
    hex(&Sha256::digest(written.as_bytes())[..8])
}

/// The note of a message for a destination. Keys sort by time, and those of one look by number: a site has recovered
/// before it changed.
pub(super) fn pending(destination: &str, message: &Written) -> NoteChange {
    let Written { id, at, number, json } = message;
    let at = at.as_millis();
    (format!("{OUT_PREFIX}{destination}/{at:015}-{number:010}-{id}"), Some(json.clone()))
}

/// Sends the messages of one destination, in order.
pub(super) struct Worker {
    pub(super) target: Target,
    pub(super) delivery: Arc<Delivery>,
    pub(super) wake: Arc<Notify>,
}

impl Worker {
    /// Sends until the store has no more messages for this destination.
    ///
    /// # Errors
    /// Why a message could not be sent. It stays in the store, with those after it.
    pub(super) async fn flush(&self) -> Result<(), String> {
        loop {
            let keys = self.keys().await?;
            if keys.is_empty() {
                return Ok(());
            }
            let spare = keys.len().saturating_sub(MAX_PENDING);
            if spare > 0 {
                self.drop_oldest(&keys[..spare]).await?;
            }
            for key in &keys[spare..] {
                let json = self.target.store.note(key).await.map_err(|error| error.to_string())?;
                let mut changes = vec![(key.clone(), None)];
                if let Some(json) = json {
                    changes.extend(self.delivery.send(&self.target, &json).await?);
                }
                self.target.store.put_notes(changes).await.map_err(|error| error.to_string())?;
            }
        }
    }

    /// Sends whenever there is something, until the task is dropped.
    pub(super) async fn run(self) {
        let mut delay = MIN_RETRY;
        loop {
            match self.flush().await {
                Ok(()) => {
                    delay = MIN_RETRY;
                    self.wake.notified().await;
                }
                Err(why) => {
                    let (name, seconds) = (self.target.destination.name(), delay.as_secs());
                    self.warn(format!("{name}: {why}; tried again in {seconds} s")).await;
                    tokio::time::sleep(delay).await;
                    delay = (delay * 2).min(MAX_RETRY);
                }
            }
        }
    }

    /// The keys of all messages that wait; a few more than may.
    async fn keys(&self) -> Result<Vec<String>, String> {
        let prefix = format!("{OUT_PREFIX}{}/", self.target.id);
        let keys = self.target.store.note_keys(&prefix, "", MAX_PENDING + 1000).await;
        keys.map_err(|error| error.to_string())
    }

    async fn drop_oldest(&self, keys: &[String]) -> Result<(), String> {
        let changes = keys.iter().map(|key| (key.clone(), None)).collect();
        self.target.store.put_notes(changes).await.map_err(|error| error.to_string())?;
        let (count, name) = (keys.len(), self.target.destination.name());
        self.warn(format!(
            "{name}: more than {MAX_PENDING} messages waited; the oldest {count} are dropped"
        ))
        .await;
        Ok(())
    }

    async fn warn(&self, text: String) {
        // The main task reads until it ends, and then nobody reads warnings.
        drop(self.target.reports.send(Report::Warning(text)).await);
    }
}

/// Warns of messages for destinations that are not named any more.
pub(super) async fn orphans(store: &Store, named: &[String]) -> Option<String> {
    let keys = store.note_keys(OUT_PREFIX, "", MAX_PENDING).await.ok()?;
    let is_known = |key: &String| {
        let id = key.strip_prefix(OUT_PREFIX).and_then(|rest| rest.split('/').next());
        id.is_some_and(|id| named.iter().any(|named| named == id))
    };
    let count = keys.iter().filter(|key| !is_known(key)).count();
    let are = if count == 1 { "1 message is" } else { &format!("{count} messages are") };
    (count > 0).then(|| {
        format!("{are} in the store for a --to that is not named now; name it again to get them")
    })
}
