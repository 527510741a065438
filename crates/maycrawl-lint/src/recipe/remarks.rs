//! What the author of a file should know about recipes before publishing it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::crawler::{Compliance, KnownCrawler, Purpose};
use maycrawl::{Crawler, RobotsTxt, as_written};

use super::ChosenRecipe;

impl ChosenRecipe {
    /// What to know about this recipe and the crawlers that its value names: one remark each, without a final period.
    /// Safe to print.
    ///
    /// ```
    /// use maycrawl_lint::recipe::Recipe;
    ///
    /// let choice = Recipe::by_name("crawler-directory").unwrap().with(Some("Bytespider:/")).unwrap();
    /// assert_eq!(choice.remarks(), ["Bytespider is reported not to obey robots.txt"]);
    /// ```
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = self.notes().map(String::from).collect();
        for token in self.crawlers() {
            let known = KnownCrawler::by_name(token);
            if known.is_some_and(|known| known.compliance == Compliance::ReportedNotToObey) {
                remarks.push(format!("{token} is reported not to obey robots.txt"));
            }
        }
        let recipe = self.recipe();
        if !recipe.advice.is_empty() {
            remarks.push(format!("{}: {}", recipe.name, recipe.advice));
        }
        remarks
    }
}

/// A warning if the file blocks search engines completely but not all crawlers, which is probably a mistake.
///
/// ```
/// let warning = maycrawl_lint::recipe::blocked_search("User-agent: bingbot\nDisallow: /\n");
/// assert_eq!(
///     warning.as_deref(),
///     Some("bingbot may crawl nothing: this takes the site out of the results of Bing")
/// );
/// ```
///
/// Cost: O(search engines * file).
#[must_use]
pub fn blocked_search(file: &str) -> Option<String> {
    let robots = RobotsTxt::parse(file.as_bytes());
    let may = |crawler: &Crawler| robots.rules_for(crawler).check(as_written("/")).is_allowed();
    if !may(&Crawler::from_token("ExampleBot")) {
        return None;
    }
    let is_engine = |known: &&KnownCrawler| known.purpose == Purpose::Search && !known.is_retired();
    let closed: Vec<&KnownCrawler> = KnownCrawler::all()
        .iter()
        .filter(is_engine)
        .filter(|known| !may(&Crawler::from(*known)))
        .collect();
    let engine = |known: &&KnownCrawler| {
        if known.token == "bingbot" { "Bing" } else { known.operator.unwrap_or(known.token) }
    };
    let mut engines: Vec<&str> = closed.iter().map(engine).collect();
    engines.dedup();
    let tokens: Vec<&str> = closed.iter().map(|known| known.token).collect();
    (!closed.is_empty()).then(|| {
        format!(
            "{} may crawl nothing: this takes the site out of the results of {}",
            tokens.join(", "),
            engines.join(", ")
        )
    })
}
