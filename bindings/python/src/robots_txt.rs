//! A parsed robots.txt.

use std::sync::Arc;

use maycrawl::{Crawler, Decision, Origin, Profile, SiteBasis, SiteRules};
use maycrawl_effects::answer::ChangeAnswer;
use maycrawl_effects::{Budget, Region};
use maycrawl_lint::{LintOptions, lint_with};
use maycrawl_readers::answer::DiffAnswer;
use maycrawl_readers::{Reader, reader_changes};
use maycrawl_uses::use_answer::UseAnswer;
use maycrawl_uses::{Readings, Use};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::crawler_rules::CrawlerRules;
use crate::errors::{CrawlerNameError, ProfileError, UrlError, UseError};
use crate::json;
use crate::other_reader::{self, ReadBy};
use crate::rules::{Rules, asked_url, url_text};
use crate::verdict::Verdict;

/// A parsed robots.txt. Make one with `parse`. It does not change, and threads may share it.
///
/// >>> from maycrawl import RobotsTxt
/// >>> robots = RobotsTxt.parse(b"User-agent: *\nDisallow: /checkout\nSitemap: https://shop.example/map.xml\n")
/// >>> robots.is_allowed("Googlebot", "https://shop.example/checkout")
/// False
/// >>> robots.sitemaps
/// ['https://shop.example/map.xml']
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct RobotsTxt {
    robots: Arc<maycrawl::RobotsTxt<'static>>,
    origin: Option<Origin>,
}

/// The whole way to a verdict: every group and every matching rule, and what became of it. `str` gives the text.
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct Explanation {
    text: String,
    json: String,
}

/// A line with another field than user agent, rule or sitemap: `line`, `key` and `value`.
#[pyclass(frozen, eq, hash, get_all, module = "maycrawl")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct OtherLine {
    line: u32,
    key: String,
    value: String,
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The crawler that a person means by `name`.
fn named_crawler(name: &str) -> PyResult<Crawler> {
    Crawler::resolve(name)
        .map(maycrawl::crawler::ResolvedCrawler::into_crawler)
        .map_err(|error| CrawlerNameError::new_err(error.to_string()))
}

/// Reads the bytes, without the interpreter's lock if nothing can change them meanwhile.
fn read<T: Send>(data: &Bound<'_, PyAny>, read: impl Fn(&[u8]) -> T + Send + Sync) -> PyResult<T> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        return Ok(data.py().detach(|| read(bytes)));
    }
    if data.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "parse takes the bytes of robots.txt, not str: a wrong decoding would change its rules; \
             give response.content, or text.encode()",
        ));
    }
    let Ok(buffer) = PyBuffer::<u8>::get(data) else {
        let kind = data.get_type();
        return Err(PyTypeError::new_err(format!(
            "parse takes bytes, bytearray or memoryview, not {kind}"
        )));
    };
    let bytes = buffer.to_vec(data.py())?;
    Ok(data.py().detach(|| read(&bytes)))
}

