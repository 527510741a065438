use std::time::Duration;

use maycrawl::Origin;
use maycrawl_effects::expectation::parse;
use maycrawl_fetch::{
    Clock, ClockReading, Entry, FetchMode, FetchResult, Fetcher, Outcome, Policy, Store,
};

use super::*;

const HOUR: Duration = Duration::from_secs(3600);

fn judge() -> Judge {
    let readers = Reader::all().iter().collect();
    Judge { profile: Profile::GOOGLE, all_changes: false, expectations: None, readers }
}

fn at(hours: u32) -> Timestamp {
    Timestamp::from_millis(1_795_000_000_000).after(HOUR * hours)
}

/// A look that finds a file, no file (`None`), or a site that does not answer.
fn found(hours: u32, rung: Rung, file: Option<&str>) -> Observation {
    let content = file.map_or(Content::Missing, |text| Content::File(text.into()));
    let content = (rung == Rung::Readable).then_some(content);
    Observation { at: at(hours), rung, content, state: String::new() }
}

/// The kinds of what is told at each look; an empty text for nothing.
fn told(judge: &Judge, looks: impl IntoIterator<Item = Observation>) -> Vec<&'static str> {
    told_of(judge, &mut None, looks)
}

fn told_of(
    judge: &Judge,
    record: &mut Option<SiteRecord>,
    looks: impl IntoIterator<Item = Observation>,
) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for look in looks {
        let (after, events) = judge.look(record.take(), &look);
        *record = Some(after);
        assert!(events.len() < 3, "{events:?}");
        kinds.push(match events.first() {
            None => "",
            Some(Event::Change { .. }) => "change",
            Some(Event::Outage { rung: Rung::Disallowed, .. }) => "disallowed",
            Some(Event::Outage { rung: Rung::LastCopy, .. }) => "last copy",
            Some(Event::Outage { .. }) => "outage",
            Some(Event::Recovered { .. }) => "recovered",
            Some(Event::Fails(_)) => "fails",
            Some(Event::Holds) => "holds",
            Some(Event::Flapping) => "flapping",
            Some(Event::Calm) => "calm",
        });
    }
    kinds
}

fn files<'a>(files: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = Observation> {
    (0..).zip(files).map(|(hours, file)| found(hours, Rung::Readable, Some(file)))
}

const OPEN: &str = "User-agent: *\nDisallow: /a\n";
const CLOSED: &str = "User-agent: *\nDisallow: /\n";

#[test]
fn one_message_a_change_and_none_without_effect() {
    let rows: &[(&[&str], &[&str])] = &[
        (&[OPEN, OPEN, CLOSED, CLOSED], &["", "", "change", ""]),
        (&[OPEN, "# words\nUser-agent: *\nDisallow: /a\nDisallow: /a/b\n"], &["", ""]),
        (&[OPEN, &format!("{OPEN}Sitemap: https://a.example/s.xml\n")], &["", "change"]),
        (&[OPEN, &format!("{OPEN}Content-Signal: ai-train=no\n")], &["", "change"]),
        // For programs that take the first rule that matches.
        (&[OPEN, "User-agent: *\nAllow: /\nDisallow: /a\n"], &["", "change"]),
    ];
    for (looks, expected) in rows {
        assert_eq!(told(&judge(), files(looks.iter().copied())), *expected, "{looks:?}");
    }
    let all = Judge { all_changes: true, ..judge() };
    assert_eq!(told(&all, files([OPEN, &format!("# x\n{OPEN}")])), ["", "change"]);
    // A file that has nothing to lose may go without a word; one that closed the site may not.
    let gone = |file| [found(0, Rung::Readable, Some(file)), found(1, Rung::Readable, None)];
    assert_eq!(told(&judge(), gone("# nothing\n")), ["", ""]);
    assert_eq!(told(&judge(), gone(CLOSED)), ["", "change"]);
}

#[test]
fn a_change_is_compared_with_what_was_told() {
    // Changes without effect add up to nothing, and the next effect is told against the newest file.
    let mut record = None;
    let comments = (0..40).map(|number| format!("# made at {number}\n{OPEN}"));
    let comments: Vec<_> = comments.collect();
    let kinds = told_of(&judge(), &mut record, files(comments.iter().map(String::as_str)));
    assert!(kinds.iter().all(|kind| kind.is_empty()), "{kinds:?}");
    assert_eq!(record.as_ref().unwrap().told.as_ref().unwrap().bytes(), comments[39].as_bytes());
    assert_eq!(told_of(&judge(), &mut record, files([CLOSED])), ["change"]);
}

