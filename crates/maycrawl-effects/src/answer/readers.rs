//! Who a statement about crawlers is true for, where programs take the names of crawlers in two ways.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use maycrawl::crawler::{Compliance, KnownCrawler, StarGroup};

use crate::CrawlerClass;

/// How a program that reads robots.txt takes the name of a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ReaderKind {
    /// It knows the crawler: the names that it falls back to, and whether it follows `*` and robots.txt.
    KnowsCrawler,
    /// It takes every name as a token: its own groups, else those of `*`. So do google/robotstxt, RFC 9309 and Python's
    /// `urllib.robotparser`.
    BareToken,
}

impl ReaderKind {
    /// The condition for crawlers with several facts, in words.
    ///
    /// ```
    /// use maycrawl_effects::answer::ReaderKind;
    ///
    /// let condition = ReaderKind::BareToken.condition();
    /// assert_eq!(condition, "where a program reads robots.txt for them as for any other crawler");
    /// ```
    #[must_use]
    pub const fn condition(self) -> &'static str {
        match self {
            Self::KnowsCrawler => "where a program reads robots.txt for them as their operators do",
            Self::BareToken => "where a program reads robots.txt for them as for any other crawler",
        }
    }
}

/// What the table of known crawlers tells about a crawler more than its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum CrawlerFact {
    /// Without a group of its own it follows that of another name.
    FallsBack,
    /// It follows only groups that name it.
    IgnoresStar,
    /// It follows no group.
    IgnoresRobotsTxt,
}

/// Crawlers for which a statement is true for one kind of readers only.
///
/// ```
/// use maycrawl::RobotsTxt;
/// use maycrawl_effects::answer::{ChangeAnswer, ReaderKind};
/// use maycrawl_effects::{Budget, Region};
///
/// let before = b"User-agent: *\nDisallow: /\n\nUser-agent: Mediapartners-Google\nAllow: /\n";
/// let [before, after] = [&before[..], b"User-agent: *\nDisallow: /\n"].map(RobotsTxt::parse);
/// let answer = ChangeAnswer::new(&before, &after, &Region::everything(), 9, &mut Budget::default()).unwrap();
/// let only = &answer.classes[0].readers[0];
/// assert_eq!(only.kind, ReaderKind::BareToken);
/// assert_eq!(only.condition, "where a program does not know that Mediapartners-Google does not follow `*`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ReadersAnswer {
    /// The readers.
    pub kind: ReaderKind,
    /// What the two kinds of readers differ in.
    pub fact: CrawlerFact,
    /// The name whose groups the crawlers follow instead; `null` for other facts.
    #[cfg_attr(feature = "schema", schema(required))]
    pub falls_back_to: Option<&'static str>,
    /// The crawlers.
    pub crawlers: Vec<String>,
    /// The same in words.
    pub condition: String,
}

impl ReadersAnswer {
    fn in_words(&self) -> String {
        let know = match self.kind {
            ReaderKind::KnowsCrawler => "knows",
            ReaderKind::BareToken => "does not know",
        };
        let (who, [follow, not]) = match &*self.crawlers {
            [one] => (one.as_str(), ["follows", "does not"]),
            _ => ("they", ["follow", "do not"]),
        };
        let what = match self.fact {
            CrawlerFact::FallsBack => {
                format!("{follow} the group of {}", self.falls_back_to.unwrap_or_default())
            }
            CrawlerFact::IgnoresStar => format!("{not} follow `*`"),
            CrawlerFact::IgnoresRobotsTxt => format!("{not} obey robots.txt"),
        };
        format!("where a program {know} that {who} {what}")
    }
}

impl fmt::Display for ReadersAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.condition)
    }
}

/// A crawler that two kinds of readers put into different places.
pub(crate) struct TwoPlaces<P> {
    token: &'static str,
    fact: CrawlerFact,
    falls_back_to: Option<&'static str>,
    pub(crate) of_those_who_know: P,
    pub(crate) of_others: P,
    /// False if no file has the name: then readers that do not know it take it as one of all others.
    pub(crate) is_named: bool,
}

impl<P> TwoPlaces<P> {
    pub(crate) fn token(&self) -> &'static str {
        self.token
    }

    /// Adds the crawler to a list for this kind of readers.
    pub(crate) fn add_to(&self, list: &mut Vec<ReadersAnswer>, kind: ReaderKind) {
        let (fact, falls_back_to) = (self.fact, self.falls_back_to);
        let is_same = |one: &ReadersAnswer| {
            (one.kind, one.fact, one.falls_back_to) == (kind, fact, falls_back_to)
        };
        let at = list.iter().position(is_same).unwrap_or(list.len());
        if at == list.len() {
            let (crawlers, condition) = (Vec::new(), String::new());
            list.push(ReadersAnswer { kind, fact, falls_back_to, crawlers, condition });
        }
        list[at].crawlers.push(self.token.to_owned());
        list[at].condition = list[at].in_words();
    }
}

/// The known crawlers that the two kinds of readers put into different places, in the order of the table. `classes`:
/// each with its place.
pub(crate) fn in_two_places<'c, 'r: 'c, P: Copy + PartialEq>(
    classes: impl Iterator<Item = (&'c CrawlerClass<'r>, P)>,
) -> Vec<TwoPlaces<P>> {
    let (mut known, mut bare, mut others) = (BTreeMap::new(), BTreeMap::new(), None);
    for (class, place) in classes {
        known.extend(class.crawlers.iter().map(|&name| (name, place)));
        bare.extend(class.bare_tokens.iter().map(|&name| (name, place)));
        others = others.or(class.includes_others.then_some(place));
    }
    let two_places = |crawler: &'static KnownCrawler| {
        let of_those_who_know = *known.get(crawler.token)?;
        let own = bare.get(crawler.token).copied();
        let of_others = own.or(others)?;
        let names_fallback = || crawler.fallback.iter().any(|name| bare.contains_key(name));
        let falls_back =
            !crawler.fallback.is_empty() && (crawler.star == StarGroup::Obeyed || names_fallback());
        let fact = match crawler.compliance {
            Compliance::Ignores => CrawlerFact::IgnoresRobotsTxt,
            _ if falls_back => CrawlerFact::FallsBack,
            _ => CrawlerFact::IgnoresStar,
        };
        // A fallback without a group of its own is where the next one is, so the last one is the name that is followed.
        let is_there = |name: &&&'static str| known.get(**name) == Some(&of_those_who_know);
        let followed = crawler.fallback.iter().rev().find(is_there).or(crawler.fallback.first());
        (of_those_who_know != of_others).then_some(TwoPlaces {
            token: crawler.token,
            fact,
            falls_back_to: followed.copied().filter(|_| fact == CrawlerFact::FallsBack),
            of_those_who_know,
            of_others,
            is_named: own.is_some(),
        })
    };
    let all = KnownCrawler::all().iter();
    all.filter(|known| known.is_more_than_a_token()).filter_map(two_places).collect()
}
