//! Access logs and what `maycrawl audit` finds in them, as tables.
//!
//! - [`requests`]: the kernel that reads lines of logs.
//! - [`EvidenceWriter`]: evidence as Parquet, one row for each request that was judged.
//! - [`json_lines`] and [`evidence_lines`]: the rows of a Parquet file as lines, for a program that reads lines.
//!
//! Judging needs all lines of a site in the order of time, so it is no kernel: see the crate `maycrawl-audit`.

mod evidence;
mod lines;
mod requests;

pub use evidence::EvidenceWriter;
pub use lines::{evidence_lines, json_lines};
pub use requests::{request_fields, requests};
