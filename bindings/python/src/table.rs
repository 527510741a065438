//! The steps of a job on many machines, for `maycrawl.spark`: Arrow batches in, Arrow batches out.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use arrow_array::{ArrayRef, RecordBatch, StringArray, StructArray};
use maycrawl::crawler::ResolvedCrawler;
use maycrawl::{Crawler, Profile};
use maycrawl_table::Kernels;
use maycrawl_table::distributed::{self, BatchStream, Decider, UrlUnit};
use maycrawl_uses::Use;
use pyo3::prelude::*;
use pyo3_arrow::{PyArray, PyRecordBatch};

use crate::arrow::{ArrowResult, Column};
use crate::errors::{CrawlerNameError, TableError, UseError};
use crate::site_policy::policy_of;
use crate::table_file::PythonFile;

/// The kernels of this process. They keep at most 64 MiB of compiled rules.
static KERNELS: LazyLock<Kernels> = LazyLock::new(|| Kernels::new(64 << 20));

pub(crate) fn table_error(error: impl Display) -> PyErr {
    TableError::new_err(error.to_string())
}

/// The crawlers of these names, or of names separated by commas, each once.
pub(crate) fn crawlers_of(agents: &[String]) -> PyResult<Vec<Crawler>> {
    let mut crawlers: Vec<Crawler> = Vec::new();
    for list in agents {
        let resolved = Crawler::resolve_list(list)
            .map_err(|error| CrawlerNameError::new_err(error.to_string()))?;
        for crawler in resolved.into_iter().map(ResolvedCrawler::into_crawler) {
            if !crawlers.iter().any(|known| known.token() == crawler.token()) {
                crawlers.push(crawler);
            }
        }
    }
    Ok(crawlers)
}

/// The uses of these names, or of names separated by commas, each once.
pub(crate) fn uses_of(names: &[String]) -> PyResult<Vec<Use>> {
    let mut uses: Vec<Use> = Vec::new();
    for name in names.iter().flat_map(|list| list.split(',')) {
        let wanted = name
            .trim()
            .parse()
            .map_err(|error: maycrawl::UnknownName| UseError::new_err(error.to_string()))?;
        if !uses.contains(&wanted) {
            uses.push(wanted);
        }
    }
    Ok(uses)
}

/// The columns of uses, each once, in order: of names, or of names separated by commas.
///
/// Raises `UseError`.
#[pyfunction]
pub(crate) fn use_columns(uses: Vec<String>) -> PyResult<Vec<String>> {
    Ok(distributed::use_columns(&uses_of(&uses)?))
}

/// For each row what `robots` says about the use of `url` by `agent`: an outcome, such as `refused` or `not said`, or
/// `error`. An array of one row stands for that value in every row. Null in, null out.
///
/// Raises `UseError`, and `TableError` for arrays of other types or of different lengths.
#[pyfunction]
pub(crate) fn uses_of_rows(
    py: Python<'_>,
    robots: Column,
    agent: Column,
    url: Column,
    wanted: String,
) -> PyResult<ArrowResult> {
    let (robots, agent, url) = (robots.0, agent.0, url.0);
    let wanted = uses_of(&[wanted])?.iter().map(|it| Some(it.name())).collect::<StringArray>();
    let uses = py.detach(|| KERNELS.uses(&robots, &agent, &url, &wanted)).map_err(table_error)?;
    // A row with a null has a null in each field.
    Ok(ArrowResult::of(Arc::clone(uses.column(0)), "outcome"))
}

/// The crawlers of rows.
#[derive(FromPyObject)]
pub(crate) enum Agents {
    /// One for all of them.
    Name(String),
    /// One for each.
    Column(Column),
}

fn result(batch: RecordBatch) -> ArrowResult {
    ArrowResult::of(Arc::new(StructArray::from(batch)) as ArrayRef, "rows")
}

