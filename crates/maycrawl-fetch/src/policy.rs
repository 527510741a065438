//! What a result means, and for how long: a state machine without clock and socket.
//!
//! Google, *Handling HTTP result codes* and *Caching*; RFC 9309 sections 2.3.1 and 2.4. A [`State`] is what is
//! known of one origin. [`Policy::fetched`] takes it to the next when a fetch has ended, and
//! [`Policy::asked`] says, at any time, what a verdict rests on and whether to fetch.
//!
//! The state remembers how long the trouble has *been seen* to last, not only since when: a wall clock that
//! jumps a year ahead would otherwise end a disallow that is an hour old. One gap between two failures
//! counts three days at most.

mod rules;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::outcome::{Failure, FailureKind, Missing};
use crate::time::Time;

pub use rules::Policy;
use rules::{DAY, HOUR, InTheEnd, MINUTE, Rules};

/// What is known of one origin's robots.txt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The last answer that was no failure.
    pub(crate) answer: Option<Answer>,
    /// The failures since.
    pub(crate) trouble: Option<Trouble>,
}

/// The site answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// Why there is no file; `None` if there is one.
    pub(crate) missing: Option<Missing>,
    pub(crate) at: Time,
    fresh_for: Duration,
}

/// The site fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trouble {
    pub(crate) since: Time,
    pub(crate) last: Time,
    pub(crate) cause: Failure,
    /// Seen to last, up to `last`.
    lasted: Duration,
    tries: u32,
    next_try: Time,
    pub(crate) retry_after: Option<Time>,
    /// Whether the site's other pages answered at `last`; not, if nobody looked.
    site_answers: bool,
}

/// A fetch has ended.
#[derive(Clone, Debug)]
pub enum Event {
    /// A file, or the word that there is none.
    Answered {
        /// Why there is no file; `None` if there is one.
        missing: Option<Missing>,
        /// Freshness that the answer asked for.
        max_age: Option<Duration>,
    },
    /// A temporary error.
    Failed {
        /// Which.
        failure: Failure,
        /// How long the server asked to be left alone.
        retry_after: Option<Duration>,
        /// What a look at other pages of the site found, if anybody looked.
        site: Option<Site>,
    },
}

/// What a look at other pages of a failing site found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// Pages that exist are served, and pages that cannot exist give 5xx: so does a missing robots.txt.
    /// (Google: "If we are able to determine that a site is incorrectly configured to return 5xx instead
    /// of a 404 for missing pages, we treat a 5xx error from that site as a 404.")
    ErrorsForMissingPages,
    /// Its other pages are served.
    Answers,
    /// Nothing is.
    Down,
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Nothing is known yet.
    Nothing,
    /// The file, as last fetched.
    File,
    /// There is no file: no limits.
    NoFile,
    /// The file cannot be had: nothing may be fetched.
    Disallowed,
    /// It cannot be had, and the last copy counts on.
    LastCopy,
    /// It cannot be had, there is no copy, and no limits are assumed.
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
    /// Nothing.
    No,
    /// Give the verdict, and fetch behind it.
    Behind,
    /// Fetch, then give the verdict.
    First,
}

/// The policy's answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What a verdict rests on, until the next fetch.
    pub basis: Basis,
    /// Whether to fetch.
    pub fetch: Fetch,
}

/// What a gap between two failures counts at most.
const LONGEST_GAP: Duration = Duration::from_secs(3 * 24 * 3600);
/// The clocks of machines that share a store differ by so much, and nobody set them back.
const SKEW: Duration = MINUTE;
/// A server may ask to be left alone for this long at most, and for so short that it is asked at once.
const RETRY_AFTER: (Duration, Duration) = (Duration::from_secs(10), DAY);

impl Policy {
    /// The state after a fetch that ended at `now`.
    #[must_use]
    pub fn fetched(self, state: &State, event: &Event, now: Time) -> State {
        let rules = self.rules();
        match event {
            Event::Answered { missing, max_age } => rules.answered(*missing, *max_age, now),
            Event::Failed { failure, retry_after, site } => match failure.kind {
                FailureKind::Status(429) if !rules.too_many_requests_is_failure => {
                    rules.answered(Some(Missing::Status(429)), None, now)
                }
                FailureKind::Status(code @ 500..)
                    if rules.errors_may_mean_missing
                        && *site == Some(Site::ErrorsForMissingPages) =>
                {
                    rules.answered(Some(Missing::ErrorForMissingPages(code)), None, now)
                }
                _ => State {
                    answer: state.answer,
                    trouble: Some(trouble(rules, state, failure, *retry_after, *site, now)),
                },
            },
        }
    }

