//! The reads of robots.txt of one crawler at one site, and the copies that follow from them.
//!
//! A crawler reads from one address and fetches pages from others, so reads are pooled over addresses: those of proved
//! addresses for a proved request, and those of everybody with the name for a request by name. Where an operator says
//! that its crawlers may use each other's copies, they have one pool.

use std::collections::VecDeque;
use std::time::Duration;

use maycrawl_policy::{Basis, FailureLadder};

use super::class::{Reading, Standing};
use super::copies::Candidate;
use super::log_time::{Failing, LogTime, SiteTime};
use super::options::Millis;
use super::{Place, READ_TIME};

/// [`maycrawl_policy::LONG_FAILURE`]. A failure that began longer ago does not lift the age of a copy any more.
pub(super) const LONG_FAILURE: i64 = maycrawl_policy::LONG_FAILURE.as_millis() as i64;
/// Reads so much newer than a request may be known when it is judged.
const LINES_AHEAD: i64 = 600_000;
/// Lines of one second have no order.
const SECOND: i64 = 1000;

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

/// Who asks a pool, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) at: i64,
    pub(super) file: u32,
    pub(super) token: &'static str,
    pub(super) standing: Standing,
    pub(super) ladder: FailureLadder,
    pub(super) age: i64,
    /// How long before its line the request may have begun.
    pub(super) taken: i64,
    pub(super) settle: i64,
    pub(super) skew: i64,
}

/// What a pool says about the copy at a time.
#[derive(Debug, Default)]
pub(super) struct Had {
    pub(super) readings: Vec<Reading>,
    pub(super) copies: Vec<Candidate>,
    pub(super) has_unseen_reads: bool,
    /// The reads that the copies are from.
    pub(super) used: Vec<(i64, Place, &'static str)>,
    /// The last read that is surely its own or of its pool.
    pub(super) last_read: Option<i64>,
}

/// The versions that a read between two times may have got.
pub(super) type Served<'a> = &'a dyn Fn(i64, i64) -> Vec<Candidate>;

impl Question {
    fn side(&self) -> usize {
        usize::from(self.standing == Standing::Proved)
    }

    fn is_certain(&self, read: &Read) -> bool {
        self.standing != Standing::Proved || read.is_proved
    }

    /// How far the clocks of two lines may differ.
    fn skew_to(&self, read: &Read) -> i64 {
        self.skew_of(read.place.file, self.file)
    }

    fn skew_of(&self, one: u32, other: u32) -> i64 {
        // Most logs write whole seconds, so two clocks seem to differ by up to one more.
        if one == other { 0 } else { self.farthest() }
    }

    /// The most that [`Self::skew_to`] is.
    fn farthest(&self) -> i64 {
        self.skew + SECOND
    }

    /// True if the read came before the request, whatever the order of lines of one second.
    fn is_surely_before(&self, read: &Read) -> bool {
        read.at + READ_TIME + self.skew_to(read) < self.at - self.at.rem_euclid(SECOND) - self.taken
    }

    fn may_be_before(&self, read: &Read) -> bool {
        self.may_be_before_by(read.at, self.skew_to(read))
    }

    fn may_be_before_by(&self, at: i64, skew: i64) -> bool {
        at - READ_TIME - skew < self.at - self.at.rem_euclid(SECOND) + SECOND
    }

    /// True if the crawler had the time to act on the read.
    fn is_settled(&self, read: &Read) -> bool {
        self.is_settled_by(read.at, self.skew_to(read))
    }

    fn is_settled_by(&self, at: i64, skew: i64) -> bool {
        at + READ_TIME + skew < self.at - self.settle - self.taken
    }
}

impl Pool {
    /// Adds a read at its place in time, and drops those that no request can rest on any more.
    pub(super) fn add(&mut self, read: Read, keep: i64, max: usize) {
        let oldest = read.at - keep;
        let at = self.reads.partition_point(|it| it.at <= read.at);
        self.reads.insert(at, read);
        // The last one of each token and standing stays, because "its last read is too old" needs it.
        let mut at = 0;
        while self.reads.get(at).is_some_and(|it| it.at < oldest) {
            if self.is_last(at) { at += 1 } else { drop(self.reads.remove(at)) }
        }
        if self.reads.len() > max {
            let first = (0..self.reads.len()).find(|&at| !self.is_last(at));
            self.lost_before = first.and_then(|at| self.reads.remove(at)).map(|it| it.at);
        }
    }

