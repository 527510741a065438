//! The host policy: the names of the service, and the pages that may send it requests.
//!
//! Every page that a user opens can reach a service on loopback. A page can send requests across sites. A name of an
//! attacker that resolves to 127.0.0.1 makes them same-origin, so that the page can also read the responses (DNS
//! rebinding). The service detects cross-site requests by `Sec-Fetch-Site` and `Origin`, and takes only bodies that
//! need a preflight (`application/json`, `application/octet-stream`). It detects rebinding by `Host`. (RFC 9112 section
//! 3.2; Fetch Metadata; OWASP, *Cross-Site Request Forgery Prevention*.)
//!
//! The operator can name the origins of static testers. Their pages may call the API as the tester page of the service
//! does, so an origin counts only as a whole: another port or scheme is another page, and there is no pattern for many.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maycrawl::Origin;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::problem::{Problem, ProblemKind};

/// How long a browser keeps the answer to its question. Without it each call of a page would be two.
const PREFLIGHT_LIFETIME: Duration = Duration::from_secs(3600);

/// The names of the service. Ports are not compared.
#[derive(Clone, Debug, Default)]
pub struct HostPolicy {
    /// The accepted names. Empty: any name.
    accepted: Vec<HostName>,
    /// The public names of the service, whatever `Host` a proxy sends.
    own: Vec<HostName>,
    /// The origins of other pages that may call the API.
    pages: Vec<Origin>,
}

/// A name or an address: the value of `Host` without its port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostName {
    /// A name, in lower case.
    Name(String),
    /// An address.
    Address(IpAddr),
}

impl FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_bare_v6 = text.parse::<Ipv6Addr>().is_ok();
        let text = if is_bare_v6 { format!("[{text}]") } else { text.to_owned() };
        match text.parse::<Authority>() {
            Ok(authority) if authority.as_str() == authority.host() => Ok(Self::of(&authority)),
            _ => Err(format!(
                "`{text}` is not a host name or an IP address; write it without scheme and port"
            )),
        }
    }
}

impl HostName {
    fn of(authority: &Authority) -> Self {
        let host = authority.host();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        match bare.parse::<IpAddr>() {
            Ok(address) => Self::Address(address.to_canonical()),
            Err(_) => Self::Name(host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()),
        }
    }
}

impl HostPolicy {
    /// The policy of a service that listens at `listen`. On loopback the service accepts `localhost`, `127.0.0.1`,
    /// `[::1]`, its own address and `names`. On other addresses it accepts `names`, or any name if `names` is empty.
    #[must_use]
    pub fn for_listen(listen: SocketAddr, names: &[HostName]) -> Self {
        let mut accepted = names.to_vec();
        if listen.ip().to_canonical().is_loopback() {
            accepted.extend([
                HostName::Name("localhost".to_owned()),
                HostName::Address(Ipv4Addr::LOCALHOST.into()),
                HostName::Address(Ipv6Addr::LOCALHOST.into()),
                HostName::Address(listen.ip().to_canonical()),
            ]);
        }
        Self { accepted, own: names.to_vec(), pages: Vec::new() }
    }

    /// The same policy, which also lets the pages of these origins call the API and read its answers.
    #[must_use]
    pub fn allowing_pages(self, origins: &[Origin]) -> Self {
        Self { pages: origins.to_vec(), ..self }
    }

