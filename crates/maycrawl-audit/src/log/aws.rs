//! The load balancer and the object store of AWS.

use std::borrow::Cow;

use memchr::memchr_iter;

use super::client;
use super::cursor::{self, Cursor};
use super::escape::{self, Escape};
use super::format::{LogFormat, TimeMeans};
use super::host;
use super::options::LogOptions;
use super::request::{LoggedRequest, Scheme};
use super::request_line::{self, UrlScheme};
use super::time;
use super::unreadable::Unreadable;

/// Whether the line begins as one of a classic load balancer: `2026-11-23T03:22:14.186641Z name 192.0.2.7:53016`, and
/// the request is the first text in quotation marks.
fn begins_as_classic(line: &[u8]) -> bool {
    let mut rest = Cursor(&line[..line.len().min(256)]);
    let Ok([_ended, _name, peer, target]) = rest.words() else { return false };
    time::begins_as_iso(line)
        && client::before_port(peer).is_some()
        && (target == b"-" || client::before_port(target).is_some())
        && rest.words::<7>().is_ok()
        && rest.0.starts_with(b"\"")
}

/// Whether the line begins as one of a load balancer: `https 2026-11-23T03:22:14.186641Z app/`, or a classic one.
pub(super) fn begins_as_alb(line: &[u8]) -> bool {
    if begins_as_classic(line) {
        return true;
    }
    let mut rest = Cursor(&line[..line.len().min(64)]);
    matches!(rest.word(), Ok(b"http" | b"https" | b"h2" | b"grpcs" | b"ws" | b"wss"))
        && time::begins_as_iso(rest.0)
        && rest.word().is_ok()
        && rest.0.starts_with(b"app/")
}

/// Reads a line of an Application Load Balancer. New fields are added at its end.
pub(super) fn read_alb<'l>(
    line: &'l [u8],
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    if begins_as_classic(line) {
        return read_classic(line, options);
    }
    let mut rest = Cursor(line);
    let [_type, ended, _balancer, peer, _target] = rest.words()?;
    let [_, _, _, status, _, _received, sent] = rest.words()?;
    let request = rest.quoted(Escape::Hex)?;
    let user_agent = rest.quoted(Escape::Hex)?;
    let [_cipher, _protocol, _group] = rest.words()?;
    for _ in ["trace", "domain", "certificate"] {
        rest.quoted_or_dash(Escape::Hex)?;
    }
    let [_priority, created] = rest.words()?;
    // Both are in the line: the first is the time of the answer.
    let (time, time_means) = match created {
        b"-" => (ended, TimeMeans::End),
        _ => (created, TimeMeans::Begin),
    };
    let time = time::iso(time, options.zone.as_ref())?;
    let requested = request_line::line(request, Escape::Hex, UrlScheme::Stated)?;
    Ok(LoggedRequest {
        time: time.at,
        is_zone_assumed: time.is_zone_assumed,
        time_means,
        format: LogFormat::Alb,
        client: client::address(peer),
        host: requested.host,
        scheme: requested.scheme,
        method: requested.method,
        target: requested.target,
        is_target_inexact: requested.is_target_inexact,
        status: cursor::status(status)?,
        bytes: cursor::size(sent)?,
        user_agent: escape::field(user_agent, Escape::Hex),
        referer: None,
        signed: None,
    })
}

/// Reads a line of a classic load balancer. Its time is that of the answer.
fn read_classic<'l>(line: &'l [u8], options: &LogOptions) -> Result<LoggedRequest<'l>, Unreadable> {
    let mut rest = Cursor(line);
    let [ended, _balancer, peer, _target] = rest.words()?;
    let [_, _, _, status, _, _received, sent] = rest.words()?;
    let request = rest.quoted(Escape::Hex)?;
    let user_agent = rest.quoted(Escape::Hex)?;
    rest.words::<1>()?;
    let time = time::iso(ended, options.zone.as_ref())?;
    let requested = request_line::line(request, Escape::Hex, UrlScheme::Stated)?;
    Ok(LoggedRequest {
        time: time.at,
        is_zone_assumed: time.is_zone_assumed,
        time_means: TimeMeans::End,
        format: LogFormat::Alb,
        client: client::before_port(peer),
        host: requested.host,
        scheme: requested.scheme,
        method: requested.method,
        target: requested.target,
        is_target_inexact: requested.is_target_inexact,
        status: cursor::status(status)?,
        bytes: cursor::size(sent)?,
        user_agent: escape::field(user_agent, Escape::Hex),
        referer: None,
        signed: None,
    })
}

