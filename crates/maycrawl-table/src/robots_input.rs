//! Robots.txt records from the files of a job: web archives, and tables with a column of bodies.

use std::borrow::Cow;
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    ArrowPrimitiveType, ArrowTimestampType, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt16Type, UInt32Type,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use maycrawl_policy::Policy;

use crate::archive::{ArchiveReader, RecordEnd, RobotsRecord};
use crate::column::Column;
use crate::error::{JobError, JobErrorKind};
use crate::files::InputFiles;
use crate::input::{BadRow, FileFormat};
use crate::row_group::{RowGroupReader, Types, row_groups};
use crate::text_rows::{CsvRows, Lines};

/// Rows of Parquet that are decoded at a time. A body has up to 500 KiB.
const BATCH_ROWS: usize = 256;
/// The columns of a table of robots.txt files, each with the names that it may have.
const URL: [&str; 2] = ["url", "origin"];
const BODY: [&str; 2] = ["robots", "body"];
const STATUS: [&str; 1] = ["status"];
const DATE: [&str; 1] = ["date"];
const COLUMNS: [&str; 6] = ["url", "origin", "robots", "body", "status", "date"];

/// What a file of records gives.
pub(crate) enum RobotsItem {
    Record(RobotsRecord),
    Bad(BadRow),
    /// A record of an archive that is not about a robots.txt.
    Skipped,
}

/// What a job does with each item.
pub(crate) type RobotsSink<'s> = dyn FnMut(RobotsItem) -> Result<(), JobError> + 's;

/// What was read of the robots.txt inputs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RobotsCounts {
    pub(crate) records: u64,
    /// Records about other pages.
    pub(crate) skipped: u64,
    pub(crate) bad: u64,
    /// Records that were cut short.
    pub(crate) cut: u64,
    /// Files whose end nothing announced.
    pub(crate) end_unknown: u64,
}

/// A row of a table of robots.txt files.
struct RobotsRow<'r> {
    url: Option<&'r [u8]>,
    body: Option<&'r [u8]>,
    status: Option<i64>,
    date: Option<Cow<'r, str>>,
}

impl RobotsCounts {
    pub(crate) fn count(&mut self, item: &RobotsItem) {
        match item {
            RobotsItem::Skipped => self.skipped += 1,
            RobotsItem::Bad(bad) => self.bad += bad.rows,
            RobotsItem::Record(record) => {
                self.records += 1;
                match record.end {
                    RecordEnd::Known => {}
                    RecordEnd::Unknown => self.end_unknown += 1,
                    RecordEnd::Cut => self.cut += 1,
                }
            }
        }
    }
}

/// Reads all records of a file, which `files` opens.
///
/// # Errors
/// The file cannot be read at all, or it has no usable columns. What one record lacks is a bad row.
pub(crate) fn read_robots(
    files: &dyn InputFiles,
    path: &Path,
    policy: Policy,
    sink: &mut RobotsSink<'_>,
) -> Result<(), JobError> {
    match FileFormat::from_path(path)? {
        FileFormat::Warc => ArchiveReader::open(files, path, policy)?.try_for_each(|read| {
            sink(match read {
                Ok(Some((record, _))) => RobotsItem::Record(record),
                Ok(None) => RobotsItem::Skipped,
                Err(bad) => RobotsItem::Bad(bad),
            })
        }),
        FileFormat::Parquet => read_parquet(files, path, policy, sink),
        FileFormat::Csv => read_csv(CsvRows::open(files, path, b',')?, path, policy, sink),
        FileFormat::Tsv => read_csv(CsvRows::open(files, path, b'\t')?, path, policy, sink),
        FileFormat::JsonLines => read_json_lines(Lines::open(files, path)?, path, policy, sink),
        FileFormat::Text => {
            let what = "a text file has no bodies; use WARC, Parquet, CSV or JSON Lines";
            Err(JobError::new(JobErrorKind::Format, what).at(path))
        }
    }
}

