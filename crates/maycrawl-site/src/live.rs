//! Live pages and sitemaps: fetched and checked together with the site's robots.txt (feature `live`).

mod index_display;
pub(crate) mod inspect;
mod page_notes;
mod page_resources;
pub(crate) mod sitemap_walk;
mod use_reader;

pub use inspect::{
    CrawlerAssessment, IndexState, InspectLimits, Inspection, InspectionStep, PageAnswer,
    PageOutcome, inspect, inspect_local, inspect_within,
};
pub use page_resources::ResourceVerdicts;
pub use sitemap_walk::{Location, SitemapWalk, WalkEvent, WalkLimits, WalkStart, WalkSummary};
pub use use_reader::{ReadPlaces, UsePlaces, UseReadLimits, UseReader, robots_place};
