//! The rules of one crawler on one site.

use std::sync::Arc;

use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{Crawler, Origin, RuleSet};

/// What all verdicts of one crawler share.
pub(crate) struct CrawlerRules {
    pub(crate) robots: Arc<maycrawl::RobotsTxt<'static>>,
    pub(crate) crawler: Crawler,
    pub(crate) set: RuleSet,
    /// The origin of the file, if it is known. URLs of other origins are not allowed.
    pub(crate) origin: Option<Origin>,
}

impl CrawlerRules {
    pub(crate) fn check(&self, url: &AskedUrl<'_>) -> maycrawl::Verdict<'_> {
        match &self.origin {
            Some(origin) if !url.is_of(origin) => maycrawl::Verdict::elsewhere(),
            _ => self.set.check(url),
        }
    }

    /// True if the crawler may fetch the URL. A text that is not a URL is not allowed.
    pub(crate) fn is_allowed(&self, url: &str) -> bool {
        AskedUrl::read(url, Schemes::Any).is_ok_and(|url| self.check(&url).is_allowed())
    }
}
