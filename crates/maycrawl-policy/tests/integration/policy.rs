//! What a site's failures mean, hour by hour for 40 days, and when it is asked again.
//!
//! A simulated crawler wants to fetch a page every hour and does what [`Fetch`] says. The expectations are
//! written out in hours and seconds, from RFC 9309 sections 2.3.1.3, 2.3.1.4 and 2.4 and from Google's
//! *Handling HTTP result codes* and *Caching* of 2021 and of 2026.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use Before::{HadFile, HadNone, Unknown};
use Look::{Answers, Down, ErrorsForMissing, Unlooked};
use maycrawl_policy::Basis::{Disallowed, File, LastCopy, NoFile, NoLimits};
use maycrawl_policy::FailureKind::{self, Dns, Status, Timeout, Tls};
use maycrawl_policy::Policy::{Google2019, Google2021, Google2026, Rfc9309};
use maycrawl_policy::{
    Basis, Failure, Fetch, Missing, Policy, PolicyEvent, SiteProbe, Standing, State, Timestamp,
};
use std::ops::Range;
use std::time::Duration;

/// The service and its clients compare these names.
#[test]
fn a_policy_and_a_basis_are_serialised_as_their_names() {
    for policy in Policy::ALL {
        assert_eq!(serde_json::to_value(policy).unwrap(), policy.name());
    }
    for basis in [Basis::Nothing, File, NoFile, Disallowed, LastCopy, NoLimits] {
        assert_eq!(serde_json::to_value(basis).unwrap(), basis.name());
    }
}

/// What is known when the outage begins; an answer is a day old then, and due.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Before {
    HadFile,
    HadNone,
    Unknown,
}

/// What the crawler finds at the failing site's other pages.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Look {
    Unlooked,
    Answers,
    Down,
    ErrorsForMissing,
}

impl Look {
    const ALL: [Self; 4] = [Unlooked, Answers, Down, ErrorsForMissing];

    fn site(self) -> Option<SiteProbe> {
        match self {
            Unlooked => None,
            Answers => Some(SiteProbe::Answers),
            Down => Some(SiteProbe::Down),
            ErrorsForMissing => Some(SiteProbe::ErrorsForMissingPages),
        }
    }
}

/// What every verdict of these hours rests on, the first failure being hour 0.
type Phase = (Range<u64>, Basis);

/// 40 days of hours.
const END: u64 = 960;

/// 5xx.
const SERVER: &[FailureKind] = &[Status(500), Status(502), Status(503), Status(599)];
/// 5xx that a misconfigured site may answer for missing pages; an overloaded one answers 503.
const ERRORS: &[FailureKind] = &[Status(500), Status(502), Status(599)];
const OVERLOAD: &[FailureKind] = &[Status(503)];
/// "DNS or networking issues, such as timeouts, invalid responses, reset or hung up connections, and HTTP
/// chunking errors".
#[rustfmt::skip]
const NETWORK: &[FailureKind] = &[
    Dns, Tls, Timeout, FailureKind::Connect, FailureKind::Truncated, FailureKind::Protocol,
    FailureKind::Encoding, FailureKind::Redirect, FailureKind::Ftp,
];
const BUSY: &[FailureKind] = &[Status(429)];

type Outage<'a> = (Policy, &'a [&'a [FailureKind]], &'a [Look], &'a [Before], &'a [Phase]);

