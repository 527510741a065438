//! `Content-Usage`: preferences by the drafts of AIPREF.
//!
//! The file is read once more with the grouping of draft-ietf-aipref-attach-05, in which `Content-Usage` is a rule and
//! so ends a run of `User-agent` lines. For access it is another record (RFC 9309 section 2.2.4), and that answer
//! stays.

use alloc::vec::Vec;
use core::cell::LazyCell;

use maycrawl::internals::PathPattern;
use maycrawl::line::{Line, Separator};
use maycrawl::{Crawler, Requested, RobotsTxt, UrlPath};

use crate::dictionary;
use crate::dictionary::Value;
use crate::signal_lines::{SignalField, SignalLine, followed_groups, of_field};
use crate::statement::{
    Finding, FindingKind, MAX_STATEMENTS, Outcome, Place, ROBOTS_TXT, Statement,
};
use crate::vocabulary::{Family, Label, Use};

/// The most bytes of all `Content-Usage` fields of a response that are read: four times what a line of a file may have.
const MAX_FIELD_BYTES: usize = 64 * 1024;

/// What [`ask`](super::ask) answers from a file alone that does not [speak of uses](super::speaks_of_uses), by whether
/// the crawler may fetch the URL: *not applicable* where it may not and the vocabulary has a word for the use, *not
/// said* everywhere else.
///
/// ```
/// use maycrawl_uses::{Outcome, Use, for_silent_file};
///
/// assert_eq!(for_silent_file(Use::Train, false), Outcome::NotApplicable);
/// // The draft has no word for text and data mining, so it speaks for no path at all.
/// assert_eq!(for_silent_file(Use::Tdm, false), Outcome::NotSaid);
/// assert_eq!(for_silent_file(Use::Train, true), Outcome::NotSaid);
/// ```
#[must_use]
pub fn for_silent_file(wanted: Use, may_fetch: bool) -> Outcome {
    if may_fetch || !Label::has_word(Family::ContentUsage, wanted) {
        Outcome::NotSaid
    } else {
        Outcome::NotApplicable
    }
}

/// A `Content-Usage` line that the crawler follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct UsageLine<'r> {
    number: u32,
    value: &'r [u8],
    too_long: bool,
}

impl<'r> UsageLine<'r> {
    fn of(line: &Line<'r>) -> Option<Self> {
        let directive = line.directive()?;
        let is_usage = directive.separator == Separator::Colon
            && directive.key().eq_ignore_ascii_case(b"content-usage");
        is_usage.then(|| Self {
            number: line.number,
            value: directive.value(),
            too_long: line.too_long,
        })
    }

    fn of_signal(line: &SignalLine<'r>) -> Self {
        Self { number: line.number, value: line.value, too_long: line.too_long }
    }

    pub(super) fn parts(&self) -> (&'r [u8], &'r [u8]) {
        parts(self.value)
    }

    /// What its statement says about a use, alone; *conditional* if it is not known, because the line is cut. `None` if
    /// it is no dictionary.
    pub(super) fn says(&self, wanted: Use) -> Option<Outcome> {
        if !self.too_long {
            return said(self.parts().1, wanted);
        }
        let has_word = Label::has_word(Family::ContentUsage, wanted);
        Some(if has_word { Outcome::Conditional } else { Outcome::NotSaid })
    }
}

/// The path and the statement of a value. Without a slash at its start, the whole value is the statement (section 3.2).
pub fn parts(value: &[u8]) -> (&[u8], &[u8]) {
    if value.first() != Some(&b'/') {
        return (b"", value);
    }
    let is_space = |&byte: &u8| matches!(byte, b' ' | b'\t');
    let end = value.iter().position(is_space).unwrap_or(value.len());
    let (path, rest) = value.split_at(end);
    (path, rest.trim_ascii_start())
}

