//! The other controls of crawling and indexing: robots meta tags, `X-Robots-Tag`, sitemaps.
//!
//! ```
//! use maycrawl::Crawler;
//! use maycrawl_site::{EffectiveDirectives, Directives, Page};
//!
//! let page = Page::read(b"<meta name=robots content='max-snippet:20, nofollow'>", None, None);
//! let field = Directives::from_header(b"googlebot: noindex", 1);
//! let rules = EffectiveDirectives::for_crawler(page.directives.iter().chain(&field), &Crawler::GOOGLEBOT);
//! assert!(rules.no_index.is_some() && rules.no_follow.is_some());
//! ```
//!
//! [`Page`], [`Directives`] and [`Sitemap`] are pure parsers with bounded memory for any input. They need no network
//! crate.
//!
//! # Features
//!
//! - `live` (default): `inspect` fetches and assesses a page, and `SitemapWalk` reads the sitemaps of a site. Adds the
//!   dependency `maycrawl-fetch`.

#![forbid(unsafe_code)]

mod date;
mod html_tokens;
#[cfg(feature = "live")]
mod live;
mod page;
mod resources;
mod robots_meta;
mod sitemap;
mod sitemap_list;

#[cfg(feature = "live")]
pub use live::{
    CrawlerAssessment, IndexState, InspectLimits, Inspection, InspectionStep, Location, PageAnswer,
    PageOutcome, ResourceVerdicts, SitemapWalk, WalkEvent, WalkLimits, WalkStart, WalkSummary,
    inspect, inspect_local, inspect_within,
};
pub use page::{Canonical, HeadEnd, Links, MAX_PAGE_BYTES, Page, canonical_of_link};
pub use resources::{Resource, ResourceKind};
pub use robots_meta::{
    Directive, DirectiveSource, Directives, EffectiveDirectives, IgnoredDirective, IgnoredReason,
    ImagePreview, MaxLength,
};
pub use sitemap::{
    MAX_FILE_BYTES, MAX_URL_CHARS, MAX_URLS, Sitemap, SitemapItem, SitemapKind, SitemapProblem,
    SitemapProblemKind, SitemapUrl,
};
pub use sitemap_list::{SitemapList, sitemap_urls};
