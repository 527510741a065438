//! The command line of `inspect` and `sitemap`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use maycrawl::Profile;

use super::{Format, Live, Net, StoreArg, UnreachableArg, agent, profile};

const INSPECT_HELP: &str = "\
The robots.txt is asked first, of every redirect too. A page that it closes
to all the crawlers is not fetched: a noindex on it is seen by none of them.

Examples:
  maycrawl inspect https://www.example.com/page
  maycrawl inspect -a Googlebot -a Googlebot-News www.example.com/page
  maycrawl inspect --format json https://www.example.com/page
  maycrawl inspect --html page.html --header 'X-Robots-Tag: noindex'
  maycrawl inspect --html page.html --robots robots.txt \\
    https://www.example.com/page

Exit status:
  0  indexable for every crawler
  1  not for some
  2  a question could not be answered, or a robots.txt is unreachable";

#[derive(Debug, ClapArgs)]
#[command(after_help = INSPECT_HELP)]
pub(crate) struct Inspect {
    /// Pages
    #[arg(value_name = "URL", required_unless_present = "html", value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<String>,

    /// A crawler's product token, or several with commas between them; may be given more than once [default:
    /// Googlebot]
    #[arg(short, long = "agent", value_name = "NAME", env = "MAYCRAWL_AGENT", value_parser = agent(),
          hide_possible_values = true)]
    pub(crate) agents: Vec<String>,

    /// More names of crawlers, from a file or - for standard input: a list, one a line or with commas
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) agents_from: Option<PathBuf>,

    /// A page at hand, or - for standard input: nothing is fetched
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,

    /// With --html, a field that came with the page, such as 'X-Robots-Tag: noindex'
    #[arg(long = "header", value_name = "FIELD", requires = "html")]
    pub(crate) fields: Vec<String>,

    /// With --html, the robots.txt of its site: a file
    #[arg(short, long, value_name = "FILE", requires = "html", value_hint = ValueHint::FilePath)]
    pub(crate) robots: Option<PathBuf>,

    /// How robots.txt files are read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// What to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) unreachable: UnreachableArg,

    #[command(flatten)]
    pub(crate) live: Live,

    #[command(flatten, next_help_heading = "Live sites")]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) net: Net,
}

const SITEMAP_HELP: &str = "\
Of an origin, the sitemaps that its robots.txt names are read, or
/sitemap.xml if it names none. Indexes are followed, gzip is undone; XML,
feeds and plain text are read. Every URL is asked of its site's robots.txt.
URLs of sites for which a sitemap does not speak are foreign.

Examples:
  maycrawl sitemap www.example.com
  maycrawl sitemap -a GPTBot --all https://www.example.com/sitemap.xml
  maycrawl sitemap --robots robots.txt sitemap.xml.gz

Exit status:
  0  every URL may be fetched
  1  some are blocked, foreign or malformed, or a sitemap has a problem
  2  a sitemap could not be read, or a robots.txt is unreachable";

#[derive(Debug, ClapArgs)]
#[command(after_help = SITEMAP_HELP)]
pub(crate) struct Sitemap {
    /// Origins, URLs of sitemaps, or files (- for standard input)
    #[arg(value_name = "ORIGIN|URL|FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) starts: Vec<String>,

    /// A crawler's product token, or several with commas between them; may be given more than once [default:
    /// Googlebot]
    #[arg(short, long = "agent", value_name = "NAME", env = "MAYCRAWL_AGENT", value_parser = agent(),
          hide_possible_values = true)]
    pub(crate) agents: Vec<String>,

    /// More names of crawlers, from a file or - for standard input: a list, one a line or with commas
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) agents_from: Option<PathBuf>,

    /// Ask this robots.txt instead of the sites': a file, or - for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) robots: Option<PathBuf>,

    /// Print every URL, not only what is wrong
    #[arg(long)]
    pub(crate) all: bool,

    /// URLs that are looked at, at most
    #[arg(long, value_name = "N")]
    pub(crate) most: Option<NonZero<u64>>,

    /// How robots.txt files are read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// What to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) unreachable: UnreachableArg,

    #[command(flatten)]
    pub(crate) live: Live,

    #[command(flatten, next_help_heading = "Live sites")]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) net: Net,
}
