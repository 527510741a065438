//! What robots.txt says of the resources of an inspected page.

use maycrawl::{Origin, RequestUrl};

use super::inspect::{Inspection, PageOutcome};
use crate::resources::Resource;

/// What robots.txt says of the resources of a page, for one crawler.
#[derive(Debug, Default)]
pub struct ResourceVerdicts<'i> {
    /// Those that the crawler may not fetch, with the line that decides, if a line does.
    pub closed: Vec<(&'i Resource, Option<u32>)>,
    /// Those that it may fetch.
    pub open: usize,
    /// Those of other hosts, whose robots.txt was not asked.
    pub not_asked: Vec<&'i Resource>,
}

impl Inspection {
    /// What the robots.txt of the page's host says of the resources of the page for the `index`th crawler. Resources of
    /// other hosts are not asked about. At most 200 resources are known of a page.
    #[must_use]
    pub fn resources(&self, index: usize) -> ResourceVerdicts<'_> {
        let mut verdicts = ResourceVerdicts::default();
        let (PageOutcome::Answer(answer), Some(step)) = (&self.found, self.steps.last()) else {
            return verdicts;
        };
        let own = Origin::parse(&step.url).ok();
        for resource in answer.page.iter().flat_map(|page| &page.resources) {
            let url = RequestUrl::parse(&resource.url).ok();
            let of_own = url.filter(|url| own.is_some() && url.origin() == own.as_ref());
            match of_own.and_then(|url| step.verdict_about(index, &url)) {
                None => verdicts.not_asked.push(resource),
                Some(verdict) if verdict.is_allowed() => verdicts.open += 1,
                Some(verdict) => verdicts.closed.push((resource, verdict.line())),
            }
        }
        verdicts
    }
}
