//! The policies as data: all their differences, in one table.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use maycrawl::UnknownName;
use serde::Serialize;

use super::ladder::{self, Steps};

pub(super) const MINUTE: Duration = Duration::from_secs(60);
pub(super) const HOUR: Duration = Duration::from_secs(3600);
/// 24 hours: how long an answer is fresh that says nothing else. (RFC 9309 section 2.4; Google, *Caching*.)
pub const DAY: Duration = Duration::from_secs(24 * 3600);

/// The document that defines what a fetch result means.
///
/// |  | `google-2021` | `google-2026` | `rfc9309` | `google-2019` |
/// |---|---|---|---|---|
/// | 2xx | the file | the file | the file | the file |
/// | more than five redirects, or a loop | no file | no file | no file | no file |
/// | 4xx, 401 and 403 included | no file: no limits | no limits | no limits | no file: no limits |
/// | 401, 403, 429 while a file is fresh | the file stays in force | the file stays in force | the file stays in force | the file stays in force |
/// | 429 otherwise | no file, for `Retry-After` or 5 min | server error | no file, for `Retry-After` or 5 min | no file, for `Retry-After` or 5 min |
/// | server and network errors, at first | all disallowed | all disallowed for 12 h | all disallowed | all disallowed |
/// | ... then, up to 30 days | all disallowed | the last copy; without one, no limits | all disallowed | all disallowed, until the site answers |
/// | ... after 30 days | the last copy; without one, no limits | no limits if the site's other pages answer, else all disallowed | the last copy; without one, no limits | all disallowed, until the site answers |
/// | 5xx except 503, in two probes a day apart, from a site without a known file that answers 5xx for missing pages | no file, for 5 min | no file, for 5 min | as any 5xx | no file, for 5 min |
/// | freshness: 24 h by default, or `max-age` within | 5 min to 7 d | 5 min to 7 d | 5 min to 24 h | 5 min to 7 d |
/// | a stale answer is served while a new one is fetched | for 1 h | for 1 h | never | for 1 h |
///
/// 401, 403 and 429 after a forced fetch count for one minute at most, and a 429 is never served stale: a stranger who
/// makes this fetcher send many requests can provoke them. With
/// [`confirm_refusals`](crate::TransitionOptions::confirm_refusals) nothing but a robots.txt replaces a known file
/// before a day has passed; 404 and 410 before an hour.
///
/// A policy is a pure function over a [`State`](crate::State); it needs no clock and no network:
///
/// ```
/// use std::time::Duration;
///
/// use maycrawl_policy::{Basis, Fetch, Policy, PolicyEvent, State, Timestamp};
///
/// let start = Timestamp::from_millis(0);
/// let file = PolicyEvent::Answered { missing: None, max_age: None };
/// let state = Policy::Google2021.after_fetch(&State::default(), &file, start);
///
/// let standing = Policy::Google2021.decide(&state, start.after(Duration::from_secs(3600)));
/// assert_eq!((standing.basis, standing.fetch), (Basis::File, Fetch::No));
/// let standing = Policy::Google2021.decide(&state, start.after(Duration::from_secs(2 * 86_400)));
/// assert_eq!((standing.basis, standing.fetch), (Basis::File, Fetch::First));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Policy {
    /// Google's documents of 2019 to 2021, which maycrawl implements.
    #[default]
    #[serde(rename = "google-2021")]
    Google2021,
    /// Google's documents of 2026.
    #[serde(rename = "google-2026")]
    Google2026,
    /// RFC 9309.
    Rfc9309,
    /// Google's text before July 2019. What it leaves undefined (network errors, lasting errors) disallows everything.
    #[serde(rename = "google-2019")]
    Google2019,
}

/// The parameters of a policy.
pub(super) struct PolicyTable {
    /// Whether 429 is a server error.
    pub(super) too_many_requests_is_failure: bool,
    /// Whether 5xx is a 404 where the site gives it for missing pages ("Google-specific").
    pub(super) errors_may_mean_missing: bool,
    /// The minimum and the maximum of the freshness lifetime.
    pub(super) freshness: (Duration, Duration),
    /// How long a stale answer is served while a new one is fetched.
    pub(super) max_stale: Duration,
    /// What holds while the file fails.
    pub(super) failing: Steps,
    /// Whether the last step needs a site whose other pages answer. All of another site is disallowed then.
    pub(super) end_needs_site: bool,
}

const SEVEN_DAYS: Duration = Duration::from_secs(7 * 24 * 3600);
const FIVE_MINUTES: Duration = Duration::from_secs(300);

const GOOGLE_2021: PolicyTable = PolicyTable {
    too_many_requests_is_failure: false,
    errors_may_mean_missing: true,
    freshness: (FIVE_MINUTES, SEVEN_DAYS),
    max_stale: HOUR,
    failing: ladder::THIRTY_DAYS_CLOSED,
    end_needs_site: false,
};

const GOOGLE_2026: PolicyTable = PolicyTable {
    too_many_requests_is_failure: true,
    failing: ladder::TWELVE_HOURS_CLOSED,
    end_needs_site: true,
    ..GOOGLE_2021
};

const RFC9309: PolicyTable = PolicyTable {
    errors_may_mean_missing: false,
    freshness: (FIVE_MINUTES, DAY),
    max_stale: Duration::ZERO,
    ..GOOGLE_2021
};

const GOOGLE_2019: PolicyTable = PolicyTable { failing: ladder::ALWAYS_CLOSED, ..GOOGLE_2021 };

impl Policy {
    /// All policies, the default first.
    pub const ALL: [Self; 4] =
        [Self::Google2021, Self::Google2026, Self::Google2019, Self::Rfc9309];

    pub(super) const fn table(self) -> &'static PolicyTable {
        match self {
            Self::Google2021 => &GOOGLE_2021,
            Self::Google2026 => &GOOGLE_2026,
            Self::Rfc9309 => &RFC9309,
            Self::Google2019 => &GOOGLE_2019,
        }
    }

    /// The policy to compare this one with: Google's current text, and for that the text that it replaced.
    ///
    /// ```
    /// use maycrawl_policy::Policy;
    ///
    /// assert_eq!(Policy::default().compare_with(), Policy::Google2026);
    /// assert_eq!(Policy::Google2026.compare_with(), Policy::Google2021);
    /// ```
    #[must_use]
    pub const fn compare_with(self) -> Self {
        match self {
            Self::Google2026 => Self::Google2021,
            Self::Google2021 | Self::Rfc9309 | Self::Google2019 => Self::Google2026,
        }
    }

    /// The policy's name: `google-2021`, `google-2026`, `rfc9309` or `google-2019`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Google2021 => "google-2021",
            Self::Google2026 => "google-2026",
            Self::Rfc9309 => "rfc9309",
            Self::Google2019 => "google-2019",
        }
    }

    /// The documents that the policy follows, for people.
    ///
    /// ```
    /// use maycrawl_policy::Policy;
    ///
    /// assert_eq!(Policy::default().title(), "Google's documents of 2019 to 2021");
    /// ```
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Google2021 => "Google's documents of 2019 to 2021",
            Self::Google2026 => "Google's documents of 2026",
            Self::Google2019 => "Google's text before July 2019",
            Self::Rfc9309 => "RFC 9309",
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Policy {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|policy| policy.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownName::new("policy", name, Self::ALL.map(Self::name)))
    }
}
