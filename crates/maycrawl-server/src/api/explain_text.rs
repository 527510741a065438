//! The explanation of a verdict in sentences for site owners, made from the explanation of the library.

use maycrawl::explain::{
    Explanation, GroupExplanation, GroupFate, RuleExplanation, RuleFate, UndefinedConflict,
};
use maycrawl::suggestion::{Directory, Reach, Suggestion, SuggestionKind};
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Decision, Printable, Reason, RequestUrl, RobotsTxt};

use crate::api::types::shortened;

/// Bytes of a path, a pattern or a name in a sentence.
const MAX_QUOTED_BYTES: usize = 1 << 10;

fn quoted(bytes: &[u8]) -> String {
    shortened(&Printable(bytes).to_string(), MAX_QUOTED_BYTES).into_owned()
}

/// A note that the documents do not define which rule wins. The patterns are in the list of rules.
pub(crate) fn undefined(conflict: UndefinedConflict<'_>) -> String {
    let UndefinedConflict { documents, winner, other } = conflict;
    format!(
        "{documents} left undefined which of lines {} and {} wins; other crawlers may decide differently.",
        winner.line, other.line
    )
}

/// A note that a crawler requests another URL than the written one.
pub(crate) fn requested(request: &RequestUrl) -> Option<String> {
    let path = request.path().as_bytes();
    request.is_path_changed().then(|| {
        format!(
            "A crawler requests this URL as {}; rules are compared with that path.",
            quoted(path)
        )
    })
}

/// The explanation, sentence by sentence: the path, the group, the rules, the winner, the verdict.
pub(crate) fn explanation(
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    trace: &Explanation<'_>,
) -> Vec<String> {
    let name = Printable(crawler.token().as_bytes());
    if trace.verdict.reason() == Reason::CrawlerIgnoresRobotsTxt {
        let said = format!(
            "{name} does not read robots.txt, according to its operator. No line of the file blocks it."
        );
        return vec![said];
    }
    let mut said = vec![format!("Rules are compared with the path: {}", quoted(&trace.path))];
    said.push(group(crawler, trace));
    if let Some(merged) = merged(trace) {
        said.push(merged);
    }
    match trace.verdict.reason() {
        Reason::RobotsTxtItself => {
            said.push(
                "/robots.txt itself may always be fetched, whatever the rules say.".to_owned(),
            );
        }
        Reason::NoGroup => {}
        _ => {
            said.push(matches(trace));
            said.extend(winner(trace));
        }
    }
    let may = if trace.verdict.decision() == Decision::Disallowed { "may not" } else { "may" };
    said.push(format!("So {name} {may} fetch this URL."));
    if let Some(cut) = robots.truncation() {
        let kib = cut.limit / 1024;
        said.push(format!(
            "The file is longer than the {kib} KiB that crawlers read: its last {} bytes are ignored.",
            cut.ignored
        ));
    }
    said
}

/// Which group is followed, and why.
fn group(crawler: &Crawler, trace: &Explanation<'_>) -> String {
    let name = Printable(crawler.token().as_bytes());
    let tried: Vec<_> = trace.chain.iter().take_while(|link| !link.followed).collect();
    let others: Vec<_> = tried
        .iter()
        .filter(|link| link.name != "*")
        .map(|link| Printable(link.name.as_bytes()).to_string())
        .collect();
    let Some(followed) = trace.chain.iter().find(|link| link.followed) else {
        let ignores = trace.groups.iter().any(|group| group.fate == GroupFate::StarIgnored);
        let none = format!("No group of the file names {}", list(&others, "or"));
        return if ignores {
            format!(
                "{none}, and {name} does not follow the group for all crawlers (*): a group must name it."
            )
        } else {
            format!(
                "{none}, and there is no group for all crawlers (*). A crawler without a group may fetch everything."
            )
        };
    };
    let lines = followed_lines(trace);
    let whom = if followed.name == "*" {
        "for all crawlers (*)".to_owned()
    } else {
        format!("for {}", Printable(followed.name.as_bytes()))
    };
    let follows = format!("follows the group {whom} at {lines}");
    if others.is_empty() {
        let instead = instead(trace);
        return format!("{name} {follows}, because it names this crawler{instead}.");
    }
    format!("No group names {}, so {name} {follows}.", list(&others, "or"))
}

