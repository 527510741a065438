//! What else decides whether a page is seen: robots meta tags, `X-Robots-Tag`, sitemaps.
//!
//! ```
//! use maycrawl::Crawler;
//! use maycrawl_site::{Combined, Directives, Page};
//!
//! let page = Page::read(b"<meta name=robots content='max-snippet:20, nofollow'>", None, None);
//! let field = Directives::of_field(b"googlebot: noindex", 1);
//! let rules = Combined::for_crawler(page.directives.iter().chain(&field), &Crawler::GOOGLEBOT);
//! assert!(rules.no_index.is_some() && rules.no_follow.is_some());
//! ```
//!
//! [`inspect`] asks a live page, [`Walk`] walks along a site's sitemaps.
//!
//! [`Page`], [`Directives`] and [`Sitemap`] are pure: bytes in, facts out, in bounded memory whatever the bytes.

#![forbid(unsafe_code)]

mod date;
mod index_display;
mod inspect;
mod listed;
mod page;
mod resources;
mod robots_meta;
mod sitemap;
mod tags;
mod walk;

pub use inspect::{
    Answer, Found, Index, InspectLimits, Inspection, Judged, Step, inspect, inspect_at_hand,
    inspect_within,
};
pub use listed::{Listed, sitemap_urls};
pub use page::{Canonical, HeadEnd, Links, PAGE_LIMIT, Page, canonical_of_link};
pub use resources::{Resource, ResourceKind, ResourceVerdicts};
pub use robots_meta::{Combined, Directives, Ignored, ImagePreview, Most, Place, Rule, Why};
pub use sitemap::{
    Item, Kind, LONGEST_FILE, LONGEST_URL, Located, MOST_URLS, Problem, Sitemap, Trouble,
};
pub use walk::{At, Event, Start, Totals, Walk, WalkLimits};
