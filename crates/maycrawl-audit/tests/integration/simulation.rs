//! Logs with known truth: worlds are simulated, their logs are judged, and every class is compared with what was true.

mod truth;
mod world;

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use maycrawl_audit::evidence::{Replay, Row, Writer};
use maycrawl_audit::history::{Content, History};
use maycrawl_audit::identity::{Claim, DnsAnswer, Identities, LookupError, Resolver};
use maycrawl_audit::judge::{
    Class, Copies, Histories, Hit, Judge, Judged, LogCover, Mark, Options, Place, Reason, Standing,
};

use world::{EPOCH, KINDS, MINUTE, SKEW, START, World};

const LISTS: [(&str, u16); 5] = [
    ("https://developers.google.com/static/crawling/ipranges/common-crawlers.json", 1),
    ("https://www.bing.com/toolbox/bingbot.json", 2),
    ("https://claude.com/crawling/bots.json", 3),
    ("https://openai.com/gptbot.json", 4),
    ("https://index.commoncrawl.org/ccbot.json", 5),
];

fn time(at: i64) -> Timestamp {
    Timestamp::from_millisecond(at).unwrap()
}

/// Google and Bing give their addresses names; nobody else has one.
struct Hosts;

impl Resolver for Hosts {
    fn now(&self) -> Timestamp {
        time(START + 6 * 24 * 60 * MINUTE)
    }

    fn names(&mut self, address: IpAddr) -> Result<DnsAnswer<String>, LookupError> {
        let IpAddr::V6(v6) = address else { return Err(LookupError("SERVFAIL".to_owned())) };
        let [_, _, list, epoch, .., host] = v6.segments();
        let name = match list {
            1 => Some(format!("crawl-{epoch}-{host}.googlebot.com")),
            2 => Some(format!("msnbot-{epoch}-{host}.search.msn.com")),
            _ => None,
        };
        Ok(DnsAnswer { values: name.into_iter().collect(), at: time(START + 6 * 24 * 60 * MINUTE) })
    }

    fn addresses(&mut self, name: &str, _: IpAddr) -> Result<DnsAnswer<IpAddr>, LookupError> {
        let numbers: Vec<u16> =
            name.split(['-', '.']).filter_map(|part| part.parse().ok()).collect();
        let list = if name.ends_with("googlebot.com") { 1 } else { 2 };
        let values = vec![World::address(list, i64::from(numbers[0]), numbers[1])];
        Ok(DnsAnswer { values, at: time(START + 6 * 24 * 60 * MINUTE) })
    }
}

fn identities(world: &World) -> Identities {
    let mut identities = Identities::new();
    if world.has_hosts {
        identities = identities.with_resolver(Box::new(Hosts), None);
    }
    if world.is_behind_proxy {
        identities.add_proxies(["2001:db8:eeee::/48".parse().unwrap()]);
    }
    for (url, list) in LISTS.into_iter().filter(|_| world.has_lists) {
        for epoch in -1..=world.length / EPOCH + 1 {
            let created = START + epoch * EPOCH;
            let prefix = format!("2001:db8:{list:x}:{:x}::/64", epoch as u16);
            let json = format!(
                r#"{{"creationTime": "{}", "prefixes": [{{"ipv6Prefix": "{prefix}"}}]}}"#,
                time(created)
            );
            for taken in [created + MINUTE, created + EPOCH - MINUTE] {
                identities.add_list(url, time(taken), json.as_bytes()).unwrap();
            }
        }
    }
    identities
}

