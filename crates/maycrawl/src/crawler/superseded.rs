//! Names of the past. Old files still have them, and block lists that are copied from old files.

use super::known_crawler::KnownCrawler;

/// Names of the past, and the crawlers that have taken their place, as their operators say. Googlebot-Mobile is not
/// among them: what a file forbids to phones of the past is not meant for Googlebot.
static SUPERSEDED: &[(&str, &str)] =
    &[("Google-NotebookLM", "Google-GeminiNotebook"), ("msnbot", "bingbot")];

impl KnownCrawler {
    /// The token of the crawler that has taken the place of this name, as its operator says. A group for the old name
    /// alone may not reach it. `None` if the name is in use, or has no successor.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// let successor = |name| KnownCrawler::by_name(name).unwrap().superseded_by();
    /// assert_eq!(successor("msnbot"), Some("bingbot"));
    /// assert_eq!(successor("bingbot"), None);
    /// ```
    #[must_use]
    pub fn superseded_by(&self) -> Option<&'static str> {
        let row = SUPERSEDED.iter().find(|(past, _)| *past == self.token);
        row.map(|(_, now)| *now)
    }
}