fn read_parquet(
    files: &dyn InputFiles,
    path: &Path,
    policy: Policy,
    sink: &mut RobotsSink<'_>,
) -> Result<(), JobError> {
    let (groups, names) = row_groups(files, path)?;
    check_columns(&names).map_err(|error| error.at(path))?;
    for group in groups {
        // The types of the writer: Parquet has none for seconds.
        for read in RowGroupReader::open(files, path, group, &COLUMNS, BATCH_ROWS, Types::Writer)? {
            match read {
                Ok((before, batch)) => read_batch(Some(path), before, &batch, policy, sink)?,
                Err(bad) => sink(RobotsItem::Bad(bad))?,
            }
        }
    }
    Ok(())
}

/// Reads the records of rows with the columns of a table. `path` is their file, and `before` the number of rows before
/// them. Bodies stay in the columns until the record of their row is made.
pub(crate) fn read_batch(
    path: Option<&Path>,
    before: u64,
    batch: &RecordBatch,
    policy: Policy,
    sink: &mut RobotsSink<'_>,
) -> Result<(), JobError> {
    let array = |names: &[&str]| names.iter().find_map(|name| batch.column_by_name(name));
    let wrong = |what: String| JobError::new(JobErrorKind::Columns, what).at(path);
    let text = |names: &[&'static str]| {
        let column = array(names).map(|array| Column::of(array, names[0]));
        column.transpose().map_err(|error| wrong(error.to_string()))
    };
    let (urls, bodies) = (text(&URL)?, text(&BODY)?);
    let statuses = array(&STATUS).map(integers).transpose().map_err(wrong)?;
    let times = array(&DATE).filter(|dates| dates.data_type().is_temporal());
    let times = times.map(timestamps).transpose().map_err(wrong)?;
    let dates = if times.is_none() { text(&DATE)? } else { None };
    for row in 0..batch.num_rows() {
        let written = || dates.as_ref()?.get(row).map(String::from_utf8_lossy);
        let time = times.as_ref().map(|times| times[row].as_deref().map(Cow::Borrowed));
        let robots = RobotsRow {
            url: urls.as_ref().and_then(|urls| urls.get(row)),
            body: bodies.as_ref().and_then(|bodies| bodies.get(row)),
            status: statuses.as_ref().and_then(|statuses| statuses[row]),
            date: time.unwrap_or_else(written),
        };
        sink(robots.read(path, before.saturating_add(row as u64 + 1), policy))?;
    }
    Ok(())
}

/// A column of integers of any type.
fn integers(array: &ArrayRef) -> Result<Vec<Option<i64>>, String> {
    fn read<T: ArrowPrimitiveType<Native: Into<i64>>>(array: &ArrayRef) -> Vec<Option<i64>> {
        array.as_primitive::<T>().iter().map(|number| number.map(Into::into)).collect()
    }
    Ok(match array.data_type() {
        DataType::Int16 => read::<Int16Type>(array),
        DataType::Int32 => read::<Int32Type>(array),
        DataType::Int64 => read::<Int64Type>(array),
        DataType::UInt16 => read::<UInt16Type>(array),
        DataType::UInt32 => read::<UInt32Type>(array),
        other => return Err(format!("column `status` has type {other}; it must be an integer")),
    })
}

/// A column of timestamps, as text.
fn timestamps(array: &ArrayRef) -> Result<Vec<Option<String>>, String> {
    fn read<T: ArrowTimestampType>(array: &ArrayRef, nanoseconds: i128) -> Vec<Option<String>> {
        let text = |time| jiff::Timestamp::from_nanosecond(i128::from(time) * nanoseconds).ok();
        let text = |time: Option<i64>| time.and_then(text).map(|time| time.to_string());
        array.as_primitive::<T>().iter().map(text).collect()
    }
    Ok(match array.data_type() {
        DataType::Timestamp(TimeUnit::Second, _) => {
            read::<TimestampSecondType>(array, 1_000_000_000)
        }
        DataType::Timestamp(TimeUnit::Millisecond, _) => {
            read::<TimestampMillisecondType>(array, 1_000_000)
        }
        DataType::Timestamp(TimeUnit::Microsecond, _) => {
            read::<TimestampMicrosecondType>(array, 1000)
        }
        DataType::Timestamp(TimeUnit::Nanosecond, _) => read::<TimestampNanosecondType>(array, 1),
        other => {
            return Err(format!("column `date` has type {other}; it must be text or a timestamp"));
        }
    })
}

