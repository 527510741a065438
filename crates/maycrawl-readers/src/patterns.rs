//! The normal forms of rules and paths, and how a rule matches a path.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::Profile;
use maycrawl::internals::{self, End, PathSearch, escape};
use maycrawl::verdict::RuleKind;

use super::axes::{Axes, Escapes, IndexPage, RobotsTxtItself, Wildcards};
use super::{glob, perl_uri, python_url};

/// The normal form of a rule, and how it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) bytes: Vec<u8>,
    length: usize,
    pub(super) how: Comparison,
}

/// How the bytes of a pattern are compared with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Comparison {
    /// `*` and a final `$` are special.
    Wildcards,
    /// `*` is special, and the path must end.
    ToTheEnd,
    /// The beginning of the path.
    Prefix,
    /// The whole path.
    Whole,
    /// A pattern of `fnmatch`.
    Glob,
    /// The beginning of the path, and at least one more byte of it, with stars.
    AndMore,
    /// `*` goes to the first place of the next byte. A final `$` is special.
    StarToNext,
    /// No path.
    Nothing,
}

impl Pattern {
    /// Matches every path.
    pub(super) const fn everything() -> Self {
        Self { bytes: Vec::new(), length: 0, how: Comparison::Prefix }
    }

    fn new(bytes: Vec<u8>, how: Comparison) -> Self {
        let length = bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        Self { bytes, length, how }
    }

    /// What counts where the longest rule wins, in characters: octets, if all else is escaped.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The length in UTF-16 without what is special.
    pub(super) fn plain_length(&self) -> usize {
        let text = String::from_utf8_lossy(&self.bytes);
        let body = text.strip_suffix('$').unwrap_or(&text);
        body.chars().filter(|&c| c != '*').map(char::len_utf16).sum()
    }

    pub(super) fn matches(&self, search: &PathSearch<'_>) -> bool {
        match self.how {
            Comparison::Wildcards => search.match_len(&self.bytes).is_some(),
            Comparison::ToTheEnd => search.match_body(&self.bytes, End::OfPath).is_some(),
            Comparison::AndMore => search
                .match_body(&self.bytes, End::Anywhere)
                .is_some_and(|end| end < search.path().len()),
            Comparison::StarToNext => matches_star_to_next(&self.bytes, search.path()),
            Comparison::Prefix => search.path().starts_with(&self.bytes),
            Comparison::Whole => search.path() == self.bytes,
            Comparison::Glob => glob::matches(&self.bytes, search.path()),
            Comparison::Nothing => false,
        }
    }
}

/// Calls `each` with the patterns that the value of a rule stands for: one, or some more for a `$` and an index page.
pub(super) fn of_rule(value: &[u8], allows: bool, axes: &Axes, mut each: impl FnMut(Pattern)) {
    let Some(bytes) = normal_rule(value, axes.escapes) else { return };
    match axes.wildcards {
        Wildcards::None => each(Pattern::new(bytes, Comparison::Prefix)),
        Wildcards::StarAndEnd | Wildcards::StarToNext => {
            let is_next = axes.wildcards == Wildcards::StarToNext;
            let form = if is_next { Comparison::StarToNext } else { Comparison::Wildcards };
            if let Some(directory) = index_directory(&bytes, allows, axes.index_page) {
                each(Pattern::new([directory, b"$"].concat(), form));
            }
            each(Pattern::new(bytes, form));
        }
        Wildcards::StarsNeedOne => each(with_needy_stars(&bytes)),
        Wildcards::StarAndEndOrDollar => {
            if value.contains(&b'$') {
                let text = String::from_utf8_lossy(value).replace('$', "%24");
                let bytes = normal_rule(text.as_bytes(), axes.escapes).unwrap_or_default();
                each(Pattern::new(bytes, Comparison::Wildcards));
            }
            if let Some(directory) = index_directory(&bytes, allows, axes.index_page) {
                each(Pattern::new([directory, b"$"].concat(), Comparison::Wildcards));
            }
            each(Pattern::new(bytes, Comparison::Wildcards));
        }
        Wildcards::StarAndEndAnywhere => each(with_end_anywhere(bytes)),
        Wildcards::Fnmatch => fnmatch(bytes, each),
    }
}

/// Without its final `$`, which does not count for the length. Two stars or more at the end stand for a byte at least.
fn with_needy_stars(bytes: &[u8]) -> Pattern {
    let (body, form) = match bytes.strip_suffix(b"$") {
        Some(body) => (body, Comparison::ToTheEnd),
        None => (bytes, Comparison::Wildcards),
    };
    let whole = Pattern::new(body.to_vec(), form);
    if !body.ends_with(b"**") {
        return whole;
    }
    let end = body.iter().rposition(|&byte| byte != b'*').map_or(0, |at| at + 1);
    Pattern { bytes: body[..end].to_vec(), how: Comparison::AndMore, ..whole }
}

