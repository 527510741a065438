//! Answers of `maycrawl check` as JSON: the core's form, with what only the command knows.

use maycrawl::answer::Answer;
use maycrawl::explain::Explanation;
use maycrawl::explain::VerdictLocation;
use maycrawl::{Crawler, Verdict};
use maycrawl_fetch::SiteState;
use serde::Serialize;

use crate::url_arg::UrlArg;

/// The answer for one URL and one crawler.
#[derive(Serialize)]
pub(super) struct JsonAnswer<'a> {
    #[serde(flatten)]
    pub(super) answer: Answer,
    /// The URL with the escapes that a client adds, if it was written without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) url_escaped: Option<String>,
    pub(super) profile: &'static str,
    /// The state of a live site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) site: Option<&'a SiteState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) explanation: Option<Explanation<'a>>,
}

impl<'a> JsonAnswer<'a> {
    pub(super) fn new(
        url: &UrlArg<'_>,
        crawler: &Crawler,
        profile: &'static str,
        verdict: &Verdict<'_>,
        location: Option<&VerdictLocation<'_>>,
    ) -> Self {
        let written = String::from_utf8_lossy(url.written);
        let mut answer = Answer::about(&written, &url.request, crawler, verdict);
        if let Some(location) = location {
            answer = answer.at(location);
        }
        let url_escaped = url.was_escaped().then(|| url.request.to_string());
        Self { answer, url_escaped, profile, site: None, explanation: None }
    }
}
