//! Which copies of robots.txt a crawler may hold when it makes a request. Each accusation rests on this.
//!
//! Each read of the crawler's pool is in one state at the time of the request:
//!
//! | state | the crawler may hold | until | what ends it |
//! |---|---|---|---|
//! | later | nothing of it | it may have come before the request, by the clocks | time |
//! | [settling](ReadState::Settling) | its copy, or still the one before | the crawler had its time to act | time |
//! | [in force](ReadState::InForce) | its copy | the copy is too old; as long as the file fails, longer | a settled read that is surely the crawler's |
//! | [doubtful](ReadState::Doubtful) | its copy, or another: the read may be that of somebody else | a read after it is in force | a settled read that is surely the crawler's own |
//! | expired | nothing | | age, without a failure since |
//! | replaced | nothing | | a settled read |
//!
//! What a read brings if the file fails is said by the `FailureLadder`. A read that the log does not have may be in any
//! of these states, and may have brought each version of its time.

use std::time::Duration;

use maycrawl_policy::Basis;

use super::Place;
use super::class::Reading;
use super::copies::Candidate;
use super::log_time::{Failing, LogTime, SiteTime};
use super::options::Millis;
use super::reads::{Pool, Read, Requester, SECOND, Served, sort};

/// What a pool says about the copy at the time of a request.
#[derive(Debug, Default)]
pub(super) struct PossibleCopies {
    pub(super) readings: Vec<Reading>,
    pub(super) copies: Vec<Candidate>,
    pub(super) has_unseen_reads: bool,
    /// The reads that the copies are from.
    pub(super) sources: Vec<(i64, Place, &'static str)>,
    /// The last read that is surely its own or of its pool.
    pub(super) last_read: Option<i64>,
}

/// The state of a read that may have brought the copy. The table of this module has the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadState {
    /// The crawler may not have acted on it yet.
    Settling,
    /// The last one that the crawler surely acts on, or one that the clocks cannot tell from it.
    InForce,
    /// Settled, and perhaps somebody else's.
    Doubtful,
}

/// Whether the copy of a read is young enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Validity {
    Surely,
    Maybe,
    Expired,
}

/// The reads of a pool around the time of a request.
struct Timeline<'a> {
    pool: &'a Pool,
    requester: &'a Requester,
    site: &'a SiteTime,
    /// The reads that may be before the request and are not settled, in order, expired ones too.
    unsettled: Vec<&'a Read>,
    /// The first time from which a read that the log does not have may still settle; else that of the request.
    first_unseen: i64,
}

impl<'a> Timeline<'a> {
    fn new(pool: &'a Pool, requester: &'a Requester, site: &'a SiteTime, log: &LogTime) -> Self {
        let max_skew = requester.max_skew();
        let settled = pool.count_to(|at| requester.is_settled_by(at, max_skew));
        let before = pool.count_to(|at| requester.may_be_before_by(at, max_skew));
        let around = pool.reads.range(settled..before.max(settled));
        let unsettled =
            around.filter(|read| !requester.is_settled(read) && requester.may_be_before(read));
        let unseen = pool.uncovered(
            log,
            requester.at - requester.settle - requester.longest_request,
            requester.at,
        );
        let first_unseen = unseen.iter().map(|span| span.0).min();
        Self {
            pool,
            requester,
            site,
            unsettled: unsettled.collect(),
            first_unseen: first_unseen.map_or(requester.at, |first| first.min(requester.at)),
        }
    }

    /// When the next read came, which the crawler may act on since, or the request.
    fn next_read(&self, read: &Read) -> i64 {
        let next = self.unsettled.partition_point(|other| other.at <= read.at);
        let at = self.requester.at;
        self.unsettled.get(next).map_or(at, |newer| newer.at.min(at))
    }

    fn failing(&self, read: &Read) -> Failing {
        read.failing.map_or(Failing::No, |_| self.site.failing(read.at, self.requester.at))
    }

    /// While a new copy settles, the one before it may still act, if it was valid when the new one came. The new one
    /// may be a read that the log does not have.
    fn validity(&self, read: &Read) -> Validity {
        let requester = self.requester;
        // A request that may have begun long before its line was made with a younger copy than the line tells.
        let rounding = if requester.longest_request > 0 { SECOND } else { 0 };
        let skew = requester.skew_to(read);
        let next = self.next_read(read);
        let failing = self.failing(read);
        let longest = next - read.at;
        let shortest = next.min(self.first_unseen.max(read.at)) - read.at;
        if longest <= requester.max_age - rounding - skew || failing == Failing::Surely {
            Validity::Surely
        } else if shortest <= requester.max_age + requester.longest_request + rounding + skew
            || failing != Failing::No
        {
            Validity::Maybe
        } else {
            Validity::Expired
        }
    }

