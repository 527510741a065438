//! Options of `maycrawl crawlers`.

use clap::Args as ClapArgs;

use super::Format;

const CRAWLERS_HELP: &str = "\
Shows the crawlers that match all words. A word is a purpose (ai, search, seo,
ai-training), or a part of a name, an operator, a conduct or a note. The name
of one crawler shows everything that is known about it.

Examples:
  maycrawl crawlers
  maycrawl crawlers GPTBot
  maycrawl crawlers ai
  maycrawl crawlers brave
  maycrawl crawlers ai-training openai
  maycrawl crawlers --format json

Exit status:
  0  at least one crawler was found
  2  none was found";

#[derive(Debug, ClapArgs)]
#[command(after_help = CRAWLERS_HELP)]
pub(crate) struct Crawlers {
    /// A name, a purpose, or words to search for
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
