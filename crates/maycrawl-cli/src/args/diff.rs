//! Options of `maycrawl diff`.

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl::Profile;

use super::{SiteArgs, SuspiciousArg, profile};

const DIFF_HELP: &str = "\
OLD and NEW are files (- for standard input), URLs of live sites, or versions
out of the store: example.com@2026-11-01 is the one that was current at the end
of that day, example.com@2 the second of `maycrawl cache history`.

Every crawler and every URL is compared, not samples: each difference is shown
with a path whose verdict changes, and `no verdict changes` is proved.

--fail-on takes blocked, allowed or any, and may name a crawler and a pattern:
blocked:Googlebot:/products/ fails if Googlebot loses a URL under /products/.

Examples:
  maycrawl diff https://www.example.com robots.txt
  maycrawl diff www.example.com@2026-11-01 https://www.example.com
  git show HEAD:robots.txt | maycrawl diff - robots.txt --format markdown
  maycrawl diff old.txt new.txt --urls sitemap.xml --fail-on blocked:Googlebot

Exit status:
  0  no verdict changes; with --fail-on: nothing that it names changes
  1  a verdict changes; with --fail-on: one that it names
  2  a file could not be read or is refused by --deny-suspicious, or not every
     rule could be compared";

#[derive(Debug, ClapArgs)]
#[command(after_help = DIFF_HELP)]
pub(crate) struct Diff {
    /// The file before the change
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: String,

    /// The file after the change
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: String,

    /// Only URLs whose path matches this pattern, such as /products/ or /*.css$
    #[arg(long, value_name = "PATTERN")]
    pub(crate) region: Option<String>,

    /// Also count how many of these URLs change: a list or a sitemap, as a file or URL; repeatable
    #[arg(long, value_name = "FILE|URL", value_hint = ValueHint::AnyPath)]
    pub(crate) urls: Vec<String>,

    /// Changes that make the exit status 1, instead of all: blocked, allowed or any, then :CRAWLER, then :PATTERN;
    /// repeatable
    #[arg(long, value_name = "WHAT[:CRAWLER[:PATTERN]]", value_parser = fail_on)]
    pub(crate) fail_on: Vec<FailOn>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: DiffFormat,

    /// How robots.txt is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    #[command(flatten)]
    pub(crate) suspicious: SuspiciousArg,

    #[command(flatten)]
    pub(crate) site: SiteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For people
    Text,
    /// For programs: one JSON object
    Json,
    /// For a comment on a pull request
    Markdown,
    /// For GitHub workflows: annotations
    Github,
}

/// A value of `--fail-on`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FailOn {
    /// `None` for any change.
    pub(crate) blocked: Option<bool>,
    /// `None` for every crawler.
    pub(crate) crawler: Option<maycrawl::Crawler>,
    pub(crate) region: Option<String>,
}

fn fail_on(text: &str) -> Result<FailOn, String> {
    let mut parts = text.splitn(3, ':');
    let blocked = match parts.next() {
        Some("blocked") => Some(true),
        Some("allowed") => Some(false),
        Some("any") => None,
        _ => return Err("write blocked, allowed or any, then :CRAWLER and :PATTERN".to_owned()),
    };
    let crawler = match parts.next() {
        None | Some("*" | "") => None,
        Some(name) => {
            let resolved = maycrawl::Crawler::resolve(name).map_err(|error| error.to_string())?;
            Some(resolved.into_crawler())
        }
    };
    let region =
        parts.next().map(|pattern| path_pattern(pattern).map(str::to_owned)).transpose()?;
    Ok(FailOn { blocked, crawler, region })
}

/// A pattern for paths.
///
/// # Errors
/// It begins with neither `/` nor `*`, so no path matches it.
pub(crate) fn path_pattern(text: &str) -> Result<&str, String> {
    if text.starts_with(['/', '*']) {
        Ok(text)
    } else {
        Err(format!(
            "the pattern `{text}` matches no path, because paths begin with /; write /{text}"
        ))
    }
}
