//! The tests of `maycrawl-effects` as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod certificates;
mod effects;
mod extents;
mod purpose_token;
mod suggestions;
