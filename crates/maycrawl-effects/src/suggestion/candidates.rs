//! The changes that may flip a verdict. The caller tries each one.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::explain::{Explanation, GroupFate};
use maycrawl::internals::product_token;
use maycrawl::line::Span;
use maycrawl::robots_txt::{Group, GroupLine};
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Reason, RobotsTxt, as_written};
use maycrawl_uses::internals::lines_to_repeat;

use crate::TextEdit;

use super::{Directory, Reach, Suggestion, SuggestionKind, decision};
use crate::paths::is_everything;

/// Bytes that are read to seek a change for all crawlers: the file is read for each name in it.
const MAX_BYTES_READ: usize = 4 << 20;

/// The verdict to flip, and what is needed to find changes.
pub(super) struct Candidates<'a> {
    pub(super) robots: &'a RobotsTxt<'a>,
    pub(super) crawler: &'a Crawler,
    pub(super) url: &'a [u8],
    pub(super) trace: &'a Explanation<'a>,
    pub(super) to: RuleKind,
}

impl Candidates<'_> {
    /// The bytes that are read to seek a change for all crawlers. `None` if they are too many.
    pub(super) fn bytes_for_all_crawlers(robots: &RobotsTxt<'_>) -> Option<usize> {
        let names = robots.groups().flat_map(|group| group.agents()).count();
        Some(names.saturating_mul(robots.as_bytes().len())).filter(|&bytes| bytes <= MAX_BYTES_READ)
    }

    /// The candidates, the smallest change first.
    pub(super) fn all(&self) -> Vec<Suggestion> {
        let for_url = self.new_rule(&self.only_this_url());
        match self.trace.verdict.reason() {
            Reason::Rule(rule) => {
                let opened =
                    is_everything(rule.pattern).then(|| self.open_site(rule.line)).flatten();
                let mut of_line = Vec::new();
                if rule.priority > 0 {
                    of_line.extend(self.reverse(rule.line));
                    of_line.extend(self.remove(rule.line));
                }
                let added = for_url.and_then(|new| self.add_rule(rule.line, new));
                let in_directory = self.about_directory(Some(rule.line), rule.pattern);
                // If the rule is only for this URL, removing it is the smallest change.
                if rule.pattern == self.only_this_url() {
                    of_line.reverse();
                    of_line.into_iter().chain(added).chain(in_directory).collect()
                } else {
                    let of_line = opened.is_none().then_some(of_line).into_iter().flatten();
                    opened.into_iter().chain(added).chain(in_directory).chain(of_line).collect()
                }
            }
            Reason::NoRuleMatched | Reason::EmptyGroup => {
                let Some(line) = self.last_line_followed() else { return Vec::new() };
                let added = for_url.and_then(|new| self.add_rule(line, new));
                added.into_iter().chain(self.about_directory(Some(line), b"")).collect()
            }
            Reason::NoGroup | Reason::StarIgnored => {
                let added = for_url.and_then(|new| self.add_group(new, &[]));
                added.into_iter().chain(self.about_directory(None, b"")).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The changes about the whole directory of the URL: in the group, for only this crawler, for all crawlers.
    /// `deciding` is the pattern of the deciding rule.
    fn about_directory(&self, line: Option<u32>, deciding: &[u8]) -> Vec<Suggestion> {
        let Some((path, rule)) = self.directory().and_then(|path| {
            let rule = self.new_rule(&path)?;
            Some((path, rule))
        }) else {
            return Vec::new();
        };
        let mut changes = Vec::new();
        let is_own = line.and_then(|line| self.group_of(line)).is_some_and(|group| {
            are_names_of(self.crawler, group.agents().map(|agent| agent.value))
        });
        // A line that is about this directory can be changed itself.
        if let Some(line) = line.filter(|_| deciding != path) {
            changes.extend(self.add_rule(line, rule.clone()));
        }
        if !is_own {
            changes.extend(self.add_group(rule.clone(), &self.lines_to_repeat()));
        }
        changes.extend(self.add_to_groups(rule));
        for change in &mut changes {
            change.directory = Some(Directory { path: path.clone(), reach: Reach::Unproved });
        }
        changes
    }

    /// The directory of the URL, if it is smaller than the site or the URL is the root itself.
    fn directory(&self) -> Option<Vec<u8>> {
        let path = self.trace.path.split(|&byte| byte == b'?').next()?;
        let end = path.iter().rposition(|&byte| byte == b'/')? + 1;
        (end > 1 || *self.trace.path == b"/"[..]).then(|| path[..end].to_vec())
    }

    /// A pattern that matches the path, but no longer path. It is the longest such pattern without an unnecessary `*`.
    fn only_this_url(&self) -> Vec<u8> {
        [&self.trace.path, &b"$"[..]].concat()
    }

    /// A rule with this pattern. `None` if it cannot be written on one line of a file.
    fn new_rule(&self, pattern: &[u8]) -> Option<Vec<u8>> {
        let fits = |byte: &u8| !byte.is_ascii_control() && !matches!(byte, b' ' | b'#');
        pattern.iter().all(fits).then(|| [self.to.field().as_bytes(), b": ", pattern].concat())
    }

    fn add_rule(&self, line: u32, rule: Vec<u8>) -> Option<Suggestion> {
        let edit = self.line_after(line, &rule)?;
        Some(self.change(SuggestionKind::AddRule(line, rule), edit, line))
    }

    fn line_after(&self, line: u32, text: &[u8]) -> Option<TextEdit> {
        let place = self.place(line)?;
        let text = [place.end_of_line, text].concat();
        Some(TextEdit { span: Span { start: place.line.end, end: place.line.end }, text })
    }

    /// The edit is the whole rule, so that it can be copied.
    fn reverse(&self, line: u32) -> Option<Suggestion> {
        let directive = self.robots.lines().find(|l| l.number == line)?.directive()?;
        let text = [self.to.field().as_bytes(), b": ", directive.value()].concat();
        let span = Span { start: directive.key_span.start, end: directive.value_span.end };
        Some(self.change(SuggestionKind::Reverse(line), TextEdit { span, text }, line))
    }

    /// The change of a line that closes the whole site for all crawlers. Who meets such a line has most often forgotten
    /// it, after a trial or a move. To open one URL beside it would hide that the rest stays closed.
    fn open_site(&self, line: u32) -> Option<Suggestion> {
        let group = self.group_of(line)?;
        let is_for_all = group.agents().any(|agent| agent.value == b"*");
        let is_meant = self.to != RuleKind::Allow || !is_for_all || !closes_site(&group);
        let mut change = if is_meant {
            return None;
        } else if group.rules().count() == 1 {
            self.reverse(line)?
        } else {
            // Beside other rules, `Allow: /` would open the site for a crawler that obeys the first rule that matches.
            self.remove(line)?
        };
        change.directory = Some(Directory { path: b"/".to_vec(), reach: Reach::Unproved });
        Some(change)
    }

    /// `None` for the only rule of a group that another one follows: its `user-agent` lines would join that group.
    fn remove(&self, line: u32) -> Option<Suggestion> {
        let group = self.group_of(line)?;
        if group.rules().count() == 1 && self.robots.groups().any(|next| next.first_line() > line) {
            return None;
        }
        let place = self.place(line)?;
        let edit =
            TextEdit { span: Span { start: place.line.start, end: place.next }, text: Vec::new() };
        Some(self.change(SuggestionKind::Remove(line), edit, line))
    }

    /// A group for only this crawler. `repeated` are the lines that it obeys now.
    fn add_group(&self, rule: Vec<u8>, repeated: &[Vec<u8>]) -> Option<Suggestion> {
        let token = self.crawler.token();
        if token.bytes().any(|byte| byte.is_ascii_control()) {
            return None;
        }
        let lines = repeated.iter().map(Vec::as_slice).chain([rule.as_slice()]);
        let edit = self.group_at_end(token, lines)?;
        let kind = SuggestionKind::AddGroup { rule, repeated: repeated.len() };
        let agents = alloc::vec![token.to_owned()];
        Some(Suggestion {
            kind,
            to: self.to,
            directory: None,
            others: None,
            edits: alloc::vec![edit],
            agents,
        })
    }

    fn group_at_end<'r>(
        &self,
        agent: &str,
        rules: impl Iterator<Item = &'r [u8]>,
    ) -> Option<TextEdit> {
        let file = self.robots.as_bytes();
        let end = u32::try_from(file.len()).ok()?;
        let line_end = self.place(1).map_or(&b"\n"[..], |place| place.end_of_line);
        let mut text = Vec::new();
        if !file.is_empty() {
            if !file.ends_with(b"\n") && !file.ends_with(b"\r") {
                text.extend_from_slice(line_end);
            }
            // The new `user-agent` line would join a last group that has no rule. `Disallow:` forbids nothing and ends
            // it.
            if matches!(self.robots.group_lines().last(), Some(GroupLine::Agent(_))) {
                text.extend_from_slice(b"Disallow:");
                text.extend_from_slice(line_end);
            }
            text.extend_from_slice(line_end);
        }
        for part in [b"User-agent: ", agent.as_bytes(), line_end] {
            text.extend_from_slice(part);
        }
        for rule in rules {
            text.extend_from_slice(rule);
            text.extend_from_slice(line_end);
        }
        Some(TextEdit { span: Span { start: end, end }, text })
    }

    /// The lines that a new group of the crawler must repeat. None if it follows a group with its name already: groups
    /// with the same name are one group (RFC 9309 section 2.2.1).
    fn lines_to_repeat(&self) -> Vec<Vec<u8>> {
        let groups = self.robots.groups().zip(&self.trace.groups);
        let mut followed = groups.filter(|(_, group)| matches!(group.fate, GroupFate::Followed(_)));
        let is_named = |group: &Group<'_>| {
            group.agents().any(|agent| are_names_of(self.crawler, [agent.value].into_iter()))
        };
        if followed.any(|(group, _)| is_named(&group)) {
            return Vec::new();
        }
        lines_to_repeat(self.robots, self.crawler, false)
    }

    /// A rule in every group whose crawlers have the other verdict for the URL. `None` if that is only one group: then
    /// [`Self::add_rule`] does the same. Who closes the whole site for a crawler means it: to open a directory for all,
    /// nobody opens it for that one, unless it is the crawler that is asked about.
    fn add_to_groups(&self, rule: Vec<u8>) -> Option<Suggestion> {
        Self::bytes_for_all_crawlers(self.robots)?;
        let mut settled: Vec<&[u8]> = Vec::new();
        let (mut lines, mut edits, mut agents) = (Vec::new(), Vec::new(), Vec::new());
        let mut left_out = Vec::new();
        for (group, traced) in self.robots.groups().zip(&self.trace.groups) {
            let names = || group.agents().map(|agent| agent.value);
            // Groups with the same name are one (RFC 9309 section 2.2.1), so the rule in the first of them is enough.
            if !names().any(|name| !settled.contains(&name) && self.must_flip(name)) {
                continue;
            }
            settled.extend(names());
            let written = names().map(|name| String::from_utf8_lossy(name).into_owned());
            let is_followed = matches!(traced.fate, GroupFate::Followed(_));
            if self.to == RuleKind::Allow && closes_site(&group) && !is_followed {
                left_out.extend(written);
                continue;
            }
            let line = group.last_line();
            edits.push(self.line_after(line, &rule)?);
            lines.push(line);
            agents.extend(written);
        }
        let has_star =
            self.robots.groups().any(|group| group.agents().any(|name| name.value == b"*"));
        let adds_star_group = !has_star && self.must_flip(b"*");
        if lines.is_empty() || lines.len() + usize::from(adds_star_group) < 2 {
            return None;
        }
        if adds_star_group {
            edits.push(self.group_at_end("*", [rule.as_slice()].into_iter())?);
            agents.push("*".to_owned());
        }
        let kind = SuggestionKind::AddToGroups { lines, adds_star_group, rule, left_out };
        Some(Suggestion { kind, to: self.to, directory: None, others: None, edits, agents })
    }

    /// Whether the crawler of a user-agent line has the verdict that is to flip.
    fn must_flip(&self, name: &[u8]) -> bool {
        crawler_of_line(name).is_some_and(|crawler| {
            self.robots.rules_for(&crawler).check(as_written(self.url)).decision()
                != decision(self.to)
        })
    }

    fn change(&self, kind: SuggestionKind, edit: TextEdit, line: u32) -> Suggestion {
        let group = self.group_of(line);
        let agents = group.iter().flat_map(Group::agents);
        let agents = agents.map(|agent| String::from_utf8_lossy(agent.value).into_owned());
        let (edits, agents) = (alloc::vec![edit], agents.collect());
        Suggestion { kind, to: self.to, directory: None, others: None, edits, agents }
    }

    fn group_of(&self, line: u32) -> Option<Group<'_>> {
        self.robots.groups().take_while(|group| group.first_line() <= line).last()
    }

    /// The last user-agent or rule line of the first group that is followed.
    fn last_line_followed(&self) -> Option<u32> {
        let followed =
            self.trace.groups.iter().find(|group| matches!(group.fate, GroupFate::Followed(_)))?;
        Some(self.robots.groups().nth(followed.index)?.last_line())
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

/// Whether all these values of user-agent lines name this crawler. Of `bot7`, as of any name, only the product token
/// counts.
pub(super) fn are_names_of<'n>(
    crawler: &Crawler,
    mut names: impl Iterator<Item = &'n [u8]>,
) -> bool {
    let token = product_token(crawler.token().as_bytes());
    names.all(|name| product_token(name).eq_ignore_ascii_case(token))
}

/// The crawler that the name of a user-agent line is for. `*` stands for a crawler without a group. `None` if the name
/// is no product token, or of a crawler that ignores robots.txt.
pub(super) fn crawler_of_line(name: &[u8]) -> Option<Crawler> {
    let token = if name == b"*" { b"ExampleBot" } else { product_token(name) };
    let crawler =
        Crawler::from_token(str::from_utf8(token).ok().filter(|token| !token.is_empty())?);
    (!crawler.ignores_robots_txt()).then_some(crawler)
}

/// Whether a group closes the whole site without an exception.
fn closes_site(group: &Group<'_>) -> bool {
    group.rules().any(|rule| is_everything(rule.pattern))
        && group.rules().all(|rule| rule.kind == RuleKind::Disallow)
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
