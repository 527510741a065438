//! Lints that compare rules: duplicate rules, contradicting rules, and rules that never decide.
//!
//! Two rules are compared if they always apply together: they are in one group, or in groups that name the same
//! crawlers. For each such pair it is decided exactly whether one rule matches everything that the other one matches
//! and wins against it. No rule loses to several others together but to none of them alone: put a byte that no pattern
//! has in place of its stars and at its end. A pattern that matches this path matches everything that the rule matches.

use alloc::format;
use alloc::vec::Vec;

use maycrawl::internals::{
    begins_as_paths_do, escape, index_directory, is_within, meet, steps_of_comparing,
};
use maycrawl::line::Span;
use maycrawl::verdict::RuleKind;
use maycrawl_effects::Budget;

use super::compared_rule::ComparedRule;
use super::crossing;
use super::fix::gap;
use super::line_index::{LineIndex, RuleAt, line_end};
use super::lints::{
    CONTRADICTING_RULES, DUPLICATE_RULE, REDUNDANT_RULE, RULE_BEFORE_GROUP, SHADOWED_RULE,
    TIED_RULES, UNCOMPARED_RULES,
};
use super::needless;
use super::other_readings::{NEEDED_ELSEWHERE, OtherReadings};
use super::report::{FindingText, Place, Quoted, Report};

/// Checks the rules of each group, and of groups that crawlers read as one group.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>, budget: &mut Budget<'_>) {
    let mut rules = index.rules.as_slice();
    while let [rule, rest @ ..] = rules
        && rule.group.is_none()
    {
        let agent = [b"User-agent: *", line_end(index.file)].concat();
        report.add(&RULE_BEFORE_GROUP, Place { line: rule.at.line, span: rule.at.whole }, || {
            FindingText::new(
                "the rule has no `User-agent` line above it, so Google applies it to no crawler"
                    .into(),
            )
            .help("move it below a `User-agent` line, or write `User-agent: *` above it")
            .choice("write `User-agent: *` above it", gap(rule.at.whole.start), agent)
        });
        rules = rest;
    }
    let classes = index.group_classes();
    let mixed = index.mixed_classes(&classes);
    let class = |rule: &RuleAt| rule.group.map_or(0, |group| classes[group as usize]);
    let mut order: Vec<&RuleAt> = rules.iter().collect();
    if !order.is_sorted_by_key(|rule| class(rule)) {
        order.sort_by_key(|rule| class(rule)); // stable: lines keep their order
    }
    let mut done = true;
    for together in order.chunk_by(|a, b| class(a) == class(b)) {
        if together.len() > 1 {
            let is_mixed = mixed.contains(&class(together[0]));
            done &= compare(index, together, is_mixed, budget, report);
        }
    }
    if !done {
        let place = Place { line: 1, span: Span::default() };
        report.add(&UNCOMPARED_RULES, place, || {
            let most = crate::MOST_STEPS_OF_A_BYTE;
            FindingText::new(format!(
                "comparing all rules takes more than {most} steps for each byte of the file: some pairs were not compared"
            ))
        });
    }
}

/// The steps of preparing a rule for being compared, and the pairs of rules that are dismissed in a step.
const STEPS_OF_A_RULE: u64 = 20;
const PAIRS_DISMISSED_IN_A_STEP: u64 = 2;

/// Compares the rules of one class. `is_mixed`: some of its crawlers follow other groups too. False if the budget ran
/// out.
fn compare(
    index: &LineIndex<'_>,
    rules: &[&RuleAt],
    is_mixed: bool,
    budget: &mut Budget<'_>,
    report: &mut Report<'_>,
) -> bool {
    let profile = report.profile();
    let bytes: usize = rules.iter().map(|rule| rule.at.value.slice(index.file).len()).sum();
    if !budget.take(rules.len() as u64 * STEPS_OF_A_RULE + bytes as u64 / 2) {
        return false;
    }
    let others = OtherReadings::of(rules, index.file, profile);
    let mut all: Vec<ComparedRule<'_>> = rules
        .iter()
        .map(|rule| {
            ComparedRule::new(rule, escape::pattern(rule.at.value.slice(index.file), profile))
        })
        .filter(|compared| begins_as_paths_do(&compared.normal))
        .collect();
    // Sorted by hash: patterns are compared only if their hashes are equal.
    let mut order: Vec<(u64, u32)> =
        all.iter().zip(0..).map(|(compared, i)| (compared.mixed(), i)).collect();
    order.sort_unstable();
    let mut beaten: Vec<u32> = Vec::new();
    for alike in order.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
        let mut alike: Vec<u32> = alike.iter().map(|&(_, i)| i).collect();
        let normal = |i: u32| &*all[i as usize].normal;
        alike.sort_by_key(|&i| normal(i)); // stable: lines keep their order
        for same in alike.chunk_by(|&a, &b| normal(a) == normal(b)).filter(|same| same.len() > 1) {
            equal(index, &all, same, &others, report);
            let winner = same.iter().copied().max_by_key(|&i| all[i as usize].precedence());
            beaten.extend(same.iter().copied().filter(|&i| Some(i) != winner));
        }
    }
    for i in beaten {
        all[i as usize].is_idle = true;
    }
    let mut is_shadowed = alloc::vec![false; all.len()];
    shadowed(index, &all, &mut is_shadowed, &others, budget, report)
        && (is_mixed || needless::check(index, &all, &is_shadowed, &others, budget, report))
        && tied(&all, budget, report)
        && crossing::check(&all, budget, report)
}