/// For one hour a stale answer is still served by Google's policies, while its successor is fetched.
#[rustfmt::skip]
const OUTAGES: &[Outage<'_>] = &[
    // "full disallow"; "more than 30 days, the last cached copy"; "if unavailable, no crawl restrictions".
    (Google2021, &[SERVER, NETWORK], &[Unlooked, Answers, Down], &[HadFile], &[(0..1, File), (1..720, Disallowed), (720..END, LastCopy)]),
    (Google2021, &[SERVER, NETWORK], &[Unlooked, Answers, Down], &[HadNone], &[(0..1, NoFile), (1..720, Disallowed), (720..END, NoLimits)]),
    (Google2021, &[SERVER, NETWORK], &[Unlooked, Answers, Down], &[Unknown], &[(0..720, Disallowed), (720..END, NoLimits)]),
    // "incorrectly configured to return 5xx instead of a 404": of 5xx only, not where there was a file, and known a day
    // after it was first seen, when the site is asked again.
    (Google2021, &[SERVER], &[ErrorsForMissing], &[HadFile], &[(0..1, File), (1..720, Disallowed), (720..END, LastCopy)]),
    (Google2021, &[ERRORS], &[ErrorsForMissing], &[HadNone], &[(0..1, NoFile), (1..28, Disallowed), (28..END, NoFile)]),
    (Google2021, &[ERRORS], &[ErrorsForMissing], &[Unknown], &[(0..28, Disallowed), (28..END, NoFile)]),
    (Google2021, &[OVERLOAD], &[ErrorsForMissing], &[HadNone], &[(0..1, NoFile), (1..720, Disallowed), (720..END, NoLimits)]),
    (Google2021, &[OVERLOAD], &[ErrorsForMissing], &[Unknown], &[(0..720, Disallowed), (720..END, NoLimits)]),
    (Google2021, &[NETWORK], &[ErrorsForMissing], &[HadFile], &[(0..1, File), (1..720, Disallowed), (720..END, LastCopy)]),
    (Google2021, &[NETWORK], &[ErrorsForMissing], &[HadNone], &[(0..1, NoFile), (1..720, Disallowed), (720..END, NoLimits)]),
    (Google2021, &[NETWORK], &[ErrorsForMissing], &[Unknown], &[(0..720, Disallowed), (720..END, NoLimits)]),
    // 429 is one of the 4xx.
    (Google2021, &[BUSY], &Look::ALL, &[HadFile], &[(0..1, File), (1..END, NoFile)]),
    (Google2021, &[BUSY], &Look::ALL, &[HadNone, Unknown], &[(0..END, NoFile)]),

    // "For the first 12 hours, stops"; "for the next 30 days, the last good version"; then nothing, unless
    // "the site is generally available". 429 is a server error.
    (Google2026, &[SERVER, NETWORK, BUSY], &[Unlooked, Down], &[HadFile], &[(0..1, File), (1..12, Disallowed), (12..732, LastCopy), (732..END, Disallowed)]),
    (Google2026, &[SERVER, NETWORK, BUSY], &[Unlooked, Down], &[HadNone], &[(0..1, NoFile), (1..12, Disallowed), (12..732, NoLimits), (732..END, Disallowed)]),
    (Google2026, &[SERVER, NETWORK, BUSY], &[Unlooked, Down], &[Unknown], &[(0..12, Disallowed), (12..732, NoLimits), (732..END, Disallowed)]),
    (Google2026, &[SERVER, NETWORK, BUSY], &[Answers], &[HadFile], &[(0..1, File), (1..12, Disallowed), (12..732, LastCopy), (732..END, NoLimits)]),
    (Google2026, &[SERVER, NETWORK, BUSY], &[Answers], &[HadNone], &[(0..1, NoFile), (1..12, Disallowed), (12..END, NoLimits)]),
    (Google2026, &[SERVER, NETWORK, BUSY], &[Answers], &[Unknown], &[(0..12, Disallowed), (12..END, NoLimits)]),
    (Google2026, &[SERVER], &[ErrorsForMissing], &[HadFile], &[(0..1, File), (1..12, Disallowed), (12..732, LastCopy), (732..END, Disallowed)]),
    (Google2026, &[ERRORS], &[ErrorsForMissing], &[HadNone], &[(0..1, NoFile), (1..12, Disallowed), (12..28, NoLimits), (28..END, NoFile)]),
    (Google2026, &[ERRORS], &[ErrorsForMissing], &[Unknown], &[(0..12, Disallowed), (12..28, NoLimits), (28..END, NoFile)]),
    (Google2026, &[OVERLOAD], &[ErrorsForMissing], &[HadNone], &[(0..1, NoFile), (1..12, Disallowed), (12..732, NoLimits), (732..END, Disallowed)]),
    (Google2026, &[OVERLOAD], &[ErrorsForMissing], &[Unknown], &[(0..12, Disallowed), (12..732, NoLimits), (732..END, Disallowed)]),
    (Google2026, &[NETWORK, BUSY], &[ErrorsForMissing], &[HadFile], &[(0..1, File), (1..12, Disallowed), (12..732, LastCopy), (732..END, Disallowed)]),
    (Google2026, &[NETWORK, BUSY], &[ErrorsForMissing], &[HadNone], &[(0..1, NoFile), (1..12, Disallowed), (12..732, NoLimits), (732..END, Disallowed)]),
    (Google2026, &[NETWORK, BUSY], &[ErrorsForMissing], &[Unknown], &[(0..12, Disallowed), (12..732, NoLimits), (732..END, Disallowed)]),

    // "MUST assume complete disallow", whatever the other pages do; after 30 days "the cached copy" or
    // "unavailable". A copy older than 24 hours is not used, not even for the hour. 429 is one of 400-499.
    (Rfc9309, &[SERVER, NETWORK], &Look::ALL, &[HadFile], &[(0..720, Disallowed), (720..END, LastCopy)]),
    (Rfc9309, &[SERVER, NETWORK], &Look::ALL, &[HadNone, Unknown], &[(0..720, Disallowed), (720..END, NoLimits)]),
    (Rfc9309, &[BUSY], &Look::ALL, &[HadFile, HadNone, Unknown], &[(0..END, NoFile)]),

    // "Requests are repeated until a result other than a server error comes"; permanent errors and network errors are
    // undefined, so nothing opens. 429 is one of the 4xx.
    (Google2019, &[SERVER, NETWORK], &[Unlooked, Answers, Down], &[HadFile], &[(0..1, File), (1..END, Disallowed)]),
    (Google2019, &[SERVER, NETWORK], &[Unlooked, Answers, Down], &[HadNone], &[(0..1, NoFile), (1..END, Disallowed)]),
    (Google2019, &[SERVER, NETWORK], &[Unlooked, Answers, Down], &[Unknown], &[(0..END, Disallowed)]),
    (Google2019, &[SERVER, NETWORK], &[ErrorsForMissing], &[HadFile], &[(0..1, File), (1..END, Disallowed)]),
    (Google2019, &[ERRORS], &[ErrorsForMissing], &[HadNone], &[(0..1, NoFile), (1..28, Disallowed), (28..END, NoFile)]),
    (Google2019, &[ERRORS], &[ErrorsForMissing], &[Unknown], &[(0..28, Disallowed), (28..END, NoFile)]),
    (Google2019, &[OVERLOAD, NETWORK], &[ErrorsForMissing], &[HadNone], &[(0..1, NoFile), (1..END, Disallowed)]),
    (Google2019, &[OVERLOAD, NETWORK], &[ErrorsForMissing], &[Unknown], &[(0..END, Disallowed)]),
    (Google2019, &[BUSY], &Look::ALL, &[HadFile], &[(0..1, File), (1..END, NoFile)]),
    (Google2019, &[BUSY], &Look::ALL, &[HadNone, Unknown], &[(0..END, NoFile)]),
];

