//! The tests of `maycrawl-lint` as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod advice;
mod claims;
mod corpus;
mod findings;
mod fixes;
mod forgotten_rules;
mod format;
mod growth;
mod lints;
mod lost_findings;
mod many_wildcards;
mod planted_faults;
mod readers;
mod reasons;
mod recipe_effects;
mod recipe_programs;
mod recipes;
mod recipes_in_files;
mod signal_lints;
mod statements;
mod use_effects;
mod work;
