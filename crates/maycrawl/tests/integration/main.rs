//! The tests of the core library as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod conformance;
mod corpus;
mod crawler_names;
mod effects;
mod exhaustive;
mod explanations;
mod findings;
mod fixes;
mod format;
mod google_conformance;
mod google_lines;
mod group_index;
mod growth;
mod limits;
mod lints;
mod many_wildcards;
mod one_decision;
mod origins;
mod printable;
mod properties;
mod recipes;
mod recipes_in_files;
mod request_url;
mod rule_sets;
mod suggestions;
mod verdict_locations;
mod work;
