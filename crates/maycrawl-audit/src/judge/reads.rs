//! The reads of robots.txt of one crawler at one site. What follows from them is in `possible_copies`.
//!
//! A crawler reads from one address and fetches pages from others, so reads are pooled over addresses: those of proved
//! addresses for a proved request, and those of everybody with the name for a request by name. Where an operator says
//! that its crawlers may use each other's copies, they have one pool.

use std::collections::VecDeque;

use maycrawl_policy::FailureLadder;

use super::class::Standing;
use super::copies::Candidate;
use super::log_time::LogTime;
use super::options::Millis;
use super::{Place, READ_TIME};

/// [`maycrawl_policy::LONG_FAILURE`]. A failure that began longer ago does not lift the age of a copy any more.
pub(super) const LONG_FAILURE: i64 = maycrawl_policy::LONG_FAILURE.as_millis() as i64;
/// Reads so much newer than a request may be known when it is judged.
const LINES_AHEAD: i64 = 600_000;
/// Lines of one second have no order.
pub(super) const SECOND: i64 = 1000;

/// A request for robots.txt.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub(super) at: i64,
    pub(super) place: Place,
    pub(super) token: &'static str,
    pub(super) is_proved: bool,
    /// `None` for an answer; for a failure, since when it fails, at the earliest and at the latest.
    pub(super) failing: Option<(i64, i64)>,
    /// The copies that it may have got, or those that it keeps while the file fails: by name, and proved.
    pub(super) copies: [Vec<Candidate>; 2],
    /// For a failure: there surely was a copy before; by name, and proved.
    pub(super) has_copy: [bool; 2],
}

/// The reads of one pool, sorted by time.
#[derive(Debug, Default)]
pub(super) struct Pool {
    pub(super) reads: VecDeque<Read>,
    /// Reads before this time were dropped, because there were too many.
    lost_before: Option<i64>,
}

/// The crawler that makes a request, and when: what a pool has to know of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Requester {
    pub(super) at: i64,
    /// The log file.
    pub(super) file: u32,
    pub(super) token: &'static str,
    pub(super) standing: Standing,
    pub(super) ladder: FailureLadder,
    /// How old a copy may be.
    pub(super) max_age: i64,
    /// How long before its line the request may have begun.
    pub(super) longest_request: i64,
    /// How long a crawler may take to act on a new copy.
    pub(super) settle: i64,
    /// How far the clocks of two log files may differ.
    pub(super) skew: i64,
}

/// The versions that a read between two times may have got.
pub(super) type Served<'a> = &'a dyn Fn(i64, i64) -> Vec<Candidate>;

impl Requester {
    pub(super) fn side(&self) -> usize {
        usize::from(self.standing == Standing::Proved)
    }

    pub(super) fn is_certain(&self, read: &Read) -> bool {
        self.standing != Standing::Proved || read.is_proved
    }

    /// How far the clocks of two lines may differ.
    pub(super) fn skew_to(&self, read: &Read) -> i64 {
        self.skew_of(read.place.file, self.file)
    }

    pub(super) fn skew_of(&self, one: u32, other: u32) -> i64 {
        // Most logs write whole seconds, so two clocks seem to differ by up to one more.
        if one == other { 0 } else { self.max_skew() }
    }

    /// The most that [`Self::skew_to`] is.
    pub(super) fn max_skew(&self) -> i64 {
        self.skew + SECOND
    }

    /// True if the read came before the request, whatever the order of lines of one second.
    pub(super) fn is_surely_before(&self, read: &Read) -> bool {
        read.at + READ_TIME + self.skew_to(read)
            < self.at - self.at.rem_euclid(SECOND) - self.longest_request
    }

    pub(super) fn may_be_before(&self, read: &Read) -> bool {
        self.may_be_before_by(read.at, self.skew_to(read))
    }

    pub(super) fn may_be_before_by(&self, at: i64, skew: i64) -> bool {
        at - READ_TIME - skew < self.at - self.at.rem_euclid(SECOND) + SECOND
    }

    /// True if the crawler had the time to act on the read.
    pub(super) fn is_settled(&self, read: &Read) -> bool {
        self.is_settled_by(read.at, self.skew_to(read))
    }

    pub(super) fn is_settled_by(&self, at: i64, skew: i64) -> bool {
        at + READ_TIME + skew < self.at - self.settle - self.longest_request
    }
}

impl Pool {
    /// Adds a read at its place in time, and drops those that no request can rest on any more.
    pub(super) fn add(&mut self, read: Read, keep: i64, max: usize) {
        let oldest = read.at - keep;
        let at = self.reads.partition_point(|other| other.at <= read.at);
        self.reads.insert(at, read);
        // The last one of each token and standing stays, because "its last read is too old" needs it.
        let mut at = 0;
        while self.reads.get(at).is_some_and(|read| read.at < oldest) {
            if self.is_last(at) { at += 1 } else { drop(self.reads.remove(at)) }
        }
        if self.reads.len() > max {
            let first = (0..self.reads.len()).find(|&at| !self.is_last(at));
            self.lost_before = first.and_then(|at| self.reads.remove(at)).map(|lost| lost.at);
        }
    }

