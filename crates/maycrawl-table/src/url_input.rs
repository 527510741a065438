//! URLs from the files of a job, in units: a row group of a Parquet file, or a run of lines of another file.
//!
//! A unit becomes one part of the output. The division into units depends only on the files and on the limits of a unit,
//! so a job that was interrupted finds the same units again.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use arrow_array::{Array, ArrayRef, StringArray};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};

use crate::files::InputFiles;
use crate::input::{BadRow, FileFormat, JobError, Lines, RecordLimit, RecordStart, open, open_raw};

/// Rows of Parquet that are decoded at a time. If a row group is corrupt, the batch with the error is lost, and what
/// follows. So the size is the same for every job.
pub(crate) const BATCH_ROWS: usize = 16 << 10;
/// The names that a column of URLs may have, the first one first.
const URL_COLUMNS: [&str; 1] = ["url"];

/// One unit of the input.
#[cfg_attr(not(feature = "jobs"), allow(dead_code))] // only jobs number their units
pub(crate) struct Unit {
    /// Its number in the job, from 0.
    pub(crate) number: u64,
    /// The file.
    pub(crate) input: PathBuf,
    pub(crate) rows: UnitRows,
}

#[cfg_attr(not(feature = "jobs"), allow(dead_code))] // others name the row group themselves
pub(crate) enum UnitRows {
    /// A row group: its number, and the number of rows of the file before it.
    RowGroup { group: usize, before: u64, rows: u64 },
    /// Rows that are read already: their numbers in the file, their URLs, and the bad ones.
    Read { numbers: Vec<u64>, urls: StringArray, bad: Vec<BadRow> },
}

/// Gives the units of all files, in order.
pub(crate) struct UnitSource<'f> {
    files: &'f dyn InputFiles,
    inputs: std::vec::IntoIter<PathBuf>,
    next: u64,
    max_rows: usize,
    max_bytes: usize,
    current: Option<Current>,
}

enum Current {
    Parquet { path: PathBuf, group: usize, rows_of: Vec<u64>, before: u64 },
    Rows { path: PathBuf, rows: Box<RowReader> },
}

enum RowReader {
    Lines {
        lines: Lines<BufReader<Box<dyn Read + Send>>>,
        is_json: bool,
        line: Vec<u8>,
    },
    Csv {
        reader: Box<csv::Reader<RecordLimit<Box<dyn Read + Send>>>>,
        start: RecordStart,
        column: usize,
        record: csv::ByteRecord,
        number: u64,
        failed: bool,
    },
}

impl<'f> UnitSource<'f> {
    /// The units of `inputs`. A unit of lines has at most so many rows and little more than so many bytes.
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
    /// A file cannot be opened or has no column `url`.
    pub(crate) fn next(&mut self) -> Result<Option<Unit>, JobError> {
        loop {
            let rows = match &mut self.current {
                None => {
                    let Some(path) = self.inputs.next() else { return Ok(None) };
                    self.current = Some(Current::open(self.files, path)?);
                    continue;
                }
                Some(Current::Parquet { path, group, rows_of, before }) => {
                    rows_of.get(*group).copied().map(|rows| {
                        let unit = UnitRows::RowGroup { group: *group, before: *before, rows };
                        *group += 1;
                        *before += rows;
                        (path.clone(), unit)
                    })
                }
                Some(Current::Rows { path, rows }) => {
                    rows.read(path, self.max_rows, self.max_bytes)?.map(|unit| (path.clone(), unit))
                }
            };
            let Some((input, rows)) = rows else {
                self.current = None;
                continue;
            };
            self.next += 1;
            return Ok(Some(Unit { number: self.next - 1, input, rows }));
        }
    }
}

impl Current {
    fn open(files: &dyn InputFiles, path: PathBuf) -> Result<Self, JobError> {
        let delimiter = match FileFormat::of(&path)? {
            FileFormat::Parquet => {
                let rows_of = row_groups(files, &path)?;
                return Ok(Self::Parquet { path, group: 0, rows_of, before: 0 });
            }
            format @ (FileFormat::JsonLines | FileFormat::Text) => {
                let lines = Lines::new(BufReader::new(open(files, &path)?));
                let is_json = format == FileFormat::JsonLines;
                let rows = Box::new(RowReader::Lines { lines, is_json, line: Vec::new() });
                return Ok(Self::Rows { path, rows });
            }
            FileFormat::Csv => b',',
            FileFormat::Tsv => b'\t',
            FileFormat::Warc => {
                let what =
                    "a web archive is not a list of URLs; use Parquet, CSV, JSON Lines or text";
                return Err(JobError::new(&path, what));
            }
        };
        let (input, start) = RecordLimit::new(open(files, &path)?);
        let mut reader =
            csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(input);
        let names = reader.byte_headers().map_err(|error| JobError::new(&path, error))?;
        let column = names.iter().position(|name| name.trim_ascii() == b"url");
        let column = column.ok_or_else(|| JobError::new(&path, "the table has no column `url`"))?;
        let record = csv::ByteRecord::new();
        let rows = RowReader::Csv {
            reader: Box::new(reader),
            start,
            column,
            record,
            number: 0,
            failed: false,
        };
        Ok(Self::Rows { path, rows: Box::new(rows) })
    }
}

/// What one step of a reader gives.
enum Step {
    Url(u64),
    Bad(BadRow),
    Blank,
    End,
}

