//! Lints about user agents and groups: names that no crawler has, and groups that do not do what they seem to do.

use alloc::format;
use alloc::vec::Vec;

use maycrawl::crawler::{Compliance, KnownCrawler};
use maycrawl::internals::{is_space, is_star, product_token};
use maycrawl::line::Span;

use super::diagnostic::LintReason;
use super::fix::{Fix, FixEffect, gap};
use super::line_index::{AgentAt, GroupGap, LineIndex, canonical, line_end};
use super::lints::{
    AGENT_VERSION, DISOBEDIENT_AGENT, EMPTY_AGENT, EMPTY_GROUP, ILLEGAL_AGENT, JOINED_GROUPS,
    MERGED_GROUPS, ODD_AGENT, PAST_AGENT, REPEATED_AGENT, UNKNOWN_AGENT,
};
use super::quotes;
use super::report::{FindingText, Place, Quoted, Report};

pub(crate) const NAMELESS_AGENT: LintReason = LintReason {
    name: "nameless-agent",
    text: "Google reads no name in the value: the group applies to no crawler that follows Google's rules.",
};

pub(crate) const EMPTY_GROUP_OF_ALL: LintReason = LintReason {
    name: "empty-group-of-all",
    text: "The group of `*` has no rules: crawlers without a group of their own may fetch everything.",
};

pub(crate) const EMPTY_ONLY_GROUP: LintReason = LintReason {
    name: "empty-only-group",
    text: "A group without rules allows its crawlers everything.",
};

pub(crate) const EMPTY_GROUP_MERGED: LintReason = LintReason {
    name: "empty-group-merged",
    text: "Crawlers read all groups with one name as one group: a group without rules adds nothing to the others.",
};

pub(crate) const TEXT_AFTER_STAR: LintReason = LintReason {
    name: "text-after-star",
    text: "Google reads `*` and ignores the rest of the line: the group is for every crawler without its own group.",
};

pub(crate) const WORD_AS_AGENT: LintReason = LintReason {
    name: "word-as-agent",
    text: "No crawler has this name: only `*` stands for every crawler.",
};

/// Checks every `user-agent` line and every group.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let mut before = None;
    for agent in &index.agents {
        name(index, agent, report);
        if agent.gap != GroupGap::None {
            joined_groups(index, agent, before, report);
        }
        before = Some(agent);
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
    if is_star(value) {
        report.add(&ILLEGAL_AGENT, place, || {
            let rest = value[1..].trim_ascii_start();
            let behind = gap(place.span.end - rest.len() as u32);
            let text = FindingText::new(format!("Google reads only `*` of {}", Quoted(value)))
                .because(TEXT_AFTER_STAR);
            if value.contains(&b':') {
                let title = "write each field on its own line";
                return text.help(title).choice(title, behind, line_end(index.file));
            }
            text.help("write one name on each line, or `#` before a comment")
                .choices([one_name_a_line(value, place.span, index.file)])
                .choice("write `#` before the text after `*`", behind, "# ")
        });
    } else if value.is_empty() {
        report.add(&EMPTY_AGENT, Place { span: agent.at.whole, ..place }, || {
            let message =
                "`User-agent` has no name, so Google applies these rules to no crawler".into();
            FindingText::new(message).help("write `User-agent: *` for every crawler").choice(
                "write `User-agent: *`",
                place.span,
                "*",
            )
        });
    } else if quotes::quoted_value(agent.at, "no crawler has this name", report) {
        // `quoted_value` has reported it.
    } else if token.len() < value.len() {
        illegal(index, value, token, place, report);
    } else if let Some(known) = find(token) {
        of_known(index, agent, known, report);
    } else if WORDS_FOR_ALL.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes())) {
        report.add(&UNKNOWN_AGENT, place, || {
            FindingText::new(format!("no crawler is called {}", Quoted(value)))
                .because(WORD_AS_AGENT)
                .help("write `*` if you mean every crawler")
                .choice("write `*`", place.span, "*")
        });
    } else if let Some(known) = KnownCrawler::meant_by(value)
        && !index.is_named_in(agent.group, known.token)
    {
        // Beside its right name a wrong one changes nothing.
        report.add(&UNKNOWN_AGENT, place, || {
            let message = format!(
                "no known crawler is called {}; did you mean `{}`?",
                Quoted(value),
                known.token
            );
            FindingText::new(message)
                .help(format!("write `{}` if you mean that crawler", known.token))
                .choices([name_of(known, place.span)])
        });
    }
}

fn name_of(known: &KnownCrawler, span: Span) -> Fix {
    Fix::new(format!("write `{}`", known.token), FixEffect::Mends, span, known.token)
}

