//! Nginx Proxy Manager: `[time] - 200 200 - GET https host "/path" [Client address] ...`, and the shorter form of hosts
//! that it serves itself.

use std::sync::LazyLock;

use memchr::memmem;

use super::format::LogFormat;
use super::options::LogOptions;
use super::pattern::LogPattern;
use super::request::LoggedRequest;
use super::time::CLF_BYTES;
use super::unreadable::Unreadable;

/// What its configuration declares, in the words of nginx.
const FORMATS: [&str; 2] = [
    r#"[$time_local] $upstream_cache_status $upstream_status $status - $request_method $scheme $host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $gzip_ratio] [Sent-to $server] "$http_user_agent" "$http_referer""#,
    r#"[$time_local] $status - $request_method $scheme $host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $gzip_ratio] "$http_user_agent" "$http_referer""#,
];

static PATTERNS: LazyLock<Vec<LogPattern>> =
    LazyLock::new(|| FORMATS.iter().filter_map(|text| LogPattern::parse(text).ok()).collect());

/// Whether the line begins as one of these: the time of the common log format in brackets.
pub(super) fn begins(line: &[u8]) -> bool {
    line.get(..CLF_BYTES + 2).is_some_and(|time| [time[0], time[3], time[CLF_BYTES + 1]] == *b"[/]")
}

/// Reads a line.
pub(super) fn read<'l>(
    line: &'l [u8],
    options: &LogOptions,
) -> Result<LoggedRequest<'l>, Unreadable> {
    let has_server = memmem::find(line, b" [Sent-to ").is_some();
    let pattern = PATTERNS.get(usize::from(!has_server)).ok_or(Unreadable::UnknownFormat)?;
    let format = LogFormat::NginxProxyManager;
    let request = pattern.read(line, options.zone.as_ref(), &options.trust).map_err(|error| {
        // Of another program, if it was not declared.
        match error {
            Unreadable::NotDeclaredFormat if options.format.is_none() => Unreadable::UnknownFormat,
            error => error,
        }
    })?;
    Ok(LoggedRequest { format, time_means: format.time_means(), ..request })
}
