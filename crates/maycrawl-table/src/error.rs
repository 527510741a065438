//! Why a job cannot go on.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

/// Why a job or a query cannot go on: the kind of the error, where it happened, and what it was.
///
/// ```
/// use std::path::Path;
/// use maycrawl_table::{FileFormat, JobErrorKind};
///
/// let error = FileFormat::from_path(Path::new("urls.xls")).unwrap_err();
/// assert_eq!((error.kind(), error.path()), (JobErrorKind::Format, Some(Path::new("urls.xls"))));
/// ```
#[derive(Debug)]
pub struct JobError {
    kind: JobErrorKind,
    path: Option<PathBuf>,
    what: String,
    source: Option<Source>,
}

type Source = Box<dyn Error + Send + Sync>;

/// The kind of a [`JobError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JobErrorKind {
    /// The job cannot be done as it is described: without crawlers or inputs, or with too little memory.
    Options,
    /// The format of a file is not known, or is not one for this purpose.
    Format,
    /// A table has not the columns that are needed, or a column has another type.
    Columns,
    /// A row that an engine has kept cannot decide: its kind is not known, or its file is missing.
    Row,
    /// An input or the index of robots.txt files cannot be opened or read.
    Read,
    /// The output cannot be written.
    Write,
    /// The folder of the output has something else, or another process works in it.
    Output,
    /// A thread of the job has failed, or no thread reads what it gives.
    Thread,
}

impl JobError {
    pub(crate) fn new(kind: JobErrorKind, what: impl fmt::Display) -> Self {
        Self { kind, path: None, what: what.to_string(), source: None }
    }

    /// The error, about the file or the folder at `path`. `None`: about rows that are in no file.
    pub(crate) fn at<'p>(self, path: impl Into<Option<&'p Path>>) -> Self {
        Self { path: path.into().map(Path::to_owned), ..self }
    }

    /// The error that another one caused.
    pub(crate) fn of(kind: JobErrorKind, source: impl Into<Source>) -> Self {
        let source = source.into();
        Self { kind, path: None, what: source.to_string(), source: Some(source) }
    }

    /// For `map_err`: the file at `path` cannot be read.
    pub(crate) fn read<E: Into<Source>>(path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::of(JobErrorKind::Read, error).at(path)
    }

    /// For `map_err`: the file or folder at `path` cannot be written.
    #[cfg(feature = "jobs")]
    pub(crate) fn write<E: Into<Source>>(path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::of(JobErrorKind::Write, error).at(path)
    }

    /// The kind of the error.
    ///
    /// ```
    /// use std::path::Path;
    /// use maycrawl_table::{FileFormat, JobErrorKind};
    ///
    /// let error = FileFormat::from_path(Path::new("urls.xlsx")).unwrap_err();
    /// assert_eq!(error.kind(), JobErrorKind::Format);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> JobErrorKind {
        self.kind
    }

    /// The file or folder that the error is about. `None` if it is about the job or about rows that are in no file.
    ///
    /// ```
    /// use std::path::Path;
    /// use maycrawl_table::FileFormat;
    ///
    /// let error = FileFormat::from_path(Path::new("urls.xlsx")).unwrap_err();
    /// assert_eq!(error.path(), Some(Path::new("urls.xlsx")));
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: {}", path.display(), self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl Error for JobError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.source.as_deref()?)
    }
}