#[test]
fn an_outage_of_forty_days_hour_by_hour() {
    let mut seen = 0;
    for &(policy, kinds, looks, befores, phases) in OUTAGES {
        for &kind in kinds.iter().copied().flatten() {
            for &look in looks {
                for &before in befores {
                    seen += 1;
                    let mut crawler = Crawler::before_an_outage(policy, before);
                    let what = format!("{policy}, {kind:?}, {look:?}, {before:?}");
                    crawler.expect(0, phases, &failed(kind, None, look.site()), &what);
                }
            }
        }
    }
    assert_eq!(
        seen,
        Policy::ALL.len() * (4 + 9 + 1) * 4 * 3,
        "every policy, failure, look and past"
    );
}

/// From which hour on, which failure, and what a look finds.
type Trouble = (u64, FailureKind, Look);

/// When the other pages answer, it is the last look that counts, and no look is no answer: after 30 days of
/// 503 `google-2026` asks whether the site is there *now*.
#[test]
fn the_last_look_counts() {
    #[rustfmt::skip]
    let rows: &[(&[Trouble], Basis)] = &[
        (&[(0, Status(503), Answers)], NoLimits),
        (&[(0, Status(503), Down), (700, Status(503), Answers)], NoLimits),
        (&[(0, Status(503), Answers), (700, Status(503), Down)], Disallowed),
        (&[(0, Status(503), Answers), (24, Dns, Unlooked)], Disallowed),
        (&[(0, Status(503), Answers), (700, Timeout, Unlooked)], Disallowed),
        (&[(0, Dns, Unlooked), (800, Status(503), Answers)], NoLimits),
    ];
    for &(outage, expected) in rows {
        let mut crawler = Crawler::before_an_outage(Google2026, HadFile);
        let mut basis = File;
        for hour in 0..END {
            let &(_, kind, look) = outage.iter().rfind(|&&(from, ..)| from <= hour).unwrap();
            basis = crawler.wants_a_page(hour, &failed(kind, None, look.site()));
        }
        assert_eq!(basis, expected, "{outage:?}");
    }
}