    /// What a verdict at `now` rests on, and whether to fetch before or behind it.
    #[must_use]
    pub fn asked(self, state: &State, now: Time) -> Standing {
        let rules = self.rules();
        match state {
            State { answer: None, trouble: None } => {
                Standing { basis: Basis::Nothing, fetch: Fetch::First }
            }
            State { answer: Some(answer), trouble: None } => Standing {
                basis: if answer.missing.is_none() { Basis::File } else { Basis::NoFile },
                fetch: answer.due(rules, now),
            },
            State { answer, trouble: Some(trouble) } => Standing {
                basis: rules.in_trouble(answer.as_ref(), trouble, now),
                fetch: trouble.due(now),
            },
        }
    }
}

impl Rules {
    fn answered(&self, missing: Option<Missing>, max_age: Option<Duration>, now: Time) -> State {
        let (least, most) = self.freshness;
        let fresh_for = max_age.unwrap_or(DAY).clamp(least, most);
        State { answer: Some(Answer { missing, at: now, fresh_for }), trouble: None }
    }

    fn in_trouble(&self, answer: Option<&Answer>, trouble: &Trouble, now: Time) -> Basis {
        let lasted = trouble.lasted_until(self, now);
        let copy = answer.filter(|answer| answer.missing.is_none());
        if lasted < self.disallow_for {
            Basis::Disallowed
        } else if lasted < self.copy_until {
            match copy {
                Some(_) => Basis::LastCopy,
                None => Basis::NoLimits,
            }
        } else {
            match (copy, self.in_the_end) {
                (Some(_), InTheEnd::CopyOrNoLimits) => Basis::LastCopy,
                (None, InTheEnd::CopyOrNoLimits) => Basis::NoLimits,
                (_, InTheEnd::NoLimitsIfTheSiteAnswers) if trouble.site_answers => Basis::NoLimits,
                (_, InTheEnd::NoLimitsIfTheSiteAnswers) => Basis::Disallowed,
            }
        }
    }
}

impl Answer {
    fn due(&self, rules: &Rules, now: Time) -> Fetch {
        let age = now.since(self.at);
        if now.after(SKEW) < self.at {
            // The clock was set back: nobody knows how old this is.
            Fetch::First
        } else if age < self.fresh_for {
            Fetch::No
        } else if age < self.fresh_for + rules.served_stale {
            Fetch::Behind
        } else {
            Fetch::First
        }
    }
}

impl Trouble {
    /// While everything is disallowed, one gap counts half of that time at most: a jump of the clock would
    /// else end a disallow of twelve hours at once.
    fn lasted_until(&self, rules: &Rules, now: Time) -> Duration {
        let is_disallowed = self.lasted < rules.disallow_for;
        let most = if is_disallowed { rules.disallow_for / 2 } else { LONGEST_GAP };
        self.lasted + now.since(self.last).min(LONGEST_GAP).min(most)
    }

    fn due(&self, now: Time) -> Fetch {
        // No wait is longer than a day: one that is was reckoned by another clock.
        let is_set_back = now.after(SKEW) < self.last;
        if now < self.next_try && !is_set_back && self.next_try.since(now) <= DAY + SKEW {
            Fetch::No
        } else if !is_set_back && now.since(self.next_try) < HOUR {
            Fetch::Behind
        } else {
            Fetch::First
        }
    }
}

fn trouble(
    rules: &Rules,
    state: &State,
    failure: &Failure,
    retry_after: Option<Duration>,
    site: Option<Site>,
    now: Time,
) -> Trouble {
    let before = state.trouble.as_ref();
    let tries = before.map_or(0, |before| before.tries).saturating_add(1);
    let retry_after = retry_after.map(|wait| wait.clamp(RETRY_AFTER.0, RETRY_AFTER.1));
    let wait = retry_after.unwrap_or_else(|| delay(failure.kind, tries));
    Trouble {
        since: before.map_or(now, |before| before.since.min(now)),
        last: now,
        cause: failure.clone(),
        lasted: before.map_or(Duration::ZERO, |before| before.lasted_until(rules, now)),
        tries,
        next_try: now.after(wait),
        retry_after: retry_after.map(|wait| now.after(wait)),
        site_answers: site == Some(Site::Answers),
    }
}

/// How long to wait after the `tries`th failure in a row: doubling, and "fairly frequent" after a 503.
fn delay(kind: FailureKind, tries: u32) -> Duration {
    let (first, longest) = match kind {
        FailureKind::Status(503 | 429) => (MINUTE, 30 * MINUTE),
        _ => (5 * MINUTE, 6 * HOUR),
    };
    let doubled = first.saturating_mul(1 << tries.saturating_sub(1).min(16));
    doubled.min(longest)
}
