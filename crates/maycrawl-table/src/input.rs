//! Input files: their formats, lines with a bound, and rows that cannot be used.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::read::MultiGzDecoder;
use serde::Serialize;

use crate::files::{InputFile, InputFiles};

/// The longest line or CSV record: 4 MiB. A longer one is a bad row.
pub(crate) const MAX_LINE_BYTES: usize = 4 << 20;
/// Bytes of a bad row that the side file shows.
const MAX_SHOWN_BYTES: usize = 200;

/// The format of a file, by the end of its name. All but Parquet may be compressed with gzip and end with `.gz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// `.parquet`
    Parquet,
    /// `.csv`: commas, with a line of names.
    Csv,
    /// `.tsv`: tabs, with a line of names.
    Tsv,
    /// `.jsonl`, `.ndjson` or `.json`: one object a line.
    JsonLines,
    /// `.txt`: one URL a line.
    Text,
    /// `.warc`
    Warc,
}

impl FileFormat {
    /// The format of the file at `path`.
    ///
    /// # Errors
    /// The name has another end.
    pub fn of(path: &Path) -> Result<Self, JobError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let bare = name.strip_suffix(".gz").unwrap_or(&name);
        match bare.rsplit_once('.').map(|(_, end)| end) {
            Some("parquet") => Ok(Self::Parquet),
            Some("csv") => Ok(Self::Csv),
            Some("tsv") => Ok(Self::Tsv),
            Some("jsonl" | "ndjson" | "json") => Ok(Self::JsonLines),
            Some("txt") => Ok(Self::Text),
            Some("warc") => Ok(Self::Warc),
            _ => Err(JobError::new(
                path,
                "the format is not known; name the file .parquet, .csv, .tsv, .jsonl, .txt or .warc (.gz)",
            )),
        }
    }
}

/// Why a job or a query cannot go on: where, and what.
#[derive(Debug)]
pub struct JobError {
    place: PathBuf,
    what: String,
}

impl JobError {
    pub(crate) fn new(place: &Path, what: impl fmt::Display) -> Self {
        Self { place: place.to_owned(), what: what.to_string() }
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.as_os_str().is_empty() {
            return f.write_str(&self.what);
        }
        write!(f, "{}: {}", self.place.display(), self.what)
    }
}

impl std::error::Error for JobError {}

/// A row of the input that cannot be used. The side file has one JSON object for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BadRow {
    /// The file.
    pub input: String,
    /// The number of the row or record in its file, from 1.
    pub row: u64,
    /// The number of rows that are lost with it: 1, or all of a part of a Parquet file that cannot be read.
    pub rows: u64,
    /// What is wrong.
    pub reason: String,
    /// The beginning of the row or of its URL, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl BadRow {
    pub(crate) fn new(
        input: &Path,
        row: u64,
        reason: impl Into<String>,
        value: Option<&[u8]>,
    ) -> Self {
        let shown = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_SHOWN_BYTES)]);
            text.into_owned()
        };
        Self {
            input: input.display().to_string(),
            row,
            rows: 1,
            reason: reason.into(),
            value: value.map(shown),
        }
    }

    /// The rows of a row group that cannot be decoded: all but the first `done`.
    pub(crate) fn rest_of_group(
        input: &Path,
        group: usize,
        before: u64,
        done: u64,
        rows: u64,
        error: &dyn fmt::Display,
    ) -> Self {
        let reason = format!("the rest of row group {group} cannot be read: {error}");
        let rows = rows.saturating_sub(done);
        Self { rows, ..Self::new(input, before + done + 1, reason, None) }
    }
}

/// Opens a file, and decompresses it if its name ends with `.gz`.
pub(crate) fn open(files: &dyn InputFiles, path: &Path) -> Result<Box<dyn Read + Send>, JobError> {
    let file = open_raw(files, path)?;
    Ok(if is_gzip(path) {
        Box::new(MultiGzDecoder::new(BufReader::new(file)))
    } else {
        Box::new(file)
    })
}

/// True if the name of the file ends with `.gz`.
pub(crate) fn is_gzip(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("gz"))
}

/// Opens a file as it is.
pub(crate) fn open_raw(files: &dyn InputFiles, path: &Path) -> Result<InputFile, JobError> {
    files.open(path).map_err(|error| JobError::new(path, error))
}

/// The lines of a file, each with a bound.
pub(crate) struct Lines<R> {
    input: R,
    /// The number of the last line, from 1.
    pub(crate) number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, number: 0 }
    }

    /// Reads the next line, without its end, into `line`. `None` at the end; false for a line that is too long, of
    /// which `line` has the beginning.
    pub(crate) fn next(&mut self, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
        line.clear();
        let limit = MAX_LINE_BYTES as u64 + 1;
        if (&mut self.input).take(limit).read_until(b'\n', line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let is_whole = line.len() <= MAX_LINE_BYTES;
        if !is_whole && line.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(is_whole))
    }
}

/// Input of a CSV reader, which has no limit of its own: a quotation mark without its second one would make the rest of
/// the file one record.
pub(crate) struct RecordLimit<R> {
    input: R,
    read: Arc<AtomicUsize>,
}

/// Resets the limit for the next record.
#[derive(Clone)]
pub(crate) struct RecordStart(Arc<AtomicUsize>);

impl<R: Read> RecordLimit<R> {
    pub(crate) fn new(input: R) -> (Self, RecordStart) {
        let read = Arc::new(AtomicUsize::new(0));
        (Self { input, read: Arc::clone(&read) }, RecordStart(read))
    }
}

impl RecordStart {
    pub(crate) fn mark(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

impl<R: Read> Read for RecordLimit<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read.load(Ordering::Relaxed) > MAX_LINE_BYTES {
            return Err(io::Error::other(
                "a record is longer than 4 MiB; a quotation mark may be missing",
            ));
        }
        let read = self.input.read(buffer)?;
        self.read.fetch_add(read, Ordering::Relaxed);
        Ok(read)
    }
}
