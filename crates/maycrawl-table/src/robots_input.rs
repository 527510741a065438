//! Robots.txt records from the files of a job: web archives, and tables with a column of bodies.

use std::io::BufReader;
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use maycrawl_fetch::Policy;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::archive::{RecordEnd, RobotsRecord};
use crate::column::Column;
use crate::files::InputFiles;
use crate::input::{BadRow, FileFormat, JobError, Lines, RecordLimit, open, open_raw};
use crate::warc::WarcReader;

/// Rows of Parquet that are decoded at a time. A body has up to 500 KiB.
const BATCH_ROWS: usize = 256;
/// The columns of a table of robots.txt files. `url` may also be called `origin`, and `robots` `body`.
const COLUMNS: [&str; 6] = ["url", "origin", "robots", "body", "status", "date"];

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

impl RobotsCounts {
    pub(crate) fn count(&mut self, record: &RobotsRecord) {
        self.records += 1;
        match record.end {
            RecordEnd::Known => {}
            RecordEnd::Unknown => self.end_unknown += 1,
            RecordEnd::Cut => self.cut += 1,
        }
    }
}

/// What a job does with each record and each bad row.
pub(crate) trait RobotsSink {
    fn record(&mut self, record: RobotsRecord) -> Result<(), JobError>;
    fn bad(&mut self, bad: BadRow) -> Result<(), JobError>;
    /// A record of an archive that is not about a robots.txt.
    fn skipped(&mut self);
}

/// Reads all records of a file, which `files` opens.
///
/// # Errors
/// The file cannot be read at all, or it has no usable columns. What one record lacks is a bad row.
pub(crate) fn read_robots(
    files: &dyn InputFiles,
    path: &Path,
    policy: Policy,
    sink: &mut dyn RobotsSink,
) -> Result<(), JobError> {
    match FileFormat::of(path)? {
        FileFormat::Warc => read_warc(files, path, policy, sink),
        FileFormat::Parquet => read_parquet(files, path, policy, sink),
        FileFormat::Csv => read_csv(files, path, b',', policy, sink),
        FileFormat::Tsv => read_csv(files, path, b'\t', policy, sink),
        FileFormat::JsonLines => read_json_lines(files, path, policy, sink),
        FileFormat::Text => Err(JobError::new(
            path,
            "a text file has no bodies; use WARC, Parquet, CSV or JSON Lines",
        )),
    }
}

fn read_warc(
    files: &dyn InputFiles,
    path: &Path,
    policy: Policy,
    sink: &mut dyn RobotsSink,
) -> Result<(), JobError> {
    let reader =
        WarcReader::new(open_raw(files, path)?).map_err(|error| JobError::new(path, error))?;
    for record in reader {
        match record {
            Ok(record) => match RobotsRecord::from_warc(&record, policy) {
                Ok(Some(robots)) => sink.record(robots)?,
                Ok(None) => sink.skipped(),
                Err(reason) => {
                    let uri = Some(record.target_uri.as_bytes());
                    sink.bad(BadRow::new(path, record.number, reason, uri))?;
                }
            },
            Err(bad) => sink.bad(BadRow::new(path, bad.number, bad.reason, None))?,
        }
    }
    Ok(())
}

fn read_parquet(
    files: &dyn InputFiles,
    path: &Path,
    policy: Policy,
    sink: &mut dyn RobotsSink,
) -> Result<(), JobError> {
    let cannot = |error: parquet::errors::ParquetError| JobError::new(path, error);
    let builder =
        ParquetRecordBatchReaderBuilder::try_new(open_raw(files, path)?).map_err(cannot)?;
    let groups = builder.metadata().num_row_groups();
    let names = builder.schema().fields().iter().map(|field| field.name().clone());
    check_columns(path, &names.collect::<Vec<_>>())?;
    let mut first = 0_u64;
    for group in 0..groups {
        let builder =
            ParquetRecordBatchReaderBuilder::try_new(open_raw(files, path)?).map_err(cannot)?;
        let rows = u64::try_from(builder.metadata().row_group(group).num_rows()).unwrap_or(0);
        let mask = ProjectionMask::columns(builder.parquet_schema(), COLUMNS);
        let reader = builder
            .with_projection(mask)
            .with_row_groups(vec![group])
            .with_batch_size(BATCH_ROWS)
            .build()
            .map_err(cannot)?;
        let mut done = 0;
        for batch in reader {
            match batch {
                Ok(batch) => {
                    read_batch(path, first + done, &batch, policy, sink)?;
                    done += batch.num_rows() as u64;
                }
                Err(error) => {
                    sink.bad(BadRow::rest_of_group(path, group, first, done, rows, &error))?;
                    break;
                }
            }
        }
        first += rows;
    }
    Ok(())
}