#[test]
fn one_failed_fetch_is_no_news_and_an_outage_is_told_once() {
    let ok = |hours| found(hours, Rung::Readable, Some(OPEN));
    let down = |hours| found(hours, Rung::Disallowed, None);
    let kinds = told(&judge(), [ok(0), down(1), ok(2), ok(3)]);
    assert_eq!(kinds, ["", "", "", ""]);
    let kinds = told(&judge(), [ok(0), down(1), down(2), down(3), ok(4), ok(5)]);
    assert_eq!(kinds, ["", "", "disallowed", "", "recovered", ""]);
    // Watching can begin during an outage. What is found then is the first state.
    let kinds = told(&judge(), [down(0), down(1), ok(2), found(3, Rung::Readable, Some(CLOSED))]);
    assert_eq!(kinds, ["", "disallowed", "recovered", "change"]);
}

/// The ladder of the documents, with entries that the policy makes and a clock that is set.
#[tokio::test]
async fn each_step_of_an_outage_is_told_by_the_documents_of_the_policy() {
    let origin = Origin::parse("https://shop.example").unwrap();
    let rows: [(Policy, &[(u32, &str)]); 2] = [
        // Google 2021: 30 days without crawling, then the last copy.
        (Policy::Google2021, &[(3, "disallowed"), (722, "last copy"), (800, "recovered")]),
        // Google 2026: twelve hours, 30 days of the last copy, and then it depends on the rest of the site.
        (
            Policy::Google2026,
            &[(3, "disallowed"), (14, "last copy"), (734, "disallowed"), (800, "recovered")],
        ),
    ];
    for (policy, expected) in rows {
        let start = ClockReading { wall: at(0), steady: Duration::ZERO };
        let clock = Clock::fixed(start);
        let store = Store::memory(1 << 20);
        let builder = Fetcher::builder().policy(policy).store(store.clone()).clock(clock.clone());
        let fetcher = builder.mode(FetchMode::Offline).cache_bytes(0).build().unwrap();
        let (mut entry, mut record, mut kinds) = (None::<Entry>, None, Vec::new());
        for hours in 0..=801 {
            clock.set(ClockReading { wall: at(hours), steady: HOUR * hours });
            let (status, body) = if (2..800).contains(&hours) { (503, "") } else { (200, OPEN) };
            let outcome = Outcome::from_status(status, body.as_bytes());
            let fetched = FetchResult::new(at(hours), Duration::ZERO, outcome);
            let after = Entry::after(entry.as_ref(), &origin, &fetched, None, policy, at(hours));
            store.put(&after, None).await.unwrap();
            entry = Some(after);
            let robots = fetcher.robots_of(&origin).await;
            let seen = Observation::of(&robots, at(hours)).unwrap();
            let kind = told_of(&judge(), &mut record, [seen])[0];
            if !kind.is_empty() {
                kinds.push((hours, kind));
            }
        }
        assert_eq!(kinds, expected, "{policy}");
    }
}

#[test]
fn a_site_that_flaps_is_quiet_until_it_is_calm() {
    let flips = |count: usize| (0..count).map(|look| if look % 2 == 0 { OPEN } else { CLOSED });
    // It flips nine times, and then stays closed, which was told.
    let looks: Vec<_> = flips(10).chain([CLOSED; 9]).collect();
    let kinds = told(&judge(), files(looks));
    assert_eq!(kinds[..6], ["", "change", "change", "change", "flapping", ""]);
    let rest: Vec<_> = kinds[6..].iter().filter(|kind| !kind.is_empty()).collect();
    assert_eq!(rest, [&"calm"]);
    // Another end than what was told is one message, although it flipped many times.
    let other = "User-agent: *\nDisallow: /other\n";
    let looks: Vec<_> = flips(10).chain([other; 9]).collect();
    let kinds = told(&judge(), files(looks));
    let rest: Vec<_> = kinds[5..].iter().filter(|kind| !kind.is_empty()).collect();
    assert_eq!(rest, [&"change"]);
    // A site that fails every second time is told as flapping, never as an outage.
    let looks = (0..40).map(|hours| match hours % 2 {
        0 => found(hours, Rung::Readable, Some(OPEN)),
        _ => found(hours, Rung::Disallowed, None),
    });
    let kinds: Vec<_> = told(&judge(), looks).into_iter().filter(|kind| !kind.is_empty()).collect();
    assert_eq!(kinds, ["flapping"]);
}

