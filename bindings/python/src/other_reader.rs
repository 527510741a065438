//! A robots.txt as another program reads it.

use maycrawl::Origin;
use maycrawl_readers::{ReadFile, Reader};
use pyo3::prelude::*;

use crate::errors::ReaderError;
use crate::rules::{asked_url, url_text};

/// A robots.txt as another program reads it, from `RobotsTxt.parse(content, reader="protego")`. It does not change, and
/// threads may share it.
///
/// >>> from maycrawl import RobotsTxt
/// >>> file = b"User-agent: *\nAllow: /shop\nDisallow: /shop/cart\n"
/// >>> python = RobotsTxt.parse(file, reader="cpython")
/// >>> python.is_allowed("ExampleBot", "https://shop.example/shop/cart")
/// True
/// >>> RobotsTxt.parse(file).is_allowed("ExampleBot", "https://shop.example/shop/cart")
/// False
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct ReadBy {
    reader: &'static Reader,
    file: ReadFile,
    origin: Option<Origin>,
}

impl ReadBy {
    pub(crate) fn new(reader: &'static Reader, file: &[u8], origin: Option<Origin>) -> Self {
        Self { reader, file: reader.read(file), origin }
    }

    /// Whether the sender may fetch the URL, and the line that decides.
    fn answer(&self, user_agent: &str, url: &Bound<'_, PyAny>) -> PyResult<(bool, Option<u32>)> {
        let url = asked_url(url_text(url)?)?;
        let request = url.into_request();
        if self.origin.as_ref().zip(request.origin()).is_some_and(|(own, asked)| own != asked) {
            return Ok((false, None));
        }
        let answer = self.file.decide(user_agent, &request);
        Ok((answer.is_allowed, answer.line))
    }
}

/// The reader with this name.
pub(crate) fn named(name: &str) -> PyResult<&'static Reader> {
    Reader::by_name(name).map_err(|error| ReaderError::new_err(error.to_string()))
}

#[pymethods]
impl ReadBy {
    /// The name of the reader, such as `protego`.
    #[getter]
    fn reader(&self) -> &'static str {
        self.reader.name()
    }

    /// The version of the program that was asked, such as `0.7.0`.
    #[getter]
    fn version(&self) -> &'static str {
        self.reader.version()
    }

    /// The site of the file; None if it is not known.
    #[getter]
    fn origin(&self) -> Option<&str> {
        self.origin.as_ref().map(Origin::as_str)
    }

    /// Whether the program lets the sender of this User-Agent header, or the crawler with this name, fetch the URL.
    /// False for a URL of another site.
    ///
    /// Raises `UrlError` if the text is not a URL.
    fn is_allowed(&self, user_agent: &str, url: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.answer(user_agent, url)?.0)
    }

    /// The number of the line by which the program decides, from 1; None if no rule decides.
    ///
    /// Raises `UrlError` if the text is not a URL.
    fn line(&self, user_agent: &str, url: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        Ok(self.answer(user_agent, url)?.1)
    }

    fn __repr__(&self) -> String {
        format!("<maycrawl.ReadBy {}>", self.reader)
    }
}

/// The names of the other programs as which `RobotsTxt.parse` reads a file.
///
/// >>> import maycrawl
/// >>> maycrawl.readers()[:2]
/// ['google', 'google-2019']
#[pyfunction]
pub(crate) fn readers() -> Vec<&'static str> {
    Reader::all().iter().map(Reader::name).collect()
}
