//! Options of `maycrawl check`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl::Profile;

use super::{AgentArgs, Format, SiteArgs, SuspiciousArg, UnreachableArg, profile};

const CHECK_HELP: &str = "\
Without --robots the live site is asked, and its file is kept in the store.
For a host without a scheme, such as example.com/page, https is assumed.

A list of URLs on standard input has one URL per line. Empty lines and lines
that begin with # are skipped.

If a robots.txt cannot be read, the answer is `unreachable`. For crawlers this
means that they may fetch nothing, but the site itself did not forbid it.
--unreachable=disallow makes it count as disallowed.

Examples:
  maycrawl check https://www.example.com/page
  maycrawl check --robots robots.txt https://www.example.com/page
  maycrawl check -r robots.txt -a GPTBot -a Googlebot-Image --explain /a.html
  maycrawl check --crawlers ai https://www.example.com/
  maycrawl check -r robots.txt --format json < urls.txt
  maycrawl check --policy google-2026 --refresh www.example.com

Exit status:
  0  every URL is allowed
  1  some are disallowed
  2  a URL could not be checked, a robots.txt is unreachable, or
     --deny-suspicious refuses the file";

#[derive(Debug, ClapArgs)]
#[command(after_help = CHECK_HELP)]
pub(crate) struct Check {
    /// Robots.txt to read: a file, or - for standard input; without it, the live site's file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) robots: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) agent: AgentArgs,

    /// Check for every known crawler, or for one kind of them, and show a table
    #[arg(long, value_name = "WHICH")]
    pub(crate) crawlers: Option<CrawlerSet>,

    /// How robots.txt is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// With --robots, the site of the file: URLs of other origins are then not applicable
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) origin: Option<String>,

    /// Show every step to each verdict
    #[arg(long, conflicts_with = "crawlers")]
    pub(crate) explain: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// URLs, or with --robots also paths of the file's own site; without any, one per line from standard input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<String>,

    #[command(flatten)]
    pub(crate) suspicious: SuspiciousArg,

    #[command(flatten)]
    pub(crate) unreachable: UnreachableArg,

    #[command(flatten)]
    pub(crate) site: SiteArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CrawlerSet {
    /// All known crawlers
    All,
    /// Crawlers of Google
    Google,
    /// Crawlers of search engines
    Search,
    /// Crawlers that work for language models
    Ai,
}