/// The matcher of robotstxt 0.3: it forgets all places but the first one at which the byte after a star stands.
/// O(path + pattern).
fn matches_star_to_next(pattern: &[u8], path: &[u8]) -> bool {
    let (mut at, mut after_star) = (0, false);
    for (index, &byte) in pattern.iter().enumerate() {
        let rest = &path[at..];
        if byte == b'$' && index + 1 == pattern.len() {
            return after_star || rest.is_empty();
        }
        if byte == b'*' {
            after_star = true;
            continue;
        }
        let found = if after_star {
            memchr::memchr(byte, rest)
        } else {
            rest.first().filter(|&&first| first == byte).map(|_| 0)
        };
        let Some(found) = found else { return false };
        at += found + 1;
        after_star = false;
    }
    true
}

/// Only stars and more ends can follow an end.
fn with_end_anywhere(bytes: Vec<u8>) -> Pattern {
    let Some(end) = memchr::memchr(b'$', &bytes) else {
        return Pattern::new(bytes, Comparison::Wildcards);
    };
    let is_possible = bytes[end..].iter().all(|byte| matches!(byte, b'$' | b'*'));
    let whole =
        Pattern::new(bytes, if is_possible { Comparison::ToTheEnd } else { Comparison::Nothing });
    // The length is that of the whole rule.
    Pattern { bytes: whole.bytes[..end].to_vec(), ..whole }
}

/// The rule as plain text, and as a pattern of `fnmatch` if it has a star. All have the length of the rule.
fn fnmatch(bytes: Vec<u8>, mut each: impl FnMut(Pattern)) {
    let plain = Pattern::new(bytes, Comparison::Prefix);
    let length = plain.length;
    let has_star = plain.bytes.contains(&b'*');
    match plain.bytes.strip_suffix(b"$") {
        Some(body) => {
            // Without sets it is a pattern as others have it, and the bounded search of the engine finds it.
            let is_glob = body.iter().any(|byte| matches!(byte, b'[' | b'?'));
            let how = if is_glob { Comparison::Glob } else { Comparison::ToTheEnd };
            each(Pattern { bytes: body.to_vec(), length, how: Comparison::Whole });
            if has_star {
                each(Pattern { bytes: body.to_vec(), length, how });
            }
        }
        None if has_star && plain.bytes.contains(&b'[') => {
            // A `?` is a plain one here: robotspy writes `[?]` for it, also between brackets.
            let mut pattern = String::from_utf8_lossy(&plain.bytes).replace('?', "[?]");
            pattern.push('*');
            each(Pattern { bytes: pattern.into_bytes(), length, how: Comparison::Glob });
        }
        None if has_star => {
            each(Pattern { bytes: plain.bytes.clone(), length, how: Comparison::Wildcards });
        }
        None => {}
    }
    each(plain);
}

/// The directory that the rule about its index page also allows.
fn index_directory(normal_form: &[u8], allows: bool, page: IndexPage) -> Option<&[u8]> {
    match page {
        IndexPage::AllowsNoMore => None,
        IndexPage::Google => {
            let kind = if allows { RuleKind::Allow } else { RuleKind::Disallow };
            internals::index_directory(normal_form, kind, Profile::GOOGLE)
        }
        IndexPage::AtTheEnd => {
            let directory = normal_form.strip_suffix(b"index.html")?;
            (allows && directory.ends_with(b"/")).then_some(directory)
        }
    }
}

