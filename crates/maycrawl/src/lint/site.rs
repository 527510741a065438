//! What the rules mean for the site: closed whole, closed for rendering, telling too much.

use alloc::format;
use alloc::vec::Vec;

use super::document::{Document, RuleAt};
use super::{Lint, Quoted, Report, Severity, Words, agents};
use crate::escape;
use crate::pattern;
use crate::rule_set::precedence;
use crate::verdict::RuleKind;

pub(crate) static SITE_BLOCKED: Lint = Lint {
    code: "R601",
    name: "site-blocked",
    severity: Severity::Warning,
    summary: "The whole site is closed to search engines: it falls out of their results.",
    page: "\
Right for a staging host, and the most expensive line there is when it reaches the public one. A closed page can still be listed,
without a text, if others link to it; to keep pages out of the results, use `noindex` and let them be crawled. Groups that close the
site to one crawler of another kind, such as GPTBot, are not reported.",
    example: b"User-agent: *\nDisallow: /\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Google, *Introduction to robots.txt*"],
};

pub(crate) static STAR_NOT_FOR_ALL: Lint = Lint {
    code: "R602",
    name: "star-not-for-all",
    severity: Severity::Note,
    summary: "`*` does not speak to AdsBot and a few others of Google's crawlers: they may still fetch everything.",
    page: "\
AdsBot-Google, AdsBot-Google-Mobile, Mediapartners-Google and APIs-Google follow only groups that name them. If the whole site should be
closed to them too, name them. Reported only where `*` closes everything.",
    example: b"User-agent: *\nDisallow: /\n",
    instead: b"User-agent: *\nUser-agent: AdsBot-Google\nDisallow: /\n",
    fix: None,
    references: &["Google, *Special-case crawlers*"],
};

pub(crate) static RESOURCES_BLOCKED: Lint = Lint {
    code: "R603",
    name: "resources-blocked",
    severity: Severity::Warning,
    summary: "Style sheets or scripts are closed: Google renders pages without them and may judge them wrongly.",
    page: "\
Search engines look at a page as a browser shows it. What the page needs for that must be open. Reported are rules that name
`.css` or `.js` files, in a group that Googlebot follows or may follow, where no `Allow` opens them again.",
    example: b"User-agent: *\nDisallow: /*.js$\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Google, *Create a robots.txt file*", "Google, *Understand JavaScript SEO basics*"],
};

pub(crate) static PRIVATE_PATH: Lint = Lint {
    code: "R604",
    name: "private-path",
    severity: Severity::Note,
    summary: "Anyone can read this file: a path that should stay unknown is given away here.",
    page: "\
robots.txt keeps polite crawlers out, and shows everybody else where to look. What must not be seen needs a login. To keep a page out of
results use `noindex`. Reported are paths with words such as `backup`, `.git` or `passwords`.",
    example: b"User-agent: *\nDisallow: /backup/\n",
    instead: b"User-agent: *\nDisallow: /tmp/\n",
    fix: None,
    references: &["RFC 9309, section 3"],
};

/// Parts of paths that say what lies there, between slashes.
const TELLING: [&[u8]; 17] = [
    b".env",
    b".git",
    b".htpasswd",
    b".ssh",
    b".svn",
    b"backup",
    b"backups",
    b"confidential",
    b"credentials",
    b"db_backup",
    b"dump",
    b"dumps",
    b"passwd",
    b"passwords",
    b"phpmyadmin",
    b"secret",
    b"secrets",
];

/// Names whose groups Googlebot follows, and the other great search engine.
const SEARCH: [&[u8]; 3] = [b"*", b"googlebot", b"bingbot"];

/// Looks at what the rules mean together.
pub(crate) fn check(document: &Document<'_>, report: &mut Report<'_>) {
    let file = document.file;
    let mut resources: Vec<&RuleAt> = Vec::new();
    for rule in document.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow) {
        let value = rule.at.value.of(file);
        if value.len() > 3 && value.split(|&byte| byte == b'/').any(is_telling) {
            report.add(&PRIVATE_PATH, rule.at.value_place(), || {
                Words::new(format!("{} tells everybody where to look", Quoted(value)))
                    .help("protect it with a login; robots.txt hides nothing")
            });
        }
        if names_resources(value) && rule.group.is_some() {
            resources.push(rule);
        }
    }
    let is_closing = |rule: &RuleAt| {
        rule.kind == RuleKind::Disallow
            && rule.group.is_some()
            && is_everything(rule.at.value.of(file))
    };
    if !resources.is_empty() || document.rules.iter().any(is_closing) {
        for name in SEARCH {
            followed(document, name, &resources, report);
        }
    }
}