/// Reports rules with the same pattern. They are given in the order of their lines.
#[cold]
fn equal(
    index: &LineIndex<'_>,
    all: &[ComparedRule<'_>],
    same: &[u32],
    others: &OtherReadings<'_>,
    report: &mut Report<'_>,
) {
    let rules = || same.iter().map(|&i| all[i as usize].rule);
    for kind in [RuleKind::Allow, RuleKind::Disallow] {
        let mut alike = rules().filter(|rule| rule.kind == kind);
        let Some(first) = alike.next() else { continue };
        for again in alike {
            // In another group this may be the only rule. Without it, the `user-agent` lines of that group would run
            // into the next group.
            let is_in_group = first.group == again.group;
            let is_equal = others.are_equal(first, again);
            let common =
                u64::from(first.at.line) << 2 | u64::from(is_in_group) << 1 | u64::from(is_equal);
            report.add_folded(&DUPLICATE_RULE, common, again.at.value_place(), || {
                let finding =
                    FindingText::new(format!("line {} already has the same rule", first.at.line));
                if !is_equal {
                    return finding.help(NEEDED_ELSEWHERE);
                }
                finding.advise(index.remove(again.at, is_in_group))
            });
        }
    }
    if same.iter().any(|&i| all[i as usize].is_idle) {
        return; // neither of them has an effect
    }
    let first = |kind| rules().find(|rule| rule.kind == kind);
    if let (Some(allow), Some(disallow)) = (first(RuleKind::Allow), first(RuleKind::Disallow)) {
        report.add(&CONTRADICTING_RULES, disallow.at.value_place(), || {
            let line = allow.at.line;
            FindingText::new(format!(
                "line {line} allows the same path, and for Google and RFC 9309 it wins, so this `Disallow` has no effect"
            ))
            .help(index.managed_help(&[line, disallow.at.line], "remove one of the two rules"))
            .choices([line, disallow.at.line].into_iter().filter_map(|line| index.without(line)))
        });
    }
}

/// Reports rules that never decide, because another rule always wins against them. False if the budget ran out.
///
/// Let B match everything that A matches, and let B be at least as long as A. Then the literal bytes of B occur in A
/// in order, so B has at most as many literal bytes as A. B is as long as A because it has more wildcards. So only
/// rules with nearly as many literal bytes are candidates. If B lacks `d` literal bytes of A, the sum of its bytes is
/// smaller by `d` to `255 * d`. (If A begins with a star, the `/` that begins every path counts as a byte of A.)
fn shadowed(
    index: &LineIndex<'_>,
    all: &[ComparedRule<'_>],
    is_shadowed: &mut [bool],
    others: &OtherReadings<'_>,
    budget: &mut Budget<'_>,
    report: &mut Report<'_>,
) -> bool {
    let is_wild = |compared: &&ComparedRule<'_>| compared.has_star() && !compared.is_idle;
    let mut wild: Vec<&ComparedRule<'_>> = all.iter().filter(is_wild).collect();
    if wild.is_empty() {
        return true;
    }
    wild.sort_by_key(|compared| compared.literals);
    let most = wild.iter().map(|compared| compared.specials).max().unwrap_or(0);
    let profile = report.profile();
    let mut text = Vec::new();
    for (a, is_shadowed) in all.iter().zip(is_shadowed).filter(|(a, _)| !a.is_idle) {
        let by_star = u32::from(a.normal.starts_with(b"*"));
        let (literals, sum) = (a.literals + by_star, a.sum + by_star * u32::from(b'/'));
        if index_directory(&a.normal, a.rule.kind, profile).is_some() {
            continue; // the rule also matches the directory
        }
        let fewest = (a.literals + a.specials).saturating_sub(most);
        let from = wild.partition_point(|b| b.literals < fewest);
        let to = from + wild[from..].partition_point(|b| b.literals <= literals);
        if !budget.take(1 + (to - from) as u64 / PAIRS_DISMISSED_IN_A_STEP) {
            return false;
        }
        for b in &wild[from..to] {
            let lacking = literals - b.literals;
            let is_candidate = b.normal.len() >= a.normal.len()
                && sum
                    .checked_sub(b.sum)
                    .is_some_and(|less| (lacking..=255 * lacking).contains(&less))
                && b.precedence() > a.precedence()
                && b.normal != a.normal;
            if !is_candidate {
                continue;
            }
            if !budget.take(steps_of_comparing(&a.normal, &b.normal)) {
                return false;
            }
            if is_within(&a.normal, &b.normal, &mut text) {
                never_decides(index, a, b, others, report);
                *is_shadowed = true;
                break;
            }
        }
    }
    true
}

#[cold]
fn never_decides(
    index: &LineIndex<'_>,
    a: &ComparedRule<'_>,
    b: &ComparedRule<'_>,
    others: &OtherReadings<'_>,
    report: &mut Report<'_>,
) {
    let place = a.rule.at.value_place();
    let (line, kind) = (b.rule.at.line, b.rule.kind.name());
    let message = || {
        format!(
            "line {line}, {kind} {}, matches everything that {} matches, and for Google and RFC 9309 it wins",
            Quoted(&b.normal),
            Quoted(&a.normal)
        )
    };
    if a.rule.kind == b.rule.kind {
        return report.add(&REDUNDANT_RULE, place, || {
            if !others.are_redundant(a.rule, b.rule) {
                return FindingText::new(message()).help(NEEDED_ELSEWHERE);
            }
            let is_in_group = a.rule.group == b.rule.group;
            FindingText::new(message()).advise(index.remove(a.rule.at, is_in_group))
        });
    }
    report.add(&SHADOWED_RULE, place, || {
        FindingText::new(message())
            .help("make the rule that should win longer, or remove this rule")
            .choices([index.removal(a.rule.at, "remove this rule")])
    });
}

/// Reports rules of equal length and different kind that match some common paths. False if the budget ran out.
fn tied(all: &[ComparedRule<'_>], budget: &mut Budget<'_>, report: &mut Report<'_>) -> bool {
    let is_allow = |compared: &&ComparedRule<'_>| compared.rule.kind == RuleKind::Allow;
    let all = all.iter().filter(|compared| !compared.is_idle);
    let mut allows: Vec<&ComparedRule<'_>> = all.clone().filter(is_allow).collect();
    let mut disallows: Vec<&ComparedRule<'_>> =
        all.clone().filter(|compared| !is_allow(compared)).collect();
    if allows.is_empty() || disallows.is_empty() || !all.clone().any(ComparedRule::has_star) {
        return true;
    }
    for rules in [&mut allows, &mut disallows] {
        rules.sort_by_key(|compared| compared.normal.len());
    }
    let mut text = Vec::new();
    let mut is_reported = alloc::vec![false; disallows.len()];
    for allow in allows {
        let length = allow.normal.len();
        let from = disallows.partition_point(|disallow| disallow.normal.len() < length);
        let alike = disallows[from..].iter().zip(from..);
        for (disallow, at) in alike.take_while(|(disallow, _)| disallow.normal.len() == length) {
            let heads = allow.normal.iter().zip(&*disallow.normal);
            let wild = allow.has_star() || disallow.has_star();
            let may_meet = wild
                && allow.normal != disallow.normal
                && heads.take_while(|(a, b)| **a != b'*' && **b != b'*').all(|(a, b)| a == b);
            let steps =
                if may_meet { steps_of_comparing(&allow.normal, &disallow.normal) } else { 1 };
            if !budget.take(steps) {
                return false;
            }
            // If one is within the other, it is `shadowed-rule`, or intended: the allowed paths are an exception.
            if may_meet
                && meet(&allow.normal, &disallow.normal)
                && !is_within(&disallow.normal, &allow.normal, &mut text)
                && !is_within(&allow.normal, &disallow.normal, &mut text)
            {
                if !core::mem::replace(&mut is_reported[at], true) {
                    tie(allow, disallow, report);
                }
                break;
            }
        }
    }
    true
}

#[cold]
fn tie(allow: &ComparedRule<'_>, disallow: &ComparedRule<'_>, report: &mut Report<'_>) {
    report.add(&TIED_RULES, disallow.rule.at.value_place(), || {
        let (line, pattern) = (allow.rule.at.line, Quoted(&allow.normal));
        FindingText::new(format!(
            "the rule {} is as long as line {line}, allow {pattern}: if both match, allow wins",
            Quoted(&disallow.normal)
        ))
        .help("make the rule that should win longer")
    });
}
