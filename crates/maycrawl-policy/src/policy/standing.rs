//! What a policy decides: what a verdict rests on, and whether to fetch before it.

use serde::Serialize;

use crate::timestamp::Timestamp;

/// What a verdict rests on.
///
/// Not `non_exhaustive`: a caller that distinguishes these must consider each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Basis {
    /// Nothing is known yet.
    Nothing,
    /// The file, as last fetched.
    File,
    /// There is no file: no limits. (RFC 9309 section 2.3.1.3.)
    NoFile,
    /// The file is unreachable: nothing may be fetched. (RFC 9309 section 2.3.1.4.)
    Disallowed,
    /// The file is unreachable, or the site refuses it and nothing has confirmed that yet; the last copy is used.
    LastCopy,
    /// The file is unreachable, there is no copy, and no limits are assumed.
    NoLimits,
}

impl Basis {
    /// A stable name for machines: `file`, `no-file`, `last-copy` ...
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::File => "file",
            Self::NoFile => "no-file",
            Self::Disallowed => "disallowed",
            Self::LastCopy => "last-copy",
            Self::NoLimits => "no-limits",
        }
    }
}

/// What to do before a verdict is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetch {
    /// Do not fetch.
    No,
    /// Give the verdict from what is known, and fetch in the background.
    Background,
    /// Fetch first, then give the verdict.
    First,
}

/// The policy's decision about an origin at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What a verdict rests on, until the next fetch.
    pub basis: Basis,
    /// Whether to fetch.
    pub fetch: Fetch,
}

/// What comes of a site that fails, if it goes on failing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outlook {
    /// Time of the first failure.
    pub since: Timestamp,
    /// The end of the pause that the site asks for (`Retry-After`).
    pub retry_after: Option<Timestamp>,
    /// When verdicts rest on something else, at the earliest; `None` if that does not come.
    pub changes_at: Option<Timestamp>,
    /// What they rest on then; `None` if that depends on whether other pages of the site answer.
    pub next_basis: Option<Basis>,
}
