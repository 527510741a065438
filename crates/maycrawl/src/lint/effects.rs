//! What the rules mean for the site: closed whole, or for whom not.

use alloc::format;

use super::diagnostic::{Lint, Severity};
use super::line_index::{LineIndex, RuleAt, canonical};
use super::report::{Report, Words};
use super::resources::Resources;
use crate::rule::RuleKind;

pub(crate) static SITE_BLOCKED: Lint = Lint {
    code: "R601",
    name: "site-blocked",
    severity: Severity::Warning,
    summary: "The whole site is closed to search engines: it may fall out of their results, and URLs may stay listed without a description.",
    page: "\
Right for a staging host, and the most expensive line there is when it reaches the public one. Blocked is not the same as kept out of
search results: a closed page can still be listed, without a description, if others link to it. To keep pages out of results, let them be
crawled with `noindex`, or ask for a password. To remove pages that are listed already, ask for their removal in
[Search Console](https://search.google.com/search-console/removals).

To stop all crawling for a while, answer 503 for every URL, robots.txt included, and leave the file as it is. Google does not recommend
to change robots.txt for that.

With a hosting service such as Wix or Blogger you may not be able to edit the file. Look in its settings for the visibility of pages in
search engines.

Groups that close the site to one crawler of another kind, such as GPTBot, are not reported. After a correction,
[Search Console](https://search.google.com/search-console/settings/robots-txt) shows which file Google has read, and takes a request to
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
    summary: "`*` does not apply to AdsBot and a few others of Google's crawlers: they may still fetch everything.",
    page: "\
AdsBot-Google, AdsBot-Google-Mobile, Mediapartners-Google and APIs-Google follow only groups that name them. If the whole site should be
closed to them too, name them. Reported only where `*` closes everything.",
    example: b"User-agent: *\nDisallow: /\n",
    instead: b"User-agent: *\nUser-agent: AdsBot-Google\nDisallow: /\n",
    fix: None,
    references: &["Google, *Special-case crawlers*"],
};

/// Names whose groups Googlebot follows, and the other great search engine.
const SEARCH: [&[u8]; 3] = [b"*", b"googlebot", b"bingbot"];

/// Looks at what the rules mean together.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let resources = Resources::of(index);
    let is_closing = |rule: &RuleAt| {
        rule.kind == RuleKind::Disallow
            && rule.group.is_some()
            && is_everything(rule.at.value.slice(index.file))
    };
    if !resources.is_empty() || index.rules.iter().any(is_closing) {
        for name in SEARCH {
            let rules = index.rules_naming(name);
            closed(index, name, &rules, report);
            resources.check(index, &rules, report);
        }
    }
}

/// True for patterns that match every path.
fn is_everything(value: &[u8]) -> bool {
    value.strip_prefix(b"/").unwrap_or(value).iter().all(|&byte| byte == b'*') && !value.is_empty()
}

fn closed(index: &LineIndex<'_>, name: &[u8], rules: &[&RuleAt], report: &mut Report<'_>) {
    let value = |rule: &RuleAt| rule.at.value.slice(index.file);
    let opens = |rule: &&&RuleAt| {
        rule.kind == RuleKind::Allow && matches!(value(rule).first(), Some(b'/' | b'*'))
    };
    let closes = |rule: &&&RuleAt| rule.kind == RuleKind::Disallow && is_everything(value(rule));
    let (Some(rule), None) = (rules.iter().find(closes), rules.iter().find(opens)) else { return };
    let is_star = name == b"*";
    report.add_once(&SITE_BLOCKED, rule.at.value_place(), || {
        let whom = match name {
            b"*" => "every crawler without a group of its own",
            b"bingbot" => "Bing",
            _ => "Google",
        };
        Words::new(format!("this rule closes the whole site to {whom}")).help(
            "to close it for a while, answer 503 instead; to keep pages out of results, let them be crawled with noindex",
        )
    });
    let names_ads = |value: &[u8]| canonical(value).eq_ignore_ascii_case(b"adsbot-google");
    if is_star && !index.agents.iter().any(|agent| names_ads(agent.at.value.slice(index.file))) {
        report.add(&STAR_NOT_FOR_ALL, rule.at.value_place(), || {
            Words::new("AdsBot-Google and Mediapartners-Google do not follow `*`, so the site is open to them".into())
                .help("name them in this group if they should stay out too")
        });
    }
}
