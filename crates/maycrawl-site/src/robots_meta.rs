//! The rules of robots meta tags and `X-Robots-Tag` fields: read, and combined for a crawler.
//!
//! Google, *Robots meta tag, data-nosnippet, and X-Robots-Tag specifications*. Names and values are not
//! case-sensitive; rules stand in a list with commas; a field may begin with a crawler's name. All rules that
//! speak to a crawler count, wherever they stand, and where two conflict the more restrictive one does.

use std::fmt;

use maycrawl::{Crawler, Printable};
use maycrawl_fetch::Time;

use crate::date;

/// So much of a list is read: its bytes, its rules, and as many words that are no rules. No page needs more.
pub(crate) const LONGEST_LIST: usize = 8 << 10;
const MOST_RULES: usize = 64;
const MOST_IGNORED: usize = 16;
/// What is kept of a word that is no rule.
const LONGEST_WORD: usize = 80;

/// One rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// No restrictions: the default, and without effect. `index` and `follow` say no more.
    All,
    /// Do not show the page in results.
    NoIndex,
    /// Do not follow its links.
    NoFollow,
    /// Both of these.
    None,
    /// No text or video in results.
    NoSnippet,
    /// The page may be indexed inside of another that embeds it, in spite of a `noindex`.
    IndexIfEmbedded,
    /// So many characters of text at most.
    MaxSnippet(Most),
    /// How large a preview image may be.
    MaxImagePreview(ImagePreview),
    /// So many seconds of video at most.
    MaxVideoPreview(Most),
    /// Do not offer a translation.
    NoTranslate,
    /// Do not index its images.
    NoImageIndex,
    /// Do not show the page after this moment.
    UnavailableAfter(Time),
}

/// A bound on text or video; the least comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Most {
    /// So many; 0 is none.
    Of(u32),
    /// `-1`: as the search engine likes.
    Unlimited,
}

/// The size of a preview image; the least comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ImagePreview {
    /// No image.
    None,
    /// A small one.
    Standard,
    /// Up to the width of the view.
    Large,
}

/// Where rules stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a meta tag that begins in this line of the page.
    Meta(u64),
    /// In the field `X-Robots-Tag` of this number, from 1.
    Field(usize),
}

/// A word among rules that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// The word, or its beginning.
    pub text: String,
    /// Why it has no effect.
    pub why: Why,
}

/// Why a word has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nobody knows such a rule.
    Unknown,
    /// It is a rule that Google once obeyed.
    Retired,
    /// It wants a number: 0 or more, or -1.
    NoNumber,
    /// It wants `none`, `standard` or `large`.
    NoSize,
    /// It wants a date.
    NoDate,
    /// Rules without commas between them.
    NoCommas,
}

/// Rules for one crawler, or for all, as they stand in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directives {
    /// The crawler, as written; `None` for all.
    pub agent: Option<String>,
    /// Where they stand.
    pub place: Place,
    /// The rules, in order.
    pub rules: Vec<Rule>,
    /// What stands among them and is no rule.
    pub ignored: Vec<Ignored>,
}

impl Directives {
    /// Reads the `content` of a meta tag named `name`. O(bytes).
    ///
    /// ```
    /// # use maycrawl_site::{Directives, Rule, Most};
    /// let directives = Directives::of_meta("robots", "noindex, Max-Snippet:20", 7);
    /// assert_eq!(directives.rules, [Rule::NoIndex, Rule::MaxSnippet(Most::Of(20))]);
    /// ```
    #[must_use]
    pub fn of_meta(name: &str, content: &str, line: u64) -> Self {
        let name = name.trim();
        let agent = (!name.eq_ignore_ascii_case("robots")).then(|| start_of(name));
        let mut directives = Self::new(agent, Place::Meta(line));
        for word in Words::of(content) {
            directives.read(word);
        }
        directives
    }

