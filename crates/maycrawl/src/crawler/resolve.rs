//! The name of a crawler as a person writes it, brought to the crawler that is meant.
//!
//! Google's documents call one crawler `Googlebot News`, `Googlebot-News` and `googlebot-news/1.0`; people write lists,
//! and paste whole User-Agent headers. Whoever takes names from people asks here, so that command, service and page
//! understand the same name in the same way and say so in the same words.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Crawler, KnownCrawler, product_token};
use crate::printable::Printable;

/// A longer name is a mistake.
const LONGEST: usize = 256;

/// The crawler that a person's name stands for. From [`Crawler::resolve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedCrawler {
    crawler: Crawler,
    kind: NameMatch,
    written: String,
}

/// How a name leads to a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameMatch {
    /// It is the product token of a known crawler, in any case.
    Known,
    /// It is a product token that the table does not have, and not like one that it has.
    Unknown,
    /// It is a product token that the table does not have, but like one that it has. The crawler is the one written.
    Similar,
    /// It is another name of a known crawler: `Googlebot News`, `AdsBot`, `gpt-bot`.
    Alias,
    /// A part of it was left out: a version, or a `*` at its end.
    Cut,
}

/// Why a text is not the name of a crawler. Safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrawlerNameError {
    kind: CrawlerNameErrorKind,
    written: String,
    suggestion: Option<&'static str>,
}

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CrawlerNameErrorKind {
    /// There is nothing but white space.
    Empty,
    /// It is longer than 256 bytes.
    TooLong,
    /// It is a User-Agent header, not a product token.
    Header,
    /// It has a comma: [`Crawler::resolve_list`] takes several names.
    List,
    /// It has a blank, and is not another name of one known crawler.
    Blank,
    /// It has another byte that is not in names.
    Byte,
}

impl Crawler {
    /// The crawler that a person means by `name`: a product token in any case, another name of a known crawler
    /// (`Googlebot News`, `AdsBot`), or a token with a version (`ExampleBot/2.1`). [`ResolvedCrawler::note`] says what a
    /// person should know of it. An unknown token is a crawler that follows its own group, then `*`. O(known crawlers).
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// let news = Crawler::resolve("Googlebot News").unwrap();
    /// assert_eq!(news.crawler().token(), "Googlebot-News");
    /// assert_eq!(news.note().unwrap(), "`Googlebot News` is taken as Googlebot-News, its name in a robots.txt");
    /// assert!(Crawler::resolve("Googlebot GPTBot").is_err());
    /// ```
    ///
    /// # Errors
    /// The text is empty, a User-Agent header, several names, or has a byte that is not in names.
    pub fn resolve(name: &str) -> Result<ResolvedCrawler, CrawlerNameError> {
        let name = name.trim();
        let written = || name.to_owned();
        let refuse =
            |kind, suggestion| Err(CrawlerNameError { kind, written: shown(name), suggestion });
        if name.is_empty() {
            return refuse(CrawlerNameErrorKind::Empty, None);
        }
        if let Some(known) = KnownCrawler::by_name(name) {
            let crawler = Self::from(known);
            return Ok(ResolvedCrawler { crawler, kind: NameMatch::Known, written: written() });
        }
        if name.contains(['(', ';']) || name.starts_with("Mozilla/") {
            return refuse(CrawlerNameErrorKind::Header, named_in_header(name));
        }
        if name.contains(',') {
            return refuse(CrawlerNameErrorKind::List, None);
        }
        if name.len() > LONGEST {
            return refuse(CrawlerNameErrorKind::TooLong, None);
        }
        let short = without_version(name);
        if let Some(known) = KnownCrawler::by_name(short).or_else(|| KnownCrawler::by_alias(short))
        {
            let is_cut = KnownCrawler::by_name(short).is_some();
            let kind = if is_cut { NameMatch::Cut } else { NameMatch::Alias };
            return Ok(ResolvedCrawler { crawler: Self::from(known), kind, written: written() });
        }
        if short.contains(char::is_whitespace) {
            let first = short.split(char::is_whitespace).next().and_then(KnownCrawler::by_name);
            return refuse(CrawlerNameErrorKind::Blank, first.map(|known| known.token));
        }
        let is_legal = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if short != "*" && (short.is_empty() || !short.bytes().all(is_legal)) {
            let begins = core::str::from_utf8(product_token(short.as_bytes())).unwrap_or_default();
            let known = KnownCrawler::by_name(begins).map(|known| known.token);
            return refuse(CrawlerNameErrorKind::Byte, known);
        }
        let kind = if short.len() < name.len() {
            NameMatch::Cut
        } else if KnownCrawler::similar(short).next().is_some() {
            NameMatch::Similar
        } else {
            NameMatch::Unknown
        };
        Ok(ResolvedCrawler { crawler: Self::from_name(short), kind, written: written() })
    }

