//! User agents and groups: names that no crawler has, groups that are not what they seem.

use alloc::format;

use super::diagnostic::{Lint, Severity};
use super::fix::{Effect, Fix};
use super::line_index::{AgentAt, Joined, LineIndex, canonical};
use super::quotes;
use super::report::{Place, Quoted, Report, Words};
use crate::crawler::{Compliance, KnownCrawler, is_star, product_token};
use crate::line::{Span, is_space};

pub(crate) static ILLEGAL_AGENT: Lint = Lint {
    code: "R201",
    name: "illegal-agent",
    severity: Severity::Warning,
    summary: "The name is not a product token, and Google reads only its beginning: the group may apply to no crawler, or to another one.",
    page: "\
A product token has letters, `-` and `_`. Google's parser cuts the value at the first other byte: a whole
`Mozilla/5.0 (...)` becomes `Mozilla`, `Googlebot*` becomes `Googlebot`, and `*bot` becomes nothing. A list with commas names its first entry only.",
    example: b"User-agent: GPTBot, CCBot\nDisallow: /\n",
    instead: b"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n",
    fix: None,
    references: &["google/robotstxt, robots.cc: `ExtractUserAgent`", "RFC 9309, section 2.2.1"],
};

pub(crate) static EMPTY_AGENT: Lint = Lint {
    code: "R202",
    name: "empty-agent",
    severity: Severity::Error,
    summary: "A `user-agent` without a name applies to no crawler, and neither do the rules below it.",
    page: "The line begins a group all the same, so the rules that follow are not those of the group above. Write `*` for every crawler.",
    example: b"User-agent:\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["RFC 9309, section 2.2.1"],
};

pub(crate) static UNKNOWN_AGENT: Lint = Lint {
    code: "R203",
    name: "unknown-agent",
    severity: Severity::Warning,
    summary: "No crawler of this name is known, but one with nearly this name is: it does not follow these rules.",
    page: "\
Names compare whole: one wrong letter, and the crawler follows `*` or nothing. Google's specification itself spells one
of its crawlers `Googlebot-images`; it is `Googlebot-Image`.",
    example: b"User-agent: Gogglebot\nDisallow: /private\n",
    instead: b"User-agent: Googlebot\nDisallow: /private\n",
    fix: None,
    references: &["Google, *Google's crawlers*", "ai.robots.txt"],
};

pub(crate) static EMPTY_GROUP: Lint = Lint {
    code: "R204",
    name: "empty-group",
    severity: Severity::Warning,
    summary: "A group without a rule allows its crawlers everything: the rules of `*` do not apply to them.",
    page: "\
A crawler follows the group with its name, even if the group is empty. If that is what you mean, say so with an empty
`Disallow:`, which every parser understands; if not, leave the group out. An empty group of `*` allows everything to every crawler
without a group of its own.",
    example: b"User-agent: *\nDisallow: /private\n\nUser-agent: Googlebot\n",
    instead: b"User-agent: *\nDisallow: /private\n\nUser-agent: Googlebot\nDisallow:\n",
    fix: Some("Adds `Disallow:`. Nothing changes for any crawler."),
    references: &["Google, *Grouping of lines and rules*"],
};

pub(crate) static MERGED_GROUPS: Lint = Lint {
    code: "R205",
    name: "merged-groups",
    severity: Severity::Note,
    summary: "Two groups name the same crawler: it follows the rules of both, as if they were one group.",
    page: "\
Order and place do not matter; all groups of a name are one. That surprises where a service puts a block of its own in
front of your file (Cloudflare's managed robots.txt begins with `User-agent: *` and `Allow: /`): its rules and yours compete by length,
and on a tie allow wins, so its `Allow: /` beats your `Disallow: /`. Older parsers take the first or the last group only.",
    example: b"User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n",
    instead: b"User-agent: *\nDisallow: /a\nDisallow: /b\n\nUser-agent: GPTBot\nDisallow: /\n",
    fix: None,
    references: &["RFC 9309, section 2.2.1", "Google, *Order of precedence for user agents*"],
};

pub(crate) static REPEATED_AGENT: Lint = Lint {
    code: "R206",
    name: "repeated-agent",
    severity: Severity::Note,
    summary: "The group names the same crawler twice; once is enough.",
    page: "Case does not matter: `googlebot` and `Googlebot` are one.",
    example: b"User-agent: GPTBot\nUser-agent: gptbot\nDisallow: /\n",
    instead: b"User-agent: GPTBot\nDisallow: /\n",
    fix: Some("Takes the second line out. Nothing changes for any crawler."),
    references: &["RFC 9309, section 2.2.1"],
};

pub(crate) static DISOBEDIENT_AGENT: Lint = Lint {
    code: "R207",
    name: "disobedient-agent",
    severity: Severity::Note,
    summary: "This crawler ignores robots.txt, or is reported to: the rules do not keep it out.",
    page: "\
Fetchers that act for a person, such as Google-Read-Aloud, say so themselves; of others people who watch their logs report
it. What must not be fetched needs more than robots.txt: a login, or a rule in the server or the firewall.",
    example: b"User-agent: FeedFetcher-Google\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Google, *User-triggered fetchers*", "ai.robots.txt"],
};

