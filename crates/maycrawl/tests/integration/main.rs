//! The tests of the core library as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod certificates;
mod conformance;
mod corpus;
mod crawler_names;
mod crawler_table;
mod effects;
mod exhaustive;
mod explanations;
mod extents;
mod findings;
mod fixes;
mod forgotten_rules;
mod format;
mod google_conformance;
mod google_lines;
mod group_index;
mod growth;
mod limits;
mod lints;
mod lost_findings;
mod many_wildcards;
mod one_decision;
mod origins;
mod other_programs;
mod planted_faults;
mod printable;
mod properties;
mod purpose_token;
mod readers;
mod reasons;
mod recipe_effects;
mod recipes;
mod recipes_in_files;
mod request_url;
mod rule_sets;
mod signal_lints;
mod statements;
mod suggestions;
mod use_effects;
mod user_agents;
mod uses;
mod uses_cost;
mod verdict_locations;
mod work;
