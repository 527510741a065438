//! Notes in the file: values of programs that use the store, beside its entries.

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::store::notes::NoteChange;

/// Like the table of leases, not one of those that identify a store.
pub(super) const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS note (key TEXT NOT NULL UNIQUE, value BLOB NOT NULL)";

/// Applies `changes` in the transaction of `connection`.
pub(super) fn apply(connection: &Connection, changes: &[NoteChange]) -> rusqlite::Result<bool> {
    for (key, value) in changes {
        match value {
            Some(value) => connection
                .prepare_cached("INSERT OR REPLACE INTO note VALUES (?1, ?2)")?
                .execute(params![key, value])?,
            None => connection.prepare_cached("DELETE FROM note WHERE key = ?1")?.execute([key])?,
        };
    }
    Ok(true)
}

pub(super) fn get(connection: &Connection, key: &str) -> rusqlite::Result<Option<Bytes>> {
    connection
        .prepare_cached("SELECT value FROM note WHERE key = ?1")?
        .query_row([key], |row| Ok(Bytes::from(row.get::<_, Vec<u8>>(0)?)))
        .optional()
}

/// Up to `limit` keys that begin with `prefix`, after `after`, sorted.
pub(super) fn keys(
    connection: &Connection,
    prefix: &str,
    after: &str,
    limit: usize,
) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT key FROM note WHERE key >= ?1 AND key > ?2 AND substr(key, 1, length(?1)) = ?1 \
             ORDER BY key LIMIT ?3",
        )?
        .query_map(params![prefix, after, i64::try_from(limit).unwrap_or(i64::MAX)], |row| {
            row.get(0)
        })?
        .collect()
}