pub(crate) static AGENT_VERSION: Lint = Lint {
    code: "R208",
    name: "agent-version",
    severity: Severity::Note,
    summary: "Google drops the version after the name; a parser that compares the whole value finds no group for the crawler.",
    page: "The version belongs in the HTTP header. In robots.txt write the name alone.",
    example: b"User-agent: GPTBot/1.2\nDisallow: /\n",
    instead: b"User-agent: GPTBot\nDisallow: /\n",
    fix: Some("Writes the name alone. For Google nothing changes."),
    references: &["google/robotstxt, robots.cc: `ExtractUserAgent`", "RFC 9309, section 2.2.1"],
};

pub(crate) static ODD_AGENT: Lint = Lint {
    code: "R210",
    name: "odd-agent",
    severity: Severity::Note,
    summary: "The name has digits, dots or spaces, which no product token has; Google's parser reads only what comes before them.",
    page: "\
A product token has letters, `-` and `_`. Google's parser cuts the value at the first other byte: `MJ12bot` becomes `MJ` and `Yahoo! Slurp` becomes
`Yahoo`. Operators who chose such a name mostly read their own group all the same, so there is nothing to fix, but a tool that
follows Google's code to the letter finds no group for them.",
    example: b"User-agent: AI2Bot\nDisallow: /\n",
    instead: b"User-agent: GPTBot\nDisallow: /\n",
    fix: None,
    references: &["google/robotstxt, robots.cc: `ExtractUserAgent`", "RFC 9309, section 2.2.1"],
};

pub(crate) static JOINED_GROUPS: Lint = Lint {
    code: "R209",
    name: "joined-groups",
    severity: Severity::Warning,
    summary: "The crawlers named above get the rules below too: only a rule ends a run of `user-agent` lines.",
    page: "\
An empty line ends nothing, and neither does `Crawl-delay` or any other field. A group that should have no rules needs an empty
`Disallow:`, or it becomes one with the next group.",
    example: b"User-agent: bingbot\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /\n",
    instead: b"User-agent: bingbot\nCrawl-delay: 5\nDisallow:\n\nUser-agent: *\nDisallow: /\n",
    fix: None,
    references: &["Google, *Grouping of lines and rules*", "RFC 9309, section 2.2.1"],
};

/// Looks at every `user-agent` line and every group.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    for agent in &index.agents {
        name(index, agent, report);
        if agent.joined != Joined::No {
            joined(agent, report);
        }
    }
    empty_group(index, report);
    repeated(index, report);
}

fn name(index: &LineIndex<'_>, agent: &AgentAt, report: &mut Report<'_>) {
    let value = agent.at.value.slice(index.file);
    if value == b"*" {
        return;
    }
    let place = agent.at.value_place();
    let token = product_token(value);
    if value.is_empty() {
        report.add(&EMPTY_AGENT, Place { span: agent.at.whole, ..place }, || {
            let message = "`User-agent` has no name, so these rules apply to no crawler".into();
            Words::new(message).help("write `User-agent: *` for every crawler")
        });
    } else if quotes::quoted_value(agent.at, "no crawler has this name", report) {
        // Reported.
    } else if token.len() < value.len() && !is_star(value) {
        illegal(value, token, place, report);
    } else if let Some(known) = find(token) {
        conduct(known, place, report);
    } else if let Some(known) = KnownCrawler::meant_by(value) {
        report.add(&UNKNOWN_AGENT, place, || {
            let message = format!(
                "no known crawler is called {}; did you mean `{}`?",
                Quoted(value),
                known.token
            );
            Words::new(message).help(format!("write `{}` if you mean that one", known.token))
        });
    }
}

fn find(token: &[u8]) -> Option<&'static KnownCrawler> {
    core::str::from_utf8(token).ok().and_then(KnownCrawler::by_name)
}

