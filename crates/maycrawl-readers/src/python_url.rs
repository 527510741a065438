//! URLs as Python's `urllib.parse` decodes, splits and joins them. Several readers are written with it.

use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::internals::escape;

use super::axes::TwoSlashes;

/// `unquote`: escapes are decoded as UTF-8, and bad UTF-8 becomes U+FFFD.
pub(super) fn unquoted(text: &str) -> String {
    decoded(text, |_| false)
}

/// [`unquoted`], but escapes of bytes for which `is_kept` holds stay, in upper case.
pub(super) fn decoded(text: &str, is_kept: impl Fn(u8) -> bool) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    loop {
        rest = match rest {
            [] => break,
            [b'%', a, b, rest @ ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                let byte = escape::hex_value(*a) << 4 | escape::hex_value(*b);
                if is_kept(byte) {
                    out.extend([b'%', a.to_ascii_uppercase(), b.to_ascii_uppercase()]);
                } else {
                    out.push(byte);
                }
                rest
            }
            [byte, rest @ ..] => {
                out.push(*byte);
                rest
            }
        }
    }
    match String::from_utf8(out) {
        Ok(text) => text,
        Err(bad) => String::from_utf8_lossy(bad.as_bytes()).into_owned(),
    }
}

/// `quote`: all but unreserved characters and those of `safe` are escaped.
pub(super) fn quoted(text: &str, safe: &[u8]) -> Vec<u8> {
    escape::escaped(text.as_bytes(), |byte| escape::is_unreserved(byte) || safe.contains(&byte))
}

/// `urlunparse(urlparse(text))` of a text that may be a whole URL: without delimiters that nothing follows.
pub(super) fn rejoined(text: &str, two: TwoSlashes) -> String {
    let text = text.trim_start_matches(|c: char| c <= ' ');
    let text: String = text.chars().filter(|c| !matches!(c, '\t' | '\r' | '\n')).collect();
    if let Some((scheme, rest)) = text.split_once(':')
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    {
        // A text with a scheme begins with a letter, and so matches no path. What becomes of the rest does not matter.
        return [scheme, ":", rest].concat();
    }
    match text.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            let (host, rest) = rest.split_at(end);
            with_host(host, rest, two)
        }
        None => with_host("", &text, two),
    }
}

/// The part of a URL after its host, as [`rejoined`] leaves it when scheme and host are taken away.
pub(super) fn rejoined_path(path: &str, two: TwoSlashes) -> String {
    let path: String = path.chars().filter(|c| !matches!(c, '\t' | '\r' | '\n')).collect();
    with_host("", &path, two)
}

fn with_host(host: &str, rest: &str, two: TwoSlashes) -> String {
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    // Parameters are those of the last segment, and `;` alone is dropped.
    let last = rest.rfind('/').unwrap_or(0);
    let (path, parameters) = match rest[last..].find(';') {
        Some(at) => (&rest[..last + at], &rest[last + at + 1..]),
        None => (rest, ""),
    };
    let mut joined = String::with_capacity(rest.len() + 8);
    if !host.is_empty() || (path.starts_with("//") && two == TwoSlashes::Doubled) {
        joined.push_str("//");
        joined.push_str(host);
    }
    joined.push_str(path);
    for (delimiter, part) in [(';', parameters), ('?', query), ('#', fragment)] {
        if !part.is_empty() {
            joined.push(delimiter);
            joined.push_str(part);
        }
    }
    joined
}
