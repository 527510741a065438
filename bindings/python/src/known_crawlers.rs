//! The crawlers that the library knows.

use maycrawl::crawler::KnownCrawler;
use pyo3::prelude::*;

use crate::json;

/// The crawlers that the library knows: the dictionaries that `maycrawl crawlers --format json` writes. `checked` is
/// the day of the last check of a row.
///
/// >>> from maycrawl import known_crawlers
/// >>> [row["operator"] for row in known_crawlers() if row["token"] == "GPTBot"]
/// ['OpenAI']
#[pyfunction]
pub(crate) fn known_crawlers(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    json::object(py, &json::text(&KnownCrawler::all())?)
}
