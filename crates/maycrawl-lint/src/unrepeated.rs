//! Groups that do not repeat what the group of `*` says: their crawlers follow their own group only.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::internals::{is_star, product_token};
use maycrawl::line::Span;
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, RobotsTxt, RuleSet};
use maycrawl_effects::Budget;
use maycrawl_effects::internals::{Unrepeated, is_everything, only_closes, unrepeated};
use maycrawl_readers::internals::is_requested;

use super::fix::{Fix, FixEffect, apply_fixes, gap};
use super::line_index::{AgentAt, LineIndex, RuleAt, UseAt, canonical, line_end};
use super::lints::NOT_REPEATED;
use super::report::{FindingText, Quoted, Report};

/// The most groups that are found to forget something. Each comparison reads all rules of the file.
const MAX_GROUPS: usize = 16;

/// Rules that are passed over in one step of the budget.
const RULES_PASSED_IN_A_STEP: u64 = 6;

/// The most bytes that a fix copies to a group. A hostile file could have a fix for each group as large as itself.
const MAX_COPIED_BYTES: usize = 16 << 10;

/// The most lines that a help names.
const MAX_NAMED_LINES: usize = 6;

/// A name with its own groups.
struct Named<'d> {
    agent: &'d AgentAt,
    /// The groups that name it, in order.
    groups: Vec<u32>,
    /// The number of names that these groups have in common.
    names: usize,
}

/// What a group does not repeat.
struct Missing {
    /// The lines of the rules.
    rules: Vec<u32>,
    /// The shortest path that is open without them.
    path: Option<Vec<u8>>,
    /// The lines about the use of pages.
    uses: Vec<u32>,
    fix: Option<Fix>,
}

impl Missing {
    fn new(rules: Vec<Unrepeated>, uses: Vec<u32>) -> Self {
        // A path with a blank has an effect for a client that sends it so. None of those that have names does.
        let rules: Vec<_> = rules.into_iter().filter(|rule| is_requested(&rule.path)).collect();
        let lines = rules.iter().map(|rule| rule.line).collect();
        let path = rules.into_iter().map(|rule| rule.path).min_by_key(Vec::len);
        Self { rules: lines, path, uses, fix: None }
    }
}

/// Compares the groups of names with the group of `*`. It has the last turn, because it may take all that is left of
/// the budget.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>, budget: &mut Budget<'_>) {
    let value = |agent: &AgentAt| agent.at.value.slice(index.file);
    let mut star: Vec<u32> =
        index.agents.iter().filter(|it| is_star(value(it))).map(|it| it.group).collect();
    star.dedup();
    let is_of_star = |group: Option<u32>| group.is_some_and(|it| star.binary_search(&it).is_ok());
    let has_rules = index.rules.iter().any(|rule| is_of_star(rule.group));
    let uses: Vec<_> = index.uses.iter().filter(|it| is_of_star(it.group)).collect();
    if index.groups < 2 || (!has_rules && uses.is_empty()) {
        return;
    }
    // Where `*` closes the whole site, groups are exceptions on purpose. A copy of that rule would close it for them
    // too.
    let is_closed = index.rules_of(&star).any(|rule| closes_site(index, rule));
    // Compiled for the first group that is compared: most groups close everything.
    let mut all = None;
    let names = named(index);
    let mut found = Vec::new();
    for named in &names {
        let own: Vec<&RuleAt> = index.rules_of(&named.groups).collect();
        // A hostile file can have many names that share a large group.
        if found.len() == MAX_GROUPS || !budget.take(1 + own.len() as u64 / RULES_PASSED_IN_A_STEP)
        {
            break;
        }
        if own.is_empty() || closes_everything(index, &own) {
            continue;
        }
        if !budget.take(report.robots.directive_count() as u64) {
            break;
        }
        let token = core::str::from_utf8(canonical(value(named.agent))).unwrap_or_default();
        let rules = if is_closed || opens_on_purpose(index, &own) {
            Vec::new()
        } else {
            let own = report.robots.rules_for_tokens(&[token]);
            let all = all.get_or_insert_with(|| report.robots.rules_for_tokens(&[]));
            unrepeated(all, &own, budget).unwrap_or_default()
        };
        let keys = own_keys(index, named);
        let is_own = |it: &UseAt| keys.contains(&it.key.slice(index.file).to_ascii_lowercase());
        let uses = uses.iter().filter(|it| !is_own(it));
        let missing = Missing::new(rules, uses.map(|it| it.at.line).collect());
        if !missing.rules.is_empty() || !missing.uses.is_empty() {
            let fix = copy(index, named, token, &missing, report.robots, budget);
            found.push((named, Missing { fix, ..missing }));
        }
    }
    tell(index, found, report);
}

