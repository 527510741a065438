//! Answers of `maycrawl check` as JSON.

use maycrawl::{Explanation, Verdict, VerdictLocation};
use serde::Serialize;

use crate::answer::Answer;
use crate::robots_state::JsonRobots;
use crate::url_arg::UrlArg;

/// The answer for one URL and one crawler.
#[derive(Serialize)]
pub(super) struct JsonAnswer<'a> {
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url_escaped: Option<String>,
    /// The URL that a client requests, if its path differs from the written one.
    #[serde(skip_serializing_if = "Option::is_none")]
    requested: Option<String>,
    agent: &'a str,
    profile: &'static str,
    #[serde(flatten)]
    verdict: Verdict<'a>,
    /// The deciding line and its group, as the file spells them; absent where no file was read.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    located: Option<VerdictLocation<'a>>,
    /// The same as `decision`, but `unreachable` where the robots.txt could not be read.
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    robots: Option<&'a JsonRobots>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation<'a>>,
}

impl<'a> JsonAnswer<'a> {
    pub(super) fn new(
        url: &UrlArg<'_>,
        agent: &'a str,
        profile: &'static str,
        verdict: Verdict<'a>,
        located: Option<VerdictLocation<'a>>,
        explanation: Option<Explanation<'a>>,
    ) -> Self {
        Self {
            url: String::from_utf8_lossy(url.written).into_owned(),
            url_escaped: url.was_escaped().then(|| url.request.to_string()),
            requested: url.requested().map(str::to_owned),
            agent,
            profile,
            verdict,
            located,
            outcome: Answer::of(&verdict).name(),
            robots: None,
            explanation,
        }
    }

    /// The same with the state of the live site's file.
    pub(super) fn with_robots(self, robots: &'a JsonRobots) -> Self {
        Self { robots: Some(robots), ..self }
    }
}
