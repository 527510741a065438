//! Answers that would replace a known file, and that are not believed at once.
//!
//! A stranger can provoke a refusal: a firewall that blocks an address after one suspicious URL answers 403 for the
//! robots.txt too, or 404, or 202 with a web page. The documents describe a lasting decision of a site with *4xx means
//! that there is no file*, and one answer is not a lasting decision. So while the file is fresh, 401, 403 and 429 do
//! not replace it. With [`TransitionOptions::confirm_refusals`] one rule holds instead of a list of codes: **nothing
//! but a robots.txt replaces a known file at once**. Every other answer, whatever its status, counts when it was seen
//! for a day, in at least two fetches without a file in between; 404, 410 and FTP's 550, which are about this file
//! alone, after an hour. A text with groups and rules is an edit, also if it opens the whole site.
//!
//! The same holds, without an option, for a body that is a beginning of the known file and whose end was not announced:
//! a file that lost its last lines and a transfer that was cut look alike.
//!
//! **Clocks.** As for failures, a series stores how long it was *observed*, not only since when. A gap counts in full
//! up to three days. A longer one counts half a day: either nobody asked, so nobody saw what the site said in between,
//! or the clock jumped. So no single jump confirms anything, and a site that is asked once a week is believed at its
//! third refusal. A clock that was set back adds nothing, and the next lookup fetches.

use std::time::Duration;

use maycrawl::RobotsTxt;
use serde::{Deserialize, Serialize};

use super::State;
use super::event::PolicyEvent;
use super::standing::Fetch;
use super::table::{DAY, HOUR, MINUTE, PolicyTable};
use super::trouble::{MAX_CLOCK_SKEW, MAX_GAP, clamp_retry_after, delay, retry_due};
use crate::outcome::{FailureKind, Missing};
use crate::timestamp::Timestamp;

/// True for text with a group that has a rule. O(bytes).
#[doc(hidden)]
#[must_use]
pub fn is_robots_txt(bytes: &[u8]) -> bool {
    let robots = RobotsTxt::parse(bytes);
    robots.suspicion().is_none() && robots.groups().any(|group| group.rules().next().is_some())
}

/// How [`Policy::next_state`](crate::Policy::next_state) treats a fetch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransitionOptions {
    /// True if the policy did not require the fetch. Then 401, 403 and 429 count for one minute at most.
    pub forced: bool,
    /// Whether an answer that is no robots.txt opens a site with a known file only after it was seen for a day, in at
    /// least two fetches; 404, 410 and the FTP reply 550 after an hour. Strangers can provoke such answers. Until then
    /// the last copy is in force. Default: false, as the documents say.
    pub confirm_refusals: bool,
}

/// The last answer that did not replace the known file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct DoubtedAnswer {
    /// The status of a refusal. Entries of earlier releases have nothing else.
    code: u16,
    pub at: Timestamp,
    next_try: Timestamp,
    /// What the answer was, if `code` does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    what: Option<Doubted>,
    /// The series that the answer belongs to; `None` while the file is fresh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Series>,
}

/// What a doubted answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[doc(hidden)]
pub enum Doubted {
    /// There is no file.
    Refusal(Missing),
    /// The file has only these first bytes of the known one.
    Beginning(u64),
    /// The body is no robots.txt. This was the status.
    NoRobotsTxt(u16),
}

/// Equal answers of a site whose file has expired, without a file in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Series {
    pub since: Timestamp,
    /// Observed duration up to the last answer.
    lasted: Duration,
    tries: u32,
}

impl DoubtedAnswer {
    /// What the answer was.
    #[must_use]
    pub fn what(&self) -> Doubted {
        self.what.unwrap_or(Doubted::Refusal(Missing::Status(self.code)))
    }

    /// True until a fetch may be forced. A 429 asks for a pause. After other answers a minute is enough, however late
    /// the next try is: an owner who has just changed a firewall wants to see that it helps.
    pub(super) fn pauses(&self, now: Timestamp) -> bool {
        let end = match self.what() {
            Doubted::Refusal(Missing::Status(429)) => self.next_try,
            _ => self.next_try.min(self.at.after(MINUTE)),
        };
        now.after(MAX_CLOCK_SKEW) >= self.at && now < end
    }

    pub(super) fn due(&self, now: Timestamp) -> Fetch {
        retry_due(self.at, self.next_try, now)
    }
}

