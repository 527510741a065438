//! Notes: values of the program that uses the store, kept beside the entries, under names of the program.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;

use super::entry::{seal, unseal};
use super::{Backend, Store, StoreError};

/// A key, and the new value of its note; `None` removes it.
pub(crate) type NoteChange = (String, Option<Vec<u8>>);

/// Notes of a store in memory. Nothing panics while they are locked.
pub(super) type MemoryNotes = Mutex<BTreeMap<String, Bytes>>;

impl Store {
    /// Reads a note. A damaged note counts as missing.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn note(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        let stored = match &self.backend {
            Backend::Memory(_) => self.memory_notes().get(key).cloned(),
            Backend::Custom(store) => store.note(key).await?,
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.note(key).await?,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.note(key).await?,
        };
        Ok(stored.and_then(|stored| {
            let value = unseal(&stored).ok().and_then(|it| it.strip_prefix(key.as_bytes()));
            let value = value.and_then(|it| it.strip_prefix(b"\0")).map(|it| stored.slice_ref(it));
            if value.is_none() {
                metrics::counter!("maycrawl_store_damaged_total").increment(1);
                tracing::warn!(key, "a note of the store is damaged, and counts as missing");
            }
            value
        }))
    }

    /// Writes and removes (`None`) notes, all of them or none. Notes are never pruned: the program that writes them
    /// bounds them. Keys have no NUL.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), maycrawl_fetch::StoreError> {
    /// use maycrawl_fetch::Store;
    ///
    /// let store = Store::memory(1 << 20);
    /// store.put_notes(vec![("cursor/a".into(), Some(b"7".to_vec()))]).await?;
    /// // The next value and the end of the old one, in one step.
    /// let changes = vec![("cursor/b".into(), Some(b"8".to_vec())), ("cursor/a".into(), None)];
    /// store.put_notes(changes).await?;
    /// assert_eq!(store.note("cursor/b").await?.as_deref(), Some(&b"8"[..]));
    /// assert_eq!(store.note_keys("cursor/", "", 10).await?, ["cursor/b"]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the store did not accept the command. Then nothing is changed.
    pub async fn put_notes(
        &self,
        changes: Vec<(String, Option<Vec<u8>>)>,
    ) -> Result<(), StoreError> {
        let sealed = changes.into_iter().map(|(key, value)| {
            // With the key in the value, a note that stands under another key counts as damaged.
            let value = value.map(|value| seal(&[key.as_bytes(), b"\0", &value].concat()));
            (key, value)
        });
        let changes: Vec<NoteChange> = sealed.collect();
        match &self.backend {
            Backend::Memory(_) => {
                let mut notes = self.memory_notes();
                for (key, value) in changes {
                    match value {
                        Some(value) => drop(notes.insert(key, value.into())),
                        None => drop(notes.remove(&key)),
                    }
                }
                Ok(())
            }
            Backend::Custom(store) => store.put_notes(changes).await,
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.put_notes(changes).await,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.put_notes(changes).await,
        }
    }

    /// Lists up to `limit` keys that begin with `prefix` and come after `after`, sorted. Empty at the end.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn note_keys(
        &self,
        prefix: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<String>, StoreError> {
        match &self.backend {
            Backend::Memory(_) => {
                let notes = self.memory_notes();
                let from = notes.range(prefix.max(after).to_owned()..);
                let keys = from.map(|(key, _)| key).skip_while(|key| key.as_str() <= after);
                Ok(keys.take_while(|key| key.starts_with(prefix)).take(limit).cloned().collect())
            }
            Backend::Custom(store) => store.note_keys(prefix, after, limit).await,
            #[cfg(feature = "sqlite")]
            Backend::File(store) => store.note_keys(prefix, after, limit).await,
            #[cfg(feature = "redis")]
            Backend::Redis(store) => store.note_keys(prefix, after, limit).await,
        }
    }

    fn memory_notes(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Bytes>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
