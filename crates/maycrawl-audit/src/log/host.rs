//! Hosts as logs have them.

use std::borrow::Cow;
use std::net::Ipv6Addr;

use memchr::memrchr;

use super::request::Scheme;

/// The host of `raw` in lower case, without a final dot and without a default port; `None` if it is not a valid host.
/// If the scheme is not known, 80 and 443 are both taken for the default.
pub(super) fn normal(raw: Cow<'_, [u8]>, scheme: Option<Scheme>) -> Option<Cow<'_, str>> {
    let (name, port) = split_port(&raw)?;
    let is_default = match (port, scheme) {
        (None, _) => true,
        (Some(80), scheme) => scheme != Some(Scheme::Https),
        (Some(443), scheme) => scheme != Some(Scheme::Http),
        _ => false,
    };
    if let Some(address) = name.strip_prefix(b"[") {
        let address = std::str::from_utf8(address.strip_suffix(b"]")?).ok()?;
        let address = address.parse::<Ipv6Addr>().ok()?;
        return Some(Cow::Owned(match port.filter(|_| !is_default) {
            Some(port) => format!("[{address}]:{port}"),
            None => format!("[{address}]"),
        }));
    }
    let name = name.strip_suffix(b".").unwrap_or(name);
    if !is_name(name) {
        return None;
    }
    let port = port.filter(|_| !is_default);
    let is_lower = !name.iter().any(u8::is_ascii_uppercase);
    let end = name.len();
    match (raw, port) {
        (Cow::Borrowed(raw), None) if is_lower => {
            std::str::from_utf8(&raw[..end]).ok().map(Cow::Borrowed)
        }
        (raw, port) => {
            let mut host = String::from_utf8(raw[..end].to_ascii_lowercase()).ok()?;
            if let Some(port) = port {
                host.push(':');
                host.push_str(&port.to_string());
            }
            Some(Cow::Owned(host))
        }
    }
}

/// Name and port. A port without digits is none.
fn split_port(raw: &[u8]) -> Option<(&[u8], Option<u16>)> {
    match memrchr(b':', raw) {
        // The colon is in an IPv6 address.
        Some(at) if memrchr(b']', raw).is_some_and(|end| end > at) => Some((raw, None)),
        Some(at) if at + 1 == raw.len() => Some((&raw[..at], None)),
        Some(at) => {
            let port = &raw[at + 1..];
            let port = super::cursor::number(port).filter(|_| port.len() <= 5)?;
            Some((&raw[..at], Some(u16::try_from(port).ok()?)))
        }
        None => Some((raw, None)),
    }
}

/// Whether that is the name of a host or an IPv4 address. The `_` of nginx, which is its name for any host, is none.
fn is_name(name: &[u8]) -> bool {
    name.len() <= 253
        && name.iter().any(u8::is_ascii_alphanumeric)
        && name.split(|&byte| byte == b'.').all(|label| {
            (1..=63).contains(&label.len())
                && label.iter().all(|&byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        })
}
