//! The axes on which readers differ. A reader is one value of each axis, and nothing else.
//!
//! Each value has a `text`: the words of the table in the documentation.

mod names;

use maycrawl::{Profile, profile};

pub(super) use names::{Choice, CrawlerName, FileName, NameMatch};

/// One value of each axis: the whole description of how a reader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axes {
    pub(super) text: Text,
    pub(super) line_ends: LineEnds,
    pub(super) fields: Fields,
    pub(super) blank_line: BlankLine,
    pub(super) run_end: RunEnd,
    pub(super) early_rule: EarlyRule,
    pub(super) empty_group: EmptyGroup,
    pub(super) file_name: FileName,
    pub(super) crawler_name: CrawlerName,
    pub(super) name_match: NameMatch,
    pub(super) choice: Choice,
    pub(super) empty_rule: EmptyRule,
    pub(super) escapes: Escapes,
    pub(super) wildcards: Wildcards,
    pub(super) precedence: Precedence,
    pub(super) index_page: IndexPage,
    pub(super) robots_txt: RobotsTxtItself,
}

/// The names of the axes, in the order of the table.
pub(super) const AXES: [&str; 17] = [
    "bytes",
    "line ends",
    "fields",
    "a blank line",
    "what ends a run of user-agent lines",
    "a rule before the first user-agent line",
    "a group without rules",
    "a name in the file",
    "the name of the crawler",
    "how names are compared",
    "which group counts",
    "a rule without a path",
    "escapes",
    "wildcards",
    "which rule wins",
    "the index page",
    "/robots.txt itself",
];

/// The names of the axes and the words of their values.
pub(super) fn rows(axes: &Axes) -> [(&'static str, &'static str); AXES.len()] {
    let texts = [
        axes.text.text(),
        axes.line_ends.text(),
        axes.fields.text(),
        axes.blank_line.text(),
        axes.run_end.text(),
        axes.early_rule.text(),
        axes.empty_group.text(),
        axes.file_name.text(),
        axes.crawler_name.text(),
        axes.name_match.text(),
        axes.choice.text(),
        axes.empty_rule.text(),
        axes.escapes.text(),
        axes.wildcards.text(),
        axes.precedence.text(),
        axes.index_page.text(),
        axes.robots_txt.text(),
    ];
    core::array::from_fn(|axis| (AXES[axis], texts[axis]))
}

impl Axes {
    /// These values, but on one axis that of `other`. The axes are numbered as in [`AXES`].
    pub(super) fn with(&self, axis: usize, other: &Self) -> Self {
        let mut changed = *self;
        match axis {
            0 => changed.text = other.text,
            1 => changed.line_ends = other.line_ends,
            2 => changed.fields = other.fields,
            3 => changed.blank_line = other.blank_line,
            4 => changed.run_end = other.run_end,
            5 => changed.early_rule = other.early_rule,
            6 => changed.empty_group = other.empty_group,
            7 => changed.file_name = other.file_name,
            8 => changed.crawler_name = other.crawler_name,
            9 => changed.name_match = other.name_match,
            10 => changed.choice = other.choice,
            11 => changed.empty_rule = other.empty_rule,
            12 => changed.escapes = other.escapes,
            13 => changed.wildcards = other.wildcards,
            14 => changed.precedence = other.precedence,
            15 => changed.index_page = other.index_page,
            _ => changed.robots_txt = other.robots_txt,
        }
        changed
    }
}

/// What the reader is given: bytes, or a text that its caller decodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Bytes,
    /// Bad UTF-8 becomes U+FFFD, as the usual decoders of Python and JavaScript do on request.
    Utf8,
}

