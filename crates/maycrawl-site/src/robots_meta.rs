//! The directives of robots meta tags and `X-Robots-Tag` fields: parsing, and combination for a crawler.
//!
//! Google, *Robots meta tag, data-nosnippet, and X-Robots-Tag specifications*. Names and values are not
//! case-sensitive. Directives are in a list with commas. A field may begin with a crawler's name. All directives for a
//! crawler count, wherever they are; of two that conflict, the more restrictive one counts.

use std::fmt;
use std::time::SystemTime;

use maycrawl::{Crawler, Printable};

use crate::date;
use crate::near_word::meant;

/// Maximum number of bytes that are read of a list. No page needs more.
pub(crate) const MAX_LIST_BYTES: usize = 8 << 10;
/// Maximum number of directives that are stored of a list.
const MAX_RULES: usize = 64;
/// Maximum number of ignored words that are stored of a list.
const MAX_IGNORED: usize = 16;
/// Maximum number of characters that are stored of an ignored word.
const MAX_WORD_CHARS: usize = 80;

/// A directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Directive {
    /// No restrictions: the default, without effect. `index` and `follow` mean the same.
    All,
    /// Do not show the page in results.
    NoIndex,
    /// Do not follow its links.
    NoFollow,
    /// `noindex` and `nofollow`.
    None,
    /// No text or video in results.
    NoSnippet,
    /// The page may be indexed inside another page that embeds it, in spite of a `noindex`.
    IndexIfEmbedded,
    /// Maximum number of characters of text.
    MaxSnippet(MaxLength),
    /// Maximum size of a preview image.
    MaxImagePreview(ImagePreview),
    /// Maximum number of seconds of video.
    MaxVideoPreview(MaxLength),
    /// Do not offer a translation.
    NoTranslate,
    /// Do not index its images.
    NoImageIndex,
    /// Do not show the page after this time.
    UnavailableAfter(SystemTime),
}

/// A limit on text or video; the smallest sorts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MaxLength {
    /// This number; 0 allows nothing.
    Of(u32),
    /// `-1`: the search engine decides.
    Unlimited,
}

/// The size of a preview image; the smallest sorts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ImagePreview {
    /// No image.
    None,
    /// A small image.
    Standard,
    /// An image up to the width of the view.
    Large,
}

/// The source of directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectiveSource {
    /// A meta tag that begins in this line of the page.
    Meta(u64),
    /// The field `X-Robots-Tag` with this number, from 1.
    Field(usize),
}

/// A word in a list of directives that has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredDirective {
    /// The word, or its start.
    pub text: String,
    /// The reason.
    pub why: IgnoredReason,
}

/// The reason why a word has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoredReason {
    /// It is not a known directive.
    Unknown,
    /// It is a directive that Google obeyed in the past.
    Retired,
    /// It is a word about use by AI, which other operators read.
    Use(UseDirective),
    /// It needs a number: 0 or more, or -1.
    NoNumber,
    /// It needs `none`, `standard` or `large`.
    NoSize,
    /// It needs a date.
    NoDate,
    /// Directives without commas between them.
    NoCommas,
}

/// A word about use by AI. Google reads none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UseDirective {
    /// `noai`: DeviantArt's word of November 2022 against training. No standard has it.
    NoAi,
    /// `noimageai`: the same for images.
    NoImageAi,
    /// `noarchive`, which Bing and Amazon read as a word about AI.
    NoArchive,
    /// `nocache`, which Bing reads as a word about AI.
    NoCache,
}

impl UseDirective {
    const ALL: [Self; 4] = [Self::NoAi, Self::NoImageAi, Self::NoArchive, Self::NoCache];

    /// The word, in lower case.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoAi => "noai",
            Self::NoImageAi => "noimageai",
            Self::NoArchive => "noarchive",
            Self::NoCache => "nocache",
        }
    }

    fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.as_str() == word)
    }
}

/// Directives from one source, for one crawler or for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directives {
    /// The crawler's name as written; `None` for all.
    pub agent: Option<String>,
    /// The source of the directives.
    pub place: DirectiveSource,
    /// The directives, in order.
    pub rules: Vec<Directive>,
    /// The words among them that have no effect.
    pub ignored: Vec<IgnoredDirective>,
    /// The words about use by AI, each once, in order. They are not rules of Google, and each operator reads them in
    /// its own way.
    pub uses: Vec<UseDirective>,
    /// True if the list is longer than what is read or stored of one. What is not read may be a restriction.
    pub is_cut: bool,
}

