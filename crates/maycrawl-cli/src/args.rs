//! The command line.

mod cache;
mod create;
mod lint;
mod serve;
mod site;
mod values;

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::BoolishValueParser;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum, ValueHint};
use maycrawl::Profile;
use maycrawl_fetch::Policy;

use crate::list_input;
use crate::output::Failure;

pub(crate) use cache::{Cache, CacheCommand};
pub(crate) use create::{BlockAi, Fmt, New};
pub(crate) use lint::{Fixes, Lint, LintFormat, Subject, lint_of};
pub(crate) use serve::{AdminListen, LogForm, Serve};
pub(crate) use site::{Inspect, Sitemap};
pub(crate) use values::{Suggested, agent, policy, profile};

const HELP: &str = "\
Examples:
  maycrawl check https://www.example.com/page
  maycrawl lint robots.txt
  maycrawl new --list
  maycrawl help check

Exit status:
  0  everything asked about is allowed, or done
  1  something is not: disallowed, denied, failed
  2  a question could not be answered, or the command line is wrong";

/// May this crawler fetch this URL, and why?
///
/// Reads robots.txt exactly as Google's own parser does (or to the letter of RFC 9309) and names the line
/// that decides.
#[derive(Debug, Parser)]
#[command(name = "maycrawl", version, max_term_width = 100, after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Colours: on a terminal, always, never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    /// No notes and no progress; warnings and errors stay
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
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
    /// Find mistakes in a robots.txt
    Lint(Lint),
    /// Write a new robots.txt from recipes
    New(New),
    /// Format a robots.txt without changing its meaning
    Fmt(Fmt),
    /// Answer many questions: JSON Lines in, JSON Lines out
    Batch(Batch),
    /// Fetch the robots.txt of many sites
    Fetch(Fetch),
    /// May these pages be indexed? Asks robots.txt, then the page
    Inspect(Inspect),
    /// Check every URL of a site's sitemaps
    Sitemap(Sitemap),
    /// Look into the store of fetched files
    Cache(Cache),
    /// Answer over HTTP: JSON, described at /openapi.json
    Serve(Serve),
    /// Show the table of known crawlers
    Crawlers(Crawlers),
    /// Print the licences of the libraries in this program: names, versions, texts
    #[command(after_help = LICENSES_HELP)]
    Licenses,
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Show or write the manual pages
    #[command(after_help = MAN_HELP)]
    Man {
        /// The page of this subcommand, such as check or cache-list
        command: Option<String>,
        /// Write all pages into this folder
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
        out: Option<PathBuf>,
    },
}

const LICENSES_HELP: &str = "\
Examples:
  maycrawl licenses | less

Exit status:
  0  printed";

const COMPLETIONS_HELP: &str = "\
Completed are options, names of files, and values: profiles, policies,
formats, names of crawlers. A new shell has them.

Examples:
  maycrawl completions bash
  mkdir -p ~/.local/share/bash-completion/completions
  maycrawl completions bash \\
    > ~/.local/share/bash-completion/completions/maycrawl
  mkdir -p ~/.zfunc
  maycrawl completions zsh > ~/.zfunc/_maycrawl
  maycrawl completions fish > ~/.config/fish/completions/maycrawl.fish

For zsh, ~/.zshrc must have these lines before others that call compinit:
  fpath+=~/.zfunc
  autoload -Uz compinit && compinit

Exit status:
  0  printed
  2  there are no completions for such a shell";

const MAN_HELP: &str = "\
On a terminal the page is shown by man, or as plain text where there is no
man. Elsewhere its source is printed.

Examples:
  maycrawl man
  maycrawl man check
  maycrawl man cache-list
  maycrawl man check > maycrawl-check.1
  maycrawl man --out ~/.local/share/man/man1

Exit status:
  0  shown or written
  2  there is no such page, or it could not be written";

const CHECK_EXAMPLES: &str = "\
Without --robots the live site is asked, and the answer kept for next time.
A host without a scheme, such as example.com/page, is asked by https.

A list of URLs on standard input has one a line; empty lines and lines that
begin with # are skipped.

A robots.txt that cannot be read is an answer of its own, unreachable. To
crawlers it means that nothing may be fetched; to you, that the site did not
say so. --unreachable=disallow makes it count as disallowed.

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
  2  a question could not be answered, or a robots.txt is unreachable";

/// What has no meaning where the file is given. Environment variables may stand: see [`crate::help`].
pub(crate) const LIVE_ONLY: [&str; 10] = [
    "policy",
    "refresh",
    "offline",
    "deadline",
    "allow_private",
    "user_agent",
    "resolve",
    "authority",
    "probe_5xx",
    "store",
];

