//! A directory without its slash.

use alloc::format;

use super::diagnostic::{Lint, Severity};
use super::line_index::{LineIndex, RuleAt};
use super::report::{Quoted, Report, Words};
use crate::rule::RuleKind;

pub(crate) static DIRECTORY_WITHOUT_SLASH: Lint = Lint {
    code: "R313",
    name: "directory-without-slash",
    severity: Severity::Note,
    summary: "A path without a slash at its end also closes every path that begins with it.",
    page: "\
`Disallow: /calendar` matches `/calendar/` and all that is in it, and also `/calendar.html`, `/calendars/` and `/calendar-of-events`. For a
directory write `/calendar/`, for one page `/calendar$`. If all of them are meant, nothing is wrong. The first such rule of a file is
reported, with the number of the others.

Case counts: on a server that does not care about it, `/Calendar/` stays open. The better way is to have one URL for each page, by
redirects or `rel=\"canonical\"`. If that cannot be, list the usual spellings, or those of the first few letters: instead of all spellings of
`/MyPrivateFolder`, those of `/MyP`, if no other path begins so.",
    example: b"User-agent: *\nDisallow: /calendar\n",
    instead: b"User-agent: *\nDisallow: /calendar/\n",
    fix: None,
    references: &[
        "Google, *Create a robots.txt file*: \"if a directory, it should end in a / mark\"",
        "Google, *URL matching based on path values*: row `/fish`",
        "Google, *Robots FAQs*: \"My server is not case-sensitive\"",
    ],
};

/// Looks at every rule that closes something.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let is_meant = |rule: &&RuleAt| {
        rule.kind == RuleKind::Disallow
            && rule.group.is_some()
            && is_plain_name(rule.at.value.slice(index.file))
    };
    let mut such = index.rules.iter().filter(is_meant);
    let Some(first) = such.next() else { return };
    report.add(&DIRECTORY_WITHOUT_SLASH, first.at.value_place(), || {
        let path = first.at.value.slice(index.file);
        let with = |end: &[u8]| format!("{}", Quoted(&[path, end].concat()));
        let message =
            format!("the rule {} also matches {} and {}", Quoted(path), with(b".html"), with(b"s"));
        let others = match such.count() {
            0 => "".into(),
            1 => "; one more rule is like it".into(),
            n => format!("; {n} more rules are like it"),
        };
        let help =
            format!("write {} for the directory, {} for the page{others}", with(b"/"), with(b"$"));
        Words::new(message).help(help)
    });
}

/// True for a path whose last name has letters, digits, `-` and `_` only.
fn is_plain_name(value: &[u8]) -> bool {
    if !value.last().is_some_and(u8::is_ascii_alphanumeric) {
        return false; // most end with a slash
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
