//! The address of the client.

use std::net::IpAddr;

use ipnet::IpNet;
use memchr::memrchr;

/// Who is the client. The peer is a fact, and what X-Forwarded-For says is a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trust {
    /// The peer; nobody, if the log has only the claim.
    #[default]
    Peer,
    /// The last address of X-Forwarded-For: the log was written behind one proxy, which appends the address of its
    /// peer.
    Last,
    /// These networks are proxies, and the client is the last address that is in none of them.
    Proxies(Vec<IpNet>),
}

/// The address of `text`, which may have a port: `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`. An
/// IPv4 address that is written as IPv6 becomes IPv4.
pub(super) fn address(text: &[u8]) -> Option<IpAddr> {
    bare_address(text).or_else(|| before_port(text))
}

/// Whether the first word of a line is an address.
pub(super) fn is_first(line: &[u8]) -> bool {
    let end = line.iter().take(64).position(|&byte| byte == b' ');
    end.is_some_and(|end| address(&line[..end]).is_some())
}

/// The address of `text`, which has no port.
pub(super) fn bare_address(text: &[u8]) -> Option<IpAddr> {
    // The longest is an IPv4 address written as IPv6. Without the limit, each word of a hostile line would be read.
    if text.len() > 45 || !text.first()?.is_ascii_hexdigit() && text[0] != b':' {
        return None;
    }
    Some(std::str::from_utf8(text).ok()?.parse::<IpAddr>().ok()?.to_canonical())
}

/// The address before the last colon: HAProxy writes IPv6 addresses with a port and without brackets.
pub(super) fn before_port(text: &[u8]) -> Option<IpAddr> {
    let before = match memrchr(b':', text) {
        Some(at) if !text.ends_with(b"]") => &text[..at],
        _ => text,
    };
    let inner = before.strip_prefix(b"[").and_then(|inner| inner.strip_suffix(b"]"));
    bare_address(inner.unwrap_or(before))
}

/// The client, from the address of the peer and from X-Forwarded-For, of which either may be missing.
pub(super) fn choose(
    peer: Option<IpAddr>,
    forwarded: Option<&[u8]>,
    trust: &Trust,
) -> Option<IpAddr> {
    let list = forwarded.unwrap_or_default();
    let list = if list == b"-" { b"" } else { list };
    match trust {
        Trust::Peer => peer,
        _ if list.trim_ascii().is_empty() => peer,
        Trust::Last => address(list.rsplit(|&byte| byte == b',').next()?.trim_ascii()),
        Trust::Proxies(networks) => {
            let is_proxy =
                |address: &IpAddr| networks.iter().any(|network| network.contains(address));
            let mut client = peer;
            // Each proxy appends the address of its peer. What is to the left of an address that is no proxy is that
            // client's own claim.
            let mut hops = list.rsplit(|&byte| byte == b',');
            while client.as_ref().is_none_or(is_proxy) {
                let Some(hop) = hops.next() else { break };
                client = Some(address(hop.trim_ascii())?);
            }
            client
        }
    }
}