impl Series {
    /// The series after an answer at `now` that followed `last`, and that counts after `needed`.
    fn next(before: Option<(Self, Timestamp)>, needed: Duration, now: Timestamp) -> Self {
        let Some((before, last)) = before else {
            return Self { since: now, lasted: Duration::ZERO, tries: 1 };
        };
        let gap = now.since(last);
        let counted = if gap > MAX_GAP { needed / 2 } else { gap };
        Self {
            since: before.since.min(now),
            lasted: before.lasted + counted,
            tries: before.tries.saturating_add(1),
        }
    }

    fn is_confirmed(&self, needed: Duration) -> bool {
        self.tries > 1 && self.lasted >= needed
    }
}

impl Doubted {
    /// Whether both belong to one series. An answer that is believed after an hour does not follow one that needs a
    /// day.
    fn is_same_as(self, other: Self) -> bool {
        match (self, other) {
            (Self::Refusal(one), Self::Refusal(other)) => one.is_refusal() == other.is_refusal(),
            (Self::NoRobotsTxt(_), Self::NoRobotsTxt(_)) => true,
            (one, other) => one == other,
        }
    }

    /// How long it has to be seen before it counts.
    #[must_use]
    pub fn needed(self) -> Duration {
        match self {
            Self::Refusal(missing) if !missing.is_refusal() => HOUR,
            Self::Refusal(_) | Self::Beginning(_) | Self::NoRobotsTxt(_) => DAY,
        }
    }
}

impl State {
    /// The state in which the known file stays in force, if `event` must not replace it.
    pub(super) fn with_doubt(
        &self,
        table: &PolicyTable,
        event: &PolicyEvent,
        options: TransitionOptions,
        now: Timestamp,
    ) -> Option<Self> {
        let (what, retry_after) = event.doubted()?;
        self.answer.filter(|answer| answer.missing.is_none())?;
        let is_fresh = self.has_fresh_file(now);
        let is_doubted = match what {
            Doubted::Beginning(_) => true,
            Doubted::Refusal(Missing::Status(401 | 403)) if is_fresh => true,
            // Where the policy calls 429 a failure it opens nothing, so only a fresh file outlives it.
            Doubted::Refusal(_) if matches!(event, PolicyEvent::Failed { .. }) => {
                let may_open = !table.too_many_requests_is_failure;
                is_fresh || (may_open && options.confirm_refusals)
            }
            Doubted::Refusal(_) | Doubted::NoRobotsTxt(_) => options.confirm_refusals,
        };
        if !is_doubted {
            return None;
        }
        let before = self.refusal.filter(|before| before.what().is_same_as(what));
        let series = before.and_then(|before| Some((before.series?, before.at)));
        let series = match is_fresh {
            // The day begins when the file has expired: until then a refusal has no effect to confirm.
            true => series.map(|(series, _)| series),
            false => Some(Series::next(series, what.needed(), now)),
        };
        if !is_fresh && series.is_some_and(|series| series.is_confirmed(what.needed())) {
            return None;
        }
        let wait = match (retry_after, series) {
            (Some(retry_after), _) => clamp_retry_after(retry_after),
            (None, None) => MINUTE,
            (None, Some(series)) => delay(FailureKind::Truncated, series.tries),
        };
        let (code, what) = match what {
            Doubted::Refusal(Missing::Status(code)) => (code, None),
            what => (0, Some(what)),
        };
        let refusal = DoubtedAnswer { code, at: now, next_try: now.after(wait), what, series };
        Some(Self { refusal: Some(refusal), ..self.clone() })
    }
}

impl PolicyEvent {
    /// The event as an answer that may have to wait for its confirmation, and its `Retry-After`.
    fn doubted(&self) -> Option<(Doubted, Option<Duration>)> {
        match self {
            Self::Answered { missing: Some(missing), .. } => {
                Some((Doubted::Refusal(*missing), None))
            }
            Self::Failed { failure, retry_after, .. }
                if failure.kind == FailureKind::Status(429) =>
            {
                Some((Doubted::Refusal(Missing::Status(429)), *retry_after))
            }
            Self::Beginning { bytes, .. } => Some((Doubted::Beginning(*bytes), None)),
            Self::NoRobotsTxt { status, .. } => Some((Doubted::NoRobotsTxt(*status), None)),
            _ => None,
        }
    }
}
