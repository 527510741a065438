//! A verdict with its place in the file: the deciding line and the group's line, both as the file spells them.

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
    /// Why the verdict is what it is.
    pub reason: Reason<'r>,
    /// The deciding line as the file spells it: key, separator and value, without a comment. `None` where no line
    /// decided.
    pub text: Option<&'r [u8]>,
    /// The `user-agent` line by which the crawler follows the group; of several groups with one name, the group of the
    /// deciding line, or else the first. `None` where no group applies.
    pub agent: Option<Agent<'r>>,
}

impl RobotsTxt<'_> {
    /// Where in this file the `verdict` for `crawler` comes from.
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
    /// For people, so it is computed on demand and a check pays nothing for it. Cost: O(log rules) and the names of one
    /// group if a rule decided, else the names of all groups.
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