fn illegal(value: &[u8], token: &[u8], place: Place, report: &mut Report<'_>) {
    let rest = &value[token.len()..];
    let is_version =
        !token.is_empty() && rest.starts_with(b"/") && !rest.iter().any(|&b| is_space(b));
    if is_version {
        let version = Span { start: place.span.start + token.len() as u32, ..place.span };
        return report.add(&AGENT_VERSION, Place { span: version, ..place }, || {
            let fix = Fix::new("leave the version out".into(), Effect::KeepsVerdicts, version, "");
            let message =
                format!("Google reads only {} of the name {}", Quoted(token), Quoted(value));
            Words::new(message).help("leave the version out").fix(fix)
        });
    }
    let is_odd =
        |byte: &u8| byte.is_ascii_alphanumeric() || b" ._-!'&".contains(byte) || !byte.is_ascii();
    let with_hyphens = quotes::with_hyphens(value);
    let hyphenated = with_hyphens.as_deref().and_then(find);
    let is_own_name = find(value).is_some();
    let meant = KnownCrawler::meant_by(value)
        .filter(|known| !is_own_name && known.token.as_bytes() != token);
    let is_odd = value.iter().all(is_odd) && hyphenated.is_none() && meant.is_none();
    let lint = if is_odd { &ODD_AGENT } else { &ILLEGAL_AGENT };
    report.add(lint, place, || {
        let words = if token.is_empty() {
            Words::new(format!(
                "Google reads no name in {}, so its rules apply to no crawler",
                Quoted(value)
            ))
        } else {
            Words::new(format!("Google reads the name {} as {}", Quoted(value), Quoted(token)))
        };
        if let Some(known) = hyphenated {
            return words.help(format!("write `{}`, with a hyphen", known.token));
        }
        if let Some(known) = meant.filter(|_| !token.is_empty()) {
            let read = Quoted(token);
            return words.help(format!(
                "write `{}` if you mean that crawler; these rules are for {read}",
                known.token
            ));
        }
        let own = find(value).or_else(|| find(canonical(value)));
        if let Some(own) = own {
            return words.help(format!(
                "the operator chose the name `{}`, so the crawler may find its group all the same",
                own.token
            ));
        }
        words.help(if value.contains(&b',') {
            "write one name a line"
        } else if value.contains(&b'*') {
            "`*` means every crawler only if it is alone; name each crawler"
        } else if value.contains(&b'(') {
            "write the crawler's product token, not its User-Agent header"
        } else {
            "write the crawler's product token: letters, `-` and `_`"
        })
    });
}

fn conduct(known: &KnownCrawler, place: Place, report: &mut Report<'_>) {
    let what = match known.compliance {
        Compliance::Ignores => "ignores robots.txt, as its operator says",
        Compliance::ReportedNotToObey => "is reported not to obey robots.txt",
        Compliance::Obeys | Compliance::ControlToken | Compliance::Unclear => return,
    };
    report.add(&DISOBEDIENT_AGENT, place, || {
        Words::new(format!("{} {what}", known.token)).help("to keep it out, block it in the server")
    });
}

fn joined(agent: &AgentAt, report: &mut Report<'_>) {
    let between = if agent.joined == Joined::AcrossField {
        "a field that is not a rule"
    } else {
        "an empty line"
    };
    report.add(&JOINED_GROUPS, agent.at.value_place(), || {
        Words::new(format!("{between} above does not end the group: the crawlers above it also get the rules below"))
            .help("to allow them everything, write `Disallow:` below them; to have one group, remove what is between")
    });
}

/// Only the last group can be without a rule: any other is joined to the next.
fn empty_group(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let Some(last) = index.agents.last() else { return };
    if index.rules.last().is_some_and(|rule| rule.group == Some(last.group)) {
        return;
    }
    report.add(&EMPTY_GROUP, last.at.value_place(), || {
        let end = last.at.whole.end;
        let line_end = super::line_index::line_end(index.file);
        let text = [line_end, b"Disallow:"].concat();
        let fix = Fix::new(
            "add `Disallow:`".into(),
            Effect::KeepsVerdicts,
            Span { start: end, end },
            text,
        );
        let name = last.at.value.slice(index.file);
        let others = index.agents.iter().any(|agent| {
            is_star(agent.at.value.slice(index.file)) && agent.group != last.group
        });
        let message = if is_star(name) {
            "the group of `*` has no rule: every crawler without a group of its own may fetch everything"
                .into()
        } else if others {
            let name = Quoted(name);
            format!("the group of {name} has no rule: it may fetch everything, whatever the group of `*` says")
        } else {
            format!("the group of {} has no rule: it may fetch everything", Quoted(name))
        };
        Words::new(message)
        .help("if that is meant, write `Disallow:` below it")
        .fix(fix)
    });
}

/// Agent lines with one name: in one group, and in several.
fn repeated(index: &LineIndex<'_>, report: &mut Report<'_>) {
    for same in index.names.chunk_by(|a, b| a.name == b.name) {
        let (Some(first), true) = (same.first(), same.len() > 1) else { continue };
        let mut before = &index.agents[first.agent as usize];
        for named in &same[1..] {
            let agent = &index.agents[named.agent as usize];
            let value = agent.at.value.slice(index.file);
            if agent.group == before.group {
                report.add(&REPEATED_AGENT, agent.at.value_place(), || {
                    let fix = index.without_line(agent.at, "take the line out");
                    let message =
                        format!("line {} names {} already", before.at.line, Quoted(value));
                    Words::new(message).help("take the line out").fix(fix)
                });
            } else {
                report.add(&MERGED_GROUPS, agent.at.value_place(), || {
                    let message = format!(
                        "line {} begins a group of {} already: crawlers read both as one",
                        before.at.line,
                        Quoted(value)
                    );
                    Words::new(message).help("put their rules together")
                });
            }
            before = agent;
        }
    }
}
