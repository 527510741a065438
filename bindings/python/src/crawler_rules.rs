//! The rules of one crawler on one site.

use std::sync::Arc;

use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{Crawler, Origin, RuleSet, SiteBasis, SiteRules, Verdict};

/// What all verdicts of one crawler share.
pub(crate) struct CrawlerRules {
    pub(crate) robots: Arc<maycrawl::RobotsTxt<'static>>,
    pub(crate) crawler: Crawler,
    pub(crate) set: RuleSet,
    /// The origin of the file, if it is known. URLs of other origins are not allowed.
    pub(crate) origin: Option<Origin>,
}

impl CrawlerRules {
    pub(crate) fn for_site(&self) -> SiteRules<'_, '_> {
        SiteRules::new(self.origin.as_ref(), SiteBasis::Rules(&self.set))
    }

    /// The verdict about a URL of a batch; `None` if the text is not a URL.
    pub(crate) fn check_text(&self, url: &str) -> Option<Verdict<'_>> {
        let url = AskedUrl::read(url, Schemes::Any).ok()?;
        Some(self.for_site().check(&url))
    }
}
