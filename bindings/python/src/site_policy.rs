//! The policy of `maycrawl-policy` for one site, for programs that make the requests themselves.

use std::sync::{Mutex, PoisonError};

use maycrawl_policy::{
    BodyEnd, Bytes, Failure, FailureKind, Fetch, HttpAnswer, NextStep, Policy, PolicyEvent,
    RobotsRequest, State, Timestamp, TransitionOptions,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

use crate::errors::{PolicyError, UrlError};

/// What is known of the robots.txt of one site, and what it means, for programs that make the requests themselves. It
/// has no clock: times are seconds since 1970. `policy` is `google-2021`, `google-2026`, `rfc9309` or `google-2019`.
///
/// >>> from maycrawl import SitePolicy
/// >>> site = SitePolicy("https://shop.example/robots.txt")
/// >>> site.decide(0)
/// SiteDecision(basis='nothing', fetch='first')
/// >>> site.begin()
/// 'https://shop.example/robots.txt'
/// >>> site.answered(503, [("Retry-After", "120")], b"", 0)
/// (None, None)
/// >>> site.decide(60) == ("disallowed", "no"), site.decide(130).fetch
/// (True, 'background')
/// >>> site.begin(); site.answered(200, [("Content-Length", "27")], b"User-agent: *\nDisallow: /a\n", 130)
/// 'https://shop.example/robots.txt'
/// (None, b'User-agent: *\nDisallow: /a\n')
/// >>> site.begin(); site.answered(200, [("Content-Length", "27")], b"User-agent: *\n", 140), site.failure
/// 'https://shop.example/robots.txt'
/// ((None, None), 'the body is shorter than its announced length')
///
/// With `confirm_refusals`, an answer that is no robots.txt opens a site with a known file only after it was seen for a
/// day (404 and 410: an hour); until then the last copy is in force.
///
/// Raises `PolicyError` for an unknown policy, and `UrlError`.
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct SitePolicy {
    policy: Policy,
    options: TransitionOptions,
    robots_url: String,
    inner: Mutex<Inner>,
}

struct Inner {
    state: State,
    /// The requests of the current fetch.
    request: RobotsRequest,
    /// The failure of the last fetch.
    failure: Option<String>,
}

fn timestamp(seconds: f64) -> Timestamp {
    // A cast saturates: a negative number and NaN become 0.
    Timestamp::from_millis((seconds * 1000.0) as u64)
}

/// The policy with this name.
pub(crate) fn policy_of(name: &str) -> PyResult<Policy> {
    name.parse().map_err(|error: maycrawl::UnknownName| PolicyError::new_err(error.to_string()))
}

#[pymethods]
impl SitePolicy {
    #[new]
    #[pyo3(signature = (robots_url, policy = "google-2021", *, confirm_refusals = false))]
    fn new(robots_url: &str, policy: &str, confirm_refusals: bool) -> PyResult<Self> {
        let policy = policy_of(policy)?;
        let request = request(robots_url)?;
        let options = TransitionOptions { confirm_refusals, ..TransitionOptions::default() };
        let inner = Mutex::new(Inner { state: State::default(), request, failure: None });
        Ok(Self { policy, options, robots_url: robots_url.to_owned(), inner })
    }

    /// The URL of the robots.txt.
    #[getter]
    fn robots_url(&self) -> &str {
        &self.robots_url
    }

    /// `basis`: what a verdict rests on (`nothing`, `file`, `no-file`, `disallowed`, `last-copy`, `no-limits`), and
    /// `fetch`: whether to fetch before it (`first`), beside it (`background`) or not at all (`no`). A named tuple of
    /// both.
    fn decide<'py>(&self, py: Python<'py>, now: f64) -> PyResult<Bound<'py, PyAny>> {
        static SITE_DECISION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let standing = {
            let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            self.policy.decide(&inner.state, timestamp(now))
        };
        let fetch = match standing.fetch {
            Fetch::No => "no",
            Fetch::Background => "background",
            Fetch::First => "first",
        };
        let kind = SITE_DECISION.import(py, "maycrawl.answers", "SiteDecision")?;
        kind.call1((standing.basis.name(), fetch))
    }

    /// Begin a fetch. Gives the URL to request.
    fn begin(&self) -> PyResult<&str> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.request = request(&self.robots_url)?;
        Ok(&self.robots_url)
    }

    /// Why the last fetch failed, as a sentence. None if it gave an answer.
    #[getter]
    fn failure(&self) -> Option<String> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).failure.clone()
    }

    /// Record an HTTP answer. Gives the target of a redirect, which is to be requested next, or None; and the file, or
    /// None if the answer is no file, or is doubted (`confirm_refusals`). `body` is what arrived, without the chunks
    /// and with its `Content-Encoding`, which is removed here; more than 500 KiB of a file are not used.
    ///
    /// `complete` is True if the client saw the last chunk or compared the length itself, and False if it knows that
    /// the transfer was cut short. A body that is shorter than its announced length is a failure in any case but True.
    /// `decoded` says that the client has removed the encoding; then it has to notice itself whether the body was cut.
    #[pyo3(signature = (status, fields, body, now, *, complete = None, decoded = false))]
    #[expect(clippy::too_many_arguments, reason = "an answer, as Python has it")]
    fn answered<'py>(
        &self,
        py: Python<'py>,
        status: u16,
        fields: Vec<(String, String)>,
        body: &[u8],
        now: f64,
        complete: Option<bool>,
        decoded: bool,
    ) -> (Option<String>, Option<Bound<'py, PyBytes>>) {
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        let mut answer = HttpAnswer::new(status, &fields, body).ending(match complete {
            None => BodyEnd::Unknown,
            Some(true) => BodyEnd::Complete,
            Some(false) => BodyEnd::Cut,
        });
        if decoded {
            answer = answer.decoded();
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        match inner.request.answered(&answer, timestamp(now)) {
            NextStep::Request(url) => (Some(url), None),
            NextStep::Done { event, file } => {
                inner.end(self, &event, now);
                let file = file.filter(|_| !inner.state.has_doubted_at(timestamp(now)));
                (None, file.map(|file: Bytes| PyBytes::new(py, &file)))
            }
            // A step of a later version is not understood, so it is a failure.
            _ => {
                inner.fail(self, FailureKind::Protocol, "the answer is not understood", now);
                (None, None)
            }
        }
    }

    /// Record that a request got no answer: `dns`, `connect`, `tls`, `timeout`, `truncated` or `protocol`, and a
    /// sentence.
    fn failed(&self, kind: &str, detail: &str, now: f64) {
        let kind = match kind {
            "dns" => FailureKind::Dns,
            "connect" => FailureKind::Connect,
            "tls" => FailureKind::Tls,
            "timeout" => FailureKind::Timeout,
            "truncated" => FailureKind::Truncated,
            _ => FailureKind::Protocol,
        };
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.fail(self, kind, detail, now);
    }
}

impl Inner {
    fn fail(&mut self, site: &SitePolicy, kind: FailureKind, detail: &str, now: f64) {
        let failure = Failure { kind, detail: detail.to_owned() };
        self.end(site, &PolicyEvent::Failed { failure, retry_after: None, site: None }, now);
    }

    /// Ends the fetch.
    fn end(&mut self, site: &SitePolicy, event: &PolicyEvent, now: f64) {
        self.failure = match event {
            PolicyEvent::Failed { failure, .. } => Some(failure.to_string()),
            _ => None,
        };
        self.state = site.policy.next_state(&self.state, event, site.options, timestamp(now));
    }
}

fn request(robots_url: &str) -> PyResult<RobotsRequest> {
    RobotsRequest::new(robots_url).ok_or_else(|| {
        UrlError::new_err(format!("{robots_url:?} is not a URL; give https://HOST/robots.txt"))
    })
}
