//! Leases in the file: several processes that share it fetch an origin one at a time, as those that share a Redis do.
//!
//! A lease ends by the wall clock, which the processes of one machine share. One that would outlive every lease was
//! made before the clock was set back: it is none.

use std::time::{Duration, SystemTime};

use rusqlite::{Connection, params};

use crate::clock::Timestamp;

/// Beside the tables that mark a store: earlier releases have none, and do not mind it.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS lease \
     (origin TEXT NOT NULL UNIQUE, token TEXT NOT NULL, until INTEGER NOT NULL)";

/// What is done to the lease of an origin; `token` proves whose it is.
pub(super) enum Change {
    Take { token: String, ttl: Duration },
    Renew { token: String, ttl: Duration },
    Release { token: String },
}

/// True if the lease is the caller's, or was.
pub(super) fn apply(
    connection: &Connection,
    origin: &str,
    change: &Change,
) -> rusqlite::Result<bool> {
    let now = Timestamp::from(SystemTime::now());
    let millis = |time: Timestamp| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let changed = match change {
        Change::Take { token, ttl } => {
            let until = millis(now.after(*ttl));
            connection
                .prepare_cached("DELETE FROM lease WHERE until <= ?1 OR until > ?2")?
                .execute([millis(now), until])?;
            connection
                .prepare_cached("INSERT OR IGNORE INTO lease VALUES (?1, ?2, ?3)")?
                .execute(params![origin, token, until])?
        }
        Change::Renew { token, ttl } => connection
            .prepare_cached("UPDATE lease SET until = ?3 WHERE origin = ?1 AND token = ?2")?
            .execute(params![origin, token, millis(now.after(*ttl))])?,
        Change::Release { token } => connection
            .prepare_cached("DELETE FROM lease WHERE origin = ?1 AND token = ?2")?
            .execute([origin, token])?,
    };
    Ok(changed > 0)
}