fn tell(index: &LineIndex<'_>, found: Vec<(&Named<'_>, Missing)>, report: &mut Report<'_>) {
    // Findings that are told as one have a fix all or none.
    let are_fixable = found.iter().all(|(_, missing)| missing.fix.is_some());
    for (named, mut missing) in found {
        report.add_folded(&NOT_REPEATED, 0, named.agent.at.value_place(), || {
            let name = Quoted(named.agent.at.value.slice(index.file));
            let allow = Some(named).filter(|_| !missing.rules.is_empty());
            let allow = allow.and_then(|named| allow_all(index, named));
            let fix = missing.fix.take().filter(|_| are_fixable);
            let text = text(&format!("{name}"), &missing);
            let text = match (&fix, &allow) {
                // Its group is one of other names too, so a copy would change more than was meant.
                (None, None) => text.help(format!(
                    "{} would have to stand in a group of its own",
                    named_lines(&missing)
                )),
                _ => text,
            };
            text.fix(fix).choices(allow)
        });
    }
}

/// The edit that says that a group means to allow all.
fn allow_all(index: &LineIndex<'_>, named: &Named<'_>) -> Option<Fix> {
    let end = gap(index.rules_of(&named.groups).last()?.at.whole.end);
    let line = [line_end(index.file), b"Allow: /"].concat();
    Some(Fix::new("add `Allow: /` to the group".into(), FixEffect::Mends, end, line))
}

/// The names that have groups of their own and would follow `*` without them: one for each list of groups, in the order
/// of the file.
fn named<'d>(index: &'d LineIndex<'_>) -> Vec<Named<'d>> {
    let mut of_groups: BTreeMap<Vec<u32>, Named<'d>> = BTreeMap::new();
    for same in index.names.chunk_by(|a, b| a.name == b.name) {
        let agents = || same.iter().map(|it| &index.agents[it.agent as usize]);
        let Some(first) = agents().next() else { continue };
        let value = first.at.value.slice(index.file);
        let name = canonical(value);
        // Readers differ about names that are no product tokens. They have other lints.
        let is_version = value.get(name.len()).is_none_or(|&byte| byte == b'/');
        if name.is_empty() || product_token(name) != name || !is_version {
            continue;
        }
        let crawler = Crawler::from_token(core::str::from_utf8(name).unwrap_or_default());
        if !crawler.follows_star() || crawler.ignores_robots_txt() {
            continue;
        }
        let mut groups: Vec<u32> = agents().map(|it| it.group).collect();
        groups.dedup();
        let named =
            of_groups.entry(groups.clone()).or_insert(Named { agent: first, groups, names: 0 });
        named.names += 1;
        if first.at.line < named.agent.at.line {
            named.agent = first;
        }
    }
    let mut named: Vec<_> = of_groups.into_values().collect();
    named.sort_by_key(|it| it.agent.at.line);
    named
}

/// The keys of the lines about the use of pages in the groups of a name.
fn own_keys(index: &LineIndex<'_>, named: &Named<'_>) -> BTreeSet<Vec<u8>> {
    let is_own = |group: u32| named.groups.binary_search(&group).is_ok();
    let own = index.uses.iter().filter(|it| it.group.is_some_and(is_own));
    own.map(|it| it.key.slice(index.file).to_ascii_lowercase()).collect()
}

fn closes_site(index: &LineIndex<'_>, rule: &RuleAt) -> bool {
    rule.kind == RuleKind::Disallow && is_everything(rule.at.value.slice(index.file))
}

/// True if a group closes the whole site without an exception.
fn closes_everything(index: &LineIndex<'_>, own: &[&RuleAt]) -> bool {
    own.iter().any(|rule| closes_site(index, rule))
        && own.iter().all(|rule| rule.kind == RuleKind::Disallow)
}

/// True for `Allow: /`, and for rules that are all empty.
fn opens_on_purpose(index: &LineIndex<'_>, own: &[&RuleAt]) -> bool {
    let value = |rule: &RuleAt| rule.at.value.slice(index.file);
    let opens = |rule: &&RuleAt| rule.kind == RuleKind::Allow && is_everything(value(rule));
    own.iter().any(opens) || own.iter().all(|rule| value(rule).is_empty())
}

fn text(name: &str, missing: &Missing) -> FindingText {
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        number => format!("{number} {what}s"),
    };
    let (rules, uses) = (missing.rules.len(), missing.uses.len());
    let what = match (rules, uses) {
        (0, uses) => count(uses, "preference"),
        (rules, 0) => count(rules, "rule"),
        (rules, uses) => format!("{} and {}", count(rules, "rule"), count(uses, "preference")),
    };
    let verb = if rules + uses == 1 { "does" } else { "do" };
    let path = missing.path.as_ref();
    let so = path.map_or(String::new(), |path| format!(", so it may fetch {}", Quoted(path)));
    let message =
        format!("{name} follows only its own group: {what} of `*` {verb} not apply to it{so}");
    let lines = named_lines(missing);
    let help = if rules == 0 {
        format!("copy {lines} to its group")
    } else {
        format!("copy {lines} to its group, or add `Allow: /` to it if you intend that")
    };
    FindingText::new(message).help(help)
}