    /// Reads the value of the `number`th field `X-Robots-Tag`. A name with a colon before a rule says for whom
    /// it is, and the rules after it. O(bytes).
    ///
    /// ```
    /// # use maycrawl_site::Directives;
    /// let lists = Directives::of_field(b"nosnippet, otherbot: noindex, nofollow", 1);
    /// assert_eq!(lists[1].agent.as_deref(), Some("otherbot"));
    /// assert_eq!(lists[1].rules.len(), 2);
    /// ```
    #[must_use]
    pub fn of_field(value: &[u8], number: usize) -> Vec<Self> {
        let value = String::from_utf8_lossy(&value[..value.len().min(LONGEST_LIST)]);
        let mut lists = vec![Self::new(None, Place::Field(number))];
        for word in Words::of(&value) {
            let named = word.split_once(':').filter(|(name, _)| names_a_crawler(name.trim()));
            let rule = match named {
                Some((name, rule)) if lists.len() < MOST_RULES => {
                    lists.push(Self::new(Some(start_of(name.trim())), Place::Field(number)));
                    rule
                }
                _ => word,
            };
            if let Some(list) = lists.last_mut() {
                list.read(rule);
            }
        }
        lists.retain(|list| !list.rules.is_empty() || !list.ignored.is_empty());
        lists
    }

    fn new(agent: Option<String>, place: Place) -> Self {
        Self { agent, place, rules: Vec::new(), ignored: Vec::new() }
    }

    fn read(&mut self, word: &str) {
        let word = word.trim();
        if word.is_empty() {
            return;
        }
        match rule(word) {
            Ok(rule) if self.rules.len() < MOST_RULES => self.rules.push(rule),
            Err(why) if self.ignored.len() < MOST_IGNORED => {
                self.ignored.push(Ignored { text: start_of(word), why });
            }
            _ => {}
        }
    }

    /// True when these rules speak to `crawler`: they name it or a crawler that it falls back to, or they
    /// are for all. What is for all does not bind a crawler that must be named (AdsBot).
    #[must_use]
    pub fn speak_to(&self, crawler: &Crawler) -> bool {
        match &self.agent {
            None => crawler.follows_star(),
            Some(agent) => crawler.chain().any(|token| token.eq_ignore_ascii_case(agent)),
        }
    }
}

/// At most so many bytes of a text, none of its characters cut.
pub(crate) fn first_bytes(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn start_of(text: &str) -> String {
    text.chars().take(LONGEST_WORD).collect()
}

/// True for a product token that is no rule with a value.
fn names_a_crawler(name: &str) -> bool {
    let is_token = name.bytes().all(|byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b'*')
    });
    is_token && !name.is_empty() && !takes_a_value(name)
}

fn takes_a_value(name: &str) -> bool {
    ["max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"]
        .iter()
        .any(|rule| name.eq_ignore_ascii_case(rule))
}

/// What stands between commas. Dates have commas of their own: `unavailable_after: Sun, 06 Nov 1994`.
struct Words<'t>(Option<&'t str>);

impl<'t> Words<'t> {
    fn of(text: &'t str) -> Self {
        Self(Some(first_bytes(text, LONGEST_LIST)))
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.0?;
        let mut end = text.find(',').unwrap_or(text.len());
        if ends_in_weekday(&text[..end]) && end < text.len() {
            end = text[end + 1..].find(',').map_or(text.len(), |next| end + 1 + next);
        }
        self.0 = text.get(end + 1..);
        Some(&text[..end])
    }
}

