//! Options of `maycrawl batch`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use maycrawl::Profile;

use super::profile;

const BATCH_HELP: &str = "\
Each input line is a JSON object with
  id                    any value; the answer has the same
  robots or robots_b64  the file, as text or base64
  url or url_b64        the URL
  agent or agents       a crawler with its fallbacks, or a list of tokens
                        whose groups are merged

The output has one object for each record, in the same order, with id, allowed,
line (or null) and reason. For a record that cannot be answered it has id,
error and input_line; the other records are still answered.

Examples:
  maycrawl batch questions.jsonl > answers.jsonl
  echo '{\"robots\":\"User-agent: *\\nDisallow: /a\",\"url\":\"/a\"}' \\
    | maycrawl batch

Exit status:
  0  every record was answered
  2  some could not be answered";

#[derive(Debug, ClapArgs)]
#[command(after_help = BATCH_HELP)]
pub(crate) struct Batch {
    /// File of records; without it, or with -, standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,

    /// Treat everything as google/robotstxt's library does: URLs are not escaped, there is no size limit, names of
    /// agents are compared as its code does, there are no fallbacks
    #[arg(long)]
    pub(crate) verbatim: bool,

    /// Add what the crawler's groups say about its pace (Crawl-delay, Request-rate), where they say something
    #[arg(long, conflicts_with = "verbatim")]
    pub(crate) pace: bool,

    /// How robots.txt is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// Number of worker threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,
}
