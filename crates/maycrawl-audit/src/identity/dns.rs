//! Forward-confirmed reverse DNS: the address has a name of the operator, and that name has the address.
//!
//! A reverse name alone proves nothing, because whoever has an address chooses its name.

use std::collections::HashMap;
use std::net::IpAddr;

use jiff::Timestamp;

/// The most names of one address that are confirmed. An address with more names is not a crawler's.
const MAX_NAMES: usize = 8;

/// Answers DNS questions. The caller's: it sets time limits and a rate, and knows the clock.
///
/// An error is for an answer that is not known: SERVFAIL, a timeout, a refusal, a truncated answer. An answer without
/// values is for a name that does not exist or has none.
pub trait Resolver: Send {
    /// The time. An address whose request is more than seven days from it is not asked about: the answer would prove
    /// nothing, because addresses are handed on.
    fn now(&self) -> Timestamp;

    /// The names of an address (PTR), following CNAME.
    ///
    /// # Errors
    /// Why the answer is not known.
    fn names(&mut self, address: IpAddr) -> Result<DnsAnswer<String>, LookupError>;

    /// The addresses of a name, of the family of `like`.
    ///
    /// # Errors
    /// Why the answer is not known.
    fn addresses(&mut self, name: &str, like: IpAddr) -> Result<DnsAnswer<IpAddr>, LookupError>;
}

/// An authoritative answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DnsAnswer<T> {
    /// The values; empty if the name does not exist or has none.
    pub values: Vec<T>,
    /// When it was asked.
    pub at: Timestamp,
}

/// Why an answer is not known, in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookupError(pub String);

impl std::fmt::Display for LookupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LookupError {}

/// How many addresses were asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LookupCounts {
    /// Addresses that the resolver was asked about.
    pub asked: u64,
    /// Those of them for which an answer is missing.
    pub failed: u64,
    /// Requests whose address was not asked about, because of the limit.
    pub left_out: u64,
}

/// What the DNS says about an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DnsCheck {
    /// The name was confirmed.
    Confirmed { name: String, at: Timestamp },
    /// It has no name of the operator.
    OtherName { at: Timestamp },
    /// It has a name of the operator that does not have the address: the name was invented.
    NotConfirmed { ending: String, at: Timestamp },
    /// An answer is missing.
    Failed(String),
    /// No resolver, or no question left.
    NotAsked,
}

/// Questions and answers: one lookup an address, and a limit for all.
pub(super) struct Lookups {
    resolver: Option<Box<dyn Resolver>>,
    left: usize,
    counts: LookupCounts,
    /// By address and the suffixes that were looked for.
    answers: HashMap<(IpAddr, &'static [String]), DnsCheck>,
}

impl Lookups {
    pub(super) fn new(resolver: Option<Box<dyn Resolver>>, limit: usize) -> Self {
        Self { resolver, left: limit, counts: LookupCounts::default(), answers: HashMap::new() }
    }

    pub(super) fn counts(&self) -> LookupCounts {
        self.counts
    }

    /// The time of the resolver, if there is one.
    pub(super) fn now(&self) -> Option<Timestamp> {
        self.resolver.as_ref().map(|resolver| resolver.now())
    }

    pub(super) fn check(&mut self, address: IpAddr, suffixes: &'static [String]) -> DnsCheck {
        let key = (address, suffixes);
        if let Some(known) = self.answers.get(&key) {
            return known.clone();
        }
        let Some(resolver) = &mut self.resolver else { return DnsCheck::NotAsked };
        if self.left == 0 {
            self.counts.left_out += 1;
            return DnsCheck::NotAsked;
        }
        self.left -= 1;
        self.counts.asked += 1;
        let found = confirm(&mut **resolver, address, suffixes);
        self.counts.failed += u64::from(matches!(found, DnsCheck::Failed(_)));
        self.answers.insert(key, found.clone());
        found
    }
}

fn confirm(resolver: &mut dyn Resolver, address: IpAddr, suffixes: &[String]) -> DnsCheck {
    let names = match resolver.names(address) {
        Ok(names) => names,
        Err(error) => return DnsCheck::Failed(error.0),
    };
    let mut outcome = DnsCheck::OtherName { at: names.at };
    let of_operator =
        names.values.iter().filter_map(|name| Some((name, suffix_of(name, suffixes)?)));
    for (name, suffix) in of_operator.take(MAX_NAMES) {
        match resolver.addresses(name, address) {
            Ok(answer) if answer.values.iter().any(|it| it.to_canonical() == address) => {
                return DnsCheck::Confirmed { name: plain(name).to_owned(), at: answer.at };
            }
            Ok(answer) if !matches!(outcome, DnsCheck::Failed(_)) => {
                outcome = DnsCheck::NotConfirmed { ending: suffix.to_owned(), at: answer.at };
            }
            Ok(_) => {}
            // One answer is missing, so another name may still have the address.
            Err(error) => outcome = DnsCheck::Failed(error.0),
        }
    }
    outcome
}

fn plain(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

/// The one of `suffixes` that a name is, or ends in at the boundary of a label.
fn suffix_of<'a>(name: &str, suffixes: &'a [String]) -> Option<&'a str> {
    let name = plain(name).as_bytes();
    let is_suffix = |suffix: &&str| {
        let at = name.len().checked_sub(suffix.len());
        at.is_some_and(|at| {
            name[at..].eq_ignore_ascii_case(suffix.as_bytes()) && (at == 0 || name[at - 1] == b'.')
        })
    };
    suffixes.iter().map(String::as_str).find(is_suffix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suffix_begins_at_a_label() {
        let suffixes = ["googlebot.com".to_owned()];
        for (name, expected) in [
            ("crawl-1.googlebot.com", true),
            ("Crawl-1.GoogleBot.com.", true),
            ("googlebot.com", true),
            ("crawl-1.notgooglebot.com", false),
            ("googlebot.com.evil.example", false),
            ("", false),
        ] {
            assert_eq!(suffix_of(name, &suffixes).is_some(), expected, "{name}");
        }
    }
}
