//! What a sitemap lists beside the URL of a page: may the crawler that reads it fetch it?

use std::ops::ControlFlow;
use std::sync::Arc;

use maycrawl::{Crawler, RequestUrl};

use super::{Location, Progress, SitemapWalk, WalkEvent, WalkSite, site_of};
use crate::sitemap::{SitemapResourceKind, SitemapUrl};

/// The crawlers of Google for images and videos. They follow the group of Googlebot if none names them.
const GOOGLE_IMAGES: &str = "Googlebot-Image";
const GOOGLE_VIDEOS: &str = "Googlebot-Video";

/// The crawlers, and behind them those that read images and videos in their place.
pub(super) fn readers_of_resources(crawlers: &[Crawler]) -> Vec<Crawler> {
    let mut readers = crawlers.to_vec();
    if crawlers.iter().any(is_googlebot) {
        let in_place = [GOOGLE_IMAGES, GOOGLE_VIDEOS].map(Crawler::from_token);
        let is_new = |it: &Crawler| crawlers.iter().all(|asked| asked.token() != it.token());
        readers.extend(in_place.into_iter().filter(is_new));
    }
    readers
}

fn is_googlebot(crawler: &Crawler) -> bool {
    crawler.token() == Crawler::GOOGLEBOT.token()
}

impl SitemapWalk<'_> {
    /// Checks what is listed beside a URL.
    pub(super) fn check_resources<F>(
        &self,
        sitemap: &str,
        url: &SitemapUrl,
        sites: &[Arc<WalkSite>],
        progress: &mut Progress<F>,
    ) where
        F: FnMut(WalkEvent<'_>) -> ControlFlow<()>,
    {
        progress.summary.resources += url.resources.listed.len() as u64 + url.resources.beyond;
        progress.summary.unchecked_resources += url.resources.beyond;
        for resource in &url.resources.listed {
            let site = site_of(&resource.loc, sites).ok().flatten();
            let asked = RequestUrl::parse(&resource.loc).ok();
            let Some((site, asked)) = site.zip(asked) else {
                progress.summary.unchecked_resources += 1;
                continue;
            };
            let at = Location { sitemap, position: Some(resource.position) };
            let robots = site.robots.as_ref();
            let mut is_blocked = false;
            for (crawler, verdict) in self.readers.iter().zip(self.verdicts(site, &asked)) {
                if !verdict.is_allowed() && self.reads(crawler, resource.kind) {
                    is_blocked = true;
                    progress.report(WalkEvent::Resource {
                        at,
                        url,
                        resource,
                        crawler,
                        verdict,
                        robots,
                    });
                }
            }
            progress.summary.blocked_resources += u64::from(is_blocked);
        }
    }

    /// Whether a crawler is the one that reads this: Googlebot leaves images and videos to others.
    fn reads(&self, crawler: &Crawler, kind: SitemapResourceKind) -> bool {
        let is_asked = self.crawlers.iter().any(|asked| asked.token() == crawler.token());
        let in_place = match kind {
            SitemapResourceKind::Alternate => return is_asked,
            SitemapResourceKind::Image | SitemapResourceKind::Thumbnail => GOOGLE_IMAGES,
            SitemapResourceKind::Video | SitemapResourceKind::Player => GOOGLE_VIDEOS,
        };
        if is_googlebot(crawler) {
            return false;
        }
        crawler.token() == in_place && self.crawlers.iter().any(is_googlebot) || is_asked
    }
}
