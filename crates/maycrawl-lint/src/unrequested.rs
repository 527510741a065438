//! Rules that crawlers read, and that no URL or few URLs match: lists in one rule, and forms that clients change before
//! they request a URL.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use maycrawl::internals::escape::{hex_value, is_unreserved};
use maycrawl::internals::is_space;
use maycrawl::line::Span;
use maycrawl::profile::Escapes;
use maycrawl_effects::internals::unrequested as unrequested_in;

use super::fix::{Fix, FixEffect};
use super::line_index::{LineIndex, RuleAt};
use super::lints::{DOUBLE_ESCAPE, LIST_IN_PATH, NEEDLESS_ESCAPE, UNREQUESTED_PATH};
use super::paths::{ONE_PATH_A_LINE, is_expression, one_path_a_line};
use super::report::{FindingText, Place, Quoted, Report};

/// Checks the pattern of every rule that begins as paths do.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    for rule in &index.rules {
        let value = rule.at.value.slice(index.file);
        let is_special = |byte: &u8| {
            matches!(
                byte,
                b',' | b';'
                    | b'|'
                    | b'\\'
                    | b'"'
                    | b'<'
                    | b'>'
                    | b'{'
                    | b'}'
                    | b'%'
                    | b'.'
                    | b'`'
                    | b'\''
            )
        };
        if !matches!(value.first(), Some(b'/' | b'*')) || !value.iter().any(is_special) {
            continue;
        }
        list(rule, value, report);
        unrequested(rule, value, report);
        if value.contains(&b'%') {
            escapes(rule, value, report);
        }
    }
}

/// Reports `/a/,/b/` and `/a/,`. With a blank after the mark it is `blank-in-path`.
fn list(rule: &RuleAt, value: &[u8], report: &mut Report<'_>) {
    let is_mark = |byte: &u8| matches!(byte, b',' | b';' | b'|');
    let Some(at) = value.iter().position(is_mark) else { return };
    let is_list = || value.split(is_mark).all(|part| part.starts_with(b"/"));
    let ends_with_mark = || matches!(value, [b'/', .., b'/', b',' | b';']);
    // The `;` of `&eacute;` ends a character of HTML.
    let is_other = |&byte: &u8| is_space(byte) || byte == b'&';
    if value.iter().any(is_other) || !(is_list() || ends_with_mark()) {
        return;
    }
    let help = if at + 1 == value.len() { "remove the mark" } else { ONE_PATH_A_LINE };
    let paths: Vec<_> = value.split(is_mark).filter(|path| !path.is_empty()).collect();
    let split = one_path_a_line(&paths, rule, report.file());
    let start = rule.at.value.start + at as u32;
    let place = Place { line: rule.at.line, span: Span { start, end: start + 1 } };
    report.add(&LIST_IN_PATH, place, || {
        let mark = Quoted(&value[at..=at]);
        FindingText::new(format!(
            "crawlers read {} as one path: {mark} is part of it",
            Quoted(value)
        ))
        .help(help)
        .choice(help, rule.at.value, split.clone())
    });
}

