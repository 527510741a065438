//! The lint about rules whose absence changes no verdict.
//!
//! # When a rule is needless
//!
//! Let a rule of the same kind match everything that the rule matches, and let no rule of the other kind between the two,
//! in the order of precedence, meet the rule. Then wherever the rule decides, the next rule that matches is of its kind. An
//! `allow` rule is needless too if no lower `disallow` rule meets it, because what no rule matches is allowed.
//!
//! Both comparisons are exact ([`inclusion`](crate::inclusion)). The fixes can be applied all together or in part: the rule
//! that covers a needless one is never needless itself, so it stays, and other fixes only remove rules.
//!
//! If a rule of the other kind does meet the rule, other rules may still win wherever it does. Then a search decides
//! ([`effect`](crate::effect)), and there is no fix, because it would rest on several rules.
//!
//! A rule that no single rule covers is not needless: put a byte that no pattern has in place of its stars and at its end.
//! That path is matched by exactly the rules that cover it. So it decides this path, and nothing of its kind comes next.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::compared_rule::{Budget, ComparedRule};
use super::diagnostic::{Lint, Severity};
use super::line_index::LineIndex;
use super::report::{FindingText, Quoted, Report};
use crate::effect::{self, RuleClass};
use crate::inclusion::{is_within, meet};
use crate::pattern::literal_start;
use crate::profile::Profile;
use crate::rule::{RuleKind, index_directory, precedence};

pub(crate) static NEEDLESS_RULE: Lint = Lint {
    code: "R409",
    name: "needless-rule",
    severity: Severity::Note,
    summary: "Another rule of the same kind already covers this rule: without it, every URL has the same verdict.",
    page: "\
`Disallow: /a/b` next to `Disallow: /a` changes nothing, unless an `Allow` rule between them in length opens a part of `/a/b`. An `Allow`
rule changes nothing if no `Disallow` rule matches any of its URLs. The comparison is exact. `maycrawl minimise` also finds rules that
are needless only after others are gone, and groups. `Allow: /` alone is not reported: people write it to be clear.",
    example: b"User-agent: *\nDisallow: /shop\nDisallow: /shop/cart\n",
    instead: b"User-agent: *\nDisallow: /shop\n",
    fix: Some("Removes the line, if its group has other rules. Nothing changes for any crawler."),
    references: &["Google, *Order of precedence for rules*", "RFC 9309, section 2.2.2"],
};

