//! Trusted proxies: the address of a client that connects through a proxy. axum-client-ip 1.3 takes the rightmost
//! address of one field. It has no list of proxies, so it believes the field of every peer, and behind two proxies it
//! names the first of them instead of the client.
//!
//! All connections of a proxy come from one address. A trusted proxy names the client of a request in
//! `Forwarded` (RFC 7239) or `X-Forwarded-For`. Addresses that a client writes there itself are to the left of those
//! that the proxy adds. So addresses are read from the right, and the first one that is not a trusted proxy is the
//! client.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use ipnet::IpNet;

/// The networks that may name the address of a client.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Arc<[IpNet]>);

impl FromIterator<IpNet> for TrustedProxies {
    fn from_iter<I: IntoIterator<Item = IpNet>>(networks: I) -> Self {
        Self(networks.into_iter().collect())
    }
}

/// Parses a network in CIDR notation, or one address.
///
/// # Errors
/// If `text` is not a network and not an address.
pub fn parse_network(text: &str) -> Result<IpNet, String> {
    let address = |text: &str| text.parse::<IpAddr>().map(IpNet::from);
    text.parse::<IpNet>()
        .or_else(|_| address(text))
        .map_err(|_| format!("`{text}` is not a network such as 10.0.0.0/8 or an IP address"))
}

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

impl TrustedProxies {
    /// Whether `address` belongs to a trusted proxy.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The address of the client of a request from `peer`. If the fields are malformed, or contradict each other, it is
    /// the address of the proxy.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.contains(peer) {
            return peer;
        }
        let forwarded =
            self.first_foreign(headers, &header::FORWARDED, quoted_elements, for_parameter);
        let x_forwarded_for = self.first_foreign(headers, &X_FORWARDED_FOR, elements, node);
        match (forwarded, x_forwarded_for) {
            (ForwardedClient::Client(client), ForwardedClient::None)
            | (ForwardedClient::None, ForwardedClient::Client(client)) => client,
            (ForwardedClient::Client(one), ForwardedClient::Client(other)) if one == other => one,
            _ => peer,
        }
    }

    /// The rightmost address of a field that is not a trusted proxy. If all are, the leftmost one.
    fn first_foreign(
        &self,
        headers: &HeaderMap,
        name: &HeaderName,
        elements: fn(&str) -> Option<Vec<&str>>,
        address: fn(&str) -> Option<IpAddr>,
    ) -> ForwardedClient {
        let mut leftmost = ForwardedClient::None;
        let lines: Vec<&HeaderValue> = headers.get_all(name).iter().collect();
        // From the right: each proxy adds the address of its own client at the end, and what stands further to the left
        // a client may have written itself.
        for line in lines.into_iter().rev() {
            let Some(elements) = line.to_str().ok().and_then(elements) else {
                return ForwardedClient::Malformed;
            };
            for element in elements.into_iter().rev() {
                let Some(address) = address(element.trim()) else {
                    return ForwardedClient::Malformed;
                };
                if !self.contains(address) {
                    return ForwardedClient::Client(address);
                }
                leftmost = ForwardedClient::Client(address);
            }
        }
        leftmost
    }
}

/// The client according to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ForwardedClient {
    /// The field is missing.
    None,
    /// The field cannot be read.
    Malformed,
    /// The client's address.
    Client(IpAddr),
}

fn elements(value: &str) -> Option<Vec<&str>> {
    Some(value.split(',').collect())
}

fn quoted_elements(value: &str) -> Option<Vec<&str>> {
    split(value, ',')
}

/// The address of the `for` parameter of an element of `Forwarded`. (RFC 7239 section 4.)
fn for_parameter(element: &str) -> Option<IpAddr> {
    let mut found = None;
    for pair in split(element, ';')? {
        let (name, value) = pair.split_once('=')?;
        if name.trim().eq_ignore_ascii_case("for") {
            let value = value.trim();
            let unquoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            // Two addresses are ambiguous.
            if found.replace(node(unquoted.unwrap_or(value))?).is_some() {
                return None;
            }
        }
    }
    found
}

/// Splits at each `at` outside of quotes; `None` if a quote is not closed. Addresses need no escapes inside quotes.
fn split(text: &str, at: char) -> Option<Vec<&str>> {
    let mut is_quoted = false;
    let parts = text.split(|c| {
        is_quoted ^= c == '"';
        c == at && !is_quoted
    });
    let parts = parts.collect();
    (!is_quoted && !text.contains('\\')).then_some(parts)
}

