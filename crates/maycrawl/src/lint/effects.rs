//! Lints about the effect of all rules on the site: the whole site is blocked, and the crawlers that this leaves out.

use alloc::format;

use super::diagnostic::{Lint, Severity};
use super::line_index::{LineIndex, RuleAt, canonical};
use super::report::{FindingText, Report};
use super::resources::Resources;
use crate::matching::budget::Budget;
use crate::matching::rule::RuleKind;

pub(crate) static SITE_BLOCKED: Lint = Lint {
    code: "R601",
    name: "site-blocked",
    severity: Severity::Warning,
    summary: "The whole site is blocked for search engines: it may disappear from their results, and URLs may stay listed without a description.",
    page: "\
This rule is correct for a staging host. On the public host it can cost all search traffic. A blocked page is not removed from search
results: it can still be listed, without a description, if other pages link to it. To keep pages out of results, allow crawling and add
`noindex`, or require a password. To remove pages that are already listed, request their removal in
[Search Console](https://search.google.com/search-console/removals).

To pause all crawling for some time, respond with 503 to every URL, including robots.txt, and do not change the file. Google advises
against changing robots.txt for this purpose.

With a hosting service such as Wix or Blogger you may not be able to edit the file. Look in its settings for the visibility of pages in
search engines.

The lint does not report groups that block the site for a crawler of another kind, such as GPTBot. After a correction,
[Search Console](https://search.google.com/search-console/settings/robots-txt) shows which file Google has read, and accepts a request to
read it again.",
    example: b"User-agent: *\nDisallow: /\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Google, *Introduction to robots.txt*", "Google, *Robots FAQs*: \"How can I temporarily suspend all crawling?\""],
};

pub(crate) static STAR_NOT_FOR_ALL: Lint = Lint {
    code: "R602",
    name: "star-not-for-all",
    severity: Severity::Note,
    summary: "`*` does not apply to AdsBot and a few other Google crawlers: they may still fetch everything.",
    page: "\
AdsBot-Google, AdsBot-Google-Mobile, Mediapartners-Google and APIs-Google follow only groups that name them. To block the whole
site for them too, name them. The lint reports only files in which the group of `*` blocks everything.",
    example: b"User-agent: *\nDisallow: /\n",
    instead: b"User-agent: *\nUser-agent: AdsBot-Google\nDisallow: /\n",
    fix: None,
    references: &["Google, *Special-case crawlers*"],
};

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
            whole_site(index, name, &rules, report);
            resources.check(index, &rules, report, budget);
        }
    }
}

/// True for a pattern that matches every path.
fn is_everything(value: &[u8]) -> bool {
    value.strip_prefix(b"/").unwrap_or(value).iter().all(|&byte| byte == b'*') && !value.is_empty()
}

fn whole_site(index: &LineIndex<'_>, name: &[u8], rules: &[&RuleAt], report: &mut Report<'_>) {
    let value = |rule: &RuleAt| rule.at.value.slice(index.file);
    let allows = |rule: &&&RuleAt| {
        rule.kind == RuleKind::Allow && matches!(value(rule).first(), Some(b'/' | b'*'))
    };
    let blocks = |rule: &&&RuleAt| rule.kind == RuleKind::Disallow && is_everything(value(rule));
    let (Some(rule), None) = (rules.iter().find(blocks), rules.iter().find(allows)) else { return };
    let is_star = name == b"*";
    report.add_once(&SITE_BLOCKED, rule.at.value_place(), || {
        let audience = match name {
            b"*" => "every crawler without its own group",
            b"bingbot" => "Bing",
            _ => "Google",
        };
        FindingText::new(format!("this rule blocks the whole site for {audience}")).help(
            "to block it for some time, respond with 503 instead; to keep pages out of search results, allow crawling and add noindex",
        )
    });
    let names_ads = |value: &[u8]| canonical(value).eq_ignore_ascii_case(b"adsbot-google");
    if is_star && !index.agents.iter().any(|agent| names_ads(agent.at.value.slice(index.file))) {
        report.add(&STAR_NOT_FOR_ALL, rule.at.value_place(), || {
            FindingText::new("AdsBot-Google and Mediapartners-Google do not follow `*`, so they may fetch the whole site".into())
                .help("to block them too, name them in this group")
        });
    }
}
