//! Arguments of `maycrawl new` and `maycrawl fmt`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};

const FMT_HELP: &str = "\
Prints the formatted file, unless told otherwise. Comments, values and the
order of lines stay, and so does every verdict, in every profile; what could
not stay the same is left as it is.

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
    /// The files; standard input without any or for -
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    /// Change nothing: name the files that would change
    #[arg(long, conflicts_with = "write")]
    pub(crate) check: bool,

    /// Write the files back
    #[arg(long)]
    pub(crate) write: bool,

    /// Show what changes, line by line
    #[arg(long)]
    pub(crate) diff: bool,
}

const NEW_HELP: &str = "\
Without --recipe, --block-ai and --sitemap a few questions are asked, and the file is shown before it is
written. `back` goes to the question before; the end of input stops, and nothing is written.

A crawler obeys one group alone. Where a recipe makes a group for a crawler,
the rules that the other recipes have for all crawlers are repeated there.
Every file is checked before it is printed: recipes that contradict each
other are refused.

Examples:
  maycrawl new
  maycrawl new --list
  maycrawl new --recipe directory=/calendar/ --recipe parameter=sort \\
    --sitemap https://www.example.com/sitemap.xml
  maycrawl new --block-ai training --out robots.txt
  maycrawl new --block-ai training,unconfirmed

Exit status:
  0    printed or written
  2    nothing was written
  130  stopped with Ctrl-C";

#[derive(Debug, ClapArgs)]
#[command(after_help = NEW_HELP)]
pub(crate) struct New {
    /// What the file is to do; may be given more than once
    #[arg(long = "recipe", value_name = "NAME[=VALUE]")]
    pub(crate) recipes: Vec<String>,

    /// Keep AI crawlers out, by what they crawl for: those whose operator documents that they obey. Several with
    /// commas between them, such as training,unconfirmed
    #[arg(long, value_name = "PURPOSE", value_delimiter = ',')]
    pub(crate) block_ai: Vec<BlockAi>,

    /// Name a sitemap: a whole URL; may be given more than once
    #[arg(long = "sitemap", value_name = "URL")]
    pub(crate) sitemaps: Vec<String>,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,

    /// Write even if there is such a file
    #[arg(long, requires = "out")]
    pub(crate) force: bool,

    /// Show the recipes
    #[arg(long, conflicts_with_all = ["recipes", "block_ai", "sitemaps", "out"])]
    pub(crate) list: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BlockAi {
    /// Those that collect texts for training
    Training,
    /// Those of search engines that answer with a language model
    Search,
    /// Those that fetch because a person asked
    User,
    /// All three
    All,
    /// Those of the purposes named beside it of which no operator says that they obey, too
    Unconfirmed,
}