/// Reports what clients change in a path.
fn unrequested(rule: &RuleAt, value: &[u8], report: &mut Report<'_>) {
    // A blank has its own lint.
    let mut places = unrequested_in(value).filter(|place| value[place.start].is_ascii_graphic());
    let Some(Range { start: at, end }) = places.next() else { return };
    let length = end - at;
    let help = match value[at] {
        b'/' => "write the path without it",
        // A regular expression has its own lint.
        _ if is_expression(value) => return,
        b'\\' => "write `/` for a backslash between folders",
        b'{' | b'}' => PLACEHOLDER,
        _ => "write its escape",
    };
    let start = rule.at.value.start + at as u32;
    let place = Place { line: rule.at.line, span: Span { start, end: start + length as u32 } };
    report.add(&UNREQUESTED_PATH, place, || {
        let part = Quoted(&value[at..end]);
        let message = format!(
            "no crawler requests a path with {part}, so for Google the rule {} matches nothing",
            Quoted(value)
        );
        // A placeholder goes on to its other brace.
        let end = value[at..].iter().position(|&byte| byte == b'}').filter(|_| value[at] == b'{');
        let star = end.map(|end| {
            let span = Span { start, end: start + end as u32 + 1 };
            Fix::new("write `*`".into(), FixEffect::Mends, span, "*")
        });
        // `/..` leads back to the folder before.
        let folder = memchr::memrchr(b'/', &value[..at]).filter(|_| length == 4).unwrap_or(at);
        let before = rule.at.value.start + folder as u32;
        let escape = || format!("%{:02X}", value[at]);
        let text = FindingText::new(message).help(help).choices(star);
        match value[at] {
            b'\\' => text.choice("write `/`", place.span, "/"),
            b'/' => text.choice(help, Span { start: before, ..place.span }, "/"),
            _ => text.choice(format!("write `{}`", escape()), place.span, escape()),
        }
    });
}

/// The help about a brace.
const PLACEHOLDER: &str = "write `*` if it is a placeholder, or its escape";

/// Reports escapes that URLs do not have.
fn escapes(rule: &RuleAt, value: &[u8], report: &mut Report<'_>) {
    let place = rule.at.value_place();
    let plain = without_needless_escapes(value);
    if plain != value {
        let decodes = report.profile().escapes == Escapes::UnreservedDecoded;
        report.add(&NEEDLESS_ESCAPE, place, || {
            let write = format!("write {}", Quoted(&plain));
            let effect = if decodes { FixEffect::KeepsVerdicts } else { FixEffect::Mends };
            let fix = Fix::new(write.clone(), effect, place.span, plain.clone());
            let message = format!(
                "URLs have {}, and Google does not match the rule {} with it",
                Quoted(&plain),
                Quoted(value)
            );
            FindingText::new(message).help(write).fix(fix)
        });
    }
    // A URL inside a query is escaped once more, and rightly so.
    let end = memchr::memchr(b'?', value).unwrap_or(value.len());
    let is_mark = |escape: &[u8]| escape.eq_ignore_ascii_case(b"%3f");
    let end = value[..end].windows(3).position(is_mark).unwrap_or(end);
    let once = escaped_once(&value[..end]);
    if once.len() < end {
        report.add(&DOUBLE_ESCAPE, place, || {
            let once = [&once, &value[end..]].concat();
            let message =
                format!("the rule {} matches only URLs that were escaped twice", Quoted(value));
            let write = format!("write {}", Quoted(&once));
            FindingText::new(message)
                .help(format!("{write} for URLs that were escaped once"))
                .choice(write, place.span, once)
        });
    }
}

fn is_hex(digits: &[u8]) -> bool {
    digits.len() == 2 && digits.iter().all(u8::is_ascii_hexdigit)
}

/// The path with `%XX` for each `%25XX`.
fn escaped_once(path: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    let mut rest = path;
    while let [first, tail @ ..] = rest {
        out.push(*first);
        let is_twice = matches!(rest, [b'%', b'2', b'5', a, b, ..] if is_hex(&[*a, *b]));
        rest = if is_twice { &rest[3..] } else { tail };
    }
    out
}

/// The pattern with the characters that need no escape, except `~`.
fn without_needless_escapes(value: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.len());
    let mut rest = value;
    while let [first, tail @ ..] = rest {
        let decoded = match rest {
            [b'%', a, b, ..] if is_hex(&[*a, *b]) => Some(hex_value(*a) << 4 | hex_value(*b)),
            _ => None,
        };
        // After a `%` that begins no escape, a digit would complete one: `%a%61` is not `%aa`.
        let completes = matches!(out[..], [.., b'%'] | [.., b'%', _])
            && decoded.is_some_and(|byte| byte.is_ascii_hexdigit());
        match decoded.filter(|&byte| is_unreserved(byte) && byte != b'~' && !completes) {
            Some(byte) => {
                out.push(byte);
                rest = &rest[3..];
            }
            None => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    out
}