/// The history as one of its sources tells it. Exact ones tell the time of each change.
fn history(world: &mut World) -> (History, bool) {
    let content = |body: &Option<truth::Body>| {
        body.as_ref().map_or(Content::Missing, |body| Content::file(body.text().as_bytes()))
    };
    let versions = world.versions.clone();
    let all = versions.iter().map(|version| (version.begins, content(&version.body)));
    match world.random.below(5) {
        0 => {
            let hours = 10;
            // Commits are in the order of the branch, not always in that of their times.
            let commits: Vec<_> = all
                .map(|(at, content)| {
                    let before = world.random.below(hours * 3_600_000) as i64;
                    (time(at - before), content)
                })
                .collect();
            (History::from_commits(commits, SignedDuration::from_hours(hours as i64)), false)
        }
        1 => {
            // Each version is seen. One that comes and goes between two looks can be known by nobody.
            let next = versions.iter().skip(1).map(|it| it.begins).chain([START + 20 * truth::DAY]);
            let middles =
                versions.iter().zip(next).map(|(version, next)| (version.begins + next) / 2);
            let middles: Vec<i64> = middles.filter(|&at| at < START + world.length).collect();
            let seen = |at: i64| (time(at), content(&world.versions[world.in_force(at)].body));
            let mut fetches: Vec<_> = middles.into_iter().map(seen).collect();
            let mut at = START - 40 * truth::DAY;
            while at < START + world.length + truth::DAY {
                fetches.push((time(at), content(&world.versions[world.in_force(at)].body)));
                at += world.between(MINUTE, 12 * truth::HOUR);
            }
            (History::from_fetches(fetches), false)
        }
        _ => (
            History::from_dated(all.map(|(at, content)| (time(at), content)), SignedDuration::ZERO),
            true,
        ),
    }
}

