//! Rules that cross: each of the two matches URLs that the other does not match, both match some common URLs, and one
//! of them has a wildcard.

use alloc::format;
use alloc::vec::Vec;

use maycrawl::internals::{meet, steps_of_comparing};
use maycrawl::profile::UndefinedConflicts;
use maycrawl::verdict::RuleKind;
use maycrawl_effects::Budget;

use super::compared_rule::ComparedRule;
use super::lints::UNDEFINED_PRECEDENCE;
use super::report::{FindingText, Quoted, Report};

/// Rules that are passed over in one step of the budget.
const RULES_PASSED_IN_A_STEP: u64 = 6;

/// Checks the rules that apply together. False if the budget ran out.
pub(super) fn check(
    all: &[ComparedRule<'_>],
    budget: &mut Budget<'_>,
    report: &mut Report<'_>,
) -> bool {
    let conflicts = report.profile().undefined_conflicts;
    let of_kind = |kind| all.iter().filter(move |rule| rule.rule.kind == kind && !rule.is_idle);
    let has_wildcard = |kind| of_kind(kind).any(ComparedRule::has_star);
    let (allow, disallow) = (RuleKind::Allow, RuleKind::Disallow);
    let is_possible = !conflicts.documents().is_empty()
        && of_kind(allow).next().is_some()
        && of_kind(disallow).next().is_some()
        && (has_wildcard(allow) || has_wildcard(disallow));
    if !is_possible {
        return true;
    }
    let mut text = Vec::new();
    for wild in all.iter().filter(|rule| rule.has_star() && !rule.is_idle) {
        let other_kind = if wild.rule.kind == allow { disallow } else { allow };
        if !budget.take(all.len() as u64 / RULES_PASSED_IN_A_STEP) {
            return false;
        }
        for other in of_kind(other_kind) {
            match are_undefined(wild, other, conflicts, &mut text, budget) {
                None => return false,
                Some(false) => {}
                Some(true) => {
                    undefined(wild, other, report);
                    return true;
                }
            }
        }
    }
    true
}

/// Whether the documents leave undefined which of two rules of different kind wins, of which the first one has a star.
/// `None` if the budget ran out.
pub(super) fn are_undefined(
    wild: &ComparedRule<'_>,
    other: &ComparedRule<'_>,
    conflicts: UndefinedConflicts,
    text: &mut Vec<u8>,
    budget: &mut Budget<'_>,
) -> Option<bool> {
    if other.normal.len() == wild.normal.len() {
        return Some(false);
    }
    if !have_common_start(&wild.normal, &other.normal) {
        return budget.take(1).then_some(false);
    }
    if !budget.take(3 * steps_of_comparing(&wild.normal, &other.normal)) {
        return None;
    }
    let meet = meet(&wild.normal, &other.normal);
    Some(meet && conflicts.cover(&wild.normal, &other.normal, text))
}

/// True if the bytes before the first stars of the patterns are equal, as far as both patterns have them.
fn have_common_start(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).take_while(|(a, b)| **a != b'*' && **b != b'*').all(|(a, b)| a == b)
}

#[cold]
fn undefined(wild: &ComparedRule<'_>, other: &ComparedRule<'_>, report: &mut Report<'_>) {
    let documents = report.profile().undefined_conflicts.documents();
    report.add(&UNDEFINED_PRECEDENCE, wild.rule.at.value_place(), || {
        let longer = if wild.normal.len() > other.normal.len() { wild } else { other };
        let message = format!(
            "the rule {} and line {}, {} {}, match some common URLs: {documents} left undefined which one wins",
            Quoted(&wild.normal),
            other.rule.at.line,
            other.rule.kind.name(),
            Quoted(&other.normal),
        );
        let help = format!(
            "Google's code and RFC 9309 take the longer rule, on line {}; for other crawlers, write rules that do not cross",
            longer.rule.at.line
        );
        FindingText::new(message).help(help)
    });
}
