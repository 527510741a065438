//! What to change in a file so that one verdict turns round.
//!
//! The candidates are few (a rule for this URL alone, the deciding line turned round, the deciding line taken
//! away), and each is tried: the changed file is read anew, and only what does turn the verdict is offered. So no
//! rule of precedence is written down here a second time.

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
use crate::text_edit::TextEdit;
use crate::verdict::{Decision, Reason};

/// A change to a file that turns one verdict round. From [`RobotsTxt::suggestions_for`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What is done.
    pub kind: SuggestionKind,
    /// What the URL is after it: `allow` or `disallow`.
    pub to: RuleKind,
    /// Where the file changes.
    pub edit: TextEdit,
    /// The user agents of the group that changes, as written: whoever follows it is touched.
    pub agents: Vec<String>,
}

/// What a [`Suggestion`] does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestionKind {
    /// A rule for this URL alone, behind the line of that number; the rule.
    AddRule(u32, Vec<u8>),
    /// A group for this crawler at the end of the file, with a rule for this URL alone; the rule.
    AddGroup(Vec<u8>),
    /// The rule on the line of that number says the opposite.
    TurnRound(u32),
    /// The line of that number goes.
    Remove(u32),
}

impl RobotsTxt<'_> {
    /// The changes that would turn the verdict for `crawler` and `url` round, the one that touches least first.
    ///
    /// Empty where no line of a file can: the crawler ignores robots.txt, or the profile always allows the URL.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    /// let changes = robots.suggestions_for(&Crawler::GOOGLEBOT, "https://example.com/a/b");
    /// assert_eq!(changes[0].to_string(), "put \"Allow: /a/b$\" after line 2");
    /// let changed = changes[0].edit.apply_to(robots.as_bytes());
    /// assert_eq!(changed, b"User-agent: *\nDisallow: /a\nAllow: /a/b$\n");
    /// ```
    ///
    /// Cost: a few readings of the whole file.
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

/// Where changes are looked for.
struct Candidates<'a> {
    robots: &'a RobotsTxt<'a>,
    crawler: &'a Crawler,
    trace: &'a Explanation<'a>,
    to: RuleKind,
}

impl Candidates<'_> {
    /// What is tried, the least first.
    fn all(&self) -> Vec<Suggestion> {
        let mut changes = Vec::new();
        match self.trace.verdict.reason() {
            Reason::Rule(rule) => {
                changes.extend(self.add_rule(rule.line));
                if rule.priority > 0 {
                    changes.extend(self.turn_round(rule.line));
                    changes.extend(self.remove(rule.line));
                }
                // A rule for this URL alone is best taken away whole.
                if rule.pattern == self.this_url_alone() {
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

    /// The path and nothing that only begins with it. Of all patterns for this URL alone, it is the longest
    /// without a superfluous `*`.
    fn this_url_alone(&self) -> Vec<u8> {
        [&self.trace.path, &b"$"[..]].concat()
    }

    /// The rule for this URL alone; none where it could not be written on one line.
    fn rule(&self) -> Option<Vec<u8>> {
        let fits = |byte: &u8| !byte.is_ascii_control() && !matches!(byte, b' ' | b'#');
        let rule = [self.to.field().as_bytes(), b": ", &self.this_url_alone()].concat();
        self.trace.path.iter().all(fits).then_some(rule)
    }

    fn add_rule(&self, line: u32) -> Option<Suggestion> {
        let place = self.place(line)?;
        let rule = self.rule()?;
        let text = [place.end_of_line, &rule].concat();
        let edit = TextEdit { span: Span { start: place.line.end, end: place.line.end }, text };
        Some(self.change(SuggestionKind::AddRule(line, rule), edit, line))
    }

    fn turn_round(&self, line: u32) -> Option<Suggestion> {
        let line_of = self.robots.lines().find(|l| l.number == line)?;
        let text = self.to.field().as_bytes().to_vec();
        let edit = TextEdit { span: line_of.directive()?.key_span, text };
        Some(self.change(SuggestionKind::TurnRound(line), edit, line))
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

    /// The last line that speaks in the first group that is followed.
    fn last_line_followed(&self) -> Option<u32> {
        let followed =
            self.trace.groups.iter().find(|group| matches!(group.fate, GroupFate::Followed(_)))?;
        let group = self.robots.groups().nth(followed.index)?;
        let rules = group.rules().map(|rule| rule.line);
        group.agents().map(|agent| agent.line).chain(rules).max()
    }

    fn place(&self, number: u32) -> Option<Place> {
        let mut lines = self.robots.lines().skip_while(|line| line.number != number);
        let line = lines.next()?.span;
        let file = self.robots.as_bytes();
        let end_of_line: &'static [u8] = match file.get(line.end as usize..)? {
            [b'\r', b'\n', ..] => b"\r\n",
            [b'\r', ..] => b"\r",
            // The last line has no end of its own; what the first has is good for it.
            [] if number > 1 => self.place(1)?.end_of_line,
            _ => b"\n",
        };
        let has_end = (line.end as usize) < file.len();
        let next = line.end + if has_end { u32::try_from(end_of_line.len()).ok()? } else { 0 };
        Some(Place { line, next, end_of_line })
    }
}

/// A line of the file.
struct Place {
    /// Without its end.
    line: Span,
    /// Where the next line begins.
    next: u32,
    /// What ends the line, or would if it had an end.
    end_of_line: &'static [u8],
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SuggestionKind::AddRule(line, rule) => {
                write!(f, "put \"{}\" after line {line}", Printable(rule))
            }
            SuggestionKind::AddGroup(rule) => {
                let agent = self.agents.first().map(String::as_bytes).unwrap_or_default();
                let (agent, rule) = (Printable(agent), Printable(rule));
                write!(f, "put a group at the end: \"User-agent: {agent}\", \"{rule}\"")
            }
            SuggestionKind::TurnRound(line) => {
                write!(f, "write {} on line {line}", self.to.field())
            }
            SuggestionKind::Remove(line) => write!(f, "take line {line} away"),
        }
    }
}
