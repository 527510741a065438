//! The rules of one crawler, compiled for many checks, and checks of many URLs.

use std::sync::Arc;

use maycrawl::Origin;
use maycrawl::asked_url::{AskedUrl, Schemes};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyString};

use crate::arrow::{self, ArrowResult};
use crate::crawler_rules::CrawlerRules;
use crate::errors::UrlError;
use crate::verdict::Verdict;

/// The rules of one crawler in one robots.txt, from `RobotsTxt.rules_for`. They do not change, and threads may share them.
///
/// A URL is `str`, or `bytes` in UTF-8: a whole URL, or a path that begins with `/`. It is checked as a client requests
/// it: `/a/../private` is `/private`.
///
/// >>> from maycrawl import RobotsTxt
/// >>> rules = RobotsTxt.parse(b"User-agent: *\nDisallow: /private\n").rules_for("Googlebot")
/// >>> print(rules.check("https://shop.example/a/../private/x"))
/// disallowed: line 2: disallow: /private; requested as https://shop.example/private/x
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct Rules(pub(crate) Arc<CrawlerRules>);

/// The text of a URL: `str`, or `bytes` in UTF-8.
pub(crate) fn url_text<'a>(url: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    if let Ok(text) = url.cast::<PyString>() {
        return text.to_str().map_err(|_| {
            UrlError::new_err(
                "the URL has a surrogate, which cannot be sent; escape its bytes, such as %E4",
            )
        });
    }
    let Ok(bytes) = url.cast::<PyBytes>() else {
        let kind = url.get_type();
        return Err(PyTypeError::new_err(format!("a URL is str or bytes, not {kind}")));
    };
    std::str::from_utf8(bytes.as_bytes())
        .map_err(|_| UrlError::new_err("the URL is not UTF-8; escape its bytes, such as %E4"))
}

pub(crate) fn asked_url(text: &str) -> PyResult<AskedUrl<'_>> {
    AskedUrl::read(text, Schemes::Any).map_err(|error| UrlError::new_err(error.to_string()))
}

/// A URL of a batch, kept alive while the interpreter's lock is released. `None` if the text is not UTF-8.
fn kept(url: &Bound<'_, PyAny>) -> PyResult<Option<PyBackedStr>> {
    if let Ok(text) = url.cast::<PyString>() {
        return Ok(PyBackedStr::try_from(text.clone()).ok());
    }
    let Ok(bytes) = url.cast::<PyBytes>() else {
        let kind = url.get_type();
        return Err(PyTypeError::new_err(format!("a URL is str or bytes, not {kind}")));
    };
    let Ok(text) = std::str::from_utf8(bytes.as_bytes()) else { return Ok(None) };
    PyBackedStr::try_from(PyString::new(url.py(), text)).map(Some)
}

/// The URLs of a batch.
fn all_kept(urls: &Bound<'_, PyAny>) -> PyResult<Vec<Option<PyBackedStr>>> {
    if urls.is_instance_of::<PyString>() || urls.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err(
            "a list of URLs is needed, not one URL; call check or is_allowed",
        ));
    }
    urls.try_iter()?.map(|url| kept(&url?)).collect()
}

#[pymethods]
impl Rules {
    /// The product token of the crawler.
    #[getter]
    fn crawler(&self) -> &str {
        self.0.crawler.token()
    }

    /// The site of the file; None if it is not known.
    #[getter]
    fn origin(&self) -> Option<&str> {
        self.0.origin.as_ref().map(Origin::as_str)
    }

    /// The verdict about one URL: whether the crawler may fetch it, and why. Less than a microsecond for most URLs.
    ///
    /// Raises `UrlError` if the text is not a URL.
    fn check(&self, url: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        Ok(Verdict::new(&self.0, &asked_url(url_text(url)?)?))
    }

    /// Whether the crawler may fetch the URL.
    ///
    /// Raises `UrlError` if the text is not a URL.
    fn is_allowed(&self, url: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.of_site().check(&asked_url(url_text(url)?)?).is_allowed())
    }

    /// Whether the crawler may fetch each of these URLs. A text that is not a URL gives False. Releases the interpreter's
    /// lock while it checks.
    ///
    /// >>> from maycrawl import RobotsTxt
    /// >>> rules = RobotsTxt.parse(b"User-agent: *\nDisallow: /private\n").rules_for("Googlebot")
    /// >>> rules.is_allowed_many(["/", "/private", "https://[", "mailto:me@shop.example"])
    /// [True, False, False, False]
    fn is_allowed_many(&self, py: Python<'_>, urls: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
        let urls = all_kept(urls)?;
        let rules = &self.0;
        Ok(py.detach(|| {
            let verdict = |url: &Option<PyBackedStr>| rules.check_text(url.as_ref()?.as_bytes());
            let allowed = |url| verdict(url).is_some_and(|verdict| verdict.is_allowed());
            urls.iter().map(allowed).collect()
        }))
    }

    /// As `is_allowed_many`, for an Arrow array of any library (pyarrow, polars, pandas 3, nanoarrow): strings or binary
    /// values, in one array or in chunks. They are read without a copy. The result is an Arrow array of booleans, for
    /// `pyarrow.array` or `polars.Series`. Null stays null. Releases the interpreter's lock.
    ///
    /// Raises `TypeError` for an array of another type.
    fn is_allowed_array(&self, py: Python<'_>, urls: arrow::UrlArray) -> PyResult<ArrowResult> {
        py.detach(|| arrow::is_allowed(&self.0, urls))
    }

    /// As `is_allowed_array`, with the reason: an Arrow array of structs with `allowed`, `reason` and `line`. The reason of
    /// a text that is not a URL is `not-a-url`.
    fn check_array(&self, py: Python<'_>, urls: arrow::UrlArray) -> PyResult<ArrowResult> {
        py.detach(|| arrow::check(&self.0, urls))
    }

    fn __repr__(&self) -> String {
        let of = self.0.origin.as_ref().map_or(String::new(), |origin| format!(" at {origin}"));
        format!("<maycrawl.Rules of {}{of}>", self.0.crawler.token())
    }
}
