//! Which times the log has, and when robots.txt failed. All times are in milliseconds since 1970.

use maycrawl_policy::StatusClass;

use super::class::LogCover;

/// The most gaps, and the most failures of one site, that are kept. Of more, the oldest two become one.
const MAX_SPANS: usize = 4096;

/// The times that the log has.
#[derive(Debug, Default)]
pub(super) struct LogTime {
    /// `None` before the first line.
    pub(super) begins: Option<i64>,
    /// Sorted, and apart from each other.
    gaps: Vec<(i64, i64)>,
    is_sampled: bool,
}

impl LogTime {
    pub(super) fn new(is_sampled: bool) -> Self {
        Self { is_sampled, ..Self::default() }
    }

    pub(super) fn add_gap(&mut self, from: i64, to: i64) {
        if from >= to {
            return;
        }
        let first = self.gaps.partition_point(|gap| gap.1 < from);
        let end = self.gaps.partition_point(|gap| gap.0 <= to);
        let touched = &self.gaps[first..end.max(first)];
        let from = touched.iter().map(|gap| gap.0).fold(from, i64::min);
        let to = touched.iter().map(|gap| gap.1).fold(to, i64::max);
        self.gaps.splice(first..end.max(first), [(from, to)]);
        if self.gaps.len() > MAX_SPANS {
            // One long gap says less than two short ones, and nothing wrong.
            let second = self.gaps.remove(1);
            self.gaps[0].1 = second.1;
        }
    }

    /// The times from `from` to `to` that the log does not have.
    pub(super) fn uncovered(&self, from: i64, to: i64) -> impl Iterator<Item = (i64, i64)> + '_ {
        let begins = self.begins.unwrap_or(i64::MAX);
        let before = (from < begins).then_some((from, begins.min(to)));
        let all = self.is_sampled.then_some((from, to));
        let gaps = self.gaps.iter().filter(move |gap| gap.0 <= to && gap.1 >= from);
        let gaps = gaps.map(move |gap| (gap.0.max(from), gap.1.min(to)));
        all.into_iter().chain(before).chain(gaps).filter(|span| span.0 <= span.1)
    }

    pub(super) fn cover(&self, from: i64, to: i64) -> LogCover {
        if self.is_sampled {
            LogCover::Sampled
        } else if self.begins.is_none_or(|begins| begins > from) {
            LogCover::BeginsLate
        } else if self.gaps.iter().any(|gap| gap.0 <= to && gap.1 >= from) {
            LogCover::Gap
        } else {
            LogCover::Complete
        }
    }
}

/// What the answers for robots.txt of one site say about it, whoever asked.
#[derive(Debug, Default)]
pub(super) struct SiteTime {
    failures: Vec<Failure>,
    /// Times of answers 404 and 410, as spans with no other answer inside.
    absent: Vec<(i64, i64)>,
    is_absent: bool,
}

#[derive(Debug)]
struct Failure {
    first: i64,
    last: i64,
    /// The first other answer after it.
    ended: Option<i64>,
}

impl SiteTime {
    /// Takes an answer for robots.txt into account. They come in order of time, but for late lines.
    pub(super) fn answer(&mut self, at: i64, status: u16) {
        let is_failure = StatusClass::from_status(status).is_failure();
        let last = self.failures.last_mut().filter(|failure| failure.ended.is_none());
        match (last, is_failure) {
            (Some(failure), true) => failure.last = failure.last.max(at),
            (Some(failure), false) => failure.ended = Some(at),
            (None, true) => self.failures.push(Failure { first: at, last: at, ended: None }),
            (None, false) => {}
        }
        let is_absent = matches!(status, 404 | 410);
        match self.absent.last_mut() {
            Some(span) if is_absent && self.is_absent => span.1 = span.1.max(at),
            _ if is_absent => self.absent.push((at, at)),
            _ => {}
        }
        self.is_absent = is_absent;
        if self.failures.len() > MAX_SPANS {
            self.failures.remove(0);
        }
        if self.absent.len() > MAX_SPANS {
            self.absent.remove(0);
        }
    }

    pub(super) fn has_failure(&self, from: i64, to: i64) -> bool {
        self.failures.iter().rev().any(|it| it.first <= to && it.last >= from)
    }

    pub(super) fn is_absent(&self, from: i64, to: i64) -> bool {
        self.absent.iter().rev().any(|it| it.0 <= to && it.1 >= from)
    }

    /// Whether robots.txt failed from `failed`, the time of a failure, to `at`.
    pub(super) fn failing(&self, failed: i64, at: i64) -> Failing {
        match self.failures.iter().rev().find(|it| it.first <= failed) {
            Some(it) if it.last >= at => Failing::Surely,
            Some(it) if it.ended.is_none_or(|ended| ended > at) => Failing::Maybe,
            _ => Failing::No,
        }
    }
}

/// Whether robots.txt failed all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failing {
    /// It failed before and after.
    Surely,
    /// Nobody got another answer.
    Maybe,
    /// Somebody got another answer.
    No,
}
