//! A site with its versions and reads, and what applies to a crawler.

use std::collections::HashMap;
use std::sync::Arc;

use maycrawl::crawler::{Compliance, KnownCrawler};
use maycrawl_policy::FailureLadder;

use super::copies::Candidate;
use super::log_time::SiteTime;
use super::options::{Millis, Options};
use super::reads::{LONG_FAILURE, Pool, millis, sort};
use crate::history::History;
use crate::identity::{ALLOWED_AGE_SECONDS, Operator, SETTLE_SECONDS, TooManyRequests};

/// A site: its history as copies, and its pools.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) origin: Arc<str>,
    pub(super) history: Option<Versions>,
    pub(super) time: SiteTime,
    pub(super) pools: HashMap<&'static str, Pool>,
}

#[derive(Debug)]
pub(super) struct Versions {
    pub(super) history: History,
    pub(super) copies: Vec<Candidate>,
}

impl Versions {
    /// The copies that a crawler may have after a read that the log does not show, at some time from `from` to `to`.
    pub(super) fn served(
        versions: Option<&Self>,
        from: Millis,
        to: Millis,
        ladder: FailureLadder,
    ) -> Vec<Candidate> {
        let mut copies = Self::between(versions, from, to);
        // To Amazon no file is a failure, which keeps the copy of before for 30 days.
        if ladder == FailureLadder::Amazon && copies.contains(&Candidate::NoFile) {
            copies.extend(Self::between(versions, from.saturating_sub(LONG_FAILURE), to));
            sort(&mut copies);
        }
        copies
    }

    pub(super) fn between(versions: Option<&Self>, from: Millis, to: Millis) -> Vec<Candidate> {
        let Some(versions) = versions else { return vec![Candidate::NotKnown] };
        let copy = |at: Option<usize>| at.map_or(Candidate::NotKnown, |at| versions.copies[at]);
        let mut found: Vec<_> = versions.history.indices(from, to).map(copy).collect();
        sort(&mut found);
        found
    }
}

/// What applies to a crawler.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    pub(super) age: Millis,
    pub(super) settle: Millis,
    pub(super) ladder: FailureLadder,
    pub(super) too_many_requests: TooManyRequests,
    pub(super) is_bound: bool,
    /// The pool: the token, or the operator whose crawlers share copies.
    pub(super) pool: &'static str,
}

impl Habits {
    pub(super) fn of(known: &'static KnownCrawler, options: &Options) -> Self {
        let row = Operator::by_token(known.token);
        let age = row.map_or(ALLOWED_AGE_SECONDS, |row| row.allowed_age_seconds) * 1000;
        Self {
            age: options.allowed_age.map_or(age, millis),
            settle: row.map_or(SETTLE_SECONDS, |row| row.settle_seconds) * 1000,
            ladder: row.map_or(FailureLadder::Rfc, |row| row.failure),
            too_many_requests: row
                .map_or(TooManyRequests::NoRestriction, |row| row.too_many_requests),
            is_bound: row.is_none_or(|row| row.is_bound) && known.compliance != Compliance::Ignores,
            pool: row.filter(|row| row.shares_copies).map_or(known.token, |row| &row.operator),
        }
    }
}
