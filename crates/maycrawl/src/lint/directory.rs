//! Directories written without a slash at the end.

use alloc::format;

use super::diagnostic::{Lint, Severity};
use super::line_index::{LineIndex, RuleAt};
use super::report::{FindingText, Quoted, Report};
use crate::matching::rule::RuleKind;

pub(crate) static DIRECTORY_WITHOUT_SLASH: Lint = Lint {
    code: "R313",
    name: "directory-without-slash",
    severity: Severity::Note,
    summary: "A path without a slash at its end also blocks every other path that begins with it.",
    page: "\
`Disallow: /calendar` matches `/calendar/` and everything in it. It also matches `/calendar.html`, `/calendars/` and `/calendar-of-events`.
For a directory write `/calendar/`. For one page write `/calendar$`. If you intend all of them, the rule is correct. The lint reports the
first such rule of a file, with the number of the others.

Case matters: on a server that ignores case, crawlers may still fetch `/Calendar/`. The best solution is one URL for each page, with
redirects or `rel=\"canonical\"`. If that is not possible, list the usual spellings, or the spellings of the first few letters. For
example, list the spellings of `/MyP` instead of those of `/MyPrivateFolder`, if no other path begins with these letters.",
    example: b"User-agent: *\nDisallow: /calendar\n",
    instead: b"User-agent: *\nDisallow: /calendar/\n",
    fix: None,
    references: &[
        "Google, *Create a robots.txt file*: \"if a directory, it should end in a / mark\"",
        "Google, *URL matching based on path values*: row `/fish`",
        "Google, *Robots FAQs*: \"My server is not case-sensitive\"",
    ],
};

/// Checks every disallow rule.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let is_candidate = |rule: &&RuleAt| {
        rule.kind == RuleKind::Disallow
            && rule.group.is_some()
            && is_plain_name(rule.at.value.slice(index.file))
    };
    let mut candidates = index.rules.iter().filter(is_candidate);
    let Some(first) = candidates.next() else { return };
    report.add(&DIRECTORY_WITHOUT_SLASH, first.at.value_place(), || {
        let path = first.at.value.slice(index.file);
        let with = |end: &[u8]| format!("{}", Quoted(&[path, end].concat()));
        let message =
            format!("the rule {} also matches {} and {}", Quoted(path), with(b".html"), with(b"s"));
        let others = match candidates.count() {
            0 => "".into(),
            1 => "; 1 more rule is like it".into(),
            n => format!("; {n} more rules are like it"),
        };
        let help =
            format!("write {} for the directory, {} for the page{others}", with(b"/"), with(b"$"));
        FindingText::new(message).help(help)
    });
}

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
