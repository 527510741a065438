//! URLs from the files of a job, in units: a row group of a Parquet file, or a run of lines of another file.
//!
//! A unit becomes one part of the output. The division into units depends only on the files and on the limits of a
//! unit, so a job that was interrupted finds the same units again.

use std::borrow::Cow;
use std::iter::once;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, StringArray};

use crate::column::shared;
use crate::error::{JobError, JobErrorKind};
use crate::files::InputFiles;
use crate::input::{BadRow, FileFormat};
use crate::row_group::{self, RowGroup, RowGroupReader, Types};
use crate::text_rows::{CsvRows, Lines, ReadRow};

/// Rows of Parquet that are decoded at a time.
pub(crate) const BATCH_ROWS: usize = 16 << 10;
/// The column of URLs.
pub(crate) const URL_COLUMN: &str = "url";

/// One unit of the input.
pub(crate) struct Unit {
    /// Its number in the job, from 0.
    #[cfg_attr(not(feature = "jobs"), allow(dead_code))] // only jobs number their units
    pub(crate) number: u64,
    /// The file.
    pub(crate) input: PathBuf,
    pub(crate) rows: UnitRows,
}

pub(crate) enum UnitRows {
    RowGroup(RowGroup),
    /// Rows that are read already.
    Read(UrlBatch),
}

/// Some rows of a unit.
pub(crate) struct UrlBatch {
    pub(crate) urls: ArrayRef,
    numbers: RowNumbers,
    /// The rows between them that cannot be read.
    pub(crate) bad: Vec<BadRow>,
}

/// The numbers of rows in their file, from 1.
enum RowNumbers {
    /// So many rows are before the first one.
    After(u64),
    Each(Vec<u64>),
}

/// Gives the units of all files, in order.
pub(crate) struct UnitSource<'f> {
    files: &'f dyn InputFiles,
    inputs: std::vec::IntoIter<PathBuf>,
    next: u64,
    max_rows: usize,
    max_bytes: usize,
    current: Option<(PathBuf, FileReader)>,
}

enum FileReader {
    Parquet(std::vec::IntoIter<RowGroup>),
    Text(Lines),
    Json(Lines),
    Csv { rows: Box<CsvRows>, column: usize },
}

impl Unit {
    /// Reads the rows in batches.
    ///
    /// # Errors
    /// The file cannot be opened. What cannot be decoded is a bad row.
    pub(crate) fn batches(
        self,
        files: &dyn InputFiles,
    ) -> Result<Box<dyn Iterator<Item = UrlBatch>>, JobError> {
        let group = match self.rows {
            UnitRows::Read(batch) => return Ok(Box::new(once(batch))),
            UnitRows::RowGroup(group) => group,
        };
        let (columns, types) = (&[URL_COLUMN], Types::Parquet);
        let reader = RowGroupReader::open(files, &self.input, group, columns, BATCH_ROWS, types)?;
        let none = |rows| shared(StringArray::new_null(rows));
        Ok(Box::new(reader.map(move |read| {
            let (before, urls, bad) = match read {
                // Each row of a file without the column is a bad one.
                Ok((before, batch)) => match batch.columns().first() {
                    Some(urls) => (before, Arc::clone(urls), Vec::new()),
                    None => (before, none(batch.num_rows()), Vec::new()),
                },
                Err(bad) => (0, none(0), vec![bad]),
            };
            UrlBatch { urls, numbers: RowNumbers::After(before), bad }
        })))
    }
}

impl UrlBatch {
    /// The number of a URL in its file, from 1.
    pub(crate) fn number(&self, row: usize) -> u64 {
        match &self.numbers {
            RowNumbers::After(before) => before.saturating_add(row as u64 + 1),
            RowNumbers::Each(numbers) => numbers.get(row).copied().unwrap_or(0),
        }
    }
}

impl<'f> UnitSource<'f> {
    /// The units of `inputs`. A unit of lines has at most the given number of rows, and
    /// little more than the given number of bytes.
    pub(crate) fn new(
        files: &'f dyn InputFiles,
        inputs: Vec<PathBuf>,
        max_rows: usize,
        max_bytes: usize,
    ) -> Self {
        Self { files, inputs: inputs.into_iter(), next: 0, max_rows, max_bytes, current: None }
    }

    /// The next unit; `None` after the last one.
    ///
    /// # Errors
    /// If a file cannot be opened or has no column `url`.
    pub(crate) fn next(&mut self) -> Result<Option<Unit>, JobError> {
        loop {
            let Some((path, reader)) = &mut self.current else {
                let Some(path) = self.inputs.next() else { return Ok(None) };
                let reader = FileReader::open(self.files, &path)?;
                self.current = Some((path, reader));
                continue;
            };
            if let Some(rows) = reader.unit(self.max_rows, self.max_bytes)? {
                self.next += 1;
                return Ok(Some(Unit { number: self.next - 1, input: path.clone(), rows }));
            }
            self.current = None;
        }
    }
}

