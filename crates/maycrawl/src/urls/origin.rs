//! Scheme, host and port: the location of a robots.txt, and the URLs that it applies to.
//!
//! Source: Google, *File location and range of validity* and *Examples of valid robots.txt URLs*; RFC 9309
//! section 2.3. URLs are parsed by the `url` crate, which the fetcher uses to connect too. With one
//! parser for both, a check and a connection cannot mean different hosts.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use url::Url;

use crate::urls::plain_url::origin_end;

/// The scheme, host and port that one robots.txt applies to. It never applies to a whole domain or to subdomains.
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
    /// `https://example.com` or `http://example.com:8181`, in normal form.
    serialized: String,
}

/// The reason why a text is not a URL with an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OriginError {
    /// The text is not an absolute URL; the error of the parser.
    NotAUrl(url::ParseError),
    /// The URL has a scheme without robots.txt, or no host; the scheme.
    Scheme(String),
}

impl Origin {
    /// The origin of an absolute http, https or ftp URL. User, password and a default port are dropped, and the host is
    /// in normal form: punycode, lower case, one form of an IP address.
    ///
    /// Cost: O(bytes).
    ///
    /// ```
    /// use maycrawl::Origin;
    ///
    /// assert_eq!(Origin::parse("HTTPS://me@Example.com:443/a?b").unwrap().as_str(), "https://example.com");
    /// assert!(Origin::parse("mailto:me@example.com").is_err());
    /// ```
    ///
    /// # Errors
    /// [`OriginError`], if the text is not an absolute URL or has another scheme.
    pub fn parse(url: &str) -> Result<Self, OriginError> {
        match origin_end(url) {
            Some(end) => Ok(Self::of_normal_form(&url[..end])),
            None => Self::parse_any_form(url),
        }
    }

    /// [`parse`](Self::parse) for URLs in any form.
    fn parse_any_form(url: &str) -> Result<Self, OriginError> {
        Self::of_url(&Url::parse(url).map_err(OriginError::NotAUrl)?)
    }

    /// The origin with this text, which is in normal form.
    pub(crate) fn of_normal_form(origin: &str) -> Self {
        Self { serialized: origin.to_owned() }
    }

    /// The origin of a URL that is parsed already.
    pub(crate) fn of_url(url: &Url) -> Result<Self, OriginError> {
        if !is_fetchable(url.scheme()) {
            return Err(OriginError::Scheme(url.scheme().to_owned()));
        }
        Ok(Self { serialized: url.origin().ascii_serialization() })
    }

    /// The origin of an absolute URL of any scheme that has a host, for a local robots.txt. RFC 9309 section 2.3 and
    /// Google's document (*robots.txt now accepts all URI-based protocols*) allow the file for every scheme. The file
    /// can be fetched only from [fetchable](Self::is_fetchable) origins.
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
    /// [`OriginError`], if the text is not an absolute URL or has no host.
    pub fn parse_any_scheme(url: &str) -> Result<Self, OriginError> {
        Self::of_any_url(&Url::parse(url).map_err(OriginError::NotAUrl)?)
    }

    pub(crate) fn of_any_url(url: &Url) -> Result<Self, OriginError> {
        if is_fetchable(url.scheme()) {
            return Self::of_url(url);
        }
        // The parser does not interpret the host of such a scheme and leaves it as written.
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or_else(|| OriginError::Scheme(url.scheme().to_owned()))?;
        let port = url.port().map_or(String::new(), |port| format!(":{port}"));
        let serialized = format!("{}://{}{port}", url.scheme(), host.to_ascii_lowercase());
        Ok(Self { serialized })
    }

    /// True for http, https and ftp, the schemes from which a robots.txt can be fetched. O(1).
    #[must_use]
    pub fn is_fetchable(&self) -> bool {
        is_fetchable(self.scheme())
    }

    /// The origin that the file at `robots_url` applies to: its own if the URL is that of the root's `/robots.txt`,
    /// otherwise `None`.
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

    /// True when `url` is written as `scheme://host/path`, so that the path begins where it seems to.
    ///
    /// URL parsers accept `https:/host/path`, `https:\\host\path` and similar texts. But rules see the path that
    /// is cut out of the text as given, and for such a text the verdict would be wrong.
    ///
    /// ```
    /// # use maycrawl::Origin;
    /// assert!(Origin::has_plain_authority("https://example.com/page"));
    /// assert!(!Origin::has_plain_authority("https:/example.com/page"));
    /// assert!(!Origin::has_plain_authority("https:/example.com/page?from=a://b"));
    /// ```
    #[must_use]
    pub fn has_plain_authority(url: &str) -> bool {
        url.split_once("://").is_some_and(|(scheme, rest)| {
            let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
            scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-".contains(&byte))
                && !authority.is_empty()
                && !authority.contains(['\\', ';'])
        })
    }

    /// The URL of this origin's robots.txt. O(bytes).
    ///
    /// ```
    /// use maycrawl::Origin;
    ///
    /// let origin = Origin::parse("http://example.com:8080/folder/page").unwrap();
    /// assert_eq!(origin.robots_url(), "http://example.com:8080/robots.txt");
    /// ```
    #[must_use]
    pub fn robots_url(&self) -> String {
        format!("{}/robots.txt", self.serialized)
    }

    /// The origin as text, such as `https://example.com` or `http://example.com:8181`. O(1).
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.serialized
    }

    /// The scheme, in lower case, such as `https`. O(bytes), as the other parts.
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

    /// The host in normal form: a name in lower case and punycode, or an IP address. An IPv6 address is in brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        self.parts().1
    }

    /// The port; `None` if it is the scheme's default.
    ///
    /// ```
    /// use maycrawl::Origin;
    ///
    /// assert_eq!(Origin::parse("http://example.com:443").unwrap().port(), Some(443));
    /// assert_eq!(Origin::parse("https://example.com:443").unwrap().port(), None);
    /// ```
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
