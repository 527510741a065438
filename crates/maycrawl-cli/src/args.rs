//! The command line: one file for the options of each subcommand, and [`shared`] for what several have.

mod audit;
mod batch;
#[cfg(feature = "tables")]
mod bulk;
mod cache;
mod check;
mod crawlers;
mod diff;
mod fetch;
mod fmt;
mod inspect;
mod lint;
mod lsp;
mod mcp;
mod minimise;
mod new;
mod parse;
mod readers;
mod serve;
mod shared;
mod sitemap;
#[cfg(feature = "tables")]
mod sql;
#[cfg(feature = "tables")]
mod survey;
mod values;
mod verify;
mod watch;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueHint};
use maycrawl_language::Language;

use crate::text::output::{Color, Failure, Output};

pub(crate) use audit::{Audit, DeclaredFormat};
pub(crate) use batch::Batch;
#[cfg(feature = "tables")]
pub(crate) use bulk::Bulk;
pub(crate) use cache::{Cache, CacheCommand};
pub(crate) use check::{Check, CrawlerSet};
pub(crate) use crawlers::{
    CheckSignature, Crawlers, CrawlersCommand, ListSource, ListsArg, UpdateCrawlers,
};
pub(crate) use diff::{Diff, DiffFormat, FailOn, Watched};
pub(crate) use fetch::Fetch;
pub(crate) use fmt::Fmt;
pub(crate) use inspect::Inspect;
pub(crate) use lint::{FixLevel, Lint, LintFilter, LintFormat, filter, lint_by_name};
pub(crate) use lsp::Lsp;
pub(crate) use mcp::Mcp;
pub(crate) use minimise::{Minimise, MinimiseFormat};
pub(crate) use new::{BlockAi, New};
pub(crate) use parse::Parse;
pub(crate) use readers::CompareReaders;
pub(crate) use serve::{AdminListen, LogFormat, Serve, ServedSites};
pub(crate) use shared::{
    AgentArgs, Format, LIVE_ONLY, Live, Net, ReadArgs, SiteArgs, StoreArg, SuspiciousArg,
    TableFormat, UnreachableArg, UnreachableAs,
};
pub(crate) use sitemap::Sitemap;
#[cfg(feature = "tables")]
pub(crate) use sql::{Sql, SqlFormat};
#[cfg(feature = "tables")]
pub(crate) use survey::Survey;
use values::language;
pub(crate) use values::{
    ProvedFor, Readers, Suggestions, agent, family, policy, profile, reader, readers_of, use_name,
    use_places,
};
pub(crate) use verify::{Verify, VerifyFormat};
pub(crate) use watch::Watch;

const HELP: &str = "\
Examples:
  maycrawl check https://www.example.com/page
  maycrawl lint robots.txt
  maycrawl new --list
  maycrawl help check

Exit status:
  0  everything is allowed, or done
  1  something is disallowed, denied or failed
  2  something could not be checked, or the command line is wrong";

