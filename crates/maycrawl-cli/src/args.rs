//! The command line.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use maycrawl::Profile;

/// May this crawler fetch this URL, and why?
///
/// Reads robots.txt exactly as Google's own parser does (or to the letter of RFC 9309) and names the line
/// that decides.
#[derive(Debug, Parser)]
#[command(name = "maycrawl", version, about, long_about, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Colours: on a terminal, always, never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// May a crawler fetch these URLs?
    Check(Check),
    /// Show what a robots.txt says: groups, rules, sitemaps, other lines
    Parse(Parse),
    /// Answer many questions: JSON Lines in, JSON Lines out
    Batch(Batch),
    /// Show the table of known crawlers
    Crawlers(Crawlers),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man {
        /// Of this subcommand, instead of the whole
        command: Option<String>,
    },
}

const CHECK_EXAMPLES: &str = "\
Examples:
  maycrawl check --robots robots.txt https://www.example.com/page
  maycrawl check --robots robots.txt --agent GPTBot --agent Googlebot-Image --explain /a/b.html
  maycrawl check --robots robots.txt --crawlers all /
  maycrawl check --robots robots.txt --format json < urls.txt

Exit status: 0 all allowed, 1 some disallowed, 2 a question could not be answered.";

#[derive(Debug, ClapArgs)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct Check {
    /// The robots.txt: a file, or - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// A crawler's product token; may be given more than once [default: Googlebot]
    #[arg(long = "agent", value_name = "NAME", conflicts_with = "crawlers")]
    pub(crate) agents: Vec<String>,

    /// Ask for every known crawler, or one kind of them, and show a table
    #[arg(long, value_name = "WHICH")]
    pub(crate) crawlers: Option<Which>,

    /// How the file is read
    #[arg(long, value_name = "PROFILE", default_value = "google", value_parser = profile)]
    pub(crate) profile: Profile,

    /// Where the file lives: URLs of other origins are then not applicable
    #[arg(long, value_name = "URL")]
    pub(crate) origin: Option<String>,

    /// Show the whole way to each verdict
    #[arg(long, conflicts_with = "crawlers")]
    pub(crate) explain: bool,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// URLs, or paths of the file's own site; without any, one a line from standard input
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Which {
    /// All known crawlers
    All,
    /// Google's
    Google,
    /// Those of search engines
    Search,
    /// Those that work for language models
    Ai,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Parse {
    /// The robots.txt: a file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) robots: PathBuf,

    /// How the file is read
    #[arg(long, value_name = "PROFILE", default_value = "google", value_parser = profile)]
    pub(crate) profile: Profile,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

const BATCH_HELP: &str = "\
Each input line is an object with
  id                    anything; comes back as it is
  robots or robots_b64  the file, as text or base64
  url or url_b64        the URL
  agent or agents       a crawler with its fallbacks, or a list of tokens united

Each output line, in the same order, is one with id, allowed, line (0: none) and reason. \
A record that cannot be answered gives id, error and input_line; the rest goes on and the exit status is 2.

Example:
  echo '{\"id\":1,\"robots\":\"User-agent: *\\nDisallow: /a\",\"url\":\"http://h/a\",\"agent\":\"Googlebot\"}' | maycrawl batch";

#[derive(Debug, ClapArgs)]
#[command(after_help = BATCH_HELP)]
pub(crate) struct Batch {
    /// The records; standard input without it or with -
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Take everything as google/robotstxt's library takes it: URLs not escaped, no size limit, names of
    /// agents compared as its code does, no fallbacks
    #[arg(long)]
    pub(crate) verbatim: bool,

    /// How the files are read
    #[arg(long, value_name = "PROFILE", default_value = "google", value_parser = profile)]
    pub(crate) profile: Profile,

    /// Threads that work [default: one a core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZero<usize>>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Crawlers {
    /// One crawler
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For machines: one JSON object a line
    Json,
}

fn profile(name: &str) -> Result<Profile, String> {
    Profile::named(name)
        .ok_or_else(|| "there are two profiles: google (the default) and rfc9309".to_owned())
}
