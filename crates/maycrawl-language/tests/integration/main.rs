//! The tests of the crate, in one binary.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)] // a test may panic

mod catalogues;
mod negotiation;
mod recipes;
mod wording;
mod words;
