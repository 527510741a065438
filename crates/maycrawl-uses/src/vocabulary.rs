//! The uses, the families of signals with their documents, and the words of each for a use.

use core::fmt;
use core::str::FromStr;

use maycrawl::UnknownName;
use maycrawl::internals::name;

/// A use of fetched content. The definitions of the documents differ: `train` is generative models for AIPREF and any
/// AI model for Content Signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Use {
    /// Training or fine-tuning of AI models.
    Train,
    /// Input of an answer of an AI model: grounding, retrieval.
    Input,
    /// Search results that lead to the original place; no summaries.
    Search,
    /// An index for AI (RSL alone has a word for it).
    Index,
    /// Text and data mining as one thing. A reservation of it is not the sentence "no training".
    Tdm,
}

impl Use {
    /// All uses.
    pub const ALL: [Self; 5] = [Self::Train, Self::Input, Self::Search, Self::Index, Self::Tdm];

    /// The name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Input => "input",
            Self::Search => "search",
            Self::Index => "index",
            Self::Tdm => "tdm",
        }
    }

    /// The use in words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Train => "AI training",
            Self::Input => "AI input",
            Self::Search => "search",
            Self::Index => "AI index",
            Self::Tdm => "text and data mining",
        }
    }

    /// The use that a label of a family means. Labels of other families and of earlier revisions mean none.
    #[doc(hidden)]
    pub fn from_label(family: Family, label: &[u8]) -> Option<Self> {
        let is_it = |row: &&Label| row.family == family && row.text.as_bytes() == label;
        LABELS.iter().find(is_it).map(|row| row.means)
    }

    /// The use that a label of a family means, in any case.
    #[doc(hidden)]
    pub fn from_label_in_any_case(family: Family, label: &[u8]) -> Option<Self> {
        let is_it =
            |row: &&Label| row.family == family && row.text.as_bytes().eq_ignore_ascii_case(label);
        LABELS.iter().find(is_it).map(|row| row.means)
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Use {
    type Err = UnknownName;

    /// The use of this name, or of a document's own label.
    ///
    /// ```
    /// use maycrawl_uses::Use;
    ///
    /// assert_eq!("train-ai".parse(), Ok(Use::Train));
    /// assert_eq!("ai-train".parse(), Ok(Use::Train));
    /// assert!("genai".parse::<Use>().is_err() && "ai-all".parse::<Use>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let mut meant = LABELS.iter().filter(|row| row.text == text).map(|row| row.means);
        match meant.next() {
            // `all` and `ai-all` of RSL are several uses, and an answer is about one.
            Some(first) if meant.all(|other| other == first) => Ok(first),
            _ => name::parse("use", text, &Self::ALL, Self::name),
        }
    }
}

/// A word of a family for a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The family whose word it is.
    pub family: Family,
    /// The word, in lower case.
    pub text: &'static str,
    /// The use that it means.
    pub means: Use,
    /// Where the document defines it.
    pub source: &'static str,
}

impl Label {
    /// Every word that is read, with a row for each use that it means.
    pub const ALL: &'static [Self] = LABELS;

    /// True if the family has a word for the use.
    pub(super) fn has_word(family: Family, wanted: Use) -> bool {
        LABELS.iter().any(|row| row.family == family && row.means == wanted)
    }

    /// The rows of a word of a family.
    pub(super) fn rows(family: Family, text: &str) -> impl Iterator<Item = &'static Self> {
        LABELS.iter().filter(move |row| row.family == family && row.text == text)
    }
}

const fn label(family: Family, text: &'static str, means: Use, source: &'static str) -> Label {
    Label { family, text, means, source }
}

static LABELS: &[Label] = &[
    label(Family::ContentUsage, "train-ai", Use::Train, "draft-ietf-aipref-vocab-08, section 4.1"),
    label(Family::ContentUsage, "ai-use", Use::Input, "draft-ietf-aipref-vocab-08, section 4.2"),
    label(Family::ContentUsage, "search", Use::Search, "draft-ietf-aipref-vocab-08, section 4.3"),
    label(Family::ContentSignal, "ai-train", Use::Train, "contentsignals.org, policy text"),
    label(Family::ContentSignal, "ai-input", Use::Input, "contentsignals.org, policy text"),
    label(Family::ContentSignal, "search", Use::Search, "contentsignals.org, policy text"),
    label(Family::Rsl, "all", Use::Train, RSL_WORDS),
    label(Family::Rsl, "all", Use::Input, RSL_WORDS),
    label(Family::Rsl, "all", Use::Index, RSL_WORDS),
    label(Family::Rsl, "all", Use::Search, RSL_WORDS),
    label(Family::Rsl, "ai-all", Use::Train, RSL_WORDS),
    label(Family::Rsl, "ai-all", Use::Input, RSL_WORDS),
    label(Family::Rsl, "ai-all", Use::Index, RSL_WORDS),
    label(Family::Rsl, "ai-train", Use::Train, RSL_WORDS),
    label(Family::Rsl, "ai-input", Use::Input, RSL_WORDS),
    label(Family::Rsl, "ai-index", Use::Index, RSL_WORDS),
    label(Family::Rsl, "search", Use::Search, RSL_WORDS),
];

