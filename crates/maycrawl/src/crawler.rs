//! A crawler: its product token, its fallback chain, whether `*` applies.

mod known;
mod resolve;
mod table;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::line::is_space;
use crate::profile::{AgentNames, Profile};

pub use resolve::{CrawlerNameError, CrawlerNameErrorKind, NameMatch, ResolvedCrawler};
pub use table::{AiList, Conduct, KnownCrawler, Purpose, Source, Star};

/// Who asks: a product token, the tokens it falls back to, and whether `User-agent: *` speaks to it.
///
/// The first token of the chain that has a group in the file wins, even if that group is empty; groups of
/// one token are merged, tokens are never united, and `*` comes last. (Google, *Order of precedence for
/// user agents*: Googlebot-Image follows the group of Googlebot if it has none of its own.)
///
/// ```
/// use maycrawl::Crawler;
///
/// let images = Crawler::named("googlebot-image");          // in the table, so with its chain
/// assert_eq!(images.chain().collect::<Vec<_>>(), ["Googlebot-Image", "Googlebot"]);
/// let mine = Crawler::named("ExampleBot");                 // any other token: itself, then `*`
/// assert!(mine.follows_star());
/// let thumbs = Crawler::with_chain("ExampleBot-Thumbs", ["ExampleBot"]);
/// assert_eq!(thumbs.chain().count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crawler {
    token: Cow<'static, str>,
    fallback: Cow<'static, [Cow<'static, str>]>,
    star: Star,
    ignores: bool,
}

impl Crawler {
    /// Google's search crawler, desktop and smartphone: one token.
    pub const GOOGLEBOT: Self = Self::fixed("Googlebot", &[], Star::Obeyed);
    /// Google Images; falls back to Googlebot.
    pub const GOOGLEBOT_IMAGE: Self =
        Self::fixed("Googlebot-Image", &[Cow::Borrowed("Googlebot")], Star::Obeyed);
    /// Google News; falls back to Googlebot.
    pub const GOOGLEBOT_NEWS: Self =
        Self::fixed("Googlebot-News", &[Cow::Borrowed("Googlebot")], Star::Obeyed);
    /// Google's ad quality crawler; ignores `*`.
    pub const ADSBOT_GOOGLE: Self = Self::fixed("AdsBot-Google", &[], Star::Ignored);
    /// `AdSense`; ignores `*`.
    pub const MEDIAPARTNERS_GOOGLE: Self = Self::fixed("Mediapartners-Google", &[], Star::Ignored);
    /// Bing's crawler.
    pub const BINGBOT: Self = Self::fixed("bingbot", &[], Star::Obeyed);

    const fn fixed(
        token: &'static str,
        fallback: &'static [Cow<'static, str>],
        star: Star,
    ) -> Self {
        Self {
            token: Cow::Borrowed(token),
            fallback: Cow::Borrowed(fallback),
            star,
            ignores: false,
        }
    }

    /// The crawler of this name: with the chain of the [table](KnownCrawler) if it is known, else a token
    /// that follows its own group, then `*`.
    ///
    /// The name is the product token, not the HTTP `User-Agent` header. Case does not matter. It is read
    /// up to its first white space or `/`: `ExampleBot/2.1` is `ExampleBot`. For a name that a person typed use
    /// [`Crawler::resolve`].
    #[must_use]
    pub fn named(name: &str) -> Self {
        let token = name_token(name);
        match KnownCrawler::find(token).or_else(|| KnownCrawler::find(name)) {
            Some(known) => Self::from(known),
            None => Self {
                token: Cow::Owned(String::from(token)),
                fallback: Cow::Borrowed(&[]),
                star: Star::Obeyed,
                ignores: false,
            },
        }
    }

    /// A crawler of your own with the tokens it falls back to, in order.
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
            star: Star::Obeyed,
            ignores: false,
        }
    }

    /// The same crawler, following only groups that name a token of its chain.
    #[must_use]
    pub fn ignoring_star(mut self) -> Self {
        self.star = Star::Ignored;
        self
    }

    /// Its product token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Its own token and those it falls back to, in order, without `*`.
    pub fn chain(&self) -> impl Iterator<Item = &str> {
        core::iter::once(&*self.token).chain(self.fallback.iter().map(|token| &**token))
    }

    /// True when `User-agent: *` speaks to it.
    #[must_use]
    pub fn follows_star(&self) -> bool {
        self.star == Star::Obeyed
    }

    /// True when its operator says that it ignores robots.txt.
    #[must_use]
    pub fn ignores_robots_txt(&self) -> bool {
        self.ignores
    }

    pub(crate) fn seeker(&self, profile: Profile) -> Seeker<'_> {
        Seeker::new(
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
            ignores: known.conduct == Conduct::Ignores,
        }
    }
}

