//! Jumps of the wall clock: they never allow a disallowed site, and never cause a long wait.
//!
//! A jump ahead does not end a disallow that has just begun. A state from the future is fetched again. A clock that is
//! set back does not delay the next request to a failing site by more than a day.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use Jump::{By, To};
use Known::{AnsweredFile, AnsweredNone, Errors, FileThenErrors, Nobody};
use maycrawl_policy::Basis::{Disallowed, File, LastCopy, NoFile, NoLimits, Nothing};
use maycrawl_policy::FailureKind::{self, Dns, Status, Timeout};
use maycrawl_policy::Fetch::{Background, First, No};
use maycrawl_policy::Policy::{Google2019, Google2021, Google2026, Rfc9309};
use maycrawl_policy::{
    Basis, Failure, Fetch, Missing, Policy, PolicyEvent, SiteProbe, Standing, State, Timestamp,
};
use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const YEAR: i64 = 365 * DAY;
const ALL: &[Policy] = &Policy::ALL;

/// 2026-11-21.
const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);
const EPOCH: Timestamp = Timestamp::from_millis(0);
const END_OF_TIME: Timestamp = Timestamp::from_millis(u64::MAX);

#[derive(Clone, Copy, Debug)]
enum Jump {
    By(i64),
    To(Timestamp),
}

#[rustfmt::skip]
const JUMPS: &[Jump] = &[
    By(0), By(SECOND), By(HOUR), By(31 * DAY), By(10 * YEAR), To(END_OF_TIME),
    By(-2 * MINUTE), By(-HOUR), By(-31 * DAY), By(-10 * YEAR), To(EPOCH),
];

/// What was known at [`NOW`], the moment before the jump.
#[derive(Clone, Copy, Debug)]
enum Known {
    Nobody,
    /// An answer, so long ago.
    AnsweredFile(i64),
    AnsweredNone(i64),
    /// 503s for so long, the last of them now, after a file or after nothing.
    FileThenErrors(i64),
    Errors(i64),
}

#[rustfmt::skip]
const STATES: &[Known] = &[
    Nobody,
    AnsweredFile(0), AnsweredFile(23 * HOUR), AnsweredFile(24 * HOUR), AnsweredFile(3 * DAY),
    AnsweredNone(0), AnsweredNone(23 * HOUR), AnsweredNone(24 * HOUR), AnsweredNone(3 * DAY),
    FileThenErrors(0), FileThenErrors(HOUR), FileThenErrors(13 * HOUR), FileThenErrors(26 * DAY), FileThenErrors(29 * DAY), FileThenErrors(40 * DAY),
    Errors(0), Errors(HOUR), Errors(13 * HOUR), Errors(26 * DAY), Errors(29 * DAY), Errors(40 * DAY),
];

type AfterAJump<'a> = (Known, &'a [Policy], &'a [Jump], Basis, Fetch);

