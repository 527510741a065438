//! Fields: misspelt, unknown, without a colon.

use alloc::format;
use alloc::string::String;

use super::diagnostic::{Lint, Severity};
use super::fix::{Effect, Fix};
use super::line_index::{KeyedLine, LineRead};
use super::report::{Place, Quoted, Report, Words};
use super::{encoding, extension_fields, quotes};
use crate::edit_distance;
use crate::field::{Field, Spelling};
use crate::line::{Line, Separator, Span, is_space};
use crate::profile::Profile;

pub(crate) static MISSPELT_FIELD: Lint = Lint {
    code: "R101",
    name: "misspelt-field",
    severity: Severity::Warning,
    summary: "Google accepts this misspelt field; other crawlers skip the line.",
    page: "\
Google's parser takes a few frequent misspellings (`dissallow`, `useragent`, `site-map`) and every key that begins with
a field's name (`Disallowed`). RFC 9309 has no such list, so a crawler that follows it skips the line: what
you closed for Google is open for the others.",
    example: b"User-agent: *\nDissallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some("Writes the field as it should be. For Google nothing changes."),
    references: &[
        "google/robotstxt, robots.cc: `KeyIsDisallow` and its kin",
        "RFC 9309, section 2.2",
    ],
};

pub(crate) static UNREAD_MISSPELLING: Lint = Lint {
    code: "R102",
    name: "unread-misspelling",
    severity: Severity::Error,
    summary: "The field looks like one that crawlers know, but no crawler reads it: the line does nothing.",
    page: "\
Google's parser forgives some misspellings, but not this one; other crawlers forgive fewer. The line is skipped
without a warning, and what it should open or close stays as it was. A dash that a word processor puts in the place of a hyphen
(`User–agent`) is such a misspelling too.",
    example: b"User-agent: *\nDisalllow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some("Writes the field as it should be, so that the line takes effect."),
    references: &["google/robotstxt, robots.cc: `KeyIsDisallow` and its kin"],
};

pub(crate) static MISSING_COLON: Lint = Lint {
    code: "R104",
    name: "missing-colon",
    severity: Severity::Warning,
    summary: "The colon is missing: Google reads the line all the same, other crawlers skip it.",
    page: "\
Without a colon Google's parser takes white space for it, if the line has exactly two words. RFC 9309 demands the colon,
and a crawler that follows it skips the line.",
    example: b"User-agent: *\nDisallow /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some("Puts the colon after the field. For Google nothing changes."),
    references: &["google/robotstxt, robots.cc: `GetKeyAndValueFrom`", "RFC 9309, section 2.2"],
};

pub(crate) static NO_DIRECTIVE: Lint = Lint {
    code: "R105",
    name: "no-directive",
    severity: Severity::Error,
    summary: "The line has no field and no colon: every crawler skips it.",
    page: "\
A line is a field, a colon and a value, or a comment that begins with `#`. Anything else is skipped without a warning. A line
without a colon is forgiven by Google if it has exactly two words; with three (`Disallow /a /b`) it is lost.",
    example: b"User-agent: *\n// not for crawlers\nDisallow: /private\n",
    instead: b"User-agent: *\n# // not for crawlers\nDisallow: /private\n",
    fix: Some("Makes a comment of a line that begins with no field. No crawler reads the line either way."),
    references: &["Google, *File format*", "RFC 9309, section 2.2"],
};

pub(crate) static FIELD_SWALLOWS_VALUE: Lint = Lint {
    code: "R106",
    name: "field-swallows-value",
    severity: Severity::Error,
    summary: "The colon after the field is missing, and the line is split at a later one: half of the value is lost.",
    page: "\
The first colon of a line separates field and value, wherever it stands. In `Sitemap https://example.com/sitemap.xml` that is the
colon of `https:`, and the value becomes `//example.com/sitemap.xml`. Google still takes the field, because it begins with a name
that it knows; other crawlers skip the line.",
    example: b"Sitemap https://example.com/sitemap.xml\n",
    instead: b"Sitemap: https://example.com/sitemap.xml\n",
    fix: Some("Puts the colon after the field, so that the whole value counts."),
    references: &["google/robotstxt, robots.cc: `GetKeyAndValueFrom`"],
};

/// Looks at a line alone.
#[inline]
pub(crate) fn check(line: LineRead<'_, '_>, report: &mut Report<'_>) {
    match line {
        LineRead::WithoutKey(line) => without_key(line, report),
        LineRead::Keyed(keyed) => {
            let is_exact = keyed.spelling == Spelling::Exact;
            if keyed.field == Field::Other
                || !is_exact
                || keyed.directive.separator != Separator::Colon
            {
                key(keyed, report);
            }
            report.in_group |= keyed.field == Field::UserAgent;
        }
    }
}

