//! Formats whose lines are objects of JSON. Each is a table of names; what no table can say follows them.

use std::borrow::Cow;

use memchr::memmem;

use super::client;
use super::cursor;
use super::escape::{self, Escape};
use super::format::{LogFormat, TimeMeans};
use super::host;
use super::json::{Object, Value};
use super::options::LogOptions;
use super::request::{LoggedRequest, Scheme};
use super::request_line::{self, Requested, UrlScheme};
use super::signed::SignedFields;
use super::time::{self, Time};
use super::unreadable::Unreadable;
use super::w3c::{self, Field, Values};

/// The names of a format, of which the first that is there counts. A dot leads into an object.
struct Names {
    time: &'static [(&'static str, TimeMeans)],
    client: &'static [&'static str],
    forwarded: &'static [&'static str],
    host: &'static [&'static str],
    scheme: &'static [&'static str],
    method: &'static [&'static str],
    target: &'static [&'static str],
    /// The whole request line.
    line: &'static [&'static str],
    status: &'static [&'static str],
    bytes: &'static [&'static str],
    user_agent: &'static [&'static str],
    referer: &'static [&'static str],
    /// Whether the scheme of an absolute URL is a fact.
    url_scheme: UrlScheme,
}

const NONE: Names = Names {
    time: &[],
    client: &[],
    forwarded: &[],
    host: &[],
    scheme: &[],
    method: &[],
    target: &[],
    line: &[],
    status: &[],
    bytes: &[],
    user_agent: &[],
    referer: &[],
    url_scheme: UrlScheme::Claimed,
};

/// Names that people give to what they log. `uri` is not among them: `$uri` of nginx is decoded, and has no query.
const HOME_MADE: Names = Names {
    time: &[
        ("time_iso8601", TimeMeans::End),
        ("msec", TimeMeans::End),
        ("time", TimeMeans::Unknown),
        ("@timestamp", TimeMeans::Unknown),
        ("timestamp", TimeMeans::Unknown),
        ("ts", TimeMeans::Unknown),
        ("time_local", TimeMeans::End),
        ("start_time", TimeMeans::Begin),
        ("proxy.timestamp", TimeMeans::Unknown),
    ],
    client: &[
        "remote_addr",
        "client_ip",
        "remote_ip",
        "clientip",
        "client.ip",
        "source.ip",
        "client.address",
        "source.address",
        "req.remoteAddress",
        "remoteAddress",
        "proxy.clientIp",
        "downstream_remote_address",
    ],
    forwarded: &["http_x_forwarded_for", "x_forwarded_for", "req.headers.x-forwarded-for"],
    host: &[
        "http_host",
        "host",
        "server_name",
        "vhost",
        "url.domain",
        "req.headers.host",
        "proxy.host",
        "authority",
    ],
    scheme: &["scheme", "url.scheme", "proxy.scheme"],
    method: &["request_method", "method", "http.request.method", "req.method", "proxy.method"],
    target: &["request_uri", "url.original", "req.url", "proxy.path"],
    line: &["request", "request_line"],
    status: &[
        "status",
        "http.response.status_code",
        "res.statusCode",
        "proxy.statusCode",
        "response_code",
    ],
    bytes: &["body_bytes_sent", "bytes_sent", "http.response.body.bytes"],
    user_agent: &[
        // Before the object that it stands in.
        "user_agent.original",
        "http_user_agent",
        "user_agent",
        "agent",
        "req.headers.user-agent",
        "proxy.userAgent",
    ],
    referer: &[
        "http_referer",
        "referer",
        "referrer",
        "http.request.referrer",
        "req.headers.referer",
    ],
    ..NONE
};

/// What a proxy of Envoy writes as JSON in a service mesh.
const SERVICE_MESH: Names = Names { target: &["path"], ..HOME_MADE };

/// `client_ip` is of version 2.7 and later.
const CADDY: Names = Names {
    time: &[("ts", TimeMeans::End)],
    client: &["request.client_ip", "request.remote_ip", "request.remote_addr"],
    forwarded: &["request.headers.X-Forwarded-For"],
    host: &["request.host"],
    method: &["request.method"],
    target: &["request.uri"],
    status: &["status"],
    bytes: &["size"],
    user_agent: &["request.headers.User-Agent"],
    referer: &["request.headers.Referer"],
    ..NONE
};

/// `ClientHost` is what the client wrote into X-Forwarded-For, if it wrote one.
const TRAEFIK: Names = Names {
    time: &[
        ("StartUTC", TimeMeans::Begin),
        ("StartLocal", TimeMeans::Begin),
        ("time", TimeMeans::End),
    ],
    client: &["ClientAddr"],
    forwarded: &["request_X-Forwarded-For"],
    host: &["RequestAddr", "RequestHost"],
    scheme: &["RequestScheme"],
    method: &["RequestMethod"],
    target: &["RequestPath"],
    status: &["DownstreamStatus", "OriginStatus"],
    bytes: &["DownstreamContentSize"],
    user_agent: &["request_User-Agent"],
    referer: &["request_Referer"],
    ..NONE
};