/// An address with an optional port. Names such as `unknown` and `_hidden` are not addresses.
fn node(text: &str) -> Option<IpAddr> {
    let address = text.parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|it| it.ip());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse::<IpAddr>().ok();
    address.or_else(with_port).or_else(bracketed).map(|it| it.to_canonical())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use super::*;

    const PROXY: &str = "10.0.0.1";

    /// A sentence, the peer, the fields, and the client.
    type Row = (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static str);

    /// 10.0.0.0/8 is trusted.
    const ROWS: &[Row] = &[
        ("without a field the proxy is the client", PROXY, &[], PROXY),
        (
            "a field from another peer is ignored",
            "192.0.2.1",
            &[("x-forwarded-for", "192.0.2.9")],
            "192.0.2.1",
        ),
        ("one address", PROXY, &[("x-forwarded-for", "192.0.2.9")], "192.0.2.9"),
        (
            "addresses that the client wrote are to the left",
            PROXY,
            &[("x-forwarded-for", "192.0.2.1, 192.0.2.9")],
            "192.0.2.9",
        ),
        ("a chain of proxies", PROXY, &[("x-forwarded-for", "192.0.2.9, 10.0.0.2")], "192.0.2.9"),
        (
            "fields of one name are one list",
            PROXY,
            &[("x-forwarded-for", "192.0.2.1"), ("x-forwarded-for", "192.0.2.9")],
            "192.0.2.9",
        ),
        (
            "a client inside the trusted network",
            PROXY,
            &[("x-forwarded-for", "10.0.0.7, 10.0.0.2")],
            "10.0.0.7",
        ),
        ("with a port", PROXY, &[("x-forwarded-for", "192.0.2.9:4711")], "192.0.2.9"),
        ("IPv6", PROXY, &[("x-forwarded-for", "2001:db8::9")], "2001:db8::9"),
        ("IPv4 mapped to IPv6", PROXY, &[("x-forwarded-for", "::ffff:192.0.2.9")], "192.0.2.9"),
        ("not an address", PROXY, &[("x-forwarded-for", "192.0.2.9, unknown")], PROXY),
        ("an empty field", PROXY, &[("x-forwarded-for", "")], PROXY),
        (
            "nonsense to the left of the client does not matter",
            PROXY,
            &[("x-forwarded-for", "\"x, 192.0.2.9")],
            "192.0.2.9",
        ),
        (
            "the standard field",
            PROXY,
            &[("forwarded", "for=192.0.2.9;proto=http;by=10.0.0.1")],
            "192.0.2.9",
        ),
        (
            "quoted IPv6 with a port",
            PROXY,
            &[("forwarded", "For=\"[2001:db8::9]:4711\"")],
            "2001:db8::9",
        ),
        ("quoted IPv6 without", PROXY, &[("forwarded", "for=\"[2001:db8::9]\"")], "2001:db8::9"),
        (
            "elements are read from the right",
            PROXY,
            &[("forwarded", "for=192.0.2.1, for=192.0.2.9")],
            "192.0.2.9",
        ),
        (
            "a comma inside quotes",
            PROXY,
            &[("forwarded", "for=192.0.2.1;host=\"a,for=192.0.2.2\"")],
            "192.0.2.1",
        ),
        ("a hidden name is not an address", PROXY, &[("forwarded", "for=_hidden")], PROXY),
        ("an open quote", PROXY, &[("forwarded", "for=\"192.0.2.9")], PROXY),
        (
            "two addresses in one element",
            PROXY,
            &[("forwarded", "for=192.0.2.9;for=192.0.2.8")],
            PROXY,
        ),
        (
            "both fields agree",
            PROXY,
            &[("forwarded", "for=192.0.2.9"), ("x-forwarded-for", "192.0.2.9")],
            "192.0.2.9",
        ),
        (
            "both fields differ: one of them is the client's own",
            PROXY,
            &[("forwarded", "for=192.0.2.8"), ("x-forwarded-for", "192.0.2.9")],
            PROXY,
        ),
    ];

    #[test]
    fn the_client_is_the_rightmost_address_that_is_not_trusted() {
        let proxies: TrustedProxies =
            ["10.0.0.0/8"].iter().map(|it| parse_network(it).unwrap()).collect();
        for (sentence, peer, fields, client) in ROWS {
            let mut headers = HeaderMap::new();
            for (name, value) in *fields {
                headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
            }
            let found = proxies.client(peer.parse().unwrap(), &headers);
            assert_eq!(found.to_string(), *client, "{sentence}");
        }
    }

    #[test]
    fn a_network_is_a_prefix_or_one_address() {
        for (text, is_network) in [
            ("10.0.0.0/8", true),
            ("127.0.0.1", true),
            ("::1", true),
            ("2001:db8::/32", true),
            ("10.0.0.0/33", false),
            ("localhost", false),
            ("", false),
        ] {
            assert_eq!(parse_network(text).is_ok(), is_network, "{text}");
        }
    }
}
