//! The rows of a Parquet file as lines.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, RecordBatch};
use arrow_json::LineDelimitedWriter;

use crate::error::{JobError, JobErrorKind};
use crate::files::LocalFiles;
use crate::input::BadRow;
use crate::row_group::{RowGroup, RowGroupReader, Types, row_groups};

/// Rows that are decoded at once.
const BATCH_ROWS: usize = 1024;

/// The rows of a Parquet file, each as a line with an object of JSON that has the columns with a value. A reader of
/// JSON logs reads logs in Parquet so. Times are ISO 8601.
///
/// Cost: one row group is open at a time, and 1,024 rows are in memory.
///
/// # Errors
/// If it is no Parquet file that can be opened. What cannot be decoded later is an error of the reader.
pub fn json_lines(path: &Path) -> Result<impl Read + Send + use<>, JobError> {
    Lines::open(path, None, as_json)
}

/// The rows of a file of [`EvidenceWriter`](super::EvidenceWriter), as `maycrawl audit --evidence` writes them as JSON
/// Lines.
///
/// # Errors
/// As [`json_lines`]; or if the file has no column `evidence`.
pub fn evidence_lines(path: &Path) -> Result<impl Read + Send + use<>, JobError> {
    Lines::open(path, Some("evidence"), as_evidence)
}

type AsLines = fn(&RecordBatch, &mut Vec<u8>) -> Result<(), String>;

struct Lines {
    path: std::path::PathBuf,
    columns: Vec<String>,
    groups: VecDeque<RowGroup>,
    rows: Option<RowGroupReader>,
    as_lines: AsLines,
    bytes: Vec<u8>,
    at: usize,
}

impl Lines {
    fn open(path: &Path, only: Option<&str>, as_lines: AsLines) -> Result<Self, JobError> {
        let (groups, mut columns) = row_groups(&LocalFiles, path)?;
        if let Some(only) = only {
            if !columns.iter().any(|name| name == only) {
                let what = format!("it has no column `{only}`");
                return Err(JobError::new(JobErrorKind::Columns, what).at(path));
            }
            columns = vec![only.to_owned()];
        }
        let (groups, path) = (groups.into(), path.to_owned());
        Ok(Self { path, columns, groups, rows: None, as_lines, bytes: Vec::new(), at: 0 })
    }

    /// The next rows as lines; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        loop {
            if let Some(batch) = self.rows.as_mut().and_then(Iterator::next) {
                let (_, batch) = batch.map_err(|bad: BadRow| io::Error::other(bad.reason))?;
                (self.at, self.bytes) = (0, Vec::new());
                (self.as_lines)(&batch, &mut self.bytes).map_err(io::Error::other)?;
                return Ok(true);
            }
            let Some(group) = self.groups.pop_front() else { return Ok(false) };
            let columns: Vec<&str> = self.columns.iter().map(String::as_str).collect();
            let types = Types::Writer;
            let rows =
                RowGroupReader::open(&LocalFiles, &self.path, group, &columns, BATCH_ROWS, types);
            self.rows = Some(rows.map_err(io::Error::other)?);
        }
    }
}

impl Read for Lines {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at >= self.bytes.len() {
            if !self.fill()? {
                return Ok(0);
            }
        }
        let count = (&self.bytes[self.at..]).read(into)?;
        self.at += count;
        Ok(count)
    }
}

fn as_json(batch: &RecordBatch, bytes: &mut Vec<u8>) -> Result<(), String> {
    let mut writer = LineDelimitedWriter::new(bytes);
    writer.write(batch).and_then(|()| writer.finish()).map_err(|error| error.to_string())
}

fn as_evidence(batch: &RecordBatch, bytes: &mut Vec<u8>) -> Result<(), String> {
    let rows = batch.column(0).as_string_opt::<i32>().ok_or("the column `evidence` is no text")?;
    for row in 0..rows.len() {
        bytes.extend_from_slice(rows.value(row).as_bytes());
        bytes.push(b'\n');
    }
    Ok(())
}
