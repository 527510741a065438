//! The location of a verdict in the file: the deciding line and the line of the group, as written in the file.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::crawler::{AgentMatcher, Crawler, Rank};
use crate::deciding::verdict::{Reason, Verdict};
use crate::profile::Profile;
use crate::reading::group_index::{FollowedGroups, GroupIndex};
use crate::reading::line::{Line, Lines, skipped_mark};
use crate::reading::robots_txt::{Agent, Group, RobotsTxt};
use crate::text::printable::Printable;

/// The reason of a verdict, with the line that decided and the line of its group. From [`RobotsTxt::locate`].
///
/// `Display` gives `line 139: Disallow: /gp/cart (group of Googlebot, line 127)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerdictLocation<'r> {
    /// The reason of the verdict.
    pub reason: Reason<'r>,
    /// The deciding line as written in the file: key, separator and value, without a comment. `None` if no line
    /// decided.
    pub text: Option<&'r [u8]>,
    /// The `user-agent` line that makes the crawler follow the group. If several groups have the name, it is in the
    /// group of the deciding line, or else in the first group. `None` if no group applies.
    pub agent: Option<Agent<'r>>,
}

impl RobotsTxt<'_> {
    /// The location in this file that the `verdict` for `crawler` comes from.
    ///
    /// ```
    /// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nUser-agent: Googlebot\nDISALLOW:/gp/cart # no\n");
    /// let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    /// let verdict = rules.check(&RequestUrl::parse("https://example.com/gp/cart/view").unwrap());
    /// let located = robots.locate(&Crawler::GOOGLEBOT, &verdict);
    /// assert_eq!(located.to_string(), "line 3: DISALLOW:/gp/cart (group of Googlebot, line 2)");
    /// ```
    ///
    /// It is for people to read, and computed only on demand. Cost: O(log rules + names of one group) if a rule
    /// decided, else O(names of all groups).
    #[must_use]
    pub fn locate<'r>(&'r self, crawler: &Crawler, verdict: &Verdict<'r>) -> VerdictLocation<'r> {
        let reason = verdict.reason();
        let text = verdict.rule().and_then(|rule| self.line_text(rule.line));
        let seeker = crawler.seeker(self.profile());
        let agent = match reason {
            Reason::Rule(rule) => {
                self.group_at(rule.line).and_then(|group| followed_agent(group, &seeker))
            }
            Reason::NoRuleMatched | Reason::EmptyGroup => {
                let agents = self.groups().filter_map(|group| followed_agent(group, &seeker));
                agents.min_by_key(|&(rank, _)| rank)
            }
            _ => None,
        };
        let agent = agent.map(|(_, agent)| agent);
        VerdictLocation { reason, text, agent }
    }

    /// A locator for the verdicts of this file, to keep with compiled rules where the parsed file is not kept.
    ///
    /// Cost: O(lines that crawlers read), and as [`group_index`](Self::group_index).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let file = b"User-agent: *\nDisallow:/a\n";
    /// let robots = RobotsTxt::parse(file);
    /// let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    /// let (locator, verdict) = (robots.locator(), rules.check(as_written("/a")));
    /// let followed = locator.groups().followed_by(&Crawler::GOOGLEBOT);
    /// assert_eq!(locator.locate(file, followed, &verdict), robots.locate(&Crawler::GOOGLEBOT, &verdict));
    /// ```
    #[must_use]
    pub fn locator(&self) -> VerdictLocator {
        let mut lines: Vec<(u32, u32)> = Vec::new();
        for (number, key_start) in self.directive_starts() {
            let block = |start: u32| start as usize / BLOCK_BYTES;
            if lines.last().is_none_or(|&(_, start)| block(start) != block(key_start)) {
                lines.push((number, line_start(self.as_bytes(), key_start)));
            }
        }
        let groups = self.group_index();
        VerdictLocator { profile: self.profile(), lines: lines.into(), groups }
    }
}

/// The `user-agent` line of `group` by which a crawler follows it, the first of the best rank, if there is one.
fn followed_agent<'r>(group: Group<'r>, seeker: &AgentMatcher<'_>) -> Option<(Rank, Agent<'r>)> {
    let ranked = group.agents().filter_map(|agent| Some((seeker.rank(agent.value)?, agent)));
    ranked.min_by_key(|&(rank, _)| rank)
}