#[derive(Default, Debug)]
pub struct Tally {
    judged: u64,
    wrong: Vec<String>,
    full: u64,
    full_unknown: u64,
    usual: u64,
    usual_unknown: u64,
    usual_by: HashMap<(&'static str, Option<Reason>), u64>,
    timid: Vec<String>,
    classes: HashMap<(Standing, Class), u64>,
    reasons: HashMap<Reason, u64>,
}

/// What is wrong with a class, if anything is.
fn mistake(judged: &Judged, line: &world::Line) -> Option<String> {
    let truth = line.truth.as_ref().unwrap();
    let standing = judged.facts.standing;
    let class = judged.decision.class;
    let marks = &judged.decision.marks;
    if !truth.is_genuine {
        return (standing == Standing::Proved).then(|| "an impostor is proved".to_owned());
    }
    if standing == Standing::Forged {
        return Some("a genuine crawler is called forged".to_owned());
    }
    let rows: &[u8] = match class {
        Class::CannotBeKnown => return None,
        Class::DisobeyedReadingNotKnown => &[7, 8, 9],
        Class::Obeyed if marks.contains(&Mark::MaybeStale) => &[4, 6],
        Class::AllowedButRefused if marks.contains(&Mark::MaybeStale) => &[4, 5],
        _ => &[class.row()],
    };
    if !truth.row.is_some_and(|row| rows.contains(&row)) {
        return Some(format!("the truth is row {:?}", truth.row));
    }
    if marks.contains(&Mark::NowAllowed) && !truth.allowed_in_force {
        return Some("now-allowed, and it is not".to_owned());
    }
    (marks.contains(&Mark::Unread) && truth.has_copy)
        .then(|| "unread, and it had a copy".to_owned())
}

/// The rows that are true in worlds with the same log: those in which the crawler acts on a new copy at another time,
/// uses the copies of its siblings or not, and in which the clocks differ in another way.
fn possible_rows(world: &World, line: &world::Line) -> BTreeSet<Option<u8>> {
    let (page, number) = (line.truth.as_ref().unwrap().page, line.kind.unwrap());
    let settle = KINDS[number].settle;
    let near = world.reads.values().flatten().map(|read| page.at - read.at);
    let near = near.filter(|delay| (0..=settle).contains(delay));
    let delays: Vec<i64> =
        near.flat_map(|delay| [delay - 1, delay, delay + 1]).chain([0, settle]).collect();
    // Reads from addresses that are in no list of that time may be somebody else's.
    let proved: HashMap<usize, Vec<truth::Read>> = world
        .reads
        .iter()
        .map(|(&kind, reads)| {
            (kind, reads.iter().filter(|read| world.is_listed(kind, read)).cloned().collect())
        })
        .collect();
    let mut rows = BTreeSet::new();
    let taken = if line.ends { 68_000 } else { 0 };
    for (shift, reads) in [-2 * SKEW - 1000, -1000, 0, 1000, 2 * SKEW + 1000]
        .iter()
        .flat_map(|&shift| [(shift, &world.reads), (shift, &proved)])
    {
        let seen = |read: &truth::Read| {
            let mut read = read.clone();
            if let truth::Gave::Copy(Some(version)) = &mut read.gave {
                *version = world.in_force(read.at + shift);
            }
            read
        };
        for at in [page.at - taken, page.at, page.at + shift, page.line.0] {
            let page = truth::Page { at, ..page };
            for (&delay, shares) in delays.iter().flat_map(|delay| [(delay, true), (delay, false)])
            {
                let delay = delay.clamp(0, settle);
                let (_, row) = world.row(
                    page,
                    number,
                    reads,
                    (&line.target, line.status),
                    (delay, shares, &seen),
                );
                rows.insert(row);
            }
        }
    }
    rows
}

fn describe(seed: u64, what: &str, judged: &Judged, line: &world::Line, world: &World) -> String {
    let Judged { decision, facts, copies, in_force, window, reads, .. } = judged;
    let versions: Vec<_> = world
        .versions
        .iter()
        .map(|it| (time(it.begins), it.body.as_ref().map(|it| &it.star)))
        .collect();
    let known: Vec<_> = world.reads[&line.kind.unwrap()]
        .iter()
        .filter(|it| (it.at - judged.at.as_millisecond()).abs() < 2 * truth::DAY)
        .collect();
    format!(
        "seed {seed}: {what}: {}\n{} {} {} {:?}\n{facts:?}\n{decision:?}\n{copies:?} {in_force:?} {window:?}\n{reads:?}\n{versions:?}\n\
         {:?} {:?} {known:?}",
        judged.crawler.token,
        judged.at,
        line.target,
        line.file,
        line.truth,
        world.failures,
        world.hidden
    )
}

pub fn run(seed: u64, tally: &mut Tally, rows: &mut dyn FnMut(&Row, &Copies)) {
    let mut world = World::new(seed);
    let (history, is_exact) = history(&mut world);
    let mut histories = Histories::new();
    histories.add("https://site.example", history.clone());
    histories.add("http://site.example", history);
    let options = Options {
        edge_cache: SignedDuration::from_millis(world.edge),
        silence: SignedDuration::from_hours(100),
        ..Options::default()
    };
    let copies = Copies::new(&histories, options.profile);
    let mut replay = Replay::new(copies);
    let mut judge = Judge::new(options, histories, identities(&world));
    for &(from, to) in &world.hidden {
        judge.add_gap(time(from), time(to));
    }
    let mut writer =
        Writer::new(judge.copies().clone(), vec!["file 0".to_owned(), "file 1".to_owned()]);
    let mut found = Vec::new();
    let origins = ["https://site.example".into(), "http://site.example".into()];
    // Servers write lines some minutes late.
    let mut order: Vec<usize> = (0..world.lines.len()).collect();
    let late: Vec<i64> = order.iter().map(|_| world.random.below(9 * 60_000) as i64).collect();
    order.sort_by_key(|&at| world.lines[at].at + late[at]);
    for at in order {
        let line = &world.lines[at];
        let hit = Hit {
            at: time(line.at),
            time_is_end: Some(line.ends),
            client: line.client,
            origin: Some(std::sync::Arc::clone(&origins[usize::from(line.is_http)])),
            claim: Claim::from_user_agent(line.agent),
            method: "GET".into(),
            target: (&line.target).into(),
            is_target_inexact: false,
            status: Some(line.status),
            bytes: None,
            signed: None,
            place: Place { file: line.file as u32, offset: at as u64, length: 1 },
        };
        judge.push(hit, &mut |judged| found.push(judged));
    }
    judge.finish(&mut |judged| found.push(judged));
    assert_eq!(judge.counts().late, 0);
    assert_eq!(
        found.len(),
        world.lines.iter().filter(|line| line.truth.is_some()).count(),
        "every page is judged"
    );
    assert!(found.is_sorted_by_key(|judged| judged.at), "in the order of time");
    for judged in &found {
        let line = &world.lines[judged.place.offset as usize];
        tally.judged += 1;
        *tally.classes.entry((judged.facts.standing, judged.decision.class)).or_default() += 1;
        if let Some(reason) = judged.decision.reason {
            *tally.reasons.entry(reason).or_default() += 1;
        }
        let is_full = is_exact && world.is_full() && world.edge == 0 && world.failures.is_empty();
        if is_full {
            tally.full += 1;
            let is_unknown =
                judged.decision.reason.is_some_and(|it| it != Reason::NoCopyAndRulesChanged);
            tally.full_unknown += u64::from(is_unknown);
            let changes = world.versions.iter().filter(|it| it.begins > START - truth::DAY).count();
            if changes <= 1 {
                tally.usual += 1;
                tally.usual_unknown += u64::from(is_unknown);
                *tally
                    .usual_by
                    .entry((line.agent, judged.decision.reason.filter(|_| is_unknown)))
                    .or_default() += 1;
            }
            // What a 304 renews, or a failure keeps, may have been read before the log, or by somebody else. Before the
            // log, and for Amazon in the 30 days before it, there may be reads that this world does not have.
            let status = |read: &(_, Place, _)| world.lines[read.1.offset as usize].status;
            let is_kept = judged.reads.iter().any(|read| !matches!(status(read), 200 | 403 | 404));
            let is_whole = !is_kept
                && judged.facts.log == LogCover::Complete
                && !judged.facts.has_unseen_reads
                && line.agent != "Amazonbot";
            let is_genuine = line.truth.as_ref().unwrap().is_genuine;
            let is_one_truth =
                is_unknown && is_whole && is_genuine && possible_rows(&world, line).len() == 1;
            if is_one_truth {
                tally.timid.push(describe(seed, "only one truth fits", judged, line, &world));
            }
        }
        if let Some(what) = mistake(judged, line) {
            tally.wrong.push(describe(seed, &what, judged, line, &world));
        }
        if seed.is_multiple_of(16) {
            let row = writer.row(judged);
            let text = serde_json::to_string(&row).unwrap();
            let again: Row = serde_json::from_str(&text).unwrap();
            assert_eq!(again, row);
            replay.row(&again).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
            assert!(!text.contains("?q="), "no query that no rule is about: {text}");
            rows(&row, judge.copies());
        }
    }
}

#[test]
fn no_class_is_wrong() {
    let long = std::env::var_os("MAYCRAWL_LONG").is_some();
    let wanted = if long { 1_000_000 } else { 20_000 };
    let first: u64 =
        std::env::var("MAYCRAWL_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut tally = Tally::default();
    for seed in first.. {
        run(seed, &mut tally, &mut |_, _| ());
        if tally.judged >= wanted || tally.wrong.len() > 20 {
            break;
        }
    }
    let percent = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
    let share = percent(tally.usual_unknown, tally.usual);
    println!("{} judged, {} wrong", tally.judged, tally.wrong.len());
    println!(
        "cannot be known: {share:.2} % of {} where the file changes once at most",
        tally.usual
    );
    println!("{:.2} % of {} with all changes", percent(tally.full_unknown, tally.full), tally.full);
    println!("{} of {} could be known", tally.timid.len(), tally.full_unknown);
    println!("by crawler and reason: {:?}", tally.usual_by);
    println!("{:#?}\n{:#?}", tally.classes, tally.reasons);
    assert!(tally.wrong.is_empty(), "{} wrong:\n{}", tally.wrong.len(), tally.wrong.join("\n\n"));
    assert!(
        tally.timid.is_empty(),
        "{} too careful:\n{}",
        tally.timid.len(),
        tally.timid.join("\n\n")
    );
    // Some dozens of worlds are too few for a share.
    assert!(!long || share <= 2.0, "{share} %");
}
