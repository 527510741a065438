//! The lint about rules whose absence changes no verdict.
//!
//! # When a rule is needless
//!
//! Let a rule of the same kind match everything that the rule matches, and let no rule of the other kind between the
//! two, in the order of precedence, meet the rule. Then wherever the rule decides, the next rule that matches is of its
//! kind. An `allow` rule is needless too if no lower `disallow` rule meets it, because what no rule matches is allowed.
//!
//! Both comparisons are exact (`inclusion` in the engine). The fixes can be applied all together or in part: the rule
//! that covers a needless one is never needless itself, so it stays, and other fixes only remove rules.
//!
//! If a rule of the other kind does meet the rule, other rules may still win wherever it does. Then a search decides
//! ([`effect`](maycrawl_effects)), and there is no fix, because it would rest on several rules.
//!
//! A rule that no single rule covers is not needless: put a byte that no pattern has in place of its stars and at its
//! end. That path is matched by exactly the rules that cover it. So it decides this path, and nothing of its kind comes
//! next.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use maycrawl::Profile;
use maycrawl::internals::{
    bytes_of, index_directory, is_within, literal_bytes, literal_start, meet, precedence,
    steps_of_comparing,
};
use maycrawl::profile::UndefinedConflicts;
use maycrawl::verdict::RuleKind;
use maycrawl_effects::Budget;
use maycrawl_effects::internals::{RuleClass, is_everything};

use super::compared_rule::ComparedRule;
use super::crossing;
use super::diagnostic::LintReason;
use super::line_index::LineIndex;
use super::lints::NEEDLESS_RULE;
use super::other_readings::{NEEDED_ELSEWHERE, OtherReadings};
use super::report::{FindingText, Quoted, Report};

pub(crate) const NEEDLESS_ALLOW: LintReason = LintReason {
    name: "needless-allow",
    text: "Nothing disallows what this rule allows: for Google and RFC 9309 every URL has the same verdict without it.",
};

pub(crate) const NEEDLESS_TOGETHER: LintReason = LintReason {
    name: "needless-together",
    text: "Several other rules together decide what this rule decides: for Google and RFC 9309 every URL has the same verdict without it.",
};

/// Reports needless rules of one class. `is_known`: rules that other lints have reported. `others`: the rules under
/// other profiles. False if the budget ran out.
pub(crate) fn check(
    index: &LineIndex<'_>,
    all: &[ComparedRule<'_>],
    is_known: &[bool],
    others: &OtherReadings<'_>,
    budget: &mut Budget<'_>,
    report: &mut Report<'_>,
) -> bool {
    let profile = report.profile();
    let undefined = UndefinedRules::new(all, profile);
    let mut covers = Covers::new(all);
    let opponents = Opponents::from_all(all, profile);
    let mut search = Search { all, profile, others, class: None, steps: budget.steps() / 2 };
    let is_one_group = all.windows(2).all(|pair| pair[0].rule.group == pair[1].rule.group);
    let disallows = all.iter().any(|rule| rule.rule.kind == RuleKind::Disallow);
    // Short rules first, so that the rules that cover others are decided before those.
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_unstable_by_key(|&at| all[at].precedence());
    for at in order {
        let rule = &all[at];
        if rule.is_idle || is_known[at] {
            continue;
        }
        let cover = match covers.that_may_replace(at, profile, budget) {
            Cover::Unknown => return false,
            Cover::NotEnough => {
                covers.add(at);
                continue;
            }
            Cover::By(cover) => Some(&all[cover]),
            Cover::None => None,
        };
        let lowest = cover.map_or(0, ComparedRule::precedence);
        match opponents.need(all, at, lowest, budget) {
            Need::Unknown => return false,
            Need::None => match undefined.has(at, budget) {
                None => return false,
                Some(true) => covers.add(at),
                Some(false) => {
                    // The `user-agent` lines of a group without rules would run into the next group.
                    let keeps_group = match cover {
                        Some(cover) => cover.rule.group == rule.rule.group,
                        None => is_one_group && disallows,
                    };
                    let may_go = others.are_needless(rule, cover, budget);
                    add(index, rule, cover, (keeps_group, may_go), report);
                }
            },
            Need::Certain => covers.add(at),
            Need::Likely(other) => {
                covers.add(at);
                if search.finds_needless(at, other, &undefined, budget) {
                    add_without_fix(index, rule, report);
                }
            }
        }
    }
    true
}

/// The search that decides about rules of which pairs of rules do not tell whether they are needed.
struct Search<'a, 'r> {
    all: &'a [ComparedRule<'r>],
    profile: Profile,
    others: &'a OtherReadings<'r>,
    /// The rules as the search takes them, from the first search on.
    class: Option<RuleClass<'a>>,
    /// What all searches together may still take: half of the budget at first, so that the other half is left for the
    /// lints after this one.
    steps: u64,
}

