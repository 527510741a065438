//! Counts of URLs of sitemaps, by crawler and result.

use std::fmt;

use maycrawl::{Crawler, Printable, Verdict};
use serde::Serialize;

use crate::answer::Answer;
use crate::args::UnreachableAs;
use crate::text::output::Exit;

/// The counts of one crawler.
#[derive(Serialize)]
pub(super) struct AgentCounts {
    agent: String,
    allowed: u64,
    blocked: u64,
    unreachable: u64,
}

impl AgentCounts {
    pub(super) fn new(crawler: &Crawler) -> Self {
        Self { agent: crawler.token().to_owned(), allowed: 0, blocked: 0, unreachable: 0 }
    }

    /// Counts a URL.
    pub(super) fn add(&mut self, verdict: &Verdict<'_>) {
        let count = match Answer::of(verdict) {
            Answer::Unreachable => &mut self.unreachable,
            Answer::Decided(_) if verdict.is_allowed() => &mut self.allowed,
            Answer::Decided(_) => &mut self.blocked,
        };
        *count += 1;
    }

    /// The word for the result of a URL.
    pub(super) fn word(verdict: &Verdict<'_>) -> &'static str {
        match Answer::of(verdict) {
            Answer::Unreachable => "unreachable",
            Answer::Decided(_) if verdict.is_allowed() => "allowed",
            Answer::Decided(_) => "blocked",
        }
    }

    pub(super) fn outcome(&self, unreachable: UnreachableAs) -> Exit {
        let blocked = if self.blocked > 0 { Exit::Found } else { Exit::Done };
        match self.unreachable {
            0 => blocked,
            _ => blocked.max(Answer::Unreachable.outcome(unreachable)),
        }
    }

    /// `48,210 allowed, 1 blocked`
    pub(super) fn numbers(&self) -> String {
        let mut text =
            format!("{} allowed, {} blocked", grouped(self.allowed), grouped(self.blocked));
        if self.unreachable > 0 {
            text += &format!(", {} unreachable", grouped(self.unreachable));
        }
        text
    }
}

impl fmt::Display for AgentCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {}: {}", Printable(self.agent.as_bytes()), self.numbers())
    }
}

/// The number with commas between groups of three digits: `48,210`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}
