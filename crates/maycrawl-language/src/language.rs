//! The languages: their tags, and their names in themselves.

use std::fmt;
use std::str::FromStr;

/// A language of the texts.
///
/// ```
/// use maycrawl_language::Language;
///
/// assert_eq!("ko".parse(), Ok(Language::Korean));
/// assert_eq!("th-TH".parse(), Ok(Language::Thai));
/// let error = "fr".parse::<Language>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown language `fr`; the languages are en, id, ko, th and fi");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// English, the language of the library.
    #[default]
    English,
    /// Indonesian.
    Indonesian,
    /// Korean.
    Korean,
    /// Thai.
    Thai,
    /// Finnish.
    Finnish,
}

/// The error of a tag that names no [`Language`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguage {
    tag: String,
}

/// Characters of an unknown tag that a message quotes.
const MAX_QUOTED_CHARS: usize = 40;

impl Language {
    /// All languages, English first.
    pub const ALL: [Self; 5] =
        [Self::English, Self::Indonesian, Self::Korean, Self::Thai, Self::Finnish];

    /// The tag (BCP 47), such as `ko`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Indonesian => "id",
            Self::Korean => "ko",
            Self::Thai => "th",
            Self::Finnish => "fi",
        }
    }

    /// The name of the language in itself, such as `한국어`.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Indonesian => "Bahasa Indonesia",
            Self::Korean => "한국어",
            Self::Thai => "ไทย",
            Self::Finnish => "Suomi",
        }
    }

    /// True if no native reader has reviewed the texts yet.
    #[must_use]
    pub const fn is_draft(self) -> bool {
        !matches!(self, Self::English)
    }

    /// The language of a tag: only the first subtag counts, so that `ko-KR` is Korean. Case does not matter.
    pub(crate) fn of_tag(tag: &str) -> Option<Self> {
        let first = tag.split(['-', '_']).next().unwrap_or_default();
        let is = |name: &str| first.eq_ignore_ascii_case(name);
        // `in` is the tag that Indonesian had until 1989. Old software still sends it.
        let indonesian = is("in").then_some(Self::Indonesian);
        Self::ALL.into_iter().find(|language| is(language.tag())).or(indonesian)
    }
}

/// The tag.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Self, UnknownLanguage> {
        let unknown = || UnknownLanguage { tag: tag.chars().take(MAX_QUOTED_CHARS).collect() };
        Self::of_tag(tag).ok_or_else(unknown)
    }
}

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tag = maycrawl::Printable(self.tag.as_bytes());
        write!(f, "unknown language `{tag}`; the languages are ")?;
        let [others @ .., last] = Language::ALL.map(Language::tag);
        write!(f, "{} and {last}", others.join(", "))
    }
}

impl std::error::Error for UnknownLanguage {}
