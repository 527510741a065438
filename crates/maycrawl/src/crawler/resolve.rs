//! Resolves the name of a crawler as a person writes it.
//!
//! Google's documents call one crawler `Googlebot News`, `Googlebot-News` and `googlebot-news/1.0`. People write lists,
//! and paste whole User-Agent headers. The command, the service and the page use these functions for all names from
//! people, so they understand a name in the same way and show the same messages.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Crawler, KnownCrawler, product_token, table};
use crate::text::printable::Printable;

/// Maximum length of a name, in bytes. A longer name is a mistake.
const MAX_NAME_BYTES: usize = 256;

/// Words for many crawlers. Files have groups with such names, so each is the name of one crawler all the same.
const WORDS_FOR_MANY: &[&str] =
    &["all", "any", "every", "everyone", "others", "ai", "bots", "crawlers", "robots", "spiders"];

/// The crawler for a name that a person wrote. From [`Crawler::resolve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedCrawler {
    crawler: Crawler,
    kind: NameMatch,
    written: String,
}

/// How a name was matched with a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameMatch {
    /// The name is the product token of a known crawler, in upper or lower case.
    Known,
    /// The name is a product token that is not in the table and not similar to a known one.
    Unknown,
    /// The name is a product token that is not in the table, but similar to a known one. The crawler has the name as
    /// written.
    Similar,
    /// The name is a word for many crawlers: `all`, `any-ai`. It is the name of one crawler, as written.
    Many,
    /// The name is another name of a known crawler: `Googlebot News`, `AdsBot`, `gpt-bot`.
    Alias,
    /// A part of the name was removed: a version, or a `*` at its end.
    Cut,
}

/// Why a text is not the name of a crawler, with a suggestion if there is one. Safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrawlerNameError {
    kind: CrawlerNameErrorKind,
    written: String,
    suggestion: Option<&'static str>,
}

/// The kind of mistake in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CrawlerNameErrorKind {
    /// The name is empty or only white space.
    Empty,
    /// The name is longer than 256 bytes.
    TooLong,
    /// The text is a User-Agent header, not a product token.
    Header,
    /// The text has a comma. [`Crawler::resolve_list`] reads several names.
    List,
    /// The name has a blank, and is not another name of a known crawler.
    Blank,
    /// The name has another byte that is not allowed in names.
    Byte,
}

impl Crawler {
    /// The crawler that a person means by `name`: a product token in any case, another name of a known crawler
    /// (`Googlebot News`, `AdsBot`), or a token with a version (`ExampleBot/2.1`). [`ResolvedCrawler::note`] says how
    /// the name was read. An unknown token is a crawler that follows its own group, then `*`. O(known crawlers).
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
    /// The text is empty, is a User-Agent header, has several names, or has a byte that is not allowed in names.
    pub fn resolve(name: &str) -> Result<ResolvedCrawler, CrawlerNameError> {
        let (crawler, kind) = read(name)?;
        let written = name.trim().to_owned();
        let kind = match kind {
            NameMatch::Unknown if is_for_many(&written) => NameMatch::Many,
            NameMatch::Unknown if KnownCrawler::similar(&written).next().is_some() => {
                NameMatch::Similar
            }
            _ => kind,
        };
        Ok(ResolvedCrawler { crawler, kind, written })
    }

    /// The crawlers of a comma-separated list of names. A single name is a list too. Empty entries are skipped.
    /// O(names * known crawlers).
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// let crawlers = Crawler::resolve_list("Googlebot, GPTBot,").unwrap();
    /// assert_eq!(crawlers.len(), 2);
    /// // A header has commas too, but it is not a list.
    /// assert!(Crawler::resolve_list("Mozilla/5.0 (KHTML, like Gecko)").is_err());
    /// ```
    ///
    /// # Errors
    /// An entry is not the name of a crawler, or the list is empty.
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
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// let resolved = Crawler::resolve("AdsBot").unwrap();
    /// assert_eq!(resolved.crawler(), &Crawler::ADSBOT_GOOGLE);
    /// ```
    #[must_use]
    pub fn crawler(&self) -> &Crawler {
        &self.crawler
    }

    /// The crawler, owned.
    #[must_use]
    pub fn into_crawler(self) -> Crawler {
        self.crawler
    }

    /// How the name was matched.
    ///
    /// ```
    /// use maycrawl::crawler::NameMatch;
    /// use maycrawl::Crawler;
    ///
    /// let kind = |name| Crawler::resolve(name).unwrap().kind();
    /// assert_eq!((kind("googlebot"), kind("Googlebot/2.1")), (NameMatch::Known, NameMatch::Cut));
    /// // A file may have a group for `gogglebot`, so the name is asked about as written.
    /// assert_eq!(kind("gogglebot"), NameMatch::Similar);
    /// ```
    #[must_use]
    pub fn kind(&self) -> NameMatch {
        self.kind
    }

