//! Percent-escapes: the normal forms in which patterns and paths are compared.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::profile::{Escapes, LeadingSlash, Profile};
use crate::text::scan;

/// Escapes every byte above 0x7F and changes existing escapes to upper case, as a crawler does before it requests a
/// URL.
///
/// The library takes a URL as given, because its caller is a crawler that has escaped it already (google/robotstxt's
/// contract). For URLs from people or from pages use [`RequestUrl`](crate::RequestUrl), which does this and
/// everything else that clients do.
///
/// Cost: O(bytes). Borrows if nothing changes.
///
/// ```
/// assert_eq!(&*maycrawl::escape_url("https://example.com/ä?q=%c3".as_bytes()),
///            b"https://example.com/%C3%A4?q=%C3");
/// ```
#[must_use]
pub fn escape_url(url: &[u8]) -> Cow<'_, [u8]> {
    upper_cased(url)
}

/// The normal form of a pattern.
pub fn pattern(written: &[u8], profile: Profile) -> Cow<'_, [u8]> {
    let normal = escaped_pattern(written, profile.escapes);
    if profile.leading_slash == LeadingSlash::Assumed && lacks_slash(written) {
        return Cow::Owned([b"/", &*normal].concat());
    }
    normal
}

/// True for a pattern that does not begin with `/`. An empty pattern does not count.
pub fn lacks_slash(written: &[u8]) -> bool {
    written.first().is_some_and(|&byte| byte != b'/')
}

fn escaped_pattern(written: &[u8], escapes: Escapes) -> Cow<'_, [u8]> {
    match escapes {
        Escapes::UpperCased => upper_cased(written),
        Escapes::UnreservedDecoded => {
            let anchor = usize::from(written.ends_with(b"$"));
            let body = &written[..written.len() - anchor];
            match unreserved_decoded(body, |byte| byte == b'$') {
                Cow::Borrowed(_) => Cow::Borrowed(written),
                Cow::Owned(mut body) => {
                    body.extend_from_slice(&written[written.len() - anchor..]);
                    Cow::Owned(body)
                }
            }
        }
    }
}

/// The normal form of the path of a URL.
#[inline]
pub fn path(given: Cow<'_, [u8]>, escapes: Escapes) -> Cow<'_, [u8]> {
    match escapes {
        Escapes::UpperCased => given,
        Escapes::UnreservedDecoded => decoded_path(given),
    }
}

fn decoded_path(given: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let is_special = |byte| byte == b'*' || byte == b'$';
    match given {
        Cow::Borrowed(given) => unreserved_decoded(given, is_special),
        Cow::Owned(given) => Cow::Owned(unreserved_decoded(&given, is_special).into_owned()),
    }
}

/// `%aa` becomes `%AA`, a byte above 0x7F becomes `%XX`. An incomplete escape stays as it is.
fn upper_cased(text: &[u8]) -> Cow<'_, [u8]> {
    let needs_change = |rest: &[u8]| match rest {
        [b'%', a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
            a.is_ascii_lowercase() || b.is_ascii_lowercase()
        }
        [byte, ..] => !byte.is_ascii(),
        [] => false,
    };
    // Most patterns need no change. A fast search for the bytes that may need one comes first.
    if !scan::has_escape_or_non_ascii(text) {
        return Cow::Borrowed(text);
    }
    if !(0..text.len()).any(|i| needs_change(&text[i..])) {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut rest = text;
    loop {
        rest = match rest {
            [] => return Cow::Owned(out),
            [b'%', a, b, rest @ ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                out.extend([b'%', a.to_ascii_uppercase(), b.to_ascii_uppercase()]);
                rest
            }
            [byte, rest @ ..] => {
                push(&mut out, *byte, !byte.is_ascii());
                rest
            }
        }
    }
}

/// The form of RFC 9309 section 2.2.2: escapes of unreserved characters are decoded, all others are in upper case.
/// Bytes above 0x7F are escaped, and so are the `special` ones, which must not be taken for wildcards. A `%` that
/// does not begin an escape becomes `%25`. Otherwise a second decoding could find an escape that was not there
/// before.
fn unreserved_decoded(text: &[u8], special: impl Fn(u8) -> bool) -> Cow<'_, [u8]> {
    if text.iter().all(|&byte| byte.is_ascii() && byte != b'%' && !special(byte)) {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut rest = text;
    loop {
        rest = match rest {
            [] => return Cow::Owned(out),
            [b'%', a, b, rest @ ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                let byte = hex_value(*a) << 4 | hex_value(*b);
                push(&mut out, byte, !is_unreserved(byte));
                rest
            }
            [byte, rest @ ..] => {
                push(&mut out, *byte, !byte.is_ascii() || *byte == b'%' || special(*byte));
                rest
            }
        }
    }
}

/// Every byte for which `is_plain` does not hold as `%XX`.
pub fn escaped(text: &[u8], is_plain: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 16);
    for &byte in text {
        push(&mut out, byte, !is_plain(byte));
    }
    out
}

/// The two digits of the escape of a byte, in upper case.
pub const fn hex_digits(byte: u8) -> [u8; 2] {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    [HEX[(byte >> 4) as usize], HEX[(byte & 15) as usize]]
}

/// Adds a byte, as it is or as `%XX`.
pub fn push(out: &mut Vec<u8>, byte: u8, escaped: bool) {
    if escaped {
        let [high, low] = hex_digits(byte);
        out.extend([b'%', high, low]);
    } else {
        out.push(byte);
    }
}

/// The value of a hexadecimal digit.
pub const fn hex_value(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    }
}

/// The path percent-encode set of the URL standard, as the `url` crate has it, and `\`, which becomes `/`.
pub const fn may_be_in_path(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(byte, b'"' | b'#' | b'<' | b'>' | b'?' | b'`' | b'{' | b'}' | b'\\')
}

/// The special-query percent-encode set of the URL standard.
pub const fn may_be_in_query(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'"' | b'#' | b'<' | b'>' | b'\'')
}

/// RFC 3986 section 2.3.
pub const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}
