//! The robots.txt files of a job, on disk: an SQLite file that answers what the file of an origin says.
//!
//! Archives of a month are larger than memory, and their records are in no order. So records are appended to a table,
//! then SQLite sorts an index with its own files. Memory is that of SQLite's page cache, whatever the input.
//!
//! `site_robots` says which record counts.

use std::path::{Path, PathBuf};

use maycrawl_policy::Policy;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};

use crate::archive::{RobotsContent, RobotsRecord};
use crate::error::{JobError, JobErrorKind};
use crate::files::LocalFiles;
use crate::output::BadRowWriter;
use crate::robots_input::{RobotsCounts, RobotsItem, read_robots};
use crate::site_robots::{BodyHash, RecordKind, RecordRow, SiteRobots, follow_redirects};

/// The value of `user_version` in a complete file.
const COMPLETE: i32 = 1;

/// The body of a file, and its checksum.
pub(crate) type StoredFile = (BodyHash, Vec<u8>);

/// The writing end.
pub(crate) struct RobotsStoreWriter {
    connection: Connection,
}

/// The reading end.
pub(crate) struct RobotsStore {
    path: PathBuf,
    connection: Connection,
    policy: Policy,
}

/// Reads the records of `inputs` into a new file at `path`, with a page cache of `cache_bytes`. Records that cannot be
/// used go to `bad`. `progress` is called with the number of records read so far.
pub(crate) fn build(
    path: &Path,
    cache_bytes: usize,
    inputs: &[PathBuf],
    policy: Policy,
    mut bad: BadRowWriter,
    progress: &dyn Fn(u64),
) -> Result<RobotsCounts, JobError> {
    let mut store = RobotsStoreWriter::create(path, cache_bytes).map_err(JobError::write(path))?;
    let mut counts = RobotsCounts::default();
    let mut sink = |item: RobotsItem| {
        counts.count(&item);
        match item {
            RobotsItem::Record(record) => {
                progress(counts.records);
                store.insert(&record).map_err(JobError::write(path))
            }
            RobotsItem::Bad(row) => bad.write(&row),
            RobotsItem::Skipped => Ok(()),
        }
    };
    for input in inputs {
        read_robots(&LocalFiles, input, policy, &mut sink)?;
    }
    // The bad rows have their name before the index is complete: a job that continues does not read the inputs again.
    bad.finish()?;
    store.finish(counts).map_err(JobError::write(path))?;
    Ok(counts)
}

impl RobotsStoreWriter {
    /// A new file at `path`, with a page cache of `cache_bytes`. A file that is there is replaced.
    pub(crate) fn create(path: &Path, cache_bytes: usize) -> rusqlite::Result<Self> {
        let _ = std::fs::remove_file(path); // SQLite reports what is wrong with the place
        let connection = Connection::open(path)?;
        set_cache(&connection, cache_bytes)?;
        connection.execute_batch(
            "PRAGMA journal_mode = OFF;
             PRAGMA synchronous = OFF;
             PRAGMA temp_store = FILE;
             CREATE TABLE record (url TEXT NOT NULL, date INTEGER NOT NULL, rank INTEGER NOT NULL,
                                  content TEXT, hash BLOB NOT NULL, body BLOB);
             BEGIN;",
        )?;
        Ok(Self { connection })
    }

