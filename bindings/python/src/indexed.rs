//! The steps of a job that moves no URLs, for `maycrawl.spark`: one index of all records, and units of URLs that are
//! decided by it.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use maycrawl_table::distributed::{self, UrlUnit};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;

use crate::site_policy::policy_of;
use crate::table::{crawlers_of, table_error, uses_of};
use crate::table_file::PythonFile;

/// Pages of the index that its writer keeps in memory.
const WRITER_CACHE_BYTES: usize = 64 << 20;

/// Writes the index of a job: the file at `path`. One that is there is replaced.
///
/// Raises `TableError`.
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct IndexWriter(Mutex<Option<distributed::IndexWriter>>);

#[pymethods]
impl IndexWriter {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let writer = distributed::IndexWriter::create(&path, WRITER_CACHE_BYTES);
        Ok(Self(Mutex::new(Some(writer.map_err(table_error)?))))
    }

    /// Appends records: the columns `key`, `kind`, `detail` and `body`, each key once. A row without a kind is left
    /// out.
    ///
    /// Raises `TableError`.
    fn append(&self, py: Python<'_>, rows: PyRecordBatch) -> PyResult<()> {
        let rows = rows.into_inner();
        py.detach(|| {
            let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            writer.as_mut().map_or(Ok(()), |writer| writer.append(&rows))
        })
        .map_err(table_error)
    }

    /// Sorts the index. Before that nobody can read it.
    ///
    /// Raises `TableError`.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let writer = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
            writer.map_or(Ok(()), distributed::IndexWriter::finish)
        })
        .map_err(table_error)
    }
}

/// Decides units of URLs by the index at `index`, and writes the files of `maycrawl bulk`. It keeps at most `memory`
/// bytes.
///
/// Raises `CrawlerNameError`, `UseError` and `PolicyError`.
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct IndexedDecider(distributed::IndexedDecider);

#[pymethods]
impl IndexedDecider {
    #[new]
    fn new(
        index: PathBuf,
        agents: Vec<String>,
        uses: Vec<String>,
        policy: &str,
        memory: usize,
    ) -> PyResult<Self> {
        let (crawlers, uses) = (crawlers_of(&agents)?, uses_of(&uses)?);
        let policy = policy_of(policy)?;
        Ok(Self(distributed::IndexedDecider::new(index, crawlers, uses, policy, memory)))
    }

    /// Decides a part of a file, from `url_units`, and writes its files to `folder`, an empty folder. The result has
    /// the numbers of URLs, bad rows, decisions, allowed and unknown ones, and files.
    ///
    /// Raises `TableError`.
    #[pyo3(signature = (path, unit, folder, file = None))]
    fn decide(
        &self,
        py: Python<'_>,
        path: PathBuf,
        unit: (Option<usize>, u64, u64),
        folder: PathBuf,
        file: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(u64, u64, u64, u64, u64, u64)> {
        let files = PythonFile::files(file)?;
        let unit = UrlUnit::new(unit.0, unit.1, unit.2);
        let it = py
            .detach(|| self.0.decide(files.as_ref(), &path, unit, &folder))
            .map_err(table_error)?;
        Ok((it.urls, it.bad, it.decisions, it.allowed, it.unknown, it.parts))
    }
}