impl Search<'_, '_> {
    /// Whether the rule is needless, although `other` meets it.
    fn finds_needless(
        &mut self,
        at: usize,
        other: usize,
        undefined: &UndefinedRules<'_, '_>,
        budget: &mut Budget<'_>,
    ) -> bool {
        let (all, others, rule) = (self.all, self.others, &self.all[at]);
        let class = self.class.get_or_insert_with(|| class_of(all, self.profile));
        let line = rule.rule.at.line;
        let path = common_path(rule, &all[other]);
        let before = budget.steps();
        let is_needless = budget.with_at_most(self.steps, |budget| {
            !class.is_needed_for(line, &path, budget)
                && class.is_needless(line, budget)
                && others.do_without(line, budget)
                && undefined.has(at, budget) == Some(false)
        });
        self.steps = self.steps.saturating_sub(before - budget.steps());
        is_needless
    }
}

/// Rules of which the documents leave undefined whether they win ([R408](super::lints::UNDEFINED_PRECEDENCE)): other
/// crawlers may need them.
struct UndefinedRules<'a, 'r> {
    all: &'a [ComparedRule<'r>],
    conflicts: UndefinedConflicts,
    /// The rules with a star.
    wild: Vec<usize>,
}

impl<'a, 'r> UndefinedRules<'a, 'r> {
    fn new(all: &'a [ComparedRule<'r>], profile: Profile) -> Self {
        let conflicts = profile.undefined_conflicts;
        let is_wild = |&at: &usize| all[at].has_star() && !conflicts.documents().is_empty();
        Self { all, conflicts, wild: (0..all.len()).filter(is_wild).collect() }
    }

    /// Whether a rule is one of them. `None` if the budget does not suffice.
    fn has(&self, at: usize, budget: &mut Budget<'_>) -> Option<bool> {
        let (rule, mut text) = (&self.all[at], Vec::new());
        if self.wild.is_empty() {
            return Some(false);
        }
        let mut is_opposed = |other: &ComparedRule<'_>| {
            if other.rule.kind == rule.rule.kind || other.is_idle {
                return Some(false);
            }
            let (wild, other) = if rule.has_star() { (rule, other) } else { (other, rule) };
            crossing::are_undefined(wild, other, self.conflicts, &mut text, budget)
        };
        let all = 0..self.all.len();
        let others: &mut dyn Iterator<Item = usize> =
            if rule.has_star() { &mut all.into_iter() } else { &mut self.wild.iter().copied() };
        for other in others {
            match is_opposed(&self.all[other]) {
                Some(false) => {}
                found => return found,
            }
        }
        Some(false)
    }
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

/// The rules by kind and by what they begin with: two rules meet only if one of them begins as the other one does.
struct Opponents<'a>([Vec<Opponent<'a>>; 2]);

/// A pattern of a rule, or the directory itself, which the rule of an index page allows too.
struct Opponent<'a> {
    /// What each path begins with that it matches.
    start: &'a [u8],
    /// The rule, as an index of all.
    at: usize,
    /// The directory of an index page. It may have wildcards, as the rule has.
    directory: Option<&'a [u8]>,
    /// The nearest one before it in the list whose start begins its own.
    parent: Option<usize>,
}

