//! Options of `maycrawl survey`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use maycrawl_fetch::Policy;

use super::policy;
use super::values::{local_path, memory};

const SURVEY_HELP: &str = "\
Counts for the sites in web archives: which crawlers are named and blocked, by
purpose; which lints occur; which fields; which uses are refused; what the
sites answered. OUT gets report.html, which needs no network and no scripts,
and crawlers.parquet, purposes.parquet, lints.parquet, fields.parquet,
uses.parquet and outcomes.parquet. Records that cannot be read are counted,
and written to OUT/_bad_rows.

A site is an origin. If it has several records, the latest counts.

Examples:
  maycrawl survey CC-MAIN-*.robotstxt.warc.gz --output survey
  maycrawl survey robots.parquet --output survey

Exit status:
  0  done
  2  not done: a file cannot be read, or OUT cannot be written";

#[derive(Debug, ClapArgs)]
#[command(after_help = SURVEY_HELP)]
pub(crate) struct Survey {
    /// Web archives, or tables as for maycrawl bulk
    #[arg(value_name = "FILE", required = true, value_parser = local_path(), value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    /// Folder of the report and the tables
    #[arg(short, long, value_name = "OUT", value_parser = local_path(), value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,

    /// Memory for caches, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = memory)]
    pub(crate) memory: usize,

    /// What result codes mean; with google-2026 no failure opens a site
    #[arg(long, value_name = "POLICY", default_value = Policy::Google2026.name(),
          value_parser = policy(), ignore_case = true)]
    pub(crate) policy: Policy,
}
