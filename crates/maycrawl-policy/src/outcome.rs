//! Outcomes of robots.txt fetches: facts only. The [`Policy`](crate::Policy) interprets them.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use maycrawl::verdict::Unreachable;
use serde::{Deserialize, Deserializer, Serialize};

use crate::timestamp::Timestamp;

/// One fetch of an origin's robots.txt, with every hop.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FetchResult {
    /// Start of the fetch.
    pub at: Timestamp,
    /// Duration, all hops together.
    pub took: Duration,
    /// All requests, in order. One more than redirects followed.
    pub hops: Vec<Hop>,
    /// The outcome.
    pub outcome: Outcome,
    /// Freshness lifetime in the last answer: `max-age` minus `Age`, zero for `no-cache`.
    pub max_age: Option<Duration>,
    /// `Age` of the last answer: how long caches on its way had kept it. (RFC 9111 section 5.1.)
    pub age: Option<Duration>,
    /// `Retry-After` of the last answer.
    pub retry_after: Option<Duration>,
}

impl FetchResult {
    /// The last address, if it is not the first.
    #[must_use]
    pub fn redirected_to(&self) -> Option<&str> {
        self.hops.get(1..)?.last().map(|hop| hop.url.as_str())
    }

    /// True when the fetch ended before anything answered: the guard refused, the name was not resolved, or no
    /// connection was established in time.
    #[must_use]
    pub fn is_unreached(&self) -> bool {
        let nothing_answered = self.hops.last().is_none_or(|hop| hop.status.is_none());
        match &self.outcome {
            Outcome::Refused => true,
            Outcome::Failed(failure) => nothing_answered && failure.kind.is_no_answer(),
            Outcome::File(_) | Outcome::Missing(_) => false,
        }
    }
}

/// One request of a fetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Hop {
    /// The requested URL.
    pub url: String,
    /// The HTTP status or the FTP reply code; `None` without an answer.
    #[serde(deserialize_with = "status_or_none")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub status: Option<u16>,
    /// Time from the start of the fetch until this answer was complete, in milliseconds.
    pub millis: u64,
    /// True for a redirect from https to http.
    pub downgraded: bool,
}

/// Reads a status. Stores of earlier versions hold 0 for a request without an answer.
fn status_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    Ok(Option::deserialize(deserializer)?.filter(|&status| status != 0))
}

/// The outcome of a fetch.
///
/// Not `non_exhaustive`: a caller that distinguishes these must consider each.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The file, complete or up to the size limit.
    File(Body),
    /// The server answered that there is no file.
    Missing(Missing),
    /// It is unknown whether there is a file, or what it contains.
    Failed(Failure),
    /// The guard refused to connect. Details stay in the log, because they would reveal the structure of the internal
    /// network.
    Refused,
}

/// A file as received.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Body {
    /// Decoded bytes, at most one more than the limit.
    pub bytes: Bytes,
    /// Bytes of the body on the wire, before decoding.
    pub wire: u64,
    /// True when the file is longer than the limit.
    pub cut: bool,
    /// False when nothing announced the end of the body (a length, a last chunk, the end of an encoding), so that a
    /// transfer that was cut short looks complete.
    pub is_end_announced: bool,
    /// `ETag`, for information only: robots.txt is fetched without conditions.
    pub etag: Option<String>,
    /// `Last-Modified`, for information only.
    pub last_modified: Option<String>,
    /// `Content-Type`, for information only: HTML in place of a robots.txt is parsed as robots.txt.
    pub content_type: Option<String>,
    /// The head of the last answer as received: status line and fields.
    pub head: Bytes,
}

/// The reason why there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Missing {
    /// A 4xx status.
    Status(u16),
    /// An FTP refusal, with its reply code.
    Ftp(u16),
    /// More redirects than are followed. Counts as a 404.
    TooManyRedirects,
    /// A redirect loop. Counts as a 404.
    RedirectLoop,
    /// The site answers 5xx for every missing page, and so for a missing robots.txt.
    ErrorForMissingPages(u16),
}

/// A temporary error. At first it disallows the whole site.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Failure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// The cause as a sentence; never contains text of the server.
    pub detail: String,
}

/// Kinds of temporary error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum FailureKind {
    /// A 5xx or 429 status.
    Status(u16),
    /// The host name was not resolved.
    Dns,
    /// The connection failed.
    Connect,
    /// The TLS handshake failed.
    Tls,
    /// A timeout passed.
    Timeout,
    /// The transfer ended before the answer was complete.
    Truncated,
    /// The answer is not valid.
    Protocol,
    /// The compressed body cannot be decoded.
    Encoding,
    /// The redirect cannot be followed.
    Redirect,
    /// The FTP transfer was refused or interrupted.
    Ftp,
}

