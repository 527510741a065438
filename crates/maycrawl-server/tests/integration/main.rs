//! The tests of the service as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod api;
mod connections;
mod doors;
mod hidden;
mod inspect;
mod parameters;
mod said_with_answers;
mod shares;
mod sitemap;
mod support;
mod written_urls;
