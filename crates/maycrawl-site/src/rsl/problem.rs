//! The reasons why an RSL document cannot be read.

use std::fmt;

use maycrawl::Printable;

use super::{MAX_RSL_BYTES, RSL_NAMESPACE};

/// An error in an RSL document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RslError {
    /// The line where it was found.
    pub line: u64,
    /// What is wrong.
    pub kind: RslErrorKind,
}

/// What is wrong with an RSL document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RslErrorKind {
    /// It has more than [`MAX_RSL_BYTES`].
    TooLarge,
    /// It has too many elements, or they are nested too deep.
    TooManyElements,
    /// An attribute or a list of words is too long, or an element has too many attributes.
    TooLong,
    /// It is not UTF-8.
    NotUtf8,
    /// It is not XML: the reason.
    Xml(String),
    /// It has a document type, which is not read.
    DocumentType,
    /// It has a reference that XML does not define.
    Entity,
    /// Its root is not `<rsl>` in the namespace of RSL.
    NotRsl,
    /// It has an element that RSL 1.0 does not have: the name.
    UnknownElement(String),
    /// An element is where RSL 1.0 does not have it.
    Misplaced,
    /// A `<permits>` or `<prohibits>` has a `type` other than `usage`, `user` and `geo`.
    TermsType,
    /// A license has two `<permits>` or two `<prohibits>` of one type.
    TermsTwice,
    /// A `<content>` has no `url`.
    NoUrl,
    /// The `url` of a `<content>` is neither a path nor a URL with http or https.
    Scope,
}

impl RslError {
    pub(super) fn new(line: u64, kind: RslErrorKind) -> Self {
        Self { line, kind }
    }
}

impl RslErrorKind {
    pub(super) fn xml(what: &str) -> Self {
        Self::Xml(Printable(what.as_bytes()).to_string().chars().take(200).collect())
    }

    pub(super) fn unknown(name: &str) -> Self {
        Self::UnknownElement(Printable(name.as_bytes()).to_string().chars().take(40).collect())
    }
}

impl fmt::Display for RslError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            RslErrorKind::TooLarge => write!(f, "the document has more than {MAX_RSL_BYTES} bytes"),
            RslErrorKind::TooManyElements => f.write_str("there are too many elements"),
            RslErrorKind::TooLong => f.write_str("an attribute or a list of words is too long"),
            RslErrorKind::NotUtf8 => f.write_str("there are bytes that are not UTF-8"),
            RslErrorKind::Xml(what) => write!(f, "the document is not XML: {what}"),
            RslErrorKind::DocumentType => {
                f.write_str("there is a document type, which is not read")
            }
            RslErrorKind::Entity => f.write_str("there is a reference that XML does not define"),
            RslErrorKind::NotRsl => write!(f, "the root is not `rsl` in {RSL_NAMESPACE}"),
            RslErrorKind::UnknownElement(name) => {
                write!(f, "`{name}` is not an element of RSL 1.0, so the document does not conform")
            }
            RslErrorKind::Misplaced => f.write_str("an element is where RSL 1.0 does not have it"),
            RslErrorKind::TermsType => f.write_str("the type is not usage, user or geo"),
            RslErrorKind::TermsTwice => f.write_str("a second element has the same type"),
            RslErrorKind::NoUrl => f.write_str("`content` has no url"),
            RslErrorKind::Scope => f.write_str("the url of `content` is neither a path nor a URL"),
        }
    }
}

impl std::error::Error for RslError {}