impl RowReader {
    fn read(
        &mut self,
        path: &Path,
        max_rows: usize,
        max_bytes: usize,
    ) -> Result<Option<UnitRows>, JobError> {
        let (mut numbers, mut urls, mut bad) = (Vec::new(), Vec::new(), Vec::new());
        let (mut seen, mut bytes) = (0, 0);
        let mut url = String::new();
        while seen < max_rows && bytes < max_bytes {
            match self.step(path, &mut url)? {
                Step::End => break,
                Step::Blank => continue,
                Step::Bad(row) => bad.push(row),
                Step::Url(number) => {
                    numbers.push(number);
                    bytes += url.len();
                    urls.push(std::mem::take(&mut url));
                }
            }
            // What a row costs besides its text.
            bytes += 64;
            seen += 1;
        }
        let urls = StringArray::from(urls);
        Ok((seen > 0).then_some(UnitRows::Read { numbers, urls, bad }))
    }

    /// Reads one row into `url`.
    fn step(&mut self, path: &Path, url: &mut String) -> Result<Step, JobError> {
        match self {
            Self::Lines { lines, is_json, line } => line_step(lines, *is_json, line, path, url),
            Self::Csv { failed: true, .. } => Ok(Step::End),
            Self::Csv { reader, start, column, record, number, failed } => {
                *number += 1;
                start.mark();
                match reader.read_byte_record(record) {
                    Ok(false) => Ok(Step::End),
                    Ok(true) => {
                        let cell = record.get(*column);
                        let bad =
                            |reason: &str| Ok(Step::Bad(BadRow::new(path, *number, reason, cell)));
                        match cell.map(std::str::from_utf8) {
                            None | Some(Ok("")) => bad("the row has no URL"),
                            Some(Err(_)) => bad("the URL is not UTF-8"),
                            Some(Ok(text)) => {
                                text.clone_into(url);
                                Ok(Step::Url(*number))
                            }
                        }
                    }
                    Err(error) => {
                        *failed = true;
                        let reason = format!("the rest of the file cannot be read: {error}");
                        Ok(Step::Bad(BadRow::new(path, *number, reason, None)))
                    }
                }
            }
        }
    }
}

/// Reads one line into `url`.
fn line_step(
    lines: &mut Lines<impl BufRead>,
    is_json: bool,
    line: &mut Vec<u8>,
    path: &Path,
    url: &mut String,
) -> Result<Step, JobError> {
    let is_whole = match lines.next(line) {
        Ok(None) => return Ok(Step::End),
        Ok(Some(is_whole)) => is_whole,
        Err(error) => {
            return Err(JobError::new(path, format!("after line {}: {error}", lines.number)));
        }
    };
    let number = lines.number;
    let bad =
        |reason: String, line: &[u8]| Ok(Step::Bad(BadRow::new(path, number, reason, Some(line))));
    if !is_whole {
        return bad("the line is longer than 4 MiB".to_owned(), line);
    }
    if line.trim_ascii().is_empty() {
        return Ok(Step::Blank);
    }
    if !is_json {
        return Ok(match std::str::from_utf8(line) {
            Ok(text) => {
                text.trim().clone_into(url);
                Step::Url(number)
            }
            Err(_) => return bad("the URL is not UTF-8".to_owned(), line),
        });
    }
    match serde_json::from_slice::<JsonUrl>(line) {
        Ok(JsonUrl { url: Some(found) }) => {
            *url = found;
            Ok(Step::Url(number))
        }
        Ok(JsonUrl { url: None }) => bad("the row has no URL".to_owned(), line),
        Err(error) => bad(format!("not a row: {error}"), line),
    }
}

#[derive(serde::Deserialize)]
struct JsonUrl {
    url: Option<String>,
}

/// The numbers of rows of the row groups of a file that has a column `url`.
pub(crate) fn row_groups(files: &dyn InputFiles, path: &Path) -> Result<Vec<u64>, JobError> {
    let builder =
        ParquetRecordBatchReaderBuilder::try_new(open_raw(files, path)?).map_err(|error| {
            JobError::new(path, format!("not a Parquet file that can be read: {error}"))
        })?;
    if builder.schema().field_with_name(URL_COLUMNS[0]).is_err() {
        return Err(JobError::new(path, "the table has no column `url`"));
    }
    let groups = builder.metadata().row_groups().iter();
    Ok(groups.map(|group| u64::try_from(group.num_rows()).unwrap_or(0)).collect())
}

/// Reads the URLs of a row group in batches.
pub(crate) fn read_row_group(
    files: &dyn InputFiles,
    path: &Path,
    group: usize,
) -> Result<ParquetRecordBatchReader, JobError> {
    let cannot = |error: parquet::errors::ParquetError| JobError::new(path, error);
    // Text is read as `Utf8`, whatever form the writer had in memory.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let builder =
        ParquetRecordBatchReaderBuilder::try_new_with_options(open_raw(files, path)?, options)
            .map_err(cannot)?;
    let mask = ProjectionMask::columns(builder.parquet_schema(), URL_COLUMNS);
    builder
        .with_projection(mask)
        .with_row_groups(vec![group])
        .with_batch_size(BATCH_ROWS)
        .build()
        .map_err(cannot)
}

/// The number of rows of all Parquet files; `None` if another file is among them, which has to be read to be counted.
#[cfg(feature = "jobs")]
pub(crate) fn count_rows(
    files: &dyn InputFiles,
    inputs: &[PathBuf],
) -> Result<Option<u64>, JobError> {
    let mut rows = 0;
    for path in inputs {
        if FileFormat::of(path)? != FileFormat::Parquet {
            return Ok(None);
        }
        rows += row_groups(files, path)?.iter().sum::<u64>();
    }
    Ok(Some(rows))
}

/// The parts of an array, for batches, and where they begin.
pub(crate) fn slices(urls: &dyn Array, rows: usize) -> impl Iterator<Item = (usize, ArrayRef)> {
    let starts = (0..urls.len()).step_by(rows.max(1));
    starts.map(move |start| (start, urls.slice(start, rows.min(urls.len() - start))))
}