impl Directives {
    /// Reads the `content` of a meta tag named `name`. O(bytes).
    ///
    /// ```
    /// # use maycrawl_site::{Directives, Directive, MaxLength};
    /// let directives = Directives::from_meta("robots", "noindex, Max-Snippet:20", 7);
    /// assert_eq!(directives.rules, [Directive::NoIndex, Directive::MaxSnippet(MaxLength::Of(20))]);
    /// ```
    #[must_use]
    pub fn from_meta(name: &str, content: &str, line: u64) -> Self {
        let name = name.trim();
        let agent = (!name.eq_ignore_ascii_case("robots")).then(|| start_of(name));
        let mut directives = Self::new(agent, DirectiveSource::Meta(line));
        for word in Words::of(content) {
            directives.read(word);
        }
        directives.is_cut |= content.len() > MAX_LIST_BYTES;
        directives
    }

    /// Reads the value of the `number`th field `X-Robots-Tag`. A name with a colon before a directive names the crawler
    /// of this and the following directives. O(bytes).
    ///
    /// ```
    /// # use maycrawl_site::Directives;
    /// let lists = Directives::from_header(b"nosnippet, otherbot: noindex, nofollow", 1);
    /// assert_eq!(lists[1].agent.as_deref(), Some("otherbot"));
    /// assert_eq!(lists[1].rules.len(), 2);
    /// ```
    #[must_use]
    pub fn from_header(value: &[u8], number: usize) -> Vec<Self> {
        let is_cut = value.len() > MAX_LIST_BYTES;
        let value = String::from_utf8_lossy(&value[..value.len().min(MAX_LIST_BYTES)]);
        let mut lists = vec![Self::new(None, DirectiveSource::Field(number))];
        for word in Words::of(&value) {
            let named = word.split_once(':').filter(|(name, _)| names_a_crawler(name.trim()));
            let rule = match named {
                Some((name, rule)) if lists.len() < MAX_RULES => {
                    lists.push(Self::new(
                        Some(start_of(name.trim())),
                        DirectiveSource::Field(number),
                    ));
                    rule
                }
                _ => word,
            };
            if let Some(list) = lists.last_mut() {
                list.read(rule);
            }
        }
        if is_cut {
            // The rest may name any crawler, so it is not known for all of them.
            let rest = Self::new(None, DirectiveSource::Field(number));
            lists.push(Self { is_cut, ..rest });
        }
        lists.retain(|list| {
            let is_empty = list.rules.is_empty() && list.ignored.is_empty();
            !is_empty || !list.uses.is_empty() || list.is_cut
        });
        lists
    }

    fn new(agent: Option<String>, place: DirectiveSource) -> Self {
        Self {
            agent,
            place,
            rules: Vec::new(),
            ignored: Vec::new(),
            uses: Vec::new(),
            is_cut: false,
        }
    }

    fn read(&mut self, word: &str) {
        let word = word.trim();
        if word.is_empty() {
            return;
        }
        let found = rule(word);
        // Stored apart from the ignored words: their limit must not hide a refusal.
        if let Err(IgnoredReason::Use(found)) = found
            && !self.uses.contains(&found)
        {
            self.uses.push(found);
        }
        match found {
            Ok(rule) if self.rules.len() < MAX_RULES => self.rules.push(rule),
            Ok(_) => self.is_cut = true,
            Err(why) if self.ignored.len() < MAX_IGNORED => {
                self.ignored.push(IgnoredDirective { text: start_of(word), why });
            }
            _ => {}
        }
    }

    /// True when these directives apply to `crawler`: they name it or a crawler that it falls back to, or they are for
    /// all. Directives for all do not apply to a crawler that must be named (AdsBot).
    #[must_use]
    pub fn applies_to(&self, crawler: &Crawler) -> bool {
        crawler.is_meant_by(self.agent.as_deref())
    }
}

/// The first `most` bytes of a text at most, ending at a character boundary.
pub(crate) fn first_bytes(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The first characters of a text, as many as are stored of a word.
pub(crate) fn start_of(text: &str) -> String {
    text.chars().take(MAX_WORD_CHARS).collect()
}

/// True for a product token that is not a directive with a value.
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

/// The words between commas. A date may contain a comma: `unavailable_after: Sun, 06 Nov 1994`.
struct Words<'t>(Option<&'t str>);