/// The product tokens of crawlers, each once, in order: of names, or of names separated by commas.
///
/// Raises `CrawlerNameError`.
#[pyfunction]
pub(crate) fn crawler_tokens(agents: Vec<String>) -> PyResult<Vec<String>> {
    let crawlers = crawlers_of(&agents)?;
    Ok(crawlers.iter().map(|crawler| crawler.token().to_owned()).collect())
}

/// Batches of a file, which a thread reads ahead: at most two are in memory.
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct BatchReader(Mutex<BatchStream>);

#[pymethods]
impl BatchReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ArrowResult>> {
        let next = py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).next());
        Ok(next.transpose().map_err(table_error)?.map(result))
    }
}

/// The records of a file of robots.txt files: a web archive, or a table. `file` is a binary file object; without it the
/// file at `path` of this machine is read.
///
/// The columns are `key`, `kind`, `detail`, `body`, `priority` and `rows`. Of all records with one key, the one with
/// the greatest priority counts. The kind `bad` is a row that cannot be used, and `skipped` counts records about other
/// pages.
///
/// Raises `TableError` and `PolicyError`.
#[pyfunction]
#[pyo3(signature = (path, policy, file = None))]
pub(crate) fn read_robots(
    path: PathBuf,
    policy: &str,
    file: Option<&Bound<'_, PyAny>>,
) -> PyResult<BatchReader> {
    let files = PythonFile::files(file)?;
    let stream = distributed::read_robots(files, path, policy_of(policy)?).map_err(table_error)?;
    Ok(BatchReader(Mutex::new(stream)))
}

/// The records of rows with the columns `url` (or `origin`) and `robots` (or `body`), and perhaps `status` and `date`:
/// the columns of `read_robots`.
///
/// Raises `TableError` and `PolicyError`.
#[pyfunction]
pub(crate) fn records_of_rows(
    py: Python<'_>,
    rows: PyRecordBatch,
    policy: &str,
) -> PyResult<ArrowResult> {
    let (rows, policy) = (rows.into_inner(), policy_of(policy)?);
    py.detach(|| distributed::records_of_rows(&rows, policy)).map(result).map_err(table_error)
}