const RSL_WORDS: &str = "RSL 1.0, section 3.4.1.1";

/// A family of signals: what one document, or one group of documents, defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = SignalFamily))]
#[non_exhaustive]
pub enum Family {
    /// `Content-Usage` in robots.txt and as HTTP field.
    ContentUsage,
    /// `Content-Signal` in robots.txt.
    ContentSignal,
    /// A group of robots.txt for a purpose.
    PurposeToken,
    /// `License` in robots.txt, links to licences, and licences that were read.
    Rsl,
    /// Reservation of text and data mining.
    #[cfg_attr(feature = "serde", serde(rename = "tdmrep"))]
    TdmRep,
    /// A group of robots.txt for a token that no crawler sends.
    ControlToken,
    /// Rules of pages and of `X-Robots-Tag` as the operator of the crawler reads them.
    OperatorRules,
    /// `noai` and `noimageai` in a page and in `X-Robots-Tag`.
    #[cfg_attr(feature = "serde", serde(rename = "noai"))]
    NoAi,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 8] = [
        Self::ContentUsage,
        Self::ContentSignal,
        Self::PurposeToken,
        Self::Rsl,
        Self::TdmRep,
        Self::ControlToken,
        Self::OperatorRules,
        Self::NoAi,
    ];

    /// The name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ContentUsage => "content-usage",
            Self::ContentSignal => "content-signal",
            Self::PurposeToken => "purpose-token",
            Self::Rsl => "rsl",
            Self::TdmRep => "tdmrep",
            Self::ControlToken => "control-token",
            Self::OperatorRules => "operator-rules",
            Self::NoAi => "noai",
        }
    }

    /// The document that is read, with its number or date, and what it is.
    #[must_use]
    pub const fn document(self) -> &'static str {
        match self {
            Self::ContentUsage => {
                "draft-ietf-aipref-attach-05 with draft-ietf-aipref-vocab-08 (drafts without consensus)"
            }
            Self::ContentSignal => {
                "policy text of contentsignals.org, 2025-09-24 (it has no grammar), with \
                 draft-romm-aipref-contentsignals-00 (expired draft)"
            }
            Self::PurposeToken => {
                "draft-kelley-aipref-training-preference-signal-00 (individual draft; its abstract alone was read, so \
                 this is provisional)"
            }
            Self::Rsl => "RSL 1.0, 2025-11-06, sections 3 and 4 (of its own organisation)",
            Self::TdmRep => {
                "TDM Reservation Protocol, 2024-05-10 (report of a W3C community group)"
            }
            Self::ControlToken => "the page of the token's operator",
            Self::OperatorRules => "the page of the crawler's operator",
            Self::NoAi => "convention of DeviantArt, November 2022 (no standard)",
        }
    }
}

/// The families that are read: each can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Readings(u16);

impl Readings {
    /// No family.
    pub const NONE: Self = Self(0);
    /// All but the purpose token, until the text of its draft was read.
    pub const DEFAULT: Self = Self(0xff).without(Family::PurposeToken);

    /// These readings, and this family.
    #[must_use]
    pub const fn with(self, family: Family) -> Self {
        Self(self.0 | 1 << family as u8)
    }

    /// These readings without this family.
    #[must_use]
    pub const fn without(self, family: Family) -> Self {
        Self(self.0 & !(1 << family as u8))
    }

    /// True if the family is read.
    #[must_use]
    pub const fn has(self, family: Family) -> bool {
        self.0 & 1 << family as u8 != 0
    }
}

impl Default for Readings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A place where a site says what its content may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = UseSource))]
#[non_exhaustive]
pub enum Source {
    /// The robots.txt of the site.
    #[cfg_attr(feature = "serde", serde(rename = "robots.txt"))]
    RobotsTxt,
    /// The header fields of the response.
    Response,
    /// The elements of the page.
    Page,
    /// The file `/.well-known/tdmrep.json`.
    #[cfg_attr(feature = "serde", serde(rename = "tdmrep.json"))]
    TdmrepFile,
    /// The RSL documents that the other places name.
    Licences,
}

impl Source {
    /// All places.
    pub const ALL: [Self; 5] =
        [Self::RobotsTxt, Self::Response, Self::Page, Self::TdmrepFile, Self::Licences];

    /// The name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RobotsTxt => "robots.txt",
            Self::Response => "response",
            Self::Page => "page",
            Self::TdmrepFile => "tdmrep.json",
            Self::Licences => "licences",
        }
    }
}