    /// The crawlers of a list of names with commas between them; a single name is a list too. Empty entries between
    /// commas are passed over.
    ///
    /// # Errors
    /// One of them is not the name of a crawler, or there is none.
    pub fn resolve_list(names: &str) -> Result<Vec<ResolvedCrawler>, CrawlerNameError> {
        let mut resolved = Vec::new();
        // A header has commas too: (KHTML, like Gecko).
        let is_list = !names.contains(['(', ';']);
        for name in names.split(',').filter(|name| is_list && !name.trim().is_empty()) {
            resolved.push(Self::resolve(name)?);
        }
        if resolved.is_empty() {
            let name = if is_list { "" } else { names };
            resolved.push(Self::resolve(name)?);
        }
        Ok(resolved)
    }
}

impl ResolvedCrawler {
    /// The crawler.
    #[must_use]
    pub fn crawler(&self) -> &Crawler {
        &self.crawler
    }

    /// The crawler, owned.
    #[must_use]
    pub fn into_crawler(self) -> Crawler {
        self.crawler
    }

    /// How the name leads to it.
    #[must_use]
    pub fn kind(&self) -> NameMatch {
        self.kind
    }

    /// What a person should know of the name, in one sentence; `None` for the name of a known crawler, and for an
    /// unknown one that is not like any. Safe to print.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let written = shown(&self.written);
        let token = self.crawler.token();
        match self.kind {
            NameMatch::Known | NameMatch::Unknown => None,
            NameMatch::Alias => {
                Some(format!("`{written}` is taken as {token}, its name in a robots.txt"))
            }
            NameMatch::Cut => Some(format!(
                "`{written}` is taken as {token}: a product token has no version and no `*`"
            )),
            NameMatch::Similar => {
                let similar = KnownCrawler::similar(&self.written).map(|known| known.token);
                let similar = similar.collect::<Vec<_>>().join(", ");
                Some(format!(
                    "No known crawler is called `{written}`. Similar: {similar}. (An unknown crawler follows its own \
                     group, then `*`.)"
                ))
            }
        }
    }
}

impl CrawlerNameError {
    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> CrawlerNameErrorKind {
        self.kind
    }

    /// The product token that may be meant.
    #[must_use]
    pub fn suggestion(&self) -> Option<&'static str> {
        self.suggestion
    }
}

impl fmt::Display for CrawlerNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LETTERS: &str = "a product token has only letters, `-` and `_`";
        let written = &self.written;
        match self.kind {
            CrawlerNameErrorKind::Empty => f.write_str("the name of the crawler is empty"),
            CrawlerNameErrorKind::TooLong => {
                write!(f, "the name of the crawler is longer than {LONGEST} bytes: `{written}`")
            }
            CrawlerNameErrorKind::Header => {
                write!(f, "`{written}` is a User-Agent header; write the crawler's product token")?;
                self.suggestion.map_or(Ok(()), |token| write!(f, ", here {token}"))
            }
            CrawlerNameErrorKind::List => {
                write!(f, "`{written}` is a list; write one crawler: {LETTERS}")
            }
            CrawlerNameErrorKind::Blank | CrawlerNameErrorKind::Byte => {
                write!(f, "`{written}` is not the name of a crawler: {LETTERS}")?;
                self.suggestion
                    .map_or(Ok(()), |token| write!(f, "; without the rest it is {token}"))
            }
        }
    }
}

impl core::error::Error for CrawlerNameError {}

/// The name without what is not a part of it: `/2.1`, ` 2.1`, ` v2` or `*` at its end.
fn without_version(name: &str) -> &str {
    if let Some((token, _)) = name.split_once('/') {
        return token.trim_end();
    }
    if let Some(token) = name.strip_suffix('*').filter(|token| !token.is_empty()) {
        return token;
    }
    let (token, last) = name.rsplit_once(char::is_whitespace).unwrap_or((name, ""));
    let number = last.strip_prefix(['v', 'V']).unwrap_or(last);
    let is_number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    if number.is_empty() || !number.bytes().all(is_number) {
        return name;
    }
    token.trim_end()
}

/// The known crawler that a User-Agent header names. Googlebot-Image contains Googlebot: the longest name counts.
fn named_in_header(header: &str) -> Option<&'static str> {
    let within = KnownCrawler::all().iter().filter(|known| has_word(header, known.token));
    within.map(|known| known.token).max_by_key(|token| token.len())
}

/// True when `header` has `token` as a word, outside of addresses: GPTBot's header names openai.com.
fn has_word(header: &str, token: &str) -> bool {
    header
        .split([' ', ';', ',', '(', ')'])
        .filter(|piece| !piece.contains("://") && !piece.contains('@'))
        .flat_map(|piece| {
            piece.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
        })
        .any(|word| word.eq_ignore_ascii_case(token))
}

/// The name as a person may see it, cut where it is long.
fn shown(name: &str) -> String {
    const MOST: usize = 80;
    if name.chars().count() <= MOST {
        return format!("{}", Printable(name.as_bytes()));
    }
    let begin: String = name.chars().take(MOST).collect();
    format!("{}…", Printable(begin.as_bytes()))
}
