//! The rules of one set that another set does not repeat: the classic mistake of a group of its own.
//!
//! # The idea
//!
//! A disallow rule is *unrepeated* if it decides some path in the first set, and no rule of the second set matches this
//! path. A path that the second set allows by a rule is not counted, because the author of that rule has thought of it.
//!
//! Most rules need no search. The shortest text that a pattern matches is the pattern without its stars. If the rule
//! decides it, and nothing in the second set matches it, it is a shortest such path. If the pattern has neither star
//! nor `$`, and a rule of the second set without a final `$` matches its text, that rule matches all paths of the
//! pattern. The search of `sides` decides about the others.

use alloc::vec::Vec;

use maycrawl::verdict::RuleKind;
use maycrawl::{RuleSet, UrlPath};

use super::search::Found;
use super::sides::{Deciders as _, STEPS_OF_A_KEPT_RULE, Side, path_decided_by};
use super::{FIRST_STEPS, Region};
use crate::Budget;

/// A disallow rule that another set does not repeat.
pub struct Unrepeated {
    /// The line of the rule.
    pub line: u32,
    /// A shortest path that it decides, and that no rule of the other set matches.
    pub path: Vec<u8>,
}

/// The disallow rules of `all` that `own` does not repeat, in the order of their lines. Rules for which the budget does
/// not suffice are left out. `None` if it does not suffice to look at them. Both sets must have one profile.
pub fn unrepeated(
    all: &RuleSet,
    own: &RuleSet,
    budget: &mut Budget<'_>,
) -> Option<Vec<Unrepeated>> {
    let rules = (all.rule_count() + own.rule_count()) as u64;
    let (all, own) = (Side::new(all, budget)?, Side::new(own, budget)?);
    if !budget.take(rules * STEPS_OF_A_KEPT_RULE) {
        return None;
    }
    let kept = all.kept_in(&own);
    let mut found = Vec::new();
    for decider in all.deciders(RuleKind::Disallow) {
        let (Some(at), Some(rule)) = (decider, all.rule(decider)) else { continue };
        if kept[at].is_some() {
            continue;
        }
        let path = budget.with_at_most(FIRST_STEPS, |budget| shortest(&all, at, &own, budget));
        found.extend(path.map(|path| Unrepeated { line: rule.line, path }));
    }
    found.sort_by_key(|it| it.line);
    Some(found)
}

/// The shortest path that a rule of `all` decides and no rule of `own` matches. `None` also if the budget does not
/// suffice.
fn shortest(all: &Side<'_>, at: usize, own: &Side<'_>, budget: &mut Budget<'_>) -> Option<Vec<u8>> {
    let pattern = all.pattern(Some(at))?;
    let text = shortest_text(pattern);
    let path = UrlPath::from_normal_form(&text);
    let (first, second) = (all.decider(&path, budget)?, own.decider(&path, budget)?);
    if first == Some(at) && second.is_none() {
        return Some(text);
    }
    let covers = own.pattern(second).is_some_and(|pattern| !pattern.ends_with(b"$"));
    if covers && *text == *pattern {
        return None;
    }
    let (wanted, region) = ([(all as _, Some(at)), (own as _, None)], Region::everything());
    match path_decided_by(&wanted, (&region, all.exempt()), all.set().profile(), budget) {
        Found::Path(path) => Some(path),
        Found::Nothing | Found::OutOfBudget => None,
    }
}

/// The shortest path that a pattern matches.
fn shortest_text(pattern: &[u8]) -> Vec<u8> {
    let body = pattern.strip_suffix(b"$").unwrap_or(pattern);
    let mut text: Vec<u8> = body.iter().copied().filter(|&byte| byte != b'*').collect();
    if text.first() != Some(&b'/') {
        text.insert(0, b'/');
    }
    text
}
