//! Rules among rules: twice the same, contradicting, never winning.
//!
//! What is decided: for each pair of rules that always count together (of one group, or of groups that name
//! the same crawlers), exactly, whether one matches all that the other matches and goes before it. A rule that
//! loses to several others together, but to none of them alone, is not reported.

use alloc::format;
use alloc::vec::Vec;

use super::compared_rule::{Budget, ComparedRule};
use super::crossing;
use super::diagnostic::{Lint, Severity};
use super::line_index::{LineIndex, RuleAt};
use super::report::{Place, Quoted, Report, Words};
use crate::escape;
use crate::inclusion::{is_within, meet};
use crate::line::Span;
use crate::rule::{RuleKind, index_directory};

pub(crate) static RULE_BEFORE_GROUP: Lint = Lint {
    code: "R401",
    name: "rule-before-group",
    severity: Severity::Error,
    summary: "A rule above the first `user-agent` applies to no crawler.",
    page: "Rules belong to the `user-agent` lines above them. Without such a line, every crawler skips them.",
    example: b"Disallow: /private\nUser-agent: *\nDisallow: /tmp\n",
    instead: b"User-agent: *\nDisallow: /private\nDisallow: /tmp\n",
    fix: None,
    references: &["RFC 9309, section 2.2.1", "google/robotstxt, robots.cc: `seen_separator_`"],
};

pub(crate) static DUPLICATE_RULE: Lint = Lint {
    code: "R402",
    name: "duplicate-rule",
    severity: Severity::Note,
    summary: "The same rule is above; this one changes nothing.",
    page: "Rules are compared as crawlers compare them: `/%c3%a9` and `/%C3%A9` are one. The earlier line is the one that is named as deciding.",
    example: b"User-agent: *\nDisallow: /private\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some(
        "Takes the line out, if the other one is in the same group. Nothing changes for any crawler.",
    ),
    references: &["RFC 9309, section 2.2.2"],
};

pub(crate) static CONTRADICTING_RULES: Lint = Lint {
    code: "R403",
    name: "contradicting-rules",
    severity: Severity::Warning,
    summary: "The same path is allowed and disallowed: Google and RFC 9309 allow it, older parsers take the first line.",
    page: "\
Of two rules of equal length the one that allows wins, wherever it stands. So the `Disallow` does nothing. This happens where a
managed block (`User-agent: *`, `Allow: /`) is put in front of a file that says `Disallow: /`.",
    example: b"User-agent: *\nAllow: /shop\nDisallow: /shop\n",
    instead: b"User-agent: *\nDisallow: /shop\n",
    fix: None,
    references: &["Google, *Order of precedence for rules*", "RFC 9309, section 2.2.2"],
};

pub(crate) static SHADOWED_RULE: Lint = Lint {
    code: "R404",
    name: "shadowed-rule",
    severity: Severity::Warning,
    summary: "The rule can never decide: another one matches everything that it matches, and wins against it.",
    page: "\
The longest rule that matches decides, counted in octets, `*` and `$` included; on a tie, allow. Where a longer rule matches whatever
this one matches, this one is never asked: `Allow: /a/` beside `Disallow: /a/*` allows nothing. The inclusion is decided exactly, rule by rule; that
several rules together leave nothing for a third is not looked for.",
    example: b"User-agent: *\nAllow: /shop/\nDisallow: /shop/*\n",
    instead: b"User-agent: *\nAllow: /shop/help/\nDisallow: /shop/\n",
    fix: None,
    references: &["Google, *Order of precedence for rules*", "RFC 9309, section 2.2.2"],
};

pub(crate) static TIED_RULES: Lint = Lint {
    code: "R405",
    name: "tied-rules",
    severity: Severity::Note,
    summary: "Two rules of equal length match some of the same URLs: allow wins there.",
    page: "\
For `/page.php` the rules `Allow: /page` and `Disallow: /*.ph` are equally long. RFC 9309 says that allow should win, and Google's parser does
so; Google's older text called it undefined, and other crawlers may read the first line. Make the one that should win longer.",
    example: b"User-agent: *\nAllow: /page\nDisallow: /*.ph\n",
    instead: b"User-agent: *\nAllow: /page\nDisallow: /*.php\n",
    fix: None,
    references: &["Google, *Order of precedence for rules*", "RFC 9309, section 2.2.2"],
};

