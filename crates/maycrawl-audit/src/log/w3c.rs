//! The extended log format of W3C: a line `#Fields` names the values of the lines after it. IIS and CloudFront write
//! it.

use std::borrow::Cow;

use memchr::memchr;

use super::client;
use super::cursor;
use super::escape::{self, Escape};
use super::format::LogFormat;
use super::host;
use super::options::LogOptions;
use super::request::{LoggedRequest, Scheme};
use super::request_line::{self, UrlScheme};
use super::time;
use super::unreadable::Unreadable;

/// The values that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Field {
    Date,
    Time,
    Client,
    Forwarded,
    Method,
    Stem,
    Query,
    Host,
    /// The name that the client asked for, where `cs(Host)` is that of the distribution.
    ViewerHost,
    Scheme,
    Status,
    Bytes,
    UserAgent,
    Referer,
    /// Seconds or milliseconds since 1970.
    Timestamp,
    /// Any other.
    Other,
}

/// The number of fields, without `Other`.
const FIELDS: usize = Field::Other as usize;

impl Field {
    /// The field of this name. `cs-host` is chosen in IIS, `cs(Host)` in CloudFront.
    pub(super) fn from_name(name: &[u8]) -> Self {
        match name.to_ascii_lowercase().as_slice() {
            b"date" => Self::Date,
            b"time" => Self::Time,
            b"c-ip" => Self::Client,
            b"x-forwarded-for" | b"cs(x-forwarded-for)" => Self::Forwarded,
            b"cs-method" => Self::Method,
            b"cs-uri-stem" => Self::Stem,
            b"cs-uri-query" => Self::Query,
            b"cs-host" | b"cs(host)" => Self::Host,
            b"x-host-header" => Self::ViewerHost,
            b"cs-protocol" => Self::Scheme,
            b"sc-status" => Self::Status,
            b"sc-bytes" => Self::Bytes,
            b"cs(user-agent)" => Self::UserAgent,
            b"cs(referer)" => Self::Referer,
            b"timestamp" | b"timestamp(ms)" => Self::Timestamp,
            _ => Self::Other,
        }
    }
}

/// The names of the values of the lines that follow.
#[derive(Clone, Debug)]
pub(super) struct FieldNames {
    fields: Vec<Field>,
    is_cloudfront: bool,
}

impl FieldNames {
    /// Reads what follows `#Fields:`.
    pub(super) fn read(names: &[u8]) -> Result<Self, Unreadable> {
        let names = || names.split(|byte| b" \t".contains(byte)).filter(|name| !name.is_empty());
        let fields: Vec<Field> = names().map(Field::from_name).collect();
        let mut has = [false; FIELDS];
        for &field in &fields {
            if field != Field::Other && std::mem::replace(&mut has[field as usize], true) {
                return Err(Unreadable::DuplicateKey);
            }
        }
        let is_cloudfront =
            names().any(|name| name.starts_with(b"x-edge-") || name == b"x-host-header");
        Ok(Self { fields, is_cloudfront })
    }
}

/// The values of a line, by field.
pub(super) struct Values<'l>([Option<Cow<'l, [u8]>>; FIELDS]);

impl<'l> Values<'l> {
    pub(super) fn new() -> Self {
        Self([const { None }; FIELDS])
    }

    /// Keeps a value, unless it is `-`, which stands for none.
    pub(super) fn set(&mut self, field: Field, value: Cow<'l, [u8]>) {
        if field != Field::Other && *value != *b"-" && !value.is_empty() {
            self.0[field as usize] = Some(value);
        }
    }

    fn take(&mut self, field: Field) -> Option<Cow<'l, [u8]>> {
        self.0[field as usize].take()
    }
}

