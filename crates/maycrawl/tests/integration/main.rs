//! The tests of the core library as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod conformance;
mod crawler_names;
mod crawler_table;
mod exhaustive;
mod explanations;
mod google_conformance;
mod google_lines;
mod group_index;
mod limits;
mod one_decision;
mod origins;
mod pace;
mod printable;
mod properties;
mod request_url;
mod rule_sets;
mod user_agents;
mod verdict_locations;
