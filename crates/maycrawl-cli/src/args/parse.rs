//! Options of `maycrawl parse`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::{ReadArgs, SuspiciousArg};

const PARSE_HELP: &str = "\
Examples:
  maycrawl parse
  maycrawl parse public/robots.txt
  maycrawl parse --format json robots.txt
  maycrawl parse --profile rfc9309 - < robots.txt

Exit status:
  0  shown
  2  the file could not be read, or --deny-suspicious refuses it";

#[derive(Debug, ClapArgs)]
#[command(after_help = PARSE_HELP)]
pub(crate) struct Parse {
    /// Robots.txt to read: a file, or - for standard input
    #[arg(value_name = "FILE", default_value = "robots.txt", value_hint = ValueHint::FilePath)]
    pub(crate) robots: PathBuf,

    #[command(flatten)]
    pub(crate) suspicious: SuspiciousArg,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}
