//! Which crawlers read `Crawl-delay`, as the pages of their operators say. No standard has the field.

use core::fmt;

use super::known_crawler::KnownCrawler;
use super::table::VERDICTS_ONLY;

/// Whether a crawler reads `Crawl-delay` in robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum DelaySupport {
    /// A page of its operator says that it does.
    #[cfg_attr(feature = "serde", serde(rename = "yes"))]
    Read,
    /// A page of its operator says that it does not.
    #[cfg_attr(feature = "serde", serde(rename = "no"))]
    NotRead,
    /// No page of its operator that we know says anything about it.
    #[cfg_attr(feature = "serde", serde(rename = "not said"))]
    NotSaid,
}

impl DelaySupport {
    /// The word for it: `yes`, `no` or `not said`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "yes",
            Self::NotRead => "no",
            Self::NotSaid => "not said",
        }
    }
}

/// What an operator says about `Crawl-delay`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DelayStatement {
    /// Whether the crawler reads the field.
    pub support: DelaySupport,
    /// How it reads the number, where its operator says so.
    #[cfg_attr(feature = "schema", schema(required))]
    pub note: Option<&'static str>,
    /// The page that says it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub source_url: Option<&'static str>,
    /// The day on which its words about the field were read, as `2026-11-29`; `None` if they are known from elsewhere.
    #[cfg_attr(feature = "schema", schema(required))]
    pub checked: Option<&'static str>,
    /// The numbers that it reads as they are written, where its operator says so.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub limit: Option<DelayLimit>,
}

/// The numbers of `Crawl-delay` that a crawler reads as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DelayLimit {
    /// Whole numbers.
    Whole,
    /// Numbers up to this one.
    UpTo(u32),
    /// Numbers from the first one to the second.
    Between(u32, u32),
}

impl DelayLimit {
    /// Whether a number is one of them.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// let limit = KnownCrawler::by_name("bingbot").unwrap().delay().limit.unwrap();
    /// assert!(limit.fits(10.0) && !limit.fits(60.0));
    /// ```
    #[must_use]
    pub fn fits(self, seconds: f64) -> bool {
        match self {
            // No delay has a sign, and a number with a fraction is not that of its whole part.
            Self::Whole => seconds % 1.0 == 0.0,
            Self::UpTo(most) => seconds <= f64::from(most),
            Self::Between(least, most) => (f64::from(least)..=f64::from(most)).contains(&seconds),
        }
    }
}

/// "whole numbers", "numbers up to 10".
impl fmt::Display for DelayLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("whole numbers"),
            Self::UpTo(most) => write!(f, "numbers up to {most}"),
            Self::Between(least, most) => write!(f, "numbers from {least} to {most}"),
        }
    }
}

impl DelayStatement {
    const NOT_SAID: Self = Self {
        support: DelaySupport::NotSaid,
        note: None,
        source_url: None,
        checked: None,
        limit: None,
    };
}

/// The day on which the words of a page about the field were read. Of other pages these are known from elsewhere.
const READ: Option<&str> = Some("2026-11-29");

