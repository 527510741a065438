//! The tests of the pages and sitemaps as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod detours;
mod near_misses;
mod page;
mod robots_meta;
mod rsl;
mod site;
mod sitemap;
mod sitemap_form;
mod statements;
mod tdmrep;
mod use_examples;
mod use_reader;
mod uses;
mod uses_model;
mod walk;
