//! Options that several subcommands have.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{BoolishValueParser, EnumValueParser};
use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl::Profile;
use maycrawl_fetch::Policy;

use super::values::{agent, fixed_address, own_user_agent, policy, profile, seconds};
use crate::inputs::list_input;
use crate::text::output::Failure;

/// The options of [`Live`], [`Net`] and [`StoreArg`], which have no meaning for a local file. A variable of the
/// environment may set them all the same: see [`crate::help`].
pub(crate) const LIVE_ONLY: [&str; 11] = [
    "policy",
    "confirm_refusals",
    "refresh",
    "offline",
    "timeout",
    "allow_private",
    "user_agent",
    "resolve",
    "cacert",
    "probe_5xx",
    "store",
];

/// How a file is read, and what is printed.
#[derive(Debug, ClapArgs)]
pub(crate) struct ReadArgs<F: ValueEnum + Clone + Send + Sync + 'static = Format> {
    /// How robots.txt is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = EnumValueParser::<F>::new())]
    pub(crate) format: F,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs: one JSON object per line
    Json,
}

/// The formats of what can be a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Text,
    /// For programs: one JSON object per line
    Json,
    /// For spreadsheets: comma-separated values
    Csv,
}

impl TableFormat {
    /// The format of an answer that is no table.
    pub(crate) fn of_answers(self) -> Format {
        if self == Self::Json { Format::Json } else { Format::Text }
    }
}

/// The crawlers to answer for.
#[derive(Debug, ClapArgs)]
pub(crate) struct AgentArgs {
    /// Product token of a crawler, or several with commas between them; repeatable [default: Googlebot]
    #[arg(short, long = "agent", value_name = "NAME", env = "MAYCRAWL_AGENT", value_parser = agent(),
          hide_possible_values = true, aliases = ["crawler", "bot"])]
    pub(crate) agents: Vec<String>,

    /// More crawlers, from a file or - for standard input: one per line, or with commas between them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    agents_from: Option<PathBuf>,
}

impl AgentArgs {
    /// Adds the crawlers of `--agents-from`. `is_stdin_taken`: another file is read from standard input.
    pub(super) fn read_list(&mut self, is_stdin_taken: bool) -> Result<(), Failure> {
        let Some(path) = self.agents_from.as_deref() else { return Ok(()) };
        if is_stdin_taken && path == Path::new("-") {
            return Err(Failure::new(
                "standard input cannot be two lists; name a file for --agents-from",
            ));
        }
        self.agents.extend(list_input::agents(path)?);
        Ok(())
    }
}

/// The exit status for an unreachable robots.txt.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Live sites")]
pub(crate) struct UnreachableArg {
    /// What an unreachable robots.txt counts as
    #[arg(
        long = "unreachable",
        value_name = "AS",
        env = "MAYCRAWL_UNREACHABLE",
        default_value = "error"
    )]
    pub(crate) counts_as: UnreachableAs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnreachableAs {
    /// No answer: exit status 2
    Error,
    /// Disallowed, as crawlers treat it: exit status 1
    Disallow,
}

/// What to do about a file that is probably not the robots.txt that was meant.
#[derive(Debug, ClapArgs)]
pub(crate) struct SuspiciousArg {
    /// Fail if a robots.txt is empty, a web page, compressed, UTF-16 or not text, as after a failed download
    #[arg(long)]
    pub(crate) deny_suspicious: bool,
}

impl SuspiciousArg {
    /// Fails without `--robots`: what a site serves is read as crawlers read it.
    pub(crate) fn needs_file(&self, robots: Option<&Path>) -> Result<(), Failure> {
        if self.deny_suspicious && robots.is_none() {
            return Err(Failure::new(
                "--deny-suspicious is about the file of --robots; add --robots FILE",
            ));
        }
        Ok(())
    }
}

/// Everything about live sites: when they are asked, where answers are kept, how they are connected to.
#[derive(Debug, ClapArgs)]
pub(crate) struct SiteArgs {
    #[command(flatten)]
    pub(crate) live: Live,

    #[command(flatten, next_help_heading = "Live sites")]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) net: Net,
}

/// When live sites are asked, and what their answers mean.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Live sites")]
pub(crate) struct Live {
    /// What result codes mean
    #[arg(long, value_name = "POLICY", env = "MAYCRAWL_POLICY", default_value = Policy::default().name(),
          value_parser = policy(), ignore_case = true)]
    pub(crate) policy: Policy,

    /// Let an answer that is no robots.txt open a site with a known file only after a day (404 and 410: an hour); until
    /// then use the last copy
    #[arg(long)]
    pub(crate) confirm_refusals: bool,

    /// Fetch even if the stored file is fresh
    #[arg(long, conflicts_with = "offline")]
    pub(crate) refresh: bool,

    /// Fetch nothing: answer from the store
    #[arg(long)]
    pub(crate) offline: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct StoreArg {
    /// Where fetched files are kept: memory, a file, or redis://HOST:PORT [default: a file in the cache folder]
    #[arg(long, value_name = "STORE", env = "MAYCRAWL_STORE", global = true, value_hint = ValueHint::FilePath)]
    pub(crate) store: Option<String>,
}

/// How sites are connected to.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Connection options")]
pub(crate) struct Net {
    /// Time limit for one fetch with all its redirects, in seconds
    #[arg(long, value_name = "SECONDS", env = "MAYCRAWL_TIMEOUT", default_value = "30", value_parser = seconds)]
    pub(crate) timeout: Duration,

    /// Connect to loopback and private addresses too
    #[arg(long, env = "MAYCRAWL_ALLOW_PRIVATE", value_parser = BoolishValueParser::new())]
    pub(crate) allow_private: bool,

    /// User-Agent header to send
    #[arg(long, value_name = "TEXT", env = "MAYCRAWL_USER_AGENT", value_parser = own_user_agent,
          default_value = concat!("maycrawl/", env!("CARGO_PKG_VERSION")))]
    pub(crate) user_agent: String,

    /// Connect to this address for a host, instead of asking DNS
    #[arg(long, value_name = "HOST=ADDRESS", value_parser = fixed_address)]
    pub(crate) resolve: Vec<(String, IpAddr)>,

    /// Also trust the certificate authorities of this PEM file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) cacert: Option<PathBuf>,

    /// If robots.txt answers 5xx, request two more pages; a site that answers 5xx for every missing page in two runs
    /// a day apart has no robots.txt
    #[arg(long)]
    pub(crate) probe_5xx: bool,
}