impl FetchResult {
    /// A result without hops and without the server's words on freshness: for answers that come from elsewhere, such as
    /// an archive.
    #[must_use]
    pub fn new(at: Timestamp, took: Duration, outcome: Outcome) -> Self {
        Self { at, took, hops: Vec::new(), outcome, max_age: None, age: None, retry_after: None }
    }
}

impl Body {
    /// A complete file without fields: for files that come from elsewhere, such as an archive.
    #[must_use]
    pub fn new(bytes: Bytes) -> Self {
        Self {
            wire: bytes.len() as u64,
            bytes,
            cut: false,
            is_end_announced: true,
            etag: None,
            last_modified: None,
            content_type: None,
            head: Bytes::new(),
        }
    }
}

impl Missing {
    /// True for an answer that a stranger can provoke where a file exists: a firewall that blocks an address answers
    /// every request with 403 or 429, or redirects it in a circle. 404 and 410 are about the file alone.
    #[must_use]
    pub fn is_refusal(self) -> bool {
        match self {
            Self::Status(404 | 410) | Self::Ftp(550) | Self::ErrorForMissingPages(_) => false,
            Self::Status(_) | Self::Ftp(_) | Self::TooManyRedirects | Self::RedirectLoop => true,
        }
    }
}

impl Failure {
    /// A failure with its sentence.
    pub fn new(kind: FailureKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }

    /// The failure for a status that is a temporary error.
    #[must_use]
    pub fn status(code: u16) -> Self {
        Self::new(FailureKind::Status(code), format!("HTTP {code}"))
    }
}

impl Outcome {
    /// A short name for machines: `file`, `missing`, `failed`, `refused`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Missing(_) => "missing",
            Self::Failed(_) => "failed",
            Self::Refused => "refused",
        }
    }
}

impl FailureKind {
    /// The reason of verdicts while this failure lasts.
    #[must_use]
    pub fn unreachable(self) -> Unreachable {
        match self {
            Self::Status(429) => Unreachable::TooManyRequests,
            Self::Status(_) => Unreachable::ServerError,
            _ => Unreachable::Network,
        }
    }

    /// True for failures without any answer.
    #[must_use]
    pub fn is_no_answer(self) -> bool {
        matches!(self, Self::Dns | Self::Connect | Self::Timeout)
    }

    /// A short name for machines.
    ///
    /// ```
    /// use maycrawl_policy::FailureKind;
    ///
    /// assert_eq!(FailureKind::Status(503).name(), "status");
    /// assert_eq!(FailureKind::Status(429).name(), "too-many-requests");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Status(429) => "too-many-requests",
            Self::Status(_) => "status",
            Self::Dns => "dns",
            Self::Connect => "connect",
            Self::Tls => "tls",
            Self::Timeout => "timeout",
            Self::Truncated => "truncated",
            Self::Protocol => "protocol",
            Self::Encoding => "encoding",
            Self::Redirect => "redirect",
            Self::Ftp => "ftp",
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(code) => write!(f, "it answers {code}"),
            Self::Ftp(code) => write!(f, "the FTP server answers {code}"),
            Self::TooManyRedirects => f.write_str("it redirects too often"),
            Self::RedirectLoop => f.write_str("it redirects in a loop"),
            Self::ErrorForMissingPages(code) => {
                write!(f, "it answers {code}, as the site does for every missing page")
            }
        }
    }
}

/// The reason why a redirect is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RedirectError {
    /// The URL was requested before in the same chain.
    Loop,
    /// The limit of redirects is reached.
    TooMany,
}

impl fmt::Display for RedirectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loop => "redirects in a loop",
            Self::TooMany => "too many redirects",
        })
    }
}

impl std::error::Error for RedirectError {}

impl From<RedirectError> for Missing {
    fn from(error: RedirectError) -> Self {
        match error {
            RedirectError::Loop => Self::RedirectLoop,
            RedirectError::TooMany => Self::TooManyRedirects,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Failure {}

/// The text of every refusal of the address guard.
#[doc(hidden)]
pub const NOT_REQUESTED: &str =
    "not requested: the address is not public, or the port is not allowed";

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(body) if body.cut => {
                write!(f, "a file of more than {} bytes", body.bytes.len() - 1)
            }
            Self::File(body) => write!(f, "a file of {} bytes", body.bytes.len()),
            Self::Missing(missing) => write!(f, "no file: {missing}"),
            Self::Failed(failure) => failure.fmt(f),
            Self::Refused => f.write_str(NOT_REQUESTED),
        }
    }
}

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            None => write!(f, "{} failed", self.url)?,
            Some(status) => write!(f, "{} {status}", self.url)?,
        }
        write!(
            f,
            " ({} ms{})",
            self.millis,
            if self.downgraded { ", http after https" } else { "" }
        )
    }
}