/// What a file says: its outcome, and the statements of the longest path that matches. `signals`: its lines about uses.
/// `groups`: which groups the crawler follows for access.
pub(super) fn for_file<'u>(
    robots: &RobotsTxt<'_>,
    (signals, groups): (&[SignalLine<'_>], &[bool]),
    crawler: &Crawler,
    url: impl Requested<'u>,
    wanted: Use,
    findings: &mut Vec<Finding>,
) -> (Outcome, Vec<Statement>) {
    let usage = |line: &&SignalLine<'_>| line.field == SignalField::ContentUsage;
    let may_fetch = robots.rules_for(crawler).check(url).is_allowed();
    let (followed, is_allowed) =
        if signals.iter().any(|line| usage(&line) && ends_a_run(robots, line)) {
            let by_draft = with_usage_as_rules(robots).unwrap_or_default();
            let reading = RobotsTxt::parse_with(&by_draft, robots.profile());
            let followed = followed_groups(&reading, crawler);
            let followed = followed_lines(robots, &reading, &followed, findings);
            let is_allowed = reading.rules_for(crawler).check(url).is_allowed();
            let others = followed_lines(robots, robots, groups, &mut Vec::new());
            // Reported also where no statement is left: that the draft's grouping took it away is the reason.
            if followed != others || is_allowed != may_fetch {
                findings.push(Finding::new(None, FindingKind::GroupingDiffers));
            }
            (followed, is_allowed)
        } else {
            // Nearly always both groupings are one, and the file needs no second reading.
            let (followed, outside) = of_field(signals, SignalField::ContentUsage);
            for line in outside.iter().take(MAX_STATEMENTS) {
                let place = Some(Place::Line(line.number));
                findings.push(Finding::new(place, FindingKind::OutsideGroups));
            }
            (followed.iter().map(UsageLine::of_signal).collect(), may_fetch)
        };
    if !is_allowed {
        return (for_silent_file(wanted, is_allowed), Vec::new());
    }
    let has_word = Label::has_word(Family::ContentUsage, wanted);
    if followed.len() > MAX_STATEMENTS {
        if !has_word {
            return (Outcome::NotSaid, Vec::new());
        }
        let unread = Statement::unread(ROBOTS_TXT, FindingKind::TooMany, findings);
        return (Outcome::Conditional, Vec::from([unread]));
    }
    let statements = longest(&followed, url, robots);
    let said = statements.into_iter().map(|line| {
        let place = Place::Line(line.number);
        if line.too_long && has_word {
            return Statement::unread(place, FindingKind::TooLong, findings);
        }
        note_labels(line.parts().1, place, findings);
        let outcome = line.says(wanted).unwrap_or_else(|| {
            findings.push(Finding::new(Some(place), FindingKind::NoDictionary));
            Outcome::NotSaid
        });
        Statement::new(place, line.value, outcome)
    });
    let said: Vec<_> = said.collect();
    (strictest(said.iter().map(|statement| statement.outcome)), said)
}

/// True if a user-agent line of the same group comes after the `Content-Usage` line, which by the draft ends their run.
/// O(user-agent lines of the group).
fn ends_a_run(robots: &RobotsTxt<'_>, line: &SignalLine<'_>) -> bool {
    let Some(group) = line.group else { return false };
    robots.group(group).agents().any(|agent| agent.line > line.number)
}

/// What the HTTP fields say. Several fields are one dictionary (RFC 9651 section 4.2), several lines of a file are not.
pub(super) fn of_fields(
    values: &[&[u8]],
    wanted: Use,
    findings: &mut Vec<Finding>,
) -> Option<Statement> {
    if values.is_empty() {
        return None;
    }
    let place = Place::Field("Content-Usage");
    let joined = values.join(&b", "[..]);
    if joined.len() > MAX_FIELD_BYTES {
        return Some(Statement::unread(place, FindingKind::TooLong, findings));
    }
    note_labels(&joined, place, findings);
    let outcome = said(&joined, wanted).unwrap_or_else(|| {
        findings.push(Finding::new(Some(place), FindingKind::NoDictionary));
        Outcome::NotSaid
    });
    Some(Statement::new(place, &joined, outcome))
}

/// Any refusal refuses, else any grant grants (draft-ietf-aipref-vocab-08, section 5.1).
pub(super) fn strictest(outcomes: impl Iterator<Item = Outcome>) -> Outcome {
    outcomes.filter(|outcome| outcome.is_stated()).min().unwrap_or(Outcome::NotSaid)
}

/// What a dictionary says about a use; `None` if it is none.
fn said(text: &[u8], wanted: Use) -> Option<Outcome> {
    let mut outcome = Outcome::NotSaid;
    dictionary::read(text, |key, value| {
        if Use::from_label(Family::ContentUsage, key) == Some(wanted) {
            outcome = match value {
                Value::Token(b"y") => Outcome::Granted,
                Value::Token(b"n") => Outcome::Refused,
                _ => Outcome::NotSaid,
            };
        }
    })?;
    Some(outcome)
}

/// Labels that the vocabulary does not define, such as those of earlier revisions, are kept as text.
fn note_labels(text: &[u8], place: Place, findings: &mut Vec<Finding>) {
    let mut unknown = Vec::new();
    let is_defined = |key: &[u8]| Use::from_label(Family::ContentUsage, key).is_some();
    // Of a text that is no dictionary nothing counts, and another finding says so.
    let read = dictionary::read(text, |key, _| {
        if !is_defined(key) && unknown.len() < MAX_STATEMENTS {
            unknown.push(key);
        }
    });
    for key in unknown.into_iter().filter(|_| read.is_some()) {
        Finding::add_label(findings, place, key);
    }
}

/// `None` if the file has no `Content-Usage` line; else the file with an empty `Allow` for each `Content-Usage` line:
/// it ends the run, and no path matches it. So the engines that read every file give the draft's grouping. No line
/// becomes longer, and each keeps its number.
pub(super) fn with_usage_as_rules(robots: &RobotsTxt<'_>) -> Option<Vec<u8>> {
    robots.lines().any(|line| UsageLine::of(&line).is_some()).then_some(())?;
    let mut file = Vec::with_capacity(robots.as_bytes().len());
    for line in robots.lines() {
        if line.number > 1 {
            file.push(b'\n');
        }
        let text = if UsageLine::of(&line).is_some() { b"Allow:" } else { line.bytes() };
        file.extend_from_slice(text);
    }
    Some(file)
}

/// The `Content-Usage` lines of `file` in the groups of `grouping` that are followed. Lines before all groups
/// become findings.
pub(super) fn followed_lines<'r>(
    file: &'r RobotsTxt<'_>,
    grouping: &RobotsTxt<'_>,
    followed: &[bool],
    findings: &mut Vec<Finding>,
) -> Vec<UsageLine<'r>> {
    let mut first_lines = grouping.groups().map(|group| group.first_line()).peekable();
    let mut current = None;
    let mut lines = Vec::new();
    for line in file.lines() {
        while first_lines.next_if(|&first| first <= line.number).is_some() {
            current = Some(current.map_or(0, |index| index + 1));
        }
        let Some(usage) = UsageLine::of(&line) else { continue };
        match current {
            Some(group) if followed[group] => lines.push(usage),
            None if findings.len() < MAX_STATEMENTS => {
                let place = Some(Place::Line(usage.number));
                findings.push(Finding::new(place, FindingKind::OutsideGroups));
            }
            Some(_) | None => {}
        }
    }
    lines
}

