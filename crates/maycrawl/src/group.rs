//! Which groups a crawler obeys, and why the others lost.
//!
//! Google, *Order of precedence for user agents*; RFC 9309 section 2.2.1.

use crate::crawler::{Rank, Seeker};

/// Follows the `user-agent` and rule lines of a file, in order, and says which rules are the seeker's.
///
/// Consecutive `user-agent` lines share a group; only a rule ends their run. The best name seen so far
/// wins: when a better one turns up, everything gathered for a worse one is void. So one pass in order
/// gives the merged rules of exactly one name, in O(1) memory.
#[derive(Clone, Debug)]
pub(crate) struct Membership<'a> {
    seeker: Seeker<'a>,
    best: Option<Rank>,
    /// The best name of the group we are in.
    current: Option<Rank>,
    in_rules: bool,
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
    pub(crate) fn new(seeker: Seeker<'a>) -> Self {
        Self { seeker, best: None, current: None, in_rules: false }
    }

    /// A `user-agent` line.
    #[inline]
    pub(crate) fn agent(&mut self, value: &[u8]) -> AgentLine {
        if self.in_rules {
            self.in_rules = false;
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
        self.in_rules = true;
        self.current.is_some() && self.current == self.best
    }

    /// The name whose groups are followed.
    pub(crate) fn followed(&self) -> Option<Rank> {
        self.best
    }
}
