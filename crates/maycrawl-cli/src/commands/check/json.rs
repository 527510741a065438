//! Answers of `maycrawl check` as JSON: the core's form, with what only the command knows.

use maycrawl::answer::CheckAnswer;
use maycrawl::explain::VerdictLocation;
use maycrawl::{Crawler, Verdict};
use maycrawl_fetch::{OriginRobots, SiteState};
use serde::Serialize;

use crate::inputs::url_arg::UrlArg;

/// The answer for one URL and one crawler.
pub(super) fn answer<'a>(
    url: &UrlArg<'_>,
    crawler: &Crawler,
    profile: &'static str,
    verdict: &Verdict<'_>,
    location: Option<&VerdictLocation<'_>>,
) -> CheckAnswer<'a> {
    CheckAnswer::new(url.written, &url.request, crawler, profile, verdict, location)
}

/// The state of a live site: the last member of its answers. It is written once for all crawlers.
#[derive(Serialize)]
pub(super) struct JsonSite {
    site: SiteState,
}

impl JsonSite {
    pub(super) fn new(robots: &OriginRobots) -> Self {
        Self { site: SiteState::new(robots) }
    }
}