impl<'a> Opponents<'a> {
    fn from_all(all: &'a [ComparedRule<'_>], profile: Profile) -> Self {
        let of_kind = |kind| {
            let mut list = Vec::new();
            // Only rules of the other kind ask for them.
            if all.iter().all(|rule| rule.rule.kind == kind) {
                return list;
            }
            for (rule, at) in all.iter().zip(0..).filter(|(rule, _)| rule.rule.kind == kind) {
                let start = literal_start(&rule.normal);
                list.push(Opponent { start, at, directory: None, parent: None });
                // Google reads `Allow: /a/index.html` as `Allow: /a/$` too, so either pattern can meet other rules.
                if let Some(directory) = index_directory(&rule.normal, kind, profile) {
                    let start = literal_start(directory);
                    list.push(Opponent { start, at, directory: Some(directory), parent: None });
                }
            }
            list.sort_by_cached_key(|one: &Opponent<'a>| sort_key(one.start));
            // `need` follows the parents of one rule. Without them it would pass over all rules of the other kind.
            let mut open: Vec<usize> = Vec::new();
            for at in 0..list.len() {
                while open.last().is_some_and(|&last| !list[at].start.starts_with(list[last].start))
                {
                    open.pop();
                }
                list[at].parent = open.last().copied();
                open.push(at);
            }
            list
        };
        Self([RuleKind::Allow, RuleKind::Disallow].map(of_kind))
    }

    /// Looks for a rule of the other kind, above `lowest` and below the rule, that meets it. One that a rule beats
    /// counts too: that may be this very rule.
    fn need(
        &self,
        all: &[ComparedRule<'_>],
        at: usize,
        lowest: u64,
        budget: &mut Budget<'_>,
    ) -> Need {
        let (rule, own) = (&all[at], literal_start(&all[at].normal));
        let list = match rule.rule.kind {
            RuleKind::Allow => &self.0[1],
            RuleKind::Disallow => &self.0[0],
        };
        let from = list.partition_point(|one| one.start < own);
        let longer = list[from..].partition_point(|one| one.start.starts_with(own));
        // Whatever begins `own` begins the last one before it too, or is that one.
        let shorter = core::iter::successors(from.checked_sub(1), |&one| list[one].parent);
        let shorter: Vec<_> = shorter.map(|one| &list[one]).collect();
        let steps = 2 + (longer + shorter.len()) as u64 / OPPONENTS_PASSED_IN_A_STEP;
        if !budget.take(steps) {
            return Need::Unknown;
        }
        let is_between = |one: &&Opponent<'_>| {
            (lowest..rule.precedence()).contains(&one.precedence(&all[one.at]))
        };
        let shorter = shorter.into_iter().filter(|one| own.starts_with(one.start));
        let covering =
            shorter.clone().chain(list[from..].iter().take_while(|one| one.start == own));
        // A plain rule covers the rule, so it comes next wherever no greater rule of either kind does.
        let is_plain = |one: &Opponent<'_>| one.directory.is_none() && all[one.at].specials == 0;
        if covering.filter(is_between).any(is_plain) {
            return Need::Certain;
        }
        let mut meeting: Vec<_> =
            shorter.chain(&list[from..from + longer]).filter(is_between).collect();
        meeting.sort_unstable_by_key(|one| one.at);
        for one in meeting {
            let pattern = one.pattern(&all[one.at]);
            if !budget.take(steps_of_comparing(&rule.normal, &pattern)) {
                return Need::Unknown;
            }
            if meet(&rule.normal, &pattern) {
                return Need::Likely(one.at);
            }
        }
        Need::None
    }
}

impl<'a> Opponent<'a> {
    fn pattern(&self, rule: &'a ComparedRule<'_>) -> Cow<'a, [u8]> {
        match self.directory {
            Some(directory) => Cow::Owned([directory, b"$"].concat()),
            None => Cow::Borrowed(&rule.normal),
        }
    }

    fn precedence(&self, rule: &ComparedRule<'_>) -> u64 {
        let line = rule.rule.at.line;
        self.directory.map_or(rule.precedence(), |directory| {
            precedence(directory.len() + 1, rule.rule.kind, line)
        })
    }
}

/// What is passed over in one step of the budget: rules of the other kind, and rules with a star.
const OPPONENTS_PASSED_IN_A_STEP: u64 = 2;
const WILD_RULES_PASSED_IN_A_STEP: u64 = 6;

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

/// Sorts texts as they are sorted without it. The first eight bytes, as a number, tell most of them apart.
fn sort_key(text: &[u8]) -> (u64, &[u8]) {
    let padded = || {
        let mut padded = [0; 8];
        padded[..text.len()].copy_from_slice(text);
        padded
    };
    (u64::from_be_bytes(text.first_chunk().copied().unwrap_or_else(padded)), text)
}

