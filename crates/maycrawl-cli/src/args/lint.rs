//! Options of `maycrawl lint`.

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl::{Printable, Profile};
use maycrawl_lint::Severity;

use super::{ProvedFor, SiteArgs, SuspiciousArg, profile};

const LINT_HELP: &str = "\
An error is a line that has no effect. A warning is a line that probably does
not do what its author meant. A note is useful to know.

Examples:
  maycrawl lint
  maycrawl lint --fix --deny warnings robots.txt
  maycrawl lint https://www.example.com
  maycrawl lint --format sarif robots.txt > robots.sarif
  maycrawl lint --explain misspelt-field

Exit status:
  0  no finding is denied
  1  a finding is denied; errors always are
  2  a file could not be read, or --deny-suspicious refuses it";

#[derive(Debug, ClapArgs)]
#[command(after_help = LINT_HELP)]
pub(crate) struct Lint {
    /// Files, - for standard input, or URLs of live sites
    #[arg(value_name = "FILE|URL", default_value = "robots.txt", value_hint = ValueHint::AnyPath)]
    pub(crate) targets: Vec<String>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: LintFormat,

    /// Fix the files: `safe` changes no verdict for any program; with `all`, also what mends a line and changes one
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "safe")]
    pub(crate) fix: Option<FixLevel>,

    /// Explain a lint, by code or name; `all` lists the lints
    #[arg(long, value_name = "CODE", conflicts_with_all = ["targets", "fix"])]
    pub(crate) explain: Option<String>,

    /// Findings that make the exit status 1: warnings, notes, a code or a name; repeatable
    #[arg(long, value_name = "WHAT", value_parser = filter)]
    pub(crate) deny: Vec<LintFilter>,

    /// Findings to leave out: warnings (and notes), notes, a code or a name; repeatable
    #[arg(long, value_name = "WHAT", value_parser = filter)]
    pub(crate) allow: Vec<LintFilter>,

    /// How robots.txt is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// The site of the files, to tell their own sitemaps from those of other sites
    #[arg(long, value_name = "URL")]
    pub(crate) origin: Option<String>,

    #[command(flatten)]
    pub(crate) proved: ProvedFor,

    #[command(flatten)]
    pub(crate) suspicious: SuspiciousArg,

    #[command(flatten)]
    pub(crate) site: SiteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LintFormat {
    /// For people
    Text,
    /// For programs: one JSON object per file
    Json,
    /// For spreadsheets: comma-separated values
    Csv,
    /// For code scanning: SARIF 2.1.0
    Sarif,
    /// For GitHub workflows: annotations
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FixLevel {
    /// Fixes that change no verdict, for any of the programs
    Safe,
    /// Also fixes that mend a line and change a verdict for some of them
    All,
}

/// A value of `--deny` and `--allow`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LintFilter {
    /// All lints of a severity: for `--deny` and higher ones, for `--allow` and lower ones.
    Severity(Severity),
    Lint(&'static maycrawl_lint::Lint),
}

impl LintFilter {
    /// True if `--allow` with this value leaves out a finding of this kind.
    pub(crate) fn leaves_out(&self, lint: &'static maycrawl_lint::Lint) -> bool {
        match self {
            Self::Severity(severity) => lint.severity <= *severity,
            Self::Lint(allowed) => *allowed == lint,
        }
    }
}

pub(crate) fn filter(text: &str) -> Result<LintFilter, String> {
    match text.to_ascii_lowercase().as_str() {
        "warnings" | "warning" => Ok(LintFilter::Severity(Severity::Warning)),
        "notes" | "note" => Ok(LintFilter::Severity(Severity::Note)),
        _ => lint_by_name(text).map(LintFilter::Lint),
    }
}

/// The lint with this code or name.
///
/// # Errors
/// There is no such lint.
pub(crate) fn lint_by_name(text: &str) -> Result<&'static maycrawl_lint::Lint, String> {
    maycrawl_lint::Lint::by_name(text).ok_or_else(|| {
        format!(
            "there is no lint `{}`; maycrawl lint --explain all lists them",
            Printable(text.as_bytes())
        )
    })
}
