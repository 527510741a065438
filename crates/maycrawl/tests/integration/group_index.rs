//! The groups that an index finds are those that the explanation finds line by line, for every crawler.

use std::collections::{BTreeMap, BTreeSet};

use maycrawl::crawler::KnownCrawler;
use maycrawl::explain::GroupFate;
use maycrawl::{Crawler, Profile, RobotsTxt, as_written};
use maycrawl_testdata::hostile::letters_of;
use maycrawl_testdata::random::Random;
use maycrawl_testdata::{bytes, conformance_cases};

/// The known crawlers, and crawlers with the names that are compared in another way.
fn crawlers() -> Vec<Crawler> {
    let names = ["", "a", "A", "a1", "a/1", "AI2Bot", "*", "*x", "-", "a-b", "\u{e9}", "0", "a b"];
    let known = KnownCrawler::all().iter().map(Crawler::from);
    let chains = [
        Crawler::with_chain("b", ["a1", "A"]),
        Crawler::with_chain("b", ["*", "* x", "a/1", ""]),
        Crawler::with_chain("b/1", ["b", "a"]).ignoring_star(),
        Crawler::with_chain("a", [""; 0]).ignoring_star(),
    ];
    known.chain(names.map(Crawler::from_token)).chain(chains).collect()
}

fn profiles() -> impl Iterator<Item = Profile> {
    Profile::ALL.into_iter().chain([Profile::GOOGLE.verbatim()])
}

/// Compares the index with the explanation, and returns the number of crawlers that follow a group.
fn compare(file: &[u8], crawlers: &[Crawler], profile: Profile) -> usize {
    let robots = RobotsTxt::parse_with(file, profile);
    let index = robots.group_index();
    let mut of_class: BTreeMap<_, (Vec<usize>, bool)> = BTreeMap::new();
    let mut classes = BTreeMap::new();
    let mut following = 0;
    for crawler in crawlers {
        let explained = robots.explain(crawler, as_written("/"));
        let is_followed = |fate: &GroupFate| matches!(fate, GroupFate::Followed(_));
        let groups = explained.groups.iter().filter(|group| is_followed(&group.fate));
        let groups: Vec<_> = groups.map(|group| group.index).collect();
        let name = explained.chain.iter().find(|step| step.followed).map(|step| &*step.name);
        let followed = index.followed_by(crawler);
        let what = || format!("{}, {:?}: {}", profile.name, crawler, String::from_utf8_lossy(file));
        assert_eq!(index.groups(followed.class()).collect::<Vec<_>>(), groups, "{}", what());
        assert_eq!(followed.name(crawler), name, "{}", what());
        assert_eq!(followed.class().has_group(), !groups.is_empty(), "{}", what());
        following += usize::from(!groups.is_empty());
        // One class for the same groups, and another one for other groups.
        let key = (groups, crawler.ignores_robots_txt());
        let known = of_class.entry(followed.class()).or_insert_with(|| key.clone());
        assert_eq!(*known, key, "{}", what());
        let class = *classes.entry(key).or_insert(followed.class());
        assert_eq!(class, followed.class(), "{}", what());
    }
    following
}

#[test]
fn the_cases_of_all_topics() {
    let crawlers = crawlers();
    let topics = ["groups", "google-probes", "rfc9309", "google-2019", "maycrawl", "file-format"];
    let cases = topics.into_iter().flat_map(conformance_cases);
    let files: BTreeSet<_> = cases.map(|case| bytes(&case, "robots")).collect();
    let mut following = 0;
    for file in &files {
        for profile in profiles() {
            following += compare(file, &crawlers, profile);
        }
    }
    assert!(following > 50_000, "{following}");
}

/// Values that differ in case, in what follows the token, and in bytes that no token has.
fn random_file(random: &mut Random) -> Vec<u8> {
    const VALUES: [&[u8]; 24] = [
        b"*",
        b"* a",
        b"*a",
        b"*/1",
        b"**",
        b"a",
        b"A",
        b"a b",
        b"a/2",
        b"a1",
        b"A1 x",
        b"a1/2",
        b"ai2bot",
        b"AI2Bot/1",
        b"AI",
        b"Googlebot",
        b"googlebot-image",
        b"GOOGLEBOT\t1",
        b"",
        b"-",
        b"0",
        b"\xc3\xa9",
        b"\xff",
        b"AdsBot-Google",
    ];
    let mut file = Vec::new();
    for _ in 0..random.below(30) {
        match random.below(4) {
            0 => file.extend_from_slice(b"Disallow: /"),
            1 => file.extend_from_slice(b"Sitemap: /s.xml"),
            _ => {
                file.extend_from_slice(b"User-agent: ");
                file.extend_from_slice(VALUES[random.below(VALUES.len() as u64) as usize]);
            }
        }
        file.push(b'\n');
    }
    file
}

#[test]
fn random_files() {
    let crawlers = crawlers();
    let mut random = Random(2_221);
    let mut following = 0;
    for _ in 0..150 {
        let file = random_file(&mut random);
        for profile in profiles() {
            following += compare(&file, &crawlers, profile);
        }
    }
    assert!(following > 50_000, "{following}");
}

/// Files of `lines` lines of names that cost most: short ones, prefixes of each other, and each in many groups.
fn hostile_files(lines: usize) -> [Vec<u8>; 4] {
    let all = |line: fn(usize) -> String| (0..lines).map(line).collect::<String>().into_bytes();
    [
        all(|i| format!("user-agent:{}1\n", letters_of(i))),
        all(|i| format!("user-agent:{}\n", "a".repeat(i % 120))),
        all(|i| format!("user-agent:{}{i}\n", "a".repeat(100))),
        all(|i| format!("user-agent:{}\nuser-agent:{}1\nallow:\n", letters_of(i % 150), i % 149)),
    ]
}

/// Each name is found, and the memory is bounded by the file: names twice, and numbers for each line.
#[test]
fn a_file_of_names_makes_no_large_index() {
    for file in hostile_files(30_000) {
        let robots = RobotsTxt::parse(&file);
        let index = robots.group_index();
        let agents = || robots.groups().flat_map(|group| group.agents());
        let values: usize = agents().map(|agent| agent.value.len()).sum();
        let limit = 2 * values + 50 * agents().count() + 1000;
        assert!(index.memory() <= limit, "{} bytes, not {limit}", index.memory());
        let name = agents().last().unwrap().value;
        let crawler = Crawler::from_token(std::str::from_utf8(name).unwrap());
        assert!(index.followed_by(&crawler).class().has_group());
    }
}
