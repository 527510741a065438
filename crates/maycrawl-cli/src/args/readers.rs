//! Options of `maycrawl readers`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::{Format, Readers, SuspiciousArg, agent, reader};

const READERS_HELP: &str = "\
Other programs read robots.txt differently. This shows every place where they
do so for one file: for which paths, by which lines, and why. All paths that a
client may request are compared, not samples. Each path that is shown is a
shortest one, and `one answer for every path` is proved. Pairs of rules that
could not be compared in some seconds are counted in a note.

The heaviest come first: what real paths show before what only unusual ones do,
such as an escaped letter; then the larger part of the site; then by use, which
is the number of programs whose answer is the rarer one. Two versions of one
program count once.

Without --agent each crawler that the file names is asked about, and one that
it does not name.

Examples:
  maycrawl readers robots.txt
  maycrawl readers --readers google,cpython,protego robots.txt
  maycrawl readers -a GPTBot --format json robots.txt

Exit status:
  0  the programs give one answer for every path
  1  for some paths they do not
  2  the file could not be read, or --deny-suspicious refuses it, or no
     difference was found and not everything could be compared";

#[derive(Debug, ClapArgs)]
#[command(after_help = READERS_HELP)]
pub(crate) struct CompareReaders {
    /// Robots.txt to read: a file, or - for standard input
    #[arg(value_name = "FILE", default_value = "robots.txt", value_hint = ValueHint::FilePath)]
    pub(crate) robots: PathBuf,

    /// Programs to compare
    #[arg(long, value_name = "READER", value_parser = reader(), value_delimiter = ',', default_value = "all")]
    pub(crate) readers: Vec<Readers>,

    /// Product token of a crawler, or several with commas between them; repeatable [default: those of the file]
    #[arg(short, long = "agent", value_name = "NAME", value_parser = agent(), hide_possible_values = true,
          aliases = ["crawler", "bot"])]
    pub(crate) agents: Vec<String>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) suspicious: SuspiciousArg,
}