    fn may_be_valid(&self, read: &Read) -> bool {
        self.validity(read) != Validity::Expired
    }

    /// The reads that may have brought the copy, with their states, and the time from which they and unseen ones count.
    fn possible_reads(&self) -> (Vec<(ReadState, &'a Read)>, i64) {
        let (pool, requester) = (self.pool, self.requester);
        let settled = pool.count_to(|at| requester.is_settled_by(at, 0));
        let mut in_force = pool.last_reads(requester, settled, |read| requester.is_settled(read));
        in_force.retain(|read| self.may_be_valid(read));
        let own = in_force.iter().find(|read| read.token == requester.token).map(|read| read.at);
        let first_new = self.unsettled.first().map_or(requester.at, |read| read.at);
        let start = own.unwrap_or(
            first_new.min(self.first_unseen) - requester.max_age - requester.longest_request,
        );

        // Reads that are surely before the own one are replaced.
        let replaced =
            own.map_or(0, |own| pool.count_to(|at| at + SECOND + requester.max_skew() <= own));
        let doubtful = pool.reads.range(replaced.min(settled)..settled).filter(|read| {
            let is_new = read.at + SECOND + requester.skew_to(read) > start;
            let is_lifted = own.is_none() && self.failing(read) != Failing::No;
            !requester.is_certain(read) && requester.is_settled(read) && (is_new || is_lifted)
        });
        let settling = self.unsettled.iter().copied().filter(|read| self.may_be_valid(read));
        let mut reads: Vec<_> =
            in_force.into_iter().map(|read| (ReadState::InForce, read)).collect();
        reads.extend(doubtful.map(|read| (ReadState::Doubtful, read)));
        reads.extend(settling.map(|read| (ReadState::Settling, read)));
        (reads, start)
    }

    /// The last read that surely came before the request and is surely the crawler's or its pool's.
    fn last_certain(&self) -> Option<&'a Read> {
        let mut certain =
            self.pool.reads.iter().rev().filter(|read| self.requester.is_certain(read));
        certain.find(|read| self.requester.is_surely_before(read))
    }

    /// What the reads say about the crawler's reading; of more than one, each may be true.
    fn readings(&self, reads: &[(ReadState, &Read)], last: Option<&Read>) -> Vec<Reading> {
        let requester = self.requester;
        // The crawler acts on the last read, or still on one before it that was valid when the last one came. So if the
        // last one is valid, whichever acts is.
        if last.is_some_and(|read| self.validity(read) == Validity::Surely) {
            return vec![Reading::Within];
        }
        let may_be_other =
            |read: &Read| !requester.is_certain(read) && requester.may_be_before(read);
        let otherwise = if self.pool.reads.iter().any(may_be_other) {
            Reading::Possible
        } else if last.is_some() {
            Reading::TooOld
        } else {
            Reading::None
        };
        let may_be_within = reads.iter().any(|&(state, read)| match state {
            ReadState::InForce => true,
            ReadState::Settling => requester.is_certain(read),
            ReadState::Doubtful => false,
        });
        if may_be_within { vec![Reading::Within, otherwise] } else { vec![otherwise] }
    }
}

/// The copies that the crawler may hold at the time of a request. O(reads of the time in which a copy settles).
pub(super) fn possible_copies(
    requester: &Requester,
    pool: &Pool,
    site: &SiteTime,
    log: &LogTime,
    served: Served<'_>,
) -> PossibleCopies {
    let timeline = Timeline::new(pool, requester, site, log);
    let (reads, start) = timeline.possible_reads();
    let mut copies = Vec::new();
    for (_, read) in &reads {
        requester.add_copies(read, &mut copies);
    }
    sort(&mut copies);
    let has_unseen_reads = pool.add_unseen(&mut copies, (start, requester.at), log, served);
    let mut sources: Vec<_> =
        reads.iter().map(|(_, read)| (read.at, read.place, read.token)).collect();
    sources.sort_by_key(|source| source.0);
    sources.dedup();
    let last = timeline.last_certain();
    PossibleCopies {
        readings: timeline.readings(&reads, last),
        copies,
        has_unseen_reads,
        sources,
        last_read: last.map(|read| read.at),
    }
}

impl Requester {
    /// Adds the copies that a read leaves the crawler with.
    fn add_copies(&self, read: &Read, copies: &mut Vec<Candidate>) {
        let kept = &read.copies[self.side()];
        let Some((earliest, latest)) = read.failing else { return copies.extend(kept) };
        let slack = self.skew + SECOND;
        let shortest = duration(self.at.saturating_sub(latest) - self.longest_request - slack);
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