/// Reads the records of rows with the columns of a table.
pub(crate) fn read_batch(
    path: &Path,
    before: u64,
    batch: &RecordBatch,
    policy: Policy,
    sink: &mut dyn RobotsSink,
) -> Result<(), JobError> {
    let column = |names: [&str; 2]| names.iter().find_map(|name| batch.column_by_name(name));
    let text = |array: Option<&'_ ArrayRef>| -> Result<Option<Vec<Option<Vec<u8>>>>, JobError> {
        let Some(array) = array else { return Ok(None) };
        let column = Column::of(array, "column").map_err(|error| JobError::new(path, error))?;
        Ok(Some((0..array.len()).map(|row| column.get(row).map(<[u8]>::to_vec)).collect()))
    };
    let urls = text(column(["url", "origin"]))?;
    let bodies = text(column(["robots", "body"]))?;
    let dates = match batch.column_by_name("date") {
        Some(array) if array.data_type().is_temporal() => Some(timestamps(path, array)?),
        array => text(array)?,
    };
    let statuses = batch.column_by_name("status").map(|array| statuses(path, array)).transpose()?;
    for row in 0..batch.num_rows() {
        let cell = |column: &Option<Vec<Option<Vec<u8>>>>| {
            column.as_ref().and_then(|values| values[row].clone())
        };
        let row_of = RobotsRow {
            url: cell(&urls),
            body: cell(&bodies),
            status: statuses.as_ref().and_then(|values| values[row]),
            date: cell(&dates),
        };
        row_of.send(path, before + row as u64 + 1, policy, sink)?;
    }
    Ok(())
}

/// A column of integers of any type.
fn statuses(path: &Path, array: &ArrayRef) -> Result<Vec<Option<i64>>, JobError> {
    use arrow_array::types::{Int16Type, Int32Type, UInt16Type, UInt32Type};
    use arrow_schema::DataType;
    Ok(match array.data_type() {
        DataType::Int16 => {
            array.as_primitive::<Int16Type>().iter().map(|n| n.map(i64::from)).collect()
        }
        DataType::Int32 => {
            array.as_primitive::<Int32Type>().iter().map(|n| n.map(i64::from)).collect()
        }
        DataType::Int64 => array.as_primitive::<Int64Type>().iter().collect(),
        DataType::UInt16 => {
            array.as_primitive::<UInt16Type>().iter().map(|n| n.map(i64::from)).collect()
        }
        DataType::UInt32 => {
            array.as_primitive::<UInt32Type>().iter().map(|n| n.map(i64::from)).collect()
        }
        other => {
            return Err(JobError::new(
                path,
                format!("column `status` has type {other}; it must be an integer"),
            ));
        }
    })
}

/// A column of timestamps as text.
fn timestamps(path: &Path, array: &ArrayRef) -> Result<Vec<Option<Vec<u8>>>, JobError> {
    use arrow_array::types::{
        TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
        TimestampSecondType,
    };
    use arrow_schema::{DataType, TimeUnit};
    let text = |nanoseconds: i128| {
        jiff::Timestamp::from_nanosecond(nanoseconds).map(|time| time.to_string().into_bytes()).ok()
    };
    let times: Vec<Option<i128>> = match array.data_type() {
        DataType::Timestamp(TimeUnit::Second, _) => array
            .as_primitive::<TimestampSecondType>()
            .iter()
            .map(|n| n.map(|n| i128::from(n) * 1_000_000_000))
            .collect(),
        DataType::Timestamp(TimeUnit::Millisecond, _) => array
            .as_primitive::<TimestampMillisecondType>()
            .iter()
            .map(|n| n.map(|n| i128::from(n) * 1_000_000))
            .collect(),
        DataType::Timestamp(TimeUnit::Microsecond, _) => array
            .as_primitive::<TimestampMicrosecondType>()
            .iter()
            .map(|n| n.map(|n| i128::from(n) * 1000))
            .collect(),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => array
            .as_primitive::<TimestampNanosecondType>()
            .iter()
            .map(|n| n.map(i128::from))
            .collect(),
        other => {
            return Err(JobError::new(
                path,
                format!("column `date` has type {other}; it must be text or a timestamp"),
            ));
        }
    };
    Ok(times.into_iter().map(|time| time.and_then(text)).collect())
}

