//! What a file and a region are for clients that escape what no URL has.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::ops::Range;

use maycrawl::field::Field;
use maycrawl::internals::escape::{self, may_be_in_path, may_be_in_query};
use maycrawl::line::Separator;
use maycrawl::{Printable, RobotsTxt};

/// The file without the values of rules that match no path that clients request. Lines and groups stay where they are.
/// O(bytes).
///
/// What is called closed must be closed to the crawlers that it is said of. `Disallow: /my folder/` closes nothing to
/// Google, which requests `/my%20folder/`.
#[must_use]
pub fn as_requested<'r>(robots: &'r RobotsTxt<'r>) -> Cow<'r, RobotsTxt<'r>> {
    let mut read = None;
    for line in robots.lines() {
        let field = line.field(robots.profile());
        let Some((Field::Allow | Field::Disallow, _, directive)) = field else { continue };
        if unrequested(directive.value()).next().is_none() {
            continue;
        }
        let bytes: &mut Vec<u8> = read.get_or_insert_with(|| robots.as_bytes().to_vec());
        let span = directive.value_span;
        let Some(value) = bytes.get_mut(span.start as usize..span.end as usize) else { continue };
        value.fill(b' ');
        // A line without a colon needs two words. It must still end the names of its group.
        if directive.separator == Separator::MissingColon {
            value.iter_mut().take(1).for_each(|byte| *byte = b':');
        }
    }
    read.map_or(Cow::Borrowed(robots), |bytes| {
        Cow::Owned(RobotsTxt::parse_with(&bytes, robots.profile()).into_owned())
    })
}

/// Reads the pattern of a region that a person wrote: one that matches paths that clients request.
///
/// # Errors
/// It matches none of them, and what is said of no path is true. The message says what to write.
pub fn region_pattern(text: &str) -> Result<&str, String> {
    let shown = Printable(text.as_bytes());
    if !text.starts_with(['/', '*']) {
        return Err(format!(
            "the pattern `{shown}` matches no path, because paths begin with /; write /{shown}"
        ));
    }
    if let Some((before, _)) = text.split_once('#') {
        let before = Printable(before.as_bytes());
        return Err(format!(
            "`{shown}`: what follows a `#` is for browsers, and no crawler requests it; write {before}, or %23 for a `#` \
             of the path"
        ));
    }
    let Some(part) = unrequested(text.as_bytes()).next() else { return Ok(text) };
    let why = if part.len() == 1 { "escapes such characters" } else { "resolves dots" };
    let sent = sent(text.as_bytes());
    let write =
        if part.len() == 1 { Printable(&sent).to_string() } else { "it without them".into() };
    Err(format!("no crawler requests `{shown}`, because it {why}; write {write}"))
}

/// The places of a pattern that no path has that clients request: characters that they escape, `/../` and `/./`. The
/// characters of other alphabets are none, because rules have escapes for them too. O(pattern).
pub fn unrequested(pattern: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut part = Part::PATH;
    pattern.iter().enumerate().filter_map(move |(at, &byte)| {
        let dots = [&b"/../"[..], b"/./"].into_iter().find(|dots| pattern[at..].starts_with(dots));
        match dots.filter(|_| byte == b'/' && !part.may_be_query) {
            Some(dots) => Some(at..at + dots.len()),
            None => (!part.may_have(byte) && byte.is_ascii()).then_some(at..at + 1),
        }
    })
}

/// A pattern with the characters escaped that clients escape at their place.
pub(crate) fn sent(pattern: &[u8]) -> Vec<u8> {
    let mut part = Part::PATH;
    let mut text = Vec::with_capacity(pattern.len());
    for &byte in pattern {
        match (part.may_have(byte), byte) {
            (false, b'\\') => text.push(b'/'),
            (is_requested, _) => escape::push(&mut text, byte, !is_requested),
        }
    }
    text
}

/// The parts of a URL in which a character of a pattern may be.
struct Part {
    may_be_path: bool,
    may_be_query: bool,
}

impl Part {
    const PATH: Self = Self { may_be_path: true, may_be_query: false };

    /// Whether a URL may have the next character as it is.
    fn may_have(&mut self, byte: u8) -> bool {
        match byte {
            b'?' => {
                *self = Self { may_be_path: false, may_be_query: true };
                true
            }
            // It may reach into the query.
            b'*' => {
                self.may_be_query = true;
                true
            }
            _ => {
                (self.may_be_path && may_be_in_path(byte))
                    || (self.may_be_query && may_be_in_query(byte))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_no_client_meets_is_left_out_and_ends_its_group_all_the_same() {
        for (file, read) in [
            ("Disallow: /my folder/ # why\n", "Disallow:             # why\n"),
            ("Allow: /{id}\n", "Allow:      \n"),
            ("Disallow /{id}\n", "Disallow :    \n"),
            ("Disallow: /a\\b\n", "Disallow:     \n"),
            ("Disallow: /?q=a b\n", "Disallow:        \n"),
            ("Disallow: /a/./b\n", "Disallow:       \n"),
            ("Disallow: /*{x}\nDisallow: /?q={x}\nDisallow: /a?b|c\n", ""),
            ("Disallow: /é/*.css$\nSitemap: a b\n", ""),
        ] {
            let file = format!("User-agent: *\n{file}");
            let read =
                if read.is_empty() { file.clone() } else { format!("User-agent: *\n{read}") };
            let robots = RobotsTxt::parse(file.as_bytes());
            let found = as_requested(&robots);
            assert_eq!(String::from_utf8_lossy(found.as_bytes()), read);
        }
        let robots =
            RobotsTxt::parse(b"User-agent: a\nDisallow /{id}\nUser-agent: b\nDisallow: /\n");
        assert_eq!(as_requested(&robots).groups().count(), 2);
    }

    #[test]
    fn a_region_is_one_of_paths_that_clients_request() {
        for (written, right) in [
            ("/{id}/", Some("/%7Bid%7D/")),
            ("/a b", Some("/a%20b")),
            ("/a\\b/", Some("/a/b/")),
            ("/?q=<a>", Some("/?q=%3Ca%3E")),
            ("/a/../b/", Some("it without them")),
            ("shop/", Some("/shop/")),
            ("/a#b c", Some("/a, or %23 for a `#` of the path")),
            ("/é/?q={a}", None),
            ("*{a}", None),
            ("/*/../a", None),
        ] {
            match (region_pattern(written), right) {
                (Ok(read), None) => assert_eq!(read, written),
                (Err(told), Some(right)) => {
                    assert!(told.ends_with(&format!("; write {right}")), "{written}: {told}");
                }
                (found, _) => panic!("{written}: {found:?}"),
            }
        }
    }
}
