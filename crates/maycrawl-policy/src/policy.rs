//! What a fetch result means, and for how long: a state machine without clock and socket.
//!
//! Google, *Handling HTTP result codes* and *Caching*; RFC 9309 sections 2.3.1 and 2.4. A [`State`] is what is
//! known of one origin. [`Policy::after_fetch`] computes the next state when a fetch has ended.
//! [`Policy::decide`] returns, for any time, what a verdict rests on and whether to fetch.
//!
//! The state stores how long a failure was *observed* to last, not only since when. Otherwise a wall clock that jumps a
//! year ahead would end a disallow that is one hour old. One gap between two failures counts three days at most.
//!
//! **A refusal never replaces a fresh file.** A stranger can provoke 401, 403 and 429: sites limit request rates,
//! firewalls block for a while, and a stranger who makes this fetcher send many requests gets such an answer on
//! purpose. So a file stays in force until it expires by its own schedule. The refusal is remembered and delays the
//! next try by `Retry-After` or one minute. Without a fresh file, a 429 counts as the policy says, but no longer than
//! `Retry-After` or, without one, the shortest freshness. After a forced fetch ([`Policy::after_refresh`]) 401, 403 and
//! 429 count for one minute at most. Such answers are never served stale. Where strangers can cause requests, whatever
//! is no robots.txt needs a confirmation too: see [`TransitionOptions::confirm_refusals`].
//!
//! **5xx counts as a missing file only late.** It does so only for a site without a known file, never for 503 or an
//! answer with `Retry-After`, and only after two probes a day apart with the same result. An overloaded site looks the
//! same.

mod difference;
mod doubt;
mod event;
mod ladder;
mod standing;
mod table;
mod trouble;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::outcome::{Failure, FailureKind, Missing};
use crate::timestamp::Timestamp;

pub use difference::PolicyDifference;
pub use doubt::{Doubted, DoubtedAnswer, Series, TransitionOptions, is_robots_txt};
pub use event::{PolicyEvent, SiteProbe};
pub use ladder::{FIRST_FAILURE, FailureLadder, LONG_FAILURE};
pub use standing::{Basis, Fetch, Outlook, Standing};
pub use table::{DAY, Policy};
use table::{MINUTE, PolicyTable};
use trouble::clamp_retry_after;
pub use trouble::{MAX_CLOCK_SKEW, Trouble};

/// What is known of one origin's robots.txt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The last answer that was no failure.
    answer: Option<Answer>,
    /// The failures since then.
    trouble: Option<Trouble>,
    /// The last answer that did not replace the known file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refusal: Option<DoubtedAnswer>,
    /// The result of the last probe of a failing site, if it may mean that there is no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    missing_pages: Option<MissingPages>,
    /// True once a file was seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    had_file: bool,
}

/// The last answer of a site.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The reason why there is no file; `None` for a file.
    pub missing: Option<Missing>,
    pub at: Timestamp,
    fresh_for: Duration,
    /// True if the answer is never served stale, because a stranger may have provoked it or because it is a guess.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    brief: bool,
    /// Time of the last fetch of the file that this refusal has replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced_file: Option<Timestamp>,
    /// True if the store has removed the file. It forbade something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_lost: bool,
}

/// The site answers this 5xx for its robots.txt and for pages that cannot exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct MissingPages {
    code: u16,
    since: Timestamp,
}

impl Policy {
    /// The state after a fetch that ended at `now` and that [`decide`](Self::decide) required. (Google, *Handling HTTP
    /// result codes*; RFC 9309 section 2.3.1.) O(1).
    ///
    /// ```
    /// use maycrawl_policy::{Basis, Failure, FailureKind, Policy, PolicyEvent, State, Timestamp};
    ///
    /// let failure = Failure { kind: FailureKind::Dns, detail: "no name server answers".into() };
    /// let event = PolicyEvent::Failed { failure, retry_after: None, site: None };
    /// let now = Timestamp::from_millis(0);
    /// let state = Policy::Google2021.after_fetch(&State::default(), &event, now);
    /// // A failure never means that there is no file.
    /// assert_eq!(Policy::Google2021.decide(&state, now).basis, Basis::Disallowed);
    /// ```
    #[must_use]
    pub fn after_fetch(self, state: &State, event: &PolicyEvent, now: Timestamp) -> State {
        self.next_state(state, event, TransitionOptions::default(), now)
    }