/// Reads a line of values.
pub(super) fn read<'l>(
    line: &'l [u8],
    names: &FieldNames,
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    // CloudFront separates values with tabs and escapes them; IIS separates them with spaces, which it writes as `+`.
    let separator = if names.is_cloudfront && memchr(b'\t', line).is_some() { b'\t' } else { b' ' };
    let mut values = Values::new();
    let mut fields = names.fields.iter();
    for value in line.split(|&byte| byte == separator) {
        let &field = fields.next().ok_or(Unreadable::FieldCount)?;
        values.set(field, Cow::Borrowed(value));
    }
    if fields.next().is_some() {
        return Err(Unreadable::FieldCount);
    }
    let format = if names.is_cloudfront { LogFormat::CloudFront } else { LogFormat::Iis };
    request(values, format, options)
}

/// The request of these values.
pub(super) fn request<'l>(
    mut values: Values<'l>,
    format: LogFormat,
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    let is_iis = format == LogFormat::Iis;
    let time = match (values.take(Field::Date), values.take(Field::Time)) {
        (Some(date), Some(time)) => {
            // Both write UTC, whatever the roll-over of the file follows.
            let time = [&*date, b"T", &*time, b"Z"].concat();
            time::iso(&time, options.zone.as_ref())?
        }
        _ => {
            let time = values.take(Field::Timestamp).ok_or(Unreadable::NoTime)?;
            time::any(&time, options.zone.as_ref())?
        }
    };
    let method = values.take(Field::Method).ok_or(Unreadable::NoRequest)?;
    let stem = values.take(Field::Stem).ok_or(Unreadable::NoRequest)?;
    // IIS writes the path decoded, and a space as a plus: what the client sent is not known.
    let is_inexact = is_iis && stem.iter().any(|&byte| b"%+".contains(&byte) || byte >= 0x80);
    let target = match values.take(Field::Query) {
        Some(query) => Cow::Owned([&*stem, b"?", &*query].concat()),
        None => stem,
    };
    let target = if is_iis { target } else { once(target) };
    let requested = request_line::parts(method, target, UrlScheme::Claimed)?;
    let scheme = values.take(Field::Scheme).and_then(|name| Scheme::from_name(&name));
    // In CloudFront the other is the name of the distribution, which no crawler asks.
    let host = values.take(if is_iis { Field::Host } else { Field::ViewerHost });
    let peer = values.take(Field::Client).and_then(|address| client::address(&address));
    let forwarded =
        values.take(Field::Forwarded).map(|list| if is_iis { list } else { once(list) });
    Ok(LoggedRequest {
        time: time.at,
        is_zone_assumed: time.is_zone_assumed,
        time_means: format.time_means(),
        format,
        client: client::choose(peer, forwarded.as_deref(), &options.trust),
        host: host.and_then(|host| host::normal(host, scheme)).or(requested.host),
        scheme,
        method: requested.method,
        target: requested.target,
        is_target_inexact: is_inexact,
        status: values.take(Field::Status).map_or(Ok(None), |word| cursor::status(&word))?,
        bytes: values.take(Field::Bytes).map_or(Ok(None), |word| cursor::size(&word))?,
        user_agent: values.take(Field::UserAgent).map(|text| user_agent(text, is_iis)),
        referer: values
            .take(Field::Referer)
            .map(|text| escape::lossy(if is_iis { text } else { once(text) })),
        signed: None,
    })
}

/// Undoes the percent-escapes of CloudFront once: `%2520` is the client's `%20`.
fn once(text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => escape::undo(text, Escape::Percent).text,
        Cow::Owned(text) => Cow::Owned(escape::undo(&text, Escape::Percent).text.into_owned()),
    }
}

fn user_agent(text: Cow<'_, [u8]>, is_iis: bool) -> Cow<'_, str> {
    if is_iis {
        let mut text = text.into_owned();
        for byte in &mut text {
            // A plus of the client's is one too, and cannot be told from a space.
            *byte = if *byte == b'+' { b' ' } else { *byte };
        }
        return escape::lossy(Cow::Owned(text));
    }
    // Older files have two layers in this field alone.
    escape::lossy(once(once(text)))
}
