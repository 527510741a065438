//! The types of the table of known crawlers.

use super::matcher::{StarGroup, product_token};

/// Whether a crawler obeys robots.txt, according to its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Compliance {
    /// Its operator says that it obeys.
    Obeys,
    /// A token only for robots.txt, which is never in a request (Google-Extended).
    #[cfg_attr(feature = "serde", serde(rename = "control token"))]
    ControlToken,
    /// Its operator says that it ignores robots.txt. Rules are not evaluated.
    #[cfg_attr(feature = "serde", serde(rename = "ignores robots.txt"))]
    Ignores,
    /// Other people report that it does not obey. Rules are still evaluated: they say what it should do.
    #[cfg_attr(feature = "serde", serde(rename = "reported not to obey"))]
    ReportedNotToObey,
    /// No source says whether it obeys.
    Unclear,
}

/// The source of the facts in a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A page of the crawler's operator, as a URL.
    Operator(&'static str),
    /// A list that other people maintain, as a URL.
    Reported(&'static str),
}

/// A list of AI crawlers that a site owner can block with `maycrawl new --block-ai` or on the tester page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum AiList {
    /// Crawlers that collect texts for training language models.
    Training,
    /// Crawlers of search engines that answer with a language model.
    Search,
    /// AI assistants and agents that fetch pages because a person asked.
    User,
    /// AI crawlers with an undocumented purpose.
    Undocumented,
}

/// The purpose of a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)] // the names say it
#[non_exhaustive]
pub enum Purpose {
    Search,
    Images,
    Video,
    News,
    Ads,
    Shopping,
    Testing,
    Preview,
    Api,
    Safety,
    UserTriggered,
    Product,
    Seo,
    Archive,
    AiSearch,
    AiAgent,
    AiAssistant,
    AiCoding,
    AiTraining,
    Undocumented,
}

impl Compliance {
    /// The name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Obeys => "obeys",
            Self::ControlToken => "control token",
            Self::Ignores => "ignores robots.txt",
            Self::ReportedNotToObey => "reported not to obey",
            Self::Unclear => "unclear",
        }
    }
}

impl Source {
    /// The page, as a URL.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// // Each row says where it comes from.
    /// assert!(KnownCrawler::all().iter().all(|known| known.source.url().starts_with("https://")));
    /// ```
    #[must_use]
    pub const fn url(self) -> &'static str {
        match self {
            Self::Operator(url) | Self::Reported(url) => url,
        }
    }

    /// The kind of source, in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Operator(_) => "documented by its operator",
            Self::Reported(_) => "reported",
        }
    }
}

impl AiList {
    /// The name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::Search => "search",
            Self::User => "user",
            Self::Undocumented => "undocumented",
        }
    }

    /// The purposes of the crawlers in the list.
    ///
    /// ```
    /// use maycrawl::crawler::{AiList, KnownCrawler};
    ///
    /// let gptbot = KnownCrawler::by_name("GPTBot").unwrap();
    /// assert!(AiList::Training.purposes().contains(&gptbot.purpose));
    /// assert!(!AiList::Search.purposes().contains(&gptbot.purpose));
    /// ```
    #[must_use]
    pub const fn purposes(self) -> &'static [Purpose] {
        match self {
            Self::Training => &[Purpose::AiTraining],
            Self::Search => &[Purpose::AiSearch],
            Self::User => &[Purpose::AiAgent, Purpose::AiAssistant, Purpose::AiCoding],
            Self::Undocumented => &[Purpose::Undocumented],
        }
    }

    pub(super) const ALL: [Self; 4] =
        [Self::Training, Self::Search, Self::User, Self::Undocumented];
}

