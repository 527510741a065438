//! Fetches sitemaps. Each hop is checked against its robots.txt before it is requested.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use maycrawl::RequestUrl;
use maycrawl_fetch::{ResourceError, ResourceLimits, Response};
use maycrawl_policy::{MAX_REDIRECTS, RedirectChain};
use tokio::sync::mpsc;

use super::reader::{Batch, items_of};
use super::{Progress, SitemapWalk, WalkEvent, WalkSite};
use crate::sitemap::MAX_FILE_BYTES;

impl SitemapWalk<'_> {
    /// Fetches a sitemap, if one of the crawlers may fetch it. Adds its own site to `sites`, for which it is valid.
    pub(super) async fn open<F>(
        &self,
        sitemap: &str,
        sites: &mut Vec<Arc<WalkSite>>,
        progress: &mut Progress<F>,
    ) -> Option<mpsc::Receiver<Batch>>
    where
        F: FnMut(WalkEvent<'_>) -> ControlFlow<()>,
    {
        let mut url = match RequestUrl::parse(sitemap) {
            Ok(url) => url,
            Err(error) => {
                progress.report(WalkEvent::Unasked { sitemap, why: &error.to_string() });
                return None;
            }
        };
        if self.same_origin_only && progress.start_origin.as_ref() != url.origin() {
            progress.report(WalkEvent::Unasked { sitemap, why: "it is on another site" });
            return None;
        }
        let begun = Instant::now();
        let mut chain = RedirectChain::new(url.as_str(), MAX_REDIRECTS);
        let mut is_first = true;
        loop {
            let site = self.site(url.origin()?, progress).await;
            if !self.may_fetch(&site, &url, progress) {
                return None;
            }
            if is_first && !sites.iter().any(|known| known.origin == site.origin) {
                sites.push(site);
            }
            // No redirect is followed below: the robots.txt of each hop is asked before the hop is made.
            let limits = ResourceLimits {
                bytes: MAX_FILE_BYTES + 1,
                deadline: self.limits.deadline.saturating_sub(begun.elapsed()),
                redirects: 0,
            };
            let answer = self.fetcher.get_request(&url, limits).await;
            is_first = false;
            match self.next_hop(&answer, &mut chain, progress) {
                Ok(Some(to)) => url = to,
                Ok(None) => {
                    return answer.ok().map(|response| items_of(response, self.more));
                }
                Err((status, why)) => {
                    progress.report_unfetched(sitemap, status, &why);
                    return None;
                }
            }
        }
    }

    /// Whether one of the crawlers may fetch `url`, by the robots.txt of its site.
    fn may_fetch<F>(&self, site: &WalkSite, url: &RequestUrl, progress: &mut Progress<F>) -> bool
    where
        F: FnMut(WalkEvent<'_>) -> ControlFlow<()>,
    {
        let mut verdicts = site.rules.iter().map(|rules| rules.check_request(url));
        if let (Some(verdict), Some(robots)) = (verdicts.next(), &site.robots)
            && !verdict.is_allowed()
            && verdicts.all(|verdict| !verdict.is_allowed())
        {
            progress.report(WalkEvent::Closed { sitemap: url.as_str(), verdict, robots });
            return false;
        }
        true
    }

    /// The redirect target of an answer; `None` if the answer is the sitemap.
    fn next_hop<F>(
        &self,
        answer: &Result<Response, ResourceError>,
        chain: &mut RedirectChain,
        progress: &Progress<F>,
    ) -> Result<Option<RequestUrl>, (Option<u16>, String)> {
        let response = answer.as_ref().map_err(|error| (None, error.to_string()))?;
        let status = response.status();
        let refused = |why: String| (Some(status), why);
        let to = match response.redirect() {
            None if status == 200 => return Ok(None),
            None => return Err(refused(format!("HTTP {status}"))),
            Some(to) => to.map_err(|error| refused(error.to_string()))?,
        };
        let to = RequestUrl::parse(&to).map_err(|error| refused(error.to_string()))?;
        if self.same_origin_only && progress.start_origin.as_ref() != to.origin() {
            return Err(refused("it redirects to another site".to_owned()));
        }
        chain.follow(to.as_str()).map_err(|error| refused(error.to_string()))?;
        Ok(Some(to))
    }
}
