//! Method and target of a request, from its line or from fields of their own.

use std::borrow::Cow;

use memchr::{memchr, memmem, memrchr};

use super::escape::{self, Escape};
use super::host;
use super::request::Scheme;
use super::unreadable::Unreadable;

/// What a request asks for.
pub(super) struct Requested<'l> {
    pub(super) method: Cow<'l, str>,
    /// The path with its query, `*`, or the authority of CONNECT.
    pub(super) target: Cow<'l, str>,
    /// The host of an absolute URL.
    pub(super) host: Option<Cow<'l, str>>,
    /// The scheme of an absolute URL.
    pub(super) scheme: Option<Scheme>,
    pub(super) is_target_inexact: bool,
}

impl Requested<'_> {
    pub(super) fn into_owned(self) -> Requested<'static> {
        Requested {
            method: Cow::Owned(self.method.into_owned()),
            target: Cow::Owned(self.target.into_owned()),
            host: self.host.map(|host| Cow::Owned(host.into_owned())),
            ..self
        }
    }
}

/// Whether the scheme of an absolute URL is a fact.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UrlScheme {
    /// The log states it.
    Stated,
    /// A client wrote it, or the log invented it.
    Claimed,
}

/// Reads a request line: method, target, version. HTTP/0.9 has no version.
pub(super) fn line(
    raw: &[u8],
    escape: Escape,
    scheme: UrlScheme,
) -> Result<Requested<'_>, Unreadable> {
    let space = memchr(b' ', raw).ok_or(Unreadable::NoRequest)?;
    let (method, rest) = (&raw[..space], &raw[space + 1..]);
    let target = match memrchr(b' ', rest) {
        Some(at) if is_version(&rest[at + 1..]) => &rest[..at],
        // Some servers accept a space in a target, but without a version nothing tells where the target ends.
        Some(_) => return Err(Unreadable::NoRequest),
        None if is_version(rest) => return Err(Unreadable::NoRequest),
        None => rest,
    };
    let target = escape::undo(target, escape);
    let mut requested = parts(escape::undo(method, escape).text, target.text, scheme)?;
    // Then the writer is not one of those who escape like this.
    requested.is_target_inexact |= target.has_unknown;
    Ok(requested)
}

/// Whether that is a version, or the `-` of a load balancer for one.
fn is_version(word: &[u8]) -> bool {
    word.starts_with(b"HTTP/") || word == b"-"
}

/// Reads method and target. The target is a path, `*`, an absolute URL, or an authority. (RFC 9112 section 3.2.)
pub(super) fn parts<'l>(
    method: Cow<'l, [u8]>,
    target: Cow<'l, [u8]>,
    url_scheme: UrlScheme,
) -> Result<Requested<'l>, Unreadable> {
    if !is_method(&method) {
        return Err(Unreadable::NoRequest);
    }
    let method = escape::lossy(method);
    let of = |target: Cow<'l, [u8]>| Requested {
        method: method.clone(),
        target: written(target),
        host: None,
        scheme: None,
        is_target_inexact: false,
    };
    if target.starts_with(b"/") || *target == *b"*" {
        return Ok(of(target));
    }
    let Some(authority) = after_scheme(&target) else {
        return if is_authority(&target) { Ok(of(target)) } else { Err(Unreadable::NoRequest) };
    };
    let scheme = Scheme::from_name(&target[..authority - 3]);
    let stated = scheme.filter(|_| url_scheme == UrlScheme::Stated);
    let end = match target[authority..].iter().position(|byte| b"/?#".contains(byte)) {
        Some(at) => authority + at,
        // Varnish writes `http://host*` for `OPTIONS *`.
        None => target.len() - usize::from(target.ends_with(b"*")),
    };
    let host = host::normal(without_user(slice(&target, authority, end)), stated);
    let target = match target.get(end) {
        Some(b'/' | b'*') => from(target, end),
        _ => Cow::Owned([b"/", &target[end..]].concat()),
    };
    Ok(Requested { host, scheme: stated, ..of(target) })
}

/// The position of the authority of an absolute URL: after `http://`.
fn after_scheme(target: &[u8]) -> Option<usize> {
    // A scheme is short. A search of the whole target would find `://` in the query of an authority.
    let at = memmem::find(&target[..target.len().min(32)], b"://")?;
    let is_scheme =
        target[..at].iter().all(|&byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    (target[0].is_ascii_alphabetic() && is_scheme).then_some(at + 3)
}

/// Whether that is `host:port`, as CONNECT has it.
fn is_authority(target: &[u8]) -> bool {
    let is_port = |port: &[u8]| !port.is_empty() && port.iter().all(u8::is_ascii_digit);
    memrchr(b':', target).is_some_and(|at| is_port(&target[at + 1..]))
        && host::normal(Cow::Borrowed(target), None).is_some()
}

/// A token of RFC 9110 section 5.6.2. `PRI` is the beginning of HTTP/2, and `-` stands for no method.
fn is_method(method: &[u8]) -> bool {
    !matches!(method, b"" | b"-" | b"PRI")
        && method
            .iter()
            .all(|&byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// A target in printable ASCII: every other byte is a percent-escape.
pub(super) fn written(target: Cow<'_, [u8]>) -> Cow<'_, str> {
    // Without a branch, so that the compiler makes vector instructions of it.
    let is_plain = |text: &[u8]| text.iter().fold(true, |all, byte| all & byte.is_ascii_graphic());
    if is_plain(&target) {
        return escape::lossy(target);
    }
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut text = String::with_capacity(target.len() + 16);
    for &byte in &*target {
        if byte.is_ascii_graphic() {
            text.push(char::from(byte));
        } else {
            let digits = [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
            text.push('%');
            text.extend(digits.map(char::from));
        }
    }
    Cow::Owned(text)
}

fn slice<'l>(text: &Cow<'l, [u8]>, from: usize, to: usize) -> Cow<'l, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[from..to]),
        Cow::Owned(text) => Cow::Owned(text[from..to].to_vec()),
    }
}

fn from(text: Cow<'_, [u8]>, start: usize) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[start..]),
        Cow::Owned(mut text) => {
            text.drain(..start);
            Cow::Owned(text)
        }
    }
}

/// An authority without what is before its last `@`.
fn without_user(authority: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match memrchr(b'@', &authority) {
        Some(at) => from(authority, at + 1),
        None => authority,
    }
}