    /// True if no later read has the same token and standing. The newest reads do not count: requests just before them
    /// are not judged yet.
    fn is_last(&self, at: usize) -> bool {
        let read = &self.reads[at];
        let newest = self.reads.back().map_or(read.at, |newest| newest.at);
        let is_same =
            |other: &&Read| other.token == read.token && other.is_proved == read.is_proved;
        let is_old = |other: &&Read| other.at < newest - LINES_AHEAD;
        !self.reads.iter().skip(at + 1).filter(is_old).any(|other| is_same(&other))
    }

    pub(super) fn uncovered(&self, log: &LogTime, from: i64, to: i64) -> Vec<(i64, i64)> {
        let lost = self.lost_before.filter(|&lost| lost >= from).map(|lost| (from, lost.min(to)));
        log.uncovered(from, to).chain(lost).collect()
    }

    /// How many reads, from the oldest on, are at times that fit. Later times never fit.
    pub(super) fn count_to(&self, fits: impl Fn(i64) -> bool) -> usize {
        self.reads.partition_point(|read| fits(read.at))
    }

    /// The copy that a crawler keeps at the time of a read that brings none: 304, or a failure. Without limit of age.
    /// The second value is true if there surely is one.
    pub(super) fn kept(
        &self,
        requester: &Requester,
        log: &LogTime,
        served: Served<'_>,
    ) -> (Vec<Candidate>, bool) {
        let end = self.count_to(|at| requester.may_be_before_by(at, requester.max_skew()));
        let bases = self.last_reads(requester, end, |read| requester.may_be_before(read));
        let own = bases.iter().find(|read| read.token == requester.token).map(|read| read.at);
        let start = own.unwrap_or(requester.at - LONG_FAILURE);
        let possible = self
            .reads
            .iter()
            .filter(|read| !requester.is_certain(read) && read.at + SECOND > start);
        let side = requester.side();
        let mut copies = Vec::new();
        let mut has_copy = false;
        for read in bases.iter().copied().chain(possible) {
            copies.extend(&read.copies[side]);
            let is_kept = read.failing.is_none() || read.has_copy[side];
            // What a sibling has is surely shared by nobody's word.
            has_copy |= is_kept && requester.is_certain(read) && read.token == requester.token;
        }
        sort(&mut copies);
        self.add_unseen(&mut copies, (start, requester.at), log, served);
        (copies, has_copy)
    }

    /// Since when the file fails for the crawler, at the earliest and at the latest, if it fails at `at`.
    pub(super) fn failing_since(&self, at: i64, log: &LogTime) -> (i64, i64) {
        let last = self.reads.iter().rev().find(|read| read.at <= at);
        if let Some(since) = last.and_then(|read| read.failing) {
            return since;
        }
        let from = last.map_or(at - LONG_FAILURE, |read| read.at);
        let unseen = self.uncovered(log, from, at).into_iter().map(|span| span.0).min();
        // What was before the log may have begun at any time.
        let is_before_log = last.is_none() && unseen.is_some();
        (if is_before_log { i64::MIN / 2 } else { unseen.unwrap_or(at) }, at)
    }

    /// The last certain read of each token for which `is_old`, with those that may have come after it by the clocks. Of
    /// other tokens only those that are newer than the crawler's own. No read from `end` on is old.
    pub(super) fn last_reads(
        &self,
        requester: &Requester,
        end: usize,
        is_old: impl Fn(&Read) -> bool,
    ) -> Vec<&Read> {
        let mut last: Vec<&Read> = Vec::new();
        let mut ties: Vec<&Read> = Vec::new();
        let mut own = None;
        for read in
            self.reads.range(..end).rev().filter(|read| requester.is_certain(read) && is_old(read))
        {
            // No clock makes it newer than the crawler's own.
            if own.is_some_and(|own| own - read.at >= SECOND + requester.max_skew()) {
                break;
            }
            if own.is_none() && read.token == requester.token {
                own = Some(read.at);
            }
            match last.iter().find(|newest| newest.token == read.token) {
                None => last.push(read),
                Some(newest)
                    if newest.at - read.at
                        < SECOND + requester.skew_of(newest.place.file, read.place.file) =>
                {
                    ties.push(read);
                }
                Some(_) => {}
            }
        }
        last.extend(ties);
        let is_newer = |read: &&Read| {
            read.token == requester.token
                || own.is_none_or(|own| read.at + SECOND + requester.skew_to(read) > own)
        };
        last.retain(is_newer);
        last
    }

    /// Adds what reads may have got that the log does not have. True if there may be such reads.
    pub(super) fn add_unseen(
        &self,
        copies: &mut Vec<Candidate>,
        span: (i64, i64),
        log: &LogTime,
        served: Served<'_>,
    ) -> bool {
        let unseen = self.uncovered(log, span.0, span.1);
        let seen = copies.len();
        copies.extend(unseen.iter().flat_map(|&(from, to)| served(from, to)));
        sort(copies);
        copies.len() > seen
    }
}

pub(super) fn sort(copies: &mut Vec<Candidate>) {
    copies.sort_unstable();
    copies.dedup();
}

/// A duration in milliseconds.
pub(super) fn millis(duration: jiff::SignedDuration) -> Millis {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX / 4).clamp(0, i64::MAX / 4)
}
