//! Plain URLs: those that a client requests exactly as they are written.
//!
//! Nearly every URL that a crawler asks about is in the normal form of the URL standard already, because it comes from
//! a parser: from a link that was resolved, a sitemap, a log. A parser reads it, splits it and puts together the same
//! text again, which costs thirteen checks. One pass over the bytes tells that there is nothing to change.
//!
//! The pass may be wrong in one direction only: a text that it leaves to the parser costs time; a text that it takes
//! and the parser would change costs a verdict. So it takes only what is certain, and leaves the rest: IDNA, IPv6,
//! addresses in unusual forms, user names, default ports, everything that a parser escapes, removes or resolves. The
//! tests of `request_url.rs` hold it equal to the parser.

use core::net::Ipv4Addr;

/// The length of the origin of `url` if a client requests the text exactly as it is written, 0 for a path; `None` if a
/// parser of URLs must read it first. Without the feature `origin` a program gives such a text to its own parser, and
/// what comes out to [`as_written`](crate::as_written).
///
/// ```
/// use maycrawl::requested_as_written;
///
/// assert_eq!(requested_as_written("https://example.com/a?b"), Some(19));
/// assert_eq!(requested_as_written("/a"), Some(0));
/// assert_eq!(requested_as_written("https://example.com/a/../b"), None);
/// assert_eq!(requested_as_written("https://EXAMPLE.com/a"), None);
/// ```
///
/// Cost: one pass over the bytes.
#[must_use]
pub fn requested_as_written(url: &str) -> Option<usize> {
    let is_path = || is_path(url.as_bytes()) && is_plain_path(url.as_bytes());
    requested_origin_end(url).or_else(|| is_path().then_some(0))
}

/// True for a path. `//` begins a host.
pub(crate) fn is_path(text: &[u8]) -> bool {
    text.first() == Some(&b'/') && text.get(1) != Some(&b'/')
}

/// The end of scheme, host and port in `url`, if they are in normal form and a path, a query, a fragment or nothing
/// follows. `None` if a parser must tell.
pub(crate) fn origin_end(url: &str) -> Option<usize> {
    let bytes = url.as_bytes();
    // Every other spelling of a scheme (`HTTPS:`, `https:\\`, a leading space) is for the parser.
    let (start, default_port) = match bytes {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => (8, 443),
        [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => (7, 80),
        [b'f', b't', b'p', b':', b'/', b'/', ..] => (6, 21),
        _ => return None,
    };
    let host = plain_host_end(url, start)?;
    let end = match bytes.get(host) {
        Some(b':') => plain_port_end(bytes, host + 1, default_port)?,
        _ => host,
    };
    // A `@` here would make a user name of what looks like the host.
    matches!(bytes.get(end), None | Some(b'/' | b'?' | b'#')).then_some(end)
}

/// As [`origin_end`], if a client requests the whole `url` as it is written.
pub(crate) fn requested_origin_end(url: &str) -> Option<usize> {
    let end = origin_end(url)?;
    is_plain_path(&url.as_bytes()[end..]).then_some(end)
}

/// The end of the host that begins at `start`: of names without labels that IDNA may reject or change, and of IPv4
/// addresses in their usual form.
fn plain_host_end(url: &str, start: usize) -> Option<usize> {
    let bytes = url.as_bytes();
    let mut label = start;
    loop {
        let rest = &bytes[label..];
        let length = rest.iter().position(|&byte| !is(byte, LABEL)).unwrap_or(rest.len());
        // `xn--` announces punycode, which can be invalid. An empty label is a dot too many; one at the end is legal.
        if length == 0 || rest.starts_with(b"xn--") {
            return None;
        }
        if rest.get(length) != Some(&b'.') {
            let end = label + length;
            // A host is an address if its last label is a number: `127.1`, `0x7f.1` and `1.2.3.04` are, in other
            // spellings.
            let is_plain =
                rest[0].is_ascii_lowercase() || url[start..end].parse::<Ipv4Addr>().is_ok();
            return is_plain.then_some(end);
        }
        label += length + 1;
    }
}

/// The end of the port that begins at `start`, if it is the shortest spelling of a port that is not the default.
fn plain_port_end(url: &[u8], start: usize, default: u16) -> Option<usize> {
    let mut port: u16 = 0;
    let mut end = start;
    while let Some(digit @ b'0'..=b'9') = url.get(end) {
        port = port.checked_mul(10)?.checked_add(u16::from(digit - b'0'))?;
        end += 1;
    }
    let has_zeros = end > start + 1 && url[start] == b'0';
    (end > start && port != default && !has_zeros).then_some(end)
}

/// True for a path, with or without a query, in which a parser changes nothing, and whose escapes are in upper case.
pub(crate) fn is_plain_path(path: &[u8]) -> bool {
    let begins_segment = |at: usize| path[at - 1] == b'/';
    let hex = |at: usize| path.get(at).is_some_and(|&byte| is(byte, HEX));
    if path.first() != Some(&b'/') {
        return false;
    }
    let mut at = 1;
    while let Some(plain) = path[at..].iter().position(|&byte| !is(byte, PATH)) {
        at += plain;
        let is_plain = match path[at] {
            // Of a segment that begins with a dot, only a name such as `.well-known` is certainly no dot segment.
            b'.' => !begins_segment(at) || path.get(at + 1).is_some_and(u8::is_ascii_alphanumeric),
            // `%2E` is a dot.
            b'%' => {
                hex(at + 1)
                    && hex(at + 2)
                    && !(begins_segment(at) && path[at..].starts_with(b"%2E"))
            }
            _ => false,
        };
        if !is_plain {
            return false;
        }
        at += 1;
    }
    true
}

/// What a byte may be part of.
const LABEL: u8 = 1;
const PATH: u8 = 2;
const HEX: u8 = 4;

fn is(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// The classes of each byte. The standard escapes `"`, `<`, `>`, `` ` ``, `{` and `}` in paths and `'` in queries; `^`
/// and `|` are left to the parser because versions of the standard differ.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut i = 0;
    while i < 256 {
        let byte = i as u8;
        if byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_') {
            classes[i] |= LABEL;
        }
        if byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'_' | b'~' | b'!' | b'$' | b'&' | b'(' | b')' | b'*' | b'+')
            || matches!(byte, b',' | b'/' | b':' | b';' | b'=' | b'?' | b'@')
        {
            classes[i] |= PATH;
        }
        if byte.is_ascii_digit() || matches!(byte, b'A'..=b'F') {
            classes[i] |= HEX;
        }
        i += 1;
    }
    classes
};
