//! Options of `maycrawl new`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl_readers::Reader;

use super::{Readers, reader, readers_of};

const NEW_HELP: &str = "\
Without --recipe, --block-ai and --sitemap the command asks a few questions and
shows the file before it writes it. `back` goes to the previous question. At
the end of input the command stops and writes nothing.

A crawler obeys one group only. If a recipe makes a group for a crawler, the
rules that other recipes have for all crawlers are repeated in it. Every file
is checked before it is printed: recipes that contradict each other are
refused.

Examples:
  maycrawl new
  maycrawl new --list
  maycrawl new --recipe directory=/calendar/ --recipe parameter=sort \\
    --sitemap https://www.example.com/sitemap.xml
  maycrawl new --block-ai training --output robots.txt
  maycrawl new --block-ai training --add-to robots.txt > new.txt
  maycrawl new --block-ai training,unconfirmed

Exit status:
  0    printed or written
  2    nothing was written
  130  stopped with Ctrl-C";

#[derive(Debug, ClapArgs)]
#[command(after_help = NEW_HELP)]
pub(crate) struct New {
    /// What the file does, see --list; repeatable
    #[arg(long = "recipe", value_name = "NAME[=VALUE]")]
    pub(crate) recipes: Vec<String>,

    /// Block AI crawlers of these purposes whose operator documents that they obey; several with commas between them,
    /// such as training,unconfirmed
    #[arg(long, value_name = "PURPOSE", value_delimiter = ',')]
    pub(crate) block_ai: Vec<BlockAi>,

    /// Add the URL of a sitemap; repeatable
    #[arg(long = "sitemap", value_name = "URL")]
    pub(crate) sitemaps: Vec<String>,

    /// Add the recipes to this file, and print all of it; its lines stay as they are
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) add_to: Option<PathBuf>,

    /// Programs for which it is said where the file does not do what its recipes promise
    #[arg(long, value_name = "READER", value_parser = reader(), value_delimiter = ',', default_value = "all")]
    readers: Vec<Readers>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    /// List the recipes
    #[arg(long, conflicts_with_all = ["recipes", "block_ai", "sitemaps", "add_to", "output"])]
    pub(crate) list: bool,
}

impl New {
    pub(crate) fn readers(&self) -> Vec<&'static Reader> {
        readers_of(&self.readers)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BlockAi {
    /// Crawlers that collect texts for training
    Training,
    /// Crawlers of search engines that answer with a language model
    Search,
    /// Crawlers that fetch a page because a person asked
    User,
    /// All three purposes
    All,
    /// For the other purposes named, also crawlers whose operator does not document that they obey
    Unconfirmed,
}
