//! `option httplog` of HAProxy: `address:port [time] frontend backend/server ... {captures} "request"`.

use std::borrow::Cow;

use memchr::memchr;

use super::client;
use super::cursor::{self, Cursor};
use super::escape::{self, Escape};
use super::format::LogFormat;
use super::host;
use super::options::LogOptions;
use super::request::{LoggedRequest, Scheme};
use super::request_line::{self, UrlScheme};
use super::time;
use super::unreadable::Unreadable;

/// Whether the line begins as one of these: a word and `[23/Nov/2026:04:22:19.173] `.
pub(super) fn begins(line: &[u8]) -> bool {
    // A name of a Unix socket may stand for the address, and no name is as long as this.
    let Some(space) = memchr(b' ', &line[..line.len().min(300)]) else { return false };
    line.get(space + 1..space + 27).is_some_and(|time| {
        (time[0], time[3], time[7], time[21], time[25]) == (b'[', b'/', b'/', b'.', b']')
    })
}

/// Reads a line.
pub(super) fn read<'l>(
    line: &'l [u8],
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    let mut rest = Cursor(line);
    let peer = rest.word()?;
    let time = time::haproxy(rest.bracketed()?, options.zone.as_ref())?;
    let [frontend, _server, _timers, status, bytes] = rest.words()?;
    let [_, _, _, _connections, _queues] = rest.words()?;
    let captured = captures(&mut rest, options)?;
    let request = rest.quoted(Escape::Hash)?;
    let requested = request_line::line(request, Escape::Hash, UrlScheme::Claimed)?;
    let scheme = frontend.ends_with(b"~").then_some(Scheme::Https);
    let captured_host = captured.host.and_then(|raw| {
        let raw = escape::undo(raw, Escape::Hash).text;
        if raw.is_empty() { None } else { host::normal(raw, scheme) }
    });
    Ok(LoggedRequest {
        time: time.at,
        is_zone_assumed: time.is_zone_assumed,
        time_means: LogFormat::HaproxyHttp.time_means(),
        format: LogFormat::HaproxyHttp,
        client: client::before_port(peer),
        host: captured_host.or(requested.host),
        scheme,
        method: requested.method,
        target: requested.target,
        is_target_inexact: requested.is_target_inexact,
        status: cursor::status(status)?,
        // `option logasap` writes a plus: more bytes came later.
        bytes: cursor::size(bytes.strip_prefix(b"+").unwrap_or(bytes))?,
        user_agent: captured.user_agent.and_then(|raw| escape::field(raw, Escape::Hash)),
        referer: captured.referer.and_then(|raw| escape::field(raw, Escape::Hash)),
        signed: None,
    })
}

#[derive(Default)]
struct Captured<'l> {
    host: Option<&'l [u8]>,
    user_agent: Option<&'l [u8]>,
    referer: Option<&'l [u8]>,
}

/// The captures of the request, `{a|b}`, and those of the answer after them, which are passed over. They have no names
/// in the log: only a declared list gives them a meaning.
fn captures<'l>(rest: &mut Cursor<'l>, options: &LogOptions) -> Result<Captured<'l>, Unreadable> {
    let mut captured = Captured::default();
    let mut is_first = true;
    while let Some(text) = rest.0.strip_prefix(b"{") {
        // Braces and bars of a client are escaped, spaces are not.
        let end = memchr(b'}', text).ok_or(Unreadable::Cut)?;
        rest.0 = text[end + 1..].strip_prefix(b" ").ok_or(Unreadable::UnknownFormat)?;
        if is_first && !options.captures.is_empty() {
            if text[..end].split(|&byte| byte == b'|').count() != options.captures.len() {
                return Err(Unreadable::FieldCount);
            }
            for (name, value) in
                options.captures.iter().zip(text[..end].split(|&byte| byte == b'|'))
            {
                let name: Cow<'_, str> = Cow::Owned(name.to_ascii_lowercase());
                match &*name {
                    "host" => captured.host = Some(value),
                    "user-agent" => captured.user_agent = Some(value),
                    "referer" => captured.referer = Some(value),
                    _ => (),
                }
            }
        }
        is_first = false;
    }
    Ok(captured)
}
