//! Answers that a stranger can provoke: 401, 403 and 429. None of them replaces a fresh file, and otherwise their
//! effect is short-lived. Also the decision of another policy about the same state.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use maycrawl_policy::Basis::{self, Disallowed, File, LastCopy, NoFile, NoLimits};
use maycrawl_policy::FailureKind::{self, Dns, Status};
use maycrawl_policy::Fetch::{self, Background, First, No};
use maycrawl_policy::Policy::{self, Google2021, Google2026, Rfc9309};
use maycrawl_policy::{Failure, Missing, PolicyEvent, SiteProbe, State, Timestamp};
use serde::Serialize;

/// 2026-11-20.
const START: Timestamp = Timestamp::from_millis(1_795_132_800_000);
const MINUTE: u64 = 60;
const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

fn sec(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn at(seconds: u64) -> Timestamp {
    START.after(sec(seconds))
}

fn answered(missing: Option<u16>, max_age: Option<u64>) -> PolicyEvent {
    PolicyEvent::Answered { missing: missing.map(Missing::Status), max_age: max_age.map(sec) }
}

fn failed(kind: FailureKind, retry_after: Option<u64>, site: Option<SiteProbe>) -> PolicyEvent {
    let failure = Failure { kind, detail: format!("{kind:?}") };
    PolicyEvent::Failed { failure, retry_after: retry_after.map(sec), site }
}

/// 401, 403 or 429.
fn refusal(code: u16, retry_after: Option<u64>) -> PolicyEvent {
    match code {
        429 => failed(Status(429), retry_after, None),
        _ => answered(Some(code), None),
    }
}

fn judge(
    policy: Policy,
    forced: bool,
    state: &State,
    event: &PolicyEvent,
    now: Timestamp,
) -> State {
    if forced {
        policy.after_refresh(state, event, now)
    } else {
        policy.after_fetch(state, event, now)
    }
}

/// Hour by hour: whatever is provoked while the file is fresh, it is in force until it expires by its own schedule.
#[test]
fn a_refusal_never_replaces_a_fresh_file() {
    for policy in Policy::ALL {
        for code in [401, 403, 429] {
            for retry_after in [None, Some(1), Some(2 * HOUR), Some(u64::MAX)] {
                for forced in [false, true] {
                    for hour in 0..24 {
                        let what = format!("{policy}, {code}, {retry_after:?}, {forced}, {hour} h");
                        let file =
                            policy.after_fetch(&State::default(), &answered(None, None), START);
                        let refused = refusal(code, retry_after);
                        let mut state = file.clone();
                        // Again and again.
                        for minute in 0..20 {
                            let now = at(hour * HOUR + minute * MINUTE);
                            state = judge(policy, forced, &state, &refused, now);
                        }
                        for later in hour..24 {
                            let standing = policy.decide(&state, at(later * HOUR + 30 * MINUTE));
                            assert_eq!((standing.basis, standing.fetch), (File, No), "{what}");
                        }
                        let expired = policy.decide(&state, at(DAY + HOUR));
                        assert_eq!((expired.basis, expired.fetch), (File, First), "{what}");
                        // What comes then counts: the refusal has prolonged nothing.
                        let none = answered(Some(404), None);
                        let gone = policy.after_fetch(&state, &none, at(DAY + HOUR));
                        assert_eq!(policy.decide(&gone, at(DAY + HOUR)).basis, NoFile, "{what}");
                    }
                }
            }
        }
    }
}

/// While a fresh file is left after a failed refresh, a refusal does not end what the failure forbids.
#[test]
fn a_refusal_after_a_failure_opens_nothing_while_the_file_would_be_fresh() {
    for policy in Policy::ALL {
        for code in [401, 403, 429] {
            let file = policy.after_fetch(&State::default(), &answered(None, None), START);
            let down = policy.after_refresh(&file, &failed(Status(500), None, None), at(HOUR));
            let state = policy.after_refresh(&down, &refusal(code, None), at(2 * HOUR));
            assert_eq!(policy.decide(&state, at(2 * HOUR)).basis, Disallowed, "{policy}, {code}");
        }
    }
}

/// A site that refused is fetched again in the background, but not before `Retry-After` or one minute has passed.
#[test]
fn a_stale_file_waits_for_the_pause() {
    let rows: &[(Option<u64>, u64, Fetch)] = &[
        (None, 59, No),
        (None, 60, Background),
        (Some(0), 9, No),
        (Some(0), 10, Background),
        (Some(1800), 1799, No),
        (Some(1800), 1800, Background),
        (Some(DAY), 3599, No),
        (Some(DAY), 3601, First),
    ];
    for &(retry_after, after, fetch) in rows {
        let file = Google2021.after_fetch(&State::default(), &answered(None, None), START);
        let refused = refusal(429, retry_after);
        let state = Google2021.after_refresh(&file, &refused, at(DAY - 1));
        let standing = Google2021.decide(&state, at(DAY - 1 + after));
        assert_eq!((standing.basis, standing.fetch), (File, fetch), "{retry_after:?}, {after} s");
    }
}

/// How long a refusal counts where no file is fresh, in seconds; after that it is fetched first, never served stale.
#[test]
fn a_refusal_without_a_fresh_file_is_short_lived() {
    // Which, Retry-After, forced, for how long, whether it is served stale after that.
    type Row = (u16, Option<u64>, bool, u64, bool);
    let rows: &[Row] = &[
        (429, None, false, 300, false),
        (429, Some(1), false, 10, false),
        (429, Some(120), false, 120, false),
        (429, Some(u64::MAX), false, DAY, false),
        (429, None, true, 60, false),
        (429, Some(1), true, 10, false),
        (429, Some(u64::MAX), true, 60, false),
        (403, None, true, 60, false),
        (401, None, true, 60, false),
        (404, None, true, DAY, true),
        (403, None, false, DAY, true),
        (401, None, false, DAY, true),
    ];
    for policy in [Google2021, Rfc9309] {
        let old_file = policy.after_fetch(&State::default(), &answered(None, None), START);
        for before in [State::default(), old_file] {
            for &(code, retry_after, forced, lives, is_served_stale) in rows {
                let what = format!("{policy}, {code}, {retry_after:?}, {forced}, {before:?}");
                let state =
                    judge(policy, forced, &before, &refusal(code, retry_after), at(2 * DAY));
                let asked = |after| policy.decide(&state, at(2 * DAY).after(after));
                assert_eq!(asked(Duration::ZERO).basis, NoFile, "{what}");
                let last = sec(lives) - Duration::from_millis(1);
                assert_eq!(asked(last).fetch, No, "{what}");
                let stale = is_served_stale && policy != Rfc9309;
                let expected = if stale { Background } else { First };
                assert_eq!(asked(sec(lives)).fetch, expected, "{what}");
            }
        }
    }
    // Where 429 is a server error it disallows, from the first one.
    let state = Google2026.after_refresh(&State::default(), &refusal(429, None), START);
    assert_eq!(Google2026.decide(&state, START).basis, Disallowed);
}

/// Probes of a failing site: hour, status, `Retry-After`, result; and the basis after the last one.
type Look = (u64, u16, Option<u64>, Option<SiteProbe>);

#[test]
fn errors_for_missing_pages_are_believed_late_and_briefly() {
    const SAME: Option<SiteProbe> = Some(SiteProbe::ErrorsForMissingPages);
    #[rustfmt::skip]
    let rows: &[(&str, Option<PolicyEvent>, &[Look], Basis)] = &[
        ("once is not enough", None, &[(0, 500, None, SAME)], Disallowed),
        ("twice within a day is not", None, &[(0, 500, None, SAME), (23, 500, None, SAME)], Disallowed),
        ("twice a day apart", None, &[(0, 500, None, SAME), (24, 500, None, SAME)], NoFile),
        ("as often as it likes in between", None, &[(0, 500, None, SAME), (9, 500, None, SAME), (24, 500, None, SAME)], NoFile),
        ("after the word that there is none", Some(answered(Some(404), None)), &[(0, 500, None, SAME), (24, 500, None, SAME)], NoFile),
        ("another look in between", None, &[(0, 500, None, SAME), (9, 500, None, Some(SiteProbe::Answers)), (24, 500, None, SAME)], Disallowed),
        ("nobody looked in between", None, &[(0, 500, None, SAME), (9, 500, None, None), (24, 500, None, SAME)], Disallowed),
        ("another status in between", None, &[(0, 500, None, SAME), (9, 502, None, SAME), (24, 500, None, SAME)], Disallowed),
        ("an answer in between", None, &[(0, 500, None, SAME), (9, 404, None, None), (24, 500, None, SAME)], Disallowed),
        ("503 is overload", None, &[(0, 503, None, SAME), (24, 503, None, SAME)], Disallowed),
        ("429 is", None, &[(0, 429, None, SAME), (24, 500, None, SAME)], Disallowed),
        ("Retry-After is", None, &[(0, 500, Some(60), SAME), (24, 500, Some(60), SAME)], Disallowed),
        ("Retry-After the second time is", None, &[(0, 500, None, SAME), (24, 500, Some(60), SAME)], Disallowed),
        ("there was a file", Some(answered(None, None)), &[(30, 500, None, SAME), (60, 500, None, SAME)], Disallowed),
        ("there was a file long before", Some(answered(None, None)), &[(30, 404, None, None), (60, 500, None, SAME), (90, 500, None, SAME)], Disallowed),
    ];
    for policy in [Google2021, Google2026] {
        for (sentence, before, looks, expected) in rows {
            let mut state = State::default();
            if let Some(before) = before {
                state = policy.after_fetch(&state, before, START);
            }
            let mut now = START;
            for &(hour, status, retry_after, site) in *looks {
                now = at(hour * HOUR);
                let event = match status {
                    404 => answered(Some(404), None),
                    status => failed(Status(status), retry_after, site),
                };
                state = policy.after_fetch(&state, &event, now);
            }
            let standing = policy.decide(&state, now);
            let is_open_by_age = policy == Google2026 && *expected == Disallowed;
            if !is_open_by_age || standing.basis != NoLimits {
                let expected = match (policy, standing.basis, expected) {
                    // Its 12 hours are over, and the copy counts.
                    (Google2026, LastCopy, Disallowed) => LastCopy,
                    _ => *expected,
                };
                assert_eq!(standing.basis, expected, "{policy}: {sentence}");
            }
            if *expected == NoFile {
                let asked = |after| policy.decide(&state, now.after(after)).fetch;
                assert_eq!(asked(sec(299)), No, "{policy}: {sentence}");
                assert_eq!(asked(sec(300)), First, "{policy}: {sentence}: the shortest freshness");
                // The next time it is known already.
                let again = failed(Status(500), None, SAME);
                state = policy.after_fetch(&state, &again, now.after(sec(300)));
                assert_eq!(policy.decide(&state, now.after(sec(300))).basis, NoFile, "{sentence}");
            }
        }
    }
}

/// Whose state it is, what happens in which hour, who else is asked, and what that says in which hour; `None` where it
/// decides alike.
type Row<'r> = (Policy, &'r [(u64, PolicyEvent)], Policy, &'r [(u64, Option<Basis>)]);

#[test]
fn another_policy_says_where_it_decides_otherwise() {
    let file = || answered(None, None);
    let down = || failed(Status(500), None, None);
    let busy = || failed(Status(429), Some(DAY), None);
    let up_but = || failed(Status(500), None, Some(SiteProbe::Answers));
    #[rustfmt::skip]
    let rows: &[Row<'_>] = &[
        (Google2021, &[(0, file())], Google2026, &[(0, None), (900, None)]),
        (Google2021, &[(0, busy())], Google2026, &[(0, Some(Disallowed)), (23, Some(Disallowed))]),
        (Google2021, &[(0, down())], Google2026, &[(0, None), (11, None)]),
        (Google2021, &[(0, file()), (30, down()), (37, down()), (44, down())], Google2026, &[(31, None), (44, Some(LastCopy))]),
        (Google2021, &[(0, down()), (6, down()), (12, down())], Google2026, &[(12, Some(NoLimits))]),
        (Google2021, &[(0, answered(Some(404), None))], Rfc9309, &[(0, None)]),
        (Google2026, &[(0, busy())], Google2021, &[(0, Some(NoFile))]),
        (Google2026, &[(0, file()), (30, down()), (37, down()), (44, down())], Google2021, &[(44, Some(Disallowed))]),
        (Google2021, &[(0, up_but())], Google2026, &[(0, None)]),
    ];
    for (own, events, other, expectations) in rows {
        for &(hour, expected) in *expectations {
            let mut state = State::default();
            for (then, event) in events.iter().filter(|(then, _)| *then <= hour) {
                state = own.after_fetch(&state, event, at(then * HOUR));
            }
            let now = at(hour * HOUR);
            let basis = other.basis_of(&state, now);
            let asked = own.decide(&state, now).basis;
            match expected {
                Some(expected) => assert_eq!(basis, expected, "{own}, {hour} h: {events:?}"),
                None => {
                    let is_open = |basis| matches!(basis, NoFile | NoLimits);
                    let alike = basis == asked || (is_open(basis) && is_open(asked));
                    assert!(alike, "{own} {asked:?}, {other} {basis:?}, {hour} h: {events:?}");
                }
            }
            assert_eq!(own.basis_of(&state, now), asked, "{own} of its own state");
        }
    }
}

/// An outage of forty days under both policies: `google-2026` differs from the 12th hour to the end.
#[test]
fn an_outage_is_told_apart_hour_by_hour() {
    let mut state = Google2021.after_fetch(&State::default(), &answered(None, None), START);
    for hour in 25..985 {
        let now = at(hour * HOUR);
        if Google2021.decide(&state, now).fetch != No {
            state = Google2021.after_fetch(&state, &failed(Dns, None, None), now);
        }
        let since = hour - 25;
        let (own, other) = (Google2021.decide(&state, now).basis, Google2026.basis_of(&state, now));
        let expected = match since {
            0..12 => (Disallowed, Disallowed),
            12..720 => (Disallowed, LastCopy),
            720..732 => (LastCopy, LastCopy),
            _ => (LastCopy, Disallowed),
        };
        assert_eq!((own, other), expected, "{since} h");
    }
}

/// Entries that an earlier release has stored: without the fields that came later.
#[test]
fn states_of_earlier_releases_are_read() {
    #[derive(Serialize)]
    struct OldAnswer {
        missing: Option<Missing>,
        at: Timestamp,
        fresh_for: Duration,
    }
    #[derive(Serialize)]
    struct OldState {
        answer: Option<OldAnswer>,
        trouble: Option<()>,
    }
    for (missing, basis, fetch_after_an_hour) in [
        (None, File, No),
        (Some(Missing::Status(404)), NoFile, No),
        // It was stored with the freshness of a file.
        (Some(Missing::Status(429)), NoFile, First),
    ] {
        let answer = Some(OldAnswer { missing, at: START, fresh_for: sec(DAY) });
        let stored = rmp_serde::to_vec_named(&OldState { answer, trouble: None }).unwrap();
        let state: State = rmp_serde::from_slice(&stored).unwrap();
        assert_eq!(Google2021.decide(&state, at(60)).basis, basis);
        assert_eq!(Google2021.decide(&state, at(HOUR)).fetch, fetch_after_an_hour, "{missing:?}");
        // And back: what this release writes of it has all that the earlier one reads.
        let again: State =
            rmp_serde::from_slice(&rmp_serde::to_vec_named(&state).unwrap()).unwrap();
        assert_eq!(again, state);
    }
}
