//! Directories written without a slash at the end.

use alloc::format;
use alloc::vec::Vec;

use maycrawl::verdict::RuleKind;

use super::fix::gap;
use super::line_index::{LineIndex, RuleAt};
use super::lints::DIRECTORY_WITHOUT_SLASH;
use super::report::{FindingText, Quoted, Report};

/// Checks every disallow rule.
///
/// `/random` may be one page, and nobody but its author knows. So a rule is reported only if another rule of the file
/// shows that there is a directory: `/calendar/` or `/calendar/2026`.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let value = |rule: &RuleAt| rule.at.value.slice(index.file);
    let is_candidate = |rule: &&RuleAt| {
        rule.kind == RuleKind::Disallow && rule.group.is_some() && is_plain_name(value(rule))
    };
    if !index.rules.iter().any(|rule| is_candidate(&rule)) {
        return;
    }
    let mut paths: Vec<(&[u8], u32)> =
        index.rules.iter().map(|rule| (value(rule), rule.at.line)).collect();
    paths.sort_unstable();
    let paths = &paths;
    for rule in index.rules.iter().filter(is_candidate) {
        let path = value(rule);
        let beside = &paths[paths.partition_point(|(other, _)| *other <= path)..];
        let is_below =
            |other: &[u8]| other.strip_prefix(path).is_some_and(|it| it.starts_with(b"/"));
        let below = beside.partition_point(|(other, _)| {
            other.strip_prefix(path).is_some_and(|rest| rest.first() < Some(&b'/'))
        });
        let Some((_, shown_by)) = beside.get(below).filter(|it| is_below(it.0)) else { continue };
        report.add_folded(&DIRECTORY_WITHOUT_SLASH, 0, rule.at.value_place(), || {
            let with = |end: &[u8]| format!("{}", Quoted(&[path, end].concat()));
            let beside = beside.iter().take(MAX_COMPARED).take_while(|it| it.0.starts_with(path));
            // `/search$` and `/search?` are the page itself. Another name goes on with another letter.
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            let mut beside = beside.filter(|it| is_name(it.0[path.len()]));
            let example = match beside.next() {
                Some((other, line)) => format!("also {} of line {line}", Quoted(other)),
                None => format!("also {} and every other path that begins with it", with(b".html")),
            };
            FindingText::new(format!(
                "the rule {} matches more than the directory that line {shown_by} shows: {example}",
                Quoted(path)
            ))
            .help(format!("write {} for the directory, {} for the page", with(b"/"), with(b"$")))
            .choice("add `/` at the end", gap(rule.at.value.end), "/")
            .choice("add `$` at the end", gap(rule.at.value.end), "$")
        });
    }
}

/// The most paths with one beginning that are looked at for one rule.
const MAX_COMPARED: usize = 100;

/// True for a path whose last segment has only letters, digits, `-` and `_`, and at least one letter.
fn is_plain_name(value: &[u8]) -> bool {
    if !value.last().is_some_and(u8::is_ascii_alphanumeric) {
        return false; // most paths end with a slash
    }
    let Some(slash) = memchr::memrchr(b'/', value) else { return false };
    let name = &value[slash + 1..];
    let is_plain = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    name.len() > 1
        && name.iter().all(is_plain)
        && name.iter().any(u8::is_ascii_alphabetic)
        && value.starts_with(b"/")
        && !value.contains(&b'?')
        && !value.contains(&b'*')
}
