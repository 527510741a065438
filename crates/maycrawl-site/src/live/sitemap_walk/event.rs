//! What a walk through sitemaps tells.

use maycrawl::{Crawler, RequestUrl, Verdict};
use maycrawl_fetch::OriginRobots;

use crate::sitemap::{
    SitemapKind, SitemapPosition, SitemapProblemKind, SitemapResource, SitemapUrl,
};

/// A position in a sitemap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    /// The sitemap's URL, or the file's name.
    pub sitemap: &'a str,
    /// The position in it; `None` for the whole file.
    pub position: Option<SitemapPosition>,
}

/// An event of a walk. Not `non_exhaustive`: a caller that left out a new event could lose a problem silently.
#[derive(Debug)]
pub enum WalkEvent<'a> {
    /// The robots.txt of a site, and how many sitemaps it names.
    Site {
        /// Its robots.txt.
        robots: &'a OriginRobots,
        /// Number of sitemaps that it names.
        named: usize,
    },
    /// A sitemap begins.
    Begin {
        /// Its URL, or the file's name.
        sitemap: &'a str,
    },
    /// A URL of the site, with a verdict for each crawler, in order.
    Url {
        /// The position.
        at: Location<'a>,
        /// The URL.
        url: &'a SitemapUrl,
        /// The URL that a client requests for it. The verdicts are about this URL.
        asked: &'a RequestUrl,
        /// The verdicts, one for each crawler, in order.
        verdicts: &'a [Verdict<'a>],
        /// The robots.txt of the verdicts; `None` where the caller gave a file instead.
        robots: Option<&'a OriginRobots>,
    },
    /// What is listed beside a URL, of the same sites, and a crawler may not fetch it.
    Resource {
        /// The position.
        at: Location<'a>,
        /// The page.
        url: &'a SitemapUrl,
        /// What is listed.
        resource: &'a SitemapResource,
        /// The crawler: for images and videos of Google the one that reads them.
        crawler: &'a Crawler,
        /// Its verdict.
        verdict: Verdict<'a>,
        /// The robots.txt of the verdict; `None` where the caller gave a file instead.
        robots: Option<&'a OriginRobots>,
    },
    /// A URL of a site for which the sitemap is not valid.
    Foreign {
        /// The position.
        at: Location<'a>,
        /// The URL.
        url: &'a SitemapUrl,
        /// The first site for which the sitemap is valid.
        home: &'a str,
    },
    /// A text that is not a valid URL.
    Malformed {
        /// The position.
        at: Location<'a>,
        /// The text.
        url: &'a SitemapUrl,
        /// The reason.
        why: &'a str,
    },
    /// A problem of the sitemap.
    Problem {
        /// The position.
        at: Location<'a>,
        /// The kind of problem.
        trouble: &'a SitemapProblemKind,
    },
    /// A sitemap that no crawler may fetch, so it was not fetched.
    Closed {
        /// Its URL.
        sitemap: &'a str,
        /// The first crawler's verdict.
        verdict: Verdict<'a>,
        /// The robots.txt of the verdict.
        robots: &'a OriginRobots,
    },
    /// A sitemap that was not requested: its URL is not valid, or the walk is limited to another origin.
    Unasked {
        /// Its URL.
        sitemap: &'a str,
        /// Why.
        why: &'a str,
    },
    /// A sitemap that could not be fetched.
    Unfetched {
        /// Its URL.
        sitemap: &'a str,
        /// The status of the answer; `None` without one.
        status: Option<u16>,
        /// Why.
        why: &'a str,
    },
    /// A sitemap ends.
    End {
        /// Its URL, or the file's name.
        sitemap: &'a str,
        /// The kind of the file.
        kind: Option<SitemapKind>,
        /// Number of listed URLs or sitemaps.
        listed: u64,
    },
}
