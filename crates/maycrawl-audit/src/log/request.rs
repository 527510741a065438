//! A request as a line of a log has it.

use std::borrow::Cow;
use std::net::IpAddr;

use jiff::Timestamp;

use super::format::{LogFormat, TimeMeans};
use super::signed::SignedFields;

/// A request that was logged. What the line does not have is `None`, and nothing is guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedRequest<'l> {
    /// The time, in milliseconds.
    pub time: Timestamp,
    /// Whether the line has no time zone and none was declared, so that UTC is assumed; or the hour comes twice in the
    /// declared zone.
    pub is_zone_assumed: bool,
    /// Whether that is the time at which the request began or ended.
    pub time_means: TimeMeans,
    /// The format of the line.
    pub format: LogFormat,
    /// The address of the client: that of the peer, or what [`LogOptions::trust`](super::LogOptions::trust) says.
    pub client: Option<IpAddr>,
    /// The host in lower case, with a port that is not the default one of the scheme. If the scheme is not known,
    /// neither 80 nor 443 is kept.
    pub host: Option<Cow<'l, str>>,
    /// The scheme, if the log states it.
    pub scheme: Option<Scheme>,
    /// The method, as it was sent.
    pub method: Cow<'l, str>,
    /// The path with its query, or `*`, or what CONNECT names. The client's percent-escapes are kept; bytes that are
    /// not printable ASCII are written as percent-escapes.
    pub target: Cow<'l, str>,
    /// Whether the log does not tell exactly which target was requested: it had decoded a part, or lost a byte.
    pub is_target_inexact: bool,
    /// The status. 0: there was no answer.
    pub status: Option<u16>,
    /// The size of the answer in bytes. Whether that is with its header depends on the format.
    pub bytes: Option<u64>,
    /// The field User-Agent, not empty. Bytes that are not UTF-8 are U+FFFD.
    pub user_agent: Option<Cow<'l, str>>,
    /// The field Referer, as the User-Agent.
    pub referer: Option<Cow<'l, str>>,
    /// The header fields of a request that is signed, if the log kept them.
    pub signed: Option<Box<SignedFields>>,
}

impl LoggedRequest<'_> {
    /// The same without a borrow of the line.
    #[must_use]
    pub fn into_owned(self) -> LoggedRequest<'static> {
        fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
            Cow::Owned(text.into_owned())
        }
        LoggedRequest {
            host: self.host.map(owned),
            method: owned(self.method),
            target: owned(self.target),
            user_agent: self.user_agent.map(owned),
            referer: self.referer.map(owned),
            ..self
        }
    }
}

/// The scheme of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// `http`.
    Http,
    /// `https`.
    Https,
}

impl Scheme {
    /// The scheme in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    /// Reads a name in any case. A WebSocket begins as a request of HTTP.
    pub(super) fn from_name(name: &[u8]) -> Option<Self> {
        let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
        match () {
            () if is("http") || is("ws") => Some(Self::Http),
            () if is("https") || is("wss") => Some(Self::Https),
            () => None,
        }
    }
}