#[derive(Debug, ClapArgs)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct Check {
    /// The robots.txt: a file, or - for standard input; without it, the live site's
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) robots: Option<PathBuf>,

    /// A crawler's product token, or several with commas between them; may be given more than once [default:
    /// Googlebot]
    #[arg(short, long = "agent", value_name = "NAME", env = "MAYCRAWL_AGENT", value_parser = agent(),
          hide_possible_values = true)]
    pub(crate) agents: Vec<String>,

    /// More names of crawlers, from a file or - for standard input: a list, one a line or with commas
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "crawlers")]
    pub(crate) agents_from: Option<PathBuf>,

    /// Ask for every known crawler, or one kind of them, and show a table
    #[arg(long, value_name = "WHICH")]
    pub(crate) crawlers: Option<Which>,

    /// How the file is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// Where the file lives: URLs of other origins are then not applicable
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) origin: Option<String>,

    /// Show the whole way to each verdict
    #[arg(long, conflicts_with = "crawlers")]
    pub(crate) explain: bool,

    /// What to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// URLs, or with --robots paths of the file's own site; without any, one a line from standard input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<String>,

    #[command(flatten)]
    pub(crate) unreachable: UnreachableArg,

    #[command(flatten)]
    pub(crate) live: Live,

    #[command(flatten, next_help_heading = "Live sites")]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) net: Net,
}

/// What an unreachable robots.txt does to the exit status.
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
    /// Disallowed, as crawlers take it: exit status 1
    Disallow,
}

/// When live sites are asked, and what their answers mean.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Live sites")]
pub(crate) struct Live {
    /// What result codes mean
    #[arg(long, value_name = "POLICY", env = "MAYCRAWL_POLICY", default_value = Policy::default().name(),
          value_parser = policy(), ignore_case = true)]
    pub(crate) policy: Policy,

    /// Fetch, even if what is stored is fresh
    #[arg(long, conflicts_with = "offline")]
    pub(crate) refresh: bool,

    /// Fetch nothing: what is stored is the answer
    #[arg(long)]
    pub(crate) offline: bool,
}

/// How sites are connected to.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Connection options")]
pub(crate) struct Net {
    /// Time limit for one fetch, redirects included
    #[arg(long, value_name = "SECONDS", env = "MAYCRAWL_DEADLINE", default_value = "30", value_parser = seconds)]
    pub(crate) deadline: Duration,

    /// Connect to loopback and private addresses too
    #[arg(long, env = "MAYCRAWL_ALLOW_PRIVATE", value_parser = BoolishValueParser::new())]
    pub(crate) allow_private: bool,

    /// User-Agent header to send
    #[arg(long, value_name = "TEXT", env = "MAYCRAWL_USER_AGENT",
          default_value = concat!("maycrawl/", env!("CARGO_PKG_VERSION")))]
    pub(crate) user_agent: String,

    /// Connect to this address for a host, instead of asking DNS
    #[arg(long, value_name = "HOST=ADDRESS", value_parser = fixed_address)]
    pub(crate) resolve: Vec<(String, IpAddr)>,

    /// Trust this certificate authority too: a PEM file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) authority: Option<PathBuf>,

    /// Where robots.txt answers 5xx, ask for two more pages: a site without a file that answers 5xx for every
    /// missing page, seen twice a day apart, has no robots.txt
    #[arg(long, alias = "look-at-failing-sites")]
    pub(crate) probe_5xx: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct StoreArg {
    /// Where fetched files are kept: memory, a file, or redis://HOST:PORT [default: a file in the cache folder]
    #[arg(long, value_name = "STORE", env = "MAYCRAWL_STORE", global = true, value_hint = ValueHint::FilePath)]
    pub(crate) store: Option<String>,
}

const FETCH_HELP: &str = "\
Prints one JSON object for each origin, as the answers come: result (file,
missing, failed, refused), outcome (unreachable, where the file could not be
read), status, times, size, and every hop.

With --out every origin is fetched, once. The results are kept too, in
DIR/results.jsonl or FILE.warc.gz.results.jsonl; a run that was interrupted
goes on where it stopped when the same command is started again. Without
--out, what is stored and fresh is not fetched anew.

A list of origins has one a line, or several hosts with commas between them;
empty lines and lines that begin with # are skipped.

Examples:
  maycrawl fetch example.com https://www.example.org
  maycrawl fetch --from origins.txt > results.jsonl
  maycrawl fetch --from origins.txt --out robots.warc.gz

Exit status:
  0  every site answered
  1  some failed
  2  a line names no origin, or the run could not be finished";

#[derive(Debug, ClapArgs)]
#[command(after_help = FETCH_HELP)]
pub(crate) struct Fetch {
    /// Origins, hosts (for https) or URLs
    #[arg(value_name = "ORIGIN", required_unless_present = "from", value_hint = ValueHint::Url)]
    pub(crate) origins: Vec<String>,

