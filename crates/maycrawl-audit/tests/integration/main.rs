//! The tests of audit as its users call it, in one binary.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)] // a test may panic and print

mod identities;
mod log_growth;
mod log_lines;
mod log_patterns;
mod log_properties;
mod log_samples;
mod scene;
mod simulation;
mod table;
