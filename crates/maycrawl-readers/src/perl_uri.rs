//! References in a robots.txt as Perl's module URI resolves them. WWW::RobotRules is written with it.

use alloc::vec::Vec;

use memchr::memchr;

use maycrawl::internals::escape;

/// True for what the module leaves as it is.
pub(super) fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b";/?:@&=+$,-_.!~*'()%#".contains(&byte)
}

/// All that is not plain is escaped, byte by byte.
pub(super) fn escaped(text: &[u8]) -> Vec<u8> {
    escape::escaped(text, is_plain)
}

/// Path and query of `URI->new_abs(value, "https://host/robots.txt")`. `None` if that is no URL of the host, as far as
/// the value alone tells: a whole URL of the same host is a rule for the program.
pub(super) fn rule(value: &[u8]) -> Option<Vec<u8>> {
    let value = unwrapped(value);
    if has_scheme(value) || value.starts_with(b"//") {
        return None;
    }
    let text = escaped(value);
    let (before_query, query) = text.split_at(memchr(b'?', &text).unwrap_or(text.len()));
    // What looks like a scheme is none here, but the module skips it to find the path.
    let path = without_host(without_prefix(before_query));
    Some(match path {
        [] => [b"/robots.txt", query].concat(),
        [b'/', ..] if text.starts_with(b"/") => text,
        [b'/', ..] => [b"/", &*text].concat(),
        _ => [&*joined(path), query].concat(),
    })
}

/// Without the `<URL:>` or the quotes that people write around a URL.
fn unwrapped(value: &[u8]) -> &[u8] {
    let inner = |value: &[u8], start: &[u8], end: &[u8]| {
        let is_around = value.len() > 1 && value.starts_with(start) && value.ends_with(end);
        is_around.then(|| 1..value.len() - 1)
    };
    let mut value = value;
    if let Some(range) = inner(value, b"<", b">") {
        value = &value[range];
        value = value.strip_prefix(b"URL:").unwrap_or(value);
    }
    if let Some(range) = inner(value, b"\"", b"\"") {
        value = &value[range];
    }
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
    let from = value.iter().position(|byte| !is_space(byte)).unwrap_or(value.len());
    let to = value.iter().rposition(|byte| !is_space(byte)).map_or(from, |at| at + 1);
    &value[from..to]
}

fn has_scheme(value: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = value.iter().position(|byte| !is_part(byte));
    value.first().is_some_and(u8::is_ascii_alphabetic) && end.is_some_and(|end| value[end] == b':')
}

/// The text after a colon that stands before any `/`, if a character stands before it.
fn without_prefix(text: &[u8]) -> &[u8] {
    match text.iter().position(|byte| matches!(byte, b':' | b'/')) {
        Some(at) if at > 0 && text[at] == b':' => &text[at + 1..],
        _ => text,
    }
}

fn without_host(text: &[u8]) -> &[u8] {
    match text.strip_prefix(b"//") {
        Some(rest) => &rest[memchr(b'/', rest).unwrap_or(rest.len())..],
        None => text,
    }
}

/// A path without a slash at its start, below `/`, without dot segments. `..` at the start stay, and so match no URL.
fn joined(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    let mut ends_open = true;
    for segment in path.split(|&byte| byte == b'/') {
        ends_open = false;
        match segment {
            b"." => ends_open = true,
            b".." if kept.last().is_some_and(|last| *last != b"..") => {
                kept.pop();
                ends_open = true;
            }
            segment => kept.push(segment),
        }
    }
    if ends_open {
        kept.push(b"");
    }
    [b"/", &*kept.join(&b'/')].concat()
}
