//! Groups that forget what `*` says: the lint agrees with the exact comparison of the two rule sets, and its fix closes
//! what `*` closes and no more.

use std::collections::{BTreeMap, BTreeSet};

use maycrawl::{RobotsTxt, RuleSet};
use maycrawl_effects::{Access, Budget, Region, effects};
use maycrawl_lint::{Diagnostic, FixEffect, apply_fixes, lint};
use proptest::prelude::*;

fn forgotten(file: &[u8]) -> Option<Diagnostic> {
    lint(&RobotsTxt::parse(file)).into_iter().find(|found| found.lint.code == "R606")
}

/// A file, the message of the finding, and the lines that its fix adds to the file. What no fix can say has none.
type Row = (&'static str, &'static str, Option<&'static str>);

const ROWS: &[Row] = &[
    (
        "User-agent: *\nDisallow: /admin/\nDisallow: /cart/\n\nUser-agent: Googlebot\nDisallow: /tmp/\n",
        "`Googlebot` follows only its own group: 2 rules of `*` do not apply to it, so it may fetch `/cart/`",
        Some("Disallow: /admin/\nDisallow: /cart/\n"),
    ),
    // Only what the group does not close itself.
    (
        "User-agent: *\nDisallow: /a/b/\nDisallow: /c/\n\nUser-agent: x\nDisallow: /a/\n",
        "`x` follows only its own group: 1 rule of `*` does not apply to it, so it may fetch `/c/`",
        Some("Disallow: /c/\n"),
    ),
    // With the exceptions: without them the group would close more than `*`.
    (
        "User-agent: *\nDisallow: /a/\nAllow: /a/open/\n\nUser-agent: x\nDisallow: /tmp/\n",
        "`x` follows only its own group: 1 rule of `*` does not apply to it, so it may fetch `/a/`",
        Some("Disallow: /a/\nAllow: /a/open/\n"),
    ),
    // The shortest path is not always that of the pattern: the group closes it itself.
    (
        "User-agent: *\nDisallow: /*a\n\nUser-agent: x\nDisallow: /a\n",
        "`x` follows only its own group: 1 rule of `*` does not apply to it, so it may fetch `/za`",
        Some("Disallow: /*a\n"),
    ),
    // An exception would open what the group closes.
    (
        "User-agent: *\nDisallow: /a/\nAllow: /b/\n\nUser-agent: x\nDisallow: /b/\n",
        "`x` follows only its own group: 1 rule of `*` does not apply to it, so it may fetch `/a/`",
        None,
    ),
    // The last group of the name has another name too, which would get the rules.
    (
        "User-agent: *\nDisallow: /a/\n\nUser-agent: x\nDisallow: /b/\n\nUser-agent: x\nUser-agent: y\nDisallow: /a/\nDisallow: /c/\n\nUser-agent: *\nDisallow: /d/\n",
        "`x` follows only its own group: 1 rule of `*` does not apply to it, so it may fetch `/d/`",
        None,
    ),
    // What is said about the use of pages.
    (
        "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: x\nAllow: /\n",
        "`x` follows only its own group: 1 preference of `*` does not apply to it",
        Some("Content-Signal: ai-train=no\n"),
    ),
];

#[test]
fn what_a_group_forgets_is_told_and_copied() {
    for (file, message, added) in ROWS {
        let found = forgotten(file.as_bytes()).unwrap();
        assert_eq!(found.message, *message, "{file}");
        let fixed = found.fix.as_ref().map(|fix| {
            assert_eq!(fix.effect, FixEffect::Mends);
            String::from_utf8(apply_fixes(file.as_bytes(), [fix])).unwrap()
        });
        assert_eq!(fixed, added.map(|added| format!("{file}{added}")), "{file}");
        if let Some(fixed) = fixed {
            assert_eq!(forgotten(fixed.as_bytes()), None, "{fixed}");
        }
    }
}

/// Files often begin with a list of crawlers that may fetch nothing. They forget nothing, and hide no other group.
#[test]
fn a_long_list_of_closed_groups_hides_no_group() {
    let closed: String =
        ('a'..='z').map(|name| format!("User-agent: {name}\nDisallow: /\n")).collect();
    let file =
        format!("User-agent: *\nDisallow: /a/\n{closed}User-agent: Googlebot\nDisallow: /b/\n");
    assert_eq!(forgotten(file.as_bytes()).unwrap().line, 55);
    // A fix for each group of a hostile file could be as large as the file.
    let many: String = (0..2000).map(|i| format!("Disallow: /{i}/\n")).collect();
    let file = format!("User-agent: *\n{many}User-agent: Googlebot\nDisallow: /b/\n");
    assert_eq!(forgotten(file.as_bytes()).unwrap().fix, None);
}

/// What the lint leaves out.
const SILENT: &[&str] = &[
    "User-agent: *\nDisallow: /a/\n\nUser-agent: x\nDisallow: /\n",
    "User-agent: *\nDisallow: /a/\n\nUser-agent: x\nDisallow: *\n",
    "User-agent: *\nDisallow: /a/\n\nUser-agent: x\nAllow: /\n",
    "User-agent: *\nDisallow: /a/\n\nUser-agent: x\nAllow: /\nDisallow: /b/\n",
    "User-agent: *\nDisallow: /a/\n\nUser-agent: x\nDisallow:\n",
    "User-agent: *\nDisallow: /a/\n\nUser-agent: x\nAllow: /a/\n",
    "User-agent: *\nDisallow: /\n\nUser-agent: x\nDisallow: /b/\n",
    "User-agent: *\nDisallow: /a b\nDisallow: /{id}/\n\nUser-agent: x\nDisallow: /c/\n",
    "User-agent: *\nDisallow: /*$\n\nUser-agent: x\nDisallow: /b/\n",
    "User-agent: *\nDisallow: /a/\nAllow: /a/\n\nUser-agent: x\nDisallow: /b/\n",
    "User-agent: *\nDisallow: /a/\n\nUser-agent: AdsBot-Google\nDisallow: /b/\n",
    "User-agent: *\nDisallow: /a/\n\nUser-agent: FeedFetcher-Google\nDisallow: /b/\n",
    "User-agent: *\nDisallow: /a/\n\nUser-agent: x y\nDisallow: /b/\n",
    "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: x\nContent-Signal: ai-train=yes\nAllow: /\n",
    "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: x\nDisallow: /\n",
    "Content-Signal: ai-train=no\nUser-agent: *\nAllow: /\n\nUser-agent: x\nAllow: /\n",
];

#[test]
fn groups_that_forget_nothing_or_do_so_on_purpose_are_not_reported() {
    for file in SILENT {
        assert_eq!(forgotten(file.as_bytes()).map(|found| found.message), None, "{file}");
    }
}

/// True if a path that `*` closes by a rule is matched by no rule of the other set.
fn forgets(all: &RuleSet, own: &RuleSet) -> bool {
    let found = effects(all, own, &Region::everything(), &mut Budget::default()).unwrap();
    assert!(found.is_complete());
    found.found.iter().any(|effect| !effect.blocks() && effect.after.is_none())
}

/// The lines of the groups that forget rules, by the exact comparison of all rules.
fn expected(file: &str) -> BTreeSet<u32> {
    let robots = RobotsTxt::parse(file.as_bytes());
    let all = robots.rules_for_tokens(&["nobody"]);
    let mut of_name: BTreeMap<Vec<u8>, (u32, BTreeSet<usize>)> = BTreeMap::new();
    let mut rules_of: BTreeMap<usize, Vec<(bool, Vec<u8>)>> = BTreeMap::new();
    for (at, group) in robots.groups().enumerate() {
        for agent in group.agents() {
            let entry =
                of_name.entry(agent.value.to_vec()).or_insert((agent.line, BTreeSet::new()));
            entry.1.insert(at);
        }
        let rules = group.rules().map(|rule| (rule.kind.name() == "allow", rule.pattern.to_vec()));
        rules_of.insert(at, rules.collect());
    }
    let rules = |groups: &BTreeSet<usize>| -> Vec<(bool, Vec<u8>)> {
        groups.iter().flat_map(|at| rules_of[at].clone()).collect()
    };
    let is_everything = |pattern: &[u8]| {
        let file = [b"User-agent: *\nDisallow: ", pattern].concat();
        let rules = RobotsTxt::parse(&file).rules_for_tokens(&["nobody"]);
        Access::for_rules(&rules, &mut Budget::default()) == Access::Nothing
    };
    let has = |rules: &[(bool, Vec<u8>)], allow: bool| {
        rules.iter().any(|(is_allow, pattern)| *is_allow == allow && is_everything(pattern))
    };
    let Some((_, star)) = of_name.remove(&b"*"[..]) else { return BTreeSet::new() };
    if has(&rules(&star), false) {
        return BTreeSet::new();
    }
    // Names with the same groups are one.
    let mut by_groups: BTreeMap<BTreeSet<usize>, (u32, Vec<u8>)> = BTreeMap::new();
    for (name, (line, groups)) in of_name {
        let entry = by_groups.entry(groups).or_insert((line, name.clone()));
        if line < entry.0 {
            *entry = (line, name);
        }
    }
    let is_reported = |groups: &BTreeSet<usize>, name: &[u8]| {
        let own = rules(groups);
        let is_open = has(&own, true) || own.iter().all(|(_, pattern)| pattern.is_empty());
        let is_closed = has(&own, false) && own.iter().all(|(allow, _)| !allow);
        let name = std::str::from_utf8(name).unwrap();
        !is_open && !is_closed && forgets(&all, &robots.rules_for_tokens(&[name]))
    };
    let reported = by_groups.into_iter().filter(|(groups, (_, name))| is_reported(groups, name));
    reported.map(|(_, (line, _))| line).collect()
}

fn group() -> impl Strategy<Value = String> {
    let names = prop::collection::vec(prop::sample::select(vec!["*", "*", "x", "y", "z"]), 1..3);
    let pattern = prop::collection::vec(prop::sample::select(vec!["a", "b", "/", "*", "$"]), 0..4);
    let pattern = (prop::sample::select(vec!["/", "/", "/", "*", ""]), pattern)
        .prop_map(|(start, rest)| format!("{start}{}", rest.concat()));
    let rule = (prop::sample::select(vec!["Disallow", "Disallow", "Allow"]), pattern)
        .prop_map(|(kind, pattern)| format!("{kind}: {pattern}\n"));
    (names, prop::collection::vec(rule, 1..4)).prop_map(|(names, rules)| {
        let names: String = names.iter().map(|name| format!("User-agent: {name}\n")).collect();
        names + &rules.concat()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn the_lint_agrees_with_the_comparison_of_all_rules(groups in prop::collection::vec(group(), 1..5)) {
        let file = groups.concat();
        let found = forgotten(file.as_bytes());
        let lines: BTreeSet<u32> =
            found.iter().flat_map(|found| [found.line].into_iter().chain(found.also.clone())).collect();
        prop_assert_eq!(lines, expected(&file), "{}", file);
    }
}
