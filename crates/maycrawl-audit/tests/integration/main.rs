//! The tests of audit as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)] // a test may panic, and say what it skips

mod identities;
mod intake;
mod judge_growth;
mod log_before;
mod log_growth;
mod log_lines;
mod log_patterns;
mod log_properties;
mod log_samples;
mod replay;
mod scene;
#[cfg(feature = "signatures")]
mod signatures;
mod simulation;
mod study;
mod table;