    /// As [`after_fetch`](Self::after_fetch), for a forced fetch: 401, 403 and 429 count for one minute at most.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl_policy::{Fetch, Missing, Policy, PolicyEvent, State, Timestamp};
    ///
    /// let (policy, start) = (Policy::Google2021, Timestamp::from_millis(0));
    /// let refused = PolicyEvent::Answered { missing: Some(Missing::Status(403)), max_age: None };
    /// let later = start.after(Duration::from_secs(61));
    /// // The answer of a fetch that the policy required counts for a day.
    /// assert_eq!(policy.decide(&policy.after_fetch(&State::default(), &refused, start), later).fetch, Fetch::No);
    /// assert_eq!(policy.decide(&policy.after_refresh(&State::default(), &refused, start), later).fetch, Fetch::First);
    /// ```
    #[must_use]
    pub fn after_refresh(self, state: &State, event: &PolicyEvent, now: Timestamp) -> State {
        let options = TransitionOptions { forced: true, ..TransitionOptions::default() };
        self.next_state(state, event, options, now)
    }

    /// The state after a fetch that ended at `now`. [`after_fetch`](Self::after_fetch) is this function without
    /// options. O(1).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl_policy::{Basis, Missing, Policy, PolicyEvent, State, Timestamp, TransitionOptions};
    ///
    /// let policy = Policy::Google2021;
    /// let careful = TransitionOptions { confirm_refusals: true, ..TransitionOptions::default() };
    /// let at = |hours: u64| Timestamp::from_millis(0).after(Duration::from_secs(hours * 3600));
    /// let file = PolicyEvent::Answered { missing: None, max_age: None };
    /// let refused = PolicyEvent::Answered { missing: Some(Missing::Status(403)), max_age: None };
    ///
    /// let state = policy.next_state(&State::default(), &file, careful, at(0));
    /// let state = policy.next_state(&state, &refused, careful, at(30)); // the file has expired
    /// assert_eq!(policy.decide(&state, at(30)).basis, Basis::LastCopy);
    /// let state = policy.next_state(&state, &refused, careful, at(54)); // still so a day later
    /// assert_eq!(policy.decide(&state, at(54)).basis, Basis::NoFile);
    /// ```
    #[must_use]
    pub fn next_state(
        self,
        state: &State,
        event: &PolicyEvent,
        options: TransitionOptions,
        now: Timestamp,
    ) -> State {
        let table = self.table();
        // A stranger can force a fetch and provoke 401, 403 or 429, which may open the site. So these count for one
        // minute at most.
        let forced = options.forced;
        // This comes first: a stranger can provoke a refusal, and a cut transfer looks like a shorter file. Neither may
        // replace the known file yet.
        if let Some(doubted) = state.with_doubt(table, event, options, now) {
            return doubted;
        }
        match event {
            PolicyEvent::Answered { missing, max_age } => {
                let answer = table.answer(*missing, *max_age, now);
                let is_brief = forced && matches!(missing, Some(Missing::Status(401 | 403)));
                state.answered(if is_brief { answer.at_most(MINUTE) } else { answer })
            }
            PolicyEvent::Beginning { max_age, .. } | PolicyEvent::NoRobotsTxt { max_age, .. } => {
                state.answered(table.answer(None, *max_age, now))
            }
            PolicyEvent::Failed { failure, retry_after, site } => match failure.kind {
                FailureKind::Status(429) if !table.too_many_requests_is_failure => {
                    let longest = retry_after.map_or(table.freshness.0, clamp_retry_after);
                    let longest = if forced { longest.min(MINUTE) } else { longest };
                    let answer = table.answer(Some(Missing::Status(429)), None, now);
                    state.answered(answer.at_most(longest))
                }
                // Google takes 5xx for 404 where a site answers so for missing pages. An overload looks the same, so
                // all of this must hold, and still hold a day later.
                FailureKind::Status(code @ 500..)
                    if table.errors_may_mean_missing
                        && code != 503
                        && retry_after.is_none()
                        && *site == Some(SiteProbe::ErrorsForMissingPages)
                        && !state.has_seen_file() =>
                {
                    let seen = state.missing_pages.filter(|seen| seen.code == code);
                    let since = seen.map_or(now, |seen| seen.since.min(now));
                    let missing_pages = Some(MissingPages { code, since });
                    if now.since(since) < DAY {
                        let failed = state.failed(table, failure, None, *site, now);
                        return State { missing_pages, ..failed };
                    }
                    let missing = Missing::ErrorForMissingPages(code);
                    let answer = table.answer(Some(missing), None, now);
                    let answered = state.answered(answer.at_most(table.freshness.0));
                    State { missing_pages, ..answered }
                }
                _ => state.failed(table, failure, *retry_after, *site, now),
            },
        }
    }