/// The first answer ends an outage of any length, is fresh for a day as ever, and the next outage begins
/// at its beginning.
#[test]
fn the_first_answer_ends_an_outage() {
    #[rustfmt::skip]
    let rows: &[(Policy, Before, PolicyEvent, Basis, &[Phase])] = &[
        // had before, the new answer, its basis; and then the next outage
        (Google2021, HadFile, file(), File, &[(0..1, File), (1..720, Disallowed), (720..END, LastCopy)]),
        (Google2021, HadFile, none(), NoFile, &[(0..1, NoFile), (1..720, Disallowed), (720..END, NoLimits)]),
        (Google2021, Unknown, file(), File, &[(0..1, File), (1..720, Disallowed), (720..END, LastCopy)]),
        (Google2026, HadFile, file(), File, &[(0..1, File), (1..12, Disallowed), (12..732, LastCopy), (732..END, Disallowed)]),
        (Google2026, HadFile, none(), NoFile, &[(0..1, NoFile), (1..12, Disallowed), (12..732, NoLimits), (732..END, Disallowed)]),
        (Google2026, Unknown, none(), NoFile, &[(0..1, NoFile), (1..12, Disallowed), (12..732, NoLimits), (732..END, Disallowed)]),
        (Rfc9309, HadFile, file(), File, &[(0..720, Disallowed), (720..END, LastCopy)]),
        (Rfc9309, HadFile, none(), NoFile, &[(0..720, Disallowed), (720..END, NoLimits)]),
        (Rfc9309, HadNone, file(), File, &[(0..720, Disallowed), (720..END, LastCopy)]),
        (Google2019, HadFile, file(), File, &[(0..1, File), (1..END, Disallowed)]),
    ];
    for (policy, before, answer, basis, next_outage) in rows {
        for outage in [1, 2, 11, 13, 100, 719, 721, 731, 733, 960] {
            for kind in [Status(500), Status(503), Dns] {
                let what = format!("{policy}, {before:?}, {outage} h of {kind:?}, {answer:?}");
                let mut crawler = Crawler::before_an_outage(*policy, *before);
                let failure = failed(kind, None, None);
                for hour in 0..outage {
                    crawler.wants_a_page(hour, &failure);
                }
                // "Fairly frequent" after 503; after others it is asked at least every six hours. The hour
                // in which it is heard may still be judged by what was known before.
                let patience = if kind == Status(503) { 1 } else { 6 };
                let back = (outage..).find(|&hour| {
                    crawler.wants_a_page(hour, answer);
                    crawler.basis(hour) == *basis && crawler.fetched_at == Some(hour)
                });
                let back = back.unwrap();
                assert!(back < outage + patience, "{what}: heard after {} h", back - outage);
                for hour in back..back + 24 {
                    let expected = Standing { basis: *basis, fetch: Fetch::No };
                    assert_eq!(crawler.decide(hour), expected, "{what}, {} h later", hour - back);
                }
                crawler.expect(back + 24, next_outage, &failure, &what);
            }
        }
    }
}

