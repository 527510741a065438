//! Fields: misspelt, unknown, without a colon.

use alloc::format;

use super::document::Keyed;
use super::{Effect, Fix, Lint, Quoted, Report, Severity, Words};
use crate::field::{Field, Spelling};
use crate::line::{Line, Separator, Span};
use crate::near;

pub(crate) static MISSPELT_FIELD: Lint = Lint {
    code: "R101",
    name: "misspelt-field",
    severity: Severity::Warning,
    summary: "Google reads the field all the same, other crawlers skip the line.",
    page: "\
Google's parser takes a few frequent misspellings (`dissallow`, `useragent`, `site-map`) and whatever begins with
a field's name (`Disallowed`). RFC 9309 has no such list, so for a crawler that follows it the line is not there: what
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
    summary: "The field looks like one that crawlers know, but none reads it: the line does nothing.",
    page: "\
Google's parser forgives some misspellings, and this is none of them; other crawlers forgive fewer. The line is skipped
without a word, and what it should open or close stays as it was.",
    example: b"User-agent: *\nDisalllow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some("Writes the field as it should be, so that the line takes effect."),
    references: &["google/robotstxt, robots.cc: `KeyIsDisallow` and its kin"],
};

pub(crate) static UNKNOWN_FIELD: Lint = Lint {
    code: "R103",
    name: "unknown-field",
    severity: Severity::Warning,
    summary: "No crawler that we know of reads this field: the line does nothing.",
    page: "\
A robots.txt has the fields `user-agent`, `allow`, `disallow` and `sitemap`; a few more are read by some. This one is none of
them. If it is a remark, put a `#` in front of it.",
    example: b"User-agent: *\nPriority: 5\nDisallow: /private\n",
    instead: b"User-agent: *\n# Priority: 5\nDisallow: /private\n",
    fix: None,
    references: &["RFC 9309, section 2.2.4"],
};

pub(crate) static MISSING_COLON: Lint = Lint {
    code: "R104",
    name: "missing-colon",
    severity: Severity::Warning,
    summary: "Google reads the line all the same, other crawlers skip it.",
    page: "\
Without a colon Google's parser takes white space for it, if the line has exactly two words. RFC 9309 demands the colon,
and a crawler that follows it skips the line.",
    example: b"User-agent: *\nDisallow /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some("Puts the colon behind the field. For Google nothing changes."),
    references: &["google/robotstxt, robots.cc: `GetKeyAndValueFrom`", "RFC 9309, section 2.2"],
};

/// A line whose key is no field's own name, or that has no colon.
#[cold]
pub(crate) fn key(keyed: &Keyed<'_>, report: &mut Report<'_>) {
    let (key, place) = (keyed.directive.key(), keyed.key_place());
    if keyed.directive.separator == Separator::MissingColon && keyed.field != Field::Other {
        missing_colon(keyed, report);
    }
    if keyed.field == Field::Other {
        if let Some(field) = nearly(key) {
            unread_misspelling(keyed, field, report);
        } else if Field::read_elsewhere(key).is_none() {
            report.add(&UNKNOWN_FIELD, place, || {
                Words::new(format!("{} is no field that a crawler reads", Quoted(key)))
            });
        }
    } else if keyed.spelling != Spelling::Exact {
        misspelt(keyed, report);
    }
}

/// A line without a key: neither a colon nor two words.
#[cold]
pub(crate) fn without_key(_line: Line<'_>, _report: &mut Report<'_>) {}

fn misspelt(keyed: &Keyed<'_>, report: &mut Report<'_>) {
    let (key, name) = (keyed.directive.key(), proper_name(keyed.field));
    report.add(&MISSPELT_FIELD, keyed.key_place(), || {
        let fix = Fix::new(
            format!("write `{name}`"),
            Effect::KeepsVerdicts,
            keyed.directive.key_span,
            name,
        );
        let message = format!("{} is read as `{name}` by Google, and by few others", Quoted(key));
        Words::new(message).help(format!("write `{name}`")).fix(fix)
    });
}

fn unread_misspelling(keyed: &Keyed<'_>, field: Field, report: &mut Report<'_>) {
    let (key, name) = (keyed.directive.key(), proper_name(field));
    report.add(&UNREAD_MISSPELLING, keyed.key_place(), || {
        let span = keyed.directive.key_span;
        let fix = Fix::new(format!("write `{name}`"), Effect::TakesEffect, span, name);
        let message =
            format!("{} is not read, not even by Google; did you mean `{name}`?", Quoted(key));
        Words::new(message).help(format!("write `{name}`")).fix(fix)
    });
}

fn missing_colon(keyed: &Keyed<'_>, report: &mut Report<'_>) {
    let end = keyed.directive.key_span.end;
    report.add(&MISSING_COLON, keyed.key_place(), || {
        let gap = Span { start: end, end };
        let fix = Fix::new("put a colon behind it".into(), Effect::KeepsVerdicts, gap, ":");
        let message = format!(
            "no colon behind {}: Google takes the blank for it, others skip the line",
            Quoted(keyed.directive.key())
        );
        Words::new(message).help("put a colon behind it").fix(fix)
    });
}

/// A field as people write it.
fn proper_name(field: Field) -> &'static str {
    match field {
        Field::UserAgent => "User-agent",
        Field::Allow => "Allow",
        Field::Disallow => "Disallow",
        Field::Sitemap => "Sitemap",
        Field::Other => "",
    }
}

/// The field that `key` is one or two slips away from.
fn nearly(key: &[u8]) -> Option<Field> {
    [Field::UserAgent, Field::Disallow, Field::Sitemap, Field::Allow].into_iter().find(|field| {
        let name = field.name().as_bytes();
        near::slips(key, name, 2) <= if name.len() < 6 { 1 } else { 2 }
    })
}
