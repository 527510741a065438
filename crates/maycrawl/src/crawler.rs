//! Crawlers: product token, fallback chain, and whether `*` applies.

mod delay;
mod header;
mod known_crawler;
mod lookup;
mod matcher;
mod resolve;
mod superseded;
mod table;
mod weight;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::profile::Profile;

pub use delay::{DelayLimit, DelayStatement, DelaySupport};
pub(crate) use header::{header_words, is_browser_word};
pub use known_crawler::{AiList, Compliance, KnownCrawler, Purpose, Source};
pub use matcher::StarGroup;
#[doc(hidden)]
pub use matcher::{AgentMatcher, first_word, is_star, may_be_name, product_token};
pub(crate) use matcher::{FirstBytes, Rank};
use matcher::{Names, name_token};
pub use resolve::{CrawlerNameError, CrawlerNameErrorKind, NameMatch, ResolvedCrawler};
#[doc(hidden)]
pub use weight::Weight;
pub use weight::sort_by_weight;

/// A crawler: its product token, the tokens it falls back to, and whether `User-agent: *` applies to it.
///
/// The first token of the chain that has a group in the file wins, even if that group is empty. Groups of one token
/// are merged, groups of different tokens are not, and `*` comes last. (Google, *Order of precedence for user agents*:
/// Googlebot-Image follows the group of Googlebot if it has no group of its own.)
///
/// ```
/// use maycrawl::Crawler;
///
/// let images = Crawler::parse("googlebot-image").unwrap();     // known, so with its chain
/// assert_eq!(images.chain().collect::<Vec<_>>(), ["Googlebot-Image", "Googlebot"]);
/// let mine = Crawler::parse("ExampleBot").unwrap();            // unknown: its own group, then `*`
/// assert!(mine.follows_star());
/// let thumbs = Crawler::with_chain("ExampleBot-Thumbs", ["ExampleBot"]);
/// assert_eq!(thumbs.chain().count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crawler {
    token: Cow<'static, str>,
    fallback: Cow<'static, [Cow<'static, str>]>,
    star: StarGroup,
    ignores: bool,
}

/// The token of draft-kelley-aipref-training-preference-signal-00 as a third party spells it.
#[doc(hidden)]
pub const TRAINING_TOKEN: &str = "__usage_ai-training";

impl Crawler {
    /// Google's search crawler, desktop and smartphone: one token.
    pub const GOOGLEBOT: Self = Self::fixed("Googlebot", &[], StarGroup::Obeyed);
    /// Google Images; falls back to Googlebot.
    pub const GOOGLEBOT_IMAGE: Self =
        Self::fixed("Googlebot-Image", &[Cow::Borrowed("Googlebot")], StarGroup::Obeyed);
    /// Google News; falls back to Googlebot.
    pub const GOOGLEBOT_NEWS: Self =
        Self::fixed("Googlebot-News", &[Cow::Borrowed("Googlebot")], StarGroup::Obeyed);
    /// Google's ad quality crawler; ignores `*`.
    pub const ADSBOT_GOOGLE: Self = Self::fixed("AdsBot-Google", &[], StarGroup::Ignored);
    /// `AdSense`; ignores `*`.
    pub const MEDIAPARTNERS_GOOGLE: Self =
        Self::fixed("Mediapartners-Google", &[], StarGroup::Ignored);
    /// Bing's crawler.
    pub const BINGBOT: Self = Self::fixed("bingbot", &[], StarGroup::Obeyed);

