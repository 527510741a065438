//! The family of the common log format: `address name user [time] "request" status bytes`, and what follows.
//!
//! Three formats look like *combined* and mean other things: the two quoted fields of HAProxy are constants, the second
//! field of lighttpd is the host, and the scheme in the requests of Varnish is invented.

use std::borrow::Cow;
use std::net::IpAddr;

use memchr::{memchr, memchr_iter, memchr2, memrchr};

use super::client;
use super::cursor::{self, Cursor};
use super::escape::{Escape, field};
use super::format::LogFormat;
use super::host;
use super::options::LogOptions;
use super::request::LoggedRequest;
use super::request_line::{self, UrlScheme};
use super::time::{self, CLF_BYTES};
use super::unreadable::Unreadable;

/// The bytes of `[23/Nov/2026:04:22:14 +0100] `.
const TIME_BYTES: usize = CLF_BYTES + 3;

/// Reads a line of the family.
pub(super) fn read<'l>(
    line: &'l [u8],
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    let declared = options.format;
    let escape = match declared {
        Some(LogFormat::TraefikClf) => Escape::None,
        Some(LogFormat::HaproxyClf) => Escape::Hash,
        _ => Escape::Backslash,
    };
    let time_at = find_time(line)?;
    let before = Before::read(&line[..time_at - 1], options)?;
    let time = time::clf(&line[time_at + 1..time_at + 1 + CLF_BYTES])?;

    let mut rest = Cursor(&line[time_at + TIME_BYTES..]);
    let request = rest.quoted(escape)?;
    let after_request = rest.0;
    let numbers = rest
        .words::<2>()
        .and_then(|[status, bytes]| Ok((cursor::status(status)?, cursor::size(bytes)?, bytes)));
    let (status, bytes, size_word) = numbers.map_err(|error| match error {
        Unreadable::Cut => Unreadable::Cut,
        // Then the mark after which these numbers were looked for may have been one of the client's.
        _ if has_open_quote(after_request) => Unreadable::AmbiguousQuotes,
        _ => Unreadable::UnknownFormat,
    })?;

    let after = After::read(rest, escape, declared)?;
    let format = before.format(after.kind, declared).ok_or(Unreadable::NotDeclaredFormat)?;
    // Only now the format is known where none was declared.
    let escape = match format {
        LogFormat::TraefikClf => Escape::None,
        LogFormat::HaproxyClf => Escape::Hash,
        _ => Escape::Backslash,
    };
    let requested = request_line::line(request, escape, UrlScheme::Claimed)?;
    // `%b` writes a dash for an answer without a body. Traefik writes it where it does not know.
    let has_dash_for_zero = size_word == b"-" && format != LogFormat::TraefikClf;
    Ok(LoggedRequest {
        time,
        is_zone_assumed: false,
        time_means: format.time_means(),
        format,
        client: before.client,
        host: before.host.or(requested.host),
        scheme: None,
        method: requested.method,
        target: requested.target,
        is_target_inexact: requested.is_target_inexact,
        status,
        bytes: if has_dash_for_zero { Some(0) } else { bytes },
        user_agent: after.user_agent.and_then(|text| field(text, escape)),
        referer: after.referer.and_then(|text| field(text, escape)),
        signed: None,
    })
}

/// The position of the bracket of the time. nginx writes the name of a user with its spaces, so fields are not counted;
/// it escapes quotation marks, so no name contains `] "`.
fn find_time(line: &[u8]) -> Result<usize, Unreadable> {
    let mut is_cut = false;
    for at in memchr_iter(b'[', line) {
        if at == 0 || line[at - 1] != b' ' {
            continue;
        }
        match line.get(at..at + TIME_BYTES + 1) {
            Some(time) if time[3] == b'/' && time[7] == b'/' && time[27..] == *b"] \"" => {
                return Ok(at);
            }
            Some(_) => (),
            None => is_cut |= line.get(at + 3) == Some(&b'/'),
        }
    }
    Err(if is_cut { Unreadable::Cut } else { Unreadable::UnknownFormat })
}

