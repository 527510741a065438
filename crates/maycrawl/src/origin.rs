//! Scheme, host, port: where robots.txt lives and which URLs it speaks for.
//!
//! Google, *File location and range of validity* and *Examples of valid robots.txt URLs*; RFC 9309
//! section 2.3. URLs are parsed by the `url` crate, which is also what a fetcher connects with: one
//! parser for both, so that a check and a connection cannot mean different hosts.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use url::Url;

/// The scheme, host and port that one robots.txt speaks for. Never a domain, never its subdomains.
///
/// ```
/// use maycrawl::Origin;
///
/// let origin = Origin::parse("https://user@WWW.Müller.eu:443/page?x#y").unwrap();
/// assert_eq!(origin.robots_url(), "https://www.xn--mller-kva.eu/robots.txt");
/// assert_eq!(origin, Origin::parse("https://www.xn--mller-kva.eu/").unwrap());
/// assert_ne!(origin, Origin::parse("http://www.xn--mller-kva.eu/").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// `https://example.com` or `http://example.com:8181`, in the one spelling.
    serialized: String,
}

/// Why a text names no origin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OriginError {
    /// The text is no absolute URL; what the parser said.
    NotAUrl(url::ParseError),
    /// The URL's scheme has no robots.txt.
    Scheme(String),
}

impl Origin {
    /// The origin of an absolute http, https or ftp URL. User and password are dropped, the host is
    /// brought to its one spelling (punycode, lower case, one form of an IP address), a default port
    /// falls away.
    ///
    /// # Errors
    /// [`OriginError`], if the text is no absolute URL or has another scheme.
    pub fn parse(url: &str) -> Result<Self, OriginError> {
        Self::of_url(&Url::parse(url).map_err(OriginError::NotAUrl)?)
    }

    /// The origin of a URL that is parsed already.
    pub(crate) fn of_url(url: &Url) -> Result<Self, OriginError> {
        if !is_fetchable(url.scheme()) {
            return Err(OriginError::Scheme(url.scheme().to_owned()));
        }
        Ok(Self { serialized: url.origin().ascii_serialization() })
    }

    /// The origin of an absolute URL of any scheme that has a host, for a robots.txt at hand. RFC 9309 section 2.3 and
    /// Google's document (*robots.txt now accepts all URI-based protocols*) limit the file to no scheme. Only
    /// [fetchable](Self::is_fetchable) origins can be asked for their file.
    ///
    /// ```
    /// # use maycrawl::Origin;
    /// let origin = Origin::parse_any_scheme("gemini://Example.com:1965/page").unwrap();
    /// assert_eq!(origin.as_str(), "gemini://example.com:1965");
    /// assert!(!origin.is_fetchable());
    /// assert!(Origin::parse_any_scheme("mailto:me@example.com").is_err());
    /// ```
    ///
    /// # Errors
    /// [`OriginError`], if the text is no absolute URL or names no host.
    pub fn parse_any_scheme(url: &str) -> Result<Self, OriginError> {
        Self::of_any_url(&Url::parse(url).map_err(OriginError::NotAUrl)?)
    }

    pub(crate) fn of_any_url(url: &Url) -> Result<Self, OriginError> {
        if is_fetchable(url.scheme()) {
            return Self::of_url(url);
        }
        // To the parser the host of such a scheme is opaque: it stays as it is written.
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or_else(|| OriginError::Scheme(url.scheme().to_owned()))?;
        let port = url.port().map_or(String::new(), |port| format!(":{port}"));
        let serialized = format!("{}://{}{port}", url.scheme(), host.to_ascii_lowercase());
        Ok(Self { serialized })
    }

    /// True for http, https and ftp: a robots.txt can be fetched from there.
    #[must_use]
    pub fn is_fetchable(&self) -> bool {
        is_fetchable(self.scheme())
    }