#[test]
fn a_verdict_right_after_a_jump() {
    #[rustfmt::skip]
    let rows: &[AfterAJump<'_>] = &[
        (Nobody, ALL, JUMPS, Nothing, First),

        // A fresh answer ages with the clock, and one from the future is fetched again.
        (AnsweredFile(0), ALL, &[By(0), By(SECOND), By(HOUR)], File, No),
        (AnsweredFile(0), ALL, &[By(31 * DAY), By(10 * YEAR), To(END_OF_TIME)], File, First),
        (AnsweredFile(0), ALL, &[By(-2 * MINUTE), By(-HOUR), By(-31 * DAY), By(-10 * YEAR), To(EPOCH)], File, First),
        (AnsweredNone(0), ALL, &[By(0), By(SECOND), By(HOUR)], NoFile, No),
        (AnsweredNone(0), ALL, &[By(31 * DAY), By(10 * YEAR), To(END_OF_TIME)], NoFile, First),
        (AnsweredNone(0), ALL, &[By(-2 * MINUTE), By(-HOUR), By(-31 * DAY), By(-10 * YEAR), To(EPOCH)], NoFile, First),
        (AnsweredFile(23 * HOUR), &[Google2019, Google2021, Google2026], &[By(HOUR)], File, Background),
        (AnsweredFile(23 * HOUR), &[Rfc9309], &[By(HOUR)], File, First),
        (AnsweredFile(23 * HOUR), ALL, &[By(-2 * MINUTE), By(-HOUR)], File, No),

        // An outage of an hour is one after any jump.
        (FileThenErrors(HOUR), ALL, &[By(0), By(SECOND)], Disallowed, No),
        (FileThenErrors(HOUR), ALL, &[By(HOUR)], Disallowed, Background),
        (FileThenErrors(HOUR), ALL, &[By(31 * DAY), By(10 * YEAR), To(END_OF_TIME)], Disallowed, First),
        (FileThenErrors(HOUR), ALL, &[By(-2 * MINUTE), By(-HOUR), By(-31 * DAY), By(-10 * YEAR), To(EPOCH)], Disallowed, First),
        (Errors(HOUR), ALL, &[By(31 * DAY), By(10 * YEAR), To(END_OF_TIME)], Disallowed, First),
        (Errors(HOUR), ALL, &[By(-2 * MINUTE), By(-HOUR), By(-31 * DAY), By(-10 * YEAR), To(EPOCH)], Disallowed, First),

        // What has lasted does not get shorter by a clock that is set back.
        (FileThenErrors(13 * HOUR), &[Google2026], &[By(-2 * MINUTE), By(-31 * DAY), To(EPOCH)], LastCopy, First),
        (Errors(13 * HOUR), &[Google2026], &[By(-2 * MINUTE), By(-31 * DAY), To(EPOCH)], NoLimits, First),
        (FileThenErrors(13 * HOUR), &[Google2019, Google2021, Rfc9309], JUMPS, Disallowed, First),
        (FileThenErrors(40 * DAY), &[Google2021, Rfc9309], JUMPS, LastCopy, First),
        (Errors(40 * DAY), &[Google2021, Rfc9309], JUMPS, NoLimits, First),
        (FileThenErrors(40 * DAY), &[Google2019], JUMPS, Disallowed, First),
        (Errors(40 * DAY), &[Google2019], JUMPS, Disallowed, First),
        (FileThenErrors(40 * DAY), &[Google2026], JUMPS, Disallowed, First),
        (Errors(40 * DAY), &[Google2026], JUMPS, Disallowed, First),
    ];
    for &(known, policies, jumps, basis, fetch) in rows {
        for &policy in policies {
            for &jump in jumps {
                let standing = policy.decide(&known.state(policy), jump.from(NOW));
                let what = format!("{policy}, {known:?}, {jump:?}");
                assert_eq!(standing.basis, basis, "{what}");
                // Where all jumps are in one row, it is about the basis.
                if jumps.len() < JUMPS.len() || known.is_nobody() {
                    assert_eq!(standing.fetch, fetch, "{what}");
                }
            }
        }
    }
}

/// The next failure after a jump ends no disallow that began an hour ago, nor one that began with it; and
/// where it goes on for 30 days, a jump counts three of them at most.
#[test]
fn a_failure_after_a_jump_opens_nothing() {
    for policy in Policy::ALL {
        for &known in STATES {
            for &jump in JUMPS {
                for kind in [Status(500), Status(503), Dns, Timeout] {
                    let what = format!("{policy}, {known:?}, {jump:?}, then {kind:?}");
                    let there = jump.from(NOW);
                    let state = policy.after_fetch(&known.state(policy), &failed(kind), there);
                    let basis = policy.decide(&state, there).basis;
                    let lasted = match known {
                        FileThenErrors(lasted) | Errors(lasted) => lasted,
                        Nobody | AnsweredFile(_) | AnsweredNone(_) => 0,
                    };
                    let safe = match policy {
                        Google2019 => true,
                        Google2021 | Rfc9309 => lasted <= 26 * DAY,
                        Google2026 => lasted <= HOUR,
                        other => unreachable!("{other:?} is not in this model"),
                    };
                    if safe {
                        assert_eq!(basis, Disallowed, "{what}");
                    }
                    assert!(![Nothing, File, NoFile].contains(&basis), "{what}: {basis:?}");
                    // From there back to where the clock was, and the same holds.
                    for back in [NOW, EPOCH] {
                        let standing = policy.decide(&state, back);
                        assert!(lasted > HOUR || standing.basis == Disallowed, "{what}, and back");
                        if later(back, MINUTE) < there {
                            assert_eq!(standing.fetch, First, "{what}, and back");
                        }
                    }
                }
            }
        }
    }
}

