//! What word processors write: quotation marks around values and lines, and dashes that are no hyphens.
//!
//! Google, *Create a robots.txt file*: "Don't use a word processor; word processors often save files in a proprietary
//! format and can add unexpected characters, such as curly quotes".

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::diagnostic::{Lint, Severity};
use super::fix::{Effect, Fix};
use super::line_index::{KeyedLine, ValueAt};
use super::report::{Place, Quoted, Report, Words};
use crate::field::Field;
use crate::line::{Span, is_space};

pub(crate) static QUOTATION_MARKS: Lint = Lint {
    code: "R107",
    name: "quotation-marks",
    severity: Severity::Error,
    summary: "Quotation marks are part of the field or the value for every crawler: the line does nothing.",
    page: "\
A robots.txt needs no quotation marks. A word processor or a web page puts them in: `“/private/”` is a path that no URL has, and
`“Disallow` is not a field. Straight marks (`\"/private/\"`) do the same. Reported are values that begin with a quotation mark, and lines
whose field is known without it. Use a plain text editor. A dash from a word processor (`User–agent`) is reported as an unread
misspelling (R102).",
    example: b"User-agent: *\nDisallow: \xe2\x80\x9c/private/\xe2\x80\x9d\n",
    instead: b"User-agent: *\nDisallow: /private/\n",
    fix: Some("Takes the quotation marks out, so that the line takes effect."),
    references: &["Google, *Create a robots.txt file*: \"word processors ... can add unexpected characters, such as curly quotes\""],
};

/// Quotation marks in UTF-8; primes and corner brackets are used as such too.
const MARKS: [&str; 26] = [
    "\"", "'", "`", "\u{201c}", "\u{201d}", "\u{201e}", "\u{201f}", "\u{2018}", "\u{2019}",
    "\u{201a}", "\u{201b}", "\u{2032}", "\u{2033}", "\u{2039}", "\u{203a}", "\u{ab}", "\u{bb}",
    "\u{300a}", "\u{300b}", "\u{300c}", "\u{300d}", "\u{300e}", "\u{300f}", "\u{ff02}", "\u{ff07}",
    "\u{b4}",
];

/// Dashes in UTF-8 that stand where a hyphen is meant: hyphens of other kinds, figure, en and em dash, bar, minus.
const DASHES: [&str; 10] = [
    "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}", "\u{fe58}",
    "\u{fe63}", "\u{ff0d}",
];

/// Windows-1252, in which word processors save text: quotation marks, and en and em dash.
const WINDOWS_MARKS: core::ops::RangeInclusive<u8> = 0x91..=0x94;
const WINDOWS_DASHES: core::ops::RangeInclusive<u8> = 0x96..=0x97;

/// The text without the quotation marks that it begins with, and those that it ends with; `None` if it begins with none.
pub(crate) fn unquoted(text: &[u8]) -> Option<&[u8]> {
    // Most text begins with a slash or a letter.
    let &first = text.first()?;
    if first.is_ascii() && !matches!(first, b'"' | b'\'' | b'`') {
        return None;
    }
    let rest = without_start(text);
    (rest.len() < text.len()).then(|| without_end(rest))
}

fn without_start(mut text: &[u8]) -> &[u8] {
    while let Some(rest) =
        MARKS.iter().find_map(|mark| text.strip_prefix(mark.as_bytes())).or_else(|| match text {
            // Never the first byte of a character in UTF-8.
            [byte, rest @ ..] if WINDOWS_MARKS.contains(byte) => Some(rest),
            _ => None,
        })
    {
        text = rest;
    }
    text.trim_ascii_start()
}

fn without_end(mut text: &[u8]) -> &[u8] {
    while let Some(rest) =
        MARKS.iter().find_map(|mark| text.strip_suffix(mark.as_bytes())).or_else(|| match text {
            [rest @ .., byte]
                if WINDOWS_MARKS.contains(byte) && core::str::from_utf8(text).is_err() =>
            {
                Some(rest)
            }
            _ => None,
        })
    {
        text = rest;
    }
    text.trim_ascii_end()
}