/// The part of a path between two slashes, without wildcards around it.
fn is_telling(part: &[u8]) -> bool {
    part.len() >= 4 && TELLING.iter().any(|word| part.trim_ascii().eq_ignore_ascii_case(word))
}

/// True for patterns that match every path.
fn is_everything(value: &[u8]) -> bool {
    value.strip_prefix(b"/").unwrap_or(value).iter().all(|&byte| byte == b'*') && !value.is_empty()
}

/// True for `/*.js`, `/*.css$`, `*.js?*`.
fn names_resources(value: &[u8]) -> bool {
    let end = value.strip_suffix(b"$").unwrap_or(value);
    let end = end.strip_suffix(b"*").unwrap_or(end);
    let end = end.strip_suffix(b"?").unwrap_or(end);
    [&b"*.js"[..], b"*.css"].iter().any(|suffix| {
        end.len().checked_sub(suffix.len()).is_some_and(|at| end[at..].eq_ignore_ascii_case(suffix))
    })
}

/// The rules of all groups that name `name`.
fn followed(document: &Document<'_>, name: &[u8], resources: &[&RuleAt], report: &mut Report<'_>) {
    let is_named = |value: &[u8]| agents::canonical(value).eq_ignore_ascii_case(name);
    let mut groups: Vec<u32> = document
        .agents
        .iter()
        .filter(|agent| is_named(agent.at.value.of(document.file)))
        .map(|agent| agent.group)
        .collect();
    groups.dedup();
    let is_followed =
        |rule: &RuleAt| rule.group.is_some_and(|group| groups.binary_search(&group).is_ok());
    let rules: Vec<&RuleAt> = document.rules.iter().filter(|rule| is_followed(rule)).collect();
    closed(document, name, &rules, report);
    for rule in resources.iter().filter(|rule| is_followed(rule)).take(32) {
        resource(document, rule, &rules, report);
    }
}

fn closed(document: &Document<'_>, name: &[u8], rules: &[&RuleAt], report: &mut Report<'_>) {
    let value = |rule: &RuleAt| rule.at.value.of(document.file);
    let opens = |rule: &&&RuleAt| {
        rule.kind == RuleKind::Allow && matches!(value(rule).first(), Some(b'/' | b'*'))
    };
    let closes = |rule: &&&RuleAt| rule.kind == RuleKind::Disallow && is_everything(value(rule));
    let (Some(rule), None) = (rules.iter().find(closes), rules.iter().find(opens)) else { return };
    let is_star = name == b"*";
    report.add(&SITE_BLOCKED, rule.at.value_place(), || {
        let whom = match name {
            b"*" => "every crawler without a group of its own",
            b"bingbot" => "Bing",
            _ => "Google",
        };
        Words::new(format!("the whole site is closed to {whom}"))
    });
    let names_ads = |value: &[u8]| agents::canonical(value).eq_ignore_ascii_case(b"adsbot-google");
    if is_star && !document.agents.iter().any(|agent| names_ads(agent.at.value.of(document.file))) {
        report.add(&STAR_NOT_FOR_ALL, rule.at.value_place(), || {
            Words::new("AdsBot-Google and Mediapartners-Google do not follow `*`: the site is open to them".into())
                .help("name them in this group, if they are meant")
        });
    }
}

/// A rule that names style sheets or scripts, unless another rule opens them.
fn resource(document: &Document<'_>, rule: &RuleAt, rules: &[&RuleAt], report: &mut Report<'_>) {
    let value = rule.at.value.of(document.file);
    let body = value.strip_suffix(b"$").unwrap_or(value);
    let mut path = Vec::with_capacity(body.len() + 1);
    if !body.starts_with(b"/") {
        path.push(b'/');
    }
    path.extend(body.iter().map(|&byte| if byte == b'*' { b'x' } else { byte }));
    let profile = report.profile();
    let matches = |rule: &&&RuleAt| {
        let value = rule.at.value.of(document.file);
        !value.is_empty()
            && pattern::match_len(&escape::pattern(value, profile.escapes), &path).is_some()
    };
    let order = |rule: &&&RuleAt| {
        let length = escape::pattern(rule.at.value.of(document.file), profile.escapes).len();
        precedence(length, rule.kind, rule.at.line)
    };
    // Most groups are short; a long one is not worth more than this.
    let winner = rules.iter().take(4096).filter(matches).max_by_key(order);
    if winner.is_some_and(|winner| winner.kind == RuleKind::Disallow) {
        report.add(&RESOURCES_BLOCKED, rule.at.value_place(), || {
            Words::new("pages are rendered without what this closes".into())
                .help("open style sheets and scripts that pages need")
        });
    }
}
