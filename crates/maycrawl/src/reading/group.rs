//! Which groups a crawler obeys.
//!
//! Source: Google, *Order of precedence for user agents*; RFC 9309 section 2.2.1.

use crate::crawler::{AgentMatcher, FirstBytes, Rank, is_star};

/// A run of `user-agent` lines: they share a group, and only a rule ends their run.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentRun {
    is_open: bool,
}

impl AgentRun {
    /// A `user-agent` line: true if it begins a group.
    #[inline]
    pub fn agent(&mut self) -> bool {
        !core::mem::replace(&mut self.is_open, true)
    }

    /// An `allow` or `disallow` line.
    #[inline]
    pub fn rule(&mut self) {
        self.is_open = false;
    }
}

/// True if a group is followed: its best name is the best name in the file.
#[inline]
pub fn is_followed(best_of_group: Option<Rank>, best_of_file: Option<Rank>) -> bool {
    best_of_file.is_some() && best_of_group == best_of_file
}

/// Takes the `user-agent` and rule lines of a file, in order, and tells which rules apply to a crawler.
///
/// The best name so far wins. When a better one follows, all rules that were collected for a worse one are dropped.
/// So one pass in order gives the merged rules of exactly one name, in O(1) memory.
#[derive(Clone, Debug)]
pub(crate) struct Membership<'a> {
    matcher: AgentMatcher<'a>,
    best: Option<Rank>,
    /// The best name of the current group.
    current: Option<Rank>,
    run: AgentRun,
    /// There is a group for `*`, which the crawler does not follow.
    ignores_star: bool,
}

/// What a `user-agent` line means for the crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AgentLine {
    /// A better name than all before: drop the rules that were collected so far.
    Better,
    /// A name that is not better than the best so far, or the name of another crawler.
    NotBetter,
}

impl<'a> Membership<'a> {
    pub(crate) fn new(matcher: AgentMatcher<'a>) -> Self {
        Self { matcher, best: None, current: None, run: AgentRun::default(), ignores_star: false }
    }

    /// A `user-agent` line.
    #[inline]
    pub(crate) fn agent(&mut self, value: &[u8]) -> AgentLine {
        if self.run.agent() {
            self.current = None;
        }
        let Some(rank) = self.matcher.rank(value) else {
            // Of `*` only a crawler that does not follow it has no rank.
            self.ignores_star |= is_star(value);
            return AgentLine::NotBetter;
        };
        self.current = Some(self.current.map_or(rank, |current| current.min(rank)));
        if self.best.is_some_and(|best| best <= rank) {
            return AgentLine::NotBetter;
        }
        self.best = Some(rank);
        AgentLine::Better
    }

    /// An `allow` or `disallow` line: true if it applies to the crawler.
    #[inline]
    pub(crate) fn rule(&mut self) -> bool {
        self.run.rule();
        is_followed(self.current, self.best)
    }

    /// The first bytes of the values of `user-agent` lines that may name the crawler.
    pub(crate) fn first_bytes(&self) -> FirstBytes {
        self.matcher.first_bytes()
    }

    /// True if the crawler follows the current group, as far as it has been read.
    #[inline]
    pub fn is_followed(&self) -> bool {
        is_followed(self.current, self.best)
    }

    /// True if the file, as far as it has been read, has a group for `*` that the crawler does not follow.
    pub(crate) fn ignores_star(&self) -> bool {
        self.ignores_star
    }

    /// The name whose groups are followed.
    pub(crate) fn followed(&self) -> Option<Rank> {
        self.best
    }
}
