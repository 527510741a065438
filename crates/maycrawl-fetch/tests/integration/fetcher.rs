//! The fetcher as a whole: memory, store, site, policy, many callers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use crate::site::{Answer, Site};
use futures_util::StreamExt as _;
use maycrawl::crawler::KnownCrawler;
use maycrawl::verdict::Unreachable;
use maycrawl::{Crawler, Decision, Origin, Profile, Reason, Verdict, as_written, check_once};
use maycrawl_fetch::{
    AddressGuard, Basis, Clock, ClockReading, FetchMode, Fetcher, FetcherBuilder, OriginRobots,
    Policy, SiteState, Timestamp,
};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

const FILE: &str = "User-agent: *\nDisallow: /private\n";
const OTHER: &str = "User-agent: *\nDisallow: /other\n";
const HOUR: Duration = Duration::from_secs(3600);
const MINUTE: Duration = Duration::from_secs(60);

fn builder() -> FetcherBuilder {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private())
}

fn fetcher() -> Fetcher {
    builder().build().unwrap()
}

/// `after` hours and so on after a day in 2026, by both clocks.
fn at(after: Duration) -> ClockReading {
    ClockReading {
        wall: Timestamp::from_millis(1_790_000_000_000).after(after),
        steady: HOUR + after,
    }
}

fn allowed(robots: &OriginRobots, url: &str) -> bool {
    robots.rules_for(&Crawler::GOOGLEBOT).check(url).is_allowed()
}