/// May this crawler fetch this URL, and why?
///
/// Reads robots.txt exactly as Google's own parser does (or to the letter of RFC 9309) and names the line
/// that decides.
#[derive(Debug, Parser)]
#[command(name = "maycrawl", version, max_term_width = 100, after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours; auto: on a terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    /// Print no notes and no progress, only warnings and errors
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,

    /// Language of the text of check and lint: English unless it, or the locale, is another one
    #[arg(long, global = true, value_name = "LANGUAGE", env = "MAYCRAWL_LANG", value_parser = language(),
        ignore_case = true)]
    pub(crate) lang: Option<Language>,

    /// What to say about the settings of the project.
    #[arg(skip)]
    pub(crate) note: Option<String>,

    /// The robots.txt of the project, or of this folder.
    #[arg(skip)]
    pub(crate) robots: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// May a crawler fetch these URLs?
    Check(Check),
    /// Show what a robots.txt says: groups, rules, sitemaps, other lines
    Parse(Parse),
    /// Find mistakes in a robots.txt
    Lint(Lint),
    /// Show what a change of robots.txt does, for every crawler and URL
    Diff(Diff),
    /// Prove that a robots.txt does what is expected, for every URL
    Verify(Verify),
    /// Show where other programs read a robots.txt differently
    Readers(CompareReaders),
    /// Write a new robots.txt from recipes
    New(New),
    /// Remove rules and groups that change no verdict
    Minimise(Minimise),
    /// Format a robots.txt without changing its meaning
    Fmt(Fmt),
    /// Start a language server, for editors
    Lsp(Lsp),
    /// Check many files and URLs: JSON Lines in, JSON Lines out
    Batch(Batch),
    /// Decide many URLs: archives and tables in, Parquet out
    #[cfg(feature = "tables")]
    Bulk(Bulk),
    /// Ask questions of files and web archives in SQL
    #[cfg(feature = "tables")]
    Sql(Sql),
    /// Count what the robots.txt files of web archives say
    #[cfg(feature = "tables")]
    Survey(Survey),
    /// Find out from access logs whether crawlers obey robots.txt
    Audit(Audit),
    /// Fetch the robots.txt of many sites
    Fetch(Fetch),
    /// Watch the robots.txt of sites, and tell what changes
    Watch(Watch),
    /// May these pages be indexed? Reads robots.txt, then the page
    Inspect(Inspect),
    /// Check every URL of a site's sitemaps
    Sitemap(Sitemap),
    /// Show or clear the store of fetched files
    Cache(Cache),
    /// Start the HTTP service: JSON, described at /openapi.json
    Serve(Serve),
    /// Answer an agent on standard input: Model Context Protocol
    Mcp(Mcp),
    /// Show the table of known crawlers
    Crawlers(Crawlers),
    /// Print the licences of the libraries in this program
    #[command(after_help = LICENSES_HELP)]
    Licenses,
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// Shell to print the script for
        shell: clap_complete::Shell,
    },
    /// Show or write the manual pages
    #[command(after_help = MAN_HELP)]
    Man {
        /// Subcommand of the page, such as check or cache-list
        command: Option<String>,
        /// Write all pages to this folder
        #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
        output: Option<PathBuf>,
        /// Markdown in place of a manual page, as in the documentation
        #[arg(long)]
        markdown: bool,
    },
}

const LICENSES_HELP: &str = "\
Examples:
  maycrawl licenses | less

Exit status:
  0  printed";

const COMPLETIONS_HELP: &str = "\
The script completes options, names of files, and values: profiles, policies,
formats, names of crawlers. Start a new shell to use it.

Examples:
  maycrawl completions bash
  mkdir -p ~/.local/share/bash-completion/completions
  maycrawl completions bash \\
    > ~/.local/share/bash-completion/completions/maycrawl
  mkdir -p ~/.zfunc
  maycrawl completions zsh > ~/.zfunc/_maycrawl
  maycrawl completions fish > ~/.config/fish/completions/maycrawl.fish

For zsh, ~/.zshrc needs these lines before any other call of compinit:
  fpath+=~/.zfunc
  autoload -Uz compinit && compinit

Exit status:
  0  printed
  2  the shell is not supported";

const MAN_HELP: &str = "\
On a terminal the page is shown by man, or as plain text if there is no man.
Without a terminal its source is printed.

Examples:
  maycrawl man
  maycrawl man check
  maycrawl man cache-list
  maycrawl man check > maycrawl-check.1
  maycrawl man --output ~/.local/share/man/man1

Exit status:
  0  shown or written
  2  there is no such page, or it could not be written";

impl Command {
    /// Takes the robots.txt of this folder for questions that name neither a file nor a site.
    pub(crate) fn use_folder_file(&mut self, robots: &Path, output: &mut Output) {
        match self {
            Self::Check(check) => check.use_folder_file(robots, output),
            Self::Diff(diff) => diff.use_folder_file(robots, output),
            _ => {}
        }
    }

    /// Reads the list of crawlers that `--agents-from` names and adds them to `--agent`.
    ///
    /// # Errors
    /// The list cannot be read, or standard input is needed for another file too.
    pub(crate) fn read_agents(&mut self) -> Result<(), Failure> {
        match self {
            Self::Check(check) => {
                let reads_urls = check.urls.is_empty() || is_stdin(check.robots.as_deref());
                check.agent.read_list(reads_urls)
            }
            Self::Inspect(inspect) => {
                let reads_page = is_stdin(inspect.html.as_deref());
                inspect.agent.read_list(reads_page)
            }
            Self::Sitemap(sitemap) => {
                let reads_robots = is_stdin(sitemap.robots.as_deref());
                let reads_sitemap = sitemap.starts.iter().any(|start| start == "-");
                sitemap.agent.read_list(reads_robots || reads_sitemap)
            }
            _ => Ok(()),
        }
    }
}

fn is_stdin(path: Option<&Path>) -> bool {
    path == Some("-".as_ref())
}
