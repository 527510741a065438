//! Lints about lines that say what pages may be used for: what each says, what is wrong with it, and what contradicts
//! it.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use maycrawl::internals::{PathPattern, TRAINING_TOKEN, edit_distance, is_star, product_token};
use maycrawl::line::Span;
use maycrawl::robots_txt::Sitemap;
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, RobotsTxt};
use maycrawl_effects::internals::{contradictions, unnamed};
use maycrawl_effects::{Budget, Proof, Region, all_paths_are};
use maycrawl_uses::internals::{Value, has_signal_lines, read_dictionary, usage_parts};
use maycrawl_uses::{Family, Outcome, Place as UsePlace, Use};

use super::diagnostic::LintReason;
use super::fix::{Fix, FixEffect};
use super::line_index::{KeyedLine, LineIndex};
use super::lints::{
    BAD_SIGNAL, CONTENT_SIGNAL, CONTENT_USAGE, CONTRADICTING_SIGNALS, LICENSE, PURPOSE_TOKEN,
    RELATIVE_LICENSE, RETIRED_LABEL, SIGNAL_OUTSIDE_GROUP, SIGNAL_WITHOUT_EFFECT,
    UNREAD_PREFERENCE,
};
use super::report::{FindingText, Place, Quoted, Report};

pub(crate) const SIGNAL_WITH_PATH: LintReason = LintReason {
    name: "signal-with-path",
    text: "`Content-Signal` has no path: what is written before the label makes the label unknown.",
};

/// Labels of earlier revisions of the vocabulary.
const RETIRED: [&[u8]; 8] =
    [b"ai", b"genai", b"train-genai", b"tdm", b"bots", b"all", b"ai-output", b"inference"];

/// Reports a `License` line.
pub(crate) fn license(keyed: &KeyedLine<'_>, report: &mut Report<'_>) {
    let (key, value) = (keyed.directive.key(), keyed.directive.value());
    if (Sitemap { line: keyed.line.number, url: value }).is_absolute() {
        return report.add_folded(&LICENSE, 0, keyed.key_place(), || {
            FindingText::new(format!(
                "{} is a link to terms of use (RSL); it neither allows nor disallows crawling",
                Quoted(key)
            ))
        });
    }
    report.add(&RELATIVE_LICENSE, keyed.value_place(), || {
        let message = format!("the licence {} is not a full URL", Quoted(value));
        FindingText::new(message).help("write it like `https://www.example.com/license.xml`")
    });
}

/// Reports a line of preferences: what it says, or what is wrong with it.
pub(crate) fn signal(keyed: &KeyedLine<'_>, report: &mut Report<'_>) {
    if !report.in_group {
        report.add(&SIGNAL_OUTSIDE_GROUP, keyed.key_place(), || above_first_group(keyed));
    }
    if keyed.directive.key().eq_ignore_ascii_case(b"content-signal") {
        content_signal(keyed, report);
    } else {
        content_usage(keyed, report);
    }
}

/// That a line of a group stands where no group is. A `User-agent: *` above it would be no repair: it joins the names
/// of the first group, whose rules would then be for everyone.
pub(crate) fn above_first_group(keyed: &KeyedLine<'_>) -> FindingText {
    let key = Quoted(keyed.directive.key());
    FindingText::new(format!("{key} is above the first group, so it applies to no crawler"))
        .help("move it into the group of the crawlers that it is for, below its `User-agent` lines")
}

fn content_signal(keyed: &KeyedLine<'_>, report: &mut Report<'_>) {
    let place = keyed.value_place();
    match explain_signal(keyed.directive.value()) {
        Ok(said) => report.add(&CONTENT_SIGNAL, place, || {
            FindingText::new(format!("`Content-Signal` says: {said}"))
        }),
        Err((message, reason)) => report.add(&BAD_SIGNAL, place, || {
            FindingText::new(message)
                .because(reason)
                .help("write it like `search=yes, ai-train=no`")
        }),
    }
}

