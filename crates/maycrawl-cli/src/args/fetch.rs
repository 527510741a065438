//! Options of `maycrawl fetch`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::values::{UserAgents, local_path, user_agents};
use super::{Format, SiteArgs};

const FETCH_HELP: &str = "\
Prints one JSON object for each origin, in the order of arrival: result (file,
missing, failed, refused), outcome (unreachable, if the file could not be
read), status, times, size, and every hop.

With --output every origin is fetched once. The results are also written to
DIR/results.jsonl or FILE.warc.gz.results.jsonl. To continue an interrupted
run, start the same command again. Without --output, a file that is stored and
fresh is not fetched again.

With --compare the robots.txt of a site is fetched under several User-Agents,
one after the other: maycrawl's own, and each that --compare names. It shows
what each gets, and says in one sentence what that means. Nothing is stored.
The names are browser, Googlebot, bingbot and GPTBot, and all for these four.

A list of origins has one origin per line, or several hosts with commas between
them. Empty lines and lines that begin with # are skipped.

Examples:
  maycrawl fetch example.com https://www.example.org
  maycrawl fetch --from origins.txt > results.jsonl
  maycrawl fetch --from origins.txt --output robots.warc.gz
  maycrawl fetch --compare all https://www.example.com

Exit status:
  0  every site answered
  1  some failed; with --compare: not every User-Agent gets the same answer,
     or the answer is neither a file nor that there is none
  2  a line does not name an origin, or the run did not finish";

#[derive(Debug, ClapArgs)]
#[command(after_help = FETCH_HELP)]
pub(crate) struct Fetch {
    /// Origins, hosts (for https) or URLs
    #[arg(value_name = "ORIGIN", required_unless_present = "from", value_hint = ValueHint::Url)]
    pub(crate) origins: Vec<String>,

    /// Read origins from a file, or - for standard input: one per line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) from: Option<PathBuf>,

    /// Write the files to a folder, or to a web archive if the name ends in .warc.gz
    #[arg(short, long, value_name = "DIR|FILE.warc.gz", value_parser = local_path(), value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Ask under this User-Agent too, and compare: all, the name of a browser or crawler, or a whole header; repeatable
    #[arg(long = "compare", value_name = "NAME|HEADER", value_parser = user_agents,
          conflicts_with_all = ["from", "output", "jobs", "refresh"])]
    pub(crate) user_agents: Vec<UserAgents>,

    /// Output format with --compare [default: text]
    #[arg(short, long, value_name = "FORMAT", requires = "user_agents")]
    pub(crate) format: Option<Format>,

    /// Maximum number of origins fetched at a time
    #[arg(long, value_name = "N", default_value = "256")]
    pub(crate) jobs: NonZero<usize>,

    #[command(flatten)]
    pub(crate) site: SiteArgs,
}
