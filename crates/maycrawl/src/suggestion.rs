//! Suggestions: changes to a file that flip one verdict.
//!
//! There are few candidates: a rule for only this URL, the deciding line with the opposite field, or the deciding line
//! removed. Each candidate is tried: the changed file is parsed, and the change is suggested only if the verdict has
//! flipped. So this module does not repeat the rules of precedence.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::crawler::Crawler;
use crate::explain::{Explanation, GroupFate};
use crate::line::Span;
use crate::printable::Printable;
use crate::robots_txt::RobotsTxt;
use crate::rule::RuleKind;
pub use crate::text_edit::TextEdit;
use crate::verdict::{Decision, Reason};

/// A change to a file that flips one verdict. From [`RobotsTxt::suggestions_for`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The kind of change.
    pub kind: SuggestionKind,
    /// The verdict for the URL after the change: `allow` or `disallow`.
    pub to: RuleKind,
    /// The edit of the file.
    pub edit: TextEdit,
    /// The user agents of the changed group, as written. The change applies to all crawlers that follow this group.
    pub agents: Vec<String>,
}

/// The kind of change that a [`Suggestion`] makes. Not `non_exhaustive`: a caller that describes them must know each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestionKind {
    /// Add a rule for only this URL after a line: the number of the line, and the rule.
    AddRule(u32, Vec<u8>),
    /// Add a group for this crawler at the end of the file, with a rule for only this URL: the rule.
    AddGroup(Vec<u8>),
    /// Replace the field of a rule by the opposite one: the number of its line.
    Reverse(u32),
    /// Remove a line: its number.
    Remove(u32),
}

impl RobotsTxt<'_> {
    /// The changes that flip the verdict for `crawler` and `url`, the smallest change first.
    ///
    /// Empty if no change of the file can flip it: the crawler ignores robots.txt, or the profile always allows the URL.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    /// let changes = robots.suggestions_for(&Crawler::GOOGLEBOT, "https://example.com/a/b");
    /// assert_eq!(changes[0].to_string(), "add \"Allow: /a/b$\" after line 2");
    /// let changed = changes[0].edit.apply_to(robots.as_bytes());
    /// assert_eq!(changed, b"User-agent: *\nDisallow: /a\nAllow: /a/b$\n");
    /// ```
    ///
    /// Cost: the file is parsed a few times.
    #[must_use]
    pub fn suggestions_for<U: AsRef<[u8]> + ?Sized>(
        &self,
        crawler: &Crawler,
        url: &U,
    ) -> Vec<Suggestion> {
        let trace = self.explain(crawler, url);
        let to = match trace.verdict.decision() {
            Decision::Allowed => RuleKind::Disallow,
            Decision::Disallowed => RuleKind::Allow,
            Decision::NotApplicable => return Vec::new(),
        };
        let mut changes = Candidates { robots: self, crawler, trace: &trace, to }.all();
        changes.retain(|change| {
            let changed = change.edit.apply_to(self.as_bytes());
            let robots = RobotsTxt::parse_with(&changed, self.profile());
            let decision = robots.rules_for(crawler).check(url).decision();
            decision == if to == RuleKind::Allow { Decision::Allowed } else { Decision::Disallowed }
        });
        changes
    }
}

/// The verdict to flip, and what is needed to find changes.
struct Candidates<'a> {
    robots: &'a RobotsTxt<'a>,
    crawler: &'a Crawler,
    trace: &'a Explanation<'a>,
    to: RuleKind,
}