    /// What a verdict at `now` rests on, and whether to fetch before or after it. (Google, *Caching*; RFC 9309 section
    /// 2.4.) O(1).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl_policy::{Fetch, Policy, PolicyEvent, State, Timestamp};
    ///
    /// let at = |hours: u64| Timestamp::from_millis(0).after(Duration::from_secs(hours * 3600));
    /// let file = PolicyEvent::Answered { missing: None, max_age: None };
    /// let state = Policy::Google2021.after_fetch(&State::default(), &file, at(0));
    /// let fetch = [23, 24, 25].map(|hours| Policy::Google2021.decide(&state, at(hours)).fetch);
    /// // For one hour after the day the file is given while it is fetched again.
    /// assert_eq!(fetch, [Fetch::No, Fetch::Background, Fetch::First]);
    /// ```
    #[must_use]
    pub fn decide(self, state: &State, now: Timestamp) -> Standing {
        let table = self.table();
        let doubted = state.refusal.filter(|doubted| doubted.series.is_some());
        match (state.answer, &state.trouble) {
            (None, None) => Standing { basis: Basis::Nothing, fetch: Fetch::First },
            (Some(answer), None) => {
                let basis = match answer.missing {
                    Some(_) => Basis::NoFile,
                    None if answer.is_lost => Basis::Disallowed,
                    None if doubted.is_some() => Basis::LastCopy,
                    None => Basis::File,
                };
                let fetch = match (doubted, answer.due(table, now)) {
                    // A time in the future means that the clock was set back. To wait for it could take years, so the
                    // site is asked.
                    _ if state.is_refusal_in_future(now) => Fetch::First,
                    (Some(doubted), _) => doubted.due(now),
                    (None, Fetch::Background) if state.is_paused(now) => Fetch::No,
                    (None, due) => due,
                };
                Standing { basis, fetch }
            }
            (answer, Some(trouble)) => {
                let basis = trouble.basis(table, answer.is_some_and(Answer::is_copy), now);
                let fetch = match trouble.due(now) {
                    _ if state.is_refusal_in_future(now) => Fetch::First,
                    _ if trouble.is_set_back(now) => Fetch::First,
                    _ if state.is_paused(now) => Fetch::No,
                    _ if doubted.is_some_and(|doubted| doubted.due(now) == Fetch::No) => Fetch::No,
                    due => due,
                };
                Standing { basis, fetch }
            }
        }
    }

    /// What comes of a site that fails at `now`, if it goes on failing; `None` if it does not fail. (Google, *Handling
    /// HTTP result codes*; RFC 9309 section 2.3.1.4.) O(steps).
    ///
    /// ```
    /// use maycrawl_policy::{Basis, Failure, FailureKind, Policy, PolicyEvent, State, Timestamp};
    ///
    /// let now = Timestamp::from_millis(0);
    /// let failure = Failure::new(FailureKind::Status(503), "HTTP 503");
    /// let event = PolicyEvent::Failed { failure, retry_after: None, site: None };
    /// let state = Policy::Google2026.after_fetch(&State::default(), &event, now);
    /// let outlook = Policy::Google2026.outlook(&state, now).unwrap();
    /// assert_eq!(outlook.changes_at, Some(Timestamp::from_millis(12 * 3_600_000)));
    /// assert_eq!(outlook.next_basis, Some(Basis::NoLimits));
    /// ```
    #[must_use]
    pub fn outlook(self, state: &State, now: Timestamp) -> Option<Outlook> {
        let (table, trouble) = (self.table(), state.trouble()?);
        let lasted = trouble.lasted_until(table, now);
        let next = ladder::step_at(table.failing, lasted) + 1;
        let step = table.failing.get(next);
        let depends = next + 1 == table.failing.len() && table.end_needs_site;
        let has_copy = state.answer().is_some_and(Answer::is_copy);
        Some(Outlook {
            since: trouble.since,
            retry_after: trouble.retry_after.filter(|until| *until > now),
            changes_at: step.map(|step| now.after(step.begin().saturating_sub(lasted))),
            next_basis: step
                .filter(|_| !depends)
                .and_then(|it| it.bases(has_copy).first().copied()),
        })
    }
}

impl State {
    /// The state of a site whose file was seen until `last_seen`, forbids something, and is not stored any more.
    /// Nothing but a robots.txt replaces it, and until then nothing may be fetched.
    #[doc(hidden)]
    #[must_use]
    pub fn from_lost_file(last_seen: Timestamp) -> Self {
        let answer = Answer {
            missing: None,
            at: last_seen,
            fresh_for: Duration::ZERO,
            brief: true,
            replaced_file: None,
            is_lost: true,
        };
        Self { answer: Some(answer), had_file: true, ..Self::default() }
    }

    /// The last answer that was no failure.
    #[doc(hidden)]
    #[must_use]
    pub const fn answer(&self) -> Option<Answer> {
        self.answer
    }

    /// The failures since then.
    #[doc(hidden)]
    #[must_use]
    pub const fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// The last answer that did not replace the known file.
    #[doc(hidden)]
    #[must_use]
    pub const fn refusal(&self) -> Option<DoubtedAnswer> {
        self.refusal
    }