/// The words of a value, each on a line.
fn one_name_a_line(value: &[u8], span: Span, file: &[u8]) -> Fix {
    let is_between = |&byte: &u8| is_space(byte) || byte == b',';
    let names: Vec<_> = value.split(is_between).filter(|name| !name.is_empty()).collect();
    let text = names.join(&[line_end(file), b"User-agent: "].concat()[..]);
    Fix::new(ONE_NAME_A_LINE.into(), FixEffect::Mends, span, text)
}

/// Words by which people mean every crawler.
const WORDS_FOR_ALL: [&str; 5] = ["all", "any", "every", "everyone", "everything"];

fn find(token: &[u8]) -> Option<&'static KnownCrawler> {
    core::str::from_utf8(token).ok().and_then(KnownCrawler::by_name)
}

fn illegal(
    index: &LineIndex<'_>,
    value: &[u8],
    token: &[u8],
    place: Place,
    report: &mut Report<'_>,
) {
    let rest = &value[token.len()..];
    let is_version =
        !token.is_empty() && rest.starts_with(b"/") && !rest.iter().any(|&b| is_space(b));
    if is_version {
        return agent_version(value, token, place, report);
    }
    let is_odd =
        |byte: &u8| byte.is_ascii_alphanumeric() || b" ._-!'&".contains(byte) || !byte.is_ascii();
    let with_hyphens = quotes::with_hyphens(value);
    let hyphenated = with_hyphens.as_deref().and_then(find);
    let is_own_name = find(value).is_some();
    let intended = KnownCrawler::meant_by(value)
        .filter(|known| !is_own_name && known.token.as_bytes() != token);
    let mut words = value.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
    let is_list = !is_own_name && words.clone().count() > 1 && words.all(|it| find(it).is_some());
    let is_odd = value.iter().all(is_odd) && hyphenated.is_none() && intended.is_none() && !is_list;
    let text = || {
        let text = text_of_illegal(value, token);
        if let Some(known) = hyphenated {
            let help = format!("write `{}`, with a hyphen", known.token);
            return text.help(help).choices([name_of(known, place.span)]);
        }
        if let Some(known) = intended.filter(|_| !token.is_empty()) {
            let read = Quoted(token);
            let help = format!(
                "write `{}` if you mean that crawler; these rules are for {read}",
                known.token
            );
            return text.help(help).choices([name_of(known, place.span)]);
        }
        let own = find(value).or_else(|| find(canonical(value)));
        if let Some(own) = own.filter(|_| !is_list) {
            return text.help(format!(
                "the operator chose the name `{}`, so the crawler may still find its group",
                own.token
            ));
        }
        let help = if is_list { ONE_NAME_A_LINE } else { help_for_bytes(value) };
        let split = || one_name_a_line(value, place.span, index.file);
        text.help(help).choices((help == ONE_NAME_A_LINE).then(split))
    };
    match is_odd {
        // There is nothing to change in such a name, so it is told once for each kind.
        true => report.add_folded(&ODD_AGENT, u64::from(token.is_empty()), place, text),
        false => report.add(&ILLEGAL_AGENT, place, text),
    }
}

/// Reports a name with a version, such as `GPTBot/1.2`.
fn agent_version(value: &[u8], token: &[u8], place: Place, report: &mut Report<'_>) {
    let version = Span { start: place.span.start + token.len() as u32, ..place.span };
    report.add_folded(&AGENT_VERSION, 0, Place { span: version, ..place }, || {
        let fix = Fix::new("remove the version".into(), FixEffect::KeepsVerdicts, version, "");
        let message = format!("Google reads only {} of the name {}", Quoted(token), Quoted(value));
        FindingText::new(message).help("remove the version").fix(fix)
    });
}

/// What Google reads of a name that is not a product token.
fn text_of_illegal(value: &[u8], token: &[u8]) -> FindingText {
    let value = Quoted(value);
    if token.is_empty() {
        let message = format!("Google reads no name in {value}, so its rules apply to no crawler");
        return FindingText::new(message).because(NAMELESS_AGENT);
    }
    FindingText::new(format!("Google reads the name {value} as {}", Quoted(token)))
}

/// What to write instead of a name with these bytes.
fn help_for_bytes(value: &[u8]) -> &'static str {
    if value.contains(&b',') {
        ONE_NAME_A_LINE
    } else if value.contains(&b'*') {
        "`*` means every crawler only if it stands alone; write the name of each crawler"
    } else if value.contains(&b'(') {
        "write the crawler's product token, not its User-Agent header"
    } else {
        "write the crawler's product token: letters, `-` and `_`"
    }
}

const ONE_NAME_A_LINE: &str = "write one name on each line";