/// What `Retry-After` says, and how long the site is left alone then; in seconds.
type Attempt = (Option<u64>, u64);

/// How long after a failure the site is left alone, in seconds, failure after failure.
#[test]
fn a_failing_site_is_asked_again() {
    const MAX: u64 = u64::MAX;
    #[rustfmt::skip]
    let rows: &[(FailureKind, &[Policy], &[Attempt])] = &[
        (Status(503), &Policy::ALL, &[(None, 60), (None, 120), (None, 240), (None, 480), (None, 960), (None, 1800), (None, 1800)]),
        (Status(429), &[Google2026], &[(None, 60), (None, 120), (None, 240), (None, 480), (None, 960), (None, 1800), (None, 1800)]),
        (Status(500), &Policy::ALL, &[(None, 300), (None, 600), (None, 1200), (None, 2400), (None, 4800), (None, 9600), (None, 19200), (None, 21600), (None, 21600)]),
        (Status(504), &Policy::ALL, &[(None, 300), (None, 600), (None, 1200)]),
        (Dns, &Policy::ALL, &[(None, 300), (None, 600), (None, 1200), (None, 2400), (None, 4800), (None, 9600), (None, 19200), (None, 21600), (None, 21600)]),
        (Tls, &Policy::ALL, &[(None, 300), (None, 600), (None, 1200)]),
        (Timeout, &Policy::ALL, &[(None, 300), (None, 600), (None, 1200)]),
        (Status(503), &Policy::ALL, &[(Some(0), 10), (Some(9), 10), (Some(10), 10), (Some(11), 11), (Some(120), 120), (Some(7200), 7200)]),
        (Status(503), &Policy::ALL, &[(Some(86_399), 86_399), (Some(86_400), 86_400), (Some(86_401), 86_400), (Some(MAX), 86_400)]),
        (Status(500), &Policy::ALL, &[(Some(1), 10), (Some(30), 30), (None, 1200), (Some(86_400), 86_400), (None, 4800)]),
        (Status(429), &[Google2026], &[(Some(5), 10), (Some(3600), 3600), (None, 240)]),
    ];
    for &(kind, policies, attempts) in rows {
        for &policy in policies {
            for before in [HadFile, HadNone, Unknown] {
                let mut crawler = Crawler::before_an_outage(policy, before);
                let mut now = time(0);
                for (n, &(retry_after, gap)) in attempts.iter().enumerate() {
                    let what = format!("{policy}, {kind:?}, {before:?}, attempt {n}");
                    let failure = failed(kind, retry_after.map(Duration::from_secs), None);
                    crawler.state = policy.after_fetch(&crawler.state, &failure, now);
                    let asks = |seconds: &u64| {
                        policy.decide(&crawler.state, now.after(sec(*seconds))).fetch != Fetch::No
                    };
                    assert_eq!((0..90_000).find(asks), Some(gap), "{what}");
                    // Overdue by an hour, it is asked before the next verdict.
                    let overdue = now.after(sec(gap + 3600));
                    assert_eq!(
                        policy.decide(&crawler.state, overdue).fetch,
                        Fetch::First,
                        "{what}"
                    );
                    now = now.after(sec(gap));
                }
            }
        }
    }
}

/// However many failures there were, the gap between attempts stays at its bound.
#[test]
fn a_thousand_failures_change_no_gap() {
    for (kind, bound) in [(Status(503), 1800), (Status(500), 21_600), (Dns, 21_600)] {
        for policy in Policy::ALL {
            let mut state = State::default();
            let mut now = time(0);
            for _ in 0..1000 {
                state = policy.after_fetch(&state, &failed(kind, None, None), now);
                now = now.after(sec(bound));
            }
            let last = time(0).after(sec(bound * 999));
            let fetch = |after| policy.decide(&state, last.after(after)).fetch;
            assert_eq!(fetch(sec(bound) - MILLI), Fetch::No, "{policy}, {kind:?}");
            assert_eq!(fetch(sec(bound)), Fetch::Background, "{policy}, {kind:?}");
        }
    }
}

