//! The fetch policy of `maycrawl-fetch` for one site, for programs that make the requests themselves.

use std::sync::{Mutex, PoisonError};

use maycrawl_fetch::{
    Failure, FailureKind, Fetch, NextStep, Policy, PolicyEvent, RobotsRequest, State, Timestamp,
};
use pyo3::prelude::*;

use crate::errors::{PolicyError, UrlError};

/// What is known of the robots.txt of one site, and what it means, for programs that make the requests themselves. It
/// has no clock: times are seconds since 1970. `policy` is `google-2021`, `google-2026`, `rfc9309` or `google-2019`.
///
/// >>> from maycrawl import SitePolicy
/// >>> site = SitePolicy("https://shop.example/robots.txt")
/// >>> site.decide(0)
/// ('nothing', 'first')
/// >>> site.begin()
/// 'https://shop.example/robots.txt'
/// >>> site.answered(503, [("Retry-After", "120")], 0)
/// (None, False)
/// >>> site.decide(60), site.decide(130)
/// (('disallowed', 'no'), ('disallowed', 'background'))
///
/// Raises `PolicyError` for an unknown policy, and `UrlError`.
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct SitePolicy {
    policy: Policy,
    robots_url: String,
    inner: Mutex<Inner>,
}

struct Inner {
    state: State,
    /// The requests of the current fetch.
    request: RobotsRequest,
}

fn timestamp(seconds: f64) -> Timestamp {
    // A cast saturates: a negative number and NaN become 0.
    Timestamp::from_millis((seconds * 1000.0) as u64)
}

#[pymethods]
impl SitePolicy {
    #[new]
    #[pyo3(signature = (robots_url, policy = "google-2021"))]
    fn new(robots_url: &str, policy: &str) -> PyResult<Self> {
        let policy = policy
            .parse()
            .map_err(|error: maycrawl::UnknownName| PolicyError::new_err(error.to_string()))?;
        let request = request(robots_url)?;
        let inner = Mutex::new(Inner { state: State::default(), request });
        Ok(Self { policy, robots_url: robots_url.to_owned(), inner })
    }

    /// The URL of the robots.txt.
    #[getter]
    fn robots_url(&self) -> &str {
        &self.robots_url
    }

    /// What a verdict rests on (`nothing`, `file`, `no-file`, `disallowed`, `last-copy`, `no-limits`), and whether to fetch
    /// before it (`first`), beside it (`background`) or not at all (`no`).
    fn decide(&self, now: f64) -> (&'static str, &'static str) {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let standing = self.policy.decide(&inner.state, timestamp(now));
        let fetch = match standing.fetch {
            Fetch::No => "no",
            Fetch::Background => "background",
            Fetch::First => "first",
        };
        (standing.basis.name(), fetch)
    }

    /// Begin a fetch. Gives the URL to request.
    fn begin(&self) -> PyResult<&str> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.request = request(&self.robots_url)?;
        Ok(&self.robots_url)
    }

    /// Record an HTTP answer. Gives the target of a redirect, which is to be requested next, or None; and whether the
    /// body is the file.
    fn answered(
        &self,
        status: u16,
        fields: Vec<(String, String)>,
        now: f64,
    ) -> (Option<String>, bool) {
        let fields: Vec<(String, String)> =
            fields.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect();
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        match inner.request.answered(status, &fields, timestamp(now)) {
            NextStep::Request(url) => (Some(url), false),
            NextStep::Done { event, is_file } => {
                inner.state = self.policy.after_fetch(&inner.state, &event, timestamp(now));
                (None, is_file)
            }
            // A step of a later version is not understood, so it is a failure.
            _ => {
                inner.fail(self.policy, FailureKind::Protocol, "the answer is not understood", now);
                (None, false)
            }
        }
    }

    /// Record that a request got no answer: `dns`, `connect`, `tls`, `timeout`, `truncated` or `protocol`, and a sentence.
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
        inner.fail(self.policy, kind, detail, now);
    }
}

impl Inner {
    fn fail(&mut self, policy: Policy, kind: FailureKind, detail: &str, now: f64) {
        let failure = Failure { kind, detail: detail.to_owned() };
        let event = PolicyEvent::Failed { failure, retry_after: None, site: None };
        self.state = policy.after_fetch(&self.state, &event, timestamp(now));
    }
}

fn request(robots_url: &str) -> PyResult<RobotsRequest> {
    RobotsRequest::new(robots_url).ok_or_else(|| {
        UrlError::new_err(format!("{robots_url:?} is not a URL; give https://HOST/robots.txt"))
    })
}