/// The rules that stay, by what they may cover.
struct Covers<'a, 'r> {
    all: &'a [ComparedRule<'r>],
    /// For each rule the longest plain rule whose pattern begins its own: a plain rule has no wildcard.
    parents: Vec<Option<usize>>,
    /// The literal bytes of each rule, if any rule has a star. A pattern that covers another has no byte that the other
    /// lacks.
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
            .map(|((&text, rule), at)| (sort_key(text), rule.specials > 0, at))
            .collect();
        order.sort_unstable();
        let mut parents = alloc::vec![None; all.len()];
        // The plain rules that begin the current one, longest last.
        let mut open: Vec<usize> = Vec::new();
        for ((_, text), is_wild, at) in order {
            while open.last().is_some_and(|&last| !text.starts_with(starts[last])) {
                open.pop();
            }
            parents[at] = open.last().copied();
            if !is_wild && !all[at].is_idle {
                open.push(at);
            }
        }
        // They are compared with those of rules with a star.
        let has_stars = all.iter().any(ComparedRule::has_star);
        let of_rule = |rule: &ComparedRule<'_>| bytes_of(literal_bytes(&rule.normal));
        let bytes = if has_stars { all.iter().map(of_rule).collect() } else { Vec::new() };
        let stays = alloc::vec![false; all.len()];
        Self { all, parents, bytes, stays, wild: Vec::new(), text: Vec::new() }
    }

    /// This rule stays.
    fn add(&mut self, at: usize) {
        self.stays[at] = true;
        if self.all[at].has_star() {
            self.wild.push(at);
        }
    }

    /// The rule whose kind decides if this one goes, as far as covering tells.
    fn that_may_replace(&mut self, at: usize, profile: Profile, budget: &mut Budget<'_>) -> Cover {
        let rule = &self.all[at];
        let names_index = index_directory(&rule.normal, rule.rule.kind, profile).is_some();
        if names_index || &*rule.normal == b"/" {
            return Cover::NotEnough;
        }
        match self.greatest(at, budget) {
            // What no rule matches is allowed.
            Cover::None if rule.rule.kind == RuleKind::Disallow => Cover::NotEnough,
            cover => cover,
        }
    }

    /// The greatest rule that stays, is of the same kind, and covers this one. All that stay are lower.
    fn greatest(&mut self, at: usize, budget: &mut Budget<'_>) -> Cover {
        let rule = &self.all[at];
        let is_like = |other: usize| self.all[other].rule.kind == rule.rule.kind;
        let mut best = None;
        let mut lowest = 0;
        let mut is_opposed = false;
        let mut next = self.parents[at];
        while let Some(parent) = next {
            if !budget.take(1) {
                return Cover::Unknown;
            }
            if self.stays[parent] || !is_like(parent) {
                // A rule of the other kind that covers this one comes next, unless a wildcard is above it.
                is_opposed = !is_like(parent);
                best = is_like(parent).then_some(parent);
                lowest = self.all[parent].precedence();
                break;
            }
            next = self.parents[parent];
        }
        if !budget.take(2 + self.wild.len() as u64 / WILD_RULES_PASSED_IN_A_STEP) {
            return Cover::Unknown;
        }
        for &cover in self.wild.iter().filter(|&&cover| self.bytes[cover] & !self.bytes[at] == 0) {
            let other = &self.all[cover];
            if other.precedence() <= lowest || !is_like(cover) {
                continue;
            }
            if !budget.take(steps_of_comparing(&rule.normal, &other.normal)) {
                return Cover::Unknown;
            }
            if is_within(&rule.normal, &other.normal, &mut self.text) {
                (best, lowest) = (Some(cover), other.precedence());
            }
        }
        match best {
            Some(cover) => Cover::By(cover),
            None if is_opposed => Cover::NotEnough,
            None => Cover::None,
        }
    }
}

/// What covers a rule.
enum Cover {
    /// This rule of the same kind.
    By(usize),
    /// Nothing that could make it needless. Often a plain rule of the other kind covers it, above those of its kind.
    NotEnough,
    /// No rule that stays.
    None,
    /// The budget ran out.
    Unknown,
}

/// A rule that several rules together make needless.
#[cold]
fn add_without_fix(index: &LineIndex<'_>, rule: &ComparedRule<'_>, report: &mut Report<'_>) {
    report.add(&NEEDLESS_RULE, rule.rule.at.value_place(), || {
        let shown = Quoted(&rule.normal);
        let message =
            format!("without {shown}, other rules together give every URL the same verdict");
        FindingText::new(message)
            .because(NEEDLESS_TOGETHER)
            .advise(index.remove(rule.rule.at, false))
    });
}

#[cold]
fn add(
    index: &LineIndex<'_>,
    rule: &ComparedRule<'_>,
    cover: Option<&ComparedRule<'_>>,
    (keeps_group, may_go): (bool, bool),
    report: &mut Report<'_>,
) {
    let line = cover.map_or(0, |cover| u64::from(cover.rule.at.line));
    let common = line << 2 | u64::from(keeps_group) << 1 | u64::from(may_go);
    report.add_folded(&NEEDLESS_RULE, common, rule.rule.at.value_place(), || {
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
        let finding = FindingText::new(message).because(cover.is_none().then_some(NEEDLESS_ALLOW));
        if !may_go {
            return finding.help(NEEDED_ELSEWHERE);
        }
        // If that rule is a mistake, all rules that it covers are lost with the fix.
        let closes_site = |cover: &ComparedRule<'_>| {
            cover.rule.kind == RuleKind::Disallow && is_everything(&cover.normal)
        };
        if let Some(cover) = cover.filter(|cover| closes_site(cover)) {
            let line = cover.rule.at.line;
            return finding
                .help(format!("remove the line, if line {line} is meant to block the whole site"))
                .choices([index.removal(rule.rule.at, "remove the line")]);
        }
        finding.advise(index.remove(rule.rule.at, keeps_group))
    });
}
