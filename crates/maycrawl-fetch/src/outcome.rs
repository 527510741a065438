//! What asking for a robots.txt ended in: facts, not yet judged. [`Policy`](crate::Policy) judges.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::clock::{HumanDuration, Timestamp};
use crate::redirects::RedirectError;

/// One fetch of an origin's robots.txt, with every hop.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FetchResult {
    /// When it began.
    pub at: Timestamp,
    /// How long it took, all hops together.
    pub took: Duration,
    /// Every request that was made, the first first. One more than redirects followed.
    pub hops: Vec<Hop>,
    /// What it ended in.
    pub outcome: Outcome,
    /// Freshness that the last answer asked for: `max-age` less `Age`, zero for `no-cache`.
    pub max_age: Option<Duration>,
    /// How long the server asked to be left alone.
    pub retry_after: Option<Duration>,
}

impl FetchResult {
    /// True when it ended before anything answered: the guard refused, the name is not known, no connection stood in
    /// time.
    pub(crate) fn is_unreached(&self) -> bool {
        let nothing_answered = self.hops.last().is_none_or(|hop| hop.status == 0);
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
pub struct Hop {
    /// What was asked for.
    pub url: String,
    /// The status, or FTP's reply code; 0 if none came.
    pub status: u16,
    /// Until its answer was complete, in milliseconds.
    pub millis: u64,
    /// True where a redirect left https for http.
    pub downgraded: bool,
}

/// What a fetch ended in.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// A file, complete, or as much of it as counts.
    File(Body),
    /// The server says that there is none.
    Missing(Missing),
    /// Nobody can say whether there is one, or what it says.
    Failed(Failure),
    /// The guard refused to connect. Details stay in the log: an answer that told them would map the
    /// network behind it.
    Refused,
}

/// A file as it came.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Body {
    /// Decoded bytes, at most one more than the limit.
    pub bytes: Bytes,
    /// Bytes of the body on the wire, before decoding.
    pub wire: u64,
    /// True when the file goes on beyond `bytes`.
    pub cut: bool,
    /// `ETag`, kept for people; robots.txt is fetched without conditions.
    pub etag: Option<String>,
    /// `Last-Modified`, kept for people.
    pub last_modified: Option<String>,
    /// `Content-Type`, kept for people: HTML where robots.txt should be is read as robots.txt.
    pub content_type: Option<String>,
    /// The head of the last answer as it came: status line and fields.
    pub head: Bytes,
}

/// Why there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Missing {
    /// A 4xx status.
    Status(u16),
    /// FTP's refusal.
    Ftp(u16),
    /// More redirects than are followed: as good as a 404.
    TooManyRedirects,
    /// Redirects in a circle: as good as a 404.
    RedirectLoop,
    /// The site answers 5xx for every page that is not there, so for a missing robots.txt as well.
    ErrorForMissingPages(u16),
}

/// A temporary error: the whole site is off limits until it passes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Failure {
    /// Of which kind.
    pub kind: FailureKind,
    /// What exactly, for people; never a server's own words.
    pub detail: String,
}

/// Kinds of temporary error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum FailureKind {
    /// A status of 5xx, or 429.
    Status(u16),
    /// The name was not resolved.
    Dns,
    /// No connection.
    Connect,
    /// No trustworthy connection.
    Tls,
    /// The deadline passed.
    Timeout,
    /// The transfer ended before the answer did.
    Truncated,
    /// An answer that is no valid one.
    Protocol,
    /// A compressed body that cannot be read.
    Encoding,
    /// A redirect that cannot be followed.
    Redirect,
    /// FTP refused or broke off.
    Ftp,
}

impl Failure {
    /// A failure with its words.
    pub(crate) fn new(kind: FailureKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }

    /// A status that is a temporary error.
    pub(crate) fn status(code: u16) -> Self {
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
    /// True for what happens where nothing answers.
    pub(crate) fn is_no_answer(self) -> bool {
        matches!(self, Self::Dns | Self::Connect | Self::Timeout)
    }

    /// A short name for machines.
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
            Self::RedirectLoop => f.write_str("it redirects in a circle"),
            Self::ErrorForMissingPages(code) => {
                write!(f, "it answers {code}, as the site does for every missing page")
            }
        }
    }
}

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

/// What is told of every refusal of the address guard.
pub(crate) const NOT_REQUESTED: &str =
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
            0 => write!(f, "{} failed", self.url)?,
            status => write!(f, "{} {status}", self.url)?,
        }
        write!(
            f,
            " ({} ms{})",
            self.millis,
            if self.downgraded { ", http after https" } else { "" }
        )
    }
}

/// How long ago, for people.
pub(crate) fn ago(then: Timestamp, now: Timestamp) -> String {
    match now.since(then) {
        moment if moment < Duration::from_secs(2) => "just now".to_owned(),
        since => format!("{} ago", HumanDuration(since)),
    }
}