    const fn fixed(
        token: &'static str,
        fallback: &'static [Cow<'static, str>],
        star: StarGroup,
    ) -> Self {
        Self {
            token: Cow::Borrowed(token),
            fallback: Cow::Borrowed(fallback),
            star,
            ignores: false,
        }
    }

    /// The crawler that people call `name`: [`Crawler::resolve`] without its note. Use it for every name that is not a
    /// constant of your program.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// assert_eq!(Crawler::parse("googlebot news").unwrap().token(), "Googlebot-News");
    /// // A name that is read in a wrong way follows other rules than the one that was meant.
    /// let header = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
    /// assert!(Crawler::parse(header).unwrap_err().to_string().ends_with("here GPTBot"));
    /// ```
    ///
    /// # Errors
    /// The text is empty, is a User-Agent header, has several names, or has a byte that is not allowed in names.
    pub fn parse(name: &str) -> Result<Self, CrawlerNameError> {
        resolve::read(name).map(|(crawler, _)| crawler)
    }

    /// The crawler with this product token, as it stands: for constants, and for the values of `user-agent` lines. A
    /// known crawler gets its chain from the [table](KnownCrawler). Any other one follows its own group, then `*`. Case
    /// does not matter. O(log known crawlers).
    ///
    /// Nothing is checked. Of a text that is not a token, only the part before the first white space or `/` is compared
    /// with groups. So use [`Crawler::parse`] for names from people, files and requests.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// assert_eq!(Crawler::from_token("googlebot-image"), Crawler::GOOGLEBOT_IMAGE);
    /// // A header is not refused. It becomes a crawler that no file means.
    /// assert_eq!(Crawler::from_token("Mozilla/5.0 (compatible; Googlebot/2.1)").token(), "Mozilla");
    /// ```
    #[must_use]
    pub fn from_token(token: &str) -> Self {
        let short = name_token(token);
        match KnownCrawler::by_name(short).or_else(|| KnownCrawler::by_name(token)) {
            Some(known) => Self::from(known),
            None => Self::unknown(short),
        }
    }

    /// A crawler that is not in the table.
    fn unknown(token: &str) -> Self {
        Self {
            token: Cow::Owned(String::from(token)),
            fallback: Cow::Borrowed(&[]),
            star: StarGroup::Obeyed,
            ignores: false,
        }
    }

    /// A crawler with the tokens that it falls back to, in order. It follows `*`.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let images = Crawler::with_chain("ExampleBot-Images", ["ExampleBot"]);
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow:\n\nUser-agent: ExampleBot\nDisallow: /\n");
    /// assert!(!robots.rules_for(&images).check(as_written("/cat.png")).is_allowed());
    /// ```
    #[must_use]
    pub fn with_chain<S: Into<String>>(
        token: impl Into<String>,
        fallback: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            token: Cow::Owned(token.into()),
            fallback: fallback
                .into_iter()
                .map(|token| Cow::Owned(token.into()))
                .collect::<Vec<_>>()
                .into(),
            star: StarGroup::Obeyed,
            ignores: false,
        }
    }

    /// A name as readers take it that know no crawler: its own groups, else `*`. So google/robotstxt, RFC 9309 and
    /// Python's `urllib.robotparser` take every name.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    /// let may = |crawler| robots.rules_for(&crawler).check(as_written("/a")).is_allowed();
    /// assert!(may(Crawler::from_token("AdsBot-Google")), "it ignores `*`");
    /// assert!(!may(Crawler::bare_token("AdsBot-Google")));
    /// ```
    ///
    /// Source: RFC 9309 section 2.2.1.
    #[must_use]
    pub fn bare_token(token: impl Into<String>) -> Self {
        Self::with_chain(token, [""; 0])
    }

    /// The same crawler without `*`: it follows only groups that name a token of its chain.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let bot = Crawler::from_token("ExampleBot");
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    /// assert!(!robots.rules_for(&bot).check(as_written("/a")).is_allowed());
    /// assert!(robots.rules_for(&bot.ignoring_star()).check(as_written("/a")).is_allowed());
    /// ```
    #[must_use]
    pub fn ignoring_star(mut self) -> Self {
        self.star = StarGroup::Ignored;
        self
    }

    /// The product token.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// assert_eq!(Crawler::parse("gptbot/1.2").unwrap().token(), "GPTBot");
    /// ```
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Its own token and the tokens that it falls back to, in order, without `*`.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// // Without a group for Googlebot-News, the group for Googlebot counts, before that of `*`.
    /// assert!(Crawler::GOOGLEBOT_NEWS.chain().eq(["Googlebot-News", "Googlebot"]));
    /// ```
    pub fn chain(&self) -> impl Iterator<Item = &str> {
        core::iter::once(&*self.token).chain(self.fallback.iter().map(|token| &**token))
    }

    /// True if `User-agent: *` applies to it.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// assert!(Crawler::GOOGLEBOT.follows_star());
    /// // `User-agent: *` and `Disallow: /` do not close a site for Google's ads.
    /// assert!(!Crawler::ADSBOT_GOOGLE.follows_star());
    /// ```
    #[must_use]
    pub fn follows_star(&self) -> bool {
        self.star == StarGroup::Obeyed
    }

    /// True if rules of a page that name `agent` are for this crawler: its chain has that name. Rules for all, `None`,
    /// are for a crawler that follows `*`: Google's ads crawlers must be named there too.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// assert!(Crawler::GOOGLEBOT_NEWS.is_meant_by(Some("googlebot")) && Crawler::GOOGLEBOT.is_meant_by(None));
    /// assert!(!Crawler::ADSBOT_GOOGLE.is_meant_by(None));
    /// ```
    #[must_use]
    pub fn is_meant_by(&self, agent: Option<&str>) -> bool {
        match agent {
            None => self.follows_star(),
            Some(agent) => self.chain().any(|token| token.eq_ignore_ascii_case(agent)),
        }
    }

    /// True if its operator says that it ignores robots.txt.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let safety = Crawler::from_token("Google-Safety");
    /// assert!(safety.ignores_robots_txt());
    /// let robots = RobotsTxt::parse(b"User-agent: Google-Safety\nDisallow: /\n");
    /// assert!(robots.rules_for(&safety).check(as_written("/a")).is_allowed());
    /// ```
    #[must_use]
    pub fn ignores_robots_txt(&self) -> bool {
        self.ignores
    }

    /// True if the name is a token for a purpose, which may stand in `User-agent` lines and which no crawler has:
    /// `__usage_ai-training` of draft-kelley-aipref-training-preference-signal-00.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// assert!(Crawler::from_token("__usage_ai-training").is_purpose_token());
    /// // A token that controls the use of pages belongs to an operator, whose crawler has another name.
    /// assert!(!Crawler::from_token("Google-Extended").is_purpose_token());
    /// ```
    #[must_use]
    pub fn is_purpose_token(&self) -> bool {
        self.token.eq_ignore_ascii_case(TRAINING_TOKEN)
    }

    /// The names of the chain as they are compared with a file, by their [`Rank`].
    #[doc(hidden)]
    pub fn compared_names(&self) -> impl Iterator<Item = &str> {
        core::iter::once(name_token(&self.token)).chain(self.chain().skip(1))
    }

    #[doc(hidden)]
    pub fn seeker(&self, profile: Profile) -> AgentMatcher<'_> {
        AgentMatcher::new(
            Names::Chain { own: name_token(&self.token), fallback: &self.fallback },
            self.star,
            profile,
        )
    }
}

impl core::str::FromStr for Crawler {
    type Err = CrawlerNameError;

    /// As [`Crawler::parse`].
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::parse(name)
    }
}

impl From<&KnownCrawler> for Crawler {
    fn from(known: &KnownCrawler) -> Self {
        Self {
            token: Cow::Borrowed(known.token),
            fallback: known
                .fallback
                .iter()
                .map(|token| Cow::Borrowed(*token))
                .collect::<Vec<_>>()
                .into(),
            star: known.star,
            ignores: known.compliance == Compliance::Ignores,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_crawlers_are_rows_of_the_table() {
        for fixed in [
            Crawler::GOOGLEBOT,
            Crawler::GOOGLEBOT_IMAGE,
            Crawler::GOOGLEBOT_NEWS,
            Crawler::ADSBOT_GOOGLE,
            Crawler::MEDIAPARTNERS_GOOGLE,
            Crawler::BINGBOT,
        ] {
            assert_eq!(fixed, Crawler::from_token(fixed.token()));
        }
    }
}
