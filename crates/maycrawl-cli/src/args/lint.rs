//! Arguments of `maycrawl lint`.

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl::{Printable, Profile, Severity};

use super::{Live, Net, StoreArg, profile};

const LINT_HELP: &str = "\
Errors are lines that do nothing, warnings are lines that probably
do not do what is meant, notes are good to know.

Examples:
  maycrawl lint robots.txt
  maycrawl lint --fix --deny warnings robots.txt
  maycrawl lint https://www.example.com
  maycrawl lint --format sarif robots.txt > robots.sarif
  maycrawl lint --explain misspelt-field

Exit status:
  0  nothing denied
  1  something denied; errors always are
  2  a file could not be read";

#[derive(Debug, ClapArgs)]
#[command(after_help = LINT_HELP)]
pub(crate) struct Lint {
    /// Files, - for standard input, or URLs of live sites
    #[arg(value_name = "FILE|URL", required_unless_present = "explain", value_hint = ValueHint::AnyPath)]
    pub(crate) targets: Vec<String>,

    /// What to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: LintFormat,

    /// Fix the files: `safe` changes no verdict; after `all` lines that did nothing take effect
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "safe")]
    pub(crate) fix: Option<Fixes>,

    /// Show the page of a lint, by code or name; `all` lists them
    #[arg(long, value_name = "CODE", conflicts_with_all = ["targets", "fix"])]
    pub(crate) explain: Option<String>,

    /// Let these make the exit status 1: warnings, notes, a code or a name
    #[arg(long, value_name = "WHAT", value_parser = subject)]
    pub(crate) deny: Vec<Subject>,

    /// Leave these out: warnings (and notes), notes, a code or a name
    #[arg(long, value_name = "WHAT", value_parser = subject)]
    pub(crate) allow: Vec<Subject>,

    /// How the file is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// Where the files live, so that their own sitemaps can be told from others
    #[arg(long, value_name = "URL")]
    pub(crate) origin: Option<String>,

    #[command(flatten)]
    pub(crate) live: Live,

    #[command(flatten, next_help_heading = "Live sites")]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) net: Net,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LintFormat {
    /// For people
    Text,
    /// For machines: one JSON object a file
    Json,
    /// For code scanning: SARIF 2.1.0
    Sarif,
    /// For GitHub workflows: annotations
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fixes {
    /// Those that change no verdict
    Safe,
    /// Those too after which a dead line takes effect
    All,
}

/// What `--deny` and `--allow` speak of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject {
    /// A severity, with those on one side of it.
    Severity(Severity),
    Lint(&'static maycrawl::Lint),
}

fn subject(text: &str) -> Result<Subject, String> {
    match text.to_ascii_lowercase().as_str() {
        "warnings" | "warning" => Ok(Subject::Severity(Severity::Warning)),
        "notes" | "note" => Ok(Subject::Severity(Severity::Note)),
        _ => lint_of(text).map(Subject::Lint),
    }
}

/// The lint with this code or name.
pub(crate) fn lint_of(text: &str) -> Result<&'static maycrawl::Lint, String> {
    maycrawl::Lint::by_name(text).ok_or_else(|| {
        format!(
            "there is no lint `{}`; maycrawl lint --explain all lists them",
            Printable(text.as_bytes())
        )
    })
}