fn read_csv(
    files: &dyn InputFiles,
    path: &Path,
    delimiter: u8,
    policy: Policy,
    sink: &mut dyn RobotsSink,
) -> Result<(), JobError> {
    let (input, start) = RecordLimit::new(open(files, path)?);
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(input);
    let names = reader.byte_headers().map_err(|error| JobError::new(path, error))?;
    let names: Vec<String> =
        names.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
    check_columns(path, &names)?;
    let at = |wanted: [&str; 2]| names.iter().position(|name| wanted.contains(&name.as_str()));
    let (url, body, status, date) = (
        at(["url", "origin"]),
        at(["robots", "body"]),
        at(["status", "status"]),
        at(["date", "date"]),
    );
    let mut record = csv::ByteRecord::new();
    let mut number = 0;
    loop {
        number += 1;
        start.mark();
        match reader.read_byte_record(&mut record) {
            Ok(false) => return Ok(()),
            Ok(true) => {}
            Err(error) => {
                let reason = format!("the rest of the file cannot be read: {error}");
                return sink.bad(BadRow::new(path, number, reason, None));
            }
        }
        let cell = |at: Option<usize>| record.get(at?).map(<[u8]>::to_vec);
        let number_in = cell(status).filter(|text| !text.is_empty());
        let parsed = number_in
            .as_ref()
            .map(|text| std::str::from_utf8(text).ok().and_then(|text| text.trim().parse().ok()));
        if parsed == Some(None) {
            sink.bad(BadRow::new(
                path,
                number,
                "the status is not a number",
                number_in.as_deref(),
            ))?;
            continue;
        }
        let row = RobotsRow {
            url: cell(url),
            body: cell(body),
            status: parsed.flatten(),
            date: cell(date),
        };
        row.send(path, number, policy, sink)?;
    }
}

fn read_json_lines(
    files: &dyn InputFiles,
    path: &Path,
    policy: Policy,
    sink: &mut dyn RobotsSink,
) -> Result<(), JobError> {
    let mut lines = Lines::new(BufReader::new(open(files, path)?));
    let mut line = Vec::new();
    while let Some(is_whole) = lines
        .next(&mut line)
        .map_err(|error| JobError::new(path, format!("after line {}: {error}", lines.number)))?
    {
        if line.trim_ascii().is_empty() {
            continue;
        }
        if !is_whole {
            sink.bad(BadRow::new(
                path,
                lines.number,
                "the line is longer than 4 MiB",
                Some(&line),
            ))?;
            continue;
        }
        match serde_json::from_slice::<JsonRow>(&line) {
            Ok(row) => {
                let bytes = |text: Option<String>| text.map(String::into_bytes);
                let row = RobotsRow {
                    url: bytes(row.url),
                    body: bytes(row.robots),
                    status: row.status,
                    date: bytes(row.date),
                };
                row.send(path, lines.number, policy, sink)?;
            }
            Err(error) => sink.bad(BadRow::new(
                path,
                lines.number,
                format!("not a row: {error}"),
                Some(&line),
            ))?,
        }
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

/// A row of a table of robots.txt files.
struct RobotsRow {
    url: Option<Vec<u8>>,
    body: Option<Vec<u8>>,
    status: Option<i64>,
    date: Option<Vec<u8>>,
}

impl RobotsRow {
    fn send(
        &self,
        path: &Path,
        number: u64,
        policy: Policy,
        sink: &mut dyn RobotsSink,
    ) -> Result<(), JobError> {
        let text = |bytes: &'_ Option<Vec<u8>>| {
            bytes.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        };
        let record = match text(&self.url) {
            None => Err("the row has no URL".to_owned()),
            Some(url) => RobotsRecord::from_row(
                &url,
                self.body.as_deref(),
                self.status,
                text(&self.date).as_deref(),
                policy,
            ),
        };
        match record {
            Ok(record) => sink.record(record),
            Err(reason) => sink.bad(BadRow::new(path, number, reason, self.url.as_deref())),
        }
    }
}

pub(crate) fn check_columns(path: &Path, names: &[String]) -> Result<(), JobError> {
    let has = |wanted: [&str; 2]| names.iter().any(|name| wanted.contains(&name.as_str()));
    if has(["url", "origin"]) && (has(["robots", "body"]) || has(["status", "status"])) {
        return Ok(());
    }
    let what = format!(
        "the table has the columns {}; it needs `url` (or `origin`) and `robots` (or `body`), and may have `status` and `date`",
        names.join(", ")
    );
    Err(JobError::new(path, what))
}