/// A note that the group for `*` does not apply to a crawler with its own group. Many site owners think that it does.
fn instead(trace: &Explanation<'_>) -> &'static str {
    let star_lost = |group: &GroupExplanation<'_>| matches!(&group.fate, GroupFate::LostTo(name, _) if name == "*");
    if trace.groups.iter().any(star_lost) {
        "; the group for all crawlers (*) does not apply to it"
    } else {
        ""
    }
}

fn followed(trace: &Explanation<'_>) -> impl Iterator<Item = u32> {
    let followed = trace.groups.iter().filter(|group| matches!(group.fate, GroupFate::Followed(_)));
    followed.map(|group| group.first_line)
}

fn followed_lines(trace: &Explanation<'_>) -> String {
    let lines: Vec<_> = followed(trace).map(|line| line.to_string()).collect();
    format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, list(&lines, "and"))
}

/// A note that several groups for one name are merged.
fn merged(trace: &Explanation<'_>) -> Option<String> {
    let count = followed(trace).count();
    (count > 1).then(|| format!("The file has {count} such groups; their rules apply together."))
}

/// The number of matching rules.
fn matches(trace: &Explanation<'_>) -> String {
    match (trace.rules, trace.matches.len()) {
        (0, _) => "The group has no rules, so it blocks nothing.".to_owned(),
        (1, 0) => {
            "Its only rule does not match this path. A path that no rule matches may be fetched."
                .to_owned()
        }
        (rules, 0) => format!(
            "None of its {rules} rules matches this path. A path that no rule matches may be fetched."
        ),
        (1, _) => "Its only rule matches this path.".to_owned(),
        (rules, 1) => format!("One of its {rules} rules matches this path."),
        (rules, matches) => format!("{matches} of its {rules} rules match this path."),
    }
}

/// Why the winner won.
fn winner(trace: &Explanation<'_>) -> Option<String> {
    let (winner, rest) = trace.matches.split_first()?;
    let line = winner.rule.line;
    if winner.rule.priority == 0 {
        return Some(format!("Line {line} has no path after the colon, so it restricts nothing."));
    }
    let rule = written(winner);
    let octets = winner.rule.priority;
    let said = match rest.first().map(|next| (next.fate, next.rule.line)) {
        None => format!("Line {line}, {rule}, decides."),
        Some((RuleFate::Shorter, _)) => {
            format!("The longest pattern wins: line {line}, {rule}, with {octets} characters.")
        }
        Some((RuleFate::TieLostToAllow, other)) => {
            format!(
                "The patterns of lines {line} and {other} are equally long ({octets} characters). Then allow wins: {rule}."
            )
        }
        Some((RuleFate::Won | RuleFate::Later, other)) => {
            format!("Line {line}, {rule}, decides. Line {other} gives the same result.")
        }
    };
    Some(said)
}

fn written(rule: &RuleExplanation<'_>) -> String {
    format!("\u{201c}{}: {}\u{201d}", rule.rule.kind.field(), quoted(rule.rule.pattern))
}

/// Why a group is or is not followed.
pub(crate) fn fate_of_group(fate: &GroupFate) -> &'static str {
    match fate {
        GroupFate::Followed(_) => "followed",
        GroupFate::LostTo(..) => "lost",
        GroupFate::StarIgnored => "star-ignored",
        GroupFate::ForOthers => "others",
    }
}

/// Why a rule won or lost.
pub(crate) fn fate_of_rule(fate: RuleFate) -> &'static str {
    match fate {
        RuleFate::Won => "won",
        RuleFate::Shorter => "shorter",
        RuleFate::TieLostToAllow => "tie-lost",
        RuleFate::Later => "later",
    }
}