/// A row: tokens, what is said of them, and the numbers that are read.
type Row = (&'static [&'static str], Said, Option<DelayLimit>);
/// Support, note, page, day.
type Said = (DelaySupport, &'static str, &'static str, Option<&'static str>);

static ROWS: &[Row] = &[
    (
        &["bingbot"],
        (
            DelaySupport::Read,
            "one page in each window of so many seconds, from 1 to 30",
            "https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question",
            None,
        ),
        Some(DelayLimit::Between(1, 30)),
    ),
    (
        &["SeznamBot"],
        (
            DelaySupport::Read,
            "Seznam documents `Request-rate` too",
            "https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control/",
            None,
        ),
        None,
    ),
    (
        &["AhrefsBot", "AhrefsSiteAudit"],
        (
            DelaySupport::Read,
            "between requests for pages; fractions are read",
            "https://ahrefs.com/robot",
            READ,
        ),
        None,
    ),
    (
        &["SemrushBot"],
        (DelaySupport::Read, "up to 10 seconds", "https://www.semrush.com/bot/", READ),
        Some(DelayLimit::UpTo(10)),
    ),
    (
        &["MJ12bot"],
        (DelaySupport::Read, "a whole number", "https://mj12bot.com/", READ),
        Some(DelayLimit::Whole),
    ),
    (&["CCBot"], (DelaySupport::Read, "", "https://commoncrawl.org/faq", READ), None),
    (
        &["ClaudeBot", "Claude-SearchBot", "Claude-User"],
        (
            DelaySupport::Read,
            "",
            "https://support.anthropic.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler",
            None,
        ),
        None,
    ),
    (
        &["Amazonbot"],
        (DelaySupport::NotRead, "", "https://developer.amazon.com/amazonbot", READ),
        None,
    ),
];

/// Operators none of whose crawlers reads the field: Google never did, and Yandex stopped in 2018.
static OPERATORS: &[(&str, &str)] = &[
    ("Google", "https://developers.google.com/crawling/docs/faqs/robots-faqs"),
    ("Yandex", "https://yandex.com/support/webmaster/robot-workings/crawl-delay.html"),
];

impl KnownCrawler {
    /// What its operator says about `Crawl-delay`.
    ///
    /// ```
    /// use maycrawl::crawler::{DelaySupport, KnownCrawler};
    ///
    /// let delay = |name| KnownCrawler::by_name(name).unwrap().delay().support;
    /// assert_eq!(delay("bingbot"), DelaySupport::Read);
    /// assert_eq!(delay("Googlebot"), DelaySupport::NotRead);
    /// assert_eq!(delay("GPTBot"), DelaySupport::NotSaid);
    /// ```
    #[must_use]
    pub fn delay(&self) -> DelayStatement {
        if VERDICTS_ONLY {
            return DelayStatement::NOT_SAID;
        }
        let of_operator = || {
            let (_, url) = OPERATORS.iter().find(|(name, _)| self.operator == Some(*name))?;
            Some(((DelaySupport::NotRead, "", *url, None), None))
        };
        let own = ROWS.iter().find(|(tokens, ..)| tokens.contains(&self.token));
        let own = own.map(|&(_, said, limit)| (said, limit));
        let Some(((support, note, url, checked), limit)) = own.or_else(of_operator) else {
            return DelayStatement::NOT_SAID;
        };
        let note = Some(note).filter(|note| !note.is_empty());
        DelayStatement { support, note, source_url: Some(url), checked, limit }
    }

    /// Whether it reads `Request-rate`.
    ///
    /// ```
    /// use maycrawl::crawler::{DelaySupport, KnownCrawler};
    ///
    /// assert_eq!(KnownCrawler::by_name("SeznamBot").unwrap().rate_support(), DelaySupport::Read);
    /// ```
    #[must_use]
    pub fn rate_support(&self) -> DelaySupport {
        match (self.token, self.operator) {
            _ if VERDICTS_ONLY => DelaySupport::NotSaid,
            ("SeznamBot", _) => DelaySupport::Read,
            // Its specification names the fields that it reads.
            (_, Some("Google")) => DelaySupport::NotRead,
            _ => DelaySupport::NotSaid,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_about_a_known_crawler_and_has_a_page() {
        for (tokens, (_, _, url, _), _) in ROWS {
            for token in *tokens {
                assert_eq!(KnownCrawler::by_name(token).map(|known| known.token), Some(*token));
            }
            assert!(url.starts_with("https://"), "{url}");
        }
    }

    #[test]
    fn no_crawler_that_ignores_robots_txt_reads_a_delay() {
        let reads = |known: &&KnownCrawler| known.delay().support == DelaySupport::Read;
        for known in KnownCrawler::all().iter().filter(reads) {
            assert_ne!(known.compliance, crate::crawler::Compliance::Ignores, "{}", known.token);
        }
        assert_eq!(KnownCrawler::all().iter().filter(reads).count(), 10);
    }
}
