//! The axes of names: what is read of a name, when two names match, and which groups are chosen by it.

use maycrawl::Profile;

/// What is read of the value of a `user-agent` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileName {
    Token,
    /// `%41` is `A`. A line without a name has the empty name, which is a part of every name.
    Decoded,
    WithAndWithoutStars,
    /// Letters in any case: the pattern ignores case, and so takes U+0130, U+0131, U+017F and U+212A for letters.
    TokenAnyCase,
    /// Letters of ASCII. `* x` is `*`.
    LeadingToken,
    Whole,
    /// Also an empty one.
    WholeOrEmpty,
    UpToSlash,
}

impl FileName {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Token | Self::TokenAnyCase | Self::LeadingToken => {
                "its leading letters, `-` and `_`"
            }
            Self::Decoded => "whole, with escapes decoded; an empty one matches all",
            Self::WithAndWithoutStars => "whole, and once more without its `*`",
            Self::Whole | Self::WholeOrEmpty => "whole",
            Self::UpToSlash => "up to its first `/`",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CrawlerName {
    Whole,
    Trimmed,
    UpToSlash,
    /// As `UpToSlash`. Without a name it is `*`.
    UpToSlashOrStar,
    FirstWordUpToSlash,
    /// The first 512 bytes.
    Cut,
}

impl CrawlerName {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Whole | Self::Trimmed => "whole",
            Self::UpToSlash | Self::UpToSlashOrStar => "up to its first `/`",
            Self::FirstWordUpToSlash => "its first word, up to a `/`",
            Self::Cut => "its first 512 bytes",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameMatch {
    Profile(Profile),
    Equal,
    Part,
    /// The name begins at the start of a word: not after a letter, a digit, `-` or `_`.
    WordStart,
}

impl NameMatch {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Profile(_) | Self::Equal => "equal",
            Self::Part => "the file's name is a part of the crawler's",
            Self::WordStart => "the file's name begins a word of the crawler's",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// All groups with the name together, or else all groups for `*`.
    AllNamed,
    /// The first group with the name, or else the first one for `*`. A group that has `*` and names is only for `*`.
    First,
    /// The first group with the name, also if it has `*` too, or else all groups for `*`.
    FirstElseAllStars,
    /// All groups with the longest name, or else all for `*`.
    LongestNameElseStar,
    /// All groups with the longest name. `*` has the length 1.
    LongestName,
    /// The first group with the longest name. `*` and an empty name have the length 0.
    FirstWithLongestName,
}

impl Choice {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::AllNamed => "all with the name together, or else all for `*`",
            Self::First => "the first with the name, or else the first for `*`",
            Self::FirstElseAllStars => "the first with the name, or else all for `*` together",
            Self::LongestNameElseStar => {
                "all with the longest name that matches, or else all for `*`"
            }
            Self::FirstWithLongestName => {
                "the first with the longest name that matches; `*` has length 0"
            }
            Self::LongestName => "all with the longest name that matches; `*` has length 1",
        }
    }
}
