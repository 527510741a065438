//! The compiled half of the Python package `maycrawl`. The stubs in `python/maycrawl/_maycrawl.pyi` describe it.
//!
//! Classes are frozen and hold shared, immutable data, so threads may use them together, with and without the
//! interpreter's lock. Calls over many URLs release the lock.

#![forbid(unsafe_code)]

mod arrow;
mod crawler_rules;
mod errors;
mod indexed;
mod json;
mod known_crawlers;
mod other_reader;
mod robots_txt;
mod rules;
mod site_policy;
mod table;
mod table_file;
mod verdict;

use pyo3::prelude::*;

/// The compiled half of `maycrawl`.
#[pymodule(gil_used = false)]
mod _maycrawl {
    #[pymodule_export]
    use crate::arrow::ArrowResult;
    #[pymodule_export]
    use crate::errors::{
        CrawlerNameError, MaycrawlError, PolicyError, ProfileError, ReaderError, TableError,
        UrlError, UseError,
    };
    #[pymodule_export]
    use crate::indexed::{IndexWriter, IndexedDecider};
    #[pymodule_export]
    use crate::known_crawlers::known_crawlers;
    #[pymodule_export]
    use crate::other_reader::{ReadBy, readers};
    #[pymodule_export]
    use crate::robots_txt::{Explanation, OtherLine, RobotsTxt};
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::site_policy::SitePolicy;
    #[pymodule_export]
    use crate::table::{
        BatchReader, JoinDecider, crawler_tokens, read_robots, read_urls, records_of_rows,
        resolve_redirects, url_origins, url_sites, url_units, use_columns, uses_of_rows,
        verdicts_of_rows,
    };
    #[pymodule_export]
    use crate::verdict::{Rule, Verdict};

    #[pymodule_init]
    fn init(module: &super::Bound<'_, super::PyModule>) -> super::PyResult<()> {
        use super::PyModuleMethods as _;
        module.add("MAX_REDIRECTS", maycrawl_table::distributed::MAX_REDIRECTS)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
