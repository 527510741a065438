//! The default format of Envoy:
//! `[time] "M P V" status flags received sent duration service "xff" "agent" "id" "authority" "upstream"`.

use std::borrow::Cow;

use super::client;
use super::cursor::{self, Cursor};
use super::escape::{self, Escape};
use super::format::LogFormat;
use super::host;
use super::options::LogOptions;
use super::request::LoggedRequest;
use super::request_line::{self, UrlScheme};
use super::time;
use super::unreadable::Unreadable;

/// Reads a line.
pub(super) fn read<'l>(
    line: &'l [u8],
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    let mut rest = Cursor(line);
    let bracketed = rest.bracketed()?;
    // Other programs begin with a time in brackets too, or with an address.
    let is_date = bracketed.get(10).is_some_and(|byte| matches!(byte, b'T' | b' '));
    let is_of_envoy =
        is_date && line.get(bracketed.len() + 2..).is_some_and(|it| it.starts_with(b" \""));
    let other = |error| if is_of_envoy { error } else { Unreadable::UnknownFormat };
    let time = time::iso(bracketed, options.zone.as_ref()).map_err(other)?;
    // Nothing is escaped, so the structure must fit to the last mark: a further one may have ended a field too early.
    let (request, [status, _, _, sent, _, _], fields) =
        fields(rest).map_err(|error| match error {
            Unreadable::UnknownFormat if line.iter().filter(|&&byte| byte == b'"').count() > 12 => {
                Unreadable::AmbiguousQuotes
            }
            error => error,
        })?;
    let [forwarded, user_agent, _id, authority, _upstream] = fields;
    let requested = request_line::line(request, Escape::None, UrlScheme::Claimed)?;
    let authority = match authority {
        b"-" => None,
        authority => host::normal(Cow::Borrowed(authority), None),
    };
    Ok(LoggedRequest {
        time: time.at,
        is_zone_assumed: time.is_zone_assumed,
        time_means: LogFormat::Envoy.time_means(),
        format: LogFormat::Envoy,
        client: client::choose(None, Some(forwarded), &options.trust),
        host: authority.or(requested.host),
        scheme: None,
        method: requested.method,
        target: requested.target,
        is_target_inexact: requested.is_target_inexact,
        status: cursor::status(status)?,
        bytes: cursor::size(sent)?,
        user_agent: escape::field(user_agent, Escape::None),
        referer: None,
        signed: None,
    })
}

/// The request, the six words after it, and the five quoted fields at the end.
type Fields<'l> = (&'l [u8], [&'l [u8]; 6], [&'l [u8]; 5]);

fn fields(mut rest: Cursor<'_>) -> Result<Fields<'_>, Unreadable> {
    let request = rest.quoted(Escape::None)?;
    let words = rest.words()?;
    let mut quoted: [&[u8]; 5] = [b""; 5];
    for field in &mut quoted {
        *field = rest.quoted(Escape::None)?;
    }
    if !rest.0.is_empty() {
        return Err(Unreadable::UnknownFormat);
    }
    // A mark in the request would have moved the numbers.
    for word in [words[0], words[2], words[3]] {
        cursor::size(word).map_err(|_| Unreadable::UnknownFormat)?;
    }
    Ok((request, words, quoted))
}
