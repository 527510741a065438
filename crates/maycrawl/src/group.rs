//! Which groups a crawler obeys, and why the others lost.
//!
//! Google, *Order of precedence for user agents*; RFC 9309 section 2.2.1.

use crate::crawler::{AgentMatcher, Rank};

/// A run of `user-agent` lines: they share a group, and only a rule ends their run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AgentRun {
    is_open: bool,
}

impl AgentRun {
    /// A `user-agent` line: true where it begins a group.
    #[inline]
    pub(crate) fn agent(&mut self) -> bool {
        !core::mem::replace(&mut self.is_open, true)
    }

    /// An `allow` or `disallow` line.
    #[inline]
    pub(crate) fn rule(&mut self) {
        self.is_open = false;
    }
}

/// A group is followed if the best name in it is the best that the file has.
#[inline]
pub(crate) fn is_followed(best_of_group: Option<Rank>, best_of_file: Option<Rank>) -> bool {
    best_of_file.is_some() && best_of_group == best_of_file
}

/// Follows the `user-agent` and rule lines of a file, in order, and says which rules are the seeker's.
///
/// The best name seen so far wins: when a better one turns up, everything gathered for a worse one is void. So one pass in order
/// gives the merged rules of exactly one name, in O(1) memory.
#[derive(Clone, Debug)]
pub(crate) struct Membership<'a> {
    seeker: AgentMatcher<'a>,
    best: Option<Rank>,
    /// The best name of the group we are in.
    current: Option<Rank>,
    run: AgentRun,
}

/// What a `user-agent` line means for the seeker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AgentLine {
    /// A better name than all before: forget the rules gathered so far.
    Better,
    /// A name as good as the best so far, or somebody else's.
    NothingNew,
}

impl<'a> Membership<'a> {
    pub(crate) fn new(seeker: AgentMatcher<'a>) -> Self {
        Self { seeker, best: None, current: None, run: AgentRun::default() }
    }

    /// A `user-agent` line.
    #[inline]
    pub(crate) fn agent(&mut self, value: &[u8]) -> AgentLine {
        if self.run.agent() {
            self.current = None;
        }
        let Some(rank) = self.seeker.rank(value) else { return AgentLine::NothingNew };
        self.current = Some(self.current.map_or(rank, |current| current.min(rank)));
        if self.best.is_some_and(|best| best <= rank) {
            return AgentLine::NothingNew;
        }
        self.best = Some(rank);
        AgentLine::Better
    }

    /// An `allow` or `disallow` line: true when it is the seeker's.
    #[inline]
    pub(crate) fn rule(&mut self) -> bool {
        self.run.rule();
        is_followed(self.current, self.best)
    }

    /// The name whose groups are followed.
    pub(crate) fn followed(&self) -> Option<Rank> {
        self.best
    }
}
