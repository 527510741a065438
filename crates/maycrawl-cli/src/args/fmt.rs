//! Options of `maycrawl fmt`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::ProvedFor;

const FMT_HELP: &str = "\
Prints the formatted file, unless --write, --check or --diff is given. Comments,
values, the order of lines and every verdict in every profile stay the same.
A line is not changed if its change could change one of these.

Other programs read robots.txt in other ways: to some an empty line ends a group.
It is proved for each of them that no verdict changes, or said what changes.

Examples:
  maycrawl fmt robots.txt
  maycrawl fmt --write sites/*/robots.txt
  maycrawl fmt --check --diff robots.txt

Exit status:
  0  done
  1  with --check, a file would change
  2  a file could not be read or written";

#[derive(Debug, ClapArgs)]
#[command(after_help = FMT_HELP)]
pub(crate) struct Fmt {
    /// Files; without any, or with -, standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    /// Change nothing; print the names of files that would change
    #[arg(long, conflicts_with = "write")]
    pub(crate) check: bool,

    /// Write the result to the files
    #[arg(long)]
    pub(crate) write: bool,

    /// Show the changes as a unified diff
    #[arg(long)]
    pub(crate) diff: bool,

    #[command(flatten)]
    pub(crate) proved: ProvedFor,
}