/// The seconds for which an answer is fresh, and for which it is then served while it is fetched again.
#[test]
fn an_answer_is_fresh_as_long_as_it_asks_for_within_bounds() {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 3600;
    const DAY: u64 = 86_400;
    const GOOGLE: &[Policy] = &[Google2019, Google2021, Google2026];
    #[rustfmt::skip]
    let rows: &[(Option<u64>, &[Policy], u64, u64)] = &[
        // max-age, fresh, stale
        (None, GOOGLE, DAY, HOUR),
        (Some(0), GOOGLE, 5 * MINUTE, HOUR),
        (Some(MINUTE), GOOGLE, 5 * MINUTE, HOUR),
        (Some(299), GOOGLE, 5 * MINUTE, HOUR),
        (Some(301), GOOGLE, 301, HOUR),
        (Some(HOUR), GOOGLE, HOUR, HOUR),
        (Some(DAY), GOOGLE, DAY, HOUR),
        (Some(3 * DAY), GOOGLE, 3 * DAY, HOUR),
        (Some(7 * DAY), GOOGLE, 7 * DAY, HOUR),
        (Some(30 * DAY), GOOGLE, 7 * DAY, HOUR),
        (Some(u64::MAX), GOOGLE, 7 * DAY, HOUR),
        // "SHOULD NOT use the cached version for more than 24 hours".
        (None, &[Rfc9309], DAY, 0),
        (Some(0), &[Rfc9309], 5 * MINUTE, 0),
        (Some(MINUTE), &[Rfc9309], 5 * MINUTE, 0),
        (Some(HOUR), &[Rfc9309], HOUR, 0),
        (Some(3 * DAY), &[Rfc9309], DAY, 0),
        (Some(30 * DAY), &[Rfc9309], DAY, 0),
        (Some(u64::MAX), &[Rfc9309], DAY, 0),
    ];
    for &(max_age, policies, fresh, stale) in rows {
        for &policy in policies {
            for (missing, basis) in [
                (None, File),
                (Some(Missing::Status(404)), NoFile),
                (Some(Missing::Status(403)), NoFile),
                (Some(Missing::Ftp(550)), NoFile),
                (Some(Missing::TooManyRedirects), NoFile),
                (Some(Missing::RedirectLoop), NoFile),
            ] {
                let answered = PolicyEvent::Answered { missing, max_age: max_age.map(sec) };
                let state = policy.after_fetch(&State::default(), &answered, time(0));
                let expect = |age: Duration, fetch| {
                    let what = format!("{policy}, max-age {max_age:?}, {missing:?}, age {age:?}");
                    let standing = policy.decide(&state, time(0).after(age));
                    assert_eq!(standing, Standing { basis, fetch }, "{what}");
                };
                expect(sec(0), Fetch::No);
                expect(sec(fresh) - MILLI, Fetch::No);
                if stale > 0 {
                    expect(sec(fresh), Fetch::Background);
                    expect(sec(fresh + stale) - MILLI, Fetch::Background);
                }
                expect(sec(fresh + stale), Fetch::First);
                expect(sec(fresh + stale + 400 * DAY), Fetch::First);
            }
        }
    }
}

#[test]
fn a_policy_is_told_by_its_name() {
    for (name, policy) in [
        ("google-2021", Google2021),
        ("google-2026", Google2026),
        ("rfc9309", Rfc9309),
        ("google-2019", Google2019),
    ] {
        assert_eq!(name.parse(), Ok(policy));
        assert_eq!(policy.to_string(), name);
    }
    assert_eq!(Policy::default(), Google2021);
    let wrong = "google".parse::<Policy>().unwrap_err();
    assert!(Policy::ALL.iter().all(|policy| wrong.known().contains(&policy.name())), "{wrong}");
}

