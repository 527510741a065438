//! The tests of the service over its public interfaces, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod admission;
mod answer_details;
mod api;
mod client_shares;
mod connections;
mod drafts;
mod inspect;
mod languages;
mod masked_origins;
mod parameters;
mod sitemap;
mod sitemap_file;
mod support;
mod written_urls;
