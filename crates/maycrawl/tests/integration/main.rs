//! The tests of the core library as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod changes;
mod corpus;
mod crawler_names;
mod crowds;
mod exhaustive;
mod explanations;
mod findings;
mod fixes;
mod google_conformance;
mod google_lines;
mod growth;
mod layout;
mod limits;
mod lints;
mod module_order;
mod one_decision;
mod origins;
mod own_cases;
mod printable;
mod properties;
mod recipes;
mod request_url;
