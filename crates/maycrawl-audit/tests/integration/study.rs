//! The log of a public study, counted again where its file is at hand. It has addresses of persons and no licence, so
//! it is no part of this project: `docs/design/audit.md` says where it is.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use maycrawl_audit::history::History;
use maycrawl_audit::identity::Identities;
use maycrawl_audit::intake::{Intake, Lines};
use maycrawl_audit::judge::{Class, Histories, Judge, Options, Reading};
use maycrawl_audit::log::LogOptions;
use sha2::{Digest as _, Sha256};

const FILE: &str = "MAYCRAWL_STUDY_LOG";
const SHA256: &str = "5e35b7b3a2f6d16c07c35a98a4f87d0f6e810fdb1190e9afdc8c9fb675c5e9c2";
const EXPECTED: &str = "4141 lines, 4128 requests, 0 unreadable; 65 reads by 16 crawlers; 200 pages of 17; by name [184, 0, 16], \
     by address [28, 5, 167]; copies: certain 158, by the order of a second 26, none 16; obeyed 120, not bound 78, not known 2";
const DAY: SignedDuration = SignedDuration::from_hours(24);

#[test]
fn the_log_of_a_study_has_the_counts_of_the_documents() {
    let Some(path) = std::env::var_os(FILE) else {
        eprintln!("SKIPPED: the log of a study: {FILE} does not name it");
        return;
    };
    let bytes = fs::read(path).unwrap();
    let sha256 =
        Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(sha256, SHA256, "another file");
    // The study says of this site: robots.txt allows all crawlers.
    let histories = Histories::for_all_sites(History::from_file(b"User-agent: *\nDisallow:\n"));
    let options = Options { silence: SignedDuration::from_hours(24 * 365), ..Options::default() };
    let mut judge = Judge::new(options, histories, Identities::new());
    let mut intake = Intake::new(&LogOptions::default(), 1, Some("https://c.example".into()));
    let mut hits = Vec::new();
    let mut lines = Lines::default();
    let mut read = |offset, line: &[u8]| hits.extend(intake.read(0, offset, line));
    lines.push(&bytes, &mut read);
    lines.finish(&mut read);

    let mut readers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut read_by_name: HashMap<&str, Timestamp> = HashMap::new();
    let mut read_by_address: HashMap<IpAddr, Timestamp> = HashMap::new();
    // Pages within a day of the last read, later, and without a read before them.
    let (mut by_name, mut by_address) = ([0; 3], [0; 3]);
    let mut found = Vec::new();
    for hit in hits {
        if let (Some(token), Some(client)) = (hit.claim.token(), hit.client) {
            if hit.target == "/robots.txt" {
                *readers.entry(token).or_default() += 1;
                read_by_name.insert(token, hit.at);
                read_by_address.insert(client, hit.at);
            } else {
                let kind = |read: Option<&Timestamp>| match read {
                    Some(&read) if hit.at.duration_since(read) <= DAY => 0,
                    Some(_) => 1,
                    None => 2,
                };
                by_name[kind(read_by_name.get(token))] += 1;
                by_address[kind(read_by_address.get(&client))] += 1;
            }
        }
        judge.push(hit, &mut |judged| found.push(judged));
    }
    judge.finish(&mut |judged| found.push(judged));
    let crawlers: BTreeSet<&str> = found.iter().map(|judged| judged.crawler.token).collect();
    let readings = |is_it: fn(&[Reading]) -> bool| {
        found.iter().filter(|judged| is_it(&judged.facts.readings)).count()
    };
    let class = |it: Class| found.iter().filter(|judged| judged.decision.class == it).count();
    let tally = intake.tally();
    let told = format!(
        "{} lines, {} requests, {} unreadable; {} reads by {} crawlers; {} pages of {}; by name {by_name:?}, by address \
         {by_address:?}; copies: certain {}, by the order of a second {}, none {}; obeyed {}, not bound {}, not known {}",
        tally.lines,
        tally.requests,
        tally.unreadable(),
        readers.values().sum::<u32>(),
        readers.len(),
        found.len(),
        crawlers.len(),
        readings(|it| it == [Reading::Within]),
        readings(|it| it.len() > 1 && it.contains(&Reading::Within)),
        readings(|it| it == [Reading::None]),
        class(Class::Obeyed),
        class(Class::NotBound),
        class(Class::CannotBeKnown),
    );
    assert_eq!(told, EXPECTED);
}
