//! A series of failures: how long it was observed, when to try again, and what verdicts rest on meanwhile.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::event::SiteProbe;
use super::ladder;
use super::standing::{Basis, Fetch};
use super::table::{DAY, HOUR, MINUTE, Policy, PolicyTable};
use crate::outcome::{Failure, FailureKind};
use crate::timestamp::Timestamp;

/// The maximum that a gap between two failures counts.
pub(super) const MAX_GAP: Duration = Duration::from_secs(3 * 24 * 3600);
/// Maximum difference between the clocks of machines that share a store. A larger one means that a clock was set back.
pub const MAX_CLOCK_SKEW: Duration = MINUTE;
/// The shortest `Retry-After` that is used. A shorter one counts as this one.
const MIN_RETRY_AFTER: Duration = Duration::from_secs(10);
/// The longest `Retry-After` that is used. A longer one counts as this one.
const MAX_RETRY_AFTER: Duration = DAY;

/// A series of failures of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Trouble {
    pub since: Timestamp,
    pub last: Timestamp,
    pub cause: Failure,
    /// Observed duration of the failure, up to `last`.
    lasted: Duration,
    tries: u32,
    next_try: Timestamp,
    pub retry_after: Option<Timestamp>,
    /// True if the site's other pages answered at `last`; false without a probe.
    site_answers: bool,
}

impl Trouble {
    /// The series after one more failure, at `now`.
    pub(super) fn next(
        before: Option<&Self>,
        table: &PolicyTable,
        failure: &Failure,
        retry_after: Option<Duration>,
        site: Option<SiteProbe>,
        now: Timestamp,
    ) -> Self {
        let tries = before.map_or(0, |before| before.tries).saturating_add(1);
        let retry_after = retry_after.map(clamp_retry_after);
        let wait = retry_after.unwrap_or_else(|| delay(failure.kind, tries));
        Self {
            since: before.map_or(now, |before| before.since.min(now)),
            last: now,
            cause: failure.clone(),
            lasted: before.map_or(Duration::ZERO, |before| before.lasted_until(table, now)),
            tries,
            next_try: now.after(wait),
            retry_after: retry_after.map(|wait| now.after(wait)),
            site_answers: site == Some(SiteProbe::Answers),
        }
    }

    /// What verdicts rest on at `now`. `has_copy`: the file is known from before.
    pub(super) fn basis(&self, table: &PolicyTable, has_copy: bool, now: Timestamp) -> Basis {
        let step = ladder::step_at(table.failing, self.lasted_until(table, now));
        let is_last = step + 1 == table.failing.len();
        if is_last && table.end_needs_site && !self.site_answers {
            return Basis::Disallowed;
        }
        // A step of a policy has one basis.
        table.failing[step].bases(has_copy).first().copied().unwrap_or(Basis::Disallowed)
    }

    /// While everything is disallowed, one gap counts half of that time at most. Otherwise a jump of the clock would
    /// end a disallow of twelve hours immediately.
    pub(super) fn lasted_until(&self, table: &PolicyTable, now: Timestamp) -> Duration {
        let closed_for = ladder::closed_for(table.failing);
        let is_disallowed = self.lasted < closed_for;
        let most = if is_disallowed { closed_for / 2 } else { MAX_GAP };
        self.lasted + now.since(self.last).min(MAX_GAP).min(most)
    }

    pub(super) fn is_set_back(&self, now: Timestamp) -> bool {
        now.after(MAX_CLOCK_SKEW) < self.last
    }

    pub(super) fn due(&self, now: Timestamp) -> Fetch {
        retry_due(self.last, self.next_try, now)
    }
}

/// `Retry-After`, limited to [`MIN_RETRY_AFTER`] and [`MAX_RETRY_AFTER`].
pub(super) fn clamp_retry_after(retry_after: Duration) -> Duration {
    retry_after.clamp(MIN_RETRY_AFTER, MAX_RETRY_AFTER)
}

impl Policy {
    /// The observed duration of `trouble`, and the duration for which everything is disallowed.
    #[doc(hidden)]
    #[must_use]
    pub fn failure_time(self, trouble: &Trouble, now: Timestamp) -> (Duration, Duration) {
        let table = self.table();
        (trouble.lasted_until(table, now), ladder::closed_for(table.failing))
    }
}

/// Whether to fetch again after a fetch at `last` that has to be repeated at `next_try`.
pub(super) fn retry_due(last: Timestamp, next_try: Timestamp, now: Timestamp) -> Fetch {
    // No wait is longer than a day: a longer one was computed by another clock.
    let is_set_back = now.after(MAX_CLOCK_SKEW) < last;
    if now < next_try && !is_set_back && next_try.since(now) <= DAY + MAX_CLOCK_SKEW {
        Fetch::No
    } else if !is_set_back && now.since(next_try) < HOUR {
        Fetch::Background
    } else {
        Fetch::First
    }
}

/// The delay after the `tries`th failure in a row. It doubles each time. After a 503 it is short (Google: "fairly
/// frequent").
pub(super) fn delay(kind: FailureKind, tries: u32) -> Duration {
    let (first, longest) = match kind {
        FailureKind::Status(503 | 429) => (MINUTE, 30 * MINUTE),
        _ => (5 * MINUTE, 6 * HOUR),
    };
    let doubled = first.saturating_mul(1 << tries.saturating_sub(1).min(16));
    doubled.min(longest)
}
