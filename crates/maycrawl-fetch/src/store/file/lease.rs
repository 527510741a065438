//! Leases in the file. Processes that share it fetch an origin one at a time, like processes that share a Redis.
//!
//! A lease expires by the wall clock, which the processes of one machine share. A lease that would outlive every
//! possible one was made before the clock was set back, and is not valid.

use std::time::{Duration, SystemTime};

use rusqlite::{Connection, params};

use maycrawl_policy::Timestamp;

/// Not one of the tables that identify a store: earlier releases do not have it, and ignore it.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS lease \
     (origin TEXT NOT NULL UNIQUE, token TEXT NOT NULL, until INTEGER NOT NULL)";

/// A change of the lease of an origin; `token` identifies the holder.
pub(super) enum LeaseChange {
    Take { token: String, ttl: Duration },
    Renew { token: String, ttl: Duration },
    Release { token: String },
}

/// Applies `change`. True if the caller holds the lease, or held it before a release.
pub(super) fn apply(
    connection: &Connection,
    origin: &str,
    change: &LeaseChange,
) -> rusqlite::Result<bool> {
    let now = Timestamp::from(SystemTime::now());
    let millis = |time: Timestamp| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let changed = match change {
        LeaseChange::Take { token, ttl } => {
            let until = millis(now.after(*ttl));
            // A lease that ends later than a new one was made before the clock was set back. It would block the origin
            // for as long as that.
            connection
                .prepare_cached("DELETE FROM lease WHERE until <= ?1 OR until > ?2")?
                .execute([millis(now), until])?;
            connection
                .prepare_cached("INSERT OR IGNORE INTO lease VALUES (?1, ?2, ?3)")?
                .execute(params![origin, token, until])?
        }
        LeaseChange::Renew { token, ttl } => connection
            .prepare_cached("UPDATE lease SET until = ?3 WHERE origin = ?1 AND token = ?2")?
            .execute(params![origin, token, millis(now.after(*ttl))])?,
        LeaseChange::Release { token } => connection
            .prepare_cached("DELETE FROM lease WHERE origin = ?1 AND token = ?2")?
            .execute([origin, token])?,
    };
    Ok(changed > 0)
}
