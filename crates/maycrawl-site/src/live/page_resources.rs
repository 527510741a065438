//! Robots.txt verdicts about the resources of an inspected page.

use maycrawl::{Decision, RequestUrl};

use super::inspect::{Inspection, PageOutcome};
use crate::resources::Resource;

/// Robots.txt verdicts about the resources of a page, for one crawler.
#[derive(Debug, Default)]
pub struct ResourceVerdicts<'i> {
    /// Resources that the crawler may not fetch, with the deciding line, if there is one.
    pub closed: Vec<(&'i Resource, Option<u32>)>,
    /// Number of resources that it may fetch.
    pub open: usize,
    /// Resources of other hosts, whose robots.txt was not checked.
    pub not_asked: Vec<&'i Resource>,
}

impl Inspection {
    /// Checks the resources of the page against the robots.txt of the page's host, for the `index`th crawler. Resources
    /// of other hosts are not checked. A page has at most 200 known resources; each costs one check.
    #[must_use]
    pub fn resources(&self, index: usize) -> ResourceVerdicts<'_> {
        let mut verdicts = ResourceVerdicts::default();
        let (PageOutcome::Answer(answer), Some(step)) = (&self.found, self.steps.last()) else {
            return verdicts;
        };
        // Of a page whose site is not known, all resources are on other hosts.
        let is_known = step.origin().is_some();
        for resource in answer.page.iter().flat_map(|page| &page.resources) {
            let url = RequestUrl::parse(&resource.url).ok().filter(|_| is_known);
            let verdict = url.and_then(|url| step.verdict_about(index, &url));
            match verdict.map(|verdict| (verdict.decision(), verdict.line())) {
                None | Some((Decision::NotApplicable, _)) => verdicts.not_asked.push(resource),
                Some((Decision::Allowed, _)) => verdicts.open += 1,
                Some((Decision::Disallowed, line)) => verdicts.closed.push((resource, line)),
            }
        }
        verdicts
    }
}
