//! Input files: their formats, and rows that cannot be used.

use std::io::{BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde::Serialize;

use crate::error::{JobError, JobErrorKind};
use crate::files::{InputFile, InputFiles};

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
    /// ```
    /// use std::path::Path;
    /// use maycrawl_table::FileFormat;
    ///
    /// assert_eq!(FileFormat::from_path(Path::new("urls.CSV.gz")).unwrap(), FileFormat::Csv);
    /// // Only the name is read, and there is no guess.
    /// assert!(FileFormat::from_path(Path::new("urls")).is_err());
    /// ```
    ///
    /// # Errors
    /// If the name has another end.
    pub fn from_path(path: &Path) -> Result<Self, JobError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let bare = name.strip_suffix(".gz").unwrap_or(&name);
        match bare.rsplit_once('.').map(|(_, end)| end) {
            Some("parquet") => Ok(Self::Parquet),
            Some("csv") => Ok(Self::Csv),
            Some("tsv") => Ok(Self::Tsv),
            Some("jsonl" | "ndjson" | "json") => Ok(Self::JsonLines),
            Some("txt") => Ok(Self::Text),
            Some("warc") => Ok(Self::Warc),
            _ => {
                let what = "the format is not known; name the file .parquet, .csv, .tsv, .jsonl, .txt or .warc (.gz)";
                Err(JobError::new(JobErrorKind::Format, what).at(path))
            }
        }
    }
}

/// A row of the input that cannot be used. The side file has one JSON object for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BadRow {
    /// The file; empty for rows that are in no file.
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
    /// A bad row of the file `input`, or of rows that are in no file.
    pub(crate) fn new<'p>(
        input: impl Into<Option<&'p Path>>,
        row: u64,
        reason: impl Into<String>,
        value: Option<&[u8]>,
    ) -> Self {
        let shown = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_SHOWN_BYTES)]);
            text.into_owned()
        };
        Self {
            input: input.into().map(|path| path.display().to_string()).unwrap_or_default(),
            row,
            rows: 1,
            reason: reason.into(),
            value: value.map(shown),
        }
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
    files.open(path).map_err(JobError::read(path))
}
