//! Connections that may write, what a file contains, and what SQLite's errors mean for a store.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, ffi};

use super::ownership::{self, APPLICATION_ID, SCHEMA};
use super::{known, lease, note};
use crate::store::StoreError;

/// Version of the file format.
const FORMAT_VERSION: i32 = 1;
/// Size of the SQLite header in bytes. SQLite treats a file of one byte as empty.
const HEADER_BYTES: u64 = 100;
/// Opens a connection and retries while the database is busy. Two processes that create the same store would wait for
/// each other, so SQLite returns an error to one of them immediately, without its usual timeout.
pub(super) fn connect_with_retry(path: &Path) -> rusqlite::Result<Connection> {
    for _ in 0..200 {
        match connect(path) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                thread::sleep(Duration::from_millis(20));
            }
            result => return result,
        }
    }
    connect(path)
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    // SQLite reports an error here with a better text.
    let _ = ownership::create_file(path);
    let mut connection = Connection::open(path)?;
    // Checked before any read: later, a damaged header looks the same.
    if connection.is_readonly("main")? {
        return Err(failure(ffi::SQLITE_PERM, "the file is read-only"));
    }
    let length = fs::metadata(path).map_or(0, |metadata| metadata.len());
    if (2..HEADER_BYTES).contains(&length) {
        return Err(failure(ffi::SQLITE_NOTADB, "the file is too short for a database"));
    }
    connection.busy_timeout(Duration::from_secs(5))?;
    // Nothing is written, not even the journal mode, before the file is identified as a store.
    contents(&connection)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // With a write-ahead log, a crash of the process loses nothing. A crash of the machine loses at most the last
    // moments, and these are fetched again.
    connection.pragma_update(None, "synchronous", "normal")?;
    prepare(&connection)?;
    // A second process waits here, and then finds the tables.
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let contents = contents(&transaction)?;
    if contents == Contents::Nothing {
        transaction.execute_batch(&SCHEMA.join(";"))?;
    }
    if contents != Contents::Entries {
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", FORMAT_VERSION)?;
    }
    transaction.execute_batch(lease::TABLE)?;
    transaction.execute_batch(note::TABLE)?;
    transaction.execute_batch(known::TABLE)?;
    transaction.commit()?;
    Ok(connection)
}

/// Settings of every connection.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", -16_000)?;
    // Checks each page when it is read, so that damage is found before it spreads.
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.set_prepared_statement_cache_capacity(16);
    Ok(())
}

/// The content of a file that is a store or can become one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Contents {
    Nothing,
    Entries,
    /// Our tables without our marks in the header: the marks are damaged.
    Unmarked,
}

/// Identifies a store by its marks and by its tables. If only one of the two is right, the other one is damaged. A
/// database that is not a store is an error, not damage, and must not be renamed.
pub(super) fn contents(connection: &Connection) -> rusqlite::Result<Contents> {
    let mark = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let marks = (mark("application_id")?, mark("user_version")?);
    let tables: rusqlite::Result<Vec<Option<String>>> = connection
        .prepare("SELECT sql FROM sqlite_schema")
        .and_then(|mut all| all.query_map([], |row| row.get(0))?.collect());
    let ours = |tables: &[Option<String>]| {
        SCHEMA.iter().all(|made| tables.iter().any(|table| table.as_deref() == Some(*made)))
    };
    match (marks, tables) {
        ((APPLICATION_ID, FORMAT_VERSION), Ok(tables)) if ours(&tables) => Ok(Contents::Entries),
        (_, Ok(tables)) if ours(&tables) => Ok(Contents::Unmarked),
        ((0, 0), Ok(tables)) if tables.is_empty() => Ok(Contents::Nothing),
        ((APPLICATION_ID, FORMAT_VERSION), Ok(_)) => {
            Err(failure(ffi::SQLITE_CORRUPT, "the tables do not match the schema of a store"))
        }
        // The header requires features of a later SQLite, which this format does not use.
        ((APPLICATION_ID, FORMAT_VERSION), Err(error))
            if error.sqlite_error_code() == Some(ErrorCode::Unknown) =>
        {
            Err(failure(ffi::SQLITE_CORRUPT, &error.to_string()))
        }
        ((APPLICATION_ID, _), Err(error)) => Err(error),
        (_, Err(error)) if !is_damage(&error) => Err(error),
        _ => Err(failure(
            ffi::SQLITE_MISMATCH,
            "the file is a database of another program or of a later maycrawl",
        )),
    }
}

pub(super) fn failure(code: i32, what: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), Some(what.to_owned()))
}

pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(error, _) => {
            matches!(error.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
                // The file was opened for writing, but its header requires a later SQLite.
                || error.extended_code == ffi::SQLITE_READONLY
        }
        // The store writes only text where it reads text, and only bytes where it reads bytes.
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::Utf8Error(..) => true,
        _ => false,
    }
}

/// The error of a command, as people read it.
pub(super) fn refused(error: &rusqlite::Error) -> StoreError {
    // SQLite could not write the shared memory beside the file, which is as long as the disk allows.
    let is_too_short = matches!(error, rusqlite::Error::SqliteFailure(error, _)
        if error.extended_code == ffi::SQLITE_IOERR_SHMSIZE);
    match error.sqlite_error_code() {
        _ if is_too_short => StoreError::Refused("the disk is full".to_owned()),
        Some(ErrorCode::DiskFull) => StoreError::Refused("the disk is full".to_owned()),
        Some(ErrorCode::DatabaseBusy) => {
            StoreError::Unavailable("another process has locked the file".to_owned())
        }
        Some(ErrorCode::TypeMismatch) => StoreError::NotAStore(error.to_string()),
        _ => StoreError::Refused(error.to_string()),
    }
}
