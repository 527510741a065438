//! The answer to a question, as people and scripts see it.
//!
//! To a crawler an unreachable robots.txt is a disallow, and the library's verdict says so. To people it is a third
//! answer: the site said nothing, and a script should not take a network failure for a change of its rules.

use anstyle::{AnsiColor, Style};
use maycrawl::{Decision, Verdict};
use maycrawl_fetch::{AddressGuard, Basis, OriginRobots, Protocol};

use crate::args::{Net, UnreachableAs};
use crate::output::{Outcome, Output, style};

/// What the command answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Decided(Decision),
    /// The robots.txt could not be read.
    Unreachable,
}

impl Answer {
    pub(crate) fn of(verdict: &Verdict<'_>) -> Self {
        if verdict.is_unreachable() { Self::Unreachable } else { Self::Decided(verdict.decision()) }
    }

    /// The word for people.
    pub(crate) fn word(self) -> String {
        match self {
            Self::Decided(decision) => decision.to_string(),
            Self::Unreachable => "unreachable".to_owned(),
        }
    }

    /// The word for machines, in the field `outcome`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Decided(Decision::Allowed) => "allowed",
            Self::Decided(Decision::Disallowed) => "disallowed",
            Self::Decided(Decision::NotApplicable) => "not-applicable",
            Self::Unreachable => "unreachable",
        }
    }

    pub(crate) fn style(self) -> Style {
        match self {
            Self::Decided(decision) => style(decision),
            Self::Unreachable => AnsiColor::Yellow.on_default().bold(),
        }
    }

    /// What it does to the exit status.
    pub(crate) fn outcome(self, unreachable: UnreachableAs) -> Outcome {
        match (self, unreachable) {
            (Self::Decided(decision), _) => decision.into(),
            (Self::Unreachable, UnreachableAs::Disallow) => Outcome::SomeDisallowed,
            (Self::Unreachable, UnreachableAs::Error) => Outcome::Unanswered,
        }
    }
}

/// What could be done about sites that were not reached, said once at the end.
#[derive(Default)]
pub(crate) struct Hints {
    refused: bool,
    bad_port: Option<u16>,
    server_error: bool,
}

impl Hints {
    pub(crate) fn see(&mut self, robots: &OriginRobots) {
        if robots.is_refused() {
            match port_of(robots.origin()).filter(|&port| is_bad_port(port)) {
                Some(port) => self.bad_port = Some(port),
                None => self.refused = true,
            }
        } else if robots.basis() == Basis::Disallowed {
            let status = robots.entry().last_fetch().hops.last().map_or(0, |hop| hop.status);
            self.server_error |= (500..600).contains(&status);
        }
    }

    pub(crate) fn say(&self, net: &Net, output: &mut Output) {
        if self.refused && !net.allow_private {
            output.note("note", "to connect to private addresses, add --allow-private");
        }
        if let Some(port) = self.bad_port {
            output.note(
                "note",
                &format!("port {port} belongs to another protocol and is never asked"),
            );
        }
        if self.server_error && !net.probe_5xx {
            output.note(
                "note",
                "a site that answers 5xx for every missing page has no robots.txt; --probe-5xx finds out, asked twice, a day apart",
            );
        }
    }
}

fn port_of(origin: &str) -> Option<u16> {
    origin.rsplit_once(':')?.1.parse().ok()
}

fn is_bad_port(port: u16) -> bool {
    // The rule for ports does not depend on what the guard lets in.
    AddressGuard::public_only().port(port, port, Protocol::Http).is_err()
}