/// The lines that are missing: `lines 2, 3 and 4 more`.
fn named_lines(missing: &Missing) -> String {
    let mut lines = missing.rules.clone();
    lines.extend(&missing.uses);
    lines.sort_unstable();
    let more = lines.len().saturating_sub(MAX_NAMED_LINES);
    let mut shown: Vec<String> =
        lines.iter().take(MAX_NAMED_LINES).map(|line| format!("{line}")).collect();
    if more > 0 {
        return format!("lines {} and {more} more", shown.join(", "));
    }
    match shown.pop() {
        Some(last) if !shown.is_empty() => format!("lines {} and {last}", shown.join(", ")),
        last => format!("line {}", last.unwrap_or_default()),
    }
}

/// A fix that copies what is missing to the end of the group. With the rules that close paths come the exceptions from
/// them: without these, the group would close more than `*`. `None` if it would open a path that the group closes, or
/// change what other names follow.
fn copy(
    index: &LineIndex<'_>,
    named: &Named<'_>,
    token: &str,
    missing: &Missing,
    robots: &RobotsTxt<'_>,
    budget: &mut Budget<'_>,
) -> Option<Fix> {
    let &[group] = &*named.groups else { return None };
    let of_group = index.agents.iter().filter(|agent| agent.group == group);
    let mut names: Vec<_> =
        of_group.map(|it| canonical(it.at.value.slice(index.file)).to_ascii_lowercase()).collect();
    names.sort_unstable();
    names.dedup();
    // Another name of this group has other groups too, and a copy would change what that name follows.
    if names.len() != named.names {
        return None;
    }
    let value = |rule: &RuleAt| rule.at.value.slice(index.file);
    let own: Vec<_> = index.rules_of(&named.groups).collect();
    let rule = |rule: &RuleAt| (rule.kind.name(), value(rule));
    let own_rules: BTreeSet<_> = own.iter().map(|it| rule(it)).collect();
    let mut lines: Vec<(u32, Vec<u8>)> = Vec::new();
    if !missing.rules.is_empty() {
        let rules = index.rules_naming(b"*").into_iter();
        let is_missing = |it: &&RuleAt| missing.rules.binary_search(&it.at.line).is_ok();
        let is_exception = |it: &&RuleAt| {
            let value = value(it);
            it.kind == RuleKind::Allow && !value.is_empty() && !is_everything(value)
        };
        let rules = rules
            .filter(|it| (is_missing(it) || is_exception(it)) && !own_rules.contains(&rule(it)));
        lines.extend(rules.map(|rule| {
            let line = [rule.kind.field().as_bytes(), b": ", value(rule)].concat();
            (rule.at.line, line)
        }));
    }
    let uses = index.uses.iter().filter(|it| missing.uses.binary_search(&it.at.line).is_ok());
    lines.extend(uses.map(|it| {
        let (key, value) = (it.key.slice(index.file), it.at.value.slice(index.file));
        (it.at.line, [key, b": ", value].concat())
    }));
    let bytes: usize = lines.iter().map(|(_, line)| line.len()).sum();
    if bytes > MAX_COPIED_BYTES {
        return None;
    }
    lines.sort_by_key(|(number, _)| *number);
    let end = own.last()?.at.whole.end;
    let text: Vec<u8> = lines
        .iter()
        .flat_map(|(_, line)| [line_end(index.file), line.as_slice()])
        .flatten()
        .copied()
        .collect();
    let title = format!("copy {} to the group", named_lines(missing));
    let fix = Fix::new(title, FixEffect::Mends, Span { start: end, end }, text);
    closes_only(robots, token, &fix, budget).then_some(fix)
}

/// True if it is proved that the fix opens no path for the crawlers of the group.
fn closes_only(robots: &RobotsTxt<'_>, token: &str, fix: &Fix, budget: &mut Budget<'_>) -> bool {
    // Reading the file again takes about a step for two bytes.
    if !budget.take(robots.as_bytes().len() as u64 / 2) {
        return false;
    }
    let after = apply_fixes(robots.as_bytes(), [fix]);
    let rules = |file: &[u8]| -> RuleSet {
        RobotsTxt::parse_with(file, robots.profile()).rules_for_tokens(&[token])
    };
    let (before, after) = (robots.rules_for_tokens(&[token]), rules(&after));
    only_closes(&before, &after, budget)
}