impl<'t> Words<'t> {
    fn of(text: &'t str) -> Self {
        Self(Some(first_bytes(text, MAX_LIST_BYTES)))
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

fn rule(word: &str) -> Result<Directive, IgnoredReason> {
    let (name, value) = word.split_once(':').map_or((word, ""), |(name, value)| (name, value));
    let name = name.trim().to_ascii_lowercase();
    match name.as_str() {
        "max-snippet" => max_length(value).map(Directive::MaxSnippet),
        "max-video-preview" => max_length(value).map(Directive::MaxVideoPreview),
        "max-image-preview" => image(value).map(Directive::MaxImagePreview),
        "unavailable_after" => {
            date::parse(value).map(Directive::UnavailableAfter).ok_or(IgnoredReason::NoDate)
        }
        _ => plain(&word.to_ascii_lowercase()),
    }
}

fn plain(word: &str) -> Result<Directive, IgnoredReason> {
    Ok(match word {
        "all" | "index" | "follow" => Directive::All,
        "noindex" => Directive::NoIndex,
        "nofollow" => Directive::NoFollow,
        "none" => Directive::None,
        "nosnippet" => Directive::NoSnippet,
        "indexifembedded" => Directive::IndexIfEmbedded,
        "notranslate" => Directive::NoTranslate,
        "noimageindex" => Directive::NoImageIndex,
        "nositelinkssearchbox" | "noodp" | "noydir" => {
            return Err(IgnoredReason::Retired);
        }
        _ => {
            if let Some(found) = UseDirective::of(word) {
                return Err(IgnoredReason::Use(found));
            }
            let between = |c: char| matches!(c, ';' | '|') || c.is_ascii_whitespace();
            let mut words = word.split(between).filter(|word| !word.is_empty());
            let rules = words.clone().count() > 1 && words.all(|word| plain(word).is_ok());
            return Err(if rules { IgnoredReason::NoCommas } else { IgnoredReason::Unknown });
        }
    })
}

fn max_length(value: &str) -> Result<MaxLength, IgnoredReason> {
    let value = value.trim();
    if value == "-1" {
        return Ok(MaxLength::Unlimited);
    }
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    // A number that overflows is a large limit, not an invalid one.
    if digits {
        Ok(MaxLength::Of(value.parse().unwrap_or(u32::MAX)))
    } else {
        Err(IgnoredReason::NoNumber)
    }
}

fn image(value: &str) -> Result<ImagePreview, IgnoredReason> {
    match value.trim().to_ascii_lowercase().as_str() {
        "none" => Ok(ImagePreview::None),
        "standard" => Ok(ImagePreview::Standard),
        "large" => Ok(ImagePreview::Large),
        _ => Err(IgnoredReason::NoSize),
    }
}

/// The directives of all sources for one crawler, combined: the most restrictive one of each kind, with its source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EffectiveDirectives {
    /// `noindex`, or `none`.
    pub no_index: Option<DirectiveSource>,
    /// `indexifembedded`, where there is a `noindex`: without one it has no effect.
    pub index_if_embedded: Option<DirectiveSource>,
    /// `nofollow`, or `none`.
    pub no_follow: Option<DirectiveSource>,
    /// `nosnippet`, or a `max-snippet` of 0, which means the same.
    pub no_snippet: Option<DirectiveSource>,
    /// The smallest `max-snippet`, if there is no `nosnippet`.
    pub max_snippet: Option<(MaxLength, DirectiveSource)>,
    /// The smallest `max-image-preview`.
    pub max_image_preview: Option<(ImagePreview, DirectiveSource)>,
    /// The smallest `max-video-preview`.
    pub max_video_preview: Option<(MaxLength, DirectiveSource)>,
    /// `notranslate`.
    pub no_translate: Option<DirectiveSource>,
    /// `noimageindex`.
    pub no_image_index: Option<DirectiveSource>,
    /// The earliest `unavailable_after`.
    pub unavailable_after: Option<(SystemTime, DirectiveSource)>,
}

impl EffectiveDirectives {
    /// Combines the directives for `crawler`. O(directives).
    #[must_use]
    pub fn for_crawler<'d>(
        all: impl IntoIterator<Item = &'d Directives>,
        crawler: &Crawler,
    ) -> Self {
        let mut combined = Self::default();
        for directives in all.into_iter().filter(|directives| directives.applies_to(crawler)) {
            for rule in &directives.rules {
                combined.add(*rule, directives.place);
            }
        }
        if combined.no_index.is_none() {
            combined.index_if_embedded = None;
        }
        if let Some((MaxLength::Of(0), place)) = combined.max_snippet {
            combined.no_snippet.get_or_insert(place);
        }
        if combined.no_snippet.is_some() {
            combined.max_snippet = None;
        }
        combined
    }