/// The numbers of the `Content-Usage` lines for a crawler by the grouping of the draft, in order.
pub(super) fn told_by_draft(robots: &RobotsTxt<'_>, crawler: &Crawler) -> Vec<u32> {
    let Some(by_draft) = with_usage_as_rules(robots) else { return Vec::new() };
    let reading = RobotsTxt::parse_with(&by_draft, robots.profile());
    let followed = followed_groups(&reading, crawler);
    let lines = followed_lines(robots, &reading, &followed, &mut Vec::new());
    lines.iter().map(|line| line.number).collect()
}

/// The lines of the longest path that matches. Nothing is inherited from a shorter one, also where the statement of the
/// longest fails: its author meant something else for this path. Equal lengths are combined (section 3.1).
fn longest<'r, 'u>(
    lines: &[UsageLine<'r>],
    url: impl Requested<'u>,
    robots: &RobotsTxt<'_>,
) -> Vec<UsageLine<'r>> {
    // Most lines have no path, and match every one.
    let path = LazyCell::new(|| UrlPath::from_url(url, robots.profile()));
    let mut best = 0;
    let mut found = Vec::new();
    for line in lines {
        let pattern = PathPattern::new(line.parts().0, robots.profile());
        let length = pattern.priority();
        if length < best || (length > 0 && !pattern.matches(&path)) {
            continue;
        }
        if length > best {
            best = length;
            found.clear();
        }
        found.push(*line);
    }
    found
}
