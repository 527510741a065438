//! What a status says about robots.txt, before any field, any body and any policy.

/// The class of an HTTP status of an answer for robots.txt. All who read answers ask it: fetchers, readers of archives
/// and of logs.
///
/// ```
/// use maycrawl_policy::StatusClass;
///
/// assert_eq!(StatusClass::from_status(203), StatusClass::Success);
/// // The documents disagree about it, so it is a class of its own.
/// assert_eq!(StatusClass::from_status(429), StatusClass::TooManyRequests);
/// assert!(StatusClass::from_status(0).is_failure(), "logs write 0 where nothing was answered");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusClass {
    /// 1xx: the answer is still to come.
    Interim,
    /// 2xx but for those below: the body is the file.
    Success,
    /// 204 and 205: the file is empty.
    NoContent,
    /// 206: a part of the file, which nobody requested.
    Part,
    /// 304: the file is the one that the client has, if it has one.
    NotModified,
    /// Another 3xx: the file is elsewhere.
    Redirect,
    /// 429: no file by RFC 9309, a server error by Google's documents of today.
    TooManyRequests,
    /// Another 4xx: there is no file.
    ClientError,
    /// 5xx: it is unknown whether there is a file.
    ServerError,
    /// No HTTP status.
    Invalid,
}

impl StatusClass {
    /// The class of a status. (Google, *Handling HTTP result codes*; RFC 9309 section 2.3.1.) O(1).
    #[must_use]
    pub const fn from_status(status: u16) -> Self {
        match status {
            100..200 => Self::Interim,
            204 | 205 => Self::NoContent,
            206 => Self::Part,
            200..300 => Self::Success,
            304 => Self::NotModified,
            300..400 => Self::Redirect,
            429 => Self::TooManyRequests,
            400..500 => Self::ClientError,
            500..600 => Self::ServerError,
            _ => Self::Invalid,
        }
    }

    /// True if the file is unreachable by every document: 5xx, and what is no status.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::ServerError | Self::Invalid)
    }
}
