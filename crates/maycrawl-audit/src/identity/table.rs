//! What operators document about their crawlers: one row for each set of tokens, in `data/operators.jsonl`.
//!
//! A row says which checks exist and whether its operator says that they cover all requests. Names, chains and whether
//! a crawler obeys at all are in the table of known crawlers of the core.

use std::collections::HashMap;
use std::sync::LazyLock;

use maycrawl_policy::FailureLadder;
use serde::Deserialize;

const DATA: &str = include_str!("../../data/operators.jsonl");

/// The time after which a crawler should not use a copy any more, in seconds: 24 hours. (RFC 9309 section 2.4.)
pub const ALLOWED_AGE_SECONDS: i64 = maycrawl_policy::DAY.as_secs() as i64;
/// The time that a crawler gets to act on a new copy, in seconds, so that requests on the way are not counted against
/// it.
pub const SETTLE_SECONDS: i64 = 60;

/// What an operator documents about some of its crawlers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Operator {
    /// The operator, as the table of known crawlers names it.
    pub operator: String,
    /// The product tokens.
    pub tokens: Vec<String>,
    /// The address lists, the first of which is the current one.
    #[serde(default)]
    pub lists: Vec<ListSource>,
    /// The directories of the keys with which requests are signed.
    #[serde(default)]
    pub directories: Vec<String>,
    /// The host names of its crawlers end in one of these.
    #[serde(default)]
    pub suffixes: Vec<String>,
    /// True if the operator says that all its crawlers have such a host name.
    #[serde(default)]
    pub is_dns_complete: bool,
    /// False for fetchers to which rules do not apply by their operator's documents.
    pub is_bound: bool,
    /// The maximum age of a copy in seconds.
    #[serde(default = "allowed_age")]
    pub allowed_age_seconds: i64,
    /// The time to act on a new copy in seconds.
    #[serde(default = "settle")]
    pub settle_seconds: i64,
    /// What status 429 for robots.txt means.
    #[serde(default)]
    pub too_many_requests: TooManyRequests,
    /// What a failure of robots.txt means.
    #[serde(default)]
    pub failure: FailureLadder,
    /// True if crawlers of this operator may use each other's copies.
    #[serde(default)]
    pub shares_copies: bool,
    /// Where the row was read.
    pub mark: Mark,
    /// The day of the last check, as `2026-11-23`.
    pub checked: String,
    /// The page of the operator.
    pub source: String,
}

/// An address list of an operator.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ListSource {
    /// Its address.
    pub url: String,
    /// True if the operator says that every request of these crawlers comes from the list. Only then can an address
    /// that is not in it be forged.
    #[serde(default)]
    pub is_complete: bool,
}

/// What status 429 for robots.txt means to a crawler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TooManyRequests {
    /// As every 4xx: there is no restriction. (RFC 9309 section 2.3.1.3.)
    #[default]
    NoRestriction,
    /// As 5xx: the file is unreachable. (Google.)
    Unreachable,
}

/// Where a row was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// In the operator's document.
    Doc,
    /// In a third party's table only.
    Listed,
}

const fn allowed_age() -> i64 {
    ALLOWED_AGE_SECONDS
}

const fn settle() -> i64 {
    SETTLE_SECONDS
}

static ROWS: LazyLock<Vec<Operator>> = LazyLock::new(|| {
    // A line that is not a row would be lost here; the test of the data reads every line.
    DATA.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
});

static BY_TOKEN: LazyLock<HashMap<&'static str, &'static Operator>> = LazyLock::new(|| {
    let tokens = |row: &'static Operator| row.tokens.iter().map(move |token| (token.as_str(), row));
    ROWS.iter().flat_map(tokens).collect()
});

impl Operator {
    /// All rows.
    ///
    /// ```
    /// use maycrawl_audit::identity::Operator;
    ///
    /// let complete = |row: &Operator| row.is_dns_complete || row.lists.iter().any(|list| list.is_complete);
    /// let names = Operator::all().iter().filter(|row| complete(row)).map(|row| row.operator.as_str());
    /// assert!(names.eq(["Google", "Google", "Google", "Microsoft", "Yandex"]));
    /// ```
    #[must_use]
    pub fn all() -> &'static [Self] {
        &ROWS
    }

    /// The row of a product token, in the spelling of the table of known crawlers. O(1).
    ///
    /// ```
    /// use maycrawl_audit::identity::Operator;
    ///
    /// assert_eq!(Operator::by_token("GPTBot").unwrap().settle_seconds, 24 * 3600);
    /// assert!(Operator::by_token("Bytespider").is_none());
    /// ```
    #[must_use]
    pub fn by_token(token: &str) -> Option<&'static Self> {
        BY_TOKEN.get(token).copied()
    }
}

#[cfg(test)]
mod tests {
    use maycrawl::crawler::{Compliance, KnownCrawler};

    use super::*;

    #[test]
    fn every_line_is_a_row_about_known_crawlers() {
        assert_eq!(ROWS.len(), DATA.lines().count());
        let mut tokens = 0;
        for (row, token) in ROWS.iter().flat_map(|row| row.tokens.iter().map(move |it| (row, it))) {
            let known = KnownCrawler::by_name(token).unwrap_or_else(|| panic!("{token}"));
            assert_eq!((known.token, known.operator), (&**token, Some(&*row.operator)));
            // Two tables that contradict each other about who is bound would be worse than one.
            assert!(!(row.is_bound && known.compliance == Compliance::Ignores), "{token}");
            tokens += 1;
        }
        assert_eq!(tokens, BY_TOKEN.len(), "no token is in two rows");
    }

    #[test]
    fn only_operators_that_say_so_have_complete_checks() {
        for row in ROWS.iter().filter(|row| row.mark == Mark::Listed) {
            assert!(!row.is_dns_complete && row.lists.iter().all(|list| !list.is_complete));
        }
    }
}