/// Reports a crawler that does not obey. Of the others a name of the past, unless the file has the name of today too.
fn of_known(index: &LineIndex<'_>, agent: &AgentAt, known: &KnownCrawler, report: &mut Report<'_>) {
    let what = match known.compliance {
        Compliance::Ignores => Some("ignores robots.txt, as its operator says"),
        Compliance::ReportedNotToObey => Some("is reported not to obey robots.txt"),
        // Obeys, is a control token, or is unclear.
        _ => None,
    };
    if let Some(what) = what {
        return report.add(&DISOBEDIENT_AGENT, agent.at.value_place(), || {
            FindingText::new(format!("{} {what}", known.token))
                .help("to block it, use the server or the firewall")
        });
    }
    let Some(now) = known.superseded_by().filter(|now| !index.is_named(now)) else { return };
    report.add(&PAST_AGENT, agent.at.value_place(), || {
        let line = [line_end(index.file), b"User-agent: ", now.as_bytes()].concat();
        let help = format!("add `User-agent: {now}` if the rules are for it");
        let fix = Fix::new(help.clone(), FixEffect::Mends, gap(agent.at.whole.end), line);
        let message = format!(
            "{} is a name of the past: {now} has taken its place",
            Quoted(known.token.as_bytes())
        );
        FindingText::new(message).help(help).choices([fix])
    });
}

fn joined_groups(
    index: &LineIndex<'_>,
    agent: &AgentAt,
    before: Option<&AgentAt>,
    report: &mut Report<'_>,
) {
    let between = if agent.gap == GroupGap::OtherField {
        "the field above is not a rule, so it"
    } else {
        "the empty line above"
    };
    report.add(&JOINED_GROUPS, agent.at.value_place(), || {
        FindingText::new(format!("{between} does not end the group: the rules below also apply to the crawlers above it"))
            .help("to allow them everything, write `Disallow:` below them; to have one group, remove the lines between")
            .choices(before.map(|before| {
                let text = [line_end(index.file), b"Disallow:"].concat();
                let title = "write `Disallow:` below the crawlers above it".into();
                Fix::new(title, FixEffect::Mends, gap(before.at.whole.end), text)
            }))
    });
}

/// Reports a last group without rules. Only the last group can be empty: any other is joined to the next one.
fn empty_group(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let Some(last) = index.agents.last() else { return };
    if index.rules.last().is_some_and(|rule| rule.group == Some(last.group)) {
        return;
    }
    report.add(&EMPTY_GROUP, last.at.value_place(), || {
        let end = last.at.whole.end;
        let text = [line_end(index.file), b"Disallow:"].concat();
        let fix = Fix::new("add `Disallow:`".into(), FixEffect::KeepsVerdicts, gap(end), text);
        let name = last.at.value.slice(index.file);
        let others = index.agents.iter().any(|agent| {
            is_star(agent.at.value.slice(index.file)) && agent.group != last.group
        });
        // All groups of a name together tell what its crawler may fetch.
        let merged = index.rules_naming(canonical(name)).first().map(|rule| rule.at.line);
        let (message, reason) = if let Some(line) = merged {
            let name = Quoted(name);
            let message = format!("the group of {name} has no rules here: the rules of its other group, from line {line}, apply");
            (message, Some(EMPTY_GROUP_MERGED))
        } else if is_star(name) {
            let message = "the group of `*` has no rules: every crawler without its own group may fetch everything";
            (message.into(), Some(EMPTY_GROUP_OF_ALL))
        } else if others {
            let name = Quoted(name);
            let message = format!("the group of {name} has no rules: it may fetch everything, even if the group of `*` forbids it");
            (message, None)
        } else {
            let message = format!("the group of {} has no rules: it may fetch everything", Quoted(name));
            (message, Some(EMPTY_ONLY_GROUP))
        };
        FindingText::new(message)
        .because(reason)
        .help("if you intend that, write `Disallow:` below it")
        .fix(fix)
    });
}

/// Reports agent lines with the same name, in one group or in several.
fn repeated(index: &LineIndex<'_>, report: &mut Report<'_>) {
    for same in index.names.chunk_by(|a, b| a.name == b.name) {
        let (Some(first), true) = (same.first(), same.len() > 1) else { continue };
        let mut before = &index.agents[first.agent as usize];
        let first_line = u64::from(before.at.line);
        for named in &same[1..] {
            let agent = &index.agents[named.agent as usize];
            let value = agent.at.value.slice(index.file);
            if agent.group == before.group {
                report.add(&REPEATED_AGENT, agent.at.value_place(), || {
                    let message =
                        format!("line {} already names {}", before.at.line, Quoted(value));
                    FindingText::new(message).advise(index.remove(agent.at, true))
                });
            } else {
                report.add_folded(&MERGED_GROUPS, first_line, agent.at.value_place(), || {
                    let message = format!(
                        "line {first_line} already begins a group of {}: Google reads both as one group, and some crawlers only one of them",
                        Quoted(value)
                    );
                    let lines = [before.at.line, agent.at.line];
                    let otherwise = "write their rules in one group";
                    FindingText::new(message).help(index.managed_help(&lines, otherwise))
                });
            }
            before = agent;
        }
    }
}