    /// What browsers ask for before a page of another origin may send a request, and read the answer: none if no origin
    /// is allowed. The service knows no cookies, so no answer allows credentials.
    pub(crate) fn cors(&self) -> Option<CorsLayer> {
        let value = |origin: &Origin| HeaderValue::from_str(origin.as_str()).ok();
        let origins: Vec<HeaderValue> = self.pages.iter().filter_map(value).collect();
        if origins.is_empty() {
            return None;
        }
        let layer = CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins))
            .allow_methods([Method::GET, Method::POST])
            .allow_headers([header::CONTENT_TYPE, header::ACCEPT_LANGUAGE])
            // The page waits as long as a busy service asks.
            .expose_headers([header::RETRY_AFTER])
            .max_age(PREFLIGHT_LIFETIME);
        Some(layer)
    }

    /// Checks the host and the page of a request.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Problem> {
        let host = host(request)?;
        // Load balancers address these paths by IP address, and the responses are the same for everyone.
        let is_probe = matches!(request.uri().path(), "/healthz" | "/readyz");
        // The host of an absolute target counts too. (RFC 9112 section 3.2.2.)
        for name in host.iter().chain(request.uri().authority()) {
            if !is_probe
                && !self.accepted.is_empty()
                && !self.accepted.contains(&HostName::of(name))
            {
                return Err(ProblemKind::Misdirected
                    .with_detail("this service does not have this host name; start it with `--host NAME` to add one"));
            }
        }
        // A page may link to what is only read: the tester, the list of watched sites.
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        if is_read && !request.uri().path().starts_with("/v1/") {
            return Ok(());
        }
        self.check_page(request.headers(), host.as_ref())
    }

    /// Checks that a request comes from the tester page, from a page of an allowed origin, or not from a page at all.
    fn check_page(&self, headers: &HeaderMap, host: Option<&Authority>) -> Result<(), Problem> {
        let mut origins = headers.get_all(header::ORIGIN).iter().peekable();
        if origins.peek().is_some() && origins.all(|origin| self.is_allowed(origin)) {
            return Ok(());
        }
        let refuse = |detail: &str| Err(ProblemKind::CrossSite.with_detail(detail));
        let sites = headers.get_all("sec-fetch-site");
        let is_foreign = |site: &HeaderValue| !matches!(site.as_bytes(), b"same-origin" | b"none");
        if sites.iter().any(is_foreign) {
            return refuse(
                "a page of another site sent the request; open the tester page of this service",
            );
        }
        let is_own = |origin: &HeaderValue| self.is_own(origin, host).unwrap_or(false);
        if headers.get_all(header::ORIGIN).iter().all(is_own) {
            return Ok(());
        }
        refuse(
            "a page of another origin sent the request; if a proxy changes `Host`, start the service with `--host NAME`",
        )
    }

    /// Whether the operator allowed an origin. A browser writes it in its normal form.
    fn is_allowed(&self, origin: &HeaderValue) -> bool {
        self.pages.iter().any(|page| page.as_str().as_bytes() == origin.as_bytes())
    }

    /// Whether an origin is the service: the host and port of the request, or a public name.
    fn is_own(&self, origin: &HeaderValue, host: Option<&Authority>) -> Option<bool> {
        let (scheme, authority) = origin.to_str().ok()?.split_once("://")?;
        let default_port = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        let authority: Authority = authority.parse().ok()?;
        let name = HostName::of(&authority);
        let port = |of: &Authority| of.port_u16().unwrap_or(default_port);
        let is_requested =
            host.is_some_and(|host| HostName::of(host) == name && port(host) == port(&authority));
        Some(is_requested || self.own.contains(&name))
    }
}

/// The single `Host` of a request. HTTP/1.0 has none.
fn host(request: &Request) -> Result<Option<Authority>, Problem> {
    let refuse = |detail: &str| Err(ProblemKind::BadRequest.with_detail(detail));
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (_, Some(_)) => refuse(
            "the request has more than one Host field; send exactly one (RFC 9112 section 3.2)",
        ),
        (None, None) if request.version() < Version::HTTP_11 => Ok(None),
        (None, None) => {
            refuse("the request has no Host field; send exactly one (RFC 9112 section 3.2)")
        }
        (Some(host), None) => {
            let authority = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
            match authority.filter(|authority| !authority.as_str().contains('@')) {
                Some(authority) => Ok(Some(authority)),
                None => refuse("the Host field is not a host with an optional port; correct it"),
            }
        }
    }
}