    /// The origin for which the file at `robots_url` speaks: its own, if the file lies at the root.
    ///
    /// ```
    /// # use maycrawl::Origin;
    /// assert!(Origin::from_robots_url("http://example.com/folder/robots.txt").unwrap().is_none());
    /// ```
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn from_robots_url(robots_url: &str) -> Result<Option<Self>, OriginError> {
        let origin = Self::parse(robots_url)?;
        let url = Url::parse(robots_url).map_err(OriginError::NotAUrl)?;
        Ok((url.path() == "/robots.txt" && url.query().is_none()).then_some(origin))
    }

    /// True when the path of `url` begins where it seems to: it is written `scheme://host/path`.
    ///
    /// Parsers of URLs forgive `https:/host/path`, `https:\\host\path` and the like, but rules see the path that
    /// is cut out of the text as it is given: for such a text the answer would be a wrong one.
    ///
    /// ```
    /// # use maycrawl::Origin;
    /// assert!(Origin::has_plain_authority("https://example.com/page"));
    /// assert!(!Origin::has_plain_authority("https:/example.com/page"));
    /// ```
    #[must_use]
    pub fn has_plain_authority(url: &str) -> bool {
        url.split_once("://").is_some_and(|(_, rest)| {
            let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
            !authority.is_empty() && !authority.contains(['\\', ';'])
        })
    }

    /// Where the robots.txt of this origin lives.
    #[must_use]
    pub fn robots_url(&self) -> String {
        format!("{}/robots.txt", self.serialized)
    }

    /// True when the robots.txt of this origin speaks for `url`.
    #[must_use]
    pub fn speaks_for(&self, url: &str) -> bool {
        Self::parse(url).is_ok_and(|origin| origin == *self)
    }

    /// `https://example.com`, `http://example.com:8181`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.serialized
    }

    /// The scheme, in lower case: `https`. O(1), as the other parts.
    ///
    /// ```
    /// use maycrawl::Origin;
    ///
    /// let origin: Origin = "http://[2001:DB8::1]:8181/page".parse().unwrap();
    /// assert_eq!((origin.scheme(), origin.host(), origin.port()), ("http", "[2001:db8::1]", Some(8181)));
    /// let origin: Origin = "https://Example.com:443/".parse().unwrap();
    /// assert_eq!((origin.scheme(), origin.host(), origin.port()), ("https", "example.com", None));
    /// ```
    #[must_use]
    pub fn scheme(&self) -> &str {
        self.parts().0
    }

    /// The host in its one spelling: a name in lower case and punycode, or an address; an IPv6 address in brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        self.parts().1
    }

    /// The port, unless it is the scheme's default.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.parts().2
    }

    fn parts(&self) -> (&str, &str, Option<u16>) {
        let (scheme, authority) = self.serialized.split_once("://").unwrap_or_default();
        // The digits after the last colon are a port, unless the colon is inside an IPv6 address.
        let port =
            authority.rsplit_once(':').and_then(|(host, port)| Some((host, port.parse().ok()?)));
        match port {
            Some((host, port)) if !authority.ends_with(']') => (scheme, host, Some(port)),
            _ => (scheme, authority, None),
        }
    }
}

fn is_fetchable(scheme: &str) -> bool {
    matches!(scheme, "http" | "https" | "ftp")
}

/// As [`Origin::parse`].
impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(url: &str) -> Result<Self, OriginError> {
        Self::parse(url)
    }
}

impl AsRef<str> for Origin {
    fn as_ref(&self) -> &str {
        &self.serialized
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.serialized)
    }
}

impl fmt::Display for OriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAUrl(url::ParseError::RelativeUrlWithoutBase) => {
                f.write_str("no scheme; write the full URL, such as https://example.com/page")
            }
            Self::NotAUrl(url::ParseError::IdnaError) => f.write_str("not a host name or URL"),
            Self::NotAUrl(error) => error.fmt(f),
            Self::Scheme(scheme) => {
                write!(f, "scheme `{scheme}` has no robots.txt; it exists for http, https and ftp")
            }
        }
    }
}

impl core::error::Error for OriginError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::NotAUrl(error) => Some(error),
            Self::Scheme(_) => None,
        }
    }
}
