//! The tests of `maycrawl-uses` as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod uses;
mod uses_cost;