#[pymethods]
impl RobotsTxt {
    /// Parse the bytes of a robots.txt: `bytes`, `bytearray` or `memoryview`. All bytes are accepted.
    ///
    /// `profile` is `google` (as Google's own parser reads it), `google-2019` or `rfc9309`. `origin` is the site of the
    /// file: then URLs of other sites are not allowed, whatever the rules say.
    ///
    /// With `reader`, such as `protego` or `cpython`, the file is read as that program reads it, and the result is a
    /// `ReadBy`, which knows what the program answers and by which line. `readers()` has the names.
    ///
    /// Raises `ProfileError` for an unknown profile, `ReaderError` for an unknown reader, `UrlError` for a bad origin,
    /// and `TypeError` for `str`, because a wrong decoding would change the rules: give `response.content` and not
    /// `response.text`.
    ///
    /// Time grows with the length of the file: about a microsecond for each kilobyte. Releases the interpreter's lock.
    #[staticmethod]
    #[pyo3(signature = (data, *, profile = "google", origin = None, reader = None))]
    fn parse<'py>(
        data: &Bound<'py, PyAny>,
        profile: &str,
        origin: Option<&str>,
        reader: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let profile: Profile = profile
            .parse()
            .map_err(|error: maycrawl::UnknownName| ProfileError::new_err(error.to_string()))?;
        let origin = origin.map(Origin::parse).transpose().map_err(|error| {
            UrlError::new_err(format!("origin: {error}; give https://HOST, or any URL of the site"))
        })?;
        if let Some(name) = reader {
            let reader = other_reader::named(name)?;
            let file = read(data, |bytes| ReadBy::new(reader, bytes, origin.clone()))?;
            return Ok(Bound::new(data.py(), file)?.into_any());
        }
        let owned = |bytes: &[u8]| maycrawl::RobotsTxt::parse_with(bytes, profile).into_owned();
        let file = Self { robots: Arc::new(read(data, owned)?), origin };
        Ok(Bound::new(data.py(), file)?.into_any())
    }

    /// The rules of one crawler, compiled for many checks. `crawler` is a product token (`Googlebot`) or another name
    /// of a known crawler (`Googlebot News`).
    ///
    /// Raises `CrawlerNameError` if the text is not a name, for example a User-Agent header.
    fn rules_for(&self, crawler: &str) -> PyResult<Rules> {
        Ok(self.rules_of(named_crawler(crawler)?))
    }

    /// The rules of the program that sends this User-Agent header: those for the first word of the header that the file
    /// names, else for the first known crawler. Words that browsers send, such as `Mozilla`, come last. Names must be
    /// whole words: `bot` is not in `ExampleBot`. Never raises.
    ///
    /// >>> from maycrawl import RobotsTxt
    /// >>> robots = RobotsTxt.parse(b"User-agent: ExampleBot\nDisallow: /\n")
    /// >>> robots.rules_for_user_agent("Mozilla/5.0 (compatible; ExampleBot/2.1; +https://bot.example)").crawler
    /// 'ExampleBot'
    fn rules_for_user_agent(&self, header: &str) -> Rules {
        self.rules_of(self.robots.crawler_of_user_agent(header))
    }

    /// The verdict about one URL. For many URLs of one crawler call `rules_for` once.
    ///
    /// Raises `CrawlerNameError` and `UrlError`.
    fn check(&self, crawler: &str, url: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        let rules = self.rules_of(named_crawler(crawler)?);
        Ok(Verdict::new(&rules.0, &asked_url(url_text(url)?)?))
    }

    /// Whether the crawler may fetch the URL, in one pass over the file. For many URLs call `rules_for` once.
    ///
    /// Raises `CrawlerNameError` and `UrlError`.
    fn is_allowed(&self, crawler: &str, url: &Bound<'_, PyAny>) -> PyResult<bool> {
        let crawler = named_crawler(crawler)?;
        let url = asked_url(url_text(url)?)?;
        Ok(self.for_site(&crawler).check(&url).is_allowed())
    }

    /// Every group and every matching rule, and why each won or lost.
    ///
    /// Raises `CrawlerNameError`, and `UrlError` also for a URL of another site, about which the file says nothing.
    fn explain(&self, crawler: &str, url: &Bound<'_, PyAny>) -> PyResult<Explanation> {
        let crawler = named_crawler(crawler)?;
        let url = asked_url(url_text(url)?)?;
        let verdict = self.for_site(&crawler).check(&url);
        if verdict.decision() == Decision::NotApplicable {
            return Err(UrlError::new_err(verdict.reason().to_string()));
        }
        let explanation = self.robots.explain(&crawler, &url);
        Ok(Explanation { text: explanation.to_string(), json: json::text(&explanation)? })
    }

    /// What the file says about a use of the URL by the crawler: the dictionary that
    /// `maycrawl check --use train --format json` writes. `use` is `train`, `input`, `search`, `index` or `tdm`, or a
    /// word of a document that means one of them, such as `ai-train`.
    ///
    /// Only robots.txt is read: `not_read` names the other places, which may refuse. `outcome` is `refused`,
    /// `conditional`, `granted`, `not said`, `conflict` or `not applicable`. *Not said* is neither a yes nor a no, and
    /// a grant is sure only if `is_whole`. `access` says whether the crawler may fetch the URL at all.
    ///
    /// >>> from maycrawl import RobotsTxt
    /// >>> robots = RobotsTxt.parse(b"User-agent: *\nContent-Signal: ai-train=no\n")
    /// >>> answer = robots.uses("CCBot", "https://shop.example/a", "train")
    /// >>> answer["outcome"], answer["access"], answer["families"][0]["statements"][0]["line"]
    /// ('refused', 'allowed', 2)
    ///
    /// Raises `CrawlerNameError`, `UrlError`, and `UseError` for an unknown use. Releases the interpreter's lock.
    fn uses<'py>(
        &self,
        py: Python<'py>,
        crawler: &str,
        url: &Bound<'py, PyAny>,
        r#use: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let crawler = named_crawler(crawler)?;
        let written = url_text(url)?;
        let url = asked_url(written)?;
        let wanted: Use = r#use
            .parse()
            .map_err(|error: maycrawl::UnknownName| UseError::new_err(error.to_string()))?;
        let answer = py.detach(|| {
            let (origin, asked) = (self.origin.as_ref(), (written, &url));
            UseAnswer::for_file(&self.robots, origin, &crawler, asked, wanted, Readings::DEFAULT)
        });
        json::object(py, &json::text(&answer)?)
    }

    /// Likely mistakes, in the order of the file: dictionaries with `code`, `name`, `severity`, `line`, `start`, `end`,
    /// `message`, `help` and `fix`, as `maycrawl lint --format json` writes them.
    ///
    /// >>> from maycrawl import RobotsTxt
    /// >>> RobotsTxt.parse(b"User-agent: *\nDisalow: /a\n").lint()[0]["name"]
    /// 'misspelt-field'
    fn lint<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let options = LintOptions::new();
        let options = match &self.origin {
            Some(origin) => options.at(origin.clone()),
            None => options,
        };
        let report = py.detach(|| lint_with(&self.robots, &options));
        json::object(py, &json::text(&report.diagnostics)?)
    }

    /// What changes for which crawlers and paths if `other` replaces this file: the dictionary that
    /// `maycrawl diff --format json` writes. `outcome` is `effects`, `none` (proved for every URL) or `undecided`.
    ///
    /// >>> from maycrawl import RobotsTxt
    /// >>> old = RobotsTxt.parse(b"User-agent: *\nDisallow: /a\n")
    /// >>> new = RobotsTxt.parse(b"User-agent: *\nDisallow: /ab\n")
    /// >>> old.diff(new)["classes"][0]["effects"][0]["becomes"]
    /// 'allowed'
    ///
    /// Raises `ProfileError` if the files were parsed under different profiles. Releases the interpreter's lock.
    fn diff<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyAny>> {
        let change = py.detach(|| {
            let budget = &mut Budget::default();
            let everything = Region::everything();
            ChangeAnswer::new(
                &self.robots,
                &other.robots,
                &everything,
                ChangeAnswer::MAX_EFFECTS,
                budget,
            )
        });
        let change = change.map_err(|error| {
            ProfileError::new_err(format!("{error}; parse both files with the same profile"))
        })?;
        let programs = py.detach(|| {
            let readers: Vec<_> = Reader::all().iter().collect();
            let files = [&self.robots, &other.robots].map(|robots| robots.as_bytes());
            let changes = reader_changes(&readers, files[0], files[1], &mut Budget::default());
            changes.answer(&readers)
        });
        json::object(py, &json::text(&DiffAnswer::new(change, Some(programs)))?)
    }

    /// The URLs of the `sitemap` lines, in order.
    #[getter]
    fn sitemaps(&self) -> Vec<String> {
        self.robots.sitemaps().map(|sitemap| text(sitemap.url)).collect()
    }

    /// The longest valid `crawl-delay` of the groups that the crawler follows, in seconds. Google does not read it.
    ///
    /// Raises `CrawlerNameError`.
    fn crawl_delay(&self, crawler: &str) -> PyResult<Option<f64>> {
        Ok(self.robots.crawl_delay(&named_crawler(crawler)?))
    }

    /// As `crawl_delay`, for the program that sends this User-Agent header. Never raises.
    fn crawl_delay_for_user_agent(&self, header: &str) -> Option<f64> {
        self.robots.crawl_delay(&self.robots.crawler_of_user_agent(header))
    }

    /// The lines with other fields, such as `host`: of the whole file, or of the groups of the program that sends this
    /// User-Agent header.
    #[pyo3(signature = (user_agent = None))]
    fn other_lines(&self, user_agent: Option<&str>) -> Vec<OtherLine> {
        let lines: Vec<_> = match user_agent {
            Some(header) => {
                self.robots.other_lines_for(&self.robots.crawler_of_user_agent(header)).collect()
            }
            None => self.robots.other_lines().collect(),
        };
        let shown = |line: maycrawl::robots_txt::OtherLine<'_>| OtherLine {
            line: line.line,
            key: text(line.key),
            value: text(line.value),
        };
        lines.into_iter().map(shown).collect()
    }

    /// The name of the profile.
    #[getter]
    fn profile(&self) -> &'static str {
        self.robots.profile().name
    }

    /// The site of the file, such as `https://shop.example`; None if it is not known.
    #[getter]
    fn origin(&self) -> Option<&str> {
        self.origin.as_ref().map(Origin::as_str)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.robots.as_bytes())
    }

    fn __repr__(&self) -> String {
        let (bytes, groups) = (self.robots.as_bytes().len(), self.robots.groups().len());
        format!("<maycrawl.RobotsTxt of {bytes} bytes, {groups} groups>")
    }
}

impl RobotsTxt {
    fn for_site<'a>(&'a self, crawler: &'a Crawler) -> SiteRules<'a, 'a> {
        let basis = SiteBasis::File(self.robots.as_bytes(), crawler, self.robots.profile());
        SiteRules::new(self.origin.as_ref(), basis)
    }

    fn rules_of(&self, crawler: Crawler) -> Rules {
        let set = self.robots.rules_for(&crawler);
        let (robots, origin) = (Arc::clone(&self.robots), self.origin.clone());
        Rules(Arc::new(CrawlerRules { robots, crawler, set, origin }))
    }
}

#[pymethods]
impl Explanation {
    /// The explanation as a dictionary, as `maycrawl check --explain --format json` writes it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.json)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<maycrawl.Explanation {:?}>", self.text.lines().next().unwrap_or_default())
    }
}

#[pymethods]
impl OtherLine {
    fn __repr__(&self) -> String {
        format!("<maycrawl.OtherLine {}: {}: {}>", self.line, self.key, self.value)
    }
}
