//! What is known of a crawler, as types.

use super::matcher::product_token;

/// Does a crawler follow `User-agent: *`?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StarGroup {
    /// As nearly all do.
    Obeyed,
    /// Only groups that name the crawler count: Google's `AdsBot` and special-case crawlers.
    Ignored,
}

/// How a crawler treats robots.txt, as far as anyone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compliance {
    /// Its operator says that it obeys.
    Obeys,
    /// A token for robots.txt only; no request ever carries it (Google-Extended).
    ControlToken,
    /// Its operator says that it ignores robots.txt: no rule binds it.
    Ignores,
    /// Others report that it does not obey. Rules are still evaluated: they say what it should do.
    ReportedNotToObey,
    /// No source says.
    Unclear,
}

/// Where the facts of a row of the table come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A page of the crawler's operator, as a URL.
    Operator(&'static str),
    /// A list that other people keep, as a URL.
    Reported(&'static str),
}

/// A list of AI crawlers that a site owner can keep out: `maycrawl new --block-ai` and the page's buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AiList {
    /// Crawlers that collect texts for training language models.
    Training,
    /// Crawlers of search engines that answer with a language model.
    Search,
    /// Assistants and agents that fetch because a person asked.
    User,
    /// AI crawlers whose purpose no source names.
    Undocumented,
}

/// What a crawler crawls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each name is its own sentence
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
    /// A short name for people and machines.
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
    #[must_use]
    pub const fn url(self) -> &'static str {
        match self {
            Self::Operator(url) | Self::Reported(url) => url,
        }
    }

    /// Who says so, for people and machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Operator(_) => "documented by its operator",
            Self::Reported(_) => "reported",
        }
    }
}

impl AiList {
    /// A short name for people and machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::Search => "search",
            Self::User => "user",
            Self::Undocumented => "undocumented",
        }
    }

    /// The purposes that the list is made of.
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
    /// A short name for people and machines.
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

    /// True for crawlers that work for language models and their kin.
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
pub struct KnownCrawler {
    /// The product token, as its operator spells it.
    pub token: &'static str,
    /// Who runs it; empty where no source says.
    pub operator: &'static str,
    /// The tokens whose groups it follows if it has none of its own, in order, before `*`.
    pub fallback: &'static [&'static str],
    /// Does it follow `*`?
    pub star: StarGroup,
    /// Does it obey?
    pub compliance: Compliance,
    /// What it crawls for.
    pub purpose: Purpose,
    /// What else a site owner should know, as Markdown; may be empty.
    pub note: &'static str,
    /// Where operator, conduct and purpose are written.
    pub source: Source,
}

impl KnownCrawler {
    /// True when its operator documents it and says that it obeys, or that its token controls the use of pages.
    #[must_use]
    pub const fn is_confirmed(&self) -> bool {
        matches!(self.source, Source::Operator(_))
            && matches!(self.compliance, Compliance::Obeys | Compliance::ControlToken)
    }

    /// True when the whole token is what Google reads of it: letters, `-` and `_`. (RFC 9309 section 2.2.1.)
    #[must_use]
    pub fn has_legal_token(&self) -> bool {
        product_token(self.token.as_bytes()).len() == self.token.len()
    }
}
