//! The location of a verdict in the file: the deciding line and the line of the group, as written in the file.

use core::fmt;

use crate::crawler::Crawler;
use crate::printable::Printable;
use crate::robots_txt::{Agent, RobotsTxt};
use crate::verdict::{Reason, Verdict};

/// The reason of a verdict, with the line that decided and the line of its group. From [`RobotsTxt::locate`].
///
/// `Display` gives `line 139: Disallow: /gp/cart (group of Googlebot, line 127)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerdictLocation<'r> {
    /// The reason of the verdict.
    pub reason: Reason<'r>,
    /// The deciding line as written in the file: key, separator and value, without a comment. `None` if no line decided.
    pub text: Option<&'r [u8]>,
    /// The `user-agent` line that makes the crawler follow the group. If several groups have the name, it is in the group
    /// of the deciding line, or else in the first group. `None` if no group applies.
    pub agent: Option<Agent<'r>>,
}

impl RobotsTxt<'_> {
    /// The location in this file that the `verdict` for `crawler` comes from.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nUser-agent: Googlebot\nDISALLOW:/gp/cart # no\n");
    /// let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    /// let verdict = rules.check("https://example.com/gp/cart/view");
    /// let located = robots.locate(&Crawler::GOOGLEBOT, &verdict);
    /// assert_eq!(located.to_string(), "line 3: DISALLOW:/gp/cart (group of Googlebot, line 2)");
    /// ```
    ///
    /// It is for people to read, and computed only on demand. Cost: O(log rules + names of one group) if a rule decided,
    /// else O(names of all groups).
    #[must_use]
    pub fn locate<'r>(&'r self, crawler: &Crawler, verdict: &Verdict<'r>) -> VerdictLocation<'r> {
        let reason = verdict.reason();
        let text = verdict.rule().and_then(|rule| self.line_text(rule.line));
        let agent = match reason {
            Reason::Rule(rule) => self.group_at(rule.line).and_then(|group| {
                let seeker = crawler.seeker(self.profile());
                let rank = |agent: &Agent<'r>| seeker.rank(agent.value);
                group.agents().filter(|agent| rank(agent).is_some()).min_by_key(rank)
            }),
            Reason::NoRuleMatched | Reason::EmptyGroup => {
                let seeker = crawler.seeker(self.profile());
                let rank = |agent: &Agent<'r>| seeker.rank(agent.value);
                let agents = self.groups().flat_map(|group| group.agents());
                agents.filter(|agent| rank(agent).is_some()).min_by_key(rank)
            }
            _ => None,
        };
        VerdictLocation { reason, text, agent }
    }
}

impl fmt::Display for VerdictLocation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.reason, self.text) {
            (Reason::Rule(rule), Some(text)) if rule.priority > 0 => {
                write!(f, "line {}: {}", rule.line, Printable(text))?;
            }
            (reason, _) => reason.fmt(f)?,
        }
        match self.agent {
            Some(agent) => {
                write!(f, " (group of {}, line {})", Printable(agent.value), agent.line)
            }
            None => Ok(()),
        }
    }
}
