//! What a crawler does while robots.txt fails, by how long it has failed. One table for all who ask.
//!
//! The four policies of this crate are the strict reading of their documents: a site that fails is closed first. An
//! audit of other crawlers asks what is permitted, so its rows are wider ([`FailureLadder`]).
//!
//! | who | from | with a copy | without one |
//! |---|---|---|---|
//! | `google-2021`, `rfc9309` | 0 | disallowed | disallowed |
//! | | 30 days | the last copy | no limits |
//! | `google-2026` | 0 | disallowed | disallowed |
//! | | 12 hours | the last copy | no limits |
//! | | 30 days and 12 hours | no limits if the site's other pages answer, else disallowed | the same |
//! | `google-2019` | 0 | disallowed | disallowed |
//! | [`Rfc`](FailureLadder::Rfc) | 0 | the last copy | disallowed |
//! | | 30 days | the last copy or no limits | disallowed or no limits |
//! | [`Google`](FailureLadder::Google) | 0 | the last copy | disallowed |
//! | | 12 hours | the last copy | no limits |
//! | | 30 days | no limits | no limits |
//! | [`Amazon`](FailureLadder::Amazon) | 0 | the last copy | no limits |
//! | | 30 days | no limits | no limits |

use std::time::Duration;

use serde::Deserialize;

use super::standing::Basis::{self, Disallowed, LastCopy, NoLimits};

/// How long a failure lasts before a crawler may assume that there are no limits: 30 days. (RFC 9309 section 2.3.1.4;
/// Google, *Handling HTTP result codes*.)
pub const LONG_FAILURE: Duration = Duration::from_secs(30 * 24 * 3600);
/// How long Google crawls nothing of a site whose robots.txt begins to fail: 12 hours. (Google, *Handling HTTP result
/// codes*.)
pub const FIRST_FAILURE: Duration = Duration::from_secs(12 * 3600);

/// What holds from a time after the first failure on, until the next step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    from: Duration,
    /// What a crawler with a copy of the file may rest on. Never empty.
    with_copy: &'static [Basis],
    /// The same without a copy.
    without_copy: &'static [Basis],
}

/// All steps of one ladder, the first from zero on.
pub(super) type Steps = &'static [Step];

const fn step(from: Duration, with_copy: &'static [Basis], without_copy: &'static [Basis]) -> Step {
    Step { from, with_copy, without_copy }
}

const CLOSED: Step = step(Duration::ZERO, &[Disallowed], &[Disallowed]);

pub(super) const THIRTY_DAYS_CLOSED: Steps =
    &[CLOSED, step(LONG_FAILURE, &[LastCopy], &[NoLimits])];
pub(super) const TWELVE_HOURS_CLOSED: Steps = &[
    CLOSED,
    step(FIRST_FAILURE, &[LastCopy], &[NoLimits]),
    // "for the next 30 days": they begin when the twelve hours end.
    step(
        Duration::from_secs(FIRST_FAILURE.as_secs() + LONG_FAILURE.as_secs()),
        &[NoLimits],
        &[NoLimits],
    ),
];
pub(super) const ALWAYS_CLOSED: Steps = &[CLOSED];

const RFC: Steps = &[
    step(Duration::ZERO, &[LastCopy], &[Disallowed]),
    step(LONG_FAILURE, &[LastCopy, NoLimits], &[Disallowed, NoLimits]),
];
const GOOGLE: Steps = &[
    step(Duration::ZERO, &[LastCopy], &[Disallowed]),
    step(FIRST_FAILURE, &[LastCopy], &[NoLimits]),
    step(LONG_FAILURE, &[NoLimits], &[NoLimits]),
];
const AMAZON: Steps =
    &[step(Duration::ZERO, &[LastCopy], &[NoLimits]), step(LONG_FAILURE, &[NoLimits], &[NoLimits])];

impl Step {
    pub(super) const fn begin(&self) -> Duration {
        self.from
    }

    pub(super) const fn bases(&self, has_copy: bool) -> &'static [Basis] {
        if has_copy { self.with_copy } else { self.without_copy }
    }
}

/// The number of the step at a time after the first failure. O(steps).
pub(super) fn step_at(steps: Steps, lasted: Duration) -> usize {
    steps.iter().rposition(|step| step.from <= lasted).unwrap_or(0)
}

/// How long everything is disallowed, with a copy and without one.
pub(super) fn closed_for(steps: Steps) -> Duration {
    steps.get(1).map_or(Duration::MAX, |step| step.from)
}

/// What a crawler may do while robots.txt fails, by the documents of its operator. For those who judge crawlers; what
/// maycrawl itself does is a [`Policy`](crate::Policy).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureLadder {
    /// The last copy stays. Without one everything is disallowed; after 30 days there may be no restriction. (RFC 9309
    /// section 2.3.1.4.)
    #[default]
    Rfc,
    /// The last copy stays for 30 days. Without one everything is disallowed for 12 hours, then nothing.
    Google,
    /// Every answer but success is a failure. The last copy stays for 30 days. Without one nothing is disallowed.
    Amazon,
}

impl FailureLadder {
    /// What the crawler may rest on if the failure has lasted from `shortest` to `longest`, which is all that an
    /// observer knows. May have a basis twice. O(steps).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl_policy::{Basis, FailureLadder};
    ///
    /// let hours = |hours: u64| Duration::from_secs(hours * 3600);
    /// let bases = |shortest, longest| FailureLadder::Google.bases(false, shortest, longest).collect::<Vec<_>>();
    /// assert_eq!(bases(hours(1), hours(11)), [Basis::Disallowed]);
    /// // Nobody can say whether the twelve hours have passed.
    /// assert_eq!(bases(hours(11), hours(13)), [Basis::Disallowed, Basis::NoLimits]);
    /// ```
    pub fn bases(
        self,
        has_copy: bool,
        shortest: Duration,
        longest: Duration,
    ) -> impl Iterator<Item = Basis> {
        let steps = self.steps();
        let possible = &steps[step_at(steps, shortest)..=step_at(steps, longest.max(shortest))];
        possible.iter().flat_map(move |step| step.bases(has_copy)).copied()
    }

    const fn steps(self) -> Steps {
        match self {
            Self::Rfc => RFC,
            Self::Google => GOOGLE,
            Self::Amazon => AMAZON,
        }
    }
}