/// A name up to its first white space or `/`: what is left of `ExampleBot/2.1` or `Example Bot`.
fn name_token(name: &str) -> &str {
    name.split(|c: char| c.is_ascii_whitespace() || c == '/').next().unwrap_or(name)
}

/// The tokens a question is asked for, borrowed: what the engine compares with each `user-agent` line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seeker<'a> {
    names: Names<'a>,
    star: Star,
    also_by_name: bool,
}

#[derive(Clone, Copy, Debug)]
enum Names<'a> {
    /// The first name that has a group wins.
    Chain { own: &'a str, fallback: Fallback<'a> },
    /// A group of any name counts: google/robotstxt's list of agents.
    United(&'a [&'a str]),
}

#[derive(Clone, Copy, Debug)]
enum Fallback<'a> {
    Own(&'a [Cow<'static, str>]),
    Known(&'static [&'static str]),
}

/// Which name of a seeker a group is for: 0 is the best, higher ones are fallbacks, `*` comes last.
pub(crate) type Rank = usize;

impl<'a> Seeker<'a> {
    fn new(names: Names<'a>, star: Star, profile: Profile) -> Self {
        Self { names, star, also_by_name: profile.agent_names == AgentNames::AlsoByName }
    }

    /// The crawler called `name`, as [`Crawler::named`], without owning anything; and whether it ignores
    /// robots.txt.
    pub(crate) fn named(name: &'a str, profile: Profile) -> (Self, bool) {
        let token = name_token(name);
        let known = KnownCrawler::find(token).or_else(|| KnownCrawler::find(name));
        let fallback = known.map_or(&[][..], |known| known.fallback);
        let star = known.map_or(Star::Obeyed, |known| known.star);
        let ignores = known.is_some_and(|known| known.conduct == Conduct::Ignores);
        let names = Names::Chain { own: token, fallback: Fallback::Known(fallback) };
        (Self::new(names, star, profile), ignores)
    }

    /// Any of `names`, as google/robotstxt takes a list of agents.
    pub(crate) fn united(names: &'a [&'a str], profile: Profile) -> Self {
        Self::new(Names::United(names), Star::Obeyed, profile)
    }

    /// The rank of `*`: behind every name.
    pub(crate) fn star_rank(&self) -> Rank {
        match self.names {
            Names::Chain { fallback: Fallback::Own(list), .. } => 1 + list.len(),
            Names::Chain { fallback: Fallback::Known(list), .. } => 1 + list.len(),
            Names::United(_) => 1,
        }
    }

    /// Which of the seeker's names the value of a `user-agent` line is; `None` if it speaks to others.
    #[inline]
    pub(crate) fn rank(&self, value: &[u8]) -> Option<Rank> {
        if is_star(value) {
            return (self.star == Star::Obeyed).then(|| self.star_rank());
        }
        // Most lines name somebody else, and the first byte tells.
        let begins = value.first().map(u8::to_ascii_lowercase);
        let is = |name: &str| {
            let name = name.as_bytes();
            let alike = name.first().map(u8::to_ascii_lowercase) == begins || name.is_empty();
            alike && self.is(value, name)
        };
        match self.names {
            Names::Chain { own, .. } if is(own) => Some(0),
            Names::Chain { fallback: Fallback::Own(list), .. } => {
                list.iter().position(|name| is(name)).map(|i| i + 1)
            }
            Names::Chain { fallback: Fallback::Known(list), .. } => {
                list.iter().position(|name| is(name)).map(|i| i + 1)
            }
            Names::United(names) => names.iter().any(|name| is(name)).then_some(0),
        }
    }
}

impl Seeker<'_> {
    fn is(&self, value: &[u8], name: &[u8]) -> bool {
        let token = product_token(value);
        token.eq_ignore_ascii_case(name)
            || (self.also_by_name && token.len() < value.len() && is_by_name(value, name))
    }
}

/// `*`, alone or with white space and anything behind it.
pub(crate) fn is_star(value: &[u8]) -> bool {
    matches!(value, [b'*']) || matches!(value, [b'*', next, ..] if is_space(*next))
}

/// What Google reads of a `user-agent` value: the leading letters, `-` and `_`. (RFC 9309 section 2.2.1.)
pub(crate) fn product_token(value: &[u8]) -> &[u8] {
    let is_legal = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
    let end = value.iter().position(|byte| !is_legal(byte)).unwrap_or(value.len());
    &value[..end]
}

/// The second comparison of [`AgentNames::AlsoByName`]: for a name that is no legal product token.
#[cold]
fn is_by_name(value: &[u8], name: &[u8]) -> bool {
    let word = value.iter().position(|&byte| is_space(byte) || byte == b'/').unwrap_or(value.len());
    product_token(name).len() < name.len() && value[..word].eq_ignore_ascii_case(name)
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
            assert_eq!(fixed, Crawler::named(fixed.token()));
        }
    }
}