/// Says what a `Content-Signal` means, or what is wrong with it.
fn explain_signal(value: &[u8]) -> Result<String, (String, Option<LintReason>)> {
    let mut said = Vec::new();
    for part in value.split(|&byte| byte == b',').map(<[u8]>::trim_ascii) {
        let Some(at) = memchr::memchr(b'=', part) else {
            let message = format!("the preference {} is not of the form `key=value`", Quoted(part));
            return Err((message, None));
        };
        let (key, answer) = (part[..at].trim_ascii(), part[at + 1..].trim_ascii());
        if key.first() == Some(&b'/') {
            let message = format!("`Content-Signal` has no path, so {} is not a use", Quoted(key));
            return Err((message, Some(SIGNAL_WITH_PATH)));
        }
        if key.eq_ignore_ascii_case(b"use")
            && matches!(answer, b"immediate" | b"reference" | b"full")
        {
            said.push("use limited".to_string());
            continue;
        }
        let Some(wanted) = Use::from_label_in_any_case(Family::ContentSignal, key) else {
            let message = format!("the policy text does not define the use {}", Quoted(key));
            return Err((message, None));
        };
        let outcome = match answer {
            answer if answer.eq_ignore_ascii_case(b"yes") => Outcome::Granted,
            answer if answer.eq_ignore_ascii_case(b"no") => Outcome::Refused,
            _ => {
                let message = format!("{} is not a value that crawlers read", Quoted(answer));
                return Err((message, None));
            }
        };
        said.push(format!("{} {}", wanted.title(), outcome.name()));
    }
    Ok(said.join(", "))
}

fn content_usage(keyed: &KeyedLine<'_>, report: &mut Report<'_>) {
    let (path, statement) = usage_parts(keyed.directive.value());
    let place = keyed.value_place();
    let Some(usage) = Usage::read(statement) else {
        return report.add(&BAD_SIGNAL, place, || not_a_dictionary(statement));
    };
    for (label, is_value) in &usage.unread {
        let at = place_of_label(place.span, statement, label.as_bytes());
        report.add(&UNREAD_PREFERENCE, place, || unread_preference(label, *is_value, at));
    }
    for label in &usage.retired {
        let at = place_of_label(place.span, statement, label.as_bytes());
        report.add(&RETIRED_LABEL, place, || {
            let label = Quoted(label.as_bytes());
            let text = FindingText::new(format!(
                "the label {label} is of an earlier revision of the draft, and says nothing now"
            ));
            a_label_of_the_draft(text, at)
        });
    }
    report.add(&CONTENT_USAGE, place, || {
        let said = usage.said.iter().filter(|(_, outcome)| *outcome != Outcome::NotSaid);
        let said: Vec<_> = said
            .map(|(wanted, outcome)| format!("{} {}", wanted.title(), outcome.name()))
            .collect();
        let said = if said.is_empty() {
            "nothing about the uses that the draft defines".to_string()
        } else {
            said.join(", ")
        };
        let whom = if path.is_empty() {
            String::new()
        } else if path.contains(&b'*') || path.ends_with(b"$") {
            format!(", for paths that match {}", Quoted(path))
        } else {
            format!(", for paths that begin with {}", Quoted(path))
        };
        FindingText::new(format!("`Content-Usage` says: {said}{whom}"))
    });
}

/// What a statement of `Content-Usage` says.
#[derive(Default)]
struct Usage {
    /// Of equal keys the last counts, so each use has one outcome.
    said: Vec<(Use, Outcome)>,
    /// Labels that say nothing, and whether their value is the cause.
    unread: Vec<(String, bool)>,
    /// Labels of earlier revisions of the draft.
    retired: Vec<String>,
}