/// Machines that share a store do not agree on the second: what another one fetched a moment from now is
/// fresh all the same.
#[test]
fn a_clock_that_is_a_little_behind_is_not_set_back() {
    for policy in Policy::ALL {
        for (behind, expected) in [(SECOND, No), (MINUTE, No), (MINUTE + SECOND, First)] {
            for known in [AnsweredFile(0), AnsweredNone(0), Errors(0)] {
                let standing = policy.decide(&known.state(policy), By(-behind).from(NOW));
                assert_eq!(standing.fetch, expected, "{policy}, {known:?}, {behind} ms behind");
            }
        }
    }
}

/// Wherever the clock jumps, a lookup at that time or a day later makes a request to the site.
#[test]
fn no_jump_makes_anyone_wait() {
    for policy in Policy::ALL {
        for &known in STATES {
            for &jump in JUMPS {
                let state = known.state(policy);
                let there = jump.from(NOW);
                let asks = |state: &State, then: Timestamp| {
                    [then, later(then, DAY + MINUTE)]
                        .iter()
                        .any(|&then| policy.decide(state, then).fetch != No)
                };
                assert!(asks(&state, there), "{policy}, {known:?}, {jump:?}");
                for asked_to_wait in [0, 10, 86_400, u64::MAX] {
                    let retry_after = Some(Duration::from_secs(asked_to_wait));
                    let failure =
                        PolicyEvent::Failed { failure: words(Dns), retry_after, site: None };
                    let state = policy.after_fetch(&state, &failure, there);
                    for jump in JUMPS {
                        let asks = asks(&state, jump.from(there));
                        assert!(asks, "{policy}, {known:?}, {jump:?}, {asked_to_wait} s");
                    }
                }
            }
        }
    }
}

/// A file, then an error, then a 429 while the file is fresh: the 429 pauses fetches as it does without the
/// error, and where it seems to come from the future, the site is asked.
#[test]
fn a_refusal_in_an_outage_pauses_and_ages_too() {
    for policy in Policy::ALL {
        let answered = PolicyEvent::Answered { missing: None, max_age: None };
        let failed_then_refused = |retry_after: i64| {
            let state = policy.after_fetch(&State::default(), &answered, NOW);
            let state = policy.after_fetch(&state, &failed(Dns), NOW);
            let retry_after = Some(Duration::from_millis(retry_after as u64));
            let refused =
                PolicyEvent::Failed { failure: words(Status(429)), retry_after, site: None };
            policy.after_fetch(&state, &refused, later(NOW, 2 * HOUR))
        };
        let asked = |retry_after, then| policy.decide(&failed_then_refused(retry_after), then);
        let (at, before) = (later(NOW, 2 * HOUR), later(NOW, HOUR));
        assert_eq!(asked(5 * HOUR, at).basis, Disallowed, "{policy}");
        assert_eq!(asked(5 * HOUR, later(at, 4 * HOUR)).fetch, No, "{policy}: left alone");
        assert_eq!(asked(5 * HOUR, later(at, 6 * HOUR)).fetch, First, "{policy}: asked again");
        assert_eq!(asked(5 * HOUR, before).fetch, First, "{policy}: the clock was set back");
    }
}

/// What happens to a site, or to the clock.
#[derive(Clone, Debug)]
enum Step {
    Clock(Jump),
    Fetched(PolicyEvent),
    /// A page is wanted: a fetch if the policy says so, which ends like this.
    Wanted(PolicyEvent),
}

