//! Options of `maycrawl bulk`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use maycrawl_fetch::Policy;
use maycrawl_uses::Use;

use super::values::{local_path, memory};
use super::{policy, use_name};

const BULK_HELP: &str = "\
ROBOTS are web archives (.warc, .warc.gz) or tables (.parquet, .csv, .jsonl)
with the columns url (or origin) and robots (or body), and perhaps status and
date. URLS are tables with the column url, or text with one URL a line.

Each URL is joined to the robots.txt of its origin. OUT gets Parquet files with
url, agent, allowed, decision, line and reason, one row for each URL and
crawler. decision is allowed, disallowed, or unknown: no robots.txt in ROBOTS.
Rows that cannot be asked about are counted, and written to OUT/_bad_rows.

With --use, OUT also has use_train, use_search and so on: what the robots.txt
says about this use. It is refused, conditional, granted, not said, conflict,
not applicable (the URL may not be fetched), or unknown: no robots.txt in
ROBOTS, or it is unreachable. Pages, header fields and licences are not read,
and may refuse what is granted. It is what the site states, and no legal advice.

An interrupted run continues when the same command is given again.

Examples:
  maycrawl bulk --robots robots.warc.gz --urls urls.parquet \\
    --agents Googlebot,GPTBot --output decided
  maycrawl bulk --robots crawl/*.warc.gz --urls part-*.parquet \\
    --agents CCBot --memory 2G --output decided
  maycrawl bulk --robots robots.warc.gz --urls urls.txt \\
    --agents GPTBot --use train,search --output decided

Exit status:
  0  done; rows that could not be asked about are counted
  2  not done: an input cannot be read, or OUT cannot be written
  130  interrupted";

/// The usage that clap writes is wider than a terminal.
const USAGE: &str = "maycrawl bulk --robots <ROBOTS>... --urls <URLS>...
       --agents <AGENTS> --output <OUT> [OPTIONS]";

#[derive(Debug, ClapArgs)]
#[command(after_help = BULK_HELP, override_usage = USAGE)]
pub(crate) struct Bulk {
    /// Files with robots.txt bodies
    #[arg(long, value_name = "ROBOTS", required = true, num_args = 1.., value_parser = local_path(),
          value_hint = ValueHint::FilePath)]
    pub(crate) robots: Vec<PathBuf>,

    /// Files with URLs
    #[arg(long, value_name = "URLS", required = true, num_args = 1.., value_parser = local_path(),
          value_hint = ValueHint::FilePath)]
    pub(crate) urls: Vec<PathBuf>,

    /// Crawlers, separated by commas
    #[arg(long, value_name = "AGENTS", required = true)]
    pub(crate) agents: String,

    /// Uses of the content to ask about beside, each a column of the output
    #[arg(long = "use", value_name = "USE", value_parser = use_name(), value_delimiter = ',')]
    pub(crate) uses: Vec<Use>,

    /// Folder of the output: new, empty, or that of the same command
    #[arg(short, long, value_name = "OUT", value_parser = local_path(), value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,

    /// Memory for caches and batches, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = memory)]
    pub(crate) memory: usize,

    /// Rows of a part of the output, if URLS are lines
    #[arg(long, value_name = "N", default_value = "1048576")]
    pub(crate) part_rows: NonZero<usize>,

    /// Number of worker threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// What result codes mean; with google-2026 no failure opens a site
    #[arg(long, value_name = "POLICY", default_value = Policy::Google2026.name(),
          value_parser = policy(), ignore_case = true)]
    pub(crate) policy: Policy,

    /// Also print how long decoding, joining, deciding and encoding took
    #[arg(long)]
    pub(crate) timings: bool,
}