impl Text {
    const fn text(self) -> &'static str {
        match self {
            Self::Bytes => "read as they are",
            Self::Utf8 => "decoded as UTF-8",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnds {
    CrLf,
    /// Of a line counts what begins in its first 16,663 bytes.
    CrLfCut,
    /// A NUL is one too.
    CrLfNul,
    /// A CR elsewhere is white space.
    LfCrLf,
    /// CR is white space.
    Lf,
    /// What Python's `str.splitlines` takes for a line end.
    Splitlines,
}

impl LineEnds {
    const fn text(self) -> &'static str {
        match self {
            Self::CrLf => "CR, LF, CR LF",
            Self::CrLfCut => "CR, LF, CR LF; a line is cut after 16,663 bytes",
            Self::CrLfNul => "CR, LF, CR LF, NUL",
            Self::LfCrLf => "LF, CR LF; a CR elsewhere is white space",
            Self::Lf => "LF; a CR is white space",
            Self::Splitlines => {
                "CR, LF, CR LF, and VT, FF, U+001C to U+001E, U+0085, U+2028, U+2029"
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fields {
    Profile(Profile),
    /// As google/robotstxt, but a line without a comment keeps its white space, and U+FEFF is part of a name.
    LenientUntrimmed,
    /// `Disallow:` and `User-agent:`, after white space of ASCII.
    NoAllow,
    /// The name alone and directly after it a colon. White space is cut at the ends of the line as ASCII has it,
    /// without VT.
    ExactUntrimmed,
    /// The name alone, after white space is cut as Python cuts it, and a colon. U+FEFF is no white space.
    ExactPython,
    /// The name alone, after white space is cut as JavaScript cuts it, and a colon. U+FEFF is white space.
    ExactJavaScript,
    /// As `ExactJavaScript`, but no comment begins before a CR, U+2028 or U+2029 in the line: the program cuts `#.*$`,
    /// and `.` matches none of them.
    ExactLastComment,
    /// Protego's list.
    Listed,
    /// The list of texting_robots. After the name stand a colon or a blank.
    ListedBlank,
    /// A name at the start, and then perhaps a colon. A rule with a second word is no rule. A user-agent line with an
    /// `s` or a `]` after its name is none: the pattern of robotspy has `[^]s]` there, probably for `[^\\s]`.
    StartOfLine,
    /// The first place in the line where a known name and a colon stand.
    Anywhere,
}

impl Fields {
    const fn text(self) -> &'static str {
        match self {
            Self::Profile(profile) => match profile.fields {
                profile::FieldSpelling::Lenient => {
                    "known misspellings, any word that begins with a field, a missing colon in a line of two words; a byte order mark is skipped"
                }
                profile::FieldSpelling::Strict => {
                    "the exact name and a colon; a byte order mark is skipped"
                }
            },
            Self::LenientUntrimmed => {
                "known misspellings, any word that begins with a field, a missing colon in a line of two words that begins with a word; a byte order mark spoils the first line"
            }
            Self::NoAllow => {
                "the exact name and a colon, and `allow` is no field; a byte order mark spoils the first line"
            }
            Self::ExactUntrimmed => {
                "the exact name and a colon directly after it; a byte order mark spoils the first line"
            }
            Self::ExactPython => {
                "the exact name and a colon; a byte order mark spoils the first line"
            }
            Self::ExactJavaScript => "the exact name and a colon; a byte order mark is skipped",
            Self::ExactLastComment => {
                "the exact name and a colon; a byte order mark is skipped; a comment does not go over a CR, U+2028 or U+2029"
            }
            Self::Listed => {
                "a list of misspellings; a missing colon; a byte order mark spoils the first line"
            }
            Self::ListedBlank => {
                "a list of misspellings; a blank for the colon; a byte order mark is skipped"
            }
            Self::StartOfLine => {
                "the name at the start of the line, the colon may be missing; a rule with a second word is ignored, and so is a user-agent line with an `s` or a `]` after the name; a byte order mark spoils the first line"
            }
            Self::Anywhere => {
                "a name and a colon anywhere in the line, so `Dissallow:` is an `Allow:`"
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlankLine {
    Ignored,
    /// Only a line without any character: white space or a comment does not count.
    EndsGroupIfEmpty,
    EndsGroup,
}

impl BlankLine {
    const fn text(self) -> &'static str {
        match self {
            Self::Ignored => "is ignored",
            Self::EndsGroupIfEmpty => "ends the group, if it has no white space",
            Self::EndsGroup => "ends the group",
        }
    }
}

/// The lines after which a `user-agent` line begins a new group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    Rules,
    RulesAndPace,
    RulesAndDelay,
    KnownFields,
    AllButSiteWide,
    AnyField,
    /// Rules with a path, or a crawl-delay, that the first name of the run has: in this group, or in one before.
    ContentOfFirstName,
}

impl RunEnd {
    const fn text(self) -> &'static str {
        match self {
            Self::Rules => "allow, disallow",
            Self::RulesAndPace => "allow, disallow, crawl-delay, request-rate",
            Self::RulesAndDelay => "allow, disallow, crawl-delay with a number",
            Self::KnownFields => "allow, disallow, crawl-delay, sitemap",
            Self::AllButSiteWide => "any field, known or not, but sitemap and host",
            Self::AnyField => "any field, known or not",
            Self::ContentOfFirstName => {
                "allow and disallow with a path, crawl-delay with a number; and each name, if the first name of the run has such lines in a group before"
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EarlyRule {
    Ignored,
    ForAll,
    ForAllIfNoNames,
}

impl EarlyRule {
    const fn text(self) -> &'static str {
        match self {
            Self::Ignored => "is ignored",
            Self::ForAll => "is for all",
            Self::ForAllIfNoNames => "is for all, if the file has no user-agent line; else ignored",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmptyGroup {
    Counts,
    Dropped,
    DroppedWithoutDelay,
    DroppedWithoutPace,
}

impl EmptyGroup {
    const fn text(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Dropped => "is dropped",
            Self::DroppedWithoutDelay => "is dropped, unless it has a crawl-delay",
            Self::DroppedWithoutPace => "is dropped, unless it has a crawl-delay or a request-rate",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmptyRule {
    Ignored,
    /// `Disallow:` and `Allow:` both allow everything that no rule before them has decided.
    AllowsAll,
    /// `Disallow:` allows everything, and `Allow:` disallows it.
    Inverted,
    /// `Disallow:` is `Allow: /`, and `Allow:` allows all that no longer rule decides.
    AllowsRoot,
}

impl EmptyRule {
    const fn text(self) -> &'static str {
        match self {
            Self::Ignored => "is ignored",
            Self::AllowsAll => "allows all",
            Self::AllowsRoot => "`Disallow:` is `Allow: /`",
            Self::Inverted => "`Disallow:` allows all, `Allow:` disallows all",
        }
    }
}

/// What of a rule's path is compared with what of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    Profile(Profile),
    /// Both sides are decoded, taken apart as a URL, put together and escaped again.
    Urllib(TwoSlashes),
    /// Both sides are decoded, but `%2F` stays. The URL is taken apart and put together first.
    DecodedButSlash(TwoSlashes),
    /// Both sides are decoded, but `%2F`, `%25` (and `%2A` in a rule) stay, and escaped again.
    Requoted,
    /// Both sides are decoded, and slashes that follow each other are one in the URL.
    DecodedOneSlash,
    /// As written. A missing `/` is added, also before a `*`.
    AsWritten,
    /// As written, in rule and URL. A rule that does not begin with `/` or `*` matches nothing.
    Untouched,
    /// As google/robotstxt, with an error: if anything changes, a `%` without two digits vanishes with the two bytes
    /// after it.
    UpperCasedLossy,
    /// The rule is a reference that Perl's module URI resolves, and all but `;/?:@&=+$,-_.!~*'()%`, letters and digits
    /// is escaped. A rule that is a whole URL or begins with `//` is ignored.
    PerlUri,
    /// What no URL may have is escaped in the rule. A rule that is no UTF-8 is ignored.
    Encoded,
    /// What no URL may have is escaped in the rule, and escapes are in upper case on both sides.
    EncodeUri,
}

impl Escapes {
    const fn text(self) -> &'static str {
        match self {
            Self::Profile(profile) => match (profile.escapes, profile.leading_slash) {
                (profile::Escapes::UpperCased, profile::LeadingSlash::Required) => {
                    "upper case in the rule; nothing is decoded"
                }
                (profile::Escapes::UpperCased, profile::LeadingSlash::Assumed) => {
                    "upper case in the rule; nothing is decoded; a missing `/` is added"
                }
                (profile::Escapes::UnreservedDecoded, _) => {
                    "escapes of letters, digits, `-`, `.`, `_`, `~` are decoded"
                }
            },
            Self::Urllib(_) => {
                "all are decoded, `%2F` too; a final `?`, `;` or `#` is dropped from rule and URL"
            }
            Self::DecodedButSlash(_) => {
                "all but `%2F` are decoded; a final `?` or `;` is dropped from the URL"
            }
            Self::Requoted => {
                "all but `%2F`, `%25`, `%2A` are decoded; `http://` in a rule gets a `/` before it"
            }
            Self::DecodedOneSlash => {
                "all are decoded, `%2F` too; slashes that follow each other are one in the URL"
            }
            Self::AsWritten => {
                "nothing is changed, so a rule with `ä` matches nothing; a missing `/` is added"
            }
            Self::Untouched => "nothing is changed, so a rule with `ä` matches nothing",
            Self::UpperCasedLossy => {
                "upper case in the rule; nothing is decoded; where a rule changes, a `%` without two digits vanishes with the two bytes after it"
            }
            Self::PerlUri => {
                "nothing is decoded, and case counts; a missing `/` is added; `?x` is `/robots.txt?x`; a rule that is a URL or begins with `//` is ignored"
            }
            Self::Encoded => {
                "nothing is decoded, and case counts; a rule that is no UTF-8 is ignored"
            }
            Self::EncodeUri => {
                "upper case in rule and URL; nothing is decoded; a final `?` is dropped from the URL"
            }
        }
    }
}

/// What becomes of the path `//a` when Python puts a URL without a host together. It changed between Python 3.12.1 and
/// 3.13.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TwoSlashes {
    /// `//a`, which is read as a host the next time.
    Kept,
    /// `////a`.
    Doubled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wildcards {
    None,
    /// `*`, and `$` at the end.
    StarAndEnd,
    /// As `StarAndEnd`, but stars at the end stand for a character at least, if they are two or more.
    StarsNeedOne,
    /// `*` goes to the first place of the character after it, and no other place is tried; `$` at the end.
    StarToNext,
    /// As `StarAndEnd`, and a `$` is also compared as the escape `%24`.
    StarAndEndOrDollar,
    /// `*`, and `$` anywhere: nothing of the path may follow it.
    StarAndEndAnywhere,
    /// As Python's `fnmatch`, if the rule has a `*`: `[ab]` is a or b, and with a final `$` `?` is any character. Every
    /// rule is compared as it is written too.
    Fnmatch,
}

impl Wildcards {
    const fn text(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::StarAndEndAnywhere => "`*`, and `$` anywhere",
            Self::Fnmatch => {
                "`*`, `$` at the end; `[ab]` in a rule with `*`, and `?` in one with `*` and `$`; each rule also as plain text"
            }
            Self::StarAndEnd => "`*`, and `$` at the end",
            Self::StarsNeedOne => {
                "`*`, and `$` at the end; a final `**` stands for a character or more"
            }
            Self::StarToNext => {
                "`*` up to the first place of the next character, so `*ab` does not match `aab`; `$` at the end"
            }
            Self::StarAndEndOrDollar => "`*`, and `$` at the end, which is also a plain `$`",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precedence {
    First,
    LongestThenAllow,
    /// A final `$` does not count.
    LongestThenDisallow,
    /// `*` and a final `$` do not count. For rules with the same text it is allow.
    LongestPlainThenFirst,
}

impl Precedence {
    const fn text(self) -> &'static str {
        match self {
            Self::First => "the first in the file",
            Self::LongestPlainThenFirst => {
                "the longest without its `*` and `$`; of two equally long ones the first, but allow if both have the same path"
            }
            Self::LongestThenAllow => "the longest; of two equally long ones, allow",
            Self::LongestThenDisallow => {
                "the longest without its final `$`; of two equally long ones, disallow"
            }
        }
    }
}

/// What `Allow: /dir/index.html` says of `/dir/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IndexPage {
    AllowsNoMore,
    /// As google/robotstxt: a rule with `/index.htm` after its last slash.
    Google,
    /// A rule that ends with `/index.html`.
    AtTheEnd,
}

impl IndexPage {
    const fn text(self) -> &'static str {
        match self {
            Self::AllowsNoMore => "allows no more than itself",
            Self::Google => "`Allow: /a/index.htm...` allows `/a/`",
            Self::AtTheEnd => "`Allow: /a/index.html` allows `/a/`",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RobotsTxtItself {
    ByItsRules,
    Allowed,
    AllowedWithQuery,
}

impl RobotsTxtItself {
    const fn text(self) -> &'static str {
        match self {
            Self::ByItsRules => "has no exception",
            Self::Allowed => "is always allowed",
            Self::AllowedWithQuery => "is always allowed, also with a query",
        }
    }
}