    /// True if no later read has the same token and standing. The newest reads do not count: requests just before them
    /// are not judged yet.
    fn is_last(&self, at: usize) -> bool {
        let read = &self.reads[at];
        let newest = self.reads.back().map_or(read.at, |newest| newest.at);
        let is_same = |it: &&Read| it.token == read.token && it.is_proved == read.is_proved;
        let is_old = |it: &&Read| it.at < newest - LINES_AHEAD;
        !self.reads.iter().skip(at + 1).filter(is_old).any(|it| is_same(&it))
    }

    fn uncovered(&self, log: &LogTime, from: i64, to: i64) -> Vec<(i64, i64)> {
        let lost = self.lost_before.filter(|&lost| lost >= from).map(|lost| (from, lost.min(to)));
        log.uncovered(from, to).chain(lost).collect()
    }

    /// How many reads, from the oldest on, are at times that fit. Later times never fit.
    fn count_to(&self, fits: impl Fn(i64) -> bool) -> usize {
        self.reads.partition_point(|it| fits(it.at))
    }

    /// The copies that the crawler may have had at the time of a request. O(reads of the time in which a copy settles).
    pub(super) fn had(
        &self,
        question: &Question,
        site: &SiteTime,
        log: &LogTime,
        served: Served<'_>,
    ) -> Had {
        let q = question;
        let old = self.count_to(|at| q.is_settled_by(at, q.farthest()));
        let end = self.count_to(|at| q.may_be_before_by(at, q.farthest()));
        let recent = self.reads.range(old..end.max(old));
        let recent: Vec<&Read> =
            recent.filter(|it| !q.is_settled(it) && q.may_be_before(it)).collect();
        // While a new copy settles, the one before it may still act, if it was valid when the new one came.
        let until = |read: &Read| {
            let newer = recent.get(recent.partition_point(|it| it.at <= read.at));
            newer.map_or(q.at, |newer| newer.at.min(q.at))
        };
        // The new one may be a read that the log does not have.
        let unseen = self.uncovered(log, q.at - q.settle - q.taken, q.at);
        let earliest = unseen.iter().map(|span| span.0).min().unwrap_or(q.at).min(q.at);
        let failing =
            |read: &Read| read.failing.map_or(Failing::No, |_| site.failing(read.at, q.at));
        // A request that may have begun long before its line was made with a younger copy than the line tells.
        let blur = if q.taken > 0 { SECOND } else { 0 };
        let may_be_valid = |read: &Read| {
            let age = until(read).min(earliest.max(read.at)) - read.at;
            age <= q.age + q.taken + blur + q.skew_to(read) || failing(read) != Failing::No
        };
        let is_surely_valid = |read: &Read| {
            until(read) - read.at <= q.age - blur - q.skew_to(read)
                || failing(read) == Failing::Surely
        };

        let settled = self.count_to(|at| q.is_settled_by(at, 0));
        let bases = self.last_ones(q, settled, |it| q.is_settled(it));
        let bases: Vec<&Read> = bases.into_iter().filter(|it| may_be_valid(it)).collect();
        let own = bases.iter().find(|it| it.token == q.token).map(|it| it.at);
        let first = recent.first().map_or(q.at, |it| it.at).min(earliest);
        let start = own.unwrap_or(first - q.age - q.taken);
        let recent: Vec<&Read> = recent.iter().copied().filter(|it| may_be_valid(it)).collect();

        let old = match own {
            Some(own) => self.count_to(|at| at + SECOND + q.farthest() <= own),
            None => 0,
        };
        let possible = self.reads.range(old.min(settled)..settled).filter(|it| {
            let is_new = it.at + SECOND + q.skew_to(it) > start;
            let is_lifted = own.is_none() && failing(it) != Failing::No;
            !q.is_certain(it) && q.is_settled(it) && (is_new || is_lifted)
        });
        let mut had = Had::default();
        for read in bases.iter().copied().chain(possible).chain(recent.iter().copied()) {
            q.add_copies(read, &mut had.copies);
            had.used.push((read.at, read.place, read.token));
        }
        sort(&mut had.copies);
        had.has_unseen_reads = self.add_unseen(&mut had.copies, (start, q.at), log, served);
        had.used.sort_by_key(|it| it.0);
        had.used.dedup();

        let may_be_within = !bases.is_empty() || recent.iter().any(|it| q.is_certain(it));
        let mut certain = self.reads.iter().rev().filter(|it| q.is_certain(it));
        let last = certain.find(|it| q.is_surely_before(it));
        had.last_read = last.map(|it| it.at);
        // The crawler acts on the last read, or still on one before it that was valid when the last one came. So if the
        // last one is valid, whichever acts is.
        let is_within = last.is_some_and(is_surely_valid);
        let otherwise = || match () {
            () if self.reads.iter().any(|it| !q.is_certain(it) && q.may_be_before(it)) => {
                Reading::Possible
            }
            () if last.is_some() => Reading::TooOld,
            () => Reading::None,
        };
        had.readings = match (is_within, may_be_within) {
            (true, _) => vec![Reading::Within],
            (false, true) => vec![Reading::Within, otherwise()],
            (false, false) => vec![otherwise()],
        };
        had
    }

