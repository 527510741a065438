//! `Content-Signal`: a comma list of labels with `yes` or `no`, for the crawlers of its group and all paths.
//!
//! The policy text has no grammar. Names and values are compared without case, as a published reader of the vendor
//! does. Two statements that contradict each other are a conflict: no document says which counts.

use alloc::vec::Vec;

use crate::signal_lines::{SignalField, SignalLine, of_field};
use crate::statement::{
    Finding, FindingKind, MAX_STATEMENTS, Outcome, Place, ROBOTS_TXT, Statement,
};
use crate::vocabulary::{Family, Label, Use};

pub(super) fn of_lines(
    lines: &[SignalLine<'_>],
    wanted: Use,
    findings: &mut Vec<Finding>,
) -> (Outcome, Vec<Statement>) {
    let (lines, outside) = of_field(lines, SignalField::ContentSignal);
    for line in outside.iter().take(MAX_STATEMENTS) {
        let place = Some(Place::Line(line.number));
        findings.push(Finding::new(place, FindingKind::OutsideGroups));
    }
    let has_word = Label::has_word(Family::ContentSignal, wanted);
    if lines.len() > MAX_STATEMENTS {
        if !has_word {
            return (Outcome::NotSaid, Vec::new());
        }
        let unread = Statement::unread(ROBOTS_TXT, FindingKind::TooMany, findings);
        return (Outcome::Conditional, Vec::from([unread]));
    }
    let whole = lines.iter().filter(|line| !line.too_long);
    for line in whole.clone() {
        note_labels(line, wanted, findings);
    }
    let statements = whole.flat_map(|line| {
        // One statement for each value, so that those of one line that contradict each other stand side by side.
        let values = line.value.split(|&byte| byte == b',').filter_map(|part| said(part, wanted));
        values.map(|outcome| Statement::new(Place::Line(line.number), line.value, outcome))
    });
    let mut statements: Vec<_> = statements.collect();
    statements.dedup();
    // What was cut off may be the refusal that contradicts a grant.
    let cut = lines.iter().filter(|line| line.too_long && has_word);
    statements.extend(
        cut.map(|line| Statement::unread(Place::Line(line.number), FindingKind::TooLong, findings)),
    );
    let has = |outcome| statements.iter().any(|statement| statement.outcome == outcome);
    let outcome = match (has(Outcome::Refused), has(Outcome::Granted)) {
        (true, true) => Outcome::Conflict,
        (true, false) => Outcome::Refused,
        (false, _) if has(Outcome::Conditional) => Outcome::Conditional,
        (false, true) => Outcome::Granted,
        (false, false) => Outcome::NotSaid,
    };
    (outcome, statements)
}

/// Labels that the policy text does not define are kept as text. `use=` is told where the line speaks of the use.
fn note_labels(line: &SignalLine<'_>, wanted: Use, findings: &mut Vec<Finding>) {
    let place = Place::Line(line.number);
    let parts = || line.value.split(|&byte| byte == b',');
    let mut has_degree = false;
    for part in parts() {
        let Some(at) = memchr::memchr(b'=', part) else { continue };
        let label = part[..at].trim_ascii();
        if label.eq_ignore_ascii_case(b"use") {
            has_degree = true;
        } else if Use::from_label_in_any_case(Family::ContentSignal, label).is_none() {
            Finding::add_label(findings, place, label);
        }
    }
    if has_degree && parts().any(|part| said(part, wanted).is_some()) {
        findings.push(Finding::new(Some(place), FindingKind::UseDegree));
    }
}

fn said(part: &[u8], wanted: Use) -> Option<Outcome> {
    let at = memchr::memchr(b'=', part)?;
    let label = part[..at].trim_ascii();
    if Use::from_label_in_any_case(Family::ContentSignal, label) != Some(wanted) {
        return None;
    }
    match part[at + 1..].trim_ascii() {
        value if value.eq_ignore_ascii_case(b"yes") => Some(Outcome::Granted),
        value if value.eq_ignore_ascii_case(b"no") => Some(Outcome::Refused),
        _ => None,
    }
}
