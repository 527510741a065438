//! Why a line of a log is not read.

use std::fmt;

/// Why a line is not read. Each line that is refused has one of these reasons, so that none is dropped silently.
///
/// ```
/// use maycrawl_audit::log::{LogOptions, LogReader, Unreadable};
///
/// let mut reader = LogReader::new(LogOptions::default());
/// let line = br#"192.0.2.1 - - [31/Feb/2026:04:22:14 +0100] "GET / HTTP/1.1" 200 6"#;
/// let reason = reader.read(line).unwrap_err();
/// assert_eq!(reason, Unreadable::NoSuchTime);
/// assert_eq!(reason.as_str(), "no-such-time");
/// assert_eq!(reason.to_string(), "the time of the line does not exist");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Unreadable {
    /// The line has more than [`MAX_LINE_BYTES`](super::MAX_LINE_BYTES).
    TooLong,
    /// The line fits no format.
    UnknownFormat,
    /// The line does not fit the format that was declared.
    NotDeclaredFormat,
    /// The line ends before its last field.
    Cut,
    /// A quotation mark that is not escaped: where the field ends is not certain.
    AmbiguousQuotes,
    /// The format is understood, but there is no request: bytes of TLS, a connection without data, a message of a
    /// server.
    NoRequest,
    /// An object of JSON that has no name for the request that is known. It may well be one.
    NoRequestName,
    /// The log has the path without its query, and a rule may depend on the query.
    NoQuery,
    /// There is no time.
    NoTime,
    /// A date or a time that does not exist.
    NoSuchTime,
    /// A line of values before a line `#Fields` that names them.
    NoFieldNames,
    /// Not as many values as there are names or captures.
    FieldCount,
    /// A status or a number of bytes that is not a number.
    NotANumber,
    /// The line begins as JSON and is not.
    NotJson,
    /// An object of JSON has a name twice, and readers differ in which they take. (RFC 8259 section 4.)
    DuplicateKey,
    /// One line holds many requests.
    SeveralRequests,
}

impl Unreadable {
    /// All reasons.
    pub const ALL: [Self; 16] = [
        Self::TooLong,
        Self::UnknownFormat,
        Self::NotDeclaredFormat,
        Self::Cut,
        Self::AmbiguousQuotes,
        Self::NoRequest,
        Self::NoRequestName,
        Self::NoQuery,
        Self::NoTime,
        Self::NoSuchTime,
        Self::NoFieldNames,
        Self::FieldCount,
        Self::NotANumber,
        Self::NotJson,
        Self::DuplicateKey,
        Self::SeveralRequests,
    ];

    /// The name of the reason, for counts and for programs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TooLong => "too-long",
            Self::UnknownFormat => "unknown-format",
            Self::NotDeclaredFormat => "not-declared-format",
            Self::Cut => "cut",
            Self::AmbiguousQuotes => "ambiguous-quotes",
            Self::NoRequest => "no-request",
            Self::NoRequestName => "no-request-name",
            Self::NoQuery => "no-query",
            Self::NoTime => "no-time",
            Self::NoSuchTime => "no-such-time",
            Self::NoFieldNames => "no-field-names",
            Self::FieldCount => "field-count",
            Self::NotANumber => "not-a-number",
            Self::NotJson => "not-json",
            Self::DuplicateKey => "duplicate-key",
            Self::SeveralRequests => "several-requests",
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => {
                return write!(f, "the line has more than {} bytes", super::limits::MAX_LINE_BYTES);
            }
            Self::UnknownFormat => "the line fits no known format of an access log",
            Self::NotDeclaredFormat => "the line does not fit the format that was declared",
            Self::Cut => "the line ends before its last field",
            Self::AmbiguousQuotes => {
                "a quotation mark in the line is not escaped, so the end of a field is not certain"
            }
            Self::NoRequest => "the line has no request",
            Self::NoRequestName => "the object has no name for the request that is known",
            Self::NoQuery => "the log has the path without its query",
            Self::NoTime => "the line has no time",
            Self::NoSuchTime => "the time of the line does not exist",
            Self::NoFieldNames => "no line #Fields before this line names its values",
            Self::FieldCount => "the line has another number of values than there are names",
            Self::NotANumber => "the status or the size of the line is not a number",
            Self::NotJson => "the line begins as JSON, and is not JSON",
            Self::DuplicateKey => "an object in the line has two members of one name",
            Self::SeveralRequests => "the line has many requests: write each in a line of its own",
        })
    }
}

impl std::error::Error for Unreadable {}