fn read_csv(
    (mut rows, names): (CsvRows, Vec<String>),
    path: &Path,
    policy: Policy,
    sink: &mut RobotsSink<'_>,
) -> Result<(), JobError> {
    check_columns(&names).map_err(|error| error.at(path))?;
    let at = |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_str()));
    let [url, body, status, date] = [at(&URL), at(&BODY), at(&STATUS), at(&DATE)];
    while let Some(read) = rows.next() {
        let number = match read {
            Ok(number) => number,
            // Where the next record begins is not known, so nothing after this one is read.
            Err(bad) => return sink(RobotsItem::Bad(bad)),
        };
        let cell = |at: Option<usize>| rows.record.get(at?);
        let written = cell(status).filter(|text| !text.is_empty());
        let parse = |text| std::str::from_utf8(text).ok()?.trim().parse::<i64>().ok();
        let status = written.and_then(parse);
        if written.is_some() && status.is_none() {
            sink(RobotsItem::Bad(rows.bad("the status is not a number", written)))?;
            continue;
        }
        let date = cell(date).map(String::from_utf8_lossy);
        let robots = RobotsRow { url: cell(url), body: cell(body), status, date };
        sink(robots.read(Some(path), number, policy))?;
    }
    Ok(())
}

fn read_json_lines(
    mut lines: Lines,
    path: &Path,
    policy: Policy,
    sink: &mut RobotsSink<'_>,
) -> Result<(), JobError> {
    while let Some(read) = lines.next()? {
        let item = read.and_then(|number| {
            let row: JsonRow = serde_json::from_slice(&lines.line)
                .map_err(|error| lines.bad(format!("not a row: {error}")))?;
            let robots = RobotsRow {
                url: row.url.as_deref().map(str::as_bytes),
                body: row.robots.as_deref().map(str::as_bytes),
                status: row.status,
                date: row.date.as_deref().map(Cow::Borrowed),
            };
            Ok(robots.read(Some(path), number, policy))
        });
        sink(item.unwrap_or_else(RobotsItem::Bad))?;
    }
    Ok(())
}

#[derive(serde::Deserialize)]
struct JsonRow {
    #[serde(alias = "origin")]
    url: Option<String>,
    #[serde(alias = "body")]
    robots: Option<String>,
    status: Option<i64>,
    date: Option<String>,
}

impl RobotsRow<'_> {
    /// The record of the row, or why there is none.
    fn read(&self, path: Option<&Path>, number: u64, policy: Policy) -> RobotsItem {
        let record = match self.url.map(String::from_utf8_lossy) {
            None => Err("the row has no URL".to_owned()),
            Some(url) => {
                let date = self.date.as_deref();
                RobotsRecord::from_row(&url, self.body, self.status, date, policy)
            }
        };
        record.map_or_else(
            |reason| RobotsItem::Bad(BadRow::new(path, number, reason, self.url)),
            RobotsItem::Record,
        )
    }
}

/// Whether a table with these columns has records.
pub(crate) fn check_columns(names: &[String]) -> Result<(), JobError> {
    let has = |wanted: &[&str]| names.iter().any(|name| wanted.contains(&name.as_str()));
    if has(&URL) && (has(&BODY) || has(&STATUS)) {
        return Ok(());
    }
    let what = format!(
        "the table has the columns {}; it needs `url` (or `origin`) and `robots` (or `body`), and may have `status` and `date`",
        names.join(", ")
    );
    Err(JobError::new(JobErrorKind::Columns, what))
}
