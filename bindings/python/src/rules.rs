//! The rules of one crawler, compiled for many checks, and checks of many URLs.

use std::sync::Arc;

use maycrawl::Origin;
use maycrawl::asked_url::{AskedUrl, Schemes};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::arrow::{self, ArrowResult};
use crate::crawler_rules::CrawlerRules;
use crate::errors::UrlError;
use crate::verdict::Verdict;

/// The rules of one crawler in one robots.txt, from `RobotsTxt.rules_for`. They do not change, and threads may share
/// them.
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
        return Err(not_a_text(url));
    };
    std::str::from_utf8(bytes.as_bytes())
        .map_err(|_| UrlError::new_err("the URL is not UTF-8; escape its bytes, such as %E4"))
}

pub(crate) fn asked_url(text: &str) -> PyResult<AskedUrl<'_>> {
    AskedUrl::read(text, Schemes::Any).map_err(|error| UrlError::new_err(error.to_string()))
}

/// The most bytes that are copied before they are checked. A list may name one long text a million times.
const MAX_COPIED_BYTES: usize = 1 << 20;

/// URLs of a batch, copied so that the interpreter's lock can be released while they are checked. To keep the objects
/// would cost more: each has to be counted up and down.
#[derive(Default)]
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    /// Adds a URL. A text that is not UTF-8 becomes the empty text, which is no URL either.
    fn add(&mut self, url: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = if let Ok(text) = url.cast::<PyString>() {
            text.to_str().unwrap_or_default()
        } else if let Ok(bytes) = url.cast::<PyBytes>() {
            std::str::from_utf8(bytes.as_bytes()).unwrap_or_default()
        } else {
            return Err(not_a_text(url));
        };
        self.text.push_str(text);
        self.ends.push(self.text.len());
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.text.len() + size_of_val(&*self.ends) >= MAX_COPIED_BYTES
    }

    /// Adds whether each URL is allowed, and forgets the URLs.
    fn check(&mut self, py: Python<'_>, rules: &CrawlerRules, allowed: &mut Vec<bool>) {
        py.detach(|| {
            let mut start = 0;
            for &end in &self.ends {
                let verdict = rules.check_text(&self.text[start..end]);
                allowed.push(verdict.is_some_and(|verdict| verdict.is_allowed()));
                start = end;
            }
        });
        self.text.clear();
        self.ends.clear();
    }
}

/// A list of these. Most URLs are allowed, so the others are written over.
fn bool_list<'py>(py: Python<'py>, allowed: &[bool]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::new(py, [true])?.as_sequence().repeat(allowed.len())?;
    let list = list.cast_into::<PyList>()?;
    for (at, _) in allowed.iter().enumerate().filter(|(_, is_allowed)| !**is_allowed) {
        list.set_item(at, false)?;
    }
    Ok(list)
}

fn not_a_text(url: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("a URL is str or bytes, not {}", url.get_type()))
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
        Ok(self.0.for_site().check(&asked_url(url_text(url)?)?).is_allowed())
    }

    /// Whether the crawler may fetch each of these URLs. A text that is not a URL gives False. Releases the
    /// interpreter's lock while it checks.
    ///
    /// >>> from maycrawl import RobotsTxt
    /// >>> rules = RobotsTxt.parse(b"User-agent: *\nDisallow: /private\n").rules_for("Googlebot")
    /// >>> rules.is_allowed_many(["/", "/private", "https://[", "mailto:me@shop.example"])
    /// [True, False, False, False]
    fn is_allowed_many<'py>(
        &self,
        py: Python<'py>,
        urls: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        if urls.is_instance_of::<PyString>() || urls.is_instance_of::<PyBytes>() {
            return Err(PyTypeError::new_err(
                "a list of URLs is needed, not one URL; call check or is_allowed",
            ));
        }
        let (mut texts, mut allowed) = (Texts::default(), Vec::new());
        for url in urls.try_iter()? {
            texts.add(&url?)?;
            if texts.is_full() {
                texts.check(py, &self.0, &mut allowed);
            }
        }
        texts.check(py, &self.0, &mut allowed);
        bool_list(py, &allowed)
    }

    /// As `is_allowed_many`, for an Arrow array of any library (pyarrow, polars, pandas 3, nanoarrow): strings or
    /// binary values, in one array or in chunks. They are read without a copy. The result is an Arrow array of
    /// booleans, for `pyarrow.array` or `polars.Series`. Null stays null. Releases the interpreter's lock.
    ///
    /// Raises `TypeError` for an array of another type.
    fn is_allowed_array(&self, py: Python<'_>, urls: arrow::UrlArray) -> PyResult<ArrowResult> {
        py.detach(|| arrow::is_allowed(&self.0, urls))
    }

    /// As `is_allowed_array`, with the reason: an Arrow array of structs with `allowed`, `reason` and `line`. The
    /// reason of a text that is not a URL is `not-a-url`.
    fn check_array(&self, py: Python<'_>, urls: arrow::UrlArray) -> PyResult<ArrowResult> {
        py.detach(|| arrow::check(&self.0, urls))
    }

    fn __repr__(&self) -> String {
        let of = self.0.origin.as_ref().map_or(String::new(), |origin| format!(" at {origin}"));
        format!("<maycrawl.Rules of {}{of}>", self.0.crawler.token())
    }
}
