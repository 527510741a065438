//! The order in which crawlers are named to people: those first whose loss costs a site most.

use super::known_crawler::{KnownCrawler, Purpose};

/// The place of a crawler in a list for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Google's search.
    Googlebot,
    /// Bing's search.
    Bingbot,
    /// Another search engine.
    Search,
    /// It collects texts for training.
    AiTraining,
    /// It collects pages for answers.
    AiSearch,
    /// It fetches what a person asks for.
    AiOnRequest,
    /// Every crawler that is not named. Only answers have a place for it.
    Others,
    /// Every other one.
    Rest,
    /// It no longer crawls, or no rule holds for it.
    Unmoved,
}

impl Weight {
    /// The place of the crawler with this name.
    #[must_use]
    pub fn for_name(name: &str) -> Self {
        let Some(known) = KnownCrawler::by_name(name) else { return Self::Rest };
        match known.purpose {
            _ if known.is_retired() || known.compliance == super::Compliance::Ignores => {
                Self::Unmoved
            }
            _ if known.token == "Googlebot" => Self::Googlebot,
            _ if known.token == "bingbot" => Self::Bingbot,
            Purpose::Search => Self::Search,
            _ if FIRST_OF_TRAINING.contains(&known.token) => Self::AiTraining,
            Purpose::AiTraining => Self::AiTraining,
            Purpose::AiSearch => Self::AiSearch,
            Purpose::AiAssistant | Purpose::AiAgent | Purpose::AiCoding => Self::AiOnRequest,
            _ => Self::Rest,
        }
    }

    /// True for the crawlers whose loss takes a site out of search results: those of Google and Bing, and every crawler
    /// that is not named.
    #[must_use]
    pub const fn is_search_traffic(self) -> bool {
        matches!(self, Self::Googlebot | Self::Bingbot | Self::Others)
    }
}

/// Sorts the names of crawlers for people: Googlebot, bingbot, other search engines, crawlers for AI training, AI
/// search and AI assistants, then the rest. Names of equal weight keep their order. O(names * log names).
///
/// ```
/// use maycrawl::crawler::sort_by_weight;
///
/// let mut names = ["Storebot-Google", "ExampleBot", "GPTBot", "YandexBot", "bingbot", "Googlebot"];
/// sort_by_weight(&mut names);
/// assert_eq!(
///     names,
///     ["Googlebot", "bingbot", "YandexBot", "GPTBot", "Storebot-Google", "ExampleBot"]
/// );
/// ```
pub fn sort_by_weight<N: AsRef<str>>(names: &mut [N]) {
    names.sort_by_cached_key(|name| {
        let name = name.as_ref();
        let place = FIRST_OF_TRAINING.iter().position(|first| first.eq_ignore_ascii_case(name));
        (Weight::for_name(name), place.unwrap_or(FIRST_OF_TRAINING.len()))
    });
}

/// The names of AI training that publishers ask about first.
const FIRST_OF_TRAINING: [&str; 4] = ["GPTBot", "ClaudeBot", "CCBot", "Google-Extended"];
