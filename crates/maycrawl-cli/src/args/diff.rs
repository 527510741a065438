//! Options of `maycrawl diff`.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl::written_url::begins_with_host;
use maycrawl::{Printable, Profile};
use maycrawl_effects::internals::region_pattern;
use maycrawl_lint::Severity;
use maycrawl_uses::Use;

use super::{ProvedFor, SiteArgs, SuspiciousArg, profile};
use crate::text::output::Output;

const DIFF_HELP: &str = "\
OLD and NEW are files (- for standard input), URLs of live sites, or versions
out of the store: example.com@2026-11-01 is the one that was current at the end
of that day, example.com@2 the second of `maycrawl cache history`. A version out
of git is named as git names it: HEAD:robots.txt. A revision alone is that of the
same file: without arguments, what was changed since the last commit is shown.

Every crawler and every URL is compared, not samples: what crawlers lose or
gain is told as a region that is proved, with a path and the rules for each
difference, and `no verdict changes` is proved: also for 14 programs that read
robots.txt in other ways, or what changes for them is told. What the files say
about uses is compared in the same way: AI training (train), AI input (input), search and
AI index (index), each refused, granted or not said.

It is an error if Googlebot, bingbot or every crawler that is not named loses
the whole site, perhaps with exceptions, or half of ten or more known URLs.
Known are those of --urls, else those of the sitemaps that NEW names, if all of
them lie beside it.

--fail-on takes impact:error, or impact:warning for every loss; and blocked,
allowed or any, which may name a crawler and a pattern:
blocked:Googlebot:/products/ fails if Googlebot loses a URL under /products/.
granted:train fails if AI training becomes granted, use:train if what is said
about it changes in any way. any is every change of a verdict or a use.
A named crawler is asked as its operator describes it: AdsBot-Google ignores *.

--certificate writes what is proved about verdicts as JSON: check_certificate.py
checks it with nothing of maycrawl. It is for the profile google. Where it would
be too large to check, no file is written, and the exit status is 2.

Examples:
  maycrawl diff https://www.example.com robots.txt
  maycrawl diff www.example.com@2026-11-01 https://www.example.com
  maycrawl diff HEAD:robots.txt robots.txt --format markdown
  maycrawl diff
  maycrawl diff old.txt new.txt --urls sitemap.xml --fail-on impact:error
  maycrawl diff old.txt new.txt --fail-on granted:train --fail-on use:search
  maycrawl diff old.txt new.txt --certificate proof.json

Exit status:
  0  no verdict and no use changes; with --fail-on: nothing that it names
  1  a verdict or a use changes; with --fail-on: one that it names
  2  a file could not be read or is refused by --deny-suspicious, or not
     everything could be compared or, with --certificate, proved";

#[derive(Debug, ClapArgs)]
#[command(after_help = DIFF_HELP)]
pub(crate) struct Diff {
    /// The file before the change
    #[arg(value_name = "OLD", default_value = "HEAD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: String,

    /// The file after the change [default: the robots.txt of this folder]
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: Option<String>,

    /// Only URLs whose path matches this pattern, such as /products/ or /*.css$
    #[arg(long, value_name = "PATTERN")]
    pub(crate) region: Option<String>,

    /// Count how many of these URLs change, and take examples from them: a list or a sitemap, as a file or URL;
    /// repeatable
    #[arg(long, value_name = "FILE|URL", value_hint = ValueHint::AnyPath)]
    pub(crate) urls: Vec<String>,

    /// Changes that make the exit status 1, instead of all: impact:error, impact:warning, blocked, allowed or any, or
    /// granted:USE, refused:USE, use:USE and others, then :CRAWLER, then :PATTERN; repeatable
    #[arg(long, value_name = "WHAT[:CRAWLER[:PATTERN]]", value_parser = fail_on)]
    pub(crate) fail_on: Vec<FailOn>,

    /// Write a proof of what changes, which a program of 300 lines of Python checks
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<PathBuf>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: DiffFormat,

    #[command(flatten)]
    pub(crate) proved: ProvedFor,

    /// How robots.txt is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    #[command(flatten)]
    pub(crate) suspicious: SuspiciousArg,

