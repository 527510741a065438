//! Refusals that have to be confirmed: with the option, no single refusal opens a site whose file is known.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use maycrawl_policy::Basis::{self, Disallowed, File, LastCopy, NoFile};
use maycrawl_policy::Fetch::{Background, First, No};
use maycrawl_policy::Policy::{self, Google2021, Google2026};
use maycrawl_policy::{
    Failure, FailureKind, Missing, PolicyEvent, State, Timestamp, TransitionOptions,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// 2026-11-20.
const START: Timestamp = Timestamp::from_millis(1_795_132_800_000);
const MINUTE: u64 = 60;
const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;
const CAREFUL: TransitionOptions = TransitionOptions { forced: false, confirm_refusals: true };

fn sec(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn at(seconds: u64) -> Timestamp {
    START.after(sec(seconds))
}

/// What a site says.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Says {
    File,
    Beginning(u64),
    NoRobotsTxt,
    Missing(Missing),
    Busy(Option<u64>),
    Down,
}

/// A 4xx.
const fn no(status: u16) -> Says {
    Says::Missing(Missing::Status(status))
}

impl Says {
    fn event(self) -> PolicyEvent {
        let failed = |kind, retry_after: Option<u64>| PolicyEvent::Failed {
            failure: Failure { kind, detail: format!("{kind:?}") },
            retry_after: retry_after.map(sec),
            site: None,
        };
        match self {
            Self::File => PolicyEvent::Answered { missing: None, max_age: None },
            Self::Missing(missing) => {
                PolicyEvent::Answered { missing: Some(missing), max_age: None }
            }
            Self::Busy(retry_after) => failed(FailureKind::Status(429), retry_after),
            Self::Down => failed(FailureKind::Status(500), None),
            Self::Beginning(bytes) => PolicyEvent::Beginning { bytes, max_age: None },
            Self::NoRobotsTxt => PolicyEvent::NoRobotsTxt { status: 202, max_age: None },
        }
    }

    /// True for an answer that a stranger can provoke and that means *no file* to `policy`.
    fn is_refusal(self, policy: Policy) -> bool {
        match self {
            Self::Missing(missing) => {
                !matches!(missing, Missing::Status(404 | 410) | Missing::Ftp(550))
            }
            Self::Busy(_) => policy != Google2026,
            _ => false,
        }
    }
}

/// The state after these answers, each with its time in minutes.
fn after(policy: Policy, answers: &[(u64, Says)]) -> State {
    answers.iter().fold(State::default(), |state, (minute, says)| {
        policy.next_state(&state, &says.event(), CAREFUL, at(minute * MINUTE))
    })
}

#[test]
fn a_refusal_opens_a_site_with_a_file_after_a_day_only() {
    const H: u64 = 60;
    const LOOP: Says = Says::Missing(Missing::RedirectLoop);
    #[rustfmt::skip]
    type Row<'a> = (&'a str, &'a [(u64, Says)], Basis);
    let rows: &[Row<'_>] = &[
        ("once is not enough", &[(0, Says::File), (25 * H, no(403))], LastCopy),
        ("while the file is fresh", &[(0, Says::File), (2 * H, no(418))], File),
        (
            "again within the day",
            &[(0, Says::File), (25 * H, no(403)), (48 * H, no(403))],
            LastCopy,
        ),
        ("a day apart", &[(0, Says::File), (25 * H, no(403)), (49 * H, no(403))], NoFile),
        (
            "as often as it likes in between",
            &[(0, Says::File), (25 * H, no(403)), (30 * H, no(401)), (49 * H, no(451))],
            NoFile,
        ),
        (
            "a redirect in a circle is one too",
            &[(0, Says::File), (25 * H, LOOP), (48 * H, LOOP)],
            LastCopy,
        ),
        (
            "so is FTP's, except for 550",
            &[(0, Says::File), (25 * H, Says::Missing(Missing::Ftp(530)))],
            LastCopy,
        ),
        (
            "550 is about the file",
            &[
                (0, Says::File),
                (25 * H, Says::Missing(Missing::Ftp(550))),
                (26 * H, Says::Missing(Missing::Ftp(550))),
            ],
            NoFile,
        ),
        (
            "404 is about the file, and needs a second look",
            &[(0, Says::File), (25 * H, no(404))],
            LastCopy,
        ),
        ("an hour later", &[(0, Says::File), (25 * H, no(404)), (26 * H, no(404))], NoFile),
        ("and not before", &[(0, Says::File), (25 * H, no(410)), (25 * H + 59, no(410))], LastCopy),
        ("410 is as 404", &[(0, Says::File), (25 * H, no(410)), (26 * H, no(404))], NoFile),
        (
            "404 while the file is fresh",
            &[(0, Says::File), (2 * H, no(404)), (3 * H, no(404))],
            File,
        ),
        (
            "404 does not end the day of a 403",
            &[(0, Says::File), (25 * H, no(403)), (26 * H, no(404))],
            LastCopy,
        ),
        (
            "404 after three weeks",
            &[(0, Says::File), (25 * H, no(404)), (529 * H, no(404))],
            LastCopy,
        ),
        (
            "a web page in place of the file",
            &[(0, Says::File), (25 * H, Says::NoRobotsTxt)],
            LastCopy,
        ),
        (
            "a web page within the day",
            &[(0, Says::File), (25 * H, Says::NoRobotsTxt), (48 * H, Says::NoRobotsTxt)],
            LastCopy,
        ),
        (
            "a web page for a day",
            &[(0, Says::File), (25 * H, Says::NoRobotsTxt), (49 * H, Says::NoRobotsTxt)],
            File,
        ),
        (
            "a file in between",
            &[(0, Says::File), (25 * H, no(403)), (26 * H, Says::File), (51 * H, no(403))],
            LastCopy,
        ),
        (
            "the day begins when the file has expired",
            &[(0, Says::File), (2 * H, no(403)), (26 * H, no(403))],
            LastCopy,
        ),
        ("without a file it counts at once", &[(0, no(403))], NoFile),
        (
            "after the word that there is none",
            &[(0, Says::File), (25 * H, no(404)), (26 * H, no(404)), (50 * H, no(403))],
            NoFile,
        ),
        (
            "a failure in between ends no series",
            &[(0, Says::File), (25 * H, no(403)), (30 * H, Says::Down), (49 * H, no(403))],
            NoFile,
        ),
        (
            "three weeks without a question count half a day",
            &[(0, Says::File), (25 * H, no(403)), (529 * H, no(403))],
            LastCopy,
        ),
        (
            "and the third time is enough",
            &[(0, Says::File), (25 * H, no(403)), (529 * H, no(403)), (541 * H, no(403))],
            NoFile,
        ),
        (
            "a beginning of the file, once",
            &[(0, Says::File), (25 * H, Says::Beginning(60))],
            LastCopy,
        ),
        ("a beginning while it is fresh", &[(0, Says::File), (H, Says::Beginning(60))], File),
        (
            "another beginning",
            &[(0, Says::File), (25 * H, Says::Beginning(60)), (49 * H, Says::Beginning(61))],
            LastCopy,
        ),
        (
            "the same beginning a day later is the file",
            &[(0, Says::File), (25 * H, Says::Beginning(60)), (49 * H, Says::Beginning(60))],
            File,
        ),
    ];
    for policy in Policy::ALL {
        for (sentence, answers, expected) in rows {
            let now = at(answers.last().unwrap().0 * MINUTE);
            let basis = policy.decide(&after(policy, answers), now).basis;
            assert_eq!(basis, *expected, "{policy}: {sentence}");
        }
    }
    for policy in Policy::ALL {
        let busy = [(0, Says::File), (25 * H, Says::Busy(None))];
        let expected = if policy == Google2026 { Disallowed } else { LastCopy };
        assert_eq!(policy.decide(&after(policy, &busy), at(25 * HOUR)).basis, expected, "{policy}");
    }
}

/// While a failure closes the site, a refusal opens nothing: neither the file's rules nor the site.
#[test]
fn a_refusal_does_not_end_what_a_failure_forbids() {
    for policy in Policy::ALL {
        let down = [(0, Says::File), (25 * 60, Says::Down), (26 * 60, no(403))];
        let standing = policy.decide(&after(policy, &down), at(26 * HOUR));
        assert_eq!((standing.basis, standing.fetch), (Disallowed, No), "{policy}");
    }
}

/// The site is asked again after 5 minutes, then twice as late each time, and at least every 6 hours. `Retry-After` is
/// obeyed.
#[test]
fn a_refused_site_is_asked_again_on_a_schedule() {
    for policy in Policy::ALL {
        let mut state = after(policy, &[(0, Says::File)]);
        let mut now = DAY + HOUR;
        for wait in [5, 10, 20, 40, 80, 160, 320, 360, 360].map(|minutes| minutes * MINUTE) {
            state = policy.next_state(&state, &no(403).event(), CAREFUL, at(now));
            let asked = |seconds| policy.decide(&state, at(now + seconds));
            assert_eq!((asked(0).basis, asked(wait - 1).fetch), (LastCopy, No), "{policy}, {wait}");
            assert_eq!(asked(wait).fetch, Background, "{policy}, {wait}");
            assert_eq!(asked(wait + HOUR).fetch, First, "{policy}, {wait}");
            now += wait;
        }
        // 22 hours after the first refusal; the next one is the one that counts.
        state = policy.next_state(&state, &no(403).event(), CAREFUL, at(now + 2 * HOUR));
        assert_eq!(policy.decide(&state, at(now + 2 * HOUR)).basis, NoFile, "{policy}");
    }
    let busy = after(Google2021, &[(0, Says::File), (25 * 60, Says::Busy(Some(1800)))]);
    assert_eq!(Google2021.decide(&busy, at(25 * HOUR + 1799)).fetch, No);
    assert_eq!(Google2021.decide(&busy, at(25 * HOUR + 1800)).fetch, Background);
}

#[test]
fn a_clock_that_was_set_back_asks_the_site() {
    for policy in Policy::ALL {
        let state = after(policy, &[(0, Says::File), (25 * 60, no(403))]);
        let before = policy.decide(&state, at(2 * HOUR));
        assert_eq!((before.basis, before.fetch), (LastCopy, First), "{policy}");
        // The refusals of that clock begin a day of their own: nothing was observed in between.
        let state = policy.next_state(&state, &no(403).event(), CAREFUL, at(2 * HOUR));
        let standing = policy.decide(&state, at(2 * HOUR));
        assert!(matches!(standing.basis, File | LastCopy), "{policy}: {standing:?}");
    }
}

/// Without the option the documents hold, and the state knows which file a refusal has replaced.
#[test]
fn states_are_read_back() {
    let plain = TransitionOptions::default();
    for says in [
        no(403),
        no(404),
        Says::Missing(Missing::RedirectLoop),
        Says::Beginning(7),
        Says::NoRobotsTxt,
    ] {
        for options in [plain, CAREFUL] {
            let file = after(Google2021, &[(0, Says::File)]);
            let state = Google2021.next_state(&file, &says.event(), options, at(25 * HOUR));
            let stored = rmp_serde::to_vec_named(&state).unwrap();
            assert_eq!(rmp_serde::from_slice::<State>(&stored).unwrap(), state, "{says:?}");
            let is_open = Google2021.decide(&state, at(25 * HOUR)).basis == NoFile;
            assert_eq!(is_open, options == plain && matches!(says, Says::Missing(_)), "{says:?}");
        }
    }
}

fn any_answer() -> impl Strategy<Value = Says> {
    let status = prop_oneof![
        4 => prop::sample::select(vec![401, 403, 418, 451, 400, 499]),
        1 => prop::sample::select(vec![404, 410]),
    ];
    prop_oneof![
        2 => Just(Says::File),
        6 => status.prop_map(no),
        1 => prop::sample::select(vec![
            Missing::RedirectLoop, Missing::TooManyRedirects, Missing::Ftp(530), Missing::Ftp(550),
        ]).prop_map(Says::Missing),
        2 => prop::option::of(0..2 * DAY).prop_map(Says::Busy),
        2 => Just(Says::Down),
        1 => (0_u64..3).prop_map(Says::Beginning),
        1 => Just(Says::NoRobotsTxt),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a site says, and however often somebody forces a fetch: "allowed, because there is no file" never
    /// follows a single refusal where a file was known, and never refusals of less than a day.
    #[test]
    fn no_single_refusal_opens_a_site_with_a_file(
        script in vec((any_answer(), 0..3 * DAY, any::<bool>()), 1..30),
        policy in prop::sample::select(Policy::ALL.to_vec()),
    ) {
        let mut state = State::default();
        let (mut now, mut has_file) = (0, false);
        // When refusals, and words about the file itself, were seen since the last file.
        let (mut refusals, mut gone): (Vec<u64>, Vec<u64>) = Default::default();
        for (says, gap, forced) in script {
            now += gap;
            let options = TransitionOptions { forced, ..CAREFUL };
            state = policy.next_state(&state, &says.event(), options, at(now));
            match says {
                Says::File => (has_file, refusals, gone) = (true, Vec::new(), Vec::new()),
                _ if says.is_refusal(policy) => refusals.push(now),
                Says::Missing(_) => gone.push(now),
                Says::Busy(_) | Says::Down | Says::Beginning(_) | Says::NoRobotsTxt => {}
            }
            let held = |seen: &[u64], needed| seen.len() > 1 && now - seen[0] >= needed;
            for later in [0, HOUR, DAY, 40 * DAY] {
                let basis = policy.decide(&state, at(now + later)).basis;
                if has_file && basis == NoFile {
                    let is_confirmed = held(&refusals, DAY) || held(&gone, HOUR);
                    prop_assert!(is_confirmed, "{says:?} at {now}: {refusals:?} {gone:?}");
                }
            }
            // The refusals were believed: from now on there is no file.
            has_file &= policy.decide(&state, at(now)).basis != NoFile;
        }
    }

    /// The same with a clock that jumps anywhere before each answer: one refusal opens nothing.
    #[test]
    fn no_jump_of_the_clock_confirms_a_refusal(
        script in vec((any_answer(), 0..400 * DAY), 1..30),
        policy in prop::sample::select(Policy::ALL.to_vec()),
    ) {
        let (mut state, mut has_file, mut refusals, mut gone) = (State::default(), false, 0, 0);
        for (says, now) in script {
            state = policy.next_state(&state, &says.event(), CAREFUL, at(now));
            match says {
                Says::File => (has_file, refusals, gone) = (true, 0, 0),
                _ if says.is_refusal(policy) => refusals += 1,
                Says::Missing(_) => gone += 1,
                Says::Busy(_) | Says::Down | Says::Beginning(_) | Says::NoRobotsTxt => {}
            }
            let basis = policy.decide(&state, at(now)).basis;
            let looks = refusals.max(gone);
            prop_assert!(!has_file || basis != NoFile || looks >= 2, "{says:?} at {now}");
            has_file &= basis != NoFile;
        }
    }
}