    /// Origins from a file, or - for standard input: a list, one a line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) from: Option<PathBuf>,

    /// Keep the files: in a folder, or in a web archive if the name ends in .warc.gz
    #[arg(long, value_name = "DIR|FILE.warc.gz", value_hint = ValueHint::AnyPath)]
    pub(crate) out: Option<PathBuf>,

    /// Origins that are asked at a time
    #[arg(long, value_name = "N", default_value = "256")]
    pub(crate) jobs: std::num::NonZero<usize>,

    #[command(flatten)]
    pub(crate) live: Live,

    #[command(flatten, next_help_heading = "Live sites")]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) net: Net,
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

const PARSE_HELP: &str = "\
Examples:
  maycrawl parse robots.txt
  maycrawl parse --format json robots.txt
  maycrawl parse --profile rfc9309 - < robots.txt

Exit status:
  0  shown
  2  the file could not be read";

#[derive(Debug, ClapArgs)]
#[command(after_help = PARSE_HELP)]
pub(crate) struct Parse {
    /// The robots.txt: a file, or - for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) robots: PathBuf,

    /// How the file is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// What to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

const BATCH_HELP: &str = "\
Each input line is an object with
  id                    anything; comes back with the same value
  robots or robots_b64  the file, as text or base64
  url or url_b64        the URL
  agent or agents       a crawler with its fallbacks, or a list of tokens
                        united

Each output line, in the same order, is one with id, allowed, line (0: none)
and reason. A record that cannot be answered gives id, error and input_line,
and the rest goes on.

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
    /// The records; standard input without it or with -
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,

    /// Take everything as google/robotstxt's library takes it: URLs not escaped, no size limit, names of
    /// agents compared as its code does, no fallbacks
    #[arg(long)]
    pub(crate) verbatim: bool,

    /// How the files are read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// Threads that work [default: one a core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZero<usize>>,
}

const CRAWLERS_HELP: &str = "\
Shows the crawlers to which all words apply. A word is a purpose (ai, search,
seo, ai-training), or a part of a name, an operator, a conduct or a note. The
name of one crawler shows all that is known of it.

Examples:
  maycrawl crawlers
  maycrawl crawlers GPTBot
  maycrawl crawlers ai
  maycrawl crawlers brave
  maycrawl crawlers ai-training openai
  maycrawl crawlers --format json

Exit status:
  0  some were found
  2  none was";

#[derive(Debug, ClapArgs)]
#[command(after_help = CRAWLERS_HELP)]
pub(crate) struct Crawlers {
    /// A name, a purpose, or words to look for
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,

    /// What to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For machines: one JSON object a line
    Json,
}

impl Command {
    /// Reads the lists of crawlers that `--agents-from` names.
    pub(crate) fn read_agents(&mut self) -> Result<(), Failure> {
        let (agents, from, takes_stdin) = match self {
            Self::Check(check) => {
                let reads_urls = check.urls.is_empty() || is_stdin(check.robots.as_deref());
                (&mut check.agents, check.agents_from.as_deref(), reads_urls)
            }
            Self::Inspect(inspect) => {
                let reads_page = is_stdin(inspect.html.as_deref());
                (&mut inspect.agents, inspect.agents_from.as_deref(), reads_page)
            }
            Self::Sitemap(sitemap) => {
                let reads_robots = is_stdin(sitemap.robots.as_deref());
                let reads_sitemap = sitemap.starts.iter().any(|start| start == "-");
                let takes_stdin = reads_robots || reads_sitemap;
                (&mut sitemap.agents, sitemap.agents_from.as_deref(), takes_stdin)
            }
            _ => return Ok(()),
        };
        if takes_stdin && is_stdin(from) {
            return Err(Failure::new(
                "standard input cannot be two lists; name a file for --agents-from",
            ));
        }
        if let Some(from) = from {
            agents.extend(list_input::agents(from)?);
        }
        Ok(())
    }
}

fn is_stdin(path: Option<&Path>) -> bool {
    path == Some(Path::new("-"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.strip_suffix('s').unwrap_or(text).trim().parse::<f64>().ok();
    let duration = seconds.filter(|s| (0.001..=86_400.0).contains(s)).map(Duration::from_secs_f64);
    duration.ok_or_else(|| "seconds between 0.001 and 86400, such as 30 or 2.5".to_owned())
}

fn seconds_or_zero(text: &str) -> Result<Duration, String> {
    if text == "0" { Ok(Duration::ZERO) } else { seconds(text) }
}

fn fixed_address(text: &str) -> Result<(String, IpAddr), String> {
    let parsed = text.split_once('=').and_then(|(host, address)| {
        Some((host.to_owned(), address.parse().ok()?)).filter(|_| !host.is_empty())
    });
    parsed.ok_or_else(|| "HOST=ADDRESS, such as example.com=192.0.2.1".to_owned())
}