pub(crate) static REDUNDANT_RULE: Lint = Lint {
    code: "R407",
    name: "redundant-rule",
    severity: Severity::Note,
    summary: "A longer rule of the same kind matches everything that this one matches: this one changes nothing.",
    page: "\
`Disallow: /a/` beside `Disallow: /a/*` is never asked, because the longer rule matches the same. The inclusion is decided exactly, rule by rule. (A
rule such as `/a/b` below `/a/` is another matter: it is the longer one, and decides.)",
    example: b"User-agent: *\nDisallow: /shop/\nDisallow: */shop/\n",
    instead: b"User-agent: *\nDisallow: */shop/\n",
    fix: Some("Takes the line out, if the other one is in the same group. Nothing changes for any crawler."),
    references: &["Google, *Order of precedence for rules*", "RFC 9309, section 2.2.2"],
};

pub(crate) static UNCOMPARED_RULES: Lint = Lint {
    code: "R406",
    name: "uncompared-rules",
    severity: Severity::Note,
    summary: "The file has so many wildcards that not all pairs of rules were compared.",
    page: "Comparing rules pair by pair has a budget that grows with the file. What was found until it ran out is reported.",
    example: b"",
    instead: b"",
    fix: None,
    references: &[],
};

/// Looks at the rules of each group, and of groups that count as one.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let mut rules = index.rules.as_slice();
    while let [rule, rest @ ..] = rules
        && rule.group.is_none()
    {
        report.add(&RULE_BEFORE_GROUP, Place { line: rule.at.line, span: rule.at.whole }, || {
            Words::new(
                "the rule has no `User-agent` line above it, so it applies to no crawler".into(),
            )
            .help("put it below a `User-agent` line")
        });
        rules = rest;
    }
    let classes = index.group_classes();
    let class = |rule: &RuleAt| rule.group.map_or(0, |group| classes[group as usize]);
    let mut order: Vec<&RuleAt> = rules.iter().collect();
    if !order.is_sorted_by_key(|rule| class(rule)) {
        order.sort_by_key(|rule| class(rule)); // stable: lines stay in order
    }
    // Matching costs a few steps a byte, so this is a small multiple of what reading the file costs.
    let mut budget = Budget(64 * index.file.len() + (1 << 16));
    let mut done = true;
    for together in order.chunk_by(|a, b| class(a) == class(b)) {
        if together.len() > 1 {
            done &= compare(index, together, &mut budget, report);
        }
    }
    if !done {
        let place = Place { line: 1, span: Span::default() };
        report.add(&UNCOMPARED_RULES, place, || {
            Words::new("the file has too many wildcards to compare all pairs of rules".into())
        });
    }
}

/// The rules of one class; false when the budget ran out.
fn compare(
    index: &LineIndex<'_>,
    rules: &[&RuleAt],
    budget: &mut Budget,
    report: &mut Report<'_>,
) -> bool {
    let profile = report.profile();
    let mut all: Vec<ComparedRule<'_>> = rules
        .iter()
        .map(|rule| {
            ComparedRule::new(rule, escape::pattern(rule.at.value.slice(index.file), profile))
        })
        .filter(|compared| matches!(compared.normal.first(), Some(b'/' | b'*')))
        .collect();
    // Sorted by a number each; patterns are compared only where two numbers are the same.
    let mut order: Vec<(u64, u32)> =
        all.iter().zip(0..).map(|(compared, i)| (compared.mixed(), i)).collect();
    order.sort_unstable();
    let mut beaten: Vec<u32> = Vec::new();
    for alike in order.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
        let mut alike: Vec<u32> = alike.iter().map(|&(_, i)| i).collect();
        let normal = |i: u32| &*all[i as usize].normal;
        alike.sort_by_key(|&i| normal(i)); // stable: lines stay in order
        for same in alike.chunk_by(|&a, &b| normal(a) == normal(b)).filter(|same| same.len() > 1) {
            equal(index, &all, same, report);
            let winner = same.iter().copied().max_by_key(|&i| all[i as usize].precedence());
            beaten.extend(same.iter().copied().filter(|&i| Some(i) != winner));
        }
    }
    for i in beaten {
        all[i as usize].is_beaten = true;
    }
    shadowed(index, &all, budget, report)
        && tied(&all, budget, report)
        && crossing::check(&all, budget, report)
}