const CLOUDFLARE: Names = Names {
    time: &[("EdgeStartTimestamp", TimeMeans::Begin), ("EdgeEndTimestamp", TimeMeans::End)],
    client: &["ClientIP"],
    host: &["ClientRequestHost"],
    scheme: &["ClientRequestScheme"],
    method: &["ClientRequestMethod"],
    target: &["ClientRequestURI"],
    status: &["EdgeResponseStatus"],
    bytes: &["EdgeResponseBytes", "EdgeResponseBodyBytes"],
    user_agent: &["ClientRequestUserAgent"],
    referer: &["ClientRequestReferer"],
    ..NONE
};

const GOOGLE_CLOUD: Names = Names {
    time: &[("timestamp", TimeMeans::Unknown)],
    client: &["httpRequest.remoteIp"],
    method: &["httpRequest.requestMethod"],
    target: &["httpRequest.requestUrl"],
    status: &["httpRequest.status"],
    bytes: &["httpRequest.responseSize"],
    user_agent: &["httpRequest.userAgent"],
    referer: &["httpRequest.referer"],
    url_scheme: UrlScheme::Stated,
    ..NONE
};

/// `clientIp` is what X-Forwarded-For says.
const AZURE: Names = Names {
    time: &[("time", TimeMeans::End)],
    client: &["properties.socketIp"],
    forwarded: &["properties.clientIp"],
    method: &["properties.httpMethod"],
    target: &["properties.requestUri"],
    status: &["properties.httpStatusCode"],
    bytes: &["properties.responseBytes"],
    user_agent: &["properties.userAgent"],
    referer: &["properties.referer"],
    url_scheme: UrlScheme::Stated,
    ..NONE
};

const AKAMAI: Names = Names {
    time: &[("reqTimeSec", TimeMeans::Begin)],
    client: &["cliIP"],
    forwarded: &["xForwardedFor"],
    host: &["reqHost"],
    scheme: &["proto"],
    method: &["reqMethod"],
    target: &["reqPath"],
    status: &["statusCode"],
    bytes: &["bytes"],
    user_agent: &["UA"],
    referer: &["referer"],
    ..NONE
};

/// The format of an object, by its names.
fn format_of(object: &mut Object<'_>) -> LogFormat {
    let mut has = |name| object.has(name);
    match () {
        () if has("ClientRequestHost") || has("EdgeResponseStatus") => LogFormat::Cloudflare,
        () if has("request.uri") && has("ts") => LogFormat::Caddy,
        () if has("RequestMethod") && (has("DownstreamStatus") || has("OriginStatus")) => {
            LogFormat::TraefikJson
        }
        () if has("httpRequest.requestUrl") => LogFormat::GoogleCloud,
        () if has("reqTimeSec") => LogFormat::Akamai,
        () if has("x-edge-location") || has("cs-uri-stem") => LogFormat::CloudFrontJson,
        () => match object.get_mut("category") {
            // The classic service writes a small d.
            Some(Value::Text(category)) if category.eq_ignore_ascii_case(b"FrontDoorAccessLog") => {
                LogFormat::AzureFrontDoor
            }
            _ => LogFormat::Json,
        },
    }
}

/// Reads an object behind a time, which is that of the request if the object has none.
pub(super) fn read_with_time<'l>(
    mut object: Object<'l>,
    time: Option<&'l [u8]>,
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    let has_time = HOME_MADE.time.iter().any(|(name, _)| object.has(name));
    if let Some(time) = time.filter(|_| !has_time) {
        object.0.push((Cow::Borrowed("ts"), Value::Text(Cow::Borrowed(time))));
    }
    read(object, options)
}

/// Reads an object.
pub(super) fn read<'l>(
    mut object: Object<'l>,
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    if options.format.is_some_and(|format| !format.is_json()) {
        return Err(Unreadable::NotDeclaredFormat);
    }
    if let Some((_, Value::List(records))) = object.0.iter_mut().find(|(name, _)| name == "records")
    {
        // A blob of Azure.
        object = match std::mem::take(records).as_mut_slice() {
            [Value::Object(record)] => std::mem::take(record),
            [_, _, ..] => return Err(Unreadable::SeveralRequests),
            _ => return Err(Unreadable::NoRequest),
        };
    }
    let format = options.format.unwrap_or_else(|| format_of(&mut object));
    match format {
        LogFormat::Caddy => named(object, format, &CADDY, options),
        LogFormat::TraefikJson => named(object, format, &TRAEFIK, options),
        LogFormat::GoogleCloud => named(object, format, &GOOGLE_CLOUD, options),
        LogFormat::AzureFrontDoor => named(object, format, &AZURE, options),
        LogFormat::Akamai => named(object, format, &AKAMAI, options),
        LogFormat::Cloudflare => {
            if object.has("ClientRequestPath") && !object.has("ClientRequestURI") {
                return Err(Unreadable::NoQuery);
            }
            named(object, format, &CLOUDFLARE, options)
        }
        LogFormat::CloudFrontJson => {
            let mut values = Values::new();
            for (name, value) in object.0 {
                if let Some(text) = value.into_text() {
                    values.set(Field::from_name(name.as_bytes()), text);
                }
            }
            w3c::request(values, format, options)
        }
        // Of a service mesh: `path` is the one that was requested, with its query.
        LogFormat::Json if object.has("authority") && object.has("start_time") => {
            named(object, format, &SERVICE_MESH, options)
        }
        LogFormat::Json => named(object, format, &HOME_MADE, options),
        _ => Err(Unreadable::NotDeclaredFormat),
    }
}