/// Whether the line begins as one of S3: 64 hexadecimal digits, the bucket, a bracket.
pub(super) fn begins_as_s3(line: &[u8]) -> bool {
    line.get(..65)
        .is_some_and(|start| start[64] == b' ' && start[..64].iter().all(u8::is_ascii_hexdigit))
        && {
            let mut rest = Cursor(&line[65..line.len().min(65 + 256)]);
            rest.word().is_ok() && rest.0.starts_with(b"[")
        }
}

/// Reads a line of S3. `None`: an action of the store itself, such as the end of an object's life.
///
/// Nothing is escaped, so a client can write fields of its own. The line counts only if each field has its type and no
/// quotation mark is outside the three quoted fields.
pub(super) fn read_s3<'l>(
    line: &'l [u8],
    _options: &LogOptions,
) -> Result<Option<LoggedRequest<'l>>, Unreadable> {
    let fields = S3Fields::read(line).map_err(|error| match error {
        Unreadable::UnknownFormat | Unreadable::NotANumber
            if memchr_iter(b'"', line).count() > 2 =>
        {
            Unreadable::AmbiguousQuotes
        }
        error => error,
    })?;
    let time = time::clf(fields.time)?;
    if fields.operation.starts_with(b"S3.") || fields.operation.starts_with(b"BATCH.") {
        return Ok(None);
    }
    let requested = request_line::line(fields.request, Escape::None, UrlScheme::Claimed)?;
    let scheme = match fields.tls {
        None => None,
        Some(b"-") => Some(Scheme::Http),
        Some(_) => Some(Scheme::Https),
    };
    let host = match fields.host {
        b"-" => None,
        host => host::normal(Cow::Borrowed(host), scheme),
    };
    Ok(Some(LoggedRequest {
        time,
        is_zone_assumed: false,
        time_means: LogFormat::S3.time_means(),
        format: LogFormat::S3,
        client: client::bare_address(fields.peer),
        host: host.or(requested.host),
        scheme,
        method: requested.method,
        target: requested.target,
        is_target_inexact: requested.is_target_inexact,
        status: fields.status,
        bytes: Some(fields.bytes.unwrap_or(0)),
        user_agent: escape::field(fields.user_agent, Escape::None),
        referer: escape::field(fields.referer, Escape::None),
        signed: None,
    }))
}

struct S3Fields<'l> {
    time: &'l [u8],
    peer: &'l [u8],
    operation: &'l [u8],
    request: &'l [u8],
    status: Option<u16>,
    bytes: Option<u64>,
    referer: &'l [u8],
    user_agent: &'l [u8],
    host: &'l [u8],
    /// Missing in lines of before 2019.
    tls: Option<&'l [u8]>,
}

impl<'l> S3Fields<'l> {
    fn read(line: &'l [u8]) -> Result<Self, Unreadable> {
        let mut rest = Cursor(line);
        let [_owner, _bucket] = rest.words()?;
        let time = rest.bracketed()?;
        let [peer, _requester, _id, operation, _key] = rest.words()?;
        let request = rest.quoted_or_dash(Escape::None)?;
        let [status, _error, bytes, object_bytes, total, turn] = rest.words()?;
        let (status, bytes) = (cursor::status(status)?, cursor::size(bytes)?);
        for number in [object_bytes, total, turn] {
            cursor::size(number)?;
        }
        let referer = rest.quoted_or_dash(Escape::None)?;
        let user_agent = rest.quoted_or_dash(Escape::None)?;
        let [_version, _host_id, signature, cipher, authentication, host] = rest.words()?;
        let tls = if rest.0.is_empty() { None } else { Some(rest.word()?) };
        // What a client wrote into an earlier field would stand here with words of another type.
        let is_typed = matches!(signature, b"-" | b"SigV2" | b"SigV4" | b"SigV4A")
            && matches!(authentication, b"-" | b"AuthHeader" | b"QueryString")
            && tls.is_none_or(|tls| tls == b"-" || tls.starts_with(b"TLS"))
            && cursor::number(cipher).is_none()
            && memchr_iter(b'"', rest.0).next().is_none();
        if !is_typed {
            return Err(Unreadable::UnknownFormat);
        }
        Ok(Self { time, peer, operation, request, status, bytes, referer, user_agent, host, tls })
    }
}
