//! Differences between the decisions of two policies about the same state.

use std::fmt;

use super::standing::Basis;
use super::table::Policy;
use super::trouble::Trouble;
use super::{Answer, State};
use crate::outcome::{Failure, FailureKind, Missing};
use crate::timestamp::Timestamp;

/// The decision of another policy about the same robots.txt. [`Display`](fmt::Display) gives the sentence:
/// `google-2026 (Google's documents of 2026) disallows it: 429 is a server error there`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyDifference {
    /// The other policy.
    pub policy: Policy,
    /// What the other policy's verdicts rest on.
    pub basis: Basis,
    why: &'static str,
}

impl Policy {
    /// What a verdict at `now` rests on if this policy interprets `state`, which another policy may have computed.
    /// O(1).
    ///
    /// A state does not store the whole history. A 429 that counted as a missing file (`google-2021`, `rfc9309`) is,
    /// for the other policy, a failure that began with the last such answer and left no copy.
    ///
    /// ```
    /// use maycrawl_policy::{Basis, Failure, FailureKind, Policy, PolicyEvent, State, Timestamp};
    ///
    /// let failure = Failure { kind: FailureKind::Status(429), detail: "HTTP 429".into() };
    /// let event = PolicyEvent::Failed { failure, retry_after: None, site: None };
    /// let now = Timestamp::from_millis(0);
    /// let state = Policy::Google2021.after_fetch(&State::default(), &event, now);
    /// // The text of 2021 takes 429 for 404. The text of today takes it for a server error.
    /// assert_eq!(Policy::Google2021.basis_of(&state, now), Basis::NoFile);
    /// assert_eq!(Policy::Google2026.basis_of(&state, now), Basis::Disallowed);
    /// ```
    #[must_use]
    pub fn basis_of(self, state: &State, now: Timestamp) -> Basis {
        let table = self.table();
        let missing = state.answer.filter(|_| state.trouble.is_none()).and_then(|it| it.missing);
        match (missing, &state.trouble) {
            (Some(Missing::Status(429)), _) if table.too_many_requests_is_failure => {
                self.basis_of_failing_site(429, state.answer.as_ref(), now)
            }
            (Some(Missing::ErrorForMissingPages(code)), _) if !table.errors_may_mean_missing => {
                self.basis_of_failing_site(code, state.answer.as_ref(), now)
            }
            (_, Some(Trouble { cause: Failure { kind: FailureKind::Status(429), .. }, .. }))
                if !table.too_many_requests_is_failure =>
            {
                Basis::NoFile
            }
            _ => self.decide(state, now).basis,
        }
    }

    /// The basis after a 429 of a site with an expired file.
    #[doc(hidden)]
    #[must_use]
    pub const fn basis_of_first_429(self) -> Basis {
        if self.table().too_many_requests_is_failure { Basis::Disallowed } else { Basis::NoFile }
    }

    /// The basis if the answer had been the first failure.
    fn basis_of_failing_site(self, code: u16, answer: Option<&Answer>, now: Timestamp) -> Basis {
        let began = answer.map_or(now, |answer| answer.at);
        let state =
            State::default().failed(self.table(), &Failure::status(code), None, None, began);
        self.decide(&state, now).basis
    }
}

impl PolicyDifference {
    /// The difference between `own`, what verdicts rest on, and what `policy` makes of the same state.
    #[doc(hidden)]
    #[must_use]
    pub fn between(own: Basis, policy: Policy, state: &State, now: Timestamp) -> Option<Self> {
        let basis = policy.basis_of(state, now);
        if Effect::of(own) == Effect::of(basis) {
            return None;
        }
        Some(Self { policy, basis, why: why(own, policy, basis, state) })
    }
}

/// The effect of a basis on a URL.
#[derive(PartialEq, Eq)]
enum Effect {
    Rules,
    Open,
    Closed,
}

impl Effect {
    fn of(basis: Basis) -> Self {
        match basis {
            Basis::File | Basis::LastCopy => Self::Rules,
            Basis::NoFile | Basis::NoLimits => Self::Open,
            Basis::Nothing | Basis::Disallowed => Self::Closed,
        }
    }
}

fn why(own: Basis, policy: Policy, basis: Basis, state: &State) -> &'static str {
    let missing = state.answer.filter(|_| state.trouble.is_none()).and_then(|it| it.missing);
    let cause = state.trouble.as_ref().map(|trouble| trouble.cause.kind);
    // The policies disagree about 429 itself. The sentences about failures below would hide that.
    if missing == Some(Missing::Status(429)) || cause == Some(FailureKind::Status(429)) {
        let is_failure = policy.table().too_many_requests_is_failure;
        if is_failure && Effect::of(own) == Effect::Open {
            return "429 is a server error there";
        }
        if !is_failure {
            return "429 counts as 404 there";
        }
    }
    if let Some(Missing::ErrorForMissingPages(_)) = missing {
        return "5xx never means a missing file there";
    }
    match (policy, Effect::of(basis), Effect::of(own)) {
        (Policy::Google2026, Effect::Closed, _) => {
            "after 30 days of failures the site's other pages have to answer there"
        }
        (Policy::Google2026, _, Effect::Closed) => {
            "failures disallow everything for the first 12 h only there"
        }
        (Policy::Google2026, ..) => {
            "after 30 days of failures a site whose other pages answer has no limits there"
        }
        (Policy::Google2019, Effect::Closed, _) => {
            "failures disallow everything until the site answers there"
        }
        (_, Effect::Closed, _) => "failures disallow everything for 30 days there",
        _ => "after 30 days of failures the last copy, or no limits, apply there",
    }
}

impl fmt::Display for PolicyDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let does = match self.basis {
            Basis::Nothing | Basis::Disallowed => "disallows it",
            Basis::File => "follows the file",
            Basis::LastCopy => "follows the last copy",
            Basis::NoFile | Basis::NoLimits => "assumes no limits",
        };
        write!(f, "{} ({}) {does}: {}", self.policy, self.policy.title(), self.why)
    }
}
