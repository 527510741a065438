//! The crawler that a `User-Agent` header stands for.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use crate::crawler::{Crawler, KnownCrawler, header_words, is_browser_word};
use crate::reading::robots_txt::RobotsTxt;

/// How well a word of a header names its sender, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    /// The file names it. This comes before known crawlers: a program that says in a comment what it is made with, as
    /// in `acme/1.0 (Scrapy/2.11)`, still obeys the group of `acme`.
    InFile,
    /// The file names what the known crawler of this name falls back to: Googlebot for Googlebot-Image.
    FallbackInFile,
    /// The file names it, but browsers send it, and crawlers too. A group for Mozilla does not free GPTBot from its
    /// own.
    BrowserInFile,
    /// A known crawler that the file does not name.
    Known,
    /// Any other word.
    Other,
}

impl RobotsTxt<'_> {
    /// The crawler for the header `User-Agent` of a client, or for a product token. The words of the header that the
    /// file names come first, then those that are known crawlers. Of several the first one counts: a header has the
    /// products in the order of their significance (RFC 9110 section 10.1.5). Words that browsers send, such as
    /// Mozilla, count last. O(names in the file * words of the header).
    ///
    /// A header never frees a client from `*`, also if the known crawler of that name ignores `*` or the whole file:
    /// who borrows the name AdsBot-Google does not get its rights.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: ExampleBot\nDisallow: /\n");
    /// let header = "Mozilla/5.0 (compatible; ExampleBot/2.1; +https://bot.example)";
    /// assert_eq!(robots.crawler_of_user_agent(header).token(), "ExampleBot");
    /// // Scrapy is a known crawler, but the file does not name it.
    /// assert_eq!(robots.crawler_of_user_agent("ExampleBot/2.1 (Scrapy/2.11)").token(), "ExampleBot");
    /// ```
    #[must_use]
    pub fn crawler_of_user_agent(&self, header: &str) -> Crawler {
        let best = header_words(header).min_by_key(|word| self.match_of(word));
        as_client(best.unwrap_or("*"))
    }

    fn match_of(&self, word: &str) -> Match {
        let client = as_client(word);
        let names = client.seeker(self.profile());
        let ranks =
            self.groups().flat_map(|group| group.agents()).filter_map(|it| names.rank(it.value));
        match ranks.min().filter(|&rank| rank < names.star_rank()) {
            Some(0) if is_browser_word(word) => Match::BrowserInFile,
            Some(0) => Match::InFile,
            Some(_) => Match::FallbackInFile,
            None if KnownCrawler::by_name(word).is_some() => Match::Known,
            None => Match::Other,
        }
    }
}

/// The crawler with this name and its fallback names, for a program that only says that it is this crawler: it follows
/// `*`.
fn as_client(token: &str) -> Crawler {
    let known = Crawler::from_token(token);
    let fallback: Vec<String> = known.chain().skip(1).map(str::to_owned).collect();
    Crawler::with_chain(known.token(), fallback)
}