/// Rules with one pattern, in the order of their lines.
#[cold]
fn equal(index: &LineIndex<'_>, all: &[ComparedRule<'_>], same: &[u32], report: &mut Report<'_>) {
    let rules = || same.iter().map(|&i| all[i as usize].rule);
    for kind in [RuleKind::Allow, RuleKind::Disallow] {
        let mut alike = rules().filter(|rule| rule.kind == kind);
        let Some(first) = alike.next() else { continue };
        for again in alike {
            report.add(&DUPLICATE_RULE, again.at.value_place(), || {
                let words = Words::new(format!("line {} has the same rule already", first.at.line));
                let fix = (first.group == again.group)
                    .then(|| index.without_line(again.at, "take the line out"));
                words.help("take the line out").fix(fix.flatten())
            });
        }
    }
    let first = |kind| rules().find(|rule| rule.kind == kind);
    if let (Some(allow), Some(disallow)) = (first(RuleKind::Allow), first(RuleKind::Disallow)) {
        report.add(&CONTRADICTING_RULES, disallow.at.value_place(), || {
            let line = allow.at.line;
            Words::new(format!(
                "line {line} allows the same path and wins, so this `Disallow` does nothing"
            ))
            .help("leave one of the two out")
        });
    }
}

/// Rules that never decide because another one always goes before them.
///
/// Let B match all that A matches and be as long at least. B's literal bytes then occur in A in order, so B has at
/// most as many, and makes up for those it lacks with wildcards: so only rules with nearly as many literal bytes are
/// candidates, and those that lack `d` bytes have a sum that is smaller by `d` to `255 * d`. (If A begins with a star, the
/// `/` that begins every path counts as a byte of A.)
fn shadowed(
    index: &LineIndex<'_>,
    all: &[ComparedRule<'_>],
    budget: &mut Budget,
    report: &mut Report<'_>,
) -> bool {
    let is_wild = |compared: &&ComparedRule<'_>| compared.has_star() && !compared.is_beaten;
    let mut wild: Vec<&ComparedRule<'_>> = all.iter().filter(is_wild).collect();
    if wild.is_empty() {
        return true;
    }
    wild.sort_by_key(|compared| compared.literals);
    let most = wild.iter().map(|compared| compared.specials).max().unwrap_or(0);
    let profile = report.profile();
    let mut text = Vec::new();
    for a in all.iter().filter(|compared| !compared.is_beaten) {
        let by_star = u32::from(a.normal.starts_with(b"*"));
        let (literals, sum) = (a.literals + by_star, a.sum + by_star * u32::from(b'/'));
        if index_directory(&a.normal, a.rule.kind, profile).is_some() {
            continue; // it also stands for the directory
        }
        let fewest = (a.literals + a.specials).saturating_sub(most);
        let from = wild.partition_point(|b| b.literals < fewest);
        for b in wild[from..].iter().take_while(|b| b.literals <= literals) {
            if !budget.take(1) {
                return false;
            }
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
            if !budget.take(a.normal.len() + b.normal.len()) {
                return false;
            }
            if is_within(&a.normal, &b.normal, &mut text) {
                never_decides(index, a, b, report);
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
    report: &mut Report<'_>,
) {
    let place = a.rule.at.value_place();
    let (line, kind) = (b.rule.at.line, b.rule.kind.name());
    let message = || {
        format!(
            "line {line}, {kind} {}, matches all that {} matches, and wins against it",
            Quoted(&b.normal),
            Quoted(&a.normal)
        )
    };
    if a.rule.kind == b.rule.kind {
        return report.add(&REDUNDANT_RULE, place, || {
            let fix = (a.rule.group == b.rule.group)
                .then(|| index.without_line(a.rule.at, "take the line out"));
            Words::new(message()).help("take the line out").fix(fix.flatten())
        });
    }
    report.add(&SHADOWED_RULE, place, || {
        Words::new(message())
            .help("make the rule that should win the longer one, or leave this one out")
    });
}

/// Rules of equal length and different kind that match some of the same paths.
fn tied(all: &[ComparedRule<'_>], budget: &mut Budget, report: &mut Report<'_>) -> bool {
    let is_allow = |compared: &&ComparedRule<'_>| compared.rule.kind == RuleKind::Allow;
    let all = all.iter().filter(|compared| !compared.is_beaten);
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
            if !budget.take(if may_meet { length * length } else { 1 }) {
                return false;
            }
            // One inside the other is `shadowed-rule`, or meant: the allowed paths are an exception.
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
        Words::new(format!(
            "the rule {} is as long as line {line}, allow {pattern}: where both match, allow wins",
            Quoted(&disallow.normal)
        ))
        .help("make the rule that should win longer")
    });
}
