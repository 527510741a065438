//! What a signal says, where it stands, and what is wrong with it.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use maycrawl::Printable;

/// The most statements of one family that are read of a file. A file with more is not read for this family, because a
/// part of it would be another statement than the one that its author made.
pub const MAX_STATEMENTS: usize = 1000;

/// What a site says about one use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = UseOutcome))]
pub enum Outcome {
    /// It refuses the use.
    Refused,
    /// It grants the use under terms: payment, limits, or terms that were not read.
    Conditional,
    /// It grants the use.
    Granted,
    /// It says nothing. No document has a default, so this is neither a yes nor a no.
    #[cfg_attr(feature = "serde", serde(rename = "not said"))]
    NotSaid,
    /// Its signals contradict each other.
    Conflict,
    /// The crawler may not fetch the path, and preferences are for paths that it may fetch.
    #[cfg_attr(feature = "serde", serde(rename = "not applicable"))]
    NotApplicable,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 6] = [
        Self::Refused,
        Self::Conditional,
        Self::Granted,
        Self::NotSaid,
        Self::Conflict,
        Self::NotApplicable,
    ];

    /// The name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Conditional => "conditional",
            Self::Granted => "granted",
            Self::NotSaid => "not said",
            Self::Conflict => "conflict",
            Self::NotApplicable => "not applicable",
        }
    }

    /// True for an outcome that a site states: refused, conditional, granted.
    pub(super) const fn is_stated(self) -> bool {
        matches!(self, Self::Refused | Self::Conditional | Self::Granted)
    }
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// This line of robots.txt.
    Line(u32),
    /// The HTTP field of this name.
    Field(&'static str),
    /// The meta element of this name.
    Meta(&'static str),
    /// This rule of `/.well-known/tdmrep.json`, from 0.
    TdmFile(usize),
    /// An element of the page that begins in this line.
    Page(u64),
    /// The file at this path of the site.
    File(&'static str),
    /// The response as a whole: its fields and its page.
    Response,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Field(name) => write!(f, "field {name}"),
            Self::Meta(name) => write!(f, "meta element {name}"),
            Self::TdmFile(index) => write!(f, "entry {} of /.well-known/tdmrep.json", index + 1),
            Self::Page(line) => write!(f, "line {line} of the page"),
            Self::File(path) => f.write_str(path),
            Self::Response => f.write_str("the page and its fields"),
        }
    }
}

/// Why a statement is conditional.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = UseCondition))]
#[non_exhaustive]
pub enum Condition {
    /// The use is granted for payment or another return.
    Payment,
    /// It is granted to some classes of users only.
    Users,
    /// It is granted in some regions only.
    Region,
    /// It needs a token of a licence server.
    Token,
    /// It is granted up to a number of characters, or for title and excerpt only.
    Limit,
    /// The statement is about a part of the page.
    Part,
    /// The terms or the signal could not be read as a whole.
    NotRead,
    /// The terms have words that the document does not define.
    NotUnderstood,
}

impl Condition {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Users => "users",
            Self::Region => "region",
            Self::Token => "token",
            Self::Limit => "limit",
            Self::Part => "part",
            Self::NotRead => "not-read",
            Self::NotUnderstood => "not-understood",
        }
    }

    /// The condition as a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Payment => "The use is offered for payment or another return.",
            Self::Users => "The use is offered to some classes of users only.",
            Self::Region => "The use is offered in some regions only.",
            Self::Token => "The use needs a token of the licence server.",
            Self::Limit => "The use is limited to a short excerpt.",
            Self::Part => "The statement is about a part of the page.",
            Self::NotRead => "The terms were not read, so they grant nothing.",
            Self::NotUnderstood => "The terms have unknown words, so they grant nothing.",
        }
    }

    /// True if something is offered. Terms that were not read or not understood offer nothing, so beside a refusal they
    /// contradict nothing.
    #[must_use]
    pub const fn is_offer(self) -> bool {
        !matches!(self, Self::NotRead | Self::NotUnderstood)
    }
}

/// One signal and what it says about the use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Where it stands.
    pub place: Place,
    /// Its text, safe to print.
    pub text: String,
    /// What it says, alone.
    pub outcome: Outcome,
    /// The condition of a statement that is conditional, and of no other.
    pub condition: Option<Condition>,
}

/// The file as a whole.
pub(super) const ROBOTS_TXT: Place = Place::File("/robots.txt");

/// Why a signal was not read.
pub(super) const TOO_LONG: &str = "longer than what is read";
const TOO_MANY: &str = "more signals than are read";

impl Statement {
    pub(super) fn new(place: Place, text: &[u8], outcome: Outcome) -> Self {
        Self { place, text: printable(text), outcome, condition: None }
    }

    /// What was not read, and may refuse: it grants nothing. The reason is also a finding.
    pub(super) fn unread(place: Place, kind: FindingKind, findings: &mut Vec<Finding>) -> Self {
        findings.push(Finding::new(Some(place), kind));
        let reason = if kind == FindingKind::TooMany { TOO_MANY } else { TOO_LONG };
        Self::conditional(place, reason.as_bytes(), Condition::NotRead)
    }

