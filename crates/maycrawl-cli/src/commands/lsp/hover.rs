//! What a line does, in Markdown: a rule, a crawler, a sitemap, another field.

use gen_lsp_types::{Hover, MarkupContent, MarkupKind, Position};
use maycrawl::crawler::{KnownCrawler, StarGroup};
use maycrawl::field::Field;
use maycrawl::line::{Directive, Span};
use maycrawl::pattern::PathPattern;
use maycrawl::profile::AgentNames;
use maycrawl::robots_txt::Group;
use maycrawl::{Profile, RobotsTxt};

use super::documents::Document;
use super::effect;
use crate::commands::{self, crawlers, parse};
use crate::text::markdown::{code, plain};

/// Maximum number of crawlers that are named in a list.
const MAX_NAMES: usize = 6;

/// The text about the line at this position. `None` at an empty line, at a comment, and after what crawlers read.
pub(super) fn hover(document: &Document, at: Position) -> Option<Hover> {
    let robots = document.robots();
    let line = robots.lines().nth(at.line as usize)?;
    let directive = line.directive()?;
    let offset = document.text.offset(at);
    if !(line.text.start as usize..=line.text.end as usize).contains(&offset) {
        return None;
    }
    let (field, _) = Field::from_key(directive.key(), document.profile());
    let value = match field {
        Field::UserAgent => agent(directive.value(), document.profile()),
        Field::Allow | Field::Disallow => {
            rule(document, &robots, field, (line.number, directive.value_span))?
        }
        Field::Sitemap => format!("**Sitemap**: {}", meaning(field)),
        Field::Other => other(document, line.number, directive),
    };
    let span = Span { start: directive.key_span.start, end: directive.value_span.end };
    Some(Hover { contents: markup(value).into(), range: Some(document.text.range(span)) })
}

pub(super) fn markup(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// The meaning of a line with this field, in a sentence.
pub(super) const fn meaning(field: Field) -> &'static str {
    match field {
        Field::UserAgent => {
            "the rules below are for this crawler, or for `*`: all crawlers without a group of their own."
        }
        Field::Allow => "URLs that the path matches may be fetched.",
        Field::Disallow => "URLs that the path matches may not be fetched.",
        Field::Sitemap => {
            "the full URL of a sitemap. It is for every crawler, and belongs to no group."
        }
        Field::Other => "not a rule.",
    }
}

/// Facts as a list, each with its name.
fn list(facts: impl IntoIterator<Item = (&'static str, String)>) -> String {
    facts.into_iter().map(|(name, text)| format!("\n- **{name}**: {text}")).collect()
}

/// Everything about a known crawler, as a list.
pub(super) fn facts(known: &KnownCrawler) -> String {
    list(crawlers::facts(known))
}

/// What is known about the crawler that a `user-agent` line names.
fn agent(value: &[u8], profile: Profile) -> String {
    let is_star = matches!(value, [b'*'] | [b'*', b'\t'..=b'\r' | b' ', ..]);
    if is_star {
        let ignoring = KnownCrawler::all().iter().filter(|it| it.star == StarGroup::Ignored);
        let names: Vec<String> = ignoring.map(|it| it.token.to_owned()).collect();
        let names = commands::crawlers(&names, 0, false, MAX_NAMES);
        return format!(
            "**`*`**: every crawler without a group of its own, but not {}.",
            plain(&names)
        );
    }
    // Google reads the leading letters, `-` and `_`. A name with other characters is compared as a whole too.
    let end = |is_part: fn(u8) -> bool| value.iter().position(|&byte| !is_part(byte));
    let until = |end: Option<usize>| {
        str::from_utf8(&value[..end.unwrap_or(value.len())]).unwrap_or_default()
    };
    let token = until(end(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_')));
    let word = until(end(|byte| !byte.is_ascii_whitespace() && byte != b'/'));
    let by_word =
        KnownCrawler::by_name(word).filter(|_| profile.agent_names == AgentNames::AlsoByName);
    match by_word.or_else(|| KnownCrawler::by_name(token)) {
        Some(known) => {
            let is_cut = !known.token.as_bytes().eq_ignore_ascii_case(value);
            let read = is_cut.then(|| ("read as", known.token.to_owned()));
            format!("**{}**\n{}", known.token, list(read.into_iter().chain(crawlers::facts(known))))
        }
        None => crawlers::unknown(if token.is_empty() { word } else { token }),
    }
}

/// What an `allow` or `disallow` line does.
fn rule(
    document: &Document,
    robots: &RobotsTxt<'_>,
    field: Field,
    (line, path): (u32, Span),
) -> Option<String> {
    let group = robots.groups().take_while(|group| group.first_line() <= line).last();
    let rule = match &group {
        Some(group) => group.rules().find(|rule| rule.line == line),
        None => robots.rules_before_any_group().find(|rule| rule.line == line),
    }?;
    let name = rule.kind.field();
    let written = parse::written(robots, line, rule.kind.name());
    let effect = group.is_some().then(|| ("effect", effect::of_rule(document, robots, path)));
    let group = group
        .map_or("none; it is before any group, so it applies to no crawler".to_owned(), of_group);
    if rule.is_empty() {
        let text = format!("**{name}**{written}: empty, so it restricts nothing.\n");
        return Some(text + &list([("group", group)]));
    }
    let pattern = PathPattern::new(rule.pattern, robots.profile());
    let priority = format!(
        "{}. Of the rules that match a URL, the one with the highest priority decides; on a tie, allow wins",
        pattern.priority()
    );
    let facts = [("group", group), ("priority", priority), ("compared", compared(&pattern))];
    let facts = effect.into_iter().chain(facts);
    Some(format!("**{name}**{written}: {}\n{}", meaning(field), list(facts)))
}

/// The crawlers of a group, and its line.
fn of_group(group: Group<'_>) -> String {
    let names: Vec<String> =
        group.agents().map(|agent| String::from_utf8_lossy(agent.value).into_owned()).collect();
    let names = commands::crawlers(&names, 0, false, MAX_NAMES);
    format!("of {}, line {}", plain(&names), group.first_line())
}

/// What a pattern is compared with.
fn compared(pattern: &PathPattern<'_>) -> String {
    let normal = pattern.normal_form();
    if !matches!(normal.first(), Some(b'/' | b'*')) {
        return "with no URL: paths begin with `/`, and the pattern does not".to_owned();
    }
    let part = if normal.ends_with(b"$") { "the whole" } else { "the beginning of the" };
    let star = if normal.contains(&b'*') { "; `*` is any text" } else { "" };
    format!("{} with {part} path and query of a URL{star}", code(normal))
}

/// How a line with another field is read: the page of the lint about it.
fn other(document: &Document, line: u32, directive: Directive<'_>) -> String {
    let span = Span { start: directive.key_span.start, end: directive.value_span.end };
    let is_about_it = |found: &&maycrawl_lint::Diagnostic| {
        found.line == line && span.start <= found.span.start && found.span.end <= span.end
    };
    let found = document.findings().diagnostics.iter().find(is_about_it);
    let page = found.map_or(String::new(), |found| {
        format!("\n\n{}\n\n{}", found.lint.summary, found.lint.page.trim())
    });
    format!("**{}**: {}{page}", code(directive.key()), meaning(Field::Other))
}