impl Candidates<'_> {
    /// The candidates, the smallest change first.
    fn all(&self) -> Vec<Suggestion> {
        let mut changes = Vec::new();
        match self.trace.verdict.reason() {
            Reason::Rule(rule) => {
                changes.extend(self.add_rule(rule.line));
                if rule.priority > 0 {
                    changes.extend(self.flip_rule(rule.line));
                    changes.extend(self.remove(rule.line));
                }
                // If the rule is only for this URL, removing it is the smallest change.
                if rule.pattern == self.only_this_url() {
                    changes.reverse();
                }
            }
            Reason::NoRuleMatched | Reason::EmptyGroup => {
                changes.extend(self.last_line_followed().and_then(|line| self.add_rule(line)));
            }
            Reason::NoGroup => changes.extend(self.add_group()),
            _ => {}
        }
        changes
    }

    /// A pattern that matches the path, but no longer path. It is the longest such pattern without an unnecessary `*`.
    fn only_this_url(&self) -> Vec<u8> {
        [&self.trace.path, &b"$"[..]].concat()
    }

    /// The rule for only this URL. `None` if the path cannot be written on one line of a file.
    fn rule(&self) -> Option<Vec<u8>> {
        let fits = |byte: &u8| !byte.is_ascii_control() && !matches!(byte, b' ' | b'#');
        let rule = [self.to.field().as_bytes(), b": ", &self.only_this_url()].concat();
        self.trace.path.iter().all(fits).then_some(rule)
    }

    fn add_rule(&self, line: u32) -> Option<Suggestion> {
        let place = self.place(line)?;
        let rule = self.rule()?;
        let text = [place.end_of_line, &rule].concat();
        let edit = TextEdit { span: Span { start: place.line.end, end: place.line.end }, text };
        Some(self.change(SuggestionKind::AddRule(line, rule), edit, line))
    }

    fn flip_rule(&self, line: u32) -> Option<Suggestion> {
        let line_of = self.robots.lines().find(|l| l.number == line)?;
        let text = self.to.field().as_bytes().to_vec();
        let edit = TextEdit { span: line_of.directive()?.key_span, text };
        Some(self.change(SuggestionKind::Reverse(line), edit, line))
    }

    fn remove(&self, line: u32) -> Option<Suggestion> {
        let place = self.place(line)?;
        let edit =
            TextEdit { span: Span { start: place.line.start, end: place.next }, text: Vec::new() };
        Some(self.change(SuggestionKind::Remove(line), edit, line))
    }

    fn add_group(&self) -> Option<Suggestion> {
        let file = self.robots.as_bytes();
        let end = u32::try_from(file.len()).ok()?;
        let line_end = self.place(1).map_or(&b"\n"[..], |place| place.end_of_line);
        let rule = self.rule()?;
        if self.crawler.token().bytes().any(|byte| byte.is_ascii_control()) {
            return None;
        }
        let mut text = Vec::new();
        if !file.is_empty() {
            if !file.ends_with(b"\n") && !file.ends_with(b"\r") {
                text.extend_from_slice(line_end);
            }
            text.extend_from_slice(line_end);
        }
        let agent = self.crawler.token().as_bytes();
        for part in [b"User-agent: ", agent, line_end, &rule, line_end] {
            text.extend_from_slice(part);
        }
        let edit = TextEdit { span: Span { start: end, end }, text };
        let agents = alloc::vec![self.crawler.token().to_owned()];
        Some(Suggestion { kind: SuggestionKind::AddGroup(rule), to: self.to, edit, agents })
    }

    fn change(&self, kind: SuggestionKind, edit: TextEdit, line: u32) -> Suggestion {
        let group = self.robots.groups().take_while(|group| group.first_line() <= line).last();
        let agents = group.iter().flat_map(crate::robots_txt::Group::agents);
        let agents = agents.map(|agent| String::from_utf8_lossy(agent.value).into_owned());
        Suggestion { kind, to: self.to, edit, agents: agents.collect() }
    }

    /// The last user-agent or rule line of the first group that is followed.
    fn last_line_followed(&self) -> Option<u32> {
        let followed =
            self.trace.groups.iter().find(|group| matches!(group.fate, GroupFate::Followed(_)))?;
        let group = self.robots.groups().nth(followed.index)?;
        let rules = group.rules().map(|rule| rule.line);
        group.agents().map(|agent| agent.line).chain(rules).max()
    }

    fn place(&self, number: u32) -> Option<LineBounds> {
        let mut lines = self.robots.lines().skip_while(|line| line.number != number);
        let line = lines.next()?.span;
        let file = self.robots.as_bytes();
        let end_of_line: &'static [u8] = match file.get(line.end as usize..)? {
            [b'\r', b'\n', ..] => b"\r\n",
            [b'\r', ..] => b"\r",
            // The last line has no line end, so the line end of the first line is used.
            [] if number > 1 => self.place(1)?.end_of_line,
            _ => b"\n",
        };
        let has_end = (line.end as usize) < file.len();
        let next = line.end + if has_end { u32::try_from(end_of_line.len()).ok()? } else { 0 };
        Some(LineBounds { line, next, end_of_line })
    }
}

/// The bounds of a line in the file.
struct LineBounds {
    /// The line without its line end.
    line: Span,
    /// The start of the next line.
    next: u32,
    /// The line end of this line, or of the first line if this line has none.
    end_of_line: &'static [u8],
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SuggestionKind::AddRule(line, rule) => {
                write!(f, "add \"{}\" after line {line}", Printable(rule))
            }
            SuggestionKind::AddGroup(rule) => {
                let agent = self.agents.first().map(String::as_bytes).unwrap_or_default();
                let (agent, rule) = (Printable(agent), Printable(rule));
                write!(f, "add a group at the end: \"User-agent: {agent}\", \"{rule}\"")
            }
            SuggestionKind::Reverse(line) => {
                write!(f, "change the field on line {line} to {}", self.to.field())
            }
            SuggestionKind::Remove(line) => write!(f, "remove line {line}"),
        }
    }
}
