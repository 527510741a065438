//! The tests of the service over its public interfaces, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod admission;
mod agents;
mod allowed_pages;
mod answer_details;
mod api;
mod ask_as;
mod cached_checks;
mod client_shares;
mod connections;
mod draft_faces;
mod drafts;
mod hostile_clients;
mod inspect;
mod languages;
mod masked_origins;
mod openapi;
mod parameters;
mod refusals;
mod result_page;
mod sitemap;
mod sitemap_file;
mod support;
mod uses;
mod watched;
mod written_urls;
