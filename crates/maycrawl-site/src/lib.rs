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
//! [`Page`], [`Directives`], [`Sitemap`], [`UseSignals`], [`TdmrepFile`] and [`RslDocument`] are pure parsers with
//! bounded memory for any input. They need no network crate. [`UseSources`] joins what they read to one answer about a
//! use.
//!
//! # Features
//!
//! - `live` (default): `inspect` fetches and assesses a page, and `SitemapWalk` reads the sitemaps of a site. Adds the
//!   dependency `maycrawl-fetch`.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod date;
mod html_tokens;
mod link_field;
#[cfg(feature = "live")]
mod live;
mod near_miss;
mod near_word;
mod page;
mod resources;
mod robots_meta;
mod rsl;
mod sitemap;
mod sitemap_list;
mod tdmrep;
mod use_signals;
mod use_sources;
mod well_known;
mod xml_reference;

#[cfg(feature = "live")]
pub use live::{
    CrawlerAssessment, IndexState, InspectLimits, Inspection, InspectionStep, Location, PageAnswer,
    PageOutcome, ReadPlaces, ResourceVerdicts, SitemapWalk, UsePlaces, UseReadLimits, UseReader,
    WalkEvent, WalkLimits, WalkStart, WalkSummary, inspect, inspect_local, inspect_within,
    robots_place,
};
pub use near_miss::{NearMiss, NearMissKind};
pub use page::{Canonical, HeadEnd, Links, MAX_PAGE_BYTES, Page, canonical_of_link};
pub use resources::{Resource, ResourceKind};
pub use robots_meta::{
    Directive, DirectiveSource, Directives, EffectiveDirectives, IgnoredDirective, IgnoredReason,
    ImagePreview, MaxLength, UseDirective,
};
pub use rsl::{
    MAX_RSL_BYTES, RSL_NAMESPACE, RslContent, RslDocument, RslDraftForm, RslError, RslErrorKind,
    RslLicense, RslPayment, RslTerms, RslTermsKind,
};
pub use sitemap::{
    MAX_FILE_BYTES, MAX_URL_CHARS, MAX_URLS, Sitemap, SitemapItem, SitemapKind, SitemapPosition,
    SitemapProblem, SitemapProblemKind, SitemapResource, SitemapResourceKind, SitemapResources,
    SitemapUrl,
};
pub use sitemap_list::{SitemapList, sitemap_urls};
pub use tdmrep::{
    MAX_TDMREP_BYTES, MAX_TDMREP_ENTRIES, TdmReservation, TdmrepEntry, TdmrepError, TdmrepFile,
    TdmrepProblem, TdmrepProblemKind,
};
pub use use_signals::{Placed, RSL_MEDIA_TYPE, RawText, SignalPlace, SignalUrl, UseSignals};
pub use use_sources::UseSources;
pub use well_known::WellKnownFile;