impl Usage {
    /// `None` if the statement is not a dictionary of RFC 9651.
    fn read(statement: &[u8]) -> Option<Self> {
        let mut usage = Self::default();
        read_dictionary(statement, |key, value| {
            let label = String::from_utf8_lossy(key).into_owned();
            let outcome = match value {
                Value::Token(b"y") => Outcome::Granted,
                Value::Token(b"n") => Outcome::Refused,
                _ => Outcome::NotSaid,
            };
            let other = Use::from_label(Family::ContentSignal, key);
            match Use::from_label(Family::ContentUsage, key) {
                Some(wanted) => {
                    usage.said.retain(|(known, _)| *known != wanted);
                    usage.said.push((wanted, outcome));
                    if outcome == Outcome::NotSaid {
                        usage.unread.push((label, true));
                    }
                }
                None if RETIRED.contains(&key) => usage.retired.push(label),
                None if other.is_some() => usage.unread.push((label, false)),
                None => {}
            }
        })?;
        Some(usage)
    }
}

fn not_a_dictionary(statement: &[u8]) -> FindingText {
    let message = if statement.starts_with(b"*") {
        format!(
            "a path begins with `/`, so {} is read as a statement, and says nothing",
            Quoted(statement)
        )
    } else {
        format!(
            "the statement {} is not a dictionary of RFC 9651, so it says nothing about any use",
            Quoted(statement)
        )
    };
    FindingText::new(message)
        .help("write it like `train-ai=n, search=y`, with keys in lower case and commas between")
}

/// Where the label stands in the statement, which ends its value.
fn place_of_label(value: Span, statement: &[u8], label: &[u8]) -> Option<Span> {
    let is_end = |byte: Option<&u8>| byte.is_none_or(|byte| b" \t,;=".contains(byte));
    let at = memchr::memmem::find_iter(statement, label).find(|&at| {
        is_end(at.checked_sub(1).and_then(|at| statement.get(at)))
            && is_end(statement.get(at + label.len()))
    })?;
    let start = value.end - statement.len() as u32 + at as u32;
    Some(Span { start, end: start + label.len() as u32 })
}

/// The help that names the labels of the draft.
fn a_label_of_the_draft(text: FindingText, at: Option<Span>) -> FindingText {
    let labels = ["train-ai", "ai-use", "search"].into_iter();
    let write = |(label, at): (&str, Span)| {
        Fix::new(format!("write `{label}`"), FixEffect::Mends, at, label)
    };
    text.help("write `train-ai`, `ai-use` or `search`")
        .choices(labels.filter_map(|label| Some(write((label, at?)))))
}

fn unread_preference(label: &str, is_value: bool, at: Option<Span>) -> FindingText {
    let label = Quoted(label.as_bytes());
    if is_value {
        return FindingText::new(format!(
            "{label} has a value that is neither `y` nor `n`, so it says nothing"
        ))
        .help("write `y` to grant the use, or `n` to refuse it");
    }
    let text = FindingText::new(format!(
        "{label} is a word of `Content-Signal`, and `Content-Usage` does not define it"
    ));
    a_label_of_the_draft(text, at)
}