/// Whether an odd number of quotation marks is left.
fn has_open_quote(rest: &[u8]) -> bool {
    !memchr_iter(b'"', rest).count().is_multiple_of(2)
}

/// What stands before the time.
struct Before<'l> {
    client: Option<IpAddr>,
    host: Option<Cow<'l, str>>,
    place: HostPlace,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum HostPlace {
    None,
    First,
    Second,
    /// No host, and dashes in quotes.
    Quoted,
}

impl<'l> Before<'l> {
    fn read(text: &'l [u8], options: &LogOptions) -> Result<Self, Unreadable> {
        let mut words = text.split(|&byte| byte == b' ');
        let first = words.next().unwrap_or_default();
        if first.ends_with(b",") {
            return Ok(Self::after_list(text, options));
        }
        let (Some(second), third) = (words.next(), words.next()) else {
            return Err(Unreadable::UnknownFormat);
        };
        let place = match options.format {
            Some(LogFormat::Lighttpd) => HostPlace::Second,
            Some(LogFormat::VhostCommon | LogFormat::VhostCombined) => HostPlace::First,
            Some(LogFormat::Fastly) => HostPlace::Quoted,
            Some(_) => HostPlace::None,
            None => host_place(first, second, third).ok_or(Unreadable::UnknownFormat)?,
        };
        let (client, host) = match place {
            HostPlace::First => (second, Some(first)),
            HostPlace::Second => (first, Some(second)),
            HostPlace::None | HostPlace::Quoted => (first, None),
        };
        Ok(Self {
            client: client::address(client),
            host: host.and_then(|host| host::normal(Cow::Borrowed(host), None)),
            place,
        })
    }

    /// A list of addresses stands where that of the peer should: X-Forwarded-For, which is a claim.
    fn after_list(text: &'l [u8], options: &LogOptions) -> Self {
        let mut end = 0;
        for word in text.split(|&byte| byte == b' ') {
            end += word.len() + 1;
            if !word.ends_with(b",") {
                break;
            }
        }
        let list = &text[..end - 1];
        Self {
            client: client::choose(None, Some(list), &options.trust),
            host: None,
            place: HostPlace::None,
        }
    }

    /// The format of a line of this beginning and `kind`, unless another was declared.
    fn format(&self, kind: Kind, declared: Option<LogFormat>) -> Option<LogFormat> {
        let found = match (kind, self.place) {
            (Kind::TraefikClf, _) => LogFormat::TraefikClf,
            (Kind::HaproxyClf, _) => LogFormat::HaproxyClf,
            (_, HostPlace::Second) => LogFormat::Lighttpd,
            (_, HostPlace::Quoted) => LogFormat::Fastly,
            (Kind::Common, HostPlace::None) => LogFormat::Common,
            (Kind::Combined, HostPlace::None) => LogFormat::Combined,
            (Kind::Common, HostPlace::First) => LogFormat::VhostCommon,
            (Kind::Combined, HostPlace::First) => LogFormat::VhostCombined,
        };
        match declared {
            None => Some(found),
            Some(LogFormat::Varnish) => (kind == Kind::Combined).then_some(LogFormat::Varnish),
            Some(declared) => (declared == found).then_some(declared),
        }
    }
}

/// Where the host stands, if the words before the time are understood.
fn host_place(first: &[u8], second: &[u8], third: Option<&[u8]>) -> Option<HostPlace> {
    // `INFO:`, a time or `access.log:192.0.2.1` is what a program writes before a line, and neither a host nor a
    // client. nginx writes `unix:` for a client at a socket.
    let is_label = if second == b"-" {
        first != b"unix:" && first.contains(&b':') && client::address(first).is_none()
    } else {
        first.ends_with(b":") || time::begins_as_iso(first)
    };
    if is_label {
        return None;
    }
    if second == b"-" {
        // The client is `first`, also if it is the name that a server looked up, or a dash of Varnish.
        return Some(HostPlace::None);
    }
    if second.starts_with(b"\"") {
        return Some(HostPlace::Quoted);
    }
    if client::bare_address(second).is_some() {
        // With two addresses: a third word `-` is the identity after the address of the client.
        let is_first = client::bare_address(first).is_none() || third == Some(b"-");
        return Some(if is_first { HostPlace::First } else { HostPlace::Second });
    }
    if client::address(first).is_some() {
        // Without a dot it may be what identd said.
        let is_host = third.is_some()
            && memchr2(b'.', b':', second).is_some()
            && host::normal(Cow::Borrowed(second), None).is_some();
        return Some(if is_host { HostPlace::Second } else { HostPlace::None });
    }
    // The host, and the name of the client.
    (third == Some(b"-")).then_some(HostPlace::First)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Common,
    Combined,
    HaproxyClf,
    TraefikClf,
}