/// The start of the line whose key begins at `key_start`.
fn line_start(file: &[u8], key_start: u32) -> u32 {
    match memchr::memrchr2(b'\n', b'\r', &file[..key_start as usize]) {
        Some(end) => end as u32 + 1,
        None => skipped_mark(file) as u32,
    }
}

/// Bytes of the file for each of which a [`VerdictLocator`] keeps the start of a line: the bytes that it reads to find
/// another line.
const BLOCK_BYTES: usize = 512;

/// Locates verdicts in the bytes of a file, as [`RobotsTxt::locate`] does, but without the parsed file. From
/// [`RobotsTxt::locator`].
///
/// A program that keeps files and compiled rules for many sites has no room for parsed files. To parse a file again for
/// each verdict that a person reads would cost more than everything else. The locator keeps where a line begins, one
/// line in each half KiB, and the groups of each name. It serves all crawlers: those that share rules may follow the
/// same group by different names, which are on different lines.
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
///
/// let file = b"User-agent: a\nUser-agent: Googlebot\nDISALLOW:/gp/cart # no\n";
/// let robots = RobotsTxt::parse(file);
/// let (rules, locator) = (robots.rules_for(&Crawler::GOOGLEBOT), robots.locator());
/// drop(robots);
/// let followed = locator.groups().followed_by(&Crawler::GOOGLEBOT);
/// let located = locator.locate(file, followed, &rules.check(&RequestUrl::parse("https://example.com/gp/cart/view").unwrap()));
/// assert_eq!(located.to_string(), "line 3: DISALLOW:/gp/cart (group of Googlebot, line 2)");
/// ```
///
/// Memory: 8 bytes for each half KiB of the file, and the [`GroupIndex`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictLocator {
    profile: Profile,
    /// Number and start of the first line with a field that crawlers read, in each block of the file that has one.
    lines: Box<[(u32, u32)]>,
    groups: GroupIndex,
}

impl VerdictLocator {
    /// The groups of the file. O(1).
    #[must_use]
    pub fn groups(&self) -> &GroupIndex {
        &self.groups
    }

    /// The location of `verdict` in `file`. All must belong together: the bytes that were parsed, the groups that the
    /// crawler follows there, and its verdict.
    ///
    /// Cost: O(log file), and at most half a KiB and two lines are read.
    #[must_use]
    pub fn locate<'r>(
        &self,
        file: &'r [u8],
        followed: FollowedGroups,
        verdict: &Verdict<'r>,
    ) -> VerdictLocation<'r> {
        let reason = verdict.reason();
        let text = verdict.rule().and_then(|rule| {
            let directive = self.line(file, rule.line)?.directive()?;
            file.get(directive.key_span.start as usize..directive.value_span.end as usize)
        });
        let agent = match reason {
            Reason::Rule(rule) => self.groups.agent_line_before(followed, rule.line),
            // The first group with the name is the first one that is followed.
            Reason::NoRuleMatched | Reason::EmptyGroup => self.groups.first_agent_line(followed),
            _ => None,
        };
        let agent = agent.and_then(|number| {
            let (_, spelling, directive) = self.line(file, number)?.field(self.profile)?;
            Some(Agent { line: number, value: directive.value(), spelling })
        });
        VerdictLocation { reason, text, agent }
    }

    /// The line with this number, which has a field that crawlers read.
    fn line<'r>(&self, file: &'r [u8], number: u32) -> Option<Line<'r>> {
        let after = self.lines.partition_point(|&(first, _)| first <= number);
        let &(first, start) = self.lines.get(after.checked_sub(1)?)?;
        // Another file than the one of this locator may be shorter.
        file.get(start as usize..)?;
        Lines::starting_at(file, start as usize, self.profile).nth((number - first) as usize)
    }

    /// The bytes of memory that the locator uses: itself and its heap memory. O(1).
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of::<Self>() - size_of::<GroupIndex>()
            + size_of_val(&*self.lines)
            + self.groups.memory()
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