impl Purpose {
    /// The name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Images => "images",
            Self::Video => "video",
            Self::News => "news",
            Self::Ads => "ads",
            Self::Shopping => "shopping",
            Self::Testing => "testing",
            Self::Preview => "preview",
            Self::Api => "api",
            Self::Safety => "safety",
            Self::UserTriggered => "user-triggered",
            Self::Product => "product",
            Self::Seo => "seo",
            Self::Archive => "archive",
            Self::AiSearch => "ai-search",
            Self::AiAgent => "ai-agent",
            Self::AiAssistant => "ai-assistant",
            Self::AiCoding => "ai-coding",
            Self::AiTraining => "ai-training",
            Self::Undocumented => "undocumented",
        }
    }

    /// True for crawlers that work for language models or other AI services.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// let purpose = |name| KnownCrawler::by_name(name).unwrap().purpose;
    /// assert!(purpose("GPTBot").is_ai());
    /// assert!(!purpose("Googlebot").is_ai());
    /// ```
    #[must_use]
    pub const fn is_ai(self) -> bool {
        matches!(
            self,
            Self::AiSearch
                | Self::AiAgent
                | Self::AiAssistant
                | Self::AiCoding
                | Self::AiTraining
                | Self::Undocumented
        )
    }
}

/// A row of the table of known crawlers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct KnownCrawler {
    /// The product token, as its operator spells it.
    pub token: &'static str,
    /// The operator; `None` if no source names it.
    pub operator: Option<&'static str>,
    /// The tokens whose groups it follows if it has no group of its own, in order, before `*`.
    pub fallback: &'static [&'static str],
    /// Whether it follows `*`.
    pub star: StarGroup,
    /// Whether it obeys robots.txt.
    pub compliance: Compliance,
    /// Its purpose.
    pub purpose: Purpose,
    /// A note for site owners, in Markdown.
    pub note: Option<&'static str>,
    /// The source for operator, compliance and purpose.
    pub source: Source,
    /// The day of the last check of the row, as `2026-08-22`.
    pub checked: &'static str,
}

impl KnownCrawler {
    /// True if it follows other groups than its [bare token](crate::Crawler::bare_token) can: it falls back to another
    /// name, or ignores `*` or robots.txt.
    #[doc(hidden)]
    pub fn is_more_than_a_token(&self) -> bool {
        !self.fallback.is_empty()
            || self.star == StarGroup::Ignored
            || self.compliance == Compliance::Ignores
    }

    /// True if it no longer crawls. Old files may still name it. The table says so at the beginning of the note.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// assert!(KnownCrawler::by_name("Googlebot-Mobile").unwrap().is_retired());
    /// assert!(!KnownCrawler::by_name("Googlebot").unwrap().is_retired());
    /// ```
    #[must_use]
    pub fn is_retired(&self) -> bool {
        self.note.is_some_and(|note| note.starts_with("retired"))
    }

    /// True if the last check of the row was more than a year before `day`, which is written as `2026-08-22`.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// let mut row = *KnownCrawler::by_name("GPTBot").unwrap();
    /// row.checked = "2026-08-22";
    /// assert!(!row.is_stale_on("2027-08-22") && row.is_stale_on("2027-08-23"));
    /// ```
    #[must_use]
    pub fn is_stale_on(&self, day: &str) -> bool {
        let (year, rest) = self.checked.split_once('-').unwrap_or((self.checked, ""));
        let (of_year, of_rest) = day.split_once('-').unwrap_or((day, ""));
        let number = |year: &str| year.parse::<u32>().unwrap_or_default();
        // Months and days have two digits each, so their text is compared as it stands.
        (number(year) + 1, rest) < (number(of_year), of_rest)
    }

    /// True if its operator documents it, and says that it obeys or that its token controls the use of pages.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// let is_confirmed = |name| KnownCrawler::by_name(name).unwrap().is_confirmed();
    /// // Google-Extended never sends a request. Its token controls what Google may train with.
    /// assert!(is_confirmed("GPTBot") && is_confirmed("Google-Extended"));
    /// assert!(!is_confirmed("Bytespider"));
    /// ```
    #[must_use]
    pub const fn is_confirmed(&self) -> bool {
        matches!(self.source, Source::Operator(_))
            && matches!(self.compliance, Compliance::Obeys | Compliance::ControlToken)
    }

    /// True if the token has only letters, `-` and `_`, so that Google reads it whole. (RFC 9309 section 2.2.1.)
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// assert!(KnownCrawler::by_name("GPTBot").unwrap().has_legal_token());
    /// // google/robotstxt reads `AI` of this name.
    /// assert!(!KnownCrawler::by_name("AI2Bot").unwrap().has_legal_token());
    /// ```
    #[must_use]
    pub fn has_legal_token(&self) -> bool {
        product_token(self.token.as_bytes()).len() == self.token.len()
    }
}
