//! Lints about fields: misspelt, unknown, or without a colon.

use alloc::format;

use maycrawl::Profile;
use maycrawl::field::{Field, Spelling};
use maycrawl::internals::{edit_distance, is_space};
use maycrawl::line::{Line, Separator, Span};

use super::diagnostic::LintReason;
use super::fix::{Fix, FixEffect, gap};
use super::line_index::{ContentLine, KeyedLine};
use super::lints::{
    FIELD_SWALLOWS_VALUE, MERGE_CONFLICT, MISSING_COLON, MISSPELT_FIELD, NO_DIRECTIVE,
    UNREAD_MISSPELLING,
};
use super::report::{FindingText, Place, Quoted, Report};
use super::{encoding, extension_fields, quotes};

/// Checks a single line.
#[inline]
pub(crate) fn check(line: ContentLine<'_, '_>, report: &mut Report<'_>) {
    match line {
        ContentLine::WithoutKey(line) => without_key(line, report),
        ContentLine::Keyed(keyed) => {
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

/// True for a line that a version control system writes where two versions of a file conflict.
fn is_conflict_marker(text: &[u8]) -> bool {
    [&b"<<<<<<<"[..], b"|||||||", b">>>>>>>"].iter().any(|marker| {
        text.strip_prefix(*marker)
            .is_some_and(|rest| rest.first().is_none_or(|&byte| is_space(byte)))
    })
}

/// Checks a line whose key is not exactly the name of a field, or that has no colon.
#[cold]
fn key(keyed: &KeyedLine<'_>, report: &mut Report<'_>) {
    let (key, place) = (keyed.directive.key(), keyed.key_place());
    if encoding::invisible_start(key) > 0 {
        return; // `invisible-character` reports it
    }
    if let Some((field, end)) = field_with_value(key) {
        return field_swallows_value(keyed, field, end, report);
    }
    let no_colon = keyed.directive.separator == Separator::MissingColon;
    if keyed.field != Field::Other {
        if no_colon {
            missing_colon(key, place, FixEffect::KeepsVerdicts, report);
        }
        if keyed.spelling != Spelling::Exact {
            misspelt(keyed, keyed.field, FixEffect::KeepsVerdicts, report);
        }
        return;
    }
    // This profile does not read the key as a field; Google's profile may.
    let intended = quotes::intended_field(key, similar_field);
    if let Some(intended) = intended.as_ref().filter(|intended| intended.is_quoted) {
        return quotes::quoted_line(keyed, intended.field, report);
    }
    let similar = similar_field(key).or_else(|| intended.map(|intended| intended.field));
    match (Field::from_key(key, Profile::GOOGLE).0, similar) {
        (Field::Other, Some(field)) => unread_misspelling(keyed, field, report),
        (Field::Other, None) if no_colon => without_key(keyed.line, report),
        (Field::Other, None) => extension_fields::check(keyed, report),
        (field, _) => misspelt(keyed, field, FixEffect::Mends, report),
    }
}

/// Reports a line without a key: it has neither a colon nor exactly two words.
#[cold]
fn without_key(line: Line<'_>, report: &mut Report<'_>) {
    let text = line.text.slice(report.file());
    let place = Place { line: line.number, span: line.text };
    if is_conflict_marker(text) {
        return report.add(&MERGE_CONFLICT, place, || {
            FindingText::new(format!(
                "the line {} marks a merge conflict: crawlers read the rules of both versions",
                Quoted(text)
            ))
            .help("keep one version of the lines, and remove the markers")
        });
    }
    // In a file with a conflict this is the line between the versions, and goes with the markers.
    if text == b"======="
        && report.file().split(|&byte| matches!(byte, b'\n' | b'\r')).any(is_conflict_marker)
    {
        return;
    }
    let is_other_format = report.is_other_format;
    let mut words = text.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let field = match Field::from_key(first, Profile::GOOGLE) {
        (Field::Other, _) => similar_field(first),
        // Google takes the space between two words for the colon. The line is here because RFC 9309 does not, so under
        // this profile the colon makes the line take effect.
        (_, Spelling::Exact) if words.next().is_some() && words.next().is_none() => {
            let end = line.text.start + first.len() as u32;
            let place = Place { span: Span { end, ..line.text }, ..place };
            return missing_colon(first, place, FixEffect::Mends, report);
        }
        (field, _) => Some(field),
    };
    report.add(&NO_DIRECTIVE, place, || {
        let finding = FindingText::new(format!("crawlers ignore the line {}", Quoted(text)));
        if let Some(field) = field {
            let name = field.title().unwrap_or_default();
            return finding.help(format!("write `{name}: value`, with one value on each line"));
        }
        if is_other_format {
            return finding.help("replace the file");
        }
        let start = Span { end: line.text.start, ..line.text };
        let fix = Fix::new("make it a comment".into(), FixEffect::KeepsVerdicts, start, "# ");
        finding.help("if it is a comment, add `#` at its start").fix(fix)
    });
}

/// The field and its length, if `key` is a field, a blank, and the start of the value: `Sitemap https`.
fn field_with_value(key: &[u8]) -> Option<(Field, usize)> {
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
        let fix = Fix::new("add a colon after the field".into(), FixEffect::Mends, gap, ":");
        let message = format!(
            "the colon after `{}` is missing: crawlers split the line at the next colon and read the value {}",
            field.title().unwrap_or_default(),
            Quoted(keyed.directive.value()),
        );
        FindingText::new(message).help("add a colon after the field").fix(fix)
    });
}

fn misspelt(keyed: &KeyedLine<'_>, field: Field, effect: FixEffect, report: &mut Report<'_>) {
    let (key, name) = (keyed.directive.key(), field.title().unwrap_or_default());
    if is_longer_name(key, field) {
        return longer_name(keyed, field, report);
    }
    report.add(&MISSPELT_FIELD, keyed.key_place(), || {
        let write = format!("write `{name}`");
        let fix = Fix::new(write.clone(), effect, keyed.directive.key_span, name);
        let message = format!(
            "{} is a misspelling of `{name}`: Google accepts it, but not every crawler does",
            Quoted(key)
        );
        FindingText::new(message).help(write).fix(fix)
    });
}

/// The fields of draft-canel-robots-ai-control, which has expired.
const OF_AN_EXPIRED_DRAFT: [&str; 2] = ["DisallowAITraining", "AllowAITraining"];

pub(crate) const LONGER_FIELD: LintReason = LintReason {
    name: "longer-field",
    text: "Google reads every field that begins with the name of one as that one; most other crawlers skip the line.",
};

/// True for a name of its own that begins with that of a field, and is no slip of it: `DisallowAITraining`.
fn is_longer_name(key: &[u8], field: Field) -> bool {
    let name = field.name().unwrap_or_default().as_bytes();
    let begins = key.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    begins && edit_distance::slips(key, name, 2) > 2
}

/// Reports such a name. It has no fix: what its author means by it is no rule for all crawlers.
fn longer_name(keyed: &KeyedLine<'_>, field: Field, report: &mut Report<'_>) {
    let (key, name) = (keyed.directive.key(), field.title().unwrap_or_default());
    report.add(&MISSPELT_FIELD, keyed.key_place(), || {
        let is_of_draft =
            OF_AN_EXPIRED_DRAFT.iter().any(|of| key.eq_ignore_ascii_case(of.as_bytes()));
        let what = if is_of_draft { ", a field of a draft that has expired," } else { "" };
        let message = format!(
            "Google reads {}{what} as `{name}`, and most other crawlers skip the line",
            Quoted(key)
        );
        let help =
            format!("remove the line, or write `{name}` if every crawler should obey the rule");
        let whole = keyed.value_at().whole;
        FindingText::new(message)
            .because(LONGER_FIELD)
            .help(help)
            .choice("make the line a comment", gap(whole.start), "# ")
            .choice(format!("write `{name}`"), keyed.directive.key_span, keyed.with_colon(name))
    });
}

fn missing_colon(key: &[u8], place: Place, effect: FixEffect, report: &mut Report<'_>) {
    let end = place.span.end;
    report.add(&MISSING_COLON, place, || {
        let gap = Span { start: end, end };
        let fix = Fix::new("add a colon after it".into(), effect, gap, ":");
        let message = format!(
            "the colon after {} is missing: Google accepts the space instead, some other crawlers skip the line",
            Quoted(key)
        );
        FindingText::new(message).help("add a colon after it").fix(fix)
    });
}

fn unread_misspelling(keyed: &KeyedLine<'_>, field: Field, report: &mut Report<'_>) {
    let (key, name) = (keyed.directive.key(), field.title().unwrap_or_default());
    report.add(&UNREAD_MISSPELLING, keyed.key_place(), || {
        let span = keyed.directive.key_span;
        let fix =
            Fix::new(format!("write `{name}`"), FixEffect::Mends, span, keyed.with_colon(name));
        let message = format!(
            "no crawler reads the field {}, not even Google; did you mean `{name}`?",
            Quoted(key)
        );
        FindingText::new(message).help(format!("write `{name}`")).fix(fix)
    });
}

/// The field whose name is one or two typing mistakes away from `key`.
fn similar_field(key: &[u8]) -> Option<Field> {
    [Field::UserAgent, Field::Disallow, Field::Sitemap, Field::Allow].into_iter().find(|field| {
        let name = field.name().unwrap_or_default().as_bytes();
        edit_distance::slips(key, name, 2) <= if name.len() < 6 { 1 } else { 2 }
    })
}