/// The text of the button of a change.
pub(crate) fn title(change: &Suggestion, crawler: &Crawler) -> String {
    let to = change.to.field();
    let what = match &change.directory {
        None => "this URL only".to_owned(),
        Some(directory) if directory.path == b"/" => "the whole site".to_owned(),
        Some(directory) => format!("{} and all below it", quoted(&directory.path)),
    };
    match &change.kind {
        SuggestionKind::AddRule(..) if change.is_only_for(crawler) => {
            format!("{to} {what}, for {}", quoted(crawler.token().as_bytes()))
        }
        SuggestionKind::AddRule(..) => format!("{to} {what}"),
        SuggestionKind::AddToGroups { .. } => format!("{to} {what}, for all crawlers"),
        SuggestionKind::AddGroup { .. } => {
            format!("{to} {what}, for {} only", quoted(crawler.token().as_bytes()))
        }
        SuggestionKind::Reverse(line) => format!("Write {to} on line {line}"),
        SuggestionKind::Remove(line) => format!("Remove line {line}"),
    }
}

/// What a change does, and which crawlers it affects.
pub(crate) fn effect(change: &Suggestion) -> String {
    let mut what = match &change.kind {
        SuggestionKind::AddRule(line, rule) => {
            format!("Adds \u{201c}{}\u{201d} after line {line}.", quoted(rule))
        }
        SuggestionKind::AddToGroups { lines, adds_star_group, rule } => {
            let numbers: Vec<_> = lines.iter().map(u32::to_string).collect();
            let star =
                if *adds_star_group { ", and in a new group for every other crawler" } else { "" };
            let (rule, lines) = (quoted(rule), list(&numbers, "and"));
            format!("Adds \u{201c}{rule}\u{201d} after the lines {lines}{star}.")
        }
        SuggestionKind::AddGroup { rule, repeated } => {
            let repeated = match repeated {
                0 => String::new(),
                1 => " and the rule that it follows now".to_owned(),
                _ => format!(" and the {repeated} rules that it follows now"),
            };
            let rule = quoted(rule);
            format!(
                "Adds a group for this crawler at the end, with \u{201c}{rule}\u{201d}{repeated}."
            )
        }
        SuggestionKind::Reverse(_) => "Reverses the line for every URL that it matches.".to_owned(),
        SuggestionKind::Remove(_) => {
            "Then the other rules decide for every URL that the line matches.".to_owned()
        }
    };
    what += &reach(change);
    if matches!(change.kind, SuggestionKind::AddGroup { .. } | SuggestionKind::AddToGroups { .. }) {
        return what;
    }
    let others: Vec<_> = change.agents.iter().map(|agent| quoted(agent.as_bytes())).collect();
    match others.as_slice() {
        [star] if star == "*" => {
            format!("{what} It affects every crawler without its own group.")
        }
        [] | [_] => what,
        all => format!("{what} It affects all crawlers of the group: {}.", list(all, "and")),
    }
}

/// Which URLs a new rule is about.
fn reach(change: &Suggestion) -> String {
    let is_new_rule =
        !matches!(change.kind, SuggestionKind::Reverse(_) | SuggestionKind::Remove(_));
    match &change.directory {
        None if is_new_rule => " It affects no other URL.".to_owned(),
        None => String::new(),
        Some(Directory { reach: Reach::Whole, .. }) => String::new(),
        Some(Directory { reach: Reach::Except(path), .. }) => {
            let still = if change.to == RuleKind::Allow { "blocked" } else { "allowed" };
            format!(
                " Another rule still decides for some URLs in it: {} stays {still}.",
                quoted(path)
            )
        }
        Some(Directory { reach: Reach::Unproved, .. }) => {
            " The file has too many rules to prove this for every URL in it.".to_owned()
        }
    }
}

/// A list of names in a sentence. A long list ends with the number of the others.
fn list(names: &[String], last: &str) -> String {
    const SHOWN: usize = 5;
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [shown @ .., end] if names.len() <= SHOWN => format!("{} {last} {end}", shown.join(", ")),
        _ => {
            let shown = names.iter().take(SHOWN - 1).cloned().collect::<Vec<_>>().join(", ");
            format!("{shown} {last} {} more", names.len() - (SHOWN - 1))
        }
    }
}

/// `allowed` or `disallowed`.
pub(crate) fn decision(to: RuleKind) -> &'static str {
    match to {
        RuleKind::Allow => "allowed",
        RuleKind::Disallow => "disallowed",
    }
}