    /// True if the known file is not stored any more.
    #[must_use]
    pub fn is_file_lost(&self) -> bool {
        self.answer.is_some_and(|answer| answer.is_lost)
    }

    /// True during the pause after a refusal: `Retry-After`, or one minute. No fetch is forced then.
    #[must_use]
    pub fn is_paused(&self, now: Timestamp) -> bool {
        self.refusal.is_some_and(|refusal| refusal.pauses(now))
    }

    /// True if a refusal lies in the future. Then the clock was set back, and the age of the file is unknown.
    fn is_refusal_in_future(&self, now: Timestamp) -> bool {
        self.refusal.is_some_and(|refusal| now.after(MAX_CLOCK_SKEW) < refusal.at)
    }

    /// True if the answer of the fetch that ended at `now` was doubted, and the known file stays in force. O(1).
    ///
    /// ```
    /// use maycrawl_policy::{Policy, PolicyEvent, State, Timestamp, TransitionOptions};
    ///
    /// let policy = Policy::Google2021;
    /// let careful = TransitionOptions { confirm_refusals: true, ..TransitionOptions::default() };
    /// let [start, later] = [0, 90_000_000].map(Timestamp::from_millis);
    /// let file = PolicyEvent::Answered { missing: None, max_age: None };
    /// let state = policy.next_state(&State::default(), &file, careful, start);
    ///
    /// let web_page = PolicyEvent::NoRobotsTxt { status: 200, max_age: None };
    /// assert!(policy.next_state(&state, &web_page, careful, later).has_doubted_at(later));
    /// ```
    #[must_use]
    pub fn has_doubted_at(&self, now: Timestamp) -> bool {
        self.refusal.is_some_and(|refusal| refusal.at == now)
    }

    /// True if a file was ever seen.
    #[must_use]
    pub fn has_seen_file(&self) -> bool {
        self.had_file || self.answer.is_some_and(|answer| answer.missing.is_none())
    }

    fn has_fresh_file(&self, now: Timestamp) -> bool {
        self.answer.is_some_and(|answer| {
            let is_set_back = now.after(MAX_CLOCK_SKEW) < answer.at;
            answer.missing.is_none() && !is_set_back && now.since(answer.at) < answer.fresh_for
        })
    }

    fn answered(&self, answer: Answer) -> Self {
        let had_file = self.has_seen_file() || answer.missing.is_none();
        let before = self.answer.filter(|_| answer.missing.is_some_and(Missing::is_refusal));
        let replaced_file = before.and_then(|before| match before.missing {
            None => Some(before.at),
            Some(_) => before.replaced_file,
        });
        let answer = Answer { replaced_file, ..answer };
        Self { answer: Some(answer), had_file, ..Self::default() }
    }

    fn failed(
        &self,
        table: &PolicyTable,
        failure: &Failure,
        retry_after: Option<Duration>,
        site: Option<SiteProbe>,
        now: Timestamp,
    ) -> Self {
        let trouble = Trouble::next(self.trouble.as_ref(), table, failure, retry_after, site, now);
        Self {
            answer: self.answer,
            trouble: Some(trouble),
            had_file: self.has_seen_file(),
            // A series of refusals ends with a file only.
            refusal: self.refusal.filter(|doubted| doubted.series.is_some()),
            ..Self::default()
        }
    }
}

impl PolicyTable {
    fn answer(
        &self,
        missing: Option<Missing>,
        max_age: Option<Duration>,
        now: Timestamp,
    ) -> Answer {
        let (least, most) = self.freshness;
        let fresh_for = max_age.unwrap_or(DAY).clamp(least, most);
        Answer { missing, at: now, fresh_for, brief: false, replaced_file: None, is_lost: false }
    }
}

impl Answer {
    /// True for a file that is stored.
    fn is_copy(self) -> bool {
        self.missing.is_none() && !self.is_lost
    }

    /// The same answer, fresh for `longest` at most, and never served stale.
    fn at_most(self, longest: Duration) -> Self {
        Self { fresh_for: self.fresh_for.min(longest), brief: true, ..self }
    }

    fn due(&self, table: &PolicyTable, now: Timestamp) -> Fetch {
        // Earlier releases stored a 429 with the freshness of a file.
        let is_old_429 = !self.brief && self.missing == Some(Missing::Status(429));
        if is_old_429 {
            return self.at_most(table.freshness.0).due(table, now);
        }
        let max_stale = if self.brief { Duration::ZERO } else { table.max_stale };
        let age = now.since(self.at);
        if now.after(MAX_CLOCK_SKEW) < self.at {
            // The clock was set back: the age of the answer is unknown.
            Fetch::First
        } else if age < self.fresh_for {
            Fetch::No
        } else if age < self.fresh_for + max_stale {
            Fetch::Background
        } else {
            Fetch::First
        }
    }
}