    /// Appends a record. O(bytes).
    pub(crate) fn insert(&mut self, record: &RobotsRecord) -> rusqlite::Result<()> {
        let row = RecordRow::of(&record.content);
        let mut insert =
            self.connection.prepare_cached("INSERT INTO record VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
        insert.execute(params![
            record.url,
            record.date,
            row.kind.rank(),
            row.detail,
            row.hash,
            row.body
        ])?;
        Ok(())
    }

    /// Sorts the index, keeps the counts of the input, and marks the file as complete.
    pub(crate) fn finish(self, counts: RobotsCounts) -> rusqlite::Result<()> {
        let RobotsCounts { records, skipped, bad, cut, end_unknown } = counts;
        self.connection.execute_batch(&format!(
            "CREATE INDEX by_url ON record (url, date DESC, rank DESC, hash DESC);
             CREATE TABLE counts AS SELECT {records} AS records, {skipped} AS skipped, {bad} AS bad,
                                           {cut} AS cut, {end_unknown} AS end_unknown;
             COMMIT;
             PRAGMA synchronous = FULL;
             PRAGMA user_version = {COMPLETE};"
        ))
    }
}

impl RobotsStore {
    /// Opens a complete file. `None` if there is none.
    pub(crate) fn find(path: &Path, cache_bytes: usize, policy: Policy) -> Option<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).ok()?;
        set_cache(&connection, cache_bytes).ok()?;
        let version: i32 =
            connection.query_row("PRAGMA user_version", [], |row| row.get(0)).ok()?;
        (version == COMPLETE).then(|| Self { path: path.to_owned(), connection, policy })
    }

    /// Opens a file that is complete.
    pub(crate) fn open(path: &Path, cache_bytes: usize, policy: Policy) -> Result<Self, JobError> {
        Self::find(path, cache_bytes, policy).ok_or_else(|| {
            let what = "the index of robots.txt files cannot be opened";
            JobError::new(JobErrorKind::Read, what).at(path)
        })
    }

    /// What the robots.txt at `robots_url` says. Some reads of the index.
    pub(crate) fn site(&self, robots_url: &str) -> Result<SiteRobots<StoredFile>, JobError> {
        follow_redirects(robots_url, self.policy, |url| self.newest(url))
            .map_err(JobError::read(&self.path))
    }

    fn newest(&self, url: &str) -> rusqlite::Result<Option<RobotsContent<StoredFile>>> {
        let mut select = self.connection.prepare_cached(
            "SELECT rank, content, hash, body FROM record WHERE url = ?1
             ORDER BY date DESC, rank DESC, hash DESC LIMIT 1",
        )?;
        let read = |row: &rusqlite::Row<'_>| {
            let file = (row.get(2)?, row.get::<_, Option<_>>(3)?.unwrap_or_default());
            let detail: Option<String> = row.get(1)?;
            let kind = RecordKind::from_rank(row.get(0)?);
            Ok(RobotsContent::of_row(kind, detail.as_deref(), || file))
        };
        select.query_row([url], read).optional()
    }

    /// Calls `each` with what every site says that has a record, in the order of their URLs.
    pub(crate) fn each_site(
        &self,
        mut each: impl FnMut(SiteRobots<StoredFile>),
    ) -> Result<(), JobError> {
        let cannot = JobError::read(&self.path);
        let select = self.connection.prepare("SELECT DISTINCT url FROM record ORDER BY url");
        let mut select = select.map_err(&cannot)?;
        let mut rows = select.query([]).map_err(&cannot)?;
        while let Some(row) = rows.next().map_err(&cannot)? {
            let url: String = row.get(0).map_err(&cannot)?;
            if matches!(maycrawl::Origin::from_robots_url(&url), Ok(Some(_))) {
                each(self.site(&url)?);
            }
        }
        Ok(())
    }

    /// What was counted when the file was made.
    pub(crate) fn counts(&self) -> Result<RobotsCounts, JobError> {
        let select = "SELECT records, skipped, bad, cut, end_unknown FROM counts";
        let read = |row: &rusqlite::Row<'_>| {
            let count = |column| row.get(column).map(|n: i64| u64::try_from(n).unwrap_or(0));
            Ok(RobotsCounts {
                records: count(0)?,
                skipped: count(1)?,
                bad: count(2)?,
                cut: count(3)?,
                end_unknown: count(4)?,
            })
        };
        self.connection.query_row(select, [], read).map_err(JobError::read(&self.path))
    }
}

fn set_cache(connection: &Connection, bytes: usize) -> rusqlite::Result<()> {
    connection.execute_batch(&format!("PRAGMA cache_size = -{};", (bytes >> 10).max(256)))
}
