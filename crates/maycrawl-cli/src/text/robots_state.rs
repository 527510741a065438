//! The state of a live site's robots.txt, for people: what a verdict rests on.

use std::fmt;

use maycrawl_fetch::{OriginRobots, PolicyDifference};
use maycrawl_language::Language;
use maycrawl_questions::outlook::outlook_text;

use crate::text::output::Output;

/// The state of a robots.txt as text, with the decision of the policy `google-2026` where it differs.
pub(crate) struct RobotsState<'r>(pub(crate) &'r OriginRobots);

impl fmt::Display for RobotsState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match difference(self.0) {
            Some(difference) => write!(f, "{}; {difference}", whole_state(self.0)),
            None => f.write_str(&whole_state(self.0)),
        }
    }
}

impl RobotsState<'_> {
    /// Says that the file is a last copy, if the last fetch did not return it.
    pub(crate) fn warn_unless_live(&self, output: &mut Output) {
        if self.0.bytes().is_some() && self.0.entry().live_bytes().is_none() {
            output.note(
                "warning",
                &format!("this is the last copy, not what the site answers now: {self}"),
            );
        }
    }
}

/// The state of a robots.txt, and until when Google may go by what was there before.
pub(crate) fn whole_state(robots: &OriginRobots) -> String {
    let old = robots.old_copy().map(|old| format!("; {}", old.text)).unwrap_or_default();
    format!("{robots}{old}")
}

/// How the policy to compare with decides, where it differs.
pub(crate) fn difference(robots: &OriginRobots) -> Option<PolicyDifference> {
    robots.differs_under(robots.policy().compare_with())
}

/// What comes of a site that fails, if it goes on failing.
pub(crate) fn outlook(robots: &OriginRobots, language: Language) -> Option<String> {
    let under = |policy| robots.under(policy).outlook();
    Some(outlook_text(&robots.outlook()?, robots.policy(), under, language))
}
