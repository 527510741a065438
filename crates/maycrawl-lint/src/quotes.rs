//! Characters that word processors add: quotation marks around values and lines, and dashes instead of hyphens.
//!
//! Google, *Create a robots.txt file*: "Don't use a word processor; word processors often save files in a proprietary
//! format and can add unexpected characters, such as curly quotes".

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use maycrawl::field::Field;
use maycrawl::internals::is_space;
use maycrawl::line::Span;

use super::fix::{Fix, FixEffect};
use super::line_index::{KeyedLine, ValueAt};
use super::lints::QUOTATION_MARKS;
use super::report::{FindingText, Place, Quoted, Report};

/// Quotation marks in UTF-8. Primes and corner brackets are also used as quotation marks.
const MARKS: [&str; 26] = [
    "\"", "'", "`", "\u{201c}", "\u{201d}", "\u{201e}", "\u{201f}", "\u{2018}", "\u{2019}",
    "\u{201a}", "\u{201b}", "\u{2032}", "\u{2033}", "\u{2039}", "\u{203a}", "\u{ab}", "\u{bb}",
    "\u{300a}", "\u{300b}", "\u{300c}", "\u{300d}", "\u{300e}", "\u{300f}", "\u{ff02}", "\u{ff07}",
    "\u{b4}",
];

/// Characters in UTF-8 that are used instead of a hyphen: other hyphens, figure, en and em dash, bar, minus.
const DASHES: [&str; 10] = [
    "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}", "\u{fe58}",
    "\u{fe63}", "\u{ff0d}",
];

/// Bytes of Windows-1252, an encoding that word processors use: quotation marks, and en and em dash.
const WINDOWS_MARKS: core::ops::RangeInclusive<u8> = 0x91..=0x94;
const WINDOWS_DASHES: core::ops::RangeInclusive<u8> = 0x96..=0x97;

/// The text without the quotation marks at its start and its end. `None` if it does not begin with one.
pub(crate) fn unquoted(text: &[u8]) -> Option<&[u8]> {
    // Most texts begin with a slash or a letter.
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
            // In UTF-8 such a byte is never the first byte of a character.
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

/// The text with each dash replaced by a hyphen. `None` if it has no dash.
pub(crate) fn with_hyphens(text: &[u8]) -> Option<Vec<u8>> {
    if text.is_ascii() {
        return None;
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        let dash = DASHES.iter().find_map(|dash| rest.strip_prefix(dash.as_bytes()));
        // In UTF-8 such a byte always follows another byte above 0x7F.
        let is_alone = out.last().is_none_or(u8::is_ascii);
        let (byte, next) = match dash {
            Some(next) => (b'-', next),
            None if WINDOWS_DASHES.contains(first) && is_alone => (b'-', tail),
            None => (*first, tail),
        };
        out.push(byte);
        rest = next;
    }
    (out != text).then_some(out)
}

/// The field that the key is without quotation marks and with hyphens instead of dashes, if it is one. `similar` finds
/// misspelt fields.
pub(crate) fn intended_field(
    key: &[u8],
    similar: impl Fn(&[u8]) -> Option<Field>,
) -> Option<IntendedField> {
    let bare = without_end(without_start(key));
    let is_quoted = bare.len() < key.len();
    let hyphens = with_hyphens(bare);
    if !is_quoted && hyphens.is_none() {
        return None;
    }
    let bare: Cow<'_, [u8]> = hyphens.map_or(Cow::Borrowed(bare), Cow::Owned);
    let field = match Field::from_key(&bare, maycrawl::Profile::GOOGLE).0 {
        Field::Other => similar(&bare)?,
        field => field,
    };
    Some(IntendedField { field, is_quoted })
}

/// The field that the author of a line intended.
pub(crate) struct IntendedField {
    pub(crate) field: Field,
    pub(crate) is_quoted: bool,
}

/// Reports a line whose key begins with a quotation mark: `“Disallow: /y”`.
#[cold]
pub(crate) fn quoted_line(keyed: &KeyedLine<'_>, field: Field, report: &mut Report<'_>) {
    let (key, value) = (keyed.directive.key_span, keyed.directive.value_span);
    let span = Span { start: key.start, end: value.end };
    let text = span.slice(report.file());
    report.add(&QUOTATION_MARKS, Place { line: keyed.line.number, span }, || {
        let bare = without_end(without_start(keyed.directive.value()));
        let line = [field.title().unwrap_or_default().as_bytes(), b": ", bare].concat();
        let write = format!("write {}", Quoted(&line));
        let fix =
            is_plain(bare).then(|| Fix::new(write.clone(), FixEffect::Mends, span, line.clone()));
        let message = format!(
            "{} is in quotation marks, so its field is not `{}`: Google skips the line",
            Quoted(text),
            field.title().unwrap_or_default()
        );
        FindingText::new(message).help(write).fix(fix)
    });
}

/// Reports a value that begins with a quotation mark. True if it does. `what` is the consequence.
pub(crate) fn quoted_value(at: ValueAt, what: &str, report: &mut Report<'_>) -> bool {
    let value = at.value.slice(report.file());
    let Some(bare) = unquoted(value) else { return false };
    report.add(&QUOTATION_MARKS, at.value_place(), || {
        let message = format!(
            "{} begins with a quotation mark, which is part of the value: {what}",
            Quoted(value)
        );
        let finding = FindingText::new(message);
        if bare.is_empty() {
            return finding
                .help("remove the quotation marks, or write a value without them")
                .choice("remove the quotation marks", at.value, "");
        }
        if !is_plain(bare) {
            return finding.help("write one value on each line, without quotation marks");
        }
        let write = format!("write {}", Quoted(bare));
        let fix = Fix::new(write.clone(), FixEffect::Mends, at.value, bare);
        finding.help(write).fix(fix)
    });
    true
}

/// True if the text is not empty and has no blank and no quotation mark.
fn is_plain(bare: &[u8]) -> bool {
    let has_mark =
        || MARKS.iter().any(|mark| memchr::memmem::find(bare, mark.as_bytes()).is_some());
    !bare.is_empty() && !bare.iter().any(|&byte| is_space(byte)) && !has_mark()
}