/// Waits for the effect of a background task.
async fn until(mut done: impl FnMut() -> bool) {
    for _ in 0..1000 {
        if done() {
            return;
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("it did not happen within ten seconds");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_questions_about_a_cold_origin_are_one_request() {
    let site = Site::new(Answer::new(200, FILE).after(Duration::from_millis(200))).await;
    let fetcher = fetcher();
    let url = site.url("/private/x");
    let asking: Vec<_> = (0..10_000)
        .map(|_| {
            let (fetcher, url) = (fetcher.clone(), url.clone());
            tokio::spawn(async move { !allowed(&fetcher.robots_for(&url).await.unwrap(), &url) })
        })
        .collect();
    for asked in asking {
        assert!(asked.await.unwrap());
    }
    assert_eq!(site.requests(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asked_first_may_go_away() {
    let site = Site::new(Answer::new(200, FILE).after(Duration::from_millis(300))).await;
    let fetcher = fetcher();
    let url = site.url("/private");
    // Asks, and tells when it waits for the answer.
    let ask = || {
        let (fetcher, url) = (fetcher.clone(), url.clone());
        let (waits, waiting) = oneshot::channel();
        let asking = tokio::spawn(async move {
            let mut asking = pin!(fetcher.robots_for(&url));
            let first = poll_fn(|cx| Poll::Ready(asking.as_mut().poll(cx))).await;
            waits.send(()).unwrap();
            match first {
                Poll::Ready(robots) => robots.unwrap(),
                Poll::Pending => asking.await.unwrap(),
            }
        });
        (asking, waiting)
    };
    let (mut last, waiting) = ask();
    waiting.await.unwrap();
    for _ in 0..50 {
        let (next, waiting) = ask();
        waiting.await.unwrap();
        std::mem::replace(&mut last, next).abort();
    }
    assert!(!allowed(&last.await.unwrap(), &url));
    assert_eq!(site.requests(), 1);
}

#[tokio::test]
async fn a_site_that_never_answers_is_disallowed_at_the_deadline() {
    let site = Site::new(Answer::new(200, FILE).after(HOUR)).await;
    let fetcher = builder().deadline(Duration::from_millis(300)).build().unwrap();
    let url = site.url("/");
    let robots = timeout(Duration::from_secs(20), fetcher.robots_for(&url)).await.unwrap().unwrap();
    let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    assert_eq!(rules.check(&url).reason(), Reason::Unreachable(Unreachable::Network));
    let sentence = robots.to_string();
    assert!(sentence.contains("within 0.3 s"), "{sentence}");
}

#[tokio::test]
async fn results_mean_what_the_policy_says() {
    let rows: &[(u16, Policy, Basis, Decision, &str)] = &[
        (200, Policy::Google2021, Basis::File, Decision::Allowed, "was fetched just now"),
        (
            404,
            Policy::Google2021,
            Basis::NoFile,
            Decision::Allowed,
            "does not exist: it answers 404 (requested",
        ),
        (
            401,
            Policy::Google2021,
            Basis::NoFile,
            Decision::Allowed,
            "answers 401: Google treats this as no file",
        ),
        (
            403,
            Policy::Google2026,
            Basis::NoFile,
            Decision::Allowed,
            "answers 403: Google treats this as no file",
        ),
        (410, Policy::Rfc9309, Basis::NoFile, Decision::Allowed, "it answers 410"),
        (
            429,
            Policy::Google2021,
            Basis::NoFile,
            Decision::Allowed,
            "answers 429: Google (2021) treats this",
        ),
        (429, Policy::Google2026, Basis::Disallowed, Decision::Disallowed, "HTTP 429; "),
        (
            429,
            Policy::Rfc9309,
            Basis::NoFile,
            Decision::Allowed,
            "answers 429: RFC 9309 treats this",
        ),
        (500, Policy::Google2021, Basis::Disallowed, Decision::Disallowed, "HTTP 500; "),
        (503, Policy::Google2026, Basis::Disallowed, Decision::Disallowed, "HTTP 503; "),
        (503, Policy::Rfc9309, Basis::Disallowed, Decision::Disallowed, "HTTP 503; "),
        (
            999,
            Policy::Google2021,
            Basis::Disallowed,
            Decision::Disallowed,
            "999 is not a valid HTTP status",
        ),
    ];
    for (status, policy, basis, decision, sentence) in rows {
        let site = Site::new(Answer::new(*status, FILE)).await;
        let fetcher = builder().policy(*policy).build().unwrap();
        let robots = fetcher.robots_of(&site.origin()).await;
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        assert_eq!(robots.basis(), *basis, "{status} {policy}");
        assert_eq!(rules.check(&site.url("/")).decision(), *decision, "{status} {policy}");
        assert!(robots.to_string().contains(sentence), "{status} {policy}: {robots}");
    }
}

#[tokio::test]
async fn the_sentence_names_how_long_a_site_has_failed_and_when_it_may_be_asked_again() {
    let clock = Clock::fixed(at(Duration::ZERO));
    let fetcher = builder().clock(clock.clone()).build().unwrap();
    let site = Site::new(Answer::new(503, "").field("Retry-After", "7200")).await;
    let (origin, place) = (site.origin(), site.url("/robots.txt"));
    fetcher.robots_of(&origin).await;
    clock.set(at(HOUR));
    let robots = fetcher.robots_of(&origin).await;
    assert_eq!(
        robots.to_string(),
        format!(
            "HTTP 503 (for 1 h, Retry-After until 2026-09-21T16:13:20Z); {place} is unreachable, so nothing may be crawled"
        )
    );
    assert_eq!(site.requests(), 1, "the server asked to be left alone");
    clock.set(at(2 * HOUR));
    fetcher.robots_of(&origin).await;
    until(|| site.requests() == 2).await;
}

/// A gap between two failures counts three days at most, so a site that is asked rarely stays closed for longer than 30
/// days.
#[tokio::test]
async fn the_sentence_counts_the_days_that_a_site_was_seen_to_fail() {
    let clock = Clock::fixed(at(Duration::ZERO));
    let fetcher = builder().clock(clock.clone()).build().unwrap();
    let site = Site::new(Answer::new(500, "")).await;
    let (origin, place) = (site.origin(), site.url("/robots.txt"));
    fetcher.robots_of(&origin).await;
    let mut robots = None;
    for days in [35, 70] {
        clock.set(at(24 * HOUR * days));
        robots = Some(fetcher.robots_of(&origin).await);
    }
    assert_eq!(
        robots.unwrap().to_string(),
        format!(
            "HTTP 500 (for 70 d); {place} is unreachable, so nothing may be crawled (observed to fail for 6 of 30 days; \
             everything stays disallowed until then)"
        )
    );
}

/// After 30 days Google keeps the site closed unless its other pages answer: the sentence is not that of the first
/// phase.
#[tokio::test]
async fn the_sentence_after_thirty_days_is_not_that_of_the_first_hours() {
    let clock = Clock::fixed(at(Duration::ZERO));
    let fetcher = builder().policy(Policy::Google2026).clock(clock.clone()).build().unwrap();
    let site = Site::new(Answer::new(200, FILE)).await;
    let origin = site.origin();
    fetcher.robots_of(&origin).await;
    site.answer(Answer::new(500, ""));
    let mut robots = None;
    for days in (2..=41).step_by(3) {
        clock.set(at(24 * HOUR * days));
        robots = Some(fetcher.robots_of(&origin).await);
    }
    let robots = robots.unwrap();
    assert_eq!(robots.basis(), Basis::Disallowed);
    let sentence = robots.to_string();
    let end = "so nothing may be crawled (for more than 30 days; it stays disallowed until other pages of the site are known to answer)";
    assert!(sentence.ends_with(end), "{sentence}");
}

#[tokio::test]
async fn an_origin_of_another_scheme_is_not_fetched() {
    let origin = Origin::parse_any_scheme("gemini://127.0.0.1:1965").unwrap();
    let robots = builder().build().unwrap().robots_of(&origin).await;
    assert_eq!(robots.basis(), Basis::Disallowed);
}

#[tokio::test]
async fn a_stale_answer_is_served_while_a_new_one_is_fetched_where_the_policy_allows() {
    for (policy, answers_stale) in
        [(Policy::Google2021, true), (Policy::Google2026, true), (Policy::Rfc9309, false)]
    {
        let clock = Clock::fixed(at(Duration::ZERO));
        let fetcher = builder().policy(policy).clock(clock.clone()).build().unwrap();
        let site = Site::new(Answer::new(200, FILE)).await;
        let (origin, url) = (site.origin(), site.url("/private"));
        assert!(!allowed(&fetcher.robots_of(&origin).await, &url));
        site.answer(Answer::new(200, OTHER).after(Duration::from_millis(200)));
        clock.set(at(24 * HOUR - MINUTE));
        assert!(!allowed(&fetcher.robots_of(&origin).await, &url), "{policy}: fresh for 24 hours");
        assert_eq!(site.requests(), 1, "{policy}");
        clock.set(at(24 * HOUR + MINUTE));
        let robots = fetcher.robots_of(&origin).await;
        assert_eq!(!allowed(&robots, &url), answers_stale, "{policy}");
        // The answer is held back for 200 ms, and nobody says how long it takes to be stored.
        let stored = async {
            while !allowed(&fetcher.robots_of(&origin).await, &url) {
                sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(Duration::from_secs(60), stored).await.expect("the new file");
        assert_eq!(site.requests(), 2, "{policy}");
    }
}

#[tokio::test]
async fn max_age_moves_freshness_within_its_bounds() {
    // How long after the fetch a question still makes none.
    let rows = [
        ("max-age=3600", HOUR),
        ("public, max-age=7200, must-revalidate", 2 * HOUR),
        ("max-age=\"3600\"", HOUR),
        ("max-age=0", 5 * MINUTE),
        ("no-cache", 5 * MINUTE),
        ("no-store, max-age=9000", 5 * MINUTE),
        ("max-age=31536000", 7 * 24 * HOUR),
        ("max-age=99999999999999999999999", 7 * 24 * HOUR),
        ("max-age=-1", 24 * HOUR),
        ("max-age=soon", 24 * HOUR),
        ("s-maxage=60", 24 * HOUR),
    ];
    for (field, fresh_for) in rows {
        let clock = Clock::fixed(at(Duration::ZERO));
        let fetcher = builder().mode(FetchMode::Wait).clock(clock.clone()).build().unwrap();
        let site = Site::new(Answer::new(200, FILE).field("Cache-Control", field)).await;
        let origin = site.origin();
        fetcher.robots_of(&origin).await;
        clock.set(at(fresh_for - Duration::from_secs(1)));
        fetcher.robots_of(&origin).await;
        assert_eq!(site.requests(), 1, "{field}: still fresh");
        clock.set(at(fresh_for));
        fetcher.robots_of(&origin).await;
        assert_eq!(site.requests(), 2, "{field}: no longer");
    }
}

/// A cache between the server and us may give an old file for long after a change.
#[tokio::test]
async fn a_copy_that_a_cache_had_kept_is_told() {
    let rows = [
        (
            "7200",
            Some(7200),
            ", from a cache that had kept it for 2 h: the server may have a newer one",
        ),
        (
            "60",
            Some(60),
            ", from a cache that had kept it for 1 min: the server may have a newer one",
        ),
        ("59", Some(59), ""),
        ("0", Some(0), ""),
        ("soon", None, ""),
    ];
    for (field, age, told) in rows {
        // With the clock of this machine the file is seen later than its fetch began.
        for clock in [Clock::fixed(at(Duration::ZERO)), Clock::system()] {
            let fetcher = builder().clock(clock).build().unwrap();
            let site = Site::new(Answer::new(200, FILE).field("Age", field)).await;
            let robots = fetcher.robots_of(&site.origin()).await;
            let expected = format!("{}/robots.txt was fetched just now{told}", site.origin());
            assert_eq!(robots.to_string(), expected, "{field}");
            assert_eq!(SiteState::new(&robots).last_fetch.unwrap().age, age, "{field}");
        }
    }
    let fetcher = builder().build().unwrap();
    let kept = Answer::new(200, FILE).field("Age", "7200").field("Cache-Control", "max-age=86400");
    let site = Site::new(kept).await;
    let robots = fetcher.robots_of(&site.origin()).await;
    let until =
        "the server may have a newer one; by its max-age the cache may keep this one for 22 h more";
    assert!(robots.to_string().ends_with(until), "{robots}");
    assert_eq!(SiteState::new(&robots).last_fetch.unwrap().fresh_for, Some(79_200));
}

#[tokio::test]
async fn a_new_answer_says_until_when_google_may_go_by_the_old_one() {
    let clock = Clock::fixed(at(Duration::ZERO));
    let fetcher = builder().mode(FetchMode::Wait).clock(clock.clone()).build().unwrap();
    let site = Site::new(Answer::new(200, FILE)).await;
    let told = async || fetcher.robots_of(&site.origin()).await.old_copy();
    assert_eq!(told().await, None, "nothing was known before");
    let new = || {
        Answer::new(200, "user-agent: *\ndisallow: /new").field("Cache-Control", "max-age=31536000")
    };
    let steps = [
        (25, new(), "Google may go by what was there before (last seen 25 h ago) until 49"),
        (48, new(), "Google may go by what was there before (last seen 2 d ago) until 49"),
        (50, new(), ""),
        (
            200,
            Answer::new(404, ""),
            "Google may go by what was there before (last seen 7 d ago) until 8960, by its max-age",
        ),
    ];
    for (hour, answer, expected) in steps {
        clock.set(at(HOUR * hour));
        site.answer(answer);
        let said = told().await.map(|old| old.text).unwrap_or_default();
        let with_times = [49, 8960].iter().fold(said, |said, hour| {
            said.replace(&at(HOUR * *hour).wall.to_string(), &hour.to_string())
        });
        assert_eq!(with_times, expected, "{hour}");
    }
    // Another answer with the same effect is none, and does not make the time begin anew.
    let site = Site::new(Answer::new(404, "")).await;
    let comment = "# of today\nuser-agent: *\ndisallow: /a";
    let steps = [
        (300, Answer::new(410, ""), None),
        (330, Answer::new(200, "user-agent: *\ndisallow:"), None),
        (360, Answer::new(200, "user-agent: *\ndisallow: /a"), Some(384)),
        (385, Answer::new(200, comment), None),
    ];
    let told = async || fetcher.robots_of(&site.origin()).await.old_copy();
    clock.set(at(HOUR * 270));
    assert_eq!(told().await, None);
    for (hour, answer, until) in steps {
        clock.set(at(HOUR * hour));
        site.answer(answer);
        let said = told().await.map(|old| old.until);
        assert_eq!(said, until.map(|until| at(HOUR * until).wall), "{hour}");
    }
}

#[tokio::test]
async fn a_wall_clock_that_is_set_back_keeps_nothing_fresh() {
    let clock = Clock::fixed(at(Duration::ZERO));
    let fetcher = builder().mode(FetchMode::Wait).clock(clock.clone()).build().unwrap();
    let site = Site::new(Answer::new(200, FILE)).await;
    fetcher.robots_of(&site.origin()).await;
    // 25 hours later by the steady clock, and half an hour by the wall's.
    clock.set(ClockReading { wall: at(HOUR / 2).wall, steady: at(25 * HOUR).steady });
    fetcher.robots_of(&site.origin()).await;
    assert_eq!(site.requests(), 2);
}

#[tokio::test]
async fn a_site_that_answers_5xx_for_missing_pages_has_no_file_if_somebody_looks_twice() {
    // Somebody looks, the front page, a missing page, what was answered before; after a day.
    let rows: &[(bool, u16, u16, Option<u16>, Basis)] = &[
        (false, 200, 500, None, Basis::Disallowed),
        (true, 200, 500, None, Basis::NoFile),
        (true, 200, 500, Some(404), Basis::NoFile),
        (true, 200, 404, None, Basis::Disallowed),
        (true, 500, 500, None, Basis::Disallowed),
        // A file in the history, though the last answer was that there is none.
        (true, 200, 500, Some(200), Basis::Disallowed),
    ];
    for (look, front, missing, earlier, basis) in rows {
        let clock = Clock::fixed(at(Duration::ZERO));
        let site = Site::new(Answer::new(*front, "")).await;
        let builder =
            builder().probe_failing_sites(*look).mode(FetchMode::Wait).clock(clock.clone());
        let fetcher = builder.build().unwrap();
        if let Some(earlier) = earlier {
            for status in [*earlier, 404] {
                site.answer_under("/robots.txt", Answer::new(status, FILE));
                fetcher.robots_of(&site.origin()).await;
                clock.set(at(clock.now().steady - HOUR + 25 * HOUR));
            }
        }
        site.answer_under("/robots.txt", Answer::new(500, ""));
        site.answer_under("/no-such-page", Answer::new(*missing, ""));
        let what = format!("{look} {front} {missing} {earlier:?}");
        let robots = fetcher.robots_of(&site.origin()).await;
        assert_eq!(robots.basis(), Basis::Disallowed, "{what}: once is not enough: {robots}");
        clock.set(at(clock.now().steady - HOUR + 24 * HOUR));
        let robots = fetcher.robots_of(&site.origin()).await;
        assert_eq!(robots.basis(), *basis, "{what}: {robots}");
        if *basis == Basis::NoFile {
            assert!(robots.to_string().contains("as the site does for every missing page"));
        }
    }
}

#[tokio::test]
async fn every_version_is_remembered_with_its_times() {
    let clock = Clock::fixed(at(Duration::ZERO));
    let fetcher = builder().mode(FetchMode::Wait).clock(clock.clone()).build().unwrap();
    let site = Site::new(Answer::new(200, FILE)).await;
    let origin = site.origin();
    let script = [
        (0, 200, FILE),
        (25, 200, FILE),
        (50, 200, OTHER),
        (75, 404, ""),
        (100, 200, FILE),
        (125, 500, ""),
    ];
    for (hour, status, body) in script {
        clock.set(at(hour * HOUR));
        site.answer(Answer::new(status, body));
        fetcher.robots_of(&origin).await;
    }
    let entry = fetcher.store().entry(&origin).await.unwrap().unwrap();
    let old = fetcher.store().old_versions(&origin).await.unwrap();
    let seen: Vec<_> = entry
        .version()
        .into_iter()
        .chain(&old)
        .map(|version| (version.first_seen, version.last_seen))
        .collect();
    let hours = |a: u32, b: u32| (at(a * HOUR).wall, at(b * HOUR).wall);
    assert_eq!(seen, [hours(100, 100), hours(75, 75), hours(50, 50), hours(0, 25)]);
}

#[tokio::test]
async fn rules_speak_for_their_origin_however_it_is_spelled() {
    let site = Site::new(Answer::new(200, FILE)).await;
    let fetcher = fetcher();
    let rules = fetcher.robots_of(&site.origin()).await.rules_for(&Crawler::GOOGLEBOT);
    let port = site.address.port();
    for (url, decision) in [
        (format!("http://127.0.0.1:{port}/private"), Decision::Disallowed),
        (format!("HTTP://127.0.0.1:{port}/private"), Decision::Disallowed),
        (format!("http://2130706433:{port}/private"), Decision::Disallowed),
        (format!("http://me@127.0.0.1:{port}/private"), Decision::Disallowed),
        (format!("http://127.0.0.1:{port}"), Decision::Allowed),
        (format!("http://127.0.0.1:{port}?q"), Decision::Allowed),
        (format!("http://127.0.0.1:{port}0/private"), Decision::NotApplicable),
        (format!("https://127.0.0.1:{port}/private"), Decision::NotApplicable),
        ("http://127.0.0.1/private".to_owned(), Decision::NotApplicable),
        (format!("http:\\\\127.0.0.1:{port}\\private"), Decision::Disallowed),
        (format!("http://127.0.0.1:{port}/a/../private"), Decision::Disallowed),
        ("/private".to_owned(), Decision::NotApplicable),
        ("http://".to_owned(), Decision::NotApplicable),
    ] {
        assert_eq!(rules.check(&url).decision(), decision, "{url}");
    }
}

#[tokio::test]
async fn robots_txt_itself_is_allowed_in_rfc9309_even_where_nothing_else_is() {
    let site = Site::new(Answer::new(500, "")).await;
    for (profile, decision) in
        [(Profile::RFC9309, Decision::Allowed), (Profile::GOOGLE, Decision::Disallowed)]
    {
        let fetcher = builder().profile(profile).build().unwrap();
        let rules = fetcher.robots_of(&site.origin()).await.rules_for(&Crawler::GOOGLEBOT);
        assert_eq!(rules.check(&site.url("/robots.txt")).decision(), decision, "{}", profile.name);
    }
}

/// A live site and a local file give the same reason, with a file, without one and in an outage.
#[tokio::test]
async fn a_live_verdict_has_the_reason_of_a_file_at_hand() {
    for (answer, is_file) in [(Answer::new(200, FILE), true), (Answer::new(500, ""), false)] {
        let site = Site::new(answer).await;
        for profile in Profile::ALL {
            let fetcher = builder().profile(profile).build().unwrap();
            let robots = fetcher.robots_of(&site.origin()).await;
            for known in KnownCrawler::all() {
                let crawler = Crawler::from(known);
                for path in ["/", "/private", "/robots.txt"] {
                    let what =
                        format!("{}, {}, {path}, file: {is_file}", profile.name, known.token);
                    let url = site.url(path);
                    let rules = robots.rules_for(&crawler);
                    let compiled = rules.check(&url);
                    assert_eq!(robots.check(&crawler, &url).verdict, compiled.verdict, "{what}");
                    let at_hand = check_once(FILE.as_bytes(), &crawler, as_written(&url), profile);
                    let is_fixed = matches!(compiled.reason(), Reason::Unreachable(_));
                    assert_eq!(is_fixed, !is_file && !at_hand_decides(&at_hand), "{what}");
                    if !is_fixed {
                        assert_eq!(compiled.verdict, at_hand, "{what}");
                    }
                }
            }
        }
    }
}

/// Whether a verdict needs no file.
fn at_hand_decides(verdict: &Verdict<'_>) -> bool {
    matches!(verdict.reason(), Reason::CrawlerIgnoresRobotsTxt | Reason::RobotsTxtItself)
}

#[tokio::test]
async fn modes_and_calls() {
    let site = Site::new(Answer::new(200, FILE)).await;
    let origin = site.origin();
    let store = maycrawl_fetch::Store::memory(1 << 20);
    let offline = builder().store(store.clone()).mode(FetchMode::Offline).build().unwrap();
    let robots = offline.robots_of(&origin).await;
    assert!(!robots.rules_for(&Crawler::GOOGLEBOT).check(&site.url("/")).is_allowed());
    assert!(robots.to_string().contains("fetching is switched off"), "{robots}");
    assert_eq!(site.requests(), 0);

    let fetcher = builder().store(store).min_refresh_interval(Duration::ZERO).build().unwrap();
    assert_eq!(fetcher.robots_of(&origin).await.basis(), Basis::File);
    fetcher.refresh(&origin).await;
    assert_eq!(site.requests(), 2, "refresh fetches in any case");
    let again = builder().store(fetcher.store().clone()).mode(FetchMode::Offline).build().unwrap();
    assert_eq!(again.robots_of(&origin).await.basis(), Basis::File, "from the store");
    assert!(fetcher.forget(&origin).await.unwrap());
    assert!(!fetcher.forget(&origin).await.unwrap());
    fetcher.robots_of(&origin).await;
    assert_eq!(site.requests(), 3, "what was forgotten is fetched");
    assert!(fetcher.robots_for("no url").await.is_err());
    assert!(fetcher.robots_for("gopher://h/").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn many_origins_are_asked_at_a_time_and_a_dead_one_holds_up_nobody() {
    let mut sites = Vec::new();
    for i in 0..40 {
        let after = if i == 0 { HOUR } else { Duration::from_millis(50) };
        sites.push(Site::new(Answer::new(200, FILE).after(after)).await);
    }
    let fetcher = builder().deadline(Duration::from_secs(3)).build().unwrap();
    let origins: Vec<_> = sites.iter().map(Site::origin).collect();
    let all: Vec<_> = fetcher.robots_of_many(origins.clone(), 10).collect().await;
    assert_eq!(all.len(), 40);
    assert_eq!(all.last().unwrap().0, origins[0], "the dead one comes last");
    let files = all.iter().filter(|(_, robots)| robots.basis() == Basis::File).count();
    assert_eq!(files, 39);
}

#[test]
fn without_async() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let site = runtime.block_on(Site::new(Answer::new(200, FILE)));
    let fetcher = maycrawl_fetch::blocking::Fetcher::new(fetcher()).unwrap();
    let url = site.url("/private");
    assert!(!allowed(&fetcher.robots_for(&url).unwrap(), &url));
    assert_eq!(fetcher.refresh(&site.origin()).basis(), Basis::File);
    assert_eq!(fetcher.robots_of(&site.origin()).basis(), Basis::File);
}

#[tokio::test]
async fn what_is_compiled_counts_and_is_bounded() {
    let site = Site::new(Answer::new(200, FILE)).await;
    let fetcher = fetcher();
    let robots = fetcher.robots_of(&site.origin()).await;
    let url = site.url("/private");
    for i in 0..1000 {
        let crawler = Crawler::from_token(&format!("bot{}", "x".repeat(i % 100)));
        assert!(!robots.rules_for(&crawler).check(&url).is_allowed());
    }
    let again = fetcher.robots_of(&site.origin()).await;
    assert!(!allowed(&again, &url));
    assert_eq!(site.requests(), 1);
}
