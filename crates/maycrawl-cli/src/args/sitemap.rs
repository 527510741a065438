//! Options of `maycrawl sitemap`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::{AgentArgs, ReadArgs, SiteArgs, SuspiciousArg, UnreachableArg};

const SITEMAP_HELP: &str = "\
For an origin, the sitemaps that its robots.txt names are read, or
/sitemap.xml if it names none. Indexes are followed. XML, feeds, plain text
and gzip are read. Every URL is checked against the robots.txt of its site.
A URL is `foreign` if its site is not one that the sitemap may list.
Faults of form are told in the words of Search Console, with their line:
namespaces, dates, tags, values.

Examples:
  maycrawl sitemap www.example.com
  maycrawl sitemap -a GPTBot --all https://www.example.com/sitemap.xml
  maycrawl sitemap --robots robots.txt sitemap.xml.gz

Exit status:
  0  every URL may be fetched
  1  a URL is blocked, foreign or malformed, or a sitemap has a problem
  2  a sitemap could not be read, a robots.txt is unreachable, or
     --deny-suspicious refuses the file";

#[derive(Debug, ClapArgs)]
#[command(after_help = SITEMAP_HELP)]
pub(crate) struct Sitemap {
    /// Origins, URLs of sitemaps, or files (- for standard input)
    #[arg(value_name = "ORIGIN|URL|FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) starts: Vec<String>,

    #[command(flatten)]
    pub(crate) agent: AgentArgs,

    /// Robots.txt to use instead of those of the sites: a file, or - for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) robots: Option<PathBuf>,

    /// Print every URL, not only those with a problem
    #[arg(long)]
    pub(crate) all: bool,

    /// Maximum number of URLs to check [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) max_urls: Option<NonZero<u64>>,

    #[command(flatten)]
    pub(crate) suspicious: SuspiciousArg,

    #[command(flatten)]
    pub(crate) read: ReadArgs,

    #[command(flatten)]
    pub(crate) unreachable: UnreachableArg,

    #[command(flatten)]
    pub(crate) site: SiteArgs,
}
