//! Options of `maycrawl inspect`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use maycrawl_site::UsePlaces;

use super::{AgentArgs, ReadArgs, SiteArgs, SuspiciousArg, UnreachableArg, use_places};

const INSPECT_HELP: &str = "\
The robots.txt is read first, for every redirect too. If it disallows a page
for all the crawlers, the page is not fetched: none of them would see a
noindex on it.

The section `uses` says what the robots.txt, the header fields and the page
state about uses: training of AI, AI input, search. It is no legal advice.
--read adds tdmrep.json (/.well-known/tdmrep.json), licences (the RSL
documents that robots.txt and the page name, up to four), or all. A place is
fetched only if robots.txt lets the crawler of --user-agent fetch it.

Examples:
  maycrawl inspect https://www.example.com/page
  maycrawl inspect -a Googlebot -a Googlebot-News www.example.com/page
  maycrawl inspect --format json https://www.example.com/page
  maycrawl inspect --read tdmrep.json https://www.example.com/page
  maycrawl inspect --html page.html --header 'X-Robots-Tag: noindex'
  maycrawl inspect --html page.html --robots robots.txt \\
    https://www.example.com/page

Exit status:
  0  every page is indexable for every crawler
  1  a page is not indexable for some crawler
  2  a page could not be checked, a robots.txt is unreachable, or
     --deny-suspicious refuses the file";

#[derive(Debug, ClapArgs)]
#[command(after_help = INSPECT_HELP)]
pub(crate) struct Inspect {
    /// URLs of pages
    #[arg(value_name = "URL", required_unless_present = "html", value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<String>,

    #[command(flatten)]
    pub(crate) agent: AgentArgs,

    /// Inspect a local page, or - for standard input: nothing is fetched
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,

    /// The places that are read beside robots.txt and the page, for the section `uses`
    #[arg(long = "read", value_name = "PLACE", value_parser = use_places(), value_delimiter = ',', conflicts_with = "html")]
    pub(crate) places: Vec<UsePlaces>,

    /// With --html, an HTTP header of the page, such as 'X-Robots-Tag: noindex'; repeatable
    #[arg(long = "header", value_name = "HEADER", requires = "html")]
    pub(crate) headers: Vec<String>,

    /// With --html, the robots.txt of its site
    #[arg(short, long, value_name = "FILE", requires = "html", value_hint = ValueHint::FilePath)]
    pub(crate) robots: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) suspicious: SuspiciousArg,

    #[command(flatten)]
    pub(crate) read: ReadArgs,

    #[command(flatten)]
    pub(crate) unreachable: UnreachableArg,

    #[command(flatten)]
    pub(crate) site: SiteArgs,
}
