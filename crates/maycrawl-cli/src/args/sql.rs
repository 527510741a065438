//! Options of `maycrawl sql`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl_fetch::Policy;

use super::policy;
use super::values::memory;

const SQL_HELP: &str = "\
A query reads and does nothing else. FROM takes the path of a file between
single quotes, or a pattern: Parquet, CSV, TSV, JSON Lines, text with one URL a
line, and web archives (.parquet, .csv, .tsv, .jsonl, .txt, .warc; .gz after
each but .parquet). Lines of text are a column url.

Functions:
  robots_allowed(robots, agent, url)  boolean: may the crawler fetch the URL?
  robots_verdict(robots, agent, url)  struct: allowed, decision, line, reason
  robots_delay(robots, agent)         seconds between requests, as asked for
  robots_use(robots, agent, url, use) struct: outcome, strictest, line,
                                      document, text
  robots_parse(robots)                struct: groups, sitemaps
  robots_text(robots)                 the file as text
  log_request(line)                   struct: the parts of a line of a log
  log_evidence(lines, site, robots)   list of structs: what crawlers did, by a
                                      list of the lines of a log
  url_origin(url)                     scheme, host and port: the key of joins
  warc('path')                        a web archive with any name, as a table
and those of DataFusion: SHOW FUNCTIONS.

A web archive has a row for each response of a robots.txt, with the columns
  url, origin, date, status
  robots            the file; null if the site has none, or failed
  allowed, reason   without a file: the answer for each URL of the site
  location          the target of a redirect
  archive, record   where the row is from

Bytes are written as text, structs and lists as JSON.

Examples:
  maycrawl sql \"SELECT status, count(*) FROM 'CC-*.warc.gz' GROUP BY status\"
  maycrawl sql --format csv \"
    SELECT u.url, coalesce(r.allowed,
      robots_allowed(r.robots, 'GPTBot', u.url), false) AS allowed
    FROM 'urls.parquet' u
    LEFT JOIN 'robots.warc.gz' r ON url_origin(u.url) = r.origin\"
  maycrawl sql --file question.sql --format json | head
  maycrawl sql \"DESCRIBE 'robots.warc.gz'\"

Exit status:
  0  done
  1  done, but records of web archives could not be read and have no rows
  2  not done: the query is wrong, a file cannot be read, or the memory is
     too small";

#[derive(Debug, ClapArgs)]
#[command(after_help = SQL_HELP)]
pub(crate) struct Sql {
    /// The query
    #[arg(value_name = "QUERY", required_unless_present = "file", conflicts_with = "file")]
    pub(crate) query: Option<String>,

    /// File with the query; - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: SqlFormat,

    /// Rows that are shown, if the format is text
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) rows: NonZero<usize>,

    /// Memory for the query, such as 512M or 2G; more is on disk
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = memory)]
    pub(crate) memory: usize,

    /// Number of worker threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// What result codes mean; with google-2026 no failure opens a site
    #[arg(long, value_name = "POLICY", default_value = Policy::Google2026.name(),
          value_parser = policy(), ignore_case = true)]
    pub(crate) policy: Policy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SqlFormat {
    /// For people: a table of 80 columns
    Text,
    /// For programs and spreadsheets: a line of names, then a line for each row
    Csv,
    /// For programs: one JSON object per line
    Json,
}