    /// The copy that a crawler keeps at the time of a read that brings none: 304, or a failure. Without limit of age.
    /// The second value is true if there surely is one.
    pub(super) fn kept(
        &self,
        question: &Question,
        log: &LogTime,
        served: Served<'_>,
    ) -> (Vec<Candidate>, bool) {
        let end = self.count_to(|at| question.may_be_before_by(at, question.farthest()));
        let bases = self.last_ones(question, end, |it| question.may_be_before(it));
        let own = bases.iter().find(|it| it.token == question.token).map(|it| it.at);
        let start = own.unwrap_or(question.at - LONG_FAILURE);
        let possible =
            self.reads.iter().filter(|it| !question.is_certain(it) && it.at + SECOND > start);
        let side = question.side();
        let mut copies = Vec::new();
        let mut has_copy = false;
        for read in bases.iter().copied().chain(possible) {
            copies.extend(&read.copies[side]);
            let is_kept = read.failing.is_none() || read.has_copy[side];
            // What a sibling has is surely shared by nobody's word.
            has_copy |= is_kept && question.is_certain(read) && read.token == question.token;
        }
        sort(&mut copies);
        self.add_unseen(&mut copies, (start, question.at), log, served);
        (copies, has_copy)
    }

    /// Since when the file fails for the crawler, at the earliest and at the latest, if it fails at `at`.
    pub(super) fn failing_since(&self, at: i64, log: &LogTime) -> (i64, i64) {
        let last = self.reads.iter().rev().find(|it| it.at <= at);
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
    fn last_ones(&self, q: &Question, end: usize, is_old: impl Fn(&Read) -> bool) -> Vec<&Read> {
        let mut last: Vec<&Read> = Vec::new();
        let mut ties: Vec<&Read> = Vec::new();
        let mut own = None;
        for read in self.reads.range(..end).rev().filter(|it| q.is_certain(it) && is_old(it)) {
            // No clock makes it newer than the crawler's own.
            if own.is_some_and(|own| own - read.at >= SECOND + q.farthest()) {
                break;
            }
            if own.is_none() && read.token == q.token {
                own = Some(read.at);
            }
            match last.iter().find(|it| it.token == read.token) {
                None => last.push(read),
                Some(newest)
                    if newest.at - read.at
                        < SECOND + q.skew_of(newest.place.file, read.place.file) =>
                {
                    ties.push(read);
                }
                Some(_) => {}
            }
        }
        last.extend(ties);
        let is_newer = |it: &&Read| {
            it.token == q.token || own.is_none_or(|own| it.at + SECOND + q.skew_to(it) > own)
        };
        last.retain(is_newer);
        last
    }

    /// Adds what reads may have got that the log does not have. True if there may be such reads.
    fn add_unseen(
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

impl Question {
    /// Adds the copies that a read leaves the crawler with.
    fn add_copies(&self, read: &Read, copies: &mut Vec<Candidate>) {
        let kept = &read.copies[self.side()];
        let Some((earliest, latest)) = read.failing else { return copies.extend(kept) };
        let slack = self.skew + SECOND;
        let shortest = duration(self.at.saturating_sub(latest) - self.taken - slack);
        let longest = duration(self.at.saturating_sub(earliest).saturating_add(slack));
        let mut add = |has_copy| {
            for basis in self.ladder.bases(has_copy, shortest, longest) {
                match basis {
                    Basis::File | Basis::LastCopy => copies.extend(kept),
                    Basis::NoFile | Basis::NoLimits => copies.push(Candidate::NoFile),
                    Basis::Nothing | Basis::Disallowed => copies.push(Candidate::Unreachable),
                }
            }
        };
        // Whether it has a copy may not be known. Then both hold.
        if !kept.is_empty() {
            add(true);
        }
        if !read.has_copy[self.side()] {
            add(false);
        }
    }
}

fn duration(millis: Millis) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

pub(super) fn sort(copies: &mut Vec<Candidate>) {
    copies.sort_unstable();
    copies.dedup();
}

/// A duration in milliseconds.
pub(super) fn millis(duration: jiff::SignedDuration) -> Millis {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX / 4).clamp(0, i64::MAX / 4)
}