    #[command(flatten)]
    pub(crate) site: SiteArgs,
}

impl Diff {
    /// Takes the robots.txt of this folder as the new file if none is named, and as the path of a revision.
    pub(super) fn use_folder_file(&mut self, robots: &Path, output: &mut Output) {
        if self.new.is_none() && robots.is_file() {
            let name = robots.display().to_string();
            output.note("note", &format!("the new file is {}", Printable(name.as_bytes())));
            self.new = Some(name);
        }
        let Some(new) = self.new.as_deref().map(Path::new).filter(|new| new.is_file()) else {
            return;
        };
        let is_revision = self.old != "-"
            && !self.old.contains([':', '@'])
            && !Path::new(&self.old).exists()
            && !begins_with_host(&self.old);
        if is_revision && new.is_relative() {
            self.old = format!("{}:./{}", self.old, new.display());
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For people
    Text,
    /// For programs: one JSON object
    Json,
    /// For spreadsheets: comma-separated values
    Csv,
    /// For a comment on a pull request
    Markdown,
    /// For GitHub workflows: annotations
    Github,
}

/// A value of `--fail-on`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FailOn {
    pub(crate) what: Watched,
    /// `None` for every crawler.
    pub(crate) crawler: Option<maycrawl::Crawler>,
    pub(crate) region: Option<String>,
}

/// The changes that `--fail-on` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watched {
    Blocked,
    Allowed,
    /// Any change of a verdict or a use.
    Any,
    /// Access for some crawlers that changes with at least this severity.
    Impact(Severity),
    /// A use that gets this outcome; `None` for any change of it.
    Use {
        wanted: Use,
        becomes: Option<maycrawl_uses::Outcome>,
    },
}

fn fail_on(text: &str) -> Result<FailOn, String> {
    let (word, rest) = text.split_once(':').map_or((text, None), |(word, rest)| (word, Some(rest)));
    let becomes =
        maycrawl_uses::Outcome::ALL.into_iter().find(|it| it.name().replace(' ', "-") == word);
    let (what, rest) = match word {
        "blocked" => (Watched::Blocked, rest),
        "allowed" => (Watched::Allowed, rest),
        "any" => (Watched::Any, rest),
        "impact" => {
            let (name, crawler) = rest
                .and_then(|rest| rest.split_once(':'))
                .map_or((rest, None), |(name, rest)| (Some(name), Some(rest)));
            let severity = match name {
                Some("error") => Severity::Error,
                Some("warning") => Severity::Warning,
                Some("note") => Severity::Note,
                _ => return Err("write impact:error, impact:warning or impact:note".to_owned()),
            };
            if crawler.is_some_and(|crawler| crawler.contains(':')) {
                return Err("impact is about the whole site and takes no pattern".to_owned());
            }
            (Watched::Impact(severity), crawler)
        }
        _ if becomes.is_some() || word == "use" => {
            let rest = rest.ok_or_else(|| format!("name the use as well, such as {word}:train"))?;
            let (name, rest) =
                rest.split_once(':').map_or((rest, None), |(name, rest)| (name, Some(rest)));
            let wanted = name.parse::<Use>().map_err(|error| error.to_string())?;
            // The protocol for mining is no part of robots.txt, so no change of a robots.txt would ever fail.
            if wanted == Use::Tdm {
                return Err("robots.txt says nothing about tdm".to_owned());
            }
            (Watched::Use { wanted, becomes }, rest)
        }
        _ => {
            return Err("write impact:error or impact:warning; or blocked, allowed or any, then \
                        :CRAWLER and :PATTERN; or for a use granted:train, refused:search or use:input"
                .to_owned());
        }
    };
    let mut parts = rest.into_iter().flat_map(|rest| rest.splitn(2, ':'));
    let crawler = match parts.next() {
        None | Some("*" | "") => None,
        Some(name) => {
            let resolved = maycrawl::Crawler::resolve(name).map_err(|error| error.to_string())?;
            Some(resolved.into_crawler())
        }
    };
    let region =
        parts.next().map(|pattern| region_pattern(pattern).map(str::to_owned)).transpose()?;
    Ok(FailOn { what, crawler, region })
}