/// The text with a hyphen for each dash; `None` if it has no dash.
pub(crate) fn with_hyphens(text: &[u8]) -> Option<Vec<u8>> {
    if text.is_ascii() {
        return None;
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, behind @ ..] = rest {
        let dash = DASHES.iter().find_map(|dash| rest.strip_prefix(dash.as_bytes()));
        // In UTF-8 such a byte only ever follows another one above 0x7F.
        let is_alone = out.last().is_none_or(u8::is_ascii);
        let (byte, next) = match dash {
            Some(next) => (b'-', next),
            None if WINDOWS_DASHES.contains(first) && is_alone => (b'-', behind),
            None => (*first, behind),
        };
        out.push(byte);
        rest = next;
    }
    (out != text).then_some(out)
}

/// The field that a key means once quotation marks are taken away and dashes are hyphens, if that makes it a field.
pub(crate) fn field_meant(key: &[u8], nearly: impl Fn(&[u8]) -> Option<Field>) -> Option<Meant> {
    let bare = without_end(without_start(key));
    let is_quoted = bare.len() < key.len();
    let hyphens = with_hyphens(bare);
    if !is_quoted && hyphens.is_none() {
        return None;
    }
    let bare: Cow<'_, [u8]> = hyphens.map_or(Cow::Borrowed(bare), Cow::Owned);
    let field = match Field::from_key(&bare, crate::profile::Profile::GOOGLE).0 {
        Field::Other => nearly(&bare)?,
        field => field,
    };
    Some(Meant { field, is_quoted })
}

/// A field that is hidden by quotation marks or dashes.
pub(crate) struct Meant {
    pub(crate) field: Field,
    pub(crate) is_quoted: bool,
}

/// A line whose key has quotation marks: `“Disallow: /y”`.
#[cold]
pub(crate) fn quoted_line(keyed: &KeyedLine<'_>, field: Field, report: &mut Report<'_>) {
    let (key, value) = (keyed.directive.key_span, keyed.directive.value_span);
    let span = Span { start: key.start, end: value.end };
    let text = span.slice(report.file());
    report.add(&QUOTATION_MARKS, Place { line: keyed.line.number, span }, || {
        let bare = without_end(without_start(keyed.directive.value()));
        let line = [field.title().as_bytes(), b": ", bare].concat();
        let write = format!("write {}", Quoted(&line));
        let fix = is_plain(bare)
            .then(|| Fix::new(write.clone(), Effect::TakesEffect, span, line.clone()));
        let message = format!(
            "{} is in quotation marks, so its field is not `{}`: every crawler skips the line",
            Quoted(text),
            field.title()
        );
        Words::new(message).help(write).fix(fix)
    });
}

/// A value that begins with a quotation mark: true if so, and it is reported.
pub(crate) fn quoted_value(at: ValueAt, what: &str, report: &mut Report<'_>) -> bool {
    let value = at.value.slice(report.file());
    let Some(bare) = unquoted(value) else { return false };
    report.add(&QUOTATION_MARKS, at.value_place(), || {
        let message = format!(
            "{} begins with a quotation mark, which is part of the value: {what}",
            Quoted(value)
        );
        let words = Words::new(message);
        if bare.is_empty() {
            return words.help("leave the value empty, or write it without quotation marks");
        }
        if !is_plain(bare) {
            return words.help("write one value a line, without quotation marks");
        }
        let write = format!("write {}", Quoted(bare));
        let fix = Fix::new(write.clone(), Effect::TakesEffect, at.value, bare);
        words.help(write).fix(fix)
    });
    true
}

/// Nothing in it is a second value or another quotation mark.
fn is_plain(bare: &[u8]) -> bool {
    let has_mark =
        || MARKS.iter().any(|mark| memchr::memmem::find(bare, mark.as_bytes()).is_some());
    !bare.is_empty() && !bare.iter().any(|&byte| is_space(byte)) && !has_mark()
}
