//! Options of `maycrawl minimise`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};

use super::ProvedFor;

const MINIMISE_HELP: &str = "\
Prints the file without the rules and groups that change no verdict, for any
crawler, under every profile: google, rfc9309 and google-2019. That is proved,
not guessed, also for programs that do not know that Googlebot-Image falls back
to Googlebot or that AdsBot-Google ignores *: a group of its own stays where
they need it. Groups that say the same become one. Comments, sitemaps and groups
with other lines, such as crawl-delay, stay.

Other programs read robots.txt in other ways: some take the first rule that
matches. It is said for which of them no verdict changes, and what changes for
the others, each with a path.

Crawlers read 500 KiB of a robots.txt. Rules beyond that count here as if they
were read, so that a file that is too long can be made to fit. Then they are
read, and what that changes is said.

--certificate writes the proof that no verdict changes under the profile google
as JSON: check_certificate.py checks it with nothing of maycrawl. It needs both
files, so keep the old one.

Examples:
  maycrawl minimise robots.txt
  maycrawl minimise --list robots.txt
  maycrawl minimise --write --under 500KiB robots.txt

Exit status:
  0  done
  1  with --under: the result is larger
  2  a file could not be read or written, or there is no certificate because
     it would be too large to check";

#[derive(Debug, ClapArgs)]
#[command(after_help = MINIMISE_HELP)]
pub(crate) struct Minimise {
    /// The file, or - for standard input
    #[arg(value_name = "FILE", default_value = "robots.txt", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    /// Write the result to the file
    #[arg(long)]
    pub(crate) write: bool,

    /// Show the lines that can go, each with its reason, instead of the result
    #[arg(long, conflicts_with = "write")]
    pub(crate) list: bool,

    /// Exit with 1 if the result is larger than this: bytes, or a number with KiB or MiB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) under: Option<usize>,

    /// Write a proof that no verdict changes, which a program of 300 lines of Python checks
    #[arg(long, value_name = "PROOF", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<PathBuf>,

    /// Format of --list
    #[arg(short, long, value_name = "FORMAT", default_value = "text", requires = "list")]
    pub(crate) format: MinimiseFormat,

    #[command(flatten)]
    pub(crate) proved: ProvedFor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MinimiseFormat {
    /// For people
    Text,
    /// For programs: one JSON object
    Json,
}

/// A number of bytes: `512000`, `500KiB`, `1MiB`.
fn size(text: &str) -> Result<usize, String> {
    let lower = text.trim().to_ascii_lowercase();
    let (number, unit) = match lower.strip_suffix("kib") {
        Some(number) => (number, 1 << 10),
        None => lower.strip_suffix("mib").map_or((&*lower, 1), |number| (number, 1 << 20)),
    };
    let number: Option<usize> = number.trim().parse().ok();
    number.and_then(|number| number.checked_mul(unit)).ok_or_else(|| {
        "write a number of bytes, or a number with KiB or MiB, such as 500KiB".to_owned()
    })
}
