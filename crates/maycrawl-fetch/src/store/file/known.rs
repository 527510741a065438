//! Known sites in the file. No size limit of the file removes them; they have their own.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::store::known::{KnownSite, SiteKey, surplus};

/// Like the table of leases, not one of those that identify a store.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS known (site BLOB NOT NULL PRIMARY KEY, \
                                value BLOB NOT NULL) WITHOUT ROWID";

pub(super) fn get(connection: &Connection, key: &SiteKey) -> rusqlite::Result<Option<KnownSite>> {
    connection
        .prepare_cached("SELECT value FROM known WHERE site = ?1")?
        .query_row([key], |row| Ok(KnownSite::decode(&row.get::<_, Vec<u8>>(0)?)))
        .optional()
}

pub(super) fn keep(
    connection: &Connection,
    key: &SiteKey,
    site: Option<KnownSite>,
) -> rusqlite::Result<bool> {
    let changed = match site {
        Some(site) => connection
            .prepare_cached("INSERT OR REPLACE INTO known VALUES (?1, ?2)")?
            .execute(params![key, site.encode()])?,
        None => connection.prepare_cached("DELETE FROM known WHERE site = ?1")?.execute([key])?,
    };
    Ok(changed > 0)
}

/// Forgets a twentieth of the sites if there are more than `most`. O(sites) then.
pub(super) fn prune(connection: &Connection, most: usize) -> rusqlite::Result<()> {
    let count: i64 = connection.query_row("SELECT count(*) FROM known", [], |row| row.get(0))?;
    if usize::try_from(count).unwrap_or(0) <= most {
        return Ok(());
    }
    let sites: rusqlite::Result<Vec<_>> = connection
        .prepare("SELECT site, value FROM known")?
        .query_map([], |row| Ok((row.get(0)?, KnownSite::decode(&row.get::<_, Vec<u8>>(1)?))))?
        .collect();
    surplus(sites?, most / 20 + 1).iter().try_for_each(|key| keep(connection, key, None).map(drop))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use super::*;
    use crate::ledger::Client;
    use maycrawl_policy::Timestamp;

    #[test]
    fn a_twentieth_goes_when_there_are_too_many() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(TABLE).unwrap();
        let client = Client::from_address("192.0.2.1".parse().unwrap());
        let site = KnownSite::after(None, client, Timestamp::from_millis(0));
        for index in 0..=100 {
            keep(&connection, &[index; 16], Some(site)).unwrap();
        }
        keep(&connection, &[0; 16], Some(KnownSite::after(None, Client::OWN, site.last_seen())))
            .unwrap();
        let left = |most| {
            prune(&connection, most).unwrap();
            (0..=100).filter(|&index| get(&connection, &[index; 16]).unwrap().is_some()).count()
        };
        assert_eq!([left(101), left(100), left(96), left(95)], [101, 95, 95, 95]);
        for most in (0..95).rev() {
            assert!(left(most) <= most.max(1));
        }
    }
}
