//! Access logs and what `maycrawl audit` finds in them, as tables.
//!
//! - [`requests`]: the kernel that reads lines of logs.
//! - [`evidence`]: the kernel that judges logs, each as a list of lines.
//! - [`EvidenceWriter`]: evidence as Parquet, one row for each request that was judged.
//! - [`json_lines`] and [`evidence_lines`]: the rows of a Parquet file as lines, for a program that reads lines.

mod evidence;
mod judging;
mod lines;
mod requests;

pub use evidence::EvidenceWriter;
pub use judging::{evidence, evidence_type};
pub use lines::{evidence_lines, json_lines};
pub use requests::{request_fields, requests};
