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
  maycrawl crawlers --stale
  maycrawl crawlers --format json

Exit status:
  0  at least one crawler was found; with --stale also none
  2  none was found";

/// A day, such as `2026-08-22`.
#[derive(Clone, Debug)]
pub(crate) struct Day(pub(crate) String);

fn day(text: &str) -> Result<Day, String> {
    let parts: Vec<_> = text.split('-').collect();
    let number = |at: usize, digits: usize| {
        let part = parts.get(at).filter(|part| part.len() == digits)?;
        part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<u32>().ok()).flatten()
    };
    match (number(0, 4), number(1, 2), number(2, 2)) {
        (Some(_), Some(1..=12), Some(1..=31)) if parts.len() == 3 => Ok(Day(text.to_owned())),
        _ => Err("write a day as 2026-08-22".to_owned()),
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = CRAWLERS_HELP)]
pub(crate) struct Crawlers {
    /// A name, a purpose, or words to search for
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,

    /// Only crawlers whose row was last checked more than a year before DAY [default: today]
    #[arg(long, value_name = "DAY", num_args = 0..=1, require_equals = true, value_parser = day)]
    pub(crate) stale: Option<Option<Day>>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
