//! Rows of text files: lines and CSV records, each with a bound.

use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};

use csv::ByteRecord;

use crate::error::{JobError, JobErrorKind};
use crate::files::InputFiles;
use crate::input::{BadRow, open};

/// The longest line or CSV record: 4 MiB. A longer one is a bad row.
const MAX_LINE_BYTES: usize = 4 << 20;

/// What reading a row gives: the row, or why it is none; `None` at the end. The outer error is that of the file.
pub(crate) type ReadRow<T> = Result<Option<Result<T, BadRow>>, JobError>;

/// The lines of a file. Blank ones have a number and are no rows.
pub(crate) struct Lines {
    path: PathBuf,
    input: BufReader<Box<dyn Read + Send>>,
    /// The last line, without its end.
    pub(crate) line: Vec<u8>,
    number: u64,
}

/// The records of a CSV file.
pub(crate) struct CsvRows {
    path: PathBuf,
    reader: csv::Reader<RecordLimit>,
    /// The last record.
    pub(crate) record: ByteRecord,
    number: u64,
    has_failed: bool,
}

/// Input of a CSV reader, which has no limit of its own: a quotation mark without its second one would make the rest of
/// the file one record.
struct RecordLimit {
    input: Box<dyn Read + Send>,
    /// Bytes that were read since the record began.
    read: usize,
    /// True after an odd number of quotation marks.
    is_quoted: bool,
    is_at_end: bool,
}

impl Lines {
    pub(crate) fn open(files: &dyn InputFiles, path: &Path) -> Result<Self, JobError> {
        let input = BufReader::new(open(files, path)?);
        Ok(Self { path: path.to_owned(), input, line: Vec::new(), number: 0 })
    }

    /// Reads the next line that is not blank, and gives its number, from 1. `None` at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn next(&mut self) -> ReadRow<u64> {
        loop {
            let is_whole = match self.read_line() {
                Ok(None) => return Ok(None),
                Ok(Some(is_whole)) => is_whole,
                Err(error) => {
                    let what = format!("after line {}: {error}", self.number);
                    return Err(JobError::new(JobErrorKind::Read, what).at(self.path.as_path()));
                }
            };
            // A long line comes first: its rest is not known, even if its beginning is blank.
            if !is_whole {
                return Ok(Some(Err(self.bad("the line is longer than 4 MiB"))));
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(Some(Ok(self.number)));
            }
        }
    }

    /// The last line as a bad row.
    pub(crate) fn bad(&self, reason: impl Into<String>) -> BadRow {
        BadRow::new(self.path.as_path(), self.number, reason, Some(&self.line))
    }

    /// Reads a line. `None` at the end; false for a line that is too long, of which only the beginning is kept.
    fn read_line(&mut self) -> io::Result<Option<bool>> {
        self.line.clear();
        let limit = MAX_LINE_BYTES as u64 + 1;
        if (&mut self.input).take(limit).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let is_whole = self.line.len() <= MAX_LINE_BYTES;
        if !is_whole && self.line.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        for end in [b'\n', b'\r'] {
            self.line.pop_if(|last| *last == end);
        }
        Ok(Some(is_whole))
    }
}

impl CsvRows {
    /// The records of a file, and the names of its columns.
    pub(crate) fn open(
        files: &dyn InputFiles,
        path: &Path,
        delimiter: u8,
    ) -> Result<(Self, Vec<String>), JobError> {
        let input =
            RecordLimit { input: open(files, path)?, read: 0, is_quoted: false, is_at_end: false };
        let mut reader =
            csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(input);
        let names = reader.byte_headers().map_err(JobError::read(path))?;
        let names =
            names.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
        let (path, record) = (path.to_owned(), ByteRecord::new());
        Ok((Self { path, reader, record, number: 0, has_failed: false }, names))
    }

    /// Reads the next record, and gives its number, from 1. `None` at the end of the file, and after an error, which is
    /// the last item.
    pub(crate) fn next(&mut self) -> Option<Result<u64, BadRow>> {
        if self.has_failed {
            return None;
        }
        self.number += 1;
        self.reader.get_mut().read = 0;
        match self.reader.read_byte_record(&mut self.record) {
            Ok(false) => None,
            // The reader takes the end of a cut file for the second quotation mark. A cut body has fewer rules, so it
            // would open the site.
            Ok(true) if self.reader.get_ref().is_at_end && self.reader.get_ref().is_quoted => {
                Some(Err(self.bad("the file ends within quotation marks", None)))
            }
            Ok(true) => Some(Ok(self.number)),
            Err(error) => {
                self.has_failed = true;
                let reason = format!("the rest of the file cannot be read: {error}");
                Some(Err(self.bad(reason, None)))
            }
        }
    }

    /// The last record as a bad row. `value` is what is wrong in it.
    pub(crate) fn bad(&self, reason: impl Into<String>, value: Option<&[u8]>) -> BadRow {
        BadRow::new(self.path.as_path(), self.number, reason, value)
    }
}

impl Read for RecordLimit {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read > MAX_LINE_BYTES {
            return Err(io::Error::other(
                "a record is longer than 4 MiB; a quotation mark may be missing",
            ));
        }
        let read = self.input.read(buffer)?;
        self.read += read;
        self.is_at_end = read == 0 && !buffer.is_empty();
        let quotes = buffer[..read].iter().filter(|&&byte| byte == b'"').count();
        self.is_quoted ^= quotes % 2 == 1;
        Ok(read)
    }
}