/// True for `unavailable_after: Sunday`, with or without a crawler's name before.
fn ends_in_weekday(word: &str) -> bool {
    word.rsplit_once(':').is_some_and(|(before, last)| {
        let day = last.trim();
        let rule = before.rsplit(':').next().unwrap_or_default().trim();
        rule.eq_ignore_ascii_case("unavailable_after")
            && day.len() >= 3
            && day.bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}

fn rule(word: &str) -> Result<Rule, Why> {
    let (name, value) = word.split_once(':').map_or((word, ""), |(name, value)| (name, value));
    let name = name.trim().to_ascii_lowercase();
    match name.as_str() {
        "max-snippet" => most(value).map(Rule::MaxSnippet),
        "max-video-preview" => most(value).map(Rule::MaxVideoPreview),
        "max-image-preview" => image(value).map(Rule::MaxImagePreview),
        "unavailable_after" => date::parse(value).map(Rule::UnavailableAfter).ok_or(Why::NoDate),
        _ => plain(&word.to_ascii_lowercase()),
    }
}

fn plain(word: &str) -> Result<Rule, Why> {
    Ok(match word {
        "all" | "index" | "follow" => Rule::All,
        "noindex" => Rule::NoIndex,
        "nofollow" => Rule::NoFollow,
        "none" => Rule::None,
        "nosnippet" => Rule::NoSnippet,
        "indexifembedded" => Rule::IndexIfEmbedded,
        "notranslate" => Rule::NoTranslate,
        "noimageindex" => Rule::NoImageIndex,
        "noarchive" | "nocache" | "nositelinkssearchbox" | "noodp" | "noydir" => {
            return Err(Why::Retired);
        }
        _ => {
            let mut words = word.split_ascii_whitespace();
            let rules = words.clone().count() > 1 && words.all(|word| plain(word).is_ok());
            return Err(if rules { Why::NoCommas } else { Why::Unknown });
        }
    })
}

fn most(value: &str) -> Result<Most, Why> {
    let value = value.trim();
    if value == "-1" {
        return Ok(Most::Unlimited);
    }
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    // More digits than a number holds are a great bound, not none.
    if digits { Ok(Most::Of(value.parse().unwrap_or(u32::MAX))) } else { Err(Why::NoNumber) }
}

fn image(value: &str) -> Result<ImagePreview, Why> {
    match value.trim().to_ascii_lowercase().as_str() {
        "none" => Ok(ImagePreview::None),
        "standard" => Ok(ImagePreview::Standard),
        "large" => Ok(ImagePreview::Large),
        _ => Err(Why::NoSize),
    }
}

/// The rules of all places that speak to one crawler, combined: of each kind the most restrictive, with
/// the place where it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Combined {
    /// `noindex`, or `none`.
    pub no_index: Option<Place>,
    /// `indexifembedded`, where there is a `noindex`: without one it has no effect.
    pub index_if_embedded: Option<Place>,
    /// `nofollow`, or `none`.
    pub no_follow: Option<Place>,
    /// `nosnippet`, or a `max-snippet` of 0, which is the same.
    pub no_snippet: Option<Place>,
    /// The least `max-snippet`, where there is no `nosnippet`.
    pub max_snippet: Option<(Most, Place)>,
    /// The least `max-image-preview`.
    pub max_image_preview: Option<(ImagePreview, Place)>,
    /// The least `max-video-preview`.
    pub max_video_preview: Option<(Most, Place)>,
    /// `notranslate`.
    pub no_translate: Option<Place>,
    /// `noimageindex`.
    pub no_image_index: Option<Place>,
    /// The earliest `unavailable_after`.
    pub unavailable_after: Option<(Time, Place)>,
}

impl Combined {
    /// Combines what speaks to `crawler`.
    #[must_use]
    pub fn for_crawler<'d>(
        all: impl IntoIterator<Item = &'d Directives>,
        crawler: &Crawler,
    ) -> Self {
        let mut combined = Self::default();
        for directives in all.into_iter().filter(|directives| directives.speak_to(crawler)) {
            for rule in &directives.rules {
                combined.add(*rule, directives.place);
            }
        }
        if combined.no_index.is_none() {
            combined.index_if_embedded = None;
        }
        if let Some((Most::Of(0), place)) = combined.max_snippet {
            combined.no_snippet.get_or_insert(place);
        }
        if combined.no_snippet.is_some() {
            combined.max_snippet = None;
        }
        combined
    }

    fn add(&mut self, rule: Rule, place: Place) {
        match rule {
            Rule::All => {}
            Rule::NoIndex => keep(&mut self.no_index, place),
            Rule::NoFollow => keep(&mut self.no_follow, place),
            Rule::None => {
                keep(&mut self.no_index, place);
                keep(&mut self.no_follow, place);
            }
            Rule::NoSnippet => keep(&mut self.no_snippet, place),
            Rule::IndexIfEmbedded => keep(&mut self.index_if_embedded, place),
            Rule::NoTranslate => keep(&mut self.no_translate, place),
            Rule::NoImageIndex => keep(&mut self.no_image_index, place),
            Rule::MaxSnippet(most) => least(&mut self.max_snippet, most, place),
            Rule::MaxImagePreview(size) => least(&mut self.max_image_preview, size, place),
            Rule::MaxVideoPreview(most) => least(&mut self.max_video_preview, most, place),
            Rule::UnavailableAfter(time) => least(&mut self.unavailable_after, time, place),
        }
    }

    /// What restricts, each with its place, in Google's order; without `noindex` and what belongs to it.
    pub fn restrictions(&self) -> impl Iterator<Item = (Rule, Place)> {
        let plain = |rule, place: Option<Place>| place.map(|place| (rule, place));
        [
            plain(Rule::NoFollow, self.no_follow),
            plain(Rule::NoSnippet, self.no_snippet),
            self.max_snippet.map(|(most, place)| (Rule::MaxSnippet(most), place)),
            self.max_image_preview.map(|(size, place)| (Rule::MaxImagePreview(size), place)),
            self.max_video_preview.map(|(most, place)| (Rule::MaxVideoPreview(most), place)),
            plain(Rule::NoTranslate, self.no_translate),
            plain(Rule::NoImageIndex, self.no_image_index),
            self.unavailable_after.map(|(time, place)| (Rule::UnavailableAfter(time), place)),
        ]
        .into_iter()
        .flatten()
    }
}

