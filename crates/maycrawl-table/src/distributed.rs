//! The steps of [`bulk`](crate::bulk) for engines that move rows between machines, such as Spark.
//!
//! The engine reads, sorts and moves. What a record means, which one counts, what a redirect leads to, and what a URL
//! may do is decided here, by the same code as in `bulk`. Each step is a function from Arrow batches to Arrow batches:
//!
//! 1. [`read_robots`] reads a file of records. Of all records with the same `key`, the one with the greatest `priority`
//!    counts, in the order of bytes.
//! 2. [`resolve_redirects`] says where a redirect leads, from the records that it passes. The engine looks them up, at
//!    most [`MAX_REDIRECTS`] times.
//! 3. [`url_units`] and [`read_urls`] read URLs, each with the `site` that decides: the URL of its robots.txt.
//! 4. [`Decider`] takes rows that are sorted by site, each site's record before its URLs, and answers.
//!
//! Where all records fit on the disk of each machine, no URL needs to move: `IndexWriter` makes one file of the
//! records, and `IndexedDecider` (both with the feature `jobs`) reads units of URLs and writes the parts of the output.
//!
//! ```
//! use std::sync::Arc;
//! use arrow_array::{ArrayRef, RecordBatch, StringArray, cast::AsArray};
//! use maycrawl::{Crawler, Profile};
//! use maycrawl_table::distributed::Decider;
//!
//! let text = |values: [Option<&str>; 3]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
//! let site = Some("https://a.example/robots.txt");
//! let rows = RecordBatch::try_from_iter([
//!     ("site", text([site, site, Some("https://b.example/robots.txt")])),
//!     ("kind", text([Some("file"), None, None])),
//!     ("detail", text([None, None, None])),
//!     ("body", text([Some("User-agent: *\nDisallow: /x\n"), None, None])),
//!     ("url", text([None, Some("https://a.example/x"), Some("https://b.example/x")])),
//! ]);
//! let mut decider = Decider::new(vec![Crawler::GOOGLEBOT], Profile::GOOGLE, 64 << 20);
//! let answers = decider.decide(&rows.unwrap()).unwrap();
//! let decisions = answers.column_by_name("decision").unwrap().as_string::<i32>();
//! assert_eq!(decisions.iter().flatten().collect::<Vec<_>>(), ["disallowed", "unknown"]);
//! ```

mod deciding;
#[cfg(feature = "jobs")]
mod indexed;
mod reading;

pub use deciding::{Decider, answer_fields, resolve_redirects, resolved_fields, use_columns};
#[cfg(feature = "jobs")]
pub use indexed::{IndexWriter, IndexedDecider, UnitCounts};
pub use maycrawl_policy::MAX_REDIRECTS;
pub use reading::{
    BatchStream, UrlUnit, read_robots, read_urls, records_of_rows, robots_fields, sites,
    url_fields, url_units,
};

/// The path of a robots.txt. The key of a site is its origin with this path.
const ROBOTS_PATH: &str = "/robots.txt";