    pub(super) fn conditional(place: Place, text: &[u8], condition: Condition) -> Self {
        let statement = Self::new(place, text, Outcome::Conditional);
        Self { condition: Some(condition), ..statement }
    }
}

/// Nearly every text is plain ASCII, and is copied.
fn printable(text: &[u8]) -> String {
    let is_plain = text.iter().all(|byte| matches!(byte, b' '..=b'~'));
    match core::str::from_utf8(text) {
        Ok(plain) if is_plain => String::from(plain),
        _ => Printable(text).to_string(),
    }
}

/// Something that a reader of an answer should know about a signal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// Where; `None` for the file as a whole.
    pub place: Option<Place>,
    /// What.
    pub kind: FindingKind,
    /// The label of [`FindingKind::UnknownLabel`], or the text of [`FindingKind::FieldNotRead`]; safe to print.
    pub label: Option<String>,
}

impl Finding {
    pub(super) fn new(place: Option<Place>, kind: FindingKind) -> Self {
        Self { place, kind, label: None }
    }

    /// Adds a label that the documents of its family do not define. A hostile line has thousands, and each is compared
    /// with the findings before it: so none is added to a long list.
    pub(super) fn add_label(findings: &mut Vec<Self>, place: Place, label: &[u8]) {
        const MAX_FINDINGS: usize = 64;
        if findings.len() >= MAX_FINDINGS {
            return;
        }
        let label = Some(printable(label));
        let finding = Self { place: Some(place), kind: FindingKind::UnknownLabel, label };
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    }
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = UseFindingKind))]
#[non_exhaustive]
pub enum FindingKind {
    /// The value is no dictionary of RFC 9651.
    NoDictionary,
    /// The line stands before the first group, so it is for no crawler.
    OutsideGroups,
    /// The licence is not an absolute URL.
    NotAbsolute,
    /// More than [`MAX_STATEMENTS`].
    TooMany,
    /// The line, the field or the file is longer than what is read.
    TooLong,
    /// `Content-Usage` ends a run of `User-agent` lines by its draft, and does not for access; here that matters.
    GroupingDiffers,
    /// A value of the TDM Reservation Protocol that is neither 0 nor 1.
    NotAReservation,
    /// A licence has several `<license>` elements for the page, and no verified text says how they combine.
    #[cfg_attr(feature = "serde", serde(rename = "several-licences"))]
    SeveralLicenses,
    /// `use=` in a `Content-Signal`: a degree, not a yes or a no.
    UseDegree,
    /// A label that no document of its family defines. It is kept as text.
    UnknownLabel,
    /// A signal in a header field that no document gives a meaning there: `Content-Signal`. The label is its text.
    FieldNotRead,
}

impl FindingKind {
    /// The finding as a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::NoDictionary => {
                "The value is no dictionary of RFC 9651, so it says nothing about any use."
            }
            Self::OutsideGroups => {
                "The line stands before the first user-agent line, so it is for no crawler."
            }
            Self::NotAbsolute => "The licence is not an absolute URL, so it is not read.",
            Self::TooMany => {
                "The file has more than 1000 of these statements, so what it says is not known."
            }
            Self::TooLong => "It is longer than what is read, so what it says is not known.",
            Self::GroupingDiffers => {
                "Content-Usage ends a run of user-agent lines by draft-ietf-aipref-attach-05, and does not by RFC 9309. \
                 Here the crawler follows other lines by the draft."
            }
            Self::NotAReservation => "The reservation is neither 0 nor 1, so it says nothing.",
            Self::SeveralLicenses => {
                "The document has several licences for the page. The strictest one is reported."
            }
            Self::UseDegree => {
                "The line also limits how content is used (use=). This is a degree, not a yes or a no, and not part of the answer."
            }
            Self::FieldNotRead => {
                "No document gives this header field a meaning, so it is shown and not read; write the line into robots.txt."
            }
            Self::UnknownLabel => {
                "The documents of this signal do not define the label, so it says nothing about any use."
            }
        }
    }

    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoDictionary => "no-dictionary",
            Self::OutsideGroups => "outside-groups",
            Self::NotAbsolute => "not-absolute",
            Self::TooMany => "too-many",
            Self::TooLong => "too-long",
            Self::GroupingDiffers => "grouping-differs",
            Self::NotAReservation => "not-a-reservation",
            Self::SeveralLicenses => "several-licences",
            Self::UseDegree => "use-degree",
            Self::UnknownLabel => "unknown-label",
            Self::FieldNotRead => "field-not-read",
        }
    }

    /// True if a part of the signals was not read. The answer then grants nothing: the part may hold a refusal.
    #[must_use]
    pub const fn leaves_unread(self) -> bool {
        matches!(self, Self::TooMany | Self::TooLong)
    }
}