/// What only the whole file shows: tokens, contradictions, and preferences without effect.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>, budget: &mut Budget<'_>) {
    for agent in &index.agents {
        let value = agent.at.value.slice(index.file);
        let is_purpose = value.get(..2) == Some(b"__")
            || edit_distance::slips(value, TRAINING_TOKEN.as_bytes(), 2) <= 2;
        if is_purpose && !product_token(value).eq_ignore_ascii_case(TRAINING_TOKEN.as_bytes()) {
            report.add(&PURPOSE_TOKEN, agent.at.value_place(), || {
                let message = format!(
                    "{} is not the token of the draft, so no reader knows it",
                    Quoted(value)
                );
                FindingText::new(message)
                    .help("write `__usage_ai-training` if you mean the purpose of training")
                    .choice("write `__usage_ai-training`", agent.at.value, TRAINING_TOKEN)
            });
        }
    }
    let robots = report.robots;
    if !has_signal_lines(robots) {
        return;
    }
    let crawlers = crawlers(robots);
    without_effect(index, &crawlers, report, budget);
    for found in contradictions(robots, &crawlers, budget) {
        // A signal speaks of what may be fetched, so a part that is closed to a control token, or open to it, does not
        // contradict it. Only a token for which the whole site is closed refuses the use itself.
        let refuses_all = found.path == b"/";
        let families = found.answer.families.iter();
        let statements = families.flat_map(|it| it.statements.iter().map(|said| (it.family, said)));
        let is_said = |family: Family, outcome: Outcome| {
            family != Family::ControlToken || refuses_all && outcome == Outcome::Refused
        };
        let statements = statements.filter(|(family, said)| is_said(*family, said.outcome));
        let statements = statements.map(|(_, said)| said);
        let of = |outcome| {
            let at = statements.clone().filter(|it| it.outcome == outcome);
            let line = |place| match place {
                UsePlace::Line(line) => Some(line),
                _ => None,
            };
            at.filter_map(|it| line(it.place)).next()
        };
        let (Some(granted), Some(refused)) = (of(Outcome::Granted), of(Outcome::Refused)) else {
            continue;
        };
        let Some(at) = index.value_at(granted.max(refused)) else { continue };
        let place = Place { line: at.line, span: at.whole };
        report.add_once(&CONTRADICTING_SIGNALS, place, || {
            let message = format!(
                "line {granted} grants {} and line {refused} refuses it, for {}: no document says which counts",
                found.wanted.title(),
                Quoted(&found.path)
            );
            FindingText::new(message)
                .help(index.managed_help(&[granted, refused], "remove one of the two"))
                .choices([granted, refused].into_iter().filter_map(|line| index.without(line)))
        });
    }
}

/// The crawlers that the groups of a file speak to, each once.
fn crawlers(robots: &RobotsTxt<'_>) -> Vec<Crawler> {
    let mut names: Vec<&[u8]> = Vec::new();
    for agent in robots.groups().flat_map(|group| group.agents()) {
        let name = if is_star(agent.value) { b"*" } else { product_token(agent.value) };
        names.push(name);
    }
    names.sort_unstable();
    names.dedup();
    let crawler = |name: &[u8]| match core::str::from_utf8(name) {
        Ok(name) if name != "*" => Crawler::from_token(name),
        _ => unnamed(),
    };
    names.into_iter().map(crawler).collect()
}

/// Reports preferences for paths that no crawler of their group may fetch.
fn without_effect(
    index: &LineIndex<'_>,
    crawlers: &[Crawler],
    report: &mut Report<'_>,
    budget: &mut Budget<'_>,
) {
    let robots = report.robots;
    // For each group those whom it tells something: one crawler stands for all that follow the same groups.
    let mut told: Vec<Vec<&Crawler>> = alloc::vec![Vec::new(); robots.groups().len()];
    let groups = robots.group_index();
    let mut seen = BTreeSet::new();
    for crawler in crawlers {
        let class = groups.followed_by(crawler).class();
        if seen.insert(class) {
            groups.groups(class).for_each(|group| told[group].push(crawler));
        }
    }
    let profile = robots.profile();
    for line in robots.other_lines().filter(|line| line.key.eq_ignore_ascii_case(b"content-usage"))
    {
        let (path, _) = usage_parts(line.value);
        let Some(group) = line.group.filter(|_| !path.is_empty()) else { continue };
        let pattern = PathPattern::new(path, profile);
        let is_closed = |crawler: &&Crawler| {
            robots.rules_within(crawler, budget).is_some_and(|rules| {
                let region = Region::within(pattern.normal_form(), profile);
                all_paths_are(RuleKind::Disallow, &rules, &region, budget) == Proof::Holds
            })
        };
        if !told[group].is_empty()
            && told[group].iter().all(is_closed)
            && let Some(at) = index.value_at(line.line)
        {
            let place = Place { line: at.line, span: at.whole };
            report.add_once(&SIGNAL_WITHOUT_EFFECT, place, || {
                let message = format!("the rules disallow every path that {} matches, so the preference has no effect", Quoted(path));
                FindingText::new(message)
                    .help("remove the line, or allow the paths")
                    .choices([index.removal(at, "remove the line")])
            });
        }
    }
}
