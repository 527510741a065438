//! Answers of `maycrawl check` as JSON: the core's form, with what only the command knows.

use maycrawl::Verdict;
use maycrawl::answer::Answer;
use maycrawl::explain::Explanation;
use maycrawl::explain::VerdictLocation;
use maycrawl_fetch::SiteState;
use serde::Serialize;

use crate::url_arg::UrlArg;

/// The answer for one URL and one crawler.
#[derive(Serialize)]
pub(super) struct JsonAnswer<'a> {
    #[serde(flatten)]
    answer: Answer,
    /// The URL with the escapes that a client adds, if it was written without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    url_escaped: Option<String>,
    profile: &'static str,
    /// The state of a live site.
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<&'a SiteState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation<'a>>,
}

impl<'a> JsonAnswer<'a> {
    pub(super) fn new(
        url: &UrlArg<'_>,
        agent: &str,
        profile: &'static str,
        verdict: &Verdict<'_>,
        location: Option<&VerdictLocation<'_>>,
        explanation: Option<Explanation<'a>>,
    ) -> Self {
        let mut answer = Answer::new(&String::from_utf8_lossy(url.written), agent, verdict)
            .requesting(&url.request)
            .with_consequence(explanation.as_ref().and_then(|explanation| explanation.consequence));
        if let Some(location) = location {
            answer = answer.at(location);
        }
        Self {
            answer,
            url_escaped: url.was_escaped().then(|| url.request.to_string()),
            profile,
            site: None,
            explanation,
        }
    }

    /// The same with the state of the live site.
    pub(super) fn with_site(self, site: &'a SiteState) -> Self {
        Self { site: Some(site), ..self }
    }
}