fn named<'l>(
    mut object: Object<'l>,
    format: LogFormat,
    names: &Names,
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    // Before the values are taken out of the object.
    let signed = SignedFields::of(&object, format);
    let requested = requested(&mut object, format, names)?;
    let (time, time_means) = time_of(&mut object, names, options)?;
    let mut first = |names: &[&str]| names.iter().find_map(|name| object.take(name));
    let peer = first(names.client).and_then(|address| client::address(&address));
    let forwarded = first(names.forwarded);
    let host = first(names.host);
    let status = first(names.status).map_or(Ok(None), |word| cursor::status(&word))?;
    let bytes = first(names.bytes).map_or(Ok(None), |word| cursor::size(&word))?;
    let scheme = first(names.scheme).and_then(|name| Scheme::from_name(&name));
    let (user_agent, referer) = (first(names.user_agent), first(names.referer));
    let scheme = match format {
        // Without it a proxy before the server may have ended TLS.
        LogFormat::Caddy => object.has("request.tls").then_some(Scheme::Https),
        _ => scheme.or(requested.scheme),
    };
    let host = match (host, object_port(&mut object, format)) {
        (Some(host), Some(port)) if !host.contains(&b':') => {
            Some(Cow::Owned([&*host, b":", &*port].concat()))
        }
        (host, _) => host,
    };
    let people = |text| match format {
        LogFormat::Akamai => escape::lossy(form(text)),
        _ => escape::lossy(text),
    };
    let host = host.and_then(|host| host::normal(host, scheme)).or(requested.host);
    let (is_host_logged, is_scheme_logged) = (host.is_some(), scheme.is_some());
    Ok(LoggedRequest {
        time: time.at,
        is_zone_assumed: time.is_zone_assumed,
        time_means,
        format,
        client: client::choose(peer, forwarded.as_deref(), &options.trust),
        host,
        scheme,
        method: requested.method,
        target: requested.target,
        is_target_inexact: requested.is_target_inexact,
        status,
        bytes,
        user_agent: user_agent.map(people),
        referer: referer.map(people),
        signed: signed.map(|it| Box::new(SignedFields { is_host_logged, is_scheme_logged, ..*it })),
    })
}

fn time_of(
    object: &mut Object<'_>,
    names: &Names,
    options: &LogOptions,
) -> Result<(Time, TimeMeans), Unreadable> {
    for (name, means) in names.time {
        if let Some(text) = object.take(name) {
            return Ok((time::any(&text, options.zone.as_ref())?, *means));
        }
    }
    Err(Unreadable::NoTime)
}

fn requested<'l>(
    object: &mut Object<'l>,
    format: LogFormat,
    names: &Names,
) -> Result<Requested<'l>, Unreadable> {
    let mut first = |names: &[&str]| names.iter().find_map(|name| object.take(name));
    let (method, target) = (first(names.method), first(names.target));
    let (Some(method), Some(mut target)) = (method, target) else {
        // nginx leaves both empty in a request that it rejects.
        let has_name =
            names.target.iter().chain(names.line).any(|name| object.get_mut(name).is_some());
        if !has_name {
            return Err(Unreadable::NoRequestName);
        }
        let mut first = |names: &[&str]| names.iter().find_map(|name| object.take(name));
        return match first(names.line).ok_or(Unreadable::NoRequest)? {
            Cow::Borrowed(line) => request_line::line(line, Escape::None, names.url_scheme),
            Cow::Owned(line) => {
                request_line::line(&line, Escape::None, names.url_scheme).map(Requested::into_owned)
            }
        };
    };
    if format == LogFormat::Akamai {
        let slash: &[u8] = if target.starts_with(b"/") || *target == *b"*" { b"" } else { b"/" };
        let query = first(&["queryStr"]).map(|query| [b"?", &*query].concat());
        target = Cow::Owned([slash, &*target, &query.unwrap_or_default()].concat());
    }
    // Programs in Go write U+FFFD for a byte that is not UTF-8: the byte is lost.
    let has_lost_byte = memmem::find(&target, "\u{fffd}".as_bytes()).is_some();
    let mut requested = request_line::parts(method, target, names.url_scheme)?;
    requested.is_target_inexact |= has_lost_byte;
    Ok(requested)
}

/// The port of the request, where it has a field of its own.
fn object_port<'l>(object: &mut Object<'l>, format: LogFormat) -> Option<Cow<'l, [u8]>> {
    (format == LogFormat::Akamai).then(|| object.take("reqPort")).flatten()
}

fn form(text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => escape::undo(text, Escape::Form).text,
        Cow::Owned(text) => Cow::Owned(escape::undo(&text, Escape::Form).text.into_owned()),
    }
}