/// What stands after the number of bytes.
struct After<'l> {
    kind: Kind,
    referer: Option<&'l [u8]>,
    user_agent: Option<&'l [u8]>,
}

impl<'l> After<'l> {
    fn read(
        mut rest: Cursor<'l>,
        escape: Escape,
        declared: Option<LogFormat>,
    ) -> Result<Self, Unreadable> {
        if rest.0.is_empty() {
            let needs_more = declared.is_some_and(|format| {
                use LogFormat::{Common, Fastly, Lighttpd, VhostCommon};
                !matches!(format, Common | Fastly | Lighttpd | VhostCommon)
            });
            if needs_more {
                return Err(Unreadable::Cut);
            }
            return Ok(Self { kind: Kind::Common, referer: None, user_agent: None });
        }
        let referer = rest.quoted(escape)?;
        let user_agent = rest.quoted(escape)?;
        let tail = rest.0;
        if referer.is_empty() && user_agent.is_empty() && is_haproxy_tail(rest) {
            return Ok(Self { kind: Kind::HaproxyClf, referer: None, user_agent: None });
        }
        let kind = if ends_as_traefik(tail) {
            // Nothing is escaped there: every mark must be one of the format's.
            check_traefik_tail(rest).map_err(|_| Unreadable::AmbiguousQuotes)?;
            Kind::TraefikClf
        } else {
            check_tail(tail)?;
            Kind::Combined
        };
        Ok(Self { kind, referer: Some(referer), user_agent: Some(user_agent) })
    }
}

/// `port milliseconds "frontend" ...`.
fn is_haproxy_tail(mut rest: Cursor<'_>) -> bool {
    let is_number = |word: Result<&[u8], _>| word.is_ok_and(|word| cursor::number(word).is_some());
    is_number(rest.word()) && is_number(rest.word()) && rest.0.starts_with(b"\"")
}

/// Whether the line ends as one of Traefik: `"server" 3ms`. Then all of its end must be as Traefik writes it, or a
/// client has written fields of its own.
fn ends_as_traefik(tail: &[u8]) -> bool {
    let Some(space) = memrchr(b' ', tail) else { return false };
    let word = tail[space + 1..].strip_suffix(b"ms");
    tail[..space].ends_with(b"\"") && word.is_some_and(|word| cursor::number(word).is_some())
}

/// `count "router" "server" 3ms`.
fn check_traefik_tail(mut rest: Cursor<'_>) -> Result<(), Unreadable> {
    let count = rest.word()?;
    let (_router, _server) = (rest.quoted(Escape::None)?, rest.quoted(Escape::None)?);
    let is_whole = cursor::number(count).is_some() && memchr(b' ', rest.0).is_none();
    if is_whole { Ok(()) } else { Err(Unreadable::AmbiguousQuotes) }
}

/// Further fields are ignored, but a quotation mark among them must be one that opens or closes a field: another says
/// that the fields before are not what they seem.
fn check_tail(mut tail: &[u8]) -> Result<(), Unreadable> {
    while let Some(at) = memchr2(b' ', b'"', tail) {
        if tail[at] == b' ' {
            tail = &tail[at + 1..];
            continue;
        }
        if at > 0 && !matches!(tail[at - 1], b'=' | b':') {
            return Err(Unreadable::AmbiguousQuotes);
        }
        let mut rest = Cursor(&tail[at..]);
        rest.quoted(Escape::Backslash)?;
        tail = rest.0;
    }
    Ok(())
}