impl FileReader {
    fn open(files: &dyn InputFiles, path: &Path) -> Result<Self, JobError> {
        let delimiter = match FileFormat::from_path(path)? {
            FileFormat::Parquet => return Ok(Self::Parquet(row_groups(files, path)?.into_iter())),
            FileFormat::JsonLines => return Ok(Self::Json(Lines::open(files, path)?)),
            FileFormat::Text => return Ok(Self::Text(Lines::open(files, path)?)),
            FileFormat::Csv => b',',
            FileFormat::Tsv => b'\t',
            FileFormat::Warc => {
                let what =
                    "a web archive is not a list of URLs; use Parquet, CSV, JSON Lines or text";
                return Err(JobError::new(JobErrorKind::Format, what).at(path));
            }
        };
        let (rows, names) = CsvRows::open(files, path, delimiter)?;
        let column = url_column(path, &names)?;
        Ok(Self::Csv { rows: Box::new(rows), column })
    }

    /// The rows of the next unit.
    fn unit(&mut self, max_rows: usize, max_bytes: usize) -> Result<Option<UnitRows>, JobError> {
        if let Self::Parquet(groups) = self {
            return Ok(groups.next().map(UnitRows::RowGroup));
        }
        let (mut numbers, mut bad) = (Vec::new(), Vec::new());
        let mut urls = StringBuilder::new();
        let (mut seen, mut bytes) = (0, 0);
        while seen < max_rows && bytes < max_bytes {
            match self.url()? {
                None => break,
                Some(Err(row)) => bad.push(row),
                Some(Ok((number, url))) => {
                    numbers.push(number);
                    bytes += url.len();
                    urls.append_value(url);
                }
            }
            // What a row costs besides its text.
            bytes += 64;
            seen += 1;
        }
        let numbers = RowNumbers::Each(numbers);
        let batch = UrlBatch { urls: shared(urls.finish()), numbers, bad };
        Ok((seen > 0).then_some(UnitRows::Read(batch)))
    }

    /// Reads one row of text: its number and its URL.
    fn url(&mut self) -> ReadRow<(u64, Cow<'_, str>)> {
        Ok(match self {
            Self::Parquet(_) => None,
            Self::Text(lines) => lines.next()?.map(|read| {
                let text = std::str::from_utf8(&lines.line);
                let url = text.map(|text| Cow::Borrowed(text.trim()));
                Ok((read?, url.map_err(|_| lines.bad("the URL is not UTF-8"))?))
            }),
            Self::Json(lines) => lines.next()?.map(|read| {
                let number = read?;
                match serde_json::from_slice(&lines.line) {
                    Ok(JsonUrl { url: Some(url) }) => Ok((number, Cow::Owned(url))),
                    Ok(JsonUrl { url: None }) => Err(lines.bad("the row has no URL")),
                    Err(error) => Err(lines.bad(format!("not a row: {error}"))),
                }
            }),
            Self::Csv { rows, column } => rows.next().map(|read| {
                let number = read?;
                let cell = rows.record.get(*column);
                match cell.map(std::str::from_utf8) {
                    None | Some(Ok("")) => Err(rows.bad("the row has no URL", cell)),
                    Some(Err(_)) => Err(rows.bad("the URL is not UTF-8", cell)),
                    Some(Ok(url)) => Ok((number, Cow::Borrowed(url))),
                }
            }),
        })
    }
}

#[derive(serde::Deserialize)]
struct JsonUrl {
    url: Option<String>,
}

/// The row groups of a file that has a column of URLs.
pub(crate) fn row_groups(files: &dyn InputFiles, path: &Path) -> Result<Vec<RowGroup>, JobError> {
    let (groups, names) = row_group::row_groups(files, path)?;
    url_column(path, &names).map(|_| groups)
}

fn url_column(path: &Path, names: &[String]) -> Result<usize, JobError> {
    let missing = || JobError::new(JobErrorKind::Columns, "the table has no column `url`").at(path);
    names.iter().position(|name| name == URL_COLUMN).ok_or_else(missing)
}

/// The number of rows of all Parquet files; `None` if another file is among them, which has to be read to be counted.
#[cfg(feature = "jobs")]
pub(crate) fn count_rows(
    files: &dyn InputFiles,
    inputs: &[PathBuf],
) -> Result<Option<u64>, JobError> {
    let mut rows = 0_u64;
    for path in inputs {
        if FileFormat::from_path(path)? != FileFormat::Parquet {
            return Ok(None);
        }
        for group in row_groups(files, path)? {
            rows = group.rows.saturating_add(rows);
        }
    }
    Ok(Some(rows))
}