/// Reports needless rules of one class. `is_known`: rules that other lints have reported. False if the budget ran out.
pub(crate) fn check(
    index: &LineIndex<'_>,
    all: &[ComparedRule<'_>],
    is_known: &[bool],
    budget: &mut Budget,
    report: &mut Report<'_>,
) -> bool {
    let profile = report.profile();
    let mut covers = Covers::new(all);
    let mut class: Option<RuleClass<'_>> = None;
    let mut steps = effect::Budget::new(budget.0 as u64);
    let is_one_group = all.windows(2).all(|pair| pair[0].rule.group == pair[1].rule.group);
    // Short rules first, so that the rules that cover others are decided before those.
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_unstable_by_key(|&at| all[at].precedence());
    for at in order {
        let rule = &all[at];
        if rule.is_beaten || is_known[at] {
            continue;
        }
        let names_index = index_directory(&rule.normal, rule.rule.kind, profile).is_some();
        if names_index || &*rule.normal == b"/" {
            covers.add(at);
            continue;
        }
        let cover = match covers.greatest(at, budget) {
            Cover::Unknown => return false,
            Cover::Opposed => {
                covers.add(at);
                continue;
            }
            Cover::By(cover) => Some(cover),
            Cover::None => None,
        };
        let may_go = cover.is_some() || rule.rule.kind == RuleKind::Allow;
        let lowest = cover.map_or(0, |cover| all[cover].precedence());
        if !may_go {
            covers.add(at);
            continue;
        }
        match need(all, at, &covers.starts, lowest, profile, budget) {
            Need::Unknown => return false,
            Need::None => {
                let cover = cover.map(|cover| &all[cover]);
                // The `user-agent` lines of a group without rules would run into the next group.
                let keeps_group = match cover {
                    Some(cover) => cover.rule.group == rule.rule.group,
                    None => {
                        is_one_group
                            && all.iter().any(|other| other.rule.kind == RuleKind::Disallow)
                    }
                };
                add(index, rule, cover, keeps_group, report);
            }
            Need::Certain => covers.add(at),
            Need::Likely(other) => {
                covers.add(at);
                let class = class.get_or_insert_with(|| class_of(all, profile));
                let line = rule.rule.at.line;
                let is_shown = class.is_needed_for(line, &common_path(rule, &all[other]));
                if !is_shown && class.is_needless(line, &mut steps) {
                    add_without_fix(rule, report);
                }
            }
        }
    }
    true
}

/// The rules as the search takes them.
#[cold]
fn class_of<'r>(all: &'r [ComparedRule<'_>], profile: Profile) -> RuleClass<'r> {
    let rules =
        all.iter().map(|rule| (Cow::Borrowed(&*rule.normal), rule.rule.kind, rule.rule.at.line));
    RuleClass::new(profile, rules)
}

/// Whether a rule is needed, as far as pairs of rules tell.
enum Need {
    /// It is needless.
    None,
    /// It is needed.
    Certain,
    /// This rule of the other kind meets it, but others may win there.
    Likely(usize),
    /// The budget ran out.
    Unknown,
}

/// Looks for a rule of the other kind, above `lowest` and below the rule, that meets it.
fn need(
    all: &[ComparedRule<'_>],
    at: usize,
    starts: &[&[u8]],
    lowest: u64,
    profile: Profile,
    budget: &mut Budget,
) -> Need {
    let (rule, own) = (&all[at], starts[at]);
    let highest = rule.precedence();
    let is_between = |precedence: u64| (lowest..highest).contains(&precedence);
    let mut likely = None;
    // One that a rule beats counts too: that may be this very rule.
    for (at, (other, &its)) in all.iter().zip(starts).enumerate() {
        let (kind, line) = (other.rule.kind, other.rule.at.line);
        if kind == rule.rule.kind {
            continue;
        }
        if let Some(directory) = index_directory(&other.normal, kind, profile) {
            // The rule also allows the directory itself.
            let pattern = [directory, b"$"].concat();
            if !budget.take(rule.normal.len() * pattern.len()) {
                return Need::Unknown;
            }
            if is_between(precedence(pattern.len(), kind, line)) && meet(&rule.normal, &pattern) {
                likely = likely.or(Some(at));
            }
        }
        if !is_between(other.precedence()) || !(own.starts_with(its) || its.starts_with(own)) {
            continue;
        }
        let is_plain = other.specials == 0;
        if is_plain && own.starts_with(its) {
            // It covers the rule, so it comes next wherever no greater rule of either kind does.
            return Need::Certain;
        }
        if !budget.take(rule.normal.len() * other.normal.len()) {
            return Need::Unknown;
        }
        if meet(&rule.normal, &other.normal) {
            likely = likely.or(Some(at));
        }
    }
    if !budget.take(all.len() / 8) {
        return Need::Unknown;
    }
    likely.map_or(Need::None, Need::Likely)
}

/// A path that both rules may match: it is only tried.
fn common_path(rule: &ComparedRule<'_>, other: &ComparedRule<'_>) -> Vec<u8> {
    let (own, its) = (literal_start(&rule.normal), literal_start(&other.normal));
    let mut path = if own.len() >= its.len() { own } else { its }.to_vec();
    for pattern in [rule, other] {
        let rest = &pattern.normal[literal_start(&pattern.normal).len()..];
        path.extend(rest.iter().filter(|byte| !b"*$".contains(byte)));
    }
    if path.first() != Some(&b'/') {
        path.insert(0, b'/');
    }
    path
}

/// The rules that stay, by what they may cover.
struct Covers<'a, 'r> {
    all: &'a [ComparedRule<'r>],
    /// For each rule the longest plain rule whose pattern begins its own: a plain rule has no wildcard.
    parents: Vec<Option<usize>>,
    /// The [`literal_start`] of each rule.
    starts: Vec<&'a [u8]>,
    /// The literal bytes of each rule. A pattern that covers another has no byte that the other lacks.
    bytes: Vec<u64>,
    stays: Vec<bool>,
    /// Rules with a star that stay.
    wild: Vec<usize>,
    text: Vec<u8>,
}

impl<'a, 'r> Covers<'a, 'r> {
    fn new(all: &'a [ComparedRule<'r>]) -> Self {
        let starts: Vec<&'a [u8]> = all.iter().map(|rule| literal_start(&rule.normal)).collect();
        // Of equal texts the plain rule comes first: it covers the others.
        let mut order: Vec<_> = starts
            .iter()
            .zip(all)
            .zip(0..)
            .map(|((&text, rule), at)| (text, rule.specials > 0, at))
            .collect();
        order.sort_unstable();
        let mut parents = alloc::vec![None; all.len()];
        // The plain rules that begin the current one, longest last.
        let mut open: Vec<usize> = Vec::new();
        for (text, is_wild, at) in order {
            while open.last().is_some_and(|&last| !text.starts_with(starts[last])) {
                open.pop();
            }
            parents[at] = open.last().copied();
            if !is_wild && !all[at].is_beaten {
                open.push(at);
            }
        }
        let (bytes, stays) = (all.iter().map(bytes_of).collect(), alloc::vec![false; all.len()]);
        Self { all, parents, starts, bytes, stays, wild: Vec::new(), text: Vec::new() }
    }

    /// This rule stays.
    fn add(&mut self, at: usize) {
        self.stays[at] = true;
        if self.all[at].has_star() {
            self.wild.push(at);
        }
    }

    /// The greatest rule that stays, is of the same kind, and covers this one. All that stay are lower.
    fn greatest(&mut self, at: usize, budget: &mut Budget) -> Cover {
        let rule = &self.all[at];
        let is_like = |other: usize| self.all[other].rule.kind == rule.rule.kind;
        let mut best = None;
        let mut lowest = 0;
        let mut is_opposed = false;
        let mut next = self.parents[at];
        while let Some(parent) = next {
            if self.stays[parent] || !is_like(parent) {
                // A rule of the other kind that covers this one comes next, unless a wildcard is above it.
                is_opposed = !is_like(parent);
                best = is_like(parent).then_some(parent);
                lowest = self.all[parent].precedence();
                break;
            }
            next = self.parents[parent];
        }
        if !budget.take(1 + self.wild.len() / 4) {
            return Cover::Unknown;
        }
        for &cover in self.wild.iter().filter(|&&cover| self.bytes[cover] & !self.bytes[at] == 0) {
            let other = &self.all[cover];
            if other.precedence() <= lowest || !is_like(cover) {
                continue;
            }
            if !budget.take(rule.normal.len() + other.normal.len()) {
                return Cover::Unknown;
            }
            if is_within(&rule.normal, &other.normal, &mut self.text) {
                (best, lowest) = (Some(cover), other.precedence());
            }
        }
        match best {
            Some(cover) => Cover::By(cover),
            None if is_opposed => Cover::Opposed,
            None => Cover::None,
        }
    }
}

/// What covers a rule.
enum Cover {
    /// This rule of the same kind.
    By(usize),
    /// No rule of the same kind above a plain rule of the other kind that covers it too.
    Opposed,
    /// No rule that stays.
    None,
    /// The budget ran out.
    Unknown,
}

/// A set of the literal bytes of a pattern: one bit for each of 64 classes. Every path has a slash.
fn bytes_of(rule: &ComparedRule<'_>) -> u64 {
    let body = rule.normal.strip_suffix(b"$").unwrap_or(&rule.normal);
    let literal = body.iter().filter(|&&byte| byte != b'*');
    literal.fold(1 << (b'/' & 63), |set, byte| set | 1 << (byte & 63))
}

/// A rule that several rules together make needless.
#[cold]
fn add_without_fix(rule: &ComparedRule<'_>, report: &mut Report<'_>) {
    report.add(&NEEDLESS_RULE, rule.rule.at.value_place(), || {
        let shown = Quoted(&rule.normal);
        let message =
            format!("without {shown}, other rules together give every URL the same verdict");
        FindingText::new(message).help("remove the line")
    });
}

#[cold]
fn add(
    index: &LineIndex<'_>,
    rule: &ComparedRule<'_>,
    cover: Option<&ComparedRule<'_>>,
    keeps_group: bool,
    report: &mut Report<'_>,
) {
    report.add(&NEEDLESS_RULE, rule.rule.at.value_place(), || {
        let verb = match rule.rule.kind {
            RuleKind::Allow => "allows",
            RuleKind::Disallow => "disallows",
        };
        let message = match cover {
            Some(cover) => format!(
                "line {} already {verb} everything that {} matches",
                cover.rule.at.line,
                Quoted(&rule.normal)
            ),
            None => format!("{} allows only what no rule disallows", Quoted(&rule.normal)),
        };
        let fix = keeps_group.then(|| index.without_line(rule.rule.at, "remove the line"));
        FindingText::new(message).help("remove the line").fix(fix.flatten())
    });
}