/// Wants a page every hour, and does what [`Fetch`] says.
struct Crawler {
    policy: Policy,
    state: State,
    fetched_at: Option<u64>,
}

impl Crawler {
    /// The answer came a day before hour 0, and the crawler used it all day.
    fn before_an_outage(policy: Policy, before: Before) -> Self {
        let mut crawler = Self { policy, state: State::default(), fetched_at: None };
        let answer = match before {
            HadFile => file(),
            HadNone => none(),
            Unknown => return crawler,
        };
        crawler.state = policy.after_fetch(&crawler.state, &answer, START);
        for hours in 0..24 {
            let standing = policy.decide(&crawler.state, START.after(sec(hours * 3600)));
            assert_eq!(standing.fetch, Fetch::No, "{policy}: {hours} h after its answer");
        }
        crawler
    }

    fn decide(&self, hour: u64) -> Standing {
        self.policy.decide(&self.state, time(hour))
    }

    fn basis(&self, hour: u64) -> Basis {
        self.decide(hour).basis
    }

    /// What the verdict rests on, if a fetch, where there is one, ends in `site`.
    fn wants_a_page(&mut self, hour: u64, site: &PolicyEvent) -> Basis {
        let Standing { basis, fetch } = self.decide(hour);
        if fetch != Fetch::No {
            self.state = self.policy.after_fetch(&self.state, site, time(hour));
            self.fetched_at = Some(hour);
        }
        if fetch == Fetch::First { self.basis(hour) } else { basis }
    }

    /// At `hour` it is known what the failure comes to, and when: at hour `end`, `then`.
    fn foresees(&self, hour: u64, end: u64, then: Basis, what: &str) {
        let Some(outlook) = self.policy.outlook(&self.state, time(hour)) else { return };
        let changes_at = outlook.changes_at.expect(what);
        let early = time(end).since(changes_at).max(changes_at.since(time(end)));
        assert!(early < sec(3600), "{what}: hour {hour}: {changes_at}, not {}", time(end));
        assert!(outlook.next_basis.is_none_or(|basis| basis == then), "{what}: hour {hour}");
    }

    /// From `start` on the site fails with `failure`, and the phases follow without a gap.
    fn expect(&mut self, start: u64, phases: &[Phase], failure: &PolicyEvent, what: &str) {
        let mut next = 0;
        for (number, (hours, expected)) in phases.iter().enumerate() {
            assert_eq!(hours.start, next, "{what}: the table has a gap");
            for hour in hours.clone() {
                let basis = self.wants_a_page(start + hour, failure);
                assert_eq!(basis, *expected, "{what}: hour {hour}");
                let is_failing = !matches!(expected, File | NoFile);
                let following = phases.get(number + 1).filter(|_| is_failing);
                // A probe that finds no file is no step of the failure.
                if let Some((_, then)) = following.filter(|(_, then)| *then != NoFile) {
                    self.foresees(start + hour, start + hours.end, *then, what);
                }
            }
            next = hours.end;
        }
        assert_eq!(next, END, "{what}: the table ends early");
    }
}

/// A day before hour 0; 2026-11-20.
const START: Timestamp = Timestamp::from_millis(1_795_132_800_000);
const MILLI: Duration = Duration::from_millis(1);

fn time(hour: u64) -> Timestamp {
    START.after(sec((24 + hour) * 3600))
}

const fn sec(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn file() -> PolicyEvent {
    PolicyEvent::Answered { missing: None, max_age: None }
}

fn none() -> PolicyEvent {
    PolicyEvent::Answered { missing: Some(Missing::Status(404)), max_age: None }
}

fn failed(
    kind: FailureKind,
    retry_after: Option<Duration>,
    site: Option<SiteProbe>,
) -> PolicyEvent {
    let failure = Failure { kind, detail: format!("{kind:?}") };
    PolicyEvent::Failed { failure, retry_after, site }
}
