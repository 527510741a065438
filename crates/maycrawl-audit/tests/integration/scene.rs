//! A log in a few words, for tables.

use std::collections::HashMap;
use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use maycrawl_audit::history::{Content, History};
use maycrawl_audit::identity::{Claim, DnsAnswer, Identities, LookupError, Resolver};
use maycrawl_audit::judge::{Histories, Hit, Judge, Judged, Options, Place};

pub const SITE: &str = "https://example.com";
/// The addresses of the operators' crawlers in these tests.
pub const GOOGLE: &str = "192.0.2.1";
pub const ANTHROPIC: &str = "198.51.100.1";

/// A time of November 2026: `25T08:00:00`.
pub fn time(text: &str) -> Timestamp {
    format!("2026-11-{text}Z").parse().unwrap_or_else(|_| panic!("{text}"))
}

/// Answers from a table. An address that is not in it has no name.
pub struct Hosts {
    pub at: Timestamp,
    pub names: HashMap<IpAddr, Vec<String>>,
    pub addresses: HashMap<String, Vec<IpAddr>>,
    pub broken: Vec<IpAddr>,
}

impl Hosts {
    pub fn new(at: Timestamp) -> Self {
        Self { at, names: HashMap::new(), addresses: HashMap::new(), broken: Vec::new() }
    }

    pub fn with(mut self, address: &str, name: &str, forward: &[&str]) -> Self {
        self.names.entry(address.parse().unwrap()).or_default().push(name.to_owned());
        let forward = forward.iter().map(|it| it.parse().unwrap()).collect();
        self.addresses.insert(name.to_owned(), forward);
        self
    }
}

impl Resolver for Hosts {
    fn now(&self) -> Timestamp {
        self.at
    }

    fn names(&mut self, address: IpAddr) -> Result<DnsAnswer<String>, LookupError> {
        if self.broken.contains(&address) {
            return Err(LookupError("SERVFAIL".to_owned()));
        }
        let values = self.names.get(&address).cloned().unwrap_or_default();
        Ok(DnsAnswer { values, at: self.at })
    }

    fn addresses(&mut self, name: &str, _: IpAddr) -> Result<DnsAnswer<IpAddr>, LookupError> {
        let values = self.addresses.get(name).cloned().unwrap_or_default();
        Ok(DnsAnswer { values, at: self.at })
    }
}

/// Lists of Google and Anthropic that are valid in all of November, and a resolver.
pub fn identities() -> Identities {
    let mut identities =
        Identities::new().with_resolver(Box::new(Hosts::new(time("25T12:00:00"))), None);
    let lists = [
        ("https://developers.google.com/static/crawling/ipranges/common-crawlers.json", GOOGLE),
        ("https://claude.com/crawling/bots.json", ANTHROPIC),
    ];
    for (url, address) in lists {
        let list = format!(
            r#"{{"creationTime": "2026-10-01T00:00:00Z", "prefixes": [{{"ipv4Prefix": "{address}/32"}}]}}"#
        );
        identities.add_list(url, time("30T00:00:00"), list.as_bytes()).unwrap();
    }
    identities
}

/// The history of the site: `("01T00:00:00", "file")`, with `404` for no file.
pub fn history(versions: &[(&str, &str)]) -> Histories {
    let content =
        |text: &str| if text == "404" { Content::Missing } else { Content::file(text.as_bytes()) };
    let versions = versions.iter().map(|&(at, text)| (time(at), content(text)));
    Histories::for_all_sites(History::from_dated(versions, SignedDuration::ZERO))
}

/// Options for a log that has every line since October.
pub fn options() -> Options {
    Options {
        log_begins: Some("2026-10-01T00:00:00Z".parse().unwrap()),
        silence: SignedDuration::from_hours(24 * 365),
        ..Options::default()
    }
}

/// Lines such as `25T08:00:00 CCBot /robots.txt 200`. Before the target may be a method, an address (`@192.0.2.1`), an
/// origin (`http://example.com`), the number of a file (`#1`) and `end`.
pub fn judge(options: Options, histories: Histories, lines: &str) -> (Vec<Judged>, Judge) {
    judge_with(options, histories, identities(), lines)
}

/// The same with other lists and names.
pub fn judge_with(
    options: Options,
    histories: Histories,
    identities: Identities,
    lines: &str,
) -> (Vec<Judged>, Judge) {
    let mut judge = Judge::new(options, histories, identities);
    let mut found = Vec::new();
    for (number, line) in lines.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let [at, agent, options @ .., target, status] = &words[..] else { panic!("{line}") };
        let mut hit = Hit {
            at: time(at),
            time_is_end: Some(false),
            client: None,
            origin: Some(SITE.into()),
            claim: Claim::from_user_agent(&agent.replace('+', " ")),
            method: "GET".into(),
            target: (*target).into(),
            is_target_inexact: false,
            status: status.parse().ok(),
            bytes: None,
            signed: None,
            place: Place { file: 0, offset: number as u64 * 100, length: 99 },
        };
        for option in options {
            match option.split_at(1) {
                ("@", address) => hit.client = Some(address.parse().unwrap()),
                ("#", file) => hit.place.file = file.parse().unwrap(),
                ("=", bytes) => hit.bytes = bytes.parse().ok(),
                _ if option.contains("://") => hit.origin = Some((*option).into()),
                _ if *option == "no-origin" => hit.origin = None,
                _ if *option == "inexact" => hit.is_target_inexact = true,
                _ if *option == "end" => hit.time_is_end = Some(true),
                _ => hit.method = (*option).into(),
            }
        }
        judge.push(hit, &mut |judged| found.push(judged));
    }
    judge.finish(&mut |judged| found.push(judged));
    (found, judge)
}

/// The class of the last request with its reason and marks, as text.
pub fn last(options: Options, histories: Histories, lines: &str) -> String {
    let (found, _) = judge(options, histories, lines);
    let decision = &found.last().expect("a request that is judged").decision;
    let reason = decision.reason.map(|reason| format!(": {}", reason.name())).unwrap_or_default();
    let marks: Vec<&str> = decision.marks.iter().map(|mark| mark.name()).collect();
    let marks = if marks.is_empty() { String::new() } else { format!(" [{}]", marks.join(" ")) };
    format!("{}{reason}{marks}", decision.class.name())
}