    fn add(&mut self, rule: Directive, place: DirectiveSource) {
        match rule {
            Directive::All => {}
            Directive::NoIndex => keep(&mut self.no_index, place),
            Directive::NoFollow => keep(&mut self.no_follow, place),
            Directive::None => {
                keep(&mut self.no_index, place);
                keep(&mut self.no_follow, place);
            }
            Directive::NoSnippet => keep(&mut self.no_snippet, place),
            Directive::IndexIfEmbedded => keep(&mut self.index_if_embedded, place),
            Directive::NoTranslate => keep(&mut self.no_translate, place),
            Directive::NoImageIndex => keep(&mut self.no_image_index, place),
            Directive::MaxSnippet(most) => keep_least(&mut self.max_snippet, most, place),
            Directive::MaxImagePreview(size) => {
                keep_least(&mut self.max_image_preview, size, place);
            }
            Directive::MaxVideoPreview(most) => {
                keep_least(&mut self.max_video_preview, most, place);
            }
            Directive::UnavailableAfter(time) => {
                keep_least(&mut self.unavailable_after, time, place);
            }
        }
    }

    /// The restrictions with their sources, in Google's order, without `noindex` and `indexifembedded`.
    pub fn restrictions(&self) -> impl Iterator<Item = (Directive, DirectiveSource)> {
        let plain = |rule, place: Option<DirectiveSource>| place.map(|place| (rule, place));
        [
            plain(Directive::NoFollow, self.no_follow),
            plain(Directive::NoSnippet, self.no_snippet),
            self.max_snippet.map(|(most, place)| (Directive::MaxSnippet(most), place)),
            self.max_image_preview.map(|(size, place)| (Directive::MaxImagePreview(size), place)),
            self.max_video_preview.map(|(most, place)| (Directive::MaxVideoPreview(most), place)),
            plain(Directive::NoTranslate, self.no_translate),
            plain(Directive::NoImageIndex, self.no_image_index),
            self.unavailable_after.map(|(time, place)| (Directive::UnavailableAfter(time), place)),
        ]
        .into_iter()
        .flatten()
    }
}

fn keep(slot: &mut Option<DirectiveSource>, place: DirectiveSource) {
    slot.get_or_insert(place);
}

fn keep_least<T: Ord + Copy>(
    slot: &mut Option<(T, DirectiveSource)>,
    value: T,
    place: DirectiveSource,
) {
    if slot.is_none_or(|(least, _)| value < least) {
        *slot = Some((value, place));
    }
}

/// The directive as Google writes it.
impl fmt::Display for Directive {
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
            Self::UnavailableAfter(time) => {
                write!(f, "unavailable_after: {}", date::Rfc3339(*time))
            }
        }
    }
}

impl fmt::Display for MaxLength {
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

impl fmt::Display for DirectiveSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Meta(line) => write!(f, "line {line} of the page"),
            Self::Field(1) => f.write_str("X-Robots-Tag"),
            Self::Field(number) => write!(f, "X-Robots-Tag number {number}"),
        }
    }
}

impl fmt::Display for IgnoredDirective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Printable(self.text.as_bytes());
        match self.why {
            IgnoredReason::Unknown => {
                write!(f, "`{text}` is not a rule that Google knows")?;
                let name = self.text.split(':').next().unwrap_or_default();
                match meant(name).or_else(|| meant(&self.text)) {
                    Some(rule) => write!(f, "; did you mean `{rule}`?"),
                    None => Ok(()),
                }
            }
            IgnoredReason::Retired => write!(f, "`{text}` has no effect"),
            IgnoredReason::Use(UseDirective::NoAi | UseDirective::NoImageAi) => {
                write!(f, "`{text}` is a word against training of AI, not a rule that Google knows")
            }
            IgnoredReason::Use(UseDirective::NoArchive) => {
                write!(f, "`{text}` has no effect for Google; Bing and Amazon read it as about AI")
            }
            IgnoredReason::Use(UseDirective::NoCache) => {
                write!(f, "`{text}` has no effect for Google; Bing reads it as about AI")
            }
            IgnoredReason::NoNumber => write!(f, "`{text}` needs a number of 0 or more, or -1"),
            IgnoredReason::NoSize => write!(f, "`{text}` needs none, standard or large"),
            IgnoredReason::NoDate => write!(f, "`{text}` needs a date, such as 2026-12-31"),
            IgnoredReason::NoCommas => {
                write!(f, "`{text}` contains rules without commas between them")
            }
        }
    }
}
