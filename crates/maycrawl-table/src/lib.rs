//! Verdicts for columns of URLs.
//!
//! The library `maycrawl` answers one question. This crate answers it for tables: Arrow arrays, web archives,
//! and billions of rows that are joined to the robots.txt of their sites.
//!
//! ```
//! use arrow_array::StringArray;
//! use arrow_array::cast::AsArray;
//! use maycrawl_table::Kernels;
//!
//! let kernels = Kernels::new(64 << 20);
//! let robots = StringArray::from(vec!["User-agent: *\nDisallow: /private\n"; 2]);
//! let agent = StringArray::from(vec!["Googlebot"]);
//! let url = StringArray::from(vec!["https://example.com/private/x", "mailto:x"]);
//!
//! let verdicts = kernels.verdict(&robots, &agent, &url).unwrap();
//! let decisions = verdicts.column_by_name("decision").unwrap().as_string::<i32>();
//! assert_eq!(decisions.iter().flatten().collect::<Vec<_>>(), ["disallowed", "error"]);
//! ```
//!
//! # Features
//!
//! Without features the crate has the kernels, and needs Arrow's arrays alone.
//!
//! - `archive`: `warc`, a reader of web archives, and `distributed`, the steps of `bulk` for engines with many
//!   machines. Adds Parquet.
//! - `jobs` (default): `bulk` and `survey`, jobs from files to files. Adds `archive` and SQLite.
//! - `logs`: `logs`, access logs and the evidence of audits as tables. Adds `archive` and `maycrawl-audit`.
//! - `sql`: [`sql`], functions and tables for DataFusion. Adds DataFusion, and needs Rust 1.94.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod answer;
#[cfg(feature = "archive")]
mod archive;
#[cfg(feature = "jobs")]
pub mod bulk;
mod cache;
mod column;
#[cfg(feature = "archive")]
mod decide;
#[cfg(feature = "archive")]
pub mod distributed;
#[cfg(feature = "archive")]
mod error;
#[cfg(feature = "archive")]
pub mod files;
#[cfg(feature = "archive")]
mod input;
mod kernels;
#[cfg(feature = "logs")]
pub mod logs;
#[cfg(feature = "jobs")]
mod output;
mod parse;
#[cfg(feature = "archive")]
mod robots_input;
#[cfg(feature = "jobs")]
mod robots_store;
#[cfg(feature = "archive")]
mod row_group;
#[cfg(feature = "archive")]
mod rules;
#[cfg(feature = "archive")]
mod site_robots;
#[cfg(feature = "archive")]
mod site_uses;
#[cfg(feature = "sql")]
pub mod sql;
#[cfg(feature = "jobs")]
pub mod survey;
#[cfg(feature = "archive")]
mod text_rows;
#[cfg(feature = "archive")]
mod url_input;
mod uses;
#[cfg(feature = "archive")]
pub mod warc;

pub use answer::{RowAnswer, RowDecision, verdict_fields};
#[cfg(feature = "archive")]
pub use archive::{RecordEnd, RobotsContent, RobotsRecord};
pub use cache::CacheCounters;
pub use column::KernelError;
#[cfg(feature = "archive")]
pub use error::{JobError, JobErrorKind};
#[cfg(feature = "archive")]
pub use input::{BadRow, FileFormat};
pub use kernels::{Kernels, origin};
pub use parse::{parse, parsed_fields};
pub use uses::use_fields;