fn scripts() -> impl Strategy<Value = Vec<Step>> {
    let moved = prop_oneof![
        4 => (0..2 * HOUR).prop_map(By),
        4 => (0..3 * DAY).prop_map(By),
        1 => (-2 * DAY..2 * DAY).prop_map(By),
        1 => (-20 * YEAR..20 * YEAR).prop_map(By),
        1 => prop_oneof![Just(To(EPOCH)), Just(To(NOW)), Just(To(END_OF_TIME))],
    ];
    let seconds = || {
        prop_oneof![Just(0), 0..1000u64, 0..200_000u64, 0..5_000_000u64, Just(u64::MAX)]
            .prop_map(Duration::from_secs)
    };
    let missing = prop_oneof![
        Just(None),
        (400..500u16).prop_map(|code| Some(Missing::Status(code))),
        Just(Some(Missing::Ftp(550))),
        Just(Some(Missing::RedirectLoop)),
    ];
    let kind = prop_oneof![
        (500..600u16).prop_map(Status),
        Just(Status(503)),
        Just(Status(429)),
        Just(Dns),
        Just(Timeout),
    ];
    let site = prop_oneof![
        3 => Just(None),
        1 => Just(Some(SiteProbe::Answers)),
        1 => Just(Some(SiteProbe::Down)),
        1 => Just(Some(SiteProbe::ErrorsForMissingPages)),
    ];
    let answered = (missing, prop::option::of(seconds()))
        .prop_map(|(missing, max_age)| PolicyEvent::Answered { missing, max_age });
    let failed = (kind, prop::option::of(seconds()), site).prop_map(|(kind, retry_after, site)| {
        PolicyEvent::Failed { failure: words(kind), retry_after, site }
    });
    let event = prop_oneof![1 => answered, 5 => failed].boxed();
    let step = prop_oneof![
        moved.prop_map(Step::Clock),
        event.clone().prop_map(Step::Fetched),
        event.prop_map(Step::Wanted),
    ];
    vec(step, 1..80)
}

/// The state of the reference model, which has seen the whole script.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// The last answer: whether it was a file.
    file: Option<bool>,
    failures: u32,
    /// How far the clock went ahead, all ways together, since the first of the failures.
    ahead: Duration,
    site_answers: bool,
    /// When the last file came, and for how long it is fresh.
    fresh: Option<(Timestamp, Duration)>,
    had_file: bool,
    /// Which 5xx the site answers for missing pages, and since when.
    missing_pages: Option<(u16, Timestamp)>,
    /// When the last fetch ended, by the clock of then.
    last: Option<Timestamp>,
}

impl Seen {
    fn moved(&mut self, from: Timestamp, to: Timestamp) {
        self.ahead += to.since(from);
    }

    fn after_fetch(&mut self, policy: Policy, event: &PolicyEvent, now: Timestamp) {
        let google = policy != Rfc9309;
        let is_refusal = match event {
            PolicyEvent::Answered { missing, .. } => {
                matches!(missing, Some(Missing::Status(401 | 403)))
            }
            PolicyEvent::Failed { failure, .. } => failure.kind == Status(429),
            other => unreachable!("{other:?} is not in this model"),
        };
        let is_fresh = self.fresh.is_some_and(|(at, fresh_for)| {
            now.after(Duration::from_secs(60)) >= at && now.since(at) < fresh_for
        });
        self.last = Some(now);
        if is_refusal && is_fresh {
            return; // a file stays in force
        }
        let mut missing_pages = None;
        let answer = match event {
            PolicyEvent::Answered { missing, .. } => Some(missing.is_none()),
            PolicyEvent::Failed { failure, site, retry_after } => match (failure.kind, site) {
                (Status(429), _) if policy != Google2026 => Some(false),
                (Status(code @ 500..), Some(SiteProbe::ErrorsForMissingPages))
                    if google && code != 503 && retry_after.is_none() && !self.had_file =>
                {
                    // The same again, a day after it was first seen.
                    let (_, since) =
                        self.missing_pages.filter(|seen| seen.0 == code).unwrap_or((code, now));
                    let since = since.min(now);
                    missing_pages = Some((code, since));
                    (now.since(since) >= Duration::from_millis(DAY as u64)).then_some(false)
                }
                _ => None,
            },
            other => unreachable!("{other:?} is not in this model"),
        };
        match answer {
            Some(_) => {
                let had_file = self.had_file || answer == Some(true);
                *self = Self { file: answer, had_file, ..Self::default() };
            }
            None if self.failures == 0 => {
                let Self { file, had_file, fresh, .. } = *self;
                *self = Self { file, had_file, fresh, failures: 1, ..Self::default() };
            }
            None => self.failures += 1,
        }
        self.missing_pages = missing_pages;
        if let PolicyEvent::Answered { missing: None, max_age } = event {
            let most = Duration::from_secs(if google { 7 * 86_400 } else { 86_400 });
            let asked = max_age.unwrap_or(Duration::from_secs(86_400));
            self.fresh = Some((now, asked.clamp(Duration::from_secs(300), most)));
        }
        if let PolicyEvent::Failed { site, .. } = event {
            self.site_answers = *site == Some(SiteProbe::Answers);
        }
        self.last = Some(now);
    }

