//! Crawlers: product token, fallback chain, and whether `*` applies.

mod known_crawler;
mod lookup;
mod matcher;
mod resolve;
mod table;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::profile::Profile;

pub use known_crawler::{AiList, Compliance, KnownCrawler, Purpose, Source, StarGroup};
pub(crate) use matcher::{AgentMatcher, FirstBytes, Rank, is_star, product_token};
use matcher::{Fallback, Names, name_token};
pub use resolve::{CrawlerNameError, CrawlerNameErrorKind, NameMatch, ResolvedCrawler};

/// A crawler: its product token, the tokens it falls back to, and whether `User-agent: *` applies to it.
///
/// The first token of the chain that has a group in the file wins, even if that group is empty. Groups of one token
/// are merged, groups of different tokens are not, and `*` comes last. (Google, *Order of precedence for user agents*:
/// Googlebot-Image follows the group of Googlebot if it has no group of its own.)
///
/// ```
/// use maycrawl::Crawler;
///
/// let images = Crawler::from_name("googlebot-image");          // known, so with its chain
/// assert_eq!(images.chain().collect::<Vec<_>>(), ["Googlebot-Image", "Googlebot"]);
/// let mine = Crawler::from_name("ExampleBot");                 // unknown: its own group, then `*`
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

    /// The crawler with this name. A known crawler gets its chain from the [table](KnownCrawler). Any other crawler
    /// follows its own group, then `*`. O(log known crawlers).
    ///
    /// The name is the product token, not the HTTP `User-Agent` header. Case does not matter. Only the part before the
    /// first white space or `/` is used: `ExampleBot/2.1` is `ExampleBot`. For a name that a person typed use
    /// [`Crawler::resolve`].
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        let token = name_token(name);
        match KnownCrawler::by_name(token).or_else(|| KnownCrawler::by_name(name)) {
            Some(known) => Self::from(known),
            None => Self {
                token: Cow::Owned(String::from(token)),
                fallback: Cow::Borrowed(&[]),
                star: StarGroup::Obeyed,
                ignores: false,
            },
        }
    }

    /// A crawler with the tokens that it falls back to, in order. It follows `*`.
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

    /// The same crawler without `*`: it follows only groups that name a token of its chain.
    #[must_use]
    pub fn ignoring_star(mut self) -> Self {
        self.star = StarGroup::Ignored;
        self
    }

    /// The product token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Its own token and the tokens that it falls back to, in order, without `*`.
    pub fn chain(&self) -> impl Iterator<Item = &str> {
        core::iter::once(&*self.token).chain(self.fallback.iter().map(|token| &**token))
    }

    /// True if `User-agent: *` applies to it.
    #[must_use]
    pub fn follows_star(&self) -> bool {
        self.star == StarGroup::Obeyed
    }

    /// True if its operator says that it ignores robots.txt.
    #[must_use]
    pub fn ignores_robots_txt(&self) -> bool {
        self.ignores
    }

    pub(crate) fn seeker(&self, profile: Profile) -> AgentMatcher<'_> {
        AgentMatcher::new(
            Names::Chain { own: name_token(&self.token), fallback: Fallback::Own(&self.fallback) },
            self.star,
            profile,
        )
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
            assert_eq!(fixed, Crawler::from_name(fixed.token()));
        }
    }
}
