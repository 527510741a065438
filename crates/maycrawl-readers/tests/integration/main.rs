//! The tests of `maycrawl-readers` as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod disagreements;
mod expected;
mod other_programs;