/// `None` for a rule that is ignored.
fn normal_rule(value: &[u8], escapes: Escapes) -> Option<Vec<u8>> {
    let text = || String::from_utf8_lossy(value);
    Some(match escapes {
        Escapes::Profile(profile) => escape::pattern(value, profile).into_owned(),
        Escapes::Urllib(two) => {
            python_url::quoted(&python_url::rejoined(&python_url::unquoted(&text()), two), b"/")
        }
        Escapes::DecodedButSlash(_) => decoded_but_slash(&text()).into_bytes(),
        Escapes::Requoted => {
            let text = text();
            let is_url = text.starts_with("https://") || text.starts_with("http://");
            let text = if is_url { Cow::Owned(["/", &*text].concat()) } else { text };
            let (body, end) = match text.strip_suffix('$') {
                Some(body) => (body, "$"),
                None => (&*text, ""),
            };
            let mut normal = requoted(body, b"/%*");
            normal.extend_from_slice(end.as_bytes());
            normal
        }
        Escapes::EncodeUri => {
            let is_plain =
                |byte: u8| escape::is_unreserved(byte) || b";,/?:@&=+$!*'()#%".contains(&byte);
            escape::escape_url(&escape::escaped(value, is_plain)).into_owned()
        }
        Escapes::DecodedOneSlash => python_url::unquoted(&text()).into_bytes(),
        Escapes::Untouched => value.to_vec(),
        Escapes::UpperCasedLossy => lossy_upper_cased(value),
        Escapes::PerlUri => perl_uri::rule(value)?,
        Escapes::AsWritten if value.starts_with(b"/") => value.to_vec(),
        Escapes::AsWritten => [b"/", value].concat(),
        Escapes::Encoded => {
            core::str::from_utf8(value).ok()?;
            escape::escaped(value, |byte| {
                byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'`')
            })
        }
    })
}

/// The form of a URL's path and query that rules are compared with.
pub(super) fn normal_path(path: &[u8], escapes: Escapes) -> Vec<u8> {
    let text = || String::from_utf8_lossy(path);
    match escapes {
        Escapes::Profile(profile) => {
            escape::path(Cow::Borrowed(path), profile.escapes).into_owned()
        }
        Escapes::Urllib(two) => python_url::quoted(
            &python_url::rejoined_path(&python_url::unquoted(&text()), two),
            b"/",
        ),
        Escapes::DecodedButSlash(two) => {
            decoded_but_slash(&python_url::rejoined_path(&text(), two)).into_bytes()
        }
        Escapes::Requoted => requoted(&text(), b"/%"),
        Escapes::EncodeUri => {
            // A client sends the `?`, and the URL class of JavaScript has no query then.
            let path = path.strip_suffix(b"?").filter(|path| !path.contains(&b'?')).unwrap_or(path);
            escape::escape_url(path).into_owned()
        }
        Escapes::DecodedOneSlash => one_slash(&python_url::unquoted(&text())).into_bytes(),
        Escapes::PerlUri => perl_uri::escaped(path),
        Escapes::AsWritten | Escapes::Encoded | Escapes::Untouched | Escapes::UpperCasedLossy => {
            path.to_vec()
        }
    }
}

/// The rule in upper case, or, if any byte changes, without each `%` that begins no escape and the two bytes after it.
fn lossy_upper_cased(value: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.len());
    let mut rest = value;
    let mut changes = false;
    while let [byte, after @ ..] = rest {
        rest = after;
        match (byte, after) {
            (b'%', [a, b, after @ ..]) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                changes |= a.is_ascii_lowercase() || b.is_ascii_lowercase();
                out.extend([b'%', a.to_ascii_uppercase(), b.to_ascii_uppercase()]);
                rest = after;
            }
            (b'%', _) => rest = after.get(2..).unwrap_or_default(),
            (0x80.., _) => {
                changes = true;
                out.extend_from_slice(&escape::escaped(&[*byte], |_| false));
            }
            _ => out.push(*byte),
        }
    }
    if changes { out } else { value.to_vec() }
}

/// Slashes that follow each other are one, and two after `http:` and `https:`.
fn one_slash(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if c != '/' || !out.ends_with('/') {
            out.push(c);
        }
    }
    out.replace("http:/", "http://").replace("https:/", "https://")
}

/// Escapes are decoded, but `%2F` stays. So does `%0A`, which becomes `%2F`: the program marks one by the other.
fn decoded_but_slash(text: &str) -> String {
    python_url::decoded(text, |byte| byte == b'/').replace('\n', "%2F")
}

fn requoted(text: &str, kept: &[u8]) -> Vec<u8> {
    let decoded = python_url::decoded(text, |byte| kept.contains(&byte));
    python_url::quoted(&decoded, &[kept, b"="].concat())
}

/// True if the path is that of the file, which this reader always allows.
pub(super) fn is_robots_txt(path: &[u8], axis: RobotsTxtItself) -> bool {
    match axis {
        RobotsTxtItself::ByItsRules => false,
        RobotsTxtItself::Allowed => path == b"/robots.txt",
        RobotsTxtItself::AllowedWithQuery => {
            let end = path.iter().position(|&byte| byte == b'?').unwrap_or(path.len());
            // A `;` begins parameters only in the last segment.
            match path[..end].strip_prefix(b"/robots.txt") {
                Some([]) => true,
                Some([b';', rest @ ..]) => !rest.contains(&b'/'),
                _ => false,
            }
        }
    }
}
