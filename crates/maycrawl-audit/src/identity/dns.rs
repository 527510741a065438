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

/// What the DNS says about an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DnsCheck {
    /// The name was confirmed.
    Confirmed { name: String, at: Timestamp },
    /// It has no name of the operator.
    OtherName { at: Timestamp },
    /// It has a name of the operator that does not have the address: the name was invented.
    NotConfirmed { name: String, at: Timestamp },
    /// An answer is missing.
    Failed(String),
    /// No resolver, or no question left.
    NotAsked,
}

/// Questions and answers: one lookup an address, and a limit for all.
pub(super) struct Lookups {
    resolver: Option<Box<dyn Resolver>>,
    left: usize,
    asked: u64,
    /// By address and the suffixes that were looked for.
    answers: HashMap<(IpAddr, &'static [String]), DnsCheck>,
}

impl Lookups {
    pub(super) fn new(resolver: Option<Box<dyn Resolver>>, limit: usize) -> Self {
        Self { resolver, left: limit, asked: 0, answers: HashMap::new() }
    }

    /// The number of addresses that were looked up.
    pub(super) fn asked(&self) -> u64 {
        self.asked
    }

    pub(super) fn check(&mut self, address: IpAddr, suffixes: &'static [String]) -> DnsCheck {
        let key = (address, suffixes);
        if let Some(known) = self.answers.get(&key) {
            return known.clone();
        }
        let Some(resolver) = self.resolver.as_mut().filter(|_| self.left > 0) else {
            return DnsCheck::NotAsked;
        };
        self.left -= 1;
        self.asked += 1;
        let found = confirm(&mut **resolver, address, suffixes);
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
    let of_operator = names.values.iter().filter(|name| has_suffix(name, suffixes));
    for name in of_operator.take(MAX_NAMES) {
        match resolver.addresses(name, address) {
            Ok(answer) if answer.values.iter().any(|it| it.to_canonical() == address) => {
                return DnsCheck::Confirmed { name: plain(name).to_owned(), at: answer.at };
            }
            Ok(answer) if !matches!(outcome, DnsCheck::Failed(_)) => {
                outcome = DnsCheck::NotConfirmed { name: plain(name).to_owned(), at: answer.at };
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

/// True for a name that is one of `suffixes`, or ends in one at the boundary of a label.
fn has_suffix(name: &str, suffixes: &[String]) -> bool {
    let name = plain(name).as_bytes();
    suffixes.iter().any(|suffix| {
        let at = name.len().checked_sub(suffix.len());
        at.is_some_and(|at| {
            name[at..].eq_ignore_ascii_case(suffix.as_bytes()) && (at == 0 || name[at - 1] == b'.')
        })
    })
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
            assert_eq!(has_suffix(name, &suffixes), expected, "{name}");
        }
    }
}