    /// A note on how the name was read, in one sentence. `None` for the name of a known crawler, and for an unknown
    /// name that is not similar to a known one. Safe to print.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// let note = |name| Crawler::resolve(name).unwrap().note();
    /// assert!(note("gogglebot").unwrap().contains("Similar: Googlebot."));
    /// assert_eq!(note("ExampleBot"), None);
    /// ```
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let written = shown(&self.written);
        let token = self.crawler.token();
        match self.kind {
            NameMatch::Unknown if self.crawler.is_purpose_token() => Some(format!(
                "`{token}` is a token for a purpose, not a crawler (draft-kelley-aipref-training-preference-signal-00, of which \
                 only the abstract was read)"
            )),
            NameMatch::Known | NameMatch::Unknown => None,
            NameMatch::Alias => {
                Some(format!("`{written}` is taken as {token}, its name in a robots.txt"))
            }
            NameMatch::Cut => Some(format!(
                "`{written}` is taken as {token}: a product token has no version and no `*`"
            )),
            NameMatch::Many => Some(format!(
                "`{written}` is taken as the name of one crawler, not as a word for many"
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
    /// The kind of mistake.
    ///
    /// ```
    /// use maycrawl::crawler::CrawlerNameErrorKind;
    /// use maycrawl::Crawler;
    ///
    /// let kind = |name| Crawler::resolve(name).unwrap_err().kind();
    /// assert_eq!(kind("Googlebot,GPTBot"), CrawlerNameErrorKind::List);
    /// assert_eq!(kind("Googlebot GPTBot"), CrawlerNameErrorKind::Blank);
    /// ```
    #[must_use]
    pub fn kind(&self) -> CrawlerNameErrorKind {
        self.kind
    }

    /// The product token that the person may have intended.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// let error = Crawler::resolve("Mozilla/5.0 (compatible; bingbot/2.0)").unwrap_err();
    /// assert_eq!(error.suggestion(), Some("bingbot"));
    /// ```
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
                write!(
                    f,
                    "the name of the crawler is longer than {MAX_NAME_BYTES} bytes: `{written}`"
                )
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
                self.suggestion.map_or(Ok(()), |token| write!(f, "; did you mean {token}?"))
            }
        }
    }
}

impl core::error::Error for CrawlerNameError {}

/// The crawler that `name` means, and how it was matched, but not whether an unknown name is similar to a known one.
pub(super) fn read(name: &str) -> Result<(Crawler, NameMatch), CrawlerNameError> {
    let name = name.trim();
    let refuse =
        |kind, suggestion| Err(CrawlerNameError { kind, written: shown(name), suggestion });
    if name.is_empty() {
        return refuse(CrawlerNameErrorKind::Empty, None);
    }
    if let Some(known) = KnownCrawler::by_name(name) {
        return Ok((Crawler::from(known), NameMatch::Known));
    }
    if let Some(known) = with_remark(name) {
        return Ok((Crawler::from(known), NameMatch::Alias));
    }
    // This comes before the version is cut: `Mozilla/5.0 (...)` would become the unknown crawler `Mozilla`, which
    // follows `*` and so may open what is closed to the crawler that was meant.
    if name.contains(['(', ';']) || name.starts_with("Mozilla/") {
        return refuse(CrawlerNameErrorKind::Header, named_in_header(name));
    }
    if name.contains(',') {
        return refuse(CrawlerNameErrorKind::List, None);
    }
    if name.len() > MAX_NAME_BYTES {
        return refuse(CrawlerNameErrorKind::TooLong, None);
    }
    let short = without_version(name);
    if let Some(known) = KnownCrawler::by_name(short) {
        return Ok((Crawler::from(known), NameMatch::Cut));
    }
    if let Some(known) = other_name(short) {
        return Ok((Crawler::from(known), NameMatch::Alias));
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
    let kind = if short.len() < name.len() { NameMatch::Cut } else { NameMatch::Unknown };
    Ok((Crawler::unknown(short), kind))
}

fn is_for_many(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.starts_with("any-") || WORDS_FOR_MANY.contains(&&*name)
}

/// The known crawler of a name with a remark, as Google's documents have it: `Googlebot-News (when crawling images)`. A
/// header has an address or a list of words there, or a version before it.
fn with_remark(name: &str) -> Option<&'static KnownCrawler> {
    let (before, remark) = name.strip_suffix(')')?.split_once('(')?;
    let before = before.trim_end();
    if remark.contains([';', '+', ':', '(']) || before.contains('/') {
        return None;
    }
    KnownCrawler::by_name(before).or_else(|| other_name(before))
}

/// The known crawler that has `name` as another name.
fn other_name(name: &str) -> Option<&'static KnownCrawler> {
    if let Some((_, token)) = table::KOREAN_NAMES.iter().find(|(korean, _)| *korean == name) {
        return KnownCrawler::by_name(token);
    }
    // A group of a file can be about a product token, however similar it is to another one: a file that closes the site
    // for `bingbot_` must not be read for bingbot. So only the documents' own spellings of other crawlers are taken for
    // them.
    let is_token = product_token(name.as_bytes()).len() == name.len();
    if is_token { KnownCrawler::by_documented_alias(name) } else { KnownCrawler::by_alias(name) }
}

/// The name without a version or a star at its end: `/2.1`, ` 2.1`, ` v2` or `*`.
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

/// The known crawler that a User-Agent header names: the first one, as for a file that names none of its words.
fn named_in_header(header: &str) -> Option<&'static str> {
    KnownCrawler::named_in(header).next().map(|known| known.token)
}

/// The name in a form that is safe to print, cut to 80 characters.
fn shown(name: &str) -> String {
    const MAX_CHARS: usize = 80;
    if name.chars().count() <= MAX_CHARS {
        return format!("{}", Printable(name.as_bytes()));
    }
    let begin: String = name.chars().take(MAX_CHARS).collect();
    format!("{}…", Printable(begin.as_bytes()))
}