#[test]
fn expectations_are_told_when_they_fail_and_when_all_hold_again() {
    let lines = parse("allow Googlebot /b\ndisallow * /a\n").unwrap();
    let expected =
        |lines, for_readers| Some(Expectations { lines, for_readers, hash: "1".to_owned() });
    let judge = Judge { expectations: expected(lines, false), ..judge() };
    let kinds = told(&judge, files([OPEN, CLOSED, CLOSED, OPEN, OPEN]));
    assert_eq!(kinds, ["", "change", "", "change", ""]);
    // A failure at the first look is told, and once.
    let kinds = told(&judge, files([CLOSED, CLOSED, "# x\nUser-agent: *\nDisallow: /\n"]));
    assert_eq!(kinds, ["fails", "", ""]);
    // The state after an outage is verified; during it nothing is known.
    let looks = [found(0, Rung::Disallowed, None), found(1, Rung::Readable, Some(CLOSED))];
    assert_eq!(told(&judge, looks), ["", "fails"]);
    // Google takes the longest rule, and some programs the first one.
    let first = "User-agent: *\nAllow: /\nDisallow: /a\n";
    let other = Reader::all().iter().filter(|it| it.name() == "cpython").collect();
    for (for_readers, readers, expected_kind) in [
        (false, Reader::all().iter().collect(), ""),
        (true, Reader::all().iter().collect(), "fails"),
        (true, other, "fails"),
        (true, vec![&Reader::all()[0]], ""),
    ] {
        let lines = parse("disallow * /a\n").unwrap();
        let judge = Judge { expectations: expected(lines, for_readers), readers, ..self::judge() };
        assert_eq!(told(&judge, files([first])), [expected_kind], "{for_readers}");
    }
}

/// Any site, however it behaves: few messages, and when it is calm, what was told is what it serves.
#[test]
fn whatever_a_site_does_few_messages_tell_its_last_state() {
    let other = "User-agent: GPTBot\nDisallow: /\n";
    let states = [Some(OPEN), Some(CLOSED), Some(other), None];
    for seed in 0..300_u64 {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random >> 32
        };
        let pace = 1 + next() % 8;
        let (mut record, mut state, mut down) = (None, 0, false);
        let mut kinds = Vec::new();
        for hours in 0..60 {
            if next() % pace == 0 {
                state = next() as usize % states.len();
                down = next() % 4 == 0;
            }
            let rung = if down { Rung::Disallowed } else { Rung::Readable };
            kinds.extend(told_of(&judge(), &mut record, [found(hours, rung, states[state])]));
        }
        // Four turns within twelve looks are the most that are told one by one; a look tells two things at most.
        for looks in kinds.windows(12) {
            let count = looks.iter().filter(|kind| !kind.is_empty()).count();
            assert!(count <= 8, "seed {seed}: {looks:?}");
        }
        let calm = (60..80).map(|hours| found(hours, Rung::Readable, states[state]));
        told_of(&judge(), &mut record, calm);
        let record = record.unwrap();
        let told = record.told.unwrap();
        assert_eq!(told.bytes(), states[state].unwrap_or_default().as_bytes(), "seed {seed}");
        assert!(record.seen.is_none() && !record.flaps && record.turns.len() <= FLAP_TURNS);
        assert_eq!(record.rung, Rung::Readable, "seed {seed}");
    }
}

#[test]
fn a_record_is_the_same_after_the_store() {
    let (record, _) = judge().look(None, &found(0, Rung::Readable, Some("\u{0}é\r\n")));
    let json = serde_json::to_vec(&record).unwrap();
    let back: SiteRecord = serde_json::from_slice(&json).unwrap();
    assert_eq!(back.told, record.told);
    assert_eq!(format!("{back:?}"), format!("{record:?}"));
}