/// A line whose key is no field's own name, or that has no colon.
#[cold]
fn key(keyed: &KeyedLine<'_>, report: &mut Report<'_>) {
    let (key, place) = (keyed.directive.key(), keyed.key_place());
    if encoding::invisible_start(key) > 0 {
        return; // a lint of its own
    }
    if let Some((field, end)) = swallowed(key) {
        return field_swallows_value(keyed, field, end, report);
    }
    let no_colon = keyed.directive.separator == Separator::MissingColon;
    if keyed.field != Field::Other {
        if no_colon {
            missing_colon(key, place, Effect::KeepsVerdicts, report);
        }
        if keyed.spelling != Spelling::Exact {
            misspelt(keyed, keyed.field, Effect::KeepsVerdicts, report);
        }
        return;
    }
    // Not read in this reading; in Google's it may be.
    let meant = quotes::field_meant(key, nearly);
    if let Some(meant) = meant.as_ref().filter(|meant| meant.is_quoted) {
        return quotes::quoted_line(keyed, meant.field, report);
    }
    let near = nearly(key).or_else(|| meant.map(|meant| meant.field));
    match (Field::from_key(key, Profile::GOOGLE).0, near) {
        (Field::Other, Some(field)) => unread_misspelling(keyed, field, report),
        (Field::Other, None) if no_colon => without_key(keyed.line, report),
        (Field::Other, None) => extension_fields::check(keyed, report),
        (field, _) => misspelt(keyed, field, Effect::TakesEffect, report),
    }
}

/// A line without a key: neither a colon nor two words.
#[cold]
fn without_key(line: Line<'_>, report: &mut Report<'_>) {
    let text = line.text.slice(report.file());
    let place = Place { line: line.number, span: line.text };
    let mut words = text.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let field = match Field::from_key(first, Profile::GOOGLE) {
        (Field::Other, _) => nearly(first),
        (_, Spelling::Exact) if words.next().is_some() && words.next().is_none() => {
            let end = line.text.start + first.len() as u32;
            let place = Place { span: Span { end, ..line.text }, ..place };
            return missing_colon(first, place, Effect::TakesEffect, report);
        }
        (field, _) => Some(field),
    };
    report.add(&NO_DIRECTIVE, place, || {
        let words = Words::new(format!("crawlers ignore the line {}", Quoted(text)));
        if let Some(field) = field {
            let name = field.title();
            return words.help(format!("write `{name}: value`, one value a line"));
        }
        let start = Span { end: line.text.start, ..line.text };
        let fix = Fix::new("make it a comment".into(), Effect::KeepsVerdicts, start, "# ");
        words.help("if it is a remark, put `#` in front of it").fix(fix)
    });
}

/// The field and its length, if `key` is a field, a blank, and what should be the value: `Sitemap https`.
fn swallowed(key: &[u8]) -> Option<(Field, usize)> {
    let end = key.iter().position(|&byte| is_space(byte))?;
    let (field, spelling) = Field::from_key(&key[..end], Profile::GOOGLE);
    let value = key[end..].trim_ascii_start();
    let is_value = value.starts_with(b"/")
        || value.starts_with(b"*")
        || value.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"http"));
    (field != Field::Other && spelling == Spelling::Exact && is_value).then_some((field, end))
}

fn field_swallows_value(keyed: &KeyedLine<'_>, field: Field, end: usize, report: &mut Report<'_>) {
    let span = keyed.directive.key_span;
    report.add(&FIELD_SWALLOWS_VALUE, keyed.key_place(), || {
        let end = span.start + end as u32;
        let gap = Span { start: end, end };
        let fix = Fix::new("put a colon after the field".into(), Effect::TakesEffect, gap, ":");
        let message = format!(
            "the colon after `{}` is missing: the line is split at the next colon, and its value is {}",
            field.title(),
            Quoted(keyed.directive.value()),
        );
        Words::new(message).help("put a colon after the field").fix(fix)
    });
}

fn misspelt(keyed: &KeyedLine<'_>, field: Field, effect: Effect, report: &mut Report<'_>) {
    let (key, name) = (keyed.directive.key(), field.title());
    report.add(&MISSPELT_FIELD, keyed.key_place(), || {
        let write = format!("write `{name}`");
        let fix = Fix::new(write.clone(), effect, keyed.directive.key_span, name);
        let message = format!(
            "{} is a misspelling of `{name}` that Google accepts and few others do",
            Quoted(key)
        );
        Words::new(message).help(write).fix(fix)
    });
}

fn missing_colon(key: &[u8], place: Place, effect: Effect, report: &mut Report<'_>) {
    let end = place.span.end;
    report.add(&MISSING_COLON, place, || {
        let gap = Span { start: end, end };
        let fix = Fix::new("put a colon after it".into(), effect, gap, ":");
        let message = format!(
            "the colon after {} is missing: Google accepts the space instead, others skip the line",
            Quoted(key)
        );
        Words::new(message).help("put a colon after it").fix(fix)
    });
}

fn unread_misspelling(keyed: &KeyedLine<'_>, field: Field, report: &mut Report<'_>) {
    let (key, name) = (keyed.directive.key(), field.title());
    report.add(&UNREAD_MISSPELLING, keyed.key_place(), || {
        let span = keyed.directive.key_span;
        let fix =
            Fix::new(format!("write `{name}`"), Effect::TakesEffect, span, with_colon(keyed, name));
        let message = format!(
            "no crawler reads the field {}, not even Google's; did you mean `{name}`?",
            Quoted(key)
        );
        Words::new(message).help(format!("write `{name}`")).fix(fix)
    });
}

/// The field that `key` is one or two slips away from.
fn nearly(key: &[u8]) -> Option<Field> {
    [Field::UserAgent, Field::Disallow, Field::Sitemap, Field::Allow].into_iter().find(|field| {
        let name = field.name().as_bytes();
        edit_distance::slips(key, name, 2) <= if name.len() < 6 { 1 } else { 2 }
    })
}

/// The field's name; with a colon, if the line has none.
fn with_colon(keyed: &KeyedLine<'_>, name: &str) -> String {
    let colon = if keyed.directive.separator == Separator::Colon { "" } else { ":" };
    format!("{name}{colon}")
}