/// Passes a request on if the policy accepts it.
pub(crate) async fn enforce(
    State(policy): State<Arc<HostPolicy>>,
    request: Request,
    next: Next,
) -> Response {
    match policy.check(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use axum::body::Body;

    use super::*;

    const LOOPBACK: &str = "127.0.0.1:8080";
    const PUBLIC: &str = "0.0.0.0:8080";

    /// A sentence, the listen address, the names, the request line, the fields, and the status; 200 is accepted.
    type Row = (
        &'static str,
        &'static str,
        &'static [&'static str],
        &'static str,
        &'static [(&'static str, &'static str)],
        u16,
    );

    const ROWS: &[Row] = &[
        (
            "the address as it is printed",
            LOOPBACK,
            &[],
            "GET /v1/check",
            &[("host", "127.0.0.1:8080")],
            200,
        ),
        (
            "localhost, any port, any case",
            LOOPBACK,
            &[],
            "GET /",
            &[("host", "LocalHost:3000")],
            200,
        ),
        ("localhost with a trailing dot", LOOPBACK, &[], "GET /", &[("host", "localhost.")], 200),
        ("IPv6 loopback", LOOPBACK, &[], "GET /", &[("host", "[::1]:8080")], 200),
        (
            "the address where it listens",
            "127.0.0.2:80",
            &[],
            "GET /",
            &[("host", "127.0.0.2")],
            200,
        ),
        (
            "a rebound name",
            LOOPBACK,
            &[],
            "GET /v1/robots",
            &[("host", "rebind.attacker.example:8080")],
            421,
        ),
        (
            "a rebound name, for the page",
            LOOPBACK,
            &[],
            "GET /",
            &[("host", "rebind.attacker.example")],
            421,
        ),
        ("another address", LOOPBACK, &[], "GET /", &[("host", "10.0.0.1")], 421),
        (
            "a given name",
            LOOPBACK,
            &["tester.example"],
            "GET /",
            &[("host", "tester.example")],
            200,
        ),
        (
            "the default names next to a given one",
            LOOPBACK,
            &["tester.example"],
            "GET /",
            &[("host", "localhost")],
            200,
        ),
        (
            "an absolute target with another host",
            LOOPBACK,
            &[],
            "GET http://evil.example/v1/check",
            &[("host", "localhost")],
            421,
        ),
        (
            "on another address: any name",
            PUBLIC,
            &[],
            "GET /",
            &[("host", "anything.example")],
            200,
        ),
        (
            "on another address: a given name",
            PUBLIC,
            &["tester.example"],
            "GET /",
            &[("host", "tester.example:443")],
            200,
        ),
        (
            "on another address: not the given name",
            PUBLIC,
            &["tester.example"],
            "GET /",
            &[("host", "other.example")],
            421,
        ),
        (
            "a probe by IP address",
            PUBLIC,
            &["tester.example"],
            "GET /readyz",
            &[("host", "10.0.0.1:8080")],
            200,
        ),
        ("no Host", PUBLIC, &[], "GET /", &[], 400),
        ("two Hosts", PUBLIC, &[], "GET /", &[("host", "a"), ("host", "a")], 400),
        ("an empty Host", PUBLIC, &[], "GET /", &[("host", "")], 400),
        ("a Host with a user", PUBLIC, &[], "GET /", &[("host", "localhost@evil.example")], 400),
        ("a Host that is a list", PUBLIC, &[], "GET /", &[("host", "a, b")], 400),
        (
            "a page of another site",
            LOOPBACK,
            &[],
            "GET /v1/check",
            &[("host", "localhost"), ("sec-fetch-site", "cross-site")],
            403,
        ),
        (
            "a page of the same site at another port",
            LOOPBACK,
            &[],
            "GET /v1/check",
            &[("host", "localhost"), ("sec-fetch-site", "same-site")],
            403,
        ),
        (
            "the page's own call",
            LOOPBACK,
            &[],
            "GET /v1/check",
            &[("host", "localhost"), ("sec-fetch-site", "same-origin")],
            200,
        ),
        (
            "an address typed by a person",
            LOOPBACK,
            &[],
            "GET /v1/check",
            &[("host", "localhost"), ("sec-fetch-site", "none")],
            200,
        ),
        (
            "a link from another site to the page",
            LOOPBACK,
            &[],
            "GET /",
            &[("host", "localhost"), ("sec-fetch-site", "cross-site")],
            200,
        ),
        (
            "the page's own origin",
            LOOPBACK,
            &[],
            "POST /v1/check",
            &[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")],
            200,
        ),
        (
            "the page's own origin through a proxy that ends TLS",
            PUBLIC,
            &[],
            "POST /v1/check",
            &[("host", "tester.example"), ("origin", "https://tester.example")],
            200,
        ),
        (
            "the page's own origin through a proxy that changes Host",
            LOOPBACK,
            &["tester.example"],
            "POST /v1/check",
            &[("host", "127.0.0.1:8080"), ("origin", "https://tester.example")],
            200,
        ),
        (
            "a foreign origin",
            PUBLIC,
            &[],
            "POST /v1/robots/refresh",
            &[("host", "tester.example"), ("origin", "https://evil.example")],
            403,
        ),
        (
            "the same host at another port",
            LOOPBACK,
            &[],
            "POST /v1/robots/refresh",
            &[("host", "localhost:8080"), ("origin", "http://localhost:3000")],
            403,
        ),
        (
            "an origin that is hidden",
            LOOPBACK,
            &[],
            "POST /v1/robots/refresh",
            &[("host", "localhost:8080"), ("origin", "null")],
            403,
        ),
    ];

    #[test]
    fn names_and_pages() {
        for (sentence, listen, names, line, fields, status) in ROWS {
            let names: Vec<HostName> = names.iter().map(|name| name.parse().unwrap()).collect();
            let policy = HostPolicy::for_listen(listen.parse().unwrap(), &names);
            let (method, uri) = line.split_once(' ').unwrap();
            let mut request = Request::builder().method(method).uri(uri);
            for (name, value) in *fields {
                request = request.header(*name, *value);
            }
            let checked = policy.check(&request.body(Body::empty()).unwrap());
            assert_eq!(
                checked.map_or_else(|problem| problem.status, |()| 200),
                *status,
                "{sentence}"
            );
        }
    }

    #[test]
    fn pages_of_an_allowed_origin_may_call_the_api_and_no_others() {
        let pages = [Origin::parse("https://tester.example").unwrap()];
        let policy = HostPolicy::for_listen(LOOPBACK.parse().unwrap(), &[]).allowing_pages(&pages);
        for (origin, is_allowed) in [
            ("https://tester.example", true),
            ("http://tester.example", false),
            ("https://tester.example:8443", false),
            ("https://www.tester.example", false),
            ("https://tester.example.evil.example", false),
            ("null", false),
        ] {
            let request = Request::post("/v1/check")
                .header("host", "localhost:8080")
                .header("sec-fetch-site", "cross-site")
                .header("origin", origin);
            let checked = policy.check(&request.body(Body::empty()).unwrap());
            assert_eq!(checked.is_ok(), is_allowed, "{origin}");
        }
        // A link or an image of an allowed page has no origin.
        let request = Request::get("/v1/check?url=a").header("host", "localhost");
        let request = request.header("sec-fetch-site", "cross-site").body(Body::empty());
        assert!(policy.check(&request.unwrap()).is_err());
    }

    #[test]
    fn http_1_0_needs_no_host() {
        let policy = HostPolicy::for_listen(LOOPBACK.parse().unwrap(), &[]);
        let request = Request::get("/healthz").version(Version::HTTP_10).body(Body::empty());
        assert!(policy.check(&request.unwrap()).is_ok());
    }

    #[test]
    fn a_name_is_a_host_without_scheme_and_port() {
        for (text, is_name) in [
            ("tester.example", true),
            ("192.0.2.1", true),
            ("2001:db8::1", true),
            ("[2001:db8::1]", true),
            ("tester.example:80", false),
            ("https://tester.example", false),
            ("user@tester.example", false),
            ("", false),
        ] {
            assert_eq!(text.parse::<HostName>().is_ok(), is_name, "{text}");
        }
    }
}