fn keep(slot: &mut Option<Place>, place: Place) {
    slot.get_or_insert(place);
}

fn least<T: Ord + Copy>(slot: &mut Option<(T, Place)>, value: T, place: Place) {
    if slot.is_none_or(|(least, _)| value < least) {
        *slot = Some((value, place));
    }
}

/// As Google writes it.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::NoIndex => f.write_str("noindex"),
            Self::NoFollow => f.write_str("nofollow"),
            Self::None => f.write_str("none"),
            Self::NoSnippet => f.write_str("nosnippet"),
            Self::IndexIfEmbedded => f.write_str("indexifembedded"),
            Self::MaxSnippet(most) => write!(f, "max-snippet:{most}"),
            Self::MaxImagePreview(size) => write!(f, "max-image-preview:{size}"),
            Self::MaxVideoPreview(most) => write!(f, "max-video-preview:{most}"),
            Self::NoTranslate => f.write_str("notranslate"),
            Self::NoImageIndex => f.write_str("noimageindex"),
            Self::UnavailableAfter(time) => write!(f, "unavailable_after: {time}"),
        }
    }
}

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(most) => most.fmt(f),
            Self::Unlimited => f.write_str("-1"),
        }
    }
}

impl fmt::Display for ImagePreview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Standard => "standard",
            Self::Large => "large",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Meta(line) => write!(f, "line {line} of the page"),
            Self::Field(1) => f.write_str("X-Robots-Tag"),
            Self::Field(number) => write!(f, "X-Robots-Tag number {number}"),
        }
    }
}

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Printable(self.text.as_bytes());
        match self.why {
            Why::Unknown => write!(f, "`{text}` is no rule that Google knows"),
            Why::Retired => write!(f, "`{text}` has no effect"),
            Why::NoNumber => write!(f, "`{text}` wants a number of 0 or more, or -1"),
            Why::NoSize => write!(f, "`{text}` wants none, standard or large"),
            Why::NoDate => write!(f, "`{text}` wants a date, such as 2026-12-31"),
            Why::NoCommas => write!(f, "`{text}` are rules without commas between them"),
        }
    }
}