    /// What may be said now, by the texts.
    fn check(&self, policy: Policy, state: &State, now: Timestamp) {
        const HOURS: Duration = Duration::from_secs(3600);
        let Standing { basis, fetch } = policy.decide(state, now);
        let (disallowed_for, at_the_end) = match policy {
            Google2019 => (Duration::MAX, Duration::MAX),
            Google2021 | Rfc9309 => (720 * HOURS, Duration::MAX),
            Google2026 => (12 * HOURS, 732 * HOURS),
            other => unreachable!("{other:?} is not in this model"),
        };
        if self.failures == 0 {
            let known = self.file.map_or(Nothing, |file| if file { File } else { NoFile });
            assert_eq!(basis, known);
        } else if self.failures == 1 || self.ahead < disallowed_for {
            assert_eq!(basis, Disallowed, "no fail-open");
        } else {
            let had_file = self.file == Some(true);
            let over = self.ahead >= at_the_end && self.site_answers;
            match basis {
                Disallowed => {}
                LastCopy => assert!(had_file),
                NoLimits => assert!(!had_file || over),
                Nothing | File | NoFile => panic!("{basis:?} after a failure"),
            }
        }
        let longest = match policy {
            _ if self.failures > 0 => 24 * HOURS,
            Rfc9309 => 24 * HOURS,
            Google2019 | Google2021 | Google2026 => 7 * 24 * HOURS,
            other => unreachable!("{other:?} is not in this model"),
        };
        // Clocks of two machines differ by a minute at most.
        let then = now.after(longest + Duration::from_secs(60));
        if fetch == No && then < END_OF_TIME {
            assert_ne!(policy.decide(state, then).fetch, No, "not in {longest:?}");
        }
        if self.last.is_none_or(|last| now.after(Duration::from_secs(60)) < last) {
            assert_eq!(fetch, First, "nobody knows how old this is");
        }
        let stored = rmp_serde::to_vec_named(state).unwrap();
        assert_eq!(&rmp_serde::from_slice::<State>(&stored).unwrap(), state);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_script_of_events_and_clocks_opens_a_site(script in scripts(), policy in 0..4usize) {
        let policy = Policy::ALL[policy];
        let mut now = NOW;
        let mut state = State::default();
        let mut seen = Seen::default();
        seen.check(policy, &state, now);
        for step in &script {
            match step {
                Step::Clock(jump) => {
                    let then = jump.from(now);
                    seen.moved(now, then);
                    now = then;
                }
                Step::Wanted(_) if policy.decide(&state, now).fetch == No => {}
                Step::Fetched(event) | Step::Wanted(event) => {
                    state = policy.after_fetch(&state, event, now);
                    seen.after_fetch(policy, event, now);
                }
            }
            seen.check(policy, &state, now);
        }
    }
}

impl Jump {
    fn from(self, now: Timestamp) -> Timestamp {
        match self {
            By(millis) => later(now, millis),
            To(time) => time,
        }
    }
}

impl Known {
    fn is_nobody(self) -> bool {
        matches!(self, Nobody)
    }

    fn state(self, policy: Policy) -> State {
        let unknown = State::default();
        let answered = |missing, ago: i64| {
            let event = PolicyEvent::Answered { missing, max_age: None };
            policy.after_fetch(&unknown, &event, later(NOW, -ago))
        };
        match self {
            Nobody => unknown,
            AnsweredFile(ago) => answered(None, ago),
            AnsweredNone(ago) => answered(Some(Missing::Status(404)), ago),
            FileThenErrors(lasted) => errors(policy, answered(None, lasted + DAY), lasted),
            Errors(lasted) => errors(policy, unknown, lasted),
        }
    }
}

/// A 503 every half an hour.
fn errors(policy: Policy, before: State, lasted: i64) -> State {
    (0..=lasted / (30 * MINUTE)).rev().fold(before, |state, n| {
        policy.after_fetch(&state, &failed(Status(503)), later(NOW, -n * 30 * MINUTE))
    })
}

fn failed(kind: FailureKind) -> PolicyEvent {
    PolicyEvent::Failed { failure: words(kind), retry_after: None, site: None }
}

fn words(kind: FailureKind) -> Failure {
    Failure { kind, detail: String::new() }
}

/// So many milliseconds later, or earlier; it stops at the ends.
fn later(time: Timestamp, millis: i64) -> Timestamp {
    Timestamp::from_millis(time.as_millis().saturating_add_signed(millis))
}