/// The parts of a file of URLs that tasks read: `(group, before, rows)` for each row group of Parquet, and
/// `(None, 0, 0)` for another file.
///
/// Raises `TableError`.
#[pyfunction]
#[pyo3(signature = (path, file = None))]
pub(crate) fn url_units(
    py: Python<'_>,
    path: PathBuf,
    file: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(Option<usize>, u64, u64)>> {
    let files = PythonFile::files(file)?;
    let units = py.detach(|| distributed::url_units(files.as_ref(), &path)).map_err(table_error)?;
    Ok(units.iter().map(|unit| (unit.group, unit.before, unit.rows)).collect())
}

/// The URLs of a part of a file, from `url_units`. The columns are `row`, `url`, `site` (the URL of the robots.txt that
/// decides), and for a row that cannot be asked about `bad` and `rows`.
///
/// Raises `TableError`.
#[pyfunction]
#[pyo3(signature = (path, unit, file = None))]
pub(crate) fn read_urls(
    path: PathBuf,
    unit: (Option<usize>, u64, u64),
    file: Option<&Bound<'_, PyAny>>,
) -> PyResult<BatchReader> {
    let files = PythonFile::files(file)?;
    let unit = UrlUnit::new(unit.0, unit.1, unit.2);
    let stream = distributed::read_urls(files, path, unit).map_err(table_error)?;
    Ok(BatchReader(Mutex::new(stream)))
}

/// For each URL its origin. Null for text without an origin.
///
/// Raises `TableError` for an array that is neither text nor bytes.
#[pyfunction]
pub(crate) fn url_origins(py: Python<'_>, urls: PyArray) -> PyResult<ArrowResult> {
    let (urls, _) = urls.into_inner();
    let origins = py.detach(|| maycrawl_table::origin(&urls)).map_err(table_error)?;
    Ok(ArrowResult::of(Arc::new(origins), "origin"))
}

/// For each URL the URL of the robots.txt that decides. Null for text that cannot be asked about.
///
/// Raises `TableError` for an array that is neither text nor bytes.
#[pyfunction]
pub(crate) fn url_sites(py: Python<'_>, urls: PyArray) -> PyResult<ArrowResult> {
    let (urls, _) = urls.into_inner();
    let sites = py.detach(|| distributed::sites(&urls)).map_err(table_error)?;
    Ok(ArrowResult::of(Arc::new(sites), "site"))
}

/// For each row a struct with `allowed`, `decision`, `line` and `reason`: may `agent` fetch `url`, if `robots` is the
/// robots.txt of its site? The columns are Arrow arrays of text or bytes, and `agent` may be one name for all rows. An
/// array of one row stands for that value in every row. Null in, null out.
///
/// >>> import maycrawl, pyarrow
/// >>> robots = pyarrow.array([b"User-agent: *\nDisallow: /cart\n"])
/// >>> urls = pyarrow.array(["https://shop.example/", "https://shop.example/cart"])
/// >>> pyarrow.array(maycrawl.verdicts_of_rows(robots, "GPTBot", urls)).field("decision").to_pylist()
/// ['allowed', 'disallowed']
///
/// Only `allowed` may be fetched: `decision` is `error` for a URL or a name that cannot be read. Raises `TableError`
/// for arrays of other types or of different lengths. Each distinct robots.txt is compiled once, and kept within 64
/// MiB.
#[pyfunction]
pub(crate) fn verdicts_of_rows(
    py: Python<'_>,
    robots: Column,
    agent: Agents,
    url: Column,
) -> PyResult<ArrowResult> {
    let agent = match agent {
        Agents::Name(name) => Arc::new(StringArray::from(vec![name])),
        Agents::Column(column) => column.0,
    };
    let (robots, url) = (robots.0, url.0);
    let verdicts = py.detach(|| KERNELS.verdict(&robots, &agent, &url)).map_err(table_error)?;
    Ok(ArrowResult::of(Arc::new(verdicts), "verdict"))
}

/// Where redirects lead. `rows` has the columns `site` and `hops`: a list of structs with `url`, `kind` and `detail`,
/// the records that are met on the way, that of the site first. The result has `kind` and `detail` of the site, and
/// `file`, the key of the record whose body decides.
///
/// Raises `TableError` and `PolicyError`.
#[pyfunction]
pub(crate) fn resolve_redirects(
    py: Python<'_>,
    rows: PyRecordBatch,
    policy: &str,
) -> PyResult<ArrowResult> {
    let (rows, policy) = (rows.into_inner(), policy_of(policy)?);
    py.detach(|| distributed::resolve_redirects(&rows, policy)).map(result).map_err(table_error)
}

/// Decides rows that are sorted by `site`, each site's record before its URLs. It keeps the last record from batch to
/// batch, and at most `cache_bytes` of compiled rules. `uses`: for each a column with what robots.txt says about it.
///
/// Raises `CrawlerNameError` and `UseError`.
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct JoinDecider(Mutex<Decider>);

#[pymethods]
impl JoinDecider {
    #[new]
    #[pyo3(signature = (agents, cache_bytes = 64 << 20, uses = vec![]))]
    fn new(agents: Vec<String>, cache_bytes: usize, uses: Vec<String>) -> PyResult<Self> {
        let decider = Decider::new(crawlers_of(&agents)?, Profile::GOOGLE, cache_bytes);
        Ok(Self(Mutex::new(decider.with_uses(uses_of(&uses)?))))
    }

    /// The answers for a batch with the columns `site`, `kind`, `detail`, `body` and `url`. A row with a kind is the
    /// record of a site, each other row is a URL. The result has `row` (the row of the batch, from 0), `agent`,
    /// `allowed`, `decision`, `line` and `reason`, and a column for each use.
    ///
    /// Raises `TableError`.
    fn decide(&self, py: Python<'_>, rows: PyRecordBatch) -> PyResult<ArrowResult> {
        let rows = rows.into_inner();
        let decide = || self.0.lock().unwrap_or_else(PoisonError::into_inner).decide(&rows);
        py.detach(decide).map(result).map_err(table_error)
    }
}
