//! Options of `maycrawl verify`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl::Profile;

use super::{Readers, SiteArgs, SuspiciousArg, profile, reader};

const VERIFY_HELP: &str = "\
A file of expectations says what robots.txt must do, one claim a line:

  # claim   crawlers            region
  allow     Googlebot           /products/ except /products/private/
  disallow  *                   /checkout/
  allow     any-search          /*.css$
  same      Googlebot bingbot   /
  refuse train  *               /news/
  grant search  *               /

Each line is decided for every URL of its region, not for samples. If it does
not hold, a URL shows it, with the rule responsible and the smallest change
that makes it hold. * is every crawler that follows the group * or that the
file names. Sets are any-search, any-google and any-ai. Crawlers are asked as
their operators describe them. If a line does not hold for readers that take a
name as a mere token, as RFC 9309 does, this is said.

Each allow and disallow is also decided for 14 programs that read robots.txt,
each in its own way (see maycrawl readers). Where one decides otherwise, a URL
and a line show it. That fails only with --readers, which names the programs for
which the lines must hold, too.

refuse and grant are about a use: train (AI training), input (AI input), search
or index (AI index). They hold if robots.txt refuses or grants it for every URL:
not if it says nothing, if signals contradict each other, or if a draft gives a
preference no effect because the path may not be fetched.

--certificate writes the proof of every allow, disallow and same as JSON:
check_certificate.py checks it with nothing of maycrawl. It is for the profile
google. With refuse or grant, or where it would be too large to check, no file is
written, and the exit status is 2.

Examples:
  maycrawl verify expectations.txt
  maycrawl verify --robots https://www.example.com expectations.txt
  maycrawl verify --robots new.txt --format github expectations.txt
  maycrawl verify --readers google,protego expectations.txt

Exit status:
  0  every line holds
  1  a line does not hold, or says nothing: no URL is in its region
  2  a file could not be read or is refused by --deny-suspicious, or a line
     could not be decided or, with --certificate, proved";

#[derive(Debug, ClapArgs)]
#[command(after_help = VERIFY_HELP)]
pub(crate) struct Verify {
    /// The file of expectations, or - for standard input
    #[arg(value_name = "EXPECTATIONS", value_hint = ValueHint::FilePath)]
    pub(crate) expectations: String,

    /// The robots.txt: a file (- for standard input), the URL of a live site, or a version out of the store
    #[arg(short, long, value_name = "FILE|URL", default_value = "robots.txt", value_hint = ValueHint::AnyPath)]
    pub(crate) robots: String,

    /// Programs for which the lines must hold, too (default: all are told, and none fails)
    #[arg(long, value_name = "READER", value_parser = reader(), value_delimiter = ',')]
    pub(crate) readers: Vec<Readers>,

    /// Write a proof of each line, which a program of 300 lines of Python checks
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<PathBuf>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: VerifyFormat,

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
pub(crate) enum VerifyFormat {
    /// For people
    Text,
    /// For programs: one JSON object for each line
    Json,
    /// For GitHub workflows: annotations
    Github,
}
