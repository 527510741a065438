//! Lints about the effect of all rules on the site: the whole site is blocked, and the crawlers that this leaves out.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::Crawler;
use maycrawl::crawler::KnownCrawler;
use maycrawl::verdict::RuleKind;
use maycrawl_effects::internals::{is_everything, unnamed};
use maycrawl_effects::{Budget, closed};

use super::diagnostic::LintReason;
use super::fix::{Fix, FixEffect, gap};
use super::line_index::{LineIndex, RuleAt, canonical, line_end};
use super::lints::{SITE_BLOCKED, STAR_NOT_FOR_ALL};
use super::report::{FindingText, Quoted, Report};
use super::resources::Resources;

pub(crate) const SITE_BLOCKED_FOR_ONE: LintReason = LintReason {
    name: "site-blocked-for-one",
    text: "The whole site is blocked for one of the large search engines: it may disappear from its results, and URLs may stay listed without a description.",
};

/// The part of a budget that finding the exceptions of a blocked site may take, for each of [`SEARCH`]: an eighth.
const PART_FOR_EXCEPTIONS: u64 = 8;

/// The names whose rules are checked: the groups that Googlebot follows, and that of Bing.
const SEARCH: [&[u8]; 3] = [b"*", b"googlebot", b"bingbot"];

/// Checks the effect of all rules together.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>, budget: &mut Budget<'_>) {
    let resources = Resources::of(index);
    let is_blocking = |rule: &RuleAt| {
        rule.kind == RuleKind::Disallow
            && rule.group.is_some()
            && is_everything(rule.at.value.slice(index.file))
    };
    if !resources.is_empty() || index.rules.iter().any(is_blocking) {
        for name in SEARCH {
            let rules = index.rules_naming(name);
            whole_site(index, name, &rules, report, budget);
            resources.check(index, &rules, report, budget);
        }
    }
}

fn whole_site(
    index: &LineIndex<'_>,
    name: &[u8],
    rules: &[&RuleAt],
    report: &mut Report<'_>,
    budget: &mut Budget<'_>,
) {
    let value = |rule: &RuleAt| rule.at.value.slice(index.file);
    // A value that begins with neither matches no path, so the rule is no exception.
    let allows = |rule: &&&RuleAt| {
        rule.kind == RuleKind::Allow && matches!(value(rule).first(), Some(b'/' | b'*'))
    };
    let blocks = |rule: &&&RuleAt| rule.kind == RuleKind::Disallow && is_everything(value(rule));
    let Some(rule) = rules.iter().find(blocks) else { return };
    let is_star = name == b"*";
    let has_exceptions = rules.iter().any(|rule| allows(&rule));
    let except = if has_exceptions {
        // An `Allow: /*` opens everything again.
        let Some(exceptions) = exceptions_of(name, report, budget) else { return };
        format!(", except {}", Quoted(exceptions.as_bytes()))
    } else {
        String::new()
    };
    let is_named = |name: &str| {
        let is_name = |value: &[u8]| canonical(value).eq_ignore_ascii_case(name.as_bytes());
        index.agents.iter().any(|agent| is_name(agent.at.value.slice(index.file)))
    };
    let engines = [("googlebot", "Google"), ("bingbot", "Bing")];
    let blocked: Vec<_> = engines
        .into_iter()
        .filter(|(token, _)| if is_star { !is_named(token) } else { token.as_bytes() == name })
        .collect();
    // A file that allows only chosen search engines says so by their groups. Nothing is wrong with it.
    if !blocked.is_empty() {
        report.add_once(&SITE_BLOCKED, rule.at.value_place(), || {
            let audience = match blocked[..] {
                [(_, engine)] if is_star => format!("{engine}, as for every crawler without its own group"),
                [(_, engine)] => engine.into(),
                _ => "every crawler without its own group".into(),
            };
            FindingText::new(format!("this rule blocks the whole site for {audience}{except}"))
                .because((blocked.len() == 1).then_some(SITE_BLOCKED_FOR_ONE))
                .help("to block it for some time, respond with 503 instead; to keep pages out of search results, allow crawling and add noindex")
        });
    }
    if is_star && !has_exceptions {
        star_not_for_all(index, rule, report);
    }
}

/// Reports the crawlers that a rule of `*` for the whole site leaves out.
fn star_not_for_all(index: &LineIndex<'_>, rule: &RuleAt, report: &mut Report<'_>) {
    let left_out = left_out(report);
    let end = core::str::from_utf8(line_end(index.file)).unwrap_or("\n");
    if !left_out.is_empty() {
        report.add(&STAR_NOT_FOR_ALL, rule.at.value_place(), || {
            let (verb, they) = if left_out.len() == 1 { ("does", "it") } else { ("do", "they") };
            let names = in_words(&left_out);
            let them = they.replace("they", "them");
            let agent = index.agents.iter().find(|agent| Some(agent.group) == rule.group);
            let lines = left_out.iter().flat_map(|name| ["User-agent: ", name, end]);
            let lines: String = lines.collect();
            let name_them = agent.map(|agent| {
                let start = gap(agent.at.whole.start);
                Fix::new(format!("name {them} in this group"), FixEffect::Mends, start, lines)
            });
            FindingText::new(format!(
                "{names} {verb} not follow `*`, so {they} may fetch the whole site"
            ))
            .help(format!("to block {them} too, name {them} in this group"))
            .choices(name_them)
        });
    }
}

/// The crawlers of Google that do not follow `*`, and that the file lets fetch the whole site.
fn left_out(report: &Report<'_>) -> Vec<&'static str> {
    let ignores_star = |token: &&str| !Crawler::from_token(token).follows_star();
    let known = KnownCrawler::all().iter().filter(|known| !known.is_retired());
    let names = known.map(|known| known.token).filter(ignores_star);
    let may_fetch = |token: &&str| {
        let rules = report.robots().rules_for(&Crawler::from_token(token));
        rules.rule_count() == 0
    };
    let mut names: Vec<_> = names.filter(may_fetch).collect();
    names.sort_unstable();
    names
}

/// `a, b and c`.
fn in_words(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => [&first.join(", "), *last].join(" and "),
        _ => names.concat(),
    }
}

/// What the rules of a name leave of the whole site, in words, if they close all else.
fn exceptions_of(name: &[u8], report: &Report<'_>, budget: &mut Budget<'_>) -> Option<String> {
    let crawler = match core::str::from_utf8(name) {
        Ok(name) if name != "*" => Crawler::from_token(name),
        _ => unnamed(),
    };
    let rules = report.robots().rules_for(&crawler);
    let most = budget.steps() / PART_FOR_EXCEPTIONS;
    let closed = budget.with_at_most(most, |budget| closed(&rules, budget))?;
    closed.parts.iter().find(|part| part.is_whole_site())?.exceptions()
}
